//! From rows to sentences, tables and pictures. A pure function of the rows, in memory that does not grow with them; it plays
//! nothing and knows no game: columns are found by name, and used where they are.
//!
//! Rows are read off once (`readings`): while they are written, by the threads that play, or from the files; what they add is
//! added by the same `blocks::Collector`, in the order of the schedule, and comes to the same bytes.
//!
//! One pass fills a `lineup::LineUp` for every table and a `tally::Tally` for every size of table, and shows every match and block to
//! those who follow it ([`Findings`]): ideas that need no more, and probes with rows of their own. Each then settles what it
//! found, claims, and gives its sections; a `page::Page` of them is written twice, by `markdown` and by `html`; only `picture` knows
//! the plotting crate. What is measured of the game's own columns is declared ([`measure`](crate::measure)) and found by `gauges`;
//! all sums of all deals are kept on disk for `blocks.csv`.

mod answer;
pub mod asked;
mod base;
pub(crate) mod blocks;
mod blocks_file;
mod claims;
mod comparison;
mod contested;
pub(crate) mod deal_file;
pub mod drawing;
mod estimated;
pub mod facts;
pub(crate) mod few;
mod files;
mod finishes;
#[cfg(feature = "pictures")]
mod front;
mod gauges;
mod glance;
mod glossary;
mod html;
pub(crate) mod kept;
mod lead;
pub(crate) mod lineup;
mod markdown;
pub mod measured;
pub mod page;
pub(crate) mod panels;
mod past;
#[cfg(feature = "pictures")]
mod picture;
pub mod players;
mod readings;
pub(crate) mod responses;
pub(crate) mod row;
pub(crate) mod scale;
mod summary;
pub(crate) mod tally;
pub(crate) mod words;

use std::path::Path;

use ergo_engine::rng::Seed;

use crate::experiment::factors::ARMS;
use crate::experiment::kind::Kind;
use crate::folder::part;
use crate::manifest::FileEntry;
use crate::probe::{Findings, Watched};
use crate::rows::read::RowsError;

use blocks::{Collected, Files};
use facts::{Evidence, Facts, Part};
use files::{ReportFile, page_files};
use page::Page;

pub use answer::brief;
pub(crate) use answer::{MOST_WORDS, amount, apart, changes_by_arm, common, figure, listed, short, widest};
pub use asked::Asked;
pub(crate) use blocks::Collector;
pub use blocks_file::{BLOCKS, Blocks};
pub use claims::{Shown, shown};
pub use comparison::contested;
pub use contested::{Contested, Point, Scale};
pub use files::{FILES, PAGE, PLOTS, REPORT, Report, SUMMARY, is_report};
#[cfg(feature = "pictures")]
pub use front::front;
pub(crate) use gauges::Gauges;
pub use glance::aligned;
pub use glossary::{WORDS, Word};
pub use html::head;
pub use lineup::LineUp;
pub use markdown::{answer_of, no_tags};
pub(crate) use readings::{Reader, Readings};
pub use words::{count, counted};

/// Reports on the rows in `folder`, while they are parts or when they are finished, as `parts` says. The entries of the row
/// files are named in the report.
pub fn build(folder: &Path, parts: bool, asked: (&Asked, &[Watched]), rows: &[FileEntry]) -> Result<Report, RowsError> {
    build_from(None, folder, parts, asked, rows)
}

