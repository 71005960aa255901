//! Python values as engine values.
//!
//! Any iterable of integers is a list of cells: lists, tuples, ranges, arrays.
//! A number that is out of range is a `ValueError` that names it, whatever its
//! size; only a value that is no integer at all is a `TypeError`.

use harary_engine::rules::Player;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::time::Duration;

/// An error of the engine as a `ValueError` with the same words.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn integer<T>(value: &Bound<'_, PyAny>, what: &str) -> PyResult<T>
where
    T: TryFrom<i64>,
{
    let out_of_range = || PyValueError::new_err(format!("{what} {value} is out of range"));
    match value.extract::<i64>() {
        Ok(number) => T::try_from(number).map_err(|_| out_of_range()),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Err(out_of_range()),
        Err(error) => Err(error),
    }
}

/// A number of things: cells, stones, threads, bytes.
pub fn size(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    integer(value, "the number")
}

pub fn optional_size(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if value.is_none() {
        Ok(None)
    } else {
        size(value).map(Some)
    }
}

pub fn colour(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    integer(value, "colour")
}

pub fn cell(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    integer(value, "cell")
}

pub fn variable(value: &Bound<'_, PyAny>) -> PyResult<i32> {
    integer(value, "variable")
}

pub fn player(value: &Bound<'_, PyAny>) -> PyResult<Player> {
    match integer(value, "player")? {
        0u8 => Ok(Player::Black),
        1 => Ok(Player::White),
        other => Err(PyValueError::new_err(format!(
            "player {other} is neither 0 (Black) nor 1 (White)"
        ))),
    }
}

/// A list of whatever one value is converted to.
pub fn list<T>(
    values: &Bound<'_, PyAny>,
    convert: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    values.try_iter()?.map(|value| convert(&value?)).collect()
}

pub fn cells(values: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
    list(values, cell)
}

pub fn optional_cells(values: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u16>>> {
    if values.is_none() {
        Ok(None)
    } else {
        cells(values).map(Some)
    }
}

/// Lists of cells: winning sets, or permutations.
pub fn rows(values: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u16>>> {
    list(values, cells)
}

pub fn players(values: &Bound<'_, PyAny>) -> PyResult<Vec<Player>> {
    list(values, player)
}

pub fn colours(values: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    list(values, colour)
}

/// Seconds; infinity is no limit.
pub fn seconds(value: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
    let Some(seconds) = value.extract::<Option<f64>>()? else {
        return Ok(None);
    };
    if seconds.is_nan() || seconds < 0.0 {
        return Err(PyValueError::new_err(format!(
            "a time limit of {seconds} seconds"
        )));
    }
    // What a duration cannot hold is longer than anybody waits.
    Ok(Duration::try_from_secs_f64(seconds).ok())
}
