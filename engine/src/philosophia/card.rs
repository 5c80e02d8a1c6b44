//! Argument cards and hands of them. RULES.md P3, G-P14, G-P15, G-P27.

use std::cmp::Ordering;

/// Different cards there can be: Sophistry, five numbers of it, eight kinds of Syllogism, the divine argument, one unknown.
pub const CARDS: usize = 16;
pub(super) const FIRST_SYLLOGISM: u8 = 6;

/// An argument card: what it is, not which of several alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(super) u8);

impl Card {
    /// Sophistry, whose number does not matter.
    pub const SOPHISTRY: Card = Card(0);
    /// The oracle card that is an argument.
    pub const DIVINE: Card = Card(14);
    /// A card nobody who looks has seen.
    pub(super) const UNKNOWN: Card = Card(15);

    /// Sophistry with a number from 1 to 5.
    pub(super) const fn numbered(number: u8) -> Card {
        Card(number)
    }

    /// The number of a Sophistry card, 0 where it does not matter.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The place in a hand.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is Sophistry.
    #[inline]
    pub const fn is_sophistry(self) -> bool {
        self.0 < FIRST_SYLLOGISM
    }

    /// Whether it is a Syllogism.
    #[inline]
    pub const fn is_syllogism(self) -> bool {
        self.0 >= FIRST_SYLLOGISM && self.0 < Card::DIVINE.0
    }

    /// How it does against `other` where the kinds beat each other so.
    #[inline]
    pub fn against(self, other: Card, kinds: &Kinds) -> Ordering {
        if kinds.beats(self, other) {
            Ordering::Greater
        } else if kinds.beats(other, self) {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    }
}

/// Which card beats which: the order of strength. RULES.md P14.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    beaten: [u16; CARDS],
}

impl Kinds {
    /// An order in which nothing beats anything.
    pub(super) fn none() -> Self {
        Kinds::default()
    }

    /// Says that `winner` beats `loser`.
    pub(super) fn set(&mut self, winner: Card, loser: Card) {
        self.beaten[winner.index()] |= 1 << loser.0;
    }

    /// Whether `winner` beats `loser`.
    #[inline]
    pub const fn beats(&self, winner: Card, loser: Card) -> bool {
        self.beaten[winner.index()] & 1 << loser.0 != 0
    }
}

/// How many there are of each card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(pub(super) [u8; CARDS]);

impl Hand {
    /// How many of `card`.
    #[inline]
    pub const fn count(&self, card: Card) -> u8 {
        self.0[card.index()]
    }

    /// How many in all.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn add(&mut self, card: Card) {
        self.0[card.index()] += 1;
    }

    #[inline]
    pub(super) fn take(&mut self, card: Card) {
        let count = &mut self.0[card.index()];
        *count = count.saturating_sub(1);
    }

    /// Those that are there, each once, in order.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = Card> {
        let counts = self.0;
        (0..CARDS as u8).map(Card).filter(move |card| counts[card.index()] > 0)
    }

    /// All cards, in order.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let counts = self.0;
        self.kinds().flat_map(move |card| std::iter::repeat_n(card, counts[card.index()].into()))
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Hand::default();
        cards.into_iter().for_each(|card| hand.add(card));
        hand
    }
}
