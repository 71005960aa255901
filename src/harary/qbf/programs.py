"""Solvers and preprocessors by name: what is known about each, and where it is.

What is known is data: `adapters.toml` beside this file, and a file of the user's own that adds
programs or changes them. A program that is missing is an error that says how to get it; another
one never takes its place.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from harary.errors import FormatError, InputError
from harary.limits import Limits
from harary.qbf.process import run

__all__ = [
    "Adapter",
    "MissingProgramError",
    "Program",
    "adapters",
    "chain",
    "config_file",
    "find_program",
    "preprocessor",
    "solver",
]

_HERE = Path(__file__).parent
#: Where pyqbf keeps the programs themselves.
_PYQBF = "cmeel.prefix/bin"
#: Seconds that a program may take to say its version.
_VERSION_SECONDS = 10.0


class MissingProgramError(InputError):
    """A solver or preprocessor that is known but not here; the message says how to get it."""


@dataclass(frozen=True)
class Adapter:
    """How a program is run and read; the keys of the configuration file."""

    name: str
    kind: str
    find: tuple[str, ...]
    get: str = ""
    tested: bool = False
    or_else: str = ""
    command: tuple[str, ...] = ("{program}", "{flags}", "{input}")
    helpers: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    assignment_flags: tuple[str, ...] = ()
    assignment: str = "none"
    false_assignment_negated: bool = False
    true_code: int = 10
    false_code: int = 20
    true_line: str = ""
    false_line: str = ""
    output: str = "stdout"
    version: tuple[str, ...] = ()
    version_pattern: str = r"(\d+(?:\.\d+)*)"
    distribution: str = ""
    versions: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = ()

    def for_version(self, version: str) -> Adapter:
        """The adapter with what it says about this version."""
        for pattern, changes in self.versions:
            if re.match(pattern, version):
                return replace(self, versions=(), **dict(changes))
        return self


_CHOICES = {
    "kind": ("solver", "preprocessor"),
    "assignment": ("none", "V", "bare"),
    "output": ("stdout", "file"),
}
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_PLACE = re.compile(r"\{([^{}]+)\}")
#: What may stand in braces in a command.
_WORDS = ("program", "flags", "input", "output", "python", "here", "cores")
_KINDS = {
    each.name: str(each.type) for each in fields(Adapter) if each.name not in ("name", "versions")
}


@dataclass(frozen=True)
class Program:
    """An adapter and the file that it runs."""

    adapter: Adapter
    path: str
    helpers: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The adapter's name."""
        return self.adapter.name

    @property
    def version(self) -> str | None:
        """What the program calls its version, or that of the package that brought it."""
        adapter = self.adapter
        package = adapter.distribution or ("pyqbf" if _PYQBF in self.path else "")
        try:
            changed = Path(self.path).stat().st_mtime_ns
        except OSError:
            changed = 0
        return _version(self.path, adapter.version, adapter.version_pattern, package, changed)

    def suited(self) -> Program:
        """The same program with what its adapter says about its version."""
        if not self.adapter.versions:
            return self
        return replace(self, adapter=self.adapter.for_version(self.version or ""))

    def command(
        self, formula: Path, output: Path | None = None, *, assignment: bool = False
    ) -> list[str]:
        """The command that runs it on a file."""
        flags = [*self.adapter.flags, *(self.adapter.assignment_flags if assignment else ())]
        words = {
            "program": self.path,
            "input": str(formula),
            "output": str(output),
            "python": sys.executable,
            "here": str(_HERE),
            "cores": str(len(os.sched_getaffinity(0))),
            **dict(zip(self.adapter.helpers, self.helpers, strict=True)),
        }
        command: list[str] = []
        for part in self.adapter.command:
            if part == "{flags}":
                command += flags
            else:
                command.append(_PLACE.sub(lambda match: words[match[1]], part))
        return command


@cache
def _version(
    path: str, arguments: tuple[str, ...], pattern: str, package: str, _changed: int
) -> str | None:
    if arguments:
        done = run([path, *arguments], Limits(seconds=_VERSION_SECONDS))
        found = re.search(pattern, (done.stdout + done.stderr).decode(errors="replace"))
        if found:
            return found[1]
    try:
        return f"{package} {importlib.metadata.version(package)}" if package else None
    except importlib.metadata.PackageNotFoundError:
        return None


# ---- what is known ----------------------------------------------------------------


def config_file() -> Path:
    """Where the user's own adapters are looked for."""
    named = os.environ.get("HARARY_CONFIG")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "harary" / "programs.toml"


def adapters() -> dict[str, Adapter]:
    """Every adapter by its name, the user's included."""
    tables = dict(_tables(_HERE / "adapters.toml"))
    own = config_file()
    if own.exists() or os.environ.get("HARARY_CONFIG"):
        for name, table in _tables(own).items():
            tables[name] = {**tables.get(name, {}), **table}
    return {name: _adapter(name, table, own) for name, table in tables.items()}


