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
//! - [`sight`]: what a search asks of whoever looks at positions for it
//! - [`search`]: what all searches have in common
//! - [`moves`]: which moves a search has to look at
//! - [`pns`]: proof-number search on a graph of positions
//! - [`shared`]: what several threads know together
//! - [`dfpn`]: proof-number search, depth first
//! - [`dfs`]: depth-first search, deeper and deeper
//! - [`scout`], [`bounded`]: what these two have in common, and their table
//! - [`entries`]: the proof, from whatever search

pub mod beck;
pub mod bounded;
pub mod dfpn;
pub mod dfs;
pub mod entries;
pub mod game;
pub mod incidence;
pub mod judge;
pub mod moves;
pub mod pairing;
pub mod pns;
pub mod potential;
pub mod scout;
pub mod search;
pub mod shared;
pub mod sight;
pub mod table;
pub mod threats;
pub mod times;

use crate::connect::{self, Joining};
use crate::group::Group;
use crate::rules::{Player, Rules};
use crate::watch::{Stop, Watch};
use crate::with_width;
pub use entries::{Child, Entry, Rule};
use game::Game;
use judge::Judge;
use search::Search;
pub use search::Statistics;
use sight::Sight;
use std::hash::Hasher;
use std::panic::resume_unwind;
use std::path::Path;
pub use times::Times;

/// Which search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Proof-number search on a graph of positions.
    Pns,
    /// Depth-first search, deeper and deeper.
    Dfs,
    /// Depth-first proof-number search.
    Dfpn,
}

impl Method {
    pub const ALL: [Self; 3] = [Self::Pns, Self::Dfs, Self::Dfpn];
}

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
    /// Pairs of links that are put together at a position of a joining game; 0 for none.
    pub connections: usize,
    /// Whether dead, captured and dominated cells of a joining game are left out.
    pub inferior: bool,
    /// Whether the attacker joins sides: his sets are paths that a proof does not list, so
    /// there are no pairings and potentials in it.
    pub joins: bool,
    /// The most bytes of the table of a depth-first search.
    pub table: u64,
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
            connections: 20_000,
            inferior: true,
            joins: false,
            table: 1 << 30,
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
            connections: 0,
            inferior: false,
            ..Self::default()
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

/// What is to be decided: whether the attacker completes a set first.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub rules: &'a Rules,
    pub times: &'a Times,
    pub attacker: Player,
    /// Symmetries of the game.
    pub group: &'a Group,
    /// What the players join; nothing in a game of sets.
    pub joining: Option<Joining<'a>>,
}

/// How it is to be decided.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    pub method: Method,
    pub options: Options,
    /// How many threads search together; a depth-first search has one.
    pub threads: usize,
    /// A file that keeps the search: it goes on with what is there. Only a graph is kept.
    pub keep: Option<&'a Path>,
}

impl Default for Means<'_> {
    fn default() -> Self {
        Self {
            method: Method::Pns,
            options: Options::default(),
            threads: 1,
            keep: None,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Stop(Stop),
    /// The file that keeps the search cannot be used, and why.
    Keep(String),
}

/// Decides a question.
pub fn prove(
    question: Question<'_>,
    means: Means<'_>,
    watch: &mut Watch<'_>,
) -> Result<Answer, Failure> {
    with_width!(question.rules.cells(), W => prove_in_width::<W>(question, means, watch))
}

fn prove_in_width<const W: usize>(
    question: Question<'_>,
    means: Means<'_>,
    watch: &mut Watch<'_>,
) -> Result<Answer, Failure> {
    let game = Game::<W>::new(question.rules, question.times, question.attacker);
    let (group, options) = (question.group, means.options);
    let together = pns::Together::new();
    match question.joining {
        None => {
            let judge = || Judge::new(&game, group, options);
            prove_by_method(&game, &together, judge, question, means, watch)
        }
        Some(joining) => {
            let judge = || connect::Judge::new(&game, group, joining, options);
            prove_by_method(&game, &together, judge, question, means, watch)
        }
    }
}

fn prove_by_method<'a, const W: usize, J: Sight<'a, W>>(
    game: &'a Game<'a, W>,
    together: &'a pns::Together<W>,
    judge: impl Fn() -> J + Sync,
    question: Question<'_>,
    means: Means<'_>,
    watch: &mut Watch<'_>,
) -> Result<Answer, Failure> {
    match means.method {
        Method::Pns => prove_on_a_graph(game, together, judge, question, means, watch),
        _ if means.keep.is_some() => Err(Failure::Keep(
            "a depth-first search is not kept in a file".to_owned(),
        )),
        Method::Dfs => prove_depth_first(dfs::Dfs::new(judge()), game, watch),
        Method::Dfpn => prove_depth_first(dfpn::Dfpn::new(judge()), game, watch),
    }
}

fn prove_depth_first<'a, const W: usize>(
    mut search: impl Search<'a, W>,
    game: &Game<'a, W>,
    watch: &mut Watch<'_>,
) -> Result<Answer, Failure> {
    let proof = entries::proof(&mut search, &game.root(), watch, || ());
    let (winner, entries) = proof.map_err(Failure::Stop)?;
    Ok(Answer {
        attacker_wins: winner == game.attacker,
        entries,
        statistics: search.statistics(),
    })
}

