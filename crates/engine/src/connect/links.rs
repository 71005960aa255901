//! Virtual connections, by H-search.
//!
//! Two points (cells, groups of stones, sides) are *linked* if the player joins them
//! though his opponent begins, and *half-linked* if he does so when he begins himself, with
//! a stone on the *key*. What this rests on are the cells of its *carrier*: nothing that
//! his opponent has elsewhere spoils it. Large links are put together from small ones
//! (Anshelevich, 2002):
//!
//! - *and*: a link of x and y and one of y and z with disjoint carriers link x and z if y is
//!   a group of stones, and half-link them, with key y, if y is a free cell;
//! - *or*: half-links of x and z without a cell common to all of them link x and z.
//!
//! Candidates are taken up in the order of their size, so that an effort that is cut short
//! has found the small ones, and one that contains another is never kept. Of the links
//! of two points, only so many are kept.
//!
//! How a link was put together is kept, so that a proof can tell it: see [`Step`].
//!
//! A link also has a *cost*: the most stones, of both players, until its points are
//! joined. In `and` the costs add up (a stone elsewhere is answered by a stone in one of the
//! two), in `or` it is the largest and one more.

use super::graph::Graph;
use crate::bits::Bits;
use std::collections::HashMap;

/// How many links, and half-links, of two points are kept.
const MOST_LINKS: usize = 8;
const MOST_HALVES: usize = 16;
/// How many half-links are put together, and how many families of them are tried for each.
const MOST_TOGETHER: usize = 4;
const FAMILIES: usize = 60;

const SOURCE: usize = 0;
const TARGET: usize = 1;

/// A link or a half-link of two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link<const W: usize> {
    pub carrier: Bits<W>,
    pub cost: u16,
    /// Of a half-link, where the player begins.
    pub key: u16,
    /// Where it stands among all that were kept.
    number: u32,
}

/// How a link came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Touch,
    /// Two links that meet at a point.
    And(u16, [u32; 2]),
    /// Half-links, so many of them.
    Or([u32; MOST_TOGETHER], u8),
}

#[derive(Clone, Copy, Debug)]
struct Candidate<const W: usize> {
    ends: (u16, u16),
    link: Link<W>,
    half: bool,
    origin: Origin,
}

/// A point as a proof names it: a side, or a cell, which stands for its group if it has a
/// stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    Source,
    Target,
    Cell(u16),
}

/// A step of a derivation: of two points by half-links, or of three points by two links that
/// meet in the middle. The parts are earlier steps, counted from 1; 0 are points that touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub points: Vec<Point>,
    pub parts: Vec<u32>,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The sides are half-linked: the player is to move.
    Half,
    /// They are linked: his opponent is.
    Full,
}

/// What was found of the two sides.
#[derive(Clone, Debug)]
pub struct Found<const W: usize> {
    pub link: Option<Link<W>>,
    pub halves: Vec<Link<W>>,
}

/// Finds links; keeps its memory from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Links<const W: usize> {
    /// The cell of each point, its least one for a group.
    cells: Vec<u16>,
    /// Points below this are groups or sides.
    groups: usize,
    points: usize,
    links: Vec<Vec<Link<W>>>,
    halves: Vec<Vec<Link<W>>>,
    /// The points that each point is linked to.
    mates: Vec<Vec<u16>>,
    touched: Vec<usize>,
    /// All that were kept, with their points.
    kept: Vec<((u16, u16), Origin)>,
    waiting: Vec<Vec<Candidate<W>>>,
    /// How many free cells lie on the way to each cell from the sides, itself included.
    distances: [Vec<u16>; 2],
    apart: Option<u16>,
    /// What a stone costs: nothing where costs are not reckoned.
    stone: u16,
    /// The pairs of links that may still be tried.
    effort: usize,
}

/// Farther than anything.
pub const FAR: u16 = u16::MAX / 4;

