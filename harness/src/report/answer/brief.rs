//! An answer in a list of results.

use crate::report::words::{capital, words_of};

/// The most words of it.
const MOST_WORDS: usize = 15;

/// `answer` in at most 15 words: its first claim without what stands in brackets and after `±`, and where that is too long, up
/// to a semicolon or comma, or what stands after its last colon.
pub fn brief(answer: &str) -> String {
    let plain = plain(answer);
    let first = plain.split_inclusive(". ").next().unwrap_or_default().trim_end();
    if words_of(first) <= MOST_WORDS {
        return first.to_owned();
    }
    let end = |at: usize| words_of(&first[..at]) <= MOST_WORDS;
    // A comma before a number is no end.
    let is_list = |at: usize| first[at + 1..].trim_start().starts_with(|c: char| c.is_ascii_digit());
    let last =
        |mark: char| first.match_indices(mark).map(|(at, _)| at).rfind(|at| end(*at) && !(mark == ',' && is_list(*at)));
    if let Some(at) = last(';').or_else(|| last(',')) {
        return format!("{}.", &first[..at]);
    }
    // What is said of it says more than the beginning of what it is said of.
    match first.rsplit_once(": ") {
        Some((_, said)) if words_of(said) <= MOST_WORDS => capital(said),
        _ => {
            let kept: Vec<&str> = first.split_whitespace().take(MOST_WORDS).collect();
            format!("{} …", kept.join(" ").trim_end_matches([',', ';', ':']))
        }
    }
}

/// `text` without brackets that stand after a space, and without half widths.
fn plain(text: &str) -> String {
    let text = text.replace('±', " ± ");
    let mut kept: Vec<&str> = Vec::new();
    let (mut depth, mut skips) = (0_usize, false);
    for word in text.split_whitespace() {
        if word == "±" {
            skips = true;
            continue;
        }
        let opens = word.starts_with('(') || depth > 0;
        let end = word.trim_end_matches(['.', ',', ';', ':']);
        if opens {
            depth += word.matches('(').count();
            depth = depth.saturating_sub(word.matches(')').count());
        }
        if opens || skips {
            // What ends here ends the word before.
            if depth == 0 && kept.last().is_some_and(|last| !last.ends_with([',', ';', '.', ':'])) {
                kept.push(&word[end.len()..]);
            }
            skips = false;
            continue;
        }
        kept.push(word);
    }
    let mut plain = String::new();
    for word in kept {
        let glued = word.chars().all(|c| ".,;:".contains(c));
        if !plain.is_empty() && !glued {
            plain.push(' ');
        }
        plain += word;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_in_brackets_go_first_then_what_comes_last() {
        let short = "greedy won 97.2 % ± 0.8 of 1,000 two-seat matches against random; more in the report.";
        assert_eq!(brief(short), "greedy won 97.2 % of 1,000 two-seat matches against random; more in the report.");
        let change = "Rounds that are a paradox, cards.not=4 to 12: lower at 2 seats (17.0→12.9 %), higher at 4 (21.7→27.9 %), no \
                      clear change at 3.";
        assert_eq!(brief(change), "Rounds that are a paradox, cards.not=4 to 12: lower at 2 seats, higher at 4.");
        let fit = "Best by rating, which fits poorly (χ²/df 3.4): a, b or c at 2 seats; b, c or a at 3.";
        assert_eq!(brief(fit), "Best by rating, which fits poorly: a, b or c at 2 seats.");
        assert_eq!(brief("Seats are not alike (% of wins by seat: 65, 35)."), "Seats are not alike.");
        assert_eq!(brief("One claim. Another claim."), "One claim.");
        assert_eq!(brief("a: 1.0±0.2, 2.0±0.3 at 2, 3 seats. b: 3."), "a: 1.0, 2.0 at 2, 3 seats.");
        assert_eq!(brief("a: 1.0 % ± 0.2, 2.0 % ± 0.3 at 2, 3 seats."), "a: 1.0 %, 2.0 % at 2, 3 seats.");
        let scale = "Margin per round of the first at each table, 100 to 3,000 evaluations: no clear change at any of 12 tables.";
        assert_eq!(brief(scale), "No clear change at any of 12 tables.");
        let both =
            "a: win share: 87.2, 74.1, 49.0 % alone at 2, 3, 4 seats; 45.5, 27.5 % each of several at 3, 4; all ±1.5.";
        assert_eq!(brief(both), "a: win share: 87.2, 74.1, 49.0 % alone at 2, 3, 4 seats.");
        let endless = ["word"; 30].join(" ");
        assert_eq!(words_of(&brief(&endless)), MOST_WORDS + 1);
    }
}
