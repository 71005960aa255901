//! Families of winning sets: checked, sorted, each set once.
//!
//! Callers list sets in any order and may list one twice; the engine wants each
//! set sorted and each family sorted without repeats, because then two families
//! are equal as sets of sets exactly if the lists are equal. A set that is
//! empty (won before the game begins) or names a cell twice is a mistake of the
//! caller and is reported, not repaired.

use std::fmt;

/// What is wrong with a family of sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FamilyError {
    CellOutOfRange { cell: u16, cells: usize },
    EmptySet,
    CellTwice { cell: u16 },
}

impl fmt::Display for FamilyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CellOutOfRange { cell, cells } => {
                write!(
                    out,
                    "a winning set names cell {cell}, but the board has {cells} cells"
                )
            }
            Self::EmptySet => write!(out, "a winning set is empty"),
            Self::CellTwice { cell } => write!(out, "a winning set names cell {cell} twice"),
        }
    }
}

impl std::error::Error for FamilyError {}

/// The family with every set sorted, the sets sorted, and no set twice.
pub fn normalise(cells: usize, mut sets: Vec<Vec<u16>>) -> Result<Vec<Vec<u16>>, FamilyError> {
    for set in &mut sets {
        set.sort_unstable();
        let Some(&last) = set.last() else {
            return Err(FamilyError::EmptySet);
        };
        if usize::from(last) >= cells {
            return Err(FamilyError::CellOutOfRange { cell: last, cells });
        }
        if let Some(pair) = set.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(FamilyError::CellTwice { cell: pair[0] });
        }
    }
    sets.sort_unstable();
    sets.dedup();
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_and_drops_repeats() {
        let family = vec![vec![2, 1], vec![0], vec![1, 2], vec![0]];
        assert_eq!(normalise(3, family), Ok(vec![vec![0], vec![1, 2]]));
        assert_eq!(normalise(0, vec![]), Ok(vec![]));
    }

    #[test]
    fn says_what_is_wrong() {
        let error = |sets: Vec<Vec<u16>>| normalise(3, sets).unwrap_err().to_string();
        assert_eq!(
            error(vec![vec![0, 3]]),
            "a winning set names cell 3, but the board has 3 cells"
        );
        assert_eq!(error(vec![vec![0], vec![]]), "a winning set is empty");
        assert_eq!(
            error(vec![vec![1, 0, 1]]),
            "a winning set names cell 1 twice"
        );
    }
}