impl<const W: usize> Links<W> {
    /// Looks for links of the two sides, which these stones do not join, with so many
    /// pairs of links tried at most. Where `most` is given, links of the sides that cost more
    /// do not count; else no costs are reckoned.
    pub fn find(
        &mut self,
        graph: &Graph<W>,
        own: Bits<W>,
        free: Bits<W>,
        until: Until,
        effort: usize,
        most: Option<u16>,
    ) -> Found<W> {
        self.begin(graph, own, free);
        self.apart = None;
        self.stone = u16::from(most.is_some());
        let most = most.unwrap_or(u16::MAX);
        let mut found = Found {
            link: None,
            halves: Vec::new(),
        };
        self.effort = effort;
        let mut size = 0;
        while size < self.waiting.len() {
            let Some(mut candidate) = self.waiting[size].pop() else {
                size += 1;
                continue;
            };
            if !self.accept(&mut candidate) {
                continue;
            }
            let Candidate {
                ends, link, half, ..
            } = candidate;
            if ends == (SOURCE as u16, TARGET as u16) && link.cost <= most {
                if half {
                    found.halves.push(link);
                } else {
                    found.link = Some(link);
                }
                if !half || until == Until::Half {
                    return found;
                }
            }
            if half {
                self.or(&candidate);
            } else {
                let (one, two) = (usize::from(ends.0), usize::from(ends.1));
                self.and(&link, two, one);
                self.and(&link, one, two);
            }
        }
        self.apart = self.measure(free, graph.near.len());
        found
    }

    /// How many free cells apart the sides are, each linked to the next, after
    /// [`find`](Self::find) has looked at everything.
    pub fn apart(&self) -> Option<u16> {
        self.apart
    }

    /// How many free cells lie on the shortest such way through a cell.
    pub fn detour(&self, cell: u16) -> u16 {
        let [source, target] = [0, 1].map(|side: usize| self.distances[side][usize::from(cell)]);
        (source + target).saturating_sub(1).min(FAR)
    }

    /// Points, and links without a carrier.
    fn begin(&mut self, graph: &Graph<W>, own: Bits<W>, free: Bits<W>) {
        let groups = graph.groups(own);
        for place in self.touched.drain(..) {
            self.links[place].clear();
            self.halves[place].clear();
        }
        for bucket in &mut self.waiting {
            bucket.clear();
        }
        self.kept.clear();
        self.cells.clear();
        self.cells.extend([u16::MAX; 2]);
        let least = |group: &Bits<W>| group.iter().next().map_or(u16::MAX, |cell| cell as u16);
        self.cells.extend(groups.inner.iter().map(least));
        self.groups = self.cells.len();
        self.cells.extend(free.iter().map(|cell| cell as u16));
        self.points = self.cells.len();
        let pairs = self.points * self.points;
        if self.links.len() < pairs {
            self.links.resize(pairs, Vec::new());
            self.halves.resize(pairs, Vec::new());
        }
        self.mates.iter_mut().for_each(Vec::clear);
        self.mates
            .resize(self.points.max(self.mates.len()), Vec::new());
        self.waiting
            .resize(self.waiting.len().max(free.count() + 2), Vec::new());
        let borders = [
            (graph.source | graph.around(groups.source)) & free,
            (graph.target | graph.around(groups.target)) & free,
        ];
        let inner = groups.inner.iter().map(|&group| graph.around(group) & free);
        let borders: Vec<Bits<W>> = borders.into_iter().chain(inner).collect();
        for point in self.groups..self.points {
            let cell = usize::from(self.cells[point]);
            for (other, border) in borders.iter().enumerate() {
                if border.test(cell) {
                    self.touch(other, point);
                }
            }
            for other in self.groups..point {
                if graph.near[cell].test(self.cells[other].into()) {
                    self.touch(other, point);
                }
            }
        }
    }

