//! Plain sentences where nobody wrote a finding: one template for each kind of question, one number with its interval a sentence.

use super::Input;
use super::choose::{self, Choice, Group};
use super::estimates::Sheet;
use super::words;
use crate::experiment::kind::Kind;
use crate::measure::Key;

/// The most sentences.
const MOST: usize = 4;

/// Sentences for the first kind of question that the estimates can answer.
pub(super) fn statements(input: &Input<'_>, _: &Choice) -> Vec<String> {
    let asked = input.asked;
    let sheet = |name: &str| input.estimates.sheets.get(name);
    let groups = choose::groups(input);
    let has_arms = input.estimates.arms().len() > 1;
    let kind = asked.aim.kinds.first().copied();
    let found = match kind {
        Some(Kind::Best) | None if asked.keys.is_empty() => sheet("plots/ratings.csv").map(best),
        Some(Kind::Setting) => sheet("plots/targets.csv").map(setting),
        Some(Kind::Favoured) => sheet("plots/seats.csv").map(favoured),
        Some(Kind::Matters) => sheet("plots/effects.csv").map(|sheet| matters(input, sheet)),
        Some(Kind::Luck) => sheet("plots/skill.csv").map(luck),
        _ => None,
    };
    let mut all = found.unwrap_or_default();
    if all.is_empty() {
        let key = asked.keys.first().cloned().unwrap_or_else(|| asked.measures.key("focal", asked.measures.outcome()));
        all = if has_arms { change(input, &key, &groups) } else { value(input, &key, &groups) };
    }
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    if more > 0 {
        all.push("The other tables are below.".to_owned());
    }
    all
}

/// Who is best, by ratings.
fn best(sheet: &Sheet) -> Vec<String> {
    let mut sizes: Vec<&str> = sheet.rows.iter().map(|row| sheet.cell(row, "seats")).collect();
    sizes.dedup();
    let sentence = |size: &&str| {
        let of_size = || sheet.rows.iter().filter(|row| sheet.cell(row, "seats") == *size);
        let first: Vec<&Vec<String>> = of_size().filter(|row| sheet.cell(row, "best_rank") == "1").collect();
        let players = words::players(size.parse().unwrap_or(0));
        match first[..] {
            [] => None,
            [only] => {
                let share = sheet.number(only, "win_share").map_or(0.0, |(share, _)| share);
                let name = sheet.cell(only, "entrant");
                Some(format!(
                    "With {players}, {name} is the strongest of these bots: it won {} of its matches.",
                    words::value(share, None, true)
                ))
            }
            ref several => {
                let names: Vec<&str> = several.iter().map(|row| sheet.cell(row, "entrant")).collect();
                Some(format!("With {players}, it is open which of {} is strongest.", names.join(", ")))
            }
        }
    };
    sizes.iter().filter_map(sentence).collect()
}

/// How a measure differs between the first setting and the others.
fn change(input: &Input<'_>, key: &Key, groups: &[Group]) -> Vec<String> {
    let arms = input.estimates.arms();
    let (Some(first), Some(last)) = (arms.first(), arms.last()) else { return Vec::new() };
    let measure = words::measure(&input.asked.measures, &key.subject, &key.measure.name);
    let mut all = Vec::new();
    for group in groups {
        for (table, label) in &group.tables {
            let differences = arms[1..]
                .iter()
                .filter_map(|arm| Some((arm, choose::find(input.estimates, arm, table, key, "_difference")?)));
            let place = format!("Among {label} with {}", words::players(group.seats));
            if arms.len() == 2 {
                let Some((_, difference)) = differences.into_iter().next() else { continue };
                let shown = words::value(difference.value, difference.interval, key.is_share()).replacen(
                    " %",
                    " percentage points",
                    1,
                );
                all.push(format!(
                    "{place}, {} instead of {} changes this measure by {shown}: {measure}.",
                    words::arm(last),
                    words::arm(first)
                ));
                continue;
            }
            let is_clear =
                |interval: Option<ergo_stats::Interval>| interval.is_some_and(|one| one.low > 0.0 || one.high < 0.0);
            let clear = differences.filter(|(_, difference)| is_clear(difference.interval)).count();
            all.push(format!(
                "{place}, {clear} of {} settings differ from {} by more than their unadjusted 95 % interval: {measure}.",
                arms.len() - 1,
                words::arm(first)
            ));
        }
    }
    all
}

/// A measure at every table.
fn value(input: &Input<'_>, key: &Key, groups: &[Group]) -> Vec<String> {
    let arms = input.estimates.arms();
    let measure = words::measure(&input.asked.measures, &key.subject, &key.measure.name);
    let mut all = Vec::new();
    for group in groups {
        for (table, label) in &group.tables {
            if let Some(found) = arms.first().and_then(|arm| choose::find(input.estimates, arm, table, key, "")) {
                let shown = words::value(found.value, found.interval, key.is_share());
                all.push(format!("{measure} is {shown} at the table {label} with {}.", words::players(group.seats)));
            }
        }
    }
    all
}

