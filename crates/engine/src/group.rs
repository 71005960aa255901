//! A permutation group that turns positions into canonical ones.
//!
//! The group is given as the list of its elements. The canonical form of a
//! position is the least of its images, black stones compared before white ones;
//! two positions are the same up to symmetry exactly if their forms are equal,
//! and the number of elements that reach the form is the order of the
//! position's stabiliser, so that group order / stabiliser = how many different
//! positions the form stands for.
//!
//! The image of a set of cells is put together from tables: for each element,
//! each run of 8 (or 4) cells and each value of that run the image is ready. Runs
//! of 8 are used while all tables fit in [`TABLE_BYTES`], then runs of 4, and
//! beyond that cells are moved one by one.
//!
//! A list that is not closed under composition would make every count wrong
//! without a sign, so the constructor checks that it is a group: it collects
//! generators from the list and enumerates what they generate. Each new
//! generator at least doubles the group, so this costs little more than one
//! product for every element and generator.

use crate::bits::{Bits, MAX_CELLS, words};
use crate::keys::Key;
use std::collections::HashMap;
use std::fmt;

/// How large all tables of a group may be together.
pub const TABLE_BYTES: usize = 32 << 20;

/// Why a list of permutations is not a group on these cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupError {
    TooManyCells { cells: usize },
    NotAPermutation { number: usize },
    NoIdentity,
    Twice { number: usize },
    NotClosed { left: usize, right: usize },
}

impl fmt::Display for GroupError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCells { cells } => {
                write!(
                    out,
                    "{cells} cells are more than the {MAX_CELLS} that a board may have"
                )
            }
            Self::NotAPermutation { number } => {
                write!(out, "row {number} is not a permutation of the cells")
            }
            Self::NoIdentity => write!(out, "the identity is missing"),
            Self::Twice { number } => write!(out, "row {number} repeats an earlier row"),
            Self::NotClosed { left, right } => {
                write!(
                    out,
                    "not a group: the product of rows {left} and {right} is missing"
                )
            }
        }
    }
}

impl std::error::Error for GroupError {}

/// A permutation of `0..n` as a list of images?
pub fn is_permutation(row: &[u16], cells: usize) -> bool {
    let mut seen = vec![false; cells];
    row.len() == cells
        && row.iter().all(|&image| {
            let place = seen.get_mut(usize::from(image));
            place.is_some_and(|seen| !std::mem::replace(seen, true))
        })
}

/// A group of permutations of the cells of a board, ready to be applied.
#[derive(Clone, Debug)]
pub struct Group {
    cells: usize,
    order: usize,
    /// Images by cell: `columns[cell * order + element]`.
    columns: Vec<u16>,
    tables: Option<Tables>,
    identity: usize,
}

impl Group {
    /// From all elements, in any order.
    pub fn new(cells: usize, elements: &[Vec<u16>]) -> Result<Self, GroupError> {
        let identity = check(cells, elements)?;
        let order = elements.len();
        let mut columns = vec![0; cells * order];
        for (number, element) in elements.iter().enumerate() {
            for (cell, &image) in element.iter().enumerate() {
                columns[cell * order + number] = image;
            }
        }
        Ok(Self {
            cells,
            order,
            columns,
            tables: Tables::new(cells, elements),
            identity,
        })
    }

    /// The group of the identity alone.
    pub fn trivial(cells: usize) -> Self {
        let identity = (0..cells as u16).collect();
        Self::new(cells, &[identity]).expect("the identity is a group")
    }

    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many elements the group has.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number of the identity.
    pub fn identity(&self) -> usize {
        self.identity
    }

    /// One element as a list of images.
    pub fn element(&self, number: usize) -> Vec<u16> {
        (0..self.cells)
            .map(|cell| self.column(cell)[number])
            .collect()
    }

    /// The images of one cell under all elements.
    #[inline]
    pub fn column(&self, cell: usize) -> &[u16] {
        &self.columns[cell * self.order..][..self.order]
    }

