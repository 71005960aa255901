"""What a newcomer's machine lacks is named in one line, with the command that gets it."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "tools" / "prerequisites.sh"
SHELL = shutil.which("sh") or "/bin/sh"
# What the script itself uses, and stand-ins for what it looks for.
NEEDED = ("uname", "sed", "mktemp", "rm")
STANDING = {
    "python3": "echo good",
    "rustc": "echo 'rustc 1.85.0 (abc 2025-02-17)'",
    "cargo": "exit 0",
    "cc": "exit 0",
    "apt-get": "exit 0",
}


def check(
    directory: Path, changes: Mapping[str, str | None], python: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the script on a machine that has only the stand-ins; None takes one away."""
    programs = directory / "bin"
    programs.mkdir()
    for name in set(NEEDED) - set(changes):
        real = shutil.which(name)
        assert real
        (programs / name).symlink_to(real)
    for name, text in {**STANDING, **changes}.items():
        if text is not None:
            (programs / name).write_text(f"#!{SHELL}\n{text}\n")
            (programs / name).chmod(0o755)
    return subprocess.run(
        [SHELL, str(SCRIPT)],
        env={"PATH": str(programs), "PYTHON": python},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    ("changes", "python", "chosen"),
    [
        ({}, "", "python3"),
        ({"python3.11": "echo good", "python3.13": "echo good"}, "", "python3.13"),
        ({"python3.13": "exit 127"}, "", "python3"),
        ({"python3.13": "echo no-venv"}, "", "python3"),
        ({"python3.13": "echo good", "mine": "echo good"}, "mine", "mine"),
        ({"rustc": "echo 'rustc 1.100.0-nightly (abc 2027-01-01)'"}, "", "python3"),
    ],
)
def test_the_python_is_chosen(
    changes: dict[str, str | None], python: str, chosen: str, tmp_path: Path
) -> None:
    result = check(tmp_path, changes, python)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"{tmp_path / 'bin' / chosen}\n"


@pytest.mark.parametrize(
    ("changes", "python", "words"),
    [
        ({"python3": "echo old"}, "", ["Python 3.11", "apt-get install python3 python3-venv"]),
        ({"python3": None}, "", ["Python 3.11", "apt-get install python3 python3-venv"]),
        ({"python3": "echo free-threaded"}, "", ["Python 3.11"]),
        ({"mine": "echo old"}, "mine", ["Python 3.11", "PYTHON=mine"]),
        (
            {"python3": "case $2 in *ensurepip*) echo no-venv ;; *) echo 3.12 ;; esac"},
            "",
            ["venv and ensurepip for python3", "apt-get install python3.12-venv"],
        ),
        ({"cargo": None}, "", ["Rust 1.85", "apt-get install rustup", "rustup default stable"]),
        ({"rustc": None}, "", ["Rust 1.85", "apt-get install rustup"]),
        ({"rustc": "exit 1"}, "", ["Rust", "rustup default stable"]),
        ({"rustc": "echo 'rustc 1.84.1'"}, "", ["Rust 1.85", "1.84", "apt-get install rustup"]),
        (
            {"rustc": "echo 'rustc 1.84.1'", "rustup": "exit 0"},
            "",
            ["Rust 1.85", "1.84", "rustup update stable"],
        ),
        ({"cc": None}, "", ["cc", "apt-get install gcc libc6-dev"]),
        ({"cc": "exit 1"}, "", ["cc", "apt-get install gcc libc6-dev"]),
        ({"cc": None, "apt-get": None, "dnf": "exit 0"}, "", ["sudo dnf install gcc"]),
        ({"cc": None, "apt-get": None, "pacman": "exit 0"}, "", ["sudo pacman -S gcc"]),
        ({"cc": None, "apt-get": None, "uname": "echo Darwin"}, "", ["xcode-select --install"]),
        ({"cc": None, "apt-get": None}, "", ["gcc libc6-dev", "Debian"]),
    ],
)
def test_one_line_for_what_is_missing(
    changes: dict[str, str | None], python: str, words: list[str], tmp_path: Path
) -> None:
    result = check(tmp_path, changes, python)
    assert (result.returncode, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert all(word in line for word in words), line


def test_all_that_is_missing_is_named_at_once(tmp_path: Path) -> None:
    result = check(tmp_path, {"python3": None, "cargo": None, "cc": None})
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 3
