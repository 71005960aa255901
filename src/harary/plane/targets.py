"""What has to be stopped on the plane: shapes and rows, as fixed forms.

A game text without its board, such as ``snaky`` or ``XXX=+X/X/X=``, names *targets*. On the
plane each stands for its *forms*: sets of cells up to translation, one for each orientation that
counts. Whoever stops a form stops every form that contains it, so only the forms that contain no
other need a look.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from harary.errors import GameTextError
from harary.games import Row, Target, ordered_targets, parse_targets, target_text
from harary.plane.symmetry import SYMMETRIES, Symmetry
from harary.shapes import Cell, Shape

__all__ = ["Form", "Targets", "at_corner", "contains", "form_text"]

#: A larger shape has too many pairs.
MAX_CELLS = 100

Form = tuple[Cell, ...]
"""Cells from the corner (0, 0) on, sorted."""


class Targets:
    """Shapes and rows, of which Maker wants one.

    >>> Targets.parse("tippy").text, len(Targets.parse("tippy").forms)
    ('tippy', 4)
    """

    def __init__(self, targets: Iterable[Target]) -> None:
        self.targets = ordered_targets(targets)
        for target in self.targets:
            size = target.length if isinstance(target, Row) else len(target)
            if not 1 <= size <= MAX_CELLS:
                raise GameTextError(
                    f"{target_text(target)[:40]}: expected 1 to {MAX_CELLS} cells, it has {size}"
                )

    @classmethod
    def parse(cls, text: str) -> Targets:
        """Read shapes and rows joined by ``+``."""
        return cls(parse_targets(text))

    @classmethod
    def of_forms(cls, forms: Iterable[Form]) -> Targets:
        """Fixed shapes."""
        return cls(Shape(form, fixed=True) for form in forms)

    @property
    def text(self) -> str:
        """As in a game text: names where shapes have names."""
        return "+".join(map(target_text, self.targets))

    @property
    def drawn(self) -> str:
        """As in a proof: every shape drawn."""
        return "+".join(
            target.text if isinstance(target, Row) else target.drawing for target in self.targets
        )

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """Every form, sorted."""
        found: set[Form] = set()
        for target in self.targets:
            found.update(_forms_of(target))
        return tuple(sorted(found))

    @property
    def listed(self) -> list[Form]:
        """The forms target by target, as a checker meets them; two targets may share one."""
        return [form for target in self.targets for form in sorted(set(_forms_of(target)))]

    @cached_property
    def least(self) -> tuple[Form, ...]:
        """The forms that contain no other form."""
        return tuple(
            form
            for form in self.forms
            if not any(len(other) < len(form) and contains(form, other) for other in self.forms)
        )

    @cached_property
    def group(self) -> list[Symmetry]:
        """The symmetries of the square that map the forms to each other."""
        own = set(self.forms)
        return [
            symmetry
            for symmetry in SYMMETRIES
            if {at_corner(map(symmetry, form)) for form in own} == own
        ]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Targets) and self.targets == other.targets

    def __hash__(self) -> int:
        return hash(self.targets)

    def __repr__(self) -> str:
        return f"Targets.parse({self.text!r})"


def at_corner(cells: Iterable[Cell]) -> Form:
    """Cells moved to the corner, sorted."""
    listed = list(cells)
    left = min(x for x, _ in listed)
    low = min(y for _, y in listed)
    return tuple(sorted((x - left, y - low) for x, y in listed))


def contains(form: Form, part: Form) -> bool:
    """Whether a form holds a translate of another.

    >>> contains(((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1)))
    True
    """
    own = set(form)
    x, y = part[0]
    return any(all((u - x + dx, v - y + dy) in own for u, v in part) for dx, dy in form)


def form_text(form: Form) -> str:
    """The drawing of a form."""
    return Shape(form, fixed=True).drawing


def _forms_of(target: Target) -> Iterable[Form]:
    if isinstance(target, Shape):
        return target.orientations
    ways = ((0, 1), (1, -1), (1, 0), (1, 1))
    return [at_corner((x * step, y * step) for step in range(target.length)) for x, y in ways]
