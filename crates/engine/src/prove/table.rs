//! How positions are hashed.
//!
//! The standard hash is made to withstand an adversary, which costs more here than
//! the rest of a look-up. Positions are a few words, which are multiplied together.

use std::hash::{BuildHasherDefault, Hasher};

pub type Hashed = BuildHasherDefault<Words>;

/// A hash of words; all of its bits are good.
#[derive(Clone, Copy, Default)]
pub struct Words(u64);

impl Hasher for Words {
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_ne_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
