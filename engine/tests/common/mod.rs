//! Helpers shared by several test files: settings and games from a text, random premises and proofs.

#![allow(dead_code)]

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::{Configurable, OptionError, Settings, Value};
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::SeatCount;

/// Settings from a text such as `draw=1 fallacy_bars=all wild_as_ergo=false`; `-` is none.
pub fn settings(text: &str) -> Settings {
    let one = |pair: &str| {
        let (key, value) = pair.split_once('=').unwrap_or_else(|| panic!("{pair} is no setting"));
        let value = match (value.parse::<i64>(), value.parse::<bool>()) {
            // The printed decks are named by their year.
            _ if key == "deck" => Value::Text(value.to_owned()),
            (Ok(number), _) => Value::Int(number),
            (_, Ok(yes)) => Value::Bool(yes),
            _ => Value::Text(value.to_owned()),
        };
        (key.to_owned(), value)
    };
    Settings(text.split_whitespace().filter(|&pair| pair != "-").map(one).collect())
}

/// ERGO with these settings, or why not.
pub fn try_ergo(seats: usize, text: &str) -> Result<Ergo, OptionError> {
    Ergo::configure(SeatCount::new(seats), &settings(text))
}

/// ERGO with these settings.
pub fn ergo(seats: usize, text: &str) -> Ergo {
    try_ergo(seats, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The rules with these settings.
pub fn rules(seats: usize, text: &str) -> Rules {
    ergo(seats, text).0
}

/// One of these.
pub fn pick<'a, T>(rng: &mut Rng, of: &'a [T]) -> &'a T {
    &of[below(rng, of.len() as u32) as usize]
}

/// A premise by the grammar, of about `size` units.
pub fn random_premise(rng: &mut Rng, size: u32, wilds: u32) -> String {
    let mut text = String::new();
    for i in 0..1 + below(rng, size) {
        if i > 0 {
            if below(rng, 10) < wilds {
                text.push('*');
            }
            text.push(*pick(rng, &['&', '|', '>']));
        }
        if below(rng, 4) == 0 {
            if below(rng, 10) < wilds {
                text.push('*');
            }
            text.push('~');
        }
        if below(rng, 5) == 0 {
            text += &format!("({})", random_premise(rng, size.div_ceil(2), wilds));
        } else {
            if below(rng, 10) < wilds {
                text.push('*');
            }
            // Few letters, so that equal tiles lie side by side.
            text.push(*pick(rng, &['A', 'A', 'B', 'B', 'C', 'D']));
        }
    }
    text
}

/// Up to `most` premises.
pub fn random_proof(rng: &mut Rng, most: u32) -> Proof {
    let wilds = *pick(rng, &[0, 0, 1, 4]);
    let premises: Vec<String> = (0..below(rng, most + 1))
        .map(|_| {
            let size = *pick(rng, &[1, 1, 2, 3, 4]);
            random_premise(rng, size, wilds)
        })
        .collect();
    premises.join(" / ").parse().unwrap()
}
