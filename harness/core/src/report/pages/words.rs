//! Formats names and numbers for pages.

use ergo_stats::Interval;

use super::chart::COLOURS;
use crate::measure::{MeasureKey, Measures, Unit};

/// Formats a value with its interval: `37.2 % (36.4 to 38.1)`, or `37.2 %` without one.
pub fn value(value: f64, interval: Option<Interval>, percent: bool) -> String {
    let (scale, unit) = if percent { (100.0, " %") } else { (1.0, "") };
    let digits = digits(value * scale, percent);
    match interval {
        Some(Interval { low, high }) if low.is_finite() || high.is_finite() => {
            let end =
                |end: f64, open: &str| if end.is_finite() { number(end * scale, digits) } else { open.to_owned() };
            format!(
                "{}{unit} ({} to {})",
                number(value * scale, digits),
                end(low, "below all bounds"),
                end(high, "above all bounds")
            )
        }
        _ => format!("{}{unit}", number(value * scale, digits)),
    }
}

/// Formats a value for a column whose head names the unit: `37.2 ± 0.8`, or both ends of an asymmetric interval.
pub(crate) fn cell(value: f64, interval: Option<Interval>, percent: bool) -> String {
    let scale = if percent { 100.0 } else { 1.0 };
    let digits = digits(value * scale, percent);
    let number = |value: f64| number(value * scale, digits);
    match interval {
        None => number(value),
        Some(Interval { low, high }) => {
            let end = |end: f64| if end.is_finite() { number(end) } else { "any".to_owned() };
            let [above, below] = [end(high - value), end(value - low)];
            if above == below && above != "any" {
                format!("{} ± {above}", number(value))
            } else {
                format!("{} ({} to {})", number(value), end(low), end(high))
            }
        }
    }
}

/// Returns the head of a column of such values.
pub(crate) fn with_unit(title: &str, percent: bool) -> String {
    if percent { format!("{title}, %") } else { title.to_owned() }
}

/// Returns the number of digits after the decimal point.
fn digits(scaled: f64, percent: bool) -> usize {
    match scaled.abs() {
        _ if percent => 1,
        size if size >= 1000.0 => 0,
        size if size >= 100.0 => 1,
        _ => 2,
    }
}

fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if text.trim_start_matches(['-', '0', '.']).is_empty() {
        text.replace('-', "")
    } else {
        text.replace('-', "\u{2212}")
    }
}

/// Formats a whole number with commas: `12,345`.
pub(crate) fn count(number: u64) -> String {
    crate::report::count(number)
}

/// Formats a number of players: `2 players`.
pub(crate) fn players(seats: usize) -> String {
    if seats == 1 { "1 player".to_owned() } else { format!("{seats} players") }
}

/// Formats a table without its size: `td` for `td v td`, `td v 2 × greedy` for `td v greedy v greedy`.
pub(crate) fn table(name: &str) -> String {
    let entrants: Vec<&str> = name.split(" v ").collect();
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for entrant in &entrants {
        match counted.iter_mut().find(|(known, _)| known == entrant) {
            Some((_, count)) => *count += 1,
            None => counted.push((entrant, 1)),
        }
    }
    if let [(only, _)] = counted[..] {
        return only.to_owned();
    }
    let word =
        |(name, count): &(&str, usize)| if *count == 1 { (*name).to_owned() } else { format!("{count} × {name}") };
    counted.iter().map(word).collect::<Vec<_>>().join(" v ")
}

/// Formats a measure of a subject: `starter: lead per round`.
pub(crate) fn measure(measures: &Measures, subject: &str, name: &str) -> String {
    let said = measures.find(subject, name).map_or_else(|| name.replace('_', " "), |key| key.measure.said.clone());
    match subject {
        "all" => capital(&said),
        "focal" => format!("{} of the first bot of each table", capital(&said)),
        _ => format!("{}: {said}", capital(subject)),
    }
}

/// Formats the axis of a measure with its unit: `lead per round, points`.
pub(crate) fn axis(key: &MeasureKey) -> String {
    match &key.measure.unit {
        Unit::Share => capital(&key.measure.said),
        Unit::Amount(unit) => {
            let said = capital(&key.measure.said);
            if said.to_lowercase().contains(&unit.to_lowercase()) { said } else { format!("{said}, {unit}") }
        }
    }
}

/// Formats a factor: `game.rules.cards.not` is `number of NOT cards`.
pub(crate) fn factor(key: &str) -> String {
    let key = key.strip_prefix("game.rules.").unwrap_or(key);
    match key.strip_prefix("cards.") {
        Some(card) => format!("number of {} cards", card.to_uppercase().replace('_', " ")),
        None => key.rsplit('.').next().unwrap_or(key).replace('_', " "),
    }
}

/// Formats an arm: `cards.not=8` is `8 NOT cards`.
pub(crate) fn arm(label: &str) -> String {
    let part = |part: &str| match part.split_once('=') {
        Some((key, level)) => match key.strip_prefix("cards.").or_else(|| key.strip_prefix("game.rules.cards.")) {
            Some(card) => format!("{level} {} cards", card.to_uppercase().replace('_', " ")),
            None => format!("{}: {level}", factor(key)),
        },
        None => part.to_owned(),
    };
    label.split("; ").map(part).collect::<Vec<_>>().join(", ")
}

/// Returns the colour number of a bot, the same on every page.
pub(crate) fn colour(name: &str) -> usize {
    let name = name.split(" v ").next().unwrap_or(name);
    let known = [
        ("random", 0),
        ("td", 1),
        ("greedy", 2),
        ("novice", 3),
        ("best-of", 3),
        ("champion", 4),
        ("tuned", 5),
        ("mcts", 6),
    ];
    if let Some((_, colour)) = known.iter().find(|(known, _)| *known == name) {
        return *colour;
    }
    // FNV-1a, so that other names have fixed colours too.
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    1 + (hash % (COLOURS as u64 - 1)) as usize
}

/// Capitalises the first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_formatted_in_words() {
        assert_eq!(table("td v td v td"), "td");
        assert_eq!(table("td v greedy v greedy"), "td v 2 × greedy");
        assert_eq!(factor("game.rules.cards.not"), "number of NOT cards");
        assert_eq!(factor("game.rules.then_chain"), "then chain");
        assert_eq!(arm("cards.not=8"), "8 NOT cards");
        assert_eq!(arm("starter=rotate"), "starter: rotate");
        assert_eq!(value(0.372, Some(Interval { low: 0.364, high: 0.381 }), true), "37.2 % (36.4 to 38.1)");
        assert_eq!(value(-1.5, None, false), "−1.50");
        assert_eq!(cell(0.372, Some(Interval { low: 0.364, high: 0.38 }), true), "37.2 ± 0.8");
        assert_eq!(cell(1.0, Some(Interval { low: 0.9, high: 1.0 }), true), "100.0 (90.0 to 100.0)");
    }
}
