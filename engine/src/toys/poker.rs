//! Common parts of the poker games: cards, and the record of a finished hand.

use std::fmt::{self, Display};

use ergo_core::field::Field;
use ergo_core::game::RoundRecord;
use ergo_core::seat::{Seat, SeatMap};
use serde::{Serialize, Serializer};

use super::ending::{COLUMNS, Ending};

/// The short name of [`PokerCard`] within `toys`.
pub use self::PokerCard as Card;

/// A card, in increasing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PokerCard {
    /// The lowest card.
    Jack,
    /// The middle card.
    Queen,
    /// The highest card.
    King,
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Card::Jack => "J",
            Card::Queen => "Q",
            Card::King => "K",
        })
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The record of a finished hand. `PUBLIC` is true for games with a public card.
#[derive(Clone, Debug, PartialEq)]
pub struct PokerRound<const PUBLIC: bool> {
    pub(super) cards: [Card; 2],
    /// The public card, if it was turned up.
    pub(super) public: Option<Card>,
    pub(super) ending: Ending,
}

/// The columns of a round with a public card.
const WITH_PUBLIC: [&str; COLUMNS.len() + 1] = {
    let mut all = ["public"; COLUMNS.len() + 1];
    let mut at = 0;
    while at < COLUMNS.len() {
        all[at] = COLUMNS[at];
        at += 1;
    }
    all
};

impl<const PUBLIC: bool> RoundRecord for PokerRound<PUBLIC> {
    const ONLY_ONE: bool = true;
    const ROUND_COLUMNS: &'static [&'static str] = if PUBLIC { &WITH_PUBLIC } else { COLUMNS };
    const SEAT_COLUMNS: &'static [&'static str] = &["card", "points", "score", "fault"];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        self.ending.write(field);
        match &self.public {
            _ if !PUBLIC => {}
            Some(card) => field(Field::Other(card)),
            None => field("".into()),
        }
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        field(Field::Other(&self.cards[seat.index()]));
        field(self.ending.points()[seat].into());
        field(self.ending.points()[seat].into());
        field("".into());
    }

    fn turns(&self) -> u32 {
        self.ending.turns
    }

    fn points(&self) -> SeatMap<i32> {
        self.ending.points().clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.ending.points().clone()
    }
}
