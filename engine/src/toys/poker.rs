//! What the poker games share: their cards, and the account of a finished hand.

use std::fmt::{self, Display};

use ergo_core::field::Field;
use ergo_core::game::RoundRecord;
use ergo_core::seat::{Seat, SeatMap};
use serde::{Serialize, Serializer};

use super::ending::{COLUMNS, Ending};

/// A card; the later one is higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Loses to both.
    Jack,
    /// Beats the jack.
    Queen,
    /// Beats both.
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

/// A finished hand of a game in which a card may be turned up for both, if it is one with a `PUBLIC` card.
#[derive(Clone, Debug, PartialEq)]
pub struct PokerRound<const PUBLIC: bool> {
    pub(super) cards: [Card; 2],
    /// The card turned up, where it came to that.
    pub(super) public: Option<Card>,
    pub(super) ending: Ending,
}

/// The columns of a round with a card turned up.
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
            Some(card) => field(Field::Shown(card)),
            None => field("".into()),
        }
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        field(Field::Shown(&self.cards[seat.index()]));
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
