//! The one trait every game on the shelf implements, and what a match ends in.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use rand::SeedableRng;
use serde::Serialize;

use crate::field::Field;
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
    /// notation, seats counted from 1. JSON must be able to hold it: keys of maps are texts or numbers, no tuples. Else the first
    /// transcript or program that is to see it panics.
    type Observation: Clone + Eq + Hash + Debug + Serialize + Send;
    /// The record of play: of a round, a trick, or the whole match; `()` where a game keeps no records, and a match
    /// counts as one round. Only who writes it down reads it; no agent and no search does.
    type Round: RoundRecord;

    /// Whether a match pays its scores, as poker pays chips: they sum to 0 and are the returns of the match. Results are then
    /// measured by returns per match, else by wins.
    const PAYS_POINTS: bool = false;

    /// How many sit at the table.
    fn seats(&self) -> SeatCount;

    /// The kind of game under these options.
    fn info(&self) -> GameInfo;

    /// A fresh match, drawn from `rng`.
    fn deal(&self, rng: &mut Rng) -> Self::State;

    /// Whose choice it is, or how the match ended.
    fn status(&self, state: &Self::State) -> Status;

    /// Puts every legal action of the seat to move into `out` (cleared first): never empty while a seat is to move, no two of
    /// them with the same effect, none that leads where no legal action is left.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Plays `action`, which must be legal, and puts into `records` what is to be written down of it, if anything is.
    fn apply_into<R: Records<Self::Round>>(&self, state: &mut Self::State, action: Self::Action, records: &mut R);

    /// Plays `action`, which must be legal. Nothing is written down.
    #[inline]
    fn apply(&self, state: &mut Self::State, action: Self::Action) {
        self.apply_into(state, action, &mut Unread);
    }

    /// Plays `action`, which must be legal, and gives what is to be written down of it, if anything is.
    fn apply_recorded(&self, state: &mut Self::State, action: Self::Action) -> Option<Self::Round> {
        let mut record = None;
        self.apply_into(state, action, &mut record);
        record
    }

    /// Points of each seat so far. Everybody knows them.
    fn scores(&self, state: &Self::State) -> SeatMap<i32>;

    /// How many horizons the match has passed. A search may stop where this grows, and value the points won since it began; it
    /// always stops at the end of the match, which is all there is where a game knows no earlier one.
    #[inline]
    fn horizon(&self, _state: &Self::State) -> u32 {
        0
    }

    /// The sight `witness` has of `action`, about to be played in `state`. In the open, it is the action itself. Of an action that
    /// is committed face down others see that it was made, until the one that turns all of them up. Two sights are equal exactly
    /// where the witness cannot tell the actions apart just after.
    #[inline]
    fn sight(&self, _state: &Self::State, action: Self::Action, _witness: Seat) -> Sight<Self::Action> {
        Sight::Open(action)
    }

    /// The round as it stands, cut short because the agent at seat `by` failed to answer by
    /// a `fault`, in one word. Nothing where a game keeps no
    /// record of unfinished rounds.
    fn abandon(&self, _state: &Self::State, _by: Seat, _fault: &'static str) -> Option<Self::Round> {
        None
    }

    /// The observation of `state` from `seat`.
    fn observe(&self, state: &Self::State, seat: Seat) -> Self::Observation;

    /// A state drawn from those that fit `seen`: observing it from the same seat gives `seen` back.
    fn determinize(&self, seen: &Self::Observation, rng: &mut Rng) -> Self::State;

    /// Draws again what chance is still to bring: the order of cards that no seat knows, later shuffles and rolls. Every seat
    /// observes the same before and after, and all futures that fit the rest of `state` are as likely as after the deal. The default
    /// is right where all chance lies in what the deal gives to the seats.
    fn redraw(&self, _state: &mut Self::State, _rng: &mut Rng) {}

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

/// The kind of a game: facts that searches, designs and reports go by. (After OpenSpiel's `GameType` and `GameInfo`,
/// Lanctot et al. 2019.)
#[derive(Clone, Debug, PartialEq)]
pub struct GameInfo {
    /// The least and the most a match can return to a seat.
    pub utility: (f64, f64),
    /// The least and the most points a seat can expect to win between two horizons: the scale on which a search puts points.
    /// More is possible where that is rare, and counts as the end of the scale.
    pub points: (f64, f64),
    /// No match has more actions.
    pub longest: u64,
    /// The hidden information. With perfect information the rest of a match follows from what a seat sees and the actions to come.
    pub information: Information,
    /// Whether matches of the same actions differ from seed to seed, by the deal or by what comes up later. Where they do not,
    /// two matches of players that do not err at random are one match played twice.
    pub chance: bool,
    /// Whether a match can be stopped short of an end by its own rules, to be judged as it stands ([`Outcome::adjudicated`]).
    pub adjudicates: bool,
}

impl GameInfo {
    /// A game of at most `longest` actions with perfect information and without chance, in which a win is worth 1 and a point.
    pub const fn perfect(longest: u64) -> Self {
        let (utility, information) = ((0.0, 1.0), Information::Perfect);
        GameInfo { utility, points: (0.0, 1.0), longest, information, chance: false, adjudicates: false }
    }

