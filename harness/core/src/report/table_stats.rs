//! The statistics of one table in one arm.

use std::collections::BTreeSet;

use super::deal_file::{DealReader, DealSums};
use super::measure_estimate::MeasureEstimate;
use crate::measure::{MeasureKey, SubjectKind};
use crate::rows::read::{MatchRows, RowsError};
use ergo_engine::seat::MAX_SEATS;
use ergo_stats::{Contrast, DifferenceTest, Interval, Joint, Law, Range, Ratio, bonferroni, equal_means_p_value};

/// The statistics of one table in one arm.
pub struct TableStats {
    /// The arm.
    pub arm: String,
    /// The entrants in table order.
    pub table: Vec<String>,
    /// Number of matches.
    pub matches: u64,
    /// Number of rounds in those matches.
    pub rounds: u64,
    /// Number of turns in those rounds.
    pub turns: u64,
    /// The different entrants.
    pub distinct: Vec<String>,
    /// Number of blocks.
    pub blocks: u64,
    /// Number of rounds in which a seat had the role by which seats differ most, by the distance of that seat after the
    /// one in the role's column.
    pub pivots: [u64; MAX_SEATS],
    /// True if the game pays points, so that seats are compared by points and not by wins.
    pub pays_points: bool,
    /// If the game has no chance events, the different matches.
    different: Option<BTreeSet<Different>>,
    keys: Vec<MeasureKey>,
    /// How many of the keys every block has; those of words in a column follow.
    fixed: usize,
    /// Estimates of `keys`, after all blocks.
    estimates: Vec<Estimate>,
    /// The ratio of a measure that never came up.
    blank: Ratio,
    /// Win shares of the seats, or their points.
    seats: Joint<MAX_SEATS>,
    /// Differences to the first arm, of `keys` and then of `keys_of_base`; empty without a deal in common.
    differences: Vec<DifferenceTest>,
    /// Keys that only the first arm has.
    keys_of_base: Vec<MeasureKey>,
}

/// The estimate of one measure.
struct Estimate {
    value: f64,
    interval: Option<Interval>,
    law: Law,
    blocks: u64,
    /// Number of blocks that the interval needs, where they are skewed and fewer.
    blocks_needed: Option<u64>,
}

impl Estimate {
    fn new(ratio: &Ratio, range: Range) -> Self {
        Estimate {
            value: ratio.value(),
            interval: ratio.interval(range),
            law: ratio.law(),
            blocks: ratio.deals(),
            blocks_needed: ratio.deals_needed(range),
        }
    }

    fn of_key(&self, key: MeasureKey) -> MeasureEstimate {
        let Estimate { value, interval, law, blocks, .. } = *self;
        MeasureEstimate { key, value, interval, law, blocks, p: None }
    }
}

/// The features that tell matches apart: seating, turns, rounds, and for each seat its score, rank and fault.
type Different = (usize, u64, u64, Vec<(i64, u32, String)>);

impl TableStats {
    /// Creates the statistics of a table without matches. Set `without_chance` if only the bots can make matches
    /// differ.
    pub fn new(arm: &str, table: Vec<String>, without_chance: bool) -> Self {
        let mut distinct: Vec<String> = Vec::new();
        for entrant in &table {
            if !distinct.contains(entrant) {
                distinct.push(entrant.clone());
            }
        }
        TableStats {
            arm: arm.to_owned(),
            table,
            matches: 0,
            rounds: 0,
            turns: 0,
            distinct,
            blocks: 0,
            pivots: [0; MAX_SEATS],
            pays_points: false,
            different: without_chance.then(BTreeSet::new),
            keys: Vec::new(),
            fixed: 0,
            estimates: Vec::new(),
            blank: Ratio::default(),
            seats: Joint::default(),
            differences: Vec::new(),
            keys_of_base: Vec::new(),
        }
    }

    /// Takes note of a match.
    pub(crate) fn record(&mut self, found: &MatchRows) {
        if let Some(different) = &mut self.different {
            let seats = found.seats.iter().map(|seat| (seat.score as i64, seat.rank, seat.fault.clone())).collect();
            different.insert((found.rotation, found.turns, found.rounds, seats));
        }
    }

    /// How many different matches there are, where the same were played again and again: nothing is left to chance, and every
    /// seating always came to the same end. What is measured of them is exact, and nothing varies of which there could be an interval.
    pub fn repeated_matches(&self) -> Option<usize> {
        let different = self.different.as_ref()?;
        let seatings: BTreeSet<usize> = different.iter().map(|(rotation, ..)| *rotation).collect();
        (different.len() == seatings.len() && self.matches > different.len() as u64).then_some(different.len())
    }

