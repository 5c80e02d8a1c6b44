//! The text form of a deal.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::maps::map_of;
use crate::philosophia::card::Card;
use crate::philosophia::data::{Bonus, COLOURS, data};
use crate::philosophia::deal::Deal;
use crate::philosophia::names::{disk_named, philosopher_named, request_named};
use crate::philosophia::place::Place;
use crate::philosophia::rules::Rules;

/// A deal as text. Decks begin with the top card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealText {
    philosophers: Vec<String>,
    tokens: BTreeMap<String, String>,
    token_box: BTreeMap<String, Vec<String>>,
    disks: Vec<String>,
    requests: Vec<String>,
    syllogism: Vec<String>,
    oracles: BTreeMap<String, Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sophistry: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moirai: Option<Vec<String>>,
}

pub(super) fn words<T: Display>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|one| one.to_string()).collect()
}

/// Parses each word. An error names the key.
pub(super) fn read_all<T, E: Display>(
    key: &str,
    words: &[String],
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Vec<T>, String> {
    words.iter().map(|word| read(word).map_err(|error| format!("{key}: {error}"))).collect()
}

/// Parses each word, and rejects duplicates.
pub(super) fn read_once<T: PartialEq, E: Display>(
    key: &str,
    words: &[String],
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Vec<T>, String> {
    let all = read_all(key, words, read)?;
    match (1..all.len()).find(|&at| all[..at].contains(&all[at])) {
        Some(at) => Err(format!("{key}: \"{}\" occurs twice", words[at])),
        None => Ok(all),
    }
}

/// Parses a word with its [`FromStr`].
pub(super) fn parse<T: FromStr>(word: &str) -> Result<T, T::Err> {
    word.parse()
}

impl DealText {
    /// Returns the text form of `deal`.
    pub fn from_deal(rules: &Rules, deal: &Deal) -> Self {
        let data = data();
        let named = |all: &[u8], name: &dyn Fn(usize) -> &'static str| words(all.iter().map(|&one| name(one.into())));
        let boxes = COLOURS.iter().zip(&deal.token_box);
        let oracles = data.oracle_places.iter().zip(&deal.oracles);
        DealText {
            philosophers: named(&deal.philosophers, &|one| &data.philosophers[one].name),
            tokens: map_of(deal.tokens.iter().map(|(place, bonus)| (place.to_string(), bonus.to_string()))),
            token_box: map_of(boxes.map(|(colour, rest)| ((*colour).to_owned(), words(rest)))),
            disks: named(&deal.disks, &|one| &data.disks[one].name),
            requests: named(&deal.requests, &|one| &data.requests[one].name),
            syllogism: words(&deal.syllogism),
            oracles: map_of(oracles.map(|(place, cards)| (place.to_string(), words(cards)))),
            sophistry: rules.solo().then(|| words(&deal.sophistry)),
            moirai: rules.solo().then(|| words(&deal.moirai)),
        }
    }

    /// Parses the deal. It does not check that the deal is complete.
    ///
    /// # Errors
    ///
    /// If a word is unknown. The message names the key.
    pub fn read(&self, rules: &Rules) -> Result<Deal, String> {
        let data = &*rules.data;
        let mut tokens: Vec<(Place, Bonus)> = Vec::new();
        for (place, bonus) in &self.tokens {
            let wrong = |error: &dyn Display| format!("deal.tokens: {error}");
            tokens.push((parse(place).map_err(|error| wrong(&error))?, parse(bonus).map_err(|error| wrong(&error))?));
        }
        tokens.sort_unstable_by_key(|(place, _)| *place);
        let list =
            |key: &str, words: Option<&Vec<String>>| read_all::<Card, _>(key, words.map_or(&[], |all| all), parse);
        let mut token_box = [const { Vec::new() }; 5];
        for (colour, words) in &self.token_box {
            let known = COLOURS.iter().position(|known| known == colour);
            let index = known.ok_or_else(|| format!("deal.token_box: \"{colour}\" is not a colour"))?;
            token_box[index] = read_all("deal.token_box", words, parse)?;
        }
        let mut oracles = [const { Vec::new() }; 3];
        for (name, words) in &self.oracles {
            let known = data.oracle_named(name).ok_or_else(|| format!("deal.oracles: \"{name}\" is not an oracle"))?;
            oracles[known] = read_all("deal.oracles", words, parse)?;
        }
        let all_alike = || rules.deck.cards().filter(|card| card.is_sophistry()).collect();
        Ok(Deal {
            philosophers: read_all("deal.philosophers", &self.philosophers, philosopher_named)?,
            tokens,
            token_box,
            disks: read_all("deal.disks", &self.disks, disk_named)?,
            requests: read_all("deal.requests", &self.requests, request_named)?,
            sophistry: match (&self.sophistry, rules.solo()) {
                (None, false) => all_alike(),
                (words, _) => list("deal.sophistry", words.as_ref())?,
            },
            syllogism: list("deal.syllogism", Some(&self.syllogism))?,
            oracles,
            moirai: read_all("deal.moirai", self.moirai.as_deref().unwrap_or_default(), parse)?,
        })
    }
}
