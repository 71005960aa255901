//! What is known of a position at a glance.
//!
//! The mover completes a set with the stones of this turn; the attacker has no live
//! set, or too few stones; a pairing or a small potential stops him, or a large one
//! carries him; somebody wins by a sequence of threats. What none of these decides
//! gets a first estimate for each side, and perhaps a *zone*: what the opponent's
//! win rests on if the mover passes.

use super::game::{Game, Position};
use super::incidence::Incidence;
use super::pairing::Pairing;
use super::threats::{Line, Threats};
use super::{Options, beck, potential};
use crate::bits::Bits;
use crate::group::Group;
use crate::rules::Player;

/// The attacker's work doubles this often with each stone that he lacks.
const LACKING: f64 = 2.0;
/// The defender's work doubles this often up to the potential of the empty board.
const DOUBLINGS: f64 = 12.0;
const MOST_WORK: f64 = 1e8;

/// No completed set of the winner ends any way from here.
pub const NO_RACE: u16 = u16::MAX;

/// Why a position is won at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    Won,
    Completes,
    Blocked,
    OutOfStones,
    Potential,
    Pairs,
    Beck,
    /// The attacker lacks too many of the cells that this rests on.
    TooFar,
    /// Bridges join the sides.
    Links,
    /// The mover wins by threats or links, with this stone first.
    Threats(u16),
    /// The mover faces more threats than he can answer, or his opponent's links.
    Doomed,
}

/// What a win rests on: the cells, and the most stones of the loser on a way to a
/// completed set of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground<const W: usize> {
    pub support: Bits<W>,
    pub race: u16,
}

impl<const W: usize> Ground<W> {
    pub const NOTHING: Self = Self {
        support: Bits::EMPTY,
        race: NO_RACE,
    };

    /// Both grounds together.
    pub fn and(self, other: Self) -> Self {
        let race = match (self.race, other.race) {
            (NO_RACE, race) | (race, NO_RACE) => race,
            (one, two) => one.max(two),
        };
        Self {
            support: self.support | other.support,
            race,
        }
    }

    /// One stone of the loser earlier.
    pub fn earlier(self) -> Self {
        let race = match self.race {
            NO_RACE => NO_RACE,
            race => race + 1,
        };
        Self { race, ..self }
    }
}

/// A position that is won at once; or the work that each side seems to have (Black's,
/// White's), and what the opponent's win rests on if the mover passes, where that is
/// seen.
#[derive(Clone, Copy, Debug)]
pub enum Glance<const W: usize> {
    Decided {
        winner: Player,
        leaf: Leaf,
        ground: Ground<W>,
    },
    Open {
        numbers: [u32; 2],
        passed: Option<Ground<W>>,
    },
}

/// Looks at positions of one game; keeps its memory from one to the next.
pub struct Judge<'a, const W: usize> {
    pub game: &'a Game<'a, W>,
    pub group: &'a Group,
    pub options: Options,
    /// What each player lacks of his live sets.
    live: [Vec<Bits<W>>; 2],
    /// The attacker's, without those that contain another.
    least: Vec<Bits<W>>,
    incidence: Incidence,
    other: Incidence,
    pairing: Pairing,
    pairs: Vec<(u16, u16)>,
    threats: Threats<W>,
    single: bool,
}

impl<'a, const W: usize> Judge<'a, W> {
    pub fn new(game: &'a Game<'a, W>, group: &'a Group, options: Options) -> Self {
        Self {
            game,
            group,
            options,
            live: [Vec::new(), Vec::new()],
            least: Vec::new(),
            incidence: Incidence::default(),
            other: Incidence::default(),
            pairing: Pairing::default(),
            pairs: Vec::new(),
            threats: Threats::default(),
            single: Player::BOTH
                .iter()
                .all(|&player| game.one_a_turn(player, 0)),
        }
    }

    /// The form of a position in which it is searched: with few stones on the board, the
    /// least of its images. With the element of the group that leads there.
    pub fn form(&self, at: &Position<W>) -> (Position<W>, usize) {
        let given = self.game.root().taken().count();
        if self.group.order() == 1 || at.taken().count() > given + self.options.symmetric {
            return (*at, self.group.identity());
        }
        let (stones, element) = self.group.least(&at.stones);
        (Position { stones, ..*at }, element)
    }

    // Looking.

    /// What a player lacks of his live sets, in the position looked at last.
    pub fn live(&self, player: Player) -> &[Bits<W>] {
        &self.live[player.index()]
    }

    /// The pairs found last.
    pub fn pairs(&self) -> &[(u16, u16)] {
        &self.pairs
    }

