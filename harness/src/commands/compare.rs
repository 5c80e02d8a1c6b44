//! `ergo compare`: tests whether agent B is stronger than agent A.

use clap::Args;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
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
use ergo_harness::experiment::{Document, Experiment, parse_value};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::job::RunOptions;
use ergo_harness::programs::Programs;
use ergo_harness::report::{REPORT, Scale, conclusion, count};
use ergo_stats::sequential::Verdict;

/// Test whether agent B is stronger than agent A (sequential test: plays until the result is clear)
#[derive(Args)]
#[command(mut_arg("out", |arg| arg.help("Results folder to write [default: results/compare-B-with-A-N-seats]")))]
#[command(mut_arg("resume", |arg| arg.help("Continue an interrupted comparison")))]
pub(super) struct CompareArgs {
    /// Baseline agent, given as KIND or KIND:KEY=VALUE,KEY=VALUE
    pub a: String,
    /// Agent that may be stronger, given in the same way
    pub b: String,
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
        let fewest = if self.against.is_some() { 2 } else { 1 };
        if !(fewest..=MAX_SEATS).contains(&seats(self)) || panel(self).iter().any(String::is_empty) {
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
            b: self.b.clone(),
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
        ComparisonRun { args: self, question, registry }.run()
    }
}

/// Builds the experiment of a comparison. Its tables are B among copies of A and A among copies of B (one table with two seats),
/// or B and A each among the same opponents, or each alone in a single-player game.
pub(super) fn document(args: &CompareArgs, seed: u64) -> anyhow::Result<Document> {
    let (seats, panel) = (seats(args), panel(args));
    let names = panel_names(&panel);
    let table = |focal: &str, other: &str| {
        let others = if panel.is_empty() { vec![other.to_owned(); seats - 1] } else { names.clone() };
        [vec![focal.to_owned()], others].concat()
    };
    let mut tables = vec![table("B", "A")];
    if seats != 2 || !panel.is_empty() {
        tables.push(table("A", "B"));
    }
    let mut entrants = vec![("A".to_owned(), agent_table("A", &args.a)?), ("B".to_owned(), agent_table("B", &args.b)?)];
    for (i, (name, text)) in names.iter().zip(&panel).enumerate() {
        if !panel[..i].contains(text) {
            entrants.push((name.clone(), agent_table("--against", text)?));
        }
    }
    let mut document = Document::for_tables("Is B better than A?", seed, &args.game, entrants, tables)?;
    apply_rules(&mut document, &args.set)?;
    Ok(document)
}

/// The number of seats.
fn seats(args: &CompareArgs) -> usize {
    if args.against.is_some() { 1 + panel(args).len() } else { usize::from(args.seats) }
}

/// The fixed opponents, sorted so that the order on the command line does not matter.
fn panel(args: &CompareArgs) -> Vec<String> {
    let mut panel = args.against.as_deref().map_or_else(Vec::new, split_agents);
    panel.sort();
    panel
}

/// Entrant names of the fixed opponents: C, D and so on. Equal agents share a name.
fn panel_names(panel: &[String]) -> Vec<String> {
    let name = |text: &String| {
        let first = panel.iter().position(|other| other == text).unwrap_or(0);
        char::from(b'C' + first as u8).to_string()
    };
    panel.iter().map(name).collect()
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
    registry: &'a GameRegistry,
}

impl ComparisonRun<'_> {
    fn experiment(&self, seed: u64) -> anyhow::Result<Experiment> {
        Ok(Experiment::read_untimed(&document(self.args, seed)?, self.registry)?)
    }

    fn scale(&self, contest: &Contest<'_>) -> Scale {
        self.question.scale(contest.largest_margin(), contest.seats().get())
    }

    fn run(&self) -> anyhow::Result<()> {
        let args = self.args;
        let experiment = self.experiment(args.seed)?;
        let out = args.work.out.clone().unwrap_or_else(|| default_out(args, self.question.by));
        let mode = args.work.mode();
        let options = RunOptions { threads: args.work.threads.get(), mode, command: command() };
        let _guard = resume_hint();
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{msg}")?);
        let contest = Contest::new(&experiment, Programs::new(None));
        let (matches, scale) = (contest.matches(), self.scale(&contest));
        let compared = compare::folder::run(&experiment, &self.question, &out, &options, &mut |comparison| {
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
        if !args.json.json {
            print_answer(&compared.answer, &out);
            return Ok(());
        }
        let mut fields = folder_fields(&out, &compared.answer, &compared.manifest);
        let comparison = compare::folder::read_finished(&experiment, &self.question, &out)?;
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

/// Prints the result of the comparison in the folder `out`.
fn print_answer(answer: &str, out: &Path) {
    say(&format!("{answer}\n{}", out.join(REPORT).display()));
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

fn default_out(args: &CompareArgs, by: BlockMeasure) -> PathBuf {
    let plain = |text: &str| text.replace(|c: char| !c.is_alphanumeric() && !"-_.=".contains(c), "-");
    let others = args.against.as_ref().map_or(String::new(), |others| format!("-against-{}", plain(others)));
    let by = if by.is_wins() { String::new() } else { format!("-by-{}", by.name()) };
    Path::new("results").join(format!(
        "compare-{}-with-{}{others}-{}-seats{by}",
        plain(&args.b),
        plain(&args.a),
        seats(args)
    ))
}
