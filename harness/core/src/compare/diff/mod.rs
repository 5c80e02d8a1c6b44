//! Compares two results folders: which settings and which measures differ.
//!
//! Folders with the same seed have the same deals, so their difference is paired. Folders with different seeds are
//! compared as two independent samples. The sampling unit is the deal. Shipped records do not keep the sums per deal: their
//! estimates are compared by their intervals, as independent samples.

mod blocks;
mod summaries;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use csv::Position;

use self::blocks::{ArmTable, BlockReader, DealMeasureSums};
use crate::job::manifest::Manifest;
use crate::report::BLOCKS;
use crate::rows::read::RowsError;
use crate::run::results_dir::{ResultsDir, ResultsError};
use ergo_stats::multiplicity::holm;
use ergo_stats::{Contrast, DifferenceTest, Range, Ratio, unpaired};

/// One of the two results folders.
pub struct Side {
    /// The results folder.
    pub recorded: ResultsDir,
    /// Every key of the experiment with its value.
    asked: BTreeMap<String, String>,
    /// The position of the first row of each arm and table in the sums per deal; `None` if the folder does not keep them.
    places: Option<Vec<(ArmTable, Position)>>,
}

/// The data and the test of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The same deals in both folders: each deal is paired with itself.
    PairedDeals,
    /// Different deals, as independent samples.
    IndependentDeals,
    /// The intervals in `summary.csv`, as independent samples, because a folder does not keep its sums per deal.
    Summaries,
}

impl Basis {
    /// Returns the name in JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Basis::PairedDeals => "paired deals",
            Basis::IndependentDeals => "independent deals",
            Basis::Summaries => "summaries",
        }
    }
}

/// The scope of a measure: arm, table, subject and measure.
pub type MeasureScope = [String; 4];

/// One measure that both folders have.
pub struct DiffRow {
    /// The scope of the measure.
    pub subject: MeasureScope,
    /// The values in the first and in the second folder.
    pub values: [f64; 2],
    /// The difference, second minus first, with its test.
    pub difference: DifferenceTest,
    /// The p-value after Holm's correction over all rows.
    pub holm: f64,
}

/// An error that prevents the comparison of two folders.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DiffError {
    #[error(transparent)]
    Recorded(#[from] ResultsError),
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error("{path}: {1}", path = .0.display())]
    Summary(PathBuf, String),
}

impl Side {
    /// Reads the folder at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder is not a finished results folder, or was changed after the run.
    pub fn read(path: &Path) -> Result<Self, DiffError> {
        let recorded = ResultsDir::open(path)?;
        let document = recorded.document()?;
        let blocks = path.join(BLOCKS);
        recorded.believe(&[BLOCKS], "`ergo report`, which writes it again from its rows")?;
        let places = blocks.exists().then(|| BlockReader::places(&blocks)).transpose()?;
        Ok(Side { recorded, asked: document.flat_values(), places })
    }

    fn blocks(&self) -> PathBuf {
        self.recorded.path.join(BLOCKS)
    }

    /// Returns true if the folder has its sums per deal.
    pub fn has_blocks(&self) -> bool {
        self.places.is_some()
    }

    /// Returns the name of the arm if the folder has exactly one.
    fn only_arm(&self) -> Option<&str> {
        let places = self.places.as_ref()?;
        let [first, ..] = &places.first()?.0;
        places.iter().all(|([arm, _], _)| arm == first).then_some(first)
    }
}

/// Returns every key that the two experiments set differently, with both values; `None` where a key is not set.
pub fn setting_differences(one: &Side, other: &Side) -> Vec<(String, [Option<String>; 2])> {
    let mut keys: Vec<&String> = one.asked.keys().chain(other.asked.keys()).collect();
    keys.sort();
    keys.dedup();
    let both = |key: &String| [one.asked.get(key).cloned(), other.asked.get(key).cloned()];
    keys.into_iter().map(|key| (key.clone(), both(key))).filter(|(_, [one, other])| one != other).collect()
}

/// Returns the basis of the comparison of two folders.
pub fn basis(one: &Side, other: &Side) -> Basis {
    let deals = |side: &Side| {
        let Manifest { seed, rng_version, game, .. } = &side.recorded.manifest;
        (*seed, *rng_version, game.clone())
    };
    match (one.has_blocks() && other.has_blocks(), deals(one) == deals(other)) {
        (false, _) => Basis::Summaries,
        (true, true) => Basis::PairedDeals,
        (true, false) => Basis::IndependentDeals,
    }
}

