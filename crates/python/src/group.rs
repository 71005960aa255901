//! `Group`: all symmetries of a board, ready to be applied.

use crate::convert;
use harary_engine::group::Group as Engine;
use pyo3::prelude::*;

/// A permutation group, given by all of its elements.
#[pyclass(module = "harary._engine", frozen)]
pub struct Group {
    pub inner: Engine,
}

#[pymethods]
impl Group {
    #[new]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = convert::size)] cells: usize,
        #[pyo3(from_py_with = convert::rows)] permutations: Vec<Vec<u16>>,
    ) -> PyResult<Self> {
        let inner = py.detach(|| Engine::new(cells, &permutations));
        Ok(Self {
            inner: inner.map_err(convert::value_error)?,
        })
    }

    fn __len__(&self) -> usize {
        self.inner.order()
    }
}
