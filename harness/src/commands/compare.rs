//! `ergo compare`: tests whether agent B is stronger than agent A.

use clap::Args;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ergo_agents::process;
use ergo_engine::seat::MAX_SEATS;
use ergo_stats::Interval;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::flags::{WorkArgs, key_and_value};
use super::json::{Fields, JsonFlag, folder_fields, print_document, to_fields, unanswered_fields};
use super::shared::{CheckFailed, apply_rules, command, resume_hint, say, split_agent, split_agents};
use super::verb::{BuildCommand, RunVerb};
use ergo_harness::compare::record::RecordError;
use ergo_harness::compare::{self, BlockMeasure, Comparison, Contest, Question, Totals};
use ergo_harness::digest;
use ergo_harness::experiment::{Document, Experiment, parse_value};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::job::RunOptions;
use ergo_harness::programs::Programs;
use ergo_harness::programs::command_files::command_files;
use ergo_harness::report::{REPORT, Scale, conclusion, count};
use ergo_stats::sequential::Verdict;

/// Test whether agent B is stronger than agent A (sequential test: plays until the result is clear)
#[derive(Args)]
#[command(mut_arg("out", |arg| arg.help("Results folder to write [default: ergo-runs/B-vs-A-DIGEST, see harness/RUNS.md]")))]
#[command(mut_arg("resume", |arg| arg.help("Continue an interrupted comparison (the default)")))]
#[command(mut_arg("fresh", |arg| arg.help("Discard the comparison in the folder and start over")))]
pub(super) struct CompareArgs {
    /// Baseline agent, given as KIND or KIND:KEY=VALUE,KEY=VALUE; name=NAME names it, quotes protect commas in a value
    pub a: String,
    /// Agent that may be stronger, given in the same way
    pub b: String,
    /// Name of agent B in the report, its log and the default folder [default: as written]
    #[arg(long)]
    pub name: Option<String>,
    /// Name of the game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// Number of seats; 1 in single-player games
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seats: u8,
    /// Fixed opponents: A and B each play among these on the same deals, such as greedy,best-of:drawn=8
    #[arg(long, value_name = "AGENTS", conflicts_with = "seats")]
    pub against: Option<String>,
    /// Measure: wins, margin (own final score minus the mean of the others), or returns (points that a match pays, as in
    /// poker) [default: returns if the game pays points, else wins]
    #[arg(long, value_parser = ["wins", "margin", "returns"])]
    pub by: Option<String>,
    /// Seed of all deals
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// H0: B's advantage is at most this, in normalised Elo
    #[arg(long, alias = "zero", value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true)]
    pub elo0: f64,
    /// H1: B's advantage is at least this, in normalised Elo
    #[arg(long, alias = "one", value_name = "ELO", default_value_t = 10.0, allow_hyphen_values = true)]
    pub elo1: f64,
    /// Largest probability of accepting H1 if H0 is true
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// Largest probability of rejecting H1 if it is true
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,
    /// Stop after this many blocks (deals) if the result is still inconclusive
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub most_blocks: u64,
    /// Set a rule option, such as game.rules.starter=rotate; `ergo games` lists all (repeatable)
    #[arg(long, value_name = "game.rules.KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub work: WorkArgs,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonFlag,
}

impl RunVerb for CompareArgs {
    const NAME: &'static str = "compare";
    const EXAMPLE: &'static str = "ergo compare greedy:blunder=0.05 greedy --elo1 30\n\
        ergo compare random mcts --game cogito --seats 3 --elo1 100";

    /// Compares the two agents and prints the result.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let panel = panel(self)?;
        let fewest = if self.against.is_some() { 2 } else { 1 };
        let seats = seats(self, &panel);
        if !(fewest..=MAX_SEATS).contains(&seats) || panel.iter().any(String::is_empty) {
            let others = self.against.as_deref().unwrap_or_default();
            bail!("--against \"{others}\": expected 1 to {} agents separated by commas", MAX_SEATS - 1);
        }
        let game = registry.game(&self.game).map_err(|error| anyhow!("--game: {error}"))?;
        let by = match self.by.as_deref() {
            Some("wins") => BlockMeasure::Wins,
            Some("margin") => BlockMeasure::Margin,
            Some(_) if !game.description().pays_points => {
                bail!("--by returns: {} pays no points, expected wins or margin", game.name())
            }
            _ => BlockMeasure::for_game(&*game),
        };
        let question = Question {
            a: self.a.clone(),
            b: named_agent(self)?,
            against: self.against.clone(),
            by,
            zero: self.elo0,
            one: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
            cap: self.most_blocks,
        };
        Comparison::new(&question, 2)
            .map_err(|error| anyhow!("--elo0, --elo1, --alpha, --beta, --most-blocks: {error}"))?;
        let experiment = Experiment::read_untimed(&document(self, self.seed)?, registry)?;
        ComparisonRun { args: self, question, experiment }.run()
    }
}

