//! A position of a game, to be played forwards and back.
//!
//! For every winning set the state keeps two numbers: how many cells its owner
//! still misses, and how many of them the other player has taken. A stone
//! changes them only for the sets through its cell, so `push` and `pop` cost
//! the degree of the cell and not the size of the game; a win shows itself when
//! a count of missing cells becomes 0, and a threat is a set with few missing
//! cells and no enemy stone. Counting a set's stones is as old as programs for
//! five in a row; here it is done for any hypergraph.
//!
//! [`Position`] is the face of a state without its width, for callers that do
//! not know it when they are compiled.

use crate::bits::Bits;
use crate::group::Group;
use crate::rules::{Outcome, Player, Rules};
use crate::with_width;
use std::fmt;
use std::sync::Arc;

/// Why a stone may not be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    GameOver { outcome: Outcome },
    OutOfRange { cell: usize, cells: usize },
    Taken { cell: usize, owner: Player },
    NotAFirstMove { cell: usize },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver { outcome } => write!(out, "the game is over: {}", outcome.name()),
            Self::OutOfRange { cell, cells } => {
                write!(out, "there is no cell {cell}: the board has {cells} cells")
            }
            Self::Taken { cell, owner } => write!(out, "{owner} has a stone on cell {cell}"),
            Self::NotAFirstMove { cell } => {
                write!(out, "cell {cell} is not among the allowed first moves")
            }
        }
    }
}

impl std::error::Error for IllegalMove {}

/// What one can do with a position, whatever the width of its sets of cells.
pub trait Position: Send + Sync {
    fn rules(&self) -> &Rules;
    /// Places a stone of the player to move.
    fn push(&mut self, cell: usize) -> Result<(), IllegalMove>;
    /// Takes back the last stone and names its cell.
    fn pop(&mut self) -> Option<usize>;
    fn outcome(&self) -> Option<Outcome>;
    /// Who moves, if the game is not over.
    fn to_move(&self) -> Option<Player>;
    /// How many stones the player to move still places in this turn.
    fn stones_left_in_turn(&self) -> usize;
    /// The cells on which the next stone may go, ascending.
    fn legal_moves(&self) -> Vec<u16>;
    /// All stones of a player, ascending, with those of the given position.
    fn stones(&self, player: Player) -> Vec<u16>;
    /// The stones placed since the given position, in their order.
    fn history(&self) -> &[u16];
    /// What a player misses in each of his sets that has no enemy stone and
    /// lacks between 1 and `within` cells: sorted lists, sorted, each once.
    fn threats(&self, player: Player, within: usize) -> Vec<Vec<u16>>;
    /// The least image of the stones under a group of this board.
    fn canonical(&self, group: &Group) -> [Vec<u16>; 2];
}

/// The given position of a game.
pub fn start(rules: Arc<Rules>) -> Box<dyn Position> {
    with_width!(rules.cells(), W => Box::new(State::<W>::new(rules)))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    missing: u16,
    enemy: u16,
}

/// A position on a board of at most `64 * W` cells.
#[derive(Clone, Debug)]
pub struct State<const W: usize> {
    rules: Arc<Rules>,
    stones: [Bits<W>; 2],
    counts: [Vec<Count>; 2],
    completed: [u32; 2],
    history: Vec<u16>,
}

impl<const W: usize> State<W> {
    pub fn new(rules: Arc<Rules>) -> Self {
        assert!(rules.cells() <= 64 * W, "the board is wider than the state");
        let counts = Player::BOTH.map(|player| {
            let full = |set: &Vec<u16>| Count {
                missing: set.len() as u16,
                enemy: 0,
            };
            rules.sets(player).iter().map(full).collect()
        });
        let mut state = Self {
            rules: rules.clone(),
            stones: [Bits::EMPTY; 2],
            counts,
            completed: [0; 2],
            history: Vec::new(),
        };
        for player in Player::BOTH {
            for &cell in rules.stones(player) {
                state.place(player, cell.into());
            }
        }
        state
    }

    pub fn bits(&self, player: Player) -> Bits<W> {
        self.stones[player.index()]
    }

    pub fn free(&self) -> Bits<W> {
        Bits::below(self.rules.cells()).andnot(self.stones[0] | self.stones[1])
    }

    fn place(&mut self, player: Player, cell: usize) {
        let (own, other) = (player.index(), player.other().index());
        self.stones[own].set(cell);
        for &set in self.rules.sets_at(player, cell) {
            let count = &mut self.counts[own][set as usize];
            count.missing -= 1;
            self.completed[own] += u32::from(count.missing == 0);
        }
        for &set in self.rules.sets_at(player.other(), cell) {
            self.counts[other][set as usize].enemy += 1;
        }
    }

    fn remove(&mut self, player: Player, cell: usize) {
        let (own, other) = (player.index(), player.other().index());
        self.stones[own].clear(cell);
        for &set in self.rules.sets_at(player, cell) {
            let count = &mut self.counts[own][set as usize];
            self.completed[own] -= u32::from(count.missing == 0);
            count.missing += 1;
        }
        for &set in self.rules.sets_at(player.other(), cell) {
            self.counts[other][set as usize].enemy -= 1;
        }
    }

