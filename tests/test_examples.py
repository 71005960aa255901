"""The examples of README and docs give what they say; and the harness can fail."""

import sys
from pathlib import Path

import pytest

from tools import examples
from tools.examples import ExampleError, blocks, matches, programs, run, updated

DOCUMENTS = examples.documents()
DIVISION = "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    "document", DOCUMENTS, ids=[str(path.relative_to(examples.ROOT)) for path in DOCUMENTS]
)
def test_examples(document: Path, tmp_path: Path) -> None:
    differences = run(document.read_text(encoding="utf-8"), tmp_path)
    assert not differences, "\n\n".join(map(str, differences))


def test_readme_has_examples_of_both_kinds() -> None:
    languages = {block.language for block in blocks((examples.ROOT / "README.md").read_text())}
    assert languages & set(examples.PYTHON)
    assert languages & set(examples.CONSOLE)


# ---- the harness itself ------------------------------------------------------


def block(language: str, *lines: str) -> str:
    return "\n".join([f"```{language}", *lines, "```"]) + "\n"


def test_documents(tmp_path: Path) -> None:
    for name in ("README.md", "docs/b.md", "docs/deep/a.md", "docs/_build/c.md", "OTHER.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    found = [str(path.relative_to(tmp_path)) for path in examples.documents(tmp_path)]
    assert found == ["README.md", "docs/b.md", "docs/deep/a.md"]


def test_blocks_of_all_sorts() -> None:
    text = "\n".join(
        [
            "text",
            "```",
            "plain",
            "```",
            "- in a list:",
            "  ```python",
            "  >>> 1",
            "    1",
            "  ```",
            "````text",
            "```console",
            "$ not a block of its own",
            "```",
            "````",
            "~~~console",
            "~~~",
        ]
    )
    assert [(each.language, each.start, each.indent, each.lines) for each in blocks(text)] == [
        ("", 2, 0, ("plain",)),
        ("python", 6, 2, (">>> 1", "  1")),
        ("text", 10, 0, ("```console", "$ not a block of its own", "```")),
        ("console", 15, 0, ()),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("```python\n>>> 1\n1\n", "never closed"),
        (block("{code-block} console", "$ cat x"), "plain fence"),
        (block("console", "output without a command"), "expected a line"),
        (block("console", "$ make test"), "make is not run"),
        (block("console", "$ harary show x && rm -rf y"), "rm is not run"),
        (block("console", "$ cat x | sort"), "sort is not run"),
        (block("console", "$ cat $(ls)"), "not followed"),
        (block("console", "$ cat 'x"), "No closing quotation"),
        (block("python", ">>> 1", "1", ">>>2"), "lacks blank"),
    ],
)
def test_what_cannot_be_run_is_refused(text: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(ExampleError, match=complaint):
        run(text, tmp_path)


def test_programs() -> None:
    assert programs("X=1 harary show 'a|b' > x 2>&1 | cat - && rm x; ls") == [
        "harary",
        "cat",
        "rm",
        "ls",
    ]
    assert programs("harary show XXXX./...XX@8x8:p=2,q=1 < rm") == ["harary"]


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ([], [], True),
        ([], ["a"], False),
        (["a"], [], False),
        (["a "], ["a"], True),
        ([" a"], ["a"], False),
        (["a", "b"], ["b", "a"], False),
        (["..."], [], True),
        (["..."], ["a", "b"], True),
        (["a", "...", "c"], ["a", "b", "b", "c"], True),
        (["a", "...", "c"], ["a", "c"], True),
        (["a", "...", "c"], ["a", "b"], False),
        (["...", "b", "...", "d"], ["a", "b", "b", "c", "d"], True),
        (["...", "d", "...", "b"], ["a", "b", "c", "d"], False),
        (["a..."], ["abc"], False),
        (["a ... s)"], ["a 1.5 s)"], True),
        (["a ... s)"], ["a 1.5 s"], False),
        (["XX...X"], ["XXabcX"], False),
    ],
)
def test_matches(expected: list[str], got: list[str], same: bool) -> None:
    assert matches(expected, got) is same


