//! `ergo run`: plays an experiment and writes its results folder.

use clap::Args;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use ergo_harness::analysis::rating_lists::standings::Standings;
use ergo_harness::experiment::{Experiment, FaultRule};
use ergo_harness::folder::part;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::manifest;
use ergo_harness::programs::hide;
use ergo_harness::report::{PAGE, REPORT, count, counted};
use ergo_harness::rows::MATCHES;
use ergo_harness::run::{Mode, Ran, RunError, RunOptions, run as run_experiment};
use ergo_harness::schedule::Schedule;
use indicatif::ProgressBar;

use super::claims::Claims;
use super::flags::{WorkArgs, key_and_value};
use super::json::{AsJson, ended, never_answered, of_folder};
use super::shared::{CheckFailed, command, going_on, print, progress_bar, read_document, say, set_all};
use super::verb::{Act, Whole};
use crate::cost::Cost;

/// Play an experiment and write its results folder
#[derive(Args)]
#[command(mut_arg("out", |arg| arg.help("The results folder [default: results/ and the name of the experiment]")))]
#[command(mut_arg("fresh", |arg| arg.help("Give up an interrupted run and start over")))]
pub(super) struct RunArgs {
    /// The experiment, a TOML file
    pub experiment: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub work: WorkArgs,
    /// Number of matches played at the same time [default: schedule.concurrency of the experiment, else one for each thread, and at least 8
    /// where a program has repeatable = false, as it waits for others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Take a first look: play as little as the table [quick] of the experiment says, into a folder whose name ends in -quick
    #[arg(long)]
    pub quick: bool,
    /// Say how long it would take on this machine, by a few of its matches, and play nothing more
    #[arg(long, conflicts_with = "json")]
    pub cost: bool,
    /// Change a value of the experiment, such as game.rules.cards.not=4 or schedule.deals=10
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: AsJson,
}

impl Act for RunArgs {
    const NAME: &'static str = "run";

    /// Runs the experiment named on the command line.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        let mut document = read_document(&self.experiment)?;
        if self.quick {
            document.quicken().map_err(|problems| problems.in_file(&self.experiment))?;
        }
        set_all(&mut document, &self.set);
        let mut experiment =
            Experiment::read_on(&document, registry).map_err(|problems| problems.in_file(&self.experiment))?;
        experiment.concurrency = self.concurrency.map(usize::from).or(experiment.concurrency);
        let mode = self.work.mode();
        hide(&self.experiment);
        let _parting = going_on();
        let options = RunOptions { threads: self.work.threads.get(), mode, command: command() };
        let out = out(self)?;
        if self.cost {
            return print(&format!("{}\n", Cost::of(&experiment, options.threads).line()));
        }
        // What was begun shows its speed in the bar; what is finished takes no time.
        let is_new = mode == Mode::Begin && !out.join(manifest::NAME).exists();
        if is_new || mode == Mode::Fresh {
            let cost = Cost::of(&experiment, options.threads);
            if cost.is_long() {
                say(&cost.line());
            }
        }
        let bar = progress_bar(Schedule::new(&experiment).matches());
        let mut standings = Live::new(&out, experiment.game.description().pays_points);
        let mut seen = false;
        let ran = run_experiment(&experiment, &out, &options, |matches| {
            bar.set_position(matches);
            if !seen {
                // Matches of an earlier process say nothing about the speed of this one.
                seen = true;
                bar.reset_eta();
            }
            if !bar.is_hidden() {
                standings.look(&bar);
            }
        });
        bar.finish_and_clear();
        finished(&experiment, ran, &out, self.json.json)
    }
}

