//! The automorphisms of a game: generators and the order of their group.
//!
//! A symmetry is a permutation of the cells that maps the family of Black's sets
//! to itself, the family of White's sets to itself, and every cell to one of the
//! same colour (the caller colours stones, first moves and whatever else must
//! stay). The sets become vertices of a graph, joined to their cells and coloured
//! by whose they are, and the group is found as a chain of stabilisers:
//!
//! 1. Take cells b1, b2, ... out of the refined partition, one by one, until all
//!    blocks of cells are single: the *base*. Only the identity fixes all of it.
//! 2. From the last base point back to the first: with the earlier ones fixed, b
//!    can go only to cells of its block. For each of those that is not yet in
//!    the orbit of b, search an automorphism that fixes the earlier points and
//!    maps b there. The order of the group is the product of these orbits.
//!
//! A search refines two partitions in step, one from b and one from its image,
//! takes one cell of a block out on the left and tries all of the same block on
//! the right, and goes back when the traces differ. Two shortcuts matter. When
//! all blocks that are not single hold the same cells on both sides, the
//! identity is tried on them; and if some do not, such a block is taken next
//! (both after saucy). So a symmetry that moves few cells costs few steps. And
//! a cell that failed rules out its whole orbit under what is known. Every
//! permutation is verified on the sets before it counts, so an error in the
//! refinement could lose symmetries but never invent one.
//!
//! Cells in no set are interchangeable with others of their colour; they get
//! their generators directly and stay out of the graph. Permutations that the
//! caller believes in (rotations of the board) are verified and then spare
//! searches. The search is exponential in the worst case, so it polls a watch.

use crate::families::{self, FamilyError};
use crate::group::is_permutation;
use crate::partition::{Graph, Partition, Trace};
use crate::watch::{Progress, Stop, Watch};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// The most cells whose symmetries are searched for.
pub const MAX_CELLS: usize = 4096;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymmetryError {
    TooManyCells { cells: usize },
    Family(FamilyError),
    Colours { cells: usize, colours: usize },
    Stopped(Stop),
}

impl From<FamilyError> for SymmetryError {
    fn from(error: FamilyError) -> Self {
        Self::Family(error)
    }
}

impl From<Stop> for SymmetryError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCells { cells } => {
                write!(
                    out,
                    "symmetries are searched on {MAX_CELLS} cells at most, not {cells}"
                )
            }
            Self::Family(error) => error.fmt(out),
            Self::Colours { cells, colours } => {
                write!(out, "{colours} colours are given for {cells} cells")
            }
            Self::Stopped(stop) => stop.fmt(out),
        }
    }
}

impl std::error::Error for SymmetryError {}

/// Generators of a group and the sizes of the orbits along its chain of
/// stabilisers, those of size 1 left out; their product is the group's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    pub generators: Vec<Vec<u16>>,
    pub orbits: Vec<u64>,
}

/// All symmetries of two families of sets on coloured cells.
pub fn automorphisms(
    cells: usize,
    black_sets: Vec<Vec<u16>>,
    white_sets: Vec<Vec<u16>>,
    colours: &[i64],
    seeds: &[Vec<u16>],
    watch: &mut Watch<'_>,
) -> Result<Symmetries, SymmetryError> {
    if cells > MAX_CELLS {
        return Err(SymmetryError::TooManyCells { cells });
    }
    if colours.len() != cells {
        return Err(SymmetryError::Colours {
            cells,
            colours: colours.len(),
        });
    }
    let black = families::normalise(cells, black_sets)?;
    let white = families::normalise(cells, white_sets)?;
    watch.poll(Progress::default())?;
    let structure = Structure::new(cells, &black, &white, colours);
    let seeds = seeds
        .iter()
        .filter_map(|seed| structure.restrict(seed))
        .collect();
    let chain = Search::new(&structure, watch).chain(seeds)?;

    let mut orbits = chain.orbits;
    let mut generators: Vec<Vec<u16>> = chain
        .generators
        .iter()
        .map(|generator| structure.extend(generator))
        .collect();
    for class in &structure.loose {
        orbits.extend((2..=class.len() as u64).rev());
        for pair in class.windows(2) {
            let mut swap: Vec<u16> = (0..cells as u16).collect();
            swap.swap(pair[0].into(), pair[1].into());
            generators.push(swap);
        }
    }
    Ok(Symmetries { generators, orbits })
}

