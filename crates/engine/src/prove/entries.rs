//! The proof: a list of entries, each after those that it needs.
//!
//! The writer goes through the winner's strategy: one move where he is to move, a pass
//! and the replies in its zone where the loser is. What wins where, it asks the
//! search, which may answer from its table or have to search again: for positions
//! that it has forgotten, for cells that were left out because another one dominates
//! them, for cells that are in the zone of this proof and were not in that of the
//! search. So the search may drop whatever it likes, and a proof lacks nothing.
//!
//! Supports and races are computed anew from the entries, as the checker does it.

use super::game::Position;
use super::judge::{Glance, Ground, Leaf};
use super::search::{Decided, Search};
use super::sight::Sight;
use crate::connect::Step;
use crate::rules::Player;
use crate::watch::{Progress, Stop, Watch};
use std::collections::HashMap;

/// By which rule a position is won: see `docs/proof-format.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    Won,
    Completes(Vec<u16>),
    Blocked,
    /// With the cells that it rests on where the checker does not find them itself.
    OutOfStones(Vec<u16>),
    Potential,
    Beck,
    Pairs(Vec<(u16, u16)>),
    Links(Vec<(u16, u16)>),
    Linked(Vec<Step>),
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

/// Bytes that an entry is charged with, beside its children.
const ENTRY_BYTES: u64 = 300;
const CHILD_BYTES: u64 = 40;

/// Who wins a position, and the entries that show it; the last one is the position's. When
/// the winner is known, `known` is called.
pub fn proof<'a, const W: usize, S: Search<'a, W>>(
    search: &mut S,
    root: &Position<W>,
    watch: &mut Watch<'_>,
    known: impl FnOnce(),
) -> Result<(Player, Vec<Entry>), Stop> {
    let mut writer = Writer {
        search,
        watch,
        entries: Vec::new(),
        known: HashMap::new(),
        winner: Player::Black,
    };
    writer.winner = writer.look(root)?.winner();
    known();
    writer.write(root)?;
    Ok((writer.winner, writer.entries))
}

struct Writer<'s, 'w, 'c, const W: usize, S> {
    search: &'s mut S,
    watch: &'w mut Watch<'c>,
    entries: Vec<Entry>,
    known: HashMap<Position<W>, (usize, Ground<W>)>,
    winner: Player,
}

/// What is known of a position, in its own cells.
enum Seen<const W: usize> {
    Leaf(Player, Leaf, Ground<W>, Vec<(u16, u16)>),
    Searched(Decided),
}

impl<const W: usize> Seen<W> {
    fn winner(&self) -> Player {
        match self {
            Self::Leaf(winner, ..) => *winner,
            Self::Searched(decided) => decided.winner,
        }
    }
}

