//! Cards, sets of cards, and cards in a field. RULES.md C1.

use std::fmt;
use std::str::FromStr;

use ergo_core::options::nearest;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The short name of [`CogitoCard`] within `cogito`.
pub use self::CogitoCard as Card;

/// A kind of card, in sorting order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum CogitoCard {
    Vertebrate,
    Plant,
    Animal,
    Bird,
    Flower,
    Tree,
    Casablanca,
    Rose,
    Cherry,
    Pine,
    Moss,
    Human,
    Cat,
    Owl,
    Crow,
    Ant,
    Ego,
    Dream,
}

/// The number of kinds of cards.
pub const KINDS: usize = 18;

impl Card {
    /// All kinds, in order.
    pub const ALL: [Card; KINDS] = {
        use Card::*;
        [
            Vertebrate, Plant, Animal, Bird, Flower, Tree, Casablanca, Rose, Cherry, Pine, Moss, Human, Cat, Owl, Crow,
            Ant, Ego, Dream,
        ]
    };

    const NAMES: [&'static str; KINDS] = [
        "vertebrate",
        "plant",
        "animal",
        "bird",
        "flower",
        "tree",
        "casablanca",
        "rose",
        "cherry",
        "pine",
        "moss",
        "human",
        "cat",
        "owl",
        "crow",
        "ant",
        "ego",
        "dream",
    ];

    /// Returns the index of the card in [`Card::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name of the card in the notation.
    pub const fn name(self) -> &'static str {
        Card::NAMES[self as usize]
    }

    /// Returns true for a category, that is, a card other than a Self or Dream.
    #[inline]
    pub const fn is_category(self) -> bool {
        (self as u8) < Card::Casablanca as u8
    }

    /// Returns true if the card can be the Self of a player.
    #[inline]
    pub const fn is_self(self) -> bool {
        !self.is_category() && !matches!(self, Card::Dream)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that is not the name of a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no card is called \"{text}\", the nearest is \"{nearest}\"")]
pub struct BadCard {
    text: String,
    nearest: &'static str,
}

impl FromStr for Card {
    type Err = BadCard;
    fn from_str(text: &str) -> Result<Self, BadCard> {
        let place = Card::NAMES.iter().position(|name| *name == text);
        place.map(|place| Card::ALL[place]).ok_or_else(|| BadCard {
            text: text.to_owned(),
            nearest: nearest(text, Card::NAMES.into_iter()).unwrap_or_default(),
        })
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The short name of [`CardSet`] within `cogito`.
pub use self::CardSet as Cards;

/// A set of kinds of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u32);

impl Cards {
    /// The empty set.
    pub const NONE: Cards = Cards(0);

    /// Returns the set with this one kind.
    #[inline]
    pub const fn one(card: Card) -> Self {
        Cards(1 << card as u32)
    }

    /// Returns the number of kinds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if `card` is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & 1 << card as u32 != 0
    }

    /// Returns the set with `card` added.
    #[inline]
    pub const fn with(self, card: Card) -> Self {
        Cards(self.0 | 1 << card as u32)
    }

    /// Returns the set with `card` removed.
    #[inline]
    pub const fn without(self, card: Card) -> Self {
        Cards(self.0 & !(1 << card as u32))
    }

    /// Returns the intersection of both sets.
    #[inline]
    pub const fn and(self, other: Cards) -> Self {
        Cards(self.0 & other.0)
    }

    /// Returns the set without the kinds of `other`.
    #[inline]
    pub const fn minus(self, other: Cards) -> Self {
        Cards(self.0 & !other.0)
    }

    /// Iterates over the kinds, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (next < KINDS as u32).then(|| Card::ALL[next as usize])
        })
    }

    /// Returns the kind at `place` in the order of the set.
    ///
    /// # Panics
    ///
    /// If `place` is not below [`Cards::len`].
    #[inline]
    pub fn nth(self, place: usize) -> Card {
        self.iter().nth(place).expect("a place in the set")
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Cards::NONE, Cards::with)
    }
}

/// A card in a field. It is red after a false declaration and for Ego. Dream is neither blue nor red. RULES.md C4, C5,
/// C7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The card.
    pub card: Card,
    /// True if it lies on its red side.
    pub red: bool,
}

impl Placed {
    /// Returns true if the card lies on its blue side.
    pub const fn is_blue(self) -> bool {
        !self.red && !matches!(self.card, Card::Dream)
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.card, self.red) {
            (Card::Dream, _) => f.write_str("dream"),
            (card, true) => write!(f, "{card}:red"),
            (card, false) => write!(f, "{card}:blue"),
        }
    }
}

impl Serialize for Placed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
