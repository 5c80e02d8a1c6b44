//! Known opponents in a search: who they are is known, not what they hold. So a search looks for the best answer to them.

use ergo_engine::game::Game;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::Seat;

use crate::agent::Player;

/// SeatPlayerFn a player of a game, to play a determinized match on.
pub type SeatPlayerFn<G> = dyn Fn(&G, Seat, Seed) -> Player<G> + Send;

/// The players that sit at all seats but some, or at all.
pub struct KnownOpponents<G: Game> {
    seats: Box<SeatPlayerFn<G>>,
    /// Who plays by the search's own rule; nobody where all are known.
    own: Vec<Seat>,
    players: Vec<Option<Player<G>>>,
    seed: Option<Seed>,
    scratch: Vec<G::Action>,
}

impl<G: Game> KnownOpponents<G> {
    /// Those that `seats` seats, everywhere but at `own`.
    pub fn new(own: &[Seat], seats: Box<SeatPlayerFn<G>>) -> Self {
        KnownOpponents { seats, own: own.to_vec(), players: Vec::new(), seed: None, scratch: Vec::new() }
    }

    /// Everybody leaves; who comes next draws from `rng`.
    pub(super) fn reset(&mut self, game: &G, rng: &mut Rng) {
        self.players.clear();
        self.players.resize_with(game.seats().get(), || None);
        self.seed = Some(Seed::draw(rng));
    }

    /// Whether a known player sits at `seat`.
    pub(super) fn plays(&self, seat: Seat) -> bool {
        self.seed.is_some() && !self.own.contains(&seat)
    }

    /// The action of the player at `seat`, who is to move in `state`; the first legal action if it cannot answer.
    pub(super) fn action(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        let seed = self.seed.as_ref().map(|seed| seed.derive("rival", &[seat.index() as u64]));
        let seats = &self.seats;
        let player = self.players[seat.index()]
            .get_or_insert_with(|| seats(game, seat, seed.expect("who sits has come after somebody left")));
        let answer = player.choose(game, state, seat, &mut self.scratch).ok();
        answer.filter(|action| game.is_legal(state, *action)).unwrap_or_else(|| {
            game.legal_actions(state, &mut self.scratch);
            self.scratch[0]
        })
    }
}
