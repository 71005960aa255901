//! Searches that decide a claim and leave a proof of it.
//!
//! The claim is that one player, the *attacker*, completes a set before his
//! opponent, the *defender*, within a bound or at all. A search says who is
//! right, and why: for each position it keeps who wins it, by which rule, and
//! two things that make proofs short. The *support* are the free cells that
//! matter; stones of the loser elsewhere change nothing. The *race* is the most
//! stones that the loser places on a way to a set that the winner completes; only
//! there may the loser be the first. `docs/proof-format.md` argues for the rules.
//!
//! Both work in both directions, and they are what cuts the search down: where a
//! player is to move, let him pass. If his opponent wins even then, a move can
//! help only if it touches what that win rests on, the *zone*. This is the null
//! move of chess programs turned into a proof (compare the must-play regions of
//! Hex programs and the relevance zones of Wu and Lin, 2010).
//!
//! - [`times`]: who places which stone, and which moments are alike
//! - [`game`]: sets as bits, positions, lists of first moves
//! - [`pairing`], [`potential`]: defences that need no search
//! - [`judge`]: what is known of a position at a glance
//! - [`pns`]: proof-number search on a graph of positions
//! - [`entries`]: a finished search as a list of entries

pub mod entries;
pub mod game;
pub mod judge;
pub mod pairing;
pub mod pns;
pub mod potential;
pub mod times;

use crate::group::Group;
use crate::rules::{Player, Rules};
use crate::watch::{Stop, Watch};
use crate::with_width;
pub use entries::{Child, Entry, Rule};
pub use times::Times;

/// What a search may do, for experiments and for tests of each piece of knowledge.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Steps of the search for a pairing at a position; 0 for none.
    pub pairing: usize,
    /// Whether the potential of Erdős and Selfridge ends a position.
    pub potential: bool,
    /// Whether a pass is tried first, for a zone.
    pub zones: bool,
    /// Positions with at most so many stones beyond the given ones are brought into
    /// symmetric form.
    pub symmetric: usize,
    /// Whether the attacker joins sides: his sets are paths that a proof does not list, so
    /// there are no pairings and potentials in it.
    pub joins: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            pairing: 60,
            potential: true,
            zones: true,
            symmetric: 8,
            joins: false,
        }
    }
}

/// Who is right, the entries that show it (the last one is the claim's position), and
/// how many positions were looked at.
#[derive(Clone, Debug)]
pub struct Answer {
    pub attacker_wins: bool,
    pub entries: Vec<Entry>,
    pub nodes: u64,
}

/// Decides whether the attacker completes a set first.
pub fn prove(
    rules: &Rules,
    times: &Times,
    attacker: Player,
    group: &Group,
    options: Options,
    watch: &mut Watch<'_>,
) -> Result<Answer, Stop> {
    with_width!(rules.cells(), W => {
        let game = game::Game::<W>::new(rules, times, attacker);
        let mut search = pns::Search::new(&game, group, options);
        search.run(watch)?;
        Ok(Answer {
            attacker_wins: search.attacker_wins(),
            nodes: search.nodes(),
            entries: entries::extract(&search),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::rules::{Description, Outcome};
    use crate::samples;
    use crate::state::{Position, start};
    use std::collections::HashMap;
    use std::sync::Arc;

    /// Plain brute force: does the attacker complete a set first?
    fn brute(
        state: &mut dyn Position,
        attacker: Player,
        known: &mut HashMap<[Vec<u16>; 2], bool>,
    ) -> bool {
        if let Some(outcome) = state.outcome() {
            return match attacker {
                Player::Black => matches!(outcome, Outcome::Black | Outcome::Maker),
                Player::White => outcome == Outcome::White,
            };
        }
        let key = Player::BOTH.map(|player| state.stones(player));
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let attacks = state.to_move() == Some(attacker);
        let mut value = !attacks;
        for cell in state.legal_moves() {
            state.push(cell.into()).unwrap();
            let after = brute(state, attacker, known);
            state.pop();
            if after == attacks {
                value = attacks;
                break;
            }
        }
        known.insert(key, value);
        value
    }

    #[test]
    fn agrees_with_brute_force_whatever_it_may_use() {
        let mut chance = Chance::new(11);
        let mut decided = [0; 2];
        for round in 0..3000 {
            let cells = 1 + chance.below(7) as usize;
            let game: Description = samples::random_game(&mut chance, cells);
            let Ok(rules) = Rules::new(game) else {
                continue;
            };
            let attacker = if rules.is_weak() || round % 2 == 0 {
                Player::Black
            } else {
                Player::White
            };
            let rules = Arc::new(rules);
            let times = Times::bounded(rules.movers().to_vec());
            let mut state = start(rules.clone());
            let truth = brute(&mut *state, attacker, &mut HashMap::new());
            for options in [
                Options::default(),
                Options {
                    pairing: 0,
                    ..Options::default()
                },
                Options {
                    potential: false,
                    ..Options::default()
                },
                Options {
                    zones: false,
                    ..Options::default()
                },
                Options {
                    pairing: 0,
                    potential: false,
                    zones: false,
                    symmetric: 0,
                    joins: false,
                },
            ] {
                let answer = prove(
                    &rules,
                    &times,
                    attacker,
                    &Group::trivial(rules.cells()),
                    options,
                    &mut Watch::unlimited(),
                )
                .unwrap();
                assert_eq!(
                    answer.attacker_wins, truth,
                    "{rules:?} {attacker} {options:?}"
                );
                assert!(!answer.entries.is_empty());
            }
            decided[usize::from(truth)] += 1;
        }
        assert!(decided.iter().all(|&count| count > 300), "{decided:?}");
    }

    #[test]
    fn limits_stop_it() {
        let rules = Rules::new(samples::tic_tac_toe()).unwrap();
        let times = Times::bounded(rules.movers().to_vec());
        let options = Options {
            pairing: 0,
            potential: false,
            zones: false,
            symmetric: 0,
            joins: false,
        };
        let mut watch = Watch::limited(None, Some(1000));
        let group = Group::trivial(9);
        let stopped = prove(&rules, &times, Player::Black, &group, options, &mut watch);
        assert_eq!(stopped.unwrap_err(), Stop::Memory);
    }
}
