//! A measure along the factors that matter most, by the model: a panel for every size of table.

use crate::factors::strongest::strongest as all_strongest;
use crate::factors::{Lab, Study};
use crate::report::drawing::{Drawing, Estimate};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Picture, Piece, PlotFile, Section};
use crate::report::panels::{Full, Panels};
use crate::report::words::{self, decimal};

/// The file of the pictures' numbers.
const FILE: &str = "plots/dose.csv";
/// The most factors drawn for a measure.
const MOST_FACTORS: usize = 2;

/// Curves of every measure asked for.
pub(super) fn section(facts: &Facts<'_>, lab: &Lab) -> Option<Part> {
    let (mut pieces, mut rows) = (Vec::new(), Vec::new());
    for number in 0..lab.asked {
        for factor in strongest(lab, number) {
            pieces.extend(picture(facts, lab, number, factor, &mut rows));
        }
    }
    if pieces.is_empty() {
        return None;
    }
    let heads = ["table", "subject", "measure", "factor", "level", "value", "low", "high"];
    let section = Section { title: "Along the strongest factors".to_owned(), pieces };
    Some(Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) })
}

/// The factors that clearly do most; those that are numbers.
pub(super) fn strongest(lab: &Lab, number: usize) -> Vec<usize> {
    let all = all_strongest(lab, number).into_iter().map(|average| average.factor);
    all.filter(|factor| lab.design.factors[*factor].numbers().is_some()).take(MOST_FACTORS).collect()
}

fn picture(facts: &Facts<'_>, lab: &Lab, number: usize, factor: usize, rows: &mut Vec<Vec<String>>) -> Option<Piece> {
    let (levels, played) = (lab.design.factors[factor].numbers()?, lab.design.played(factor));
    let mut panels = Panels::default();
    for study in lab.of(number) {
        let scale = if study.key.is_share() { 100.0 } else { 1.0 };
        let estimate = |level: usize| {
            let found = study.response(&lab.design, factor, level)?;
            let [value, low, high] = [found.value, found.interval.low, found.interval.high].map(|end| end * scale);
            Some(Estimate { across: levels[level], value, low, high })
        };
        // A model that does not fit has no curve.
        let Some(points) = played.iter().map(|level| estimate(*level)).collect::<Option<Vec<_>>>() else { continue };
        rows.extend(
            played.iter().zip(&points).map(|(level, point)| row(facts, lab, study, (factor, *level), point, scale)),
        );
        let table = &facts.lineups[study.base].table;
        panels.add(table.len(), table[0].clone(), points);
    }
    let key = &lab.of(number).next()?.key;
    let Full { panels, colours } = panels.done()?;
    let base = base(lab, factor).unwrap_or(levels[0]);
    let unit = if key.is_share() { ", %" } else { "" };
    let what = words::subject_and_measure(key);
    Some(Piece::Picture(Picture {
        drawing: Drawing::Curves {
            panels,
            axes: [lab.name(factor).to_owned(), format!("{}{unit}", key.measure.name.replace('_', " "))],
            base: Some(base),
        },
        shows: format!(
            "{} by {}, the other factors anywhere in their ranges; bands are 95 %, by the model.",
            words::capital(&what),
            lab.name(factor)
        ),
        colours,
        file: FILE,
        svg: None,
    }))
}

/// Where the base stands, if it is a point of the design.
pub(super) fn base(lab: &Lab, factor: usize) -> Option<f64> {
    let level = lab.design.points.first()?.as_ref()?[factor];
    lab.design.factors[factor].numbers().map(|levels| levels[level])
}

fn row(
    facts: &Facts<'_>,
    lab: &Lab,
    study: &Study,
    (factor, level): (usize, usize),
    point: &Estimate,
    scale: f64,
) -> Vec<String> {
    let mut row = vec![facts.lineups[study.base].name(), study.key.subject.clone(), study.key.measure.name.clone()];
    row.extend([lab.name(factor).to_owned(), lab.level(factor, level)]);
    row.extend([point.value, point.low, point.high].map(|value| decimal(value / scale)));
    row
}