    /// The image of a set of cells under one element.
    pub fn image<const W: usize>(&self, number: usize, set: Bits<W>) -> Bits<W> {
        debug_assert_eq!(W, words(self.cells));
        match &self.tables {
            Some(tables) => tables.image(number, set),
            None => {
                let mut image = Bits::EMPTY;
                for cell in set.iter() {
                    image.set(self.columns[cell * self.order + number].into());
                }
                image
            }
        }
    }

    /// The images of a position under all elements, into a vector of the caller.
    pub fn images<const W: usize>(&self, position: &Key<W>, images: &mut Vec<Key<W>>) {
        images.clear();
        images.extend(
            (0..self.order).map(|number| position.map(|stones| self.image(number, stones))),
        );
    }

    /// The least image of a position and an element that leads to it; the identity where
    /// the position is its own least image.
    pub fn least<const W: usize>(&self, position: &Key<W>) -> (Key<W>, usize) {
        let mut best = *position;
        let mut element = self.identity;
        for number in 0..self.order {
            let black = self.image(number, position[0]);
            if black > best[0] {
                continue;
            }
            let image = [black, self.image(number, position[1])];
            if image < best {
                best = image;
                element = number;
            }
        }
        (best, element)
    }

    /// The set that an element maps to a set of cells.
    pub fn before<const W: usize>(&self, number: usize, set: Bits<W>) -> Bits<W> {
        let mut home = Bits::EMPTY;
        for cell in 0..self.cells {
            if set.test(self.column(cell)[number].into()) {
                home.set(cell);
            }
        }
        home
    }

    /// The cell that an element maps to a cell.
    pub fn cell_before(&self, number: usize, cell: u16) -> u16 {
        let found = (0..self.cells).find(|&home| self.column(home)[number] == cell);
        found.expect("a permutation reaches every cell") as u16
    }

    /// The least image of a position and how many elements reach it.
    pub fn canonical<const W: usize>(&self, position: &Key<W>) -> (Key<W>, usize) {
        let [black, white] = *position;
        let mut best = [Bits::FULL; 2];
        let mut reached = 0;
        for number in 0..self.order {
            let black = self.image(number, black);
            // Most images are already too large by their black stones.
            if black > best[0] {
                continue;
            }
            let image = [black, self.image(number, white)];
            if image < best {
                best = image;
                reached = 0;
            }
            reached += usize::from(image == best);
        }
        (best, reached)
    }
}

/// The number of the identity in a list that is a group.
fn check(cells: usize, elements: &[Vec<u16>]) -> Result<usize, GroupError> {
    if cells > MAX_CELLS {
        return Err(GroupError::TooManyCells { cells });
    }
    let mut number_of = HashMap::with_capacity(elements.len());
    for (number, element) in elements.iter().enumerate() {
        if !is_permutation(element, cells) {
            return Err(GroupError::NotAPermutation { number });
        }
        if number_of.insert(element.as_slice(), number).is_some() {
            return Err(GroupError::Twice { number });
        }
    }
    let identity: Vec<u16> = (0..cells as u16).collect();
    let Some(&identity) = number_of.get(identity.as_slice()) else {
        return Err(GroupError::NoIdentity);
    };

    // What the generators found so far generate: `found`, with `inside` to ask.
    let mut generators: Vec<usize> = Vec::new();
    let mut found = vec![identity];
    let mut inside = vec![false; elements.len()];
    inside[identity] = true;
    let mut product = Vec::with_capacity(cells);
    for candidate in 0..elements.len() {
        if inside[candidate] {
            continue;
        }
        generators.push(candidate);
        // The old elements times the old generators are inside already, but
        // going over them again keeps this simple and costs a factor of two.
        let mut next = 0;
        while next < found.len() {
            let left = found[next];
            for &right in &generators {
                product.clear();
                let through = elements[right].iter();
                product.extend(through.map(|&cell| elements[left][usize::from(cell)]));
                match number_of.get(product.as_slice()) {
                    None => return Err(GroupError::NotClosed { left, right }),
                    Some(&number) if !inside[number] => {
                        inside[number] = true;
                        found.push(number);
                    }
                    Some(_) => {}
                }
            }
            next += 1;
        }
    }
    Ok(identity)
}

