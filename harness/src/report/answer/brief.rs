//! An answer in a list of results.

/// The first claim of `answer`, whole: what contradicts it, and how sure it is, stand in it.
pub fn brief(answer: &str) -> &str {
    answer.split_inclusive(". ").next().unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_claim_keeps_its_figures() {
        assert_eq!(brief("a: 1.0±0.2, 2.0±0.3 at 2, 3 seats. b: 3."), "a: 1.0±0.2, 2.0±0.3 at 2, 3 seats.");
        let change = "Paradoxes, not=4 to 12: lower at 2 seats (-4.7±1.6pp), no clear change at 3 (+0.2±1.1pp).";
        assert_eq!(brief(change), change);
        assert_eq!(brief(""), "");
    }
}
