//! How places, cards and conditions are written, and read back.

use std::fmt;
use std::str::FromStr;

use super::card::{CARDS, Card};
use super::data::{Bonus, data};
use super::oracle::Oracle;
use super::place::{Place, Places};

/// A word that names nothing of its kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{word}\" is no {kind}")]
pub struct Unknown {
    /// As given.
    pub word: String,
    /// The kind that was expected.
    pub kind: &'static str,
}

/// The number of the one of `all` that is called `word`.
fn find<T>(all: &[T], name: impl Fn(&T) -> &str, word: &str, kind: &'static str) -> Result<u8, Unknown> {
    let found = all.iter().position(|one| name(one) == word);
    found.map(|index| index as u8).ok_or_else(|| Unknown { word: word.to_owned(), kind })
}

impl Place {
    /// Its name.
    pub fn name(self) -> &'static str {
        &data().places[self.index()].name
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Place {
    type Err = Unknown;
    fn from_str(word: &str) -> Result<Self, Unknown> {
        find(&data().places, |place| &place.name, word, "place").map(Place)
    }
}

impl Places {
    /// Their names, sorted.
    pub fn names(self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.iter().map(Place::name).collect();
        names.sort_unstable();
        names
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&data().codes[self.index()])
    }
}

impl FromStr for Card {
    type Err = Unknown;
    fn from_str(word: &str) -> Result<Self, Unknown> {
        // The last one stands for a card nobody has seen, and is no word.
        let codes = &data().codes[..CARDS - 1];
        find(codes, |code| if code.is_empty() { "?" } else { code }, word, "argument card").map(Card)
    }
}

impl Oracle {
    /// Its name.
    pub fn name(self) -> &'static str {
        &data().oracles[self.index()].name
    }
}

impl fmt::Display for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Oracle::UNKNOWN { "?" } else { self.name() })
    }
}

impl FromStr for Oracle {
    type Err = Unknown;
    fn from_str(word: &str) -> Result<Self, Unknown> {
        find(&data().oracles, |card| &card.name, word, "oracle card").map(Oracle)
    }
}

impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.amount {
            0 => f.write_str("?"),
            amount => write!(f, "{}:{amount}", self.good.word()),
        }
    }
}

impl FromStr for Bonus {
    type Err = Unknown;
    fn from_str(text: &str) -> Result<Self, Unknown> {
        let bonus = text.split_once(':').and_then(|(word, amount)| {
            Some(Bonus { good: word.parse().ok()?, amount: amount.parse().ok().filter(|&amount| amount > 0)? })
        });
        bonus.ok_or_else(|| Unknown { word: text.to_owned(), kind: "bonus" })
    }
}

/// The philosopher called so, by his number in the table.
pub fn philosopher_named(word: &str) -> Result<u8, Unknown> {
    find(&data().philosophers, |one| &one.name, word, "philosopher")
}

/// The disk called so, by its number in the table.
pub fn disk_named(word: &str) -> Result<u8, Unknown> {
    find(&data().disks, |one| &one.name, word, "disk of Athena")
}

/// The Olympic request called so, by its number in the table.
pub fn request_named(word: &str) -> Result<u8, Unknown> {
    find(&data().requests, |one| &one.name, word, "Olympic request")
}
