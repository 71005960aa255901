//! What is known of a position of a joining game at a glance.
//!
//! Somebody has joined his sides or can do so in this turn; the attacker is cut off, or
//! lacks more stones than he has left; bridges or other links join somebody's sides. What
//! none of these decides gets a first estimate for each side, from how many linked
//! cells his sides are apart.
//!
//! If the opponent's sides are half-linked, he wins after a pass, and so after every stone
//! outside that carrier. Of several carriers a useful stone must touch all: this is the
//! *must-play* of Hex programs, found without a search.
//!
//! The attacker needs a graph. The defender has one in Hex, where he stops the attacker just by
//! joining his own sides; elsewhere only the attacker's links are looked at. In the weak game of
//! Hex the defender's graph is there to find his moves, but is no part of the rules.

use super::Joining;
use super::bridges;
use super::graph::Graph;
use super::inferior::Filled;
use super::links::{Links, Step, Until};
use crate::bits::Bits;
use crate::group::Group;
use crate::prove::Options;
use crate::prove::game::{Game, Position};
use crate::prove::judge::{Glance, Ground, Leaf, NO_RACE, pair};
use crate::prove::sight::Sight;
use crate::rules::Player;

/// A player's work doubles this often with each cell that his sides are apart.
const APART: f64 = 3.0;
/// A proof is worth so many times the effort of a glance.
const EFFORT_FOR_PROOF: usize = 2;
/// Boards of no more cells get the whole effort.
const SMALL: usize = 64;
/// Moves that are looked at beside the pass.
const TRIES: usize = 4;
/// Sides that are not known to be linked in any way are taken for so far apart.
const FARTHEST: u16 = 10;

/// Looks at positions of one game; keeps its memory from one to the next.
pub struct Judge<'a, const W: usize> {
    game: &'a Game<'a, W>,
    group: &'a Group,
    options: Options,
    graphs: [Option<Graph<W>>; 2],
    /// Whether joining is what the rules ask of a player.
    joins: [bool; 2],
    links: [Links<W>; 2],
    pairs: Vec<(u16, u16)>,
}

/// A player's must-play: where he has to go, and what that rests on.
struct MustPlay<const W: usize> {
    zone: Bits<W>,
    support: Bits<W>,
}

impl<'a, const W: usize> Judge<'a, W> {
    pub fn new(
        game: &'a Game<'a, W>,
        group: &'a Group,
        joining: Joining<'_>,
        options: Options,
    ) -> Self {
        Self {
            game,
            group,
            options,
            graphs: joining.sides.map(|sides| sides.map(Graph::new)),
            joins: joining.joins,
            links: [Links::default(), Links::default()],
            pairs: Vec::new(),
        }
    }

    fn graph(&self, player: Player) -> Option<&Graph<W>> {
        self.graphs[player.index()].as_ref()
    }

    /// The pairs of links that may be put together at one position. On a large board links are
    /// many and each takes longer, and nobody may wait for seconds between two positions.
    fn effort(&self) -> usize {
        let cells = self.game.everything.count().max(SMALL);
        self.options.connections * SMALL / cells
    }

    /// The stones that are left for both players, where there is a bound.
    fn left(&self, moment: u32) -> Option<usize> {
        let times = self.game.times;
        times
            .is_bounded()
            .then(|| times.len().saturating_sub(moment as usize))
    }

    /// Do links of a player count from this moment on? They answer one stone by one stone.
    fn may_link(&self, player: Player, moment: u32) -> bool {
        let game = self.game;
        // What his links cost is reckoned for turns of one stone.
        let counts = player == game.attacker && game.times.is_bounded();
        self.options.connections > 0
            && self.graph(player).is_some()
            && !game.is_listed(moment)
            && game.one_a_turn(player.other(), moment)
            && (!counts || game.one_a_turn(player, moment))
    }