    /// Returns the name of the table: entrants joined by ` v `.
    pub fn name(&self) -> String {
        self.table.join(" v ")
    }

    /// Returns true if all entrants are copies of one bot.
    pub fn is_of_copies(&self) -> bool {
        self.distinct.len() == 1 && self.table.len() > 1
    }

    /// Returns the short name of the table, with equal entrants counted: `greedy v 3 × random`.
    pub fn short(&self) -> String {
        let word = |name: &String| match self.table.iter().filter(|other| *other == name).count() {
            1 => name.clone(),
            count => format!("{count} × {name}"),
        };
        self.distinct.iter().map(word).collect::<Vec<_>>().join(" v ")
    }

    /// Whether a measure is the same whatever happens: the win share of an entrant that sat there alone.
    pub fn is_trivial(&self, key: &MeasureKey) -> bool {
        self.is_of_copies() && key.is(&self.distinct[0], "win_share")
    }

    /// Returns the seat that most often had the role by which seats differ most
    /// ([`Measures::pivot`](crate::measure::Measures::pivot)), counted from the seat in the role's column as 0; `None`
    /// if no seat ever had it.
    pub fn pivot(&self) -> Option<usize> {
        let (place, count) =
            self.pivots.iter().enumerate().max_by_key(|(place, count)| (**count, usize::MAX - place))?;
        (*count > 0).then_some(place)
    }

    /// The measures so far, in the order of their values.
    pub fn keys(&self) -> &[MeasureKey] {
        &self.keys
    }

    /// Where the value of `key` belongs among the values of a block. A measure met for the first time was 0 before.
    pub fn place(&mut self, key: impl FnOnce() -> MeasureKey, same: impl Fn(&MeasureKey) -> bool) -> usize {
        match self.keys.iter().position(same) {
            Some(place) => place,
            None => {
                self.keys.push(key());
                self.keys.len() - 1
            }
        }
    }

    /// Sets the measures that every block has, in the order of their sums.
    ///
    /// # Errors
    ///
    /// Returns the key that is there twice, as its sums would be ambiguous.
    pub fn set_fixed_keys(&mut self, keys: Vec<MeasureKey>) -> Result<(), MeasureKey> {
        for (i, key) in keys.iter().enumerate() {
            if keys[..i].contains(key) {
                return Err(key.clone());
            }
        }
        self.fixed = keys.len();
        self.keys = keys;
        Ok(())
    }

    /// How many measures every block has.
    pub fn fixed_count(&self) -> usize {
        self.fixed
    }

    /// Adds a block with the value of each seat.
    pub(super) fn add_block(&mut self, seats: [f64; MAX_SEATS]) {
        self.seats.push(seats);
        self.blocks += 1;
    }

    /// Estimates every measure from the `blocks` of this table, and its difference to the first arm from the deals that both have.
    /// `base` holds the keys and the blocks of the same table in the first arm.
    ///
    /// # Errors
    ///
    /// Returns the error of the temporary file.
    pub(super) fn estimate(
        &mut self,
        mut blocks: DealReader,
        mut base: Option<(&[MeasureKey], DealReader)>,
    ) -> Result<(), RowsError> {
        self.keys.shrink_to_fit();
        let keys_of_base = base.as_ref().map_or(&[][..], |(keys, _)| keys);
        self.keys_of_base = keys_of_base.iter().filter(|key| !self.keys.contains(key)).cloned().collect();
        // The place of each key in this arm and in the first.
        let all = self.keys.iter().chain(&self.keys_of_base).enumerate();
        let places: Vec<[usize; 2]> = all
            .map(|(here, key)| [here, keys_of_base.iter().position(|other| other == key).unwrap_or(usize::MAX)])
            .collect();
        let mut ratios = vec![Ratio::default(); self.keys.len()];
        let mut contrasts = vec![Contrast::default(); places.len()];
        let (mut here, mut there, mut has_more) = (DealSums::default(), DealSums::default(), true);
        let mut deals_in_common = 0;
        while blocks.next(&mut here)? {
            let (sums, blank) = here.of_measures();
            let sum = |place: usize| *sums.get(place).unwrap_or(&blank);
            ratios.iter_mut().enumerate().for_each(|(place, ratio)| ratio.push(sum(place).0, sum(place).1));
            self.blank.push(blank.0, blank.1);
            let Some((_, base)) = &mut base else { continue };
            while has_more && there.deal < here.deal {
                has_more = base.next(&mut there)?;
            }
            if !has_more || there.deal != here.deal {
                continue;
            }
            deals_in_common += 1;
            let (sums_of_base, blank_of_base) = there.of_measures();
            for ([one, other], contrast) in places.iter().zip(&mut contrasts) {
                contrast.push(sum(*one), *sums_of_base.get(*other).unwrap_or(&blank_of_base));
            }
        }
        self.estimates = self.keys.iter().zip(&ratios).map(|(key, ratio)| Estimate::new(ratio, key.range())).collect();
        if deals_in_common > 0 {
            let keys = self.keys.iter().chain(&self.keys_of_base);
            self.differences = keys.zip(&contrasts).map(|(key, contrast)| contrast.test(key.range())).collect();
        }
        Ok(())
    }

