//! The phases of a game, and how players are lost and games end. RULES.md C8, C11, C13.

use ergo_core::seat::Seat;

ergo_core::words! {
    /// An opportunity to make a declaration. RULES.md G5, G14, G18.
    pub enum Window {
        Deal = "deal",
        /// After a card is played.
        Play = "play",
        Draw = "draw",
        Trade = "trade",
        /// Before a game ends because there are no cards.
        End = "end",
    }
}

/// The kind of choice that the seat to move has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Play a card.
    Play,
    /// Make a declaration or pass.
    Window(Window),
    /// Give a card.
    Trade,
    /// None: the match is over.
    Over,
}

ergo_core::words! {
    /// How a player was lost. RULES.md C8, C11.
    pub enum Lost {
        /// Ego Disruption: two red cards.
        Disruption = "disruption",
        /// A wrong declaration.
        Cogito = "cogito",
    }
}

/// The short name of [`CogitoEndReason`] within `cogito`.
pub use self::CogitoEndReason as EndedBy;

/// The reason why a game ended. RULES.md C13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CogitoEndReason {
    /// This seat made a right declaration.
    Cogito(Seat),
    /// All players are lost.
    AllLost,
    /// No player has a card left to play.
    NoCards,
    /// The agent of this seat failed to answer, with one word for the fault. No seat scores.
    Fault(Seat, &'static str),
}

impl EndedBy {
    /// Returns the word in `rounds.csv`.
    pub const fn word(self) -> &'static str {
        match self {
            EndedBy::Cogito(_) => "cogito",
            EndedBy::AllLost => "all_lost",
            EndedBy::NoCards => "no_cards",
            EndedBy::Fault(..) => "fault",
        }
    }

    /// Returns the seat that won the game, if any.
    pub const fn victor(self) -> Option<Seat> {
        match self {
            EndedBy::Cogito(seat) => Some(seat),
            _ => None,
        }
    }
}
