//! Proof-number search on a graph of positions, with zones.
//!
//! Each open node has two numbers: an estimate of the work that is left until the
//! attacker, or the defender, is shown to win it. The search goes down to the node
//! where the least work seems to be left, looks one move further, and carries the
//! news up (Allis, van der Meulen and van den Herik, 1994; on a graph, with the
//! largest number and a unit for each other child in place of a sum: Ueda,
//! Hashimoto, Hashimoto and Iida, 2008).
//!
//! What differs here is the order in which a node gets its children. First there is
//! the position after a *pass* of the player to move, and a few of his best moves.
//! If his opponent wins after the pass, that win has a support and a race, and only
//! the moves in that zone become children; often there are two or three of them. If
//! the pass does not lose, the player to move wins, and all useful moves become
//! children until one has been shown to win.
//!
//! After a pass the opponent does not pass in his turn (two players who pass would
//! return to the same position), so such a node gets all useful moves at once. It is
//! only ever asked whether its mover wins.

use super::game::{Game, Position};
use super::judge::{Glance, Leaf, NO_RACE, glance, residues};
use super::{Options, potential};
use crate::bits::Bits;
use crate::group::Group;
use crate::rules::Player;
use crate::watch::{Progress, Stop, Watch};
use std::collections::HashMap;

/// A number that says: never.
const NEVER: u32 = u32::MAX;
const MOST: u32 = NEVER - 1;
/// Moves that are looked at beside the pass. With two of them wins with a quiet first move
/// take up to a hundred times as long; all of them are no better.
const TRIED: usize = 4;
/// The best of these moves gets so many times the work that the pass gets. The numbers of
/// the two cannot be compared, since they are of different players: doing that let one
/// player starve, and 6x6 Snaky was not solved in 30 s (0.1 s with any share of 1 to 4).
const SHARE: u64 = 4;
/// Bytes that a node is charged with: itself, its lists, its place in the table.
const NODE_BYTES: u64 = 360;
/// Nodes between two looks at the clock.
const POLL: u64 = 64;

/// Why a node is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    Open,
    Leaf(Leaf),
    /// Its mover wins by this child.
    Move(u32),
    /// Its mover loses: all children are lost for him.
    Reply,
    /// Its mover, who may not pass, has no move that wins. Not a proof of anything
    /// but that.
    Useless,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No children yet.
    New,
    /// The pass, and a few moves.
    Passing,
    /// The moves in the zone, and the pass that gave it.
    Zone,
    /// All moves; no pass.
    All,
}

/// A move (or a pass) and the node after it.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub cell: Option<u16>,
    pub node: u32,
}

#[derive(Clone, Debug)]
pub struct Node<const W: usize> {
    /// In symmetric form, where it is brought into that.
    pub at: Position<W>,
    pub support: Bits<W>,
    pub race: u16,
    pub why: Why,
    pub children: Vec<Edge>,
    stage: Stage,
    /// Whether the stone before was a pass of the opponent's.
    passed: bool,
    /// The work left for Black and for White; 0 is done, `NEVER` is lost.
    numbers: [u32; 2],
    parents: Vec<u32>,
    visits: u32,
}

impl<const W: usize> Node<W> {
    /// Who wins, if that is known.
    pub fn winner(&self) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|player| self.numbers[player.index()] == 0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key<const W: usize> {
    at: Position<W>,
    passed: bool,
}

pub struct Search<'a, const W: usize> {
    pub game: &'a Game<'a, W>,
    pub group: &'a Group,
    options: Options,
    nodes: Vec<Node<W>>,
    table: HashMap<Key<W>, u32>,
    symmetric: usize,
    looked_at: u64,
}

impl<'a, const W: usize> Search<'a, W> {
    pub fn new(game: &'a Game<'a, W>, group: &'a Group, options: Options) -> Self {
        let given = game.root().taken().count();
        let mut search = Self {
            game,
            group,
            options,
            nodes: Vec::new(),
            table: HashMap::new(),
            symmetric: given + options.symmetric,
            looked_at: 0,
        };
        search.node(game.root(), false);
        search
    }

    pub fn root(&self) -> &Node<W> {
        &self.nodes[0]
    }

    pub fn get(&self, node: u32) -> &Node<W> {
        &self.nodes[node as usize]
    }

