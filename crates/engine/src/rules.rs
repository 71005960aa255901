//! The rules of one positional game, checked and ready to be played.
//!
//! Two players put stones on the free cells of a board of `cells` cells. Who
//! places the k-th stone is fixed beforehand by the list `movers`; a *turn* is a
//! longest run of equal movers. Under the *strong* rule (Maker-Maker) the first
//! to own all cells of one of his sets wins, and a game that ends without that
//! is a draw. Under the *weak* rule (Maker-Breaker) only Black has sets: he wins
//! as Maker by completing one, else White wins as Breaker. A completed set ends
//! the game at once, also in the middle of a turn and also in the given
//! position. Otherwise it ends when all stones of the list are placed or no
//! cell is free.
//!
//! A list of first moves, where there is one, binds the first turn: its first
//! stone, or (`first_any`) at least one of its stones.
//!
//! Everything is validated here once, so that no search has to doubt its input.

use crate::bits::MAX_CELLS;
use crate::families::{self, FamilyError};
use std::fmt;

/// Who moves. Black begins by custom; in a weak game he is Maker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    Black,
    White,
}

impl Player {
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// How a game ended: the first three in strong games, the last two in weak ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Black,
    White,
    Draw,
    Maker,
    Breaker,
}

impl Outcome {
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Draw => "draw",
            Self::Maker => "maker",
            Self::Breaker => "breaker",
        }
    }
}

/// A game as its caller describes it; [`Rules::new`] checks it.
#[derive(Clone, Debug, Default)]
pub struct Description {
    pub cells: usize,
    pub black_sets: Vec<Vec<u16>>,
    pub white_sets: Vec<Vec<u16>>,
    pub movers: Vec<Player>,
    pub black: Vec<u16>,
    pub white: Vec<u16>,
    pub first_moves: Option<Vec<u16>>,
    pub first_any: bool,
    pub weak: bool,
}

/// Why a description is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    TooManyCells {
        cells: usize,
    },
    Family(FamilyError),
    WeakWithWhiteSets,
    StoneOutOfRange {
        player: Player,
        cell: u16,
        cells: usize,
    },
    StoneTwice {
        player: Player,
        cell: u16,
    },
    StoneOfBoth {
        cell: u16,
    },
    BothCompleted,
    FirstMoveOutOfRange {
        cell: u16,
        cells: usize,
    },
    NoFreeFirstMove,
}

impl From<FamilyError> for RulesError {
    fn from(error: FamilyError) -> Self {
        Self::Family(error)
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCells { cells } => {
                write!(
                    out,
                    "{cells} cells are more than the {MAX_CELLS} that a board may have"
                )
            }
            Self::Family(error) => error.fmt(out),
            Self::WeakWithWhiteSets => {
                write!(out, "a weak game has no winning sets of White")
            }
            Self::StoneOutOfRange {
                player,
                cell,
                cells,
            } => {
                write!(
                    out,
                    "{player} has a stone on cell {cell}, but the board has {cells} cells"
                )
            }
            Self::StoneTwice { player, cell } => {
                write!(out, "{player}'s stone on cell {cell} is given twice")
            }
            Self::StoneOfBoth { cell } => {
                write!(out, "Black and White both have a stone on cell {cell}")
            }
            Self::BothCompleted => {
                write!(
                    out,
                    "both players have completed a winning set in the given position"
                )
            }
            Self::FirstMoveOutOfRange { cell, cells } => {
                write!(
                    out,
                    "the first moves name cell {cell}, but the board has {cells} cells"
                )
            }
            Self::NoFreeFirstMove => write!(out, "the first moves name no free cell"),
        }
    }
}

impl std::error::Error for RulesError {}

/// A game that can be played.
#[derive(Clone, Debug)]
pub struct Rules {
    cells: usize,
    weak: bool,
    sets: [Vec<Vec<u16>>; 2],
    /// For each player and cell, which of his sets contain the cell.
    sets_at: [Vec<Vec<u32>>; 2],
    stones: [Vec<u16>; 2],
    movers: Vec<Player>,
    first_moves: Option<Vec<bool>>,
    first_any: bool,
    first_turn: usize,
}

impl Rules {
    pub fn new(description: Description) -> Result<Self, RulesError> {
        let Description {
            cells,
            black_sets,
            white_sets,
            mut movers,
            black,
            white,
            first_moves,
            first_any,
            weak,
        } = description;
        if cells > MAX_CELLS {
            return Err(RulesError::TooManyCells { cells });
        }
        if weak && !white_sets.is_empty() {
            return Err(RulesError::WeakWithWhiteSets);
        }
        let sets = [
            families::normalise(cells, black_sets)?,
            families::normalise(cells, white_sets)?,
        ];
        let (stones, owner) = place_stones(cells, [black, white])?;
        let completed = Player::BOTH.map(|player| {
            let owned = |&cell: &u16| owner[usize::from(cell)] == Some(player);
            sets[player.index()].iter().any(|set| set.iter().all(owned))
        });
        if completed == [true, true] {
            return Err(RulesError::BothCompleted);
        }
        let first_moves = match first_moves {
            Some(list) => Some(first_move_table(&owner, &list)?),
            None => None,
        };
        let free = owner.iter().filter(|owner| owner.is_none()).count();
        movers.truncate(free);
        let first_turn = movers
            .iter()
            .take_while(|&&mover| mover == movers[0])
            .count();
        let sets_at = [incidence(cells, &sets[0]), incidence(cells, &sets[1])];
        Ok(Self {
            cells,
            weak,
            sets,
            sets_at,
            stones,
            movers,
            first_moves,
            first_any,
            first_turn,
        })
    }

