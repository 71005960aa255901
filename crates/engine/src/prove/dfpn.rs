//! Proof-number search, depth first, in bounded memory.
//!
//! [`pns`](super::pns) keeps every open position in memory and goes back to the root after
//! each step. This one stays where it is as long as the work seems least there: it goes into a
//! position with two thresholds, how large the numbers of the two players may become
//! before another position deserves the next step, and comes back when one is reached
//! (Nagai, 2002). What it has seen, it leaves in a table that may
//! forget; only the positions on the way from the root, and the ones beside them, are certain
//! to be known.
//!
//! The numbers are those of [`pns`](super::pns), from the same judge: for the mover the
//! least of his moves, for his opponent the largest and a unit for each other open move. A
//! sum would count the same work many times over where ways meet again. The stages of a
//! position are the same, too: the pass with all useful moves beside it, then a zone or all moves alone.
//!
//! Three things keep it from going to and fro.
//!
//! - A threshold leaves some room above the second best move, half of its number
//!   (the 1 + ε trick of Pawlewicz and Lew, 2006).
//! - A pass and the moves beside it cannot be compared by their numbers, so they
//!   share the work: each gets its turn until some work is done, in steps that grow with the
//!   work done so far.
//! - The numbers of the moves at hand stay with the search, whatever the table forgets. So
//!   each step leaves larger numbers, or more work done, and the thresholds of the next step
//!   are larger: a table that forgets much costs time, but not the answer.

use super::game::Position;
use super::judge::{Ground, pair};
use super::moves::{Key, Moves, Solved};
use super::scout::{Known, Scout};
use super::search::{Decided, Search, Statistics};
use super::sight::Sight;
use crate::rules::Player;
use crate::watch::{Stop, Watch};

/// A number that says: never.
const NEVER: u32 = u32::MAX;
const MOST: u32 = NEVER - 1;
/// The best of these moves gets so many times the work that the pass gets.
const SHARE: u64 = 4;
/// The least work of a turn of the pass or of a move beside it.
const TURN: u64 = 4;

/// The work that is left for Black and for White.
type Numbers = [u32; 2];
type Found<const W: usize> = Known<W, Numbers>;

/// An open position after a move, or after a pass.
#[derive(Clone, Copy, Debug)]
struct Child<const W: usize> {
    cell: Option<u16>,
    key: Key<W>,
    /// The element of the group that leads there.
    element: usize,
    numbers: Numbers,
    work: u64,
}

/// A position that is being searched.
struct Node<const W: usize> {
    key: Key<W>,
    mover: Player,
    moves: Moves<W>,
    children: Vec<Child<W>>,
    /// What the opponent's wins against the pass and the moves that are decided rest on.
    lost: Ground<W>,
}

impl<const W: usize> Node<W> {
    /// Is there still the pass, as the first child, beside the moves?
    fn is_passing(&self) -> bool {
        matches!(self.moves, Moves::Unknown)
    }

    /// The place of the best move, the least number of the mover's, and the one after that.
    fn best(&self) -> (Option<usize>, u32, u32) {
        let own = self.mover.index();
        let (mut best, mut least, mut second) = (None, NEVER, NEVER);
        for (place, child) in self.children.iter().enumerate() {
            if child.cell.is_none() {
                continue;
            }
            let number = child.numbers[own];
            if number < least {
                second = least;
                (best, least) = (Some(place), number);
            } else {
                second = second.min(number);
            }
        }
        (best, least, second)
    }

    fn numbers(&self) -> Numbers {
        let (own, other) = (self.mover.index(), self.mover.other().index());
        let (_, least, _) = self.best();
        if self.is_passing() {
            let pass = &self.children[0];
            // That the pass does not lose is a win, too, but for a move that shows it.
            let work = least.min(pass.numbers[own].saturating_add(1)).min(MOST);
            return pair(own, work, pass.numbers[other].min(MOST));
        }
        let most = self.children.iter().map(|child| child.numbers[other]).max();
        let work = most.unwrap_or(0).saturating_add(self.others());
        pair(own, least.clamp(1, MOST), work.min(MOST))
    }

    /// How many open moves there are beside the largest.
    fn others(&self) -> u32 {
        self.children.len().saturating_sub(1) as u32
    }

    /// Where to go on, the numbers at which to come back, and the work.
    fn choose(&self, enough: Numbers) -> (usize, Numbers, u64) {
        let (own, other) = (self.mover.index(), self.mover.other().index());
        let (best, least, second) = self.best();
        let room = second.saturating_add(second / 2).saturating_add(1);
        if !self.is_passing() {
            let place = best.expect("an open position has an open move");
            let enough = match enough[other] {
                NEVER => pair(own, room.min(enough[own]), NEVER),
                limit => pair(own, room.min(enough[own]), limit - self.others()),
            };
            return (place, enough, u64::MAX);
        }
        let pass = &self.children[0];
        if let Some(place) = best {
            let due = SHARE * pass.work.max(1);
            let done = self.children[place].work;
            if done < due {
                // The mover's number is the smaller of this one and of the pass's.
                let limit = if pass.numbers[own].saturating_add(1) >= enough[own] {
                    enough[own]
                } else {
                    NEVER
                };
                let work = (due - done).max(TURN);
                return (place, pair(own, room.min(limit), NEVER), work);
            }
        }
        let limit = if least >= enough[own] {
            enough[own]
        } else {
            NEVER
        };
        let work = (pass.work / 4).max(TURN);
        (0, pair(own, limit, enough[other]), work)
    }
}

fn is_enough(numbers: Numbers, enough: Numbers) -> bool {
    numbers[0] >= enough[0] || numbers[1] >= enough[1]
}