    /// Collects what the players lack: the first part of every look.
    pub fn collect(&mut self, at: &Position<W>) {
        for player in Player::BOTH {
            let (own, other) = (at.own(player), at.own(player.other()));
            let live = &mut self.live[player.index()];
            live.clear();
            for set in self.game.sets(player) {
                if !set.intersects(&other) {
                    live.push(set.andnot(own));
                }
            }
        }
        let attacker = &self.live[self.game.attacker.index()];
        self.least.clear();
        self.least.extend_from_slice(attacker);
        potential::keep_least(&mut self.least);
    }

    pub fn look(&mut self, at: &Position<W>) -> Glance<W> {
        self.collect(at);
        let game = self.game;
        let attacker = game.attacker;
        let defender = attacker.other();
        let decided = |winner, leaf, support, race| Glance::Decided {
            winner,
            leaf,
            ground: Ground { support, race },
        };
        for player in [defender, attacker] {
            if self.live(player).iter().any(Bits::is_empty) {
                return decided(player, Leaf::Won, Bits::EMPTY, 0);
            }
        }
        let mover = game.mover(at);
        let listed = game.is_listed(at.moment);
        if let Some(player) = mover.filter(|_| !listed) {
            let stones = game.run(player, at.moment);
            if let Some(cells) = shortest(self.live(player), stones) {
                return decided(player, Leaf::Completes, cells, 0);
            }
        }
        let Some(lacking) = self.least.first().map(Bits::count) else {
            return decided(defender, Leaf::Blocked, Bits::EMPTY, NO_RACE);
        };
        let union = self.least.iter().fold(Bits::EMPTY, |all, &one| all | one);
        if game
            .left(attacker, at.moment)
            .is_some_and(|left| lacking > left)
        {
            let joins = self.options.joins;
            let support = if joins { game.free(at) } else { union };
            return decided(defender, Leaf::OutOfStones, support, NO_RACE);
        }
        let mover = mover.expect("with live sets there are free cells and stones");
        let sum = potential::sum(&self.least);
        let attacks = mover == attacker;
        if game.one_a_turn(attacker, at.moment) && !self.options.joins {
            if self.options.potential && !listed && potential::is_small(sum, attacks) {
                return decided(defender, Leaf::Potential, union, NO_RACE);
            }
            if self.options.pairing > 0 && lacking >= 2 {
                self.incidence.fill(game.everything.count(), &self.least);
                let steps = self.options.pairing;
                if let Some(pairs) = self.pairing.find(&self.least, &self.incidence, steps) {
                    self.pairs.clear();
                    self.pairs.extend_from_slice(pairs);
                    let cells: Vec<u16> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                    let support = Bits::from_cells(&cells);
                    return decided(defender, Leaf::Pairs, support, NO_RACE);
                }
            }
        }
        if self.options.beck && attacks && self.may_ask_beck(at) {
            let all = &self.live[attacker.index()];
            if beck::is_large(all) {
                let support = all.iter().fold(Bits::EMPTY, |all, &one| all | one);
                return decided(attacker, Leaf::Beck, support, 0);
            }
        }
        let danger = self.danger(at, mover);
        let passed = match danger {
            Danger::None => None,
            Danger::Doomed(_) if !self.options.danger => None,
            Danger::Doomed(ground) => {
                let winner = mover.other();
                return Glance::Decided {
                    winner,
                    leaf: Leaf::Doomed,
                    ground,
                };
            }
            Danger::Zone(ground, forced) => Some((ground, forced)),
        };
        let may_threaten = self.single && self.options.threats > 0 && !listed;
        if may_threaten && !self.options.joins && !matches!(danger, Danger::Doomed(_)) {
            let forced = passed.and_then(|(_, forced)| forced);
            if let Some(line) = self.sequence(at, mover, at.moment, forced) {
                let leaf = Leaf::Threats(line.first);
                return decided(mover, leaf, line.support, line.answers);
            }
        }
        // The defender's work grows with the potential, up to 2^DOUBLINGS for that of the empty
        // board with the attacker to move; the attacker's with the stones that he lacks. Both
        // have to grow fast: with numbers that are nearly equal the search wanders (5x5 Tippy
        // took 260,000 positions in place of 300).
        let turn = if attacks { 2.0 } else { 1.0 };
        let potential = sum as f64 * turn / game.scale;
        let lacking = lacking as f64 - (turn - 1.0);
        let attacker_work = 1 + (LACKING * lacking).exp2().min(MOST_WORK) as u32;
        let defender_work = (DOUBLINGS * potential).exp2().clamp(1.0, MOST_WORK) as u32;
        Glance::Open {
            numbers: pair(attacker.index(), attacker_work, defender_work),
            passed: passed
                .filter(|_| self.options.danger)
                .map(|(ground, _)| ground),
        }
    }

