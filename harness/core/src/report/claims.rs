//! Claims of a comparison in sentences, with what its error rates hold for.
//!
//! The test weighs H0, B's advantage is `zero` or less, against H1, it is `one` or more. To accept H1 is to claim that the
//! advantage is above `zero`; to reject it, that it is below `one`. For an advantage between the two either may come.

use super::contested::{Contested, Scale};
use super::words::{count, counted, percent};
use ergo_stats::sequential::{NORMALISED_ELO_PER_T, Verdict};

/// One claim: what the verdict says, or that there is none.
pub(super) fn claim(found: &Contested<'_>) -> String {
    let ([a, b], [zero, one]) = (found.names, found.hypotheses);
    let among = found.against.map_or(String::new(), |others| format!(" among {others}"));
    let played = format!(
        "{} with {}{among}",
        counted(found.blocks * u64::from(found.matches), "match"),
        counted(found.seats as u64, "seat")
    );
    // A verdict is as sure as its error rate.
    let rate = match found.verdict {
        Some(Verdict::Accepted) => format!("; error rate {}", percent(found.errors[0])),
        Some(Verdict::Rejected) => format!("; error rate {}", percent(found.errors[1])),
        _ => String::new(),
    };
    match found.verdict {
        Some(Verdict::Accepted) => match zero {
            0.0 => format!("{b} is better than {a} {}, after {played}{rate}.", estimate(found)),
            zero if zero > 0.0 => {
                format!("{b} is better than {a} by more than {}, after {played}.", bound(found, zero))
            }
            _ => format!("{b} is not worse than {a} by {} or more, after {played}.", bound(found, zero)),
        },
        Some(Verdict::Rejected) => match one {
            0.0 => format!("{b} is worse than {a}, after {played}{rate}."),
            one if one > 0.0 => {
                format!("{b} is not better than {a} by {} or more, after {played}.", bound(found, one))
            }
            _ => format!("{b} is worse than {a} by more than {}, after {played}.", bound(found, one)),
        },
        Some(Verdict::Inconclusive) => format!("Whether {b} is better than {a} cannot be told from {played}."),
        None => format!("Whether {b} is better than {a} is not decided yet, after {played}."),
    }
}

/// How much there is to it, whatever the verdict: `Seen: greedy with 56.8 % of the wins (50.9 to 62.2).`
pub(super) fn seen(found: &Contested<'_>) -> String {
    format!("Seen: {} {}.", found.names[1], estimate(found))
}

/// The estimate freed of the bias of stopping with its interval: `with 56.8 % of the wins (50.9 to 62.2)`. Where that lies outside the
/// anytime-valid interval, as it does where nearly every block is won, what was seen and that interval.
fn estimate(found: &Contested<'_>) -> String {
    let within = |value: f64| (found.always.low..=found.always.high).contains(&value);
    let corrected = found.corrected.filter(|corrected| within(corrected.value));
    let (all, valid) = match corrected {
        Some(corrected) => ([corrected.value, corrected.interval.low, corrected.interval.high], ""),
        None => ([found.value.mean(), found.always.low, found.always.high], ", anytime-valid"),
    };
    let digits = if matches!(found.scale, Scale::Returns(_)) { 3 } else { 1 };
    let (word, unit, [value, low, high]) = match found.scale {
        Scale::Wins(_) if found.seats == 2 && found.against.is_none() => {
            ("with", " % of the wins", all.map(|of| 100.0 * of))
        }
        Scale::Wins(_) => ("by", " % of the wins", all.map(|of| 100.0 * found.scale.advantage(of))),
        Scale::Points(_) | Scale::Returns(_) => ("by", " points a match", all.map(|of| found.scale.advantage(of))),
    };
    format!("{word} {value:.digits$}{unit} ({low:.digits$} to {high:.digits$}{valid})")
}

/// How often the test errs, and for which truths.
pub(super) fn errors(found: &Contested<'_>) -> String {
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
        Some(Verdict::Rejected) if one > 0.0 => {
            format!(" So smaller advantages than {} cannot be told apart from none.", bound(found, one))
        }
        _ => String::new(),
    };
    format!(
        "{null}, H1 is accepted in at most {alpha} of such tests. {other}, it is rejected in at most {beta}. For an advantage \
         between the two, either may come.{smaller}"
    )
}

/// The hypotheses, the definition of normalised Elo, and its size at this table.
pub(super) fn hypotheses(found: &Contested<'_>) -> String {
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

/// Why an interval includes what the verdict excludes, where one does.
pub(super) fn contradictions(found: &Contested<'_>) -> Vec<String> {
    let ([zero, one], [alpha, beta]) = (found.hypotheses, found.errors);
    let outside = |low: f64, high: f64| match found.verdict {
        Some(Verdict::Accepted) => advantage(found, zero).is_some_and(|bound| found.scale.advantage(low) <= bound),
        Some(Verdict::Rejected) => advantage(found, one).is_some_and(|bound| found.scale.advantage(high) >= bound),
        _ => false,
    };
    let rate = if found.verdict == Some(Verdict::Accepted) { alpha } else { beta };
    let mut lines = Vec::new();
    if found.corrected.is_some_and(|corrected| outside(corrected.interval.low, corrected.interval.high)) {
        lines.push(format!(
            "The corrected interval includes what the verdict excludes. It leaves out {} on either side, the test {} on one.",
            percent(0.025),
            percent(rate)
        ));
    }
    if outside(found.always.low, found.always.high) {
        lines.push(
            "The anytime-valid interval includes what the verdict excludes. It is wider, because it assumes no \
             distribution and no rule for stopping."
                .to_owned(),
        );
    }
    lines
}

/// B's advantage that so much normalised Elo is, at the deviation seen; nothing where all blocks are alike.
fn advantage(found: &Contested<'_>, normalised: f64) -> Option<f64> {
    let deviation = found.value.variance()?.sqrt();
    let blocks = normalised / NORMALISED_ELO_PER_T * f64::from(found.matches).sqrt() * deviation;
    (deviation > 0.0).then_some(blocks * found.scale.unit())
}

/// The size of so much normalised Elo.
fn bound(found: &Contested<'_>, normalised: f64) -> String {
    advantage(found, normalised)
        .map_or_else(|| format!("{} normalised Elo", normalised.abs()), |advantage| size(found.scale, advantage))
}

fn signed_bound(found: &Contested<'_>, normalised: f64) -> String {
    let sign = if normalised < 0.0 { "-" } else { "" };
    format!("{sign}{}", bound(found, normalised))
}

/// The size of an advantage: `4.2 % of the wins`, `1.25 points a match`.
fn size(scale: Scale, advantage: f64) -> String {
    match scale {
        Scale::Wins(_) => format!("{} of the wins", small(advantage.abs() * 100.0, " %")),
        Scale::Points(_) | Scale::Returns(_) => small(advantage.abs(), " points a match"),
    }
}

/// A number with two digits or a few more.
fn small(number: f64, unit: &str) -> String {
    match number {
        number if number >= 1.0 => format!("{number:.1}{unit}"),
        number if number >= 0.1 => format!("{number:.2}{unit}"),
        number => format!("{number:.3}{unit}"),
    }
}
