//! The observation of a seat: its knowledge and memory of a match. RULES.md C16.

use arrayvec::ArrayVec;
use ergo_core::game::Sight;
use ergo_core::seat::{Seat, SeatMap};

use super::action::Action;
use super::card::{Card, Cards};
use super::event::{Event, before, bit};
use super::hand::Hand;
use super::phase::{EndedBy, Lost, Phase};
use super::rules::{MOST_CARDS, Rules};
use super::state::{Field, State};

/// Everything one seat knows and remembers of a match. Earlier games left nothing but the scores: all cards were gathered and
/// shuffled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// Whose knowledge this is.
    pub seat: Seat,
    /// Of the match, counted from 1.
    pub game: u16,
    /// The seat that started the game.
    pub starter: Seat,
    /// Of the game, counted from 1.
    pub lap: u16,
    /// Whose turn it is, or was last.
    pub turn: Seat,
    /// The choice that is asked for.
    pub phase: Phase,
    /// The seat that is asked.
    pub to_move: Seat,
    /// The Selves of the others.
    pub selves: SeatMap<Option<Card>>,
    /// The own cards; those held at the end, if the seat is lost.
    pub hand: Hand,
    /// How many cards each held when last in the game.
    pub hand_sizes: SeatMap<u8>,
    /// The fields, oldest card first; of the lost as they were.
    pub fields: SeatMap<Field>,
    /// How many cards the pile has.
    pub pile: u8,
    /// Those known to lie under it, the upper one first.
    pub pile_known: ArrayVec<Card, MOST_CARDS>,
    /// Who is lost, how, and in which lap.
    pub lost: SeatMap<Option<(Lost, u16)>>,
    /// Whose answers lie face down, a bit each.
    pub answered: u8,
    /// The own one, if it is among them.
    pub answer: Option<Action>,
    /// The cards the seat was dealt.
    pub dealt: Hand,
    /// The Selves the seat may still be by its cards and judgements. G28.
    pub candidates: Cards,
    /// Events of this game, as far as the seat saw them.
    pub events: Vec<Event>,
    /// Points of each seat.
    pub scores: SeatMap<i32>,
    /// How the last game ended, once the match is over.
    pub ended: Option<EndedBy>,
}

/// The observation of `state` from `seat`.
pub(super) fn observe(rules: &Rules, state: &State, seat: Seat) -> Observation {
    let index = seat.index();
    let answered = rules.seats.iter().filter(|at| state.committed[at.index()].is_some()).map(bit).sum();
    Observation {
        seat,
        game: state.game,
        starter: state.starter,
        lap: state.lap,
        turn: state.turn,
        phase: state.phase,
        to_move: state.to_move,
        selves: SeatMap::from_fn(rules.seats, |at| (at != seat).then(|| state.selves[at.index()])),
        hand: state.hands[index],
        hand_sizes: SeatMap::from_fn(rules.seats, |at| state.hands[at.index()].len() as u8),
        fields: SeatMap::from_fn(rules.seats, |at| state.fields[at.index()].clone()),
        pile: state.pile.len() as u8,
        pile_known: state.pile.cards().skip(state.pile.len() - state.pile.known()).collect(),
        lost: SeatMap::from_fn(rules.seats, |at| state.lost[at.index()]),
        answered,
        answer: state.committed[index],
        dealt: state.dealt[index],
        candidates: state.candidates[index],
        events: state.events.iter().map(|event| event.seen_by(seat)).collect(),
        scores: state.scores(rules),
        ended: state.ended,
    }
}

/// The sight `witness` has of `action`, about to be played in `state`. The last answer opens all: what is seen then is all answers
/// of a window; of a Trade the card received, and by the last to give the one given.
pub(super) fn sight(rules: &Rules, state: &State, action: Action, witness: Seat) -> Sight<Action> {
    let own = witness == state.to_move;
    if matches!(action, Action::Play(_)) {
        return Sight::Open(action);
    }
    if !state.is_last_asked(rules) {
        return if own { Sight::Open(action) } else { Sight::Covered(0) };
    }
    let answer = |seat: Seat| if seat == state.to_move { Some(action) } else { state.committed[seat.index()] };
    let code = |answer: Option<Action>| match answer {
        None => 0,
        Some(Action::Pass) => 1,
        Some(Action::Cogito(card) | Action::Play(card) | Action::Give(card)) => 2 + card.index() as u64,
    };
    let seen = match state.phase {
        Phase::Trade => {
            let received = if state.is_active(witness) { answer(before(state.active(rules), witness)) } else { None };
            code(received) << 8 | if own { code(Some(action)) } else { 0 }
        }
        _ => rules.seats.iter().fold(0, |seen, seat| seen << 8 | code(answer(seat))),
    };
    Sight::Covered(1 << 40 | seen)
}
