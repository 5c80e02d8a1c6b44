//! Every target at every table, and sentences on them.

use super::target::{Light, Target};
use super::{arms, first, lights, sentences};
use crate::factors::Lab;
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal, ends};

/// The file of the table's numbers.
const FILE: &str = "plots/targets.csv";

/// Every target at every table, of the first arm alone where arms are points of a design; and sentences.
pub(super) fn section(facts: &Facts<'_>) -> Option<Part> {
    let lab = facts.lent::<Lab>();
    if facts.asked.targets.is_empty() && lab.is_none() {
        return None;
    }
    let targets = targets(facts);
    let mut pieces = Vec::new();
    if let Some(lab) = lab {
        let sentences = [
            sentences::stands(facts, lab, &targets),
            sentences::matters(facts, lab),
            first::first(facts, lab, &targets),
        ];
        pieces.extend(sentences.into_iter().map(Piece::Text));
    }
    if lab.is_none() && facts.has_arms() {
        pieces.extend(arms::pieces(&targets));
    } else {
        pieces.extend(lights::by_table(&targets).map(Piece::Table));
    }
    let mut rows = Vec::new();
    if !targets.is_empty() {
        let with_arms = lab.is_none() && facts.has_arms();
        let heads = ["measure", "table", "arm", "wanted", if with_arms { "value" } else { "at the base" }, "stands"];
        let shown = |place: &usize| with_arms || *place != 2;
        let mut table = Table::new(
            if with_arms { 3 } else { 2 },
            (0..heads.len()).filter(shown).map(|place| heads[place]).collect::<Vec<_>>(),
        );
        for target in &targets {
            let name = words::capital(&words::subject_and_measure(&target.key));
            let [wanted, value] = [words::band(&target.key, target.band), words::with_interval(&target.found)];
            let cells = [name, target.lineup.short(), target.lineup.arm.clone(), wanted, value];
            let cells =
                cells.into_iter().enumerate().filter(|(place, _)| shown(place)).map(|(_, cell)| Cell::from(cell));
            table.row(cells.chain([target.light.cell()]));
            let [from, to] = target.band.map(decimal);
            let mut row = vec![
                target.lineup.arm.clone(),
                target.lineup.name(),
                target.key.subject.clone(),
                target.key.measure.name.clone(),
            ];
            row.push(decimal(target.found.value));
            row.extend(ends(target.found.interval));
            row.extend([from, to, target.light.word().to_owned()]);
            rows.push(row);
        }
        pieces.push(Piece::of_rows(table));
        pieces.push(Piece::Text(
            "Met and missed are said where the whole 95 % interval lies inside or outside of what is wanted, each target by \
             itself; open where more deals must decide."
                .to_owned(),
        ));
    }
    pieces.push(Piece::Text(
        "Fun is not measured: all this is what these bots do with the rules, and no more.".to_owned(),
    ));
    let heads = ["arm", "table", "subject", "measure", "value", "low", "high", "from", "to", "stands"];
    let file = (!rows.is_empty()).then(|| PlotFile::new(FILE, &heads, &rows));
    Some(Part { section: Section { title: "Where the design stands".to_owned(), pieces }, file })
}

fn targets<'l>(facts: &Facts<'l>) -> Vec<Target<'l>> {
    let mut all = Vec::new();
    for (key, band) in &facts.asked.targets {
        for arms in facts.tables() {
            let most = if facts.is_of_design() { 1 } else { arms.len() };
            for &lineup in &arms[..most] {
                let Some(found) = lineup.asked(key) else { continue };
                let (key, light) = (key.at(&lineup.table), Light::of(&found, *band));
                all.push(Target { key, band: *band, lineup, found, light });
            }
        }
    }
    all
}