/// The same of what was collected while the matches were played, if it was.
pub(crate) fn build_from(
    collector: Option<Collector<'_>>,
    folder: &Path,
    parts: bool,
    (asked, watched): (&Asked, &[Watched]),
    rows: &[FileEntry],
) -> Result<Report, RowsError> {
    let path = |name: &str| if parts { part(folder, name) } else { folder.join(name) };
    // Rows of another version may lack a file.
    let is_there = |name: &str| rows.iter().any(|row| row.name == name);
    let readable = |one: &&Watched| one.is_asked() && one.probe.file().is_none_or(is_there);
    let found = watched.iter().filter(readable).map(|one| one.probe.findings(&path));
    let mut found: Vec<Box<dyn Findings>> = found.filter_map(Result::transpose).collect::<Result<_, _>>()?;
    let collected = match collector {
        Some(collector) => collector.finish(&mut [])?,
        None => {
            let [rounds, seats, matches] = ["rounds.csv", "seats.csv", "matches.csv"].map(path);
            let files = Files { matches: &matches, rounds: &rounds, seats: &seats };
            blocks::collect(&files, asked, watched, &mut found)?
        }
    };
    let Collected { lineups, tallies, mut kept, mut ideas } = collected;
    let is_exact = !lineups.is_empty() && lineups.iter().all(|lineup| lineup.repeated().is_some());
    let seed = Seed::master(asked.seed);
    let mut evidence = Evidence { lineups: &lineups, tallies: &tallies, kept: &mut kept, asked, seed: &seed, is_exact };
    found.iter_mut().chain(&mut ideas).try_for_each(|one| one.settle(&mut evidence))?;
    let courses = match asked.design {
        Some(_) => Vec::new(),
        None => answer::courses(&lineups, &mut kept, asked)?,
    };
    let goals = answer::goals(&lineups, &mut kept, asked)?;
    let said = answer::Said { lineups: &lineups, courses: &courses, goals: &goals, found: &ideas, asked };
    let lent: Vec<_> = found.iter().chain(&ideas).filter_map(|one| one.lends()).collect();
    let facts =
        |kinds| Facts { lineups: &lineups, tallies: &tallies, courses: &courses, asked, kinds, rows, lent: &lent };
    let (kinds, answer) = claimed(&facts(&[]), &found, &ideas).unwrap_or_else(|| {
        let kinds = answer::kinds(&said);
        let answer = answer::answer(&said, &kinds);
        (kinds, answer)
    });
    // What is exact has no interval, and none is missed.
    let as_exact = |text: String| if is_exact { text.replace(words::NO_INTERVAL, "") } else { text };
    let (answer, further) = answer::parted(&as_exact(answer));
    let facts = facts(&kinds);
    let warnings = found.iter().chain(&ideas).filter_map(|one| one.warns(&facts)).map(|warning| warning + " ");
    let answer = warnings.collect::<String>() + &answer;

    let mut plots = Vec::new();
    let parts = sections(&facts, &found, &ideas).map(|parts| {
        let split = parts.into_iter().map(|Part { section, file }| {
            plots.extend(file);
            section
        });
        split.collect()
    });
    let question = asked.question.split_whitespace().collect::<Vec<_>>().join(" ");
    let measure = asked.keys.first().map(words::subject_and_measure);
    let strongest = Some(asked.aim.called.clone()).filter(|called| !called.is_empty() && measure.is_some());
    let wanted: Vec<String> = measure.into_iter().chain(strongest).collect();
    let page = Page::new(question, answer.clone(), &wanted, lead::opening(&facts, further), parts);

    let (summary, summary_rows) = summary::summary(&lineups, &found, &ideas);
    let mut all = vec![ReportFile { name: SUMMARY.to_owned(), rows: Some(summary_rows), text: summary }];
    all.extend(asked.arms.iter().map(|(text, rows)| ReportFile {
        name: ARMS.to_owned(),
        rows: Some(*rows),
        text: text.clone(),
    }));
    all.extend(page_files(page, plots));
    let at_once = ideas.iter().filter(|_| asked.keys.is_empty()).find_map(|one| one.glance());
    let glance = as_exact(glance::glance(&lineups, at_once, &asked.keys, &asked.measures));
    drop(lent);
    let blocks = Some(Blocks::new(lineups, kept)?);
    Ok(Report { answer, glance, files: all, blocks })
}

/// The first claim of those who measured it: of the measures asked for, or else of all where none is.
fn claimed(facts: &Facts<'_>, found: &[Box<dyn Findings>], ideas: &[Box<dyn Findings>]) -> Option<(Vec<Kind>, String)> {
    let claim = |measures: bool| {
        let all = found.iter().chain(ideas).filter(move |one| one.claims_measures() == measures);
        all.filter(|_| measures || facts.asked.keys.is_empty())
            .find_map(|one| Some((vec![one.kind()], one.claim(facts)?)))
    };
    claim(true).or_else(|| claim(false))
}

/// All sections in order: those that everybody reads, then details.
fn sections(facts: &Facts<'_>, found: &[Box<dyn Findings>], ideas: &[Box<dyn Findings>]) -> [Vec<Part>; 2] {
    let of = |all: &[Box<dyn Findings>]| all.iter().flat_map(|one| one.sections(facts)).collect::<Vec<_>>();
    let of_probes = of(found).into_iter().map(|(place, part)| ([0, 1, 4, 5][place as usize], part));
    let of_ideas = of(ideas).into_iter().map(|(place, part)| ([0, 2, 3, 5][place as usize], part));
    let mut all: Vec<(u8, Part)> = of_ideas.chain(of_probes).collect();
    // Details of what the rows of a probe say are of its tables, which a design has too many of.
    all.retain(|(order, _)| *order != 4 || !facts.is_of_design());
    all.sort_by_key(|(order, _)| *order);
    for piece in all.iter_mut().flat_map(|(_, part)| &mut part.section.pieces) {
        if facts.is_exact() {
            piece.make_exact();
        }
        if facts.asked.nothing_hidden {
            piece.make_undealt();
        }
    }
    let details = all.iter().position(|(order, _)| *order > 2).unwrap_or(all.len());
    let details = all.split_off(details);
    [all, details].map(|parts| parts.into_iter().map(|(_, part)| part).collect())
}