/// Returns agent B with the name of `--name`.
fn named_agent(args: &CompareArgs) -> anyhow::Result<String> {
    let Some(name) = &args.name else { return Ok(args.b.clone()) };
    if name.is_empty() || name.contains([',', '"', '\'']) {
        bail!("--name {name:?}: expected a name without commas and quotes");
    }
    Ok(match args.b.split_once(':') {
        Some((kind, settings)) => format!("{kind}:name={name},{settings}"),
        None => format!("{}:name={name}", args.b),
    })
}

/// Builds the experiment of a comparison. Its tables are B among copies of A and A among copies of B (one table with two seats),
/// or B and A each among the same opponents, or each alone in a single-player game.
pub(super) fn document(args: &CompareArgs, seed: u64) -> anyhow::Result<Document> {
    let panel = panel(args)?;
    let agent = |which: &str, letter: &str, text: &str| -> anyhow::Result<(String, toml::Table)> {
        let mut table = agent_table(which, text)?;
        let name = table.remove("name").map(|name| name.as_str().map_or_else(|| name.to_string(), str::to_owned));
        Ok((name.unwrap_or_else(|| letter.to_owned()), table))
    };
    let (a, b) = (agent("A", "A", &args.a)?, agent("B", "B", &named_agent(args)?)?);
    let (a_name, b_name) = (a.0.clone(), b.0.clone());
    let mut entrants = vec![a, b];
    let mut names: Vec<String> = Vec::new();
    for (i, text) in panel.iter().enumerate() {
        // Equal agents share a name.
        if let Some(first) = panel[..i].iter().position(|other| other == text) {
            names.push(names[first].clone());
        } else {
            let entrant = agent("--against", &char::from(b'C' + i as u8).to_string(), text)?;
            names.push(entrant.0.clone());
            entrants.push(entrant);
        }
    }
    let table = |focal: &str, other: &str| {
        let others = if panel.is_empty() { vec![other.to_owned(); seats(args, &panel) - 1] } else { names.clone() };
        [vec![focal.to_owned()], others].concat()
    };
    let mut tables = vec![table(&b_name, &a_name)];
    if seats(args, &panel) != 2 || !panel.is_empty() {
        tables.push(table(&a_name, &b_name));
    }
    let mut document = Document::for_tables("Is B better than A?", seed, &args.game, entrants, tables)?;
    apply_rules(&mut document, &args.set)?;
    Ok(document)
}

/// The number of seats.
fn seats(args: &CompareArgs, panel: &[String]) -> usize {
    if args.against.is_some() { 1 + panel.len() } else { usize::from(args.seats) }
}

/// The fixed opponents, sorted so that the order on the command line does not matter.
fn panel(args: &CompareArgs) -> anyhow::Result<Vec<String>> {
    let mut panel = args.against.as_deref().map_or(Ok(Vec::new()), |text| split_agents("--against", text))?;
    panel.sort();
    Ok(panel)
}

/// Parses `kind` or `kind:key=value,key=value` into a TOML table. `which` names the argument in errors.
pub(super) fn agent_table(which: &str, text: &str) -> anyhow::Result<toml::Table> {
    let (kind, given) = split_agent(which, text)?;
    let mut table = toml::Table::new();
    table.insert("kind".to_owned(), kind.into());
    table.extend(given.into_iter().map(|(key, value)| (key.to_owned(), parse_value(value))));
    Ok(table)
}

/// A comparison as requested on the command line.
struct ComparisonRun<'a> {
    args: &'a CompareArgs,
    question: Question,
    experiment: Experiment,
}