    /// Says for people what is hidden, and whether there is chance.
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

/// The information a game hides from its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Information {
    /// Nothing: all see the state.
    Perfect,
    /// Nothing but what chance is about to bring, such as the next roll of a die: all see the same.
    Unrolled,
    /// Cards and the like; whatever is done is done in the open ([`Game::sight`] shows the action).
    OpenActions,
    /// Actions too: they may be committed face down, as where all choose at once.
    FaceDown,
}

impl Information {
    /// Whether all see all there is.
    pub const fn hides_nothing(self) -> bool {
        matches!(self, Information::Perfect | Information::Unrolled)
    }
}

/// The sight one seat has of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight<A> {
    /// The action.
    Open(A),
    /// That the seat to move acted, and whatever this number stands for: 0 for nothing more.
    Covered(u64),
}

/// Takes what is to be written down.
pub trait Records<R> {
    /// Whether anybody reads it. Where nobody does, a game need not make it.
    const READ: bool;
    /// Takes one more.
    fn put(&mut self, record: R);
}

/// Nobody reads the records.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unread;

impl<R> Records<R> for Unread {
    const READ: bool = false;
    #[inline]
    fn put(&mut self, _: R) {}
}

/// All of them, in order.
impl<R> Records<R> for Vec<R> {
    const READ: bool = true;
    fn put(&mut self, record: R) {
        self.push(record);
    }
}

/// The last one.
impl<R> Records<R> for Option<R> {
    const READ: bool = true;
    fn put(&mut self, record: R) {
        *self = Some(record);
    }
}

/// A game that hides nothing: what a seat observes is the state itself. Alpha-beta and plain tree search ask for this mark.
pub trait PerfectInformation: Game {
    /// The state that an observation is: the only one that fits it.
    fn state_of(&self, seen: &Self::Observation) -> Self::State {
        self.determinize(seen, &mut Rng::from_seed([0; 32]))
    }
}

/// Who is to choose, or the end.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// This seat chooses next.
    ToMove(Seat),
    /// The match is over.
    Over(Outcome),
}

/// How a match ended, by the rules alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Points of each seat at the end.
    pub scores: SeatMap<i32>,
    /// Whether each seat is among the winners: nobody is in a solo game that was lost.
    pub winners: SeatMap<bool>,
    /// The payoff of the match to each seat by the rules, within [`GameInfo::utility`].
    pub returns: SeatMap<f64>,
    /// Whether the match was stopped short of an end and judged as it stood.
    pub adjudicated: bool,
}

impl Outcome {
    /// A win is worth 1, shared by the winners.
    pub fn won(scores: SeatMap<i32>, winners: SeatMap<bool>) -> Self {
        let count = winners.iter().filter(|won| **won).count() as f64;
        let returns = winners.map(|&won| if won { 1.0 / count } else { 0.0 });
        Outcome { scores, winners, returns, adjudicated: false }
    }

    /// The seats with the highest score win together; a win is worth 1, shared by them.
    pub fn highest_wins(scores: SeatMap<i32>) -> Self {
        let best = scores.iter().copied().max().unwrap_or(0);
        let winners = scores.map(|&score| score == best);
        Outcome::won(scores, winners)
    }

    /// The same where a seat's points are what the match is worth to it.
    pub fn paid_in_points(self) -> Self {
        Outcome { returns: self.scores.map(|&score| f64::from(score)), ..self }
    }
}

/// The account a finished round gives of itself in every game; the game's own CSV columns follow from it.
///
/// The columns of a round and of a round and seat are fixed per game and written in the order of the two constants. The
/// harness puts `arm,match,deal,rotation,round` before the first and `arm,match,round,seat,entrant` before the second.
pub trait RoundRecord: Clone + Send + Sync {
    /// Whether records are kept at all. Where none is, the whole match counts as one round: its turns are the actions played,
    /// its points the scores in the end.
    const KEPT: bool = true;
    /// Whether a match is never more than one round: what is of the round is of the match.
    const ONLY_ONE: bool = !Self::KEPT;
    /// Names of the columns of [`RoundRecord::write_round`].
    const ROUND_COLUMNS: &'static [&'static str] = &[];
    /// Names of the columns of [`RoundRecord::write_seat`].
    const SEAT_COLUMNS: &'static [&'static str] = &[];

    /// One value per name of `ROUND_COLUMNS`, passed to `field` in order.
    fn write_round(&self, _field: &mut dyn FnMut(Field<'_>)) {}

    /// One value per name of `SEAT_COLUMNS` for `seat`, passed to `field` in order.
    fn write_seat(&self, _seat: Seat, _field: &mut dyn FnMut(Field<'_>)) {}

    /// Turns played in the round.
    fn turns(&self) -> u32;

    /// Points each seat gained in the round.
    fn points(&self) -> SeatMap<i32>;

    /// Points each seat has after the round.
    fn scores(&self) -> SeatMap<i32>;
}

/// No record. A game that keeps none puts none, so nobody asks one for its points.
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
