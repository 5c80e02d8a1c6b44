//! The first screen beside the answer and a picture: how much was played, and by whom; and the notes at the foot.

use super::answer::levels;
use super::facts::Facts;
use super::lineup::LineUp;
use super::page::Opening;
use super::players::players;
use super::words::{self, count, counted, undealt};
use crate::experiment::kind::Kind;

/// The first screen and the foot of a report of an experiment.
pub(crate) fn opening(facts: &Facts<'_>, further: Vec<String>) -> Opening {
    let names = names(facts.lineups);
    let facts_first = further.into_iter().chain(stands(facts)).chain(caveats(facts, &names)).collect();
    let mut opening = Opening {
        figures: figures(facts),
        players: players(&names, &facts.asked.players),
        facts: facts_first,
        notes: notes(facts),
    };
    if facts.asked.nothing_hidden {
        opening.figures.iter_mut().for_each(|(_, what)| *what = undealt(&format!(" {what}")).trim().to_owned());
        opening.facts.iter_mut().chain(&mut opening.notes).for_each(|line| *line = undealt(line));
    }
    opening
}

/// Everybody who sat at a table, each once.
fn names(lineups: &[LineUp]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in lineups.iter().flat_map(|lineup| &lineup.distinct) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// How much was played: matches and what they are made of, or how many deals a table had where a match is one round.
fn figures(facts: &Facts<'_>) -> Vec<(String, String)> {
    let sum = |of: fn(&LineUp) -> u64| facts.lineups.iter().map(of).sum::<u64>();
    let (matches, rounds, turns) = (sum(|one| one.matches), sum(|one| one.rounds), sum(|one| one.turns));
    let deals = facts.lineups.iter().map(|lineup| lineup.blocks).max().unwrap_or(0);
    let middle = match facts.asked.measures.shape().one_round {
        true => of_figure(deals, "deal", " at a table"),
        false => of_figure(rounds, "round", ""),
    };
    vec![of_figure(matches, "match", ""), middle, of_figure(turns, "turn", "")]
}

/// A number, and what it counts.
pub(super) fn of_figure(number: u64, noun: &str, more: &str) -> (String, String) {
    let text = counted(number, noun);
    let (number, noun) = text.split_once(' ').unwrap_or((&text, noun));
    (number.to_owned(), format!("{noun}{more}"))
}

/// The caveats to be known before reading on.
fn caveats(facts: &Facts<'_>, names: &[String]) -> Vec<String> {
    let mut lines = changed(&facts.asked.changed);
    if facts.asked.quick {
        lines.push("A quick look: less was played than the experiment asks for.".to_owned());
    }
    if let [alone] = names {
        lines.push(format!("Of {alone} alone; other bots may be moved otherwise."));
    }
    if !facts.asked.unconfined.is_empty() {
        let names = words::list(&facts.asked.unconfined);
        lines.push(format!("Played without a sandbox, free to read what this account may, seeds among it: {names}."));
    }
    lines.extend(repeated(facts.lineups));
    lines
}

/// Where the measure stands, unless that is what was answered.
fn stands(facts: &Facts<'_>) -> Vec<String> {
    let is_of_changes = |kind: &Kind| matches!(kind, Kind::Change | Kind::Matters | Kind::Setting);
    if facts.kinds.iter().all(is_of_changes) { levels(facts.lineups, facts.asked) } else { Vec::new() }
}

/// Who belongs to which tier of skill: `Tiers: novice: best-of-2; expert: td, td-2.`
fn tiers(all: &[(String, String)]) -> Option<String> {
    let mut tiers: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, tier) in all {
        match tiers.iter_mut().find(|(known, _)| known == tier) {
            Some((_, names)) => names.push(name),
            None => tiers.push((tier, vec![name])),
        }
    }
    let of = |(tier, names): &(&str, Vec<&str>)| format!("{tier}: {}", names.join(", "));
    (!tiers.is_empty()).then(|| format!("Tiers: {}.", tiers.iter().map(of).collect::<Vec<_>>().join("; ")))
}

/// The question, how sure a value is, and what it is over.
fn notes(facts: &Facts<'_>) -> Vec<String> {
    let mut notes: Vec<String> = scope(facts).into_iter().chain(tiers(&facts.asked.tiers)).collect();
    if facts.is_exact() {
        return notes;
    }
    notes.push(
        "After ± stands half the width of the 95 % interval, clustered by deal, for one question asked beforehand; – means that \
         none can be given."
            .to_owned(),
    );
    let over = match facts.asked.measures.shape().one_round {
        true => "Values are over all matches; win shares are means over deals.",
        false => {
            "Values per round and shares of rounds are over all rounds; win shares and values per match are means over deals."
        }
    };
    notes.push(over.to_owned());
    notes
}

/// The question: its kinds, asked for or guessed, and its measures.
fn scope(facts: &Facts<'_>) -> Option<String> {
    if facts.lineups.is_empty() {
        return None;
    }
    let kinds: Vec<String> = facts.kinds.iter().map(|kind| kind.asks().to_owned()).collect();
    let measures: Vec<String> = facts.asked.keys.iter().map(words::subject_and_measure).collect();
    let of = match measures.len() {
        0 => String::new(),
        1..=3 => format!(", of {}", words::list(&measures)),
        many => format!(", of {many} measures"),
    };
    let guessed =
        if facts.asked.aim.kinds.is_empty() { " (as the experiment suggests; `kind` would say it)" } else { "" };
    Some(format!("Asked: {}{of}{guessed}.", words::list(&kinds)))
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
