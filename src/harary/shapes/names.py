"""The names of shapes: Harary's animals, and the usual names up to six cells.

Harary's names (paper 000, Fig. 2) come first: they are what this field uses. The pentominoes
have their twelve letters (Golomb). The hexominoes have the letters that puzzle makers gave
them; where two share a letter, a word tells them apart (``high-f-hexomino``). The long
N-hexomino is *snaky*. Names ignore case; ``f-pentomino`` may be written ``pentomino-f``.
"""

from __future__ import annotations

from functools import cache

from harary.errors import ShapeError
from harary.shapes.drawing import from_digits, is_drawing, parse_drawing
from harary.shapes.shape import Shape

__all__ = ["aliases_of", "name_of", "named_shapes", "parse_shape", "text_of"]

#: The name that is printed, other names, the drawing.
_TABLE: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("elam", ("monomino",), "X"),
    ("domino", (), "XX"),
    ("tic", ("i-tromino",), "XXX"),
    ("el", ("l-tromino", "v-tromino"), "XX/X."),
    ("fatty", ("o-tetromino", "square"), "XX/XX"),
    ("skinny", ("i-tetromino",), "XXXX"),
    ("elly", ("l-tetromino", "j-tetromino"), "XXX/X.."),
    ("knobby", ("t-tetromino",), "XXX/.X."),
    ("tippy", ("s-tetromino", "z-tetromino"), "XX./.XX"),
    ("f-pentomino", (), ".XX/XX./.X."),
    ("i-pentomino", (), "XXXXX"),
    ("l-pentomino", (), "XXXX/X..."),
    ("n-pentomino", (), "XXX./..XX"),
    ("p-pentomino", (), "XXX/XX."),
    ("t-pentomino", (), "XXX/.X./.X."),
    ("u-pentomino", (), "XXX/X.X"),
    ("v-pentomino", (), "XXX/X../X.."),
    ("w-pentomino", (), "XX./.XX/..X"),
    ("x-pentomino", (), ".X./XXX/.X."),
    ("y-pentomino", (), "XXXX/.X.."),
    ("z-pentomino", (), "XX./.X./.XX"),
    ("snaky", ("long-n-hexomino",), "XXXX./...XX"),
    ("a-hexomino", (), "XXX/XX./X.."),
    ("c-hexomino", (), "XXXX/X..X"),
    ("d-hexomino", (), "XXXX/.XX."),
    ("e-hexomino", (), "XX./.XX/XX."),
    ("high-f-hexomino", (), "X.../XXXX/.X.."),
    ("low-f-hexomino", (), "X.../XXXX/..X."),
    ("high-4-hexomino", (), "XX../.XXX/.X.."),
    ("low-4-hexomino", (), "XXX./..XX/..X."),
    ("g-hexomino", (), "XXX./X.XX"),
    ("h-hexomino", (), "XXX/.X./XX."),
    ("i-hexomino", (), "XXXXXX"),
    ("j-hexomino", (), "XXX/X.X/X.."),
    ("k-hexomino", (), "XX./XXX/.X."),
    ("l-hexomino", (), "XXXXX/X...."),
    ("m-hexomino", (), "XX../.XXX/...X"),
    ("short-n-hexomino", (), "XXX./.XXX"),
    ("o-hexomino", (), "XXX/XXX"),
    ("p-hexomino", (), "XXXX/XX.."),
    ("q-hexomino", (), "XX./XXX/..X"),
    ("r-hexomino", (), "XXX/XX./.X."),
    ("s-hexomino", ("long-s-hexomino",), "XXX../..XXX"),
    ("long-t-hexomino", ("tall-t-hexomino",), "X.../XXXX/X..."),
    ("short-t-hexomino", (), "XXXX/.X../.X.."),
    ("u-hexomino", (), "XXXX/X.X."),
    ("v-hexomino", (), "XXXX/X.../X..."),
    ("wa-hexomino", (), "XXX./..XX/...X"),
    ("wb-hexomino", (), "XX../.XX./..XX"),
    ("wc-hexomino", (), "XX../.XXX/..X."),
    ("x-hexomino", (), ".X../XXXX/.X.."),
    ("italic-x-hexomino", (), ".X../XXXX/..X."),
    ("high-y-hexomino", (), "XXXXX/.X..."),
    ("low-y-hexomino", (), "XXXXX/..X.."),
    ("long-z-hexomino", ("tall-z-hexomino",), "X.../XXXX/...X"),
    ("short-z-hexomino", (), "XXX./..X./..XX"),
)


@cache
def named_shapes() -> dict[str, Shape]:
    """Every name that is printed, with its free shape, fewest cells first."""
    return {name: parse_drawing(drawing) for name, _, drawing in _TABLE}


@cache
def _by_name() -> dict[str, Shape]:
    shapes = dict(named_shapes())
    for name, aliases, _ in _TABLE:
        for alias in aliases:
            shapes[alias] = shapes[name]
    for name in list(shapes):
        letter, dash, family = name.rpartition("-")
        if dash:
            shapes[f"{family}-{letter}"] = shapes[name]
    return shapes


@cache
def _by_shape() -> dict[Shape, str]:
    return {shape: name for name, shape in named_shapes().items()}


def name_of(shape: Shape) -> str | None:
    """The name of a shape, whatever its orientation, or None.

    >>> name_of(Shape([(0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (1, 4)]))
    'snaky'
    """
    return _by_shape().get(shape.as_free())


def aliases_of(name: str) -> tuple[str, ...]:
    """The other names of a shape whose printed name is given."""
    return next((aliases for own, aliases, _ in _TABLE if own == name), ())


def text_of(shape: Shape) -> str:
    """The shortest text that :func:`parse_shape` reads back as this shape.

    >>> text_of(parse_shape("X/XX")), text_of(parse_shape("X/XX="))
    ('el', 'X./XX=')
    """
    if not shape.fixed:
        name = name_of(shape)
        if name is not None:
            return name
    return shape.drawing


def parse_shape(text: str) -> Shape:
    """Read a name, a drawing, or xy digit pairs; a trailing ``=`` keeps the orientation.

    >>> parse_shape("tippy") == parse_shape(".XX/XX.") == parse_shape("00101121")
    True
    """
    if is_drawing(text):
        return parse_drawing(text)
    body = text.removesuffix("=")
    if body.isascii() and body.isdigit():
        shape = from_digits(body)
    else:
        found = _by_name().get(body.lower())
        if found is None:
            raise ShapeError(
                f"no shape {text!r}: expected a name ({_suggestion(body)}) or a drawing such as "
                "XXXX./...XX"
            )
        shape = found
    return shape.as_fixed() if text.endswith("=") else shape


def _suggestion(word: str) -> str:
    """Names that look like the word, or a few to begin with."""
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), _by_name(), n=3)
    if word and not near:
        near = [name for name in _by_name() if name.startswith(word.lower() + "-")]
    if near:
        return "did you mean " + " or ".join(near) + "?"
    return "elam, domino, tic, el, ... snaky; 'harary shapes' lists them"