pub struct Dfpn<'a, const W: usize, J> {
    scout: Scout<'a, W, Numbers, J>,
}

impl<'a, const W: usize, J: Sight<'a, W>> Dfpn<'a, W, J> {
    pub fn new(judge: J) -> Self {
        Self {
            scout: Scout::new(judge),
        }
    }

    /// Searches a position until it is decided, its numbers are large enough, or so much work
    /// is done in all.
    fn search(
        &mut self,
        key: &Key<W>,
        enough: Numbers,
        until: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Found<W>, Stop> {
        let (known, before) = self.scout.meet(key, watch, |numbers| numbers);
        let moves = match known {
            Known::Solved(_) => return Ok(known),
            Known::Open { found, .. } if is_enough(found, enough) => return Ok(known),
            Known::Open { moves, .. } => moves,
        };
        let start = self.scout.work();
        self.scout.beat(watch)?;
        let mut node = Node {
            key: *key,
            mover: self.scout.mover(&key.at),
            moves,
            children: Vec::new(),
            lost: Ground::NOTHING,
        };
        let mut solved = self.grow(&mut node, watch);
        let known = loop {
            if let Some(solved) = solved {
                break Known::Solved(solved);
            }
            let numbers = node.numbers();
            if is_enough(numbers, enough) || self.scout.work() >= until {
                break Known::Open {
                    found: numbers,
                    moves: node.moves,
                };
            }
            let (place, child_enough, work) = node.choose(enough);
            let begun = self.scout.work();
            let until = until.min(begun.saturating_add(work));
            let next = node.children[place].key;
            let found = self.search(&next, child_enough, until, watch)?;
            // One more, so that the turns of a pass and a move come to an end in any case.
            node.children[place].work += self.scout.work() - begun + 1;
            solved = self.hear(&mut node, place, found, watch);
        };
        let work = u64::from(before) + self.scout.work() - start;
        self.scout.keep(key, known, work, watch);
        Ok(known)
    }

    /// Gives a node its children, where that does not decide it.
    fn grow(&mut self, node: &mut Node<W>, watch: &Watch<'_>) -> Option<Solved<W>> {
        node.children.clear();
        if node.is_passing() && (node.key.passed || !self.scout.judge.options().zones) {
            node.moves = Moves::All;
        }
        if node.is_passing() {
            match self.make(node, None, watch) {
                Ok(pass) => node.children.push(pass),
                Err(solved) => node.moves = Moves::after_pass(node.mover, &solved),
            }
        }
        let (key, mover) = (node.key, node.mover);
        let (cells, ground) = node.moves.cells(&mut self.scout.judge, &key, mover);
        node.lost = node.moves.lost(&self.scout.judge, &key.at).and(ground);
        for cell in cells {
            match self.make(node, Some(cell), watch) {
                Ok(child) => node.children.push(child),
                Err(solved) if solved.winner == node.mover => {
                    return Some(Solved::by_move(node.mover, cell, solved.ground));
                }
                Err(solved) => node.lost = node.lost.and(solved.ground),
            }
        }
        Self::loss(node)
    }

    /// The position after a stone or a pass, or who wins it.
    fn make(
        &mut self,
        node: &Node<W>,
        cell: Option<u16>,
        watch: &Watch<'_>,
    ) -> Result<Child<W>, Solved<W>> {
        let (key, element) = self.scout.after(&node.key.at, node.mover, cell);
        match self.scout.meet(&key, watch, |numbers| numbers) {
            (Known::Solved(solved), _) => Err(self.scout.home(solved, element)),
            (Known::Open { found, .. }, work) => Ok(Child {
                cell,
                key,
                element,
                numbers: found,
                work: work.into(),
            }),
        }
    }

    /// A child was searched.
    fn hear(
        &mut self,
        node: &mut Node<W>,
        place: usize,
        found: Found<W>,
        watch: &Watch<'_>,
    ) -> Option<Solved<W>> {
        let solved = match found {
            Known::Open { found, .. } => {
                node.children[place].numbers = found;
                return None;
            }
            Known::Solved(solved) => solved,
        };
        let child = node.children.remove(place);
        let solved = self.scout.home(solved, child.element);
        let Some(cell) = child.cell else {
            node.moves = Moves::after_pass(node.mover, &solved);
            return self.grow(node, watch);
        };
        if solved.winner == node.mover {
            return Some(Solved::by_move(node.mover, cell, solved.ground));
        }
        node.lost = node.lost.and(solved.ground);
        Self::loss(node)
    }

    /// Without an open child the mover has lost.
    fn loss(node: &Node<W>) -> Option<Solved<W>> {
        let is_lost = node.children.is_empty();
        is_lost.then(|| Solved::loss(node.mover, node.lost))
    }
}

impl<'a, const W: usize, J: Sight<'a, W>> Search<'a, W> for Dfpn<'a, W, J> {
    type Judge = J;

    fn decide(&mut self, at: &Position<W>, watch: &mut Watch<'_>) -> Result<Decided, Stop> {
        self.scout.begin(watch)?;
        let key = Key {
            at: *at,
            passed: false,
        };
        loop {
            let found = self.search(&key, [NEVER; 2], u64::MAX, watch)?;
            if let Known::Solved(solved) = found {
                return Ok(Decided {
                    winner: solved.winner,
                    cell: solved.cell,
                });
            }
        }
    }

    fn judge(&mut self) -> &mut J {
        &mut self.scout.judge
    }

    fn statistics(&self) -> Statistics {
        self.scout.statistics()
    }
}
