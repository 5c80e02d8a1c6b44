//! `ergo agents`: lists the agents, and checks an external program.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use ergo_agents::process::{self, Limits};
use ergo_agents::spec::AgentKind;
use ergo_engine::options::{self, OptionSpec, Settings, Value};
use ergo_engine::seat::SeatCount;
use ergo_harness::arena::{DynGame, DynRules};
use ergo_harness::conformance::{CheckResult, ConformanceCheck, PointStatus};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::programs::{ShutdownGuard, logs};
use ergo_harness::report::{count_noun, display_width, pad};
use serde_json::{Value as Json, json};

use super::flags::key_and_value;
use super::games::option_lines;
use super::json::{Fields, JsonFlag, print_document, to_fields};
use super::shared::{CheckFailed, option_value, print};
use super::verb::{BuildCommand, RunVerb};

/// List the agents of every game, or check a program of your own
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct AgentsArgs {
    /// AgentKind of agent to describe with its settings, for every game that has it
    pub kind: Option<String>,
    /// Also print the settings of every agent, with defaults and ranges
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonFlag,
    /// Action instead of listing.
    #[command(subcommand)]
    pub verb: Option<AgentsVerb>,
}

/// The actions of `ergo agents`.
#[derive(Subcommand)]
pub(super) enum AgentsVerb {
    /// Check whether a program follows the protocol, point by point
    Check(CheckArgs),
}

/// Check whether a program follows the protocol, point by point
#[derive(Args)]
#[command(after_help = "Example:\n  ergo agents check 'python3 my_bot.py' --game ergo --seats 2,4")]
pub(super) struct CheckArgs {
    /// Command that starts the program, such as 'python3 my_bot.py'
    pub command: String,
    /// Name of the game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// Numbers of seats to test, such as 2,4 [default: all that the game allows]
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seats: Vec<u8>,
    /// Matches to play in each seat of each table
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub matches: u32,
    /// Seed of all matches
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Change a setting of the agent kind `process`, such as results=true, move_ms=100 or memory_mb=0 (repeatable)
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonFlag,
}

impl RunVerb for AgentsArgs {
    const NAME: &'static str = "agents";
    const EXAMPLE: &'static str = "ergo agents\nergo agents td\nergo agents check 'python3 my_bot.py'";

    /// Lists the agents, or checks a program.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        match &self.verb {
            None if self.json.json => print_document(Self::NAME, None, list_json(registry, self.kind.as_deref())?),
            None => list_text(registry, self.kind.as_deref(), self.all),
            Some(AgentsVerb::Check(args)) => {
                check_program(args, &*registry.game(&args.game).map_err(|error| anyhow!("--game: {error}"))?)
            }
        }
    }
}

/// Prints all kinds, one per line, followed by their settings if `all`; or the kind `wanted` of every game that has it, with settings.
fn list_text(registry: &GameRegistry, wanted: Option<&str>, all: bool) -> anyhow::Result<()> {
    let (mut lines, mut text, mut known) = (String::new(), String::new(), Vec::new());
    for game in registry.games() {
        let kinds = game.kinds();
        let width = kinds.iter().map(|kind| display_width(kind.name)).max().unwrap_or(0);
        let line = |kind: &AgentKind| format!("  {}  {}\n", pad(kind.name, width), kind.about);
        lines += &format!("{}:\n{}\n", game.name(), kinds.iter().map(line).collect::<String>());
        known.extend(kinds.iter().map(|kind| kind.name.to_string()));
        text += &described(&**game, wanted);
    }
    match wanted {
        None if all => print(&(lines + &text)),
        None => {
            print(&(lines + "For the settings of an agent: ergo agents NAME. For all settings: ergo agents --all.\n"))
        }
        Some(kind) if text.is_empty() => Err(unknown(kind, &known)),
        _ => print(&text),
    }
}

/// The error for an unknown kind of agent.
fn unknown(kind: &str, known: &[String]) -> anyhow::Error {
    anyhow!("agents: {}", options::unknown("kind of agent", kind, known.iter().map(String::as_str)))
}

/// Returns the members of the JSON document: the kinds of every game with their settings, or only the kind `wanted`.
fn list_json(registry: &GameRegistry, wanted: Option<&str>) -> anyhow::Result<Fields> {
    let setting = |option: &OptionSpec| {
        let range = option.range.to_string();
        json!({ "key": option.key, "default": option.default, "range": range, "about": option.meaning })
    };
    let kind = |kind: &AgentKind| {
        let settings: Vec<Json> = kind.options.iter().map(setting).collect();
        json!({ "kind": kind.name, "about": kind.about, "settings": settings })
    };
    let is_wanted = |kind: &&AgentKind| wanted.is_none_or(|wanted| kind.name == wanted);
    let of_game = |game: &Arc<dyn DynGame>| {
        let agents: Vec<Json> = game.kinds().iter().filter(is_wanted).map(kind).collect();
        (!agents.is_empty()).then(|| json!({ "game": game.name(), "agents": agents }))
    };
    let games: Vec<Json> = registry.games().filter_map(of_game).collect();
    match wanted {
        Some(kind) if games.is_empty() => {
            let known = registry.games().flat_map(|game| game.kinds()).map(|kind| kind.name.to_owned());
            Err(unknown(kind, &known.collect::<Vec<_>>()))
        }
        _ => Ok(to_fields(json!({ "games": games }))),
    }
}