/// Ready images of short runs of cells.
#[derive(Clone, Debug)]
struct Tables {
    /// Cells in a run: 8 or 4.
    run: usize,
    runs: usize,
    /// `words` numbers for each element, run and value of the run.
    images: Vec<u64>,
}

impl Tables {
    fn new(cells: usize, elements: &[Vec<u16>]) -> Option<Self> {
        let size = |run: usize| (elements.len() * cells.div_ceil(run) * words(cells)) << run;
        let run = [8, 4]
            .into_iter()
            .find(|&run| size(run) * 8 <= TABLE_BYTES)?;
        let (runs, width) = (cells.div_ceil(run), words(cells));
        let mut images = vec![0; size(run)];
        for (entry, image) in images.chunks_mut(width << run).enumerate() {
            let (element, first) = (&elements[entry / runs], entry % runs * run);
            for value in 1usize..1 << run {
                // The image without the lowest cell is ready; add that cell.
                let rest = value & (value - 1);
                image.copy_within(rest * width..(rest + 1) * width, value * width);
                let cell = first + value.trailing_zeros() as usize;
                if cell < cells {
                    let to = usize::from(element[cell]);
                    image[value * width + to / 64] |= 1 << (to % 64);
                }
            }
        }
        Some(Self { run, runs, images })
    }

    #[inline]
    fn image<const W: usize>(&self, number: usize, set: Bits<W>) -> Bits<W> {
        if self.run == 8 {
            self.image_by::<W, 8>(number, set)
        } else {
            self.image_by::<W, 4>(number, set)
        }
    }

