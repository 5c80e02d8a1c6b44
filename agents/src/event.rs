//! Events sent to agents: the end of a round and the end of a match. The underlying state stays private.

use std::fmt::Display;

use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::seat::{Seat, SeatMap};

use crate::fault::AgentFault;

/// An event of a match, as one seat may know it.
#[allow(missing_docs)]
pub enum AgentEvent<'a, G: Game> {
    Round(RoundEvent<'a, G>),
    Match(MatchEvent<'a, G>),
}

/// The end of a round.
pub struct RoundEvent<'a, G: Game> {
    /// Number of the round, from 1.
    pub number: u32,
    /// The seat that played the last action, and the action.
    pub last: (Seat, G::Action),
    sight: Sight<'a, G>,
    round: &'a G::Round,
}

/// The end of a match.
pub struct MatchEvent<'a, G: Game> {
    /// Final points of each seat.
    pub scores: &'a SeatMap<i32>,
    /// True for each winner.
    pub winners: &'a SeatMap<bool>,
    /// The seat whose fault ended the match, and the fault, if one did.
    pub fault: Option<(Seat, AgentFault)>,
    sight: Sight<'a, G>,
}

/// A state, viewed from one seat.
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

impl<'a, G: Game> RoundEvent<'a, G> {
    /// Creates the event for `seat`: the action `last`, played in the state `before`, ended `round`, number
    /// `number` of the match.
    pub fn new(
        (game, before): (&'a G, &'a G::State),
        seat: Seat,
        number: u32,
        last: (Seat, G::Action),
        round: &'a G::Round,
    ) -> Self {
        RoundEvent { number, last, sight: Sight { game, state: before, seat }, round }
    }

    /// Returns the seat's observation just before the last action.
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

    /// Returns the points that each seat gained in the round.
    pub fn points(&self) -> SeatMap<i32> {
        self.round.points()
    }

    /// Returns the points of each seat after the round.
    pub fn scores(&self) -> SeatMap<i32> {
        self.round.scores()
    }

    /// Calls `see` with the name and value of each column of `rounds.csv` that belongs to the game.
    pub fn columns(&self, mut see: impl FnMut(&'static str, &dyn Display)) {
        let mut names = G::Round::ROUND_COLUMNS.iter();
        self.round.write_round(&mut |value| {
            if let Some(name) = names.next() {
                see(name, &value);
            }
        });
    }
}

impl<'a, G: Game> MatchEvent<'a, G> {
    /// Creates the event for `seat`: the match ended in `state`.
    pub fn new(
        (game, state): (&'a G, &'a G::State),
        seat: Seat,
        (scores, winners): (&'a SeatMap<i32>, &'a SeatMap<bool>),
        fault: Option<(Seat, AgentFault)>,
    ) -> Self {
        MatchEvent { scores, winners, fault, sight: Sight { game, state, seat } }
    }

    /// Returns the seat's observation at the end of the match.
    pub fn observation(&self) -> G::Observation {
        self.sight.observation()
    }
}