    pub fn attacker_wins(&self) -> bool {
        self.root().winner() == Some(self.game.attacker)
    }

    /// How many positions were looked at.
    pub fn nodes(&self) -> u64 {
        self.looked_at
    }

    /// Searches until the root is decided.
    pub fn run(&mut self, watch: &mut Watch<'_>) -> Result<(), Stop> {
        let mut charged = 0;
        while self.root().winner().is_none() {
            if self.looked_at >= charged {
                let more = POLL.max(self.looked_at / 64);
                watch.limits().charge(more * NODE_BYTES)?;
                charged = self.looked_at + more;
                watch.poll(Progress {
                    layer: 0,
                    positions: self.looked_at,
                })?;
            }
            let leaf = self.most_promising();
            self.grow(leaf);
            self.carry_up(leaf);
        }
        Ok(())
    }

    /// Down to a node without children, where the least work seems to be left.
    fn most_promising(&mut self) -> u32 {
        let mut at = 0;
        loop {
            self.nodes[at as usize].visits += 1;
            let node = self.get(at);
            if node.stage == Stage::New {
                return at;
            }
            at = self.choose(node);
        }
    }

    /// The child to look at next: an open one.
    fn choose(&self, node: &Node<W>) -> u32 {
        let mover = self.mover(node);
        let own = mover.index();
        let open = node
            .children
            .iter()
            .filter(|edge| self.get(edge.node).why == Why::Open);
        let best = |edges: &mut dyn Iterator<Item = &Edge>| {
            edges
                .min_by_key(|edge| self.get(edge.node).numbers[own])
                .map(|edge| edge.node)
        };
        if node.stage == Stage::Passing {
            let pass = node.children[0].node;
            let tried = best(&mut open.clone().filter(|edge| edge.cell.is_some()));
            return match tried {
                Some(tried) => {
                    let (move_visits, pass_visits) =
                        (self.get(tried).visits, self.get(pass).visits);
                    if u64::from(move_visits) < SHARE * u64::from(pass_visits) {
                        tried
                    } else {
                        pass
                    }
                }
                _ => pass,
            };
        }
        best(&mut open.clone()).expect("an open node has an open child")
    }

    fn mover(&self, node: &Node<W>) -> Player {
        self.game.mover(&node.at).expect("an open node has a mover")
    }

    // Growing.

    /// The node of a position: an old one, or a new one after a glance.
    fn node(&mut self, at: Position<W>, passed: bool) -> u32 {
        let at = self.canonical(at);
        if passed {
            // What is known without that restriction holds with it.
            let free = Key { at, passed: false };
            if let Some(&known) = self.table.get(&free) {
                if self.get(known).winner().is_some() {
                    return known;
                }
            }
        }
        let key = Key { at, passed };
        if let Some(&known) = self.table.get(&key) {
            return known;
        }
        self.looked_at += 1;
        let mut node = Node {
            at,
            support: Bits::EMPTY,
            race: NO_RACE,
            why: Why::Open,
            children: Vec::new(),
            stage: Stage::New,
            passed,
            numbers: [1, 1],
            parents: Vec::new(),
            visits: 0,
        };
        let attacker = self.game.attacker;
        match glance(self.game, &at, &self.options) {
            Glance::Decided {
                winner,
                leaf,
                support,
                race,
            } => {
                node.why = Why::Leaf(leaf);
                node.support = support;
                node.race = race;
                node.numbers[winner.index()] = 0;
                node.numbers[winner.other().index()] = NEVER;
            }
            Glance::Open {
                attacker: work,
                defender,
            } => {
                node.numbers[attacker.index()] = work;
                node.numbers[attacker.other().index()] = defender;
            }
        }
        let number = u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes");
        self.nodes.push(node);
        self.table.insert(key, number);
        number
    }

    fn canonical(&self, at: Position<W>) -> Position<W> {
        if self.group.order() == 1 || at.taken().count() > self.symmetric {
            return at;
        }
        Position {
            stones: self.group.canonical(&at.stones).0,
            moment: at.moment,
        }
    }

