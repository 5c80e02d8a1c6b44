//! Checks that matches vary between deals and between determinized states exactly if the game declares it.

use super::position::seen_by_all;
use crate::game::{Game, Information};
use crate::rng::{Rng, Seed, below};
use crate::seat::Seat;

/// Number of other deals to try per match until one differs.
const DEALS: usize = 16;

/// The variation observed so far.
pub(super) struct VariationCheck {
    rng: Rng,
    chance: bool,
    hidden: bool,
    covered: bool,
}

impl VariationCheck {
    /// Returns a check without observations.
    pub(super) fn new(seed: u64) -> Self {
        let rng = Seed::master(seed).derive("laws", &[1]).rng();
        VariationCheck { rng, chance: false, hidden: false, covered: false }
    }

    /// Examines a match with these `actions` from the deal of `seed`; `covered` is true if some action was hidden.
    pub(super) fn look<G: Game>(&mut self, game: &G, seed: Seed, actions: &[G::Action], covered: bool) {
        let info = game.info();
        self.covered |= covered;
        for _ in 0..DEALS {
            let other = game.deal(&mut Seed::draw(&mut self.rng).rng());
            self.chance |= !alike(game, game.deal(&mut seed.rng()), other, actions);
            assert!(
                !self.chance || info.chance,
                "law broken: without chance every deal is the same, but not that of {seed}"
            );
            if self.chance || !info.chance {
                break;
            }
        }
        // From the deal, and from a random position.
        for from in [0, below(&mut self.rng, actions.len() as u32 + 1) as usize] {
            let mut state = game.deal(&mut seed.rng());
            actions[..from].iter().for_each(|action| game.apply(&mut state, *action));
            for seat in game.seats().iter() {
                self.hidden |= self.hides(game, &state, seat, &actions[from..]);
            }
            let follows = info.information == Information::Perfect && !info.chance;
            assert!(
                !follows || !self.hidden,
                "law broken: with perfect information and no chance a match follows from what is seen, but not that from the \
                 deal {seed}"
            );
        }
    }

    /// Returns true if a state that is consistent with what `seat` sees continues differently under the same `actions`.
    fn hides<G: Game>(&mut self, game: &G, state: &G::State, seat: Seat, actions: &[G::Action]) -> bool {
        let guess = game.determinize(&game.observe(state, seat), &mut self.rng);
        !alike(game, state.clone(), guess, actions)
    }

    /// Checks after all matches that every declared kind of variation was observed. A single seat has no opponents that
    /// could hide something.
    pub(super) fn check<G: Game>(&self, game: &G) {
        let info = game.info();
        assert!(self.chance || !info.chance, "law broken: a game with chance has deals that differ");
        let hides = info.information != Information::Perfect;
        assert!(self.hidden || !hides, "law broken: a game that hides something has states that look alike to a seat");
        let face_down = info.information == Information::FaceDown && game.seats().get() > 1;
        assert!(self.covered || !face_down, "law broken: a game with face-down actions covers some");
    }
}

/// Returns true if `actions` are legal in both states and every seat observes the same along both paths.
fn alike<G: Game>(game: &G, mut one: G::State, mut other: G::State, actions: &[G::Action]) -> bool {
    let same = |one: &G::State, other: &G::State| {
        game.status(one) == game.status(other) && seen_by_all(game, one) == seen_by_all(game, other)
    };
    same(&one, &other)
        && actions.iter().all(|action| {
            game.is_legal(&other, *action) && {
                game.apply(&mut one, *action);
                game.apply(&mut other, *action);
                same(&one, &other)
            }
        })
}