    pub fn cells(&self) -> usize {
        self.cells
    }

    pub fn is_weak(&self) -> bool {
        self.weak
    }

    /// The player's sets, sorted, each once.
    pub fn sets(&self, player: Player) -> &[Vec<u16>] {
        &self.sets[player.index()]
    }

    /// The numbers of the player's sets through a cell.
    pub fn sets_at(&self, player: Player, cell: usize) -> &[u32] {
        &self.sets_at[player.index()][cell]
    }

    /// The player's stones in the given position.
    pub fn stones(&self, player: Player) -> &[u16] {
        &self.stones[player.index()]
    }

    /// Who places each stone, cut to the free cells.
    pub fn movers(&self) -> &[Player] {
        &self.movers
    }

    /// May a stone be put on this free cell when `placed` stones have been put
    /// and `listed` says whether one of them is on a listed first move?
    pub fn first_move_allows(&self, placed: usize, listed: bool, cell: usize) -> bool {
        match &self.first_moves {
            Some(list) if self.first_move_binds(placed, listed) => list[cell],
            _ => true,
        }
    }

    /// Must the next stone be on a listed first move?
    ///
    /// A stone that is free to go anywhere can take away a listed cell only by
    /// standing on it, which fulfils the list; so it is enough to bind the last
    /// stone of the turn.
    pub fn first_move_binds(&self, placed: usize, listed: bool) -> bool {
        self.first_moves.is_some()
            && if self.first_any {
                placed + 1 == self.first_turn && !listed
            } else {
                placed == 0
            }
    }

    /// Is the cell on the list of first moves, and free in the given position?
    pub fn is_first_move(&self, cell: usize) -> bool {
        self.first_moves.as_ref().is_some_and(|list| list[cell])
    }

    /// Is there a list of first moves?
    pub fn has_first_moves(&self) -> bool {
        self.first_moves.is_some()
    }

    /// Does the list bind some stone of the first turn, and not just its first one?
    pub fn first_any(&self) -> bool {
        self.first_any
    }

    /// How the game ends when this player completes a set.
    pub fn win(&self, player: Player) -> Outcome {
        match (self.weak, player) {
            (false, Player::Black) => Outcome::Black,
            (false, Player::White) => Outcome::White,
            (true, Player::Black) => Outcome::Maker,
            (true, Player::White) => unreachable!("Breaker has no sets"),
        }
    }

    /// How the game ends when nobody has completed a set.
    pub fn end(&self) -> Outcome {
        if self.weak {
            Outcome::Breaker
        } else {
            Outcome::Draw
        }
    }

    /// Does this permutation of the cells leave the game as it is: both families,
    /// the given stones and the list of first moves?
    pub fn is_symmetry(&self, permutation: &[u16]) -> bool {
        let keeps_set = |sets: &[Vec<u16>], set: &[u16]| {
            let mut image: Vec<u16> = set.iter().map(|&c| permutation[usize::from(c)]).collect();
            image.sort_unstable();
            sets.binary_search(&image).is_ok()
        };
        permutation.len() == self.cells
            && self
                .stones
                .iter()
                .all(|stones| keeps_set(std::slice::from_ref(stones), stones))
            && (0..self.cells)
                .all(|c| self.is_first_move(c) == self.is_first_move(permutation[c].into()))
            && self
                .sets
                .iter()
                .all(|sets| sets.iter().all(|set| keeps_set(sets, set)))
    }
}

/// The stones sorted, and for each cell who owns it.
type Placed = ([Vec<u16>; 2], Vec<Option<Player>>);

fn place_stones(cells: usize, mut stones: [Vec<u16>; 2]) -> Result<Placed, RulesError> {
    let mut owner = vec![None; cells];
    for player in Player::BOTH {
        let mine = &mut stones[player.index()];
        mine.sort_unstable();
        for &cell in mine.iter() {
            match owner.get_mut(usize::from(cell)) {
                None => {
                    return Err(RulesError::StoneOutOfRange {
                        player,
                        cell,
                        cells,
                    });
                }
                Some(Some(other)) if *other == player => {
                    return Err(RulesError::StoneTwice { player, cell });
                }
                Some(Some(_)) => return Err(RulesError::StoneOfBoth { cell }),
                Some(place) => *place = Some(player),
            }
        }
    }
    Ok((stones, owner))
}

