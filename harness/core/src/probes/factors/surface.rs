//! A measure over the two factors that matter most, by the model: along the one, a curve for each of a few levels of the other.

use super::dose::strongest;
use crate::factors::{Lab, Study};
use crate::report::drawing::{Drawing, Estimate};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Picture, Piece, PlotFile, Section};
use crate::report::panels::{Full, Panels};
use crate::report::words::{self, decimal};

/// The file of the pictures' numbers: the whole grid.
const FILE: &str = "plots/surface.csv";

/// A surface of every measure asked for, a picture for whoever sits first at its tables.
pub(super) fn section(facts: &Facts<'_>, lab: &Lab) -> Option<Part> {
    let (mut pieces, mut rows) = (Vec::new(), Vec::new());
    for number in 0..lab.asked {
        let [one, other] = strongest(lab, number)[..] else { continue };
        let mut who: Vec<&String> = lab.of(number).map(|study| &facts.lineups[study.base].table[0]).collect();
        let mut seen: Vec<&String> = Vec::new();
        who.retain(|name| {
            !seen.contains(name) && {
                seen.push(*name);
                true
            }
        });
        for name in who {
            pieces.extend(picture(facts, lab, number, name, [one, other], &mut rows));
        }
    }
    if pieces.is_empty() {
        return None;
    }
    let heads = ["table", "subject", "measure", "factor", "level", "other", "other_level", "value", "low", "high"];
    let section = Section { title: "The two strongest factors together".to_owned(), pieces };
    Some(Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) })
}

/// The levels that have a curve: both ends, and what lies in the middle.
fn shown(levels: usize) -> Vec<usize> {
    let mut shown = vec![0, (levels - 1) / 2, levels - 1];
    shown.dedup();
    shown
}

fn picture(
    facts: &Facts<'_>,
    lab: &Lab,
    number: usize,
    who: &str,
    [one, other]: [usize; 2],
    rows: &mut Vec<Vec<String>>,
) -> Option<Piece> {
    let [levels, others] = [one, other].map(|factor| lab.design.factors[factor].numbers());
    let (levels, _) = (levels?, others?);
    let [played, others] = [one, other].map(|factor| lab.design.played(factor));
    let mut panels = Panels::default();
    for study in lab.of(number).filter(|study| facts.lineups[study.base].table[0] == who) {
        let scale = if study.key.is_share() { 100.0 } else { 1.0 };
        let estimate = |level: usize, beside: usize| {
            let found = study.response_of_two([one, other], [level, beside])?;
            let [value, low, high] = [found.value, found.interval.low, found.interval.high].map(|end| end * scale);
            Some(Estimate { across: levels[level], value, low, high })
        };
        for (nth, &beside) in others.iter().enumerate() {
            // A model that does not fit has no surface.
            let points = played.iter().map(|level| estimate(*level, beside)).collect::<Option<Vec<_>>>();
            let Some(points) = points else { continue };
            let row = |(level, point): (&usize, &Estimate)| {
                row(
                    facts,
                    lab,
                    study,
                    [(one, *level), (other, beside)],
                    [point.value, point.low, point.high].map(|v| v / scale),
                )
            };
            rows.extend(played.iter().zip(&points).map(row));
            if shown(others.len()).contains(&nth) {
                let name = format!("{} {}", lab.name(other), lab.level(other, beside));
                panels.add(facts.lineups[study.base].table.len(), name, points);
            }
        }
    }
    let key = &lab.of(number).next()?.key;
    let Full { panels, colours } = panels.done()?;
    let unit = if key.is_share() { ", %" } else { "" };
    let what = words::subject_and_measure(key);
    let [name, beside] = [one, other].map(|factor| lab.name(factor));
    Some(Piece::Picture(Picture {
        drawing: Drawing::Curves {
            panels,
            axes: [name.to_owned(), format!("{}{unit}", key.measure.name.replace('_', " "))],
            base: Some(super::dose::base(lab, one).unwrap_or(levels[0])),
        },
        shows: format!(
            "{} among {who} by {name} and {beside}, the other factors anywhere in their ranges; bands are 95 %, by the model.",
            words::capital(&what)
        ),
        colours,
        file: FILE,
        svg: None,
    }))
}

fn row(facts: &Facts<'_>, lab: &Lab, study: &Study, at: [(usize, usize); 2], values: [f64; 3]) -> Vec<String> {
    let mut row = vec![facts.lineups[study.base].name(), study.key.subject.clone(), study.key.measure.name.clone()];
    row.extend(at.iter().flat_map(|(factor, level)| [lab.name(*factor).to_owned(), lab.level(*factor, *level)]));
    row.extend(values.map(decimal));
    row
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn both_ends_and_the_middle_have_a_curve() {
        assert_eq!((shown(2), shown(3), shown(9)), (vec![0, 1], vec![0, 1, 2], vec![0, 4, 8]));
    }
}
