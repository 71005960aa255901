//! Potential: few and large sets are stopped by always taking the cell that counts most.
//!
//! A set that lacks k cells counts 2^-k. Below 1 before the defender's stone, or
//! below 1/2 before the attacker's, the sum never reaches 1 again, which a
//! completed set would count (Erdős and Selfridge, 1973).

use crate::bits::Bits;

/// Leaves only the sets that contain no other one, small ones first.
pub fn keep_least<const W: usize>(sets: &mut Vec<Bits<W>>) {
    sets.sort_unstable_by_key(|cells| (cells.count(), *cells));
    sets.dedup();
    let mut kept = 0;
    let mut smaller = 0;
    let mut size = 0;
    for place in 0..sets.len() {
        let cells = sets[place];
        let count = cells.count();
        if count > size {
            // Only a strictly smaller set can lie inside.
            size = count;
            smaller = kept;
        }
        if !sets[..smaller].iter().any(|small| small.is_subset(&cells)) {
            sets[kept] = cells;
            kept += 1;
        }
    }
    sets.truncate(kept);
}

/// The sum over sets in units of 2^-60; sets of more than 60 cells count as much as one
/// of 60, which is on the safe side.
pub fn sum<const W: usize>(sets: &[Bits<W>]) -> u128 {
    sets.iter()
        .map(|cells| 1u128 << (60 - cells.count().min(60)))
        .sum()
}

/// The sum in the same units, with sets of more than 60 cells left out: on the attacker's
/// safe side.
pub fn sum_below<const W: usize>(sets: &[Bits<W>]) -> u128 {
    sets.iter()
        .filter(|cells| cells.count() <= 60)
        .map(|cells| 1u128 << (60 - cells.count()))
        .sum()
}

/// Is the sum small enough for the defender?
pub fn is_small(sum: u128, attacker_to_move: bool) -> bool {
    sum << u32::from(attacker_to_move) < 1 << 60
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[u16]) -> Bits<1> {
        Bits::from_cells(cells)
    }

    fn least(mut sets: Vec<Bits<1>>) -> Vec<Bits<1>> {
        keep_least(&mut sets);
        sets
    }

    #[test]
    fn sets_that_hold_another_go() {
        let sets = vec![set(&[0, 1, 2]), set(&[0, 1]), set(&[1, 2]), set(&[0, 1])];
        assert_eq!(least(sets), [set(&[0, 1]), set(&[1, 2])]);
        assert_eq!(least(vec![set(&[3]), set(&[3, 4])]), [set(&[3])]);
    }

    #[test]
    fn the_criterion_is_strict() {
        let pair = |n: u16| set(&[2 * n, 2 * n + 1]);
        let three = [pair(0), pair(1), pair(2)];
        assert!(is_small(sum(&three), false));
        assert!(!is_small(
            sum(&[three[0], three[1], three[2], pair(3)]),
            false
        ));
        assert!(is_small(sum(&three[..1]), true));
        assert!(!is_small(sum(&three[..2]), true));
        assert!(is_small(sum::<1>(&[]), true));
    }
}
