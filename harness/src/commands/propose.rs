//! `ergo propose`: better settings from a finished design, and an experiment that confirms them.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use ergo_engine::options::Settings;
use ergo_engine::rng::{Seed, below};
use ergo_harness::analysis::models::predictions::models;
use ergo_harness::experiment::Experiment;
use ergo_harness::folder::disk::NEW;
use ergo_harness::folder::{EXPERIMENT, Folder};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::propose::goal::{goals, with_required_measures};
use ergo_harness::propose::output;
use ergo_harness::propose::search::{PredictedTarget, choose, search};
use ergo_harness::propose::space::Space;
use ergo_harness::report::count;
use ergo_harness::results_dir::ResultsDir;

use super::replay_hint::with_replay_hint;
use super::shared::{command, quoted, say};
use super::verb::{BuildCommand, RunVerb};

/// The file that describes the search and the predictions of the models.
const PROPOSAL: &str = "proposal.md";
/// The file with the rows of the Pareto front.
const FRONT: &str = "front.csv";
/// The name of the arm with unchanged rules.
const BASE: &str = "base";

/// Propose better settings from a finished design, and write an experiment that tests them
#[derive(Args)]
pub(super) struct ProposeArgs {
    /// Results folder of an experiment with [design] and [targets], with its rows
    #[arg(value_name = "RESULTS")]
    pub folder: PathBuf,
    /// Folder to create, with front.csv, experiment.toml and proposal.md
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Number of proposals in the new experiment, besides the base
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub best: u8,
    /// Number of random candidates, besides the points played and the neighbours of the base and the front
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u16).range(1..))]
    pub candidates: u16,
    /// Deals per table in the new experiment [default: about as many matches as the design]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub deals: Option<u32>,
    /// Seed of the candidates and of the new experiment
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
}

impl RunVerb for ProposeArgs {
    const NAME: &'static str = "propose";
    const EXAMPLE: &'static str = "ergo propose results/card-counts --out proposals";

    /// Searches the models of the design and writes the proposals.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let there_already = || anyhow!("--out {}: already exists, expected a new folder", self.out.display());
        if self.out.symlink_metadata().is_ok() && !was_begun(&self.out) {
            return Err(there_already());
        }
        let recorded = ResultsDir::open(&self.folder)?;
        let file = self.folder.join(EXPERIMENT);
        let (at, document, experiment) = (file.display(), recorded.document()?, recorded.experiment(registry)?);
        let Some(design) = &experiment.design else {
            bail!("{at}: design: missing, expected a table [design]");
        };
        if experiment.targets.is_empty() {
            bail!("{at}: targets: missing, expected a table [targets]");
        }
        recorded.rows(&registry.row_files(), false).map_err(|error| with_replay_hint(error, &recorded))?;
        let asked = experiment.report_spec();
        let seats = experiment.tables.iter().map(Vec::len).max().unwrap_or(0);
        let models = models(&self.folder, &with_required_measures(asked.clone(), seats))?;
        let (goals, left) = goals(&asked.targets, &models);
        if goals.is_empty() {
            bail!("{at}: targets: too few data to model any target, expected more points or deals");
        }
        if !left.is_empty() {
            say(&format!("{at}: targets: no model predicts {}, so the proposals ignore it", left.join(", ")));
        }
        let base: Settings = experiment.arms[0]
            .rules()
            .next()
            .ok_or_else(|| anyhow!("{at}: schedule.tables: empty, expected one table or more"))?;
        let space = Space::new(design, &base);
        let foretell: Vec<_> = goals.iter().map(|goal| |point: &[usize]| goal.predict(point)).collect();
        let wanted = goals.iter().zip(&foretell).map(|(goal, foretell)| PredictedTarget { band: goal.band, foretell });
        let wanted: Vec<PredictedTarget<'_>> = wanted.collect();
        let seed = Seed::master(self.seed).derive("propose", &[]);
        let searched = search(&space, &wanted, self.candidates.into(), &seed);
        let chosen = choose(&searched.front, self.best.into());
        if chosen.is_empty() {
            bail!(
                "{at}: no candidate is predicted to meet more targets than the base, expected other factors or targets"
            );
        }
        let arms = output::arms(&space, &searched.front, &chosen);
        let deals = self.deals.unwrap_or_else(|| {
            let played = u64::from(experiment.deals) * experiment.arms.len() as u64;
            u32::try_from(played / (arms.len() as u64 + 1)).unwrap_or(u32::MAX).max(2)
        });
        let mut confirming = document.clone();
        let question = format!("What do {} proposed settings change?", arms.len());
        confirming.set_arms(&question, fresh(&seed, experiment.seed), deals, BASE, &arms);
        let confirming = Experiment::read_with_registry(&confirming, registry)
            .map_err(|problems| problems.in_file(Path::new(EXPERIMENT)))?;

        let rows = output::rows(&space, &goals, &searched.front, &chosen);
        let source = self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let page = output::page(&space, &goals, &left, &searched, &chosen, (&source, &command()));
        let texts = [(FRONT, rows), (EXPERIMENT, confirming.text), (PROPOSAL, page)];
        let folder = Folder::open(&self.out)?;
        for (name, text) in &texts {
            if folder.read(name)?.is_some_and(|found| found != text.as_bytes()) {
                return Err(there_already());
            }
        }
        texts.iter().try_for_each(|(name, text)| folder.write_whole(name, text))?;
        say(&format!(
            "{} candidates, {} on the Pareto front, {} proposed; to test them: ergo run {}",
            count(searched.all.len() as u64),
            searched.front.len(),
            arms.len(),
            quoted(&self.out.join(EXPERIMENT).to_string_lossy())
        ));
        Ok(())
    }
}

/// Returns true if `out` is a folder with only files of an interrupted proposal.
fn was_begun(out: &Path) -> bool {
    let is_partial = |name: &str| {
        let whole = name.split_once(NEW).map_or(name, |(whole, _)| whole);
        [FRONT, EXPERIMENT].contains(&whole) || whole == PROPOSAL && name != PROPOSAL
    };
    let is_folder = out.symlink_metadata().is_ok_and(|about| about.is_dir());
    let mut names = std::fs::read_dir(out).into_iter().flatten();
    is_folder && names.all(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_partial)))
}

/// Draws a seed other than `old`.
fn fresh(seed: &Seed, old: u64) -> u64 {
    let drawn = u64::from(below(&mut seed.derive("confirmation", &[]).rng(), u32::MAX));
    if drawn == old { drawn + 1 } else { drawn }
}
