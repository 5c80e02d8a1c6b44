//! `report.md`, for people.

use std::fmt::{self, Write};

use super::Asked;
use super::lineup::{LineUp, Measured};
use super::words::{self, cell, count, counted};
use crate::manifest::FileEntry;

/// What stands before the answer.
const ANSWER: &str = "**Answer.** ";

/// The answer that a report gives.
pub fn answer_of(report: &str) -> &str {
    report.lines().find_map(|line| line.strip_prefix(ANSWER)).unwrap_or_default()
}

/// The text of the report.
pub fn markdown(lineups: &[LineUp], asked: &Asked<'_>, answer: &str, rows: &[FileEntry]) -> String {
    let mut text = String::new();
    write_all(&mut text, lineups, asked, answer, rows).expect("a String takes every text");
    text
}

fn write_all(out: &mut String, lineups: &[LineUp], asked: &Asked<'_>, answer: &str, rows: &[FileEntry]) -> fmt::Result {
    writeln!(out, "# {}\n\n{ANSWER}{answer}\n", asked.question.split_whitespace().collect::<Vec<_>>().join(" "))?;
    let sum = |of: fn(&LineUp) -> u64| lineups.iter().map(of).sum::<u64>();
    writeln!(
        out,
        "{}, {}, {}. A value is a mean over deals, all seatings of a deal taken together; after ± stands half the width of its \
         95 % interval over deals, – where there is only one deal.\n",
        counted(sum(|lineup| lineup.matches), "match"),
        counted(sum(|lineup| lineup.rounds), "round"),
        counted(sum(|lineup| lineup.turns), "turn"),
    )?;
    faults(out, lineups)?;

    let mut tables: Vec<&[String]> = Vec::new();
    for lineup in lineups {
        if !tables.contains(&lineup.table.as_slice()) {
            tables.push(&lineup.table);
        }
    }
    for table in tables {
        let arms: Vec<&LineUp> = lineups.iter().filter(|lineup| lineup.table == table).collect();
        writeln!(out, "## {}\n", cell(&arms[0].name()))?;
        match arms.as_slice() {
            [lineup] => one_arm(out, lineup)?,
            arms => several_arms(out, arms)?,
        }
    }

    writeln!(out, "## To repeat\n\n```\nergo run experiment.toml --out again\n```\n")?;
    writeln!(out, "Seed {}. The rows must come out with these digests (SHA-256):\n", asked.seed)?;
    writeln!(out, "| file | rows | digest |\n| --- | ---: | --- |")?;
    for file in rows {
        writeln!(out, "| {} | {} | `{}` |", file.name, file.rows.map_or_else(String::new, count), file.sha256)?;
    }
    Ok(())
}

fn faults(out: &mut String, lineups: &[LineUp]) -> fmt::Result {
    let mut by_entrant: Vec<(&String, u64)> = Vec::new();
    for lineup in lineups {
        for (name, count) in lineup.distinct.iter().zip(&lineup.faults).filter(|(_, count)| **count > 0) {
            match by_entrant.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += count,
                None => by_entrant.push((name, *count)),
            }
        }
    }
    if by_entrant.is_empty() {
        return Ok(());
    }
    let total = by_entrant.iter().map(|(_, count)| count).sum();
    let names: Vec<String> = by_entrant.iter().map(|(name, faults)| format!("{name} {}", count(*faults))).collect();
    writeln!(out, "{} ended because an agent failed to answer: {}.\n", counted(total, "match"), words::list(&names))
}

/// Everything about one table.
fn one_arm(out: &mut String, lineup: &LineUp) -> fmt::Result {
    let measures = lineup.measures();
    let value = |subject: &str, measure: &str| {
        let found = measures.iter().find(|m| m.key.subject == subject && m.key.measure == measure);
        found.map_or_else(|| "–".to_owned(), words::with_interval)
    };
    let seats = lineup.table.len();
    let deals = counted(lineup.blocks, "deal");
    writeln!(out, "{}, {deals}. An equal share is {:.1} %.\n", counted(lineup.matches, "match"), 100.0 / seats as f64)?;
    writeln!(out, "| entrant | win share | points per round | score |\n| --- | ---: | ---: | ---: |")?;
    for name in &lineup.distinct {
        let seated = lineup.table.iter().filter(|other| *other == name).count();
        let each = if seated > 1 { format!(" (each of {seated})") } else { String::new() };
        let (share, points, score) = (value(name, "win_share"), value(name, "points_per_round"), value(name, "score"));
        writeln!(out, "| {}{each} | {share} | {points} | {score} |", cell(name))?;
    }
    writeln!(out, "\n| seat | win share | points per round |\n| --- | ---: | ---: |")?;
    for seat in (1..=seats).map(|seat| format!("seat {seat}")) {
        writeln!(out, "| {seat} | {} | {} |", value(&seat, "win_share"), value(&seat, "points_per_round"))?;
    }
    writeln!(out, "\n| rounds | |\n| --- | ---: |")?;
    for measured in measures.iter().filter(|measured| of_rounds(measured)) {
        writeln!(out, "| {} | {} |", cell(&words::subject_and_measure(&measured.key)), words::with_interval(measured))?;
    }
    writeln!(out)
}

/// One table in several arms: an arm a row, then how much each differs from the first.
fn several_arms(out: &mut String, arms: &[&LineUp]) -> fmt::Result {
    let first = arms[0];
    let deals = counted(first.blocks, "deal");
    let share = 100.0 / first.table.len() as f64;
    writeln!(out, "{} in each arm, {deals}. An equal share is {share:.1} %.\n", counted(first.matches, "match"))?;
    let all: Vec<Measured> = arms.iter().flat_map(|arm| arm.measures()).collect();
    let wins = columns(&all, |measured| measured.key.measure == "win_share");
    for columns in [wins, columns(&all, of_rounds)] {
        by_arm(out, arms, &columns, LineUp::measures, words::with_interval)?;
        let others = &arms[1..];
        if others.iter().any(|arm| !arm.differences().is_empty()) {
            writeln!(out, "More than in {}, by deals in common:\n", cell(&first.arm))?;
            by_arm(out, others, &columns, LineUp::differences, words::difference)?;
        }
    }
    Ok(())
}

fn by_arm(
    out: &mut String,
    arms: &[&LineUp],
    columns: &[Measured],
    measures: fn(&LineUp) -> Vec<Measured>,
    show: fn(&Measured) -> String,
) -> fmt::Result {
    let heads: Vec<String> = columns.iter().map(|column| cell(&words::subject_and_measure(&column.key))).collect();
    writeln!(out, "| arm | {} |\n| --- |{}", heads.join(" | "), " ---: |".repeat(heads.len()))?;
    for arm in arms {
        let found = measures(arm);
        let values: Vec<String> = columns
            .iter()
            .map(|column| found.iter().find(|m| m.key == column.key).map_or_else(|| "–".to_owned(), show))
            .collect();
        writeln!(out, "| {} | {} |", cell(&arm.arm), values.join(" | "))?;
    }
    writeln!(out)
}

/// The measures of `all` that are `worth` a column, each once.
fn columns(all: &[Measured], worth: fn(&Measured) -> bool) -> Vec<Measured> {
    let mut columns: Vec<Measured> = Vec::new();
    for measured in all.iter().filter(|measured| worth(measured)) {
        if !columns.iter().any(|column| column.key == measured.key) {
            columns.push(measured.clone());
        }
    }
    columns
}

fn of_rounds(measured: &Measured) -> bool {
    matches!(measured.key.subject.as_str(), "all" | "starter")
}