    /// Has a listed first move been played? Asked only within the first turn,
    /// when the whole history belongs to it.
    fn listed(&self) -> bool {
        self.history
            .iter()
            .any(|&cell| self.rules.is_first_move(cell.into()))
    }

    /// The mover of the next stone, not asking whether the game has been won.
    fn next_mover(&self) -> Option<Player> {
        self.rules.movers().get(self.history.len()).copied()
    }
}

impl<const W: usize> Position for State<W> {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn push(&mut self, cell: usize) -> Result<(), IllegalMove> {
        let cells = self.rules.cells();
        if let Some(outcome) = self.outcome() {
            return Err(IllegalMove::GameOver { outcome });
        }
        if cell >= cells {
            return Err(IllegalMove::OutOfRange { cell, cells });
        }
        for owner in Player::BOTH {
            if self.stones[owner.index()].test(cell) {
                return Err(IllegalMove::Taken { cell, owner });
            }
        }
        if !self
            .rules
            .first_move_allows(self.history.len(), self.listed(), cell)
        {
            return Err(IllegalMove::NotAFirstMove { cell });
        }
        let mover = self
            .next_mover()
            .expect("a game without an outcome has a mover");
        self.place(mover, cell);
        self.history.push(cell as u16);
        Ok(())
    }

    fn pop(&mut self) -> Option<usize> {
        let cell = usize::from(self.history.pop()?);
        let mover = self
            .next_mover()
            .expect("every stone in the history had a mover");
        self.remove(mover, cell);
        Some(cell)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Player::BOTH
            .into_iter()
            .find(|player| self.completed[player.index()] > 0);
        match winner {
            Some(player) => Some(self.rules.win(player)),
            None if self.next_mover().is_none() => Some(self.rules.end()),
            None => None,
        }
    }

    fn to_move(&self) -> Option<Player> {
        if self.outcome().is_some() {
            None
        } else {
            self.next_mover()
        }
    }

    fn stones_left_in_turn(&self) -> usize {
        let mover = self.to_move();
        let coming = &self.rules.movers()[self.history.len()..];
        coming
            .iter()
            .take_while(|&&next| Some(next) == mover)
            .count()
    }

