//! Sentences for experiments without findings: one template per kind of question, one number with its interval per
//! sentence.

use super::PageInput;
use super::choose::{self, Group};
use super::estimates::Sheet;
use super::words;
use crate::design::QuestionKind;
use crate::measure::MeasureKey;
use ergo_stats::Interval;

/// The largest number of sentences.
const MOST: usize = 4;

/// Returns the sentences for the first kind of question that the estimates can answer.
pub(super) fn statements(input: &PageInput<'_>) -> Vec<String> {
    let asked = input.asked;
    let sheet = |name: &str| input.estimates.sheets.get(name);
    let groups = choose::groups(input);
    let has_arms = input.estimates.arms().len() > 1;
    let kind = asked.aim.kinds.first().copied();
    let outcome = kind.is_none() && asked.keys.is_empty() && !has_arms;
    let of_copies = groups.iter().flat_map(|group| &group.tables).all(|(_, label)| !label.contains(" v "));
    let found = match kind {
        Some(QuestionKind::Setting) => sheet("plots/targets.csv").map(setting),
        Some(QuestionKind::Favoured) => sheet("plots/seats.csv").map(favoured),
        Some(QuestionKind::Matters) => sheet("plots/effects.csv").map(|sheet| matters(input, sheet)),
        Some(QuestionKind::Luck) => sheet("plots/skill.csv").map(luck),
        _ if outcome && sheet("plots/skill.csv").is_some() => sheet("plots/skill.csv").map(luck),
        _ if outcome && of_copies => sheet("plots/seats.csv").map(favoured),
        Some(QuestionKind::Best) | None if asked.keys.is_empty() && !has_arms => match sheet("plots/returns.csv") {
            Some(sheet) => Some(best_by_returns(sheet)),
            None => sheet("plots/ratings.csv").map(best),
        },
        _ => None,
    };
    let mut all = found.unwrap_or_default();
    if all.is_empty() {
        let key = asked.keys.first().cloned().unwrap_or_else(|| asked.measures.key("focal", asked.measures.outcome()));
        all = if has_arms { change(input, &key, &groups) } else { value(input, &key, &groups) };
    }
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    if all.is_empty() {
        all.push("No played table answers the question.".to_owned());
    }
    if more > 0 {
        all.push("The other tables are below.".to_owned());
    }
    all
}

