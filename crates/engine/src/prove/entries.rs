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
use super::judge::{Glance, Ground, Judge, Leaf, NO_RACE};
use super::matching::Plan;
use super::search::{Decided, Search};
use crate::rules::Player;
use crate::watch::{Progress, Stop, Watch};
use std::collections::HashMap;

/// By which rule a position is won: see `docs/proof-format.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    Won,
    Completes(Vec<u16>),
    Blocked,
    OutOfStones,
    Potential,
    Beck,
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
    fn judge(&mut self) -> &mut Judge<'a, W> {
        self.search.judge()
    }

    /// Who wins a position and why, searched if need be.
    fn look(&mut self, at: &Position<W>) -> Result<Seen<W>, Stop> {
        let (form, element) = self.judge().form(at);
        let group = self.judge().group;
        let home = |cell| group.cell_before(element, cell);
        if let Glance::Decided {
            winner,
            leaf,
            ground,
        } = self.judge().look(&form)
        {
            let pairs = if leaf == Leaf::Pairs {
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
        if let Seen::Searched(decided) = seen {
            if let Some(plan) = self.plan(at, decided.cell)? {
                return self.write_plan(at, plan);
            }
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
                    Leaf::OutOfStones => Rule::OutOfStones,
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

    /// Stones and pairs in place of a whole subtree. There is none below the winner's move if
    /// that is enough at a glance.
    fn plan(&mut self, at: &Position<W>, cell: Option<u16>) -> Result<Option<Plan>, Stop> {
        let positions = self.search.statistics().looked_at;
        let judge = self.search.judge();
        if self.winner == judge.game.attacker || judge.options.sat == 0 {
            return Ok(None);
        }
        if cell.is_some() {
            let (next, _) = judge.form(&judge.game.after(at, self.winner, cell));
            if matches!(judge.look(&next), Glance::Decided { .. }) {
                return Ok(None);
            }
        }
        let conflicts = judge.options.sat;
        judge.plan(at, conflicts, &mut || {
            self.watch.poll(Progress {
                layer: 0,
                positions,
            })
        })
    }

    /// The moves of a plan, and its pairs; the position is in symmetric form.
    fn write_plan(&mut self, at: &Position<W>, mut plan: Plan) -> Result<(usize, Ground<W>), Stop> {
        if let Some(&known) = self.known.get(at) {
            return Ok(known);
        }
        let mut support = plan.support();
        let (rule, children) = match plan.first.pop() {
            None => (Rule::Pairs(plan.pairs), Vec::new()),
            Some(cell) => {
                let next = self.judge().game.after(at, self.winner, Some(cell));
                let (form, element) = self.judge().form(&next);
                let group = self.judge().group;
                let (entry, below) = self.write_plan(&form, plan.image(group, element))?;
                support = group.before(element, below.support).with(cell.into());
                (Rule::Move, vec![self.child(Some(cell), entry, element)])
            }
        };
        let ground = Ground {
            support,
            ..Ground::NOTHING
        };
        let written = self.push(at, rule, children, ground)?;
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
        let game = self.judge().game;
        let allowed = game.allowed(at, loser);
        let mut zone = allowed;
        let mut ground = Ground::NOTHING;
        let mut children = Vec::new();
        let next = game.after(at, loser, None);
        if self.look(&next)?.winner() == self.winner {
            let (pass, below) = self.write_child(at, loser, None)?;
            zone = below.support;
            if below.race != NO_RACE {
                self.judge().collect(at);
                for cells in self.judge().live(loser) {
                    if cells.count() <= usize::from(below.race) + 1 {
                        zone = zone | *cells;
                    }
                }
            }
            zone = zone & allowed;
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
        let next = self.judge().game.after(at, mover, cell);
        let (form, element) = self.judge().form(&next);
        let (entry, ground) = self.write(&form)?;
        let group = self.judge().group;
        let support = group.before(element, ground.support);
        let child = self.child(cell, entry, element);
        Ok((child, Ground { support, ..ground }))
    }

    fn child(&mut self, cell: Option<u16>, entry: usize, element: usize) -> Child {
        let identity = self.judge().group.identity();
        Child {
            cell,
            entry,
            element: (element != identity).then_some(element),
        }
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
