//! `ergo position`: a single position of any game.

use clap::Args;
use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use ergo_agents::process;
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_harness::arena::position::{Choice, PositionQuery};
use ergo_harness::arena::{DynGame, DynRules, DynState};
use ergo_harness::game_registry::GameRegistry;

use super::flags::RuleArgs;
use super::shared::{parse_agent, parse_rules, print, read_text};
use super::verb::{BuildCommand, RunVerb};

/// Print a position of any game with its legal actions, as one line of JSON
#[derive(Args)]
pub(super) struct PositionArgs {
    /// Name of the game
    pub game: String,
    /// Actions to play from the position, in the notation of the game; put -- before them if one begins with -
    pub actions: Vec<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
    /// Number of seats [default: as in the position, or the fewest of the game]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seats: Option<u8>,
    /// Position or deal in the text or JSON format of the game; @FILE reads it from a file
    #[arg(long, value_name = "TEXT|@FILE", allow_hyphen_values = true, conflicts_with = "seed")]
    pub from: Option<String>,
    /// Seed of the deal
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Add the observation of this seat (from 1)
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seat: Option<u8>,
    /// Print only perft counts: the number of action sequences of each length up to DEPTH
    #[arg(long, value_name = "DEPTH", conflicts_with_all = ["seat", "agent"], value_parser = clap::value_parser!(u8).range(1..=60))]
    pub perft: Option<u8>,
    /// Add the choice of this agent, given as KIND or KIND:KEY=VALUE,KEY=VALUE
    #[arg(long, value_name = "AGENT")]
    pub agent: Option<String>,
    /// Seed of that agent
    #[arg(long, value_name = "N", default_value_t = 1, requires = "agent", value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub agent_seed: u64,
}

impl RunVerb for PositionArgs {
    const NAME: &'static str = "position";
    const EXAMPLE: &'static str =
        "ergo position tic-tac-toe --seed 1 --agent alpha-beta\nergo position cogito --seed 1 --perft 2";

    /// Prints a position as JSON, or its perft counts.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let game = registry.game(&self.game)?;
        let mut state = begin(self, &*game)?;
        let actions = self.actions.iter().flat_map(|action| action.split_whitespace());
        for (action, number) in actions.zip(1..) {
            state.play(action).map_err(|what| anyhow!("action {number}, \"{action}\": {what}"))?;
        }
        if let Some(depth) = self.perft {
            let counts = state.perft(depth.into()).into_iter().zip(1..);
            return print(&counts.map(|(count, depth)| format!("{depth} {count}\n")).collect::<String>());
        }
        let seats = state.scores().seats().get();
        let seat = match self.seat.map(usize::from) {
            Some(seat) if !(1..=seats).contains(&seat) => bail!("--seat {seat}: expected 1 to {seats}"),
            seat => seat.map(|seat| Seat::new(seat - 1)),
        };
        let choice = self.agent.as_ref().map(|agent| choose(agent, self.agent_seed, &*game, &*state)).transpose()?;
        print(&format!("{}\n", state.line(seat, choice.as_ref())))
    }
}

/// Reads the position of `--from`, or deals from `--seed`.
fn begin(args: &PositionArgs, game: &dyn DynGame) -> anyhow::Result<Box<dyn DynState>> {
    let rules = parse_rules(&args.rules.set);
    let asked = PositionQuery { seats: args.seats.map(|seats| SeatCount::new(seats.into())), rules: &rules };
    let Some(from) = &args.from else {
        let rules = configured(game, &asked)?;
        return Ok(rules.deal(&Seed::master(args.seed)));
    };
    // Report invalid rules before reading the text.
    if args.seats.is_some() {
        configured(game, &asked)?;
    }
    let (text, place) = match from.strip_prefix('@') {
        Some(file) => (read_text(Path::new(file), "a position")?, file.to_owned()),
        None => (from.clone(), "--from".to_owned()),
    };
    game.read(&asked, text.trim()).map_err(|what| anyhow!("{place}: {what}"))
}

/// Configures the rules for the requested number of seats, or the fewest.
fn configured(game: &dyn DynGame, asked: &PositionQuery<'_>) -> anyhow::Result<Arc<dyn DynRules>> {
    let seats = asked.seats_of(None, game.seats()).map_err(|what| anyhow!("rules: {what}"))?;
    game.configure(seats, asked.rules).map_err(|what| anyhow!("rules: {what}"))
}

/// Returns the choice of `agent`, given as in `ergo compare`.
fn choose(agent: &str, seed: u64, game: &dyn DynGame, state: &dyn DynState) -> anyhow::Result<Choice> {
    let (kind, given) = parse_agent("--agent", agent)?;
    let wrong = |error: String| anyhow!("--agent \"{agent}\": {error}");
    let spec = game.checked(kind, &given).map_err(|error| wrong(error.to_string()))?;
    if spec.kind == process::KIND {
        return Err(wrong("external programs cannot be asked here, expected an agent of `ergo agents`".to_owned()));
    }
    state.choice(&spec, Seed::master(seed)).map_err(wrong)
}