/// Which setting meets most targets with whole intervals.
fn setting(sheet: &Sheet) -> Vec<String> {
    let mut arms: Vec<(&str, usize, usize)> = Vec::new();
    for row in &sheet.rows {
        let met = usize::from(sheet.cell(row, "stands") == "met");
        match arms.iter_mut().find(|(arm, ..)| *arm == sheet.cell(row, "arm")) {
            Some((_, count, all)) => (*count, *all) = (*count + met, *all + 1),
            None => arms.push((sheet.cell(row, "arm"), met, 1)),
        }
    }
    let Some((first, met, all)) = arms.first().copied() else { return Vec::new() };
    let most = arms.iter().map(|(_, met, _)| *met).max().unwrap_or(0);
    let base = format!("{} meets {met} of {all} targets with its whole interval.", words::capital(&words::arm(first)));
    if most <= met {
        return vec![base, "No other setting meets more.".to_owned()];
    }
    let names: Vec<String> = arms.iter().filter(|(_, met, _)| *met == most).map(|(arm, ..)| words::arm(arm)).collect();
    vec![
        base,
        format!("The most are {most}, with {}. The largest of several counts is too high by chance.", names.join(", ")),
    ]
}

/// Which seat wins most.
fn favoured(sheet: &Sheet) -> Vec<String> {
    let mut tables: Vec<&str> = sheet.rows.iter().map(|row| sheet.cell(row, "table")).collect();
    tables.dedup();
    let sentence = |table: &&str| {
        let of_table = sheet.rows.iter().filter(|row| sheet.cell(row, "table") == *table);
        let share = |row: &Vec<String>| sheet.number(row, "win_share").map_or(0.0, |(share, _)| share);
        let row = of_table.max_by(|one, other| share(one).total_cmp(&share(other)))?;
        let (value, interval) = sheet.number(row, "win_share")?;
        let seats = table.split(" v ").count();
        let (label, players) = (words::table(table), words::players(seats));
        Some(format!(
            "Among {label} with {players}, seat {} wins most often: {}; an equal share is {}.",
            sheet.cell(row, "seat"),
            words::value(value, interval, true),
            words::value(1.0 / seats as f64, None, true)
        ))
    };
    tables.iter().filter_map(sentence).collect()
}

/// The factor that changes the measure most.
fn matters(input: &Input<'_>, sheet: &Sheet) -> Vec<String> {
    let Some(key) = input.asked.keys.first() else { return Vec::new() };
    let measure = words::measure(&input.asked.measures, &key.subject, &key.measure.name);
    let mut tables: Vec<&str> = sheet.rows.iter().map(|row| sheet.cell(row, "table")).collect();
    tables.dedup();
    let sentence = |table: &&str| {
        let of =
            |row: &&Vec<String>| sheet.cell(row, "table") == *table && sheet.cell(row, "measure") == key.measure.name;
        let size = |row: &Vec<String>| sheet.number(row, "effect").map_or(0.0, |(value, _)| value.abs());
        let row = sheet.rows.iter().filter(of).max_by(|one, other| size(one).total_cmp(&size(other)))?;
        let (value, interval) = sheet.number(row, "effect")?;
        let shown = words::value(value, interval, key.is_share()).replacen(" %", " percentage points", 1);
        Some(format!(
            "Among {} with {}, the {} has the largest estimated effect: from {} to {} changes this measure by {shown}: {measure}.",
            words::table(table),
            words::players(table.split(" v ").count()),
            words::factor(sheet.cell(row, "factor")),
            sheet.cell(row, "from"),
            sheet.cell(row, "to")
        ))
    };
    tables.iter().filter_map(sentence).collect()
}

/// How much of the variance of wins is skill.
fn luck(sheet: &Sheet) -> Vec<String> {
    let is_skill = |row: &&Vec<String>| sheet.cell(row, "part") == "skill" && sheet.cell(row, "table").is_empty();
    let sentence = |row: &Vec<String>| {
        let (value, interval) = sheet.number(row, "share")?;
        let players = words::players(sheet.cell(row, "seats").parse().unwrap_or(0));
        Some(format!(
            "With {players}, {} of who wins is decided by which of these bots plays.",
            words::value(value, interval, true)
        ))
    };
    let mut all: Vec<String> = sheet.rows.iter().filter(is_skill).filter_map(sentence).collect();
    all.push("This share depends on the bots: among bots of equal strength it is 0.".to_owned());
    all
}
