//! Sources of chance: the seed in the state, or given events for replaying a game played elsewhere.

use std::collections::VecDeque;
use std::fmt::Display;

use ergo_core::rng::{below, shuffle, unit};
use serde::{Deserialize, Serialize};

use super::card::Card;
use super::data::data;
use super::oracle::Oracle;
use super::place::Place;
use super::state::ChanceStream;

/// A deck that is shuffled during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Deck {
    /// Sophistry; reported only in solo, where these cards differ.
    Sophistry,
    Syllogism,
    Oracle(usize),
    Moirai,
}

impl Deck {
    /// Returns the name of the deck in the notation.
    pub fn word(self) -> &'static str {
        match self {
            Deck::Sophistry => "sophistry",
            Deck::Syllogism => "syllogism",
            Deck::Oracle(oracle) => data().oracle_places[oracle].name(),
            Deck::Moirai => "moirai",
        }
    }
}

/// A card with its notation in the order of a deck.
pub trait CardNotation: Copy {
    /// Returns the notation of the card.
    fn written(self) -> String;
}

impl CardNotation for Card {
    fn written(self) -> String {
        self.to_string()
    }
}

impl CardNotation for Oracle {
    fn written(self) -> String {
        self.to_string()
    }
}

impl CardNotation for Place {
    fn written(self) -> String {
        self.to_string()
    }
}

/// A source of the random decisions of a game.
pub trait Chance {
    /// Shuffles a deck.
    fn shuffle<T: CardNotation>(&mut self, luck: &mut ChanceStream, deck: Deck, cards: &mut [T]);
    /// Returns true if a coin shows heads.
    fn coin(&mut self, luck: &mut ChanceStream) -> bool;
    /// Returns true if a judge approves, which has probability `p`.
    fn approves(&mut self, luck: &mut ChanceStream, p: f64) -> bool;
}

/// A source that uses the seed in the state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seeded;

impl Chance for Seeded {
    fn shuffle<T: CardNotation>(&mut self, luck: &mut ChanceStream, _: Deck, cards: &mut [T]) {
        shuffle(&mut luck.next(), cards);
    }

    fn coin(&mut self, luck: &mut ChanceStream) -> bool {
        below(&mut luck.next(), 2) == 0
    }

    fn approves(&mut self, luck: &mut ChanceStream, p: f64) -> bool {
        unit(&mut luck.next()) < p
    }
}

/// One random decision, in the notation. The order of a deck starts at the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum ChanceEvent {
    Shuffle {
        shuffle: String,
        order: Vec<String>,
    },
    Coin {
        /// `heads` or `tails`.
        coin: String,
    },
    Judge {
        /// `approve` or `reject`.
        judge: String,
    },
}

/// A source that replays given events, then uses the seed, and records every event.
#[derive(Clone, Debug, Default)]
pub struct RecordedChance {
    /// Events still to be replayed. When they are used up, the seed decides.
    pub given: VecDeque<ChanceEvent>,
    /// All events so far, in order.
    pub happened: Vec<ChanceEvent>,
    /// A description of the first given event that was impossible.
    pub wrong: Option<String>,
}

impl RecordedChance {
    /// Returns a source that will replay `given`.
    pub fn new(given: impl IntoIterator<Item = ChanceEvent>) -> Self {
        RecordedChance { given: given.into_iter().collect(), ..RecordedChance::default() }
    }

    fn refuse(&mut self, asked: impl Display, happened: &ChanceEvent) {
        self.wrong.get_or_insert_with(|| format!("chance: {asked} was asked for, found {happened:?}"));
    }

    /// Returns the given result of a coin or a judge.
    fn word(&mut self, asked: &str, words: [&str; 2]) -> Option<bool> {
        let given = self.given.pop_front()?;
        let answer = match &given {
            ChanceEvent::Coin { coin: word } | ChanceEvent::Judge { judge: word } => {
                words.iter().position(|known| *known == word.as_str())
            }
            ChanceEvent::Shuffle { .. } => None,
        };
        if answer.is_none() {
            self.refuse(asked, &given);
        }
        answer.map(|place| place == 0)
    }
}

impl Chance for RecordedChance {
    fn shuffle<T: CardNotation>(&mut self, luck: &mut ChanceStream, deck: Deck, cards: &mut [T]) {
        match self.given.pop_front() {
            None => Seeded.shuffle(luck, deck, cards),
            Some(given) => match &given {
                ChanceEvent::Shuffle { shuffle, order } if shuffle == deck.word() && reorder(cards, order) => {}
                other => self.refuse(format_args!("an order of the deck {}", deck.word()), other),
            },
        }
        let order = cards.iter().rev().map(|card| card.written()).collect();
        self.happened.push(ChanceEvent::Shuffle { shuffle: deck.word().to_owned(), order });
    }

    fn coin(&mut self, luck: &mut ChanceStream) -> bool {
        const WORDS: [&str; 2] = ["heads", "tails"];
        let heads = self.word("a coin", WORDS);
        let heads = heads.unwrap_or_else(|| Seeded.coin(luck));
        self.happened.push(ChanceEvent::Coin { coin: WORDS[usize::from(!heads)].to_owned() });
        heads
    }

    fn approves(&mut self, luck: &mut ChanceStream, p: f64) -> bool {
        const WORDS: [&str; 2] = ["approve", "reject"];
        let approves = self.word("a judge", WORDS);
        let approves = approves.unwrap_or_else(|| Seeded.approves(luck, p));
        self.happened.push(ChanceEvent::Judge { judge: WORDS[usize::from(!approves)].to_owned() });
        approves
    }
}

/// Puts `cards` into the given order, which starts at the top, if it has exactly these cards. The last card is the top.
fn reorder<T: CardNotation>(cards: &mut [T], order: &[String]) -> bool {
    if cards.len() != order.len() {
        return false;
    }
    for (place, word) in order.iter().rev().enumerate() {
        match (place..cards.len()).find(|&at| cards[at].written() == *word) {
            Some(found) => cards.swap(place, found),
            None => return false,
        }
    }
    true
}
