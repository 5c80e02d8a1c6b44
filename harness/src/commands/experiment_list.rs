//! The list of the shipped experiments, which `ergo run` prints without arguments.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use ergo_harness::experiment::Experiment;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::manifest::Manifest;
use ergo_harness::report::{align_columns, count, count_noun};
use ergo_harness::schedule::Schedule;

use super::shared::{quoted, read_document};
use crate::cost::format_duration;

/// The folder of the experiments in a checkout.
const EXPERIMENTS: &str = "experiments";
/// The root of the checkout that this program was built from.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Returns the list with names, numbers of matches, recorded times and questions, and how to run one.
///
/// # Errors
///
/// Returns an error if there is no folder of experiments here or in the checkout.
pub(super) fn text(registry: &GameRegistry) -> anyhow::Result<String> {
    let (root, files) = ["", CHECKOUT]
        .into_iter()
        .find_map(|root| Some((Path::new(root), experiment_files(&Path::new(root).join(EXPERIMENTS))?)))
        .ok_or_else(|| anyhow!("{EXPERIMENTS}: no experiments here or in {CHECKOUT}, expected an experiment file"))?;
    let heads = ["experiment", "matches", "time", "question"].map(str::to_owned).to_vec();
    let rows = files.iter().map(|file| row(root, file, registry));
    let table: Vec<Vec<String>> = std::iter::once(heads).chain(rows).collect();
    let example = quoted(&root.join(EXPERIMENTS).join("NAME.toml").to_string_lossy());
    Ok(format!(
        "{}\nThe time is that of the recorded run in results/.\n\n\
         run one:         ergo run {example}\n\
         estimate time:   ergo run {example} --cost\n\
         write your own:  ergo new experiment FILE.toml --question best\n",
        align_columns(&table)
    ))
}

/// Returns the experiment files of a folder by name, or `None` if there are none.
fn experiment_files(folder: &Path) -> Option<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    (!files.is_empty()).then_some(files)
}

/// Describes an experiment: name, number of matches, time of its record, question.
fn row(root: &Path, file: &Path, registry: &GameRegistry) -> Vec<String> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let document = read_document(file).ok();
    let question = document.as_ref().and_then(|document| document.question()).unwrap_or("–").to_owned();
    let experiment = document.and_then(|document| Experiment::read_with_registry(&document, registry).ok());
    let matches = experiment.map(|experiment| Schedule::new(&experiment).matches());
    let record = Manifest::read(&root.join("results").join(&name)).ok().flatten();
    let record = record.filter(|record| matches.is_none_or(|matches| matches == record.matches));
    let time = |record: &Manifest| {
        format!("{}, {}", format_duration(record.seconds), count_noun(record.threads as u64, "thread"))
    };
    vec![
        name,
        matches.or(record.as_ref().map(|record| record.matches)).map_or_else(|| "–".to_owned(), count),
        record.as_ref().map_or_else(|| "–".to_owned(), time),
        question,
    ]
}
