//! Games of joining two sides, such as Hex, played by connectivity.
//!
//! The paths of a Hex board grow exponentially with its size; the board itself does not.
//! So nothing here lists a path. The search is that of [`prove`](crate::prove), which
//! asks other questions here: who is joined, linked, cut off?
//!
//! - [`graph`]: what stones have reached, and what is lacking
//! - [`inferior`]: dead, captured and dominated cells
//! - [`bridges`]: pairs of cells that join a chain of groups
//! - [`links`]: virtual connections
//! - [`judge`]: what all this says of a position at a glance

pub mod bridges;
pub mod graph;
pub mod inferior;
pub mod judge;
pub mod links;

pub use graph::{GraphError, Sides};
pub use judge::Judge;
pub use links::{Point, Step};

/// What the players of a joining game want. The rules have no sets then.
#[derive(Clone, Copy, Debug)]
pub struct Joining<'a> {
    /// The sides that each player joins, as far as they are known; the attacker's are.
    pub sides: [Option<&'a Sides>; 2],
    /// Whether joining is a player's goal by the rules, or only known to be as good as
    /// stopping his opponent.
    pub joins: [bool; 2],
}
