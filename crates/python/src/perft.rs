//! `perft`: how many positions a game has, by stones placed.

use crate::convert;
use crate::group::Group;
use crate::rules::Rules;
use crate::watch::watched;
use harary_engine::group::Group as Engine;
use harary_engine::perft::{self as engine, Row};
use harary_engine::watch::Stop;
use pyo3::prelude::*;
use std::time::Duration;

type Outcomes = (u128, u128, u128);
type PyRow = (usize, u128, u128, Outcomes, Outcomes);

fn row(row: &Row) -> PyRow {
    (
        row.stones,
        row.positions,
        row.classes,
        row.finished.into(),
        row.finished_classes.into(),
    )
}

/// Count the positions after 0, 1, ..., `depth` stones, plainly and up to a group.
#[pyfunction]
#[pyo3(signature = (
    rules, depth, group = None, *, threads = 0, timeout = None, memory = None, progress = None
))]
#[allow(clippy::too_many_arguments)] // keyword arguments in Python
pub fn perft(
    py: Python<'_>,
    rules: &Rules,
    #[pyo3(from_py_with = convert::size)] depth: usize,
    group: Option<&Group>,
    #[pyo3(from_py_with = convert::size)] threads: usize,
    #[pyo3(from_py_with = convert::seconds)] timeout: Option<Duration>,
    #[pyo3(from_py_with = convert::optional_size)] memory: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<PyRow>, Option<&'static str>)> {
    let trivial;
    let group = match group {
        Some(group) => &group.inner,
        None => {
            trivial = Engine::trivial(rules.inner.cells());
            &trivial
        }
    };
    let memory = memory.map(|bytes| bytes as u64);
    let census = watched(py, timeout, memory, progress, |watch| {
        engine::perft(&rules.inner, depth, group, threads, watch)
    })?;
    let census = census.map_err(convert::value_error)?;
    let reason = census.stopped.map(|stop| match stop {
        Stop::Timeout => "time",
        Stop::Memory => "memory",
        Stop::Interrupted => unreachable!("an interrupt has raised its exception"),
    });
    Ok((census.rows.iter().map(row).collect(), reason))
}
