//! A hash table that numbers its keys. The hash is the same in every process.

use std::hash::{Hash, Hasher};

/// Keys numbered from 0 in the order of addition, in an open-addressing table.
#[derive(Clone, Debug)]
pub(super) struct KeyTable<K> {
    keys: Vec<K>,
    /// For each slot, the number of its key plus 1, or 0 if it is free.
    table: Vec<u32>,
}

/// Initial number of slots; there are always at least twice as many slots as keys.
pub(super) const PLACES: usize = 512;

impl<K> Default for KeyTable<K> {
    fn default() -> Self {
        KeyTable { keys: Vec::new(), table: vec![0; PLACES] }
    }
}

impl<K: Eq + Hash> KeyTable<K> {
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.table.clear();
        self.table.resize(PLACES, 0);
    }

    /// Returns the number of `key`, or the free slot for adding it.
    #[inline]
    pub(super) fn find(&self, key: &K) -> Result<usize, usize> {
        self.find_as(key, |known| known == key)
    }

    /// Returns the number of the key that has this hash and is `same`, or the free slot for adding it.
    #[inline]
    pub(super) fn find_as(&self, key: &impl Hash, same: impl Fn(&K) -> bool) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut place = hash(key) & mask;
        loop {
            let Some(number) = (self.table[place] as usize).checked_sub(1) else { return Err(place) };
            if same(&self.keys[number]) {
                return Ok(number);
            }
            place = (place + 1) & mask;
        }
    }

    /// Adds `key` at the free slot that [`KeyTable::find`] returned, and returns its number.
    pub(super) fn add(&mut self, free: usize, key: K) -> usize {
        let number = self.keys.len();
        self.keys.push(key);
        self.table[free] = number as u32 + 1;
        if 2 * self.keys.len() > self.table.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let places = 2 * self.table.len();
        self.table.clear();
        self.table.resize(places, 0);
        for number in 0..self.keys.len() {
            let free = self.find(&self.keys[number]).expect_err("each key is there once");
            self.table[free] = number as u32 + 1;
        }
    }
}

/// Returns the hash of a key, to be reduced to the size of a table.
#[inline]
pub(super) fn hash(key: &impl Hash) -> usize {
    let mut hasher = Mix(0);
    key.hash(&mut hasher);
    (hasher.0 >> 32) as usize
}

/// A hasher that multiplies and rotates, eight bytes at a time. With the stronger [`crate::hash`] a decision took
/// 10 % longer.
struct Mix(u64);

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        eights.iter().for_each(|&eight| self.write_u64(u64::from_le_bytes(eight)));
        rest.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
