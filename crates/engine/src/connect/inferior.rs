//! Cells that do not matter, and cells that are somebody's already.
//!
//! Seen by the player who joins, a game of joining is played on a graph of free cells:
//! his stone makes the neighbours of its cell touch each other, his opponent's deletes
//! the cell. A cell whose neighbours all touch each other lies on no path without a
//! detour, so it is *dead*: whose stone is there changes nothing, now or ever (in Hex,
//! for neither player: the union of the smallest paths of the one is that of the other).
//! Two cells are *captured* by the opponent if his stone on either kills the other: he
//! need not play there, since he can always answer. A cell is *dominated* by another
//! for him who kills it with a stone there.
//!
//! Dead and captured cells are filled, which makes more cells dead, and so on. This
//! is the inferior-cell analysis of Hex programs (Björnsson, Hayward, Johanson and
//! van Rijswijck, 2007), put in terms of the graph, so that no patterns are needed.
//!
//! Nothing of this is undone by more stones of the player who lost the position, as long
//! as they are not on cells that the winner captured. So a win in the filled position
//! rests on what it rests on there, and on the winner's captured cells.
//!
//! Within a bound, the defender's captures are as good: the attacker loses time in them.
//! The attacker's are not, since it costs him stones to make them true.

use super::graph::Graph;
use crate::bits::Bits;
use crate::rules::Player;

/// The graph of free cells, as its player sees it.
struct Reduced<const W: usize> {
    free: Bits<W>,
    /// By cell: the free cells that touch it, or a group of stones that it touches.
    near: Vec<Bits<W>>,
    source: Bits<W>,
    target: Bits<W>,
}

impl<const W: usize> Reduced<W> {
    fn new(graph: &Graph<W>, own: Bits<W>, free: Bits<W>) -> Self {
        let groups = graph.groups(own);
        let mut near: Vec<Bits<W>> = graph.near.iter().map(|&cells| cells & free).collect();
        for group in groups.inner {
            let border = graph.around(group) & free;
            for cell in border.iter() {
                near[cell] = near[cell] | border;
            }
        }
        for cell in free.iter() {
            near[cell].clear(cell);
        }
        Self {
            free,
            near,
            source: (graph.source | graph.around(groups.source)) & free,
            target: (graph.target | graph.around(groups.target)) & free,
        }
    }

    /// Is a cell dead once another one is deleted? (The cell itself stands for none.)
    fn is_dead_without(&self, cell: usize, deleted: usize) -> bool {
        let mut near = self.near[cell];
        near.clear(deleted);
        let (source, target) = (self.source.test(cell), self.target.test(cell));
        // A side is a neighbour, too; the two do not touch each other.
        if source && (target || !near.is_subset(&self.source))
            || target && !near.is_subset(&self.target)
        {
            return false;
        }
        near.iter()
            .all(|one| near.is_subset(&self.near[one].with(one)))
    }

    fn is_dead(&self, cell: usize) -> bool {
        self.is_dead_without(cell, cell)
    }

    /// Does the opponent's stone on a cell kill another one, which was not dead?
    fn kills(&self, stone: usize, cell: usize) -> bool {
        self.near[cell].test(stone) && self.is_dead_without(cell, stone)
    }

    fn delete(&mut self, cell: usize) {
        self.free.clear(cell);
        self.source.clear(cell);
        self.target.clear(cell);
        for other in std::mem::replace(&mut self.near[cell], Bits::EMPTY).iter() {
            self.near[other].clear(cell);
        }
    }
}

/// A position with its dead and captured cells filled.
#[derive(Clone, Copy, Debug)]
pub struct Filled<const W: usize> {
    pub stones: [Bits<W>; 2],
    pub free: Bits<W>,
    /// The cells that each player has captured.
    pub captured: [Bits<W>; 2],
}

impl<const W: usize> Filled<W> {
    /// The position as it is.
    pub fn plain(stones: [Bits<W>; 2], free: Bits<W>) -> Self {
        Self {
            stones,
            free,
            captured: [Bits::EMPTY; 2],
        }
    }

    /// Fills until nothing changes. A graph that is not known is not looked at; a player
    /// whose captures do not count has none.
    pub fn new(
        graphs: [Option<&Graph<W>>; 2],
        stones: [Bits<W>; 2],
        free: Bits<W>,
        captures: [bool; 2],
    ) -> Self {
        let mut filled = Self::plain(stones, free);
        loop {
            let before = filled.free;
            for player in Player::BOTH {
                if let Some(graph) = graphs[player.index()] {
                    filled.fill(graph, player, captures[player.other().index()]);
                }
            }
            if filled.free == before {
                return filled;
            }
        }
    }