    /// The most stones that a player's links may cost from a moment on; nothing where none are
    /// reckoned.
    fn most(&self, player: Player, moment: u32) -> Option<u16> {
        let left = self.left(moment)?;
        (player == self.game.attacker).then(|| left.min(usize::from(u16::MAX)) as u16)
    }

    /// The position with its dead and captured cells filled.
    fn filled(&self, at: &Position<W>) -> Filled<W> {
        let free = self.game.free(at);
        let single = Player::BOTH.map(|player| self.game.one_a_turn(player, at.moment));
        if !self.options.inferior || self.game.is_listed(at.moment) {
            return Filled::plain(at.stones, free);
        }
        let captures = Player::BOTH.map(|player| {
            single[player.other().index()]
                && (player != self.game.attacker || !self.game.times.is_bounded())
        });
        let graphs = [self.graphs[0].as_ref(), self.graphs[1].as_ref()];
        Filled::new(graphs, at.stones, free, captures)
    }

    /// The rule by which linked sides are won: bridges can be told to a checker, other
    /// links have to be played out.
    fn by_bridges(&mut self, at: &Position<W>, player: Player, mover: Player) -> Option<Bits<W>> {
        if !self.joins[player.index()] {
            return None;
        }
        let pairs = bridges::find(self.graph(player)?, at.own(player), self.game.free(at))?;
        let cost = 2 * pairs.len() - usize::from(mover == player);
        let most = self.most(player, at.moment);
        if most.is_some_and(|most| cost > usize::from(most)) {
            return None;
        }
        let cells: Vec<u16> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        self.pairs = pairs;
        Some(Bits::from_cells(&cells))
    }

    /// A stone with which the mover wins through his links, and what that rests on.
    fn winning_stone(
        &mut self,
        at: &Position<W>,
        filled: &Filled<W>,
        mover: Player,
    ) -> Option<(u16, Bits<W>)> {
        let most = self.most(mover, at.moment);
        let index = mover.index();
        let graph = self.graphs[index].as_ref()?;
        let own = filled.stones[index];
        if graph.is_joined(own) {
            // All that is missing are captured cells.
            let support = filled.captured[index];
            let path = graph.shortest(at.own(mover), support)?;
            return Some((path.iter().next()? as u16, support));
        }
        let effort = self.effort();
        let found = self.links[index].find(graph, own, filled.free, Until::Half, effort, most);
        if let Some(half) = found.halves.first() {
            return Some((half.key, half.carrier | filled.captured[index]));
        }
        let link = found.link?;
        if most.is_some_and(|most| link.cost >= most) {
            return None;
        }
        let support = link.carrier | filled.captured[index];
        // Any stone will do; this one helps.
        let path = graph.shortest(at.own(mover), support)?;
        Some((path.iter().next()? as u16, support))
    }

    /// What the links of the one who is not to move show: that he wins, or where the mover has
    /// to go.
    fn against(
        &mut self,
        at: &Position<W>,
        filled: &Filled<W>,
        mover: Player,
    ) -> Result<Option<MustPlay<W>>, Bits<W>> {
        let opponent = mover.other();
        let index = opponent.index();
        let captured = filled.captured[index];
        let most = self.most(opponent, at.moment);
        let Some(graph) = self.graphs[index].as_ref() else {
            return Ok(None);
        };
        let own = filled.stones[index];
        if graph.is_joined(own) {
            return Err(captured);
        }
        let effort = self.effort();
        let found = self.links[index].find(graph, own, filled.free, Until::Full, effort, most);
        if let Some(link) = found.link {
            return Err(link.carrier | captured);
        }
        let next = self.game.times.next(at.moment as usize);
        if self.game.times.mover(next) != Some(opponent) {
            return Ok(None);
        }
        let mut must: Option<MustPlay<W>> = None;
        for half in &found.halves {
            // The stone of the mover costs one as well.
            if most.is_some_and(|most| half.cost >= most) {
                continue;
            }
            match &mut must {
                None => {
                    must = Some(MustPlay {
                        zone: half.carrier,
                        support: half.carrier | captured,
                    });
                }
                Some(must) if !must.zone.is_subset(&half.carrier) => {
                    must.zone = must.zone & half.carrier;
                    must.support = must.support | half.carrier;
                }
                Some(_) => {}
            }
        }
        match must {
            Some(must) if must.zone.is_empty() => Err(must.support),
            must => Ok(must),
        }
    }

