//! Proof-number search on a graph of positions, with zones.
//!
//! Each open node has two numbers: an estimate of the work that is left until Black,
//! or White, is shown to win it. The search goes down to the node
//! where the least work seems to be left, looks one move further, and carries the
//! news up (Allis, van der Meulen and van den Herik, 1994; on a graph, with the
//! largest number and a unit for each other child in place of a sum: Ueda,
//! Hashimoto, Hashimoto and Iida, 2008).
//!
//! What differs here is the order in which a node gets its children. First there is
//! the position after a *pass* of the player to move, and his useful moves.
//! If his opponent wins after the pass, that win has a support and a race, and only
//! the moves in that zone become children; often there are two or three of them. If
//! the pass does not lose, the player to move wins, and all useful moves become
//! children until one has been shown to win.
//!
//! After a pass the opponent does not pass in his turn (two players who pass would
//! return to the same position), so such a node gets all useful moves at once. It is
//! only ever asked whether its mover wins.
//!
//! Only open positions are nodes. What is decided leaves the graph for a table with
//! little more than its winner; its parents take over what they need of it.
//!
//! Several threads can search one game, each in a graph of its own ([`Shared`]). All but
//! the first have slightly different estimates, so that they go other ways.

use super::game::{Game, Position};
use super::judge::{Glance, Ground, pair};
use super::search::{Decided, Search, Statistics};
use super::shared::Shared;
use super::sight::Sight;
use super::table::Hashed;
use crate::bits::Bits;
use crate::group::Group;
use crate::rules::Player;
use crate::watch::{Progress, Stop, Watch};
use std::collections::HashMap;
use std::hash::BuildHasher;

mod kept;
pub use kept::Keeper;

/// A number that says: never.
const NEVER: u32 = u32::MAX;
const MOST: u32 = NEVER - 1;
/// The best move gets so many times the work that the pass gets. Only some of the moves are
/// not enough: with four of them 7x7 Snaky took fifty times as long, and 8x8 did not end.
/// The numbers of the two cannot be compared, since they are of different players: doing that
/// let one player starve, and 6x6 Snaky was not solved in 30 s (0.1 s with any share of 1 to 4).
const SHARE: u64 = 4;
/// What took fewer visits is not worth telling other threads.
const TOLD: u32 = 4;
/// Visits of a node between two questions whether another thread has decided it.
const ASKED: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No children yet.
    New,
    /// The pass, and all useful moves.
    Passing,
    /// The moves in the zone.
    Zone,
    /// All moves.
    All,
}

/// A cell, or a pass.
const PASS: u16 = u16::MAX;

/// A move (or a pass), the open node after it, and the element of the group that leads
/// there.
#[derive(Clone, Copy, Debug)]
struct Edge {
    cell: u16,
    node: u32,
    element: u32,
}

#[derive(Clone, Debug)]
struct Node<const W: usize> {
    at: Position<W>,
    /// What the opponent's wins against the pass and the moves that are decided rest on.
    lost: Ground<W>,
    edges: Vec<Edge>,
    parents: Vec<u32>,
    /// The work left for Black and for White.
    numbers: [u32; 2],
    visits: u32,
    stage: Stage,
    /// Whether the stone before was a pass of the opponent's.
    passed: bool,
    /// Whether it is in the graph, and not a free place.
    used: bool,
}

/// A decided position.
#[derive(Clone, Copy, Debug)]
pub struct Solved<const W: usize> {
    winner: Player,
    /// The winner's move, if he is to move.
    cell: Option<u16>,
    ground: Ground<W>,
    /// The mover, who may not pass, has no move that wins: a proof of nothing but that.
    useless: bool,
}

