//! Sentences about a comparison and its error rates.
//!
//! The test compares H0 (B's advantage is `zero` or less) with H1 (it is `one` or more). Accepting H1 claims that the
//! advantage is above `zero`; rejecting H1 claims that it is below `one`. For an advantage between the two, either
//! result is possible.

use serde::Serialize;

use super::comparison_summary::{ComparisonSummary, Scale};
use super::words::{count, count_noun, percent};
use ergo_stats::Interval;
use ergo_stats::sequential::{NORMALISED_ELO_PER_T, Verdict};

/// A note about the bias of estimates.
pub(super) const AS_SEEN: &str = "Values are as seen: a test that stops early overstates small advantages.";

/// The conclusion of a comparison of B with A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// B is better.
    Better,
    /// B is weaker.
    Weaker,
    /// A disadvantage of B as large as H0 (below 0) is excluded.
    NotShownWeaker,
    /// B is not shown to be better; an advantage as large as H1 is excluded.
    NotShownBetter,
    /// The maximum number of blocks was reached without a verdict.
    Undecided,
    /// The test is still running.
    Open,
}

/// Returns the conclusion. A verdict about equality has precedence, then an interval that excludes equality, then a
/// verdict about another bound.
pub fn conclusion(verdict: Option<Verdict>, [zero, one]: [f64; 2], interval: Interval) -> Conclusion {
    match verdict {
        None => Conclusion::Open,
        Some(Verdict::Accepted) if zero >= 0.0 => Conclusion::Better,
        Some(Verdict::Rejected) if one <= 0.0 => Conclusion::Weaker,
        Some(_) if interval.low > 0.5 => Conclusion::Better,
        Some(_) if interval.high < 0.5 => Conclusion::Weaker,
        Some(Verdict::Accepted) => Conclusion::NotShownWeaker,
        Some(Verdict::Rejected) => Conclusion::NotShownBetter,
        Some(Verdict::Inconclusive) => Conclusion::Undecided,
    }
}

/// Returns the answer: the conclusion and the observed results with their interval.
pub(super) fn claim(found: &ComparisonSummary<'_>) -> String {
    let ([a, b], [zero, one]) = (found.names, found.hypotheses);
    let shown = conclusion(found.verdict, found.hypotheses, found.interval);
    let by = |least: f64| format!(" by more than {}", difference(found, least));
    let (verdict, more) = match (shown, found.verdict) {
        (Conclusion::Better, Some(Verdict::Accepted)) if zero > 0.0 => {
            (format!("{b} is better than {a}{}", by(zero)), None)
        }
        (Conclusion::Weaker, Some(Verdict::Rejected)) if one < 0.0 => {
            (format!("{b} is weaker than {a}{}", by(one)), None)
        }
        (Conclusion::Better | Conclusion::Weaker, verdict) => {
            let word = if shown == Conclusion::Better { "better" } else { "weaker" };
            let open = (verdict == Some(Verdict::Inconclusive))
                .then(|| format!(" The test itself was undecided after {}.", count_noun(found.blocks, "block")));
            (format!("{b} is {word} than {a}"), open)
        }
        (Conclusion::NotShownWeaker, _) => (
            format!("{b} is not shown to be weaker than {a}"),
            Some(excluded(found, "a disadvantage", zero, found.errors[0])),
        ),
        (Conclusion::NotShownBetter, _) => (
            format!("{b} is not shown to be better than {a}"),
            Some(excluded(found, "an advantage", one, found.errors[1])),
        ),
        (Conclusion::Undecided, _) => (format!("It is undecided whether {b} is better than {a}"), None),
        (Conclusion::Open, _) => (format!("It is not decided yet whether {b} is better than {a}"), None),
    };
    format!("{verdict}: {}.{}", seen(found), more.unwrap_or_default())
}

fn excluded(found: &ComparisonSummary<'_>, what: &str, least: f64, rate: f64) -> String {
    format!(" The test excludes {what} of {} or more (error rate {}).", difference(found, least), percent(rate))
}

