//! The legal actions of the seat to move. RULES.md C4, C10, C11, G17, G25.

use ergo_core::rng::{Rng, below};

use super::action::Action;
use super::card::Card;
use super::phase::Phase;
use super::rules::Rules;
use super::state::State;

/// Clears `out` and fills it with the legal actions.
pub(super) fn list(rules: &Rules, state: &State, out: &mut Vec<Action>) {
    out.clear();
    let hand = state.hands[state.to_move.index()].kinds();
    match state.phase {
        Phase::Play => out.extend(hand.iter().map(Action::Play)),
        Phase::Trade => out.extend(hand.iter().map(Action::Give)),
        Phase::Window(_) => {
            out.push(Action::Pass);
            out.extend(rules.diagram.selves.iter().map(Action::Cogito));
        }
        Phase::Over => {}
    }
}

/// Returns true if `action` is legal.
pub(super) fn is_legal(rules: &Rules, state: &State, action: Action) -> bool {
    let holds = |card: Card| state.hands[state.to_move.index()].cards().contains(&card);
    match (state.phase, action) {
        (Phase::Window(_), Action::Pass) => true,
        (Phase::Window(_), Action::Cogito(card)) => rules.diagram.selves.contains(card),
        (Phase::Play, Action::Play(card)) | (Phase::Trade, Action::Give(card)) => holds(card),
        _ => false,
    }
}

/// Samples a legal action uniformly.
#[inline]
pub(super) fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Action {
    if let Phase::Window(_) = state.phase {
        return match below(rng, 1 + rules.diagram.selves.len() as u32) {
            0 => Action::Pass,
            place => Action::Cogito(rules.diagram.selves.nth(place as usize - 1)),
        };
    }
    let kinds = state.hands[state.to_move.index()].kinds();
    let card = kinds.nth(below(rng, kinds.len() as u32) as usize);
    if state.phase == Phase::Play { Action::Play(card) } else { Action::Give(card) }
}
