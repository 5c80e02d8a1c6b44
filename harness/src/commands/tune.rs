//! `ergo tune`: searches for better settings of an agent against fixed opponents.

use clap::Args;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ergo_agents::process;
use ergo_agents::spec::AgentSpec;
use ergo_engine::options::Value;
use ergo_engine::rng::{RNG_VERSION, Seed};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use serde_json::json;

use super::compare::agent_table;
use super::flags::{WorkArgs, key_and_value};
use super::shared::{CheckFailed, apply_rules, command, read_text, resume_hint, say, with_time_left};
use super::verb::{BuildCommand, RunVerb};
use ergo_harness::arena::DynGame;
use ergo_harness::experiment::{Document, Experiment};
use ergo_harness::folder::Folder;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::manifest::{REVISION, VERSION, machine};
use ergo_harness::report::{align_columns, count};
use ergo_harness::tune::evolution::usual_population;
use ergo_harness::tune::{
    CandidateTrial, HeldOutCheck, Objective, OpenedSearch, Parameter, TuneError, TunePlan, TuneRecord, TuneSummary,
    check, search, with_numbers,
};
use ergo_stats::{Moments, mean_interval};

/// The file with the best settings.
const BEST: &str = "best.toml";
/// The beginning of the line of [`BEST`] with the agent for a command line.
const COMMAND_LINE: &str = "# On a command line: ";

/// Search for better numeric settings of an agent against fixed opponents (CMA-ES)
#[derive(Args)]
#[command(mut_arg("out", |arg| arg.help("Results folder to write [default: results/tune-AGENT-N-seats]")))]
#[command(mut_arg("resume", |arg| arg.help("Continue an interrupted search")))]
pub(super) struct TuneArgs {
    /// Agent to tune with its initial settings, given as KIND or KIND:KEY=VALUE,KEY=VALUE
    pub agent: String,
    /// Opponents: one agent for all other seats, or one for each joined by + (repeatable)
    #[arg(long, value_name = "AGENTS", required = true)]
    pub against: Vec<String>,
    /// Numeric settings to tune, separated by commas; KEY=MIN..MAX limits the range
    #[arg(long, value_name = "KEYS")]
    pub keys: String,
    /// Name of the game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// Number of seats
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=6))]
    pub seats: u8,
    /// Objective: margin (own points minus the mean of the others per round; matches last one round if the game has
    /// max_rounds), or win_share
    #[arg(long, default_value = "margin", value_parser = ["margin", "win_share"])]
    pub aim: String,
    /// Number of generations
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub generations: u32,
    /// Candidates per generation [default: 2 (4 + 3 ln k) for k keys]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(4..=10_000))]
    pub population: Option<u16>,
    /// Deals per candidate, each played in every seat
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub deals: u32,
    /// Held-out deals for the final check
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub held_out: u32,
    /// Seed of all deals and candidates
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Set a rule option, such as game.rules.starter=rotate; `ergo games` lists all (repeatable)
    #[arg(long, value_name = "game.rules.KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub work: WorkArgs,
}

impl RunVerb for TuneArgs {
    const NAME: &'static str = "tune";
    const EXAMPLE: &'static str = "ergo tune greedy --against greedy --keys hope,block --generations 5 --deals 100";

    /// Tunes the agent and prints the result.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        say(&self.search(registry)?);
        Ok(())
    }
}