/// Describes the observed results with the 95 % interval: `it won 56.8 % of 300 matches (95 % CI 50.9 to 62.2)`.
fn seen(found: &ComparisonSummary<'_>) -> String {
    let [a, b] = found.names;
    let matches = found.blocks * u64::from(found.matches);
    if let (None, 2) = (found.against, found.seats) {
        let (mean, Interval { low, high }) = (found.value.mean(), found.interval);
        let matches = count_noun(matches, "match");
        return match found.scale {
            Scale::Wins(_) => {
                format!("it won {} of {matches} (95 % CI {:.1} to {:.1})", percent(mean), 100.0 * low, 100.0 * high)
            }
            Scale::Points(_) => format!("its margin was {} over {matches}", with_interval(found, 1.0)),
            Scale::Returns(_) => format!("its return was {} over {matches}", with_interval(found, 1.0)),
        };
    }
    let matches = count_noun(matches / 2, "match");
    let others = found.seats - 1;
    let among = |other: &str| match found.against {
        _ if others == 0 => "alone".to_owned(),
        Some(panel) => format!("among {panel}"),
        None => format!("against {others} {other}"),
    };
    let (what, [own, other]) = match found.scale {
        Scale::Wins(_) => ("won", [found.focal, found.reverse].map(|share| percent(share.mean()))),
        Scale::Points(_) => {
            let what = if others == 0 { "scored" } else { "had a margin of" };
            (what, found.margins.map(|margin| format!("{:+.2}", margin.mean() + 0.0)))
        }
        Scale::Returns(_) => {
            // Returns sum to 0, so a return is this fraction of its distance to the mean of the others.
            let part = others as f64 / found.seats as f64;
            ("had a return of", found.margins.map(|margin| format!("{:+.3}", part * margin.mean() + 0.0)))
        }
    };
    let of = if matches!(found.scale, Scale::Wins(_)) { "of" } else { "points over" };
    format!(
        "{} it {what} {own} {of} {matches}, {} {a} {what} {other}; difference {}",
        among(a),
        among(b),
        with_interval(found, sides(found))
    )
}

/// Returns 2 if the advantage is half of the difference between B and A, else 1.
fn sides(found: &ComparisonSummary<'_>) -> f64 {
    if found.against.is_none() && found.seats != 2 { 2.0 } else { 1.0 }
}

/// Formats a multiple of the advantage, with the 95 % interval.
fn with_interval(found: &ComparisonSummary<'_>, times: f64) -> String {
    let [value, low, high] = [found.value.mean(), found.interval.low, found.interval.high]
        .map(|value| times * found.scale.advantage(value) + 0.0);
    match found.scale {
        Scale::Wins(_) => {
            let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
            format!("{value:+.1} percentage points (95 % CI {low:+.1} to {high:+.1})")
        }
        Scale::Points(_) => format!("{value:+.2} points a match (95 % CI {low:+.2} to {high:+.2})"),
        Scale::Returns(_) => format!("{value:+.3} points a match (95 % CI {low:+.3} to {high:+.3})"),
    }
}

/// Formats an advantage in normalised Elo in the unit of the answer.
fn difference(found: &ComparisonSummary<'_>, normalised: f64) -> String {
    match (advantage(found, normalised), found.scale) {
        (None, _) => format!("{} normalised Elo", normalised.abs()),
        (Some(advantage), Scale::Wins(_)) => small(100.0 * (sides(found) * advantage).abs(), " percentage points"),
        (Some(advantage), _) => small((sides(found) * advantage).abs(), " points a match"),
    }
}

/// Describes the error rates of the test.
pub(super) fn errors(found: &ComparisonSummary<'_>) -> String {
    let ([zero, one], [alpha, beta]) = (found.hypotheses, found.errors.map(percent));
    let null = match zero {
        0.0 => "If B is not better".to_owned(),
        zero if zero > 0.0 => format!("If B is not better by more than {}", bound(found, zero)),
        _ => format!("If B is worse by {} or more", bound(found, zero)),
    };
    let other = match one {
        0.0 => "If B is not worse".to_owned(),
        one if one > 0.0 => format!("If B is better by {} or more", bound(found, one)),
        _ => format!("If B is worse by {} at most", bound(found, one)),
    };
    let smaller = match found.verdict {
        Some(Verdict::Rejected) if one > 0.0 && found.interval.high >= 0.5 => {
            format!(" So smaller advantages than {} cannot be distinguished from none.", bound(found, one))
        }
        _ => String::new(),
    };
    format!(
        "{null}, H1 is accepted in at most {alpha} of such tests. {other}, it is rejected in at most {beta}. For an advantage \
         between the two, either may come.{smaller}"
    )
}

/// Describes the hypotheses and normalised Elo, and its size at this table.
pub(super) fn hypotheses(found: &ComparisonSummary<'_>) -> String {
    let [zero, one] = found.hypotheses;
    let here = match advantage(found, one) {
        Some(_) => format!(" With the deviation seen at this table, {one} of it are {}.", signed_bound(found, one)),
        None => String::new(),
    };
    format!(
        "H0: B's advantage is {zero} normalised Elo or less. H1: it is {one} or more. Normalised Elo is the advantage in standard \
         deviations of one match, times {NORMALISED_ELO_PER_T:.1}.{here} The test looks after 50 blocks and every 25 from then on, up \
         to {}.",
        count(found.cap)
    )
}

