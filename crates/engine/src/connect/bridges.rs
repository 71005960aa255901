//! Bridges: pairs of cells of which a player needs one.
//!
//! Two groups of stones, or a group and a side, that touch the same two free cells are as
//! good as joined: if the opponent takes one, the player takes the other. A chain of
//! groups with a pair of its own between each two of them joins the sides at once.
//! This is all that the rule `links` of a proof knows, and it is found quickly.

use super::graph::Graph;
use crate::bits::Bits;

/// Groups that are looked at in one search.
const STEPS: usize = 300;

struct Chain<'a, const W: usize> {
    /// The free cells that each group touches.
    borders: &'a [Bits<W>],
    target: Bits<W>,
    used: Vec<bool>,
    pairs: Vec<(u16, u16)>,
    steps: usize,
}

/// Disjoint pairs of free cells, as few as possible, that join a player's sides whichever
/// cell he gets of each.
pub fn find<const W: usize>(
    graph: &Graph<W>,
    own: Bits<W>,
    free: Bits<W>,
) -> Option<Vec<(u16, u16)>> {
    let groups = graph.groups(own);
    let border = |group: Bits<W>| graph.around(group) & free;
    let borders: Vec<Bits<W>> = groups.inner.iter().map(|&group| border(group)).collect();
    let mut chain = Chain {
        target: (graph.target & free) | border(groups.target),
        used: vec![false; borders.len()],
        borders: &borders,
        pairs: Vec::new(),
        steps: STEPS,
    };
    let source = (graph.source & free) | border(groups.source);
    (1..=borders.len() + 1)
        .any(|pairs| chain.reaches(source, Bits::EMPTY, pairs))
        .then_some(chain.pairs)
}

impl<const W: usize> Chain<'_, W> {
    /// From a group with this border, with so many pairs more.
    fn reaches(&mut self, border: Bits<W>, taken: Bits<W>, pairs: usize) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        if pairs == 1 {
            let pair = two_of((border & self.target).andnot(taken));
            self.pairs.extend(pair);
            return pair.is_some();
        }
        for group in 0..self.borders.len() {
            if self.used[group] {
                continue;
            }
            let Some((one, two)) = two_of((border & self.borders[group]).andnot(taken)) else {
                continue;
            };
            self.used[group] = true;
            self.pairs.push((one, two));
            let taken = taken.with(one.into()).with(two.into());
            if self.reaches(self.borders[group], taken, pairs - 1) {
                return true;
            }
            self.pairs.pop();
            self.used[group] = false;
        }
        false
    }
}

fn two_of<const W: usize>(cells: Bits<W>) -> Option<(u16, u16)> {
    let mut cells = cells.iter();
    Some((cells.next()? as u16, cells.next()? as u16))
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{random_stones, rhombus};
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn whichever_cell_he_gets_of_each_pair() {
        let mut chance = Chance::new(5);
        let mut found = [0; 5];
        for _ in 0..3000 {
            let [sides, _] = rhombus(5, 5);
            let graph = Graph::<1>::new(&sides);
            let [free, own, _] = random_stones(&mut chance, 25, 7);
            if graph.is_joined(own) {
                continue;
            }
            let Some(pairs) = find(&graph, own, free) else {
                continue;
            };
            found[pairs.len()] += 1;
            let cells: Vec<u16> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
            let union = Bits::<1>::from_cells(&cells);
            assert_eq!(union.count(), 2 * pairs.len());
            assert!(union.is_subset(&free));
            for choice in 0..1 << pairs.len() {
                let mut stones = own;
                for (place, &(one, two)) in pairs.iter().enumerate() {
                    let cell = if choice >> place & 1 == 0 { one } else { two };
                    stones.set(cell.into());
                }
                assert!(graph.is_joined(stones));
            }
        }
        assert!(found[1] > 30 && found[2] > 30 && found[3] > 10, "{found:?}");
    }
}