    #[inline]
    fn image_by<const W: usize, const RUN: usize>(&self, number: usize, set: Bits<W>) -> Bits<W> {
        let mine = &self.images[(number * self.runs * W) << RUN..][..(self.runs * W) << RUN];
        let mut image = [0; W];
        for (at, &word) in set.words().iter().enumerate() {
            let mut rest = word;
            let mut run = at * (64 / RUN);
            while rest != 0 {
                let value = (rest & ((1 << RUN) - 1)) as usize;
                if value != 0 {
                    let entry = &mine[((run << RUN) + value) * W..][..W];
                    for (word, part) in image.iter_mut().zip(entry) {
                        *word |= part;
                    }
                }
                rest >>= RUN;
                run += 1;
            }
        }
        Bits::from_words(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    /// What some permutations generate, the slow way.
    pub fn generate(cells: usize, generators: &[Vec<u16>]) -> Vec<Vec<u16>> {
        let mut elements: Vec<Vec<u16>> = vec![(0..cells as u16).collect()];
        let mut next = 0;
        while next < elements.len() {
            for generator in generators {
                let product: Vec<u16> = elements[next]
                    .iter()
                    .map(|&cell| generator[usize::from(cell)])
                    .collect();
                if !elements.contains(&product) {
                    elements.push(product);
                }
            }
            next += 1;
        }
        elements
    }

    /// The rotations of `cells` points on a circle, cut into rings of `ring`.
    fn rotations(cells: usize, ring: usize) -> Vec<Vec<u16>> {
        let turn = |c: usize| {
            if c / ring * ring + ring <= cells {
                c / ring * ring + (c + 1) % ring
            } else {
                c
            }
        };
        let step: Vec<u16> = (0..cells).map(|c| turn(c) as u16).collect();
        generate(cells, &[step])
    }

    fn slow_image(element: &[u16], set: &[u16]) -> Vec<u16> {
        let mut image: Vec<u16> = set.iter().map(|&c| element[usize::from(c)]).collect();
        image.sort_unstable();
        image
    }

    fn images_agree<const W: usize>(cells: usize, ring: usize, run: Option<usize>) {
        let mut elements = rotations(cells, ring);
        let mut chance = Chance::new(cells as u64);
        chance.shuffle(&mut elements);
        let group = Group::new(cells, &elements).unwrap();
        assert_eq!(group.tables.as_ref().map(|tables| tables.run), run);
        for _ in 0..50 {
            let size = chance.below(cells as u64 + 1) as usize;
            let set = chance.subset(size, cells);
            let number = chance.below(elements.len() as u64) as usize;
            let image = group.image(number, Bits::<W>::from_cells(&set));
            assert_eq!(image.to_cells(), slow_image(&elements[number], &set));
            assert_eq!(group.element(number), elements[number]);
        }
    }

    #[test]
    fn images_with_long_runs_short_runs_and_without_tables() {
        images_agree::<1>(9, 9, Some(8));
        images_agree::<1>(64, 16, Some(8));
        images_agree::<2>(100, 100, Some(8));
        images_agree::<4>(250, 125, Some(8));
        images_agree::<6>(361, 360, Some(4));
        images_agree::<6>(384, 128, Some(4));
    }

    #[test]
    fn images_without_tables() {
        let mut group = Group::new(361, &rotations(361, 10)).unwrap();
        let set = Bits::<6>::from_cells(&[0, 5, 63, 64, 200, 359, 360]);
        let with: Vec<_> = (0..10).map(|number| group.image(number, set)).collect();
        group.tables = None;
        let without: Vec<_> = (0..10).map(|number| group.image(number, set)).collect();
        assert_eq!(with, without);
    }

    #[test]
    fn canonical_forms_are_least_and_orbits_add_up() {
        let elements = rotations(6, 6);
        let group = Group::new(6, &elements).unwrap();
        for stones in 0..3u32.pow(6) {
            let owner = |c: u32| stones / 3u32.pow(c) % 3;
            let of = |p| {
                (0..6)
                    .filter(|&c| owner(c) == p)
                    .map(|c| c as u16)
                    .collect::<Vec<_>>()
            };
            let position = [1, 2].map(|p| Bits::<1>::from_cells(&of(p)));
            let all: Vec<_> = elements
                .iter()
                .map(|e| [1, 2].map(|p| Bits::<1>::from_cells(&slow_image(e, &of(p)))))
                .collect();
            let least = *all.iter().min().unwrap();
            let reached = all.iter().filter(|&image| *image == least).count();
            assert_eq!(group.canonical(&position), (least, reached));
            let (image, element) = group.least(&position);
            assert_eq!(image, least);
            let home = image.map(|set| group.before(element, set));
            assert_eq!(home, position);
            assert_eq!(element == group.identity(), position == least);
            for cell in 0..6 {
                let to = group.column(cell)[element];
                assert_eq!(usize::from(group.cell_before(element, to)), cell);
            }
            let mut images = Vec::new();
            group.images(&position, &mut images);
            assert_eq!(images, all);
        }
    }

    #[test]
    fn refuses_what_is_not_a_group() {
        let refused = |elements: &[Vec<u16>]| Group::new(3, elements).unwrap_err();
        let identity = vec![0, 1, 2];
        assert_eq!(
            refused(&[vec![0, 1]]),
            GroupError::NotAPermutation { number: 0 }
        );
        assert_eq!(
            refused(&[identity.clone(), vec![0, 0, 1]]),
            GroupError::NotAPermutation { number: 1 }
        );
        assert_eq!(
            refused(&[vec![0, 1, 3]]),
            GroupError::NotAPermutation { number: 0 }
        );
        assert_eq!(refused(&[]), GroupError::NoIdentity);
        assert_eq!(refused(&[vec![1, 0, 2]]), GroupError::NoIdentity);
        assert_eq!(
            refused(&[identity.clone(), identity.clone()]),
            GroupError::Twice { number: 1 }
        );
        assert_eq!(
            refused(&[identity.clone(), vec![1, 2, 0]]),
            GroupError::NotClosed { left: 1, right: 1 }
        );
        assert!(matches!(
            refused(&[identity, vec![1, 0, 2], vec![0, 2, 1]]),
            GroupError::NotClosed { .. }
        ));
        assert_eq!(Group::trivial(0).order(), 1);
    }
}
