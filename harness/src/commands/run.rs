//! `ergo run`: runs an experiment and writes its results folder.

use clap::Args;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use ergo_harness::analysis::rating_lists::standings::Standings;
use ergo_harness::experiment::{Experiment, FaultRule};
use ergo_harness::folder::{part, unfinished};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::manifest;
use ergo_harness::programs::hide;
use ergo_harness::report::{PAGE, REPORT, count, count_noun};
use ergo_harness::rows::MATCHES;
use ergo_harness::run::{Mode, RunError, RunOptions, RunResult, run as run_experiment};
use ergo_harness::schedule::Schedule;
use indicatif::ProgressBar;

use super::claims::Claims;
use super::experiment_list;
use super::flags::{WorkArgs, key_and_value};
use super::json::{JsonFlag, folder_fields, print_document, unanswered_fields};
use super::shared::{CheckFailed, apply_settings, command, print, progress_bar, read_document, resume_hint, say};
use super::verb::{BuildCommand, RunVerb};
use crate::cost::Cost;

/// Run an experiment and write its results folder, or list the shipped experiments
#[derive(Args)]
#[command(mut_arg("out", |arg| arg.help("Results folder to write [default: results/NAME for an experiment NAME.toml]")))]
#[command(mut_arg("resume", |arg| arg.help("Continue an interrupted run (the default)")))]
#[command(mut_arg("fresh", |arg| arg.help("Discard the run in the folder and start over")))]
pub(super) struct RunArgs {
    /// Experiment file (TOML); `ergo run` without arguments lists the shipped experiments, `ergo new experiment` writes one
    pub experiment: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub work: WorkArgs,
    /// Number of matches played at the same time [default: schedule.concurrency of the experiment, else one for each thread,
    /// and at least 8 if a program has repeatable = false, because it waits for others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Run a short version with the settings of the [quick] table; the default folder name ends in -quick
    #[arg(long)]
    pub quick: bool,
    /// Estimate the run time from a few matches, which are not recorded, then exit; external programs play, too
    #[arg(long, conflicts_with = "json")]
    pub cost: bool,
    /// Change a value of the experiment, such as game.rules.cards.not=4 or schedule.deals=10 (repeatable)
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonFlag,
}

impl RunVerb for RunArgs {
    const NAME: &'static str = "run";
    const EXAMPLE: &'static str = "ergo run\nergo run experiments/first-tournament.toml\n\
        ergo run experiments/not-cards.toml --set schedule.deals=50 --out /tmp/not-cards";

    /// Runs the experiment named on the command line, or lists the shipped experiments.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let Some(file) = &self.experiment else {
            if self.has_options() {
                bail!("EXPERIMENT: missing, expected an experiment file; `ergo run` lists the shipped ones");
            }
            return print(&experiment_list::text(registry)?);
        };
        let mut document = read_document(file)?;
        if self.quick {
            document.apply_quick().map_err(|problems| problems.in_file(file))?;
        }
        apply_settings(&mut document, &self.set);
        let mut experiment =
            Experiment::read_with_registry(&document, registry).map_err(|problems| problems.in_file(file))?;
        experiment.concurrency = self.concurrency.map(usize::from).or(experiment.concurrency);
        hide(file);
        if self.cost {
            let cost =
                Cost::estimate(&experiment, self.work.threads.get(), true).map_err(|error| anyhow!("{error}"))?;
            return print(&format!("{}\n", cost.summary()));
        }
        let _guard = resume_hint();
        let out = output_folder(self, file)?;
        let mode = self.work.continuing_mode(&out, MATCHES);
        let options = RunOptions { threads: self.work.threads.get(), mode, command: command() };
        // A resumed run shows its speed in the progress bar, and a finished one takes no time.
        let is_new = !out.join(manifest::NAME).exists() && !unfinished(&out);
        if is_new || mode != Mode::Resume {
            let cost = Cost::estimate(&experiment, options.threads, false).map_err(|error| anyhow!("{error}"))?;
            if cost.is_long() {
                say(&cost.summary());
            }
        }
        let bar = progress_bar(Schedule::new(&experiment).matches());
        let mut standings = LiveStandings::new(&out, experiment.game.description().pays_points);
        let mut seen = false;
        let ran = run_experiment(&experiment, &out, &options, |matches| {
            bar.set_position(matches);
            if !seen {
                // Matches of an earlier process do not count for the speed of this one.
                seen = true;
                bar.reset_eta();
            }
            if !bar.is_hidden() {
                standings.update(&bar);
            }
        });
        bar.finish_and_clear();
        print_outcome(&experiment, ran, &out, self.json.json)
    }
}

impl RunArgs {
    /// Returns true if an option is given that needs an experiment.
    fn has_options(&self) -> bool {
        let WorkArgs { out, resume, fresh, .. } = &self.work;
        let has_flag = self.quick || self.cost || self.json.json || *resume || *fresh;
        has_flag || out.is_some() || self.concurrency.is_some() || !self.set.is_empty()
    }
}

