//! Predictions of targets at points of a design that were not played, from the models of its report (`DesignModels`).

use std::path::Path;

use ergo_stats::model::basis::Factor;
use ergo_stats::model::process::Process;
use ergo_stats::model::regression::Regression;

use super::{DesignModels, FittedModel, MeasureModel, ModelOutcome, factor, fits, place};
use crate::design::Design;
use crate::measure::MeasureKey;
use crate::report::blocks::{self, Collected, RowPaths};
use crate::report::report_spec::ReportSpec;
use crate::report::words;
use crate::rows::read::RowsError;

/// The model of a target at a table.
pub struct Model {
    /// The measure and its subject.
    pub key: MeasureKey,
    /// The measure in words.
    pub what: String,
    /// The short name of the table.
    pub table: String,
    /// The target range `[low, high]`.
    pub band: [f64; 2],
    /// The value measured at the base.
    pub base: f64,
    /// True if it explains at least half of the variance between points in cross-validation.
    pub fits: bool,
    kind: FittedKind,
}

enum FittedKind {
    Regression(Box<Regression>),
    Process(Box<Process>, Vec<Factor>),
}

impl Model {
    /// Returns the predicted value at a point, given as the level of each factor, and its standard error.
    pub(crate) fn predict(&self, point: &[usize]) -> (f64, f64) {
        match &self.kind {
            FittedKind::Regression(regression) => regression.predict(point),
            FittedKind::Process(process, factors) => {
                let at = factors.iter().zip(point).map(|(factor, level)| place(factor, *level));
                process.predict(&at.collect::<Vec<f64>>())
            }
        }
    }
}

/// Fits the models of all targets of a design at all tables, in target order, from the rows in `folder`. Targets with
/// too few points or deals are left out.
///
/// # Errors
///
/// Returns an error if the rows cannot be read.
pub fn models(folder: &Path, asked: &ReportSpec) -> Result<Vec<Model>, RowsError> {
    let asked = ReportSpec { keys: Vec::new(), ..asked.clone() };
    let [rounds, seats, matches] = ["rounds.csv", "seats.csv", "matches.csv"].map(|name| folder.join(name));
    let files = RowPaths { matches: &matches, rounds: &rounds, seats: &seats };
    let Collected { lineups, mut kept, .. } = blocks::collect(&files, &asked)?;
    let Some(DesignModels { design, studies, .. }) = DesignModels::new(&asked, &lineups, &mut kept)? else {
        return Ok(Vec::new());
    };
    let model = |study: MeasureModel| {
        let lineup = &lineups[study.base];
        let (_, band) = asked.targets.iter().find(|(key, _)| key.for_table(&lineup.table) == study.key)?;
        let ModelOutcome::Modelled(found) = study.found else { return None };
        let (kind, fits) = kind(&design, *found);
        let base = lineup.requested(&study.key)?.value;
        let what = words::subject_and_measure(&study.key);
        let table = lineup.short();
        Some(Model { key: study.key, what, table, band: *band, base, fits, kind })
    };
    Ok(studies.into_iter().filter_map(model).collect())
}

/// Returns the regression if it fits, else the process if that fits, else the regression with its misfit as error.
fn kind(design: &Design, found: FittedModel) -> (FittedKind, bool) {
    let well = fits(found.regression.q_squared);
    match found.process {
        Some((process, q)) if !well && fits(Some(q)) => {
            (FittedKind::Process(Box::new(process), design.factors.iter().map(factor).collect()), true)
        }
        _ => (FittedKind::Regression(Box::new(found.regression)), well),
    }
}
