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

use crate::bits::words;
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
}

impl Default for Options {
    fn default() -> Self {
        Self {
            pairing: 60,
            potential: true,
            zones: true,
            symmetric: 8,
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
    debug_assert!(words(rules.cells()) >= 1);
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
