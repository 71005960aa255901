"""Quantified Boolean formulas: building, statistics, files, simplification, solvers."""

from harary.qbf.answer import Answer, Stage
from harary.qbf.files import read_formula, write_formula
from harary.qbf.formula import FALSE, TRUE, Any, Family, Formula, FormulaError, Group
from harary.qbf.portfolio import run_portfolio
from harary.qbf.programs import MissingProgramError
from harary.qbf.qcir import read_qcir, write_qcir
from harary.qbf.qdimacs import read_qdimacs, write_qdimacs
from harary.qbf.question import BitCode, CellCode, MoveCode, Question
from harary.qbf.simplify import Simplified, simplify
from harary.qbf.solver import run_solver
from harary.qbf.statistics import Statistics, statistics

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
    "Simplified",
    "Stage",
    "Statistics",
    "read_formula",
    "read_qcir",
    "read_qdimacs",
    "run_portfolio",
    "run_solver",
    "simplify",
    "statistics",
    "write_formula",
    "write_qcir",
    "write_qdimacs",
]
