//! Moves of Cogito for searches: single actions, but no declaration of an impossible Self. Under uniform play nine
//! tenths of all declarations would be wrong, and playouts would carry no information.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::determinize::Determinizer;
use ergo_engine::cogito::observe::Observation;
use ergo_engine::cogito::phase::{Phase, Window};
use ergo_engine::cogito::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::SeatMap;

use super::candidate_policy::CandidatePolicy;
use crate::search::moves::{Moves, SingleActions};

/// Single actions. Declarations are limited to candidates; a seat that is certain has no other move in a window.
#[derive(Clone, Copy, Debug, Default)]
pub struct SensibleMoves;

/// Samples an action: in a window, a declaration only if certain or in the last window; otherwise any card.
fn draw(game: &Cogito, state: &State, rng: &mut Rng) -> Action {
    match state.phase() {
        Phase::Window(_) => CandidatePolicy::CERTAIN.choose(game, state, rng),
        _ => game.sample_action(state, rng, &mut Vec::new()),
    }
}

impl Moves<Cogito> for SensibleMoves {
    type Move = Action;
    type Class = Action;
    type MastKey = Action;
    type Worlds = Determinizer;
    type Scratch = ();

    const LISTED: bool = true;

    fn worlds(&self, game: &Cogito, seen: &Observation) -> Determinizer {
        Determinizer::new(&game.0, seen)
    }

    /// Samples face-down answers as players give them who declare only when certain.
    fn determinize(&self, game: &Cogito, worlds: &Determinizer, rng: &mut Rng, world: &mut Option<State>) {
        let all = worlds.candidates;
        let own = all.nth(below(rng, all.len() as u32) as usize);
        *world = Some(worlds.draw_as(&game.0, own, rng, |state, _, rng| draw(game, state, rng)));
    }

    fn list(&self, game: &Cogito, state: &State, (): &mut (), out: &mut Vec<Action>) {
        let (Phase::Window(window), Some(seat)) = (state.phase(), state.to_move()) else {
            return game.legal_actions(state, out);
        };
        let candidates = state.by_cards(seat);
        out.clear();
        // Passing gains nothing when certain, or in the last window.
        if candidates.len() > 1 && window != Window::End {
            out.push(Action::Pass);
        }
        out.extend(candidates.iter().map(Action::Cogito));
    }

    fn sample(&self, game: &Cogito, state: &State, rng: &mut Rng, (): &mut ()) -> Action {
        draw(game, state, rng)
    }

    fn is_possible(&self, game: &Cogito, state: &State, choice: &Action) -> bool {
        matches!(game.status(state), Status::ToMove(_)) && game.is_legal(state, *choice)
    }

    fn play(&self, game: &Cogito, state: &mut State, choice: &Action) {
        game.apply(state, *choice);
    }

    fn update_seen(&self, game: &Cogito, state: &State, choice: &Action, seen: &mut SeatMap<u64>) {
        SingleActions.update_seen(game, state, choice, seen);
    }

    fn play_random(&self, game: &Cogito, state: &mut State, rng: &mut Rng, (): &mut ()) {
        let action = draw(game, state, rng);
        game.apply(state, action);
    }

    fn actions(&self, choice: &Action) -> impl DoubleEndedIterator<Item = Action> {
        std::iter::once(*choice)
    }

    fn class(&self, _: &Cogito, _: &State, choice: &Action) -> Action {
        *choice
    }

    fn mast_key(&self, _: &Cogito, _: &State, choice: &Action) -> Action {
        *choice
    }
}
