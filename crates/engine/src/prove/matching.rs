//! Pairings that backtracking does not find: the exact question, as paper 002 asks it.
//!
//! Two cells that share a set may be a pair; a cell is in one pair at most; each set
//! holds a pair. Where the defender is to move, his stones come first: where shall
//! they go, so that there is a pairing for the rest? That is the same question with
//! one more cell for each of these stones, a cell that is in every set: who may place a
//! stone first has got the answer to that cell in advance, and whatever is paired
//! with it is where his stone goes.
//!
//! Of what is found, pairs that no set needs are dropped: a small support makes a
//! small zone, and so a small search and a short proof.

use super::choices::{Choices, Found, Poll};
use crate::bits::Bits;
use crate::group::Group;
use crate::watch::Stop;

/// The cells of a set that are looked at; of a larger one, the first of them.
const MOST_CELLS: usize = 12;
const NO_OPTION: u32 = u32::MAX;

/// Stones that are placed first, and then pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub first: Vec<u16>,
    pub pairs: Vec<(u16, u16)>,
}

impl Plan {
    /// The same plan for the image of the position under an element of the group.
    pub fn image(&self, group: &Group, element: usize) -> Self {
        let image = |cell: u16| group.column(cell.into())[element];
        Self {
            first: self.first.iter().map(|&cell| image(cell)).collect(),
            pairs: self
                .pairs
                .iter()
                .map(|&(one, two)| (image(one), image(two)))
                .collect(),
        }
    }

    /// The cells that matter.
    pub fn support<const W: usize>(&self) -> Bits<W> {
        let pairs = self.pairs.iter().flat_map(|&(one, two)| [one, two]);
        let cells = pairs.chain(self.first.iter().copied());
        cells.fold(Bits::EMPTY, |all, cell| all.with(cell.into()))
    }
}

/// Finds pairings; keeps its memory from one question to the next.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    choices: Choices,
    /// For each two cells, the option to pair them.
    option: Vec<u32>,
    demand: Vec<u32>,
}

impl Matching {
    /// How many conflicts the last question took.
    pub fn spent(&self) -> u32 {
        self.choices.spent()
    }

    /// Cells for `stones` stones and pairs that stop all sets, or none within so many conflicts.
    /// The cells are below `size`.
    pub fn find<const W: usize>(
        &mut self,
        sets: &[Bits<W>],
        size: usize,
        stones: usize,
        conflicts: u32,
        poll: Poll<'_>,
    ) -> Result<Option<Plan>, Stop> {
        let all = size + stones;
        self.choices.clear(all);
        self.option.clear();
        self.option.resize(all * all, NO_OPTION);
        for set in sets {
            let mut cells = [0usize; MOST_CELLS];
            let mut count = 0;
            for cell in set.iter().take(MOST_CELLS) {
                cells[count] = cell;
                count += 1;
            }
            let cells = &cells[..count];
            self.demand.clear();
            for (place, &one) in cells.iter().enumerate() {
                for two in cells[place + 1..].iter().copied().chain(size..all) {
                    let option = &mut self.option[one * all + two];
                    if *option == NO_OPTION {
                        *option = self.choices.option(one as u32, two as u32);
                    }
                    self.demand.push(*option);
                }
            }
            let worth = 1.0 / self.demand.len().max(1) as f64;
            self.choices.demand(&self.demand, worth);
        }
        let found = self.choices.search(conflicts, poll)?;
        Ok((found == Found::Yes).then(|| self.plan(sets, size)))
    }

    fn plan<const W: usize>(&self, sets: &[Bits<W>], size: usize) -> Plan {
        let mut plan = Plan::default();
        for option in self.choices.chosen() {
            let [one, two] = self.choices.places(option).map(|place| place as u16);
            if usize::from(two) < size {
                plan.pairs.push((one, two));
            } else {
                plan.first.push(one);
            }
        }
        let placed = Bits::from_cells(&plan.first);
        let rest: Vec<Bits<W>> = sets
            .iter()
            .copied()
            .filter(|set| !set.intersects(&placed))
            .collect();
        keep_needed(&mut plan.pairs, &rest);
        plan.pairs.sort_unstable();
        plan
    }
}

/// Drops pairs while each set holds another one, those of the fewest sets first.
pub fn keep_needed<const W: usize>(pairs: &mut Vec<(u16, u16)>, sets: &[Bits<W>]) {
    let serves =
        |&(one, two): &(u16, u16), set: &Bits<W>| set.test(one.into()) && set.test(two.into());
    let mut counts: Vec<usize> = sets
        .iter()
        .map(|set| pairs.iter().filter(|pair| serves(pair, set)).count())
        .collect();
    pairs.sort_by_cached_key(|pair| sets.iter().filter(|set| serves(pair, set)).count());
    pairs.retain(|pair| {
        let mine = |(set, _): &(&Bits<W>, &mut usize)| serves(pair, set);
        let needed = sets
            .iter()
            .zip(&mut counts)
            .filter(mine)
            .any(|(_, count)| *count == 1);
        if !needed {
            let served = sets.iter().zip(&mut counts).filter(mine);
            served.for_each(|(_, count)| *count -= 1);
        }
        needed
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[u16]) -> Bits<1> {
        Bits::from_cells(cells)
    }

    fn find(sets: &[Bits<1>], stones: usize) -> Option<Plan> {
        let mut matching = Matching::default();
        matching
            .find(sets, 64, stones, 1000, &mut || Ok(()))
            .unwrap()
    }

    #[test]
    fn finds_a_pairing_or_none() {
        let sets = [set(&[0, 1]), set(&[2, 3]), set(&[0, 1, 2])];
        let plan = find(&sets, 0).unwrap();
        assert_eq!((plan.first, plan.pairs), (vec![], vec![(0, 1), (2, 3)]));
        assert_eq!(find(&[set(&[0, 1]), set(&[0, 2])], 0), None);
        assert_eq!(find(&[set(&[5])], 0), None);
        assert_eq!(find(&[set(&[])], 1), None);
        assert_eq!(find(&[], 0), Some(Plan::default()));
    }

    #[test]
    fn stones_first() {
        let fork = [set(&[0, 1]), set(&[0, 2]), set(&[3, 4])];
        let plan = find(&fork, 1).unwrap();
        assert_eq!((&plan.first, &plan.pairs), (&vec![0], &vec![(3, 4)]));
        assert_eq!(plan.support(), set(&[0, 3, 4]));
        let two = [set(&[0]), set(&[1, 2]), set(&[1, 3])];
        assert_eq!(find(&two, 1), None);
        let mut first = find(&two, 2).unwrap().first;
        first.sort_unstable();
        assert_eq!(first, [0, 1]);
    }

    #[test]
    fn pairs_that_no_set_needs_go() {
        let mut pairs = vec![(0, 1), (2, 3), (4, 5)];
        keep_needed(&mut pairs, &[set(&[0, 1, 2, 3]), set(&[2, 3, 6])]);
        assert_eq!(pairs, [(2, 3)]);
    }
}
