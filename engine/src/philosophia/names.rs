//! Names of places, cards and conditions, and parsing of them.

use std::fmt;
use std::str::FromStr;

use super::card::{CARDS, Card};
use super::data::{Bonus, data};
use super::oracle::Oracle;
use super::place::{Place, Places};

/// The error for a word that is not a name of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{word}\" is not a known {kind}")]
pub struct UnknownName {
    /// The word as given.
    pub word: String,
    /// The expected kind.
    pub kind: &'static str,
}

/// Returns the index of the element of `all` with the name `word`.
fn find<T>(all: &[T], name: impl Fn(&T) -> &str, word: &str, kind: &'static str) -> Result<u8, UnknownName> {
    let found = all.iter().position(|one| name(one) == word);
    found.map(|index| index as u8).ok_or_else(|| UnknownName { word: word.to_owned(), kind })
}

impl Place {
    /// Returns the name of the place.
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
    type Err = UnknownName;
    fn from_str(word: &str) -> Result<Self, UnknownName> {
        find(&data().places, |place| &place.name, word, "place").map(Place)
    }
}

impl Places {
    /// Returns the names of the places, sorted.
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
    type Err = UnknownName;
    fn from_str(word: &str) -> Result<Self, UnknownName> {
        // The last code stands for an unknown card and is not a name.
        let codes = &data().codes[..CARDS - 1];
        find(codes, |code| if code.is_empty() { "?" } else { code }, word, "argument card").map(Card)
    }
}

impl Oracle {
    /// Returns the name of the card.
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
    type Err = UnknownName;
    fn from_str(word: &str) -> Result<Self, UnknownName> {
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
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let bonus = text.split_once(':').and_then(|(word, amount)| {
            Some(Bonus { good: word.parse().ok()?, amount: amount.parse().ok().filter(|&amount| amount > 0)? })
        });
        bonus.ok_or_else(|| UnknownName { word: text.to_owned(), kind: "bonus" })
    }
}

/// Returns the index in the table of the philosopher with this name.
///
/// # Errors
///
/// If there is none.
pub fn philosopher_named(word: &str) -> Result<u8, UnknownName> {
    find(&data().philosophers, |one| &one.name, word, "philosopher")
}

/// Returns the index in the table of the disk of Athena with this name.
///
/// # Errors
///
/// If there is none.
pub fn disk_named(word: &str) -> Result<u8, UnknownName> {
    find(&data().disks, |one| &one.name, word, "disk of Athena")
}

/// Returns the index in the table of the Olympic request with this name.
///
/// # Errors
///
/// If there is none.
pub fn request_named(word: &str) -> Result<u8, UnknownName> {
    find(&data().requests, |one| &one.name, word, "Olympic request")
}
