//! In what order tables finished: all that the model of whole rankings needs, in memory that does not grow with matches.

use std::collections::BTreeMap;

use crate::rows::read::MatchRows;
use ergo_stats::plackett_luce::Ranking;

/// Who sat at a table, by number, and at what place each finished.
type Finish = (Vec<usize>, Vec<u32>);

/// Matches by how their table finished, and by batch of deals.
#[derive(Default)]
pub(crate) struct Finishes {
    kinds: Vec<Finish>,
    places: BTreeMap<Finish, usize>,
    counts: BTreeMap<(u64, usize), f64>,
    /// Matches left out because somebody sat there twice.
    pub copies: u64,
}

impl Finishes {
    /// Counts a match of a batch, in which `lineup` says who sat in which seat.
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

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Pools neighbouring batches.
    pub(crate) fn pool(&mut self) {
        let mut pooled: BTreeMap<(u64, usize), f64> = BTreeMap::new();
        for ((batch, place), count) in std::mem::take(&mut self.counts) {
            *pooled.entry((batch >> 1, place)).or_default() += count;
        }
        self.counts = pooled;
    }

    /// Every ranking with the number of matches that ended so.
    pub(crate) fn rankings(&self) -> Vec<(Ranking, f64)> {
        let ranking = |((batch, place), count): (&(u64, usize), &f64)| {
            let (items, ranks) = self.kinds[*place].clone();
            let scores = ranks.into_iter().map(|rank| -f64::from(rank)).collect();
            (Ranking { block: *batch as usize, items, scores }, *count)
        };
        self.counts.iter().map(ranking).collect()
    }
}
