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
//! - [`incidence`]: which sets each cell is in
//! - [`pairing`], [`potential`], [`beck`], [`threats`]: what needs no search
//! - [`judge`]: what is known of a position at a glance
//! - [`search`]: what all searches have in common
//! - [`pns`]: proof-number search on a graph of positions
//! - [`entries`]: the proof, from whatever search

pub mod beck;
pub mod entries;
pub mod game;
pub mod incidence;
pub mod judge;
pub mod pairing;
pub mod pns;
pub mod potential;
pub mod search;
pub mod table;
pub mod threats;
pub mod times;

use crate::group::Group;
use crate::rules::{Player, Rules};
use crate::watch::{Stop, Watch};
use crate::with_width;
pub use entries::{Child, Entry, Rule};
use judge::Judge;
use search::Search;
pub use search::Statistics;
pub use times::Times;

/// What a search may do, for experiments and for tests of each piece of knowledge.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Steps of the search for a pairing at a position; 0 for none.
    pub pairing: usize,
    /// Whether the potential of Erdős and Selfridge ends a position.
    pub potential: bool,
    /// Whether Beck's criterion for Maker ends a position.
    pub beck: bool,
    /// Positions that are looked at for a sequence of threats; 0 for none.
    pub threats: usize,
    /// Whether a threat restricts the replies to it at once.
    pub danger: bool,
    /// Whether cells that another one dominates are left out.
    pub dominated: bool,
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
            pairing: 300,
            potential: true,
            beck: true,
            threats: 30,
            danger: true,
            dominated: true,
            zones: true,
            symmetric: 12,
            joins: false,
        }
    }
}

impl Options {
    /// No knowledge at all: the rules and a table.
    pub fn plain() -> Self {
        Self {
            pairing: 0,
            potential: false,
            beck: false,
            threats: 0,
            danger: false,
            dominated: false,
            zones: false,
            symmetric: 0,
            joins: false,
        }
    }
}

/// Who is right, the entries that show it (the last one is the claim's position), and
/// what the search did.
#[derive(Clone, Debug)]
pub struct Answer {
    pub attacker_wins: bool,
    pub entries: Vec<Entry>,
    pub statistics: Statistics,
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
        let judge = Judge::new(&game, group, options);
        let mut search = pns::Pns::new(judge);
        let (winner, entries) = entries::proof(&mut search, &game.root(), watch)?;
        Ok(Answer {
            attacker_wins: winner == attacker,
            entries,
            statistics: search.statistics(),
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
                    threats: 0,
                    ..Options::default()
                },
                Options {
                    dominated: false,
                    ..Options::default()
                },
                Options {
                    danger: false,
                    ..Options::default()
                },
                Options::plain(),
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
        let options = Options::plain();
        let mut watch = Watch::limited(None, Some(1000));
        let group = Group::trivial(9);
        let stopped = prove(&rules, &times, Player::Black, &group, options, &mut watch);
        assert_eq!(stopped.unwrap_err(), Stop::Memory);
    }
}
