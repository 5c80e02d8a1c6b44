//! Opens files of unknown origin only if they are regular files, and reads lines of limited length.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

/// The longest line that is read, in bytes; far more than any match needs.
pub const LONGEST_LINE: usize = 16 << 20;

/// Opens the regular file at `path`. A pipe without a writer would block forever.
///
/// # Errors
///
/// Returns an error if there is no regular file, or if it cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits() as i32);
    let not_a_file = || io::Error::new(ErrorKind::InvalidInput, "not a file");
    if !fs::metadata(path)?.is_file() {
        return Err(not_a_file());
    }
    let file = options.read(true).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_a_file()) }
}

/// Returns the content of the file at `path`.
///
/// # Errors
///
/// Returns an error if there is no regular file, or if it cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the text of the file at `path`.
///
/// # Errors
///
/// Returns an error if there is no regular file, or if it cannot be read or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(ErrorKind::InvalidData, error.utf8_error()))
}

/// Returns the lines of `source` without their ends. A line that is not UTF-8, or longer than [`LONGEST_LINE`], is an
/// error.
pub fn lines(source: impl Read) -> impl Iterator<Item = io::Result<String>> {
    let mut reader = BufReader::new(source);
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match reader.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line) {
            Err(error) => return Some(Err(error)),
            Ok(0) => return None,
            Ok(_) => {}
        }
        if line.pop_if(|byte| *byte == b'\n').is_some() {
            line.pop_if(|byte| *byte == b'\r');
        }
        if line.len() > LONGEST_LINE {
            let what = format!("longer than {} MB", LONGEST_LINE >> 20);
            return Some(Err(io::Error::new(ErrorKind::InvalidData, what)));
        }
        Some(String::from_utf8(line).map_err(|error| io::Error::new(ErrorKind::InvalidData, error)))
    })
}
