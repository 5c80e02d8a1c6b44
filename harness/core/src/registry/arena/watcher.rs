//! Observers of a running match.

use std::fmt::Display;
use std::time::Duration;

use ergo_agents::agent::{AgentFault, Explanation, Player};
use ergo_engine::field::Field;
use ergo_engine::game::{ActionView, Game, RoundRecord};
use ergo_engine::seat::{Seat, SeatMap};

use super::registration::Registration;

/// Observes a running match without changing it.
pub trait Watcher {
    /// Returns true if [`decision`](Self::decision) should be called.
    fn sees_decisions(&self) -> bool {
        false
    }

    /// Called after each decision; the action is legal.
    fn decision(&mut self, _decided: &dyn DecisionRecord) {}

    /// Returns true if it wants to see answers, which are then timed.
    fn sees_answers(&self) -> bool {
        false
    }

    /// Called after each answer of a player, and after each failure to answer.
    fn answer(&mut self, _answer: &Answer<'_>) {}

    /// Called after each round.
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
pub struct NoWatcher;

impl Watcher for NoWatcher {}

/// A decision that was just made.
pub trait DecisionRecord {
    /// Returns the deciding seat.
    fn seat(&self) -> Seat;
    /// Returns the action in the game's notation.
    fn action(&self) -> &dyn Display;
    /// Returns the evaluated candidates, if the player can explain its choice.
    fn explanation(&self) -> Option<Explanation>;
    /// Returns the player's own comment on its choice.
    fn info(&self) -> Option<&str>;
    /// Describes the visible effect for the seat `witness`, in words that follow the name of the deciding seat.
    fn seen_by(&self, witness: Seat) -> Option<String>;
}

/// A finished round of any game.
pub trait RoundView {
    /// Writes the game's own values of the round, in column order.
    fn write_round(&self, field: &mut dyn FnMut(Field<'_>));
    /// Writes the game's own values of a seat in the round, in column order.
    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>));
    /// Returns the points that each seat gained.
    fn points(&self) -> SeatMap<i32>;
    /// Returns the current scores.
    fn scores(&self) -> SeatMap<i32>;
    /// Adds the cards that every seat drew: one count per kind of card, starting with the first seat.
    fn count_drawn(&self, counts: &mut [u32]);
}

/// A round with its game.
pub(super) struct EndedRound<'a, G: Game> {
    pub(super) registration: &'a Registration<G>,
    pub(super) game: &'a G,
    pub(super) round: &'a G::Round,
}

impl<G: Game> RoundView for EndedRound<'_, G> {
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

    fn count_drawn(&self, counts: &mut [u32]) {
        if let Some(cards) = &self.registration.cards {
            (cards.came)(self.game, self.round, counts);
        }
    }
}

/// A match of a game without recorded rounds, as a single round with the final scores.
pub(super) struct SingleRound<'a>(pub(super) &'a SeatMap<i32>);

impl RoundView for SingleRound<'_> {
    fn write_round(&self, _: &mut dyn FnMut(Field<'_>)) {}
    fn write_seat(&self, _: Seat, _: &mut dyn FnMut(Field<'_>)) {}
    fn count_drawn(&self, _: &mut [u32]) {}

    fn points(&self) -> SeatMap<i32> {
        self.0.clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.0.clone()
    }
}

/// A decision with its player.
pub(super) struct PlayerDecision<'a, G: Game> {
    pub(super) seat: Seat,
    pub(super) action: G::Action,
    pub(super) player: &'a Player<G>,
    pub(super) registration: &'a Registration<G>,
    pub(super) game: &'a G,
    /// The state before the decision.
    pub(super) state: &'a G::State,
}

impl<G: Game> DecisionRecord for PlayerDecision<'_, G> {
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
        let ActionView::Open(action) = self.game.view_action(self.state, self.action, witness) else { return None };
        let seen = self.game.observe(self.state, self.seat);
        Some((self.registration.presentation.describe)(self.game, &seen, action).words)
    }
}
