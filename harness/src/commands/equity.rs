//! `ergo equity`: chances to win a match from a score, from recorded rounds.

use clap::Args;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ergo_agents::games::ergo::equity::solve::Solution;
use ergo_agents::games::ergo::equity::{Ending, MOST_TARGET, MatchEquity};
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::{Rules, Starter};
use ergo_engine::maps::map_of;
use ergo_engine::seat::{Seat, SeatMap};
use ergo_harness::digest;
use ergo_harness::experiment::{Arm, Experiment};
use ergo_harness::folder::{EXPERIMENT, disk};
use ergo_harness::games::alone;
use ergo_harness::games::ergo::equity::{Calibration, Choice, each_match, half_widths, rounds_of};
use ergo_harness::manifest::{REVISION, VERSION};
use ergo_harness::recorded::Recorded;
use ergo_harness::report::count;
use ergo_harness::rows::{FILES, MATCHES};
use ergo_harness::settings::nested;

use super::flags::key_and_value;
use super::shared::command;
use super::shared::{in_file, print, say, set_all};

/// The chance to win a match of ERGO that a score gives, made of recorded rounds
#[derive(Args)]
#[command(group = clap::ArgGroup::new("do").required(true))]
pub(super) struct EquityArgs {
    /// A results folder with its rows; with --show the scores, such as 30,45
    #[arg(value_name = "RESULTS")]
    pub what: String,
    /// Take rows that were changed after the run
    #[arg(long)]
    pub rows_changed: bool,
    /// Make a table of the rounds recorded there, and write it to this file
    #[arg(long, value_name = "FILE", group = "do")]
    pub out: Option<PathBuf>,
    /// Print the chances that a table gives at these scores
    #[arg(long, value_name = "FILE", group = "do")]
    pub show: Option<PathBuf>,
    /// With --show: 95 % intervals of the chances, from the results folder that the table was made of
    #[arg(long, value_name = "RESULTS", requires = "show")]
    pub errors: Option<PathBuf>,
    /// Compare the chances of a table with the matches recorded there
    #[arg(long, value_name = "FILE", group = "do")]
    pub check: Option<PathBuf>,
    /// Only matches between these, with commas between [default: all matches]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub entrants: Vec<String>,
    /// With --out: only tables of so many seats
    #[arg(long, conflicts_with_all = ["show", "check"], value_parser = clap::value_parser!(u8).range(2..=4))]
    pub seats: Option<u8>,
    /// Only matches of this arm
    #[arg(long)]
    pub arm: Option<String>,
    /// With --out: keep every Nth score, and the last; what lies between is interpolated
    #[arg(long, default_value_t = 1, conflicts_with_all = ["show", "check"], value_parser = clap::value_parser!(u16).range(1..=50))]
    pub step: u16,
    /// With --show: the seat that starts the next round; it counts where the start rotates
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["out", "check"], value_parser = clap::value_parser!(u8).range(1..=4))]
    pub next: Option<u8>,
    /// Make it for other ends of a match: game.rules.target, game.rules.ties or game.rules.starter
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "show", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
}

/// Makes a table, shows some of it, or checks it.
pub(super) fn equity(args: &EquityArgs) -> anyhow::Result<()> {
    match (&args.out, &args.show, &args.check) {
        (Some(out), ..) => make(args, out),
        (_, Some(file), _) => show(args, file),
        (_, _, Some(file)) => check(args, file),
        _ => unreachable!("clap asks for one of them"),
    }
}

/// The largest table that is read: of four seats, every score.
const LARGEST_FILE: u64 = 1 << 30;

fn read_table(path: &Path) -> anyhow::Result<MatchEquity> {
    let wrong = |what: String| anyhow!("{}: {what}", path.display());
    let about = std::fs::metadata(path).map_err(|error| wrong(format!("cannot be read: {error}, expected a table")))?;
    if !about.is_file() || about.len() > LARGEST_FILE {
        return Err(wrong("no file of a size that tables have, expected a table of `ergo equity`".to_owned()));
    }
    let bytes = std::fs::read(path).map_err(|error| wrong(format!("cannot be read: {error}, expected a table")))?;
    MatchEquity::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))
}

