//! How the player over candidate sets plays: by what he knows alone, without looking ahead.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::card::{Card, Cards};
use ergo_engine::cogito::phase::{Phase, Window};
use ergo_engine::cogito::state::State;
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::Seat;

use super::card_value::{read_field, value_as_gift, value_to_play};

/// When to declare.
#[derive(Clone, Copy, Debug)]
pub struct CandidatePolicy {
    /// With so many candidates or fewer. 1: only when certain.
    pub declare_at: usize,
    /// In the last window with any number: there a wrong one costs nothing.
    pub at_end: bool,
}

impl CandidatePolicy {
    /// Only when certain, but in the last window.
    pub const CERTAIN: CandidatePolicy = CandidatePolicy { declare_at: 1, at_end: true };
}

/// The seat that receives what `seat` gives.
pub fn receiver(game: &Cogito, state: &State, seat: Seat) -> Seat {
    let mut next = game.0.seats.after(seat);
    while !state.is_active(next) {
        next = game.0.seats.after(next);
    }
    next
}

impl CandidatePolicy {
    /// Chooses for the seat to move in `state`, looking at nothing that it does not know: its hand, the fields, what the others
    /// are, and what it may still be itself.
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

    /// In the last window a wrong declaration costs nothing: what follows is a tie of all, the lost too.
    fn declare(self, candidates: Cards, window: Window, rng: &mut Rng) -> Action {
        let count = candidates.len();
        match count {
            1 => Action::Cogito(candidates.nth(0)),
            _ if count > self.declare_at && !(self.at_end && window == Window::End) => Action::Pass,
            _ => Action::Cogito(candidates.nth(below(rng, count as u32) as usize)),
        }
    }
}

/// The value of giving `card` to the neighbour and keeping the other one.
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

/// The card of `hand` with the highest value, which is asked with the card and the other one; of equals any.
fn best(hand: &[Card], rng: &mut Rng, value: impl Fn(Card, Option<Card>) -> f64) -> Card {
    let [one, other] = *hand else { return hand[0] };
    let (first, second) = (value(one, Some(other)), value(other, Some(one)));
    let takes_first = if first == second { below(rng, 2) == 0 } else { first > second };
    if takes_first { one } else { other }
}
