"""Quantified Boolean formulas: building, statistics, files, simplification."""

from harary.qbf.formula import FALSE, TRUE, Any, Family, Formula, FormulaError, Group
from harary.qbf.qcir import read_qcir, write_qcir
from harary.qbf.qdimacs import read_qdimacs, write_qdimacs
from harary.qbf.question import BitCode, CellCode, MoveCode, Question
from harary.qbf.simplify import Simplified, simplify
from harary.qbf.statistics import Statistics, statistics

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
    "Simplified",
    "Statistics",
    "read_qcir",
    "read_qdimacs",
    "simplify",
    "statistics",
    "write_qcir",
    "write_qdimacs",
]