/// Returns every measure that both folders have, in the order of the first folder. Arms are matched by name; if each
/// folder has a single arm, the two are compared regardless of their names.
///
/// # Errors
///
/// Returns an error if the sums per deal or the summary of a folder cannot be read.
pub fn measure_differences(one: &Side, other: &Side) -> Result<Vec<DiffRow>, DiffError> {
    let renamed = one.only_arm().and(other.only_arm());
    let there = |place: &ArmTable| match renamed {
        Some(arm) => [arm.to_owned(), place[1].clone()],
        None => place.clone(),
    };
    let held = match basis(one, other) {
        Basis::PairedDeals => paired(one, other, there)?,
        Basis::IndependentDeals => independent(one, other, there)?,
        Basis::Summaries => summaries::differences(&one.recorded, &other.recorded)?,
    };
    // A measure that is constant in both folders has no test.
    let held = held.into_iter().filter(|(_, _, difference)| difference.deals > 1);
    let mut rows: Vec<DiffRow> =
        held.map(|(subject, values, difference)| DiffRow { subject, values, difference, holm: 1.0 }).collect();
    let adjusted = holm(&rows.iter().map(|row| row.difference.p).collect::<Vec<_>>());
    rows.iter_mut().zip(adjusted).for_each(|(row, p)| row.holm = p);
    Ok(rows)
}

/// A measure, its values in both results, and the difference: second minus first.
type MeasureDifference = (MeasureScope, [f64; 2], DifferenceTest);

/// One value per measure, in the order of first use.
struct OrderedMeasures<T>(BTreeMap<MeasureScope, (usize, T)>);

impl<T: Default> OrderedMeasures<T> {
    fn at(&mut self, [arm, table]: &ArmTable, [subject, measure]: [String; 2]) -> &mut T {
        let next = self.0.len();
        &mut self.0.entry([arm.clone(), table.clone(), subject, measure]).or_insert_with(|| (next, T::default())).1
    }

    fn in_order(self) -> Vec<(MeasureScope, T)> {
        let mut all: Vec<(usize, (MeasureScope, T))> =
            self.0.into_iter().map(|(subject, (place, of))| (place, (subject, of))).collect();
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, of)| of).collect()
    }
}

/// Computes differences for two folders with the same deals: each deal is paired with itself.
fn paired(
    one: &Side,
    other: &Side,
    there: impl Fn(&ArmTable) -> ArmTable,
) -> Result<Vec<MeasureDifference>, RowsError> {
    let mut contrasts = OrderedMeasures::<Contrast>(BTreeMap::new());
    let (mut here, mut theirs) = (BlockReader::open(&one.blocks())?, BlockReader::open(&other.blocks())?);
    let (mut sums, mut others) = (DealMeasureSums::new(), DealMeasureSums::new());
    for (place, start) in one.places.iter().flatten() {
        let wanted = there(place);
        let Some((_, their_start)) = other.places.iter().flatten().find(|(place, _)| *place == wanted) else {
            continue;
        };
        here.seek(start)?;
        theirs.seek(their_start)?;
        while here.is_at(place) {
            let deal = here.deal()?;
            here.take(&mut sums)?;
            others.clear();
            while theirs.is_at(&wanted) && theirs.deal()? <= deal {
                let is_same = theirs.deal()? == deal;
                theirs.take(&mut others)?;
                if !is_same {
                    others.clear();
                }
            }
            for (index, (key, own)) in sums.drain(..).enumerate() {
                // Both files usually have the same order.
                let same = others.get(index).filter(|(theirs, _)| *theirs == key);
                let found = same.or_else(|| others.iter().find(|(theirs, _)| *theirs == key)).map(|(_, found)| *found);
                let contrast = contrasts.at(place, key);
                if let Some(found) = found {
                    contrast.push(found, own);
                }
            }
        }
    }
    let told = |(subject, contrast): (MeasureScope, Contrast)| {
        let [other, one] = contrast.values();
        (subject, [one, other], contrast.test(Range::Open))
    };
    Ok(contrasts.in_order().into_iter().map(told).collect())
}

/// Computes differences for two folders with different deals, as independent samples.
fn independent(
    one: &Side,
    other: &Side,
    there: impl Fn(&ArmTable) -> ArmTable,
) -> Result<Vec<MeasureDifference>, RowsError> {
    let (here, mut others) = (ratios(one)?, ratios(other)?);
    let told = |(subject, own): (MeasureScope, Ratio)| {
        let [arm, table, what, measure] = subject.clone();
        let [arm, table] = there(&[arm, table]);
        let (_, other) = others.0.remove(&[arm, table, what, measure])?;
        Some((subject, [own.value(), other.value()], unpaired(&other, &own)))
    };
    Ok(here.in_order().into_iter().filter_map(told).collect())
}

fn ratios(side: &Side) -> Result<OrderedMeasures<Ratio>, RowsError> {
    let mut ratios = OrderedMeasures::<Ratio>(BTreeMap::new());
    let (mut blocks, mut sums) = (BlockReader::open(&side.blocks())?, DealMeasureSums::new());
    while let Some((place, _)) = blocks.next()? {
        blocks.take(&mut sums)?;
        sums.drain(..).for_each(|(key, (value, weight))| ratios.at(&place, key).push(value, weight));
    }
    Ok(ratios)
}
