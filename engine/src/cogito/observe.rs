//! The observation of a seat: its knowledge and memory of a match. RULES.md C16.

use arrayvec::ArrayVec;
use ergo_core::game::ActionView;
use ergo_core::seat::{Seat, SeatMap};

use super::action::Action;
use super::card::{Card, Cards};
use super::event::{Event, before, bit};
use super::hand::Hand;
use super::phase::{EndedBy, Lost, Phase};
use super::rules::{MOST_CARDS, Rules};
use super::state::{Field, State};

/// The short name of [`CogitoObservation`] within `cogito`.
pub use self::CogitoObservation as Observation;

/// Everything that one seat knows of a match. Of earlier games only the scores remain, because all cards are collected
/// and shuffled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CogitoObservation {
    /// The seat that has this knowledge.
    pub seat: Seat,
    /// Number of the game in the match, counted from 1.
    pub game: u16,
    /// The seat that started the game.
    pub starter: Seat,
    /// Number of the lap in the game, counted from 1.
    pub lap: u16,
    /// The seat whose turn it is, or was last.
    pub turn: Seat,
    /// The kind of choice to be made.
    pub phase: Phase,
    /// The seat to move.
    pub to_move: Seat,
    /// The Selves of the others; `None` for the own seat.
    pub selves: SeatMap<Option<Card>>,
    /// The seat's own hand, or its last hand if the seat is lost.
    pub hand: Hand,
    /// The number of cards in each hand; for lost seats, when they were lost.
    pub hand_sizes: SeatMap<u8>,
    /// The fields, oldest card first; for lost seats, when they were lost.
    pub fields: SeatMap<Field>,
    /// Number of cards in the pile.
    pub pile: u8,
    /// The known cards at the bottom of the pile, the upper one first.
    pub pile_known: ArrayVec<Card, MOST_CARDS>,
    /// For each lost seat, how and in which lap it was lost.
    pub lost: SeatMap<Option<(Lost, u16)>>,
    /// The seats that have answered face down, one bit per seat.
    pub answered: u8,
    /// The seat's own answer, if it is face down.
    pub answer: Option<Action>,
    /// The cards dealt to the seat.
    pub dealt: Hand,
    /// The Selves that the seat may have, given its cards and judgements. G28.
    pub candidates: Cards,
    /// The events of this game, as the seat saw them.
    pub events: Vec<Event>,
    /// Points of each seat.
    pub scores: SeatMap<i32>,
    /// The reason for the end of the last game, if the match is over.
    pub ended: Option<EndedBy>,
}

/// Returns the observation of `state` from `seat`.
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

/// Returns what `witness` sees of `action`, which is about to be played in `state`. The last answer opens all: the
/// witness then sees all answers of a window, or in a Trade the card it receives. The last giver also sees its own
/// card.
pub(super) fn view_action(rules: &Rules, state: &State, action: Action, witness: Seat) -> ActionView<Action> {
    let own = witness == state.to_move;
    if matches!(action, Action::Play(_)) {
        return ActionView::Open(action);
    }
    if !state.is_last_asked(rules) {
        return if own { ActionView::Open(action) } else { ActionView::Covered(0) };
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
    ActionView::Covered(1 << 40 | seen)
}
