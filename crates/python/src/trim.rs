//! `trim`: a SAT solver's trace that no pairing exists, cut down to its needed lemmas.

use crate::convert;
use crate::watch::watched;
use harary_engine::trim::{self as engine, Step};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

fn step(line: &str) -> PyResult<Step> {
    let wrong = || PyValueError::new_err(format!("a line of a trace: {line:?}"));
    let (learned, rest) = match line.strip_prefix("d ") {
        Some(rest) => (false, rest),
        None => (true, line),
    };
    let mut literals = rest
        .split_ascii_whitespace()
        .map(str::parse)
        .collect::<Result<Vec<i32>, _>>()
        .map_err(|_| wrong())?;
    if literals.pop() != Some(0) {
        return Err(wrong());
    }
    Ok(Step { learned, literals })
}

/// The needed lemmas of a trace, each with its hints.
#[pyfunction]
pub fn trim(
    py: Python<'_>,
    ends: Vec<(u32, u32)>,
    formula: Vec<Vec<i32>>,
    trace: Vec<String>,
) -> PyResult<Vec<(Vec<i32>, Vec<u32>)>> {
    let trace = trace
        .iter()
        .map(|line| step(line))
        .collect::<PyResult<Vec<_>>>()?;
    let found = watched(py, None, None, None, |watch| {
        engine::trim(&ends, &formula, &trace, watch)
    })?;
    let lemmas = found
        .map_err(convert::value_error)?
        .map_err(convert::value_error)?;
    Ok(lemmas
        .into_iter()
        .map(|lemma| (lemma.literals, lemma.hints))
        .collect())
}