    /// Drops all estimates to free memory. Counts and keys stay.
    pub(super) fn drop_estimates(&mut self) {
        (self.estimates, self.differences) = (Vec::new(), Vec::new());
    }

    /// Returns every measure: entrants, seats, then the table as a whole.
    pub fn measures(&self) -> Vec<MeasureEstimate> {
        self.measures_where(|_| true)
    }

    /// Returns the measures whose key is wanted, without the intervals of others.
    pub fn measures_where(&self, is_wanted: impl Fn(&MeasureKey) -> bool) -> Vec<MeasureEstimate> {
        let all = self.keys.iter().zip(&self.estimates);
        let wanted = all.filter(|(key, estimate)| estimate.blocks > 0 && is_wanted(key));
        let mut all: Vec<MeasureEstimate> = wanted.map(|(key, estimate)| estimate.of_key(key.clone())).collect();
        if self.repeated_matches().is_some() {
            all.iter_mut().for_each(|measured| measured.interval = None);
        }
        // Words of a column are stored in order of appearance; sort them.
        all.sort_by(|one, other| one.key.order().cmp(&other.key.order()));
        all
    }

    /// Measures whose deals are clearly too skewed for how few they are, and how many their intervals want.
    pub fn skewed(&self) -> Vec<(MeasureKey, u64)> {
        let needed = |(key, estimate): (&MeasureKey, &Estimate)| Some((key.clone(), estimate.blocks_needed?));
        let mut all: Vec<(MeasureKey, u64)> = self.keys.iter().zip(&self.estimates).filter_map(needed).collect();
        all.sort_by(|(one, _), (other, _)| one.order().cmp(&other.order()));
        all
    }

    /// Returns one measure.
    pub fn measure(&self, subject: &str, measure: &str) -> Option<MeasureEstimate> {
        self.measures_where(|key| key.is(subject, measure)).into_iter().next()
    }

    /// Returns the keys of all measures that came up, in the order of [`TableStats::measures`].
    pub fn measured_keys(&self) -> Vec<&MeasureKey> {
        let measured = self.keys.iter().zip(&self.estimates).filter(|(_, estimate)| estimate.blocks > 0);
        let mut keys: Vec<&MeasureKey> = measured.map(|(key, _)| key).collect();
        keys.sort_by(|one, other| one.order().cmp(&other.order()));
        keys
    }

    /// How far the seat that wins most or least often lies from an equal share. The interval is wide enough for all seats
    /// together (Bonferroni), and so for whichever lies farthest. The value is the largest of several noisy ones, and so too
    /// large where seats are alike; the interval is not.
    fn seat_deviation(&self, key: &MeasureKey) -> Option<MeasureEstimate> {
        let shares = self.measures_where(|key| key.measure.of == SubjectKind::Seats && key.measure.name == "win_share");
        let (equal, blocks) = (1.0 / shares.len().max(1) as f64, shares.iter().map(|share| share.blocks).min()?);
        let (mut value, mut low, mut high) = (0.0_f64, 0.0_f64, 0.0_f64);
        for share in &shares {
            let off = (share.value - equal).abs();
            let Interval { low: from, high: to } = share.interval?;
            let half = bonferroni(shares.len()) * (to - from) / 2.0;
            (value, low, high) = (value.max(off), low.max(off - half), high.max(off + half));
        }
        Some(MeasureEstimate {
            key: key.clone(),
            value,
            interval: Some(Interval { low, high }),
            law: Law::T,
            blocks,
            p: None,
        })
    }