fn prove_on_a_graph<'a, const W: usize, J: Sight<'a, W>>(
    game: &'a Game<'a, W>,
    together: &'a pns::Together<W>,
    judge: impl Fn() -> J + Sync,
    question: Question<'_>,
    means: Means<'_>,
    watch: &mut Watch<'_>,
) -> Result<Answer, Failure> {
    let mut search = if means.threads > 1 {
        pns::Pns::with_others(judge(), together, 0)
    } else {
        pns::Pns::new(judge())
    };
    if let Some(path) = means.keep {
        let keeper = pns::Keeper::new(path, question.number(means.options));
        search.keep(keeper).map_err(Failure::Keep)?;
    }
    let limits = watch.limits().clone();
    let (result, helped) = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..means.threads as u64)
            .map(|thread| {
                let limits = limits.clone();
                let judge = &judge;
                scope.spawn(move || {
                    let mut search = pns::Pns::with_others(judge(), together, thread);
                    let mut watch = Watch::following(limits);
                    let root = game.root();
                    let (root, _) = search.judge().form(&root);
                    // What it finds it has told; how it ends tells nothing.
                    let _ = search.decide(&root, &mut watch);
                    search.statistics()
                })
            })
            .collect();
        let result = entries::proof(&mut search, &game.root(), watch, || together.end());
        together.end();
        let helped: Vec<Statistics> = helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect();
        (result, helped)
    });
    search.save();
    if let Some(failure) = search.failure() {
        return Err(Failure::Keep(failure.to_owned()));
    }
    let (winner, entries) = result.map_err(Failure::Stop)?;
    Ok(Answer {
        attacker_wins: winner == game.attacker,
        entries,
        statistics: helped
            .into_iter()
            .fold(search.statistics(), Statistics::and),
    })
}

