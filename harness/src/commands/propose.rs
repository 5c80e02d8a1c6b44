//! `ergo propose`: better points of a design that was played, and the experiment that confirms them.

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

use super::shared::{command, say};
use super::verb::{Act, Whole};

/// The search and the forecasts of the models, in words.
const PROPOSAL: &str = "proposal.md";
/// The rows of the front.
const FRONT: &str = "front.csv";
/// The arm that changes nothing.
const BASE: &str = "base";

/// Propose better points of a design that was played, and write the experiment that confirms them
#[derive(Args)]
pub(super) struct ProposeArgs {
    /// The results folder of an experiment with a [design] and [targets], with its rows
    #[arg(value_name = "RESULTS")]
    pub folder: PathBuf,
    /// The folder to be made: front.csv, experiment.toml and proposal.md
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// How many proposed points the written experiment plays beside the base
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub best: u8,
    /// How many candidates are drawn over all levels, beside those near the base, the points played and the front
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u16).range(1..))]
    pub candidates: u16,
    /// Deals of each table in the written experiment [default: as many matches as the design had]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub deals: Option<u32>,
    /// The number that candidates, and the seed of the written experiment, derive from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
}

impl Act for ProposeArgs {
    const NAME: &'static str = "propose";

    /// Proposes points of the design in the folder named on the command line.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        let there_already =
            || anyhow!("--out {}: is there already, expected the name of a folder to be made", self.out.display());
        if self.out.symlink_metadata().is_ok() && !was_begun(&self.out) {
            return Err(there_already());
        }
        let recorded = ResultsDir::open(&self.folder)?;
        recorded.rows(&registry.row_files(), false)?;
        let file = self.folder.join(EXPERIMENT);
        let (at, document, experiment) = (file.display(), recorded.document()?, recorded.experiment(registry)?);
        let Some(design) = &experiment.design else {
            bail!("{at}: design: missing, expected an experiment with a [design]");
        };
        if experiment.targets.is_empty() {
            bail!("{at}: targets: missing, expected an experiment with [targets]");
        }
        let asked = experiment.report_spec();
        let seats = experiment.tables.iter().map(Vec::len).max().unwrap_or(0);
        let models = models(&self.folder, &with_required_measures(asked.clone(), seats))?;
        let (goals, left) = goals(&asked.targets, &models);
        if goals.is_empty() {
            bail!("{at}: no target can be modelled, expected more points or deals");
        }
        if !left.is_empty() {
            say(&format!("{at}: targets: no model foretells {}: the proposals take no account of it", left.join(", ")));
        }
        let base: Settings = experiment.arms[0].rules().next().ok_or_else(|| anyhow!("{at}: no tables"))?;
        let space = Space::new(design, &base);
        let foretell: Vec<_> = goals.iter().map(|goal| |point: &[usize]| goal.predict(point)).collect();
        let wanted = goals.iter().zip(&foretell).map(|(goal, foretell)| PredictedTarget { band: goal.band, foretell });
        let wanted: Vec<PredictedTarget<'_>> = wanted.collect();
        let seed = Seed::master(self.seed).derive("propose", &[]);
        let searched = search(&space, &wanted, self.candidates.into(), &seed);
        let chosen = choose(&searched.front, self.best.into());
        if chosen.is_empty() {
            bail!(
                "{at}: no candidate is expected to miss fewer targets than the base, expected other factors or targets"
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
            "{} candidates, {} on the front, {} to be played: ergo run {}",
            count(searched.all.len() as u64),
            searched.front.len(),
            arms.len(),
            self.out.join(EXPERIMENT).display()
        ));
        Ok(())
    }
}

/// Whether nothing is at `out` but a folder with files of a proposal that was cut off before its last.
fn was_begun(out: &Path) -> bool {
    let is_ours = |name: &str| {
        let whole = name.split_once(NEW).map_or(name, |(whole, _)| whole);
        [FRONT, EXPERIMENT].contains(&whole) || whole == PROPOSAL && name != PROPOSAL
    };
    let is_folder = out.symlink_metadata().is_ok_and(|about| about.is_dir());
    let mut names = std::fs::read_dir(out).into_iter().flatten();
    is_folder && names.all(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_ours)))
}

/// A seed that is not `old`.
fn fresh(seed: &Seed, old: u64) -> u64 {
    let drawn = u64::from(below(&mut seed.derive("confirmation", &[]).rng(), u32::MAX));
    if drawn == old { drawn + 1 } else { drawn }
}