/// A permutation of the cells that are in sets, by their new numbers.
type Permutation = Vec<u32>;

/// The game as a coloured graph: first the cells that are in sets, then the sets.
struct Structure<'a> {
    colours: &'a [i64],
    /// The cells in sets, ascending; their index is their number in the graph.
    bound: Vec<u16>,
    number_of: Vec<Option<u32>>,
    /// The cells in no set, by colour.
    loose: Vec<Vec<u16>>,
    graph: Graph,
    /// The colours of the vertices as small numbers: those of the cells lie below
    /// `set_key`, that of a set is `set_key` plus its owner.
    keys: Vec<u32>,
    set_key: u32,
    /// Whose each set is: 1 Black's, 2 White's, 3 of both.
    owners: HashMap<Vec<u32>, u32>,
}

impl<'a> Structure<'a> {
    fn new(
        cells: usize,
        black: &[Vec<u16>],
        white: &[Vec<u16>],
        colours: &'a [i64],
    ) -> Structure<'a> {
        let mut number_of = vec![None; cells];
        for &cell in black.iter().chain(white).flatten() {
            number_of[usize::from(cell)] = Some(0);
        }
        let mut bound = Vec::new();
        let mut loose: BTreeMap<i64, Vec<u16>> = BTreeMap::new();
        for cell in 0..cells {
            if number_of[cell].is_some() {
                number_of[cell] = Some(bound.len() as u32);
                bound.push(cell as u16);
            } else {
                loose.entry(colours[cell]).or_default().push(cell as u16);
            }
        }
        let mut owners: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for (family, owner) in [(black, 1), (white, 2)] {
            for set in family {
                // Numbers ascend with the cells, so the set stays sorted.
                let set = set
                    .iter()
                    .filter_map(|&cell| number_of[usize::from(cell)])
                    .collect();
                *owners.entry(set).or_default() |= owner;
            }
        }
        let mut ranks: Vec<i64> = bound
            .iter()
            .map(|&cell| colours[usize::from(cell)])
            .collect();
        ranks.sort_unstable();
        ranks.dedup();
        let rank = |&cell: &u16| ranks.partition_point(|&c| c < colours[usize::from(cell)]);
        let mut keys: Vec<u32> = bound.iter().map(|cell| rank(cell) as u32).collect();
        let set_key = ranks.len() as u32;
        let mut neighbours = vec![Vec::new(); bound.len()];
        for (set, owner) in &owners {
            let vertex = neighbours.len() as u32;
            for &cell in set {
                neighbours[cell as usize].push(vertex);
            }
            neighbours.push(set.clone());
            keys.push(set_key + owner);
        }
        Structure {
            colours,
            number_of,
            loose: loose.into_values().collect(),
            graph: Graph::new(&neighbours),
            keys,
            set_key,
            owners: owners.into_iter().collect(),
            bound,
        }
    }

    fn cells(&self) -> u32 {
        self.bound.len() as u32
    }

    /// Does a permutation of the bound cells map each set to one of its owner?
    /// Only the sets through cells that move can fail to.
    fn keeps_sets(&self, permutation: &[u32]) -> bool {
        let mut seen = HashSet::new();
        let mut image = Vec::new();
        (0..self.cells())
            .filter(|&cell| permutation[cell as usize] != cell)
            .all(|cell| {
                self.graph.neighbours(cell).iter().all(|&vertex| {
                    !seen.insert(vertex) || {
                        image.clear();
                        let set = self.graph.neighbours(vertex).iter();
                        image.extend(set.map(|&cell| permutation[cell as usize]));
                        image.sort_unstable();
                        let owner = self.keys[vertex as usize] - self.set_key;
                        self.owners.get(&image) == Some(&owner)
                    }
                })
            })
    }

    /// A seed as a permutation of the bound cells, if it is a symmetry.
    fn restrict(&self, seed: &[u16]) -> Option<Permutation> {
        let cells = self.colours.len();
        let coloured = |cell: usize| self.colours[cell] == self.colours[usize::from(seed[cell])];
        if !is_permutation(seed, cells) || !(0..cells).all(coloured) {
            return None;
        }
        let image = |&cell: &u16| self.number_of[usize::from(seed[usize::from(cell)])];
        let permutation: Permutation = self.bound.iter().map(image).collect::<Option<_>>()?;
        self.keeps_sets(&permutation).then_some(permutation)
    }

    /// A permutation of the bound cells as one of all cells.
    fn extend(&self, permutation: &[u32]) -> Vec<u16> {
        let mut all: Vec<u16> = (0..self.colours.len() as u16).collect();
        for (from, &to) in permutation.iter().enumerate() {
            all[usize::from(self.bound[from])] = self.bound[to as usize];
        }
        all
    }
}