/// The results folder: `--out`, or a default in `results/`.
fn output_folder(args: &RunArgs, experiment: &Path) -> anyhow::Result<PathBuf> {
    // The stem of `...toml` is `..`, which would lead out of `results/`.
    let stem = experiment.file_stem().filter(|stem| *stem != "." && *stem != "..");
    match (&args.work.out, stem) {
        (Some(out), _) => Ok(out.clone()),
        (None, Some(stem)) => {
            let mut name = stem.to_owned();
            name.push(if args.quick { "-quick" } else { "" });
            Ok(Path::new("results").join(name))
        }
        (None, None) => {
            bail!("{}: no default results folder for this file name, expected --out DIR", experiment.display())
        }
    }
}

/// Prints the outcome of a run of `experiment` in the folder `out`, as a JSON document if `json`.
///
/// # Errors
///
/// Returns the error of the run, or [`CheckFailed`] if a fault stopped it or a program never answered.
pub(super) fn print_outcome(
    experiment: &Experiment,
    ran: Result<RunResult, RunError>,
    out: &Path,
    json: bool,
) -> anyhow::Result<()> {
    let ran = match ran {
        Err(RunError::NeverAnswered(who)) => {
            let failed = CheckFailed(format!("{}: {who}", out.display()));
            return if json { print_document("run", Some(failed), unanswered_fields(out)) } else { Err(failed.into()) };
        }
        ran => ran.map_err(|error| anyhow!("{error}"))?,
    };
    let forfeits: Vec<String> = ran.forfeits.iter().map(|forfeit| forfeit.describe(out)).collect();
    let failed = (ran.manifest.faults > 0 && experiment.faults == FaultRule::Stop).then(|| {
        let faults = count_noun(ran.manifest.faults, "fault");
        let what = format!("{}: the run stopped with {faults} after match {}", out.display(), ran.manifest.matches);
        let forfeits: String = forfeits.iter().map(|forfeit| format!("\n{forfeit}")).collect();
        CheckFailed(format!("{what}, expected none (schedule.faults = \"stop\"){forfeits}"))
    });
    if failed.is_none() {
        forfeits.iter().for_each(|forfeit| say(forfeit));
    }
    let claims = Claims::read(out)?;
    if json {
        let mut fields = folder_fields(out, &ran.answer, &ran.manifest);
        fields.extend(claims.fields());
        fields.insert("question".to_owned(), experiment.question.as_str().into());
        fields.insert("played".to_owned(), ran.played.into());
        return print_document("run", failed, fields);
    }
    claims.lines().iter().for_each(|line| say(line));
    say(&outcome_text(&ran, out, experiment.measures.shape().one_round));
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}

/// Standings below the progress bar during a run. Updates take at most a twentieth of the time.
struct LiveStandings {
    standings: Standings,
    next: Instant,
}

impl LiveStandings {
    /// Shortest time between two updates.
    const EVERY: Duration = Duration::from_secs(1);
    /// Wait this many times as long as the last update took.
    const SHARE: u32 = 20;

    fn new(out: &Path, pays_points: bool) -> Self {
        LiveStandings {
            standings: Standings::new(&part(out, MATCHES), pays_points),
            next: Instant::now() + Self::EVERY,
        }
    }

    fn update(&mut self, bar: &ProgressBar) {
        let start = Instant::now();
        if start < self.next {
            return;
        }
        // The run reads the rows again and reports errors.
        if self.standings.look().is_ok() {
            bar.set_message(format!("\n{}", self.standings.lines()));
        }
        self.next = Instant::now() + Self::EVERY.max(start.elapsed() * Self::SHARE);
    }
}

/// Describes the outcome: the answer, a table, what was played, and the paths of the reports.
fn outcome_text(ran: &RunResult, out: &Path, one_round: bool) -> String {
    let manifest = &ran.manifest;
    let faults =
        if manifest.faults == 0 { String::new() } else { format!(", {}", count_noun(manifest.faults, "fault")) };
    let rounds = if one_round { String::new() } else { format!("{}, ", count_noun(manifest.rounds, "round")) };
    let played =
        format!("{}, {rounds}{}{faults}", count_noun(manifest.matches, "match"), count_noun(manifest.turns, "turn"));
    let pace = if ran.played == 0 {
        format!("finished earlier in {:.1} s (--fresh plays it again)", manifest.seconds)
    } else {
        let speed = count((ran.played as f64 / ran.seconds.max(1e-6)).round() as u64);
        format!("{:.1} s ({speed} matches/s)", ran.seconds)
    };
    let pace = if ran.played == 0 { format!(", {pace}") } else { format!(" in {pace}") };
    let table = if ran.glance.is_empty() { String::new() } else { format!("\n{}\n", ran.glance) };
    let reports = [REPORT, PAGE].map(|name| out.join(name).display().to_string()).join(", ");
    format!("{}\n{table}\n{played}{pace}; {reports}", ran.answer)
}
