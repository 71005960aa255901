//! Formulas: `write_qdimacs`, `format_qdimacs`, `parse_qdimacs` and `simplify`.
//!
//! Clauses come in through the buffer protocol and go out as bytes of native
//! 32-bit integers, so that an array library takes them as they are. While a
//! formula is written, the array stays Python's: pieces are copied out of it with
//! the interpreter attached, and checked and written detached. Between two pieces
//! Python handles signals, and whoever changes the array meanwhile gets a strange
//! file, not a crash.

use crate::convert;
use crate::watch::watched;
use harary_engine::formula::{Audit, Block, Prefix, Quantifier};
use harary_engine::qdimacs::{self, Sink, Writer};
use harary_engine::simplify::{self as engine, Steps};
use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice, PyTuple};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Literals in a piece: milliseconds of work, tens of them with compression.
const PIECE: usize = 1 << 18;

fn block(value: &Bound<'_, PyAny>) -> PyResult<Block> {
    let (quantifier, first, last): (String, Bound<'_, PyAny>, Bound<'_, PyAny>) =
        value.extract()?;
    let quantifier = match quantifier.as_str() {
        "e" => Quantifier::Exists,
        "a" => Quantifier::Forall,
        other => {
            return Err(PyValueError::new_err(format!(
                "quantifier {other:?} is neither 'e' nor 'a'"
            )));
        }
    };
    Ok(Block {
        quantifier,
        first: convert::variable(&first)?,
        last: convert::variable(&last)?,
    })
}

fn prefix(values: &Bound<'_, PyAny>) -> PyResult<Prefix> {
    Prefix::new(convert::list(values, block)?).map_err(convert::value_error)
}

/// An error of the system as Python raises it: with the number, hence of the right class.
fn os_error(error: io::Error, path: &Path) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(error.to_string());
    };
    let text = error.to_string();
    let text = text.strip_suffix(&format!(" (os error {code})"));
    let text = text.map_or_else(|| error.to_string(), str::to_owned);
    // On Windows the fourth counts, elsewhere the first.
    PyOSError::new_err((code, text, path.as_os_str().to_owned(), code))
}

/// Clauses in an array of Python, seen through a `memoryview`.
pub struct Clauses<'py> {
    view: Bound<'py, PyMemoryView>,
    length: usize,
}

impl<'py> Clauses<'py> {
    fn new(array: &Bound<'py, PyAny>) -> PyResult<Self> {
        let buffer = PyUntypedBuffer::get(array)?;
        if buffer.dimensions() != 1 {
            return Err(PyValueError::new_err(
                "the clauses are not an array of one dimension",
            ));
        }
        let length = buffer.item_count();
        if length > 0 {
            // An empty array may lie anywhere, which would be refused.
            buffer.as_typed::<i32>()?;
        }
        Ok(Self {
            view: PyMemoryView::from(array)?,
            length,
        })
    }

    fn copy(&self, range: Range<usize>) -> PyResult<Vec<i32>> {
        if range.is_empty() {
            return Ok(Vec::new());
        }
        let py = self.view.py();
        let slice = PySlice::new(py, range.start as isize, range.end as isize, 1);
        PyBuffer::get(&self.view.get_item(slice)?)?.to_vec(py)
    }

    /// Detached work on all literals, piece by piece.
    fn each_piece(&self, mut work: impl FnMut(&[i32]) -> PyResult<()> + Send) -> PyResult<()> {
        let py = self.view.py();
        for first in (0..self.length).step_by(PIECE) {
            let piece = self.copy(first..self.length.min(first + PIECE))?;
            py.detach(|| work(&piece))?;
            py.check_signals()?;
        }
        Ok(())
    }

    /// Checks all literals and counts the clauses.
    fn count(&self, prefix: &Prefix) -> PyResult<u64> {
        let mut audit = Audit::new(prefix);
        self.each_piece(|piece| audit.feed(piece).map_err(convert::value_error))?;
        audit.finish().map_err(convert::value_error)
    }
}