impl Question<'_> {
    /// A number that stands for the question, and for the form that positions are in.
    fn number(&self, options: Options) -> u64 {
        let mut words = table::Words::default();
        let mut list = |list: &[u16]| {
            words.write_usize(list.len());
            list.iter().for_each(|&cell| words.write_u64(cell.into()));
        };
        let rules = self.rules;
        let first: Vec<u16> = (0..rules.cells() as u16)
            .filter(|&cell| rules.is_first_move(cell.into()))
            .collect();
        list(&first);
        for player in Player::BOTH {
            list(rules.stones(player));
            rules.sets(player).iter().for_each(|set| list(set));
            list(&[]);
            let sides = self
                .joining
                .and_then(|joining| joining.sides[player.index()]);
            if let Some(sides) = sides {
                sides.neighbours.iter().for_each(|row| list(row));
                list(&sides.sources);
                list(&sides.targets);
            }
        }
        for number in 0..self.group.order() {
            list(&self.group.element(number));
        }
        let moments = 0..self.times.len();
        let movers = moments.map(|moment| self.times.mover(moment).map_or(2, Player::index) as u16);
        list(&movers.collect::<Vec<u16>>());
        let flags = [
            rules.is_weak(),
            rules.has_first_moves(),
            rules.first_any(),
            self.times.is_bounded(),
            options.joins,
        ];
        list(&flags.map(u16::from));
        let rest = [
            rules.cells(),
            self.times.next(self.times.len().saturating_sub(1)),
            self.attacker.index(),
            options.symmetric,
        ];
        rest.iter().for_each(|&number| words.write_usize(number));
        words.finish()
    }
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

    /// With everything, without each piece of knowledge, and with hardly any table.
    fn options() -> Vec<Options> {
        let all = Options::default();
        vec![
            all,
            Options { pairing: 0, ..all },
            Options {
                potential: false,
                ..all
            },
            Options {
                zones: false,
                ..all
            },
            Options { threats: 0, ..all },
            Options {
                dominated: false,
                ..all
            },
            Options {
                danger: false,
                ..all
            },
            Options { table: 0, ..all },
            Options::plain(),
            Options {
                table: 0,
                ..Options::plain()
            },
            Options {
                table: 0,
                zones: true,
                ..Options::plain()
            },
        ]
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
            for (method, options) in Method::ALL
                .iter()
                .flat_map(|&method| options().into_iter().map(move |options| (method, options)))
            {
                let question = Question {
                    rules: &rules,
                    times: &times,
                    attacker,
                    group: &Group::trivial(rules.cells()),
                    joining: None,
                };
                let means = Means {
                    method,
                    options,
                    threads: 1 + round % 2,
                    keep: None,
                };
                let answer = prove(question, means, &mut Watch::unlimited()).unwrap();
                assert_eq!(
                    answer.attacker_wins, truth,
                    "{rules:?} {attacker} {method:?} {options:?}"
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
        let question = Question {
            rules: &rules,
            times: &Times::bounded(rules.movers().to_vec()),
            attacker: Player::Black,
            group: &Group::trivial(9),
            joining: None,
        };
        let ways = [
            (1, Method::Pns),
            (2, Method::Pns),
            (1, Method::Dfs),
            (1, Method::Dfpn),
        ];
        for (threads, method) in ways {
            let means = Means {
                method,
                options: Options::plain(),
                threads,
                keep: None,
            };
            let mut watch = Watch::limited(None, Some(1000));
            let stopped = prove(question, means, &mut watch);
            assert_eq!(stopped.unwrap_err(), Failure::Stop(Stop::Memory));
        }
    }

    /// Snaky on 6x6, and what the search needs for that.
    fn snaky() -> (Rules, Times, Group) {
        let sets = samples::placements(&samples::SNAKY, 6, 6, false);
        let rules = Rules::new(Description {
            cells: 36,
            black_sets: sets,
            movers: samples::alternating(36),
            weak: true,
            ..Description::default()
        });
        let times = Times::endless(vec![], &[Player::Black, Player::White]).unwrap();
        (rules.unwrap(), times, Group::trivial(36))
    }

    #[test]
    fn a_search_that_was_stopped_goes_on() {
        let (rules, times, group) = snaky();
        let question = Question {
            rules: &rules,
            times: &times,
            attacker: Player::Black,
            group: &group,
            joining: None,
        };
        let options = Options {
            pairing: 60,
            ..Options::default()
        };
        let alone = Means {
            options,
            ..Means::default()
        };
        let whole = prove(question, alone, &mut Watch::unlimited()).unwrap();
        assert!(!whole.attacker_wins);
        let folder = std::env::temp_dir().join(format!("harary-kept-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for threads in [1, 2] {
            let path = folder.join(format!("search-{threads}"));
            let means = Means {
                threads,
                keep: Some(&path),
                ..alone
            };
            let mut stops = 0;
            // Each time a little more memory, until it is enough.
            let answer = loop {
                let memory = Some(10_000 * (stops + 1));
                match prove(question, means, &mut Watch::limited(None, memory)) {
                    Ok(answer) => break answer,
                    Err(failure) => assert_eq!(failure, Failure::Stop(Stop::Memory)),
                }
                stops += 1;
            };
            assert!(stops > 1, "{:?}", whole.statistics);
            assert!(!answer.attacker_wins);
            // It is all there now.
            let again = prove(question, means, &mut Watch::unlimited()).unwrap();
            assert!(again.statistics.looked_at < whole.statistics.looked_at / 2);
            // Another game's, and damaged ones.
            let other = Question {
                attacker: Player::White,
                ..question
            };
            let refused = |question| {
                let failure = prove(question, means, &mut Watch::unlimited()).unwrap_err();
                assert!(matches!(failure, Failure::Keep(_)), "{failure:?}");
            };
            refused(other);
            let bytes = std::fs::read(&path).unwrap();
            std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
            refused(question);
            std::fs::write(&path, b"nonsense").unwrap();
            refused(question);
        }
        let nowhere = Means {
            keep: Some(&folder.join("none").join("search")),
            ..Means::default()
        };
        let failure = prove(question, nowhere, &mut Watch::unlimited()).unwrap_err();
        assert!(matches!(failure, Failure::Keep(_)));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
