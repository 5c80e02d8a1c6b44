//! Tables of arms: every measure, and its difference to the first arm.

use super::curves;
use super::moved;
use crate::measure::{Key, Of};
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::{Facts, Part};
use crate::report::few;
use crate::report::lineup::LineUp;
use crate::report::measured::Measured;
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, counted, decimal, probability};
use ergo_stats::multiplicity::{benjamini_hochberg, holm};

/// The file of the picture's numbers.
const FILE: &str = "plots/arms.csv";
/// More tables wait under titles.
const MOST_OPEN: usize = 3;
/// More tables wait together under one title.
const MOST_FOLDS: usize = 12;
/// A table of more arms than these is folded.
const MOST_ARMS: usize = 40;

/// Every table: its measures by arm, and every measure less that of the first arm.
pub(super) fn section(facts: &Facts<'_>) -> Option<Part> {
    if facts.is_of_design() || !facts.has_arms() {
        return None;
    }
    let mut pieces = vec![Piece::Text(format!(
        "A difference is that to {}, over the same deals. p is that of Student's test, or of the exact sign-flip test (mid-p) \
         where fewer than 20 deals differ. Holm's and Benjamini and Hochberg's adjust it for all differences of one measure at \
         one table: Holm's for a question asked beforehand, the other for a search.",
        facts.lineups[0].arm
    ))];
    let curves: Vec<Piece> =
        facts.asked.keys.iter().filter_map(|key| curves::picture(facts, key, FILE)).map(Piece::Picture).collect();
    let with_curves = !curves.is_empty();
    pieces.extend(curves);
    let mut rows = Vec::new();
    let tables: Vec<_> = facts.tables().into_iter().filter(|arms| arms.len() > 1).collect();
    let folded = tables.len() > MOST_OPEN || tables.iter().any(|arms| arms.len() > MOST_ARMS);
    if folded && !with_curves {
        let all = facts.asked.keys.iter().filter_map(|key| moved::picture(facts, key, FILE));
        pieces.extend(all.map(Piece::Picture));
    }
    let mut folds = Vec::new();
    for arms in &tables {
        let mut about = vec![Piece::Text(format!(
            "{} in each arm, {}.{}",
            counted(arms[0].matches, "match"),
            counted(arms[0].blocks, "deal"),
            words::equal_share(arms[0].table.len())
        ))];
        about.extend(who_has_pivot(facts, arms).map(Piece::Text));
        one_table(facts, arms, with_curves, &mut about, &mut rows);
        about.extend(few::deals(arms));
        match folded {
            true => folds.push(Piece::Fold(arms[0].name(), about)),
            false => pieces.extend([Piece::Heading(arms[0].name())].into_iter().chain(about)),
        }
    }
    match folds.len() {
        ..=MOST_FOLDS => pieces.extend(folds),
        many => pieces.push(Piece::Fold(counted(many as u64, "table"), folds)),
    }
    let heads = ["arm", "table", "subject", "measure", "value", "low", "high", "difference", "p", "holm", "bh"];
    let section = Section { title: "Arms side by side".to_owned(), pieces };
    Some(Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) })
}

/// Where another seat than in the first arm has the place by which seats differ most.
fn who_has_pivot(facts: &Facts<'_>, arms: &[&LineUp]) -> Option<String> {
    let measures = &facts.asked.measures;
    let (pivot, _) = measures.pivot()?;
    let seats = arms[0].table.len();
    let from = pivot.column.replace('_', " ");
    let who = |arm: &LineUp| arm.pivot().map_or("nobody".to_owned(), |after| seat_after(&from, after, seats));
    let differs: Vec<String> = arms[1..]
        .iter()
        .filter(|arm| arm.pivot() != arms[0].pivot())
        .map(|arm| format!("{} ({})", arm.arm, who(arm)))
        .collect();
    if differs.is_empty() {
        return None;
    }
    let mostly = pivot.mostly.replace("{who}", &who(arms[0]));
    let mostly = mostly.replace("{arm}", &arms[0].arm).replace("{others}", &words::list(&differs));
    let places = measures.places().into_iter().filter(|place| *place != pivot.name).map(|place| format!("{place}s"));
    let gaining = words::capital(&words::list(&["seats".to_owned()].into_iter().chain(places).collect::<Vec<_>>()));
    Some(format!(
        "{mostly} {gaining} gain by that alone, so none of their differences is shown there. Values by distance from the {} can \
         be compared.",
        pivot.name
    ))
}

/// Who sits so many seats after the one called `from`.
fn seat_after(from: &str, after: usize, seats: usize) -> String {
    match after {
        0 => format!("the {from}"),
        after if after + 1 == seats && seats > 2 => format!("the seat before the {from}"),
        1 => format!("the seat after the {from}"),
        after => format!("the {} seat after the {from}", words::ordinal(after)),
    }
}

/// The measures of one table: those that the experiment asked for come first and open, the rest under titles.
fn one_table(
    facts: &Facts<'_>,
    arms: &[&LineUp],
    with_curves: bool,
    pieces: &mut Vec<Piece>,
    rows: &mut Vec<Vec<String>>,
) {
    let asked: Vec<Key> = facts.asked.keys.iter().map(|key| key.at(&arms[0].table)).collect();
    let keys = keys(arms, &asked);
    let (first, rest): (Vec<&Key>, Vec<&Key>) = keys.iter().partition(|key| asked.contains(key));
    for key in first {
        pieces.extend(one_measure(arms, key, !with_curves, rows));
    }
    let drawn = asked.is_empty();
    let title = |key: &Key| words::capital(&words::subject_and_measure(key));
    let folds: Vec<Piece> =
        rest.iter().map(|key| Piece::Fold(title(key), one_measure(arms, key, drawn, rows))).collect();
    match asked.is_empty() {
        true => pieces.extend(folds),
        false => pieces.push(Piece::Fold(format!("{} more measures", folds.len()), folds)),
    }
}

