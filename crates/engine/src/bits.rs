//! Sets of cells as machine words.
//!
//! A position of a game is two sets of cells, and almost everything the
//! searches do with it (compare, hash, test a winning set) is a few word
//! operations. `Bits<W>` holds cells `0..64 * W` in `W` words, so a small board
//! pays for one word only and the compiler unrolls the loops. Cell `c` is bit
//! `c % 64` of word `c / 64`.
//!
//! The order is that of the word array, first word first. It has no meaning on
//! the board; what matters is that it is total and cheap, because canonical
//! forms are least elements in it.

use std::ops::{BitAnd, BitOr};

/// The most cells that a position can have.
pub const MAX_CELLS: usize = 384;

/// How many words a board of so many cells takes: 1, 2, 4 or 6.
///
/// Only four widths are compiled; a board uses the least that holds it.
pub fn words(cells: usize) -> usize {
    match cells {
        0..=64 => 1,
        65..=128 => 2,
        129..=256 => 4,
        257..=MAX_CELLS => 6,
        _ => panic!("{cells} cells do not fit in {MAX_CELLS}"),
    }
}

/// Runs an expression with a constant set to the width for so many cells.
#[macro_export]
macro_rules! with_width {
    ($cells:expr, $width:ident => $body:expr) => {
        match $crate::bits::words($cells) {
            1 => {
                const $width: usize = 1;
                $body
            }
            2 => {
                const $width: usize = 2;
                $body
            }
            4 => {
                const $width: usize = 4;
                $body
            }
            _ => {
                const $width: usize = 6;
                $body
            }
        }
    };
}

/// A set of cells below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Self = Self([0; W]);
    /// Every bit, also those beyond the board.
    pub const FULL: Self = Self([u64::MAX; W]);

    pub fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    pub fn from_cells(cells: &[u16]) -> Self {
        let mut bits = Self::EMPTY;
        for &cell in cells {
            bits.set(cell as usize);
        }
        bits
    }

    /// The cells `0..cells`.
    pub fn below(cells: usize) -> Self {
        let mut bits = Self::EMPTY;
        for cell in 0..cells {
            bits.set(cell);
        }
        bits
    }

    #[inline]
    pub fn set(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub fn clear(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    #[inline]
    pub fn test(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// This set with one more cell.
    #[inline]
    pub fn with(mut self, cell: usize) -> Self {
        self.set(cell);
        self
    }

    #[inline]
    pub fn andnot(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= !theirs;
        }
        self
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .all(|(mine, theirs)| mine & !theirs == 0)
    }

    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .any(|(mine, theirs)| mine & theirs != 0)
    }

    /// The cells in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter<W> {
        Iter {
            bits: *self,
            word: 0,
        }
    }

    pub fn to_cells(&self) -> Vec<u16> {
        self.iter().map(|cell| cell as u16).collect()
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= theirs;
        }
        self
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
        self
    }
}

/// The cells of a set, ascending.
pub struct Iter<const W: usize> {
    bits: Bits<W>,
    word: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = self.bits.0[self.word];
            if word != 0 {
                self.bits.0[self.word] = word & (word - 1);
                return Some(self.word * 64 + word.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use std::collections::BTreeSet;

    /// Every operation against the same one on sorted sets of numbers.
    fn agrees_with_btree_sets<const W: usize>(seed: u64) {
        let mut chance = Chance::new(seed);
        for _ in 0..200 {
            let density = chance.below(4) + 1;
            let mut draw = || -> BTreeSet<usize> {
                (0..64 * W).filter(|_| chance.below(5) < density).collect()
            };
            let (a, b) = (draw(), draw());
            let bits = |set: &BTreeSet<usize>| {
                Bits::<W>::from_cells(&set.iter().map(|&c| c as u16).collect::<Vec<_>>())
            };
            let (x, y) = (bits(&a), bits(&b));
            assert!(x.iter().eq(a.iter().copied()));
            assert!((x & y).iter().eq(a.intersection(&b).copied()));
            assert!((x | y).iter().eq(a.union(&b).copied()));
            assert!(x.andnot(y).iter().eq(a.difference(&b).copied()));
            assert_eq!(x.count(), a.len());
            assert_eq!(x.is_empty(), a.is_empty());
            assert_eq!(x.is_subset(&y), a.is_subset(&b));
            assert!((x & y).is_subset(&x) && x.is_subset(&(x | y)));
            assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            assert_eq!(x == y, a == b);
            let cell = chance.below(64 * W as u64) as usize;
            assert_eq!(x.test(cell), a.contains(&cell));
            let mut changed = x;
            changed.clear(cell);
            assert!(!changed.test(cell) && changed.with(cell).test(cell));
            assert_eq!(changed.with(cell), x.with(cell));
        }
    }

    #[test]
    fn operations_agree_with_sets_of_numbers() {
        agrees_with_btree_sets::<1>(1);
        agrees_with_btree_sets::<2>(2);
        agrees_with_btree_sets::<4>(3);
        agrees_with_btree_sets::<6>(4);
    }

    #[test]
    fn the_least_width_that_holds_the_board() {
        let edges = [
            (0, 1),
            (64, 1),
            (65, 2),
            (128, 2),
            (129, 4),
            (256, 4),
            (257, 6),
            (384, 6),
        ];
        for (cells, width) in edges {
            assert_eq!(words(cells), width);
            assert_eq!(
                with_width!(cells, W => Bits::<W>::below(cells).count()),
                cells
            );
        }
    }

    #[test]
    #[should_panic]
    fn more_cells_than_the_widest() {
        words(MAX_CELLS + 1);
    }
}
