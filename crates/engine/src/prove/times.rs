//! Who places which stone, and which moments of a game are alike.
//!
//! A moment is the number of stones that the turns so far had. Where a claim has a
//! bound, every moment is different, and after the last one the game has ended.
//! Where it has none, the turns repeat: moments with equal futures are one, so
//! there is a head that is passed once and a cycle. A pass is a stone of the turn
//! that is not on the board, so a moment does not follow from the stones.

use crate::rules::Player;

/// The movers by moment: all of them up to a bound, or a head and then a cycle.
#[derive(Clone, Debug)]
pub struct Times {
    movers: Vec<Player>,
    head: usize,
    bounded: bool,
    first_turn: usize,
}

impl Times {
    /// Up to a bound: the game ends after these stones.
    pub fn bounded(movers: Vec<Player>) -> Self {
        let first_turn = first_run(&movers);
        Self {
            head: movers.len(),
            bounded: true,
            first_turn,
            movers,
        }
    }

    /// A head, and then a cycle for ever, in which both players place stones.
    pub fn endless(head: Vec<Player>, cycle: &[Player]) -> Option<Self> {
        if !Player::BOTH.iter().all(|player| cycle.contains(player)) {
            return None;
        }
        let start = head.len();
        let mut movers = head;
        movers.extend_from_slice(cycle);
        let first_turn = first_run(&movers);
        Some(Self {
            movers,
            head: start,
            bounded: false,
            first_turn,
        })
    }

    /// How many moments there are before the end.
    pub fn len(&self) -> usize {
        self.movers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.movers.is_empty()
    }

    pub fn is_bounded(&self) -> bool {
        self.bounded
    }

    /// How many stones the first turn has.
    pub fn first_turn(&self) -> usize {
        self.first_turn
    }

    /// Who places a stone at a moment; nobody after the bound.
    pub fn mover(&self, moment: usize) -> Option<Player> {
        self.movers.get(moment).copied()
    }

    /// The moment after a stone.
    pub fn next(&self, moment: usize) -> usize {
        if !self.bounded && moment + 1 == self.movers.len() {
            self.head
        } else {
            moment + 1
        }
    }

    /// How many stones in a row a player places from a moment on.
    pub fn run(&self, player: Player, mut moment: usize) -> usize {
        let mut count = 0;
        while self.mover(moment) == Some(player) {
            count += 1;
            moment = self.next(moment);
        }
        count
    }

    /// How many stones a player may still place, where there is a bound.
    pub fn left(&self, player: Player, moment: usize) -> Option<usize> {
        let coming = &self.movers[moment.min(self.movers.len())..];
        self.bounded
            .then(|| coming.iter().filter(|&&mover| mover == player).count())
    }

    /// Does a player never again place two stones in a row?
    pub fn one_a_turn(&self, player: Player, moment: usize) -> bool {
        let mut at = moment;
        for _ in moment..=2 * self.movers.len() + 1 {
            let next = self.next(at);
            match (self.mover(at), self.mover(next)) {
                (Some(one), Some(two)) if one == player && two == player => return false,
                (_, None) => return true,
                _ => {}
            }
            at = next;
        }
        true
    }
}

fn first_run(movers: &[Player]) -> usize {
    movers
        .iter()
        .take_while(|&&mover| mover == movers[0])
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{Black, White};

    #[test]
    fn a_bound_ends_the_game() {
        let times = Times::bounded(vec![Black, White, White, Black]);
        assert_eq!(times.first_turn(), 1);
        assert_eq!(times.next(3), 4);
        assert_eq!(times.mover(4), None);
        assert_eq!(times.run(White, 1), 2);
        assert_eq!(times.left(Black, 1), Some(1));
        assert_eq!(times.left(Black, 4), Some(0));
        assert!(times.one_a_turn(Black, 0));
        assert!(!times.one_a_turn(White, 0));
        assert!(times.one_a_turn(White, 2));
    }

    #[test]
    fn a_cycle_repeats() {
        // One black stone, then two and two: GTTT(2,1).
        let times = Times::endless(vec![Black], &[White, White, Black, Black]).unwrap();
        assert_eq!(times.next(4), 1);
        assert_eq!(times.run(Black, 0), 1);
        assert_eq!(times.run(Black, 3), 2);
        assert_eq!(times.left(Black, 0), None);
        assert!(!times.one_a_turn(Black, 0));
        let plain = Times::endless(vec![], &[Black, White]).unwrap();
        assert_eq!(plain.next(1), 0);
        assert!(plain.one_a_turn(Black, 0) && plain.one_a_turn(White, 1));
        assert!(Times::endless(vec![], &[Black]).is_none());
        assert!(Times::bounded(vec![]).one_a_turn(Black, 0));
    }
}