fn out(args: &RunArgs) -> anyhow::Result<PathBuf> {
    // A file called `...toml` would have its results above the folder of all results.
    let stem = args.experiment.file_stem().filter(|stem| *stem != "." && *stem != "..");
    match (&args.work.out, stem) {
        (Some(out), _) => Ok(out.clone()),
        (None, Some(stem)) => {
            let mut name = stem.to_owned();
            name.push(if args.quick { "-quick" } else { "" });
            Ok(Path::new("results").join(name))
        }
        (None, None) => bail!("{}: no name for results, expected --out", args.experiment.display()),
    }
}

/// Says what came of a run of `experiment` into the folder at `out`, as a document if `json`: an error if it did not come through.
pub(super) fn finished(
    experiment: &Experiment,
    ran: Result<Ran, RunError>,
    out: &Path,
    json: bool,
) -> anyhow::Result<()> {
    let ran = match ran {
        Err(RunError::NeverAnswered(who)) => {
            let failed = CheckFailed(format!("{}: {who}", out.display()));
            return if json { ended("run", Some(failed), never_answered(out)) } else { Err(failed.into()) };
        }
        ran => ran.map_err(|error| anyhow!("{error}"))?,
    };
    let failed = (ran.manifest.faults > 0 && experiment.faults == FaultRule::Stop).then(|| {
        let faults = counted(ran.manifest.faults, "fault");
        let what = format!("{}: stopped by {faults} after match {}", out.display(), ran.manifest.matches);
        CheckFailed(format!("{what}, expected none as schedule.faults says"))
    });
    let claims = Claims::read(out)?;
    if json {
        let mut fields = of_folder(out, &ran.answer, &ran.manifest);
        fields.extend(claims.fields());
        fields.insert("question".to_owned(), experiment.question.as_str().into());
        fields.insert("played".to_owned(), ran.played.into());
        return ended("run", failed, fields);
    }
    claims.lines().iter().for_each(|line| say(line));
    say(&outcome_text(&ran, out, experiment.measures.shape().one_round));
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}

/// Standings below the bar while matches are played, no more often than they take a twentieth of the time.
struct Live {
    standings: Standings,
    next: Instant,
}

impl Live {
    /// How often they are shown at most.
    const EVERY: Duration = Duration::from_secs(1);
    /// How many times as long as it took they are left standing.
    const SHARE: u32 = 20;

    fn new(out: &Path, pays_points: bool) -> Self {
        Live { standings: Standings::new(&part(out, MATCHES), pays_points), next: Instant::now() + Self::EVERY }
    }

    fn look(&mut self, bar: &ProgressBar) {
        let start = Instant::now();
        if start < self.next {
            return;
        }
        // Rows that cannot be read now are a matter of the run, which reads them again.
        if self.standings.look().is_ok() {
            bar.set_message(format!("\n{}", self.standings.lines()));
        }
        self.next = Instant::now() + Self::EVERY.max(start.elapsed() * Self::SHARE);
    }
}

/// The answer, a table, what was played, and where the report is.
fn outcome_text(ran: &Ran, out: &Path, one_round: bool) -> String {
    let manifest = &ran.manifest;
    let faults = if manifest.faults == 0 { String::new() } else { format!(", {}", counted(manifest.faults, "fault")) };
    let rounds = if one_round { String::new() } else { format!("{}, ", counted(manifest.rounds, "round")) };
    let played = format!("{}, {rounds}{}{faults}", counted(manifest.matches, "match"), counted(manifest.turns, "turn"));
    let pace = if ran.played == 0 {
        format!("finished before, in {:.1} s", manifest.seconds)
    } else {
        let speed = count((ran.played as f64 / ran.seconds.max(1e-6)).round() as u64);
        format!("{:.1} s ({speed} matches/s)", ran.seconds)
    };
    let pace = if ran.played == 0 { format!(", {pace}") } else { format!(" in {pace}") };
    let table = if ran.glance.is_empty() { String::new() } else { format!("\n{}\n", ran.glance) };
    let reports = [REPORT, PAGE].map(|name| out.join(name).display().to_string()).join(", ");
    format!("{}\n{table}\n{played}{pace}; {reports}", ran.answer)
}
