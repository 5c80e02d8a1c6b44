//! The statistics of one table in one arm.

use std::collections::BTreeSet;

use super::deal_file::WeightedSum;
use super::measure_estimate::MeasureEstimate;
use crate::measure::{MeasureKey, SubjectKind};
use crate::rows::read::MatchRows;
use ergo_engine::seat::MAX_SEATS;
use ergo_stats::{Contrast, Interval, Joint, Law, Ratio, Tested, bonferroni, equal_means};

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
    /// Number of keys that every block has; those of words in a column follow.
    fixed: usize,
    ratios: Vec<Ratio>,
    /// The ratio of a measure without values.
    blank: Ratio,
    /// Win shares of the seats, or their points.
    seats: Joint<MAX_SEATS>,
    differences: Differences,
}

/// The features that distinguish matches: seating, turns, rounds, and the score, rank and fault of each seat.
type Different = (usize, u64, u64, Vec<(i64, u32, String)>);

/// The differences of all measures to the first arm.
#[derive(Default)]
struct Differences {
    keys: Vec<MeasureKey>,
    contrasts: Vec<Contrast>,
    /// The index of each key among those of this arm and of the first.
    places: Vec<[Option<usize>; 2]>,
    /// The numbers of keys when the indices were computed.
    known: (usize, usize),
    /// The contrast of a measure without values in both arms.
    blank: Contrast,
}