/// Describes the kinds of a game with their settings, or only the kind `wanted`. Empty if the game does not have it.
fn described(game: &dyn DynGame, wanted: Option<&str>) -> String {
    let kind = |kind: &AgentKind| {
        let settings = option_lines("  ", &kind.options);
        format!("  kind = \"{}\"  {}\n{settings}", kind.name, kind.about)
    };
    let kinds = game.kinds();
    let described: String =
        kinds.iter().filter(|kind| wanted.is_none_or(|wanted| kind.name == wanted)).map(kind).collect();
    if described.is_empty() { described } else { format!("agents of {}:\n{described}\n", game.name()) }
}

fn check_program(args: &CheckArgs, game: &dyn DynGame) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("ergo-check-").tempdir();
    let folder = folder.map_err(|error| anyhow!("cannot create a temporary folder: {error}"))?;
    let (rules, limits) = (rules(game, &args.seats)?, limits(game, args)?);
    let trial = ConformanceCheck {
        rules: &rules,
        limits: &limits,
        matches: args.matches,
        seed: args.seed,
        folder: folder.path(),
    };
    let _guard = ShutdownGuard::remove_folder(folder.path());
    let findings = trial.run().map_err(|error| anyhow!("{error}"))?;
    let wrong = findings.iter().filter(|finding| finding.verdict == PointStatus::Wrong).count();
    let failed = (wrong > 0).then(|| {
        let points = count_noun(wrong as u64, "point");
        let log = folder.path().join(logs::file("program"));
        let log = if log.exists() { format!("\nlog: {}", log.display()) } else { String::new() };
        CheckFailed(format!("{}: {points} wrong, expected none (see agents/PROTOCOL.md){log}", args.command))
    });
    if failed.is_some() {
        // The log stays for the author of the program.
        let _ = folder.keep();
    }
    if args.json.json {
        return print_document("agents check", failed, check_fields(args, game, &findings, wrong));
    }
    print(&findings.iter().map(line).collect::<String>())?;
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}

/// Returns the members of the JSON document: the verdict on each point.
fn check_fields(args: &CheckArgs, game: &dyn DynGame, findings: &[CheckResult], wrong: usize) -> Fields {
    let point = |finding: &CheckResult| {
        let verdict = verdict_word(finding.verdict).to_lowercase();
        json!({ "point": finding.point, "verdict": verdict, "text": finding.text })
    };
    let points: Vec<Json> = findings.iter().map(point).collect();
    to_fields(json!({ "command": args.command, "game": game.name(), "wrong": wrong, "points": points }))
}

fn verdict_word(verdict: PointStatus) -> &'static str {
    match verdict {
        PointStatus::Right => "right",
        PointStatus::Note => "note",
        PointStatus::Wrong => "WRONG",
    }
}

fn line(finding: &CheckResult) -> String {
    format!("{:<6} {:<11} {}\n", verdict_word(finding.verdict), finding.point, finding.text)
}

/// Configures the rules for each requested number of seats, or for all.
fn rules(game: &dyn DynGame, seats: &[u8]) -> anyhow::Result<Vec<Arc<dyn DynRules>>> {
    let (fewest, most) = game.seats();
    let sizes: Vec<usize> =
        if seats.is_empty() { (fewest..=most).collect() } else { seats.iter().map(|&seats| seats.into()).collect() };
    if let Some(wrong) = sizes.iter().find(|size| !(fewest..=most).contains(size)) {
        bail!("--seats {wrong}: {} has {fewest} to {most} seats", game.name());
    }
    if let Some(twice) = (1..sizes.len()).find(|i| sizes[..*i].contains(&sizes[*i])) {
        bail!("--seats {}: the number is given twice, expected every number once", sizes[twice]);
    }
    let rules = |size| game.configure(SeatCount::new(size), &Settings::default()).map_err(|error| anyhow!("{error}"));
    sizes.into_iter().map(rules).collect()
}

fn limits(game: &dyn DynGame, args: &CheckArgs) -> anyhow::Result<Limits> {
    let mut settings = Settings::default();
    settings.0.insert("command".to_owned(), Value::Text(args.command.clone()));
    if args.set.iter().any(|(key, _)| key == "command") {
        bail!("--set command: the command is the argument COMMAND, expected another key");
    }
    for (key, value) in &args.set {
        settings.0.insert(key.clone(), option_value(value));
    }
    let checked = game.checked(process::KIND, &settings);
    checked.and_then(|spec| Limits::new(&spec.settings)).map_err(|error| anyhow!("{error}"))
}
