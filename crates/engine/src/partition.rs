//! Ordered partitions of the vertices of a graph, refined until equitable.
//!
//! The vertices are kept in one array so that every block is a run of it and is
//! named by where it begins. Refinement takes a block, counts for every vertex
//! its neighbours in there, and splits the other blocks by that count, the
//! smallest first; it ends when no block splits any other. What the result
//! looks like (block sizes and their order) depends only on the graph and on the
//! partition that it began with, not on the names of vertices. So two
//! partitions that an automorphism maps to each other refine in step, and a
//! *trace* of the steps of one shows early that another cannot follow it.
//!
//! This is the colour refinement of Weisfeiler and Leman in the form of McKay
//! ("Practical graph isomorphism", 1981) with Hopcroft's rule that the largest
//! part of a split block need not be counted again. Splits are remembered and
//! taken back by joining blocks, as in saucy (Darga, Sakallah and Markov, DAC
//! 2008), so that a search needs no copies of partitions.

use std::collections::VecDeque;

/// An undirected graph as lists of neighbours.
#[derive(Clone, Debug)]
pub struct Graph {
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    pub fn new(neighbours: &[Vec<u32>]) -> Self {
        let mut offsets = vec![0];
        let mut targets = Vec::new();
        for list in neighbours {
            targets.extend_from_slice(list);
            offsets.push(targets.len() as u32);
        }
        Self { offsets, targets }
    }

    pub fn vertices(&self) -> usize {
        self.offsets.len() - 1
    }

    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let range = self.offsets[vertex as usize]..self.offsets[vertex as usize + 1];
        &self.targets[range.start as usize..range.end as usize]
    }
}

/// The steps of a refinement: written down, or compared with those of another.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    steps: Vec<u32>,
    next: usize,
    compares: bool,
}

impl Trace {
    /// Makes ready to compare with what has been written.
    pub fn rewind(&mut self) {
        self.next = 0;
        self.compares = true;
    }

    fn note(&mut self, step: u32) -> bool {
        if self.compares {
            self.next += 1;
            self.steps.get(self.next - 1) == Some(&step)
        } else {
            self.steps.push(step);
            true
        }
    }
}

/// An ordered partition whose refinements can be taken back.
#[derive(Clone, Debug)]
pub struct Partition {
    elements: Vec<u32>,
    /// Where each vertex stands in `elements`.
    place: Vec<u32>,
    /// The block of each vertex.
    block: Vec<u32>,
    /// The size of each block, at its beginning.
    size: Vec<u32>,
    /// The blocks that were split off, in order.
    splits: Vec<u32>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// Work space of `refine`; all zero in between.
    counts: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    /// Vertices with equal keys together, blocks in the order of the keys.
    pub fn new(keys: &[u32]) -> Self {
        let vertices = keys.len();
        let mut elements: Vec<u32> = (0..vertices as u32).collect();
        elements.sort_by_key(|&vertex| keys[vertex as usize]);
        let mut partition = Self {
            place: vec![0; vertices],
            block: vec![0; vertices],
            size: vec![0; vertices],
            splits: Vec::new(),
            queue: VecDeque::new(),
            queued: vec![false; vertices],
            counts: vec![0; vertices],
            touched: Vec::new(),
            elements,
        };
        let mut start = 0;
        for at in 0..vertices {
            let vertex = partition.elements[at] as usize;
            if at == 0 || keys[vertex] != keys[partition.elements[at - 1] as usize] {
                start = at as u32;
                partition.enqueue(start);
            }
            partition.place[vertex] = at as u32;
            partition.block[vertex] = start;
            partition.size[start as usize] += 1;
        }
        partition
    }

    pub fn block_of(&self, vertex: u32) -> u32 {
        self.block[vertex as usize]
    }

    pub fn members(&self, block: u32) -> &[u32] {
        &self.elements[block as usize..][..self.size[block as usize] as usize]
    }

    pub fn is_alone(&self, vertex: u32) -> bool {
        self.size[self.block_of(vertex) as usize] == 1
    }

    /// A name for the present state, for `undo`.
    pub fn mark(&self) -> usize {
        self.splits.len()
    }

    /// Joins again what was split since the mark.
    pub fn undo(&mut self, mark: usize) {
        while self.splits.len() > mark {
            let Some(start) = self.splits.pop() else {
                return;
            };
            // Splits are undone backwards, so the block to the left is the one
            // that this one was taken from.
            let left = self.block[self.elements[start as usize - 1] as usize];
            let size = self.size[start as usize];
            for at in start..start + size {
                self.block[self.elements[at as usize] as usize] = left;
            }
            self.size[left as usize] += size;
        }
    }

    /// Takes a vertex out of its block into one of its own behind it.
    pub fn individualise(&mut self, vertex: u32) {
        let block = self.block_of(vertex);
        let last = block + self.size[block as usize] - 1;
        self.swap(self.place[vertex as usize], last);
        self.split_off(last, 1);
        self.enqueue(last);
    }

