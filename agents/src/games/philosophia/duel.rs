//! Two who debate for cards alone, both hands known: solved exactly.
//!
//! Cards that were taken before change nothing of what is best, so what is left is a game of two hands: what the one to lead ends ahead by
//! of the other. Who passes leaves the other alone, who lays all he has. RULES.md P13, P14, G-P40.

use std::cmp::Ordering;

use ergo_engine::philosophia::card::{ArgumentOrder, Card, Hand};

/// A position nobody has looked at.
const UNKNOWN: i16 = i16::MIN;

/// Two hands and their debate. The hands are numbered 0 and 1.
pub struct Duel {
    kinds: Vec<Card>,
    /// The gain of the one who leads the first kind over the one who answers with the second.
    gains: Vec<Vec<i16>>,
    /// How many cards of each kind each hand has left.
    hands: [Vec<u8>; 2],
    /// How many cards each has left.
    sizes: [i16; 2],
    /// For each hand and kind, the step in the number of a position for one more card.
    strides: [Vec<usize>; 2],
    /// The number of the position of these hands with hand 0 to lead; hand 1 has the next.
    at: usize,
    /// By how many cards who leads ends ahead, by the number of the position.
    known: Vec<i16>,
}

impl Duel {
    /// Between these hands, where `led`, if a card was led, lies on the table; nothing if there are more than `most` positions.
    pub fn new(hands: &[Hand; 2], led: Option<Card>, strength: &ArgumentOrder, most: u64) -> Option<Self> {
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
        let mut room = 2_usize;
        let mut at = 0;
        let mut strides = [Vec::new(), Vec::new()];
        for (strides, counts) in strides.iter_mut().zip(&counts) {
            for count in counts {
                strides.push(room);
                at += room * usize::from(*count);
                room = room.checked_mul(usize::from(*count) + 1).filter(|room| *room as u64 <= most)?;
            }
        }
        let sizes = hands.each_ref().map(|hand| hand.len() as i16);
        Some(Duel { kinds, gains, hands: counts, sizes, strides, at, known: vec![UNKNOWN; room] })
    }

    fn place(&self, card: Card) -> Option<usize> {
        self.kinds.iter().position(|kind| *kind == card)
    }

    fn holds(&self, who: usize, kind: usize) -> bool {
        self.hands[who][kind] > 0
    }

    fn take(&mut self, who: usize, kind: usize) {
        self.hands[who][kind] -= 1;
        self.sizes[who] -= 1;
        self.at -= self.strides[who][kind];
    }

    fn put_back(&mut self, who: usize, kind: usize) {
        self.hands[who][kind] += 1;
        self.sizes[who] += 1;
        self.at += self.strides[who][kind];
    }

    /// By how many cards `who`, who is to lead, ends ahead, of what lies in no pile yet.
    pub fn lead(&mut self, who: usize) -> i16 {
        let number = self.at + who;
        if self.known[number] != UNKNOWN {
            return self.known[number];
        }
        let mut best = -self.sizes[1 - who];
        for kind in 0..self.kinds.len() {
            if self.holds(who, kind) {
                best = best.max(self.leads(who, kind));
            }
        }
        self.known[number] = best;
        best
    }

    /// The same if he leads a card of this kind.
    fn leads(&mut self, who: usize, kind: usize) -> i16 {
        self.take(who, kind);
        let value = -self.answer(1 - who, kind);
        self.put_back(who, kind);
        value
    }

    /// By how many cards `who` ends ahead, who is to answer a card of kind number `led`.
    fn answer(&mut self, who: usize, led: usize) -> i16 {
        let mut best = -self.sizes[1 - who] - 1;
        for kind in 0..self.kinds.len() {
            if self.holds(who, kind) {
                best = best.max(self.answers(who, led, kind));
            }
        }
        best
    }

    /// The same if he answers with a card of this kind; he leads next.
    fn answers(&mut self, who: usize, led: usize, kind: usize) -> i16 {
        self.take(who, kind);
        let value = self.lead(who) - self.gains[led][kind];
        self.put_back(who, kind);
        value
    }

    /// By how many cards `who` ends ahead who leads `card`, which he holds, or passes where there is none.
    pub fn after_lead(&mut self, who: usize, card: Option<Card>) -> Option<i16> {
        let Some(card) = card else { return Some(-self.sizes[1 - who]) };
        let kind = self.place(card)?;
        Some(self.leads(who, kind))
    }

    /// By how many cards `who` ends ahead who answers `led` with `card`, which he holds, or passes where there is none.
    pub fn after_answer(&mut self, who: usize, led: Card, card: Option<Card>) -> Option<i16> {
        let Some(card) = card else { return Some(-self.sizes[1 - who] - 1) };
        let (led, kind) = (self.place(led)?, self.place(card)?);
        Some(self.answers(who, led, kind))
    }
}