impl TuneArgs {
    /// Tunes the agent and describes the result.
    pub(super) fn search(&self, registry: &GameRegistry) -> anyhow::Result<String> {
        let pool = ThreadPoolBuilder::new().num_threads(self.work.threads.get()).build()?;
        let aim = Objective::ALL.into_iter().find(|aim| aim.word() == self.aim).expect("clap accepts only these words");
        let document = document(self, aim, registry)?;
        let experiment = Experiment::read_untimed(&document, registry)?;
        let mut all = experiment.entrants.iter().zip(&experiment.arms[0].agents);
        if let Some((name, _)) = all.find(|(_, agent)| agent.kind == process::KIND) {
            bail!("{name}: external programs cannot be tuned or be opponents, expected agents of `ergo agents`");
        }
        let agent = AgentSpec::clone(&experiment.arms[0].agents[0]);
        let parameters = Parameter::parse_all(&experiment.game.kinds(), &agent, &self.keys)
            .map_err(|error| anyhow!("--keys: {error}"))?;
        for parameter in &parameters {
            check_range_ends(&*experiment.game, &agent, parameter)?;
        }
        let population = self.population.map_or_else(|| usual_population(parameters.len()), usize::from);
        let plan = TunePlan {
            agent,
            parameters,
            generations: self.generations.into(),
            population,
            deals: self.deals.into(),
            held_out: self.held_out.into(),
            seed: Seed::master(self.seed),
        };
        let trial = CandidateTrial::new(&experiment, aim);

        let out = self.work.out.clone().unwrap_or_else(|| default_out(self));
        let folder = Folder::open(&out).map_err(TuneError::from)?;
        let question = question(&plan, aim);
        let _guard = resume_hint();
        let mode = self.work.mode();
        let (mut record, before, seen) = match TuneRecord::open(folder, &experiment.text, &question, &plan, mode)? {
            OpenedSearch::Begun(record, before, seen) => (*record, before, seen),
            OpenedSearch::Finished(sentence) => {
                return Ok(format!("{sentence}\n\n{}", settings_text(&*experiment.game, &plan, &out)?));
            }
        };
        let bar = bar(plan.generations)?;
        bar.set_position(before.len() as u64);
        let of_generation = plan.deals * (plan.population as u64 + 2) * trial.matches();
        let answer = search(&trial, &plan, &before, &pool, |number, valued| {
            record.append(number, valued, of_generation)?;
            let gain = valued.centre() - valued.start();
            bar.set_message(format!("{gain:+.2} {} over the initial settings, step {:.2}", unit(aim), valued.step));
            bar.set_position(number + 1);
            Ok(())
        });
        let answer = answer.map_err(classify_error)?;
        bar.set_message(format!("checking on {} held-out deals", count(plan.held_out)));
        let checked = check(&trial, &plan, &answer, &seen, &pool, |played| record.check(played, 2 * trial.matches()));
        let checked = checked.map_err(classify_error)?;
        bar.finish_and_clear();

        let tuned = with_numbers(&plan.agent, &plan.parameters, &answer);
        let sentence = sentence(self, &plan, aim, &checked);
        let digest = record.digest();
        let best = entrant_text(
            &*experiment.game,
            self,
            &tuned,
            &format!("{sentence}\nSeed {}; candidates.csv {digest}.", self.seed),
        );
        let verdict = format!("# Better settings for {}\n\n{sentence}\n\n```toml\n{best}```\n", self.agent);
        let summary = TuneSummary {
            game: experiment.game.name(),
            version: VERSION,
            revision: REVISION,
            rng_version: RNG_VERSION,
            command: command(),
            seed: self.seed,
            matches: 0,
            files: Vec::new(),
            seconds: 0.0,
            threads: self.work.threads.get(),
            machine: machine(),
        };
        record.conclude(&best, &verdict, summary)?;
        Ok(format!("{sentence}\n\n{}", settings_text(&*experiment.game, &plan, &out)?))
    }
}

/// Converts a fault of an agent to [`CheckFailed`], and other errors to invalid input.
fn classify_error(error: TuneError) -> anyhow::Error {
    match error {
        TuneError::Fault { .. } => CheckFailed(error.to_string()).into(),
        other => other.into(),
    }
}

