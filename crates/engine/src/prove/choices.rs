//! Choices that exclude each other: a small SAT solver for one kind of question.
//!
//! There are *options*, each of which takes two *places*, and *demands*, each of
//! which is a list of options. Which options can be taken so that no place is
//! taken twice, and each demand is met? Pairings are such a question: see
//! [`matching`](super::matching).
//!
//! The solver learns a clause from each conflict and jumps back over what had
//! nothing to do with it (Marques-Silva and Sakallah, 1996), watches two literals
//! of each clause, and prefers options that had to do with recent conflicts
//! (Moskewicz and others, 2001). Two things differ from a solver for all
//! questions. That a place is taken once is not written as clauses, of which there
//! would be many more than all others: an option that is taken excludes those at its
//! two places. And it stops as soon as all demands are met, with the other options
//! open, so that it takes few of them. Questions are small and have a limit of
//! conflicts, so no clause is ever forgotten.

use crate::watch::Stop;

/// A literal: twice the option, and one more if it is not taken.
type Literal = u32;

fn taken(option: u32) -> Literal {
    2 * option
}

fn excluded(option: u32) -> Literal {
    2 * option + 1
}

fn option_of(literal: Literal) -> usize {
    literal as usize / 2
}

/// Conflicts between two looks at the clock.
const POLL: u32 = 16;
/// Conflicts up to the first restart; the later ones follow Luby's sequence.
const FIRST_RESTART: u32 = 32;
/// How much more a conflict counts than the one before.
const GROWTH: f64 = 1.05;
const MOST_WEIGHT: f64 = 1e100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Open,
    True,
    False,
}

/// Why an option has its value.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// It was tried, or holds in any case.
    None,
    Clause(u32),
    /// This option has taken its place.
    Taken(u32),
}

/// Asks whether to go on.
pub type Poll<'a> = &'a mut dyn FnMut() -> Result<(), Stop>;

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Yes,
    No,
    /// The conflicts have run out.
    Open,
}

/// A question, and the memory to answer it.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    places: Vec<[u32; 2]>,
    /// The options at each place.
    at: Vec<Vec<u32>>,
    literals: Vec<Literal>,
    /// Where the clauses begin; the first ones are the demands.
    starts: Vec<u32>,
    demands: usize,
    /// For each demand, the option that met it last.
    met: Vec<u32>,
    watches: Vec<Vec<u32>>,
    values: Vec<Value>,
    reasons: Vec<Reason>,
    levels: Vec<u32>,
    activity: Vec<f64>,
    weight: f64,
    trail: Vec<Literal>,
    limits: Vec<usize>,
    head: usize,
    seen: Vec<bool>,
    conflict: Vec<Literal>,
    spent: u32,
    learned: Vec<Literal>,
}

impl Choices {
    /// Forgets the question before; so many places.
    pub fn clear(&mut self, places: usize) {
        self.places.clear();
        for list in &mut self.at {
            list.clear();
        }
        self.at.resize(places.max(self.at.len()), Vec::new());
        self.literals.clear();
        self.starts.clear();
        self.demands = 0;
        self.met.clear();
        self.values.clear();
        self.reasons.clear();
        self.levels.clear();
        self.activity.clear();
        self.seen.clear();
        self.trail.clear();
        self.limits.clear();
        self.head = 0;
        self.weight = 1.0;
        for list in &mut self.watches {
            list.clear();
        }
    }

    /// A new option that takes two places.
    pub fn option(&mut self, one: u32, two: u32) -> u32 {
        let option = self.places.len() as u32;
        self.places.push([one, two]);
        self.at[one as usize].push(option);
        self.at[two as usize].push(option);
        self.values.extend([Value::Open; 2]);
        self.reasons.push(Reason::None);
        self.levels.push(0);
        self.activity.push(0.0);
        self.seen.push(false);
        let literals = self.values.len();
        if self.watches.len() < literals {
            self.watches.resize(literals, Vec::new());
        }
        option
    }

    /// The places that an option takes.
    pub fn places(&self, option: u32) -> [u32; 2] {
        self.places[option as usize]
    }

    /// Demands one of these options, all of which exist; all demands come before the search.
    /// What an option is worth at first is the sum over its demands.
    pub fn demand(&mut self, options: &[u32], worth: f64) {
        for &option in options {
            self.activity[option as usize] += worth;
        }
        self.starts.push(self.literals.len() as u32);
        self.literals.extend(options.iter().map(|&o| taken(o)));
        self.met.push(options.first().copied().unwrap_or(0));
        self.demands = self.starts.len();
    }

