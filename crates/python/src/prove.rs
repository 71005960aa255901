//! `prove`: decides a claim and returns the entries of a proof.

use crate::convert;
use crate::group::Group;
use crate::rules::Rules;
use crate::watch::watched;
use harary_engine::group::Group as Engine;
use harary_engine::prove::{
    self as engine, Entry, Failure, Means, Method, Options, Question, Rule, Statistics, Times,
};
use harary_engine::rules::Player;
use harary_engine::watch::Stop;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

type PyChild = (Option<u16>, usize, Option<usize>);
type PyEntry = (
    Vec<u16>,
    Vec<u16>,
    usize,
    &'static str,
    Vec<PyChild>,
    Vec<(u16, u16)>,
    Vec<u16>,
);
type PyStatistics = Vec<(&'static str, u64)>;
type PyAnswer = (
    Option<bool>,
    Vec<PyEntry>,
    PyStatistics,
    Option<&'static str>,
);

fn entry(entry: Entry) -> PyEntry {
    let children = entry
        .children
        .into_iter()
        .map(|child| (child.cell, child.entry, child.element))
        .collect();
    let (rule, pairs, cells) = match entry.rule {
        Rule::Won => ("won", vec![], vec![]),
        Rule::Completes(cells) => ("completes", vec![], cells),
        Rule::Blocked => ("blocked", vec![], vec![]),
        Rule::OutOfStones => ("out-of-stones", vec![], vec![]),
        Rule::Potential => ("potential", vec![], vec![]),
        Rule::Beck => ("beck", vec![], vec![]),
        Rule::Pairs(pairs) => ("pairs", pairs, vec![]),
        Rule::Move => ("move", vec![], vec![]),
        Rule::Reply => ("reply", vec![], vec![]),
    };
    (
        entry.black,
        entry.white,
        entry.moment,
        rule,
        children,
        pairs,
        cells,
    )
}

/// What a search may use: an object with these attributes.
#[derive(Clone, Copy, Debug, FromPyObject)]
pub struct Knowledge {
    pairing: u32,
    sat: u32,
    potential: bool,
    beck: bool,
    threats: u32,
    danger: bool,
    dominated: bool,
    zones: bool,
    symmetric: u32,
    table: u64,
}

impl Knowledge {
    fn options(self) -> Options {
        Options {
            pairing: self.pairing as usize,
            sat: self.sat,
            potential: self.potential,
            beck: self.beck,
            threats: self.threats as usize,
            danger: self.danger,
            dominated: self.dominated,
            zones: self.zones,
            symmetric: self.symmetric as usize,
            joins: false,
            table: self.table,
        }
    }
}

/// More threads than these do not help, and each has a graph of its own.
const MOST_THREADS: usize = 64;

fn named(method: &str) -> PyResult<Method> {
    match method {
        "pns" => Ok(Method::Pns),
        "dfs" => Ok(Method::Dfs),
        "dfpn" => Ok(Method::Dfpn),
        other => Err(PyValueError::new_err(format!(
            "method {other:?} is none of pns, dfs, dfpn"
        ))),
    }
}

fn counts(statistics: &Statistics) -> PyStatistics {
    vec![
        ("positions", statistics.looked_at),
        ("decided at a glance", statistics.glances),
        ("met again", statistics.met_again),
        ("forgotten", statistics.forgotten),
        ("bytes", statistics.bytes),
    ]
}

/// Decide whether a player completes a set first, and why.
#[pyfunction]
#[pyo3(signature = (
    rules, head, cycle, attacker, group = None, *,
    method = "pns", knowledge = None, joins = false, threads = 1, keep = None,
    timeout = None, memory = None, progress = None
))]
#[allow(clippy::too_many_arguments)] // keyword arguments in Python
pub fn prove(
    py: Python<'_>,
    rules: &Rules,
    #[pyo3(from_py_with = convert::players)] head: Vec<Player>,
    #[pyo3(from_py_with = convert::players)] cycle: Vec<Player>,
    #[pyo3(from_py_with = convert::player)] attacker: Player,
    group: Option<&Group>,
    method: &str,
    knowledge: Option<Knowledge>,
    joins: bool,
    #[pyo3(from_py_with = convert::size)] threads: usize,
    keep: Option<PathBuf>,
    #[pyo3(from_py_with = convert::seconds)] timeout: Option<Duration>,
    #[pyo3(from_py_with = convert::optional_size)] memory: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyAnswer> {
    let method = named(method)?;
    let trivial;
    let group = match group {
        Some(group) => &group.inner,
        None => {
            trivial = Engine::trivial(rules.inner.cells());
            &trivial
        }
    };
    if group.cells() != rules.inner.cells() {
        return Err(PyValueError::new_err("the group is of another board"));
    }
    for number in 0..group.order() {
        if !rules.inner.is_symmetry(&group.element(number)) {
            return Err(PyValueError::new_err(format!(
                "element {number} of the group is no symmetry of the game"
            )));
        }
    }
    let times = if cycle.is_empty() {
        Times::bounded(head)
    } else {
        Times::endless(head, &cycle)
            .ok_or_else(|| PyValueError::new_err("both players move in a cycle"))?
    };
    let options = Options {
        joins,
        ..knowledge.map_or_else(Options::default, Knowledge::options)
    };
    let memory = memory.map(|bytes| bytes as u64);
    let question = Question {
        rules: &rules.inner,
        times: &times,
        attacker,
        group,
    };
    let means = Means {
        method,
        options,
        threads: threads.clamp(1, MOST_THREADS),
        keep: keep.as_deref(),
    };
    let mut failure = None;
    let answer = watched(py, timeout, memory, progress, |watch| {
        engine::prove(question, means, watch).map_err(|why| match why {
            Failure::Stop(stop) => stop,
            Failure::Keep(message) => {
                failure = Some(message);
                Stop::Interrupted
            }
        })
    });
    if let Some(message) = failure {
        return Err(PyOSError::new_err(message));
    }
    let answer = answer?;
    Ok(match answer {
        Ok(answer) => (
            Some(answer.attacker_wins),
            answer.entries.into_iter().map(entry).collect(),
            counts(&answer.statistics),
            None,
        ),
        Err(Stop::Timeout) => (None, Vec::new(), Vec::new(), Some("time")),
        Err(Stop::Memory) => (None, Vec::new(), Vec::new(), Some("memory")),
        Err(Stop::Interrupted) => unreachable!("an interrupt has raised its exception"),
    })
}
