//! Pairs of tables that differ in one entrant only, compared deal by deal.
//!
//! Tables of a pair follow one another in the schedule, and differ in the first place of their lists: the same deals, the same
//! seats, the same others with the same seeds. So a difference of one block holds only what the change of the entrant did,
//! and varies less than two blocks of different deals would. How much less is measured: the variance of the difference by
//! the sum of the variances of both sides.

use super::lineup::LineUp;
use crate::design::is_pair;
use crate::stats::Moments;
use crate::stats::paired::{PairedTest, t_test_of};

/// The measures that are compared, each of the entrant in the first place: its share of the wins, and its points per round
/// less the mean of the others'.
pub const MEASURES: [&str; 2] = ["win_share", "margin_per_round"];
/// A value of each.
pub type Values = [f64; MEASURES.len()];

/// The most deals of a table that are kept to be compared with the next one.
const MOST_DEALS: usize = 200_000;

/// One measure of two sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paired {
    /// The one's values.
    pub one: Moments,
    /// The other's.
    pub other: Moments,
    /// The one's less the other's.
    pub difference: Moments,
}

impl Paired {
    fn push(&mut self, one: f64, other: f64) {
        self.one.push(one);
        self.other.push(other);
        self.difference.push(one - other);
    }

    /// The difference, tested.
    pub fn test(&self) -> PairedTest {
        t_test_of(&self.difference)
    }

    /// The variance of a difference by that of a difference of values on different deals; nothing where nothing varies.
    pub fn ratio(&self) -> Option<f64> {
        let unpaired = self.one.variance()? + self.other.variance()?;
        (unpaired > 0.0).then_some(self.difference.variance()? / unpaired)
    }
}

/// Two tables, or all pairs of tables in which the one and the other stand in for each other.
pub struct Pair {
    /// The arm.
    pub arm: String,
    /// The number of seats.
    pub seats: usize,
    /// The entrant in the first place of the first table.
    pub one: String,
    /// The entrant in its stead.
    pub other: String,
    /// The others; nothing for all tables together.
    pub against: Option<String>,
    /// Each of [`MEASURES`].
    pub measures: [Paired; MEASURES.len()],
}

/// Finds pairs while blocks come by.
#[derive(Default)]
pub struct Pairing {
    /// The tables so far that follow one another, by arm: whether all of them make pairs.
    arms: Vec<(String, usize, bool)>,
    before: Option<Side>,
    current: Option<Side>,
    pairs: Vec<(usize, Pair)>,
    groups: Vec<Group>,
}

/// The blocks of a table by deal.
struct Side {
    lineup: usize,
    blocks: Vec<(u64, Values)>,
}

/// Pairs of the same two entrants.
struct Group {
    pairs: usize,
    /// By deal: the sums of both sides, and over how many tables.
    deals: Vec<(u64, [Values; 2], usize)>,
    of: Pair,
}

impl Pairing {
    /// Adds a block of the table with this place among `lineups`, blocks of one table in the order of their deals.
    pub fn push(&mut self, lineups: &[LineUp], lineup: usize, deal: u64, values: Option<Values>) {
        if self.current.as_ref().is_none_or(|current| current.lineup != lineup) {
            self.open(lineups, lineup);
        }
        let Some(values) = values else { return };
        let partner = self.before.as_ref().and_then(|before| {
            let found = before.blocks.binary_search_by_key(&deal, |(deal, _)| *deal).ok()?;
            Some(before.blocks[found].1)
        });
        if let Some((_, pair)) = self.pairs.iter_mut().rfind(|(other, _)| *other == lineup) {
            if let Some(one) = partner {
                add(pair, one, values);
                self.groups
                    .iter_mut()
                    .rfind(|group| group.of.is_like(pair))
                    .expect("made with the pair")
                    .push(deal, [one, values]);
            }
        } else if let Some(current) = &mut self.current
            && current.blocks.len() < MOST_DEALS
            && self.arms.last().is_some_and(|(.., all)| *all)
        {
            current.blocks.push((deal, values));
        }
    }

    /// Begins a table: the other of a pair if the one before waits for it.
    fn open(&mut self, lineups: &[LineUp], lineup: usize) {
        let here = &lineups[lineup];
        if self.arms.last().is_none_or(|(arm, ..)| *arm != here.arm) {
            self.arms.push((here.arm.clone(), 0, true));
            self.current = None;
        }
        let (_, tables, all) = self.arms.last_mut().expect("pushed above");
        *tables += 1;
        self.before = self.current.replace(Side { lineup, blocks: Vec::new() });
        if *tables % 2 == 1 {
            self.before = None;
            return;
        }
        let pair = self.before.as_ref().and_then(|before| pair_of(&lineups[before.lineup], here));
        let Some(pair) = pair else {
            *all = false;
            return;
        };
        if !self.groups.iter().any(|group| group.of.is_like(&pair)) {
            let of =
                Pair { against: None, one: pair.one.clone(), other: pair.other.clone(), arm: pair.arm.clone(), ..pair };
            self.groups.push(Group { pairs: 0, deals: Vec::new(), of });
        }
        let group = self.groups.iter_mut().find(|group| group.of.is_like(&pair));
        group.expect("pushed above").pairs += 1;
        self.pairs.push((lineup, pair));
    }

    /// All pairs of the arms that consist of pairs, and where the same two entrants have several, all of these together.
    pub fn finish(self) -> Vec<Pair> {
        let whole: Vec<String> =
            self.arms.into_iter().filter(|(_, tables, all)| *all && tables % 2 == 0).map(|(arm, ..)| arm).collect();
        let mut found: Vec<Pair> = self.pairs.into_iter().map(|(_, pair)| pair).collect();
        found.extend(self.groups.into_iter().filter(|group| group.pairs > 1).map(Group::finish));
        found.retain(|pair| whole.contains(&pair.arm) && pair.measures[0].difference.count() > 0);
        found
    }
}

impl Group {
    fn push(&mut self, deal: u64, sides: [Values; 2]) {
        let place = match self.deals.binary_search_by_key(&deal, |(deal, ..)| *deal) {
            Ok(place) => place,
            // Later tables play no deals that the first has not played.
            Err(place) => {
                self.deals.insert(place, (deal, [[0.0; MEASURES.len()]; 2], 0));
                place
            }
        };
        let (_, sums, tables) = &mut self.deals[place];
        for (sums, values) in sums.iter_mut().zip(sides) {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        *tables += 1;
    }

    fn finish(self) -> Pair {
        let Group { pairs, deals, mut of } = self;
        for (_, [one, other], _) in deals.iter().filter(|(.., tables)| *tables == pairs) {
            add(&mut of, one.map(|sum| sum / pairs as f64), other.map(|sum| sum / pairs as f64));
        }
        of
    }
}

impl Pair {
    /// Whether the same two stand in for each other at a table of this size in this arm.
    fn is_like(&self, other: &Pair) -> bool {
        (&self.arm, self.seats, &self.one, &self.other) == (&other.arm, other.seats, &other.one, &other.other)
    }
}

fn add(pair: &mut Pair, one: Values, other: Values) {
    for (paired, (one, other)) in pair.measures.iter_mut().zip(one.into_iter().zip(other)) {
        paired.push(one, other);
    }
}

/// The pair that two tables make, if they do.
fn pair_of(one: &LineUp, other: &LineUp) -> Option<Pair> {
    is_pair(&one.table, &other.table).then(|| Pair {
        arm: one.arm.clone(),
        seats: one.table.len(),
        one: one.table[0].clone(),
        other: other.table[0].clone(),
        against: Some(one.table[1..].join(" v ")),
        measures: Default::default(),
    })
}
