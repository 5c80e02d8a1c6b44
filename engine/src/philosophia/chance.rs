//! Where chance comes from: the seed that lies in the state, and for those who check a game from outside what they say it was.

use std::collections::VecDeque;
use std::fmt::Display;

use ergo_core::rng::{below, shuffle, unit};
use serde::{Deserialize, Serialize};

use super::card::Card;
use super::data::data;
use super::oracle::Oracle;
use super::place::Place;
use super::state::Luck;

/// A deck that is shuffled during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Deck {
    /// Sophistry; told of in solo only, where cards differ.
    Sophistry,
    Syllogism,
    Oracle(usize),
    Moirai,
}

impl Deck {
    /// As written.
    pub fn word(self) -> &'static str {
        match self {
            Deck::Sophistry => "sophistry",
            Deck::Syllogism => "syllogism",
            Deck::Oracle(oracle) => data().oracle_places[oracle].name(),
            Deck::Moirai => "moirai",
        }
    }
}

/// A card of some deck, as it is written in the order of one.
pub trait Named: Copy {
    /// Writes it.
    fn written(self) -> String;
}

impl Named for Card {
    fn written(self) -> String {
        self.to_string()
    }
}

impl Named for Oracle {
    fn written(self) -> String {
        self.to_string()
    }
}

impl Named for Place {
    fn written(self) -> String {
        self.to_string()
    }
}

/// Decides what nobody chooses.
pub trait Chance {
    /// Puts a deck into a random order.
    fn shuffle<T: Named>(&mut self, luck: &mut Luck, deck: Deck, cards: &mut [T]);
    /// Whether a coin shows heads.
    fn coin(&mut self, luck: &mut Luck) -> bool;
    /// Whether a judge approves, which he does with probability `p`.
    fn approves(&mut self, luck: &mut Luck, p: f64) -> bool;
}

/// The seed of the state decides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seeded;

impl Chance for Seeded {
    fn shuffle<T: Named>(&mut self, luck: &mut Luck, _: Deck, cards: &mut [T]) {
        shuffle(&mut luck.next(), cards);
    }

    fn coin(&mut self, luck: &mut Luck) -> bool {
        below(&mut luck.next(), 2) == 0
    }

    fn approves(&mut self, luck: &mut Luck, p: f64) -> bool {
        unit(&mut luck.next()) < p
    }
}

/// One thing that chance decided, as it is written. The order of a deck goes from the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Happened {
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

/// The seed decides, unless what happened is given; what happened is noted.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    /// Decisions of chance still to come; once they are used up the seed decides.
    pub given: VecDeque<Happened>,
    /// Decisions of chance so far, in order.
    pub happened: Vec<Happened>,
    /// The first thing that was given but could not happen, in words.
    pub wrong: Option<String>,
}

impl Noted {
    /// Nothing is noted yet, and `given` will happen.
    pub fn given(given: impl IntoIterator<Item = Happened>) -> Self {
        Noted { given: given.into_iter().collect(), ..Noted::default() }
    }

    fn refuse(&mut self, asked: impl Display, happened: &Happened) {
        self.wrong.get_or_insert_with(|| format!("chance: {asked} was asked for, found {happened:?}"));
    }

    /// The word that is given for a coin or a judge.
    fn word(&mut self, asked: &str, words: [&str; 2]) -> Option<bool> {
        let given = self.given.pop_front()?;
        let answer = match &given {
            Happened::Coin { coin: word } | Happened::Judge { judge: word } => {
                words.iter().position(|known| *known == word.as_str())
            }
            Happened::Shuffle { .. } => None,
        };
        if answer.is_none() {
            self.refuse(asked, &given);
        }
        answer.map(|place| place == 0)
    }
}

impl Chance for Noted {
    fn shuffle<T: Named>(&mut self, luck: &mut Luck, deck: Deck, cards: &mut [T]) {
        match self.given.pop_front() {
            None => Seeded.shuffle(luck, deck, cards),
            Some(given) => match &given {
                Happened::Shuffle { shuffle, order } if shuffle == deck.word() && reorder(cards, order) => {}
                other => self.refuse(format_args!("an order of the deck {}", deck.word()), other),
            },
        }
        let order = cards.iter().rev().map(|card| card.written()).collect();
        self.happened.push(Happened::Shuffle { shuffle: deck.word().to_owned(), order });
    }

    fn coin(&mut self, luck: &mut Luck) -> bool {
        const WORDS: [&str; 2] = ["heads", "tails"];
        let heads = self.word("a coin", WORDS);
        let heads = heads.unwrap_or_else(|| Seeded.coin(luck));
        self.happened.push(Happened::Coin { coin: WORDS[usize::from(!heads)].to_owned() });
        heads
    }

    fn approves(&mut self, luck: &mut Luck, p: f64) -> bool {
        const WORDS: [&str; 2] = ["approve", "reject"];
        let approves = self.word("a judge", WORDS);
        let approves = approves.unwrap_or_else(|| Seeded.approves(luck, p));
        self.happened.push(Happened::Judge { judge: WORDS[usize::from(!approves)].to_owned() });
        approves
    }
}

/// Puts `cards` into the order that is written from the top, if it is one of these cards: the last lies on top.
fn reorder<T: Named>(cards: &mut [T], order: &[String]) -> bool {
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