    /// What the graph of one player shows.
    fn fill(&mut self, graph: &Graph<W>, player: Player, captures: bool) {
        let other = player.other().index();
        let mut reduced = Reduced::new(graph, self.stones[player.index()], self.free);
        loop {
            let before = reduced.free;
            for cell in before.iter() {
                if reduced.is_dead(cell) {
                    reduced.delete(cell);
                    self.stones[other].set(cell);
                }
            }
            for one in before.iter() {
                if !captures {
                    break;
                }
                let pair = reduced.near[one]
                    .iter()
                    .find(|&two| two > one && reduced.kills(one, two) && reduced.kills(two, one));
                for cell in pair.iter().flat_map(|&two| [one, two]) {
                    reduced.delete(cell);
                    self.stones[other].set(cell);
                    self.captured[other].set(cell);
                }
            }
            if reduced.free == before {
                break;
            }
        }
        self.free = reduced.free;
    }

    /// Drops each cell, among a player's moves, that another one dominates. `graph` is his
    /// opponent's.
    pub fn drop_dominated(&self, graph: &Graph<W>, opponent: Player, cells: &mut Vec<u16>) {
        let reduced = Reduced::new(graph, self.stones[opponent.index()], self.free);
        let mut kept = Bits::from_cells(cells);
        cells.retain(|&cell| {
            let cell = usize::from(cell);
            let dominated = (reduced.near[cell] & kept)
                .iter()
                .any(|stone| reduced.kills(stone, cell));
            if dominated {
                kept.clear(cell);
            }
            !dominated
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{random_stones, rhombus};
    use super::*;
    use crate::chance::Chance;
    use std::collections::HashMap;

    type Memory = HashMap<([Bits<1>; 2], bool), bool>;

    /// Does the first player join his sides?
    fn wins(
        graph: &Graph<1>,
        stones: [Bits<1>; 2],
        free: Bits<1>,
        first: bool,
        known: &mut Memory,
    ) -> bool {
        if free.is_empty() {
            return graph.is_joined(stones[0]);
        }
        if let Some(&value) = known.get(&(stones, first)) {
            return value;
        }
        let mut value = !first;
        for cell in free.iter() {
            let mut next = stones;
            next[usize::from(!first)].set(cell);
            let mut rest = free;
            rest.clear(cell);
            if wins(graph, next, rest, !first, known) == first {
                value = first;
                break;
            }
        }
        known.insert((stones, first), value);
        value
    }

    #[test]
    fn filling_changes_no_winner() {
        let mut chance = Chance::new(3);
        let (mut dead, mut captured) = (0, [0; 2]);
        for round in 0..600 {
            let sides = rhombus(3, 4);
            let graphs: Vec<Graph<1>> = sides.iter().map(Graph::new).collect();
            let [free, own, other] = random_stones(&mut chance, 12, 6);
            if free.count() > 8 || graphs[0].is_joined(own) || graphs[1].is_joined(other) {
                continue;
            }
            let seen = match round % 3 {
                0 => [Some(&graphs[0]), None],
                1 => [None, Some(&graphs[1])],
                _ => [Some(&graphs[0]), Some(&graphs[1])],
            };
            let filled = Filled::new(seen, [own, other], free, [true; 2]);
            assert!(filled.free.is_subset(&free));
            for (count, cells) in captured.iter_mut().zip(filled.captured) {
                *count += cells.count();
            }
            dead += free.count() - filled.free.count();
            let mut known = Memory::new();
            for first in [true, false] {
                assert_eq!(
                    wins(&graphs[0], [own, other], free, first, &mut known),
                    wins(&graphs[0], filled.stones, filled.free, first, &mut known),
                    "{own:?} {other:?}"
                );
            }
            // The best of the moves stays among those that nothing dominates.
            for (player, first) in [(Player::Black, true), (Player::White, false)] {
                if filled.free.is_empty() {
                    continue;
                }
                let mut cells = filled.free.to_cells();
                let opponent = player.other();
                filled.drop_dominated(&graphs[opponent.index()], opponent, &mut cells);
                assert!(!cells.is_empty());
                let value = wins(&graphs[0], filled.stones, filled.free, first, &mut known);
                let best = cells.iter().any(|&cell| {
                    let mut next = filled.stones;
                    next[player.index()].set(cell.into());
                    let mut rest = filled.free;
                    rest.clear(cell.into());
                    wins(&graphs[0], next, rest, !first, &mut known) == first
                });
                assert_eq!(best, value == first);
            }
        }
        assert!(dead > 300 && captured.iter().all(|&count| count > 30));
    }
}
