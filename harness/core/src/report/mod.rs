//! Reports: statistics of every table from rows, then estimates, findings and pages. A report is a pure function of the
//! rows and is computed in constant memory. It plays nothing and is independent of the game.
//!
//! Rows are read once (`readings`): while they are written by the worker threads, or from the files. In both cases
//! `blocks::Collector` processes them in schedule order with the same result. One pass fills a
//! `table_stats::TableStats` for every table and a `tally::Tally` for every table size, and passes matches and blocks
//! to every [`Analysis`]. Measures of the game's own columns are declared in [`measure`](crate::measure) and located by
//! `gauges`. The sums of all deals are stored on disk for `blocks.csv`.

pub mod analysis;
pub mod findings;
pub mod pages;

pub(crate) mod block_store;
pub(crate) mod blocks;
mod blocks_file;
mod claims;
mod comparison;
mod comparison_summary;
pub(crate) mod deal_file;
mod estimated;
mod files;
mod finishes;
mod gauges;
pub mod measure_estimate;
pub mod players;
mod readings;
pub mod report_spec;
pub(crate) mod responses;
mod round_history;
pub(crate) mod row;
mod summary;
pub(crate) mod table_stats;
pub(crate) mod tally;
pub(crate) mod words;

use std::path::Path;

use ergo_engine::rng::Seed;

use crate::design::ARMS;
use crate::job::manifest::FileEntry;
use crate::report::analysis::{Analysis, PlotFile, RunData};
use crate::report::findings::evaluate;
use crate::report::pages::estimates::Estimates;
use crate::report::pages::{Page, PageInput, PageNotes};
use crate::rows::read::RowsError;
use crate::storage::folder::part;

use blocks::{Collected, RowPaths};
use files::{ReportFile, page_files};

pub(crate) use blocks::Collector;
pub use blocks_file::{BLOCKS, BlocksFile};
pub use claims::{Conclusion, conclusion};
pub use comparison::comparison_report;
pub use comparison_summary::{ComparisonSummary, PathPoint, Scale};
pub use files::{FILES, NOTES, PAGE, PLOTS, REPORT, Report, SUMMARY, is_report};
pub(crate) use gauges::Gauges;
pub(crate) use readings::{MatchReadings, RowReader};
pub use report_spec::ReportSpec;
pub use table_stats::TableStats;
pub use words::{align_columns, count, count_noun, display_width, pad};

/// Builds the report of the rows in `folder`, with the analyses of probes and the built-in ones. `parts` is true if the
/// rows are parts of an unfinished run. `rows` are the entries of the row files.
///
/// # Errors
///
/// Returns the row file that cannot be read, or the finding that is wrong.
pub fn build(
    folder: &Path,
    parts: bool,
    asked: &ReportSpec,
    of_probes: Vec<Box<dyn Analysis>>,
    rows: &[FileEntry],
) -> Result<Report, RowsError> {
    build_from(None, folder, parts, asked, of_probes, rows)
}

/// Builds the report from a collector that processed the matches while they were played, if there is one.
pub(crate) fn build_from(
    collector: Option<Collector<'_>>,
    folder: &Path,
    parts: bool,
    asked: &ReportSpec,
    of_probes: Vec<Box<dyn Analysis>>,
    rows: &[FileEntry],
) -> Result<Report, RowsError> {
    let path = |name: &str| if parts { part(folder, name) } else { folder.join(name) };
    let collected = match collector {
        Some(collector) => collector.finish()?,
        None => {
            let [rounds, seats, matches] = ["rounds.csv", "seats.csv", "matches.csv"].map(path);
            blocks::collect(&RowPaths { matches: &matches, rounds: &rounds, seats: &seats }, asked)?
        }
    };
    let Collected { mut lineups, tallies, mut kept, analyses } = collected;
    let mut analyses: Vec<Box<dyn Analysis>> = analyses.into_iter().chain(of_probes).collect();
    let is_exact = !lineups.is_empty() && lineups.iter().all(|lineup| lineup.repeated_matches().is_some());
    let seed = Seed::master(asked.seed);
    let mut data = RunData { lineups: &lineups, tallies: &tallies, kept: &mut kept, asked, seed: &seed, is_exact };
    analyses.iter_mut().try_for_each(|one| one.estimate(&mut data))?;
    let plots: Vec<PlotFile> = analyses.iter().flat_map(|one| one.files(&data)).collect();
    let notes = PageNotes {
        warnings: analyses.iter().filter_map(|one| one.warning(&data)).collect(),
        details: analyses.iter().flat_map(|one| one.details(&data)).collect(),
    };
    let (summary, summary_rows) = summary::summary(&lineups, &analyses);

    let file = |name: &str| match plots.iter().find(|plot| plot.name == name) {
        Some(plot) => Some(plot.text.clone()),
        None => (name == SUMMARY).then(|| summary.clone()),
    };
    let mut estimates = evaluate::EstimateSource { lineups: &lineups, kept: &mut kept, file: &file, is_exact };
    let checked = evaluate::evaluate(&asked.findings, &mut estimates)?.map_err(RowsError::findings)?;
    // Pages read the files, not the line-ups.
    lineups.iter_mut().for_each(TableStats::drop_estimates);
    // Pages show what is in the file, with its digits.
    let (values, value_rows) = findings::table::write(&checked);
    let mut checked = findings::table::read(&values).map_err(RowsError::Findings)?;
    checked.resize_with(asked.findings.len(), Default::default);
    let sheets = plots.iter().map(|plot| (plot.name, plot.text.as_str()));
    let arms = asked.arms.iter().map(|(text, _)| (ARMS, text.as_str()));
    let estimates = Estimates::read(&summary, sheets.chain(arms)).map_err(RowsError::Measures)?;
    let sum = |of: fn(&TableStats) -> u64| lineups.iter().map(of).sum::<u64>();
    let page = Page::new(&PageInput {
        asked,
        findings: &asked.findings,
        checked: &checked,
        estimates: &estimates,
        rows,
        played: [sum(|one| one.matches), sum(|one| one.rounds), sum(|one| one.turns)],
        notes: &notes,
        seeds: asked.seeds.as_ref(),
    });
    let text = |name: &str, rows: Option<u64>, text: String| ReportFile { name: name.to_owned(), rows, text };
    let arms = asked.arms.iter().map(|(arms, rows)| text(ARMS, Some(*rows), arms.clone()));
    let mut all: Vec<ReportFile> = [text(SUMMARY, Some(summary_rows), summary)].into_iter().chain(arms).collect();
    if !checked.is_empty() {
        all.push(text(findings::FINDINGS, Some(value_rows), values));
        all.push(text(findings::TEXTS, None, findings::finding::to_toml(&asked.findings)));
    }
    all.extend((!notes.is_empty()).then(|| text(NOTES, None, notes.to_json())));
    let (answer, glance) = (page.headline(), page.glance());
    all.extend(page_files(&page, plots));
    let blocks = Some(BlocksFile::new(lineups, kept)?);
    Ok(Report { answer, glance, files: all, blocks })
}
