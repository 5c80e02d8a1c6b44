//! The actions a player can commit to. RULES.md E6, E12, E13, E17–E23.
//!
//! An action is one play that leaves the proof grammatical, or two plays at once where the proof is ungrammatical between
//! them whichever comes first. So nobody is ever shown a broken proof, and no play leads into a dead end.

use arrayvec::ArrayVec;
use ergo_core::seat::Seat;

use super::card::{Card, Symbol, Tile};

/// One play, or two that belong together. Places count tiles from 0 through all premises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Action {
    /// Discards a card. E6.
    Discard { card: Card },
    /// Lays a variable as a new premise, below the others. E10.
    Premise { tile: Tile },
    /// Lays a NOT before a variable or an opening parenthesis. E17.
    Negate {
        tile: Tile,
        /// The tile it goes before.
        before: u8,
    },
    /// Two plays: a variable and an operator, in this order, before a unit or between its NOT and the rest. E12.
    JoinBefore {
        /// Laid first in reading order.
        variable: Tile,
        /// Laid after it.
        operator: Tile,
        /// The tile they go before: a variable, `(` or NOT.
        before: u8,
    },
    /// Two plays: an operator and a variable, in this order, after a unit. E12.
    JoinAfter {
        /// Laid first in reading order.
        operator: Tile,
        /// Laid after it.
        variable: Tile,
        /// The tile they go after: a variable or `)`.
        after: u8,
    },
    /// Two plays: a pair of parentheses in one premise. E13.
    Parenthesise {
        /// The tile `(` goes before: a variable or NOT.
        before: u8,
        /// The tile `)` goes after: a variable, that one or further right.
        after: u8,
    },
    /// Tabula Rasa on a tile without which the premise is whole, or gone. E18.
    Remove { place: u8 },
    /// Two plays, two Tabulae Rasae: tiles that cannot go one by one. E18.
    RemoveTwo {
        /// The tile further left.
        first: u8,
        /// The tile further right.
        second: u8,
    },
    /// Two plays: a card is laid beside another, and Tabula Rasa takes that other away. E18.
    Replace {
        /// The tile taken away.
        place: u8,
        tile: Tile,
    },
    /// Two plays: a card is laid and Tabula Rasa takes it away again. Only where this cannot be done by two actions. E18.
    TakeBack {
        /// The card laid, a variable, operator, NOT or wild.
        card: Card,
    },
    /// Revolution: two variables or two operators change places. E19.
    Swap {
        /// The tile further left.
        first: u8,
        /// The tile further right.
        second: u8,
    },
    /// Lays a Fallacy before another player. E21.
    Fallacy { target: Seat },
    /// Plays a Justification, or a wild as one. E22.
    Justification { card: Card },
    /// Plays an Ergo, or a wild as one: the round ends. E23.
    Ergo { card: Card },
}

impl Action {
    /// How many plays of the turn it takes: one or two.
    #[inline]
    pub const fn plays(self) -> u8 {
        match self {
            Action::JoinBefore { .. }
            | Action::JoinAfter { .. }
            | Action::Parenthesise { .. }
            | Action::RemoveTwo { .. }
            | Action::Replace { .. }
            | Action::TakeBack { .. } => 2,
            _ => 1,
        }
    }

    /// The cards it takes from the hand, as many as plays. Where Tabula Rasa takes a card away that was laid beside another
    /// or is taken back, the card laid comes first.
    #[inline]
    pub fn cards(self) -> ArrayVec<Card, 2> {
        let mut cards = ArrayVec::new();
        match self {
            Action::Discard { card } | Action::Justification { card } | Action::Ergo { card } => cards.push(card),
            Action::Premise { tile } | Action::Negate { tile, .. } => cards.push(tile.card()),
            Action::JoinBefore { variable, operator, .. } => cards.extend([variable.card(), operator.card()]),
            Action::JoinAfter { operator, variable, .. } => cards.extend([operator.card(), variable.card()]),
            Action::Parenthesise { .. } => cards.extend([Card::Parenthesis, Card::Parenthesis]),
            Action::Remove { .. } => cards.push(Card::TabulaRasa),
            Action::RemoveTwo { .. } => cards.extend([Card::TabulaRasa, Card::TabulaRasa]),
            Action::Replace { tile, .. } => cards.extend([tile.card(), Card::TabulaRasa]),
            Action::TakeBack { card } => cards.extend([card, Card::TabulaRasa]),
            Action::Swap { .. } => cards.push(Card::Revolution),
            Action::Fallacy { .. } => cards.push(Card::Fallacy),
        }
        cards
    }