    fn touch(&mut self, one: usize, two: usize) {
        self.waiting[0].push(Candidate {
            ends: (one as u16, two as u16),
            link: Link {
                carrier: Bits::EMPTY,
                cost: 0,
                key: 0,
                number: 0,
            },
            half: false,
            origin: Origin::Touch,
        });
    }

    fn place(&self, ends: (u16, u16)) -> usize {
        usize::from(ends.0) * self.points + usize::from(ends.1)
    }

    /// Does some link contain none but its cells and cost no more?
    fn is_known(&self, place: usize, link: &Link<W>, half: bool) -> bool {
        let within =
            |known: &Link<W>| known.cost <= link.cost && known.carrier.is_subset(&link.carrier);
        self.links[place].iter().any(within) || half && self.halves[place].iter().any(within)
    }

    /// Keeps a candidate, if it is new and there is room.
    fn accept(&mut self, candidate: &mut Candidate<W>) -> bool {
        let place = self.place(candidate.ends);
        if self.is_known(place, &candidate.link, candidate.half) {
            return false;
        }
        // The sides are what it is all about.
        let ends = (usize::from(candidate.ends.0), usize::from(candidate.ends.1));
        let sides = ends == (SOURCE, TARGET);
        let known = if candidate.half {
            &mut self.halves[place]
        } else {
            &mut self.links[place]
        };
        let room = if candidate.half {
            MOST_HALVES
        } else {
            MOST_LINKS
        };
        if known.len() >= room && !sides {
            return false;
        }
        let first = known.is_empty();
        candidate.link.number = self.kept.len() as u32;
        self.kept.push((candidate.ends, candidate.origin));
        known.push(candidate.link);
        if first {
            self.touched.push(place);
            if !candidate.half {
                self.mates[ends.0].push(ends.1 as u16);
                self.mates[ends.1].push(ends.0 as u16);
            }
        }
        true
    }

    fn suggest(&mut self, one: usize, two: usize, link: Link<W>, half: bool, origin: Origin) {
        let ends = (one.min(two) as u16, one.max(two) as u16);
        if !self.is_known(self.place(ends), &link, half) {
            self.waiting[link.carrier.count()].push(Candidate {
                ends,
                link,
                half,
                origin,
            });
        }
    }

    /// A new link from a point to another one, with the known links from there.
    fn and(&mut self, link: &Link<W>, from: usize, through: usize) {
        if through == SOURCE || through == TARGET {
            return;
        }
        let half = through >= self.groups;
        let own = |point: usize, cells: &[u16], groups: usize| {
            if point < groups {
                Bits::EMPTY
            } else {
                Bits::EMPTY.with(cells[point].into())
            }
        };
        let start = own(from, &self.cells, self.groups);
        let middle = own(through, &self.cells, self.groups);
        for mate in 0..self.mates[through].len() {
            let to = usize::from(self.mates[through][mate]);
            if to == from {
                continue;
            }
            let end = own(to, &self.cells, self.groups);
            if link.carrier.intersects(&end) {
                continue;
            }
            let (low, high) = (to.min(through), to.max(through));
            let place = self.place((low as u16, high as u16));
            for number in 0..self.links[place].len() {
                if self.effort == 0 {
                    return;
                }
                self.effort -= 1;
                let other = self.links[place][number];
                if other.carrier.intersects(&(link.carrier | start)) {
                    continue;
                }
                let joined = Link {
                    carrier: link.carrier | other.carrier | middle,
                    cost: link.cost + other.cost + u16::from(half) * self.stone,
                    key: self.cells[through],
                    number: 0,
                };
                let origin = Origin::And(through as u16, [link.number, other.number]);
                self.suggest(from, to, joined, half, origin);
            }
        }
    }

    /// A new half-link with those that are known.
    fn or(&mut self, candidate: &Candidate<W>) {
        let place = self.place(candidate.ends);
        let halves = std::mem::take(&mut self.halves[place]);
        let mut families = FAMILIES;
        // The new one is the last of the list.
        let others = halves.len() - 1;
        let link = candidate.link;
        let family = [link.number; MOST_TOGETHER];
        self.together(
            candidate.ends,
            &halves[..others],
            link.carrier,
            link,
            (family, 1),
            &mut families,
        );
        self.halves[place] = halves;
    }

