//! Cards, sets of them, and cards in a field. RULES.md C1.

use std::fmt;
use std::str::FromStr;

use ergo_core::options::nearest;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A kind of card, in the order in which cards are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Card {
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

/// How many kinds there are.
pub const KINDS: usize = 18;

impl Card {
    /// Every kind, in order.
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

    /// Its place in [`Card::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// As written.
    pub const fn name(self) -> &'static str {
        Card::NAMES[self as usize]
    }

    /// Whether it is a category: neither a Self nor Dream.
    #[inline]
    pub const fn is_category(self) -> bool {
        (self as u8) < Card::Casablanca as u8
    }

    /// Whether it can stand as somebody's Self.
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

/// A text that names no card.
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

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards(u32);

impl Cards {
    /// No kind.
    pub const NONE: Cards = Cards(0);

    /// One kind.
    #[inline]
    pub const fn one(card: Card) -> Self {
        Cards(1 << card as u32)
    }

    /// How many kinds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is among them.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & 1 << card as u32 != 0
    }

    /// These and `card`.
    #[inline]
    pub const fn with(self, card: Card) -> Self {
        Cards(self.0 | 1 << card as u32)
    }

    /// These without `card`.
    #[inline]
    pub const fn without(self, card: Card) -> Self {
        Cards(self.0 & !(1 << card as u32))
    }

    /// Those that are in both.
    #[inline]
    pub const fn and(self, other: Cards) -> Self {
        Cards(self.0 & other.0)
    }

    /// These without the `other` ones.
    #[inline]
    pub const fn minus(self, other: Cards) -> Self {
        Cards(self.0 & !other.0)
    }

    /// The kinds in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (next < KINDS as u32).then(|| Card::ALL[next as usize])
        })
    }

    /// The kind at `place` in their order, which must be below [`Cards::len`].
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

/// A card in a field. `red` for a declaration that was false, and for Ego; Dream is neither blue nor red. RULES.md C4, C5, C7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The card.
    pub card: Card,
    /// Whether it lies on its red side.
    pub red: bool,
}

impl Placed {
    /// Whether it lies on its blue side.
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
