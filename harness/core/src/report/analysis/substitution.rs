//! Compares pairs of tables that differ in one entrant only, deal by deal.
//!
//! The tables of a pair follow one another in the schedule and differ in the first entrant of their lists: the same
//! deals, seats and other entrants, with common random numbers. So the difference on a deal is due to the change of the
//! entrant, and it has less variance than a difference between independent deals. The variance ratio is estimated.

use super::{Analysis, RunData};
use crate::design::is_substitution_pair;
use crate::measure::Measures;
use crate::report::deal_file::{DealFile, DealReader, DealSums, Extents, WeightedSum};
use crate::report::row::SummaryRow;
use crate::report::table_stats::TableStats;
use crate::rows::read::RowsError;
use ergo_stats::{Contrast, DifferenceTest};

/// Compares tables that differ in one entrant only.
#[derive(Default)]
pub(super) struct Substitution {
    pairing: Option<Pairing>,
    pairs: Vec<Pair>,
}

impl Analysis for Substitution {
    fn on_block(
        &mut self,
        lineups: &[TableStats],
        lineup: usize,
        deal: u64,
        sums: Option<[WeightedSum; 2]>,
    ) -> Result<(), RowsError> {
        if self.pairing.is_none() {
            self.pairing = Some(Pairing::new()?);
        }
        self.pairing.as_mut().map_or(Ok(()), |pairing| pairing.push(lineups, lineup, deal, sums))
    }

    fn estimate(&mut self, _: &mut RunData<'_>) -> Result<(), RowsError> {
        if let Some(pairing) = self.pairing.take() {
            self.pairs = pairing.finish()?;
        }
        Ok(())
    }

    fn summary_rows(&self, write: &mut dyn FnMut(&SummaryRow<'_>)) {
        for pair in &self.pairs {
            let table = pair.against.as_ref().map_or("all".to_owned(), |others| format!("{} v {others}", pair.one));
            let subject = format!("{} - {}", pair.one, pair.other);
            for (contrast, name) in pair.measures.iter().zip(MEASURES) {
                let key = Measures::default().key("all", name);
                let DifferenceTest { difference, interval, law, p, deals } = contrast.test(key.range());
                let mut row = |suffix: &str, value, interval, p| {
                    write(&SummaryRow {
                        arm: &pair.arm,
                        table: &table,
                        seats: pair.seats,
                        subject: &subject,
                        measure: &format!("{name}{suffix}"),
                        value,
                        interval,
                        law,
                        blocks: deals,
                        estimand: key.estimand(),
                        p,
                    });
                };
                row("_paired", difference, interval, Some(p));
                if let Some(ratio) = contrast.variance_ratio() {
                    row("_paired_variance_ratio", ratio, None, None);
                }
            }
        }
    }
}

/// The compared measures of the first entrant: win share, and points per round minus the mean of the others.
const MEASURES: [&str; 2] = ["win_share", "margin_per_round"];
/// One sum per measure.
type Values = [WeightedSum; MEASURES.len()];

/// Two tables, or all pairs of tables with the same two first entrants.
struct Pair {
    /// The arm.
    arm: String,
    /// The number of seats.
    seats: usize,
    /// The first entrant of the first table.
    one: String,
    /// The first entrant of the second table.
    other: String,
    /// The other entrants; `None` for all tables together.
    against: Option<String>,
    /// The difference for each of [`MEASURES`].
    measures: [Contrast; MEASURES.len()],
}

/// Finds pairs while blocks are read.
struct Pairing {
    deal_file: DealFile,
    /// The tables so far by arm: their number, and true if all of them form pairs.
    arms: Vec<(String, usize, bool)>,
    /// The current table and its deals, if the other table of a pair may follow.
    current: Option<(usize, Extents)>,
    /// While the second table of a pair is read, the deals of the first.
    beside: Option<FirstTable>,
    pairs: Vec<PairDeals>,
}

/// The deals of the first table of a pair.
struct FirstTable {
    reading: DealReader,
    found: DealSums,
    more: bool,
}

/// A pair with its deals: the sums of the first table, then of the second.
struct PairDeals {
    lineup: usize,
    deals: Extents,
    pair: Pair,
}

impl Pairing {
    /// Creates an empty list of pairs.
    fn new() -> Result<Self, RowsError> {
        Ok(Pairing { deal_file: DealFile::new()?, arms: Vec::new(), current: None, beside: None, pairs: Vec::new() })
    }

    /// Adds a block of the table `lineups[lineup]`. Blocks of a table must be in the order of their deals.
    fn push(
        &mut self,
        lineups: &[TableStats],
        lineup: usize,
        deal: u64,
        values: Option<Values>,
    ) -> Result<(), RowsError> {
        if self.current.as_ref().is_none_or(|(current, _)| *current != lineup) {
            self.open(lineups, lineup)?;
        }
        let Some(values) = values else { return Ok(()) };
        if let Some(beside) = &mut self.beside {
            while beside.more && beside.found.deal < deal {
                beside.more = beside.reading.next(&mut beside.found)?;
            }
            if let (true, Ok(one)) =
                (beside.more && beside.found.deal == deal, Values::try_from(&beside.found.sums[..]))
            {
                let known = self.pairs.last_mut().expect("pushed when its table began");
                add(&mut known.pair, one, values);
                self.deal_file.push(&mut known.deals, deal, &[one, values].concat())?;
            }
        } else if let Some((_, deals)) = &mut self.current
            && self.arms.last().is_some_and(|(.., all)| *all)
        {
            self.deal_file.push(deals, deal, &values)?;
        }
        Ok(())
    }