/// Measures of rounds and matches, then those by distance before a place and by seat, then those of entrants: their win shares
/// where there are several, and what the rows of seats say.
fn keys(arms: &[&LineUp], asked: &[Key]) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for measured in arms.iter().flat_map(|arm| arm.measures()) {
        let measure = &measured.key.measure;
        let is_shown = measure.of.is_of_rounds() || measure.name == "win_share" || measure.is_of_rows();
        if (is_shown || asked.contains(&measured.key)) && !keys.contains(&measured.key) {
            keys.push(measured.key);
        }
    }
    // Copies of one bot are told apart by their seats; who sits alone is not.
    match (arms[0].distinct.as_slice(), arms[0].table.len()) {
        (_, 1) => keys.retain(|key| key.measure.of != Of::Seats),
        ([name], _) => keys.retain(|key| key.subject != *name),
        _ => {}
    }
    keys.sort_by_key(|key| match &key.measure.of {
        Of::All | Of::At(_) => 0,
        Of::Before(_) => 1,
        Of::Seats => 2,
        Of::Entrants => 3,
    });
    keys
}

/// One arm: what was measured, and how much more than in the first.
struct Row<'a> {
    arm: &'a str,
    value: Measured,
    difference: Option<Measured>,
}

fn one_measure(arms: &[&LineUp], key: &Key, drawn: bool, out: &mut Vec<Vec<String>>) -> Vec<Piece> {
    let row = |arm: &&'_ LineUp| {
        let value = arm.measure(&key.subject, &key.measure.name)?;
        let difference = arm.differences(arms[0]).into_iter().find(|found| found.key == *key && arm.arm != arms[0].arm);
        Some((arm.arm.clone(), value, difference))
    };
    let found: Vec<(String, Measured, Option<Measured>)> = arms.iter().filter_map(row).collect();
    let rows: Vec<Row<'_>> = found
        .iter()
        .map(|(arm, value, difference)| Row { arm, value: value.clone(), difference: difference.clone() })
        .collect();
    let tested: Vec<f64> = rows.iter().filter_map(|row| row.difference.as_ref()?.p).collect();
    let (mut by_holm, mut by_hochberg) = (holm(&tested).into_iter(), benjamini_hochberg(&tested).into_iter());

    let first = &arms[0].arm;
    let difference = format!("more than in {first}");
    let mut table = Table::new(1, ["arm", "value", &difference, "p", "Holm", "BH"]);
    for row in &rows {
        let p = row.difference.as_ref().and_then(|difference| difference.p);
        let (holm, hochberg) = (p.and_then(|_| by_holm.next()), p.and_then(|_| by_hochberg.next()));
        let blank = row.difference.is_none();
        let show = |p| if blank { String::new() } else { probability(p) };
        table.row::<Cell>([
            row.arm.to_owned().into(),
            words::with_interval(&row.value).into(),
            row.difference.as_ref().map(words::difference).unwrap_or_default().into(),
            show(p).into(),
            show(holm).into(),
            show(hochberg).into(),
        ]);
        out.push(csv_row(arms[0], row, [p, holm, hochberg]));
    }
    let mut pieces = Vec::new();
    if drawn {
        pieces.push(picture(&rows, arms[0], key));
    }
    let family = counted(tested.len() as u64, "difference");
    let name = words::capital(&words::subject_and_measure(key));
    pieces.push(Piece::Text(format!("{name}. More than in {first}, by deals in common; p-values of {family}.")));
    pieces.push(Piece::Table(table));
    pieces
}

fn csv_row(table: &LineUp, row: &Row<'_>, probabilities: [Option<f64>; 3]) -> Vec<String> {
    let Row { arm, value, difference } = row;
    let mut fields = vec![(*arm).to_owned(), table.name(), value.key.subject.clone(), value.key.measure.name.clone()];
    fields.push(decimal(value.value));
    fields.push(value.interval.map(|interval| decimal(interval.low)).unwrap_or_default());
    fields.push(value.interval.map(|interval| decimal(interval.high)).unwrap_or_default());
    fields.push(difference.as_ref().map(|difference| decimal(difference.value)).unwrap_or_default());
    fields.extend(probabilities.map(|p| p.map(decimal).unwrap_or_default()));
    fields
}

fn picture(rows: &[Row<'_>], table: &LineUp, key: &Key) -> Piece {
    let (scale, unit) = if key.is_share() { (100.0, ", %") } else { (1.0, "") };
    let dot = |row: &Row<'_>| Dot {
        label: row.arm.to_owned(),
        value: row.value.value * scale,
        low: row.value.interval.map_or(row.value.value, |interval| interval.low) * scale,
        high: row.value.interval.map_or(row.value.value, |interval| interval.high) * scale,
        colour: 0,
    };
    let dots: Vec<Dot> = rows.iter().map(dot).collect();
    let what = words::subject_and_measure(key);
    Piece::Picture(Picture {
        drawing: Drawing::Dots {
            dots,
            axis: format!("{what}{unit}"),
            reference: rows.first().map(|row| row.value.value * scale),
        },
        shows: format!("{}: {what} by arm; the line is the first arm.", table.short()),
        colours: Vec::new(),
        file: FILE,
        svg: None,
    })
}