    /// Refines until equitable; false as soon as the trace shows a difference.
    pub fn refine(&mut self, graph: &Graph, trace: &mut Trace) -> bool {
        while let Some(block) = self.queue.pop_front() {
            self.queued[block as usize] = false;
            if !self.split_by(block, graph, trace) {
                self.queue.clear();
                self.queued.fill(false);
                return false;
            }
        }
        // The steps say what was queued, so equal steps also end together.
        true
    }

    fn split_by(&mut self, splitter: u32, graph: &Graph, trace: &mut Trace) -> bool {
        let mut touched = std::mem::take(&mut self.touched);
        for at in 0..self.size[splitter as usize] {
            for &vertex in graph.neighbours(self.elements[(splitter + at) as usize]) {
                if self.counts[vertex as usize] == 0 {
                    touched.push(vertex);
                }
                self.counts[vertex as usize] += 1;
            }
        }
        touched.sort_unstable_by_key(|&vertex| {
            (self.block[vertex as usize], self.counts[vertex as usize])
        });
        let mut agrees = trace.note(splitter) && trace.note(touched.len() as u32);
        let mut rest = touched.as_slice();
        while agrees && !rest.is_empty() {
            let block = self.block_of(rest[0]);
            let end = rest
                .iter()
                .take_while(|&&vertex| self.block_of(vertex) == block)
                .count();
            let (mine, others) = rest.split_at(end);
            agrees = self.split(block, mine, trace);
            rest = others;
        }
        for &vertex in &touched {
            self.counts[vertex as usize] = 0;
        }
        touched.clear();
        self.touched = touched;
        agrees
    }

    /// Splits one block by counts; `touched` are its vertices with a count above
    /// zero, in the order of their counts.
    fn split(&mut self, block: u32, touched: &[u32], trace: &mut Trace) -> bool {
        let untouched = self.size[block as usize] - touched.len() as u32;
        let mut agrees = trace.note(block) && trace.note(untouched);
        for (at, &vertex) in touched.iter().enumerate() {
            self.swap(self.place[vertex as usize], block + untouched + at as u32);
        }
        // The parts from the back, so that splitting one off leaves the rest.
        let mut parts = Vec::new();
        let mut end = touched.len();
        while agrees && end > 0 {
            let count = self.counts[touched[end - 1] as usize];
            let same = |&&vertex: &&u32| self.counts[vertex as usize] == count;
            let size = touched[..end].iter().rev().take_while(same).count();
            end -= size;
            agrees = trace.note(count) && trace.note(size as u32);
            let start = block + untouched + end as u32;
            if start > block {
                self.split_off(start, size as u32);
                parts.push(start);
            }
        }
        if agrees && !parts.is_empty() {
            parts.push(block);
            let largest = if self.queued[block as usize] {
                block
            } else {
                let by_size = |&&part: &&u32| (self.size[part as usize], part);
                *parts.iter().max_by_key(by_size).expect("there are parts")
            };
            for part in parts.into_iter().filter(|&part| part != largest) {
                self.enqueue(part);
            }
        }
        agrees
    }

    /// Makes the last `size` vertices of a block a block of their own.
    fn split_off(&mut self, start: u32, size: u32) {
        let block = self.block[self.elements[start as usize] as usize];
        for at in start..start + size {
            self.block[self.elements[at as usize] as usize] = start;
        }
        self.size[block as usize] -= size;
        self.size[start as usize] = size;
        self.splits.push(start);
    }

    fn swap(&mut self, a: u32, b: u32) {
        self.elements.swap(a as usize, b as usize);
        self.place[self.elements[a as usize] as usize] = a;
        self.place[self.elements[b as usize] as usize] = b;
    }

    fn enqueue(&mut self, block: u32) {
        if !std::mem::replace(&mut self.queued[block as usize], true) {
            self.queue.push_back(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    fn random_graph(chance: &mut Chance, vertices: usize) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); vertices];
        for a in 0..vertices {
            for b in 0..a {
                if chance.below(vertices as u64) < 3 {
                    neighbours[a].push(b as u32);
                    neighbours[b].push(a as u32);
                }
            }
        }
        neighbours
    }

    /// The blocks as sorted lists, in their order.
    fn blocks(partition: &Partition) -> Vec<Vec<u32>> {
        let mut blocks = Vec::new();
        let mut start = 0;
        while start < partition.elements.len() {
            let mut members = partition.members(start as u32).to_vec();
            start += members.len();
            members.sort_unstable();
            blocks.push(members);
        }
        blocks
    }

    /// Colour refinement by whole signatures, until nothing changes.
    fn slow_refinement(neighbours: &[Vec<u32>], keys: &[u32]) -> Vec<Vec<u32>> {
        let mut colours = keys.to_vec();
        loop {
            let signature = |v: usize| {
                let mut around: Vec<u32> =
                    neighbours[v].iter().map(|&w| colours[w as usize]).collect();
                around.sort_unstable();
                (colours[v], around)
            };
            let mut all: Vec<_> = (0..keys.len()).map(signature).collect();
            all.sort();
            all.dedup();
            let rank = |v: usize| all.binary_search(&signature(v)).unwrap() as u32;
            let next: Vec<u32> = (0..keys.len()).map(rank).collect();
            if next == colours {
                let of = |c| {
                    (0..keys.len() as u32)
                        .filter(|&v| next[v as usize] == c)
                        .collect()
                };
                return (0..all.len() as u32).map(of).collect();
            }
            colours = next;
        }
    }

