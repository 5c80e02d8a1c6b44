//! The random number generator and its seeds.
//!
//! All randomness comes from [`Rng`] (ChaCha8, a published cipher that gives the same words on every machine) through
//! [`below`], [`shuffle`] and [`unit()`]. They are implemented here because `rand` guarantees its distributions only
//! within a minor version; `engine/tests/core/rng.rs` pins their values. A [`Seed`] derives other seeds through a hash,
//! so the seed of a seat does not reveal the cards.

use std::fmt;
use std::str::FromStr;

use rand::{Rng as _, SeedableRng};
use sha2::{Digest, Sha256};

/// The random number generator of every stream.
pub type Rng = rand_chacha::ChaCha8Rng;

/// Version of the generator. It is incremented when the same seed no longer gives the same match.
pub const RNG_VERSION: u32 = 2;

/// The start of a stream of random numbers: 32 bytes, written as 64 hexadecimal digits.
///
/// ```
/// use ergo_core::Seed;
///
/// let deal = Seed::master(7).derive("deal", &[1]);
/// assert_ne!(deal, Seed::master(7).derive("deal", &[2]));
/// assert_eq!(deal.to_string().parse::<Seed>().unwrap(), deal);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Returns the master seed of an experiment from the number in its file.
    pub fn master(number: u64) -> Self {
        Seed([0; 32]).derive("master", &[number])
    }

    /// Derives another seed as the SHA-256 of this seed, a purpose and numbers. Different purposes or numbers give
    /// independent streams, and the derivation cannot be reversed.
    pub fn derive(&self, purpose: &str, numbers: &[u64]) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update((purpose.len() as u64).to_le_bytes());
        hash.update(purpose.as_bytes());
        for number in numbers {
            hash.update(number.to_le_bytes());
        }
        Seed(hash.finalize().into())
    }

    /// Draws a seed from a stream.
    pub fn draw(rng: &mut Rng) -> Self {
        let mut bytes = [0; 32];
        for word in bytes.chunks_exact_mut(8) {
            word.copy_from_slice(&rng.next_u64().to_le_bytes());
        }
        Seed(bytes)
    }

    /// Returns the random stream of this seed.
    pub fn rng(&self) -> Rng {
        Rng::from_seed(self.0)
    }

    /// Returns the random stream number `stream` of this seed.
    pub fn stream(&self, stream: u64) -> Rng {
        let mut rng = self.rng();
        rng.set_stream(stream);
        rng
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

/// The error for a text that is not 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is 64 hexadecimal digits, not \"{0}\"")]
pub struct ParseSeedError(String);

impl FromStr for Seed {
    type Err = ParseSeedError;
    fn from_str(text: &str) -> Result<Self, ParseSeedError> {
        let bad = || ParseSeedError(text.to_owned());
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(bad());
        }
        let mut bytes = [0; 32];
        for (byte, i) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&text[i..i + 2], 16).map_err(|_| bad())?;
        }
        Ok(Seed(bytes))
    }
}

/// Samples an integer from 0 to `bound - 1` uniformly (Lemire 2019, with rejection, so without bias). `bound` must be
/// at least 1.
#[inline]
pub fn below(rng: &mut Rng, bound: u32) -> u32 {
    debug_assert!(bound > 0);
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let floor = bound.wrapping_neg() % bound;
        while (product as u32) < floor {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Shuffles `items` uniformly (Fisher and Yates, from the back).
pub fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

/// Samples a number from [0, 1) with 53 random bits.
#[inline]
pub fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
