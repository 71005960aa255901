//! What a search sees of a game: glances, useful moves, zones.
//!
//! A search knows turns and proofs, and nothing of sets and paths. What it has to know
//! of those it asks here, so that one search serves games of sets and games of
//! joining sides alike.

use super::Options;
use super::game::{Game, Position};
use super::judge::{Glance, Ground, Judge, NO_RACE};
use crate::bits::Bits;
use crate::connect::Step;
use crate::group::Group;
use crate::rules::Player;

pub trait Sight<'a, const W: usize> {
    fn game(&self) -> &'a Game<'a, W>;

    /// The symmetries of the game.
    fn group(&self) -> &'a Group;

    fn options(&self) -> &Options;

    /// How many positions can be looked at between two looks at the clock.
    fn looks(&self) -> u64 {
        64
    }

    /// How many moves are looked at beside the pass.
    fn tries(&self) -> usize {
        usize::MAX
    }

    /// The form of a position in which it is searched, and the element of the group that
    /// leads there.
    fn form(&self, at: &Position<W>) -> (Position<W>, usize);

    /// What is known of a position at once.
    fn look(&mut self, at: &Position<W>) -> Glance<W>;

    /// The pairs of the last leaf that has some.
    fn pairs(&self) -> &[(u16, u16)];

    /// How a player's links join his sides in a position, if they do, for a proof to tell.
    fn linked(&mut self, _at: &Position<W>, _winner: Player) -> Option<(Vec<Step>, Bits<W>)> {
        None
    }

    /// Before questions about the moves of a position.
    fn collect(&mut self, at: &Position<W>);

    /// The cells where the mover may still change a win of his opponent's, of which it is known
    /// what it rests on.
    fn zone(&self, mover: Player, ground: Ground<W>) -> Bits<W>;

    /// Those allowed cells that are worth a look, the most promising first, and what it rests on
    /// that the others are not.
    fn useful(&mut self, at: &Position<W>, allowed: Bits<W>) -> (Vec<u16>, Ground<W>);
}

impl<'a, const W: usize> Sight<'a, W> for Judge<'a, W> {
    fn game(&self) -> &'a Game<'a, W> {
        self.game
    }

    fn group(&self) -> &'a Group {
        self.group
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn form(&self, at: &Position<W>) -> (Position<W>, usize) {
        Judge::form(self, at)
    }

    fn look(&mut self, at: &Position<W>) -> Glance<W> {
        Judge::look(self, at)
    }

    fn pairs(&self) -> &[(u16, u16)] {
        Judge::pairs(self)
    }

    fn collect(&mut self, at: &Position<W>) {
        Judge::collect(self, at);
    }

    /// With a race, also the cells of sets that the mover might complete first.
    fn zone(&self, mover: Player, ground: Ground<W>) -> Bits<W> {
        let mut zone = ground.support;
        if ground.race != NO_RACE {
            for cells in self.live(mover) {
                if cells.count() <= usize::from(ground.race) + 1 {
                    zone = zone | *cells;
                }
            }
        }
        zone
    }

    fn useful(&mut self, at: &Position<W>, allowed: Bits<W>) -> (Vec<u16>, Ground<W>) {
        (self.ranked(at, allowed), Ground::NOTHING)
    }
}
