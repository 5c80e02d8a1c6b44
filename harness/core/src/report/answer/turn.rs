//! Where a measure turns along a number: a step in between that lies beyond both ends.

use super::super::responses::Response;
use ergo_stats::paired::t_test;

/// A step is left out of those alike with an adjusted p-value below this.
const CLEAR: f64 = 0.05;

/// A step between the ends, tested against both.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Turn {
    /// Which arm.
    pub arm: usize,
    /// Those in between, in their order and this among them, that are not clearly nearer to the ends: by paired tests of one side, with
    /// Bonferroni's correction.
    pub alike: Vec<usize>,
    /// The measure there.
    pub value: f64,
    /// Whether it is above both ends; else it is below both.
    pub is_peak: bool,
    /// How probable it is that far beyond the nearer end where it is beyond none: the larger p-value of the two paired tests,
    /// by deals (an intersection-union test, Berger 1982).
    pub p: f64,
}

/// Every step in between of `response` that lies beyond both ends, those alone that `may` be compared with them; p-values are
/// not yet adjusted.
pub(super) fn turns(response: &Response, may: impl Fn(usize) -> bool) -> Vec<Turn> {
    let [first, between @ .., last] = &response.values[..] else { return Vec::new() };
    let beyond = |(i, here): (usize, &Vec<f64>)| {
        let less = |end: &Vec<f64>| t_test(&here.iter().zip(end).map(|(a, b)| a - b).collect::<Vec<f64>>());
        let (one, other) = (less(first), less(last));
        let value = here.iter().sum::<f64>() / here.len().max(1) as f64;
        let is_turn = one.mean * other.mean > 0.0 && may(i + 1);
        let is_peak = one.mean > 0.0;
        let tests = (between.len() - 1) as f64;
        let is_alike = |j: &usize| {
            let test = less(&between[*j]);
            *j == i || (test.mean > 0.0) != is_peak || test.p / 2.0 * tests >= CLEAR
        };
        let alike = || (0..between.len()).filter(is_alike).map(|j| j + 1).collect();
        is_turn.then(|| Turn { arm: i + 1, alike: alike(), value, is_peak, p: one.p.max(other.p) })
    };
    between.iter().enumerate().filter_map(beyond).collect()
}

/// Of turns that are clear the one to be named: of the kind that is surest, the farthest out.
pub(super) fn farthest(clear: &[Turn]) -> Option<&Turn> {
    let surest = clear.iter().min_by(|one, other| one.p.total_cmp(&other.p))?;
    let height = |turn: &&Turn| if surest.is_peak { turn.value } else { -turn.value };
    let alike = clear.iter().filter(|turn| turn.is_peak == surest.is_peak);
    alike.max_by(|one, other| height(one).total_cmp(&height(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Key;

    /// Forty deals that shift all arms alike, and each arm a little for itself.
    fn response(means: &[f64]) -> Response {
        let value = |arm: usize, deal: usize| means[arm] + (deal % 7) as f64 + 0.1 * ((deal + 2 * arm) % 5) as f64;
        let values = (0..means.len()).map(|arm| (0..40).map(|deal| value(arm, deal)).collect()).collect();
        let deals = (1..=40).collect();
        Response { key: Key::seat_deviation(), base: 0, deals, values, classes: vec![0; means.len()] }
    }

    #[test]
    fn a_step_beyond_both_ends_is_a_turn_and_no_other() {
        let found = turns(&response(&[1.0, 4.0, 6.0, 3.0]), |_| true);
        assert_eq!(found.iter().map(|turn| (turn.arm, turn.is_peak)).collect::<Vec<_>>(), [(1, true), (2, true)]);
        assert!(found.iter().all(|turn| turn.p < 1e-6));
        assert_eq!(farthest(&found).map(|turn| (turn.arm, &turn.alike[..])), Some((2, &[2][..])));
        // Of several that are hardly apart all are named.
        let found = turns(&response(&[1.0, 6.0, 6.002, 4.0, 3.0]), |_| true);
        assert_eq!(farthest(&found).map(|turn| (turn.arm, &turn.alike[..])), Some((2, &[1, 2][..])));
        let dip = turns(&response(&[5.0, 1.0, 4.0]), |_| true);
        assert!(matches!(&dip[..], [Turn { arm: 1, is_peak: false, .. }]));
        // A straight course, a plateau between the ends, and what may not be compared.
        assert_eq!(turns(&response(&[1.0, 2.0, 3.0]), |_| true), []);
        assert_eq!(turns(&response(&[1.0, 4.0, 3.0]), |_| false), []);
        assert_eq!(turns(&response(&[1.0, 4.0]), |_| true), []);
        assert_eq!(farthest(&[]), None);
    }

    #[test]
    fn beyond_one_end_only_by_chance_is_not_clear() {
        // Far above the first end, and above the last by less than deals spread.
        let found = turns(&response(&[1.0, 4.002, 4.0]), |_| true);
        assert!(found.iter().all(|turn| turn.p > 0.05), "{found:?}");
    }
}
