//! `prove`: decides a claim and returns the entries of a proof.

use crate::convert;
use crate::group::Group;
use crate::rules::Rules;
use crate::watch::watched;
use harary_engine::connect::{Joining, Point, Sides, Step};
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
    Vec<PyStep>,
);
/// Points (a cell, -1 for the source, -2 for the target) and the numbers of earlier steps.
type PyStep = (Vec<i32>, Vec<u32>);
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
    let mut steps = Vec::new();
    let (rule, pairs, cells) = match entry.rule {
        Rule::Won => ("won", vec![], vec![]),
        Rule::Completes(cells) => ("completes", vec![], cells),
        Rule::Blocked => ("blocked", vec![], vec![]),
        Rule::OutOfStones(cells) => ("out-of-stones", vec![], cells),
        Rule::Potential => ("potential", vec![], vec![]),
        Rule::Beck => ("beck", vec![], vec![]),
        Rule::Pairs(pairs) => ("pairs", pairs, vec![]),
        Rule::Links(pairs) => ("links", pairs, vec![]),
        Rule::Linked(derivation) => {
            steps = derivation.into_iter().map(step).collect();
            ("linked", vec![], vec![])
        }
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
        steps,
    )
}

fn step(step: Step) -> PyStep {
    let points = step.points.into_iter().map(|point| match point {
        Point::Source => -1,
        Point::Target => -2,
        Point::Cell(cell) => cell.into(),
    });
    (points.collect(), step.parts)
}

/// The sides that a player joins: neighbours by cell, sources, targets.
type PySides = (Vec<Vec<u16>>, Vec<u16>, Vec<u16>);
/// The sides of Black and of White, as far as they are known, and whether joining them is
/// what the rules ask.
type PyJoining = ([Option<PySides>; 2], [bool; 2]);

/// The sides that are known, if they are sides of this game.
fn sides(
    joining: &Option<PyJoining>,
    rules: &Rules,
    attacker: Player,
) -> PyResult<[Option<Sides>; 2]> {
    let Some((both, _)) = joining else {
        return Ok([None, None]);
    };
    let mut known = [None, None];
    for (known, given) in known.iter_mut().zip(both) {
        if let Some((neighbours, sources, targets)) = given.clone() {
            let sides = Sides {
                neighbours,
                sources,
                targets,
            };
            sides
                .check(rules.inner.cells())
                .map_err(convert::value_error)?;
            *known = Some(sides);
        }
    }
    if known[attacker.index()].is_none() {
        return Err(PyValueError::new_err("the attacker joins no sides"));
    }
    let has_sets = |&player: &Player| !rules.inner.sets(player).is_empty();
    if Player::BOTH.iter().any(has_sets) {
        return Err(PyValueError::new_err("a game of joining sides has no sets"));
    }
    Ok(known)
}

/// What a search may use: an object with these attributes.
#[derive(Clone, Copy, Debug, FromPyObject)]
pub struct Knowledge {
    pairing: u32,
    potential: bool,
    beck: bool,
    threats: u32,
    danger: bool,
    dominated: bool,
    zones: bool,
    symmetric: u32,
    connections: u32,
    inferior: bool,
    table: u64,
}

impl Knowledge {
    fn options(self) -> Options {
        Options {
            pairing: self.pairing as usize,
            potential: self.potential,
            beck: self.beck,
            threats: self.threats as usize,
            danger: self.danger,
            dominated: self.dominated,
            zones: self.zones,
            symmetric: self.symmetric as usize,
            connections: self.connections as usize,
            inferior: self.inferior,
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
    method = "pns", knowledge = None, joins = false, joining = None, threads = 1, keep = None,
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
    joining: Option<PyJoining>,
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
    let known = sides(&joining, rules, attacker)?;
    for number in 0..group.order() {
        let element = group.element(number);
        let keeps = |sides: &Sides| sides.is_symmetry(&element);
        if !(rules.inner.is_symmetry(&element) && known.iter().flatten().all(keeps)) {
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
        joining: joining.map(|(_, joins)| Joining {
            sides: [known[0].as_ref(), known[1].as_ref()],
            joins,
        }),
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
