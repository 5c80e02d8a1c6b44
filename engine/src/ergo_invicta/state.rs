//! The state of a match: the current game with its history, and the scores.

use std::hash::{Hash, Hasher};

use ergo_core::rng::Seed;
use ergo_core::seat::Seat;

use super::action::Action;
use super::board::Square;
use super::position::{Colour, Position};

/// The short name of [`InvictaEndReason`] within `ergo_invicta`.
pub use self::InvictaEndReason as EndedBy;

ergo_core::words! {
    /// The reason why a game ended. RULES.md I8 to I10, G-EI8, G-EI9.
    pub enum InvictaEndReason {
        /// Five in a row.
        Five = "five",
        /// Two passes in a row, or a side that can neither move nor pass.
        Stalemate = "stalemate",
        /// A position occurred too often.
        Repetition = "repetition",
        /// The limit on actions was reached.
        PlyCap = "ply_cap",
        /// A seat failed to answer.
        Fault = "fault",
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// The reason for the end.
    pub ended_by: EndedBy,
    /// The colour that won, if any.
    pub victor: Option<Colour>,
    /// The ends of the five in a row, if any.
    pub line: Option<(Square, Square)>,
}

/// The largest initial capacity of a log; longer logs grow.
const ROOM: usize = 1 << 12;

/// The actions of a game in order. A clone keeps the capacity, so that playing on does not allocate.
#[derive(Debug)]
pub(super) struct Log(pub(super) Vec<Action>);

impl Log {
    /// Returns an empty log for `most` actions.
    pub(super) fn new(most: u32) -> Self {
        Log(Vec::with_capacity(ROOM.min(most as usize)))
    }
}

impl Clone for Log {
    fn clone(&self) -> Self {
        let mut actions = Vec::with_capacity(self.0.capacity());
        actions.extend_from_slice(&self.0);
        Log(actions)
    }
}

impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Log {}

impl Hash for Log {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

/// The short name of [`InvictaObservation`] within `ergo_invicta`.
pub use self::InvictaObservation as Observation;

/// Everything that is known of a match: all but future chance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InvictaObservation {
    pub(super) position: Position,
    /// The initial position of the game.
    pub(super) first: Position,
    /// The actions of the game, starting with the random opening.
    pub(super) log: Log,
    /// Number of random opening actions.
    pub(super) opening: u32,
    /// Number of last actions that were neither placements nor promotions. The position cannot have occurred before
    /// them.
    pub(super) reversible: u32,
    /// Number of occurrences of this position in the game so far.
    pub(super) count: u32,
    /// The end of the last game, if the match is over.
    pub(super) end: Option<End>,
    pub(super) white: Seat,
    pub(super) starter: Seat,
    /// Number of the game in the match, counted from 1.
    pub(super) game: u32,
    pub(super) scores: [i32; 2],
    /// True if any game was stopped by the limit on actions.
    pub(super) adjudicated: bool,
}

/// The short name of [`InvictaState`] within `ergo_invicta`.
pub use self::InvictaState as State;

/// The complete state of a match.
#[derive(Clone, Debug)]
pub struct InvictaState {
    pub(super) seen: Observation,
    /// The seed of the starters and openings of later games.
    pub(super) chance: Seed,
}

impl State {
    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.seen.position
    }

    /// Returns the initial position of the game.
    pub fn first(&self) -> &Position {
        &self.seen.first
    }

    /// Returns the number of actions of the game so far, including the opening. G-EI14.
    pub fn ply(&self) -> u32 {
        self.seen.log.0.len() as u32
    }

    /// Returns the number of occurrences of this position in the game so far. G-EI11.
    pub fn count(&self) -> u32 {
        self.seen.count
    }

    /// Returns the number of the game in the match, counted from 1.
    pub fn game(&self) -> u32 {
        self.seen.game
    }

    /// Returns the actions of the game, starting with the random opening.
    pub fn actions(&self) -> &[Action] {
        &self.seen.log.0
    }

    /// Returns the number of random opening actions. G-EI15.
    pub fn opening(&self) -> u32 {
        self.seen.opening
    }

    /// Returns the number of last actions that were neither placements nor promotions.
    pub fn reversible(&self) -> u32 {
        self.seen.reversible
    }

    /// Returns the seat that started the game.
    pub fn starter(&self) -> Seat {
        self.seen.starter
    }

    /// Returns the seat that plays White.
    pub fn white(&self) -> Seat {
        self.seen.white
    }

    /// Returns the end of the last game, if the match is over.
    pub fn end(&self) -> Option<End> {
        self.seen.end
    }

    /// Returns the seat that plays `colour`.
    pub fn seat_of(&self, colour: Colour) -> Seat {
        self.seen.seat_of(colour)
    }

    /// Returns the seat to move, or `None` if the match is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.seen.end.is_none().then(|| self.seat_of(self.seen.position.to_move))
    }

    /// Returns the observation, which is the same for both seats.
    pub fn observation(&self) -> &Observation {
        &self.seen
    }
}

impl Observation {
    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the points of each seat for a game that ended with `end`. G-EI16.
    pub(super) fn points(&self, end: End) -> [i32; 2] {
        match end.victor {
            _ if end.ended_by == EndedBy::Fault => [0, 0],
            Some(victor) => std::array::from_fn(|seat| if self.seat_of(victor).index() == seat { 2 } else { 0 }),
            None => [1, 1],
        }
    }

    /// Returns the seat that plays `colour`.
    pub fn seat_of(&self, colour: Colour) -> Seat {
        if colour == Colour::White { self.white } else { Seat::new(1 - self.white.index()) }
    }
}
