//! Keys with numbers, found by a hash that is the same in every process and told apart by comparison.

use std::hash::{Hash, Hasher};

/// Keys numbered from 0 in the order they came, in a table with open places.
#[derive(Clone, Debug)]
pub(super) struct KeyTable<K> {
    keys: Vec<K>,
    /// For each place of the table: the number of its key from 1, or 0 where it is free.
    table: Vec<u32>,
}

/// Places of the table at first; there are always twice as many as keys.
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

    /// The number of `key`, or the place where it is to be put.
    #[inline]
    pub(super) fn find(&self, key: &K) -> Result<usize, usize> {
        self.find_as(key, |known| known == key)
    }

    /// The same for whatever has the hash of a key and is the `same`.
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

    /// Puts `key` at the `free` place that was found for it; gives its number.
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

/// The places of a key in a table, before they are cut to its size.
#[inline]
pub(super) fn hash(key: &impl Hash) -> usize {
    let mut hasher = Mix(0);
    key.hash(&mut hasher);
    (hasher.0 >> 32) as usize
}

/// Multiplies and turns, eight bytes at a time: with the better mixing of [`crate::hash`] a decision took a tenth longer.
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
