//! Two results folders side by side: what was asked differently, and what came out differently.
//!
//! Deals of the same seed are the same deals, whatever else was changed, so their difference is paired; of different seeds it is
//! that of two independent samples. Both are over deals.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::folder::regular;
use crate::manifest::{self, Manifest};
use crate::recorded::{NotRecorded, Recorded};
use crate::report::BLOCKS;
use crate::rows::read::RowsError;
use ergo_stats::multiplicity::holm;
use ergo_stats::{Contrast, Range, Ratio, Tested, unpaired};

/// One results folder.
pub struct Side {
    /// Where it lies.
    pub path: PathBuf,
    /// Its contents.
    pub manifest: Manifest,
    /// Every key of its experiment, with its value.
    asked: BTreeMap<String, String>,
    /// Of every measure its values by deal.
    measures: ByDeal,
    /// The measures in the order of the file.
    order: Vec<Subject>,
}

/// The scope of a measure: arm, table, subject and measure.
pub type Subject = [String; 4];

/// The number of a deal, its value and its weight.
type Deal = (u64, f64, f64);

/// Of every measure its values by deal.
type ByDeal = BTreeMap<Subject, Vec<Deal>>;

/// One measure of both.
pub struct Row {
    /// Its scope.
    pub subject: Subject,
    /// Its value in the one and in the other.
    pub values: [f64; 2],
    /// The other less the one.
    pub difference: Tested,
    /// The p-value, adjusted by Holm's method for all rows.
    pub holm: f64,
}

/// Why folders cannot be compared.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DiffError {
    #[error(transparent)]
    Recorded(#[from] NotRecorded),
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error("{}: missing, expected the sums by deal (`ergo run` or `ergo report` writes them again)", .0.display())]
    NoBlocks(PathBuf),
}

impl Side {
    /// Reads the folder at `path`.
    pub fn read(path: &Path) -> Result<Self, DiffError> {
        let recorded = Recorded::open(path)?;
        let document = recorded.document()?;
        let blocks = path.join(BLOCKS);
        if !blocks.exists() {
            return Err(DiffError::NoBlocks(blocks));
        }
        recorded.believe(&[BLOCKS], "`ergo report`, which writes it again from its rows")?;
        let (measures, order) = read_blocks(&blocks)?;
        Ok(Side { path: recorded.path, manifest: recorded.manifest, asked: document.leaves(), measures, order })
    }
}

/// The sums of every measure by deal, and the measures in their order.
fn read_blocks(path: &Path) -> Result<(ByDeal, Vec<Subject>), RowsError> {
    let failed = |error: csv::Error| RowsError::Csv { path: path.to_owned(), error: error.to_string() };
    let file = regular::open(path).map_err(|error| RowsError::Io { path: path.to_owned(), error })?;
    let mut reader = csv::Reader::from_reader(std::io::BufReader::new(file));
    let (mut measures, mut order): (ByDeal, Vec<Subject>) = Default::default();
    for (line, record) in (2..).zip(reader.records()) {
        let record = record.map_err(failed)?;
        let wrong = || RowsError::Row { path: path.to_owned(), line, what: "no block".to_owned() };
        let [arm, table, deal, measure, subject, value, weight] = record.iter().collect::<Vec<_>>()[..] else {
            return Err(wrong());
        };
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(wrong);
        let deal = (deal.parse().map_err(|_| wrong())?, number(value)?, number(weight)?);
        let key = [arm, table, subject, measure].map(str::to_owned);
        match measures.get_mut(&key) {
            Some(deals) => deals.push(deal),
            None => {
                order.push(key.clone());
                measures.insert(key, vec![deal]);
            }
        }
    }
    Ok((measures, order))
}

/// Every key that two experiments set differently, with both values; nothing for one that is not set.
pub fn asked(one: &Side, other: &Side) -> Vec<(String, [Option<String>; 2])> {
    let mut keys: Vec<&String> = one.asked.keys().chain(other.asked.keys()).collect();
    keys.sort();
    keys.dedup();
    let both = |key: &String| [one.asked.get(key).cloned(), other.asked.get(key).cloned()];
    keys.into_iter().map(|key| (key.clone(), both(key))).filter(|(_, [one, other])| one != other).collect()
}

/// Whether both played the same deals.
pub fn is_paired(one: &Side, other: &Side) -> bool {
    let deals = |side: &Side| (side.manifest.seed, side.manifest.rng_version, side.manifest.game.clone());
    deals(one) == deals(other)
}

/// Every measure that both have, in the order of the one. Arms are held against arms of the same name; a single arm against a
/// single one, whatever they are called.
pub fn rows(one: &Side, other: &Side) -> Vec<Row> {
    let single = |side: &Side| side.order.iter().all(|key| key[0] == side.order[0][0]);
    let renamed = |key: &Subject| match other.order.first() {
        Some(first) if single(one) && single(other) => {
            let [_, table, subject, measure] = key.clone();
            [first[0].clone(), table, subject, measure]
        }
        _ => key.clone(),
    };
    let paired = is_paired(one, other);
    let row = |key: &Subject| {
        let (here, there) = (one.measures.get(key)?, other.measures.get(&renamed(key))?);
        let (values, difference) = held(here, there, paired);
        // What never moves in either says nothing.
        (difference.deals > 1).then(|| Row { subject: key.clone(), values, difference, holm: 1.0 })
    };
    let mut rows: Vec<Row> = one.order.iter().filter_map(row).collect();
    let adjusted = holm(&rows.iter().map(|row| row.difference.p).collect::<Vec<_>>());
    rows.iter_mut().zip(adjusted).for_each(|(row, p)| row.holm = p);
    rows
}

/// The values of both, and the other less the one.
fn held(one: &[Deal], other: &[Deal], paired: bool) -> ([f64; 2], Tested) {
    let ratio = |deals: &[Deal]| {
        let mut ratio = Ratio::default();
        deals.iter().for_each(|(_, value, weight)| ratio.push(*value, *weight));
        ratio
    };
    if !paired {
        let (one, other) = (ratio(one), ratio(other));
        return ([one.value(), other.value()], unpaired(&other, &one));
    }
    let there: BTreeMap<u64, (f64, f64)> =
        other.iter().map(|(deal, value, weight)| (*deal, (*value, *weight))).collect();
    let mut contrast = Contrast::default();
    for (deal, value, weight) in one {
        if let Some(found) = there.get(deal) {
            contrast.push(*found, (*value, *weight));
        }
    }
    let [other, one] = contrast.values();
    ([one, other], contrast.test(Range::Open))
}

/// The name of a folder in a sentence.
pub fn name(side: &Side) -> String {
    let manifest = &side.manifest;
    format!("{} ({} {}, {})", side.path.display(), manifest.version, manifest.revision, manifest::NAME)
}
