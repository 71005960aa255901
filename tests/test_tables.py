"""The counted tables of the docs are those of today, and agree with what is known elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import tables


@pytest.mark.parametrize("page", tables.PAGES, ids=lambda page: page.name)
def test_the_tables_are_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert tables.rewritten(text) == text, "run make tables"


def test_every_table_is_on_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in tables.PAGES)
    for name in tables.TABLES:
        assert text.count(f"<!-- table {name} -->") == 1
