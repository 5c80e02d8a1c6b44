//! `ergo agents`: who there is to play, and whether a program from outside can.

use std::io::IsTerminal;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use ergo_agents::process::{self, Limits};
use ergo_agents::spec::Kind;
use ergo_engine::options::{self, OptionSpec, Settings, Value};
use ergo_engine::seat::SeatCount;
use ergo_harness::arena::{DynGame, DynRules};
use ergo_harness::conformance::{CheckResult, ConformanceCheck, PointStatus};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::programs::ShutdownGuard;
use ergo_harness::report::count_noun;
use serde_json::{Value as Json, json};

use super::flags::key_and_value;
use super::games::option_lines;
use super::json::{AsJson, Fields, ended, fields_of};
use super::shared::{CheckFailed, option_value, print};
use super::verb::{Act, Whole};

/// List the agents with every setting, its default and range; or check a program of your own
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct AgentsArgs {
    /// Only this kind, of every game that has it
    pub kind: Option<String>,
    /// The settings too, where this is shown in a terminal
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: AsJson,
    /// The verb to do instead of listing them.
    #[command(subcommand)]
    pub verb: Option<AgentsVerb>,
}

/// The verbs of `ergo agents`, besides listing them.
#[derive(Subcommand)]
pub(super) enum AgentsVerb {
    /// Try whether a program keeps to the protocol, and say what is right and what is wrong
    Check(CheckArgs),
}

/// Try whether a program keeps to the protocol, and say what is right and what is wrong
#[derive(Args)]
pub(super) struct CheckArgs {
    /// The command that starts it, such as 'python3 my_bot.py'
    pub command: String,
    /// The game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// How many sit at a table, such as 2,4 [default: every number the game has]
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seats: Vec<u8>,
    /// How many matches it plays in each seat of each table
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub matches: u32,
    /// The number all matches derive from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Change a setting of its entrant, such as results=true, move_ms=100 or memory_mb=0
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: AsJson,
}

impl Act for AgentsArgs {
    const NAME: &'static str = "agents";

    /// Lists every kind of agent of every game with its settings, or checks a program.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        match &self.verb {
            None if self.json.json => ended(Self::NAME, None, listed(registry, self.kind.as_deref())?),
            None => list(registry, self.kind.as_deref(), self.all || !std::io::stdout().is_terminal()),
            Some(AgentsVerb::Check(args)) => {
                check(args, &*registry.game(&args.game).map_err(|error| anyhow!("--game: {error}"))?)
            }
        }
    }
}

/// All kinds in a line each, then, where `whole`, with their settings; or one kind, of every game that has it, with its settings.
fn list(registry: &GameRegistry, wanted: Option<&str>, whole: bool) -> anyhow::Result<()> {
    let (mut lines, mut text, mut known) = (String::new(), String::new(), Vec::new());
    for game in registry.games() {
        let kinds = game.kinds();
        let width = kinds.iter().map(|kind| kind.name.chars().count()).max().unwrap_or(0);
        let line = |kind: &Kind| format!("  {:<width$}  {}\n", kind.name, kind.about);
        lines += &format!("{}:\n{}\n", game.name(), kinds.iter().map(line).collect::<String>());
        known.extend(kinds.iter().map(|kind| kind.name.to_string()));
        text += &described(&**game, wanted);
    }
    match wanted {
        None if whole => print(&(lines + &text)),
        None => print(&(lines + "Settings: ergo agents NAME, or --all.\n")),
        Some(kind) if text.is_empty() => Err(unknown(kind, &known)),
        _ => print(&text),
    }
}

fn unknown(kind: &str, known: &[String]) -> anyhow::Error {
    anyhow!("agents: {}", options::unknown("kind of agent", kind, known.iter().map(String::as_str)))
}

/// The kinds that are wanted of every game, with their settings.
fn listed(registry: &GameRegistry, wanted: Option<&str>) -> anyhow::Result<Fields> {
    let setting = |option: &OptionSpec| {
        let range = option.range.to_string();
        json!({ "key": option.key, "default": option.default, "range": range, "about": option.meaning })
    };
    let kind = |kind: &Kind| {
        let settings: Vec<Json> = kind.options.iter().map(setting).collect();
        json!({ "kind": kind.name, "about": kind.about, "settings": settings })
    };
    let is_wanted = |kind: &&Kind| wanted.is_none_or(|wanted| kind.name == wanted);
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
        _ => Ok(fields_of(json!({ "games": games }))),
    }
}

