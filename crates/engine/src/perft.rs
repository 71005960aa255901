//! Counting the positions of a game, layer by layer.
//!
//! Row k says how many different positions (black stones, white stones) there
//! are after k stones, and how many of them are over, with which outcome; a
//! position that is over is not played on. Everything is counted twice: plainly,
//! and in classes of positions that a symmetry of the given group maps to each
//! other. Only one representative of a class is kept, the least image; the plain
//! number is the sum of group order / stabiliser order over the classes, so the
//! large layers are never stored in full.
//!
//! Who moves, whether a first-move list still binds and whether the game ends by
//! length are the same for all positions of a layer or visible from the stones.
//! A position is won exactly if the stone that led to it completed a set, and
//! then it has no other parent for which it is not; so a layer is two sets of
//! keys, of open and of won positions.
//!
//! Both cores: each layer is cut into pieces of slots that the threads take in
//! turn, and the next layer into shards by hash, each behind a lock. Children are
//! gathered for a shard before its lock is taken. The images of the parent under
//! all elements are made once; the image of a child is then one bit more, so
//! symmetry costs about a comparison for each element and child.
//!
//! The name comes from chess programs, where such counts pin move generators.

use crate::bits::Bits;
use crate::group::Group;
use crate::keys::{self, Key, Keys};
use crate::rules::{Player, Rules};
use crate::watch::{Limits, Progress, Pulse, Stop, Watch};
use crate::with_width;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Positions after so many stones: all of them and those that are over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Stones placed since the given position.
    pub stones: usize,
    pub positions: u128,
    pub classes: u128,
    /// Won by Black (Maker), won by White, and neither (Breaker's).
    pub finished: [u128; 3],
    pub finished_classes: [u128; 3],
}

/// The rows that were finished, and why there are no more if a limit ended them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    pub rows: Vec<Row>,
    pub stopped: Option<Stop>,
}

/// Why a group does not serve for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftError {
    OtherBoard { group: usize, game: usize },
    NotASymmetry { number: usize },
}

impl fmt::Display for PerftError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherBoard { group, game } => {
                write!(
                    out,
                    "the group acts on {group} cells, but the board has {game}"
                )
            }
            Self::NotASymmetry { number } => {
                write!(
                    out,
                    "element {number} of the group is not a symmetry of the game"
                )
            }
        }
    }
}

impl std::error::Error for PerftError {}

/// Counts the positions after 0, 1, ..., `depth` stones, no further than the game
/// goes; the rows end where no position is left. `threads` 0 means all cores.
pub fn perft(
    rules: &Rules,
    depth: usize,
    group: &Group,
    threads: usize,
    watch: &mut Watch<'_>,
) -> Result<Census, PerftError> {
    if group.cells() != rules.cells() {
        return Err(PerftError::OtherBoard {
            group: group.cells(),
            game: rules.cells(),
        });
    }
    for number in 0..group.order() {
        if let Err(stop) = watch.poll(Progress::default()) {
            return Ok(Census {
                rows: Vec::new(),
                stopped: Some(stop),
            });
        }
        if !rules.is_symmetry(&group.element(number)) {
            return Err(PerftError::NotASymmetry { number });
        }
    }
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
        more => more.min(MOST_THREADS),
    };
    Ok(
        with_width!(rules.cells(), W => Counter::<W>::new(rules, group, threads).count(depth, watch)),
    )
}

/// How many parts a layer has; a power of two, well above the threads.
const SHARDS: usize = 64;
/// A request for more threads than this is a slip.
const MOST_THREADS: usize = 256;
/// How many children are gathered for a shard before it is locked.
const BATCH: usize = 128;
/// With fewer parents than this, other threads cost more than they bring.
const ALONE: usize = 64;

fn shard_of(hash: u64) -> usize {
    // The low bits choose the slot in the shard.
    (hash >> 58) as usize
}

/// The positions of one layer that fall to one shard.
struct Shard<const W: usize> {
    open: Keys<W>,
    won: Keys<W>,
}

type Layer<const W: usize> = Vec<Shard<W>>;

/// A position on its way into a layer.
#[derive(Clone, Copy)]
struct Child<const W: usize> {
    key: Key<W>,
    hash: u64,
    stabiliser: usize,
    won: bool,
}