    /// So many half-links that have only `common` in common, and others.
    fn together(
        &mut self,
        ends: (u16, u16),
        halves: &[Link<W>],
        common: Bits<W>,
        all: Link<W>,
        (family, size): ([u32; MOST_TOGETHER], usize),
        families: &mut usize,
    ) {
        for (number, half) in halves.iter().enumerate() {
            let rest = common & half.carrier;
            if rest == common {
                continue;
            }
            if *families == 0 {
                return;
            }
            *families -= 1;
            let both = Link {
                carrier: all.carrier | half.carrier,
                cost: all.cost.max(half.cost),
                ..all
            };
            let mut family = family;
            family[size] = half.number;
            if rest.is_empty() {
                let link = Link {
                    cost: both.cost + self.stone,
                    ..both
                };
                let origin = Origin::Or(family, size as u8 + 1);
                self.suggest(ends.0.into(), ends.1.into(), link, false, origin);
            } else if size + 1 < MOST_TOGETHER {
                let family = (family, size + 1);
                self.together(ends, &halves[..number], rest, both, family, families);
            }
        }
    }

    // Derivations.

    /// How a link or a half-link that was found came about, each step after its parts.
    pub fn derivation(&self, link: &Link<W>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut numbers = HashMap::new();
        self.derive(link.number, &mut numbers, &mut steps);
        steps
    }

    /// The number of a step, which is written if need be.
    fn derive(&self, link: u32, numbers: &mut HashMap<u32, u32>, steps: &mut Vec<Step>) -> u32 {
        if let Some(&number) = numbers.get(&link) {
            return number;
        }
        let (ends, origin) = self.kept[link as usize];
        let (points, parts) = match origin {
            Origin::Touch => return 0,
            Origin::And(middle, [one, two]) => {
                // The first part has the one end or the other.
                let has = |part: u32, end: u16| {
                    let ends = self.kept[part as usize].0;
                    ends.0 == end || ends.1 == end
                };
                let straight = has(one, ends.0) && has(two, ends.1);
                let parts = if straight { [one, two] } else { [two, one] };
                (vec![ends.0, middle, ends.1], parts.to_vec())
            }
            Origin::Or(family, size) => {
                let family = family[..usize::from(size)].to_vec();
                (vec![ends.0, ends.1], family)
            }
        };
        let parts = parts
            .into_iter()
            .map(|part| self.derive(part, numbers, steps))
            .collect();
        let points = points.into_iter().map(|point| self.point(point)).collect();
        steps.push(Step { points, parts });
        numbers.insert(link, steps.len() as u32);
        steps.len() as u32
    }

    fn point(&self, point: u16) -> Point {
        match usize::from(point) {
            SOURCE => Point::Source,
            TARGET => Point::Target,
            point => Point::Cell(self.cells[point]),
        }
    }

    // Distances.