    fn look(&mut self, at: &Position<W>) -> Glance<W> {
        let game = self.game;
        let attacker = game.attacker;
        let defender = attacker.other();
        let free = game.free(at);
        let decided = |winner, leaf, support| Glance::Decided {
            winner,
            leaf,
            ground: Ground {
                support,
                race: NO_RACE,
            },
        };
        let graph = self.graph(attacker).expect("the attacker joins sides");
        let Some(lacking) = graph.lacking(at.own(attacker), free) else {
            return decided(defender, Leaf::Blocked, Bits::EMPTY);
        };
        if lacking == 0 {
            return decided(attacker, Leaf::Won, Bits::EMPTY);
        }
        let left = game.left(attacker, at.moment);
        if left.is_some_and(|left| lacking > left) {
            let own = at.own(attacker);
            let support = graph.too_many(own, free, left.unwrap_or(0));
            return decided(defender, Leaf::TooFar, support);
        }
        let mover = game.mover(at).expect("there are free cells and stones");
        if !game.is_listed(at.moment) {
            if let Some(glance) = self.completes(at, mover) {
                return glance;
            }
        }
        let may_link = [mover, mover.other()].map(|player| self.may_link(player, at.moment));
        for (player, may) in [(mover.other(), may_link[1]), (mover, may_link[0])] {
            if may {
                if let Some(support) = self.by_bridges(at, player, mover) {
                    return decided(player, Leaf::Links, support);
                }
            }
        }
        let mut passed = None;
        if may_link != [false; 2] {
            let filled = self.filled(at);
            if may_link[0] {
                if let Some((cell, support)) = self.winning_stone(at, &filled, mover) {
                    return decided(mover, Leaf::Threats(cell), support);
                }
            }
            if may_link[1] {
                match self.against(at, &filled, mover) {
                    Err(support) => return decided(mover.other(), Leaf::Doomed, support),
                    Ok(must) => {
                        passed = must.map(|must| Ground {
                            support: must.support,
                            race: NO_RACE,
                        });
                    }
                }
            }
        }
        let work = |player: Player, may: bool| {
            let apart = if may {
                self.links[player.index()].apart().unwrap_or(FARTHEST)
            } else {
                let graph = self.graph(player);
                let lacking = graph.and_then(|graph| graph.lacking(at.own(player), free));
                lacking.map_or(FARTHEST, |lacking| lacking as u16)
            };
            let turn = if player == mover { 0.5 } else { 0.0 };
            (APART * (f64::from(apart.min(FARTHEST)) - turn)).exp2() as u32
        };
        let own = work(mover, may_link[0]).max(1);
        let other = work(mover.other(), may_link[1]).max(1);
        Glance::Open {
            numbers: pair(mover.index(), own, other),
            passed,
        }
    }

    /// The mover joins his sides with the stones of this turn.
    fn completes(&mut self, at: &Position<W>, mover: Player) -> Option<Glance<W>> {
        let graph = self.graph(mover)?;
        let (own, free) = (at.own(mover), self.game.free(at));
        let stones = self.game.run(mover, at.moment);
        if graph.lacking(own, free)? > stones {
            return None;
        }
        let support = graph.shortest(own, free)?;
        let leaf = if self.joins[mover.index()] {
            Leaf::Completes
        } else {
            Leaf::Threats(support.iter().next()? as u16)
        };
        Some(Glance::Decided {
            winner: mover,
            leaf,
            ground: Ground {
                support,
                race: NO_RACE,
            },
        })
    }
}

