//! A match under way: the game that is played, how it came about, and the scores.

use std::hash::{Hash, Hasher};

use ergo_core::rng::Seed;
use ergo_core::seat::Seat;

use super::action::Action;
use super::board::Square;
use super::position::{Colour, Position};

ergo_core::words! {
    /// The cause of a game's end. RULES.md I8 to I10, G-EI8, G-EI9.
    pub enum EndedBy {
        /// Five in a row.
        Five = "five",
        /// Two passes in a row, or a side that cannot move where it may not pass.
        Stalemate = "stalemate",
        /// A position that occurred too often.
        Repetition = "repetition",
        /// The limit on actions.
        PlyCap = "ply_cap",
        /// A seat failed to answer.
        Fault = "fault",
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// The cause of the end.
    pub ended_by: EndedBy,
    /// Who won it.
    pub victor: Option<Colour>,
    /// The ends of the five.
    pub line: Option<(Square, Square)>,
}

/// The most actions for which a new log has room at once; longer ones grow.
const ROOM: usize = 1 << 12;

/// The actions of a game in order. A copy has room for as many as the one it is of, so that playing on allocates nothing.
#[derive(Debug)]
pub(super) struct Log(pub(super) Vec<Action>);

impl Log {
    /// An empty one for `most` actions.
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

/// Everything that is known of a match: all but chances to come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    pub(super) position: Position,
    /// Where the game began.
    pub(super) first: Position,
    /// The actions of the game, those of the opening first.
    pub(super) log: Log,
    /// How many of them chance played.
    pub(super) opening: u32,
    /// How many of the last ones were neither placements nor promotions: as far back as this position can have occurred.
    pub(super) reversible: u32,
    /// How often this position has now occurred in the game.
    pub(super) count: u32,
    /// How the game ended; only where the match did.
    pub(super) end: Option<End>,
    pub(super) white: Seat,
    pub(super) starter: Seat,
    /// The game of the match, from 1.
    pub(super) game: u32,
    pub(super) scores: [i32; 2],
    /// Whether any game was stopped by the limit on actions.
    pub(super) adjudicated: bool,
}

/// A match under way.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) seen: Observation,
    /// Where starters and openings of the games come from.
    pub(super) chance: Seed,
}

impl State {
    /// The position.
    pub fn position(&self) -> &Position {
        &self.seen.position
    }

    /// The position in which the game began.
    pub fn first(&self) -> &Position {
        &self.seen.first
    }

    /// Actions of the game so far, those of the opening counted. G-EI14.
    pub fn ply(&self) -> u32 {
        self.seen.log.0.len() as u32
    }

    /// How often this position has now occurred in the game. G-EI11.
    pub fn count(&self) -> u32 {
        self.seen.count
    }

    /// The game of the match, from 1.
    pub fn game(&self) -> u32 {
        self.seen.game
    }

    /// The actions of the game, those of the opening first.
    pub fn actions(&self) -> &[Action] {
        &self.seen.log.0
    }

    /// How many of them chance played. G-EI15.
    pub fn opening(&self) -> u32 {
        self.seen.opening
    }

    /// How many of the last ones were neither placements nor promotions.
    pub fn reversible(&self) -> u32 {
        self.seen.reversible
    }

    /// The seat that began the game.
    pub fn starter(&self) -> Seat {
        self.seen.starter
    }

    /// The seat that plays White.
    pub fn white(&self) -> Seat {
        self.seen.white
    }

    /// How the match's last game ended.
    pub fn end(&self) -> Option<End> {
        self.seen.end
    }

    /// The seat that plays `colour`.
    pub fn seat_of(&self, colour: Colour) -> Seat {
        self.seen.seat_of(colour)
    }

    /// The seat that is to move, if the game goes on.
    pub fn to_move(&self) -> Option<Seat> {
        self.seen.end.is_none().then(|| self.seat_of(self.seen.position.to_move))
    }

    /// The observation that all share.
    pub fn observation(&self) -> &Observation {
        &self.seen
    }
}

impl Observation {
    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The points of each seat in a game that ended. G-EI16.
    pub(super) fn points(&self, end: End) -> [i32; 2] {
        match end.victor {
            _ if end.ended_by == EndedBy::Fault => [0, 0],
            Some(victor) => std::array::from_fn(|seat| if self.seat_of(victor).index() == seat { 2 } else { 0 }),
            None => [1, 1],
        }
    }

    /// The seat that plays `colour`.
    pub fn seat_of(&self, colour: Colour) -> Seat {
        if colour == Colour::White { self.white } else { Seat::new(1 - self.white.index()) }
    }
}
