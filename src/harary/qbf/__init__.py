"""Quantified Boolean formulas: building, statistics, files, simplification, solvers."""

from harary.qbf.answer import Answer, Stage
from harary.qbf.formula import FALSE, TRUE, Any, Family, Formula, FormulaError, Group
from harary.qbf.portfolio import run_portfolio
from harary.qbf.programs import MissingProgramError
from harary.qbf.question import BitCode, CellCode, MoveCode, Question
from harary.qbf.solver import run_solver

__all__ = [
    "FALSE",
    "TRUE",
    "Answer",
    "Any",
    "BitCode",
    "CellCode",
    "Family",
    "Formula",
    "FormulaError",
    "Group",
    "MissingProgramError",
    "MoveCode",
    "Question",
    "Stage",
    "run_portfolio",
    "run_solver",
]
