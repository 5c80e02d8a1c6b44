//! Heaps of cards in which only the kinds count: hands (small and quick) and piles seen from above.

use std::fmt;

use serde::{Serialize, Serializer};

use super::card::Card;

/// The cards of one hand: up to 15, four bits for the count of each printed kind, and the inert ones.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand {
    printed: u64,
    inert: u8,
}

impl Hand {
    /// The most cards a hand can hold.
    pub const CAPACITY: usize = 15;

    /// No cards.
    pub const EMPTY: Hand = Hand { printed: 0, inert: 0 };

    /// How many of this kind.
    #[inline]
    pub const fn count(self, card: Card) -> u32 {
        match card {
            Card::Inert => self.inert as u32,
            _ => (self.printed >> (4 * card as u32)) as u32 & 15,
        }
    }

    /// Whether there is one of this kind.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// One more of this kind.
    #[inline]
    pub fn add(&mut self, card: Card) {
        debug_assert!(self.len() < Hand::CAPACITY);
        match card {
            Card::Inert => self.inert += 1,
            _ => self.printed += 1 << (4 * card as u32),
        }
    }

    /// One fewer of this kind, of which there is one.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        debug_assert!(self.has(card));
        match card {
            Card::Inert => self.inert -= 1,
            _ => self.printed -= 1 << (4 * card as u32),
        }
    }

    /// Whether there are at least as many of each kind as in `other`.
    #[inline]
    pub const fn includes(self, other: Hand) -> bool {
        // Every other count at once; the bit above a count stays set just where the subtraction need not borrow it.
        const COUNTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const GUARDS: u64 = 0x1010_1010_1010_1010;
        let even = ((self.printed & COUNTS) | GUARDS) - (other.printed & COUNTS);
        let odd = ((self.printed >> 4 & COUNTS) | GUARDS) - (other.printed >> 4 & COUNTS);
        even & odd & GUARDS == GUARDS && self.inert >= other.inert
    }

    /// The cards that are left when those of `other`, which are all here, are taken out.
    #[inline]
    pub fn without(self, other: Hand) -> Hand {
        debug_assert!(self.includes(other));
        Hand { printed: self.printed - other.printed, inert: self.inert - other.inert }
    }

    /// The cards of other kinds than these.
    #[inline]
    pub const fn except(self, kinds: Kinds) -> Hand {
        Hand { printed: self.printed & !kinds.printed, inert: if kinds.inert { 0 } else { self.inert } }
    }

    /// How many cards.
    #[inline]
    pub fn len(self) -> usize {
        // Sums of neighbouring counts, then of all bytes at once: no count or sum exceeds 15.
        let pairs = (self.printed & 0x0f0f_0f0f_0f0f_0f0f) + ((self.printed >> 4) & 0x0f0f_0f0f_0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize + usize::from(self.inert)
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.printed == 0 && self.inert == 0
    }

    /// The kinds there are, each once, in order.
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

    /// Every card, in order.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }
}

/// A set of kinds of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    printed: u64,
    inert: bool,
}

impl Kinds {
    /// None of them.
    pub const NONE: Kinds = Kinds { printed: 0, inert: false };

    /// This one too.
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

/// How many of each kind, any number of cards.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap([u8; Card::ALL.len()]);

impl Heap {
    /// How many of this kind.
    #[inline]
    pub const fn count(&self, card: Card) -> u8 {
        self.0[card as usize]
    }

    /// `count` of this kind.
    pub fn set(&mut self, card: Card, count: u8) {
        self.0[card as usize] = count;
    }

    /// One more of this kind.
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.0[card as usize] += 1;
    }

    /// One fewer of this kind, of which there is one.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        debug_assert!(self.0[card as usize] > 0);
        self.0[card as usize] -= 1;
    }

    /// How many cards.
    pub fn len(&self) -> usize {
        self.0.iter().map(|&count| count as usize).sum()
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every card, in order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        Card::ALL.into_iter().flat_map(|card| std::iter::repeat_n(card, self.count(card) as usize))
    }
}

impl FromIterator<Card> for Heap {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut heap = Heap::default();
        cards.into_iter().for_each(|card| heap.add(card));
        heap
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Heap({self})")
    }
}

impl Serialize for Heap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