    /// Gives a node its first children.
    fn grow(&mut self, number: u32) {
        let node = self.get(number);
        let (at, passed) = (node.at, node.passed);
        let mover = self.mover(node);
        if passed || !self.options.zones {
            return self.grow_all(number);
        }
        let next = self.game.after(&at, mover, None);
        // Who has more stones in this turn may pass again.
        let passed = self.game.times.mover(next.moment as usize) != Some(mover);
        let pass = self.node(next, passed);
        let mut children = vec![Edge {
            cell: None,
            node: pass,
        }];
        let tried = self.ranked(&at, self.game.allowed(&at, mover));
        for &cell in tried.iter().take(TRIED) {
            children.push(self.edge(&at, mover, cell));
        }
        self.adopt(number, children, Stage::Passing);
    }

    /// All useful moves; where a player could lose only by a proof that lists every
    /// reply, all moves.
    fn grow_all(&mut self, number: u32) {
        let node = self.get(number);
        let (at, passed) = (node.at, node.passed);
        let mover = self.mover(node);
        let allowed = self.game.allowed(&at, mover);
        let mut cells = self.ranked(&at, allowed);
        if !passed || cells.is_empty() {
            let known = Bits::from_cells(&cells);
            cells.extend(allowed.andnot(known).iter().map(|cell| cell as u16));
        }
        let children = cells
            .iter()
            .map(|&cell| self.edge(&at, mover, cell))
            .collect();
        self.adopt(number, children, Stage::All);
    }

    fn edge(&mut self, at: &Position<W>, mover: Player, cell: u16) -> Edge {
        Edge {
            cell: Some(cell),
            node: self.node(self.game.after(at, mover, Some(cell)), false),
        }
    }

    fn adopt(&mut self, number: u32, children: Vec<Edge>, stage: Stage) {
        for edge in &children {
            let parents = &mut self.nodes[edge.node as usize].parents;
            if !parents.contains(&number) {
                parents.push(number);
            }
        }
        let node = &mut self.nodes[number as usize];
        node.children = children;
        node.stage = stage;
    }

    /// Useful cells, those in many nearly complete sets of either player first.
    fn ranked(&self, at: &Position<W>, allowed: Bits<W>) -> Vec<u16> {
        let mut weight = vec![0u64; self.game.everything.count()];
        for player in Player::BOTH {
            for cells in potential::least(residues(self.game, at, player)) {
                let worth = 1 << (2 * (10 - cells.count().min(10)));
                for cell in (cells & allowed).iter() {
                    weight[cell] += worth;
                }
            }
        }
        let mut cells: Vec<u16> = allowed
            .iter()
            .filter(|&cell| weight[cell] > 0)
            .map(|cell| cell as u16)
            .collect();
        cells.sort_by_key(|&cell| (u64::MAX - weight[usize::from(cell)], cell));
        cells
    }

    // Carrying news up.

    fn carry_up(&mut self, from: u32) {
        let mut waiting = vec![from];
        while let Some(number) = waiting.pop() {
            if self.get(number).why == Why::Open && self.refresh(number) {
                waiting.extend(&self.get(number).parents);
            }
        }
    }

    /// Computes a node from its children; whether anything has changed.
    fn refresh(&mut self, number: u32) -> bool {
        let node = self.get(number);
        let before = node.numbers;
        let mover = self.mover(node);
        let (own, other) = (mover.index(), mover.other().index());
        let won = node
            .children
            .iter()
            .position(|edge| edge.cell.is_some() && self.get(edge.node).numbers[own] == 0);
        if let Some(place) = won {
            self.decide_move(number, mover, place);
            return true;
        }
        if node.stage == Stage::Passing {
            let pass = self.get(node.children[0].node);
            if pass.numbers[other] == 0 {
                self.enter_zone(number, mover);
                self.refresh(number);
                return true;
            }
            if pass.numbers[other] == NEVER {
                self.grow_all(number);
                self.refresh(number);
                return true;
            }
            let tried = self.least_of(number, own);
            let node = self.get(number);
            let pass = self.get(node.children[0].node);
            // That the pass does not lose is a win, too, but for a move that shows it.
            let own_work = tried.min(pass.numbers[own].saturating_add(1)).min(MOST);
            let numbers = pair(own, own_work, pass.numbers[other].min(MOST));
            self.nodes[number as usize].numbers = numbers;
            return numbers != before;
        }
        let mut most = 0u32;
        let mut open = 0u32;
        for edge in &self.get(number).children {
            let work = self.get(edge.node).numbers[other];
            if edge.cell.is_some() && work > 0 {
                most = most.max(work);
                open += 1;
            }
        }
        if open == 0 {
            self.decide_loss(number, mover);
            return true;
        }
        let own_work = self.least_of(number, own).clamp(1, MOST);
        let other_work = most.saturating_add(open - 1).min(MOST);
        let numbers = pair(own, own_work, other_work);
        self.nodes[number as usize].numbers = numbers;
        numbers != before
    }