/// New positions, plainly and in classes, open and won.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    positions: [u128; 2],
    classes: [u128; 2],
}

impl Tally {
    fn add(&mut self, won: bool, orbit: usize) {
        let kind = usize::from(won);
        self.positions[kind] = sum(self.positions[kind], orbit as u128);
        self.classes[kind] = sum(self.classes[kind], 1);
    }

    fn join(&mut self, other: &Self) {
        for kind in 0..2 {
            self.positions[kind] = sum(self.positions[kind], other.positions[kind]);
            self.classes[kind] = sum(self.classes[kind], other.classes[kind]);
        }
    }
}

fn sum(a: u128, b: u128) -> u128 {
    a.checked_add(b)
        .expect("the number of positions exceeds 128 bits")
}

/// What stays the same from layer to layer.
struct Counter<'a, const W: usize> {
    rules: &'a Rules,
    group: &'a Group,
    threads: usize,
    board: Bits<W>,
    given: Key<W>,
    /// For each player and cell, his sets through it.
    sets_at: [Vec<Vec<Bits<W>>>; 2],
}

impl<'a, const W: usize> Counter<'a, W> {
    fn new(rules: &'a Rules, group: &'a Group, threads: usize) -> Self {
        let sets_at = Player::BOTH.map(|player| {
            let bits = |&set: &u32| Bits::from_cells(&rules.sets(player)[set as usize]);
            let at = |cell| rules.sets_at(player, cell).iter().map(bits).collect();
            (0..rules.cells()).map(at).collect()
        });
        Self {
            rules,
            group,
            threads,
            board: Bits::below(rules.cells()),
            given: Player::BOTH.map(|player| Bits::from_cells(rules.stones(player))),
            sets_at,
        }
    }

    fn count(&self, depth: usize, watch: &mut Watch<'_>) -> Census {
        let mut rows = Vec::new();
        let stopped = self.fill_rows(depth, watch, &mut rows).err();
        Census { rows, stopped }
    }

    fn fill_rows(
        &self,
        depth: usize,
        watch: &mut Watch<'_>,
        rows: &mut Vec<Row>,
    ) -> Result<(), Stop> {
        let (mut layer, mut tally, mut winner) = self.first_layer(watch)?;
        let length = self.rules.movers().len();
        for stones in 0..=depth.min(length) {
            if stones > 0 {
                winner = self.rules.movers()[stones - 1];
                (layer, tally) = self.next_layer(stones, layer, watch)?;
            }
            let row = self.row(stones, &tally, winner);
            if row.classes == 0 {
                break;
            }
            rows.push(row);
        }
        Ok(())
    }

    fn row(&self, stones: usize, tally: &Tally, winner: Player) -> Row {
        let over = stones == self.rules.movers().len();
        let finished = |[open, won]: [u128; 2]| {
            let mut finished = [0, 0, if over { open } else { 0 }];
            finished[winner.index()] = won;
            finished
        };
        Row {
            stones,
            positions: sum(tally.positions[0], tally.positions[1]),
            classes: sum(tally.classes[0], tally.classes[1]),
            finished: finished(tally.positions),
            finished_classes: finished(tally.classes),
        }
    }

    /// The given position alone. Every symmetry keeps it, so it is canonical.
    fn first_layer(&self, watch: &Watch<'_>) -> Result<(Layer<W>, Tally, Player), Stop> {
        let winner = Player::BOTH.into_iter().find(|player| {
            let won = |set: &Vec<u16>| Bits::from_cells(set).is_subset(&self.given[player.index()]);
            self.rules.sets(*player).iter().any(won)
        });
        let mut layer = empty_layer(watch.limits());
        let won = winner.is_some();
        if !won {
            layer[0].open.insert(self.given, keys::hash(&self.given))?;
        }
        let mut tally = Tally::default();
        tally.add(won, 1);
        Ok((layer, tally, winner.unwrap_or(Player::Black)))
    }

