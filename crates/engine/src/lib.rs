//! The native core of Harary: positional games on hypergraphs.
//!
//! The crate knows nothing of Python, of geometry and of names: a game is cells
//! `0..n`, the winning sets of each player and a schedule. From the bottom up:
//!
//! - [`bits`]: sets of cells as machine words
//! - [`families`], [`rules`]: a game, checked once
//! - [`state`]: a position to play on, with counts a set
//! - [`partition`], [`symmetry`]: the automorphisms of a game
//! - [`group`]: a group that turns positions into canonical ones
//! - [`watch`]: limits, progress and interrupts of long work
//! - [`keys`], [`perft`]: counting all positions of a game
//! - [`prove`]: searches that decide a claim and leave a proof of it
//!
//! And, beside games, the formulas that they are turned into:
//!
//! - [`formula`]: a quantified formula as flat arrays
//! - [`qdimacs`]: its text format
//! - [`simplify`]: units, pure literals and repetitions
//! - [`trim`]: what is needed of a SAT solver's trace that no pairing exists

pub mod bits;
pub mod connect;
pub mod families;
pub mod formula;
pub mod group;
pub mod keys;
pub mod partition;
pub mod perft;
pub mod prove;
pub mod qdimacs;
pub mod rules;
pub mod simplify;
pub mod state;
pub mod symmetry;
pub mod trim;
pub mod watch;

#[cfg(test)]
mod chance;
#[cfg(test)]
mod samples;
