//! Long work under Python's eyes.
//!
//! The work runs detached from the interpreter. At every beat the engine calls
//! back, and here the thread attaches again, lets Python handle signals (Ctrl-C)
//! and now and then calls the user's progress function. An exception from either
//! stops the work and is raised once it has stopped.

use harary_engine::watch::{Limits, Progress, Watch};
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// The time between two calls of the progress function.
const REPORT: Duration = Duration::from_millis(100);

/// Runs detached work with a watch.
pub fn watched<T: Send>(
    py: Python<'_>,
    timeout: Option<Duration>,
    memory: Option<u64>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut Watch<'_>) -> T + Send,
) -> PyResult<T> {
    let limits = Limits::new(timeout, memory);
    let mut raised = None;
    let result = py.detach(|| {
        let mut reported = Instant::now();
        let callback = |at: Progress| {
            let answer = Python::attach(|py| {
                py.check_signals()?;
                match &progress {
                    Some(report) if reported.elapsed() >= REPORT => {
                        reported = Instant::now();
                        report.call1(py, (at.layer, at.positions)).map(|_| ())
                    }
                    _ => Ok(()),
                }
            });
            match answer {
                Ok(()) => true,
                Err(error) => {
                    raised = Some(error);
                    false
                }
            }
        };
        work(&mut Watch::new(limits, Box::new(callback)))
    });
    match raised {
        Some(error) => Err(error),
        None => Ok(result),
    }
}