    /// All positions with `stones` stones, from the layer before.
    fn next_layer(
        &self,
        stones: usize,
        mut before: Layer<W>,
        watch: &mut Watch<'_>,
    ) -> Result<(Layer<W>, Tally), Stop> {
        // What was won is counted; its memory can serve the new layer.
        for shard in &mut before {
            shard.won = Keys::new(watch.limits().clone());
        }
        let limits = watch.limits().clone();
        let parents: usize = before.iter().map(|shard| shard.open.len()).sum();
        let threads = if parents < ALONE { 1 } else { self.threads };
        let expansion = Expansion {
            counter: self,
            stones,
            pieces: Pieces::new(&before, threads),
            before: &before,
            after: empty_layer(&limits).into_iter().map(Mutex::new).collect(),
            found: AtomicU64::new(0),
        };
        let progress = || Progress {
            layer: stones as u64,
            positions: expansion.found.load(Ordering::Relaxed),
        };
        let mut tally = Tally::default();
        std::thread::scope(|scope| {
            let _guard = HaltOnPanic(&limits);
            let here = std::thread::current();
            let helpers: Vec<_> = (1..threads)
                .map(|_| {
                    let (expansion, limits, here) = (&expansion, &limits, here.clone());
                    scope.spawn(move || {
                        let _guard = HaltOnPanic(limits);
                        let result = expansion.run(&mut || limits.check());
                        here.unpark();
                        result
                    })
                })
                .collect();
            let mut result = expansion.run(&mut || watch.poll(progress()));
            for helper in helpers {
                // The watch is polled to the end: it may interrupt the others.
                while !helper.is_finished() {
                    std::thread::park_timeout(Duration::from_millis(1));
                    result = result.and_then(|tally| watch.poll(progress()).map(|()| tally));
                }
                let theirs = match helper.join() {
                    Ok(theirs) => theirs,
                    Err(panic) => std::panic::resume_unwind(panic),
                };
                result = result.and_then(|mut mine| {
                    mine.join(&theirs?);
                    Ok(mine)
                });
            }
            result.map(|all| tally = all)
        })?;
        let open =
            |shard: Mutex<Shard<W>>| shard.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok((expansion.after.into_iter().map(open).collect(), tally))
    }
}

fn empty_layer<const W: usize>(limits: &Arc<Limits>) -> Layer<W> {
    let shard = |_| Shard {
        open: Keys::new(limits.clone()),
        won: Keys::new(limits.clone()),
    };
    (0..SHARDS).map(shard).collect()
}

/// A thread that panics takes the others with it, or they would work on unseen.
struct HaltOnPanic<'a>(&'a Limits);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.halt(Stop::Interrupted);
        }
    }
}

/// The slots of a layer, cut into pieces that threads take one after another.
struct Pieces {
    size: usize,
    /// How many pieces there are up to the end of each shard.
    ends: Vec<usize>,
    next: AtomicUsize,
}

impl Pieces {
    fn new<const W: usize>(layer: &Layer<W>, threads: usize) -> Self {
        let slots: usize = layer.iter().map(|shard| shard.open.slots()).sum();
        let size = (slots / (threads * 64)).clamp(16, 4096);
        let mut end = 0;
        let ends = layer.iter().map(|shard| {
            end += shard.open.slots().div_ceil(size);
            end
        });
        Self {
            size,
            ends: ends.collect(),
            next: AtomicUsize::new(0),
        }
    }

    /// A shard and a range of its slots that nobody has taken yet.
    fn take<const W: usize>(&self, layer: &Layer<W>) -> Option<(usize, std::ops::Range<usize>)> {
        let piece = self.next.fetch_add(1, Ordering::Relaxed);
        let shard = self.ends.partition_point(|&end| end <= piece);
        let slots = layer.get(shard)?.open.slots();
        let first = if shard == 0 { 0 } else { self.ends[shard - 1] };
        let start = (piece - first) * self.size;
        Some((shard, start..(start + self.size).min(slots)))
    }
}

/// The work on one layer, shared by the threads.
struct Expansion<'a, const W: usize> {
    counter: &'a Counter<'a, W>,
    stones: usize,
    before: &'a Layer<W>,
    pieces: Pieces,
    after: Vec<Mutex<Shard<W>>>,
    found: AtomicU64,
}

