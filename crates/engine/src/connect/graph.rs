//! The graph in which a player joins two sides, and what stones make of it.
//!
//! A player joins his sides if his stones hold a path from a source to a target. What
//! he lacks is found by layers: the cells that are reached with no stone more, with
//! one, and so on. No path is ever listed.

use crate::bits::Bits;
use std::fmt;

/// What a player joins, as a caller describes it; [`Graph::new`] checks it.
#[derive(Clone, Debug, Default)]
pub struct Sides {
    pub neighbours: Vec<Vec<u16>>,
    pub sources: Vec<u16>,
    pub targets: Vec<u16>,
}

/// Why sides are none of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    OtherBoard { rows: usize, cells: usize },
    OutOfRange { cell: u16, cells: usize },
    OneWay { from: u16, to: u16 },
}

impl fmt::Display for GraphError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherBoard { rows, cells } => {
                write!(out, "a graph of {rows} cells on a board of {cells}")
            }
            Self::OutOfRange { cell, cells } => {
                write!(
                    out,
                    "the graph names cell {cell}, but the board has {cells} cells"
                )
            }
            Self::OneWay { from, to } => {
                write!(
                    out,
                    "cell {from} touches cell {to}, which does not touch it"
                )
            }
        }
    }
}

impl std::error::Error for GraphError {}

impl Sides {
    /// Every named cell is on the board, and touching is mutual?
    pub fn check(&self, cells: usize) -> Result<(), GraphError> {
        let rows = self.neighbours.len();
        if rows != cells {
            return Err(GraphError::OtherBoard { rows, cells });
        }
        let named = self.neighbours.iter().flatten();
        for &cell in named.chain(&self.sources).chain(&self.targets) {
            if usize::from(cell) >= cells {
                return Err(GraphError::OutOfRange { cell, cells });
            }
        }
        for (from, row) in self.neighbours.iter().enumerate() {
            let from = from as u16;
            let one_way = |&&to: &&u16| !self.neighbours[usize::from(to)].contains(&from);
            if let Some(&to) = row.iter().find(one_way) {
                return Err(GraphError::OneWay { from, to });
            }
        }
        Ok(())
    }

    /// A permutation that keeps the graph, and the two sides or swaps them?
    pub fn is_symmetry(&self, permutation: &[u16]) -> bool {
        let image = |cells: &[u16]| {
            let moved = cells.iter().map(|&cell| permutation[usize::from(cell)]);
            sorted(moved.collect())
        };
        let sides = [sorted(self.sources.clone()), sorted(self.targets.clone())];
        let images = [image(&self.sources), image(&self.targets)];
        let swapped = [images[1].clone(), images[0].clone()];
        (images == sides || swapped == sides)
            && self.neighbours.iter().enumerate().all(|(cell, row)| {
                let there = &self.neighbours[usize::from(permutation[cell])];
                image(row) == sorted(there.clone())
            })
    }
}

fn sorted(mut cells: Vec<u16>) -> Vec<u16> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// What a player joins, as bits.
#[derive(Clone, Debug)]
pub struct Graph<const W: usize> {
    pub near: Vec<Bits<W>>,
    pub source: Bits<W>,
    pub target: Bits<W>,
}

impl<const W: usize> Graph<W> {
    pub fn new(sides: &Sides) -> Self {
        let near = sides.neighbours.iter().enumerate().map(|(cell, row)| {
            let mut bits = Bits::from_cells(row);
            bits.clear(cell);
            bits
        });
        Self {
            near: near.collect(),
            source: Bits::from_cells(&sides.sources),
            target: Bits::from_cells(&sides.targets),
        }
    }

    /// The cells that touch some of these, and perhaps some of these.
    pub fn around(&self, cells: Bits<W>) -> Bits<W> {
        cells
            .iter()
            .fold(Bits::EMPTY, |all, cell| all | self.near[cell])
    }

