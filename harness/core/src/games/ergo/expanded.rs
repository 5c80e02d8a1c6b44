//! A match of ERGO spelled out draw by draw and play by play, for people and for checkers from outside.

use std::collections::BTreeMap;

use ergo_agents::agent::AgentFault;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Symbol};
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::round::{Round, verdict_word};
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::truth::Verdict;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::maps::map_of;
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::transcript::{ReplayError, Transcript};
use serde::Serialize;

use crate::arena::forfeit::forfeit_winners;
use crate::settings::nested;

/// A whole match.
#[derive(Debug, Serialize)]
pub struct Match {
    /// Always `ergo`.
    pub game: &'static str,
    /// All options, nested as in an experiment.
    pub rules: serde_json::Value,
    /// Number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// Who sits where.
    pub seats: Vec<Sitting>,
    /// Round by round.
    pub rounds: Vec<RoundView>,
    /// The winning seats.
    pub winners: Vec<usize>,
    /// The seat that failed to answer, and how, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<(usize, String)>,
}

/// One seat of the table.
#[derive(Debug, Serialize)]
pub struct Sitting {
    /// From 1.
    pub seat: usize,
    /// Its entrant.
    pub entrant: String,
    /// Its variable.
    pub variable: char,
}

/// A whole round.
#[derive(Debug, Serialize)]
pub struct RoundView {
    /// The seat that begins, from 1.
    pub starter: usize,
    /// The cards dealt to each seat.
    pub hands: Vec<String>,
    /// The draw pile after the deal, next card first.
    pub pile: String,
    /// Turn by turn.
    pub turns: Vec<TurnView>,
    /// As in `rounds.csv`.
    pub ended_by: &'static str,
    /// The verdict of the proof at the end.
    pub verdict: VerdictView,
    /// Points of each seat in this round.
    pub points: Vec<i32>,
    /// Points of each seat after it.
    pub scores: Vec<i32>,
}

/// `"paradox"`, or a word for each letter.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum VerdictView {
    /// Nothing is said of any letter.
    Paradox(&'static str),
    /// `proven`, `disproven` or `undecided`.
    Letters(BTreeMap<char, &'static str>),
}

/// The verdict in words.
pub fn verdict_view(verdict: Verdict) -> VerdictView {
    if verdict.is_paradox() {
        return VerdictView::Paradox("paradox");
    }
    let letters = Symbol::VARIABLES.iter().enumerate();
    VerdictView::Letters(map_of(letters.map(|(i, symbol)| (symbol.letter(), verdict_word(verdict, i)))))
}

/// A whole turn; proof, hand and standings are those at its end.
#[derive(Debug, Serialize)]
pub struct TurnView {
    /// The number of its first decision in the match, from 1.
    #[serde(skip)]
    pub decision: usize,
    /// From 1.
    pub seat: usize,
    /// The cards drawn, in order.
    pub drawn: String,
    /// The new draw pile, next card first, if the discards were shuffled into one during the draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reshuffled: Option<String>,
    /// The plays, in order.
    pub plays: Vec<PlayView>,
    /// The premises.
    pub proof: Vec<String>,
    /// The cards left in hand.
    pub hand: String,
    /// For each seat, whether a Fallacy lies before it.
    pub under_fallacy: Vec<bool>,
    /// For each seat, whether it is immune.
    pub immune: Vec<bool>,
}

/// One play.
#[derive(Debug, Serialize)]
pub struct PlayView {
    /// The card's letter.
    pub card: char,
    /// The use it is put to.
    #[serde(rename = "use")]
    pub purpose: &'static str,
    /// The symbol a wild is laid as.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    pub symbol: Option<char>,
    /// The letter of the player a Fallacy is laid before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<char>,
    /// The tile that a Tabula Rasa takes out, with a star if it is a wild.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<String>,
}

/// Spells out `transcript`, in which `seats` sit in order and `fault`, if any, ended the match.
pub fn expand(
    game: &Ergo,
    number: u64,
    seats: &[String],
    transcript: &Transcript,
    fault: Option<(Seat, AgentFault)>,
) -> Result<Match, ReplayError> {
    let mut rounds: Vec<RoundView> = Vec::new();
    let (mut at, mut decision) = ((0, 0), 1);
    let end = transcript.replay(game, &mut |state, action, round| {
        follow(game, state, &mut rounds, (&mut at, decision));
        decision += 1;
        let turns = &mut rounds.last_mut().expect("a round has begun").turns;
        play(game, state, action, turns.last_mut().expect("a turn has begun"));
        if let Some(round) = round {
            finish(rounds.last_mut().expect("a round has begun"), round);
        }
    })?;
    let mut winners = match game.status(&end) {
        Status::Over(outcome) => outcome.winners,
        Status::ToMove(_) => SeatMap::from_fn(game.seats(), |_| false),
    };
    if let Some((seat, fault)) = &fault {
        follow(game, &end, &mut rounds, (&mut at, decision));
        if let (Some(round), Some(view)) = (game.abandon(&end, *seat, fault.word()), rounds.last_mut()) {
            finish(view, &round);
            winners = forfeit_winners(&round.scores(), *seat);
        }
    }
    let sitting = |(i, entrant): (usize, &String)| Sitting {
        seat: i + 1,
        entrant: entrant.clone(),
        variable: Symbol::VARIABLES[i].letter(),
    };
    Ok(Match {
        game: "ergo",
        rules: nested(&printed_options(game)),
        number,
        seats: seats.iter().enumerate().map(sitting).collect(),
        rounds,
        winners: winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.number()).collect(),
        fault: fault.map(|(seat, fault)| (seat.number(), fault.to_string())),
    })
}