#[derive(Clone, Copy, Debug)]
enum Known<const W: usize> {
    Open(u32),
    Solved(Solved<W>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key<const W: usize> {
    at: Position<W>,
    passed: bool,
}

/// What came of a move.
enum Made<const W: usize> {
    Open(Edge),
    /// With what it rests on, in the cells of the position before.
    Decided(Solved<W>),
}

/// What the threads of a search have decided.
pub type Together<const W: usize> = Shared<Key<W>, Solved<W>>;

pub struct Pns<'a, const W: usize, J> {
    judge: J,
    game: &'a Game<'a, W>,
    group: &'a Group,
    together: Option<&'a Together<W>>,
    /// The number of the thread; the first is 0.
    thread: u64,
    nodes: Vec<Node<W>>,
    free: Vec<u32>,
    table: HashMap<Key<W>, Known<W>, Hashed>,
    /// Nodes whose numbers may have changed.
    waiting: Vec<u32>,
    /// The bytes of lists beside the nodes themselves.
    lists: u64,
    /// The bytes of what this thread has told the others.
    told_bytes: u64,
    charged: u64,
    polled: u64,
    keeper: Option<Keeper>,
    statistics: Statistics,
}

impl<'a, const W: usize, J: Sight<'a, W>> Pns<'a, W, J> {
    pub fn new(judge: J) -> Self {
        Self {
            game: judge.game(),
            group: judge.group(),
            judge,
            together: None,
            thread: 0,
            nodes: Vec::new(),
            free: Vec::new(),
            table: HashMap::default(),
            waiting: Vec::new(),
            lists: 0,
            told_bytes: 0,
            charged: 0,
            polled: 0,
            keeper: None,
            statistics: Statistics::default(),
        }
    }

    /// One of several threads that search together.
    pub fn with_others(judge: J, together: &'a Together<W>, thread: u64) -> Self {
        Self {
            together: Some(together),
            thread,
            ..Self::new(judge)
        }
    }

    /// Why the search could not be kept on disk.
    pub fn failure(&self) -> Option<&str> {
        self.keeper.as_ref()?.failure.as_deref()
    }

    fn get(&self, node: u32) -> &Node<W> {
        &self.nodes[node as usize]
    }

    fn mover(&self, at: &Position<W>) -> Player {
        self.game.mover(at).expect("an open node has a mover")
    }

    /// Searches until a node is decided.
    fn run(&mut self, root: u32, watch: &mut Watch<'_>) -> Result<(), Stop> {
        let key = self.key(root);
        while matches!(self.table[&key], Known::Open(_)) {
            if self.statistics.looked_at >= self.polled {
                self.polled = self.statistics.looked_at + self.judge.looks();
                self.keep_account(root, watch)?;
                watch.poll(Progress {
                    layer: 0,
                    positions: self.statistics.looked_at,
                })?;
                if self.thread > 0 && self.together.is_some_and(Shared::is_over) {
                    return Ok(());
                }
                if self.keeper.as_ref().is_some_and(Keeper::is_due) && !self.save() {
                    return Err(watch.limits().halt(Stop::Interrupted));
                }
            }
            let leaf = self.most_promising(root);
            match self.told(leaf) {
                Some(solved) => self.decide_node(leaf, solved),
                None => self.grow(leaf),
            }
            self.carry_up();
        }
        Ok(())
    }

    /// What another thread has found out about an open node.
    fn told(&self, number: u32) -> Option<Solved<W>> {
        self.together?.get(&self.key(number))
    }

    fn key(&self, node: u32) -> Key<W> {
        let node = self.get(node);
        Key {
            at: node.at,
            passed: node.passed,
        }
    }

    /// Down to a node without children, where the least work seems to be left.
    fn most_promising(&mut self, root: u32) -> u32 {
        let mut at = root;
        loop {
            self.nodes[at as usize].visits += 1;
            let node = self.get(at);
            if node.stage == Stage::New {
                return at;
            }
            if node.visits % ASKED == 0 && self.told(at).is_some() {
                return at;
            }
            at = self.choose(node);
        }
    }

    /// The child to look at next.
    fn choose(&self, node: &Node<W>) -> u32 {
        let own = self.mover(&node.at).index();
        let best = node
            .edges
            .iter()
            .filter(|edge| edge.cell != PASS)
            .min_by_key(|edge| self.get(edge.node).numbers[own])
            .map(|edge| edge.node);
        if node.stage != Stage::Passing {
            return best.expect("an open node has an open child");
        }
        let pass = node.edges[0].node;
        match best {
            Some(tried)
                if u64::from(self.get(tried).visits) < SHARE * u64::from(self.get(pass).visits) =>
            {
                tried
            }
            _ => pass,
        }
    }