    fn may_ask_beck(&self, at: &Position<W>) -> bool {
        let game = self.game;
        let defender = game.attacker.other();
        game.weak
            && !game.times.is_bounded()
            && !game.is_listed(at.moment)
            && game.one_a_turn(defender, at.moment)
            && !self.options.joins
    }

    /// What the opponent threatens, if he is the next to move.
    fn danger(&mut self, at: &Position<W>, mover: Player) -> Danger<W> {
        let game = self.game;
        let opponent = mover.other();
        let next = game.times.next(at.moment as usize);
        if game.is_listed(at.moment) || game.times.mover(next) != Some(opponent) {
            return Danger::None;
        }
        let stones = game.run(opponent, next as u32);
        if let Some(cells) = shortest(self.live(opponent), stones) {
            // One stone has to touch all that he could complete.
            let mut common = cells;
            let mut support = cells;
            for &others in self.live(opponent) {
                if others.count() <= stones && !common.is_subset(&others) {
                    common = common & others;
                    support = support | others;
                }
            }
            let ground = Ground { support, race: 0 };
            if common.is_empty() {
                return Danger::Doomed(ground.earlier());
            }
            let forced = (common.count() == 1).then(|| common.to_cells()[0]);
            return Danger::Zone(ground, forced);
        }
        if self.single && !self.options.joins && self.options.threats > 0 {
            if let Some(line) = self.sequence(at, opponent, next as u32, None) {
                let ground = Ground {
                    support: line.support,
                    race: line.answers,
                };
                return Danger::Zone(ground, None);
            }
        }
        Danger::None
    }

    /// A sequence of threats by which a player wins who is to move, perhaps at a given cell.
    fn sequence(
        &mut self,
        at: &Position<W>,
        player: Player,
        moment: u32,
        forced: Option<u16>,
    ) -> Option<Line<W>> {
        debug_assert!(at.moment <= moment || !self.game.times.is_bounded());
        let stones = self.game.left(player, moment).unwrap_or(usize::MAX);
        let attacker = self.game.attacker;
        let of = |who: Player| {
            if who == attacker {
                self.least.as_slice()
            } else {
                self.live[who.index()].as_slice()
            }
        };
        let steps = self.options.threats;
        self.threats
            .find(of(player), of(player.other()), forced, steps, stones)
    }

    // Moves.

    /// Useful cells among the allowed ones, in the position looked at or collected last: those
    /// in many nearly complete sets first, without those that another one dominates.
    pub fn ranked(&mut self, at: &Position<W>, allowed: Bits<W>) -> Vec<u16> {
        let size = self.game.everything.count();
        let attacker = self.game.attacker;
        let defender = attacker.other();
        potential::keep_least(&mut self.live[defender.index()]);
        let mut weight = vec![0u64; size];
        for family in [&self.least, &self.live[defender.index()]] {
            for &cells in family {
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
        // A list of first moves may prefer the poorer cell.
        if self.options.dominated && !self.game.is_listed(at.moment) {
            self.drop_dominated(&mut cells);
        }
        cells
    }

    /// Drops each cell of whose sets, both players', every one is a set of some other cell:
    /// there a stone of either player does all that it does here. Of cells with the same sets,
    /// the first stays.
    fn drop_dominated(&mut self, cells: &mut Vec<u16>) {
        let size = self.game.everything.count();
        let defender = self.game.attacker.other();
        self.incidence.fill(size, &self.least);
        self.other.fill(size, &self.live[defender.index()]);
        let within = |one: u16, two: u16| {
            self.incidence.is_within(one.into(), two.into())
                && self.other.is_within(one.into(), two.into())
        };
        let mut place = 0;
        while place < cells.len() {
            let cell = cells[place];
            let by = |&other: &u16| other != cell && within(cell, other);
            // Equal cells: an earlier one is here no more only if something dominates it, and
            // so this one.
            if cells.iter().any(by) {
                cells.remove(place);
            } else {
                place += 1;
            }
        }
    }
}

/// What a player who is not to move threatens.
enum Danger<const W: usize> {
    None,
    /// What a pass would lose to; and the only cell that helps, where there is only one.
    Zone(Ground<W>, Option<u16>),
    Doomed(Ground<W>),
}

/// The smallest set that lacks no more than some stones.
fn shortest<const W: usize>(sets: &[Bits<W>], stones: usize) -> Option<Bits<W>> {
    sets.iter()
        .filter(|cells| cells.count() <= stones)
        .min_by_key(|cells| (cells.count(), **cells))
        .copied()
}

/// Two numbers, the first of them for a player.
pub fn pair(player: usize, own: u32, other: u32) -> [u32; 2] {
    if player == 0 {
        [own, other]
    } else {
        [other, own]
    }
}
