//! The one trait every game on the shelf implements, and what a match ends in.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;

use crate::rng::Rng;
use crate::seat::{Seat, SeatCount, SeatMap};

/// The rules of one game: a value that holds the options and no play.
///
/// All threads share one such value; everything that changes lives in `State`. Chance is a card nobody has looked at: the
/// order of the pile and the seed of the next shuffle lie in the state, so [`Game::apply`] rolls nothing and a match is
/// fixed by its deal and its actions.
pub trait Game: Clone + Send + Sync + 'static {
    /// Everything true at one moment, hidden cards and the next shuffle included. Known to nobody.
    type State: Clone + Send;
    /// The smallest choice one can commit to. `Display` and `FromStr` are exact inverses.
    type Action: Copy + Ord + Hash + Debug + Display + FromStr + Send + Sync;
    /// Everything one seat may know and remember. Serialized it is what programs outside are shown: complete, in the game's
    /// notation, seats counted from 1.
    type Observation: Clone + Eq + Hash + Debug + Serialize + Send;
    /// What a finished round leaves to be written down.
    type Round: RoundRecord;

    /// How many sit at the table.
    fn seats(&self) -> SeatCount;

    /// A fresh match, drawn from `rng`.
    fn deal(&self, rng: &mut Rng) -> Self::State;

    /// Whose choice it is, or how the match ended.
    fn status(&self, state: &Self::State) -> Status;

    /// Puts every legal action of the seat to move into `out` (cleared first): never empty while a seat is to move, no two of
    /// them with the same effect, none that leads where no legal action is left.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Plays `action`, which must be legal, and reports the round it finished, if it finished one.
    fn apply(&self, state: &mut Self::State, action: Self::Action) -> Option<Self::Round>;

    /// The round as it stands, cut short because the agent at seat `by` failed to answer by
    /// a `fault`, in one word. Nothing where a game keeps no
    /// record of unfinished rounds.
    fn abandon(&self, _state: &Self::State, _by: Seat, _fault: &'static str) -> Option<Self::Round> {
        None
    }

    /// Adds to `sums` how lucky every seat was in `round`: one value per name of [`RoundRecord::LUCK_COLUMNS`], the values of
    /// the first seat first. Each is a sum over what chance gave the seat, every item less what it was expected to be by all
    /// that had happened before; so each has mean 0 however anybody plays, as long as nobody looks into the future.
    fn luck(&self, _round: &Self::Round, _sums: &mut [f64]) {}

    /// What `seat` knows of `state`.
    fn observe(&self, state: &Self::State, seat: Seat) -> Self::Observation;

    /// A state drawn from those that fit `seen`: observing it from the same seat gives `seen` back.
    fn determinize(&self, seen: &Self::Observation, rng: &mut Rng) -> Self::State;

    /// Whether `action` is one of [`Game::legal_actions`]. Games may answer without making the list; the laws compare.
    fn is_legal(&self, state: &Self::State, action: Self::Action) -> bool {
        let mut legal = Vec::new();
        self.legal_actions(state, &mut legal);
        legal.contains(&action)
    }

    /// One of [`Game::legal_actions`], each equally likely. `scratch` is room to work in. Games may draw without making the
    /// list; the laws compare the frequencies.
    fn sample_action(&self, state: &Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Action>) -> Self::Action {
        self.legal_actions(state, scratch);
        scratch[crate::rng::below(rng, scratch.len() as u32) as usize]
    }
}

/// A game that hides nothing: what a seat observes is the state itself. Alpha-beta and plain tree search ask for this mark.
pub trait PerfectInformation: Game {
    /// The state that an observation is.
    fn state_of(&self, seen: &Self::Observation) -> Self::State;
}

/// Who is to choose, or the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// This seat chooses next.
    ToMove(Seat),
    /// The match is over.
    Over(Outcome),
}

/// How a match ended, by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Points of each seat at the end.
    pub scores: SeatMap<i32>,
    /// Whether each seat is among the winners; at least one is.
    pub winners: SeatMap<bool>,
}

impl Outcome {
    /// The seats with the highest score win together.
    pub fn highest_wins(scores: SeatMap<i32>) -> Self {
        let best = scores.iter().copied().max().unwrap_or(0);
        let winners = scores.map(|&score| score == best);
        Outcome { scores, winners }
    }
}

/// What every game's finished round can say of itself; its own CSV columns follow from it.
///
/// The columns of a round and of a round and seat are fixed per game and written in the order of the two constants. The
/// harness puts `arm,match,deal,rotation,round` before the first and `arm,match,round,seat,entrant` before the second.
pub trait RoundRecord: Clone + Send + Sync {
    /// Names of the columns of [`RoundRecord::write_round`].
    const ROUND_COLUMNS: &'static [&'static str];
    /// Names of the columns of [`RoundRecord::write_seat`].
    const SEAT_COLUMNS: &'static [&'static str];
    /// What [`Game::luck`] is of; nothing where a game keeps no account of its chance.
    const LUCK_COLUMNS: &'static [&'static str] = &[];

    /// One value per name of `ROUND_COLUMNS`, passed to `field` in order.
    fn write_round(&self, field: &mut dyn FnMut(&dyn Display));

    /// One value per name of `SEAT_COLUMNS` for `seat`, passed to `field` in order.
    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(&dyn Display));

    /// Turns played in the round.
    fn turns(&self) -> u32;

    /// Points each seat gained in the round.
    fn points(&self) -> SeatMap<i32>;

    /// Points each seat has after the round.
    fn scores(&self) -> SeatMap<i32>;
}