    /// The options that are taken, after the answer yes.
    pub fn chosen(&self) -> impl Iterator<Item = u32> + '_ {
        let positive = self.trail.iter().filter(|&&literal| literal % 2 == 0);
        positive.map(|&literal| literal / 2)
    }

    /// How many conflicts the last search took.
    pub fn spent(&self) -> u32 {
        self.spent
    }

    /// Answers the question, once, within so many conflicts; `poll` is called every now and then.
    pub fn search(&mut self, conflicts: u32, poll: Poll<'_>) -> Result<Found, Stop> {
        self.spent = 0;
        for clause in 0..self.demands as u32 {
            if !self.watch(clause) {
                return Ok(Found::No);
            }
        }
        let mut restarts = 1;
        let mut next = FIRST_RESTART;
        loop {
            if !self.propagate() {
                if self.limits.is_empty() {
                    return Ok(Found::No);
                }
                if self.spent == conflicts {
                    return Ok(Found::Open);
                }
                self.spent += 1;
                if self.spent % POLL == 0 {
                    poll()?;
                }
                self.learn();
            } else if self.spent >= next {
                restarts += 1;
                next = self.spent + FIRST_RESTART * luby(restarts);
                self.jump(0);
            } else {
                let Some(option) = self.next() else {
                    return Ok(Found::Yes);
                };
                self.limits.push(self.trail.len());
                self.enter(taken(option), Reason::None);
            }
        }
    }

    fn clause(&self, number: u32) -> std::ops::Range<usize> {
        let end = self.starts.get(number as usize + 1);
        let end = end.map_or(self.literals.len(), |&end| end as usize);
        self.starts[number as usize] as usize..end
    }

    fn value(&self, literal: Literal) -> Value {
        self.values[literal as usize]
    }

    /// Watches the first two literals of a clause; false if it cannot be met.
    fn watch(&mut self, number: u32) -> bool {
        let range = self.clause(number);
        match self.literals[range] {
            [] => false,
            [only] => {
                if self.value(only) == Value::Open {
                    self.enter(only, Reason::None);
                }
                self.value(only) == Value::True
            }
            [one, two, ..] => {
                self.watches[one as usize].push(number);
                self.watches[two as usize].push(number);
                true
            }
        }
    }

    // Values and what follows from them.

    fn enter(&mut self, literal: Literal, reason: Reason) {
        self.values[literal as usize] = Value::True;
        self.values[literal as usize ^ 1] = Value::False;
        self.reasons[option_of(literal)] = reason;
        self.levels[option_of(literal)] = self.limits.len() as u32;
        self.trail.push(literal);
    }

    /// Enters what follows; false, with the literals of the conflict, if too much does.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            let consistent =
                (literal % 2 == 1 || self.exclude(literal / 2)) && self.visit(literal ^ 1);
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Excludes the other options at the places of one that is taken.
    fn exclude(&mut self, option: u32) -> bool {
        for place in self.places[option as usize] {
            for number in 0..self.at[place as usize].len() {
                let other = self.at[place as usize][number];
                if other == option {
                    continue;
                }
                match self.value(taken(other)) {
                    Value::Open => self.enter(excluded(other), Reason::Taken(option)),
                    Value::True => {
                        self.conflict.clear();
                        self.conflict.extend([excluded(option), excluded(other)]);
                        return false;
                    }
                    Value::False => {}
                }
            }
        }
        true
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn visit(&mut self, gone: Literal) -> bool {
        let mut list = std::mem::take(&mut self.watches[gone as usize]);
        let mut kept = 0;
        let mut consistent = true;
        for place in 0..list.len() {
            let number = list[place];
            list[kept] = number;
            kept += 1;
            if !consistent {
                continue;
            }
            let range = self.clause(number);
            let start = range.start;
            // The other watched literal comes first.
            if self.literals[start] == gone {
                self.literals.swap(start, start + 1);
            }
            let first = self.literals[start];
            if self.value(first) == Value::True {
                continue;
            }
            let mut rest = start + 2..range.end;
            if let Some(next) = rest.find(|&at| self.value(self.literals[at]) != Value::False) {
                self.literals.swap(start + 1, next);
                let watched = self.literals[start + 1];
                self.watches[watched as usize].push(number);
                kept -= 1;
            } else if self.value(first) == Value::Open {
                self.enter(first, Reason::Clause(number));
            } else {
                self.conflict.clear();
                self.conflict.extend_from_slice(&self.literals[range]);
                consistent = false;
            }
        }
        list.truncate(kept);
        self.watches[gone as usize] = list;
        consistent
    }

    /// Takes back all levels above one.
    fn jump(&mut self, level: usize) {
        if level < self.limits.len() {
            for &literal in &self.trail[self.limits[level]..] {
                self.values[literal as usize] = Value::Open;
                self.values[literal as usize ^ 1] = Value::Open;
            }
            self.trail.truncate(self.limits[level]);
            self.limits.truncate(level);
            self.head = self.trail.len();
        }
    }

    /// The open option to try next, or none if all demands are met.
    fn next(&mut self) -> Option<u32> {
        let mut best: Option<u32> = None;
        for demand in 0..self.demands {
            if self.value(taken(self.met[demand])) == Value::True {
                continue;
            }
            let range = self.clause(demand as u32);
            let mut open: Option<u32> = None;
            let mut is_met = false;
            for place in range {
                let literal = self.literals[place];
                match self.value(literal) {
                    Value::True => {
                        self.met[demand] = literal / 2;
                        is_met = true;
                        break;
                    }
                    Value::Open => open = self.livelier(open, literal / 2),
                    Value::False => {}
                }
            }
            if !is_met {
                let open = open.expect("a demand without options is a conflict");
                best = self.livelier(best, open);
            }
        }
        best
    }

    fn livelier(&self, one: Option<u32>, two: u32) -> Option<u32> {
        let activity = |option: u32| self.activity[option as usize];
        Some(
            one.filter(|&one| activity(one) >= activity(two))
                .unwrap_or(two),
        )
    }

    // Learning.

    /// Learns a clause from the conflict, and jumps back to where it says something new.
    fn learn(&mut self) {
        let level = self.limits.len() as u32;
        self.learned.clear();
        self.learned.push(0);
        let mut conflict = std::mem::take(&mut self.conflict);
        let mut here = 0;
        let mut place = self.trail.len();
        let point = loop {
            for &literal in &conflict {
                let option = option_of(literal);
                if self.seen[option] || self.levels[option] == 0 {
                    continue;
                }
                self.seen[option] = true;
                self.bump(option);
                if self.levels[option] == level {
                    here += 1;
                } else {
                    self.learned.push(literal);
                }
            }
            let literal = loop {
                place -= 1;
                if self.seen[option_of(self.trail[place])] {
                    break self.trail[place];
                }
            };
            self.seen[option_of(literal)] = false;
            here -= 1;
            if here == 0 {
                break literal;
            }
            self.causes(literal, &mut conflict);
        };
        self.learned[0] = point ^ 1;
        self.shorten(&mut conflict);
        self.conflict = conflict;
        self.weight *= GROWTH;
        // The second literal is the last one to become open again.
        let back = (1..self.learned.len()).max_by_key(|&at| self.level_of(self.learned[at]));
        let to = back.map_or(0, |at| {
            self.learned.swap(1, at);
            self.level_of(self.learned[1])
        });
        self.jump(to as usize);
        let number = self.starts.len() as u32;
        self.starts.push(self.literals.len() as u32);
        self.literals.extend_from_slice(&self.learned);
        if self.learned.len() > 1 {
            self.watch(number);
            self.enter(self.learned[0], Reason::Clause(number));
        } else {
            self.enter(self.learned[0], Reason::None);
        }
    }

    fn level_of(&self, literal: Literal) -> u32 {
        self.levels[option_of(literal)]
    }

    /// The literals, all of them false, that made one true.
    fn causes(&self, literal: Literal, into: &mut Vec<Literal>) {
        into.clear();
        match self.reasons[option_of(literal)] {
            Reason::None => {}
            Reason::Taken(option) => into.push(excluded(option)),
            Reason::Clause(number) => {
                let all = &self.literals[self.clause(number)];
                into.extend(all.iter().filter(|&&other| other != literal));
            }
        }
    }

    /// Drops literals that follow from others of the learned clause.
    fn shorten(&mut self, causes: &mut Vec<Literal>) {
        let mut learned = std::mem::take(&mut self.learned);
        let all = learned.clone();
        let mut kept = 1;
        for place in 1..learned.len() {
            let literal = learned[place];
            self.causes(literal ^ 1, causes);
            let follows = |&other: &Literal| {
                self.seen[option_of(other)] || self.levels[option_of(other)] == 0
            };
            if causes.is_empty() || !causes.iter().all(follows) {
                learned[kept] = literal;
                kept += 1;
            }
        }
        learned.truncate(kept);
        for literal in all {
            self.seen[option_of(literal)] = false;
        }
        self.learned = learned;
    }

    fn bump(&mut self, option: usize) {
        self.activity[option] += self.weight;
        if self.activity[option] > MOST_WEIGHT {
            for activity in &mut self.activity {
                *activity /= MOST_WEIGHT;
            }
            self.weight /= MOST_WEIGHT;
        }
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 ..., counted from 1.
fn luby(number: u32) -> u32 {
    let mut number = number;
    loop {
        let power = (number + 1).next_power_of_two();
        if power == number + 1 {
            return power / 2;
        }
        number -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    type Question = (usize, Vec<[u32; 2]>, Vec<Vec<u32>>);

    fn put(choices: &mut Choices, question: &Question) {
        let (places, options, demands) = question;
        choices.clear(*places);
        for &[one, two] in options {
            choices.option(one, two);
        }
        for demand in demands {
            choices.demand(demand, 1.0);
        }
    }

    fn ask(choices: &mut Choices, question: &Question, conflicts: u32) -> Found {
        put(choices, question);
        choices.search(conflicts, &mut || Ok(())).unwrap()
    }

    fn is_answer(question: &Question, chosen: &[u32]) -> bool {
        let (_, options, demands) = question;
        let mut places: Vec<u32> = chosen.iter().flat_map(|&o| options[o as usize]).collect();
        places.sort_unstable();
        places.windows(2).all(|two| two[0] != two[1])
            && demands
                .iter()
                .all(|demand| demand.iter().any(|option| chosen.contains(option)))
    }

    fn random_question(chance: &mut Chance) -> Question {
        let places = 2 + chance.below(7) as usize;
        let options = 1 + chance.below(12) as usize;
        let demands = chance.below(9) as usize;
        let pair = |chance: &mut Chance| {
            let two = chance.subset(2, places);
            [u32::from(two[0]), u32::from(two[1])]
        };
        let listed: Vec<[u32; 2]> = (0..options).map(|_| pair(chance)).collect();
        let demand = |chance: &mut Chance| {
            let size = chance.below(4.min(options as u64) + 1) as usize;
            let subset = chance.subset(size.max(usize::from(size == 0)), options);
            subset.into_iter().map(u32::from).collect()
        };
        let asked = (0..demands).map(|_| demand(chance)).collect();
        (places, listed, asked)
    }

    #[test]
    fn agrees_with_all_subsets() {
        let mut chance = Chance::new(5);
        let mut choices = Choices::default();
        let mut counts = [0; 2];
        for _ in 0..4000 {
            let question = random_question(&mut chance);
            let options = question.1.len() as u32;
            let truth = (0..1u32 << options).any(|subset| {
                let chosen: Vec<u32> = (0..options).filter(|o| subset >> o & 1 == 1).collect();
                is_answer(&question, &chosen)
            });
            let found = ask(&mut choices, &question, 10_000);
            assert_eq!(found, if truth { Found::Yes } else { Found::No });
            if truth {
                let chosen: Vec<u32> = choices.chosen().collect();
                assert!(is_answer(&question, &chosen), "{question:?} {chosen:?}");
            }
            counts[usize::from(truth)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }

    /// So many demands want one of fewer places each.
    fn pigeons(count: u32) -> Question {
        let holes = count - 1;
        let options = (0..count)
            .flat_map(|pigeon| (0..holes).map(move |hole| [hole, holes + pigeon]))
            .collect();
        let demands = (0..count)
            .map(|pigeon| (0..holes).map(|hole| pigeon * holes + hole).collect())
            .collect();
        ((holes + count) as usize, options, demands)
    }

    #[test]
    fn conflicts_are_limited() {
        let mut choices = Choices::default();
        assert_eq!(ask(&mut choices, &pigeons(4), 1), Found::Open);
        assert_eq!(ask(&mut choices, &pigeons(5), 10_000), Found::No);
        assert_eq!(ask(&mut choices, &pigeons(9), 50), Found::Open);
        assert_eq!(ask(&mut choices, &(2, vec![], vec![]), 0), Found::Yes);
        assert_eq!(ask(&mut choices, &(2, vec![], vec![vec![]]), 0), Found::No);
    }

    #[test]
    fn it_stops_when_asked() {
        let mut choices = Choices::default();
        put(&mut choices, &pigeons(9));
        let mut polls = 0;
        let stopped = choices.search(1_000_000, &mut || {
            polls += 1;
            if polls < 3 {
                Ok(())
            } else {
                Err(Stop::Timeout)
            }
        });
        assert_eq!(stopped, Err(Stop::Timeout));
    }

    #[test]
    fn restarts_follow_the_sequence() {
        let first: Vec<u32> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