    /// The card that is laid and taken back at once, and so goes under the draw pile.
    pub const fn taken_back(self) -> Option<Card> {
        match self {
            Action::TakeBack { card } => Some(card),
            _ => None,
        }
    }

    /// Whether it adds a card to the proof, which a Fallacy forbids. E21.
    pub const fn adds(self) -> bool {
        matches!(
            self,
            Action::Premise { .. }
                | Action::Negate { .. }
                | Action::JoinBefore { .. }
                | Action::JoinAfter { .. }
                | Action::Parenthesise { .. }
                | Action::Replace { .. }
                | Action::TakeBack { .. }
        )
    }

    /// Whether it leaves another proof than there was.
    #[inline]
    pub const fn changes_proof(self) -> bool {
        !matches!(
            self,
            Action::Discard { .. }
                | Action::TakeBack { .. }
                | Action::Fallacy { .. }
                | Action::Justification { .. }
                | Action::Ergo { .. }
        )
    }

    /// The tiles it lays in the proof, for one side of a pair of parentheses each.
    pub fn tiles(self) -> ArrayVec<Tile, 2> {
        let mut tiles = ArrayVec::new();
        match self {
            Action::Premise { tile } | Action::Negate { tile, .. } | Action::Replace { tile, .. } => tiles.push(tile),
            Action::JoinBefore { variable, operator, .. } => tiles.extend([variable, operator]),
            Action::JoinAfter { operator, variable, .. } => tiles.extend([operator, variable]),
            Action::Parenthesise { .. } => tiles.extend([Tile::plain(Symbol::Open), Tile::plain(Symbol::Close)]),
            _ => {}
        }
        tiles
    }

    /// Where [`Action::at`] may have put it: the action is itself at one of the two.
    #[inline]
    pub(crate) fn free_places(self) -> [usize; 2] {
        match self {
            Action::Negate { before: place, .. }
            | Action::JoinBefore { before: place, .. }
            | Action::JoinAfter { after: place, .. }
            | Action::Parenthesise { before: place, .. }
            | Action::Remove { place }
            | Action::Replace { place, .. } => [place.into(); 2],
            Action::RemoveTwo { first, second } | Action::Swap { first, second } => [first.into(), second.into()],
            Action::Fallacy { target } => [target.index(); 2],
            _ => [0; 2],
        }
    }

    /// The same action at another place; for the actions that have one free place, the rest are as they are. The place of a discard is
    /// the kind of its card, that of a Fallacy the seat it hits.
    #[inline]
    pub(crate) fn at(self, place: usize) -> Action {
        let place = place as u8;
        match self {
            Action::Discard { .. } => Action::Discard { card: Card::from_index(place.into()) },
            Action::Negate { tile, .. } => Action::Negate { tile, before: place },
            Action::JoinBefore { variable, operator, .. } => Action::JoinBefore { variable, operator, before: place },
            Action::JoinAfter { operator, variable, .. } => Action::JoinAfter { operator, variable, after: place },
            Action::Parenthesise { after, .. } => Action::Parenthesise { before: place, after },
            Action::Remove { .. } => Action::Remove { place },
            Action::RemoveTwo { first, .. } if first < place => Action::RemoveTwo { first, second: place },
            Action::RemoveTwo { first, .. } => Action::RemoveTwo { first: place, second: first },
            Action::Replace { tile, .. } => Action::Replace { place, tile },
            Action::Swap { first, .. } => Action::Swap { first, second: place },
            Action::Fallacy { .. } => Action::Fallacy { target: Seat::new(place.into()) },
            other => other,
        }
    }
}
