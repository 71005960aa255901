//! What the depth-first searches have in common: how they meet a position, and what
//! they remember of it.
//!
//! A position that is met is looked up in the [`bounded`](super::bounded) table, and
//! looked at by the judge where nothing is known of it. `N` is what a search keeps of an
//! open position beside its moves.

use super::bounded::Bounded;
use super::game::{Game, Position};
use super::judge::Glance;
use super::moves::{Key, Moves, Solved};
use super::search::Statistics;
use super::sight::Sight;
use crate::group::Group;
use crate::rules::Player;
use crate::watch::{Progress, Stop, Watch};

#[derive(Clone, Copy, Debug)]
pub enum Known<const W: usize, N> {
    Solved(Solved<W>),
    Open { found: N, moves: Moves<W> },
}

pub struct Scout<'a, const W: usize, N, J> {
    pub judge: J,
    game: &'a Game<'a, W>,
    group: &'a Group,
    table: Bounded<Key<W>, Known<W, N>>,
    /// Positions whose moves were gone through.
    work: u64,
    polled: u64,
    statistics: Statistics,
}

impl<'a, const W: usize, N: Copy, J: Sight<'a, W>> Scout<'a, W, N, J> {
    pub fn new(judge: J) -> Self {
        let bytes = judge.options().table;
        Self {
            game: judge.game(),
            group: judge.group(),
            judge,
            table: Bounded::new(bytes),
            work: 0,
            polled: 0,
            statistics: Statistics::default(),
        }
    }

    /// To be called before a search.
    pub fn begin(&mut self, watch: &Watch<'_>) -> Result<(), Stop> {
        self.table.open(watch.limits())
    }

    pub fn mover(&self, at: &Position<W>) -> Player {
        self.game.mover(at).expect("an open position has a mover")
    }

    /// The position after a stone, or after a pass, and the element of the group that leads to
    /// its symmetric form.
    pub fn after(&self, at: &Position<W>, mover: Player, cell: Option<u16>) -> (Key<W>, usize) {
        let next = self.game.after(at, mover, cell);
        let (form, element) = self.judge.form(&next);
        // Who has more stones in this turn may pass again.
        let passed = cell.is_none() && self.game.mover(&next) != Some(mover);
        (Key { at: form, passed }, element)
    }

    /// A decided position in the cells of the one before its symmetric form was taken.
    pub fn home(&self, mut solved: Solved<W>, element: usize) -> Solved<W> {
        if element != self.group.identity() {
            solved.ground.support = self.group.before(element, solved.ground.support);
        }
        solved
    }

    /// What is known of a position, after a first look if need be, and the work that this took.
    /// `first` makes of the judge's numbers what the search keeps.
    pub fn meet(
        &mut self,
        key: &Key<W>,
        watch: &Watch<'_>,
        first: impl FnOnce([u32; 2]) -> N,
    ) -> (Known<W, N>, u32) {
        if key.passed {
            // What is known without that restriction holds with it.
            let free = Key {
                passed: false,
                ..*key
            };
            if let Some((known @ Known::Solved(_), worth)) = self.table.get(&free) {
                self.statistics.met_again += 1;
                return (known, worth);
            }
        }
        if let Some(found) = self.table.get(key) {
            self.statistics.met_again += 1;
            return found;
        }
        self.statistics.looked_at += 1;
        let known = match self.judge.look(&key.at) {
            Glance::Decided { winner, ground, .. } => {
                self.statistics.glances += 1;
                Known::Solved(Solved {
                    winner,
                    cell: None,
                    ground,
                })
            }
            Glance::Open { numbers, passed } => Known::Open {
                found: first(numbers),
                moves: passed.map_or(Moves::Unknown, Moves::Zone),
            },
        };
        self.table.put(*key, known, 1, watch.limits());
        (known, 1)
    }

    /// Remembers what came of some work on a position. Of two that took as much, a decided one
    /// is more worth keeping: it is all that is left of that work.
    pub fn keep(&mut self, key: &Key<W>, known: Known<W, N>, work: u64, watch: &Watch<'_>) {
        let limits = watch.limits();
        let worth = |work: u64| u32::try_from(work).unwrap_or(u32::MAX);
        let Known::Solved(solved) = known else {
            return self.table.put(*key, known, worth(work), limits);
        };
        self.table.put(*key, known, worth(2 * work), limits);
        if key.passed && solved.cell.is_some() {
            // A move that wins does so whether or not a pass was allowed.
            let free = Key {
                passed: false,
                ..*key
            };
            self.table.put(free, known, worth(2 * work), limits);
        }
    }

    /// The moves of a position are about to be gone through.
    pub fn beat(&mut self, watch: &mut Watch<'_>) -> Result<(), Stop> {
        self.work += 1;
        let positions = self.statistics.looked_at;
        if self.work + positions >= self.polled {
            self.polled = self.work + positions + self.judge.looks();
            watch.poll(Progress {
                layer: 0,
                positions,
            })?;
        }
        Ok(())
    }

    pub fn work(&self) -> u64 {
        self.work
    }

    pub fn statistics(&self) -> Statistics {
        Statistics {
            forgotten: self.table.forgotten(),
            bytes: self.table.bytes(),
            ..self.statistics
        }
    }
}
