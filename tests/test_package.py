"""The package as a whole: its names, types, versions and what an import costs."""

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest

import harary

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "harary"
MODULES = sorted(PACKAGE.rglob("*.py"))
# What a plain `import harary` has no business with: large, slow, or of an extra.
HEAVY = frozenset(
    {
        "asyncio",
        "dask",
        "hypothesis",
        "http.server",
        "matplotlib",
        "multiprocessing",
        "numpy",
        "pysat",
        "pytest",
        "sphinx",
        "sqlite3",
        "ssl",
        "unittest",
    }
)


def test_all_is_complete() -> None:
    public = {
        name
        for name, value in vars(harary).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    } - {"annotations", "TYPE_CHECKING"}
    assert public <= set(harary.__all__)
    for name in harary.__all__:
        assert getattr(harary, name) is not None


def test_all_is_sorted() -> None:
    # Constants, classes, the rest: as ruff sorts them.
    order = sorted(harary.__all__, key=lambda name: (not name.isupper(), name.islower(), name))
    assert list(harary.__all__) == order
    assert len(set(order)) == len(order)


@pytest.mark.parametrize(
    "module", MODULES, ids=[str(path.relative_to(PACKAGE)) for path in MODULES]
)
def test_every_module_has_a_docstring(module: Path) -> None:
    assert ast.get_docstring(ast.parse(module.read_text(encoding="utf-8")))


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_the_stub_matches_the_binary() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "harary._engine"],
        cwd=ROOT,
        # A cache of its own: another mypy may be at work beside the tests.
        env={**os.environ, "MYPY_CACHE_DIR": ".mypy_cache/stubtest"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_an_import_is_light() -> None:
    program = (
        "import sys; before = set(sys.modules); import harary; print(*set(sys.modules) - before)"
    )
    result = subprocess.run(
        [sys.executable, "-I", "-c", program],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    loaded = set(result.stdout.split())
    assert "harary" in loaded
    assert not loaded & HEAVY


def test_the_demo_runs() -> None:
    script = ROOT / "tools" / "demo.sh"
    result = subprocess.run(
        ["sh", str(script), str(Path(sys.executable).with_name("harary"))],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    shown = re.findall(r"^\$ harary (.+)$", result.stdout, re.MULTILINE)
    assert shown == re.findall(r"^run (.+)$", script.read_text(encoding="utf-8"), re.MULTILINE)


# ---- one version everywhere --------------------------------------------------

VERSION = importlib.metadata.version("harary")


def found(pattern: str, file: str) -> str:
    match = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert match, f"{file} names no version"
    return match[1]


def test_version_of_the_module() -> None:
    assert harary.__version__ == VERSION


def test_version_of_the_crates() -> None:
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]
    assert workspace["package"]["version"] == VERSION
    for member in workspace["members"]:
        crate = tomllib.loads((ROOT / member / "Cargo.toml").read_text(encoding="utf-8"))
        assert crate["package"]["version"] == {"workspace": True}
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    ours = {crate["version"] for crate in locked if crate["name"].startswith("harary-")}
    assert ours == {VERSION}


def test_version_of_the_citation() -> None:
    assert found(r"^version: *\"?([^\"\s]+)", "CITATION.cff") == VERSION


def test_version_of_the_newest_changes() -> None:
    assert found(r"^## \[(\d[^\]]*)\]", "CHANGELOG.md") == VERSION
