//! `ergo position`: one position of any game.

use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use ergo_agents::search::budget::Clock;
use ergo_engine::game::Status;
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};

use super::shared::{agent_given, print, read_text, rules_given};
use crate::cli::PositionArgs;
use crate::position::{Asked, Choice, Position};
use crate::shelf::{GameVisitor, Shelf, Shelved};
use crate::stopwatch::Stopwatch;

/// Prints a position as JSON, or how many lists of actions lead on from it.
pub(super) fn position(args: &PositionArgs, shelf: &impl Shelf) -> anyhow::Result<()> {
    print(&shelf.with_game(&args.game, Tell(args))??)
}

struct Tell<'a>(&'a PositionArgs);

impl GameVisitor for Tell<'_> {
    type Out = anyhow::Result<String>;

    fn visit<G: Configurable>(self, shelved: &Arc<Shelved<G>>) -> anyhow::Result<String> {
        let Tell(args) = self;
        let mut position = begin(args, shelved)?;
        position
            .play(args.actions.iter().flat_map(|action| action.split_whitespace()))
            .map_err(|what| anyhow!(what))?;
        if let Some(depth) = args.perft {
            let counts = position.perft(depth.into()).into_iter().zip(1..);
            return Ok(counts.map(|(count, depth)| format!("{depth} {count}\n")).collect());
        }
        let seats = position.game.seats();
        let seat = match args.seat.map(usize::from) {
            Some(seat) if !(1..=seats.get()).contains(&seat) => bail!("--seat {seat}: expected 1 to {}", seats.get()),
            seat => seat.map(|seat| Seat::new(seat - 1)),
        };
        let choice = args.agent.as_ref().map(|agent| choose(agent, args.agent_seed, shelved, &position)).transpose()?;
        Ok(format!("{}\n", position.line(&shelved.positions, seat, choice.as_ref())))
    }
}

/// The position or deal that is asked for.
fn begin<G: Configurable>(args: &PositionArgs, shelved: &Shelved<G>) -> anyhow::Result<Position<G>> {
    let rules = rules_given(&args.set);
    let asked = Asked { seats: args.seats.map(|seats| SeatCount::new(seats.into())), rules: &rules };
    // Wrong rules are not the fault of the text.
    if args.seats.is_some() || args.from.is_none() {
        asked.game::<G>(None).map_err(|what| anyhow!("rules: {what}"))?;
    }
    let Some(from) = &args.from else {
        let game: G = asked.game(None).map_err(|what| anyhow!("rules: {what}"))?;
        let state = game.deal(&mut Seed::master(args.seed).rng());
        return Ok(Position::new(game, state));
    };
    let (text, place) = match from.strip_prefix('@') {
        Some(file) => (read_text(Path::new(file), "a position")?, file.to_owned()),
        None => (from.clone(), "--from".to_owned()),
    };
    let (game, state) = (shelved.positions.read)(&asked, text.trim()).map_err(|what| anyhow!("{place}: {what}"))?;
    Ok(Position::new(game, state))
}

/// What `agent`, written as in `ergo compare`, plays there.
fn choose<G: Configurable>(
    agent: &str,
    seed: u64,
    shelved: &Shelved<G>,
    position: &Position<G>,
) -> anyhow::Result<Choice> {
    let (kind, given) = agent_given("--agent", agent)?;
    let spec = shelved.agents.checked(kind, &given).map_err(|error| anyhow!("--agent \"{agent}\": {error}"))?;
    let Position { game, state, .. } = position;
    let Status::ToMove(seat) = game.status(state) else { return Ok(Choice { choice: None, weighed: None }) };
    let clock = spec.milliseconds().map(|time| Arc::new(Stopwatch::of(time)) as Arc<dyn Clock>);
    let mut player = shelved.agents.seat(game, &spec, seat, Seed::master(seed), clock.as_ref());
    let choice = player.choose(game, state, seat, &mut Vec::new());
    let choice = choice.map_err(|fault| anyhow!("--agent \"{agent}\": {fault}"))?;
    Ok(Choice { choice: Some(choice.to_string()), weighed: player.explain() })
}
