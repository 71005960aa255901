//! Pairings: disjoint pairs of free cells, one inside each set that is to be stopped.
//!
//! Whoever answers a stone in a pair with its other cell gets a stone into each set.
//! Found by backtracking: the set with the fewest free cells first, the pair that
//! serves the most sets first, within a bounded number of steps.

use crate::bits::Bits;

/// Disjoint pairs, one in each set, or none within `steps` choices.
pub fn find<const W: usize>(sets: &[Bits<W>], steps: usize) -> Option<Vec<(u16, u16)>> {
    let mut chosen = Vec::new();
    let mut left = steps;
    search(sets, Bits::EMPTY, &mut left, &mut chosen).then(|| {
        chosen.sort_unstable();
        chosen
    })
}

fn search<const W: usize>(
    sets: &[Bits<W>],
    used: Bits<W>,
    left: &mut usize,
    chosen: &mut Vec<(u16, u16)>,
) -> bool {
    let Some(tightest) = sets.iter().min_by_key(|cells| cells.andnot(used).count()) else {
        return true;
    };
    let cells = tightest.andnot(used).to_cells();
    let mut options = Vec::new();
    for (place, &one) in cells.iter().enumerate() {
        for &two in &cells[place + 1..] {
            let pair = Bits::EMPTY.with(one.into()).with(two.into());
            let served = sets.iter().filter(|set| pair.is_subset(set)).count();
            options.push((usize::MAX - served, one, two));
        }
    }
    options.sort_unstable();
    for (_, one, two) in options {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let pair = Bits::EMPTY.with(one.into()).with(two.into());
        let rest: Vec<Bits<W>> = sets
            .iter()
            .copied()
            .filter(|set| !pair.is_subset(set))
            .collect();
        chosen.push((one, two));
        if search(&rest, used | pair, left, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[u16]) -> Bits<1> {
        Bits::from_cells(cells)
    }

    #[test]
    fn finds_a_pairing_or_none() {
        let sets = [set(&[0, 1]), set(&[2, 3]), set(&[0, 1, 2])];
        assert_eq!(find(&sets, 10), Some(vec![(0, 1), (2, 3)]));
        assert_eq!(find(&[set(&[0, 1]), set(&[0, 2])], 100), None);
        assert_eq!(find(&[set(&[5])], 100), None);
        assert_eq!(find::<1>(&[], 0), Some(vec![]));
        assert_eq!(find(&[set(&[0, 1])], 0), None);
    }
}