/// Builds the experiment: the candidate, its opponents and their tables.
fn document(args: &TuneArgs, aim: Objective, registry: &GameRegistry) -> anyhow::Result<Document> {
    let seats = usize::from(args.seats);
    let mut names: Vec<&str> = Vec::new();
    let mut tables = Vec::new();
    for line_up in &args.against {
        let mut others: Vec<&str> = line_up.split('+').map(str::trim).collect();
        if let [all] = others[..] {
            others = vec![all; seats - 1];
        }
        if others.len() != seats - 1 {
            bail!("--against {line_up}: got {} agents, expected 1 for all other seats or {}", others.len(), seats - 1);
        }
        let mut table = vec!["candidate".to_owned()];
        for name in others {
            let known = names.iter().position(|known| *known == name);
            let number = known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            table.push(format!("panel-{}", number + 1));
        }
        tables.push(table);
    }
    let mut entrants = vec![("candidate".to_owned(), agent_table("AGENT", &args.agent)?)];
    for (i, name) in names.iter().enumerate() {
        entrants.push((format!("panel-{}", i + 1), agent_table("--against", name)?));
    }
    let mut document = Document::for_tables("Which settings are better?", args.seed, &args.game, entrants, tables)?;
    let game = registry.game(&args.game).map_err(|error| anyhow!("--game: {error}"))?;
    if let Some(limit) = game.description().round_limit.filter(|_| aim == Objective::Margin) {
        document.set(&format!("game.rules.{limit}"), "1");
    }
    apply_rules(&mut document, &args.set)?;
    Ok(document)
}

/// Checks that the agent accepts both ends of a search range. A value may be in range and still conflict with other settings.
fn check_range_ends(game: &dyn DynGame, agent: &AgentSpec, parameter: &Parameter) -> anyhow::Result<()> {
    [parameter.least, parameter.most].into_iter().try_for_each(|end| {
        let tried = with_numbers(agent, std::slice::from_ref(parameter), &[end]);
        let Parameter { key, .. } = parameter;
        game.settle(tried)
            .map(drop)
            .map_err(|error| anyhow!("--keys {key}: {error}, expected a smaller range {key}=MIN..MAX"))
    })
}

/// The settings of the search as JSON. A search is resumed only if they are the same.
fn question(plan: &TunePlan, aim: Objective) -> String {
    let parameter = |parameter: &Parameter| {
        json!({"key": parameter.key, "least": parameter.least, "most": parameter.most, "whole": parameter.whole, "start": parameter.start,
               "step": parameter.step})
    };
    let question = json!({
        "aim": aim.word(),
        "generations": plan.generations,
        "population": plan.population,
        "deals": plan.deals,
        "held_out": plan.held_out,
        "keys": plan.parameters.iter().map(parameter).collect::<Vec<_>>(),
    });
    let mut text = serde_json::to_string_pretty(&question).expect("strings and numbers serialize to JSON");
    text.push('\n');
    text
}

fn unit(aim: Objective) -> &'static str {
    match aim {
        Objective::Margin => "points a round",
        Objective::WinShare => "% of the wins",
    }
}

/// Describes the result in one sentence. Records contain it, so that a change of wording makes `ergo verify` fail on older ones.
fn sentence(args: &TuneArgs, plan: &TunePlan, aim: Objective, check: &HeldOutCheck) -> String {
    let [gain, tuned, start] = [&check.gain, &check.tuned, &check.start].map(|moments| mean_text(aim, moments));
    let found = match mean_interval(&check.gain) {
        Some(interval) if interval.low > 0.0 => "tuned is better than as it was",
        Some(interval) if interval.high < 0.0 => "tuned is worse than as it was",
        _ => "tuned is not shown to be better than as it was",
    };
    let sign = if gain.starts_with('-') { "" } else { "+" };
    let settings = if plan.parameters.len() == 1 { "setting" } else { "settings" };
    format!(
        "{} with {} seats {found}: {sign}{gain} {} in the same seats of {} deals it was not tuned on ({tuned} against {}, \
         before {start}); {} {settings}, {} generations of {} candidates on {} deals each.",
        args.agent,
        args.seats,
        unit(aim),
        count(plan.held_out),
        args.against.join(" and "),
        plan.parameters.len(),
        plan.generations,
        plan.population,
        count(plan.deals),
    )
}

