//! A set of positions that answers for its memory.
//!
//! Open addressing with linear probing in one array of keys, grown twofold when
//! three quarters are full. The standard library's set would do as well but for
//! two things: here every byte is charged to the limits before it is allocated
//! (old and new array together while growing), and an allocation that fails is
//! an error of the search and not the end of the process.
//!
//! No position has a stone of both players on a cell, so the pair of two full
//! sets marks an empty slot, and a slot is nothing but its key.

use crate::bits::Bits;
use crate::watch::{Limits, Stop};
use std::sync::Arc;

/// The stones of Black and of White.
pub type Key<const W: usize> = [Bits<W>; 2];

/// A hash of a key; all of its bits are good.
#[inline]
pub fn hash<const W: usize>(key: &Key<W>) -> u64 {
    let mut hash = 0u64;
    for word in key[0].words().iter().chain(key[1].words()) {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ (hash >> 29)
}

/// A growing set of keys.
pub struct Keys<const W: usize> {
    slots: Vec<Key<W>>,
    len: usize,
    limits: Arc<Limits>,
}

impl<const W: usize> Keys<W> {
    const EMPTY: Key<W> = [Bits::FULL; 2];
    const FIRST_SLOTS: usize = 16;

    pub fn new(limits: Arc<Limits>) -> Self {
        Self {
            slots: Vec::new(),
            len: 0,
            limits,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many slots there are, for those who want to share them out.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// The keys in a range of slots.
    pub fn iter(&self, slots: std::ops::Range<usize>) -> impl Iterator<Item = &Key<W>> {
        self.slots[slots].iter().filter(|&key| *key != Self::EMPTY)
    }

    /// Puts in a key with its hash; says whether it is new.
    pub fn insert(&mut self, key: Key<W>, hash: u64) -> Result<bool, Stop> {
        debug_assert!(key != Self::EMPTY);
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            self.grow()?;
        }
        let place = find(&self.slots, &key, hash);
        let new = self.slots[place] == Self::EMPTY;
        if new {
            self.slots[place] = key;
            self.len += 1;
        }
        Ok(new)
    }

    fn grow(&mut self) -> Result<(), Stop> {
        let size = (self.slots.len() * 2).max(Self::FIRST_SLOTS);
        self.limits.charge(bytes::<W>(size))?;
        let mut slots = Vec::new();
        if slots.try_reserve_exact(size).is_err() {
            self.limits.refund(bytes::<W>(size));
            return Err(self.limits.halt(Stop::Memory));
        }
        slots.resize(size, Self::EMPTY);
        for &key in self.slots.iter().filter(|&key| *key != Self::EMPTY) {
            let place = find(&slots, &key, hash(&key));
            slots[place] = key;
        }
        self.limits.refund(bytes::<W>(self.slots.len()));
        self.slots = slots;
        Ok(())
    }
}

impl<const W: usize> Drop for Keys<W> {
    fn drop(&mut self) {
        self.limits.refund(bytes::<W>(self.slots.len()));
    }
}

fn bytes<const W: usize>(slots: usize) -> u64 {
    (slots * size_of::<Key<W>>()) as u64
}

/// The slot of the key, or the empty one where it belongs. There is an empty one.
#[inline]
fn find<const W: usize>(slots: &[Key<W>], key: &Key<W>, hash: u64) -> usize {
    let mask = slots.len() - 1;
    let mut place = hash as usize & mask;
    while slots[place] != Keys::EMPTY && slots[place] != *key {
        place = (place + 1) & mask;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use std::collections::HashSet;

    #[test]
    fn agrees_with_the_standard_set() {
        let mut chance = Chance::new(11);
        let limits = Arc::new(Limits::new(None, None));
        let mut keys = Keys::<2>::new(limits.clone());
        let mut truth = HashSet::new();
        for _ in 0..5000 {
            let black = Bits::from_words([chance.below(40), chance.below(40)]);
            let key = [black, Bits::from_words([chance.below(2) << 40, 0])];
            assert_eq!(keys.insert(key, hash(&key)), Ok(truth.insert(key)));
        }
        assert_eq!(keys.len(), truth.len());
        assert!(keys.iter(0..keys.slots()).all(|key| truth.contains(key)));
        assert_eq!(keys.iter(0..keys.slots()).count(), truth.len());
        assert_eq!(limits.used(), (keys.slots() * 32) as u64);
        drop(keys);
        assert_eq!(limits.used(), 0);
    }

    #[test]
    fn stops_at_the_limit_of_memory() {
        let limits = Arc::new(Limits::new(None, Some(1000)));
        let mut keys = Keys::<1>::new(limits.clone());
        let mut insert = |n: u64| {
            let key = [Bits::from_words([n]), Bits::EMPTY];
            keys.insert(key, hash(&key))
        };
        // 16 slots and then 32 take 768 bytes together while growing; 64 more do not fit.
        for n in 0..24 {
            assert_eq!(insert(n), Ok(true));
        }
        assert_eq!(insert(24), Err(Stop::Memory));
        assert_eq!(limits.used(), 512);
    }
}
