//! Names and numbers as people read them.

use super::measured::Measured;
use crate::measure::{Key, Of};
use ergo_stats::Interval;

/// A measure of somebody in words.
pub(crate) fn subject_and_measure(key: &Key) -> String {
    let said = &key.measure.said;
    match key.subject.as_str() {
        "all" => said.clone(),
        "focal" => format!("{said} of the first at each table"),
        _ => format!("{}: {said}", subject(key)),
    }
}

/// Of whom a measure is, in words: `last mover - 2` is who sits two before the last mover.
fn subject(key: &Key) -> String {
    match (&key.measure.of, key.subject.rsplit_once(" - ")) {
        (Of::Before(_), Some((place, before))) => format!("{before} before the {place}"),
        _ => key.subject.clone(),
    }
}

/// A measured value with its half width: `97.2 % ± 0.8`, `12.31 ± 0.20`; both ends where they lie unevenly.
pub(crate) fn with_interval(measured: &Measured) -> String {
    number(measured.value, measured.interval, measured.key.is_share(), false)
}

/// A difference with its half width: `+1.5 % ± 0.8`.
pub(crate) fn difference(measured: &Measured) -> String {
    number(measured.value, measured.interval, measured.key.is_share(), true)
}

/// The mark after a value whose interval cannot be given.
pub(crate) const NO_INTERVAL: &str = " ± –";

/// A sentence where nothing is dealt: what matches have in common is a seed.
pub(crate) fn undealt(text: &str) -> String {
    [" ", "-", "("]
        .iter()
        .fold(text.to_owned(), |text, before| text.replace(&format!("{before}deal"), &format!("{before}seed")))
}

/// A value with its half width, signed if so.
pub(crate) fn number(value: f64, interval: Option<Interval>, percent: bool, signed: bool) -> String {
    let (scale, digits, unit) = if percent { (100.0, 1, " %") } else { (1.0, 2, "") };
    let show = |value: f64| {
        let text = format!("{:.digits$}", value * scale);
        // No minus sign before a zero.
        if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') { text.replace('-', "") } else { text }
    };
    let sign = if signed && !show(value).starts_with('-') { "+" } else { "" };
    let value_text = format!("{sign}{}{unit}", show(value));
    match interval {
        None => format!("{value_text}{NO_INTERVAL}"),
        Some(Interval { low, high })
            if ((high - value) - (value - low)).abs() * scale < 0.5 * 0.1_f64.powi(digits as i32) =>
        {
            format!("{value_text} ± {}", show((high - low) / 2.0))
        }
        Some(Interval { low, high }) => format!("{value_text} ({} to {})", show(low), show(high)),
    }
}

/// Points per match with their sign and half width: `+0.149 ± 0.012`.
pub(crate) fn points(value: f64, interval: Option<Interval>) -> String {
    let half = interval.map_or_else(|| "–".to_owned(), |interval| format!("{:.3}", interval.reach(value)));
    format!("{value:+.3} ± {half}").replacen("-0.000", "+0.000", 1)
}

/// A share: `72.8 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A ratio of variances, and by how many times fewer blocks it comes to: `0.25` and `4.0 ×`.
pub(crate) fn gain(ratio: Option<f64>) -> (String, String) {
    let text = |number: Option<String>| number.unwrap_or_else(|| "–".to_owned());
    let fewer = ratio.filter(|ratio| *ratio > 0.0).map(|ratio| format!("{:.2} ×", 1.0 / ratio));
    (text(ratio.map(|ratio| format!("{ratio:.2}"))), text(fewer))
}

/// A rating: `+123`.
pub(crate) fn elo(rating: f64) -> String {
    let text = format!("{rating:+.0}");
    if text == "-0" { "+0".to_owned() } else { text }
}

/// Two ends of an interval in Elo points: `248 to 390`, `at least +248` where the upper one is open.
pub(crate) fn elo_range(interval: Interval) -> String {
    let whole = |end: f64| {
        let text = format!("{end:.0}");
        if text == "-0" { "0".to_owned() } else { text }
    };
    match (interval.low.is_finite(), interval.high.is_finite()) {
        (true, true) => format!("{} to {}", whole(interval.low), whole(interval.high)),
        (true, false) => format!("at least {}", elo(interval.low)),
        (false, true) => format!("at most {}", elo(interval.high)),
        (false, false) => "not known".to_owned(),
    }
}

/// Ranks that are left open: `2`, `3 to 4`.
pub(crate) fn ranks((best, worst): (usize, usize)) -> String {
    if best == worst { best.to_string() } else { format!("{best} to {worst}") }
}