    // Growing.

    /// What is known of the position after a move or a pass: an open node, perhaps a new one,
    /// or who wins.
    fn make(&mut self, at: &Position<W>, mover: Player, cell: u16, passed: bool) -> Made<W> {
        let stone = (cell != PASS).then_some(cell);
        let next = self.game.after(at, mover, stone);
        let (form, element) = self.judge.form(&next);
        let edge = |node| {
            Made::Open(Edge {
                cell,
                node,
                element: element as u32,
            })
        };
        if passed {
            // What is known without that restriction holds with it.
            let key = Key {
                at: form,
                passed: false,
            };
            if let Some(Known::Solved(solved)) = self.table.get(&key) {
                self.statistics.met_again += 1;
                return Made::Decided(self.home(*solved, element));
            }
        }
        let key = Key { at: form, passed };
        match self.table.get(&key) {
            Some(Known::Solved(solved)) => {
                self.statistics.met_again += 1;
                return Made::Decided(self.home(*solved, element));
            }
            Some(&Known::Open(node)) => {
                self.statistics.met_again += 1;
                return edge(node);
            }
            None => {}
        }
        if let Some(solved) = self.together.and_then(|together| together.get(&key)) {
            self.statistics.met_again += 1;
            return Made::Decided(self.home(solved, element));
        }
        self.statistics.looked_at += 1;
        match self.judge.look(&form) {
            Glance::Decided { winner, ground, .. } => {
                self.statistics.glances += 1;
                let solved = Solved {
                    winner,
                    cell: None,
                    ground,
                    useless: false,
                };
                Made::Decided(self.home(solved, element))
            }
            Glance::Open {
                numbers,
                passed: zone,
            } => edge(self.add(key, numbers, zone)),
        }
    }

    /// A new open node.
    fn add(&mut self, key: Key<W>, mut numbers: [u32; 2], zone: Option<Ground<W>>) -> u32 {
        if self.thread > 0 {
            let chance = Hashed::default().hash_one((self.thread, key));
            for (number, bits) in numbers.iter_mut().zip([chance & 255, chance >> 8 & 255]) {
                // Up to a half more, and in small numbers at most one more.
                *number += ((u64::from(*number) * bits + 256) >> 9).min(MOST.into()) as u32;
            }
        }
        let node = Node {
            at: key.at,
            lost: zone.unwrap_or(Ground::NOTHING),
            edges: Vec::new(),
            parents: Vec::new(),
            numbers,
            visits: 0,
            stage: Stage::New,
            passed: key.passed,
            used: true,
        };
        let number = match self.free.pop() {
            Some(number) => {
                self.nodes[number as usize] = node;
                number
            }
            None => {
                self.nodes.push(node);
                u32::try_from(self.nodes.len() - 1).expect("fewer than 2^32 nodes")
            }
        };
        self.table.insert(key, Known::Open(number));
        number
    }

    /// What a position rests on, in the cells of the one before its symmetric form was taken.
    fn home(&self, mut solved: Solved<W>, element: usize) -> Solved<W> {
        if element != self.group.identity() {
            solved.ground.support = self.group.before(element, solved.ground.support);
        }
        solved
    }

    /// Gives a node its first children.
    fn grow(&mut self, number: u32) {
        let node = self.get(number);
        let (at, passed, lost) = (node.at, node.passed, node.lost);
        let mover = self.mover(&at);
        if lost != Ground::NOTHING {
            return self.enter_zone(number, mover, lost);
        }
        if passed || !self.judge.options().zones {
            return self.grow_all(number, mover);
        }
        let next = self.game.times.next(at.moment as usize);
        // Who has more stones in this turn may pass again.
        let last = self.game.times.mover(next) != Some(mover);
        let pass = match self.make(&at, mover, PASS, last) {
            Made::Open(edge) => edge,
            Made::Decided(solved) => return self.after_pass(number, mover, solved),
        };
        self.judge.collect(&at);
        let allowed = self.game.allowed(&at, mover);
        let mut edges = vec![pass];
        let tries = self.judge.tries();
        for cell in self.judge.useful(&at, allowed).0.into_iter().take(tries) {
            match self.make(&at, mover, cell, false) {
                Made::Open(edge) => edges.push(edge),
                Made::Decided(solved) if solved.winner == mover => {
                    return self.decide_move(number, mover, cell, solved.ground);
                }
                Made::Decided(_) => {}
            }
        }
        self.adopt(number, edges, Stage::Passing);
    }

