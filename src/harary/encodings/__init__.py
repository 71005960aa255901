"""Encodings: from a game and a length to a formula, one file each.

>>> from harary.text import game
>>> formula = encode(game("tippy@5x5"), "cor-plus", symmetry=False)
>>> len(formula.prefix), formula.clause_count
(25, 3926)
"""

from __future__ import annotations

from typing import Any

from harary.encodings import cor_plus, cover, dys, pairing
from harary.encodings.interface import EncodeOptions, Encoding, EncodingError
from harary.errors import InputError
from harary.games import Player, PositionalGame
from harary.qbf import Formula

__all__ = ["ENCODINGS", "EncodeOptions", "Encoding", "EncodingError", "encode", "encoding"]

#: Every encoding by its name.
ENCODINGS: dict[str, Encoding] = {
    module.ENCODING.name: module.ENCODING for module in (cor_plus, dys, cover, pairing)
}


def encoding(name: str) -> Encoding:
    """The encoding with this name."""
    found = ENCODINGS.get(name)
    if found is None:
        raise InputError(f"encoding {name!r}: expected one of {', '.join(ENCODINGS)}")
    return found


def encode(
    game: PositionalGame, name: str = "cor-plus", length: int | None = None, **options: Any
) -> Formula:
    """The formula of a game within a length, by the named encoding.

    The options are the fields of :class:`EncodeOptions`; words will do for players and
    groups: ``view="white"``, ``without=["(13)"]``.
    """
    if "view" in options:
        try:
            options["view"] = Player(options["view"])
        except ValueError:
            raise InputError(f"view {options['view']!r}: expected black or white") from None
    if "without" in options:
        groups = options["without"]
        options["without"] = frozenset([groups] if isinstance(groups, str) else groups)
    try:
        chosen = EncodeOptions(**options)
    except TypeError:
        known = ", ".join(EncodeOptions.__dataclass_fields__)
        raise InputError(f"options {', '.join(options)}: expected some of {known}") from None
    found = encoding(name)
    found.check_options(options)
    return found.encode(game, length, chosen)