impl Differences {
    /// Computes the indices of all keys, including new ones.
    fn learn(&mut self, here: &[MeasureKey], base: &[MeasureKey]) {
        let new: Vec<MeasureKey> = here.iter().chain(base.iter().filter(|key| !here.contains(key))).cloned().collect();
        for key in new.into_iter().filter(|key| !self.keys.contains(key)).collect::<Vec<_>>() {
            self.keys.push(key);
            self.contrasts.push(self.blank.clone());
        }
        let place = |keys: &[MeasureKey], key: &MeasureKey| keys.iter().position(|known| known == key);
        self.places = self.keys.iter().map(|key| [place(here, key), place(base, key)]).collect();
        self.known = (here.len(), base.len());
    }
}

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
            ratios: Vec::new(),
            blank: Ratio::default(),
            seats: Joint::default(),
            differences: Differences::default(),
        }
    }

    /// Records a match.
    pub(crate) fn record(&mut self, found: &MatchRows) {
        if let Some(different) = &mut self.different {
            let seats = found.seats.iter().map(|seat| (seat.score as i64, seat.rank, seat.fault.clone())).collect();
            different.insert((found.rotation, found.turns, found.rounds, seats));
        }
    }

    /// Returns the number of different matches if they were repeated identically: the game has no chance events, and
    /// every seating always had the same result. Measures are then exact and have no interval.
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

    /// Returns true if a measure is constant: the win share of an entrant that plays only copies of itself.
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

    /// Returns the measures so far, in the order of their values.
    pub fn keys(&self) -> &[MeasureKey] {
        &self.keys
    }

    /// Returns the index of a measure among the values of a block, and adds it if it is new. A new measure had the
    /// value 0 in earlier blocks.
    pub fn place(&mut self, key: impl FnOnce() -> MeasureKey, same: impl Fn(&MeasureKey) -> bool) -> usize {
        match self.keys.iter().position(same) {
            Some(place) => place,
            None => {
                self.keys.push(key());
                self.ratios.push(self.blank.clone());
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
        self.ratios = vec![self.blank.clone(); keys.len()];
        self.keys = keys;
        Ok(())
    }

    /// Returns the number of measures that every block has.
    pub fn fixed_count(&self) -> usize {
        self.fixed
    }

    /// Adds a block: for each key a value and its weight, and last the contribution of measures without values.
    ///
    /// # Panics
    ///
    /// Panics if `sums` is empty.
    pub fn add_block(&mut self, sums: &[WeightedSum], seats: [f64; MAX_SEATS]) {
        let (blank, sums) = sums.split_last().expect("given with what adds nothing");
        self.ratios.iter_mut().zip(sums).for_each(|(ratio, (value, weight))| ratio.push(*value, *weight));
        self.blank.push(blank.0, blank.1);
        self.seats.push(seats);
        self.blocks += 1;
    }

    /// Adds a deal that was also played in the first arm: the sums of this arm, then the keys and sums of the first
    /// arm, each with the contribution of measures without values.
    pub fn add_difference(
        &mut self,
        here: (&[WeightedSum], WeightedSum),
        base: &[MeasureKey],
        there: (&[WeightedSum], WeightedSum),
    ) {
        let known = (self.keys.len(), base.len());
        if self.differences.known != known {
            self.differences.learn(&self.keys, base);
        }
        let sum = |sums: (&[WeightedSum], WeightedSum), place: Option<usize>| {
            place.and_then(|place| sums.0.get(place)).copied().unwrap_or(sums.1)
        };
        for (places, contrast) in self.differences.places.iter().zip(&mut self.differences.contrasts) {
            contrast.push(sum(here, places[0]), sum(there, places[1]));
        }
        self.differences.blank.push(here.1, there.1);
    }

    /// Returns every measure: entrants, seats, then the table as a whole.
    pub fn measures(&self) -> Vec<MeasureEstimate> {
        self.measures_where(|_| true)
    }

    /// Returns the measures whose key satisfies `is_wanted`.
    pub fn measures_where(&self, is_wanted: impl Fn(&MeasureKey) -> bool) -> Vec<MeasureEstimate> {
        let measured = |(key, ratio): (&MeasureKey, &Ratio)| MeasureEstimate {
            key: key.clone(),
            value: ratio.value(),
            interval: ratio.interval(key.range()),
            law: ratio.law(),
            blocks: ratio.deals(),
            p: None,
        };
        let wanted = self.keys.iter().zip(&self.ratios).filter(|(key, ratio)| ratio.deals() > 0 && is_wanted(key));
        let mut all: Vec<MeasureEstimate> = wanted.map(measured).collect();
        if self.repeated_matches().is_some() {
            all.iter_mut().for_each(|measured| measured.interval = None);
        }
        // Words of a column are stored in order of appearance; sort them.
        all.sort_by(|one, other| one.key.order().cmp(&other.key.order()));
        all
    }

    /// Returns the measures whose deals are too few for their skewness, with the required number of deals.
    pub fn skewed(&self) -> Vec<(MeasureKey, u64)> {
        let wanted = |(key, ratio): (&MeasureKey, &Ratio)| Some((key.clone(), ratio.deals_wanted(key.range())?));
        let mut all: Vec<(MeasureKey, u64)> = self.keys.iter().zip(&self.ratios).filter_map(wanted).collect();
        all.sort_by(|(one, _), (other, _)| one.order().cmp(&other.order()));
        all
    }

    /// Returns one measure.
    pub fn measure(&self, subject: &str, measure: &str) -> Option<MeasureEstimate> {
        self.measures_where(|key| key.is(subject, measure)).into_iter().next()
    }

    /// Returns the keys of all measures with values, in the order of [`TableStats::measures`].
    pub fn measured_keys(&self) -> Vec<&MeasureKey> {
        let measured = self.keys.iter().zip(&self.ratios).filter(|(_, ratio)| ratio.deals() > 0);
        let mut keys: Vec<&MeasureKey> = measured.map(|(key, _)| key).collect();
        keys.sort_by(|one, other| one.order().cmp(&other.order()));
        keys
    }

    /// Returns the largest distance of a seat's win share from an equal share. The interval holds for all seats
    /// simultaneously (Bonferroni), and so for the most distant one. The value is a maximum of noisy values and biased
    /// upwards if seats are equal; the interval is valid.
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

    /// Returns a requested measure at this table.
    pub fn requested(&self, key: &MeasureKey) -> Option<MeasureEstimate> {
        if key.is_seat_deviation() {
            return self.seat_deviation(key);
        }
        let key = key.for_table(&self.table);
        self.measure(&key.subject, &key.measure.name).or_else(|| self.never(key))
    }

    /// Returns the estimate for a column word that never occurred at this table: 0 of all rounds.
    fn never(&self, key: MeasureKey) -> Option<MeasureEstimate> {
        let (ratio, range) = (&self.blank, key.range());
        let never = key.measure.is_each() && self.blocks > 0;
        never.then(|| MeasureEstimate {
            key,
            value: ratio.value(),
            interval: ratio.interval(range),
            law: ratio.law(),
            blocks: ratio.deals(),
            p: None,
        })
    }

    /// Returns the differences of all measures to the first arm, over common deals; empty for the first arm. Measures
    /// of seats and roles are left out if a different seat has the role by which seats differ most, because then the
    /// difference is not a direct effect of the change.
    pub fn differences(&self, base: &TableStats) -> Vec<MeasureEstimate> {
        self.differences_where(base, |_| true)
    }

    /// Returns the differences whose key satisfies `is_wanted`.
    pub fn differences_where(
        &self,
        base: &TableStats,
        is_wanted: impl Fn(&MeasureKey) -> bool,
    ) -> Vec<MeasureEstimate> {
        let exact = self.repeated_matches().is_some() && base.repeated_matches().is_some();
        let measured = |(key, contrast): (&MeasureKey, &Contrast)| {
            let Tested { difference, interval, law, p, deals } = contrast.test(key.range());
            let p = (deals > 1 && !exact).then_some(p);
            let interval = interval.filter(|_| !exact);
            MeasureEstimate { key: key.clone(), value: difference, interval, law, blocks: deals, p }
        };
        let same_pivot = self.pivot() == base.pivot();
        let comparable = |(key, _): &(&MeasureKey, &Contrast)| (same_pivot || !key.is_of_seats()) && is_wanted(key);
        let all = self.differences.keys.iter().zip(&self.differences.contrasts);
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
        equal_means(&self.seats, self.table.len())
    }
}

/// Returns the same table in the first arm; `None` for the first arm itself.
pub(crate) fn base_of<'l>(lineups: &'l [TableStats], lineup: &TableStats) -> Option<&'l TableStats> {
    let first = &lineups.first()?.arm;
    lineups
        .iter()
        .take_while(|base| base.arm == *first)
        .find(|base| base.arm != lineup.arm && base.table == lineup.table)
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
        // An entrant with the name of a role does not shift sums.
        lineup.set_fixed_keys(vec![entrant.clone(), place.clone()]).unwrap();
        assert_eq!((lineup.fixed_count(), lineup.keys().len()), (2, 2));
        assert_eq!(lineup.set_fixed_keys(vec![entrant, place.clone(), place.clone()]), Err(place));
    }
}