    /// The pass is decided: either it loses, and only moves that touch what that rests on can
    /// help; or some move wins.
    fn after_pass(&mut self, number: u32, mover: Player, pass: Solved<W>) {
        if pass.winner == mover || pass.useless {
            self.grow_all(number, mover);
        } else {
            self.enter_zone(number, mover, pass.ground);
        }
    }

    fn enter_zone(&mut self, number: u32, mover: Player, lost: Ground<W>) {
        let at = self.get(number).at;
        let allowed = self.game.allowed(&at, mover);
        self.judge.collect(&at);
        let zone = self.judge.zone(mover, lost);
        let (cells, ground) = self.judge.useful(&at, allowed);
        let cells: Vec<u16> = cells
            .into_iter()
            .filter(|&cell| zone.test(cell.into()))
            .collect();
        self.nodes[number as usize].lost = lost.and(ground);
        self.replace(number, mover, &cells, Stage::Zone);
    }

    /// All useful moves.
    fn grow_all(&mut self, number: u32, mover: Player) {
        let node = self.get(number);
        let (at, passed) = (node.at, node.passed);
        let allowed = self.game.allowed(&at, mover);
        self.judge.collect(&at);
        let (mut cells, ground) = self.judge.useful(&at, allowed);
        if cells.is_empty() || (!passed && self.game.is_listed(at.moment)) {
            // Where every reply counts, and where there is nothing useful to do.
            let known = Bits::from_cells(&cells);
            cells.extend(allowed.andnot(known).iter().map(|cell| cell as u16));
        }
        self.nodes[number as usize].lost = ground;
        self.replace(number, mover, &cells, Stage::All);
    }

    /// New children in place of the old ones.
    fn replace(&mut self, number: u32, mover: Player, cells: &[u16], stage: Stage) {
        let at = self.get(number).at;
        let mut edges = Vec::with_capacity(cells.len());
        let mut lost = self.get(number).lost;
        for &cell in cells {
            match self.make(&at, mover, cell, false) {
                Made::Open(edge) => edges.push(edge),
                Made::Decided(solved) if solved.winner == mover => {
                    return self.decide_move(number, mover, cell, solved.ground);
                }
                Made::Decided(solved) => lost = lost.and(solved.ground),
            }
        }
        self.nodes[number as usize].lost = lost;
        self.adopt(number, edges, stage);
        if self.get(number).edges.is_empty() {
            self.decide_loss(number, mover);
        }
    }

    fn adopt(&mut self, number: u32, edges: Vec<Edge>, stage: Stage) {
        let old = std::mem::take(&mut self.nodes[number as usize].edges);
        self.lists -= bytes(&old);
        for edge in &edges {
            let parents = &mut self.nodes[edge.node as usize].parents;
            if !parents.contains(&number) {
                let before = bytes(parents);
                parents.push(number);
                self.lists += bytes(parents) - before;
            }
        }
        for edge in old {
            if !edges.iter().any(|new| new.node == edge.node) {
                self.leave(edge.node, number);
            }
        }
        self.lists += bytes(&edges);
        let node = &mut self.nodes[number as usize];
        node.edges = edges;
        node.stage = stage;
        self.waiting.push(number);
    }

    fn leave(&mut self, child: u32, parent: u32) {
        let parents = &mut self.nodes[child as usize].parents;
        if let Some(place) = parents.iter().position(|&other| other == parent) {
            parents.swap_remove(place);
        }
    }

    // Deciding.