impl<'a, const W: usize, S: Search<'a, W>> Writer<'_, '_, '_, W, S> {
    fn judge(&mut self) -> &mut S::Judge {
        self.search.judge()
    }

    /// Who wins a position and why, searched if need be.
    fn look(&mut self, at: &Position<W>) -> Result<Seen<W>, Stop> {
        let (form, element) = self.judge().form(at);
        let group = self.judge().group();
        let home = |cell| group.cell_before(element, cell);
        if let Glance::Decided {
            winner,
            leaf,
            ground,
        } = self.judge().look(&form)
        {
            let pairs = if matches!(leaf, Leaf::Pairs | Leaf::Links) {
                let pairs = self.judge().pairs().iter();
                pairs.map(|&(one, two)| (home(one), home(two))).collect()
            } else {
                Vec::new()
            };
            let leaf = match leaf {
                Leaf::Threats(cell) => Leaf::Threats(home(cell)),
                leaf => leaf,
            };
            let support = group.before(element, ground.support);
            return Ok(Seen::Leaf(
                winner,
                leaf,
                Ground { support, ..ground },
                pairs,
            ));
        }
        let decided = self.search.decide(&form, self.watch)?;
        Ok(Seen::Searched(Decided {
            cell: decided.cell.map(home),
            ..decided
        }))
    }

    /// Writes the entry of a position in symmetric form, and those that it needs.
    fn write(&mut self, at: &Position<W>) -> Result<(usize, Ground<W>), Stop> {
        if let Some(&known) = self.known.get(at) {
            return Ok(known);
        }
        let seen = self.look(at)?;
        assert_eq!(seen.winner(), self.winner, "a strategy keeps its win");
        // Links that a proof can tell need not be played out.
        let played = matches!(seen, Seen::Leaf(_, Leaf::Threats(_) | Leaf::Doomed, ..));
        let winner = self.winner;
        let linked = played.then(|| self.judge().linked(at, winner)).flatten();
        if let Some((steps, support)) = linked {
            let ground = Ground {
                support,
                ..Ground::NOTHING
            };
            let written = self.push(at, Rule::Linked(steps), Vec::new(), ground)?;
            self.known.insert(*at, written);
            return Ok(written);
        }
        let written = match seen {
            Seen::Leaf(_, Leaf::Threats(cell), ..)
            | Seen::Searched(Decided {
                cell: Some(cell), ..
            }) => self.write_move(at, cell)?,
            Seen::Leaf(_, Leaf::Doomed, ..) | Seen::Searched(_) => self.write_replies(at)?,
            Seen::Leaf(_, leaf, ground, pairs) => {
                let cells = || ground.support.to_cells();
                let rule = match leaf {
                    Leaf::Won => Rule::Won,
                    Leaf::Completes => Rule::Completes(cells()),
                    Leaf::Blocked => Rule::Blocked,
                    Leaf::OutOfStones => Rule::OutOfStones(Vec::new()),
                    Leaf::TooFar => Rule::OutOfStones(cells()),
                    Leaf::Links => Rule::Links(pairs),
                    Leaf::Potential => Rule::Potential,
                    Leaf::Beck => Rule::Beck,
                    Leaf::Pairs => Rule::Pairs(pairs),
                    Leaf::Threats(_) | Leaf::Doomed => unreachable!("these have children"),
                };
                self.push(at, rule, Vec::new(), ground)?
            }
        };
        self.known.insert(*at, written);
        Ok(written)
    }

    fn write_move(&mut self, at: &Position<W>, cell: u16) -> Result<(usize, Ground<W>), Stop> {
        let (child, ground) = self.write_child(at, self.winner, Some(cell))?;
        let support = ground.support.with(cell.into());
        self.push(at, Rule::Move, vec![child], Ground { support, ..ground })
    }

    fn write_replies(&mut self, at: &Position<W>) -> Result<(usize, Ground<W>), Stop> {
        let loser = self.winner.other();
        let game = self.judge().game();
        let allowed = game.allowed(at, loser);
        let mut zone = allowed;
        let mut ground = Ground::NOTHING;
        let mut children = Vec::new();
        let next = game.after(at, loser, None);
        if self.look(&next)?.winner() == self.winner {
            let (pass, below) = self.write_child(at, loser, None)?;
            self.judge().collect(at);
            zone = self.judge().zone(loser, below) & allowed;
            children.push(pass);
            ground = below;
        }
        for cell in zone.iter() {
            let (child, below) = self.write_child(at, loser, Some(cell as u16))?;
            children.push(child);
            ground = ground.and(below);
        }
        self.push(at, Rule::Reply, children, ground.earlier())
    }

    fn write_child(
        &mut self,
        at: &Position<W>,
        mover: Player,
        cell: Option<u16>,
    ) -> Result<(Child, Ground<W>), Stop> {
        let next = self.judge().game().after(at, mover, cell);
        let (form, element) = self.judge().form(&next);
        let (entry, ground) = self.write(&form)?;
        let group = self.judge().group();
        let support = group.before(element, ground.support);
        let child = Child {
            cell,
            entry,
            element: (element != group.identity()).then_some(element),
        };
        Ok((child, Ground { support, ..ground }))
    }

    fn push(
        &mut self,
        at: &Position<W>,
        rule: Rule,
        children: Vec<Child>,
        ground: Ground<W>,
    ) -> Result<(usize, Ground<W>), Stop> {
        let bytes = ENTRY_BYTES + CHILD_BYTES * children.len() as u64;
        self.watch.limits().charge(bytes)?;
        self.watch.poll(Progress {
            layer: 0,
            positions: self.search.statistics().looked_at,
        })?;
        self.entries.push(Entry {
            black: at.stones[0].to_cells(),
            white: at.stones[1].to_cells(),
            moment: at.moment as usize,
            rule,
            children,
        });
        Ok((self.entries.len() - 1, ground))
    }
}