    /// How many free cells lie on the way from each side to each cell, and to the other side.
    fn measure(&mut self, free: Bits<W>, cells: usize) -> Option<u16> {
        let mut apart = FAR;
        for (side, other) in [(SOURCE, TARGET), (TARGET, SOURCE)] {
            let mut found = vec![FAR; self.points];
            found[side] = 0;
            let mut layer = vec![side as u16];
            let mut distance = 0;
            while !layer.is_empty() {
                let mut next = Vec::new();
                let mut place = 0;
                while place < layer.len() {
                    for &mate in &self.mates[usize::from(layer[place])] {
                        let to = usize::from(mate);
                        if to == SOURCE || to == TARGET {
                            found[to] = found[to].min(distance);
                        } else if to < self.groups && found[to] > distance {
                            // A group costs nothing: it belongs to this layer.
                            found[to] = distance;
                            layer.push(mate);
                        } else if to >= self.groups && found[to] > distance + 1 {
                            found[to] = distance + 1;
                            next.push(mate);
                        }
                    }
                    place += 1;
                }
                next.retain(|&point| found[usize::from(point)] == distance + 1);
                layer = next;
                distance += 1;
            }
            apart = found[other];
            let list = &mut self.distances[side];
            list.clear();
            list.resize(cells, FAR);
            for (point, cell) in free.iter().enumerate() {
                list[cell] = found[self.groups + point];
            }
        }
        (apart < FAR).then_some(apart)
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{random_stones, rhombus};
    use super::*;
    use crate::chance::Chance;
    use std::collections::HashMap;

    /// The most stones, of both, until a player joins his sides, if he does so.
    fn stones(
        graph: &Graph<1>,
        own: Bits<1>,
        free: Bits<1>,
        moves: bool,
        known: &mut HashMap<(Bits<1>, Bits<1>, bool), Option<usize>>,
    ) -> Option<usize> {
        if graph.is_joined(own) {
            return Some(0);
        }
        if !graph.is_joined(own | free) {
            return None;
        }
        if let Some(&value) = known.get(&(own, free, moves)) {
            return value;
        }
        let after = free.iter().map(|cell| {
            let mut rest = free;
            rest.clear(cell);
            let own = if moves { own.with(cell) } else { own };
            stones(graph, own, rest, !moves, known)
        });
        let value = if moves {
            after.flatten().min()
        } else {
            // Nothing is worse than not to join at all.
            after
                .max_by_key(|value| value.map_or(usize::MAX, |stones| stones))
                .flatten()
        };
        let value = value.map(|stones| stones + 1);
        known.insert((own, free, moves), value);
        value
    }

    #[test]
    fn what_is_linked_is_joined_within_the_carrier_and_the_cost() {
        let mut chance = Chance::new(4);
        let mut links = Links::default();
        let mut counts = [0; 2];
        for _ in 0..300 {
            let [sides, _] = rhombus(4, 4);
            let graph = Graph::<1>::new(&sides);
            let [free, own, _] = random_stones(&mut chance, 16, 5);
            if graph.is_joined(own) || free.count() > 9 {
                continue;
            }
            let mut known = HashMap::new();
            for until in [Until::Half, Until::Full] {
                let found = links.find(&graph, own, free, until, 10_000, Some(100));
                let moves = until == Until::Half;
                let wins = stones(&graph, own, free, moves, &mut known).is_some();
                let says = found.link.is_some() || moves && !found.halves.is_empty();
                assert!(wins || !says);
                counts[0] += usize::from(wins);
                counts[1] += usize::from(says);
                if let Some(link) = found.link {
                    let most = stones(&graph, own, link.carrier, false, &mut known);
                    assert!(most.unwrap() <= usize::from(link.cost), "{link:?}");
                }
                for half in found.halves {
                    let mut rest = half.carrier;
                    assert!(rest.test(half.key.into()));
                    rest.clear(half.key.into());
                    let own = own.with(half.key.into());
                    let most = stones(&graph, own, rest, false, &mut known);
                    assert!(most.unwrap() < usize::from(half.cost), "{half:?}");
                }
            }
        }
        // On small boards it misses few.
        assert!(
            counts[0] > 150 && counts[1] * 20 > counts[0] * 19,
            "{counts:?}"
        );
    }

    #[test]
    fn little_effort_finds_little() {
        let [sides, _] = rhombus(3, 4);
        let graph = Graph::<1>::new(&sides);
        let own = Bits::from_cells(&[5, 6]);
        let free = Bits::below(12).andnot(own);
        let mut links = Links::default();
        let mut find = |effort| links.find(&graph, own, free, Until::Full, effort, None);
        assert!(find(10_000).link.is_some());
        assert!(find(0).link.is_none());
    }
}
