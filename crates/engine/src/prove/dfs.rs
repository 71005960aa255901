//! Depth-first search, deeper and deeper.
//!
//! The plainest of searches: a position is won by its mover if one of his moves wins,
//! and lost if all of them lose. It goes through the moves one after the other, the promising
//! ones first, and a move that wins ends it. A table keeps what was found (so Diptarama,
//! Ishiguro, Narisawa, Shinohara and Jordan solved Tippy on 4x4, to compare it with formulas);
//! the judge decides many positions without looking at a move.
//!
//! Going down to the end at once would spend years below a poor first move. So a search
//! has a depth, in stones (a pass is one, too): beyond it, what is not seen at a glance is
//! *ambiguous*. Often that does not matter, since something else wins. Where it does,
//! the search is repeated one stone deeper, and only ambiguous positions are
//! searched again: the table has the others, and knows of each ambiguous one how deep it
//! was searched (Kabasakaloglu, 2021, for Snaky on finite boards). It goes two stones deeper
//! each time, so that both players get one, and begins with two. On the 5x5 torus the weak
//! F-pentomino takes 26,000 positions so, 107,000 if it goes one stone deeper each time, and
//! 187,000 if it begins with one: then the last stone is the attacker's, and no answer to it is
//! looked at.
//!
//! As in [`pns`](super::pns), a pass comes before the moves, for a zone. It is not searched as
//! deep as a move, a habit of chess programs: if the pass loses at all, that mostly shows
//! soon. At full depth the same game takes 133,000 positions. As long as the pass is
//! ambiguous, all useful moves are tried: with four of them weak Snaky on 7x7 takes 220,000
//! positions in place of 540.

use super::game::Position;
use super::moves::{Key, Moves, Solved};
use super::scout::{Known, Scout};
use super::search::{Decided, Search, Statistics};
use super::sight::Sight;
use crate::watch::{Stop, Watch};

/// How many stones deeper each search goes than the one before.
const STEP: u32 = 2;
/// How many stones less deep a pass is searched than a move.
const LESS: u32 = 4;

pub struct Dfs<'a, const W: usize, J> {
    /// It keeps of each open position to what depth that was found ambiguous.
    scout: Scout<'a, W, u32, J>,
}

impl<'a, const W: usize, J: Sight<'a, W>> Dfs<'a, W, J> {
    pub fn new(judge: J) -> Self {
        Self {
            scout: Scout::new(judge),
        }
    }

    /// Who wins a position, or nothing where so many stones more do not show it.
    fn search(
        &mut self,
        key: &Key<W>,
        depth: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Solved<W>>, Stop> {
        let (known, before) = self.scout.meet(key, watch, |_| 0);
        let mut moves = match known {
            Known::Solved(solved) => return Ok(Some(solved)),
            Known::Open { found, .. } if found >= depth => return Ok(None),
            Known::Open { moves, .. } => moves,
        };
        let start = self.scout.work();
        self.scout.beat(watch)?;
        let result = self.try_moves(key, &mut moves, depth, watch)?;
        let known = match result {
            Some(solved) => Known::Solved(solved),
            None => Known::Open {
                found: depth,
                moves,
            },
        };
        let work = u64::from(before) + self.scout.work() - start;
        self.scout.keep(key, known, work, watch);
        Ok(result)
    }

    fn try_moves(
        &mut self,
        key: &Key<W>,
        moves: &mut Moves<W>,
        depth: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Solved<W>>, Stop> {
        let mover = self.scout.mover(&key.at);
        if matches!(moves, Moves::Unknown) {
            if key.passed || !self.scout.judge.options().zones {
                *moves = Moves::All;
            } else if let Some(pass) =
                self.after(key, None, depth.saturating_sub(1 + LESS), watch)?
            {
                *moves = Moves::after_pass(mover, &pass);
            }
        }
        let (cells, ground) = moves.cells(&mut self.scout.judge, key, mover);
        let mut lost = moves.lost(&self.scout.judge, &key.at).and(ground);
        let mut ambiguous = false;
        for cell in cells {
            match self.after(key, Some(cell), depth - 1, watch)? {
                Some(solved) if solved.winner == mover => {
                    return Ok(Some(Solved::by_move(mover, cell, solved.ground)));
                }
                Some(solved) => lost = lost.and(solved.ground),
                None => ambiguous = true,
            }
        }
        Ok((!ambiguous).then(|| Solved::loss(mover, lost)))
    }

    /// Who wins after a stone or a pass, or nothing, in the cells of the position before.
    fn after(
        &mut self,
        key: &Key<W>,
        cell: Option<u16>,
        depth: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Solved<W>>, Stop> {
        let mover = self.scout.mover(&key.at);
        let (next, element) = self.scout.after(&key.at, mover, cell);
        let found = self.search(&next, depth, watch)?;
        Ok(found.map(|solved| self.scout.home(solved, element)))
    }
}

impl<'a, const W: usize, J: Sight<'a, W>> Search<'a, W> for Dfs<'a, W, J> {
    type Judge = J;

    fn decide(&mut self, at: &Position<W>, watch: &mut Watch<'_>) -> Result<Decided, Stop> {
        self.scout.begin(watch)?;
        let key = Key {
            at: *at,
            passed: false,
        };
        let mut depth = STEP;
        loop {
            if let Some(solved) = self.search(&key, depth, watch)? {
                return Ok(Decided {
                    winner: solved.winner,
                    cell: solved.cell,
                });
            }
            depth += STEP;
        }
    }

    fn judge(&mut self) -> &mut J {
        &mut self.scout.judge
    }

    fn statistics(&self) -> Statistics {
        self.scout.statistics()
    }
}
