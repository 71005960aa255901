//! Which sets each cell is in, as a row of bits for each cell.
//!
//! Two questions become a few words of logic: which sets hold both of two cells
//! (pairings), and is every set of one cell a set of another (dominated cells)?

use crate::bits::Bits;

/// A row of bits for each cell, a bit for each set.
#[derive(Clone, Debug, Default)]
pub struct Incidence {
    words: usize,
    rows: Vec<u64>,
    all: Vec<u64>,
}

impl Incidence {
    /// Filled anew, in the memory of before.
    pub fn fill<const W: usize>(&mut self, cells: usize, sets: &[Bits<W>]) {
        self.words = sets.len().div_ceil(64);
        self.rows.clear();
        self.rows.resize(cells * self.words, 0);
        self.all.clear();
        self.all.resize(self.words, 0);
        for (number, set) in sets.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            self.all[word] |= bit;
            for cell in set.iter() {
                self.rows[cell * self.words + word] |= bit;
            }
        }
    }

    /// How many words a row has.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The sets that a cell is in.
    #[inline]
    pub fn row(&self, cell: usize) -> &[u64] {
        &self.rows[cell * self.words..][..self.words]
    }

    /// All sets.
    pub fn all(&self) -> &[u64] {
        &self.all
    }

    /// Is each set of one cell a set of the other?
    #[inline]
    pub fn is_within(&self, one: usize, other: usize) -> bool {
        let pairs = self.row(one).iter().zip(self.row(other));
        pairs.fold(0, |rest, (mine, theirs)| rest | (mine & !theirs)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_cells() {
        let sets: Vec<Bits<1>> = [&[0u16, 1][..], &[1, 2], &[2]].map(Bits::from_cells).into();
        let mut incidence = Incidence::default();
        incidence.fill(4, &sets);
        assert_eq!(incidence.row(1), [0b011]);
        assert_eq!(incidence.all(), [0b111]);
        assert!(incidence.is_within(0, 1) && !incidence.is_within(1, 0));
        assert!(incidence.is_within(3, 0));
        incidence.fill::<1>(2, &[]);
        assert_eq!(incidence.words(), 0);
        assert!(incidence.is_within(0, 1));
    }
}