impl<const W: usize> Expansion<'_, W> {
    /// Expands pieces until none is left; what every thread does.
    fn run(&self, poll: &mut dyn FnMut() -> Result<(), Stop>) -> Result<Tally, Stop> {
        let order = self.counter.group.order();
        let mut tally = Tally::default();
        let mut pulse = Pulse::default();
        let mut images = Vec::with_capacity(order);
        let mut batches: Vec<Vec<Child<W>>> =
            (0..SHARDS).map(|_| Vec::with_capacity(BATCH)).collect();
        poll()?;
        while let Some((shard, slots)) = self.pieces.take(self.before) {
            for parent in self.before[shard].open.iter(slots) {
                self.counter.group.images(parent, &mut images);
                if pulse.is_due(8 * order as u64) {
                    poll()?;
                }
                for cell in self.moves(parent).iter() {
                    let child = self.child(parent, cell, &images);
                    let batch = &mut batches[shard_of(child.hash)];
                    batch.push(child);
                    if batch.len() == BATCH {
                        self.deliver(shard_of(child.hash), batch, &mut tally)?;
                    }
                    if pulse.is_due(order as u64 + 8) {
                        poll()?;
                    }
                }
            }
        }
        for (shard, batch) in batches.iter_mut().enumerate() {
            self.deliver(shard, batch, &mut tally)?;
        }
        Ok(tally)
    }

    fn mover(&self) -> Player {
        self.counter.rules.movers()[self.stones - 1]
    }

    /// Where the next stone may go.
    fn moves(&self, parent: &Key<W>) -> Bits<W> {
        let (counter, placed) = (self.counter, self.stones - 1);
        let free = counter.board.andnot(parent[0] | parent[1]);
        // In the first turn only the mover has placed stones, and the given ones
        // stand on no listed cell: what stands on one was placed in this turn.
        let played = parent[self.mover().index()];
        let listed = || played.iter().any(|cell| counter.rules.is_first_move(cell));
        if !counter.rules.first_move_binds(placed, false)
            || !counter.rules.first_move_binds(placed, listed())
        {
            return free;
        }
        let mut allowed = Bits::EMPTY;
        for cell in free
            .iter()
            .filter(|&cell| counter.rules.is_first_move(cell))
        {
            allowed.set(cell);
        }
        allowed
    }

    /// The canonical form of the parent with one more stone.
    #[inline]
    fn child(&self, parent: &Key<W>, cell: usize, images: &[Key<W>]) -> Child<W> {
        let own = self.mover().index();
        let mut best = [Bits::FULL; 2];
        let mut stabiliser = 0;
        for (image, &to) in images.iter().zip(self.counter.group.column(cell)) {
            let mut image = *image;
            image[own].set(to.into());
            if image <= best {
                stabiliser = if image == best { stabiliser + 1 } else { 1 };
                best = image;
            }
        }
        let stones = parent[own].with(cell);
        let won = self.counter.sets_at[own][cell]
            .iter()
            .any(|set| set.is_subset(&stones));
        Child {
            key: best,
            hash: keys::hash(&best),
            stabiliser,
            won,
        }
    }

    /// Puts a batch into its shard and counts what is new.
    fn deliver(
        &self,
        shard: usize,
        batch: &mut Vec<Child<W>>,
        tally: &mut Tally,
    ) -> Result<(), Stop> {
        if batch.is_empty() {
            return Ok(());
        }
        let mut new = 0;
        let mut shard = self.after[shard]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for child in batch.drain(..) {
            let keys = if child.won {
                &mut shard.won
            } else {
                &mut shard.open
            };
            if keys.insert(child.key, child.hash)? {
                tally.add(child.won, self.counter.group.order() / child.stabiliser);
                new += 1;
            }
        }
        self.found.fetch_add(new, Ordering::Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::rules::{Description, Outcome};
    use crate::samples;
    use crate::state::{Position, State};
    use crate::symmetry;
    use std::collections::BTreeSet;

    fn count(rules: &Rules, depth: usize, group: &Group, threads: usize) -> Vec<Row> {
        let census = perft(rules, depth, group, threads, &mut Watch::unlimited()).unwrap();
        assert_eq!(census.stopped, None);
        census.rows
    }

    /// The eight symmetries of a square board.
    fn square(side: u16) -> Vec<Vec<u16>> {
        (0..8)
            .map(|attitude| {
                let image = |cell: u16| {
                    let (x, y) = (cell % side, cell / side);
                    let (x, y) = if attitude & 1 == 0 { (x, y) } else { (y, x) };
                    let x = if attitude & 2 == 0 { x } else { side - 1 - x };
                    let y = if attitude & 4 == 0 { y } else { side - 1 - y };
                    y * side + x
                };
                (0..side * side).map(image).collect()
            })
            .collect()
    }

    /// Published many times; see for instance the counts of reachable positions
    /// up to symmetry: 765 in all, 138 of them over.
    #[test]
    fn tic_tac_toe() {
        let rules = Rules::new(samples::tic_tac_toe()).unwrap();
        let group = Group::new(9, &square(3)).unwrap();
        for threads in [1, 2, 3] {
            let rows = count(&rules, 9, &group, threads);
            let column = |value: fn(&Row) -> u128| rows.iter().map(value).collect::<Vec<_>>();
            assert_eq!(
                column(|row| row.positions),
                [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
            );
            assert_eq!(
                column(|row| row.classes),
                [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
            );
            let all = |value: fn(&Row) -> [u128; 3]| {
                let add = |a: [u128; 3], b: [u128; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
                rows.iter().map(value).fold([0; 3], add)
            };
            assert_eq!(all(|row| row.finished), [626, 316, 16]);
            assert_eq!(all(|row| row.finished_classes), [91, 44, 3]);
        }
        assert_eq!(
            count(&rules, 4, &group, 0),
            count(&rules, 9, &group, 0)[..5]
        );
        let plain = count(&rules, 100, &Group::trivial(9), 0);
        assert!(plain.iter().all(|row| row.positions == row.classes));
        assert_eq!(plain[9].positions, 78);
    }

    /// The same count by playing every line of the game with `State`.
    fn by_playing<const W: usize>(rules: &Arc<Rules>, depth: usize, group: &Group) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut layer = BTreeSet::from([Vec::new()]);
        for stones in 0..=depth {
            let mut row = Row {
                stones,
                ..Row::default()
            };
            let (mut seen, mut classes) = (BTreeSet::new(), BTreeSet::new());
            let mut next = BTreeSet::new();
            for moves in &layer {
                let mut state = State::<W>::new(rules.clone());
                for &cell in moves {
                    state.push(usize::from(cell)).unwrap();
                }
                let key = Player::BOTH.map(|player| state.bits(player));
                if !seen.insert(key) {
                    continue;
                }
                let new_class = u128::from(classes.insert(group.canonical(&key).0));
                row.positions += 1;
                row.classes += new_class;
                let slot = match state.outcome() {
                    None => {
                        for cell in state.legal_moves() {
                            next.insert([moves.clone(), vec![cell]].concat());
                        }
                        continue;
                    }
                    Some(Outcome::Black | Outcome::Maker) => 0,
                    Some(Outcome::White) => 1,
                    Some(Outcome::Draw | Outcome::Breaker) => 2,
                };
                row.finished[slot] += 1;
                row.finished_classes[slot] += new_class;
            }
            if row.positions == 0 {
                break;
            }
            rows.push(row);
            layer = next;
        }
        rows
    }

    /// All elements from generators, or nothing if there are very many.
    fn elements(cells: usize, generators: &[Vec<u16>]) -> Option<Vec<Vec<u16>>> {
        let mut all: Vec<Vec<u16>> = vec![(0..cells as u16).collect()];
        let mut next = 0;
        while next < all.len() {
            for generator in generators {
                let product: Vec<u16> = all[next]
                    .iter()
                    .map(|&cell| generator[usize::from(cell)])
                    .collect();
                if !all.contains(&product) {
                    all.push(product);
                }
            }
            next += 1;
            if all.len() > 200 {
                return None;
            }
        }
        Some(all)
    }

    /// The group of a game: its stones and first moves are colours.
    fn group_of(game: &Description) -> Option<Group> {
        let rules = Rules::new(game.clone()).ok()?;
        let colour = |cell: u16| {
            i64::from(game.black.contains(&cell))
                + 2 * i64::from(game.white.contains(&cell))
                + 4 * i64::from(rules.is_first_move(cell.into()))
        };
        let colours: Vec<i64> = (0..game.cells as u16).map(colour).collect();
        let found = symmetry::automorphisms(
            game.cells,
            game.black_sets.clone(),
            game.white_sets.clone(),
            &colours,
            &[],
            &mut Watch::unlimited(),
        );
        let elements = elements(game.cells, &found.unwrap().generators)?;
        Some(Group::new(game.cells, &elements).unwrap())
    }

    fn random_games_agree<const W: usize>(cells: &[usize], rounds: usize, depth: usize) {
        let mut chance = Chance::new(cells[0] as u64);
        let (mut compared, mut symmetric) = (0, 0);
        for _ in 0..rounds {
            let size = *chance.pick(cells);
            let mut game = samples::random_game(&mut chance, size);
            if chance.below(2) == 0 && !game.weak {
                let few = 3.min(game.black_sets.len());
                game.black_sets.truncate(few);
                game.white_sets = game.black_sets.clone();
            }
            let Ok(rules) = Rules::new(game.clone()) else {
                continue;
            };
            let rules = Arc::new(rules);
            let group = group_of(&game).unwrap_or_else(|| Group::trivial(game.cells));
            let truth = by_playing::<W>(&rules, depth, &group);
            assert_eq!(count(&rules, depth, &group, 2), truth, "{game:?}");
            compared += 1;
            symmetric += usize::from(group.order() > 1);
        }
        assert!(compared * 2 > rounds, "{compared} of {rounds}");
        if W == 1 {
            assert!(symmetric * 5 > rounds, "{symmetric} of {rounds}");
        }
    }

    #[test]
    fn random_games_agree_with_playing() {
        random_games_agree::<1>(&[1, 2, 3, 4, 5, 6, 7], 400, 8);
        random_games_agree::<2>(&[65, 128], 4, 2);
        random_games_agree::<4>(&[129, 256], 3, 1);
        random_games_agree::<6>(&[257, 384], 2, 1);
    }

    #[test]
    fn the_group_must_fit_the_game() {
        let mut game = samples::tic_tac_toe();
        let refused = |game: &Description, group: &Group| {
            let rules = Rules::new(game.clone()).unwrap();
            perft(&rules, 1, group, 1, &mut Watch::unlimited()).unwrap_err()
        };
        let group = Group::new(9, &square(3)).unwrap();
        assert_eq!(
            refused(&game, &Group::trivial(8)),
            PerftError::OtherBoard { group: 8, game: 9 }
        );
        game.black = vec![1];
        assert!(matches!(
            refused(&game, &group),
            PerftError::NotASymmetry { .. }
        ));
    }

    fn four_by_four() -> (Rules, Group) {
        let rules = Rules::new(samples::strong(16, samples::rows(4, 4, 4))).unwrap();
        (rules, Group::new(16, &square(4)).unwrap())
    }

    #[test]
    fn a_limit_leaves_the_finished_rows() {
        let (rules, group) = four_by_four();
        let whole = count(&rules, 6, &group, 2);
        let mut watch = Watch::limited(None, Some(200_000));
        let census = perft(&rules, 16, &group, 2, &mut watch).unwrap();
        assert_eq!(census.stopped, Some(Stop::Memory));
        assert!(!census.rows.is_empty());
        let common = census.rows.len().min(whole.len());
        assert!(common > 2);
        assert_eq!(census.rows[..common], whole[..common]);
        assert_eq!(
            watch.limits().used(),
            0,
            "all tables were freed and refunded"
        );

        let mut late = Watch::limited(Some(Duration::ZERO), None);
        let census = perft(&rules, 16, &group, 2, &mut late).unwrap();
        assert_eq!(
            census,
            Census {
                rows: vec![],
                stopped: Some(Stop::Timeout)
            }
        );
    }

    /// A callback that says no ends the work of all threads soon.
    #[test]
    fn an_interrupt_comes_through() {
        // Far too large to be counted before the second beat.
        let rules = Rules::new(samples::strong(49, samples::rows(5, 7, 7))).unwrap();
        let group = Group::new(49, &square(7)).unwrap();
        for threads in [1, 2] {
            let mut calls = 0;
            let began = std::time::Instant::now();
            let mut last = began;
            let mut seen = Vec::new();
            let callback = |progress: Progress| {
                seen.push(progress);
                calls += 1;
                last = std::time::Instant::now();
                calls < 2
            };
            let mut watch = Watch::new(Limits::new(None, None), Box::new(callback));
            let census = perft(&rules, 49, &group, threads, &mut watch).unwrap();
            drop(watch);
            assert_eq!(census.stopped, Some(Stop::Interrupted));
            assert!(last.elapsed() < Duration::from_secs(2));
            assert_eq!(calls, 2);
            assert!(
                seen.iter()
                    .any(|progress| progress.layer > 0 && progress.positions > 0)
            );
        }
    }
}
