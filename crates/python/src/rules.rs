//! `Rules`: a game, checked.

use crate::convert;
use harary_engine::rules::{Description, Player, Rules as Engine};
use pyo3::prelude::*;
use std::sync::Arc;

/// A game that can be played.
#[pyclass(module = "harary._engine", frozen)]
pub struct Rules {
    pub inner: Arc<Engine>,
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (
        cells, black_sets, white_sets, movers, *,
        black = Vec::new(), white = Vec::new(), first_moves = None, first_any = false, weak = false
    ))]
    #[allow(clippy::too_many_arguments)] // keyword arguments in Python
    fn new(
        #[pyo3(from_py_with = convert::size)] cells: usize,
        #[pyo3(from_py_with = convert::rows)] black_sets: Vec<Vec<u16>>,
        #[pyo3(from_py_with = convert::rows)] white_sets: Vec<Vec<u16>>,
        #[pyo3(from_py_with = convert::players)] movers: Vec<Player>,
        #[pyo3(from_py_with = convert::cells)] black: Vec<u16>,
        #[pyo3(from_py_with = convert::cells)] white: Vec<u16>,
        #[pyo3(from_py_with = convert::optional_cells)] first_moves: Option<Vec<u16>>,
        first_any: bool,
        weak: bool,
    ) -> PyResult<Self> {
        let description = Description {
            cells,
            black_sets,
            white_sets,
            movers,
            black,
            white,
            first_moves,
            first_any,
            weak,
        };
        let inner = Arc::new(Engine::new(description).map_err(convert::value_error)?);
        Ok(Self { inner })
    }
}
