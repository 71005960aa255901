//! Beck's criterion for Maker: many sets that overlap little.
//!
//! Maker, to move, always takes the cell that is worth most, a set that lacks k
//! cells counting 2^-k. In a round the sum falls by no more than a quarter of the
//! largest number of sets through one pair of cells, so that something is left of
//! it at the end if it was large enough: a set that Breaker never touched (Beck, 1982).
//! It needs hundreds of sets, so on small boards it says nothing.

use super::potential;
use crate::bits::Bits;
use std::collections::HashMap;

/// Does 8 times the sum exceed the number of cells times the largest number of sets through
/// two cells? Equal sets count once.
pub fn is_large<const W: usize>(sets: &[Bits<W>]) -> bool {
    if is_hopeless(sets) {
        return false;
    }
    let mut sets = sets.to_vec();
    sets.sort_unstable();
    sets.dedup();
    let union = sets.iter().fold(Bits::EMPTY, |all, &one| all | one);
    let cells = union.count() as u128;
    let sum = 8 * potential::sum_below(&sets);
    let mut through: HashMap<(usize, usize), u128> = HashMap::new();
    for set in &sets {
        let cells: Vec<usize> = set.iter().collect();
        for (place, &one) in cells.iter().enumerate() {
            for &two in &cells[place + 1..] {
                *through.entry((one, two)).or_default() += 1;
            }
        }
    }
    let most = through.values().copied().max().unwrap_or(0);
    sum > (most * cells) << 60
}

/// A quick look: two cells of a set are in at least one set, and equal sets only add to the sum.
fn is_hopeless<const W: usize>(sets: &[Bits<W>]) -> bool {
    let union = sets.iter().fold(Bits::EMPTY, |all, &one| all | one);
    8 * potential::sum_below(sets) <= (union.count() as u128) << 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_sets_with_little_in_common() {
        // Lines of an affine plane of order 3 and beyond: all pairs of 12 cells, 66 sets of
        // two cells through each pair of which there is one.
        let pairs: Vec<Bits<1>> = (0..12u16)
            .flat_map(|a| (a + 1..12).map(move |b| Bits::from_cells(&[a, b])))
            .collect();
        assert!(is_large(&pairs));
        assert!(!is_large(&pairs[..1]));
        assert!(!is_large::<1>(&[]));
        // The same set again adds nothing.
        let again: Vec<Bits<1>> = (0..100).map(|_| Bits::from_cells(&[0, 1, 2])).collect();
        assert!(!is_large(&again));
    }
}
