//! Threat sequences: a win in which each stone forces its answer.
//!
//! A player who makes a *threat* (a set that lacks one cell) leaves one answer. So
//! a sequence of threats is a path and not a tree, and a win at the end of it, two
//! threats at a time, is found far below the horizon of a search that looks at all
//! replies (Allis, van den Herik and Huntjens, 1993; the lambda search of order 1
//! of Thomsen, 2000). Both players place one stone a turn.
//!
//! In the strong game an answer may itself threaten; then the next stone has to
//! answer that, and threaten as well. An order of the same stones that was tried
//! without success is not tried again.

use crate::bits::Bits;

/// A winning sequence: its first stone, the cells that it rests on, and how many
/// answers it forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<const W: usize> {
    pub first: u16,
    pub support: Bits<W>,
    pub answers: u16,
}

/// Sets that lack more cells than these do not become threats soon enough.
const MOST_LACKING: usize = 5;

/// Finds threat sequences; keeps its memory from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct Threats<const W: usize> {
    own: Vec<Bits<W>>,
    other: Vec<Bits<W>>,
    tried: Vec<[Bits<W>; 2]>,
    steps: usize,
}

impl<const W: usize> Threats<W> {
    /// A winning sequence for the player to move, within `steps` positions and `stones` of
    /// his stones. `own` and `other` are what the two players lack of their live sets; he
    /// can complete none with his next stone. Where `forced` is a cell, his first stone
    /// must go there; otherwise his opponent threatens nothing.
    pub fn find(
        &mut self,
        own: &[Bits<W>],
        other: &[Bits<W>],
        forced: Option<u16>,
        steps: usize,
        stones: usize,
    ) -> Option<Line<W>> {
        if !own.iter().any(|cells| cells.count() == 2) {
            return None;
        }
        self.own.clear();
        self.own
            .extend(own.iter().filter(|cells| cells.count() <= MOST_LACKING));
        self.other.clear();
        self.other
            .extend(other.iter().filter(|cells| cells.count() <= MOST_LACKING));
        self.tried.clear();
        self.steps = steps;
        self.search(0, 0, forced, [Bits::EMPTY; 2], stones)
    }

    /// The sets of this position begin at `own` and `other`.
    fn search(
        &mut self,
        own: usize,
        other: usize,
        forced: Option<u16>,
        placed: [Bits<W>; 2],
        stones: usize,
    ) -> Option<Line<W>> {
        if stones < 2 || self.steps == 0 || self.tried.contains(&placed) {
            return None;
        }
        self.steps -= 1;
        self.tried.push(placed);
        // Cells of threats that are one stone away: once, and at least twice with
        // different answers.
        let mut once = Bits::EMPTY;
        let mut twice = Bits::EMPTY;
        let ends = (self.own.len(), self.other.len());
        let mut pairs: Vec<(u16, u16)> = Vec::new();
        for &cells in &self.own[own..] {
            if cells.count() == 2 {
                let mut both = cells.iter();
                let (a, b) = (both.next()? as u16, both.next()? as u16);
                if !pairs.contains(&(a, b)) {
                    twice = twice | (once & cells);
                    once = once | cells;
                    pairs.push((a, b));
                    pairs.push((b, a));
                }
            }
        }
        let allowed = |cell: u16| forced.is_none_or(|only| only == cell);
        if let Some(first) = twice.iter().map(|cell| cell as u16).find(|&c| allowed(c)) {
            let mut support = Bits::EMPTY.with(first.into());
            let answers = pairs.iter().filter(|pair| pair.0 == first);
            for &(_, answer) in answers.take(2) {
                support.set(answer.into());
            }
            return Some(Line {
                first,
                support,
                answers: 1,
            });
        }
        for (stone, answer) in pairs {
            if !allowed(stone) {
                continue;
            }
            let next = [placed[0].with(stone.into()), placed[1].with(answer.into())];
            let counter = self.reply(own..ends.0, other..ends.1, stone, answer);
            let found = match counter {
                Ok(forced) => self.search(ends.0, ends.1, forced, next, stones - 1),
                Err(()) => None,
            };
            self.own.truncate(ends.0);
            self.other.truncate(ends.1);
            if let Some(line) = found {
                return Some(Line {
                    first: stone,
                    support: line.support.with(stone.into()).with(answer.into()),
                    answers: line.answers + 1,
                });
            }
        }
        None
    }

    /// Appends the sets after a stone and its answer; where the answer threatens, the cell
    /// that has to be taken next, or an error if there are two of them.
    fn reply(
        &mut self,
        own: std::ops::Range<usize>,
        other: std::ops::Range<usize>,
        stone: u16,
        answer: u16,
    ) -> Result<Option<u16>, ()> {
        let (mine, theirs) = (
            Bits::EMPTY.with(stone.into()),
            Bits::EMPTY.with(answer.into()),
        );
        for place in own {
            let cells = self.own[place];
            if !cells.intersects(&theirs) {
                self.own.push(cells.andnot(mine));
            }
        }
        let mut counter: Option<u16> = None;
        for place in other {
            let cells = self.other[place];
            if cells.intersects(&mine) {
                continue;
            }
            let cells = cells.andnot(theirs);
            if cells.is_empty() {
                return Err(());
            }
            if cells.count() == 1 {
                let cell = cells.iter().next().map(|cell| cell as u16);
                if counter.is_some() && counter != cell {
                    return Err(());
                }
                counter = cell;
            }
            self.other.push(cells);
        }
        Ok(counter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[u16]) -> Bits<1> {
        Bits::from_cells(cells)
    }

    #[test]
    fn a_fork_at_once_and_after_a_threat() {
        let mut threats = Threats::default();
        let fork = [set(&[0, 1]), set(&[0, 2])];
        let line = threats.find(&fork, &[], None, 10, 9).unwrap();
        assert_eq!((line.first, line.answers), (0, 1));
        assert_eq!(line.support, set(&[0, 1, 2]));
        // 3 threatens 4, then 0 threatens 1 and 2.
        let later = [set(&[3, 4]), set(&[3, 0, 1]), set(&[3, 0, 2])];
        let line = threats.find(&later, &[], None, 10, 9).unwrap();
        assert_eq!((line.first, line.answers), (3, 2));
        assert_eq!(line.support, set(&[0, 1, 2, 3, 4]));
        assert_eq!(threats.find(&later, &[], None, 10, 2), None);
        assert_eq!(threats.find(&later, &[], None, 1, 9), None);
        assert_eq!(threats.find(&later, &[], Some(0), 10, 9), None);
        assert_eq!(threats.find(&[set(&[0, 1])], &[], None, 10, 9), None);
    }

    #[test]
    fn an_answer_that_threatens_has_to_be_answered() {
        let mut threats = Threats::default();
        let own = [set(&[3, 4]), set(&[3, 0, 1]), set(&[3, 0, 2])];
        // The answer at 4 threatens 5, where nothing is gained.
        assert_eq!(threats.find(&own, &[set(&[4, 5])], None, 10, 9), None);
        // It threatens 0, where the fork is.
        assert!(threats.find(&own, &[set(&[4, 0])], None, 10, 9).is_some());
        // It threatens twice.
        let twice = [set(&[4, 0]), set(&[4, 6])];
        assert_eq!(threats.find(&own, &twice, None, 10, 9), None);
        // What the stone touches threatens nothing.
        assert!(threats.find(&own, &[set(&[4, 3])], None, 10, 9).is_some());
    }
}
