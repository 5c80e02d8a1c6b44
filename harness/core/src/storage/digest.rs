//! SHA-256 digests in hexadecimal, in the format of `sha256sum`.

use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::storage::folder::regular;

/// Computes a digest incrementally.
#[derive(Clone, Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the digest of all bytes.
    pub fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Returns the digest of a text.
pub fn of_text(text: &str) -> String {
    of_bytes(text.as_bytes())
}

/// Returns the digest of bytes.
pub fn of_bytes(bytes: &[u8]) -> String {
    let mut hasher = Hasher::default();
    hasher.update(bytes);
    hasher.finish()
}

/// Returns the digest of a file.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn of_file(path: &Path) -> io::Result<String> {
    let mut hasher = Hasher::default();
    read_into(&mut hasher, &mut regular::open(path)?)?;
    Ok(hasher.finish())
}

/// Adds the rest of `source` and returns its number of bytes.
///
/// # Errors
///
/// Returns an error if `source` cannot be read.
pub fn read_into(hasher: &mut Hasher, source: &mut impl Read) -> io::Result<u64> {
    let mut buffer = vec![0; 1 << 16];
    let mut total = 0;
    loop {
        match source.read(&mut buffer)? {
            0 => return Ok(total),
            count => {
                hasher.update(&buffer[..count]);
                total += count as u64;
            }
        }
    }
}