/// Formats a mean with the half width of its 95 % interval, in points or percent.
fn mean_text(aim: Objective, moments: &Moments) -> String {
    let scale = if aim == Objective::WinShare { 100.0 } else { 1.0 };
    let half = mean_interval(moments).map(|interval| scale * (interval.high - interval.low) / 2.0);
    let half = half.map_or_else(|| "–".to_owned(), |half| format!("{half:.2}"));
    format!("{:.2} ± {half}", scale * moments.mean())
}

/// The initial and the best value of each setting of the finished search in `out`, and the best agent for a command line, from
/// `best.toml`.
fn settings_text(game: &dyn DynGame, plan: &TunePlan, out: &Path) -> anyhow::Result<String> {
    let path = out.join(BEST);
    let wrong = || anyhow!("{}: no entrant, expected the best settings of a search", path.display());
    let text = read_text(&path, "the best settings of a search")?;
    let found: toml::Table = text.parse().map_err(|_| wrong())?;
    let entrant = found.get("entrant").and_then(|all| all.get(0)).and_then(|one| one.get("agent"));
    let agent = entrant.and_then(toml::Value::as_table).ok_or_else(wrong)?;
    let kinds = game.kinds();
    let options = || kinds.iter().filter(|kind| kind.name == plan.agent.kind).flat_map(|kind| &kind.options);
    let row = |parameter: &Parameter| {
        let number = |value: f64| if parameter.whole { format!("{value:.0}") } else { value.to_string() };
        // The file leaves out settings at their defaults.
        let default = || options().find(|option| option.key == parameter.key).map(|option| option.default.to_string());
        let best = agent.get(&parameter.key).map(ToString::to_string).or_else(default).unwrap_or_default();
        let range = format!("{} to {}", number(parameter.least), number(parameter.most));
        vec![parameter.key.clone(), number(parameter.start), best, range]
    };
    let heads = ["setting", "initial", "best", "searched"].map(str::to_owned).to_vec();
    let table: Vec<Vec<String>> = std::iter::once(heads).chain(plan.parameters.iter().map(row)).collect();
    let spec = text.lines().find_map(|line| line.strip_prefix(COMMAND_LINE)).unwrap_or_default();
    Ok(format!("{}\nbest agent: {spec}\nas an entrant: {}", align_columns(&table), path.display()))
}

/// The tuned agent as an entrant of an experiment file, with the lines of `known` as comments.
fn entrant_text(game: &dyn DynGame, args: &TuneArgs, tuned: &AgentSpec, known: &str) -> String {
    let kinds = game.kinds();
    let options = kinds.iter().filter(|kind| kind.name == tuned.kind).flat_map(|kind| &kind.options);
    let changed: Vec<(&str, Value)> = options
        .filter(|option| tuned.settings.0[option.key] != option.default)
        .map(|option| (option.key, tuned.settings.0[option.key].clone()))
        .collect();
    let line = |gap: &str, equals: &str| {
        let settings: Vec<String> = changed.iter().map(|(key, value)| format!("{key}{equals}{value}")).collect();
        settings.join(gap)
    };
    let comment: String = known.lines().map(|line| format!("# {line}\n")).collect();
    let colon = if changed.is_empty() { "" } else { ":" };
    let comma = if changed.is_empty() { "" } else { ", " };
    format!(
        "{comment}{COMMAND_LINE}{kind}{colon}{}\n[[entrant]]\nname = \"{kind}-tuned-{}\"\nagent = {{ kind = \
         \"{kind}\"{comma}{} }}\n",
        line(",", "="),
        args.seats,
        line(", ", " = "),
        kind = tuned.kind,
    )
}

fn bar(generations: u64) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} generations  {left}  {msg}")?;
    Ok(ProgressBar::new(generations).with_style(with_time_left(style)))
}

fn default_out(args: &TuneArgs) -> PathBuf {
    let plain = args.agent.replace(|c: char| !c.is_alphanumeric() && !"-_.=".contains(c), "-");
    Path::new("results").join(format!("tune-{plain}-{}-seats", args.seats))
}