impl ComparisonRun<'_> {
    fn scale(&self, contest: &Contest<'_>) -> Scale {
        self.question.scale(contest.largest_margin(), contest.seats().get())
    }

    fn run(&self) -> anyhow::Result<()> {
        let (args, experiment) = (self.args, &self.experiment);
        let out = args.work.out.clone().unwrap_or_else(|| default_out(&self.question, experiment));
        let mode = args.work.continuing_mode(&out, compare::record::BLOCKS);
        let options = RunOptions { threads: args.work.threads.get(), mode, command: command() };
        let _guard = resume_hint();
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{msg}")?);
        let contest = Contest::new(experiment, Programs::new(None));
        let (matches, scale) = (contest.matches(), self.scale(&contest));
        let compared = compare::folder::run(experiment, &self.question, &out, &options, &mut |comparison| {
            bar.set_message(progress_text(comparison, matches, scale));
            bar.tick();
        });
        bar.finish_and_clear();
        let compared = match compared {
            Err(RecordError::NeverAnswered(who)) => {
                let failed = CheckFailed(format!("{}: {who}", out.display()));
                return if args.json.json {
                    print_document(CompareArgs::NAME, Some(failed), unanswered_fields(&out))
                } else {
                    Err(failed.into())
                };
            }
            compared => compared.map_err(|error| anyhow!("{error}"))?,
        };
        compared.forfeits.iter().for_each(|forfeit| say(&forfeit.describe(&out)));
        if !args.json.json {
            let earlier = if compared.finished_earlier { "\nfinished earlier; --fresh plays it again" } else { "" };
            say(&format!("{}\n{}{earlier}", compared.answer, out.join(REPORT).display()));
            return Ok(());
        }
        let mut fields = folder_fields(&out, &compared.answer, &compared.manifest);
        let comparison = compare::folder::read_finished(experiment, &self.question, &out)?;
        fields.extend(self.fields(&comparison, contest.seats().get(), scale));
        print_document(CompareArgs::NAME, None, fields)
    }

    /// Returns the members of the JSON document: the question, the result of the test, and B's advantage.
    fn fields(&self, comparison: &Comparison, seats: usize, scale: Scale) -> Fields {
        let found = |value: f64, of: Interval| {
            json!({
                "value": scale.advantage(value) + 0.0,
                "low": scale.advantage(of.low) + 0.0,
                "high": scale.advantage(of.high) + 0.0,
            })
        };
        let (seen, interval) = (comparison.standing().mean, comparison.mean_interval());
        let Totals { focal, reverse, .. } = comparison.totals();
        to_fields(json!({
            "a": self.question.a,
            "b": self.question.b,
            "against": self.question.against,
            "seats": seats,
            "by": self.question.by,
            "zero": self.question.zero,
            "one": self.question.one,
            "alpha": self.question.alpha,
            "beta": self.question.beta,
            "h1": comparison.verdict().map_or("open", word),
            "blocks": comparison.blocks(),
            "verdict": conclusion(comparison.verdict(), [self.question.zero, self.question.one], interval),
            "a_win_share": reverse.mean(),
            "b_win_share": focal.mean(),
            "advantage": found(seen, interval),
            "advantage_any_time": found(seen, comparison.interval()),
        }))
    }
}

/// The state of the sequential test, for the progress display.
fn progress_text(comparison: &Comparison, matches: u32, scale: Scale) -> String {
    let (now, interval) = (comparison.standing(), comparison.interval());
    format!(
        "{} blocks, {} matches: log likelihood ratio {:.2}, H1 rejected below {:.2}, accepted above {:.2}; B's advantage {} ({} to \
         {})",
        count(now.blocks),
        count(now.blocks * u64::from(matches)),
        now.log_ratio,
        now.lower,
        now.upper,
        advantage_text(scale, now.mean),
        advantage_text(scale, interval.low),
        advantage_text(scale, interval.high)
    )
}

/// Formats B's advantage for a mean block value.
fn advantage_text(scale: Scale, value: f64) -> String {
    let advantage = scale.advantage(value) + 0.0;
    match scale {
        Scale::Wins(_) => format!("{:+.1} %", 100.0 * advantage),
        Scale::Points(_) => format!("{advantage:+.2}"),
        Scale::Returns(_) => format!("{advantage:+.3}"),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
        Verdict::Inconclusive => "neither",
    }
}

/// Returns the default results folder: short names of B and A, and a digest of all that defines the comparison, including the
/// files that the commands of external programs name.
fn default_out(question: &Question, experiment: &Experiment) -> PathBuf {
    let files = command_files(experiment.programs()).into_iter().map(|file| file.sha256).collect::<String>();
    let asked = serde_json::to_string(question).expect("texts and numbers are JSON");
    let digest = digest::of_text(&[experiment.text.as_str(), &asked, &files].concat());
    let [a, b] = question.names().map(short_name);
    Path::new("ergo-runs").join(format!("{b}-vs-{a}-{}", &digest[..6]))
}

/// Returns a short name for a folder: a given name, the kind of an agent, or the name of an external program.
fn short_name(text: &str) -> String {
    const MOST: usize = 24;
    let (kind, settings) = text.split_once(':').unwrap_or((text, ""));
    let name = match settings.split_once("command=").filter(|_| kind == process::KIND) {
        None => kind.to_owned(),
        Some((_, command)) => {
            let words: Vec<&str> = command.split([' ', '"', '\'', ',']).filter(|word| !word.is_empty()).collect();
            // The script of an interpreter is the first argument that looks like a file.
            let is_file = |word: &&&str| word.contains(['.', '/']) && !word.contains('=') && !word.starts_with('-');
            let program = words.iter().skip(1).find(is_file).or(words.first()).copied().unwrap_or(kind);
            Path::new(program).file_stem().map_or(kind.to_owned(), |stem| stem.to_string_lossy().into_owned())
        }
    };
    name.chars().map(|c| if c.is_alphanumeric() || "_.".contains(c) { c } else { '-' }).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_name_is_the_program_or_kind() {
        for (text, expected) in [
            ("greedy:blunder=0.05", "greedy"),
            ("alice.v2 new", "alice.v2-new"),
            ("process:command=python3 alice/bot.py,results=true", "bot"),
            ("process:reuse=true,command=\"python3 my_bot.py --weights=1,2\"", "my_bot"),
            ("process:command=./target/release/swift --fast", "swift"),
        ] {
            assert_eq!(short_name(text), expected, "{text}");
        }
    }
}