    fn legal_moves(&self) -> Vec<u16> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let (placed, listed) = (self.history.len(), self.listed());
        let allowed = |&cell: &usize| self.rules.first_move_allows(placed, listed, cell);
        self.free()
            .iter()
            .filter(allowed)
            .map(|cell| cell as u16)
            .collect()
    }

    fn stones(&self, player: Player) -> Vec<u16> {
        self.bits(player).to_cells()
    }

    fn history(&self) -> &[u16] {
        &self.history
    }

    fn threats(&self, player: Player, within: usize) -> Vec<Vec<u16>> {
        let mine = self.bits(player);
        let sets = self
            .rules
            .sets(player)
            .iter()
            .zip(&self.counts[player.index()]);
        let mut threats: Vec<Vec<u16>> = sets
            .filter(|(_, count)| count.enemy == 0 && count.missing > 0)
            .filter(|(_, count)| usize::from(count.missing) <= within)
            .map(|(set, _)| {
                set.iter()
                    .copied()
                    .filter(|&cell| !mine.test(cell.into()))
                    .collect()
            })
            .collect();
        threats.sort_unstable();
        threats.dedup();
        threats
    }

    fn canonical(&self, group: &Group) -> [Vec<u16>; 2] {
        let (least, _) = group.canonical(&self.stones);
        least.map(|stones| stones.to_cells())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::rules::Description;
    use crate::samples;
    use Player::{Black, White};

    /// What a state must say, found from the rules and the moves alone.
    struct Recount {
        outcome: Option<Outcome>,
        legal: Vec<u16>,
        left: usize,
        threats: [Vec<Vec<u16>>; 2],
        stones: [Vec<u16>; 2],
    }

    fn recount(game: &Description, moves: &[u16], within: usize) -> Recount {
        let mut owner = vec![None; game.cells];
        for &cell in &game.black {
            owner[usize::from(cell)] = Some(Black);
        }
        for &cell in &game.white {
            owner[usize::from(cell)] = Some(White);
        }
        for (&cell, &mover) in moves.iter().zip(&game.movers) {
            owner[usize::from(cell)] = Some(mover);
        }
        let of = |player| {
            (0..game.cells as u16)
                .filter(|&c| owner[usize::from(c)] == Some(player))
                .collect()
        };
        let free: Vec<u16> = (0..game.cells as u16)
            .filter(|&c| owner[usize::from(c)].is_none())
            .collect();
        let sets = [&game.black_sets, &game.white_sets];
        let has = |player: Player| {
            let whole = |set: &Vec<u16>| set.iter().all(|&c| owner[usize::from(c)] == Some(player));
            sets[player.index()].iter().any(whole)
        };
        let outcome = if has(Black) {
            Some(if game.weak {
                Outcome::Maker
            } else {
                Outcome::Black
            })
        } else if has(White) {
            Some(Outcome::White)
        } else if free.is_empty() || moves.len() >= game.movers.len() {
            Some(if game.weak {
                Outcome::Breaker
            } else {
                Outcome::Draw
            })
        } else {
            None
        };
        let threats = Player::BOTH.map(|player| {
            let mut found = Vec::new();
            for set in sets[player.index()] {
                let enemy = Some(player.other());
                if set.iter().any(|&c| owner[usize::from(c)] == enemy) {
                    continue;
                }
                let mut missing: Vec<u16> = set
                    .iter()
                    .copied()
                    .filter(|&c| owner[usize::from(c)].is_none())
                    .collect();
                missing.sort_unstable();
                if !missing.is_empty() && missing.len() <= within && !found.contains(&missing) {
                    found.push(missing);
                }
            }
            found.sort();
            found
        });
        let mut legal = Vec::new();
        let mut left = 0;
        if outcome.is_none() {
            let mover = game.movers[moves.len()];
            left = game.movers[moves.len()..]
                .iter()
                .take_while(|&&m| m == mover)
                .count();
            left = left.min(free.len());
            legal = free.clone();
            let in_first_turn = game.movers[..=moves.len()]
                .iter()
                .all(|&m| m == game.movers[0]);
            if let (Some(list), true) = (&game.first_moves, in_first_turn) {
                let must = if game.first_any {
                    left == 1 && !moves.iter().any(|cell| list.contains(cell))
                } else {
                    moves.is_empty()
                };
                legal.retain(|cell| !must || list.contains(cell));
            }
        }
        Recount {
            outcome,
            legal,
            left,
            threats,
            stones: [of(Black), of(White)],
        }
    }

    fn compare(state: &dyn Position, game: &Description, chance: &mut Chance) {
        let within = chance.below(4) as usize;
        let truth = recount(game, state.history(), within);
        assert_eq!(state.outcome(), truth.outcome);
        assert_eq!(state.legal_moves(), truth.legal);
        assert_eq!(state.stones_left_in_turn(), truth.left);
        assert_eq!(state.to_move().is_none(), truth.outcome.is_some());
        for player in Player::BOTH {
            assert_eq!(state.threats(player, within), truth.threats[player.index()]);
            assert_eq!(state.stones(player), truth.stones[player.index()]);
        }
    }

    /// Random walks of pushes and pops, each position recounted from scratch.
    #[test]
    fn agrees_with_a_recount_at_every_width() {
        let mut chance = Chance::new(7);
        for cells in [
            0, 1, 2, 5, 9, 20, 64, 65, 100, 128, 129, 200, 256, 257, 361, 384,
        ] {
            for _ in 0..12 {
                let game = samples::random_game(&mut chance, cells);
                let Ok(rules) = Rules::new(game.clone()) else {
                    continue;
                };
                let mut state = start(Arc::new(rules));
                compare(&*state, &game, &mut chance);
                for _ in 0..60 {
                    let legal = state.legal_moves();
                    if legal.is_empty() || chance.below(5) == 0 {
                        let last = state.history().last().map(|&cell| usize::from(cell));
                        assert_eq!(state.pop(), last);
                    } else {
                        let cell = usize::from(*chance.pick(&legal));
                        assert_eq!(state.push(cell), Ok(()));
                    }
                    compare(&*state, &game, &mut chance);
                    let any = chance.below(cells as u64 + 2) as usize;
                    let may = state.legal_moves().contains(&(any as u16));
                    assert_eq!(state.push(any).is_ok(), may);
                    if may {
                        assert_eq!(state.pop(), Some(any));
                    }
                }
            }
        }
    }

    #[test]
    fn says_why_a_move_is_illegal() {
        let mut game = samples::tic_tac_toe();
        game.first_moves = Some(vec![4]);
        let mut state = start(Arc::new(Rules::new(game).unwrap()));
        let refused = |state: &mut dyn Position, cell| state.push(cell).unwrap_err().to_string();
        assert_eq!(
            refused(&mut *state, 0),
            "cell 0 is not among the allowed first moves"
        );
        assert_eq!(
            refused(&mut *state, 9),
            "there is no cell 9: the board has 9 cells"
        );
        assert_eq!(state.pop(), None);
        for cell in [4, 0, 3, 1] {
            state.push(cell).unwrap();
        }
        assert_eq!(refused(&mut *state, 0), "White has a stone on cell 0");
        assert_eq!(refused(&mut *state, 4), "Black has a stone on cell 4");
        assert_eq!(state.threats(Black, 1), [[5]]);
        assert_eq!(state.threats(White, 1), [[2]]);
        state.push(5).unwrap();
        assert_eq!(state.outcome(), Some(Outcome::Black));
        assert_eq!(refused(&mut *state, 2), "the game is over: black");
    }
}