/// The arm of the results that is asked for, and which of its matches.
fn chosen(args: &EquityArgs, folder: &Path) -> anyhow::Result<(Arm, Choice)> {
    let recorded = Recorded::open(folder)?;
    recorded.rows(&[FILES[0], MATCHES], args.rows_changed)?;
    let (path, mut document) = (folder.join(EXPERIMENT), recorded.document()?);
    let ends = ["target", "ties", "starter"].map(|end| format!("game.rules.{end}"));
    if let Some((key, _)) = args.set.iter().find(|(key, _)| !ends.contains(key)) {
        bail!("--set {key}: has no effect on a table, expected one of {}", ends.join(", "));
    }
    set_all(&mut document, &args.set).map_err(|problem| anyhow!("--set: {problem}"))?;
    let shelf = alone::<Ergo>();
    let experiment = Experiment::read_untimed_on(&document, &shelf).map_err(|problem| in_file(&path, &problem))?;
    let labels: Vec<&str> = experiment.arms.iter().map(|arm| arm.label.as_str()).collect();
    let arm = match &args.arm {
        None if experiment.arms.len() == 1 => &experiment.arms[0],
        None => bail!("{}: several arms, expected --arm with one of {}", folder.display(), labels.join(", ")),
        Some(label) => {
            let found = experiment.arms.iter().find(|arm| arm.label == *label);
            found.ok_or_else(|| anyhow!("--arm {label}: no such arm, expected one of {}", labels.join(", ")))?
        }
    };
    if let Some(stranger) = args.entrants.iter().find(|name| !experiment.entrants.contains(name)) {
        bail!("--entrants {stranger}: nobody of that name, expected some of {}", experiment.entrants.join(", "));
    }
    let (seats, entrants) = (args.seats.map(usize::from), args.entrants.clone());
    Ok((arm.clone(), Choice { arm: arm.label.clone(), seats, entrants, without: None }))
}

fn make(args: &EquityArgs, out: &Path) -> anyhow::Result<()> {
    let wrong = |error| anyhow!("{}: cannot be written: {error}, expected a file", out.display());
    disk::can_replace(out, "a table", |bytes| MatchEquity::from_bytes(bytes).is_ok()).map_err(wrong)?;
    let folder = Path::new(&args.what);
    let (arm, choice) = chosen(args, folder)?;
    let (rounds, matches) = rounds_of(folder, &choice)?;
    let settings = arm.rules().next().ok_or_else(|| anyhow!("{}: no tables", folder.display()))?;
    let rules = Rules::new(rounds.seats(), &settings).map_err(|error| anyhow!("{}: {error}", folder.display()))?;
    let ending = Ending::of(&rules);
    if ending.target > MOST_TARGET || u32::from(rounds.most()) > 500 {
        bail!("target = {}: expected 1 to {MOST_TARGET}, and rounds of at most 500 points", ending.target);
    }
    let rows = folder.join(FILES[0]);
    let source = digest::of_file(&rows).map_err(|error| anyhow!("{}: {error}", rows.display()))?;
    let names = if args.entrants.is_empty() { "all".to_owned() } else { args.entrants.join(",") };
    let about = [
        ("program", format!("{VERSION} {REVISION}")),
        ("command", command()),
        ("entrants", names),
        ("matches", matches.to_string()),
        ("rounds", rounds.rounds().to_string()),
        ("rounds_sha256", source),
        ("rules_sha256", digest::of_text(&nested(&rules.settings()).to_string())),
    ];
    let about = map_of(about.map(|(key, value)| (key.to_owned(), value)));
    let solution = Solution::new(&ending, &rounds).map_err(|error| anyhow!("{}: {error}", folder.display()))?;
    let table = MatchEquity::new(&ending, &solution, args.step, about);
    let bytes = table.to_bytes();
    disk::write_whole(out, |file| file.add(&bytes)).map_err(wrong)?;
    say(&format!(
        "Chances for {} seats to {} points, every {} scores, from {} rounds of {} matches, {} bytes; {}",
        ending.seats.get(),
        ending.target,
        args.step,
        count(rounds.rounds()),
        count(matches),
        count(bytes.len() as u64),
        out.display()
    ));
    Ok(())
}

