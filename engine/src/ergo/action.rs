//! The actions of a player. RULES.md E6, E12, E13, E17–E23.
//!
//! An action is one play that leaves the proof grammatical, or two plays at once where the proof would be ungrammatical
//! between them in either order. So every visible proof is grammatical, and no play leads into a dead end.

use arrayvec::ArrayVec;
use ergo_core::seat::Seat;

use super::card::{Card, Symbol, Tile};

/// The short name of [`ErgoAction`] within `ergo`.
pub use self::ErgoAction as Action;

/// One play, or two plays that belong together. Places are 0-based tile numbers through all premises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum ErgoAction {
    /// Discards a card. E6.
    Discard { card: Card },
    /// Places a variable as a new premise below the others. E10.
    Premise { tile: Tile },
    /// Places a NOT before a variable or an opening parenthesis. E17.
    Negate {
        tile: Tile,
        /// The tile after the NOT.
        before: u8,
    },
    /// Two plays: a variable and an operator, in this order, before a unit or between its NOT and the rest. E12.
    JoinBefore {
        /// The left card.
        variable: Tile,
        /// The right card.
        operator: Tile,
        /// The tile after them: a variable, `(` or NOT.
        before: u8,
    },
    /// Two plays: an operator and a variable, in this order, after a unit. E12.
    JoinAfter {
        /// The left card.
        operator: Tile,
        /// The right card.
        variable: Tile,
        /// The tile before them: a variable or `)`.
        after: u8,
    },
    /// Two plays: a pair of parentheses in one premise. E13.
    Parenthesise {
        /// The tile after `(`: a variable or NOT.
        before: u8,
        /// The tile before `)`: a variable, the same as `before` or further right.
        after: u8,
    },
    /// Plays Tabula Rasa on a tile whose removal leaves the proof grammatical, possibly removing a premise. E18.
    Remove { place: u8 },
    /// Two plays: Tabula Rasa on two tiles that cannot be removed one by one. E18.
    RemoveTwo {
        /// The left tile.
        first: u8,
        /// The right tile.
        second: u8,
    },
    /// Two plays: places a card beside another and removes that other card with Tabula Rasa. E18.
    Replace {
        /// The tile removed.
        place: u8,
        tile: Tile,
    },
    /// Two plays: places a card and removes it again with Tabula Rasa. Offered only if two separate actions cannot do
    /// it. E18.
    TakeBack {
        /// The card: a variable, an operator, NOT or a wild.
        card: Card,
    },
    /// Revolution: swaps two variables or two operators. E19.
    Swap {
        /// The left tile.
        first: u8,
        /// The right tile.
        second: u8,
    },
    /// Plays a Fallacy on another player. E21.
    Fallacy { target: Seat },
    /// Plays a Justification, or a wild as one. E22.
    Justification { card: Card },
    /// Plays an Ergo, or a wild as one, which ends the round. E23.
    Ergo { card: Card },
}

impl Action {
    /// Returns the number of plays of the turn that the action uses: 1 or 2.
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

    /// Returns the cards that the action takes from the hand, one per play. If Tabula Rasa removes a card, the card
    /// placed comes first.
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

    /// Returns the card that is placed and removed at once. It goes under the draw pile.
    pub const fn returned_card(self) -> Option<Card> {
        match self {
            Action::TakeBack { card } => Some(card),
            _ => None,
        }
    }

    /// Returns true if the action adds a card to the proof, which a Fallacy forbids. E21.
    pub const fn adds_to_proof(self) -> bool {
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

    /// Returns true if the action changes the proof.
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

    /// Returns the tiles that the action places in the proof; a pair of parentheses counts as two.
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

    /// Returns the places that [`Action::with_place`] may have set: calling it with one of the two gives the action
    /// itself.
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

    /// Returns the same action at another place. For actions with one free place, the other fields stay. The place of a
    /// discard is its kind of card, and that of a Fallacy is the target seat.
    #[inline]
    pub(crate) fn with_place(self, place: usize) -> Action {
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
