//! The trait [`Game`], the outcome of a match, and the records of a round.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use rand::SeedableRng;
use serde::Serialize;

use crate::field::Field;
use crate::rng::Rng;
use crate::seat::{Seat, SeatCount, SeatMap};

/// The rules of one game, with their options. The value holds no state of a match.
///
/// Threads share one such value; everything that changes lives in `State`. All chance lies in the state too, such as
/// the order of the pile and the seed of the next shuffle. [`Game::apply`] is therefore deterministic, and a match is
/// fixed by its deal and its actions.
pub trait Game: Clone + Send + Sync + 'static {
    /// The complete state, including hidden cards and future chance. No player knows all of it.
    type State: Clone + Send;
    /// The smallest choice that a player commits to. `Display` and `FromStr` are exact inverses.
    type Action: Copy + Ord + Hash + Debug + Display + FromStr + Send + Sync;
    /// Everything that one seat knows and remembers. Its serialized form is sent to external programs: complete, in the
    /// game's notation, with seats counted from 1. It must be representable as JSON (keys of maps are strings or
    /// numbers, no tuples); writing a transcript panics otherwise.
    type Observation: Clone + Eq + Hash + Debug + Serialize + Send;
    /// The record of a round, a trick or the whole match. `()` if the game keeps no records; a match then counts as one
    /// round. Agents and searches never see it.
    type Round: RoundRecord;

    /// True if the scores are the returns of the match, as with chips in poker; they then sum to 0. Results are
    /// measured by mean returns per match, otherwise by wins.
    const PAYS_POINTS: bool = false;

    /// Returns the number of seats.
    fn seats(&self) -> SeatCount;

    /// Returns the properties of the game under these options.
    fn info(&self) -> GameInfo;

    /// Deals a new match from `rng`.
    fn deal(&self, rng: &mut Rng) -> Self::State;

    /// Returns the seat to move, or the outcome if the match is over.
    fn status(&self, state: &Self::State) -> Status;

    /// Clears `out` and fills it with the legal actions of the seat to move. The list is empty exactly if the match is
    /// over, that is, if [`Game::status`] is [`Status::Over`]: a seat that can only pass has an action for it. No two
    /// actions have the same effect.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Plays `action`, which must be legal, and puts the record of a completed round into `records`.
    fn apply_into<R: Records<Self::Round>>(&self, state: &mut Self::State, action: Self::Action, records: &mut R);

    /// Plays `action`, which must be legal, without keeping a record.
    #[inline]
    fn apply(&self, state: &mut Self::State, action: Self::Action) {
        self.apply_into(state, action, &mut NoRecords);
    }

    /// Plays `action`, which must be legal, and returns the record of the round if the action completed one.
    fn apply_recorded(&self, state: &mut Self::State, action: Self::Action) -> Option<Self::Round> {
        let mut record = None;
        self.apply_into(state, action, &mut record);
        record
    }

    /// Returns the points of each seat so far. They are public.
    fn scores(&self, state: &Self::State) -> SeatMap<i32>;

    /// Returns the number of completed stages, such as rounds. A search may stop when this number grows and value the
    /// points won since the search began. It always stops at the end of the match. The default is 0: the match is a
    /// single stage.
    #[inline]
    fn stages_completed(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Returns what `witness` sees of `action`, which is about to be played in `state`. The default shows the action
    /// itself. Other seats see of a face-down action only that it was made, until it is turned up. Two views are equal
    /// exactly if the witness cannot tell the actions apart right after they are played.
    #[inline]
    fn view_action(&self, _state: &Self::State, action: Self::Action, _witness: Seat) -> ActionView<Self::Action> {
        ActionView::Open(action)
    }

    /// Returns the record of the unfinished round when the agent at seat `by` failed to answer; `fault` is one word.
    /// `None` if the game keeps no record of unfinished rounds.
    fn abandon(&self, _state: &Self::State, _by: Seat, _fault: &'static str) -> Option<Self::Round> {
        None
    }

    /// Returns what `seat` knows of `state`.
    fn observe(&self, state: &Self::State, seat: Seat) -> Self::Observation;

    /// Samples a state that is consistent with `seen`: observing it from the same seat gives `seen` again.
    fn determinize(&self, seen: &Self::Observation, rng: &mut Rng) -> Self::State;

    /// Redraws all future chance: the order of cards that no seat knows, later shuffles and rolls. Observations do not
    /// change, and every future that fits the rest of `state` is as likely as after the deal. The default does nothing,
    /// which is correct if all chance is dealt to the seats.
    fn redraw(&self, _state: &mut Self::State, _rng: &mut Rng) {}

    /// Returns true if `action` is in [`Game::legal_actions`]; false for every action after the end. A game may override
    /// this with a test that builds no list; the laws compare the two.
    fn is_legal(&self, state: &Self::State, action: Self::Action) -> bool {
        let mut legal = Vec::new();
        self.legal_actions(state, &mut legal);
        legal.contains(&action)
    }

    /// Samples one of [`Game::legal_actions`] uniformly, using `scratch` as a buffer. A game may override this with a
    /// sampler that builds no list; the laws compare the frequencies.
    ///
    /// # Panics
    ///
    /// If no action is legal, as after the end of the match.
    fn sample_action(&self, state: &Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Action>) -> Self::Action {
        self.legal_actions(state, scratch);
        scratch[crate::rng::below(rng, scratch.len() as u32) as usize]
    }
}

