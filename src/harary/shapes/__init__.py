"""Polyominoes and other shapes: names, drawings, symmetries, enumeration."""

from harary.shapes.drawing import from_digits, is_drawing, parse_drawing, to_digits
from harary.shapes.enumerate import MAX_ENUMERATED, fixed_polyominoes, free_polyominoes
from harary.shapes.gallery import GalleryEntry, Status, gallery
from harary.shapes.names import aliases_of, name_of, named_shapes, parse_shape, text_of
from harary.shapes.shape import Cell, Shape

__all__ = [
    "MAX_ENUMERATED",
    "Cell",
    "GalleryEntry",
    "Shape",
    "Status",
    "aliases_of",
    "fixed_polyominoes",
    "free_polyominoes",
    "from_digits",
    "gallery",
    "is_drawing",
    "name_of",
    "named_shapes",
    "parse_drawing",
    "parse_shape",
    "text_of",
    "to_digits",
]