/// Write a formula to a file; returns the bytes of text.
#[pyfunction]
#[pyo3(signature = (path, comments, prefix, clauses, *, gzip = false))]
pub fn write_qdimacs(
    py: Python<'_>,
    path: PathBuf,
    comments: Vec<String>,
    #[pyo3(from_py_with = prefix)] prefix: Prefix,
    #[pyo3(from_py_with = Clauses::new)] clauses: Clauses<'_>,
    gzip: bool,
) -> PyResult<u64> {
    let count = clauses.count(&prefix)?;
    let failed = |error| os_error(error, &path);
    let mut writer = py.detach(|| {
        let sink = Sink::create(&path, gzip).map_err(failed)?;
        Writer::new(sink, &comments, &prefix, count).map_err(failed)
    })?;
    clauses.each_piece(|piece| writer.clauses(piece).map_err(failed))?;
    py.detach(|| {
        let (sink, bytes) = writer.finish().map_err(failed)?;
        sink.close().map_err(failed)?;
        Ok(bytes)
    })
}

/// The text of a formula.
#[pyfunction]
pub fn format_qdimacs<'py>(
    py: Python<'py>,
    comments: Vec<String>,
    #[pyo3(from_py_with = prefix)] prefix: Prefix,
    #[pyo3(from_py_with = Clauses::new)] clauses: Clauses<'_>,
) -> PyResult<Bound<'py, PyBytes>> {
    let count = clauses.count(&prefix)?;
    let mut writer = Writer::new(Vec::new(), &comments, &prefix, count)?;
    clauses.each_piece(|piece| Ok(writer.clauses(piece)?))?;
    let (text, _) = writer.finish()?;
    Ok(PyBytes::new(py, &text))
}

/// Numbers as an array library reads them.
fn native<'py>(py: Python<'py>, numbers: &[i32]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, size_of_val(numbers), |bytes| {
        for (word, number) in bytes.chunks_exact_mut(4).zip(numbers) {
            word.copy_from_slice(&number.to_ne_bytes());
        }
        Ok(())
    })
}

/// Read the text of a formula.
#[pyfunction]
pub fn parse_qdimacs<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyBytes>,
) -> PyResult<Bound<'py, PyTuple>> {
    let text = data.as_bytes();
    let parsed = watched(py, None, None, None, |watch| qdimacs::parse(text, watch))?;
    let parsed = parsed.map_err(convert::value_error)?;
    let prefix: Vec<_> = parsed
        .prefix
        .iter()
        .map(|(quantifier, variables)| Ok((quantifier.letter(), native(py, variables)?)))
        .collect::<PyResult<_>>()?;
    (
        parsed.comments,
        parsed.variables,
        parsed.declared_clauses,
        prefix,
        native(py, &parsed.clauses)?,
    )
        .into_pyobject(py)
}

/// Simplify a formula without search.
#[pyfunction]
#[pyo3(signature = (
    prefix, clauses, *, units = true, pure = true, duplicates = true, unused = true
))]
pub fn simplify<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = prefix)] prefix: Prefix,
    #[pyo3(from_py_with = Clauses::new)] clauses: Clauses<'py>,
    units: bool,
    pure: bool,
    duplicates: bool,
    unused: bool,
) -> PyResult<Bound<'py, PyTuple>> {
    let steps = Steps {
        units,
        pure,
        duplicates,
        unused,
    };
    let literals = clauses.copy(0..clauses.length)?;
    let found = watched(py, None, None, None, |watch| {
        engine::simplify(&prefix, &literals, steps, watch)
    })?;
    let found = found.map_err(convert::value_error)?;
    (
        found.verdict,
        native(py, &found.kept)?,
        native(py, &found.clauses)?,
        native(py, &found.assigned)?,
        native(py, &found.origin)?,
    )
        .into_pyobject(py)
}
