//! A policy for Cogito that uses the exact candidate set and does not look ahead.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::card::{Card, Cards};
use ergo_engine::cogito::phase::{Phase, Window};
use ergo_engine::cogito::state::State;
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::Seat;

use super::card_value::{read_field, value_as_gift, value_to_play};

/// A policy with its thresholds for declaring.
#[derive(Clone, Copy, Debug)]
pub struct CandidatePolicy {
    /// Declares with this many candidates or fewer; 1 declares only when certain.
    pub declare_at: usize,
    /// Declares in the last window with any number of candidates, where a wrong declaration costs nothing.
    pub at_end: bool,
}

impl CandidatePolicy {
    /// Declares only when certain, and always in the last window.
    pub const CERTAIN: CandidatePolicy = CandidatePolicy { declare_at: 1, at_end: true };
}

/// Returns the seat that receives the card that `seat` gives.
pub fn receiver(game: &Cogito, state: &State, seat: Seat) -> Seat {
    let mut next = game.0.seats.after(seat);
    while !state.is_active(next) {
        next = game.0.seats.after(next);
    }
    next
}

impl CandidatePolicy {
    /// Chooses an action for the seat to move in `state`. It uses only what that seat knows: its hand, the fields,
    /// the Selves of the others and its own candidates.
    ///
    /// # Panics
    ///
    /// Panics if no seat is to move.
    pub fn choose(self, game: &Cogito, state: &State, rng: &mut Rng) -> Action {
        let seat = state.to_move().expect("a seat is to move");
        let candidates = state.by_cards(seat);
        match state.phase() {
            Phase::Window(window) => self.declare(candidates, window, rng),
            Phase::Trade => {
                let neighbour = receiver(game, state, seat);
                let values = |card, kept| give(game, state, (seat, neighbour), candidates, card, kept);
                Action::Give(best(state.hand(seat), rng, values))
            }
            _ => {
                let (diagram, reds) = (&game.0.diagram, state.reds(seat));
                Action::Play(best(state.hand(seat), rng, |card, _| value_to_play(diagram, candidates, reds, card)))
            }
        }
    }

    /// In the last window a wrong declaration costs nothing: otherwise the game ends in a tie of all players,
    /// including those who lost.
    fn declare(self, candidates: Cards, window: Window, rng: &mut Rng) -> Action {
        let count = candidates.len();
        match count {
            1 => Action::Cogito(candidates.nth(0)),
            _ if count > self.declare_at && !(self.at_end && window == Window::End) => Action::Pass,
            _ => Action::Cogito(candidates.nth(below(rng, count as u32) as usize)),
        }
    }
}

/// Returns the value of giving `card` to the neighbour and keeping the other card.
fn give(
    game: &Cogito,
    state: &State,
    (seat, neighbour): (Seat, Seat),
    candidates: Cards,
    card: Card,
    kept: Option<Card>,
) -> f64 {
    let diagram = &game.0.diagram;
    let own = kept.map_or(0.0, |kept| value_to_play(diagram, candidates, state.reds(seat), kept));
    let (reds, left) = read_field(diagram, state.field(neighbour));
    own - value_as_gift(diagram, state.own(neighbour), left, reds, card)
}

/// Returns the card of `hand` with the highest value, which depends on the card and the other card; a random one of
/// equals.
fn best(hand: &[Card], rng: &mut Rng, value: impl Fn(Card, Option<Card>) -> f64) -> Card {
    let [one, other] = *hand else { return hand[0] };
    let (first, second) = (value(one, Some(other)), value(other, Some(one)));
    let takes_first = if first == second { below(rng, 2) == 0 } else { first > second };
    if takes_first { one } else { other }
}
