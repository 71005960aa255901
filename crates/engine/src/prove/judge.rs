//! What is known of a position at a glance.
//!
//! The mover completes a set with the stones of this turn; the attacker has no live
//! set, or too few stones; a pairing or a small potential stops him. What none of
//! these decides gets a first estimate for each side.

use super::game::{Game, Position};
use super::{Options, pairing, potential};
use crate::bits::Bits;
use crate::rules::Player;

/// No completed set of the winner ends any way from here.
pub const NO_RACE: u16 = u16::MAX;

/// Why a position is won at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    Won,
    Completes,
    Blocked,
    OutOfStones,
    Potential,
    Pairs(Box<[(u16, u16)]>),
}

/// A position that is won at once, or the work that each side seems to have: for the
/// attacker and for the defender.
#[derive(Clone, Debug)]
pub enum Glance<const W: usize> {
    Decided {
        winner: Player,
        leaf: Leaf,
        support: Bits<W>,
        race: u16,
    },
    Open {
        attacker: u32,
        defender: u32,
    },
}

/// What a player lacks of his live sets.
pub fn residues<const W: usize>(
    game: &Game<'_, W>,
    at: &Position<W>,
    player: Player,
) -> Vec<Bits<W>> {
    let (own, other) = (at.own(player), at.own(player.other()));
    game.sets(player)
        .iter()
        .filter(|set| !set.intersects(&other))
        .map(|set| set.andnot(own))
        .collect()
}

pub fn glance<const W: usize>(
    game: &Game<'_, W>,
    at: &Position<W>,
    options: &Options,
) -> Glance<W> {
    let attacker = game.attacker;
    let defender = attacker.other();
    let lacking = Player::BOTH.map(|player| residues(game, at, player));
    let decided = |winner, leaf, support, race| Glance::Decided {
        winner,
        leaf,
        support,
        race,
    };
    for player in [defender, attacker] {
        if lacking[player.index()].iter().any(Bits::is_empty) {
            return decided(player, Leaf::Won, Bits::EMPTY, 0);
        }
    }
    let mover = game.mover(at);
    if let Some(player) = mover.filter(|_| !game.is_listed(at.moment)) {
        let stones = game.run(player, at.moment);
        let quick = lacking[player.index()]
            .iter()
            .filter(|cells| cells.count() <= stones)
            .min_by_key(|cells| (cells.count(), **cells));
        if let Some(&cells) = quick {
            return decided(player, Leaf::Completes, cells, 0);
        }
    }
    let live = potential::least(lacking[attacker.index()].clone());
    let Some(shortest) = live.first().map(Bits::count) else {
        return decided(defender, Leaf::Blocked, Bits::EMPTY, NO_RACE);
    };
    let union = live.iter().fold(Bits::EMPTY, |union, &cells| union | cells);
    if game.left(attacker, at.moment).is_some_and(|left| shortest > left) {
        return decided(defender, Leaf::OutOfStones, union, NO_RACE);
    }
    let sum = potential::sum(&live);
    if game.one_a_turn(attacker, at.moment) {
        let attacks = mover == Some(attacker);
        if options.potential && !game.is_listed(at.moment) && potential::is_small(sum, attacks) {
            return decided(defender, Leaf::Potential, union, NO_RACE);
        }
        if options.pairing > 0 && shortest >= 2 {
            if let Some(pairs) = pairing::find(&live, options.pairing) {
                let mut support = Bits::EMPTY;
                for &(one, two) in &pairs {
                    support.set(one.into());
                    support.set(two.into());
                }
                let leaf = Leaf::Pairs(pairs.into());
                return decided(defender, leaf, support, NO_RACE);
            }
        }
    }
    // The defender's work grows with the potential, the attacker's with what he lacks.
    let weight = sum as f64 / (1u64 << 60) as f64 * if mover == Some(attacker) { 2.0 } else { 1.0 };
    Glance::Open {
        attacker: 1 + (64.0 / (1.0 + weight * weight)) as u32 + 2 * shortest as u32,
        defender: (weight * 1.5).exp2().clamp(1.0, 1e6) as u32,
    }
}
