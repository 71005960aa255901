//! What is known of a position at a glance.
//!
//! The mover completes a set with the stones of this turn; the attacker has no live
//! set, or too few stones; a pairing or a small potential stops him. What none of
//! these decides gets a first estimate for each side.

use super::game::{Game, Position};
use super::{Options, pairing, potential};
use crate::bits::Bits;
use crate::rules::Player;

/// The attacker's work doubles this often with each stone that he lacks.
const LACKING: f64 = 1.5;
/// The defender's work doubles this often up to the potential of the empty board.
const DOUBLINGS: f64 = 16.0;
const MOST_WORK: f64 = 1e8;

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
    if game
        .left(attacker, at.moment)
        .is_some_and(|left| shortest > left)
    {
        let support = if options.joins { game.free(at) } else { union };
        return decided(defender, Leaf::OutOfStones, support, NO_RACE);
    }
    let sum = potential::sum(&live);
    if game.one_a_turn(attacker, at.moment) && !options.joins {
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
    // The defender's work grows with the potential, up to 2^DOUBLINGS for that of the empty
    // board with the attacker to move; the attacker's with the stones that he lacks. Both
    // have to grow fast: with numbers that are nearly equal the search wanders (5x5 Tippy
    // took 260,000 positions in place of 300).
    let turn = if mover == Some(attacker) { 2.0 } else { 1.0 };
    let potential = sum as f64 * turn / game.scale;
    let lacking = shortest as f64 - (turn - 1.0);
    Glance::Open {
        attacker: 1 + (LACKING * lacking).exp2().min(MOST_WORK) as u32,
        defender: (DOUBLINGS * potential).exp2().clamp(1.0, MOST_WORK) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::times::Times;
    use crate::rules::{Description, Rules};

    fn rules(cells: usize, sets: &[&[u16]], weak: bool) -> Rules {
        let sets: Vec<Vec<u16>> = sets.iter().map(|set| set.to_vec()).collect();
        Rules::new(Description {
            cells,
            white_sets: if weak { vec![] } else { sets.clone() },
            black_sets: sets,
            movers: (0..cells)
                .map(|n| {
                    if n % 2 == 0 {
                        Player::Black
                    } else {
                        Player::White
                    }
                })
                .collect(),
            weak,
            ..Description::default()
        })
        .unwrap()
    }

    fn first_glance(
        rules: &Rules,
        bound: Option<usize>,
        options: Options,
    ) -> Option<(Player, Leaf)> {
        let times = match bound {
            Some(stones) => Times::bounded(rules.movers()[..stones].to_vec()),
            None => Times::endless(vec![], &[Player::Black, Player::White]).unwrap(),
        };
        let game = Game::<1>::new(rules, &times, Player::Black);
        match glance(&game, &game.root(), &options) {
            Glance::Decided { winner, leaf, .. } => Some((winner, leaf)),
            Glance::Open { .. } => None,
        }
    }

    #[test]
    fn each_reason_is_seen() {
        let all = Options::default();
        let none = Options {
            pairing: 0,
            potential: false,
            ..all
        };
        let one = rules(3, &[&[1]], true);
        assert_eq!(
            first_glance(&one, None, none),
            Some((Player::Black, Leaf::Completes))
        );
        let nothing = rules(3, &[], true);
        assert_eq!(
            first_glance(&nothing, None, none),
            Some((Player::White, Leaf::Blocked))
        );
        let two = rules(4, &[&[0, 1], &[2, 3]], true);
        assert_eq!(
            first_glance(&two, Some(2), none),
            Some((Player::White, Leaf::OutOfStones))
        );
        let pairs = Leaf::Pairs(Box::new([(0, 1), (2, 3)]));
        assert_eq!(first_glance(&two, None, all), Some((Player::White, pairs)));
        assert_eq!(first_glance(&two, None, none), None);
        let three = rules(4, &[&[0, 1, 2]], true);
        assert_eq!(
            first_glance(&three, None, all),
            Some((Player::White, Leaf::Potential))
        );
    }
}
