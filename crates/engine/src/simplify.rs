//! Simplification of formulas that costs nothing: no search, no new clauses.
//!
//! Four steps, each of which can be left out:
//!
//! - *units*: a universal literal that is inner to all existential literals of its
//!   clause is deleted (universal reduction); a clause that is left with one
//!   literal makes it true, one without an existential literal is false, and so is
//!   the formula;
//! - *pure*: a variable that occurs with one sign only is given its owner's best
//!   value: existential literals become true, universal ones false;
//! - *duplicates*: repeated literals, tautologies and repeated clauses go;
//! - *unused*: variables that occur no more are dropped and the others renumbered.
//!
//! The first two are repeated until neither applies, in time linear in the formula.
//! The trick is that each clause is kept sorted by variable, which is the order of
//! the prefix: the innermost existential literal that is not false, and with it
//! the universal literals to delete, is found by a mark that moves from the end of
//! the clause towards its beginning and never back. Counters for each clause and
//! each literal say when a clause is a unit and when a literal is pure. Repeated
//! clauses are found at the end, by hash: dropping one changes neither.
//!
//! A tautology is true, yet universal reduction would delete the pair `u`, `-u`
//! from it; where tautologies are kept, they are exempt from reduction.

use crate::formula::{Audit, FormulaError, Prefix, Quantifier};
use crate::watch::{Progress, Pulse, Stop, Watch};
use std::fmt;

/// The steps that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    pub units: bool,
    pub pure: bool,
    pub duplicates: bool,
    pub unused: bool,
}

/// What is left of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplified {
    /// The truth value, if no clause is left (true) or an empty one was found.
    pub verdict: Option<bool>,
    /// The old number of each variable.
    pub kept: Vec<i32>,
    /// The clauses in new numbers, in their old order, with literals in their old
    /// order; of a false formula an empty clause.
    pub clauses: Vec<i32>,
    /// Existential literals that were made true, in old numbers, as they were found.
    pub assigned: Vec<i32>,
    /// For each clause the number of the clause, from 0, that it comes from.
    pub origin: Vec<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimplifyError {
    Formula(FormulaError),
    Stopped(Stop),
}

impl fmt::Display for SimplifyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formula(error) => error.fmt(out),
            Self::Stopped(stop) => stop.fmt(out),
        }
    }
}

impl std::error::Error for SimplifyError {}

impl From<FormulaError> for SimplifyError {
    fn from(error: FormulaError) -> Self {
        Self::Formula(error)
    }
}

/// Simplifies a formula.
pub fn simplify(
    prefix: &Prefix,
    literals: &[i32],
    steps: Steps,
    watch: &mut Watch<'_>,
) -> Result<Simplified, SimplifyError> {
    // Positions are kept in 32 bits.
    if i32::try_from(literals.len()).is_err() {
        return Err(FormulaError::TooLong.into());
    }
    let mut audit = Audit::new(prefix);
    audit.feed(literals)?;
    let clauses = audit.finish()? as usize;
    let mut work = Work::load(prefix, literals, clauses, steps);
    let ending = work.propagate(watch);
    match ending {
        Ok(()) => work.finish(literals, watch).map_err(SimplifyError::Stopped),
        Err(Ending::False { clause }) => Ok(work.falsified(clause)),
        Err(Ending::Stopped(stop)) => Err(SimplifyError::Stopped(stop)),
    }
}

/// A literal as an index: twice the variable, and 1 more if it is negated.
type Code = u32;

fn code(literal: i32) -> Code {
    literal.unsigned_abs() << 1 | u32::from(literal < 0)
}

fn literal(code: Code) -> i32 {
    let variable = (code >> 1) as i32;
    if code & 1 == 0 { variable } else { -variable }
}

fn variable(code: Code) -> usize {
    (code >> 1) as usize
}

/// What is known of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fate {
    universal: bool,
    /// The literal that is true, or 0.
    truth: Code,
    /// The clauses know it.
    told: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    /// Holds a literal and its negation, and is kept nevertheless.
    Tautology,
    Gone,
}

