//! Formulas as flat arrays.
//!
//! A quantified Boolean formula in prenex conjunctive normal form is a prefix and
//! clauses. Variables are numbered in the order of the prefix, so a block is a
//! range of numbers, and of two variables with different quantifiers the one with
//! the larger number is the inner one. All clauses lie in one array of 32-bit
//! integers as they would in a file: literals, and a 0 that ends each clause.
//!
//! Formulas come in pieces of such arrays, because the largest take more memory
//! than one wants to copy; [`Audit`] checks them piece by piece.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Exists,
    Forall,
}

impl Quantifier {
    /// The letter in a file.
    pub fn letter(self) -> char {
        match self {
            Self::Exists => 'e',
            Self::Forall => 'a',
        }
    }
}

/// Neighbouring variables with one quantifier: from `first` to `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub quantifier: Quantifier,
    pub first: i32,
    pub last: i32,
}

/// What is wrong with a prefix or with clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaError {
    EmptyBlock { first: i32, last: i32 },
    NotContiguous { first: i32, expected: i64 },
    BeyondPrefix { literal: i32, variables: i32 },
    OpenClause,
    TooLong,
}

impl fmt::Display for FormulaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyBlock { first, last } => {
                write!(out, "a block of the prefix goes from {first} to {last}")
            }
            Self::NotContiguous { first, expected } => {
                write!(
                    out,
                    "a block of the prefix begins with {first}, not with {expected}"
                )
            }
            Self::BeyondPrefix { literal, variables } => {
                write!(
                    out,
                    "literal {literal}, but the prefix has {variables} variables"
                )
            }
            Self::OpenClause => write!(out, "the last clause is not ended by 0"),
            Self::TooLong => write!(out, "the clauses take more than {} numbers", i32::MAX),
        }
    }
}

impl std::error::Error for FormulaError {}

/// Blocks from outside that cover the variables from 1 on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefix {
    blocks: Vec<Block>,
}

impl Prefix {
    pub fn new(blocks: Vec<Block>) -> Result<Self, FormulaError> {
        let mut expected = 1;
        for &Block { first, last, .. } in &blocks {
            if i64::from(first) != expected {
                return Err(FormulaError::NotContiguous { first, expected });
            }
            if last < first {
                return Err(FormulaError::EmptyBlock { first, last });
            }
            expected = i64::from(last) + 1;
        }
        Ok(Self { blocks })
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// How many variables there are; the last one has this number.
    pub fn variables(&self) -> i32 {
        self.blocks.last().map_or(0, |block| block.last)
    }
}

/// Checks the clauses of a formula piece by piece, and counts them.
#[derive(Clone, Debug)]
pub struct Audit {
    variables: i32,
    clauses: u64,
    open: bool,
}

impl Audit {
    pub fn new(prefix: &Prefix) -> Self {
        Self {
            variables: prefix.variables(),
            clauses: 0,
            open: false,
        }
    }

    /// Looks at the next literals. A piece may end in the middle of a clause.
    pub fn feed(&mut self, literals: &[i32]) -> Result<(), FormulaError> {
        let Some(&last) = literals.last() else {
            return Ok(());
        };
        let bound = self.variables.unsigned_abs();
        // Two plain loops that compilers turn into vector instructions.
        let largest = literals.iter().map(|l| l.unsigned_abs()).max();
        if largest > Some(bound) {
            let literal = literals.iter().find(|l| l.unsigned_abs() > bound);
            return Err(FormulaError::BeyondPrefix {
                literal: *literal.expect("the largest is one"),
                variables: self.variables,
            });
        }
        self.clauses += literals.iter().filter(|&&l| l == 0).count() as u64;
        self.open = last != 0;
        Ok(())
    }

    /// The number of clauses.
    pub fn finish(self) -> Result<u64, FormulaError> {
        if self.open {
            return Err(FormulaError::OpenClause);
        }
        Ok(self.clauses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(quantifier: Quantifier, first: i32, last: i32) -> Block {
        Block {
            quantifier,
            first,
            last,
        }
    }

    #[test]
    fn a_prefix_covers_the_variables() {
        let blocks = vec![
            block(Quantifier::Exists, 1, 2),
            block(Quantifier::Forall, 3, 3),
        ];
        let prefix = Prefix::new(blocks.clone()).unwrap();
        assert_eq!(prefix.variables(), 3);
        assert_eq!(prefix.blocks(), blocks);
        assert_eq!(Prefix::new(vec![]).unwrap().variables(), 0);
        let whole = vec![block(Quantifier::Exists, 1, i32::MAX)];
        assert_eq!(Prefix::new(whole).unwrap().variables(), i32::MAX);
    }

    #[test]
    fn says_what_is_wrong_with_a_prefix() {
        let error = |ranges: &[(i32, i32)]| {
            let blocks = ranges
                .iter()
                .map(|&(first, last)| block(Quantifier::Exists, first, last));
            Prefix::new(blocks.collect()).unwrap_err().to_string()
        };
        assert_eq!(
            error(&[(2, 3)]),
            "a block of the prefix begins with 2, not with 1"
        );
        assert_eq!(
            error(&[(1, 3), (5, 6)]),
            "a block of the prefix begins with 5, not with 4"
        );
        assert_eq!(
            error(&[(1, 3), (3, 6)]),
            "a block of the prefix begins with 3, not with 4"
        );
        assert_eq!(
            error(&[(1, 3), (4, 3)]),
            "a block of the prefix goes from 4 to 3"
        );
        assert_eq!(
            error(&[(1, i32::MAX), (i32::MIN, 5)]),
            "a block of the prefix begins with -2147483648, not with 2147483648"
        );
    }

    #[test]
    fn counts_clauses_over_pieces() {
        let prefix = Prefix::new(vec![block(Quantifier::Exists, 1, 3)]).unwrap();
        let audit = |pieces: &[&[i32]]| {
            let mut audit = Audit::new(&prefix);
            for piece in pieces {
                audit.feed(piece)?;
            }
            audit.finish()
        };
        assert_eq!(audit(&[]), Ok(0));
        assert_eq!(audit(&[&[1, -2], &[3, 0, 0], &[], &[-3, 0]]), Ok(3));
        assert_eq!(audit(&[&[1, 0, 2], &[]]), Err(FormulaError::OpenClause));
        for literal in [4, -4, i32::MAX, i32::MIN] {
            assert_eq!(
                audit(&[&[1, 0], &[literal, 0]]),
                Err(FormulaError::BeyondPrefix {
                    literal,
                    variables: 3
                })
            );
        }
    }
}