    /// Begins a table: the second of a pair if it matches the previous one.
    fn open(&mut self, lineups: &[TableStats], lineup: usize) -> Result<(), RowsError> {
        let here = &lineups[lineup];
        if self.arms.last().is_none_or(|(arm, ..)| *arm != here.arm) {
            self.arms.push((here.arm.clone(), 0, true));
            self.current = None;
        }
        let (_, tables, all) = self.arms.last_mut().expect("pushed above");
        *tables += 1;
        let before = self.current.replace((lineup, Extents::new()));
        self.beside = None;
        let Some((one, deals)) = before.filter(|_| tables.is_multiple_of(2)) else { return Ok(()) };
        match pair_of(&lineups[one], here) {
            None => *all = false,
            Some(pair) => {
                let reading = self.deal_file.read(&deals)?;
                self.beside = Some(FirstTable { reading, found: DealSums::default(), more: true });
                self.pairs.push(PairDeals { lineup, deals: Extents::new(), pair });
            }
        }
        Ok(())
    }

    /// Returns all pairs of arms that consist of pairs. If two entrants have several pairs, also their total.
    fn finish(mut self) -> Result<Vec<Pair>, RowsError> {
        let is_whole = |(_, tables, all): &&(String, usize, bool)| *all && tables.is_multiple_of(2);
        let whole: Vec<String> = self.arms.iter().filter(is_whole).map(|(arm, ..)| arm.clone()).collect();
        self.pairs.retain(|known| whole.contains(&known.pair.arm) && known.pair.measures[0].deals() > 0);
        let mut together = Vec::new();
        for (i, first) in self.pairs.iter().enumerate() {
            if self.pairs[..i].iter().any(|known| known.pair.is_like(&first.pair)) {
                continue;
            }
            let alike: Vec<&PairDeals> = self.pairs.iter().filter(|known| known.pair.is_like(&first.pair)).collect();
            if alike.len() > 1 {
                together.push(all_of(&mut self.deal_file, &alike)?);
            }
        }
        self.pairs.sort_by_key(|known| known.lineup);
        Ok(self.pairs.into_iter().map(|known| known.pair).chain(together).collect())
    }
}

/// Combines several pairs of the same two entrants over their common deals.
fn all_of(deal_file: &mut DealFile, pairs: &[&PairDeals]) -> Result<Pair, RowsError> {
    let mut readings = pairs.iter().map(|known| deal_file.read(&known.deals)).collect::<Result<Vec<_>, _>>()?;
    let mut found = vec![DealSums::default(); readings.len()];
    let first = &pairs[0].pair;
    let mut all = Pair {
        arm: first.arm.clone(),
        seats: first.seats,
        one: first.one.clone(),
        other: first.other.clone(),
        against: None,
        measures: Default::default(),
    };
    loop {
        let wanted = found.iter().map(|found| found.deal).max().unwrap_or_default() + u64::from(same_deal(&found));
        for (reading, found) in readings.iter_mut().zip(&mut found) {
            while found.deal < wanted {
                if !reading.next(found)? {
                    return Ok(all);
                }
            }
        }
        if same_deal(&found) {
            let mut sums = [[(0.0, 0.0); MEASURES.len()]; 2];
            for deal in &found {
                for (sum, value) in sums.as_flattened_mut().iter_mut().zip(&deal.sums) {
                    sum.0 += value.0;
                    sum.1 += value.1;
                }
            }
            add(&mut all, sums[0], sums[1]);
        }
    }
}

/// Returns true if all readers are at the same deal.
fn same_deal(found: &[DealSums]) -> bool {
    found.windows(2).all(|two| two[0].deal == two[1].deal)
}

impl Pair {
    /// Returns true if both pairs have the same two first entrants, arm and table size.
    fn is_like(&self, other: &Pair) -> bool {
        (&self.arm, self.seats, &self.one, &self.other) == (&other.arm, other.seats, &other.one, &other.other)
    }
}

fn add(pair: &mut Pair, one: Values, other: Values) {
    for (contrast, (one, other)) in pair.measures.iter_mut().zip(one.into_iter().zip(other)) {
        contrast.push(one, other);
    }
}

/// Returns the pair of two tables, if they form one.
fn pair_of(one: &TableStats, other: &TableStats) -> Option<Pair> {
    is_substitution_pair(&one.table, &other.table).then(|| Pair {
        arm: one.arm.clone(),
        seats: one.table.len(),
        one: one.table[0].clone(),
        other: other.table[0].clone(),
        against: Some(one.table[1..].join(" v ")),
        measures: Default::default(),
    })
}
