//! A solver's trace of "no pairing exists", cut down to what a simple checker needs.
//!
//! The formula has one variable for each pair of cells, clauses that say "one of these pairs",
//! and the rule that pairs that share a cell exclude each other. A solver's trace (DRUP) lists
//! the clauses that it learned and forgot. Each learned clause follows by unit propagation:
//! assume that it is false, and a conflict appears. But the trace does not say which clauses take
//! part, and most learned clauses are never used again.
//!
//! So the trace is read from its end. The empty clause is needed; whoever takes part in its
//! conflict is needed, and so on. What comes out are the *needed* lemmas in their order, each
//! with its *hints*: the clauses that become unit one after the other, and last the one that
//! fails. A checker then only follows the hints.
//!
//! After Heule, Hunt and Wetzler (Trimming while checking clausal proofs, FMCAD 2013), with two
//! differences: the exclusions are not clauses here but a rule of propagation, for us and for
//! the checker, so that they need no hints; and each check starts from nothing, which is simple
//! and fast enough for formulas of this size. As there, propagation prefers clauses that are
//! needed already: without that, lemmas and hints came out about a third more numerous.

use crate::watch::{Progress, Stop, Watch};
use std::collections::HashMap;

/// A clause that was learned (`learned`) or forgotten, as the solver wrote it.
pub struct Step {
    pub learned: bool,
    pub literals: Vec<i32>,
}

/// A needed clause, with the clauses that show it: numbers from 1, first those of the formula,
/// then the lemmas in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    pub literals: Vec<i32>,
    pub hints: Vec<u32>,
}

/// What trimming comes to.
pub type Trimmed = Result<Vec<Lemma>, String>;

const TRUE: i8 = 1;
const FALSE: i8 = -1;
const NONE: u32 = u32::MAX;

/// Why a literal holds.
#[derive(Clone, Copy)]
enum Reason {
    Assumed,
    Clause(u32),
    /// The variable that takes one of the cells.
    Taken(u32),
}

/// How a propagation ended.
enum Conflict {
    Clause(u32),
    /// Two pairs that hold and share a cell.
    Pairs(u32, u32),
}

struct Checker<'a> {
    ends: &'a [(u32, u32)],
    at: Vec<Vec<u32>>,
    clauses: Vec<Vec<i32>>,
    alive: Vec<bool>,
    needed: Vec<bool>,
    /// By literal: clauses that are needed, and the others.
    watches: [Vec<Vec<u32>>; 2],
    units: Vec<u32>,
    empty: Vec<u32>,
    value: Vec<i8>,
    reason: Vec<Reason>,
    trail: Vec<i32>,
}

