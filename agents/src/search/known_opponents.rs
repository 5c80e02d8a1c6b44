//! Opponents whose policy is known but whose cards are not. With them a search looks for a best response.

use ergo_engine::game::Game;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::Seat;

use crate::agent::Player;

/// Builds the player of a seat, which continues a determinized match.
pub type SeatPlayerFn<G> = dyn Fn(&G, Seat, Seed) -> Player<G> + Send;

/// The known players of some or all seats.
pub struct KnownOpponents<G: Game> {
    seats: Box<SeatPlayerFn<G>>,
    /// The seats that play by the search's own policy; empty if all seats are known.
    own: Vec<Seat>,
    players: Vec<Option<Player<G>>>,
    seed: Option<Seed>,
    scratch: Vec<G::Action>,
}

impl<G: Game> KnownOpponents<G> {
    /// Creates the known players of all seats except `own`, built by `seats` when needed.
    pub fn new(own: &[Seat], seats: Box<SeatPlayerFn<G>>) -> Self {
        KnownOpponents { seats, own: own.to_vec(), players: Vec::new(), seed: None, scratch: Vec::new() }
    }

    /// Removes all players. New ones are built when needed, with randomness from `rng`.
    pub(super) fn reset(&mut self, game: &G, rng: &mut Rng) {
        self.players.clear();
        self.players.resize_with(game.seats().get(), || None);
        self.seed = Some(Seed::draw(rng));
    }

    /// Returns true if a known player plays `seat`.
    pub(super) fn plays(&self, seat: Seat) -> bool {
        self.seed.is_some() && !self.own.contains(&seat)
    }

    /// Returns the action of the player of `seat`, which is to move in `state`, or the first legal action if that
    /// player fails.
    pub(super) fn action(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        let seed = self.seed.as_ref().map(|seed| seed.derive("rival", &[seat.index() as u64]));
        let seats = &self.seats;
        let player = self.players[seat.index()]
            .get_or_insert_with(|| seats(game, seat, seed.expect("players are built after a reset")));
        let answer = player.choose(game, state, seat, &mut self.scratch).ok();
        answer.filter(|action| game.is_legal(state, *action)).unwrap_or_else(|| {
            game.legal_actions(state, &mut self.scratch);
            self.scratch[0]
        })
    }
}
