//! The expanded transcript of ERGO: rounds, turns, draws and plays.

use std::collections::BTreeMap;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Symbol};
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::round::{Round, verdict_word};
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::truth::Verdict;
use ergo_engine::game::{Game, Outcome};
use ergo_engine::maps::map_of;
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::seat::Seat;
use serde::Serialize;

use crate::registry::arena::narrate::{Expansion, winners};

#[derive(Serialize)]
pub(super) struct ErgoTranscript {
    rounds: Vec<RoundView>,
    winners: Vec<usize>,
    /// Round and turn of the last action.
    #[serde(skip)]
    at: (u32, u16),
}

#[derive(Serialize)]
pub(super) struct ErgoSeat {
    variable: char,
}

#[derive(Serialize)]
struct RoundView {
    starter: usize,
    hands: Vec<String>,
    /// The draw pile after the deal, next card first.
    pile: String,
    turns: Vec<TurnView>,
    ended_by: &'static str,
    verdict: VerdictView,
    points: Vec<i32>,
    scores: Vec<i32>,
}

/// A verdict in a transcript: `"paradox"`, or a word for each letter.
#[derive(Serialize)]
#[serde(untagged)]
pub enum VerdictView {
    /// A paradox; no letter is proven or disproven.
    Paradox(&'static str),
    /// `proven`, `disproven` or `undecided` for each letter.
    Letters(BTreeMap<char, &'static str>),
}

/// Converts a verdict to its transcript form.
pub fn verdict_view(verdict: Verdict) -> VerdictView {
    if verdict.is_paradox() {
        return VerdictView::Paradox("paradox");
    }
    let letters = Symbol::VARIABLES.iter().enumerate();
    VerdictView::Letters(map_of(letters.map(|(i, symbol)| (symbol.letter(), verdict_word(verdict, i)))))
}

/// A turn, with proof, hand and standings at its end.
#[derive(Serialize)]
struct TurnView {
    seat: usize,
    drawn: String,
    /// The new draw pile, next card first, if the discards were shuffled during the draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    reshuffled: Option<String>,
    plays: Vec<PlayView>,
    proof: Vec<String>,
    hand: String,
    under_fallacy: Vec<bool>,
    immune: Vec<bool>,
}

#[derive(Serialize)]
struct PlayView {
    card: char,
    #[serde(rename = "use")]
    purpose: &'static str,
    /// The symbol of a wild card.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    symbol: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<char>,
    /// The tile that a Tabula Rasa removes, with a star if it is a wild card.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<String>,
}

impl Expansion<Ergo> for ErgoTranscript {
    type Seat = ErgoSeat;

    fn begin(game: &Ergo, _: &State) -> (Self, Vec<ErgoSeat>) {
        let sitting = |seat: Seat| ErgoSeat { variable: Symbol::VARIABLES[seat.index()].letter() };
        (
            ErgoTranscript { rounds: Vec::new(), winners: Vec::new(), at: (0, 0) },
            game.seats().iter().map(sitting).collect(),
        )
    }

    fn play(&mut self, game: &Ergo, state: &State, action: Action, round: Option<&Round>) {
        let current = self.follow(game, state);
        play(game, state, action, current.turns.last_mut().expect("a turn has begun"));
        current.end(round);
    }

    fn end(&mut self, game: &Ergo, last: &State, outcome: &Outcome, cut: Option<&Round>) {
        if cut.is_some() {
            self.follow(game, last).end(cut);
        }
        self.winners = winners(outcome);
    }

    /// The limit on rounds is not part of the rules, so it is written only if it differs from the default.
    fn settings(game: &Ergo) -> Settings {
        const LIMIT: &str = "max_rounds";
        let mut all = game.settings();
        if Ergo::options().iter().any(|spec| spec.key == LIMIT && all.0.get(LIMIT) == Some(&spec.default)) {
            all.0.remove(LIMIT);
        }
        all
    }
}

impl ErgoTranscript {
    /// Opens the round and the turn of `state` if they are new.
    fn follow(&mut self, game: &Ergo, state: &State) -> &mut RoundView {
        if self.at.0 != state.round() {
            self.rounds.push(open_round(game, state));
        }
        let current = self.rounds.last_mut().expect("a round has begun");
        if self.at != (state.round(), state.turn()) {
            current.turns.push(open_turn(game, state));
        }
        self.at = (state.round(), state.turn());
        current
    }
}

impl RoundView {
    fn end(&mut self, round: Option<&Round>) {
        let Some(round) = round else { return };
        self.ended_by = round.ended_by.word();
        self.verdict = verdict_view(round.verdict);
        self.points = round.points.iter().copied().collect();
        self.scores = round.scores.iter().copied().collect();
    }
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

fn open_turn(game: &Ergo, state: &State) -> TurnView {
    let since = state.events().iter().rev().take_while(|event| !matches!(event, Event::Played(..)));
    let drawn_after = since.clone().take_while(|event| matches!(event, Event::Drew(..))).count();
    let reshuffled = since.into_iter().any(|event| *event == Event::Reshuffled).then(|| {
        let drawn = &state.drawn()[state.drawn().len() - drawn_after..];
        letters(drawn.iter().copied().chain(state.pile()))
    });
    let mut turn = TurnView {
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

/// Records proof, standings and `hand` of the mover in `turn`.
fn show_table(game: &Ergo, state: &State, hand: Hand, turn: &mut TurnView) {
    turn.proof = premises(&state.proof().to_string());
    turn.hand = hand.to_string();
    turn.under_fallacy = game.seats().iter().map(|seat| state.fallacy_status(seat).fallacy.is_some()).collect();
    turn.immune = game.seats().iter().map(|seat| state.fallacy_status(seat).immune).collect();
}

fn premises(proof: &str) -> Vec<String> {
    proof.split(" / ").filter(|premise| !premise.is_empty()).map(str::to_owned).collect()
}

/// Adds `action`, which is about to be played in `state`, and its effect. The draw of the next turn is not visible
/// here.
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
                // A wild card that is taken back at once is shown as the first symbol it can stand for.
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

/// Returns the tile of a card that was just placed, as Tabula Rasa removes it.
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
