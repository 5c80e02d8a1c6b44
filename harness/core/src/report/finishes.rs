//! The finishing orders of tables, for the model of whole rankings, in memory that does not grow with the number of
//! matches.

use std::collections::BTreeMap;

use crate::rows::read::MatchRows;
use ergo_stats::plackett_luce::Ranking;

/// The entrants at a table, by index, and the place of each.
type Finish = (Vec<usize>, Vec<u32>);

/// The numbers of matches by finishing order and batch of deals.
#[derive(Default)]
pub(crate) struct Finishes {
    kinds: Vec<Finish>,
    places: BTreeMap<Finish, usize>,
    counts: BTreeMap<(u64, usize), f64>,
    /// Number of matches left out because an entrant had two seats.
    pub copies: u64,
}

impl Finishes {
    /// Counts a match of a batch; `lineup` has the entrant of each seat.
    pub(crate) fn add(&mut self, batch: u64, lineup: &[usize], found: &MatchRows) {
        let mut finish: Vec<(usize, u32)> =
            lineup.iter().copied().zip(found.seats.iter().map(|row| row.rank)).collect();
        finish.sort_unstable();
        if finish.windows(2).any(|two| two[0].0 == two[1].0) {
            self.copies += 1;
            return;
        }
        let place = *self.places.entry(finish.into_iter().unzip()).or_insert_with_key(|finish| {
            self.kinds.push(finish.clone());
            self.kinds.len() - 1
        });
        *self.counts.entry((batch, place)).or_default() += 1.0;
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Merges neighbouring batches.
    pub(crate) fn pool(&mut self) {
        let mut pooled: BTreeMap<(u64, usize), f64> = BTreeMap::new();
        for ((batch, place), count) in std::mem::take(&mut self.counts) {
            *pooled.entry((batch >> 1, place)).or_default() += count;
        }
        self.counts = pooled;
    }

    /// Returns every ranking with its number of matches.
    pub(crate) fn rankings(&self) -> Vec<(Ranking, f64)> {
        let ranking = |((batch, place), count): (&(u64, usize), &f64)| {
            let (items, ranks) = self.kinds[*place].clone();
            let scores = ranks.into_iter().map(|rank| -f64::from(rank)).collect();
            (Ranking { block: *batch as usize, items, scores }, *count)
        };
        self.counts.iter().map(ranking).collect()
    }
}
