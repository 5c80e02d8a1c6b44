//! The worked cases of Ergo 1977. A line is `id ; kind ; options ; position ; …`, as the head of the file explains.

use ergo_agents::games::ergo_invicta::mate::MateSolver;
use ergo_agents::games::ergo_invicta::search_position::SearchPosition;
use ergo_agents::games::ergo_invicta::windows::WindowWeights;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::position::{Colour, Position as Board};
use ergo_engine::ergo_invicta::round::LineEnds;
use ergo_engine::ergo_invicta::state::State;
use ergo_engine::game::Game;
use ergo_engine::options::Settings;
use ergo_engine::rng::Seed;

use crate::registry::arena::position::{Position, PositionQuery};
use crate::registry::cases::WorkedCase;
use crate::registry::settings::parse_settings;

/// The longest mate that is searched, in own actions.
const LONGEST_MATE: u32 = 5;

/// Solves the case in `line`.
pub(super) fn work_out(line: &str) -> Result<WorkedCase, String> {
    let parts: Vec<&str> = line.split(" ; ").map(str::trim).collect();
    let [id, kind, options, position, question @ ..] = parts.as_slice() else {
        return Err(format!("\"{line}\" is not a case, expected id ; kind ; options ; position ; ..."));
    };
    let begun = begin(options, position)?;
    let (expected, found) = match (*kind, question) {
        ("moves", &[count, set]) => moves(begun, count, set),
        ("apply", [actions, answer @ ..]) if answer.len() == 4 => (answer.join(" ; "), apply(begun, actions)?),
        ("illegal", [actions, action]) => ("not legal".to_owned(), illegal(begun, actions, action)?),
        ("perft", [depth, count]) => ((*count).to_owned(), perft(&begun, depth)?),
        ("mate", [own, firsts]) => (format!("{own} ; {firsts}"), mate(&begun)),
        ("nomate", [own]) => ("none".to_owned(), no_mate(&begun, own)?),
        _ => {
            let what = "expected moves, apply, illegal, perft, mate or nomate with what belongs to it";
            return Err(format!("\"{kind}\" with {} parts: {what}", parts.len()));
        }
    };
    Ok(WorkedCase { id: Some((*id).to_owned()), expected, found })
}

fn begin(options: &str, position: &str) -> Result<Position<ErgoInvicta>, String> {
    let rules: Settings = if options == "-" { Settings::default() } else { parse_settings(options)? };
    let game: ErgoInvicta = PositionQuery { seats: None, rules: &rules }.game(None)?;
    if position == "start" {
        let state = game.deal(&mut Seed::master(1).rng());
        return Ok(Position::new(game, state));
    }
    let board: Board = position.parse().map_err(|error| format!("{error}"))?;
    let game = game.single_game();
    let state = game.from_position(board);
    Ok(Position::new(game, state))
}

fn moves(at: Position<ErgoInvicta>, count: &str, set: &str) -> (String, String) {
    let legal = at.legal();
    let listed = if set == "-" { set.to_owned() } else { legal.join(" ") };
    (format!("{count} ; {set}"), format!("{} ; {listed}", legal.len()))
}

/// Splits a list of actions; `-` is an empty list.
fn words(actions: &str) -> impl Iterator<Item = &str> {
    actions.split_whitespace().filter(|text| *text != "-")
}

/// Returns position, end, winner and line after the actions, or the first illegal action.
fn apply(mut at: Position<ErgoInvicta>, actions: &str) -> Result<String, String> {
    each_is_an_action(actions)?;
    if let Err(illegal) = at.play(words(actions)) {
        return Ok(illegal);
    }
    let state: &State = &at.state;
    let end = state.end();
    let colour = |colour: Colour| if colour == Colour::White { "w" } else { "b" };
    let ended_by = end.map_or("-", |end| end.ended_by.word());
    let winner = end.and_then(|end| end.victor).map_or("-", colour);
    let line = end.and_then(|end| end.line).map_or("-".to_owned(), |line| LineEnds(line).to_string());
    Ok(format!("{} ; {ended_by} ; {winner} ; {line}", state.position()))
}

fn illegal(mut at: Position<ErgoInvicta>, actions: &str, action: &str) -> Result<String, String> {
    each_is_an_action(actions)?;
    each_is_an_action(action)?;
    if let Err(illegal) = at.play(words(actions)) {
        return Ok(illegal);
    }
    Ok(if at.play([action]).is_err() { "not legal" } else { "legal" }.to_owned())
}

fn each_is_an_action(actions: &str) -> Result<(), String> {
    type Action = <ErgoInvicta as Game>::Action;
    words(actions).try_for_each(|text| text.parse::<Action>().map(|_| ()).map_err(|error| error.to_string()))
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("\"{text}\": expected a whole number"))
}

fn perft(at: &Position<ErgoInvicta>, depth: &str) -> Result<String, String> {
    fn leaves(game: &ErgoInvicta, state: &State, depth: u32) -> usize {
        let mut legal = Vec::new();
        if depth > 0 {
            game.legal_actions(state, &mut legal);
        }
        let after = |&action| {
            let mut next = state.clone();
            game.apply(&mut next, action);
            leaves(game, &next, depth - 1)
        };
        match depth {
            0 => 1,
            1 => legal.len(),
            _ => legal.iter().map(after).sum(),
        }
    }
    Ok(leaves(&at.game, &at.state, number(depth)?).to_string())
}

/// Returns the smallest number of own actions that force five in a row, and all first ones.
fn mate(at: &Position<ErgoInvicta>) -> String {
    let (mut mates, mut walk) =
        (MateSolver::default(), SearchPosition::new(&at.game, &at.state, WindowWeights::default_values()));
    if at.state.end().is_some() {
        return "the game is over".to_owned();
    }
    match mates.shortest_win(&mut walk, LONGEST_MATE) {
        None => format!("none in {LONGEST_MATE}"),
        Some(own) => {
            let mut firsts: Vec<String> =
                mates.winning_first_actions(&mut walk, own).iter().map(ToString::to_string).collect();
            firsts.sort_unstable();
            format!("{own} ; {}", firsts.join(" "))
        }
    }
}

fn no_mate(at: &Position<ErgoInvicta>, own: &str) -> Result<String, String> {
    let (mut mates, mut walk) =
        (MateSolver::default(), SearchPosition::new(&at.game, &at.state, WindowWeights::default_values()));
    let most = number(own)?;
    if at.state.end().is_some() {
        return Ok("none".to_owned());
    }
    Ok(mates.shortest_win(&mut walk, most).map_or("none".to_owned(), |own| format!("a mate in {own}")))
}