/// Names the best entrant by ratings.
fn best(sheet: &Sheet) -> Vec<String> {
    let mut sizes: Vec<&str> = sheet.rows.iter().map(|row| sheet.cell(row, "seats")).collect();
    sizes.dedup();
    let sentence = |size: &&str| {
        let of_size = || sheet.rows.iter().filter(|row| sheet.cell(row, "seats") == *size);
        // With two bots, the win share with its interval is sufficient.
        if of_size().count() < 3 {
            return None;
        }
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

/// Names the best entrant by points per match.
fn best_by_returns(sheet: &Sheet) -> Vec<String> {
    let mut sizes: Vec<&str> = sheet.rows.iter().map(|row| sheet.cell(row, "seats")).collect();
    sizes.dedup();
    let sentence = |size: &&str| {
        let of_size = || sheet.rows.iter().filter(|row| sheet.cell(row, "seats") == *size);
        let first: Vec<&Vec<String>> = of_size().filter(|row| sheet.cell(row, "may_be_best") == "1").collect();
        let players = words::players(size.parse().unwrap_or(0));
        match first[..] {
            _ if of_size().count() < 3 => None,
            [only] => {
                let (points, interval) = sheet.number(only, "points")?;
                let (name, points) = (sheet.cell(only, "entrant"), words::value(points, interval, false));
                Some(format!("With {players}, {name} gains most of these bots: {points} points a match."))
            }
            ref several => {
                let names: Vec<&str> = several.iter().map(|row| sheet.cell(row, "entrant")).collect();
                Some(format!("With {players}, it is open which of {} gains most.", names.join(", ")))
            }
        }
    };
    sizes.iter().filter_map(sentence).collect()
}

/// Returns a measure as a noun phrase: `the share of …`, `the win share of td`.
fn phrase(input: &PageInput<'_>, key: &MeasureKey, table: &str) -> String {
    let said = &key.measure.said;
    match &*key.subject {
        "all" => said.clone(),
        "focal" => format!("the {said} of {}", table.split(" v ").next().unwrap_or(table)),
        _ => words::measure(&input.asked.measures, &key.subject, &key.measure.name).to_lowercase(),
    }
}

/// Describes the difference of a measure between the first setting and the others. If the experiment names the smallest
/// relevant change, a setting differs if its whole interval is beyond it.
fn change(input: &PageInput<'_>, key: &MeasureKey, groups: &[Group]) -> Vec<String> {
    let arms = input.estimates.arms();
    let (Some(first), Some(last)) = (arms.first(), arms.last()) else { return Vec::new() };
    let margin = input.asked.aim.margin.unwrap_or(0.0);
    let mut all = Vec::new();
    for group in groups {
        for (table, label) in &group.tables {
            let difference = |arm: &std::rc::Rc<str>| choose::find(input.estimates, arm, table, key, "_difference");
            let mut differences = arms[1..].iter().filter_map(difference);
            let place = format!("At the table {label} with {}", words::players(group.seats));
            let what = phrase(input, key, table);
            if arms.len() == 2 {
                let Some(difference) = differences.next() else { continue };
                let shown = points_of(difference.value, difference.interval, key.is_share());
                let matters = match difference.interval {
                    _ if margin <= 0.0 => "",
                    Some(one) if one.low > margin || one.high < -margin => {
                        " This is more than the smallest change that matters."
                    }
                    Some(one) if one.low > -margin && one.high < margin => {
                        " This is less than the smallest change that matters."
                    }
                    _ => " It is open whether this is more than the smallest change that matters.",
                };
                let [last, first] = [words::arm(last), words::arm(first)];
                all.push(format!("{place}, {last} instead of {first} changes {what} by {shown}.{matters}"));
                continue;
            }
            let is_clear = |interval: Interval| interval.low > margin || interval.high < -margin;
            let clear = differences.filter(|difference| difference.interval.is_some_and(is_clear)).count();
            let by = match margin > 0.0 {
                true => format!(" by {} or more", points_of(margin, None, key.is_share())),
                false => String::new(),
            };
            let (others, first) = (arms.len() - 1, words::arm(first));
            all.push(format!(
                "{place}, {clear} of {others} settings differ from {first}{by} in {what} (unadjusted 95 % intervals)."
            ));
        }
    }
    all
}

/// Returns a sentence about the advantage of a seat, a role or an entrant that changes most between settings, measured
/// in widths of its interval, if it changes more clearly than every requested measure.
pub(super) fn advantage_change(input: &PageInput<'_>) -> Option<String> {
    let asked: Vec<&str> = input.asked.keys.iter().map(|key| key.measure.name.as_str()).collect();
    let tables: Vec<_> = choose::groups(input).into_iter().flat_map(|group| group.tables).collect();
    let mut changes = Vec::new();
    for (of, row) in input.estimates.rows() {
        let (Some(name), Some(interval)) = (row.measure.strip_suffix("_difference"), row.interval) else { continue };
        let width = interval.high - interval.low;
        let key = input.asked.measures.find(&row.subject, name);
        let is_wanted = asked.contains(&name) || name == "win_share" || key.is_some_and(|key| key.is_of_seats());
        if is_wanted && width > 0.0 && tables.iter().any(|(table, _)| *table == of.table) {
            changes.push((row.value.abs() / width, name, of, row, interval));
        }
    }
    let (_, name, of, row, interval) = changes.iter().max_by(|one, other| one.0.total_cmp(&other.0))?;
    if asked.is_empty() || asked.contains(name) || row.value.abs() < interval.high - interval.low {
        return None;
    }
    let key = input.asked.measures.find(&row.subject, name)?;
    Some(format!(
        "An advantage changes more clearly than what was asked for. {}: {} with {}, {} instead of {}, at the table {}. This is the \
         largest of {} differences, so its size is overestimated.",
        words::measure(&input.asked.measures, &row.subject, name),
        points_of(row.value, row.interval, key.is_share()),
        words::players(of.seats),
        words::arm(&of.arm),
        words::arm(input.estimates.arms().first()?),
        words::table(&of.table),
        words::count(changes.len() as u64),
    ))
}

/// Formats a difference; that of shares in percentage points.
fn points_of(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    words::value(value, interval, is_share).replacen(" %", " percentage points", 1)
}

/// Describes a measure at every table.
fn value(input: &PageInput<'_>, key: &MeasureKey, groups: &[Group]) -> Vec<String> {
    let arms = input.estimates.arms();
    let mut all = Vec::new();
    for group in groups {
        for (table, label) in &group.tables {
            let Some(found) = arms.first().and_then(|arm| choose::find(input.estimates, arm, table, key, "")) else {
                continue;
            };
            let shown = words::value(found.value, found.interval, key.is_share());
            let players = words::players(group.seats);
            let first = table.split(" v ").next().unwrap_or(table);
            all.push(match (&*key.subject, key.measure.name.as_str()) {
                ("focal", "win_share") => {
                    format!("{first} won {shown} of its matches at the table {label} with {players}.")
                }
                ("focal", "score") => {
                    format!("{first} scored {shown} points a match at the table {label} with {players}.")
                }
                _ => format!(
                    "{} is {shown} at the table {label} with {players}.",
                    words::capital(&phrase(input, key, table))
                ),
            });
        }
    }
    all
}

/// Names the setting that meets most targets with whole intervals.
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

/// Names the seat that wins most.
fn favoured(sheet: &Sheet) -> Vec<String> {
    let mut tables: Vec<&str> = sheet.rows.iter().map(|row| sheet.cell(row, "table")).collect();
    tables.dedup();
    let sentence = |table: &&str| {
        let of_table = sheet.rows.iter().filter(|row| sheet.cell(row, "table") == *table);
        let column = if sheet.column("points").is_some() { "points" } else { "win_share" };
        let share = |row: &Vec<String>| sheet.number(row, column).map_or(0.0, |(share, _)| share);
        let row = of_table.max_by(|one, other| share(one).total_cmp(&share(other)))?;
        let (value, interval) = sheet.number(row, column)?;
        let seats = table.split(" v ").count();
        let (label, players) = (words::table(table), words::players(seats));
        let seat = sheet.cell(row, "seat");
        Some(if column == "points" {
            format!(
                "Among {label} with {players}, seat {seat} gains most: {} points a match.",
                words::value(value, interval, false)
            )
        } else {
            let equal = words::value(1.0 / seats as f64, None, true);
            let share = words::value(value, interval, true);
            format!("Among {label} with {players}, seat {seat} wins most often: {share}; an equal share is {equal}.")
        })
    };
    tables.iter().filter_map(sentence).collect()
}

/// Names the factor that changes the measure most.
fn matters(input: &PageInput<'_>, sheet: &Sheet) -> Vec<String> {
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
        let shown = points_of(value, interval, key.is_share());
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

/// Describes the share of skill in the variance of wins.
fn luck(sheet: &Sheet) -> Vec<String> {
    let is_skill = |row: &&Vec<String>| sheet.cell(row, "part") == "skill" && sheet.cell(row, "table").is_empty();
    let sentence = |row: &Vec<String>| {
        let (value, interval) = sheet.number(row, "share")?;
        let players = words::players(sheet.cell(row, "seats").parse().unwrap_or(0));
        Some(format!(
            "With {players}, {} of the variance of wins is due to which of these bots plays.",
            words::value(value, interval, true)
        ))
    };
    let mut all: Vec<String> = sheet.rows.iter().filter(is_skill).filter_map(sentence).collect();
    all.push("This share depends on the bots: among bots of equal strength it is 0.".to_owned());
    all
}
