//! A claim's game as bits: what each player wants, and where he may go.

use super::potential;
use super::times::Times;
use crate::bits::Bits;
use crate::rules::{Player, Rules};

/// Stones of Black and White, and the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    pub stones: [Bits<W>; 2],
    pub moment: u32,
}

impl<const W: usize> Position<W> {
    pub fn taken(&self) -> Bits<W> {
        self.stones[0] | self.stones[1]
    }

    pub fn own(&self, player: Player) -> Bits<W> {
        self.stones[player.index()]
    }
}

/// The game of a claim.
pub struct Game<'a, const W: usize> {
    pub times: &'a Times,
    pub attacker: Player,
    pub weak: bool,
    pub everything: Bits<W>,
    pub sets: [Vec<Bits<W>>; 2],
    start: [Bits<W>; 2],
    /// The potential of the empty board with the attacker to move.
    pub scale: f64,
    first: Option<Bits<W>>,
    first_any: bool,
    /// By player and moment; the moment after the bound has its own place.
    runs: [Vec<u32>; 2],
    single: [Vec<bool>; 2],
    left: [Vec<Option<u32>>; 2],
}

impl<'a, const W: usize> Game<'a, W> {
    pub fn new(rules: &Rules, times: &'a Times, attacker: Player) -> Self {
        let bits = |cells: &Vec<u16>| Bits::from_cells(cells);
        let listed: Vec<u16> = (0..rules.cells() as u16)
            .filter(|&cell| rules.is_first_move(cell.into()))
            .collect();
        let moments = 0..=times.len();
        Self {
            times,
            attacker,
            weak: rules.is_weak(),
            everything: Bits::below(rules.cells()),
            sets: Player::BOTH.map(|player| rules.sets(player).iter().map(bits).collect()),
            scale: {
                let mut sets: Vec<Bits<W>> = rules.sets(attacker).iter().map(bits).collect();
                potential::keep_least(&mut sets);
                2.0 * potential::sum(&sets) as f64
            },
            start: Player::BOTH.map(|player| Bits::from_cells(rules.stones(player))),
            first: rules.has_first_moves().then(|| Bits::from_cells(&listed)),
            first_any: rules.first_any(),
            runs: Player::BOTH.map(|player| {
                let run = |moment| times.run(player, moment) as u32;
                moments.clone().map(run).collect()
            }),
            single: Player::BOTH.map(|player| {
                let single = |moment| times.one_a_turn(player, moment);
                moments.clone().map(single).collect()
            }),
            left: Player::BOTH.map(|player| {
                let left = |moment| times.left(player, moment).map(|stones| stones as u32);
                moments.clone().map(left).collect()
            }),
        }
    }

    /// The position that the claim is about.
    pub fn root(&self) -> Position<W> {
        Position {
            stones: self.start,
            moment: 0,
        }
    }

    pub fn sets(&self, player: Player) -> &[Bits<W>] {
        &self.sets[player.index()]
    }

    /// Who places the next stone: nobody at the bound or on a full board.
    pub fn mover(&self, at: &Position<W>) -> Option<Player> {
        let free = self.free(at);
        if free.is_empty() {
            return None;
        }
        self.times.mover(at.moment as usize)
    }

    pub fn free(&self, at: &Position<W>) -> Bits<W> {
        self.everything.andnot(at.taken())
    }

    pub fn run(&self, player: Player, moment: u32) -> usize {
        self.runs[player.index()][moment as usize] as usize
    }

    pub fn one_a_turn(&self, player: Player, moment: u32) -> bool {
        self.single[player.index()][moment as usize]
    }

    pub fn left(&self, player: Player, moment: u32) -> Option<usize> {
        self.left[player.index()][moment as usize].map(|stones| stones as usize)
    }

    /// Does a list of first moves restrict this turn?
    pub fn is_listed(&self, moment: u32) -> bool {
        self.first.is_some() && (moment as usize) < self.times.first_turn()
    }

    /// Where the mover may go.
    pub fn allowed(&self, at: &Position<W>, mover: Player) -> Bits<W> {
        let free = self.free(at);
        let Some(first) = self.first.filter(|_| self.is_listed(at.moment)) else {
            return free;
        };
        let moment = at.moment as usize;
        if !self.first_any {
            return if moment == 0 { free & first } else { free };
        }
        let since = at.own(mover).andnot(self.start[mover.index()]);
        // After a pass nobody knows whether the list is satisfied.
        let unsatisfied = !since.intersects(&first) && since.count() == moment;
        if moment + 1 == self.times.first_turn() && unsatisfied {
            free & first
        } else {
            free
        }
    }

    /// The position after a stone, or after a pass.
    pub fn after(&self, at: &Position<W>, mover: Player, cell: Option<u16>) -> Position<W> {
        let mut next = *at;
        if let Some(cell) = cell {
            next.stones[mover.index()].set(cell.into());
        }
        next.moment = self.times.next(at.moment as usize) as u32;
        next
    }
}
