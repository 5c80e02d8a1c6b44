//! `ergo position`: one position of any game.

use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use ergo_agents::process;
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};

use super::shared::{agent_given, print, read_text, rules_given};
use crate::arena::position::{Asked, Choice};
use crate::arena::{Handle, Rules, State};
use crate::cli::PositionArgs;
use crate::shelf::Shelf;

/// Prints a position as JSON, or how many lists of actions lead on from it.
pub(super) fn position(args: &PositionArgs, shelf: &Shelf) -> anyhow::Result<()> {
    let game = shelf.game(&args.game)?;
    let mut state = begin(args, &*game)?;
    let actions = args.actions.iter().flat_map(|action| action.split_whitespace());
    for (action, number) in actions.zip(1..) {
        state.play(action).map_err(|what| anyhow!("action {number}, \"{action}\": {what}"))?;
    }
    if let Some(depth) = args.perft {
        let counts = state.perft(depth.into()).into_iter().zip(1..);
        return print(&counts.map(|(count, depth)| format!("{depth} {count}\n")).collect::<String>());
    }
    let seats = state.scores().seats().get();
    let seat = match args.seat.map(usize::from) {
        Some(seat) if !(1..=seats).contains(&seat) => bail!("--seat {seat}: expected 1 to {seats}"),
        seat => seat.map(|seat| Seat::new(seat - 1)),
    };
    let choice = args.agent.as_ref().map(|agent| choose(agent, args.agent_seed, &*game, &*state)).transpose()?;
    print(&format!("{}\n", state.line(seat, choice.as_ref())))
}

/// The position or deal that is asked for.
fn begin(args: &PositionArgs, game: &dyn Handle) -> anyhow::Result<Box<dyn State>> {
    let rules = rules_given(&args.set);
    let asked = Asked { seats: args.seats.map(|seats| SeatCount::new(seats.into())), rules: &rules };
    let Some(from) = &args.from else {
        let rules = configured(game, &asked)?;
        return Ok(rules.deal(&Seed::master(args.seed)));
    };
    // Wrong rules are not the fault of the text.
    if args.seats.is_some() {
        configured(game, &asked)?;
    }
    let (text, place) = match from.strip_prefix('@') {
        Some(file) => (read_text(Path::new(file), "a position")?, file.to_owned()),
        None => (from.clone(), "--from".to_owned()),
    };
    game.read(&asked, text.trim()).map_err(|what| anyhow!("{place}: {what}"))
}

/// The rules for as many seats as were asked for, or the fewest.
fn configured(game: &dyn Handle, asked: &Asked<'_>) -> anyhow::Result<Arc<dyn Rules>> {
    let seats = asked.seats_of(None, game.seats()).map_err(|what| anyhow!("rules: {what}"))?;
    game.configure(seats, asked.rules).map_err(|what| anyhow!("rules: {what}"))
}

/// What `agent`, written as in `ergo compare`, plays there.
fn choose(agent: &str, seed: u64, game: &dyn Handle, state: &dyn State) -> anyhow::Result<Choice> {
    let (kind, given) = agent_given("--agent", agent)?;
    let wrong = |error: String| anyhow!("--agent \"{agent}\": {error}");
    let spec = game.checked(kind, &given).map_err(|error| wrong(error.to_string()))?;
    if spec.kind == process::KIND {
        return Err(wrong("a program from outside, expected an agent of `ergo agents`".to_owned()));
    }
    state.choice(&spec, Seed::master(seed)).map_err(wrong)
}
