//! Interim standings from the rows written so far.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::payoffs::{self, Payoffs};
use crate::report::align_columns;
use crate::report::tally::{Tally, add};
use crate::report::words::{count, percent};
use crate::rows::columns::MATCH_COLUMNS;
use crate::rows::read::{MatchReader, MatchRows, RowsError};

/// The largest number of printed lines, so that earlier output stays on the screen.
const MOST_LINES: usize = 14;
/// The largest number of lists, one per arm and number of seats.
const MOST_LISTS: usize = 3;

/// Win shares or returns from the rows so far.
pub struct Standings {
    path: PathBuf,
    /// Number of bytes read.
    read: u64,
    tallies: Vec<Tally>,
    /// True if the game pays points, so that returns are listed.
    pays_points: bool,
}

impl Standings {
    /// Creates standings for the match rows that are being written to `path`.
    pub fn new(path: &Path, pays_points: bool) -> Self {
        Standings { path: path.to_owned(), read: 0, tallies: Vec::new(), pays_points }
    }

    /// Reads the new rows of complete matches.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be read.
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
        let (mut rows, mut found) = (MatchReader::of_bytes(&self.path, bytes)?, MatchRows::default());
        while rows.next(&mut found)? {
            add(&mut self.tallies, &found);
        }
        Ok(())
    }

    /// Formats the win shares of the last lists in a few lines, highest first; empty before two entrants have met.
    ///
    /// These are not ratings: while most tables are still missing, ratings depend more on the schedule than on results.
    pub fn lines(&self) -> String {
        if self.pays_points {
            let lists: Vec<Payoffs> =
                self.tallies.iter().rev().take(MOST_LISTS).rev().filter_map(payoffs::payoffs).collect();
            return if lists.is_empty() { String::new() } else { shortened(&payoffs::rows(&lists)) };
        }
        let met: Vec<&Tally> = self.tallies.iter().filter(|tally| tally.has_contest()).collect();
        let last = &met[met.len().saturating_sub(MOST_LISTS)..];
        if last.is_empty() {
            return String::new();
        }
        let has_arms = last.windows(2).any(|two| two[0].arm != two[1].arm);
        let mut rows = vec![["seats", "entrant", "won", "matches"].map(str::to_owned).to_vec()];
        for tally in last {
            let table = if has_arms { format!("{}, {}", tally.seats, tally.arm) } else { tally.seats.to_string() };
            let share = |entrant: usize| tally.shares[entrant] / tally.seated[entrant] as f64;
            let mut order: Vec<usize> = (0..tally.entrants.len()).collect();
            order.sort_by(|one, other| share(*other).total_cmp(&share(*one)));
            rows.extend(order.into_iter().map(|entrant| {
                let (name, matches) = (tally.entrants[entrant].clone(), count(tally.matches[entrant]));
                vec![table.clone(), name, percent(share(entrant)), matches]
            }));
        }
        shortened(&rows)
    }
}

/// Returns the first lines of a table.
fn shortened(rows: &[Vec<String>]) -> String {
    align_columns(rows).lines().take(MOST_LINES).collect::<Vec<_>>().join("\n")
}

/// Returns the length of the complete matches in `bytes`, lines of `matches.csv`: up to the last change of the match
/// number.
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
    use crate::rows::read::SeatRow;
    use std::io::Write;

    #[test]
    fn standings_read_only_complete_matches() {
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
        // The last match may have more seats that are not written yet.
        assert_eq!(standings.tallies[0].matches, [19, 19]);
        let lines = standings.lines();
        assert!(lines.contains("seats  entrant  won") && lines.lines().count() == 3, "{lines}");
    }

    /// Issue 53, item 14: a winner of all matches was listed below an entrant with 72.5 %.
    #[test]
    fn standings_rank_by_win_share() {
        let mut standings = Standings::new(Path::new(""), false);
        // The winner of all its matches met only the weakest; the second met all others except the winner.
        for (one, other, wins) in [("d", "c", 9), ("d", "b", 5), ("c", "b", 5), ("a", "b", 10)] {
            for deal in 1..=10 {
                let won = f64::from(u8::from(deal <= wins));
                let seat = |entrant: &str, share: f64| SeatRow {
                    entrant: entrant.to_owned(),
                    score: share,
                    share,
                    rank: 1,
                    fault: String::new(),
                };
                let seats = vec![seat(one, won), seat(other, 1.0 - won)];
                add(&mut standings.tallies, &MatchRows { deal, rounds: 1, seats, ..MatchRows::default() });
            }
        }
        let lines = standings.lines();
        let shares: Vec<f64> = lines
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().nth(2).unwrap().trim_end_matches('%').parse().unwrap())
            .collect();
        assert!(lines.lines().nth(1).is_some_and(|line| line.contains("100.0")), "{lines}");
        assert!(shares.len() == 4 && shares.is_sorted_by(|one, next| one >= next), "{lines}");
    }
}
