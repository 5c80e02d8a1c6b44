//! The news that agents are told without being asked: that a round is over, that the match is. The state behind it stays private.

use std::fmt::Display;

use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::seat::{Seat, SeatMap};

use crate::fault::AgentFault;

/// Something that happened, as one seat may know it.
#[allow(missing_docs)]
pub enum News<'a, G: Game> {
    Round(RoundNews<'a, G>),
    Match(MatchNews<'a, G>),
}

/// The end of a round.
pub struct RoundNews<'a, G: Game> {
    /// The number of the round, from 1.
    pub number: u32,
    /// Who played the last action, and which.
    pub last: (Seat, G::Action),
    sight: Sight<'a, G>,
    round: &'a G::Round,
}

/// The end of a match.
pub struct MatchNews<'a, G: Game> {
    /// Points of each seat.
    pub scores: &'a SeatMap<i32>,
    /// Who won.
    pub winners: &'a SeatMap<bool>,
    /// Who failed to answer, and how, if that ended it.
    pub fault: Option<(Seat, AgentFault)>,
    sight: Sight<'a, G>,
}

/// A state, seen from one seat.
struct Sight<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
}

impl<G: Game> Sight<'_, G> {
    fn observation(&self) -> G::Observation {
        self.game.observe(self.state, self.seat)
    }
}

impl<'a, G: Game> RoundNews<'a, G> {
    /// For `seat`: the `round`, the `number`-th of its match, was finished by the action `last`, played in `before`.
    pub fn new(
        (game, before): (&'a G, &'a G::State),
        seat: Seat,
        number: u32,
        last: (Seat, G::Action),
        round: &'a G::Round,
    ) -> Self {
        RoundNews { number, last, sight: Sight { game, state: before, seat }, round }
    }

    /// The seat's observation just before the last action.
    pub fn observation(&self) -> G::Observation {
        self.sight.observation()
    }

    /// Returns true if the match ends with this round.
    pub fn ends_match(&self) -> bool {
        let Sight { game, state, .. } = &self.sight;
        let mut after = (*state).clone();
        game.apply(&mut after, self.last.1);
        matches!(game.status(&after), Status::Over(_))
    }

    /// Points each seat gained.
    pub fn points(&self) -> SeatMap<i32> {
        self.round.points()
    }

    /// Points each seat has now.
    pub fn scores(&self) -> SeatMap<i32> {
        self.round.scores()
    }

    /// Shows `see` the public record of the round: the columns of `rounds.csv` that are the game's own, by name.
    pub fn columns(&self, mut see: impl FnMut(&'static str, &dyn Display)) {
        let mut names = G::Round::ROUND_COLUMNS.iter();
        self.round.write_round(&mut |value| {
            if let Some(name) = names.next() {
                see(name, &value);
            }
        });
    }
}

impl<'a, G: Game> MatchNews<'a, G> {
    /// For `seat`: the match is over, `state` is how it lies.
    pub fn new(
        (game, state): (&'a G, &'a G::State),
        seat: Seat,
        (scores, winners): (&'a SeatMap<i32>, &'a SeatMap<bool>),
        fault: Option<(Seat, AgentFault)>,
    ) -> Self {
        MatchNews { scores, winners, fault, sight: Sight { game, state, seat } }
    }

    /// The seat's observation at the end.
    pub fn observation(&self) -> G::Observation {
        self.sight.observation()
    }
}