/// A clause is the codes from `start` to `end`, without those that are known false.
#[derive(Clone, Copy, Debug)]
struct Clause {
    start: u32,
    end: u32,
    /// Its literals by quantifier, without those that are told false or reduced.
    existential: u32,
    universal: u32,
    kind: Kind,
}

impl Clause {
    fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Why there is nothing more to propagate.
enum Ending {
    False { clause: usize },
    Stopped(Stop),
}

struct Work {
    steps: Steps,
    fates: Vec<Fate>,
    clauses: Vec<Clause>,
    /// The literals of all clauses, in each sorted.
    codes: Vec<Code>,
    /// How often each literal occurs in what is left, while its variable is free.
    counts: Vec<u32>,
    /// The clauses of a literal: `occurrences` from its `first` to that of the next.
    first: Vec<u32>,
    occurrences: Vec<u32>,
    /// The literals that became true, in this order.
    trail: Vec<Code>,
}

impl Work {
    fn load(prefix: &Prefix, literals: &[i32], clauses: usize, steps: Steps) -> Self {
        let free = Fate {
            universal: false,
            truth: 0,
            told: false,
        };
        let mut fates = vec![free; prefix.variables() as usize + 1];
        for block in prefix.blocks() {
            for variable in block.first..=block.last {
                fates[variable as usize].universal = block.quantifier == Quantifier::Forall;
            }
        }
        let mut work = Self {
            steps,
            counts: vec![0; 2 * fates.len()],
            fates,
            clauses: Vec::with_capacity(clauses),
            codes: Vec::with_capacity(literals.len() - clauses),
            first: Vec::new(),
            occurrences: Vec::new(),
            trail: Vec::new(),
        };
        for clause in literals.split(|&literal| literal == 0).take(clauses) {
            work.load_clause(clause);
        }
        if steps.units || steps.pure {
            work.index();
        }
        work
    }

    fn load_clause(&mut self, clause: &[i32]) {
        let start = self.codes.len();
        self.codes
            .extend(clause.iter().map(|&literal| code(literal)));
        let codes = &mut self.codes[start..];
        codes.sort_unstable();
        // A literal is even, its negation the odd number after it.
        let tautology = codes
            .windows(2)
            .any(|pair| pair[0] & 1 == 0 && pair[0] ^ 1 == pair[1]);
        let mut kind = Kind::Plain;
        if self.steps.duplicates {
            let mut length = usize::from(!codes.is_empty());
            for at in 1..codes.len() {
                if codes[at] != codes[length - 1] {
                    codes[length] = codes[at];
                    length += 1;
                }
            }
            if tautology {
                kind = Kind::Gone;
                length = 0;
            }
            self.codes.truncate(start + length);
        } else if tautology {
            kind = Kind::Tautology;
        }
        let mut universal = 0;
        for &code in &self.codes[start..] {
            self.counts[code as usize] += 1;
            universal += u32::from(self.fates[variable(code)].universal);
        }
        self.clauses.push(Clause {
            start: start as u32,
            end: self.codes.len() as u32,
            existential: (self.codes.len() - start) as u32 - universal,
            universal,
            kind,
        });
    }

    /// Lists the clauses of each literal.
    fn index(&mut self) {
        let mut sum = 0;
        self.first = Vec::with_capacity(self.counts.len() + 1);
        for &count in &self.counts {
            self.first.push(sum);
            sum += count;
        }
        self.first.push(sum);
        self.occurrences = vec![0; self.codes.len()];
        // Each list is filled with its beginning as the pen, which ends where the
        // next list begins; moving all by one place sets that right.
        for (number, clause) in self.clauses.iter().enumerate() {
            for &code in &self.codes[clause.range()] {
                let pen = &mut self.first[code as usize];
                self.occurrences[*pen as usize] = number as u32;
                *pen += 1;
            }
        }
        self.first.pop();
        self.first.insert(0, 0);
    }