/// Properties of a game, for searches, experiment designs and reports. Modelled on OpenSpiel's `GameType` and
/// `GameInfo` (Lanctot et al. 2019).
#[derive(Clone, Debug, PartialEq)]
pub struct GameInfo {
    /// The least and the greatest return of a match to a seat.
    pub utility: (f64, f64),
    /// The least and the greatest number of points that a seat typically wins in one stage
    /// ([`Game::stages_completed`]). Searches scale points to this range and clamp rare values outside it.
    pub points: (f64, f64),
    /// An upper bound on the number of actions in a match.
    pub longest: u64,
    /// The hidden information. With perfect information, the rest of a match follows from an observation and the actions
    /// to come.
    pub information: Information,
    /// True if equal actions lead to different matches under different seeds. If false, two matches between
    /// deterministic players are identical.
    pub chance: bool,
    /// True if the rules can stop a match early and judge it as it stands ([`Outcome::adjudicated`]).
    pub adjudicates: bool,
}

impl GameInfo {
    /// Returns the properties of a game with perfect information, no chance and at most `longest` actions, in which a
    /// win is worth 1 and one point.
    pub const fn perfect(longest: u64) -> Self {
        let (utility, information) = ((0.0, 1.0), Information::Perfect);
        GameInfo { utility, points: (0.0, 1.0), longest, information, chance: false, adjudicates: false }
    }

    /// Describes in a few words what is hidden and whether there is chance.
    pub const fn words(&self) -> &'static str {
        match (self.information, self.chance) {
            (Information::Perfect, false) => "nothing hidden, no chance",
            (Information::Perfect | Information::Unrolled, _) => "nothing hidden, chance",
            (Information::OpenActions, false) => "something hidden, open actions, no chance",
            (Information::OpenActions, true) => "something hidden, open actions, chance",
            (Information::FaceDown, false) => "face-down actions, no chance",
            (Information::FaceDown, true) => "face-down actions, chance",
        }
    }
}

/// The kinds of information that a game hides from its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Information {
    /// Nothing is hidden: every seat sees the state.
    Perfect,
    /// Only future chance is hidden, such as the next roll of a die. All seats see the same.
    Unrolled,
    /// Cards or similar are hidden, but every action is open ([`Game::view_action`] returns the action).
    OpenActions,
    /// Actions may be hidden too, for example simultaneous choices.
    FaceDown,
}

impl Information {
    /// Returns true if all seats see the same: only future chance may be hidden.
    pub const fn hides_nothing(self) -> bool {
        matches!(self, Information::Perfect | Information::Unrolled)
    }
}

/// One seat's view of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionView<A> {
    /// The action itself.
    Open(A),
    /// Only that the seat to move acted, with a code that distinguishes what the witness can tell apart; 0 if nothing.
    Covered(u64),
}

/// A sink for the records of a match.
pub trait Records<R> {
    /// True if the records are used. If false, a game need not build them.
    const READ: bool;
    /// Receives one record.
    fn put(&mut self, record: R);
}

/// A sink that discards records.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecords;

