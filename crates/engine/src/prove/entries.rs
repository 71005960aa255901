//! A finished search as a list of entries, each after those that it needs.

use super::judge::Leaf;
use super::pns::{Search, Why};
use std::collections::HashMap;

/// By which rule a position is won: see `docs/proof-format.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    Won,
    Completes(Vec<u16>),
    Blocked,
    OutOfStones,
    Potential,
    Pairs(Vec<(u16, u16)>),
    Move,
    Reply,
}

/// A move, or a pass, and the entry of the position after it (numbered from 0), perhaps
/// through an element of the group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    pub cell: Option<u16>,
    pub entry: usize,
    pub element: Option<usize>,
}

/// A position and why it is won.
#[derive(Clone, Debug)]
pub struct Entry {
    pub black: Vec<u16>,
    pub white: Vec<u16>,
    pub moment: usize,
    pub rule: Rule,
    pub children: Vec<Child>,
}

/// The entries below a decided root, which is the last one.
pub fn extract<const W: usize>(search: &Search<'_, W>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut numbers: HashMap<u32, usize> = HashMap::new();
    // Nodes whose children are being written, with the number of those that are done.
    let mut stack: Vec<(u32, usize)> = vec![(0, 0)];
    while let Some((number, done)) = stack.pop() {
        if numbers.contains_key(&number) {
            continue;
        }
        let node = search.get(number);
        let needed: &[_] = match &node.why {
            Why::Move(place) => std::slice::from_ref(&node.children[*place as usize]),
            Why::Reply => &node.children,
            _ => &[],
        };
        if let Some(edge) = needed.get(done) {
            stack.push((number, done + 1));
            stack.push((edge.node, 0));
            continue;
        }
        let mover = search.game.mover(&node.at);
        let children = needed
            .iter()
            .map(|edge| {
                let mover = mover.expect("a move has a mover");
                let next = search.game.after(&node.at, mover, edge.cell);
                Child {
                    cell: edge.cell,
                    entry: numbers[&edge.node],
                    element: search.element(&next, &search.get(edge.node).at),
                }
            })
            .collect();
        let rule = match &node.why {
            Why::Move(_) => Rule::Move,
            Why::Reply => Rule::Reply,
            Why::Leaf(leaf) => match leaf {
                Leaf::Won => Rule::Won,
                Leaf::Completes => Rule::Completes(node.support.to_cells()),
                Leaf::Blocked => Rule::Blocked,
                Leaf::OutOfStones => Rule::OutOfStones,
                Leaf::Potential => Rule::Potential,
                Leaf::Pairs(pairs) => Rule::Pairs(pairs.to_vec()),
            },
            Why::Open | Why::Useless => unreachable!("a decided node rests on decided nodes"),
        };
        numbers.insert(number, entries.len());
        entries.push(Entry {
            black: node.at.stones[0].to_cells(),
            white: node.at.stones[1].to_cells(),
            moment: node.at.moment as usize,
            rule,
            children,
        });
    }
    entries
}
