//! An exact solver for a debate of two players with open hands, where only the number of won cards counts.
//!
//! Cards won earlier do not affect optimal play, so a position is two hands and the player to lead; its value is
//! how many cards that player ends ahead. A player who passes leaves the debate, and the other lays all remaining
//! cards. RULES.md P13, P14, G-P40.

use std::cmp::Ordering;

use ergo_engine::philosophia::card::{ArgumentOrder, Card, Hand};

/// Marks positions without a known value.
const UNKNOWN: i16 = i16::MIN;

/// A debate between two open hands, numbered 0 and 1, with its table of solved positions.
pub struct Duel {
    kinds: Vec<Card>,
    /// The gain of the leader, by the kind of the led card and the kind of the answer.
    gains: Vec<Vec<i16>>,
    /// Number of cards of each kind in each hand.
    hands: [Vec<u8>; 2],
    /// Number of cards in each hand.
    sizes: [i16; 2],
    /// For each hand and kind, the difference in position index for one more card.
    strides: [Vec<usize>; 2],
    /// The index of the position with the current hands and hand 0 to lead; with hand 1 to lead it is one more.
    at: usize,
    /// Cards by which the leader ends ahead, by position index.
    known: Vec<i16>,
}

impl Duel {
    /// Creates the solver for these hands, with `led` on the table if a card was led. Returns `None` if there are
    /// more than `max_positions` positions.
    pub fn new(hands: &[Hand; 2], led: Option<Card>, strength: &ArgumentOrder, max_positions: u64) -> Option<Self> {
        let mut kinds: Vec<Card> = hands.iter().flat_map(Hand::kinds).chain(led).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let gain = |led: &Card, answer: &Card| match led.against(*answer, strength) {
            Ordering::Greater => 2,
            Ordering::Less => -2,
            Ordering::Equal => 0,
        };
        let gains = kinds.iter().map(|led| kinds.iter().map(|answer| gain(led, answer)).collect()).collect();
        let counts = hands.each_ref().map(|hand| kinds.iter().map(|card| hand.count(*card)).collect::<Vec<u8>>());
        let mut size = 2_usize;
        let mut at = 0;
        let mut strides = [Vec::new(), Vec::new()];
        for (strides, counts) in strides.iter_mut().zip(&counts) {
            for count in counts {
                strides.push(size);
                at += size * usize::from(*count);
                size = size.checked_mul(usize::from(*count) + 1).filter(|size| *size as u64 <= max_positions)?;
            }
        }
        let sizes = hands.each_ref().map(|hand| hand.len() as i16);
        Some(Duel { kinds, gains, hands: counts, sizes, strides, at, known: vec![UNKNOWN; size] })
    }

    fn place(&self, card: Card) -> Option<usize> {
        self.kinds.iter().position(|kind| *kind == card)
    }

    fn holds(&self, player: usize, kind: usize) -> bool {
        self.hands[player][kind] > 0
    }

    fn take(&mut self, player: usize, kind: usize) {
        self.hands[player][kind] -= 1;
        self.sizes[player] -= 1;
        self.at -= self.strides[player][kind];
    }

    fn put_back(&mut self, player: usize, kind: usize) {
        self.hands[player][kind] += 1;
        self.sizes[player] += 1;
        self.at += self.strides[player][kind];
    }

    /// Returns by how many cards `player`, who is to lead, ends ahead, not counting cards already in piles.
    pub fn lead_value(&mut self, player: usize) -> i16 {
        let number = self.at + player;
        if self.known[number] != UNKNOWN {
            return self.known[number];
        }
        let mut best = -self.sizes[1 - player];
        for kind in 0..self.kinds.len() {
            if self.holds(player, kind) {
                best = best.max(self.value_of_leading(player, kind));
            }
        }
        self.known[number] = best;
        best
    }

    /// Returns the value to `player` of leading a card of this kind.
    fn value_of_leading(&mut self, player: usize, kind: usize) -> i16 {
        self.take(player, kind);
        let value = -self.answer_value(1 - player, kind);
        self.put_back(player, kind);
        value
    }

    /// Returns by how many cards `player` ends ahead, who is to answer a card of kind `led`.
    fn answer_value(&mut self, player: usize, led: usize) -> i16 {
        let mut best = -self.sizes[1 - player] - 1;
        for kind in 0..self.kinds.len() {
            if self.holds(player, kind) {
                best = best.max(self.value_of_answering(player, led, kind));
            }
        }
        best
    }

    /// Returns the value to `player` of answering with a card of this kind; `player` leads next.
    fn value_of_answering(&mut self, player: usize, led: usize, kind: usize) -> i16 {
        self.take(player, kind);
        let value = self.lead_value(player) - self.gains[led][kind];
        self.put_back(player, kind);
        value
    }

    /// Returns by how many cards `player` ends ahead after leading `card`, or after passing if `card` is `None`.
    /// Returns `None` if the card is not part of this debate.
    pub fn after_lead(&mut self, player: usize, card: Option<Card>) -> Option<i16> {
        let Some(card) = card else { return Some(-self.sizes[1 - player]) };
        let kind = self.place(card)?;
        Some(self.value_of_leading(player, kind))
    }

    /// Returns by how many cards `player` ends ahead after answering `led` with `card`, or after passing if `card` is
    /// `None`. Returns `None` if a card is not part of this debate.
    pub fn after_answer(&mut self, player: usize, led: Card, card: Option<Card>) -> Option<i16> {
        let Some(card) = card else { return Some(-self.sizes[1 - player] - 1) };
        let (led, kind) = (self.place(led)?, self.place(card)?);
        Some(self.value_of_answering(player, led, kind))
    }
}