    /// What can be reached from some cells inside others.
    pub fn flood(&self, from: Bits<W>, inside: Bits<W>) -> Bits<W> {
        let mut found = from & inside;
        let mut fresh = found;
        while !fresh.is_empty() {
            fresh = (self.around(fresh) & inside).andnot(found);
            found = found | fresh;
        }
        found
    }

    /// Do these cells join the sides?
    pub fn is_joined(&self, own: Bits<W>) -> bool {
        self.flood(self.source, own).intersects(&self.target)
    }

    /// How many of the costly cells a path needs at least that may use the others for
    /// nothing, or nothing if there is no path.
    pub fn lacking(&self, cheap: Bits<W>, costly: Bits<W>) -> Option<usize> {
        let mut found = self.flood(self.source, cheap);
        let mut lacking = 0;
        while !found.intersects(&self.target) {
            let fresh = ((self.source | self.around(found)) & costly).andnot(found);
            if fresh.is_empty() {
                return None;
            }
            found = found | fresh;
            found = found | self.flood(self.around(fresh), cheap);
            lacking += 1;
        }
        Some(lacking)
    }

    /// The free cells of a path with the fewest of them.
    pub fn shortest(&self, own: Bits<W>, free: Bits<W>) -> Option<Bits<W>> {
        // The free cells that are reached with one stone, with two, and so on.
        let mut layers = Vec::new();
        let mut found = self.flood(self.source, own);
        while !found.intersects(&self.target) {
            let fresh = ((self.source | self.around(found)) & free).andnot(found);
            if fresh.is_empty() {
                return None;
            }
            found = found | fresh | self.flood(self.around(fresh), own);
            layers.push(fresh);
        }
        // Back from the target, a cell of each layer.
        let mut path = Bits::EMPTY;
        let mut ahead = self.target;
        while let Some(layer) = layers.pop() {
            let stones = self.flood(ahead, own);
            let joined = (ahead | self.around(stones)) & layer;
            let cell = joined.iter().next().expect("a cell of the layer leads on");
            path.set(cell);
            ahead = self.near[cell];
        }
        Some(path)
    }

    /// Free cells, as few as are found by leaving out one after the other, of which every
    /// path needs more than `left`.
    pub fn too_many(&self, own: Bits<W>, free: Bits<W>, left: usize) -> Bits<W> {
        let is_enough =
            |costly: Bits<W>| match self.lacking(own | free.andnot(costly), costly & free) {
                Some(lacking) => lacking > left,
                None => true,
            };
        let mut kept = free;
        for cell in free.iter() {
            let mut fewer = kept;
            fewer.clear(cell);
            if is_enough(fewer) {
                kept = fewer;
            }
        }
        kept
    }

    /// Groups of stones that touch each other, without those that touch a side.
    pub fn groups(&self, own: Bits<W>) -> Groups<W> {
        let source = self.flood(self.source, own);
        let target = self.flood(self.target, own);
        let mut rest = own.andnot(source | target);
        let mut inner = Vec::new();
        while let Some(cell) = rest.iter().next() {
            let group = self.flood(Bits::EMPTY.with(cell), own);
            rest = rest.andnot(group);
            inner.push(group);
        }
        Groups {
            source,
            target,
            inner,
        }
    }
}

/// A player's stones in groups: those joined to the one side, to the other, and the rest.
#[derive(Clone, Debug)]
pub struct Groups<const W: usize> {
    pub source: Bits<W>,
    pub target: Bits<W>,
    pub inner: Vec<Bits<W>>,
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::chance::Chance;

