//! Standings while matches are played, from the rows as they are written.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use ergo_engine::rng::Seed;

use super::list::rows;
use super::payoffs::{self, Payoffs};
use super::{Ratings, rate};
use crate::report::aligned;
use crate::report::tally::{Tally, add};
use crate::rows::columns::MATCH_COLUMNS;
use crate::rows::read::{MatchRows, Matches, RowsError};

/// The most lines: more would push what is above off the screen.
const MOST_LINES: usize = 14;
/// Longer lists take too long to be rated again and again.
const MOST_RATED: usize = 40;

/// Who stands where, by the rows so far.
pub struct Standings {
    path: PathBuf,
    /// Bytes that were read.
    read: u64,
    tallies: Vec<Tally>,
    /// Whether the game pays points, so that returns are listed, not ratings by wins.
    pays_points: bool,
}

impl Standings {
    /// Those of the file of matches that is written at `path`.
    pub fn new(path: &Path, pays_points: bool) -> Self {
        Standings { path: path.to_owned(), read: 0, tallies: Vec::new(), pays_points }
    }

    /// Takes account of the rows that are new. What is not whole yet waits.
    pub fn look(&mut self) -> Result<(), RowsError> {
        let failed = |error| RowsError::Io { path: self.path.clone(), error };
        let mut file = File::open(&self.path).map_err(failed)?;
        file.seek(SeekFrom::Start(self.read)).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = whole_matches(&bytes, self.read == 0);
        if whole == 0 {
            return Ok(());
        }
        self.read += whole as u64;
        let head = if self.read == whole as u64 { String::new() } else { format!("{MATCH_COLUMNS}\n") };
        let bytes = [head.as_bytes(), &bytes[..whole]].concat();
        let (mut rows, mut found) = (Matches::of_bytes(&self.path, bytes)?, MatchRows::default());
        while rows.next(&mut found)? {
            add(&mut self.tallies, &found);
        }
        Ok(())
    }

    /// The lists in a few lines, best first: share of the wins, rating and its interval; nothing where nobody met anybody.
    pub fn lines(&self) -> String {
        if self.pays_points {
            let lists: Vec<Payoffs> = self.tallies.iter().rev().take(3).rev().filter_map(payoffs::payoffs).collect();
            return if lists.is_empty() { String::new() } else { shortened(&payoffs::rows(&lists)) };
        }
        let seed = Seed::master(0);
        let is_short = |tally: &&Tally| tally.entrants.len() <= MOST_RATED && tally.is_connected();
        let lists: Vec<Ratings> = self
            .tallies
            .iter()
            .rev()
            .take(3)
            .rev()
            .filter(is_short)
            .filter_map(|tally| rate(tally, &seed, None))
            .collect();
        if lists.is_empty() {
            return String::new();
        }
        shortened(&rows(&lists))
    }
}

fn shortened(rows: &[Vec<String>]) -> String {
    aligned(rows).lines().take(MOST_LINES).collect::<Vec<_>>().join("\n")
}

/// How many of `bytes`, lines of `matches.csv`, hold matches that are whole: up to the last whose number differs from that of
/// the line before it.
fn whole_matches(bytes: &[u8], with_head: bool) -> usize {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let lines = bytes[..end].split_inclusive(|&byte| byte == b'\n').collect::<Vec<_>>();
    let Some(last) = lines.last().filter(|_| lines.len() > usize::from(with_head)) else { return 0 };
    let number = |line: &[u8]| {
        csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(line)
            .byte_records()
            .next()
            .and_then(|record| record.ok()?.get(1).map(<[u8]>::to_vec))
    };
    let of_last = number(last);
    let open: usize = lines.iter().rev().take_while(|line| number(line) == of_last).map(|line| line.len()).sum();
    end - open
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn rows_are_taken_as_they_come_and_matches_as_wholes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.csv.part");
        let row = |number: u64, seat: u64, entrant: &str, share: u64| {
            format!("x,{number},{number},1,{seat},{entrant},1,5,3,{},{share},{share},,a v b,9,0\n", 2 - share)
        };
        let all: String =
            (1..=20).map(|number| row(number, 1, "a", number % 2) + &row(number, 2, "b", 1 - number % 2)).collect();
        let text = format!("{MATCH_COLUMNS}\n{all}");
        let mut standings = Standings::new(&path, false);
        let mut file = File::create(&path).unwrap();
        for piece in text.as_bytes().chunks(37) {
            file.write_all(piece).unwrap();
            standings.look().unwrap();
        }
        // The last may have more seats, as far as anybody can tell.
        assert_eq!(standings.tallies[0].matches, [19, 19]);
        let lines = standings.lines();
        assert!(lines.contains("seats  entrant  won") && lines.lines().count() == 3, "{lines}");
    }
}