    fn clauses_of(&self, code: Code) -> std::ops::Range<usize> {
        self.first[code as usize] as usize..self.first[code as usize + 1] as usize
    }

    fn is_false(&self, code: Code) -> bool {
        self.fates[variable(code)].truth == code ^ 1
    }

    fn is_free(&self, code: Code) -> bool {
        self.fates[variable(code)].truth == 0
    }

    /// Units, reduction and pure literals, until nothing changes.
    fn propagate(&mut self, watch: &mut Watch<'_>) -> Result<(), Ending> {
        let mut pulse = Pulse::default();
        let mut poll = |work: usize| match pulse.is_due(4 * work as u64) {
            true => watch.poll(Progress::default()).map_err(Ending::Stopped),
            false => Ok(()),
        };
        for clause in 0..self.clauses.len() {
            self.settle(clause)?;
            poll(1)?;
        }
        if self.steps.pure {
            for code in 2..self.counts.len() as Code {
                self.look_whether_pure(code);
            }
        }
        let mut next = 0;
        while let Some(&code) = self.trail.get(next) {
            next += 1;
            let fate = &mut self.fates[variable(code)];
            fate.told = true;
            let universal = fate.universal;
            // A universal variable is given a value when its true literal is in no
            // clause; clauses from which reduction deleted it are not satisfied.
            if !universal {
                for at in self.clauses_of(code) {
                    let clause = self.occurrences[at] as usize;
                    poll(1 + self.clauses[clause].range().len())?;
                    self.remove(clause);
                }
            }
            for at in self.clauses_of(code ^ 1) {
                poll(1)?;
                let number = self.occurrences[at] as usize;
                let clause = &mut self.clauses[number];
                if clause.kind == Kind::Gone {
                    continue;
                }
                if universal {
                    let inner = clause.range().last().map(|last| self.codes[last]);
                    if inner.is_none_or(|inner| inner >> 1 < code >> 1) {
                        continue; // reduced before
                    }
                    clause.universal -= 1;
                } else {
                    clause.existential -= 1;
                }
                self.settle(number)?;
            }
        }
        Ok(())
    }

    /// Brings a clause up to date: moves its mark and looks whether it is empty or a unit.
    fn settle(&mut self, number: usize) -> Result<(), Ending> {
        let mut clause = self.clauses[number];
        if clause.kind != Kind::Plain {
            return Ok(());
        }
        if self.steps.units {
            while clause.start < clause.end {
                let code = self.codes[clause.end as usize - 1];
                let fate = self.fates[variable(code)];
                if !fate.universal && !self.is_false(code) {
                    break;
                }
                clause.end -= 1;
                if fate.universal && !fate.told {
                    clause.universal -= 1;
                    self.forget(code);
                }
            }
            self.clauses[number] = clause;
            if clause.start == clause.end {
                return Err(Ending::False { clause: number });
            }
            // Literals that are false but not yet told count: this is seen again.
            if clause.existential == 1 && clause.universal == 0 {
                self.make_true(self.codes[clause.end as usize - 1]);
            }
        } else if clause.existential + clause.universal == 0 {
            return Err(Ending::False { clause: number });
        }
        Ok(())
    }

    /// Takes away a clause that is satisfied.
    fn remove(&mut self, number: usize) {
        let clause = self.clauses[number];
        if clause.kind == Kind::Gone {
            return;
        }
        self.clauses[number].kind = Kind::Gone;
        for at in clause.range() {
            self.forget(self.codes[at]);
        }
    }

    /// Notes that a literal occurs once less.
    fn forget(&mut self, code: Code) {
        if self.is_free(code) {
            self.counts[code as usize] -= 1;
            if self.steps.pure {
                self.look_whether_pure(code ^ 1);
            }
        }
    }

    /// Gives the variable a value if it occurs as this literal only.
    fn look_whether_pure(&mut self, code: Code) {
        if self.counts[code as usize] > 0 && self.counts[code as usize ^ 1] == 0 {
            let universal = self.fates[variable(code)].universal;
            self.make_true(code ^ Code::from(universal));
        }
    }

