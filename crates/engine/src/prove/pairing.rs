//! Pairings: disjoint pairs of free cells, one inside each set that is to be stopped.
//!
//! Whoever answers a stone in a pair with its other cell gets a stone into each set.
//! Found by backtracking: the set with the fewest cells left first, the pair that
//! serves the most sets first, half a set off for each that loses one of its cells
//! to it, within a bounded number of steps. The sets that a
//! pair serves are the common bits of its two cells' rows in an [`Incidence`], so
//! that a step costs a few words for each pair, and nothing is allocated.

use super::incidence::Incidence;
use super::potential;
use crate::bits::Bits;

/// The cells of a set that are looked at; of a larger one, the first of them.
const MOST_CELLS: usize = 12;
const MOST_PAIRS: usize = MOST_CELLS * (MOST_CELLS - 1) / 2;

/// Finds pairings; keeps its memory from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    /// The sets that no pair serves yet, a row for each pair that is chosen.
    open: Vec<u64>,
    chosen: Vec<(u16, u16)>,
}

impl Pairing {
    /// Disjoint pairs, one in each set, or none within `steps` choices.
    pub fn find<const W: usize>(
        &mut self,
        sets: &[Bits<W>],
        incidence: &Incidence,
        steps: usize,
    ) -> Option<&[(u16, u16)]> {
        self.open.clear();
        self.open.extend_from_slice(incidence.all());
        self.chosen.clear();
        let mut left = steps;
        if !self.search(sets, incidence, Bits::EMPTY, &mut left) {
            return None;
        }
        self.chosen.sort_unstable();
        Some(&self.chosen)
    }

    fn search<const W: usize>(
        &mut self,
        sets: &[Bits<W>],
        incidence: &Incidence,
        used: Bits<W>,
        left: &mut usize,
    ) -> bool {
        let words = incidence.words();
        let start = self.chosen.len() * words;
        let Some((tightest, size)) = tightest(&self.open[start..start + words], sets, used) else {
            return true;
        };
        if size < 2 {
            return false;
        }
        let mut options = [(0i32, 0u16, 0u16); MOST_PAIRS];
        let mut count = 0;
        let open = &self.open[start..start + words];
        for (one, two) in pairs_of(sets[tightest].andnot(used)) {
            options[count] = (-score(open, incidence, one, two), one, two);
            count += 1;
        }
        options[..count].sort_unstable();
        for &(_, one, two) in &options[..count] {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            self.open.truncate(start + words);
            for place in 0..words {
                let both = incidence.row(one.into())[place] & incidence.row(two.into())[place];
                self.open.push(self.open[start + place] & !both);
            }
            self.chosen.push((one, two));
            let used = used.with(one.into()).with(two.into());
            if self.search(sets, incidence, used, left) {
                return true;
            }
            self.chosen.pop();
        }
        false
    }

    /// The potential of the sets that no pair serves, in units of 2^-60, if each time the pair
    /// that looks best is chosen: how far a position is from a pairing.
    pub fn unpaired<const W: usize>(&mut self, sets: &[Bits<W>], incidence: &Incidence) -> u128 {
        self.open.clear();
        self.open.extend_from_slice(incidence.all());
        let open = &mut self.open;
        let mut used = Bits::EMPTY;
        let mut sum = 0;
        while let Some((tightest, size)) = tightest(open, sets, used) {
            if size < 2 {
                open[tightest / 64] &= !(1 << (tightest % 64));
                sum += potential::sum(&sets[tightest..=tightest]);
                continue;
            }
            let pairs = pairs_of(sets[tightest].andnot(used));
            let best =
                pairs.min_by_key(|&(one, two)| (-score(open, incidence, one, two), one, two));
            let (one, two) = best.expect("two cells are a pair");
            let rows = incidence
                .row(one.into())
                .iter()
                .zip(incidence.row(two.into()));
            for (open, (one, two)) in open.iter_mut().zip(rows) {
                *open &= !(one & two);
            }
            used = used.with(one.into()).with(two.into());
        }
        sum
    }
}

/// An open set with the fewest cells that are not used, or one that has fewer than two, and how
/// many it has.
fn tightest<const W: usize>(
    open: &[u64],
    sets: &[Bits<W>],
    used: Bits<W>,
) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    for (place, &word) in open.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            let number = place * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let count = sets[number].andnot(used).count();
            if best.is_none_or(|(_, fewest)| count < fewest) {
                best = Some((number, count));
                if count < 2 {
                    return best;
                }
            }
        }
    }
    best
}

/// The pairs of some cells, of the first of them if they are many.
fn pairs_of<const W: usize>(set: Bits<W>) -> impl Iterator<Item = (u16, u16)> {
    let mut cells = [0u16; MOST_CELLS];
    let mut size = 0;
    for cell in set.iter().take(MOST_CELLS) {
        cells[size] = cell as u16;
        size += 1;
    }
    (0..size).flat_map(move |one| (one + 1..size).map(move |two| (cells[one], cells[two])))
}

/// Twice the open sets that a pair serves, less those that lose one of its cells.
fn score(open: &[u64], incidence: &Incidence, one: u16, two: u16) -> i32 {
    let rows = incidence
        .row(one.into())
        .iter()
        .zip(incidence.row(two.into()));
    rows.zip(open)
        .map(|((one, two), open)| {
            let served = (open & one & two).count_ones() as i32;
            2 * served - (open & (one ^ two)).count_ones() as i32
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[u16]) -> Bits<1> {
        Bits::from_cells(cells)
    }

    fn find(sets: &[Bits<1>], steps: usize) -> Option<Vec<(u16, u16)>> {
        let mut incidence = Incidence::default();
        incidence.fill(64, sets);
        let mut pairing = Pairing::default();
        pairing
            .find(sets, &incidence, steps)
            .map(<[(u16, u16)]>::to_vec)
    }

    #[test]
    fn finds_a_pairing_or_none() {
        let sets = [set(&[0, 1]), set(&[2, 3]), set(&[0, 1, 2])];
        assert_eq!(find(&sets, 10), Some(vec![(0, 1), (2, 3)]));
        assert_eq!(find(&[set(&[0, 1]), set(&[0, 2])], 100), None);
        assert_eq!(find(&[set(&[5])], 100), None);
        assert_eq!(find(&[], 0), Some(vec![]));
        assert_eq!(find(&[set(&[0, 1])], 0), None);
    }

    #[test]
    fn what_no_pair_serves() {
        let unpaired = |sets: &[Bits<1>]| {
            let mut incidence = Incidence::default();
            incidence.fill(64, sets);
            Pairing::default().unpaired(sets, &incidence)
        };
        assert_eq!(unpaired(&[set(&[0, 1]), set(&[2, 3, 4])]), 0);
        assert_eq!(unpaired(&[set(&[0, 1]), set(&[0, 2])]), 1 << 58);
        assert_eq!(unpaired(&[set(&[5]), set(&[5, 6])]), 1 << 59);
        assert_eq!(unpaired(&[]), 0);
    }

    #[test]
    fn many_sets_take_several_words() {
        let sets: Vec<Bits<1>> = (0..30)
            .flat_map(|n| {
                [
                    set(&[2 * n, 2 * n + 1]),
                    set(&[n, 2 * n, 2 * n + 1]),
                    set(&[2 * n, 2 * n + 1, 63]),
                ]
            })
            .collect();
        let pairs = find(&sets, 100).unwrap();
        assert_eq!(pairs.len(), 30);
        assert!(pairs.iter().all(|&(one, two)| two == one + 1));
    }
}