fn slot(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl<'a> Checker<'a> {
    fn new(ends: &'a [(u32, u32)]) -> Self {
        let mut at = vec![Vec::new(); 2 * ends.len()];
        for (variable, &(one, two)) in ends.iter().enumerate() {
            at[one as usize].push(variable as u32 + 1);
            at[two as usize].push(variable as u32 + 1);
        }
        let slots = 2 * ends.len() + 2;
        Self {
            ends,
            at,
            clauses: Vec::new(),
            alive: Vec::new(),
            needed: Vec::new(),
            watches: [vec![Vec::new(); slots], vec![Vec::new(); slots]],
            units: Vec::new(),
            empty: Vec::new(),
            value: vec![0; ends.len() + 1],
            reason: vec![Reason::Assumed; ends.len() + 1],
            trail: Vec::new(),
        }
    }

    fn add(&mut self, literals: Vec<i32>) -> u32 {
        self.clauses.push(literals);
        self.alive.push(false);
        self.needed.push(false);
        self.clauses.len() as u32 - 1
    }

    /// Lets a clause take part from now on.
    fn attach(&mut self, clause: u32) {
        let index = clause as usize;
        self.alive[index] = true;
        match self.clauses[index][..] {
            [] => self.empty.push(clause),
            [_] => self.units.push(clause),
            [one, two, ..] => {
                let list = &mut self.watches[usize::from(!self.needed[index])];
                list[slot(-one)].push(clause);
                list[slot(-two)].push(clause);
            }
        }
    }

    fn holds(&self, literal: i32) -> i8 {
        let value = self.value[literal.unsigned_abs() as usize];
        if literal > 0 { value } else { -value }
    }

    /// Makes a literal true; it was open.
    fn set(&mut self, literal: i32, reason: Reason) {
        let variable = literal.unsigned_abs() as usize;
        self.value[variable] = if literal > 0 { TRUE } else { FALSE };
        self.reason[variable] = reason;
        self.trail.push(literal);
    }

    fn reset(&mut self) {
        for literal in self.trail.drain(..) {
            self.value[literal.unsigned_abs() as usize] = 0;
        }
    }

    /// Assumes that a clause is false and propagates; None where no conflict appears.
    fn refute(&mut self, literals: &[i32]) -> Option<Conflict> {
        if let Some(&clause) = self.empty.iter().find(|&&c| self.alive[c as usize]) {
            return Some(Conflict::Clause(clause));
        }
        for &literal in literals {
            match self.holds(-literal) {
                TRUE => {}
                // A literal and its opposite: such a clause is never learned.
                FALSE => return None,
                _ => self.set(-literal, Reason::Assumed),
            }
        }
        let units = std::mem::take(&mut self.units);
        let mut found = None;
        // Needed ones first, as below.
        for pass in [true, false] {
            for &clause in &units {
                let index = clause as usize;
                if found.is_some() || !self.alive[index] || self.needed[index] != pass {
                    continue;
                }
                let literal = self.clauses[index][0];
                match self.holds(literal) {
                    TRUE => {}
                    FALSE => found = Some(Conflict::Clause(clause)),
                    _ => self.set(literal, Reason::Clause(clause)),
                }
            }
        }
        self.units = units;
        found.or_else(|| self.propagate())
    }

    fn propagate(&mut self) -> Option<Conflict> {
        let (mut taken, mut first, mut second) = (0, 0, 0);
        loop {
            if taken < self.trail.len() {
                let literal = self.trail[taken];
                taken += 1;
                if let Some(conflict) = self.take_cells(literal) {
                    return Some(conflict);
                }
            } else if first < self.trail.len() {
                let literal = self.trail[first];
                first += 1;
                if let Some(conflict) = self.visit(literal, 0) {
                    return Some(conflict);
                }
            } else if second < self.trail.len() {
                let literal = self.trail[second];
                second += 1;
                if let Some(conflict) = self.visit(literal, 1) {
                    return Some(conflict);
                }
            } else {
                return None;
            }
        }
    }

    /// A pair that holds excludes those that share a cell with it.
    fn take_cells(&mut self, literal: i32) -> Option<Conflict> {
        if literal < 0 {
            return None;
        }
        let variable = literal as u32;
        let (one, two) = self.ends[variable as usize - 1];
        for cell in [one, two] {
            for place in 0..self.at[cell as usize].len() {
                let other = self.at[cell as usize][place];
                if other == variable {
                    continue;
                }
                match self.value[other as usize] {
                    TRUE => return Some(Conflict::Pairs(variable, other)),
                    FALSE => {}
                    _ => self.set(-(other as i32), Reason::Taken(variable)),
                }
            }
        }
        None
    }

    /// Looks at the clauses that watch the opposite of a literal.
    fn visit(&mut self, literal: i32, kind: usize) -> Option<Conflict> {
        let here = slot(literal);
        let mut list = std::mem::take(&mut self.watches[kind][here]);
        let mut kept = 0;
        let mut found = None;
        for place in 0..list.len() {
            let clause = list[place];
            let index = clause as usize;
            if !self.alive[index] {
                continue;
            }
            if kind == 1 && self.needed[index] {
                // It has become needed since: it moves, and is looked at here once more.
                self.watches[0][here].push(clause);
            } else {
                list[kept] = clause;
                kept += 1;
            }
            if found.is_some() {
                continue;
            }
            let mut literals = std::mem::take(&mut self.clauses[index]);
            if literals[0] == -literal {
                literals.swap(0, 1);
            }
            if self.holds(literals[0]) != TRUE {
                let next = (2..literals.len()).find(|&n| self.holds(literals[n]) != FALSE);
                if let Some(next) = next {
                    literals.swap(1, next);
                    let target = usize::from(!self.needed[index]);
                    self.watches[target][slot(-literals[1])].push(clause);
                    if kind == 1 && self.needed[index] {
                        self.watches[0][here].pop();
                    } else {
                        kept -= 1;
                    }
                } else if self.holds(literals[0]) == FALSE {
                    found = Some(Conflict::Clause(clause));
                } else {
                    self.set(literals[0], Reason::Clause(clause));
                }
            }
            self.clauses[index] = literals;
        }
        list.truncate(kept);
        self.watches[kind][here] = list;
        found
    }

    /// The clauses behind a conflict, in the order in which they became unit.
    fn hints(&self, conflict: &Conflict) -> Vec<u32> {
        let mut wanted = vec![false; self.value.len()];
        let mut hints = Vec::new();
        match *conflict {
            Conflict::Clause(clause) => {
                hints.push(clause);
                for literal in &self.clauses[clause as usize] {
                    wanted[literal.unsigned_abs() as usize] = true;
                }
            }
            Conflict::Pairs(one, two) => {
                wanted[one as usize] = true;
                wanted[two as usize] = true;
            }
        }
        for literal in self.trail.iter().rev() {
            let variable = literal.unsigned_abs() as usize;
            if !wanted[variable] {
                continue;
            }
            match self.reason[variable] {
                Reason::Assumed => {}
                Reason::Taken(by) => wanted[by as usize] = true,
                Reason::Clause(clause) => {
                    hints.push(clause);
                    for literal in &self.clauses[clause as usize] {
                        wanted[literal.unsigned_abs() as usize] = true;
                    }
                }
            }
        }
        hints.reverse();
        hints
    }
}

fn sorted(literals: &[i32]) -> Vec<i32> {
    let mut own = literals.to_vec();
    own.sort_unstable();
    own.dedup();
    own
}

/// The needed lemmas of a trace, the empty one last; or what is wrong with it.
///
/// `ends` has the cells of each variable's pair, in numbers below twice the number of pairs;
/// `formula` the clauses that are no exclusions.
pub fn trim(
    ends: &[(u32, u32)],
    formula: &[Vec<i32>],
    trace: &[Step],
    watch: &mut Watch<'_>,
) -> Result<Trimmed, Stop> {
    let is_literal = |&l: &i32| l != 0 && l.unsigned_abs() as usize <= ends.len();
    let mut all = formula
        .iter()
        .chain(trace.iter().map(|step| &step.literals));
    if !all.all(|row| row.iter().all(is_literal)) {
        return Ok(Err("a literal that is none".to_owned()));
    }
    if !ends
        .iter()
        .all(|&(a, b)| a != b && (a.max(b) as usize) < 2 * ends.len())
    {
        return Ok(Err("a pair that is none".to_owned()));
    }
    let mut checker = Checker::new(ends);
    let mut known: HashMap<Vec<i32>, Vec<u32>> = HashMap::new();
    // For each step the clause that it adds or takes away.
    let mut events: Vec<(bool, u32)> = Vec::new();
    let mut alive = vec![true; formula.len()];
    for row in formula {
        let clause = checker.add(sorted(row));
        known.entry(sorted(row)).or_default().push(clause);
    }
    for step in trace {
        let own = sorted(&step.literals);
        if step.learned {
            let clause = checker.add(own.clone());
            alive.push(true);
            events.push((true, clause));
            let done = own.is_empty();
            known.entry(own).or_default().push(clause);
            if done {
                break;
            }
        } else if own.len() > 1 {
            // Exclusions are no clauses here. Units are kept: solvers forget them only because
            // they have taken them in.
            if let Some(clause) = known.get_mut(&own).and_then(Vec::pop) {
                alive[clause as usize] = false;
                events.push((false, clause));
            }
        }
    }
    let last = match events.last() {
        Some(&(true, clause)) if checker.clauses[clause as usize].is_empty() => clause,
        _ => return Ok(Err("the trace has no empty clause".to_owned())),
    };
    for (clause, &alive) in alive.iter().enumerate() {
        if alive && clause as u32 != last {
            checker.attach(clause as u32);
        }
    }
    checker.needed[last as usize] = true;
    let mut found: Vec<(u32, Vec<u32>)> = Vec::new();
    for &(learned, clause) in events.iter().rev() {
        watch.poll(Progress::default())?;
        if !learned {
            checker.attach(clause);
            continue;
        }
        let index = clause as usize;
        checker.alive[index] = false;
        if !checker.needed[index] {
            continue;
        }
        let literals = checker.clauses[index].clone();
        let Some(conflict) = checker.refute(&literals) else {
            return Ok(Err(format!("{literals:?} does not follow")));
        };
        let hints = checker.hints(&conflict);
        checker.reset();
        for &hint in &hints {
            checker.needed[hint as usize] = true;
        }
        found.push((clause, hints));
    }
    found.reverse();
    let mut number = vec![NONE; checker.clauses.len()];
    for (clause, number) in number.iter_mut().enumerate().take(formula.len()) {
        *number = clause as u32 + 1;
    }
    let mut lemmas = Vec::with_capacity(found.len());
    for (place, (clause, hints)) in found.into_iter().enumerate() {
        number[clause as usize] = (formula.len() + place + 1) as u32;
        lemmas.push(Lemma {
            literals: sorted(&checker.clauses[clause as usize]),
            hints: hints.iter().map(|&hint| number[hint as usize]).collect(),
        });
    }
    Ok(Ok(lemmas))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    fn line(text: &str) -> Step {
        let (learned, rest) = match text.strip_prefix("d ") {
            Some(rest) => (false, rest),
            None => (true, text),
        };
        let literals = rest.split(' ').filter(|w| !w.is_empty());
        Step {
            learned,
            literals: literals.map(|word| word.parse().unwrap()).collect(),
        }
    }

    fn run(ends: &[(u32, u32)], formula: &[Vec<i32>], trace: &[Step]) -> Trimmed {
        trim(ends, formula, trace, &mut Watch::unlimited()).unwrap()
    }

    /// Follows the hints, as a checker does, with the exclusions as clauses.
    fn check(ends: &[(u32, u32)], formula: &[Vec<i32>], lemmas: &[Lemma]) -> bool {
        let mut clauses = formula.to_vec();
        for lemma in lemmas {
            let mut literals: Vec<i32> = lemma.literals.iter().map(|l| -l).collect();
            let mut failed = false;
            for &hint in &lemma.hints {
                failed |= excluded(ends, &mut literals);
                if failed {
                    break;
                }
                let clause = &clauses[hint as usize - 1];
                let open: Vec<_> = clause.iter().filter(|&l| !literals.contains(&-l)).collect();
                match open[..] {
                    [] => failed = true,
                    [&one] => literals.push(one),
                    _ => return false,
                }
            }
            if !(failed || excluded(ends, &mut literals)) {
                return false;
            }
            clauses.push(lemma.literals.clone());
        }
        lemmas.last().is_some_and(|lemma| lemma.literals.is_empty())
    }

    /// Propagates the exclusions; true where two pairs that share a cell both hold.
    fn excluded(ends: &[(u32, u32)], literals: &mut Vec<i32>) -> bool {
        for one in 1..=ends.len() {
            for two in 1..=ends.len() {
                let (a, b) = (ends[one - 1], ends[two - 1]);
                let share = a.0 == b.0 || a.0 == b.1 || a.1 == b.0 || a.1 == b.1;
                if one != two && share && literals.contains(&(one as i32)) {
                    if literals.contains(&(two as i32)) {
                        return true;
                    }
                    if !literals.contains(&-(two as i32)) {
                        literals.push(-(two as i32));
                    }
                }
            }
        }
        false
    }

    /// Three cells in a row, each two a set: pairs 0-1 and 1-2 share cell 1.
    const ROW: [(u32, u32); 2] = [(0, 1), (1, 2)];

    #[test]
    fn a_conflict_of_units() {
        let formula = vec![vec![1], vec![2]];
        let lemmas = run(&ROW, &formula, &[line("")]).unwrap();
        assert_eq!(lemmas.len(), 1);
        assert!(check(&ROW, &formula, &lemmas));
    }

    #[test]
    fn lemmas_that_nobody_uses_go() {
        // Pairs of four cells in a ring; of each two opposite pairs one is wanted.
        let ends = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5)];
        let formula = vec![vec![1, 3], vec![2, 4], vec![5, 1]];
        let trace = [
            line("-1 -2"),
            line("d -1 -2"),
            line("-1"),
            line("3 5"),
            line(""),
        ];
        let lemmas = run(&ends, &formula, &trace).unwrap();
        assert!(check(&ends, &formula, &lemmas));
        assert!(lemmas.len() <= 2, "{lemmas:?}");
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        let formula = vec![vec![1, 2]];
        let said = run(&ROW, &formula, &[line("1"), line("2"), line("")]).unwrap_err();
        assert!(said.contains("does not follow"), "{said}");
        let said = run(&ROW, &formula, &[line("1 2")]).unwrap_err();
        assert!(said.contains("no empty clause"), "{said}");
        assert!(run(&ROW, &formula, &[line("3")]).is_err());
        assert!(run(&[(1, 1)], &[], &[line("")]).is_err());
        assert!(run(&[(1, 2)], &[], &[line("")]).is_err());
        assert!(run(&ROW, &[vec![i32::MIN]], &[line("")]).is_err());
    }

    /// Depth-first search that notes a clause for each branch that failed: a trace.
    fn refute(
        ends: &[(u32, u32)],
        formula: &[Vec<i32>],
        path: &mut Vec<i32>,
        out: &mut Vec<Step>,
    ) -> bool {
        let mut literals = path.clone();
        let dead = excluded(ends, &mut literals)
            || formula
                .iter()
                .any(|row| row.iter().all(|l| literals.contains(&-l)));
        let open =
            (1..=ends.len() as i32).find(|v| !literals.contains(v) && !literals.contains(&-v));
        if !dead {
            let Some(variable) = open else { return false };
            for literal in [variable, -variable] {
                path.push(literal);
                let failed = refute(ends, formula, path, out);
                path.pop();
                if !failed {
                    return false;
                }
            }
        }
        out.push(Step {
            learned: true,
            literals: path.iter().map(|l| -l).collect(),
        });
        true
    }

    #[test]
    fn traces_of_a_plain_search() {
        let mut chance = Chance::new(5);
        let mut refuted = 0;
        for _ in 0..400 {
            let cells = 4 + chance.below(4) as usize;
            let mut ends = Vec::new();
            for _ in 0..3 + chance.below(6) {
                let pair = chance.subset(2, cells);
                ends.push((u32::from(pair[0]), u32::from(pair[1])));
            }
            let rows = 2 + chance.below(5) as usize;
            let formula: Vec<Vec<i32>> = (0..rows)
                .map(|_| {
                    let size = 1 + chance.below(3.min(ends.len() as u64)) as usize;
                    let row = chance.subset(size, ends.len());
                    row.iter().map(|&v| i32::from(v) + 1).collect()
                })
                .collect();
            let mut trace = Vec::new();
            if refute(&ends, &formula, &mut Vec::new(), &mut trace) {
                refuted += 1;
                let length = trace.len();
                let lemmas = run(&ends, &formula, &trace).unwrap();
                assert!(lemmas.len() <= length);
                assert!(check(&ends, &formula, &lemmas));
            }
        }
        assert!(refuted > 100, "{refuted}");
    }
}
