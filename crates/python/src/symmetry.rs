//! `automorphisms`: the symmetries of a game.

use crate::convert;
use crate::watch::watched;
use harary_engine::symmetry::{self, SymmetryError};
use harary_engine::watch::Stop;
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use std::time::Duration;

/// Generators of the group, and orbit sizes whose product is its order.
#[pyfunction]
#[pyo3(signature = (cells, black_sets, white_sets, colours, seeds = Vec::new(), *, timeout = None))]
#[allow(clippy::too_many_arguments)] // keyword arguments in Python
pub fn automorphisms(
    py: Python<'_>,
    #[pyo3(from_py_with = convert::size)] cells: usize,
    #[pyo3(from_py_with = convert::rows)] black_sets: Vec<Vec<u16>>,
    #[pyo3(from_py_with = convert::rows)] white_sets: Vec<Vec<u16>>,
    #[pyo3(from_py_with = convert::colours)] colours: Vec<i64>,
    #[pyo3(from_py_with = convert::rows)] seeds: Vec<Vec<u16>>,
    #[pyo3(from_py_with = convert::seconds)] timeout: Option<Duration>,
) -> PyResult<(Vec<Vec<u16>>, Vec<u64>)> {
    let found = watched(py, timeout, None, None, |watch| {
        symmetry::automorphisms(cells, black_sets, white_sets, &colours, &seeds, watch)
    })?;
    match found {
        Ok(found) => Ok((found.generators, found.orbits)),
        Err(SymmetryError::Stopped(stop @ Stop::Timeout)) => {
            Err(PyTimeoutError::new_err(stop.to_string()))
        }
        Err(error) => Err(convert::value_error(error)),
    }
}
