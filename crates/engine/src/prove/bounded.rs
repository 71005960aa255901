//! A table that forgets: positions and what is known of them, in so much memory.
//!
//! A depth-first search keeps its way on the stack, so it is right with any table and
//! fast with a good one. The table consists of buckets with a few places. A
//! position belongs to one bucket; where that is full, it takes the place of the
//! position in it that was the cheapest to find out (Breuker, Uiterwijk and van den
//! Herik, 1994, compare such schemes: work saved is a better reason to stay than age or
//! depth). A new position always gets a place, since the search is about to use it.
//!
//! The table begins small and doubles when it is half full, up to the bytes that it is
//! given or that the memory limit leaves; it takes no more than half of that limit,
//! since a proof will have to be written beside it.

use super::table::Hashed;
use crate::watch::{Limits, Stop};
use std::hash::{BuildHasher, Hash};

/// Places in a bucket.
const PLACES: usize = 4;
/// Buckets at the beginning.
const FIRST: usize = 256;

#[derive(Clone, Copy, Debug)]
struct Place<K, V> {
    key: K,
    value: V,
    worth: u32,
}

type Bucket<K, V> = [Option<Place<K, V>>; PLACES];

#[derive(Debug)]
pub struct Bounded<K, V> {
    buckets: Vec<Bucket<K, V>>,
    /// The most bytes that it may take.
    most: u64,
    /// The limits do not let it grow.
    is_full: bool,
    filled: usize,
    forgotten: u64,
}

impl<K: Copy + Eq + Hash, V: Copy> Bounded<K, V> {
    pub fn new(most: u64) -> Self {
        Self {
            buckets: Vec::new(),
            most,
            is_full: false,
            filled: 0,
            forgotten: 0,
        }
    }

    /// Gets its first memory; nothing else may be asked before.
    pub fn open(&mut self, limits: &Limits) -> Result<(), Stop> {
        if self.buckets.is_empty() {
            self.most = self.most.min(limits.memory().unwrap_or(u64::MAX) / 2);
            let first = FIRST.min(self.most_buckets()).max(1);
            limits.charge(Self::bytes_of(first))?;
            self.buckets = vec![[None; PLACES]; first];
        }
        Ok(())
    }

    /// What is known of a position, and what it was worth.
    pub fn get(&self, key: &K) -> Option<(V, u32)> {
        let bucket = &self.buckets[self.place(key)];
        let mut places = bucket.iter().flatten();
        let found = places.find(|place| place.key == *key)?;
        Some((found.value, found.worth))
    }

    /// Enters what is known of a position, in place of what was known of it, or of another.
    pub fn put(&mut self, key: K, value: V, worth: u32, limits: &Limits) {
        if self.filled * 2 >= self.buckets.len() * PLACES && !self.is_full {
            self.grow(limits);
        }
        self.insert(Place { key, value, worth });
    }

    pub fn bytes(&self) -> u64 {
        Self::bytes_of(self.buckets.len())
    }

    /// How many positions gave up their places.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    fn insert(&mut self, new: Place<K, V>) {
        let number = self.place(&new.key);
        let bucket = &mut self.buckets[number];
        let same = |place: &&mut Option<Place<K, V>>| {
            place.as_ref().is_some_and(|place| place.key == new.key)
        };
        if let Some(place) = bucket.iter_mut().find(same) {
            *place = Some(new);
            return;
        }
        let worth = |place: &Option<Place<K, V>>| place.as_ref().map(|place| place.worth);
        let least = bucket.iter_mut().min_by_key(|place| worth(place));
        let least = least.expect("a bucket has places");
        if least.replace(new).is_some() {
            self.forgotten += 1;
        } else {
            self.filled += 1;
        }
    }

    fn grow(&mut self, limits: &Limits) {
        let old = self.buckets.len();
        let new = (2 * old).min(self.most_buckets());
        if new <= old || !limits.try_charge(Self::bytes_of(new)) {
            self.is_full = true;
            return;
        }
        let buckets = std::mem::replace(&mut self.buckets, vec![[None; PLACES]; new]);
        self.filled = 0;
        for place in buckets.into_iter().flatten().flatten() {
            self.insert(place);
        }
        limits.refund(Self::bytes_of(old));
    }

    fn place(&self, key: &K) -> usize {
        let hash = Hashed::default().hash_one(key);
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    fn most_buckets(&self) -> usize {
        let bucket = size_of::<Bucket<K, V>>() as u64;
        usize::try_from(self.most / bucket).unwrap_or(usize::MAX)
    }

    fn bytes_of(buckets: usize) -> u64 {
        (buckets * size_of::<Bucket<K, V>>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use std::collections::HashMap;

    #[test]
    fn what_it_has_is_what_was_put() {
        let limits = Limits::new(None, None);
        for most in [0, 1000, 20_000, 1 << 24] {
            let mut chance = Chance::new(5);
            let mut table: Bounded<u64, u64> = Bounded::new(most);
            table.open(&limits).unwrap();
            let mut truth = HashMap::new();
            for value in 0..20_000 {
                let key = chance.below(8000);
                table.put(key, value, chance.below(9) as u32, &limits);
                truth.insert(key, value);
                // What came last is there.
                assert_eq!(table.get(&key).unwrap().0, value);
            }
            let mut have = 0;
            for (key, value) in &truth {
                if let Some((known, _)) = table.get(key) {
                    assert_eq!(known, *value);
                    have += 1;
                }
            }
            assert_eq!(have, table.filled);
            assert!(table.bytes() <= most.max(Bounded::<u64, u64>::bytes_of(1)));
            if most < 100_000 {
                assert!(table.forgotten() > 0 && have < truth.len() / 4);
            } else {
                assert!(have > truth.len() * 9 / 10);
            }
        }
    }

    #[test]
    fn the_cheapest_is_forgotten() {
        let limits = Limits::new(None, None);
        let mut table: Bounded<u64, ()> = Bounded::new(0);
        table.open(&limits).unwrap();
        for (key, worth) in [(1, 5), (2, 3), (3, 9), (4, 4), (5, 1), (6, 2)] {
            table.put(key, (), worth, &limits);
        }
        let known: Vec<u64> = (0..9).filter(|key| table.get(key).is_some()).collect();
        assert_eq!(known, [1, 3, 4, 6]);
        assert_eq!(table.forgotten(), 2);
    }

    #[test]
    fn it_keeps_to_half_of_the_memory() {
        let limits = Limits::new(None, Some(1_000_000));
        let mut table: Bounded<u64, u64> = Bounded::new(u64::MAX);
        table.open(&limits).unwrap();
        for key in 0..100_000 {
            table.put(key, 0, 1, &limits);
        }
        assert!(table.bytes() > 400_000 && table.bytes() <= 500_000);
        assert_eq!(limits.used(), table.bytes());
        assert_eq!(limits.check(), Ok(()));
        let tight = Limits::new(None, Some(10));
        let mut none: Bounded<u64, u64> = Bounded::new(u64::MAX);
        assert_eq!(none.open(&tight), Err(Stop::Memory));
    }
}
