//! The measures asked for where there is one arm: their values at every table.

use crate::measure::Key;
use crate::probe::{Idea, Place, Plain};
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::{Facts, Part};
use crate::report::lineup::LineUp;
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal};
use crate::report::{apart, common};

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "values", begin: |_| Box::new(Plain(|facts| Place::Read.of(section(facts)))) };

/// The file of the picture's numbers.
const FILE: &str = "plots/values.csv";
/// The most rows of a picture.
const MOST_ROWS: usize = 24;

/// A row for every table and measure; drawn are those of one unit with the first, of many those of the strongest bots alone.
fn section(facts: &Facts<'_>) -> Option<Part> {
    let keys = &facts.asked.keys;
    if facts.has_arms() || keys.is_empty() || facts.is_of_design() {
        return None;
    }
    let strongest = &facts.asked.aim.strongest;
    let is_strong = |lineup: &LineUp| lineup.distinct.iter().all(|name| strongest.contains(name));
    let several = keys.len() > 1;
    let of_focal = keys.iter().all(|key| key.subject == "focal");
    let prefix = if several && of_focal { common(keys) } else { "" };
    let is_drawn = |key: &Key| key.is_share() == keys[0].is_share() && key.measure.unit == keys[0].measure.unit;
    let several_drawn = keys.iter().filter(|key| is_drawn(key)).count() > 1;
    let (mut dots, mut rows) = (Vec::new(), Vec::new());
    let heads = ["table".to_owned()].into_iter().chain(keys.iter().map(|key| name(key, several)));
    let mut table = Table::new(1, heads);
    let can_be = |lineup: &LineUp| keys.iter().filter(|key| is_drawn(key) && lineup.asked(key).is_some()).count();
    let cells = facts.lineups.iter().map(can_be);
    let few = cells.sum::<usize>() <= MOST_ROWS;
    let drawn = || facts.lineups.iter().filter(|lineup| few || is_strong(lineup));
    let by_size = apart(drawn());
    for lineup in facts.lineups {
        let found: Vec<_> = keys.iter().map(|key| lineup.asked(key)).collect();
        let cell = |found: &Option<_>| Cell::from(found.as_ref().map_or_else(|| "–".to_owned(), words::with_interval));
        table.row([Cell::from(lineup.short())].into_iter().chain(found.iter().map(cell)));
        for (key, found) in keys.iter().zip(found).filter_map(|(key, found)| Some((key, found?))) {
            let scale = if key.is_share() { 100.0 } else { 1.0 };
            let [low, high] = found.interval.map_or([found.value; 2], |one| [one.low, one.high]);
            if is_drawn(key) && (few || is_strong(lineup)) {
                let at = if by_size { words::seats(lineup.table.len()) } else { lineup.short() };
                let label = if several_drawn { format!("{}, {at}", &name(key, true)[prefix.len()..]) } else { at };
                dots.push(Dot { label, value: found.value * scale, low: low * scale, high: high * scale, colour: 0 });
            }
            let key = key.at(&lineup.table);
            let mut row = vec![lineup.name(), key.subject.clone(), key.measure.name.clone()];
            row.extend([found.value, low, high].map(decimal));
            rows.push(row);
        }
    }
    let what = words::subject_and_measure(&keys[0]);
    let others = if several_drawn { " and the other measures asked for" } else { "" };
    let at = if few { "every table".to_owned() } else { format!("the tables of {}", facts.asked.aim.called) };
    let picture = (2..=2 * MOST_ROWS).contains(&dots.len()).then(|| {
        Piece::Picture(Picture {
            drawing: Drawing::Dots { dots, axis: axis(&keys[0], several_drawn), reference: None },
            shows: format!("{}{others}, at {at}; 95 % intervals.", words::capital(&what)),
            colours: Vec::new(),
            file: FILE,
            svg: None,
        })
    });
    let heads = ["table", "subject", "measure", "value", "low", "high"];
    let pieces = picture.into_iter().chain([Piece::of_rows(table)]).collect();
    let section = Section { title: "What was asked".to_owned(), pieces };
    Some(Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) })
}

/// A measure as a head of a column: of several without whose it is, where that is said by the table.
fn name(key: &Key, several: bool) -> String {
    match several && key.subject == "focal" {
        true => key.measure.said.clone(),
        false => words::capital(&words::subject_and_measure(key)),
    }
}

fn axis(key: &Key, several: bool) -> String {
    match (several, key.is_share()) {
        (true, true) => "%".to_owned(),
        (true, false) => String::new(),
        (false, true) => format!("{}, %", words::subject_and_measure(key)),
        (false, false) => words::subject_and_measure(key),
    }
}