/// Which free cells the list names; a listed cell under a stone binds nobody.
fn first_move_table(owner: &[Option<Player>], list: &[u16]) -> Result<Vec<bool>, RulesError> {
    let cells = owner.len();
    let mut table = vec![false; cells];
    for &cell in list {
        match owner.get(usize::from(cell)) {
            Some(owner) => table[usize::from(cell)] = owner.is_none(),
            None => return Err(RulesError::FirstMoveOutOfRange { cell, cells }),
        }
    }
    if table.contains(&true) {
        Ok(table)
    } else {
        Err(RulesError::NoFreeFirstMove)
    }
}

/// For each cell the numbers of the sets through it.
pub fn incidence(cells: usize, sets: &[Vec<u16>]) -> Vec<Vec<u32>> {
    let mut at = vec![Vec::new(); cells];
    for (number, set) in sets.iter().enumerate() {
        for &cell in set {
            at[usize::from(cell)].push(number as u32);
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{Black, White};

    fn message(description: Description) -> String {
        Rules::new(description).unwrap_err().to_string()
    }

    fn small() -> Description {
        Description {
            cells: 4,
            black_sets: vec![vec![0, 1]],
            white_sets: vec![vec![2, 3]],
            movers: vec![Black, White, Black, White],
            ..Description::default()
        }
    }

    #[test]
    fn every_error_has_its_message() {
        let cases = [
            (
                Description {
                    cells: 385,
                    ..small()
                },
                "385 cells are more than the 384 that a board may have",
            ),
            (
                Description {
                    black_sets: vec![vec![4]],
                    ..small()
                },
                "a winning set names cell 4, but the board has 4 cells",
            ),
            (
                Description {
                    white_sets: vec![vec![]],
                    ..small()
                },
                "a winning set is empty",
            ),
            (
                Description {
                    black_sets: vec![vec![2, 2]],
                    ..small()
                },
                "a winning set names cell 2 twice",
            ),
            (
                Description {
                    weak: true,
                    ..small()
                },
                "a weak game has no winning sets of White",
            ),
            (
                Description {
                    white: vec![9],
                    ..small()
                },
                "White has a stone on cell 9, but the board has 4 cells",
            ),
            (
                Description {
                    black: vec![1, 1],
                    ..small()
                },
                "Black's stone on cell 1 is given twice",
            ),
            (
                Description {
                    black: vec![1],
                    white: vec![1],
                    ..small()
                },
                "Black and White both have a stone on cell 1",
            ),
            (
                Description {
                    black: vec![0, 1],
                    white: vec![2, 3],
                    ..small()
                },
                "both players have completed a winning set in the given position",
            ),
            (
                Description {
                    first_moves: Some(vec![0, 7]),
                    ..small()
                },
                "the first moves name cell 7, but the board has 4 cells",
            ),
            (
                Description {
                    first_moves: Some(vec![2]),
                    white: vec![2],
                    ..small()
                },
                "the first moves name no free cell",
            ),
            (
                Description {
                    first_moves: Some(vec![]),
                    ..small()
                },
                "the first moves name no free cell",
            ),
        ];
        for (description, text) in cases {
            assert_eq!(message(description), text);
        }
        assert!(Rules::new(small()).is_ok());
        assert!(Rules::new(Description::default()).is_ok());
    }

    #[test]
    fn the_schedule_is_cut_to_the_free_cells() {
        let rules = Rules::new(Description {
            movers: vec![Black, Black, Black, White],
            black: vec![0],
            white: vec![3],
            first_moves: Some(vec![1]),
            first_any: true,
            ..small()
        })
        .unwrap();
        assert_eq!(rules.movers(), [Black, Black]);
        // Two stones are left, so the second is the last of the first turn.
        assert!(rules.first_move_allows(0, false, 2));
        assert!(!rules.first_move_allows(1, false, 2));
        assert!(rules.first_move_allows(1, false, 1));
        assert!(rules.first_move_allows(1, true, 2));
    }

    #[test]
    fn a_first_move_list_binds_the_first_stone_only() {
        let rules = Rules::new(Description {
            first_moves: Some(vec![1]),
            ..small()
        })
        .unwrap();
        assert!(!rules.first_move_allows(0, false, 0));
        assert!(rules.first_move_allows(0, false, 1));
        assert!(rules.first_move_allows(1, true, 0));
    }

    #[test]
    fn a_symmetry_keeps_sets_stones_and_first_moves() {
        let swap_01 = [1, 0, 2, 3];
        let exchange = [2, 3, 0, 1];
        let holds = |description, permutation: &[u16]| {
            Rules::new(description).unwrap().is_symmetry(permutation)
        };
        assert!(holds(small(), &swap_01));
        assert!(!holds(small(), &exchange));
        assert!(holds(
            Description {
                white_sets: vec![vec![0, 1]],
                ..small()
            },
            &swap_01
        ));
        assert!(!holds(
            Description {
                black: vec![0],
                ..small()
            },
            &swap_01
        ));
        assert!(!holds(
            Description {
                white: vec![0],
                ..small()
            },
            &swap_01
        ));
        assert!(!holds(
            Description {
                first_moves: Some(vec![1, 2]),
                ..small()
            },
            &swap_01
        ));
        assert!(holds(
            Description {
                first_moves: Some(vec![0, 1]),
                ..small()
            },
            &swap_01
        ));
        assert!(!holds(small(), &[0, 1, 2]));
    }
}