    fn make_true(&mut self, code: Code) {
        if self.is_free(code) {
            self.fates[variable(code)].truth = code;
            self.trail.push(code);
        }
    }

    fn assigned(&self) -> Vec<i32> {
        let existential = |code: &&Code| !self.fates[variable(**code)].universal;
        let trail = self.trail.iter().filter(existential);
        trail.map(|&code| literal(code)).collect()
    }

    fn all_variables(&self) -> Vec<i32> {
        (1..self.fates.len() as i32).collect()
    }

    fn falsified(self, clause: usize) -> Simplified {
        let kept = if self.steps.unused {
            Vec::new()
        } else {
            self.all_variables()
        };
        Simplified {
            verdict: Some(false),
            kept,
            clauses: vec![0],
            assigned: self.assigned(),
            origin: vec![clause as i32],
        }
    }

    /// Gathers what is left.
    fn finish(mut self, literals: &[i32], watch: &mut Watch<'_>) -> Result<Simplified, Stop> {
        self.first = Vec::new();
        self.occurrences = Vec::new();
        self.counts = Vec::new();
        watch.poll(Progress::default())?;
        let length = self.compact();
        watch.poll(Progress::default())?;
        if self.steps.duplicates {
            self.drop_repeated();
            watch.poll(Progress::default())?;
        }
        // What is sorted told the truth; what is handed out has the old order.
        let mut clauses = Vec::with_capacity(length);
        let mut origin = Vec::new();
        // For each variable the last clause, from 1, in which it was seen.
        let mut seen = vec![0; self.fates.len()];
        let old = literals.split(|&literal| literal == 0);
        for (number, (clause, old)) in self.clauses.iter().zip(old).enumerate() {
            if clause.kind == Kind::Gone {
                continue;
            }
            let last = clause.range().last();
            let mark = last.map_or(0, |last| self.codes[last] >> 1);
            for &literal in old {
                let variable = literal.unsigned_abs();
                let stamp = &mut seen[variable as usize];
                let fate = self.fates[variable as usize];
                let again = *stamp == number + 1 && self.steps.duplicates;
                if fate.truth == 0 && variable <= mark && !again {
                    *stamp = number + 1;
                    clauses.push(literal);
                }
            }
            clauses.push(0);
            origin.push(number as i32);
        }
        let kept = if self.steps.unused {
            renumber(&mut clauses, &mut seen)
        } else {
            self.all_variables()
        };
        Ok(Simplified {
            verdict: origin.is_empty().then_some(true),
            kept,
            clauses,
            assigned: self.assigned(),
            origin,
        })
    }

    /// Moves the literals that are left together, clause by clause; returns how many
    /// numbers they will take, each clause ended by 0.
    fn compact(&mut self) -> usize {
        let (mut pen, mut clauses) = (0, 0);
        for number in 0..self.clauses.len() {
            let clause = self.clauses[number];
            if clause.kind == Kind::Gone {
                continue;
            }
            let start = pen;
            for at in clause.range() {
                let code = self.codes[at];
                if self.is_free(code) {
                    self.codes[pen] = code;
                    pen += 1;
                }
            }
            clauses += 1;
            self.clauses[number].start = start as u32;
            self.clauses[number].end = pen as u32;
        }
        pen + clauses
    }

