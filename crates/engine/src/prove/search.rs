//! What all searches have in common: they decide positions, and count their work.
//!
//! A search is asked about positions in their symmetric form (see
//! [`judge`](super::judge)) that a glance does not decide. It may forget what it
//! has found: who writes a proof asks again.

use super::game::Position;
use super::sight::Sight;
use crate::rules::Player;
use crate::watch::{Stop, Watch};

/// Who wins a position, and by which move if he is the one to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    pub winner: Player,
    pub cell: Option<u16>,
}

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions that were looked at.
    pub looked_at: u64,
    /// Of these, the ones that a glance decided.
    pub glances: u64,
    /// Positions that were known already when they came up again.
    pub met_again: u64,
    /// Positions that were given up to stay within the memory limit.
    pub forgotten: u64,
    /// The most bytes in use.
    pub bytes: u64,
}

impl Statistics {
    /// Two searches together.
    pub fn and(self, other: Self) -> Self {
        Self {
            looked_at: self.looked_at + other.looked_at,
            glances: self.glances + other.glances,
            met_again: self.met_again + other.met_again,
            forgotten: self.forgotten + other.forgotten,
            bytes: self.bytes + other.bytes,
        }
    }
}

pub trait Search<'a, const W: usize> {
    type Judge: Sight<'a, W>;

    /// Decides a position, in the form that the judge gives it, that a glance leaves open.
    fn decide(&mut self, at: &Position<W>, watch: &mut Watch<'_>) -> Result<Decided, Stop>;

    /// The one who looks at positions for this search.
    fn judge(&mut self) -> &mut Self::Judge;

    fn statistics(&self) -> Statistics;
}
