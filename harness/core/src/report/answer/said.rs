//! Parts and words that several claims share.

use super::cut::capped;
use crate::measure::Key;
use crate::probe::Findings;
use crate::report::asked::Asked;
use crate::report::lineup::LineUp;
use crate::report::responses::Response;
use crate::report::words;
use ergo_stats::Interval;

/// The material of an answer.
pub(crate) struct Said<'a> {
    /// Tables by arm.
    pub lineups: &'a [LineUp],
    /// The measures asked for in every arm, deal by deal.
    pub courses: &'a [Response],
    /// The measures of targets in every arm, deal by deal, where it is asked which arm is best by them.
    pub goals: &'a [Response],
    /// The findings of ideas.
    pub found: &'a [Box<dyn Findings>],
    /// The question, and all else that is needed beside the rows.
    pub asked: &'a Asked,
}

/// A measure in words, as a sentence begins.
pub(super) fn asked(key: &Key) -> String {
    let what = words::subject_and_measure(key);
    if matches!(key.subject.as_str(), "all" | "focal") || key.is_of_seats() { words::capital(&what) } else { what }
}

/// Whether the sizes of these tables tell them apart.
pub(crate) fn apart<'l>(lineups: impl Iterator<Item = &'l LineUp>) -> bool {
    let mut sizes: Vec<usize> = lineups.map(|lineup| lineup.table.len()).collect();
    let all = sizes.len();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.len() == all
}

/// Among whom, where all tables are of copies of one bot: `, among td`.
pub(super) fn among(lineups: &[LineUp]) -> String {
    match lineups.first() {
        Some(LineUp { distinct, .. }) if distinct.len() == 1 && lineups.iter().all(|one| one.distinct == *distinct) => {
            format!(", among {}", distinct[0])
        }
        _ => String::new(),
    }
}

/// That there is nothing to be said.
pub(super) fn nothing(key: &Key) -> String {
    capped(format!("The rows say nothing of {}.", words::subject_and_measure(key)))
}

/// A difference with its half width in one word: `+0.41±0.20`, of shares in percentage points, `-4.7±1.6pp`.
pub(crate) fn figure(value: f64, interval: Option<Interval>, key: &Key) -> String {
    let (scale, digits, unit) = if key.is_share() { (100.0, 1, "pp") } else { (1.0, 2, "") };
    let show = |value: f64| {
        let text = format!("{:+.digits$}", value * scale);
        if text.trim_start_matches(['+', '-']).chars().all(|c| c == '0' || c == '.') {
            text.replace('-', "+")
        } else {
            text
        }
    };
    let half = interval.map(|interval| interval.reach(value) * scale);
    let half = half.map_or_else(|| "–".to_owned(), |half| format!("{half:.digits$}"));
    format!("{}±{half}{unit}", show(value))
}

/// Returns the largest of some half widths as `say` words it: `each ±1.3 or less`. A missing interval has no width: where some
/// are missing the words say so, and where all are missing they are `no intervals`.
pub(crate) fn widest(halves: impl IntoIterator<Item = Option<f64>>, say: impl Fn(f64) -> String) -> String {
    let (mut largest, mut missing) = (None, false);
    for half in halves {
        match half {
            Some(half) => largest = Some(largest.map_or(half, |largest: f64| largest.max(half))),
            None => missing = true,
        }
    }
    match largest {
        None => "no intervals".to_owned(),
        Some(half) if missing => format!("{} where there is an interval", say(half)),
        Some(half) => say(half),
    }
}

/// How a value is shown: its scale, its digits and its unit; shares in percent.
pub(super) fn units(key: &Key) -> (f64, usize, &'static str) {
    if key.is_share() { (100.0, 1, " %") } else { (1.0, 2, "") }
}

/// A size without a sign: `0.20`, of shares in percentage points, `2.0pp`.
pub(crate) fn amount(value: f64, key: &Key) -> String {
    if key.is_share() { format!("{:.1}pp", value * 100.0) } else { format!("{value:.2}") }
}

/// Puts those first who are the strongest by the experiment.
fn strongest_first(asked: &Asked, names: &mut [&str]) {
    names.sort_by_key(|name| !asked.aim.strongest.iter().any(|strong| strong == name));
}

/// Whom tables name first, each once, the strongest first.
pub(super) fn names<'l>(asked: &Asked, lineups: impl Iterator<Item = &'l LineUp>) -> Vec<&'l str> {
    let mut names: Vec<&str> = Vec::new();
    for lineup in lineups {
        if !names.contains(&lineup.table[0].as_str()) {
            names.push(&lineup.table[0]);
        }
    }
    strongest_first(asked, &mut names);
    names
}

#[cfg(test)]
mod tests {
    use super::widest;

    #[test]
    fn widest_missing_intervals_are_never_zero() {
        let say = |half: f64| format!("each ±{half:.1} or less");
        assert_eq!(widest([Some(0.5), Some(1.25)], say), "each ±1.2 or less");
        assert_eq!(widest([None, None], say), "no intervals");
        assert_eq!(widest([], say), "no intervals");
        assert_eq!(widest([Some(1.5), None], say), "each ±1.5 or less where there is an interval");
        // An interval of no width is there.
        assert_eq!(widest([Some(0.0)], say), "each ±0.0 or less");
    }
}
