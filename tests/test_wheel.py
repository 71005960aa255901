"""The wheel holds what it should, and works where there is neither Rust nor this checkout."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


# One test, so that processes that share the tests among them build it once.
@pytest.mark.wheel
def test_wheel(tmp_path: Path) -> None:
    wheel = build(tmp_path / "dist")
    check_contents(wheel)

    programs = install(wheel, tmp_path / "environment")
    bare = {"PATH": str(programs), "HOME": str(tmp_path)}
    assert shutil.which("cargo", path=bare["PATH"]) is None
    assert shutil.which("rustc", path=bare["PATH"]) is None

    where = run("python", "-c", "import harary; print(harary.__file__)", environment=bare)
    assert Path(where.stdout.strip()).is_relative_to(programs.parent)

    shown = run("harary", "show", "tippy@4x4", "--json", environment=bare)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert json.loads(shown.stdout)["game"] == "tippy@4x4"

    # Black wins Tippy on the 3x3 board: exit code 10 says so.
    solved = run("harary", "solve", "tippy@3x3", environment=bare)
    assert solved.returncode == 10, solved.stdout + solved.stderr


def build(dist: Path) -> Path:
    """Build the wheel with the command that people use."""
    command = ["make", "--no-print-directory", "-C", str(ROOT), "wheel", f"DIST={dist}"]
    if (Path(sys.prefix) / "made-for").exists():
        command.append(f"VENV={sys.prefix}")
    # This make has no part in the work of the one that may have started pytest.
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("MAKE")}
    succeed(run(*command, environment=environment))
    (wheel,) = dist.iterdir()
    return wheel


def check_contents(wheel: Path) -> None:
    """Compare the wheel's files with the sources."""
    name, version, python, abi, _platform = wheel.stem.split("-")
    assert (name, python, abi) == ("harary", "cp311", "abi3")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    source = ROOT / "src"
    ours = {
        str(path.relative_to(source))
        for path in (source / "harary").rglob("*")
        if path.is_file() and path.suffix not in {".pyc", ".so", ".pyd"}
    }
    info = f"harary-{version}.dist-info/"
    assert {"harary/py.typed", "harary/_engine.pyi", "harary/__init__.py"} <= ours
    assert {name for name in names if not name.startswith(info)} == ours | {
        "harary/_engine.abi3.so"
    }
    assert f"{info}licenses/LICENSE" in names


def install(wheel: Path, directory: Path) -> Path:
    """Install the wheel, and what it needs, into a new environment; return its programs."""
    succeed(run(sys.executable, "-m", "venv", str(directory)))
    programs = directory / "bin"
    pins = ROOT / "requirements" / "dev.txt"
    python = str(programs / "python")
    succeed(run(python, "-m", "pip", "install", "--quiet", "-c", str(pins), str(wheel)))
    return programs


def run(
    *command: str, environment: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[str]:
    """Run a program that is on the PATH of the environment, away from the checkout."""
    program = shutil.which(command[0], path=environment["PATH"])
    assert program, f"no {command[0]}"
    return subprocess.run(
        [program, *command[1:]],
        cwd="/",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def succeed(result: subprocess.CompletedProcess[str]) -> None:
    """Fail with what the program said if it failed."""
    assert result.returncode == 0, result.stdout + result.stderr
