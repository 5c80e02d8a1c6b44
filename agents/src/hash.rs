//! A hash that is the same on every machine and in every run, for lookup tables and for reproducible noise.

use std::hash::{Hash, Hasher};

/// Returns a 64-bit hash of `value` that does not depend on the process or the machine.
pub fn stable_hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = Mix::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A hasher that multiplies and folds one 64-bit word at a time.
struct Mix(u64);

impl Default for Mix {
    fn default() -> Self {
        Mix(0x9e37_79b9_7f4a_7c15)
    }
}

impl Mix {
    fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(0xd6e8_feb8_6659_fd93_u64);
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        eights.iter().for_each(|&eight| self.word(u64::from_le_bytes(eight)));
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.word(value.into());
    }

    fn write_u16(&mut self, value: u16) {
        self.word(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.word(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }

    fn write_u128(&mut self, value: u128) {
        self.word(value as u64);
        self.word((value >> 64) as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.word(value as i64 as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
