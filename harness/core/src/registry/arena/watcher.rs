//! Who is shown a match while it is played.

use std::fmt::Display;
use std::time::Duration;

use ergo_agents::agent::{AgentFault, Explanation, Player};
use ergo_engine::field::Field;
use ergo_engine::game::{Game, RoundRecord, Sight};
use ergo_engine::seat::{Seat, SeatMap};

use super::registration::Registration;

/// Is shown a match while it is played. It changes nothing.
pub trait Watcher {
    /// Whether it wants to see decisions.
    fn sees_decisions(&self) -> bool {
        false
    }

    /// A choice was made, and is legal.
    fn decision(&mut self, _decided: &dyn Decided) {}

    /// Returns true if it wants to see answers, which are then timed.
    fn sees_answers(&self) -> bool {
        false
    }

    /// A player answered, or failed to.
    fn answer(&mut self, _answer: &Answer<'_>) {}

    /// A round is over.
    fn round(&mut self, _round: &dyn RoundView) {}
}

/// The answer of a player to one decision, legal or not.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The seat that was asked.
    pub seat: Seat,
    /// The number of the decision among all of the match, from 1.
    pub decision: u64,
    /// The fault that ends the match here, if there is one.
    pub fault: Option<AgentFault>,
    /// The player's comment.
    pub info: Option<&'a str>,
    /// The time on the clock from question to answer.
    pub time: Duration,
}

/// A watcher that ignores everything.
pub struct Unwatched;

impl Watcher for Unwatched {}

/// A choice that was just made.
pub trait Decided {
    /// Whose.
    fn seat(&self) -> Seat;
    /// In the game's notation.
    fn action(&self) -> &dyn Display;
    /// The candidates it was weighed against, as far as the player can tell.
    fn explanation(&self) -> Option<Explanation>;
    /// The player's comment on it, in words of its own.
    fn info(&self) -> Option<&str>;
    /// Its effect, in words that follow the name of who chose it, as far as the seat `witness` sees that.
    fn seen_by(&self, witness: Seat) -> Option<String>;
}

/// A round that is over, whatever the game.
pub trait RoundView {
    /// The game's own values of the round, in the order of its columns.
    fn write_round(&self, field: &mut dyn FnMut(Field<'_>));
    /// The game's own values of the round for one seat, in the order of its columns.
    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>));
    /// Points that each seat gained.
    fn points(&self) -> SeatMap<i32>;
    /// Points that each seat has now.
    fn scores(&self) -> SeatMap<i32>;
    /// Adds what came to every seat, one count for each of the game's kinds of cards, those of the first seat first.
    fn came(&self, counts: &mut [u32]);
}

/// A round with its game.
pub(super) struct Ended<'a, G: Game> {
    pub(super) registration: &'a Registration<G>,
    pub(super) game: &'a G,
    pub(super) round: &'a G::Round,
}

impl<G: Game> RoundView for Ended<'_, G> {
    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        self.round.write_round(field);
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        self.round.write_seat(seat, field);
    }

    fn points(&self) -> SeatMap<i32> {
        self.round.points()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.round.scores()
    }

    fn came(&self, counts: &mut [u32]) {
        if let Some(cards) = &self.registration.cards {
            (cards.came)(self.game, self.round, counts);
        }
    }
}

/// A match of a game that keeps no records, as its only round: what each seat has in the end.
pub(super) struct Whole<'a>(pub(super) &'a SeatMap<i32>);

impl RoundView for Whole<'_> {
    fn write_round(&self, _: &mut dyn FnMut(Field<'_>)) {}
    fn write_seat(&self, _: Seat, _: &mut dyn FnMut(Field<'_>)) {}
    fn came(&self, _: &mut [u32]) {}

    fn points(&self) -> SeatMap<i32> {
        self.0.clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.0.clone()
    }
}

/// A choice with who made it.
pub(super) struct Chosen<'a, G: Game> {
    pub(super) seat: Seat,
    pub(super) action: G::Action,
    pub(super) player: &'a Player<G>,
    pub(super) registration: &'a Registration<G>,
    pub(super) game: &'a G,
    /// Where it was made.
    pub(super) state: &'a G::State,
}

impl<G: Game> Decided for Chosen<'_, G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn action(&self) -> &dyn Display {
        &self.action
    }

    fn explanation(&self) -> Option<Explanation> {
        self.player.explain()
    }

    fn info(&self) -> Option<&str> {
        self.player.info()
    }

    fn seen_by(&self, witness: Seat) -> Option<String> {
        let Sight::Open(action) = self.game.sight(self.state, self.action, witness) else { return None };
        let seen = self.game.observe(self.state, self.seat);
        Some((self.registration.presentation.describe)(self.game, &seen, action).words)
    }
}