    /// The least work of a player among the moves.
    fn least_of(&self, number: u32, player: usize) -> u32 {
        self.get(number)
            .children
            .iter()
            .filter(|edge| edge.cell.is_some())
            .map(|edge| self.get(edge.node).numbers[player])
            .min()
            .unwrap_or(NEVER)
    }

    /// The pass loses: only moves that touch what that rests on can help.
    fn enter_zone(&mut self, number: u32, mover: Player) {
        let at = self.get(number).at;
        let old = self.get(number).children.clone();
        let (support, race) = self.at_home(&at, mover, old[0]);
        let allowed = self.game.allowed(&at, mover);
        let mut zone = support;
        if race != NO_RACE {
            for cells in residues(self.game, &at, mover) {
                if cells.count() <= usize::from(race) + 1 {
                    zone = zone | cells;
                }
            }
        }
        zone = zone & allowed;
        let mut cells = self.ranked(&at, zone);
        let known = Bits::from_cells(&cells);
        cells.extend(zone.andnot(known).iter().map(|cell| cell as u16));
        let mut children = vec![old[0]];
        for cell in cells {
            let edge = match old.iter().find(|edge| edge.cell == Some(cell)) {
                Some(&edge) => edge,
                None => self.edge(&at, mover, cell),
            };
            children.push(edge);
        }
        self.adopt(number, children, Stage::Zone);
    }

    fn decide_move(&mut self, number: u32, mover: Player, place: usize) {
        let at = self.get(number).at;
        let edge = self.get(number).children[place];
        let (support, race) = self.at_home(&at, mover, edge);
        let cell = edge.cell.expect("a move has a cell");
        let node = &mut self.nodes[number as usize];
        node.support = support.with(cell.into());
        node.race = race;
        node.why = Why::Move(place as u32);
        node.numbers = pair(mover.index(), 0, NEVER);
    }

    fn decide_loss(&mut self, number: u32, mover: Player) {
        let node = self.get(number);
        let at = node.at;
        let useless = node.stage == Stage::All && node.passed;
        let mut support = Bits::EMPTY;
        let mut longest = None;
        if !useless {
            for edge in node.children.clone() {
                let (one, race) = self.at_home(&at, mover, edge);
                support = support | one;
                if race != NO_RACE {
                    longest = longest.max(Some(race));
                }
            }
        }
        let node = &mut self.nodes[number as usize];
        node.support = support;
        node.race = longest.map_or(NO_RACE, |race| race + 1);
        node.why = if useless { Why::Useless } else { Why::Reply };
        node.numbers = pair(mover.index(), NEVER, 0);
    }

    /// The support and the race of a decided child, as cells of the position above it.
    fn at_home(&self, at: &Position<W>, mover: Player, edge: Edge) -> (Bits<W>, u16) {
        let child = self.get(edge.node);
        let next = self.game.after(at, mover, edge.cell);
        let support = match self.element(&next, &child.at) {
            None => child.support,
            Some(element) => {
                let images = self.group.element(element);
                let mut home = Bits::EMPTY;
                for (cell, &image) in images.iter().enumerate() {
                    if child.support.test(image.into()) {
                        home.set(cell);
                    }
                }
                home
            }
        };
        (support, child.race)
    }

    /// The element of the group that maps a position to its symmetric form; none where
    /// they are the same.
    pub fn element(&self, from: &Position<W>, to: &Position<W>) -> Option<usize> {
        if from.stones == to.stones {
            return None;
        }
        let found = (0..self.group.order()).find(|&number| {
            from.stones
                .map(|stones| self.group.image(number, stones))
                .eq(&to.stones)
        });
        Some(found.expect("a symmetric form is an image"))
    }
}

/// Two numbers, the first of them for a player.
fn pair(player: usize, own: u32, other: u32) -> [u32; 2] {
    if player == 0 {
        [own, other]
    } else {
        [other, own]
    }
}