impl<'a, const W: usize> Sight<'a, W> for Judge<'a, W> {
    fn game(&self) -> &'a Game<'a, W> {
        self.game
    }

    fn group(&self) -> &'a Group {
        self.group
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn looks(&self) -> u64 {
        let cells = self.game.everything.count().max(SMALL);
        (64 * SMALL / cells).max(1) as u64
    }

    fn tries(&self) -> usize {
        TRIES
    }

    fn form(&self, at: &Position<W>) -> (Position<W>, usize) {
        let given = self.game.root().taken().count();
        if self.group.order() == 1 || at.taken().count() > given + self.options.symmetric {
            return (*at, self.group.identity());
        }
        let (stones, element) = self.group.least(&at.stones);
        (Position { stones, ..*at }, element)
    }

    fn look(&mut self, at: &Position<W>) -> Glance<W> {
        Judge::look(self, at)
    }

    fn pairs(&self) -> &[(u16, u16)] {
        &self.pairs
    }

    /// Without filling anything: a proof has only what is there.
    fn linked(&mut self, at: &Position<W>, winner: Player) -> Option<(Vec<Step>, Bits<W>)> {
        let index = winner.index();
        if !self.joins[index] || !self.may_link(winner, at.moment) {
            return None;
        }
        let moves = self.game.mover(at)? == winner;
        let until = if moves { Until::Half } else { Until::Full };
        let most = self.most(winner, at.moment);
        let graph = self.graphs[index].as_ref()?;
        let (own, free) = (at.own(winner), self.game.free(at));
        let effort = EFFORT_FOR_PROOF * self.effort();
        let found = self.links[index].find(graph, own, free, until, effort, most);
        let half = found.halves.first().filter(|_| moves);
        let link = half.or(found.link.as_ref())?;
        Some((self.links[index].derivation(link), link.carrier))
    }

    fn collect(&mut self, _at: &Position<W>) {}

    fn zone(&self, _mover: Player, ground: Ground<W>) -> Bits<W> {
        ground.support
    }

    /// Without what is dead, captured, dominated, or outside the must-play; cells on short ways
    /// of both players first.
    fn useful(&mut self, at: &Position<W>, allowed: Bits<W>) -> (Vec<u16>, Ground<W>) {
        let mover = self.game.mover(at).expect("somebody is to move");
        let opponent = mover.other();
        if self.game.is_listed(at.moment) {
            return (allowed.to_cells(), Ground::NOTHING);
        }
        let filled = self.filled(at);
        let mut cells = filled.free & allowed;
        let mut support = filled.captured[opponent.index()];
        if self.may_link(opponent, at.moment) {
            if let Ok(Some(must)) = self.against(at, &filled, mover) {
                cells = cells & must.zone;
                support = support | must.support;
            }
        }
        let mut cells = cells.to_cells();
        if self.options.inferior {
            if let Some(graph) = self.graph(opponent) {
                filled.drop_dominated(graph, opponent, &mut cells);
            }
        }
        let mut detours = vec![0u32; self.game.everything.count()];
        for player in Player::BOTH {
            if !self.may_link(player, at.moment) {
                continue;
            }
            let index = player.index();
            let own = filled.stones[index];
            let Some(graph) = self.graphs[index].as_ref() else {
                continue;
            };
            if player == mover && !graph.is_joined(own) {
                let most = self.most(player, at.moment);
                let effort = self.effort();
                self.links[index].find(graph, own, filled.free, Until::Full, effort, most);
            }
            for &cell in &cells {
                detours[usize::from(cell)] += u32::from(self.links[index].detour(cell));
            }
        }
        cells.sort_by_key(|&cell| (detours[usize::from(cell)], cell));
        let ground = Ground {
            support,
            race: NO_RACE,
        };
        (cells, ground)
    }
}
