//! Events in order: as they were, and as one seat saw them. RULES.md C16.

use ergo_core::seat::Seat;

use super::action::Action;
use super::card::{Card, Placed};
use super::phase::Window;
use super::rules::SEATS;

/// One thing that happened. In an observation a card that the seat did not see is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Event {
    /// A card was played, and judged.
    Played {
        seat: Seat,
        /// The card, as it went down.
        placed: Placed,
    },
    /// The answers of a window were opened.
    Opened {
        window: Window,
        /// Of those who were asked.
        answers: [Option<Action>; SEATS],
    },
    /// Everybody in the game drew a card.
    Drew {
        /// Who did, a bit each.
        drawers: u8,
        /// Whose card lay known to all under the pile, a bit each.
        known: u8,
        cards: [Option<Card>; SEATS],
    },
    /// Everybody in the game gave a card to the next.
    Traded {
        /// Who did, a bit each.
        givers: u8,
        given: [Option<Card>; SEATS],
    },
}

/// The seat before `seat` among `seats`, a bit each: from whom it receives.
pub(super) fn before(seats: u8, seat: Seat) -> Seat {
    let back = (1..=SEATS).map(|step| (seat.index() + SEATS - step) % SEATS);
    Seat::new(back.into_iter().find(|index| seats & 1 << index != 0).unwrap_or(seat.index()))
}

#[inline]
pub(super) const fn bit(seat: Seat) -> u8 {
    1 << seat.index()
}

impl Event {
    /// The event as `seat` saw it.
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
