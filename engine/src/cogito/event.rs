//! Events of a game, as they happened and as one seat saw them. RULES.md C16.

use ergo_core::seat::Seat;

use super::action::Action;
use super::card::{Card, Placed};
use super::phase::Window;
use super::rules::SEATS;

/// The short name of [`CogitoEvent`] within `cogito`.
pub use self::CogitoEvent as Event;

/// One event. In an observation, cards that the seat did not see are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CogitoEvent {
    /// A card was played, and judged.
    Played {
        seat: Seat,
        /// The card and its side.
        placed: Placed,
    },
    /// The answers of a window were opened.
    Opened {
        window: Window,
        /// The answers of the seats that were asked.
        answers: [Option<Action>; SEATS],
    },
    /// Every active seat drew a card.
    Drew {
        /// The seats that drew, one bit per seat.
        drawers: u8,
        /// The seats whose card was publicly known under the pile, one bit per seat.
        known: u8,
        cards: [Option<Card>; SEATS],
    },
    /// Every active seat gave a card to the next active seat.
    Traded {
        /// The seats that gave, one bit per seat.
        givers: u8,
        given: [Option<Card>; SEATS],
    },
}

/// Returns the seat before `seat` among `seats` (one bit per seat), from which it receives a card.
pub(super) fn before(seats: u8, seat: Seat) -> Seat {
    let back = (1..=SEATS).map(|step| (seat.index() + SEATS - step) % SEATS);
    Seat::new(back.into_iter().find(|index| seats & 1 << index != 0).unwrap_or(seat.index()))
}

#[inline]
pub(super) const fn bit(seat: Seat) -> u8 {
    1 << seat.index()
}

impl Event {
    /// Returns the event as `seat` saw it.
    pub(super) fn seen_by(self, seat: Seat) -> Event {
        let only = |cards: [Option<Card>; SEATS], shown: u8| {
            std::array::from_fn(|index| cards[index].filter(|_| shown & 1 << index != 0))
        };
        match self {
            Event::Drew { drawers, known, cards } => {
                Event::Drew { drawers, known, cards: only(cards, known | bit(seat)) }
            }
            Event::Traded { givers, given } => {
                let shown = if givers & bit(seat) == 0 { 0 } else { bit(seat) | bit(before(givers, seat)) };
                Event::Traded { givers, given: only(given, shown) }
            }
            open => open,
        }
    }
}
