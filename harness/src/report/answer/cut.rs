//! Claims in few words.

use crate::report::words::words_of;

/// The most words of a claim.
pub(super) const MOST_WORDS: usize = 25;
/// What stands for parts that there was no room for.
const MORE: &str = "; more in the report";

/// `head` and as many of `parts` as there are words for; the first always.
pub(super) fn short(head: &str, parts: Vec<String>) -> String {
    let all = parts.len();
    let mut text = head.to_owned();
    for (i, part) in parts.into_iter().enumerate() {
        let gap = if i > 0 { "; " } else { "" };
        let room = if i + 1 < all { MOST_WORDS - words_of(MORE) } else { MOST_WORDS };
        if i > 0 && words_of(&text) + words_of(&part) > room {
            return capped(format!("{text}{MORE}."));
        }
        text = format!("{text}{gap}{part}");
    }
    capped(format!("{text}."))
}

/// `text`, and where names in it are so long that it has too many words, its beginning.
pub(super) fn capped(text: String) -> String {
    if words_of(&text) <= MOST_WORDS {
        return text;
    }
    let kept: Vec<&str> = text.split_whitespace().take(MOST_WORDS - words_of(MORE)).collect();
    format!("{}{MORE}.", kept.join(" ").trim_end_matches([',', ';', ':', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_cut_at_a_part() {
        let part = |words: usize| vec!["word"; words].join(" ");
        assert_eq!(short("a: ", vec![part(1), part(2)]), "a: word; word word.");
        let long = short("a: ", vec![part(10), part(10), part(10)]);
        assert!(long.ends_with("more in the report.") && words_of(&long) <= MOST_WORDS, "{long}");
        let one = short("a: ", vec![part(40)]);
        assert!(one.ends_with("word; more in the report.") && words_of(&one) <= MOST_WORDS, "{one}");
    }
}
