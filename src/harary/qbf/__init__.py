"""Quantified Boolean formulas: building, statistics, files, simplification."""

from harary.qbf.formula import FALSE, TRUE, Any, Family, Formula, FormulaError, Group
from harary.qbf.question import BitCode, CellCode, MoveCode, Question

__all__ = [
    "FALSE",
    "TRUE",
    "Any",
    "BitCode",
    "CellCode",
    "Family",
    "Formula",
    "FormulaError",
    "Group",
    "MoveCode",
    "Question",
]