    fn decide_move(&mut self, number: u32, mover: Player, cell: u16, ground: Ground<W>) {
        let support = ground.support.with(cell.into());
        self.decide_node(
            number,
            Solved {
                winner: mover,
                cell: Some(cell),
                ground: Ground { support, ..ground },
                useless: false,
            },
        );
    }

    fn decide_loss(&mut self, number: u32, mover: Player) {
        let node = self.get(number);
        let solved = Solved {
            winner: mover.other(),
            cell: None,
            ground: node.lost.earlier(),
            useless: node.stage == Stage::All && node.passed,
        };
        self.decide_node(number, solved);
    }

    /// A decided node leaves the graph, and its parents hear of it.
    fn decide_node(&mut self, number: u32, solved: Solved<W>) {
        let mut key = self.key(number);
        let node = &mut self.nodes[number as usize];
        let edges = std::mem::take(&mut node.edges);
        let parents = std::mem::take(&mut node.parents);
        let visits = node.visits;
        node.used = false;
        self.lists -= bytes(&edges) + bytes(&parents);
        for edge in edges {
            self.leave(edge.node, number);
        }
        self.table.insert(key, Known::Solved(solved));
        if let Some(together) = self.together.filter(|_| visits >= TOLD) {
            if together.insert(key, solved) {
                self.told_bytes += size_of::<(Key<W>, Solved<W>)>() as u64 * 8 / 7 + 1;
            }
        }
        if key.passed && solved.cell.is_some() {
            // A move that wins does so whether or not a pass was allowed.
            key.passed = false;
            match self.table.get(&key) {
                Some(&Known::Open(node)) => self.decide_node(node, solved),
                _ => {
                    self.table.insert(key, Known::Solved(solved));
                }
            }
        }
        for parent in parents {
            if self.get(parent).used {
                self.hear(parent, number, solved);
            }
        }
        // Only now: until here its parents have edges to it.
        self.free.push(number);
    }

    /// A child of a node is decided.
    fn hear(&mut self, number: u32, child: u32, solved: Solved<W>) {
        let mover = self.mover(&self.get(number).at);
        let edges = &mut self.nodes[number as usize].edges;
        let is_gone = |edge: &Edge| edge.node == child;
        let gone: Vec<Edge> = edges.iter().copied().filter(is_gone).collect();
        if gone.is_empty() {
            // It has got other children meanwhile, or is another node.
            return;
        }
        edges.retain(|edge| !is_gone(edge));
        for edge in &gone {
            let home = self.home(solved, edge.element as usize);
            if edge.cell == PASS {
                return self.after_pass(number, mover, home);
            }
            if solved.winner == mover {
                return self.decide_move(number, mover, edge.cell, home.ground);
            }
            let node = &mut self.nodes[number as usize];
            if node.stage != Stage::Passing {
                node.lost = node.lost.and(home.ground);
            }
        }
        if self.get(number).edges.is_empty() {
            self.decide_loss(number, mover);
        } else {
            self.waiting.push(number);
        }
    }

    // Carrying news up.

    fn carry_up(&mut self) {
        while let Some(number) = self.waiting.pop() {
            if self.get(number).used && self.refresh(number) {
                let node = &self.nodes[number as usize];
                self.waiting.extend_from_slice(&node.parents);
            }
        }
    }

    /// Computes a node's numbers from its children; whether anything has changed.
    fn refresh(&mut self, number: u32) -> bool {
        let node = self.get(number);
        if node.stage == Stage::New {
            return false;
        }
        let mover = self.mover(&node.at);
        let (own, other) = (mover.index(), mover.other().index());
        let mut least = NEVER;
        let mut most = 0u32;
        let mut open = 0u32;
        for edge in node.edges.iter().filter(|edge| edge.cell != PASS) {
            let numbers = self.get(edge.node).numbers;
            least = least.min(numbers[own]);
            most = most.max(numbers[other]);
            open += 1;
        }
        let numbers = if node.stage == Stage::Passing {
            let pass = self.get(node.edges[0].node);
            // That the pass does not lose is a win, too, but for a move that shows it.
            let own_work = least.min(pass.numbers[own].saturating_add(1)).min(MOST);
            pair(own, own_work, pass.numbers[other].min(MOST))
        } else {
            let other_work = most.saturating_add(open - 1).min(MOST);
            pair(own, least.clamp(1, MOST), other_work)
        };
        let node = &mut self.nodes[number as usize];
        let changed = node.numbers != numbers;
        node.numbers = numbers;
        changed
    }

