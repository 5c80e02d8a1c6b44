//! Compares the estimates in `summary.csv` of two folders, for records that do not keep their sums per deal.

use std::collections::BTreeMap;
use std::rc::Rc;

use ergo_stats::unpaired_estimates;

use super::{DiffError, MeasureDifference};
use crate::report::SUMMARY;
use crate::report::pages::estimates::{Estimate, Estimates};
use crate::run::results_dir::ResultsDir;

/// Returns the differences of the estimates with an interval that both folders have, in the order of the first folder.
pub(super) fn differences(one: &ResultsDir, other: &ResultsDir) -> Result<Vec<MeasureDifference>, DiffError> {
    let (here, theirs) = (read(one)?, read(other)?);
    // The only arms of both folders are compared regardless of their names.
    let is_renamed = here.arms().len() == 1 && theirs.arms().len() == 1;
    let key = |row: &Estimate| {
        let arm = if is_renamed { Rc::from("") } else { Rc::clone(&row.arm) };
        [arm, Rc::clone(&row.table), Rc::clone(&row.subject), Rc::clone(&row.measure)]
    };
    let found: BTreeMap<_, &Estimate> = theirs.rows.iter().map(|row| (key(row), row)).collect();
    let difference = |own: &Estimate| {
        let other = found.get(&key(own))?;
        let (a, b) = ((own.value, own.interval?), (other.value, other.interval?));
        let scope = [&own.arm, &own.table, &own.subject, &own.measure].map(|text| text.to_string());
        Some((scope, [a.0, b.0], unpaired_estimates(b, a, own.deals.min(other.deals))))
    };
    Ok(here.rows.iter().filter_map(difference).collect())
}

fn read(recorded: &ResultsDir) -> Result<Estimates, DiffError> {
    let wrong = |what: String| DiffError::Summary(recorded.path.clone(), what);
    Estimates::read(&recorded.text(SUMMARY)?, []).map_err(wrong)
}