fn show(args: &EquityArgs, file: &Path) -> anyhow::Result<()> {
    let narrows =
        [(!args.entrants.is_empty(), "entrants"), (args.arm.is_some(), "arm"), (args.rows_changed, "rows-changed")];
    if let (None, Some((_, flag))) = (&args.errors, narrows.iter().find(|(given, _)| *given)) {
        bail!("--{flag}: no rows are read, expected --errors with it");
    }
    let table = read_table(file)?;
    let seats = table.ending().seats;
    if args.next.is_some() && table.ending().starter != Starter::Rotate {
        bail!("--next: the start of {} does not rotate, expected it left out", file.display());
    }
    let scores: Option<Vec<i32>> = args
        .what
        .split(',')
        .map(|score| score.trim().parse().ok().filter(|score| (0..=60_000).contains(score)))
        .collect();
    let Some(scores) = scores.filter(|scores| scores.len() == seats.get()) else {
        bail!("{}: expected {} scores with commas between, such as 30,45", args.what, seats.get());
    };
    let next = usize::from(args.next.unwrap_or(1));
    if next > seats.get() {
        bail!("--next {next}: expected a seat from 1 to {}", seats.get());
    }
    let scores = SeatMap::from_fn(seats, |seat| scores[seat.index()]);
    let next_starter = Seat::new(next - 1);
    let chances = table.chance(&scores, next_starter);
    let half = match &args.errors {
        None => None,
        Some(folder) => {
            let (_, mut choice) = chosen(args, folder)?;
            choice.seats = Some(seats.get());
            half_widths(folder, &choice, &table.ending(), &scores, next_starter)?
        }
    };
    let mut text = String::from("| seat | score | chance |\n| ---: | ---: | ---: |\n");
    for (seat, chance) in chances.entries() {
        let half = half.as_ref().map_or_else(String::new, |half| format!(" ± {:.1}", 100.0 * half[seat]));
        text += &format!("| {seat} | {} | {:.1} %{half} |\n", scores[seat], 100.0 * chance);
    }
    if args.errors.is_some() {
        text += match half {
            Some(_) => "\nAfter ± half the 95 % interval, by leaving out each tenth of the deals.\n",
            None => "\nToo few deals for intervals: without a tenth of them no match would end.\n",
        };
    }
    if table.ending().starter == Starter::Rotate {
        text += &format!("\nSeat {next} starts the next round.\n");
    }
    let about = table.about();
    let known = |key: &str| about.get(key).map_or("", String::as_str);
    text += &format!(
        "\nFrom {} rounds of {} matches, {}; every {} scores.\n",
        known("rounds"),
        known("matches"),
        known("entrants"),
        table.step()
    );
    print(&text)
}

fn check(args: &EquityArgs, file: &Path) -> anyhow::Result<()> {
    let table = read_table(file)?;
    let folder = Path::new(&args.what);
    let (arm, mut choice) = chosen(args, folder)?;
    let ending = table.ending();
    choice.seats = Some(ending.seats.get());
    let settings = arm.rules().next().ok_or_else(|| anyhow!("{}: no tables", folder.display()))?;
    let rules = Rules::new(ending.seats, &settings).map_err(|error| anyhow!("{}: {error}", folder.display()))?;
    if Ending::of(&rules) != ending {
        bail!(
            "{}: for other ends of a match than those of {}, expected the same target, ties, starter and seats",
            file.display(),
            folder.display()
        );
    }
    let mut calibration = Calibration::default();
    let mut matches = 0;
    each_match(folder, |played| {
        if choice.takes(played) {
            calibration.add(&table, played);
            matches += 1;
        }
    })?;
    if matches == 0 {
        bail!("{}: no match of {} seats with just those entrants, expected some", folder.display(), ending.seats.get());
    }
    let mut text = String::from(
        "| chance | counted | mean chance | share won | share less chance |\n| --- | ---: | ---: | ---: | ---: |\n",
    );
    for (i, bin) in calibration.bins().into_iter().enumerate() {
        let Some(bin) = bin else { continue };
        let gap = bin.gap.map_or_else(String::new, |gap| {
            format!("{:+.1} ± {:.1} %", 50.0 * (gap.low + gap.high), 50.0 * (gap.high - gap.low))
        });
        text += &format!(
            "| {} to {} % | {} | {:.1} % | {:.1} % | {gap} |\n",
            10 * i,
            10 * (i + 1),
            count(bin.count),
            100.0 * bin.chance,
            100.0 * bin.share,
        );
    }
    text += &format!(
        "\n{} chances in {} matches are off by {:.2} % on average over the bins; {:.1} % of the squared error of even chances \
         is gone.\n",
        count(calibration.count()),
        count(matches),
        100.0 * calibration.off(),
        100.0 * calibration.skill(),
    );
    print(&text)
}
