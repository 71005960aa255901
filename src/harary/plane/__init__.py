"""The plane: pavings and periodic pairings that stop shapes, and proofs that there are none."""

from harary.plane.classification import Bounds, Classification, Status, classify
from harary.plane.decision import MOST_AREA, MOST_SIDE, Answer, decide, smallest
from harary.plane.families import family
from harary.plane.lattice import Lattice, lattices
from harary.plane.model import Rectangle
from harary.plane.pairing import PeriodicPairing
from harary.plane.picture import coloured, drawing, svg
from harary.plane.refutation import Refutation
from harary.plane.symmetry import SYMMETRIES, Symmetry
from harary.plane.targets import Targets

__all__ = [
    "MOST_AREA",
    "MOST_SIDE",
    "SYMMETRIES",
    "Answer",
    "Bounds",
    "Classification",
    "Lattice",
    "PeriodicPairing",
    "Rectangle",
    "Refutation",
    "Status",
    "Symmetry",
    "Targets",
    "classify",
    "coloured",
    "decide",
    "drawing",
    "family",
    "lattices",
    "smallest",
    "svg",
]
