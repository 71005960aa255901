//! Random numbers for the tests: seeded, small and the same everywhere.
//!
//! A counter stepped by an odd constant and scrambled by two multiplications
//! (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
//! OOPSLA 2014). The tests need no more than that, and a failing one repeats.

pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`. The bias is far below what a test could notice.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// So many different numbers below a bound, ascending.
    pub fn subset(&mut self, size: usize, bound: usize) -> Vec<u16> {
        let mut all: Vec<u16> = (0..bound as u16).collect();
        self.shuffle(&mut all);
        all.truncate(size);
        all.sort_unstable();
        all
    }
}