/// Explains why an interval includes values that the test excludes, if one does.
pub(super) fn contradictions(found: &ComparisonSummary<'_>) -> Vec<String> {
    let ([zero, one], [alpha, beta]) = (found.hypotheses, found.errors);
    let outside = |Interval { low, high }: Interval| match found.verdict {
        Some(Verdict::Accepted) => advantage(found, zero).is_some_and(|bound| found.scale.advantage(low) <= bound),
        Some(Verdict::Rejected) => advantage(found, one).is_some_and(|bound| found.scale.advantage(high) >= bound),
        _ => false,
    };
    let rate = if found.verdict == Some(Verdict::Accepted) { alpha } else { beta };
    let mut lines = Vec::new();
    if outside(found.interval) {
        lines.push(format!(
            "The 95 % interval includes what the test excludes. It leaves out {} on either side, the test {} on one.",
            percent(0.025),
            percent(rate)
        ));
    }
    if outside(found.always) {
        lines.push(
            "The anytime-valid interval includes what the test excludes. It is wider, because it assumes no distribution and no \
             rule for stopping."
                .to_owned(),
        );
    }
    lines
}

/// Converts normalised Elo to B's advantage, using the observed deviation; `None` if all blocks are equal.
fn advantage(found: &ComparisonSummary<'_>, normalised: f64) -> Option<f64> {
    let deviation = found.value.variance()?.sqrt();
    let blocks = normalised / NORMALISED_ELO_PER_T * f64::from(found.matches).sqrt() * deviation;
    (deviation > 0.0).then_some(blocks * found.scale.unit())
}

/// Formats the size of an advantage in normalised Elo.
fn bound(found: &ComparisonSummary<'_>, normalised: f64) -> String {
    advantage(found, normalised)
        .map_or_else(|| format!("{} normalised Elo", normalised.abs()), |advantage| size(found.scale, advantage))
}

fn signed_bound(found: &ComparisonSummary<'_>, normalised: f64) -> String {
    let sign = if normalised < 0.0 { "-" } else { "" };
    format!("{sign}{}", bound(found, normalised))
}

/// Formats the size of an advantage: `4.2 % of the wins`, `1.25 points a match`.
fn size(scale: Scale, advantage: f64) -> String {
    match scale {
        Scale::Wins(_) => format!("{} of the wins", small(advantage.abs() * 100.0, " %")),
        Scale::Points(_) | Scale::Returns(_) => small(advantage.abs(), " points a match"),
    }
}

/// Formats a number with two or more significant digits.
fn small(number: f64, unit: &str) -> String {
    match number {
        number if number >= 1.0 => format!("{number:.1}{unit}"),
        number if number >= 0.1 => format!("{number:.2}{unit}"),
        number => format!("{number:.3}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conclusion_follows_verdict_and_interval() {
        let (above, around, below) = ([0.52, 0.6], [0.45, 0.55], [0.1, 0.4]);
        let (accepted, rejected, neither) =
            (Some(Verdict::Accepted), Some(Verdict::Rejected), Some(Verdict::Inconclusive));
        for (verdict, hypotheses, [low, high], expected) in [
            (None, [0.0, 10.0], above, Conclusion::Open),
            (accepted, [0.0, 10.0], above, Conclusion::Better),
            (accepted, [0.0, 10.0], around, Conclusion::Better),
            (accepted, [-10.0, 0.0], above, Conclusion::Better),
            (accepted, [-10.0, 0.0], around, Conclusion::NotShownWeaker),
            (accepted, [-10.0, 0.0], below, Conclusion::Weaker),
            (rejected, [0.0, 10.0], above, Conclusion::Better),
            (rejected, [0.0, 10.0], around, Conclusion::NotShownBetter),
            (rejected, [0.0, 10.0], below, Conclusion::Weaker),
            (rejected, [-10.0, 0.0], around, Conclusion::Weaker),
            (neither, [0.0, 10.0], above, Conclusion::Better),
            (neither, [0.0, 10.0], around, Conclusion::Undecided),
            (neither, [0.0, 10.0], below, Conclusion::Weaker),
        ] {
            assert_eq!(conclusion(verdict, hypotheses, Interval { low, high }), expected, "{verdict:?} {low} {high}");
        }
    }
}
