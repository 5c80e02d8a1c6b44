//! From rows to sentences, tables and pictures. A pure function of the rows, in memory that does not grow with them; it plays
//! nothing and knows no game: columns are found by name, and used where they are.
//!
//! Rows are read off once (`readings`): while they are written, by the threads that play, or from the files; what they add is
//! added by the same `blocks::Collector`, in the order of the schedule, and comes to the same bytes.
//!
//! One pass fills a `lineup::LineUp` for every table, a `tally::Tally` for every size of table, a `pairing::Pair` for every two
//! tables that differ in one entrant only and, where there are stages, a `tournament::Tournament`; `ratings`, `order` and
//! `intransitivity` say what follows; `sections` make a `page::Page` of them, which is written twice, by `markdown` and by `html`; only
//! `picture` knows the plotting crate. What is measured of the game's own columns is declared ([`measure`](crate::measure)) and
//! found by `gauges`; all sums of all deals are kept on disk for `blocks.csv`.

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
mod files;
mod finishes;
mod forfeits;
#[cfg(feature = "pictures")]
mod front;
mod gauges;
mod glance;
mod html;
mod intransitivity;
mod kept;
mod lab;
pub(crate) mod lineup;
mod list;
mod markdown;
pub mod measured;
mod models;
mod order;
pub mod page;
mod pairing;
mod past;
#[cfg(feature = "pictures")]
mod picture;
pub mod ratings;
mod readings;
mod responses;
mod scale;
pub mod sections;
mod standings;
mod strongest;
mod summary;
mod tally;
mod tiers;
mod tournament;
pub(crate) mod words;
mod worms;

use std::path::Path;

use ergo_engine::rng::Seed;

use crate::experiment::factors::ARMS;
use crate::experiment::form::Form;
use crate::experiment::kind::Kind;
use crate::experiment::scheme::Scheme;
use crate::folder::part;
use crate::manifest::FileEntry;
use crate::probe::{Findings, Watched};
use crate::rows::read::RowsError;

use blocks::{Collected, Files};
use files::{ReportFile, page_files};
use intransitivity::Intransitivity;
use lab::Lab;
use page::Page;
use ratings::Ratings;
use sections::facts::{Facts, Part};
use tournament::Tournament;

pub use answer::brief;
pub(crate) use answer::short;
pub use asked::Asked;
pub(crate) use blocks::Collector;
pub use blocks_file::{BLOCKS, Blocks};
pub use comparison::contested;
pub use contested::{Contested, Point, Scale};
pub use files::{FILES, PAGE, PLOTS, REPORT, Report, SUMMARY, is_report};
#[cfg(feature = "pictures")]
pub use front::front;
pub(crate) use gauges::Gauges;
pub use glance::aligned;
pub use lineup::LineUp;
pub use markdown::{answer_of, no_tags};
pub use models::{Model, models};
pub(crate) use readings::{Reader, Readings};
pub use standings::Standings;
pub use words::{count, counted};

/// Reports on the rows in `folder`, while they are parts or when they are finished, as `parts` says. The entries of the row
/// files are named in the report.
pub fn build(folder: &Path, parts: bool, asked: (&Asked, &[Watched]), rows: &[FileEntry]) -> Result<Report, RowsError> {
    build_from(None, folder, parts, asked, rows)
}

/// The same of what was collected while the matches were played, if it was.
pub(crate) fn build_from(
    collector: Option<Collector<'_, '_>>,
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
            blocks::collect(&files, asked, &mut found)?
        }
    };
    let Collected { lineups, tallies, pairs, mut kept, worms, stages: tournament } = collected;
    let master = Seed::master(asked.seed);
    let seed = master.derive("ratings", &[]);
    let anchor = anchor(asked.scheme.as_ref());
    let rate = |(i, tally)| ratings::rate(tally, &seed.derive("list", &[i]), anchor);
    let mut ratings: Vec<Ratings> = (0..).zip(&tallies).filter_map(rate).collect();
    // Of matches that are played again and again nothing can be estimated.
    let exact = !lineups.is_empty() && lineups.iter().all(|lineup| lineup.repeated().is_some());
    if exact {
        ratings.clear();
    }
    let seed = master.derive("circles", &[]);
    let look = |(i, tally)| intransitivity::intransitivity(tally, &seed.derive("list", &[i]));
    let intransitivity: Vec<Intransitivity> = (0..).zip(&tallies).filter_map(look).collect();
    let lab = Lab::new(asked, &lineups, &mut kept)?;
    let tiers = if lab.is_none() { tiers::tiers(asked, &lineups, &mut kept)? } else { Vec::new() };
    let winner = tournament.as_ref().and_then(Tournament::winner);
    let courses = match lab {
        Some(_) => Vec::new(),
        None => answer::courses(&lineups, &mut kept, asked)?,
    };
    let goals = answer::goals(&lineups, &mut kept, asked)?;
    let said = answer::Said { lineups: &lineups, courses: &courses, goals: &goals, tiers: &tiers, asked };
    let of_factors =
        lab.as_ref().map(|lab| strongest::answer(lab, &lineups, &asked.aim)).filter(|answer| !answer.is_empty());
    let claimed = found.iter().find_map(|one| Some((one.kind(), one.claim(&ratings)?)));
    let (kinds, answer) = match (of_factors, claimed.filter(|_| asked.keys.is_empty())) {
        (Some(answer), _) => (vec![Kind::Matters], answer),
        (None, Some((kind, claim))) => (vec![kind], claim),
        (None, None) => {
            let kinds = answer::kinds(&said, &ratings);
            let answer = answer::answer(&said, &kinds, &ratings, winner.as_deref());
            (kinds, answer)
        }
    };
    // What is exact has no interval, and none is missed.
    let as_exact = |text: String| if exact { text.replace(words::NO_INTERVAL, "") } else { text };
    let (answer, further) = answer::parted(&as_exact(answer));
    let forfeits = forfeits::claim(&tallies).map_or_else(String::new, |claim| format!("{claim} "));
    let answer = format!("{forfeits}{answer}");

    let tournament = tournament.as_ref();
    let facts = Facts {
        lineups: &lineups,
        tallies: &tallies,
        pairs: &pairs,
        ratings: &ratings,
        intransitivity: &intransitivity,
        tournament,
        worms: &worms,
        lab: lab.as_ref(),
        tiers: &tiers,
        courses: &courses,
        asked,
        kinds: &kinds,
        rows,
    };
    let mut plots = Vec::new();
    let parts = sections::sections(&facts, &found).map(|parts| {
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
    let page = Page::new(
        question,
        answer.clone(),
        &wanted,
        further.into_iter().chain(sections::lead::lead(&facts)).collect(),
        parts,
    );

    let (summary, summary_rows) = summary::summary(&lineups, &pairs, &found);
    let mut all = vec![ReportFile { name: SUMMARY.to_owned(), rows: Some(summary_rows), text: summary }];
    all.extend(asked.arms.iter().map(|(text, rows)| ReportFile {
        name: ARMS.to_owned(),
        rows: Some(*rows),
        text: text.clone(),
    }));
    all.extend(page_files(page, plots));
    let glance = as_exact(glance::glance(&lineups, &ratings, &asked.keys));
    let blocks = Some(Blocks::new(lineups, kept)?);
    Ok(Report { answer, glance, files: all, blocks })
}

/// The one whom all others meet.
fn anchor(scheme: Option<&Scheme>) -> Option<&str> {
    let scheme = scheme?;
    match scheme.form {
        Form::Gauntlet { focal, .. } => Some(&scheme.entrants[focal]),
        _ => None,
    }
}