/// Generators and orbit sizes on the bound cells.
struct Chain {
    generators: Vec<Permutation>,
    orbits: Vec<u64>,
}

/// What to do with two partitions that have been refined in step.
enum Look {
    Found(Permutation),
    Dead,
    Branch { left: u32, right: Vec<u32> },
}

/// One cell taken out on the left and the images that remain to be tried.
struct Branch {
    left_mark: usize,
    right_mark: usize,
    trace: Trace,
    candidates: std::vec::IntoIter<u32>,
}

struct Search<'a, 'w, 'c> {
    structure: &'a Structure<'a>,
    left: Partition,
    right: Partition,
    watch: &'w mut Watch<'c>,
}

impl<'a, 'w, 'c> Search<'a, 'w, 'c> {
    fn new(structure: &'a Structure<'a>, watch: &'w mut Watch<'c>) -> Self {
        let mut left = Partition::new(&structure.keys);
        left.refine(&structure.graph, &mut Trace::default());
        Self {
            structure,
            right: left.clone(),
            left,
            watch,
        }
    }

    fn chain(mut self, seeds: Vec<Permutation>) -> Result<Chain, Stop> {
        let (structure, cells) = (self.structure, self.structure.cells());
        // Both partitions go down the base together, and come up together.
        let mut base = Vec::new();
        while let Some(point) = self.smallest_block() {
            self.watch.poll(Progress::default())?;
            base.push((point, self.left.mark(), self.right.mark()));
            for side in [&mut self.left, &mut self.right] {
                side.individualise(point);
                side.refine(&structure.graph, &mut Trace::default());
            }
        }
        let depth = |seed: &Permutation| {
            base.iter()
                .take_while(|(point, ..)| seed[*point as usize] == *point)
                .count()
        };
        let mut seeds_at = vec![Vec::new(); base.len() + 1];
        for seed in seeds {
            let depth = depth(&seed);
            seeds_at[depth].push(seed);
        }

        let mut chain = Chain {
            generators: Vec::new(),
            orbits: Vec::new(),
        };
        let mut known = Orbits::new(cells);
        for (level, &(point, left_mark, right_mark)) in base.iter().enumerate().rev() {
            self.left.undo(left_mark);
            self.right.undo(right_mark);
            for seed in std::mem::take(&mut seeds_at[level]) {
                if known.join(&seed) {
                    chain.generators.push(seed);
                }
            }
            let mut block = self.left.members(self.left.block_of(point)).to_vec();
            block.sort_unstable();
            self.left.individualise(point);
            let mut trace = Trace::default();
            self.left.refine(&structure.graph, &mut trace);
            let refined = self.left.mark();

            let mut failed: Vec<u32> = Vec::new();
            let mut failed_orbits: HashSet<u32> = HashSet::new();
            for &image in &block {
                let orbit = known.of(image);
                if orbit == known.of(point) || failed_orbits.contains(&orbit) {
                    continue;
                }
                self.right.individualise(image);
                trace.rewind();
                let found = if self.right.refine(&structure.graph, &mut trace) {
                    self.find()?
                } else {
                    self.watch.poll(Progress::default())?;
                    None
                };
                self.left.undo(refined);
                self.right.undo(right_mark);
                match found {
                    Some(permutation) => {
                        known.join(&permutation);
                        chain.generators.push(permutation);
                        failed_orbits = failed.iter().map(|&cell| known.of(cell)).collect();
                    }
                    None => {
                        failed.push(image);
                        failed_orbits.insert(orbit);
                    }
                }
            }
            self.left.undo(left_mark);
            let orbit = block
                .iter()
                .filter(|&&cell| known.of(cell) == known.of(point))
                .count();
            if orbit > 1 {
                chain.orbits.push(orbit as u64);
            }
        }
        chain.orbits.reverse();
        Ok(chain)
    }