def _tables(path: Path) -> dict[str, dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "this is no text"
        raise FormatError(f"cannot be read: {reason}", str(path)) from None
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(str(error), str(path)) from None
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise FormatError(f"{name!r}: expected a table [{name}]", str(path))
        if not _NAME.fullmatch(name):
            raise FormatError(f"program {name!r}: expected small letters and digits", str(path))
    return tables


def _adapter(name: str, table: Mapping[str, Any], path: Path) -> Adapter:
    """The adapter that a table describes; whatever is wrong with it is said here."""
    plain = {key: value for key, value in table.items() if key != "versions"}
    variants = table.get("versions", {})
    if not isinstance(variants, dict) or not all(isinstance(v, dict) for v in variants.values()):
        raise FormatError(f"[{name}] versions: expected tables", str(path))
    values = {key: _value(name, key, value, path) for key, value in plain.items()}
    for key in ("kind", "find"):
        if key not in values:
            raise FormatError(f"[{name}]: the key {key!r} is missing", str(path))
    versions = []
    for pattern, changes in variants.items():
        _checked_pattern(name, "versions", pattern, path)
        found = _adapter(name, {**plain, **changes}, path)
        versions.append((pattern, tuple((key, getattr(found, key)) for key in changes)))
    adapter = Adapter(name=name, versions=tuple(versions), **values)
    words = {*_WORDS, *adapter.helpers}
    for part in adapter.command:
        for match in _PLACE.finditer(part):
            if match[1] not in words:
                raise FormatError(f"[{name}] command: no {match[0]} is known", str(path))
    return adapter


def _value(name: str, key: str, value: object, path: Path) -> Any:
    kind = _KINDS.get(key)
    if kind is None:
        raise FormatError(f"[{name}]: no key {key!r} is known", str(path))
    if kind == "tuple[str, ...]" and isinstance(value, list):
        value = tuple(value)
    right = {
        "str": isinstance(value, str),
        "bool": isinstance(value, bool),
        "int": isinstance(value, int) and not isinstance(value, bool),
        "tuple[str, ...]": isinstance(value, tuple) and all(isinstance(v, str) for v in value),
    }[kind]
    if not right:
        expected = {"str": "a text", "bool": "true or false", "int": "a number"}
        wanted = expected.get(kind, "a list of texts")
        raise FormatError(f"[{name}] {key}: expected {wanted}", str(path))
    if key in _CHOICES and value not in _CHOICES[key]:
        raise FormatError(f"[{name}] {key}: expected {' or '.join(_CHOICES[key])}", str(path))
    if key in ("true_line", "false_line", "version_pattern"):
        _checked_pattern(name, key, str(value), path)
    return value


def _checked_pattern(name: str, key: str, pattern: str, path: Path) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise FormatError(f"[{name}] {key}: {error}", str(path)) from None


# ---- where it is ------------------------------------------------------------------


def solver(name: str) -> Program:
    """The solver with this name."""
    return find_program(name, "solver")


def preprocessor(name: str) -> Program:
    """The preprocessor with this name."""
    return find_program(name, "preprocessor")


def chain(text: str) -> tuple[Program, ...]:
    """The preprocessors of a chain such as ``bloqqer+qratpre``; none for an empty text."""
    return tuple(preprocessor(name.strip()) for name in text.split("+")) if text.strip() else ()


def find_program(name: str, kind: str) -> Program:
    """The program with this name and kind, or an error that says how to get it."""
    known = adapters()
    adapter = known.get(name)
    if adapter is None or adapter.kind != kind:
        names = ", ".join(each.name for each in known.values() if each.kind == kind)
        raise InputError(f"no {kind} {name!r}: expected one of {names}")
    missing: list[str] = []
    tried = set()
    while True:
        tried.add(adapter.name)
        program = locate(adapter)
        if program is not None:
            return program
        missing.append(adapter.get)
        other = known.get(adapter.or_else)
        if other is None or other.name in tried or other.kind != kind:
            break
        adapter = other
    lacking = [helper for helper in known[name].helpers if shutil.which(helper) is None]
    also = f" with {' and '.join(lacking)}" if lacking else ""
    how = next((text for text in missing if text), f"name it in {config_file()}")
    raise MissingProgramError(f"{kind} {name!r}{also} is not here; get it: {how}")


def locate(adapter: Adapter) -> Program | None:
    """Where the program of an adapter is, with its helpers."""
    path = next(filter(None, map(_located, adapter.find)), None)
    helpers = [shutil.which(helper) for helper in adapter.helpers]
    if path is None or None in helpers:
        return None
    return Program(adapter, path, tuple(filter(None, helpers))).suited()


def _located(place: str) -> str | None:
    """The file that a place names: a name on PATH, a path, ``pyqbf:`` or ``module:``."""
    origin, _, name = place.rpartition(":")
    if origin == "pyqbf":
        # Not the scripts of the same name in the environment's `bin`: those are Python, cost
        # a quarter of a second, and leave the solver running when they are ended.
        folders = [Path(entry) / _PYQBF for entry in sys.path if entry]
        return next(filter(None, (shutil.which(name, path=str(f)) for f in folders)), None)
    if origin == "module":
        spec = importlib.util.find_spec(name)
        return spec.origin if spec else None
    # Relative paths would depend on where one stands.
    found = shutil.which(str(Path(place).expanduser()))
    return str(Path(found).absolute()) if found else None
