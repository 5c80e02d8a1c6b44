//! The moments of a game, and how players are lost and games end. RULES.md C8, C11, C13.

use ergo_core::seat::Seat;

/// When a declaration can be made. RULES.md G5, G14, G18.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Window {
    Deal,
    /// After a card.
    Play,
    Draw,
    Trade,
    /// Before a tie without cards.
    End,
}

impl Window {
    /// As written.
    pub const fn word(self) -> &'static str {
        match self {
            Window::Deal => "deal",
            Window::Play => "play",
            Window::Draw => "draw",
            Window::Trade => "trade",
            Window::End => "end",
        }
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

/// How a player was lost. RULES.md C8, C11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    /// Ego Disruption: two red cards.
    Disruption,
    /// A wrong declaration.
    Cogito,
}

impl Lost {
    /// As written.
    pub const fn word(self) -> &'static str {
        match self {
            Lost::Disruption => "disruption",
            Lost::Cogito => "cogito",
        }
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
