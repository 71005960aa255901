"""``harary.game``: one text, or the path of a file, gives a game."""

from __future__ import annotations

import os
from pathlib import PurePath

from harary.errors import GameTextError
from harary.games import PositionalGame, Rule, parse_game

__all__ = ["game"]


def game(text: str | os.PathLike[str], *, rule: Rule | str | None = None) -> PositionalGame:
    """The game that a text names, or that a ``.pg`` or ``.hex`` file holds.

    ``rule`` (strong or weak) overrides the rule of a file; in a game text write ``:weak``.

    >>> game("tippy@4x4:torus,p=2,q=1").rule
    <Rule.STRONG: 'strong'>
    """
    wanted = None if rule is None else _rule(rule)
    name = os.fspath(text)
    suffix = PurePath(name).suffix.lower()
    if suffix == ".pg":
        from harary.formats.pg import read_pg

        found = read_pg(name)
    elif suffix == ".hex":
        from harary.formats.hexfile import read_hex

        found = read_hex(name)
    elif isinstance(text, str):
        found = parse_game(text)
    else:
        raise GameTextError(f"{name}: expected a .pg or .hex file")
    if wanted is None or wanted is found.rule:
        return found
    if found.text is not None:
        return _reparsed(found, wanted)
    return found.with_rule(wanted)


def _rule(word: Rule | str) -> Rule:
    try:
        return Rule(word)
    except ValueError:
        raise GameTextError(f"rule {word!r}: expected strong or weak") from None


def _reparsed(found: PositionalGame, rule: Rule) -> PositionalGame:
    """A game with a text is named again, so that its text says the rule."""
    head, _, options = str(found).partition(":")
    words = [word for word in options.split(",") if word and word != "weak"]
    if rule is Rule.WEAK:
        words.append("weak")
    return parse_game(head + (":" + ",".join(words) if words else ""))