    /// Keeps the first of equal clauses. Needs them compact.
    fn drop_repeated(&mut self) {
        const NONE: u32 = u32::MAX;
        let left = self.clauses.iter().filter(|c| c.kind != Kind::Gone).count();
        let mut table = vec![NONE; (left * 3 / 2 + 1).next_power_of_two()];
        let mask = table.len() - 1;
        for number in 0..self.clauses.len() {
            let clause = self.clauses[number];
            if clause.kind == Kind::Gone {
                continue;
            }
            let codes = &self.codes[clause.range()];
            let mut place = hash(codes) as usize & mask;
            while table[place] != NONE {
                let other = self.clauses[table[place] as usize];
                if &self.codes[other.range()] == codes {
                    self.clauses[number].kind = Kind::Gone;
                    break;
                }
                place = (place + 1) & mask;
            }
            if table[place] == NONE {
                table[place] = number as u32;
            }
        }
    }
}

/// A hash of a clause; its low bits are good.
fn hash(codes: &[Code]) -> u64 {
    let mut hash = codes.len() as u64;
    for &code in codes {
        hash = (hash ^ u64::from(code)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 20
}

/// Gives the variables that occur the numbers from 1 on; returns their old ones.
/// `numbers` has a place for each variable.
fn renumber(clauses: &mut [i32], numbers: &mut [usize]) -> Vec<i32> {
    numbers.fill(0);
    for literal in clauses.iter() {
        numbers[literal.unsigned_abs() as usize] = 1;
    }
    numbers[0] = 0;
    let mut kept = Vec::new();
    for (variable, number) in numbers.iter_mut().enumerate() {
        if *number != 0 {
            kept.push(variable as i32);
            *number = kept.len();
        }
    }
    for literal in clauses {
        *literal = numbers[literal.unsigned_abs() as usize] as i32 * literal.signum();
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::formula::Block;

    const ALL: Steps = Steps {
        units: true,
        pure: true,
        duplicates: true,
        unused: true,
    };
    const NONE: Steps = Steps {
        units: false,
        pure: false,
        duplicates: false,
        unused: false,
    };

    /// A prefix from one letter a variable.
    fn prefix(letters: &str) -> Prefix {
        let mut blocks: Vec<Block> = Vec::new();
        for (letter, number) in letters.chars().zip(1..) {
            let quantifier = match letter {
                'e' => Quantifier::Exists,
                _ => Quantifier::Forall,
            };
            match blocks.last_mut() {
                Some(block) if block.quantifier == quantifier => block.last = number,
                _ => blocks.push(Block {
                    quantifier,
                    first: number,
                    last: number,
                }),
            }
        }
        Prefix::new(blocks).unwrap()
    }

    fn run(letters: &str, clauses: &[i32], steps: Steps) -> Simplified {
        simplify(&prefix(letters), clauses, steps, &mut Watch::unlimited()).unwrap()
    }

    /// All that is left, as short as it can be written.
    fn left(letters: &str, clauses: &[i32], steps: Steps) -> (Option<bool>, Vec<i32>, Vec<i32>) {
        let left = run(
            letters,
            clauses,
            Steps {
                unused: false,
                ..steps
            },
        );
        (left.verdict, left.clauses, left.assigned)
    }

    #[test]
    fn units_propagate() {
        let units = Steps {
            units: true,
            ..NONE
        };
        let chain = [1, 0, -1, 2, 0, -2, 3, 4, 0, -3, -4, 0];
        assert_eq!(
            left("eeee", &chain, units),
            (None, vec![3, 4, 0, -3, -4, 0], vec![1, 2])
        );
        assert_eq!(
            left("ee", &[1, 0, -1, 2, 0, -2, -1, 0], units),
            (Some(false), vec![0], vec![1, 2])
        );
        assert_eq!(left("ee", &[1, 2, 0, -1, 0], units).0, Some(true));
        assert_eq!(left("e", &[1, 0, -1, 0], units).0, Some(false));
    }

    #[test]
    fn universal_literals_are_reduced() {
        let units = Steps {
            units: true,
            ..NONE
        };
        // The outer one stays, the inner one goes and leaves a unit.
        let clauses = [1, 2, 0, -1, -2, 0];
        assert_eq!(
            left("ae", &clauses, units),
            (None, clauses.to_vec(), vec![])
        );
        assert_eq!(left("ea", &clauses, units).0, Some(false));
        assert_eq!(left("a", &[1, 0], units).0, Some(false));
        // Inner to what is left once 3 is false.
        assert_eq!(
            left("eaee", &[1, 2, 3, 4, 0, -3, 0, -4, 0], units),
            (Some(true), vec![], vec![-3, -4, 1])
        );
        // Both signs of 2 stand inside of 1, yet the clause is true.
        let tautology = [1, 2, -2, 0, -1, 0];
        assert_eq!(
            left("ea", &tautology, units),
            (None, vec![2, -2, 0], vec![-1])
        );
        assert_eq!(left("ea", &tautology, ALL).0, Some(true));
        assert_eq!(
            left("a", &[1, -1, 0], units),
            (None, vec![1, -1, 0], vec![])
        );
    }

    #[test]
    fn pure_literals() {
        let pure = Steps { pure: true, ..NONE };
        assert_eq!(
            left("ee", &[1, 2, 0, 1, -2, 0, 2, 0, -2, 0], pure),
            (None, vec![2, 0, -2, 0], vec![1])
        );
        assert_eq!(
            left("aee", &[1, 2, 3, 0, -2, -3, 0, 1, -2, 3, 0], pure),
            (None, vec![2, 3, 0, -2, -3, 0, -2, 3, 0], vec![])
        );
        assert_eq!(left("aa", &[-1, 2, 0], pure).0, Some(false));
        // 2 is pure only after 1 has satisfied a clause.
        assert_eq!(left("ee", &[1, -2, 0, 2, 0], pure).2, [1, 2]);
    }

    #[test]
    fn a_reduced_occurrence_does_not_satisfy() {
        // Reduction deletes -3 from the first clause; 3 is then pure and false, so
        // that -3 is true; the clause stays.
        let clauses = [1, 2, -3, 0, -1, -2, 0, 1, 3, 4, 0, -1, -4, 0, 2, -4, 0];
        assert_eq!(
            left("eeae", &clauses, ALL),
            (
                None,
                vec![1, 2, 0, -1, -2, 0, 1, 4, 0, -1, -4, 0, 2, -4, 0],
                vec![]
            )
        );
    }

    #[test]
    fn duplicates_go() {
        let duplicates = Steps {
            duplicates: true,
            ..NONE
        };
        let clauses = [3, 1, 3, 0, 2, -2, 1, 0, 1, 3, 0, 3, -1, 0, 1, 3, 1, 0];
        assert_eq!(
            left("eae", &clauses, duplicates),
            (None, vec![3, 1, 0, 3, -1, 0], vec![])
        );
        assert_eq!(run("eae", &clauses, duplicates).origin, [0, 3]);
        assert_eq!(left("e", &[1, -1, 0], duplicates).0, Some(true));
        // Equal only once 1 is known.
        let later = [1, 0, -1, 2, 3, 0, 3, 2, 0, -2, -3, 0];
        assert_eq!(run("eee", &later, ALL).origin, [1, 3]);
    }

    #[test]
    fn unused_variables_go() {
        let unused = Steps {
            unused: true,
            ..NONE
        };
        let found = run("eaeee", &[5, -2, 0, 2, 4, 0], unused);
        assert_eq!(found.kept, [2, 4, 5]);
        assert_eq!(found.clauses, [3, -1, 0, 1, 2, 0]);
        assert_eq!(run("eae", &[], unused).kept, []);
        assert_eq!(run("eae", &[], NONE).kept, [1, 2, 3]);
    }

    #[test]
    fn without_steps_nothing_changes() {
        let clauses = [2, 1, 2, 0, -1, 1, 0, 2, 1, 2, 0, 3, 0];
        let found = run("eea", &clauses, NONE);
        assert_eq!(found.clauses, clauses);
        assert_eq!(found.origin, [0, 1, 2, 3]);
        assert_eq!((found.verdict, found.kept), (None, vec![1, 2, 3]));
    }

    #[test]
    fn the_simplest_formulas() {
        for steps in [ALL, NONE] {
            assert_eq!(run("", &[], steps).verdict, Some(true));
            assert_eq!(run("e", &[], steps).verdict, Some(true));
            let found = run("e", &[1, 0, 0], steps);
            assert_eq!(found.verdict, Some(false));
            assert_eq!((found.clauses, found.origin), (vec![0], vec![1]));
        }
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        let error = |clauses: &[i32]| {
            simplify(&prefix("ee"), clauses, ALL, &mut Watch::unlimited())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(error(&[3, 0]), "literal 3, but the prefix has 2 variables");
        assert_eq!(error(&[1, 0, 1]), "the last clause is not ended by 0");
    }

    #[test]
    fn an_interrupt_stops_the_work() {
        // Ripe for the callback from the start.
        let mut watch = Watch::limited(Some(std::time::Duration::ZERO), None);
        let stopped = simplify(&prefix("e"), &[1, 0], ALL, &mut watch);
        assert_eq!(stopped, Err(SimplifyError::Stopped(Stop::Timeout)));
    }

    #[test]
    fn long_clauses_take_linear_time() {
        // 60000 units, told from the inside outwards, shorten one clause whose
        // universal literals are reduced on the way: quadratic work would show.
        let n = 120_000;
        let letters = "ea".repeat(n as usize / 2) + "e";
        let mut clauses: Vec<i32> = (1..=n).chain([0]).collect();
        for variable in (3..=n).rev().filter(|variable| variable % 2 == 1) {
            clauses.extend([-variable, n + 1, 0]);
        }
        clauses.extend([-(n + 1), 0]);
        let units = Steps {
            units: true,
            ..NONE
        };
        let found = run(&letters, &clauses, units);
        assert_eq!(found.verdict, Some(true));
        assert_eq!(found.assigned.last(), Some(&1));
        assert_eq!(found.assigned.len(), n as usize / 2 + 1);
    }

    /// The truth of a formula by definition.
    fn truth(universal: &[bool], clauses: &[Vec<i32>]) -> bool {
        /// The variables that satisfy a clause when they are true, and when false.
        type Masks = (u32, u32);
        fn value(depth: usize, values: u32, universal: &[bool], clauses: &[Masks]) -> bool {
            if depth == universal.len() {
                let holds = |&(yes, no): &Masks| values & yes | !values & no != 0;
                return clauses.iter().all(holds);
            }
            let first = value(depth + 1, values, universal, clauses);
            if first != universal[depth] {
                return first;
            }
            value(depth + 1, values | 1 << depth, universal, clauses)
        }
        let bit = |l: &i32| 1 << (l.unsigned_abs() - 1);
        let masks = |clause: &Vec<i32>| {
            let (yes, no): (Vec<i32>, Vec<i32>) = clause.iter().partition(|&&l| l > 0);
            let union = |literals: Vec<i32>| literals.iter().map(bit).fold(0, |a, b| a | b);
            (union(yes), union(no))
        };
        let clauses: Vec<Masks> = clauses.iter().map(masks).collect();
        value(0, 0, universal, &clauses)
    }

    fn split(flat: &[i32]) -> Vec<Vec<i32>> {
        let mut clauses: Vec<Vec<i32>> = flat.split(|&l| l == 0).map(<[i32]>::to_vec).collect();
        assert_eq!(clauses.pop(), Some(vec![]));
        clauses
    }

    /// Says what a step has left undone, if anything.
    fn undone(steps: Steps, universal: &[bool], clauses: &[Vec<i32>]) -> Option<&'static str> {
        let is_universal = |l: i32| universal[l.unsigned_abs() as usize - 1];
        let mut sorted = clauses.to_vec();
        for clause in &mut sorted {
            clause.sort_unstable();
            let tautology = clause.iter().any(|&l| clause.contains(&-l));
            let existential = clause.iter().filter(|&&l| !is_universal(l));
            let inmost = existential.map(|l| l.abs()).max().unwrap_or(0);
            if steps.units && !tautology {
                if clause.len() == 1 {
                    return Some("a unit");
                }
                if clause.iter().any(|l| l.abs() > inmost) {
                    return Some("a universal literal that can be reduced");
                }
            }
            if steps.duplicates && tautology {
                return Some("a tautology");
            }
            if steps.duplicates && !clause.is_sorted_by(|a, b| a < b) {
                return Some("a literal twice");
            }
        }
        let occurs = |l: i32| clauses.iter().any(|clause| clause.contains(&l));
        for variable in 1..=universal.len() as i32 {
            let signs = [occurs(variable), occurs(-variable)];
            if steps.pure && signs[0] != signs[1] {
                return Some("a pure literal");
            }
            if steps.unused && signs == [false; 2] {
                return Some("an unused variable");
            }
        }
        sorted.sort_unstable();
        if steps.duplicates && !sorted.is_sorted_by(|a, b| a < b) {
            return Some("a clause twice");
        }
        None
    }

    /// A small formula; about a third survive all steps.
    fn random(chance: &mut Chance) -> (String, Vec<i32>) {
        let variables = 2 + chance.below(6);
        let universal = chance.below(4);
        let letters = (0..variables)
            .map(|_| {
                if chance.below(6) < universal {
                    'a'
                } else {
                    'e'
                }
            })
            .collect();
        let shortest = 1 + u64::from(chance.below(3) > 0);
        let mut clauses = Vec::new();
        for _ in 0..chance.below(4 * variables + 1) {
            let mut length = shortest + chance.below(4);
            if chance.below(500) == 0 {
                length = 0;
            }
            for _ in 0..length {
                let variable = 1 + chance.below(variables) as i32;
                clauses.push(variable * chance.pick(&[1, -1]));
            }
            clauses.push(0);
        }
        (letters, clauses)
    }

    #[test]
    fn keeps_the_truth_and_leaves_nothing_undone() {
        let mut chance = Chance::new(5);
        let mut verdicts = [0; 3];
        for _ in 0..20_000 {
            let (letters, flat) = random(&mut chance);
            let universal: Vec<bool> = letters.chars().map(|letter| letter == 'a').collect();
            let clauses = split(&flat);
            let expected = truth(&universal, &clauses);
            for bits in 0..16 {
                let steps = Steps {
                    units: bits & 1 > 0,
                    pure: bits & 2 > 0,
                    duplicates: bits & 4 > 0,
                    unused: bits & 8 > 0,
                };
                let found = run(&letters, &flat, steps);
                let context = || format!("{letters} {flat:?} {steps:?} {found:?}");
                let left = split(&found.clauses);
                let kept: Vec<bool> = found
                    .kept
                    .iter()
                    .map(|&v| universal[v as usize - 1])
                    .collect();
                assert_eq!(truth(&kept, &left), expected, "{}", context());
                match found.verdict {
                    Some(true) => assert!(expected && left.is_empty(), "{}", context()),
                    Some(false) => assert_eq!(left, [vec![0; 0]], "{}", context()),
                    None => assert_eq!(undone(steps, &kept, &left), None, "{}", context()),
                }
                assert!(steps.unused || found.kept.len() == universal.len());
                assert!(found.kept.is_sorted());

                // Each clause comes from the one it names, in order.
                assert_eq!(left.len(), found.origin.len(), "{}", context());
                assert!(found.origin.is_sorted_by(|a, b| a < b), "{}", context());
                for (clause, &origin) in left.iter().zip(&found.origin) {
                    let mut old = clauses[origin as usize].iter();
                    for l in clause {
                        let l = found.kept[l.unsigned_abs() as usize - 1] * l.signum();
                        assert!(old.any(|&o| o == l), "{}", context());
                    }
                }

                // What was made true may be demanded.
                let units = found.assigned.iter().map(|&l| vec![l]);
                let demanding: Vec<_> = clauses.iter().cloned().chain(units).collect();
                assert_eq!(truth(&universal, &demanding), expected, "{}", context());
                if bits == 15 {
                    verdicts[found.verdict.map_or(2, usize::from)] += 1;
                }
            }
        }
        // All three endings were met often enough to mean something.
        assert!(verdicts.iter().all(|&count| count > 2000), "{verdicts:?}");
    }
}