    #[test]
    fn refines_as_far_as_signatures_do() {
        let mut chance = Chance::new(3);
        for _ in 0..300 {
            let vertices = 1 + chance.below(20) as usize;
            let neighbours = random_graph(&mut chance, vertices);
            let keys: Vec<u32> = (0..vertices).map(|_| chance.below(2) as u32).collect();
            let graph = Graph::new(&neighbours);
            let mut partition = Partition::new(&keys);
            assert!(partition.refine(&graph, &mut Trace::default()));
            let mut found = blocks(&partition);
            let mut truth = slow_refinement(&neighbours, &keys);
            found.sort();
            truth.sort();
            assert_eq!(found, truth);

            // And further from one vertex taken out, and back again.
            let before = blocks(&partition);
            let vertex = chance.below(vertices as u64) as u32;
            let mark = partition.mark();
            if !partition.is_alone(vertex) {
                let mut keys: Vec<u32> = (0..vertices as u32)
                    .map(|v| 2 * partition.block_of(v))
                    .collect();
                keys[vertex as usize] += 1;
                partition.individualise(vertex);
                assert!(partition.refine(&graph, &mut Trace::default()));
                let mut found = blocks(&partition);
                let mut truth = slow_refinement(&neighbours, &keys);
                found.sort();
                truth.sort();
                assert_eq!(found, truth);
                partition.undo(mark);
            }
            assert_eq!(blocks(&partition), before);
        }
    }

    /// A renamed graph refines in step with the original.
    #[test]
    fn names_of_vertices_do_not_matter() {
        let mut chance = Chance::new(4);
        for _ in 0..300 {
            let vertices = 2 + chance.below(20) as usize;
            let neighbours = random_graph(&mut chance, vertices);
            let mut name: Vec<u32> = (0..vertices as u32).collect();
            chance.shuffle(&mut name);
            let mut renamed = vec![Vec::new(); vertices];
            for (vertex, list) in neighbours.iter().enumerate() {
                let mut list: Vec<u32> = list.iter().map(|&w| name[w as usize]).collect();
                chance.shuffle(&mut list);
                renamed[name[vertex] as usize] = list;
            }
            let (here, there) = (Graph::new(&neighbours), Graph::new(&renamed));
            let mut left = Partition::new(&vec![0; vertices]);
            let mut right = left.clone();
            let mut trace = Trace::default();
            assert!(left.refine(&here, &mut trace));
            trace.rewind();
            assert!(right.refine(&there, &mut trace));
            let vertex = chance.below(vertices as u64) as u32;
            if !left.is_alone(vertex) {
                let mut trace = Trace::default();
                left.individualise(vertex);
                right.individualise(name[vertex as usize]);
                assert!(left.refine(&here, &mut trace));
                trace.rewind();
                assert!(right.refine(&there, &mut trace));
            }
            for vertex in 0..vertices as u32 {
                assert_eq!(left.block_of(vertex), right.block_of(name[vertex as usize]));
            }
        }
    }

    #[test]
    fn a_trace_tells_a_path_from_a_star() {
        let path = Graph::new(&[vec![1], vec![0, 2], vec![1, 3], vec![2]]);
        let star = Graph::new(&[vec![1, 2, 3], vec![0], vec![0], vec![0]]);
        let mut trace = Trace::default();
        assert!(Partition::new(&[0; 4]).refine(&path, &mut trace));
        trace.rewind();
        assert!(!Partition::new(&[0; 4]).refine(&star, &mut trace));
        trace.rewind();
        assert!(Partition::new(&[0; 4]).refine(&path, &mut trace));
    }

    /// Both are regular, so there is nothing to split: only the counts differ.
    #[test]
    fn a_trace_tells_a_cycle_from_a_complete_bipartite_graph() {
        let joined = |steps: &[u32]| {
            let around = |v| steps.iter().map(|step| (v + step) % 6).collect();
            Graph::new(&(0..6).map(around).collect::<Vec<_>>())
        };
        let (cycle, bipartite) = (joined(&[1, 5]), joined(&[1, 3, 5]));
        let mut trace = Trace::default();
        assert!(Partition::new(&[0; 6]).refine(&cycle, &mut trace));
        trace.rewind();
        assert!(!Partition::new(&[0; 6]).refine(&bipartite, &mut trace));
        // Equal numbers of touched vertices, told apart by the counts alone.
        let ladder = joined(&[1, 2, 4, 5]);
        trace.rewind();
        assert!(!Partition::new(&[0; 6]).refine(&ladder, &mut trace));
    }
}
