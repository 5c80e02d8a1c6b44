//! Formats names and numbers for reports.

use crate::measure::{MeasureKey, SubjectKind};
use ergo_stats::Interval;
use unicode_width::UnicodeWidthStr;

/// A measure and its subject in words.
pub(crate) fn subject_and_measure(key: &MeasureKey) -> String {
    let said = &key.measure.said;
    match &*key.subject {
        "all" => said.clone(),
        "focal" => format!("{said} of the first at each table"),
        _ => format!("{}: {said}", subject(key)),
    }
}

/// The subject of a measure in words: `last mover - 2` is the seat two before the last mover.
fn subject(key: &MeasureKey) -> String {
    match (&key.measure.of, key.subject.rsplit_once(" - ")) {
        (SubjectKind::Before(_), Some((place, before))) => format!("{before} before the {place}"),
        _ => key.subject.to_string(),
    }
}

/// Formats points per match with sign and half width: `+0.149 ± 0.012`.
pub(crate) fn points(value: f64, interval: Option<Interval>) -> String {
    let half = interval.map_or_else(|| "–".to_owned(), |interval| format!("{:.3}", interval.max_distance(value)));
    format!("{value:+.3} ± {half}").replacen("-0.000", "+0.000", 1)
}

/// Formats a share: `72.8 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Formats a rating: `+123`.
pub(crate) fn elo(rating: f64) -> String {
    let text = format!("{rating:+.0}");
    if text == "-0" { "+0".to_owned() } else { text }
}

/// Formats a number with its sign: `+1.5`, `-0.2`, `0.0`.
pub(crate) fn signed(value: f64) -> String {
    let text = format!("{value:+.1}");
    if text == "-0.0" || text == "+0.0" { "0.0".to_owned() } else { text }
}

/// Formats a number for programs: six decimals, and no minus sign before zero.
pub(crate) fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    if text == "-0.000000" { "0.000000".to_owned() } else { text }
}

/// Formats a whole number with commas: `12,345`.
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
pub fn count_noun(number: u64, noun: &str) -> String {
    let plural = match (number, noun.ends_with("ch")) {
        (1, _) => "",
        (_, true) => "es",
        _ => "s",
    };
    format!("{} {noun}{plural}", count(number))
}

/// The number of columns that `text` takes on a terminal: 2 for wide letters and emoji, 0 for combining marks.
pub fn display_width(text: &str) -> usize {
    text.width()
}

/// Pads `text` with spaces on the right to `width` columns.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(display_width(text))))
}

/// Columns of equal width, two spaces apart.
pub fn align_columns(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let length = |text: &String| display_width(text);
    // Rows with fewer cells do not widen columns.
    let whole = || rows.iter().filter(|row| row.len() == columns);
    let widths: Vec<usize> = (0..columns).map(|at| whole().map(|row| length(&row[at])).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| pad(cell, *width));
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_commas_and_plurals() {
        assert_eq!(count(7), "7");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(count_noun(1, "match"), "1 match");
        assert_eq!(count_noun(2_000, "match"), "2,000 matches");
    }

    #[test]
    fn wide_letters_and_combining_marks_align() {
        let names = ["name", "日本", "e\u{301}e\u{301}", "👩\u{200d}🚀", "a<b"];
        let rows: Vec<Vec<String>> = names.iter().map(|name| vec![(*name).to_owned(), "1".to_owned()]).collect();
        assert_eq!(
            align_columns(&rows),
            "  name  1\n  日本  1\n  e\u{301}e\u{301}    1\n  👩\u{200d}🚀    1\n  a<b   1"
        );
    }
}