    /// A rhombus: rows of hexagons, each half a cell further to the right. The first player
    /// joins top and bottom, the second left and right.
    pub fn rhombus(files: usize, ranks: usize) -> [Sides; 2] {
        let cell = |x: usize, y: usize| (x * ranks + y) as u16;
        let steps = [(0i32, -1i32), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)];
        let points = || (0..files).flat_map(move |x| (0..ranks).map(move |y| (x, y)));
        let neighbours: Vec<Vec<u16>> = points()
            .map(|(x, y)| {
                let moved = steps.iter().map(|(dx, dy)| (x as i32 + dx, y as i32 + dy));
                let inside = |(x, y): &(i32, i32)| {
                    (0..files as i32).contains(x) && (0..ranks as i32).contains(y)
                };
                let near = moved.filter(inside);
                near.map(|(x, y)| cell(x as usize, y as usize)).collect()
            })
            .collect();
        let side = |keep: &dyn Fn(usize, usize) -> bool| {
            let kept = points().filter(|&(x, y)| keep(x, y));
            kept.map(|(x, y)| cell(x, y)).collect::<Vec<u16>>()
        };
        [
            Sides {
                neighbours: neighbours.clone(),
                sources: side(&|_, y| y == 0),
                targets: side(&|_, y| y == ranks - 1),
            },
            Sides {
                neighbours,
                sources: side(&|x, _| x == 0),
                targets: side(&|x, _| x == files - 1),
            },
        ]
    }

    /// A board filled at random: free cells, the first player's, the second's.
    pub fn random_stones(chance: &mut Chance, cells: usize, free: u64) -> [Bits<1>; 3] {
        let mut parts = [Bits::EMPTY; 3];
        for cell in 0..cells {
            let part = if chance.below(10) < free {
                0
            } else {
                1 + chance.below(2) as usize
            };
            parts[part].set(cell);
        }
        parts
    }

    #[test]
    fn just_one_player_joins_his_sides_on_a_full_board() {
        let mut chance = Chance::new(1);
        for _ in 0..500 {
            let (files, ranks) = (1 + chance.below(6) as usize, 1 + chance.below(6) as usize);
            let [black, white] = rhombus(files, ranks);
            assert_eq!(black.check(files * ranks), Ok(()));
            let [_, own, other] = random_stones(&mut chance, files * ranks, 0);
            let joined = [
                Graph::<1>::new(&black).is_joined(own),
                Graph::<1>::new(&white).is_joined(other),
            ];
            assert_ne!(joined[0], joined[1]);
        }
    }

    #[test]
    fn what_is_lacking_and_where() {
        let mut chance = Chance::new(2);
        for _ in 0..500 {
            let [sides, _] = rhombus(4, 5);
            let graph = Graph::<1>::new(&sides);
            let [free, own, _] = random_stones(&mut chance, 20, 6);
            let lacking = graph.lacking(own, free);
            let path = graph.shortest(own, free);
            assert_eq!(path.map(|path| path.count()), lacking);
            let Some(path) = path else {
                assert!(!graph.is_joined(own | free));
                continue;
            };
            assert!(graph.is_joined(own | path) && path.is_subset(&free));
            for cell in path.iter() {
                let mut fewer = path;
                fewer.clear(cell);
                assert!(!graph.is_joined(own | fewer));
            }
            for left in 0..path.count() {
                let kept = graph.too_many(own, free, left);
                let rest = free.andnot(kept);
                assert!(graph.lacking(own | rest, kept).is_none_or(|n| n > left));
            }
        }
    }

    #[test]
    fn what_is_no_graph_of_a_board() {
        let [sides, _] = rhombus(2, 2);
        assert!(sides.check(4).is_ok());
        assert!(matches!(
            sides.check(5),
            Err(GraphError::OtherBoard { rows: 4, cells: 5 })
        ));
        let mut wrong = sides.clone();
        wrong.targets.push(4);
        assert!(matches!(
            wrong.check(4),
            Err(GraphError::OutOfRange { cell: 4, cells: 4 })
        ));
        let mut wrong = sides.clone();
        wrong.neighbours[0].push(3);
        assert_eq!(wrong.check(4), Err(GraphError::OneWay { from: 0, to: 3 }));
        assert!(sides.is_symmetry(&[3, 2, 1, 0]));
        assert!(!sides.is_symmetry(&[0, 2, 1, 3]));
        assert!(!sides.is_symmetry(&[1, 0, 2, 3]));
    }
}
