//! Claims in few words.

use crate::report::words::words_of;

/// The most words of a claim.
pub(crate) const MOST_WORDS: usize = 25;
/// The mark for parts that there was no room for.
const MORE: &str = "; more in the report";

/// `head` and as many of `parts` as there are words for; the first always.
pub(crate) fn short(head: &str, parts: Vec<String>) -> String {
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

/// More parts than these a second sentence does not name.
const MOST_ALSO: usize = 8;

/// `head` and as many of `parts` as there are words for, then how many more there are: `; 3 more`. A second sentence names these.
pub(crate) fn listed(head: &str, parts: Vec<String>) -> String {
    let all = parts.len();
    for kept in (1..=all).rev() {
        let more = if kept < all { format!("; {} more", all - kept) } else { String::new() };
        let text = format!("{head}{}{more}.", parts[..kept].join("; "));
        if words_of(&text) <= MOST_WORDS {
            return text + &also(&parts[kept..]);
        }
    }
    short(head, parts)
}

/// ` Also: a; b.`
fn also(parts: &[String]) -> String {
    let named = parts.len().min(MOST_ALSO);
    let more =
        if named < parts.len() { format!("; {} more in the report", parts.len() - named) } else { String::new() };
    if parts.is_empty() { String::new() } else { format!(" Also: {}{more}.", parts[..named].join("; ")) }
}

/// `text`, and where it has too many words, its beginning: up to the last semicolon or else comma between two parts, and
/// where there is none, up to a word. A bracket that is open then is closed.
pub(super) fn capped(text: String) -> String {
    if words_of(&text) <= MOST_WORDS {
        return text;
    }
    let kept: Vec<&str> = text.split_whitespace().take(MOST_WORDS - words_of(MORE)).collect();
    let kept = kept.join(" ");
    // What comes before the first colon is only what the claim is of.
    let head = kept.find(": ").unwrap_or(0);
    let end = kept.rfind("; ").or_else(|| kept.rfind(", ")).filter(|end| *end > head);
    let kept = kept[..end.unwrap_or(kept.len())].trim_end_matches([',', ';', ':', '.']);
    let open = kept.matches('(').count() > kept.matches(')').count();
    format!("{kept}{}{MORE}.", if open { ")" } else { "" })
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

    #[test]
    fn what_is_left_out_of_a_list_is_counted() {
        let parts = |count: usize| (0..count).map(|i| format!("arm {i} +1.0±0.1")).collect::<Vec<_>>();
        assert_eq!(listed("Which: ", parts(2)), "Which: arm 0 +1.0±0.1; arm 1 +1.0±0.1.");
        let long = listed("Which: ", parts(20));
        let (first, also) = long.split_once(". ").unwrap();
        assert!(first.ends_with("; 13 more") && words_of(first) <= MOST_WORDS, "{long}");
        assert!(
            also.starts_with("Also: arm 7 +1.0±0.1; ") && also.ends_with("arm 14 +1.0±0.1; 5 more in the report."),
            "{also}"
        );
    }

    #[test]
    fn no_part_is_torn() {
        let shares = "random: win share as Socrates: 41.9 % ± 2.1, 31.4 % ± 1.8, 27.8 % ± 1.5, 21.1 % ± 1.2 at 3, 4, 5, 6 seats.";
        let expected = "random: win share as Socrates: 41.9 % ± 2.1, 31.4 % ± 1.8, 27.8 % ± 1.5; more in the report.";
        assert_eq!(capped(shares.to_owned()), expected);
        let seats = "Seats are not alike (% of wins by seat: 53, 47; 34, 34, 32; 27, 26, 24, 22; 21, 21, 20, 19, 18; 17, 17, 17, 17, 16, 16).";
        let expected =
            "Seats are not alike (% of wins by seat: 53, 47; 34, 34, 32; 27, 26, 24, 22); more in the report.";
        assert_eq!(capped(seats.to_owned()), expected);
    }
}