impl<R> Records<R> for NoRecords {
    const READ: bool = false;
    #[inline]
    fn put(&mut self, _: R) {}
}

/// Keeps all records, in order.
impl<R> Records<R> for Vec<R> {
    const READ: bool = true;
    fn put(&mut self, record: R) {
        self.push(record);
    }
}

/// Keeps the last record.
impl<R> Records<R> for Option<R> {
    const READ: bool = true;
    fn put(&mut self, record: R) {
        *self = Some(record);
    }
}

/// A game without hidden information: an observation determines the state. Alpha-beta and perfect-information tree
/// search require this trait.
pub trait PerfectInformation: Game {
    /// Returns the only state that is consistent with this observation.
    fn state_of(&self, seen: &Self::Observation) -> Self::State {
        self.determinize(seen, &mut Rng::from_seed([0; 32]))
    }
}

/// The seat to move, or the outcome of a match that is over.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// This seat moves next.
    ToMove(Seat),
    /// The match is over.
    Over(Outcome),
}

/// The outcome of a match under the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Final points of each seat.
    pub scores: SeatMap<i32>,
    /// True for each winner. A solo game that is lost has no winner.
    pub winners: SeatMap<bool>,
    /// The return of the match to each seat, within [`GameInfo::utility`].
    pub returns: SeatMap<f64>,
    /// True if the match was stopped early and judged as it stood.
    pub adjudicated: bool,
}

impl Outcome {
    /// Returns an outcome in which the winners share a return of 1.
    pub fn with_winners(scores: SeatMap<i32>, winners: SeatMap<bool>) -> Self {
        let count = winners.iter().filter(|won| **won).count() as f64;
        let returns = winners.map(|&won| if won { 1.0 / count } else { 0.0 });
        Outcome { scores, winners, returns, adjudicated: false }
    }

    /// Returns an outcome in which the seats with the highest score win and share a return of 1.
    pub fn highest_wins(scores: SeatMap<i32>) -> Self {
        let best = scores.iter().copied().max().unwrap_or(0);
        let winners = scores.map(|&score| score == best);
        Outcome::with_winners(scores, winners)
    }

    /// Returns the same outcome with each seat's score as its return.
    pub fn with_scores_as_returns(self) -> Self {
        Outcome { returns: self.scores.map(|&score| f64::from(score)), ..self }
    }
}

/// The record of a finished round. The CSV columns of a game follow from it.
///
/// The columns are fixed per game and written in the order of the two constants. The harness puts
/// `arm,match,deal,rotation,round` before the columns of a round, and `arm,match,round,seat,entrant` before those of a
/// seat.
pub trait RoundRecord: Clone + Send + Sync {
    /// True if the game keeps records. If false, the match counts as one round: its turns are the actions played, its
    /// points the final scores.
    const KEPT: bool = true;
    /// True if a match is always a single round, so that columns of the round belong to the match.
    const ONLY_ONE: bool = !Self::KEPT;
    /// Names of the columns of [`RoundRecord::write_round`].
    const ROUND_COLUMNS: &'static [&'static str] = &[];
    /// Names of the columns of [`RoundRecord::write_seat`].
    const SEAT_COLUMNS: &'static [&'static str] = &[];

    /// Passes one value per name of `ROUND_COLUMNS` to `field`, in order.
    fn write_round(&self, _field: &mut dyn FnMut(Field<'_>)) {}

    /// Passes one value per name of `SEAT_COLUMNS` for `seat` to `field`, in order.
    fn write_seat(&self, _seat: Seat, _field: &mut dyn FnMut(Field<'_>)) {}

    /// Returns the number of turns played in the round.
    fn turns(&self) -> u32;

    /// Returns the points that each seat gained in the round.
    fn points(&self) -> SeatMap<i32>;

    /// Returns the total points of each seat after the round.
    fn scores(&self) -> SeatMap<i32>;
}

/// The record of a game that keeps none. It is never put into a sink.
impl RoundRecord for () {
    const KEPT: bool = false;

    fn turns(&self) -> u32 {
        0
    }

    fn points(&self) -> SeatMap<i32> {
        SeatMap::default()
    }

    fn scores(&self) -> SeatMap<i32> {
        SeatMap::default()
    }
}