/// All options; the limit on rounds, which no rule sheet knows, only if it is not the usual one.
fn printed_options(game: &Ergo) -> Settings {
    const LIMIT: &str = "max_rounds";
    let mut all = game.settings();
    if Ergo::options().iter().any(|spec| spec.key == LIMIT && all.0.get(LIMIT) == Some(&spec.default)) {
        all.0.remove(LIMIT);
    }
    all
}

/// Opens the round and the turn that `state` is in, if they are new; there the decision with this number comes next.
fn follow(game: &Ergo, state: &State, rounds: &mut Vec<RoundView>, (at, decision): (&mut (u32, u16), usize)) {
    if at.0 != state.round() {
        rounds.push(open_round(game, state));
    }
    if *at != (state.round(), state.turn()) {
        rounds.last_mut().expect("a round has begun").turns.push(open_turn(game, state, decision));
    }
    *at = (state.round(), state.turn());
}

fn open_round(game: &Ergo, state: &State) -> RoundView {
    let dealt = |seat: Seat| {
        let mut hand = state.hand(seat);
        if seat == state.to_move() {
            state.drawn().iter().for_each(|&card| hand.remove(card));
        }
        hand.to_string()
    };
    RoundView {
        starter: state.starter().number(),
        hands: game.seats().iter().map(dealt).collect(),
        pile: letters(state.drawn().iter().copied().chain(state.pile())),
        turns: Vec::new(),
        ended_by: "",
        verdict: VerdictView::Paradox(""),
        points: Vec::new(),
        scores: Vec::new(),
    }
}

fn letters(cards: impl Iterator<Item = Card>) -> String {
    cards.map(Card::letter).collect()
}