    /// The measure that an experiment asks for, at this table.
    pub fn requested(&self, key: &MeasureKey) -> Option<MeasureEstimate> {
        if key.is_seat_deviation() {
            return self.seat_deviation(key);
        }
        let key = key.for_table(&self.table);
        self.measure(&key.subject, &key.measure.name).or_else(|| self.never(key))
    }

    /// A word in a column that never came up at this table: none of all rounds.
    fn never(&self, key: MeasureKey) -> Option<MeasureEstimate> {
        let never = key.measure.is_each() && self.blocks > 0;
        never.then(|| Estimate::new(&self.blank, key.range()).of_key(key))
    }

    /// Every measure less that of the first arm, by deals in common. Empty for the first arm. What seats and places of the
    /// round have is left out where another seat has the place by which seats differ most: that is no effect of what was
    /// changed, or only by way of who has it.
    pub fn differences(&self, base: &TableStats) -> Vec<MeasureEstimate> {
        self.differences_where(base, |_| true)
    }

    /// Returns the differences whose key is wanted, without the intervals of others.
    pub fn differences_where(
        &self,
        base: &TableStats,
        is_wanted: impl Fn(&MeasureKey) -> bool,
    ) -> Vec<MeasureEstimate> {
        let exact = self.repeated_matches().is_some() && base.repeated_matches().is_some();
        let measured = |(key, tested): (&MeasureKey, &DifferenceTest)| {
            let DifferenceTest { difference, interval, law, p, deals } = *tested;
            let p = (deals > 1 && !exact).then_some(p);
            let interval = interval.filter(|_| !exact);
            MeasureEstimate { key: key.clone(), value: difference, interval, law, blocks: deals, p }
        };
        let same_pivot = self.pivot() == base.pivot();
        let comparable =
            |(key, _): &(&MeasureKey, &DifferenceTest)| (same_pivot || !key.is_of_seats()) && is_wanted(key);
        let all = self.keys.iter().chain(&self.keys_of_base).zip(&self.differences);
        let mut all: Vec<MeasureEstimate> = all.filter(comparable).map(measured).collect();
        all.sort_by(|one, other| one.key.order().cmp(&other.key.order()));
        all
    }

    /// Returns the name of the measure by which seats are compared.
    pub fn outcome_of_seats(&self) -> &'static str {
        if self.pays_points { "points_per_round" } else { "win_share" }
    }

    /// Returns the p-value of the test that all seats are equal (Hotelling's T² over deals); `None` for too few deals,
    /// or if nothing varies.
    pub fn seats_alike(&self) -> Option<f64> {
        if self.repeated_matches().is_some() {
            return None;
        }
        equal_means_p_value(&self.seats, self.table.len())
    }
}

/// Returns the place of the same table in the first arm; nothing for a table of the first arm.
pub(super) fn base_place(lineups: &[TableStats], place: usize) -> Option<usize> {
    let (first, lineup) = (&lineups.first()?.arm, &lineups[place]);
    let mut of_first = lineups.iter().take_while(|base| base.arm == *first);
    if lineup.arm == *first { None } else { of_first.position(|base| base.table == lineup.table) }
}

/// Returns the arms in order.
pub(crate) fn arms(lineups: &[TableStats]) -> Vec<&str> {
    let mut arms: Vec<&str> = Vec::new();
    for lineup in lineups {
        if arms.last() != Some(&lineup.arm.as_str()) {
            arms.push(&lineup.arm);
        }
    }
    arms
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::measure::{Denominator, Measure, SeatRole, Unit, Value};

    fn key(of: SubjectKind) -> MeasureKey {
        let points = Unit::Amount("points".to_owned());
        MeasureKey::new(
            "starter",
            &Arc::new(Measure::new("points", "points", points, Denominator::Rounds, of, Value::Points)),
        )
    }

    #[test]
    fn set_fixed_keys_duplicate_is_error() {
        let mut lineup = TableStats::new("base", vec!["starter".to_owned(), "b".to_owned()], false);
        let (entrant, place) = (key(SubjectKind::Entrants), key(SubjectKind::At(SeatRole::new("starter", "starter"))));
        // An entrant that is called like a place shifts no sums.
        lineup.set_fixed_keys(vec![entrant.clone(), place.clone()]).unwrap();
        assert_eq!((lineup.fixed_count(), lineup.keys().len()), (2, 2));
        assert_eq!(lineup.set_fixed_keys(vec![entrant, place.clone(), place.clone()]), Err(place));
    }
}
