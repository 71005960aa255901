"""Families of sets of fixed polyominoes, each set once up to the symmetries of the square.

===============  ==============================================================================
``pairs:N``      the pairs of fixed polyominoes of up to N cells that Maker does not achieve alone
``triples:N``    the same with three
``subsets:S``    what can be chosen from the orientations of a shape S (``subsets:snaky``)
``free:N``       each polyomino of N cells or fewer in all of its orientations: Harary's game
===============  ==============================================================================

Alone, Maker achieves these fixed polyominoes of the plane: the single cell, the dominoes, and the
L-trominoes, which leaves both I-trominoes and whatever has four cells and more (paper 002, whose
ground set this is for N = 6; ``tests/test_plane.py`` has both halves proved up to six cells).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from harary.errors import InputError
from harary.games import Row
from harary.plane.symmetry import SYMMETRIES
from harary.plane.targets import Form, Targets, at_corner, contains
from harary.shapes import fixed_polyominoes, free_polyominoes

__all__ = ["FormSet", "canonical", "family", "ground_set", "implies", "parts", "set_text"]

FormSet = tuple[Form, ...]
"""Forms in order; of a set and its images under symmetries, the first."""

#: More sets than these are not listed.
MAX_SETS = 2_000_000
_EXPECTED = "expected pairs:N, triples:N, subsets:SHAPE or free:N, such as pairs:6, subsets:snaky"


def family(text: str) -> list[FormSet]:
    """The sets of a family.

    >>> [len(family(text)) for text in ("pairs:4", "pairs:5", "subsets:snaky")]
    [42, 502, 42]
    """
    name, colon, what = text.partition(":")
    if not colon or not what:
        raise InputError(f"family {text!r}: {_EXPECTED}")
    if name == "subsets":
        targets = Targets.parse(what)
        if any(isinstance(target, Row) for target in targets.targets) or len(targets.forms) > 16:
            raise InputError(f"family {text!r}: expected shapes of at most 16 orientations in all")
        return sorted(_subsets(targets.forms), key=_order)
    if name not in ("pairs", "triples", "free"):
        raise InputError(f"family {text!r}: {_EXPECTED}")
    if not (what.isascii() and what.isdigit() and 1 <= int(what[:4]) <= 8):
        raise InputError(f"family {text!r}: expected a number of cells from 1 to 8 after {name}:")
    cells = int(what)
    if name == "free":
        shapes = [shape for size in range(1, cells + 1) for shape in free_polyominoes(size)]
        return [canonical(shape.orientations) for shape in shapes]
    ground = ground_set(cells)
    size = 2 if name == "pairs" else 3
    count = len(ground) ** size // (2 if size == 2 else 6)
    if count > MAX_SETS:
        raise InputError(f"family {text!r}: about {count:,} sets, expected at most {MAX_SETS:,}")
    return _chosen(ground, size)


def ground_set(cells: int) -> list[Form]:
    """The fixed polyominoes of up to so many cells that Maker does not achieve alone.

    >>> [len(ground_set(cells)) for cells in (2, 3, 4, 5, 6)]
    [0, 2, 21, 84, 300]
    """
    lines: list[Form] = [((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0))]
    found = lines if cells >= 3 else []
    for size in range(4, cells + 1):
        found += [shape.cells for shape in fixed_polyominoes(size)]
    return sorted(found, key=_form_order)


def canonical(forms: Iterable[Form]) -> FormSet:
    """The first of the images of a set."""
    own = set(forms)
    images = (
        tuple(sorted((at_corner(map(symmetry, form)) for form in own), key=_form_order))
        for symmetry in SYMMETRIES
    )
    return min(images, key=_order)


def set_text(forms: FormSet) -> str:
    """The set as in a game text.

    >>> set_text((((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0))))
    'X/X/X=+XXX='
    """
    return Targets.of_forms(forms).text


def implies(larger: FormSet, smaller: FormSet) -> bool:
    """Whether every member of a set, turned or reflected, contains a member of another.

    Whoever achieves the first set then achieves the second.

    >>> implies(family("free:4")[8], family("free:3")[3])
    True
    """
    return any(
        all(
            any(contains(at_corner(map(symmetry, form)), part) for part in smaller)
            for form in larger
        )
        for symmetry in SYMMETRIES
    )


def parts(forms: FormSet) -> Iterator[FormSet]:
    """What is left when one form is taken away."""
    if len(forms) > 1:
        for form in forms:
            yield canonical(other for other in forms if other != form)


def _chosen(ground: list[Form], size: int) -> list[FormSet]:
    """Choices up to symmetry, by numbers: canonical() on each would take too long."""
    place = {form: number for number, form in enumerate(ground)}
    turned = [[place[at_corner(map(symmetry, form))] for form in ground] for symmetry in SYMMETRIES]
    return [
        tuple(ground[number] for number in choice)
        for choice in combinations(range(len(ground)), size)
        if all(choice <= tuple(sorted(images[n] for n in choice)) for images in turned)
    ]


def _subsets(forms: tuple[Form, ...]) -> set[FormSet]:
    return {
        canonical(choice)
        for size in range(1, len(forms) + 1)
        for choice in combinations(forms, size)
    }


def _form_order(form: Form) -> tuple[int, Form]:
    return len(form), form


def _order(forms: FormSet) -> tuple[int, list[tuple[int, Form]]]:
    return len(forms), [_form_order(form) for form in forms]
