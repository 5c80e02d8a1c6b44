//! Effects of the factors of a design on measures: main effects, dose curves and surfaces of two factors.

use super::models::strongest::strongest as all_strongest;
use super::models::{DesignModels, Effect, MeasureModel, ModelOutcome};
use super::{Analysis, PlotFile, RunData, decimal, ends};
use crate::rows::read::RowsError;
use ergo_stats::model::indices::Share;

/// The largest number of factors with a dose curve.
const MOST_FACTORS: usize = 2;

/// The models of a design, if there is one.
#[derive(Default)]
pub(super) struct Factors(Option<DesignModels>);

impl Analysis for Factors {
    fn estimate(&mut self, data: &mut RunData<'_>) -> Result<(), RowsError> {
        self.0 = DesignModels::new(data.asked, data.lineups, data.kept)?;
        Ok(())
    }

    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        let Some(lab) = &self.0 else { return Vec::new() };
        [Some(effects_file(data, lab)), dose_file(data, lab), surface_file(data, lab)].into_iter().flatten().collect()
    }
}

fn effects_file(data: &RunData<'_>, lab: &DesignModels) -> PlotFile {
    let of = |study: &MeasureModel| {
        study.effects(&lab.design).iter().map(|effect| effect_row(data, lab, study, effect)).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = lab.studies.iter().flat_map(of).collect();
    let heads = [
        "table",
        "subject",
        "measure",
        "factor",
        "from",
        "to",
        "effect",
        "low",
        "high",
        "p",
        "main",
        "main_low",
        "main_high",
        "total",
        "total_low",
        "total_high",
    ];
    PlotFile::new("plots/effects.csv", &heads, &rows)
}

/// The cells of a row that say of what it is.
fn of_study(data: &RunData<'_>, study: &MeasureModel) -> Vec<String> {
    vec![data.lineups[study.base].name(), study.key.subject.to_string(), study.key.measure.name.clone()]
}

fn effect_row(data: &RunData<'_>, lab: &DesignModels, study: &MeasureModel, effect: &Effect) -> Vec<String> {
    let mut row = of_study(data, study);
    row.push(lab.name(effect.factor).to_owned());
    row.extend([effect.from, effect.to].map(|level| lab.level(effect.factor, level)));
    row.push(decimal(effect.value));
    row.extend(ends(effect.interval));
    row.push(effect.p.map(decimal).unwrap_or_default());
    let none = || vec![String::new(); 6];
    let indices = if let ModelOutcome::Modelled(model) = &study.found { lab.indices(model) } else { None };
    row.extend(indices.map_or_else(none, |indices| {
        let share = |share: &Share| [share.value, share.interval.low, share.interval.high].map(decimal);
        [&indices.main, &indices.total].into_iter().flat_map(|of| share(&of[effect.factor])).collect()
    }));
    row
}

/// The measures that are asked for along the factors that matter most.
fn dose_file(data: &RunData<'_>, lab: &DesignModels) -> Option<PlotFile> {
    let mut rows = Vec::new();
    for number in 0..lab.asked {
        for factor in strongest(lab, number) {
            let played = lab.design.played_levels(factor);
            for study in lab.of_measure(number) {
                let estimate = |level: &usize| {
                    let found = study.response(&lab.design, factor, *level)?;
                    let mut row = of_study(data, study);
                    row.extend([lab.name(factor).to_owned(), lab.level(factor, *level), decimal(found.value)]);
                    row.extend(ends(Some(found.interval)));
                    Some(row)
                };
                // A model that does not fit has no predictions.
                rows.extend(played.iter().map(estimate).collect::<Option<Vec<_>>>().unwrap_or_default());
            }
        }
    }
    let heads = ["table", "subject", "measure", "factor", "level", "value", "low", "high"];
    (!rows.is_empty()).then(|| PlotFile::new("plots/dose.csv", &heads, &rows))
}

/// Returns the numbers among the factors with the largest clear effects.
fn strongest(lab: &DesignModels, number: usize) -> Vec<usize> {
    all_strongest(lab, number)
        .into_iter()
        .filter(|factor| lab.design.factors[*factor].numbers().is_some())
        .take(MOST_FACTORS)
        .collect()
}

/// The measures that are asked for over the two factors that matter most.
fn surface_file(data: &RunData<'_>, lab: &DesignModels) -> Option<PlotFile> {
    let mut rows = Vec::new();
    for number in 0..lab.asked {
        let [one, other] = strongest(lab, number)[..] else { continue };
        let [levels, others] = [one, other].map(|factor| lab.design.played_levels(factor));
        let mut bots: Vec<&String> = Vec::new();
        for study in lab.of_measure(number) {
            let bot = &data.lineups[study.base].table[0];
            if !bots.contains(&bot) {
                bots.push(bot);
            }
        }
        // Tables of one bot are consecutive.
        for bot in bots {
            for study in lab.of_measure(number).filter(|study| data.lineups[study.base].table[0] == *bot) {
                for beside in &others {
                    let estimate =
                        |level: &usize| {
                            let found = study.response_of_two([one, other], [*level, *beside])?;
                            let mut row = of_study(data, study);
                            row.extend([(one, *level), (other, *beside)].iter().flat_map(|(factor, level)| {
                                [lab.name(*factor).to_owned(), lab.level(*factor, *level)]
                            }));
                            row.push(decimal(found.value));
                            row.extend(ends(Some(found.interval)));
                            Some(row)
                        };
                    rows.extend(levels.iter().map(estimate).collect::<Option<Vec<_>>>().unwrap_or_default());
                }
            }
        }
    }
    let heads = ["table", "subject", "measure", "factor", "level", "other", "other_level", "value", "low", "high"];
    (!rows.is_empty()).then(|| PlotFile::new("plots/surface.csv", &heads, &rows))
}