    /// A cell of the smallest block of several cells on the left.
    fn smallest_block(&self) -> Option<u32> {
        let several = (0..self.structure.cells()).filter(|&cell| !self.left.is_alone(cell));
        several.min_by_key(|&cell| {
            let block = self.left.block_of(cell);
            (self.left.members(block).len(), block, cell)
        })
    }

    /// An automorphism that maps the left partition to the right one, if any.
    fn find(&mut self) -> Result<Option<Permutation>, Stop> {
        let graph = &self.structure.graph;
        let mut branches: Vec<Branch> = Vec::new();
        let mut in_step = true;
        loop {
            self.watch.poll(Progress::default())?;
            if in_step {
                match self.look() {
                    Look::Found(permutation) => return Ok(Some(permutation)),
                    Look::Dead => {}
                    Look::Branch { left, right } => {
                        let (left_mark, right_mark) = (self.left.mark(), self.right.mark());
                        let mut trace = Trace::default();
                        self.left.individualise(left);
                        self.left.refine(graph, &mut trace);
                        let candidates = right.into_iter();
                        branches.push(Branch {
                            left_mark,
                            right_mark,
                            trace,
                            candidates,
                        });
                    }
                }
            }
            let Some(branch) = branches.last_mut() else {
                return Ok(None);
            };
            self.right.undo(branch.right_mark);
            match branch.candidates.next() {
                Some(image) => {
                    self.right.individualise(image);
                    branch.trace.rewind();
                    in_step = self.right.refine(graph, &mut branch.trace);
                }
                None => {
                    self.left.undo(branch.left_mark);
                    branches.pop();
                    in_step = false;
                }
            }
        }
    }

    fn look(&self) -> Look {
        let (left, right) = (&self.left, &self.right);
        let several = || (0..self.structure.cells()).filter(|&cell| !left.is_alone(cell));
        let apart = several().find(|&cell| left.block_of(cell) != right.block_of(cell));
        if apart.is_none() {
            let image = |cell| {
                let block = left.block_of(cell);
                if left.is_alone(cell) {
                    right.members(block)[0]
                } else {
                    cell
                }
            };
            let permutation: Permutation = (0..self.structure.cells()).map(image).collect();
            if self.structure.keeps_sets(&permutation) {
                return Look::Found(permutation);
            }
        }
        let Some(cell) = apart.or_else(|| self.smallest_block()) else {
            return Look::Dead;
        };
        let block = left.block_of(cell);
        let mut candidates = right.members(block).to_vec();
        // Those that do not belong here on the left bring the sides together.
        candidates.sort_unstable_by_key(|&image| (left.block_of(image) == block, image));
        Look::Branch {
            left: cell,
            right: candidates,
        }
    }
}

/// The orbits of the cells under the permutations joined so far.
struct Orbits {
    parent: Vec<u32>,
}

impl Orbits {
    fn new(cells: u32) -> Self {
        Self {
            parent: (0..cells).collect(),
        }
    }

    /// The least cell of the orbit of a cell.
    fn of(&mut self, mut cell: u32) -> u32 {
        while self.parent[cell as usize] != cell {
            let above = self.parent[self.parent[cell as usize] as usize];
            self.parent[cell as usize] = above;
            cell = above;
        }
        cell
    }

