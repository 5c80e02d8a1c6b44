//! Predictions of targets at points of a design that were not played, by the models of its report. They are those of
//! `DesignModels` and no others.

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
    /// The same in words.
    pub what: String,
    /// The table, in short.
    pub table: String,
    /// The least and the most that is wanted.
    pub band: [f64; 2],
    /// The value measured at the base.
    pub base: f64,
    /// Whether it foretells at least half of the variance between points that it was not shown.
    pub fits: bool,
    kind: FittedKind,
}

enum FittedKind {
    Regression(Box<Regression>),
    Process(Box<Process>, Vec<Factor>),
}

impl Model {
    /// The expected value at a point of the levels, and its standard error.
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

/// The models of all targets of a design at all tables, targets in their order; those with too few points or deals are left out.
/// The rows lie finished in `folder`.
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

/// The regression where it fits, else the process where that does, else the regression with all that it does not fit.
fn kind(design: &Design, found: FittedModel) -> (FittedKind, bool) {
    let well = fits(found.regression.q_squared);
    match found.process {
        Some((process, q)) if !well && fits(Some(q)) => {
            (FittedKind::Process(Box::new(process), design.factors.iter().map(factor).collect()), true)
        }
        _ => (FittedKind::Regression(Box::new(found.regression)), well),
    }
}
