//! What several test files share: rules from a few options, values of options, random matches as data.

#![allow(dead_code)]

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::{Configurable, OptionError, Settings, Value};
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