/// A number of percent or points with its sign: `+1.5`, `-0.2`, `0.0`.
pub(crate) fn signed(value: f64) -> String {
    let text = format!("{value:+.1}");
    if text == "-0.0" || text == "+0.0" { "0.0".to_owned() } else { text }
}

/// A p-value: `0.0123`, `< 0.0001`; `–` for none.
pub(crate) fn probability(p: Option<f64>) -> String {
    match p {
        None => "–".to_owned(),
        Some(p) if p < 0.000_1 => "< 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}

/// A number for programs: six decimals, and no minus sign before a zero.
pub(crate) fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    if text == "-0.000000" { "0.000000".to_owned() } else { text }
}

/// Both ends of an interval for programs; empty where there is none.
pub(crate) fn ends(interval: Option<Interval>) -> [String; 2] {
    interval.map_or([String::new(), String::new()], |i| [i.low, i.high].map(decimal))
}

/// The first letter a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The first letter no capital.
pub(crate) fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// How many words `text` has.
pub(crate) fn words_of(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The wanted range: `5 to 20 %`.
pub(crate) fn band(key: &Key, [low, high]: [f64; 2]) -> String {
    let (scale, unit) = if key.is_share() { (100.0, " %") } else { (1.0, "") };
    let show = |value: f64| {
        let text = format!("{:.2}", value * scale);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    format!("{} to {}{unit}", show(low), show(high))
}

/// Numbers one after another: `2, 3, 4`.
pub(crate) fn numbers(all: impl IntoIterator<Item = usize>) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(", ")
}

/// A whole number with commas: `12,345`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and a noun: `1 deal`, `12 deals`, `2 matches`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = match (number, noun.ends_with("ch")) {
        (1, _) => "",
        (_, true) => "es",
        _ => "s",
    };
    format!("{} {noun}{plural}", count(number))
}

/// A size of table: `one seat`, `two seats`.
pub(crate) fn seats(count: usize) -> String {
    format!("{} seat{}", small(count), if count == 1 { "" } else { "s" })
}

/// A small number as a word.
pub(crate) fn small(number: usize) -> String {
    ["no", "one", "two", "three", "four", "five", "six"]
        .get(number)
        .map_or_else(|| number.to_string(), |w| (*w).to_owned())
}

/// A small number in order: `second`.
pub(crate) fn ordinal(number: usize) -> String {
    ["first", "second", "third", "fourth", "fifth", "sixth"]
        .get(number.wrapping_sub(1))
        .map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// The win share of a seat at a table of equals; nothing for one that is alone.
pub(crate) fn equal_share(seats: usize) -> String {
    match seats {
        1 => String::new(),
        _ => format!(" An equal share is {}.", percent(1.0 / seats as f64)),
    }
}

/// `text` as HTML shows it; units stay on the line of their numbers.
pub(crate) fn escape(text: &str) -> String {
    without_marks(&joined(text))
}

/// `text` with units that stay on the line of their numbers.
pub(crate) fn joined(text: &str) -> String {
    text.replace(" %", "\u{a0}%").replace(" ± ", "\u{a0}±\u{a0}").replace(" × ", "\u{a0}×\u{a0}")
}

/// `text` without the marks that HTML would read as its own.
pub(crate) fn without_marks(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text as a single line that a cell of a Markdown table can hold.
pub(crate) fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_read_them() {
        assert_eq!(count(7), "7");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(counted(1, "match"), "1 match");
        assert_eq!(counted(2_000, "match"), "2,000 matches");
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&names), "a, b and c");
        assert_eq!(cell("a | b\nc"), "a \\| b c");
    }

    #[test]
    fn texts_cannot_break_out() {
        assert_eq!(escape("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
        assert_eq!(escape("1.0 % ± 0.2"), "1.0\u{a0}%\u{a0}±\u{a0}0.2");
    }

    #[test]
    fn values_with_their_uncertainty() {
        let even = Some(Interval { low: 0.964, high: 0.98 });
        assert_eq!(number(0.972, even, true, false), "97.2 % ± 0.8");
        assert_eq!(number(1.0, Some(Interval { low: 0.9, high: 1.0 }), true, false), "100.0 % (90.0 to 100.0)");
        assert_eq!(number(-0.001, None, false, false), "0.00 ± –");
        assert_eq!(number(0.015, Some(Interval { low: 0.007, high: 0.023 }), true, true), "+1.5 % ± 0.8");
        assert_eq!(number(-1.5, Some(Interval { low: -2.0, high: -1.0 }), false, true), "-1.50 ± 0.50");
    }
}
