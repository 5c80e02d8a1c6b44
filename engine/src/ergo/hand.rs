//! Multisets of cards: hands (small and fast) and piles.

use std::fmt;

use serde::{Serialize, Serializer};

use super::card::Card;

/// The short name of [`ErgoHand`] within `ergo`.
pub use self::ErgoHand as Hand;

/// The cards of one hand: at most 15, with four bits for the count of each printed kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErgoHand {
    printed: u64,
    inert: u8,
}

impl Hand {
    /// The largest number of cards in a hand.
    pub const CAPACITY: usize = 15;

    /// The empty hand.
    pub const EMPTY: Hand = Hand { printed: 0, inert: 0 };

    /// Returns the number of cards of this kind.
    #[inline]
    pub const fn count(self, card: Card) -> u32 {
        match card {
            Card::Inert => self.inert as u32,
            _ => (self.printed >> (4 * card as u32)) as u32 & 15,
        }
    }

    /// Returns true if the hand has a card of this kind.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// Adds one card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        debug_assert!(self.len() < Hand::CAPACITY);
        match card {
            Card::Inert => self.inert += 1,
            _ => self.printed += 1 << (4 * card as u32),
        }
    }

    /// Removes one card of this kind, which must be present.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        debug_assert!(self.has(card));
        match card {
            Card::Inert => self.inert -= 1,
            _ => self.printed -= 1 << (4 * card as u32),
        }
    }

    /// Returns true if the hand has at least as many cards of each kind as `other`.
    #[inline]
    pub const fn includes(self, other: Hand) -> bool {
        // Compares every other count at once. The guard bit above a count stays set exactly if the subtraction needs no
        // borrow.
        const COUNTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const GUARDS: u64 = 0x1010_1010_1010_1010;
        let even = ((self.printed & COUNTS) | GUARDS) - (other.printed & COUNTS);
        let odd = ((self.printed >> 4 & COUNTS) | GUARDS) - (other.printed >> 4 & COUNTS);
        even & odd & GUARDS == GUARDS && self.inert >= other.inert
    }

    /// Returns the hand without the cards of `other`, all of which must be present.
    #[inline]
    pub fn without(self, other: Hand) -> Hand {
        debug_assert!(self.includes(other));
        Hand { printed: self.printed - other.printed, inert: self.inert - other.inert }
    }

    /// Returns the cards whose kind is not in `kinds`.
    #[inline]
    pub const fn except(self, kinds: CardKinds) -> Hand {
        Hand { printed: self.printed & !kinds.printed, inert: if kinds.inert { 0 } else { self.inert } }
    }

    /// Returns the number of cards.
    #[inline]
    pub fn len(self) -> usize {
        // Adds neighbouring counts, then all bytes at once. No count or sum exceeds 15.
        let pairs = (self.printed & 0x0f0f_0f0f_0f0f_0f0f) + ((self.printed >> 4) & 0x0f0f_0f0f_0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize + usize::from(self.inert)
    }

    /// Returns true if there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.printed == 0 && self.inert == 0
    }

    /// Iterates over the kinds that are present, each once, in order.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        let (mut rest, mut inert) = (self.printed, self.inert > 0);
        std::iter::from_fn(move || {
            if rest == 0 {
                return std::mem::take(&mut inert).then_some(Card::Inert);
            }
            let index = rest.trailing_zeros() / 4;
            rest &= !(15 << (4 * index));
            Some(Card::from_index(index as usize))
        })
    }

    /// Iterates over all cards, in order.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }
}

/// A set of kinds of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardKinds {
    printed: u64,
    inert: bool,
}

impl CardKinds {
    /// The empty set.
    pub const NONE: CardKinds = CardKinds { printed: 0, inert: false };

    /// Adds a kind to the set.
    pub fn add(&mut self, card: Card) {
        match card {
            Card::Inert => self.inert = true,
            _ => self.printed |= 15 << (4 * card as u32),
        }
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Hand::EMPTY;
        cards.into_iter().for_each(|card| hand.add(card));
        hand
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The number of cards of each kind, for piles of any size.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardCounts([u8; Card::ALL.len()]);

impl CardCounts {
    /// Returns the number of cards of this kind.
    #[inline]
    pub const fn count(&self, card: Card) -> u8 {
        self.0[card as usize]
    }

    /// Sets the number of cards of this kind.
    pub fn set(&mut self, card: Card, count: u8) {
        self.0[card as usize] = count;
    }

    /// Adds one card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.0[card as usize] += 1;
    }

    /// Removes one card of this kind, which must be present.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        debug_assert!(self.0[card as usize] > 0);
        self.0[card as usize] -= 1;
    }

    /// Returns the number of cards.
    pub fn len(&self) -> usize {
        self.0.iter().map(|&count| count as usize).sum()
    }

    /// Returns true if there are no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over all cards, in order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        Card::ALL.into_iter().flat_map(|card| std::iter::repeat_n(card, self.count(card) as usize))
    }
}

impl FromIterator<Card> for CardCounts {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut heap = CardCounts::default();
        cards.into_iter().for_each(|card| heap.add(card));
        heap
    }
}

impl fmt::Display for CardCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for CardCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardCounts({self})")
    }
}

impl Serialize for CardCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