    /// Joins each cell with its image; says whether that changed anything.
    fn join(&mut self, permutation: &[u32]) -> bool {
        let mut changed = false;
        for (cell, &image) in permutation.iter().enumerate() {
            let (a, b) = (self.of(cell as u32), self.of(image));
            if a != b {
                self.parent[a.max(b) as usize] = a.min(b);
                changed = true;
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::samples;
    use std::collections::BTreeSet;
    use std::time::{Duration, Instant};

    type Sets = Vec<Vec<u16>>;

    fn find(cells: usize, black: Sets, white: Sets, colours: &[i64]) -> Symmetries {
        let watch = &mut Watch::unlimited();
        let (mine, theirs) = (black.clone(), white.clone());
        let found = automorphisms(cells, mine, theirs, colours, &[], watch).unwrap();
        for generator in &found.generators {
            assert!(is_symmetry(generator, &black, &white, colours));
        }
        found
    }

    /// For a strong game on the same sets without stones; the time must be short.
    fn order(cells: usize, sets: Sets) -> u64 {
        let began = Instant::now();
        let found = find(cells, sets.clone(), sets, &vec![0; cells]);
        println!("{cells} cells: {:?} {:?}", found.orbits, began.elapsed());
        found.orbits.iter().product()
    }

    fn family(sets: &Sets) -> BTreeSet<BTreeSet<u16>> {
        sets.iter()
            .map(|set| set.iter().copied().collect())
            .collect()
    }

    fn image(permutation: &[u16], sets: &Sets) -> Sets {
        let move_set = |set: &Vec<u16>| set.iter().map(|&c| permutation[usize::from(c)]).collect();
        sets.iter().map(move_set).collect()
    }

    fn is_symmetry(p: &[u16], black: &Sets, white: &Sets, colours: &[i64]) -> bool {
        family(&image(p, black)) == family(black)
            && family(&image(p, white)) == family(white)
            && (0..p.len()).all(|c| colours[c] == colours[usize::from(p[c])])
    }

    fn all_permutations(cells: usize) -> Vec<Vec<u16>> {
        let mut all = vec![vec![]];
        for cell in 0..cells as u16 {
            let insert = |p: Vec<u16>| {
                (0..=p.len()).map(move |at| {
                    let mut p = p.clone();
                    p.insert(at, cell);
                    p
                })
            };
            all = all.into_iter().flat_map(insert).collect();
        }
        all
    }

    /// How many permutations some generators give.
    fn generated(cells: usize, generators: &[Vec<u16>]) -> usize {
        let identity: Vec<u16> = (0..cells as u16).collect();
        let mut seen = BTreeSet::from([identity.clone()]);
        let mut open = vec![identity];
        while let Some(element) = open.pop() {
            for generator in generators {
                let product: Vec<u16> = element
                    .iter()
                    .map(|&cell| generator[usize::from(cell)])
                    .collect();
                if seen.insert(product.clone()) {
                    open.push(product);
                }
            }
        }
        seen.len()
    }

    #[test]
    fn agrees_with_all_permutations() {
        let mut chance = Chance::new(21);
        let mut symmetric = 0;
        for round in 0..400 {
            let cells = if round < 380 {
                chance.below(7) as usize
            } else {
                7
            };
            let most = chance.below(9);
            let mut black = samples::random_family(&mut chance, cells, most);
            // Uniform families have more symmetries than random ones.
            if cells > 2 && chance.below(2) == 0 {
                black = (0..chance.below(8))
                    .map(|_| chance.subset(2, cells))
                    .collect();
            }
            let white = match chance.below(3) {
                0 => black.clone(),
                1 => Vec::new(),
                _ => samples::random_family(&mut chance, cells, 3),
            };
            let kinds = 1 + chance.below(2);
            let colours: Vec<i64> = (0..cells)
                .map(|_| -5 * chance.below(kinds) as i64)
                .collect();
            let truth: Vec<Vec<u16>> = all_permutations(cells)
                .into_iter()
                .filter(|p| is_symmetry(p, &black, &white, &colours))
                .collect();
            symmetric += usize::from(truth.len() > 1);

            let some = (0..chance.below(3)).map(|_| chance.pick(&truth).clone());
            let mut seeds: Vec<Vec<u16>> = some.collect();
            let mut wrong: Vec<u16> = (0..cells as u16).collect();
            chance.shuffle(&mut wrong);
            seeds.push(wrong);
            seeds.push(vec![0; cells + 1]);
            seeds.push(vec![9; cells]);
            for seeds in [&[][..], &seeds] {
                let watch = &mut Watch::unlimited();
                let (black, white) = (black.clone(), white.clone());
                let found =
                    automorphisms(cells, black.clone(), white.clone(), &colours, seeds, watch)
                        .unwrap();
                assert_eq!(found.orbits.iter().product::<u64>(), truth.len() as u64);
                assert!(found.orbits.iter().all(|&orbit| orbit > 1));
                for generator in &found.generators {
                    assert!(is_symmetry(generator, &black, &white, &colours));
                }
                assert_eq!(generated(cells, &found.generators), truth.len());
            }
        }
        assert!(
            symmetric > 100,
            "the samples must not all be rigid: {symmetric}"
        );
    }

    /// Counts the automorphisms of a graph by mapping one vertex after another.
    fn count_mappings(adjacent: &[Vec<bool>], images: &mut Vec<usize>) -> u64 {
        let vertex = images.len();
        if vertex == adjacent.len() {
            return 1;
        }
        let mut count = 0;
        for image in 0..adjacent.len() {
            let fits = |(earlier, &its): (usize, &usize)| {
                its != image && adjacent[earlier][vertex] == adjacent[its][image]
            };
            if images.iter().enumerate().all(fits) {
                images.push(image);
                count += count_mappings(adjacent, images);
                images.pop();
            }
        }
        count
    }

    fn edges(adjacent: &[Vec<bool>]) -> Sets {
        let pairs = (0..adjacent.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let joined = pairs.filter(|&(a, b)| adjacent[a][b]);
        joined.map(|(a, b)| vec![a as u16, b as u16]).collect()
    }

    /// In regular graphs refinement sees nothing at first, so here the search has
    /// to try, to fail and to go back.
    #[test]
    fn regular_graphs() {
        let mut chance = Chance::new(8);
        let mut orders = BTreeSet::new();
        for _ in 0..300 {
            let vertices = 2 * (3 + chance.below(4) as usize);
            let mut adjacent = vec![vec![false; vertices]; vertices];
            // Two or three perfect matchings that share no edge.
            for _ in 0..2 + chance.below(2) {
                let mut order: Vec<usize> = (0..vertices).collect();
                chance.shuffle(&mut order);
                if order.chunks(2).all(|pair| !adjacent[pair[0]][pair[1]]) {
                    for pair in order.chunks(2) {
                        adjacent[pair[0]][pair[1]] = true;
                        adjacent[pair[1]][pair[0]] = true;
                    }
                }
            }
            let sets = edges(&adjacent);
            let found = find(vertices, sets.clone(), vec![], &vec![0; vertices]);
            let truth = count_mappings(&adjacent, &mut Vec::new());
            assert_eq!(found.orbits.iter().product::<u64>(), truth, "{sets:?}");
            assert_eq!(generated(vertices, &found.generators) as u64, truth);
            orders.insert(truth);
        }
        assert!(orders.len() > 10, "{orders:?}");
    }

    /// The graph of Shrikhande (vertices 0 to 15) beside that of the rook on 4x4.
    /// They look the same to refinement, even with one vertex taken out. Their
    /// groups have 192 and 1152 elements, and no symmetry exchanges them.
    fn two_strongly_regular_graphs() -> Vec<Vec<bool>> {
        let difference = |a: usize, b: usize| ((a % 4 + 4 - b % 4) % 4, (a / 4 + 4 - b / 4) % 4);
        let shrikhande = [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)];
        let mut adjacent = vec![vec![false; 32]; 32];
        for a in 0..16 {
            for b in 0..16 {
                let (x, y) = difference(a, b);
                adjacent[a][b] = shrikhande.contains(&(x, y));
                adjacent[16 + a][16 + b] = a != b && (x == 0 || y == 0);
            }
        }
        adjacent
    }

    fn renamed(chance: &mut Chance, cells: usize, sets: &Sets) -> Sets {
        let mut name: Vec<u16> = (0..cells as u16).collect();
        chance.shuffle(&mut name);
        image(&name, sets)
    }

    #[test]
    fn refinement_alone_does_not_tell_the_orbits() {
        let mut chance = Chance::new(9);
        let sets = edges(&two_strongly_regular_graphs());
        for _ in 0..10 {
            assert_eq!(order(32, renamed(&mut chance, 32, &sets)), 192 * 1152);
        }
    }

    /// Two copies, each with a hub. To map hub to hub the search must map copy to
    /// copy, begins now and then with vertices of the wrong graph, and must return
    /// from there.
    #[test]
    fn a_wrong_beginning_is_taken_back() {
        let mut chance = Chance::new(10);
        let pair = two_strongly_regular_graphs();
        let mut adjacent = vec![vec![false; 66]; 66];
        for copy in [0, 33] {
            for a in 0..32 {
                for b in 0..32 {
                    adjacent[copy + a][copy + b] = pair[a][b];
                }
                adjacent[copy + a][copy + 32] = true;
                adjacent[copy + 32][copy + a] = true;
            }
        }
        let sets = edges(&adjacent);
        for _ in 0..4 {
            let one = 192 * 1152;
            assert_eq!(order(66, renamed(&mut chance, 66, &sets)), 2 * one * one);
        }
    }

    /// The edges of a cycle with two hubs, one for every second edge. With the hubs
    /// exchanged all blocks are the same cells, and yet none of them may stay.
    #[test]
    fn equal_blocks_do_not_make_an_automorphism() {
        for half in 3..8u16 {
            let edge = |i| vec![i, (i + 1) % (2 * half), 2 * half + i % 2];
            let sets: Sets = (0..2 * half).map(edge).collect();
            let colours: Vec<i64> = (0..2 * half + 2).map(|c| i64::from(c < 2 * half)).collect();
            let found = find(colours.len(), sets, vec![], &colours);
            assert_eq!(found.orbits.iter().product::<u64>(), 4 * u64::from(half));
        }
    }

    #[test]
    fn a_seed_that_exchanges_the_players_is_ignored() {
        let (black, white) = (vec![vec![0, 1]], vec![vec![2, 3]]);
        let seeds = [vec![2, 3, 0, 1], vec![1, 0, 2, 3]];
        let watch = &mut Watch::unlimited();
        let found = automorphisms(4, black, white, &[0; 4], &seeds, watch).unwrap();
        assert_eq!(found.orbits, [2, 2]);
        assert!(found.generators.contains(&seeds[1]));
        assert!(!found.generators.contains(&seeds[0]));
    }

    #[test]
    fn known_orders() {
        assert_eq!(order(9, samples::rows(3, 3, 3)), 8);
        assert_eq!(order(64, samples::qubic()), 192);
        assert_eq!(
            order(81, samples::placements(&samples::SNAKY, 9, 9, false)),
            8
        );
        assert_eq!(order(225, samples::rows(5, 15, 15)), 8);
        assert_eq!(order(361, samples::rows(6, 19, 19)), 8);
        assert_eq!(order(63, samples::rows(4, 9, 7)), 4);
        let l = [(0, 0), (1, 0), (2, 0), (0, 1)];
        assert_eq!(order(100, samples::placements(&l, 10, 10, true)), 800);
        // The Fano plane: its group is PSL(3, 2).
        let fano = (0..7).map(|i| vec![i, (i + 1) % 7, (i + 3) % 7]).collect();
        assert_eq!(order(7, fano), 168);
        // The projective plane of order 4 has 120960 collineations.
        let plane = (0..21u16).map(|i| [3, 6, 7, 12, 14].iter().map(|d| (i + d) % 21).collect());
        assert_eq!(order(21, plane.collect()), 120_960);
    }

    #[test]
    fn very_large_groups() {
        let began = Instant::now();
        // No sets at all: every permutation.
        let found = find(361, vec![], vec![], &[0; 361]);
        assert!(found.orbits.iter().copied().eq((2..=361).rev()));
        assert_eq!(found.generators.len(), 360);
        // Two colours, and a set: the rest splits in two.
        let mut colours = vec![0; 10];
        colours[..4].fill(1);
        let found = find(10, vec![vec![8, 9]], vec![], &colours);
        assert_eq!(found.orbits, [2, 4, 3, 2, 4, 3, 2]);
        // Dominoes: exchange each, and permute them all.
        let dominoes: Sets = (0..150).map(|i| vec![2 * i, 2 * i + 1]).collect();
        let found = find(300, dominoes.clone(), dominoes, &[0; 300]);
        assert!(
            found
                .orbits
                .iter()
                .copied()
                .eq((1..=150).rev().map(|i| 2 * i))
        );
        println!("very large groups: {:?}", began.elapsed());
    }

    #[test]
    fn limits_and_bad_input() {
        let mut late = Watch::limited(Some(Duration::ZERO), None);
        let stopped = automorphisms(9, vec![vec![0, 1]], vec![], &[0; 9], &[], &mut late);
        assert_eq!(stopped, Err(SymmetryError::Stopped(Stop::Timeout)));
        let mut watch = Watch::unlimited();
        let mut message = |cells, sets: Sets, colours: &[i64]| {
            automorphisms(cells, sets, vec![], colours, &[], &mut watch)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message(5000, vec![], &[]),
            "symmetries are searched on 4096 cells at most, not 5000"
        );
        assert_eq!(message(3, vec![], &[0]), "1 colours are given for 3 cells");
        assert_eq!(message(3, vec![vec![]], &[0; 3]), "a winning set is empty");
    }
}