fn open_turn(game: &Ergo, state: &State, decision: usize) -> TurnView {
    let since = state.events().iter().rev().take_while(|event| !matches!(event, Event::Played(..)));
    let drawn_after = since.clone().take_while(|event| matches!(event, Event::Drew(..))).count();
    let reshuffled = since.into_iter().any(|event| *event == Event::Reshuffled).then(|| {
        let drawn = &state.drawn()[state.drawn().len() - drawn_after..];
        letters(drawn.iter().copied().chain(state.pile()))
    });
    let mut turn = TurnView {
        decision,
        seat: state.to_move().number(),
        drawn: letters(state.drawn().iter().copied()),
        reshuffled,
        plays: Vec::new(),
        proof: Vec::new(),
        hand: String::new(),
        under_fallacy: Vec::new(),
        immune: Vec::new(),
    };
    show_table(game, state, state.hand(state.to_move()), &mut turn);
    turn
}

/// Notes what lies on the table in `state`, with `hand` as the mover's.
fn show_table(game: &Ergo, state: &State, hand: Hand, turn: &mut TurnView) {
    turn.proof = premises(&state.proof().to_string());
    turn.hand = hand.to_string();
    turn.under_fallacy = game.seats().iter().map(|seat| state.before(seat).fallacy.is_some()).collect();
    turn.immune = game.seats().iter().map(|seat| state.before(seat).immune).collect();
}

fn premises(proof: &str) -> Vec<String> {
    proof.split(" / ").filter(|premise| !premise.is_empty()).map(str::to_owned).collect()
}

/// Adds `action`, about to be played in `state`, and what it changes on the table. The next turn's draw is not seen here.
fn play(game: &Ergo, state: &State, action: Action, turn: &mut TurnView) {
    let mut hand = state.hand(state.to_move());
    action.cards().into_iter().for_each(|card| hand.remove(card));
    show_table(game, state, hand, turn);
    let mut proof = *state.proof();
    let taken = proof.play(action);
    turn.proof = premises(&proof.to_string());
    match action {
        Action::Fallacy { target } => turn.under_fallacy[target.index()] = true,
        Action::Justification { .. } => {
            turn.under_fallacy[state.to_move().index()] = false;
            turn.immune[state.to_move().index()] = true;
        }
        _ => {}
    }
    let mut taken = taken.into_iter().map(|tile| tile.to_string());
    let tiles = action.tiles();
    for (i, card) in action.cards().into_iter().enumerate() {
        let mut view =
            PlayView { card: card.letter(), purpose: purpose(action, card), symbol: None, target: None, removed: None };
        match view.purpose {
            "place" if matches!(card, Card::VariableWild | Card::OperatorWild) => {
                // A wild that is taken back at once is shown as the first symbol it can stand for.
                let shown = if card == Card::VariableWild { Symbol::A } else { Symbol::And };
                view.symbol = Some(tiles.get(i).map_or(shown, |tile| tile.symbol()).letter());
            }
            "fallacy" => {
                if let Action::Fallacy { target } = action {
                    view.target = Some(Symbol::VARIABLES[target.index()].letter());
                }
            }
            "tabula_rasa" => view.removed = taken.next().or_else(|| taken_back(turn.plays.last()?)),
            _ => {}
        }
        turn.plays.push(view);
    }
}

/// The tile of a card just laid, as Tabula Rasa takes it away.
fn taken_back(laid: &PlayView) -> Option<String> {
    Some(laid.symbol.map_or(laid.card.to_string(), |symbol| format!("*{symbol}")))
}

fn purpose(action: Action, card: Card) -> &'static str {
    match action {
        Action::Discard { .. } => "discard",
        Action::Parenthesise { .. } => "parenthesis",
        Action::Swap { .. } => "revolution",
        Action::Fallacy { .. } => "fallacy",
        Action::Justification { .. } => "justification",
        Action::Ergo { .. } => "ergo",
        _ if card == Card::TabulaRasa => "tabula_rasa",
        _ => "place",
    }
}

fn finish(view: &mut RoundView, round: &Round) {
    view.ended_by = round.ended_by.word();
    view.verdict = verdict_view(round.verdict);
    view.points = round.points.iter().copied().collect();
    view.scores = round.scores.iter().copied().collect();
}
