//! Texts from files, folder names and programs may contain characters that control a terminal, or that change the order in
//! which a line is shown. Such texts are refused where they are read, and made [`printable`] where they are shown.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns true for control characters except line feed and tab, for line and paragraph separators, and for the
/// characters that control the direction of text (Unicode property `Bidi_Control`).
pub fn is_unprintable(c: char) -> bool {
    let is_direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (c.is_control() && c != '\n' && c != '\t') || is_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns `text` with U+FFFD in place of each unprintable character.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(is_unprintable) { text.replace(is_unprintable, "\u{fffd}").into() } else { text.into() }
}

/// Returns the JSON text `json` with an escape such as `\u202e` in place of each unprintable character, which keeps its values.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_unprintable) {
        return json.into();
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        // Outside of strings, JSON has no such characters; all of them are below U+10000.
        match is_unprintable(c) {
            true => write!(out, "\\u{:04x}", u32::from(c)).expect("a String takes every text"),
            false => out.push(c),
        }
    }
    out.into()
}

/// Checks that `text` has no unprintable characters. The two characters CR LF are a line end.
///
/// # Errors
///
/// Returns a description of the first one.
pub fn check_printable(text: &str) -> Result<(), String> {
    let is_line_end = |at: usize| text[at..].starts_with("\r\n");
    match text.char_indices().find(|(at, c)| is_unprintable(*c) && !is_line_end(*at)) {
        None => Ok(()),
        Some((_, c)) => Err(format!(
            "contains the character U+{:04X}, expected no characters that control a terminal or the direction of text",
            u32::from(c)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_replaces_control_characters() {
        assert_eq!(
            printable("a\u{1b}[2J\u{9b}b\u{202e}c\u{2066}\td\ne"),
            "a\u{fffd}[2J\u{fffd}b\u{fffd}c\u{fffd}\td\ne"
        );
        for kept in ["日本語 é e\u{301}", "👩\u{200d}🚀", "עברית"] {
            assert!(matches!(printable(kept), Cow::Borrowed(_)), "{kept}");
        }
    }

    #[test]
    fn printable_json_keeps_values() {
        let name = "a\u{9b}b\u{202e}";
        let json = serde_json::to_string(name).unwrap();
        assert_eq!(printable_json(&json), "\"a\\u009bb\\u202e\"");
        assert_eq!(serde_json::from_str::<String>(&printable_json(&json)).unwrap(), name);
    }

    #[test]
    fn check_printable_names_the_character() {
        assert!(check_printable("two\r\nlines").is_ok());
        assert!(check_printable("one\rover").unwrap_err().contains("U+000D"));
        assert!(check_printable("\u{202e}").unwrap_err().contains("U+202E"));
    }
}
