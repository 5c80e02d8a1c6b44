//! How ERGO of 1977 is shown to a person who plays it.

use ergo_agents::news::RoundNews;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::{Rim, Square};
use ergo_engine::ergo_invicta::moves::Mover;
use ergo_engine::ergo_invicta::position::Position;
use ergo_engine::ergo_invicta::state::{Observation, State};
use ergo_engine::game::Game;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::narrate::drawn;
use crate::arena::scene::{After, Names, Scene, Showing, Turn};

/// How it is shown.
pub(super) fn showing() -> Showing<ErgoInvicta> {
    let places = |_: &ErgoInvicta, _: &Observation, action| squares(action);
    Showing {
        scene,
        turns,
        after,
        says,
        places,
        since: |game, seen, names| Some(since(game, seen, names)),
        ended,
        ..Showing::generic()
    }
}

/// The state that a seat sees: nothing of a game is hidden.
pub(super) fn state_of(game: &ErgoInvicta, seen: &Observation) -> State {
    game.determinize(seen, &mut Seed::master(0).rng())
}

/// The squares of an action, as they are called.
pub(super) fn squares(action: Action) -> Vec<String> {
    match action {
        Action::Place { to } => vec![to.to_string()],
        Action::Move { from, to } => vec![from.to_string(), to.to_string()],
        Action::Pass => Vec::new(),
    }
}

fn scene(game: &ErgoInvicta, seen: &Observation, names: &Names<'_>) -> Scene {
    let state = state_of(game, seen);
    let white =
        if state.white() == names.own { "White: lions L, hollow pieces H" } else { "Black: lions l, hollow pieces h" };
    let mut facts = vec![("You are".to_owned(), white.to_owned())];
    if state.game() > 1 {
        facts.push(("Scores".to_owned(), names.each(game.scores(&state).iter())));
    }
    if state.count() > 1 {
        facts.push(("Position".to_owned(), format!("for the {} time", ordinal(state.count()))));
    }
    Scene {
        heading: format!("Game {}, ply {}", state.game(), state.ply() + 1),
        drawing: drawn(&state.position().to_string()).lines().map(str::to_owned).collect(),
        facts,
        ..Scene::default()
    }
}

fn ordinal(number: u32) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        more => format!("{more}th"),
    }
}

/// Whether who is to move could have five at once.
fn can_win(game: &ErgoInvicta, position: &Position) -> bool {
    let mut found = false;
    Mover::new(position, game.0.corner_cut).each(|action| found |= position.is_won_by(action));
    found
}

fn turns(game: &ErgoInvicta, seen: &Observation, legal: &[Action]) -> Vec<Turn<Action>> {
    let state = state_of(game, seen);
    let position = *state.position();
    let others = Position { to_move: position.to_move.other(), ..position };
    let is_feared = can_win(game, &others);
    let effect = |action: Action| {
        if position.is_won_by(action) {
            return "five in a row";
        }
        let mut after = position;
        after.play(action);
        let leaves = can_win(game, &after);
        after.to_move = position.to_move;
        let threatens = can_win(game, &after);
        match (leaves, is_feared, threatens) {
            (true, _, _) => "leaves a five to the other",
            (false, true, true) => "stops a five and threatens one",
            (false, true, false) => "stops a five",
            (false, false, true) => "threatens five",
            (false, false, false) => "",
        }
    };
    let group = |action: Action| match action {
        Action::Place { .. } => "Place a piece".to_owned(),
        Action::Move { from, .. } => format!("Move the {} on {from}", piece(&position, from)),
        Action::Pass => String::new(),
    };
    let turn = |action: &Action| Turn {
        actions: vec![*action],
        line: action.to_string(),
        effect: effect(*action).to_owned(),
        cards: Vec::new(),
        group: group(*action),
    };
    legal.iter().map(turn).collect()
}

/// The name of the piece on a square.
fn piece(position: &Position, square: Square) -> &'static str {
    if position.lions & square.bit() != 0 { "lion" } else { "hollow piece" }
}

fn after(game: &ErgoInvicta, seen: &Observation, action: Action) -> After<ErgoInvicta> {
    let mut state = state_of(game, seen);
    game.play_in_game(&mut state, action);
    After { seen: state.observation().clone(), legal: Vec::new() }
}

fn says(game: &ErgoInvicta, seen: &Observation, actions: &[Action]) -> String {
    let state = state_of(game, seen);
    actions.iter().map(|action| said(state.position(), *action)).collect::<Vec<_>>().join(", ")
}

/// An action about to be played in a position, in words.
fn said(position: &Position, action: Action) -> String {
    match action {
        Action::Place { to } if to.is_edge() => format!("places a lion on {to}"),
        Action::Place { to } => format!("places a hollow piece on {to}"),
        Action::Move { from, to } => {
            let piece = piece(position, from);
            let slides = from.is_edge() && Rim::of(position.taken()).slides(from) & to.bit() != 0;
            let turns = if piece == "lion" || !to.is_edge() { "" } else { ", where it becomes a lion" };
            format!("{} the {piece} from {from} to {to}{turns}", if slides { "slides" } else { "moves" })
        }
        Action::Pass => "can neither place nor move, and passes".to_owned(),
    }
}

/// The last action, if the other played it; before the first, the opening by chance.
fn since(game: &ErgoInvicta, seen: &Observation, names: &Names<'_>) -> Vec<String> {
    let state = state_of(game, seen);
    let (actions, opening) = (state.actions(), state.opening() as usize);
    let Some((last, earlier)) = actions.split_last().filter(|_| actions.len() > opening) else {
        return match opening {
            0 => Vec::new(),
            _ => vec![format!("Chance has opened with {opening} placements and moves.")],
        };
    };
    let mut before = *state.first();
    earlier.iter().for_each(|action| {
        before.play(*action);
    });
    let mover = state.seat_of(before.to_move);
    if mover == names.own { Vec::new() } else { vec![format!("{} {}", names.of(mover), said(&before, *last))] }
}

fn ended(game: &ErgoInvicta, news: &RoundNews<'_, ErgoInvicta>, names: &Names<'_>) -> Vec<String> {
    let seen = news.observation();
    let (mover, action) = news.last;
    let state = state_of(game, &seen);
    let mut told = Vec::new();
    if mover != names.own {
        told.push(format!("{} {}", names.of(mover), said(state.position(), action)));
    }
    let (mut how, mut victor, mut line) = (String::new(), None, String::new());
    news.columns(&mut |name: &'static str, value: &dyn std::fmt::Display| match name {
        "ended_by" => how = value.to_string().replace('_', " "),
        "victor" => victor = value.to_string().parse::<usize>().ok().map(|seat| Seat::new(seat - 1)),
        "line" => line = value.to_string(),
        _ => {}
    });
    let won = victor.map(|seat| (names.of(seat), if seat == names.own { "win" } else { "wins" }));
    told.push(match won {
        Some((who, wins)) if !line.is_empty() => {
            format!("Game {}: {who} {wins} by five in a row, {line}.", news.number)
        }
        Some((who, wins)) => format!("Game {}: {who} {wins} by {how}.", news.number),
        None => format!("Game {}: drawn by {how}.", news.number),
    });
    told.push(format!("Scores: {}.", names.each(news.scores().iter())));
    told
}
