//! Which moves a search has to look at.
//!
//! Let the mover pass. If he loses even then, only a move that touches what that loss rests on
//! can help him: the *zone*. If he does not lose, some move wins, since a stone more never
//! hurts its owner; then all useful moves count. After a pass the opponent does not pass in his
//! turn: two players who pass would return to the same position.

use super::game::Position;
use super::judge::Ground;
use super::sight::Sight;
use crate::bits::Bits;
use crate::rules::Player;

/// A position, and whether the stone before was a pass of the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key<const W: usize> {
    pub at: Position<W>,
    pub passed: bool,
}

/// A decided position. What the loss of a mover who may not pass rests on is not known: his
/// opponent, who has passed, needs no more than that he loses.
#[derive(Clone, Copy, Debug)]
pub struct Solved<const W: usize> {
    pub winner: Player,
    /// The winner's move, if he is to move.
    pub cell: Option<u16>,
    pub ground: Ground<W>,
}

impl<const W: usize> Solved<W> {
    /// Won by a move, with what the position after it rests on.
    pub fn by_move(mover: Player, cell: u16, ground: Ground<W>) -> Self {
        let support = ground.support.with(cell.into());
        Self {
            winner: mover,
            cell: Some(cell),
            ground: Ground { support, ..ground },
        }
    }

    /// Lost by the mover, with what the losses of his moves rest on.
    pub fn loss(mover: Player, lost: Ground<W>) -> Self {
        Self {
            winner: mover.other(),
            cell: None,
            ground: lost.earlier(),
        }
    }
}

/// What is known of the moves of a position.
#[derive(Clone, Copy, Debug)]
pub enum Moves<const W: usize> {
    /// The pass comes first.
    Unknown,
    /// The pass loses, and this is what that rests on.
    Zone(Ground<W>),
    All,
}

impl<const W: usize> Moves<W> {
    /// What follows from a pass that is decided.
    pub fn after_pass(mover: Player, pass: &Solved<W>) -> Self {
        if pass.winner == mover {
            Self::All
        } else {
            Self::Zone(pass.ground)
        }
    }

    /// The useful moves, the promising ones first, and what it rests on that others are not.
    pub fn cells<'a>(
        &self,
        judge: &mut impl Sight<'a, W>,
        key: &Key<W>,
        mover: Player,
    ) -> (Vec<u16>, Ground<W>) {
        let game = judge.game();
        let allowed = game.allowed(&key.at, mover);
        judge.collect(&key.at);
        match self {
            Self::Zone(lost) => {
                let zone = judge.zone(mover, *lost);
                let (mut cells, ground) = judge.useful(&key.at, allowed);
                cells.retain(|&cell| zone.test(cell.into()));
                (cells, ground)
            }
            _ => {
                let (mut cells, ground) = judge.useful(&key.at, allowed);
                if cells.is_empty() || (!key.passed && game.is_listed(key.at.moment)) {
                    // Where every reply counts, and where there is nothing useful to do.
                    let known = Bits::from_cells(&cells);
                    cells.extend(allowed.andnot(known).iter().map(|cell| cell as u16));
                }
                (cells, ground)
            }
        }
    }

    /// What a loss rests on before any of these moves is looked at. Where it is not known that
    /// the pass loses, a loss may rest on anything.
    pub fn lost<'a>(&self, judge: &impl Sight<'a, W>, at: &Position<W>) -> Ground<W> {
        match self {
            Self::Zone(lost) => *lost,
            _ => Ground {
                support: judge.game().free(at),
                race: judge.game().everything.count() as u16,
            },
        }
    }
}