/// The kinds of a game that are wanted, with their settings; nothing where there are none.
fn described(game: &dyn DynGame, wanted: Option<&str>) -> String {
    let kind = |kind: &Kind| {
        let settings = option_lines("  ", &kind.options);
        format!("  kind = \"{}\"  {}\n{settings}", kind.name, kind.about)
    };
    let kinds = game.kinds();
    let described: String =
        kinds.iter().filter(|kind| wanted.is_none_or(|wanted| kind.name == wanted)).map(kind).collect();
    if described.is_empty() { described } else { format!("agents of {}:\n{described}\n", game.name()) }
}

fn check(args: &CheckArgs, game: &dyn DynGame) -> anyhow::Result<()> {
    let folder = tempfile::tempdir().map_err(|error| anyhow!("a temporary folder cannot be made: {error}"))?;
    let (rules, limits) = (rules(game, &args.seats)?, limits(game, args)?);
    let trial = ConformanceCheck {
        rules: &rules,
        limits: &limits,
        matches: args.matches,
        seed: args.seed,
        folder: folder.path(),
    };
    let _parting = ShutdownGuard::remove_folder(folder.path());
    let findings = trial.run().map_err(|error| anyhow!("{error}"))?;
    let wrong = findings.iter().filter(|finding| finding.verdict == PointStatus::Wrong).count();
    let failed = (wrong > 0).then(|| {
        let points = count_noun(wrong as u64, "point");
        CheckFailed(format!("{}: {points} wrong, expected all as in agents/PROTOCOL.md", args.command))
    });
    if args.json.json {
        return ended("agents check", failed, checked(args, game, &findings, wrong));
    }
    print(&findings.iter().map(line).collect::<String>())?;
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}

/// The findings on a program, point by point.
fn checked(args: &CheckArgs, game: &dyn DynGame, findings: &[CheckResult], wrong: usize) -> Fields {
    let point = |finding: &CheckResult| {
        let verdict = word(finding.verdict).to_lowercase();
        json!({ "point": finding.point, "verdict": verdict, "text": finding.text })
    };
    let points: Vec<Json> = findings.iter().map(point).collect();
    fields_of(json!({ "command": args.command, "game": game.name(), "wrong": wrong, "points": points }))
}

fn word(verdict: PointStatus) -> &'static str {
    match verdict {
        PointStatus::Right => "right",
        PointStatus::Note => "note",
        PointStatus::Wrong => "WRONG",
    }
}

fn line(finding: &CheckResult) -> String {
    format!("{:<6} {:<11} {}\n", word(finding.verdict), finding.point, finding.text)
}

/// The rules for each size of table that is asked for, or that there is.
fn rules(game: &dyn DynGame, seats: &[u8]) -> anyhow::Result<Vec<Arc<dyn DynRules>>> {
    let (fewest, most) = game.seats();
    let sizes: Vec<usize> =
        if seats.is_empty() { (fewest..=most).collect() } else { seats.iter().map(|&seats| seats.into()).collect() };
    if let Some(wrong) = sizes.iter().find(|size| !(fewest..=most).contains(size)) {
        bail!("--seats {wrong}: expected {fewest} to {most}");
    }
    if let Some(twice) = (1..sizes.len()).find(|i| sizes[..*i].contains(&sizes[*i])) {
        bail!("--seats {}: named twice, expected every number once", sizes[twice]);
    }
    let rules = |size| game.configure(SeatCount::new(size), &Settings::default()).map_err(|error| anyhow!("{error}"));
    sizes.into_iter().map(rules).collect()
}

fn limits(game: &dyn DynGame, args: &CheckArgs) -> anyhow::Result<Limits> {
    let mut settings = Settings::default();
    settings.0.insert("command".to_owned(), Value::Text(args.command.clone()));
    if args.set.iter().any(|(key, _)| key == "command") {
        bail!("--set command: expected the command as the argument alone");
    }
    for (key, value) in &args.set {
        settings.0.insert(key.clone(), option_value(value));
    }
    let checked = game.checked(process::KIND, &settings);
    checked.and_then(|spec| Limits::new(&spec.settings)).map_err(|error| anyhow!("{error}"))
}
