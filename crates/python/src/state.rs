//! `State`: a position to play on.

use crate::convert;
use crate::group::Group;
use crate::rules::Rules;
use harary_engine::rules::Player;
use harary_engine::state::{self, Position};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

/// A position of a game, with moves forwards and back.
#[pyclass(module = "harary._engine")]
pub struct State {
    inner: Box<dyn Position>,
}

#[pymethods]
impl State {
    #[new]
    fn new(rules: &Rules) -> Self {
        Self {
            inner: state::start(rules.inner.clone()),
        }
    }

    /// Place a stone of the player to move.
    fn push(&mut self, #[pyo3(from_py_with = convert::cell)] cell: u16) -> PyResult<()> {
        self.inner.push(cell.into()).map_err(convert::value_error)
    }

    /// Take back the last stone; returns its cell.
    fn pop(&mut self) -> PyResult<usize> {
        self.inner
            .pop()
            .ok_or_else(|| PyIndexError::new_err("no stone has been placed"))
    }

    /// All black stones, ascending.
    #[getter]
    fn black(&self) -> Vec<u16> {
        self.inner.stones(Player::Black)
    }

    /// All white stones, ascending.
    #[getter]
    fn white(&self) -> Vec<u16> {
        self.inner.stones(Player::White)
    }

    /// Who moves: 0 Black, 1 White, None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.inner.to_move().map(Player::index)
    }

    /// Stones left in this turn; 0 when the game is over.
    #[getter]
    fn left(&self) -> usize {
        self.inner.stones_left_in_turn()
    }

    /// Stones placed since the given position.
    #[getter]
    fn stones(&self) -> usize {
        self.inner.history().len()
    }

    /// How the game ended, or None.
    fn outcome(&self) -> Option<&'static str> {
        self.inner.outcome().map(|outcome| outcome.name())
    }

    /// The cells on which the next stone may go, ascending.
    fn legal_moves(&self) -> Vec<u16> {
        self.inner.legal_moves()
    }

    /// What the player misses in his sets without enemy stones, at most `within` cells each.
    fn threats(
        &self,
        #[pyo3(from_py_with = convert::player)] player: Player,
        #[pyo3(from_py_with = convert::size)] within: usize,
    ) -> Vec<Vec<u16>> {
        self.inner.threats(player, within)
    }

    /// The least image of the stones under a group: black and white stones.
    fn canonical(&self, group: &Group) -> PyResult<(Vec<u16>, Vec<u16>)> {
        let (mine, theirs) = (self.inner.rules().cells(), group.inner.cells());
        if mine != theirs {
            let message = format!("the group acts on {theirs} cells, but the board has {mine}");
            return Err(PyValueError::new_err(message));
        }
        let [black, white] = self.inner.canonical(&group.inner);
        Ok((black, white))
    }
}