@pytest.mark.parametrize(
    ("text", "got"),
    [
        (block("python", ">>> 1 + 1", "3"), ("2",)),
        (block("pycon", ">>> 1 + 1"), ("2",)),
        (block("python", ">>> x = 1", "1"), ()),
        (block("python", ">>> print('a\\n\\nb ')", "a"), ("a", "<BLANKLINE>", "b")),
        (block("python", ">>> 1 / 0"), (DIVISION,)),
        (
            block("python", ">>> 1 / 0", "Traceback (most recent call last):", "KeyError: 1"),
            ("Traceback (most recent call last):", "    ...", DIVISION),
        ),
        (block("python", "import harary.no_such"), None),
        (block("python", ">>> import warnings", ">>> warnings.warn('old')"), ("UserWarning: old",)),
        (
            block("console", "$ cat missing"),
            ("cat: missing: No such file or directory", "[exit 1]"),
        ),
        (block("console", "$ cat /dev/null", "text"), ()),
        (block("console", "$ cat /dev/null", "[exit 2]"), ()),
    ],
)
def test_a_difference_is_reported(text: str, got: tuple[str, ...] | None, tmp_path: Path) -> None:
    (difference,) = run(text, tmp_path)
    if got is not None:
        assert difference.got == got
        assert all(line in str(difference) for line in got)


@pytest.mark.parametrize(
    "text",
    [
        block("python", ">>> 1 + 1", "2"),
        block("python", ">>> 1 / 0", "Traceback (most recent call last):", DIVISION),
        block("text", "$ rm x", ">>> 1", "2"),
        block("console", "$ cat /dev/null"),
        block("console", "$ cat missing", "...", "[exit 1]"),
        block("console", "$ cat \\", "> /dev/null"),
    ],
)
def test_what_is_recorded_passes(text: str, tmp_path: Path) -> None:
    assert run(text, tmp_path) == []


def test_blocks_share_names_and_files(tmp_path: Path) -> None:
    text = (
        block("python", "from pathlib import Path", "name = 'x.txt'")
        + block("python", ">>> Path(name).write_text('one\\n')", "4")
        + block("console", "$ cat x.txt", "one", "$ cat x.txt > y.txt")
        + block("pycon", ">>> Path('y.txt').read_text()", "'one\\n'")
    )
    before = Path.cwd()
    assert run(text, tmp_path) == []
    assert Path.cwd() == before


def test_update_records_what_was_got(tmp_path: Path) -> None:
    text = "\n".join(
        [
            "# Title",
            "- list",
            "  ```python",
            "  >>> for i in range(2):",
            "  ...     print(i)",
            "  7",
            "  >>> 3",
            "  3",
            "  >>> 4",
            "  ```",
            "```console",
            "$ cat missing",
            "old",
            "older",
            "$ cat /dev/null",
            "oldest",
            "```",
            "end",
            "",
        ]
    )
    recorded = updated(text, run(text, tmp_path))
    assert recorded.splitlines()[5:] == [
        "  0",
        "  1",
        "  >>> 3",
        "  3",
        "  >>> 4",
        "  4",
        "  ```",
        "```console",
        "$ cat missing",
        "cat: missing: No such file or directory",
        "[exit 1]",
        "$ cat /dev/null",
        "```",
        "end",
    ]


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(block("python", ">>> 1", "2") + block("python", ">>> 1 / 0"))
    assert examples.main([str(page)]) == 1
    assert examples.main(["--update", str(page)]) == 1
    # The exception is nobody's intent, so it stays a difference.
    assert page.read_text() == block("python", ">>> 1", "1") + block("python", ">>> 1 / 0")
    assert "recorded 1" in capsys.readouterr().out
    page.write_text(block("python", ">>> 1", "1"))
    assert examples.main([str(page)]) == 0
    page.write_text(block("console", "$ make"))
    assert examples.main([str(page)]) == 1


@pytest.mark.parametrize(
    "program", ["exit 70", "kill -9 $$", "echo 'Traceback (most recent call last):'; exit 1"]
)
def test_a_crash_is_not_recordable(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "elsewhere" / "harary"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\n{program}\n")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script.with_name("python")))
    (difference,) = run(block("console", "$ harary", "fine"), tmp_path)
    assert not difference.recordable


def test_without_a_script_the_module_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    assert run(block("console", "$ harary show x", "-m harary show x"), tmp_path) == []
