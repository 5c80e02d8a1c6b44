//! What stands on the first screen beside the answer and a picture.

use super::facts::Facts;
use crate::report::lineup::LineUp;
use crate::report::words::counted;

/// How much was played, how sure a value is, and what it is over.
pub(crate) fn lead(facts: &Facts<'_>) -> Vec<String> {
    let sum = |of: fn(&LineUp) -> u64| facts.lineups.iter().map(of).sum::<u64>();
    let mut lead = changed(&facts.asked.changed);
    if facts.asked.quick {
        lead.push("A quick look: less was played than the experiment asks for.".to_owned());
    }
    lead.push(format!(
        "{}, {}, {}.",
        counted(sum(|lineup| lineup.matches), "match"),
        counted(sum(|lineup| lineup.rounds), "round"),
        counted(sum(|lineup| lineup.turns), "turn"),
    ));
    lead.extend(repeated(facts.lineups));
    lead.push(
        "After ± stands half the width of the 95 % interval, clustered by deal, for one question asked beforehand; – means that \
         none can be given."
            .to_owned(),
    );
    lead.push(
        "Values per round and shares of rounds are over all rounds; win shares and values per match are means over deals.".to_owned(),
    );
    lead
}

/// That nothing varied at some tables, if it did not.
fn repeated(lineups: &[LineUp]) -> Option<String> {
    let found: Vec<(u64, usize)> = lineups.iter().filter_map(|one| Some((one.matches, one.repeated()?))).collect();
    let (matches, different) = found.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let at = if found.len() == lineups.len() { String::new() } else { format!(" at {} tables", found.len()) };
    (!found.is_empty()).then(|| {
        format!(
            "Nothing is left to chance{at}: {} are {different} different ones, each played again and again. Their values are exact, \
             and have no interval.",
            counted(matches, "match")
        )
    })
}

/// That these files of rows are not those of the run, if there are any.
pub(crate) fn changed(files: &[String]) -> Vec<String> {
    if files.is_empty() {
        return Vec::new();
    }
    vec![format!("Made of rows that were changed after the run: {}.", files.join(", "))]
}
