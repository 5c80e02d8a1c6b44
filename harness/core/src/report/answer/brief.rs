//! An answer in a list of results, and on the first line of a report.

use super::cut::MOST_WORDS;
use crate::report::words::words_of;

/// The first claim of `answer`, whole: what contradicts it, and how sure it is, stand in it.
pub fn brief(answer: &str) -> &str {
    answer.split_inclusive(". ").next().unwrap_or_default().trim_end()
}

/// `answer` with as many of its claims as 25 words are enough for, the first always; and each of the others, which stand below it.
pub(crate) fn parted(answer: &str) -> (String, Vec<String>) {
    let claims: Vec<&str> = answer.split_inclusive(". ").collect();
    let fits = |kept: &usize| words_of(&claims[..*kept].concat()) <= MOST_WORDS;
    let kept = (2..=claims.len()).take_while(fits).last().unwrap_or(1).min(claims.len());
    let below = claims[kept..].iter().map(|claim| claim.trim_end().to_owned()).collect();
    (claims[..kept].concat().trim_end().to_owned(), below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_that_have_no_room_stand_below() {
        assert_eq!(parted("a: 1. b: 2."), ("a: 1. b: 2.".to_owned(), Vec::new()));
        let long = format!("{}end.", "word ".repeat(23));
        assert_eq!(parted(&format!("{long} b: 2. c.")), (long, vec!["b: 2.".to_owned(), "c.".to_owned()]));
        assert_eq!(parted(""), (String::new(), Vec::new()));
    }

    #[test]
    fn the_first_claim_keeps_its_figures() {
        assert_eq!(brief("a: 1.0±0.2, 2.0±0.3 at 2, 3 seats. b: 3."), "a: 1.0±0.2, 2.0±0.3 at 2, 3 seats.");
        let change = "Paradoxes, not=4 to 12: lower at 2 seats (-4.7±1.6pp), no clear change at 3 (+0.2±1.1pp).";
        assert_eq!(brief(change), change);
        assert_eq!(brief(""), "");
    }
}
