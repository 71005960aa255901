//! What several threads know together: positions that one of them has decided.
//!
//! Each thread has a graph of its own and looks at the positions of the same game in
//! a slightly different order. What one decides it tells the others, who ask before
//! they look at a new position and now and then for an open one. Trees that are
//! the same for two threads are thus searched once, mostly; nobody waits for
//! anybody.

use super::table::Hashed;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;

/// A table that threads share.
#[derive(Debug)]
pub struct Shared<K, V> {
    shards: Vec<Mutex<HashMap<K, V, Hashed>>>,
    over: AtomicBool,
}

impl<K: Eq + Hash, V: Copy> Shared<K, V> {
    pub fn new() -> Self {
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            over: AtomicBool::new(false),
        }
    }

    fn shard(&self, key: &K) -> MutexGuard<'_, HashMap<K, V, Hashed>> {
        let number = Hashed::default().hash_one(key) as usize % SHARDS;
        // A thread that panicked has left a whole map: nothing here stops half-way.
        self.shards[number]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, key: &K) -> Option<V> {
        self.shard(key).get(key).copied()
    }

    /// Puts in what is known; whether it is new.
    pub fn insert(&self, key: K, value: V) -> bool {
        self.shard(&key).insert(key, value).is_none()
    }

    /// The work is over: all threads may end.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Everything that is known.
    pub fn for_each(&self, mut what: impl FnMut(&K, &V)) {
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, value) in shard.iter() {
                what(key, value);
            }
        }
    }
}

impl<K: Eq + Hash, V: Copy> Default for Shared<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_see_what_others_know() {
        let shared: Shared<u64, u64> = Shared::new();
        std::thread::scope(|scope| {
            for part in 0..4u64 {
                let shared = &shared;
                scope.spawn(move || {
                    for n in 0..500 {
                        assert!(shared.insert(4 * n + part, n));
                    }
                });
            }
        });
        assert!((0..2000).all(|n| shared.get(&n) == Some(n / 4)));
        assert_eq!(shared.get(&2000), None);
        assert!(!shared.insert(7, 0));
        let mut count = 0;
        shared.for_each(|_, _| count += 1);
        assert_eq!(count, 2000);
        assert!(!shared.is_over());
        shared.end();
        assert!(shared.is_over());
    }
}
