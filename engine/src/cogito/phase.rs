//! The moments of a game, and how players are lost and games end. RULES.md C8, C11, C13.

use ergo_core::seat::Seat;

ergo_core::words! {
    /// When a declaration can be made. RULES.md G5, G14, G18.
    pub enum Window {
        Deal = "deal",
        /// After a card.
        Play = "play",
        Draw = "draw",
        Trade = "trade",
        /// Before a tie without cards.
        End = "end",
    }
}

/// The choice asked of the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A card to play.
    Play,
    /// A declaration, or none.
    Window(Window),
    /// A card to give.
    Trade,
    /// Nothing: the match is over.
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

/// How a game ended. RULES.md C13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndedBy {
    /// This seat declared rightly.
    Cogito(Seat),
    /// Everybody was lost.
    AllLost,
    /// Nobody had a card left to play.
    NoCards,
    /// This seat's agent failed to answer, in one word how; nobody scores.
    Fault(Seat, &'static str),
}

impl EndedBy {
    /// As in `rounds.csv`.
    pub const fn word(self) -> &'static str {
        match self {
            EndedBy::Cogito(_) => "cogito",
            EndedBy::AllLost => "all_lost",
            EndedBy::NoCards => "no_cards",
            EndedBy::Fault(..) => "fault",
        }
    }

    /// The seat that won the game.
    pub const fn victor(self) -> Option<Seat> {
        match self {
            EndedBy::Cogito(seat) => Some(seat),
            _ => None,
        }
    }
}