    // Memory.

    /// Charges what has come, and forgets what the root does not need when the limit is near.
    fn keep_account(&mut self, root: u32, watch: &Watch<'_>) -> Result<(), Stop> {
        let used = self.bytes();
        if used > self.charged {
            // In steps, so that the account is seldom touched.
            let more = used - self.charged + used / 16;
            if watch.limits().try_charge(more) {
                self.charged += more;
            } else {
                self.forget(root);
                let used = self.bytes();
                if used + used / 8 > self.charged {
                    return Err(match self.thread {
                        0 => watch.limits().halt(Stop::Memory),
                        // The others go on.
                        _ => Stop::Memory,
                    });
                }
            }
        }
        self.statistics.bytes = self.statistics.bytes.max(used);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let entry = size_of::<(Key<W>, Known<W>)>() + 1;
        let node = size_of::<Node<W>>();
        let table = self.table.len() as u64 * 8 / 7 * entry as u64;
        self.lists + self.told_bytes + table + ((self.nodes.len() - self.free.len()) * node) as u64
    }

    /// Drops the nodes that no path from the root leads to any more.
    fn forget(&mut self, root: u32) {
        let mut kept = vec![false; self.nodes.len()];
        let mut stack = vec![root];
        kept[root as usize] = true;
        while let Some(number) = stack.pop() {
            for edge in &self.nodes[number as usize].edges {
                if !std::mem::replace(&mut kept[edge.node as usize], true) {
                    stack.push(edge.node);
                }
            }
        }
        for number in 0..self.nodes.len() as u32 {
            if !self.get(number).used {
                continue;
            }
            if kept[number as usize] {
                let parents = &mut self.nodes[number as usize].parents;
                parents.retain(|&parent| kept[parent as usize]);
                continue;
            }
            let key = self.key(number);
            self.table.remove(&key);
            let node = &mut self.nodes[number as usize];
            node.used = false;
            let (edges, parents) = (
                std::mem::take(&mut node.edges),
                std::mem::take(&mut node.parents),
            );
            self.lists -= bytes(&edges) + bytes(&parents);
            self.free.push(number);
            self.statistics.forgotten += 1;
        }
    }
}

/// The memory of a list.
fn bytes<T>(list: &Vec<T>) -> u64 {
    (list.capacity() * size_of::<T>()) as u64
}

impl<'a, const W: usize, J: Sight<'a, W>> Search<'a, W> for Pns<'a, W, J> {
    type Judge = J;

    fn decide(&mut self, at: &Position<W>, watch: &mut Watch<'_>) -> Result<Decided, Stop> {
        let key = Key {
            at: *at,
            passed: false,
        };
        loop {
            let number = match self.table.get(&key) {
                Some(Known::Solved(solved)) => {
                    return Ok(Decided {
                        winner: solved.winner,
                        cell: solved.cell,
                    });
                }
                Some(&Known::Open(number)) => number,
                None => {
                    if let Some(solved) = self.together.and_then(|together| together.get(&key)) {
                        self.table.insert(key, Known::Solved(solved));
                        continue;
                    }
                    self.statistics.looked_at += 1;
                    match self.judge.look(at) {
                        Glance::Open { numbers, passed } => self.add(key, numbers, passed),
                        Glance::Decided { winner, .. } => {
                            return Ok(Decided { winner, cell: None });
                        }
                    }
                }
            };
            self.run(number, watch)?;
            if self.thread > 0 && self.together.is_some_and(Shared::is_over) {
                // Nobody asks this thread for its answer any more.
                return Err(Stop::Interrupted);
            }
        }
    }

    fn judge(&mut self) -> &mut J {
        &mut self.judge
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}
