//! The first screen beside the answer and a picture: how much was played, among whom, and how sure a value is.

use super::facts::Facts;
use super::lineup::LineUp;
use super::words::{self, count, counted, undealt};

/// More bots are counted.
const MOST_NAMED: usize = 6;

/// How much was played, how sure a value is, and what it is over.
pub(crate) fn lead(facts: &Facts<'_>) -> Vec<String> {
    let lines = lines(facts);
    if facts.asked.nothing_hidden { lines.iter().map(|line| undealt(line)).collect() } else { lines }
}

fn lines(facts: &Facts<'_>) -> Vec<String> {
    let sum = |of: fn(&LineUp) -> u64| facts.lineups.iter().map(of).sum::<u64>();
    let mut lead = changed(&facts.asked.changed);
    if facts.asked.quick {
        lead.push("A quick look: less was played than the experiment asks for.".to_owned());
    }
    lead.extend(scope(facts));
    if !facts.asked.unconfined.is_empty() {
        let names = words::list(&facts.asked.unconfined);
        lead.push(format!("Played without a sandbox, free to read what this account may, seeds among it: {names}."));
    }
    let one_round = facts.asked.measures.shape().one_round;
    let rounds = (!one_round).then(|| counted(sum(|lineup| lineup.rounds), "round"));
    let counts = [counted(sum(|lineup| lineup.matches), "match")].into_iter().chain(rounds);
    let counts: Vec<String> = counts.chain([counted(sum(|lineup| lineup.turns), "turn")]).collect();
    lead.push(format!("{}.", counts.join(", ")));
    lead.extend(repeated(facts.lineups));
    if facts.is_exact() {
        return lead;
    }
    lead.push(
        "After ± stands half the width of the 95 % interval, clustered by deal, for one question asked beforehand; – means that \
         none can be given."
            .to_owned(),
    );
    let over = match one_round {
        true => "Values are over all matches; win shares are means over deals.",
        false => {
            "Values per round and shares of rounds are over all rounds; win shares and values per match are means over deals."
        }
    };
    lead.push(over.to_owned());
    lead
}

/// What was asked, of what kind, and who played: bots that are not named may be moved otherwise.
fn scope(facts: &Facts<'_>) -> Option<String> {
    let kinds: Vec<String> = facts.kinds.iter().map(|kind| kind.asks().to_owned()).collect();
    let measures: Vec<String> = facts.asked.keys.iter().map(words::subject_and_measure).collect();
    let of = match measures.len() {
        0 => String::new(),
        1..=3 => format!(", of {}", words::list(&measures)),
        many => format!(", of {many} measures"),
    };
    let guessed =
        if facts.asked.aim.kinds.is_empty() { " (as the experiment suggests; `kind` would say it)" } else { "" };
    let mut names: Vec<String> = Vec::new();
    for name in facts.lineups.iter().flat_map(|lineup| &lineup.distinct) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let among = match names.len() {
        0 => return None,
        1 => format!("Of {} alone; other bots may be moved otherwise.", names[0]),
        2..=MOST_NAMED => format!("Among {}.", words::list(&names)),
        many => format!("Among {many} bots."),
    };
    Some(format!("Asked: {}{of}{guessed}. {among}", words::list(&kinds)))
}

/// That nothing varied at some tables, if it did not.
fn repeated(lineups: &[LineUp]) -> Option<String> {
    let found: Vec<(u64, usize)> = lineups.iter().filter_map(|one| Some((one.matches, one.repeated()?))).collect();
    let (matches, different) = found.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let at = if found.len() == lineups.len() { String::new() } else { format!(" at {} tables", found.len()) };
    let said = match different {
        0 => return None,
        1 => format!("one match, played {} times", count(matches)),
        _ => format!("{} are {different} different ones, each played again and again", counted(matches, "match")),
    };
    Some(format!(
        "Nothing is left to chance{at}: {said}, as far as seating, turns and scores tell. Values are exact, and have no interval."
    ))
}

/// That these files of rows are not those of the run, if there are any.
pub(crate) fn changed(files: &[String]) -> Vec<String> {
    if files.is_empty() {
        return Vec::new();
    }
    vec![format!("Made of rows that were changed after the run: {}.", files.join(", "))]
}
