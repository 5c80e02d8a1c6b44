//! Standings of a Swiss tournament, and the bracket of a knockout.

use super::played::{Result, Tournament, points};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Piece, PlotFile, Section, Table};
use crate::report::words::{self, counted};
use crate::stages::knockout::Meeting;
use crate::stages::swiss::Placed;

/// The most stages that stand side by side; of more, the last.
const MOST_STAGES: usize = 12;

/// How a tournament in stages went, arm by arm.
pub(super) fn section(facts: &Facts<'_>, tournament: &Tournament) -> Option<Part> {
    let results = tournament.results();
    let (_, first) = results.first()?;
    let (title, text) = match first {
        Result::Swiss(_) => (
            "Standing",
            "Points are matches won, shared ones in parts, stage by stage; * marks a stage that an entrant sat out, for an equal \
             share. Opponents differ: the ratings below take account of them, the standing does not.",
        ),
        Result::Knockout(_) => (
            "Bracket",
            "Who met whom, and how many matches each won, shared ones in parts. The better of a meeting by chance is not the \
             better player: the ratings below say how sure it is.",
        ),
    };
    let mut pieces = vec![Piece::Text(text.to_owned())];
    let mut rows = Vec::new();
    for (arm, result) in &results {
        if facts.has_arms() {
            pieces.push(Piece::Heading((*arm).to_owned()));
        }
        pieces.push(Piece::Table(match result {
            Result::Swiss(placed) => standing(tournament, arm, placed, &mut rows),
            Result::Knockout(levels) => bracket(tournament, arm, levels, &mut rows),
        }));
    }
    let file = match first {
        Result::Swiss(_) => {
            PlotFile::new("plots/standing.csv", &["arm", "rank", "entrant", "stage", "points", "total"], &rows)
        }
        Result::Knockout(_) => {
            let heads = ["arm", "level", "one", "other", "points_one", "points_other", "matches", "goes_on"];
            PlotFile::new("plots/bracket.csv", &heads, &rows)
        }
    };
    Some(Part { section: Section { title: title.to_owned(), pieces }, file: Some(file) })
}

fn standing(tournament: &Tournament, arm: &str, placed: &[Placed], rows: &mut Vec<Vec<String>>) -> Table {
    let stages = placed.first().map_or(0, |first| first.gained.len());
    let shown = stages.saturating_sub(MOST_STAGES)..stages;
    let before = (shown.start > 0).then(|| format!("stages 1 to {}", shown.start));
    let heads = ["entrant".to_owned(), "rank".to_owned(), "points".to_owned()].into_iter().chain(before.clone());
    let heads = heads.chain(shown.clone().map(|stage| format!("stage {}", stage + 1))).chain(["byes".to_owned()]);
    let mut table = Table::new(1, heads);
    for (i, row) in placed.iter().enumerate() {
        let name = tournament.name(row.entrant);
        let total: u64 = row.gained.iter().sum();
        let mut cells = vec![name.to_owned(), (i + 1).to_string(), points(total)];
        if before.is_some() {
            cells.push(points(row.gained[..shown.start].iter().sum()));
        }
        cells.extend(shown.clone().map(|stage| points(row.gained[stage])));
        cells.push(row.byes.to_string());
        table.row(cells);
        let mut sum = 0;
        for (stage, gained) in row.gained.iter().enumerate() {
            sum += gained;
            let [stage, rank] = [stage + 1, i + 1].map(|number| number.to_string());
            rows.push(vec![arm.to_owned(), rank, name.to_owned(), stage, points(*gained), points(sum)]);
        }
    }
    table
}

fn bracket(tournament: &Tournament, arm: &str, levels: &[Vec<Meeting>], rows: &mut Vec<Vec<String>>) -> Table {
    let mut table = Table::new(3, ["level", "meeting", "goes on", "points", "matches", "how"]);
    for (i, meetings) in levels.iter().enumerate() {
        let level = name_of(meetings.len(), i + 1 == levels.len());
        for meeting in meetings {
            let [one, other] = meeting.entrants.map(|entrant| tournament.name(entrant));
            let [mine, theirs] = meeting.points.map(points);
            let on = tournament.name(meeting.entrants[meeting.goes_on()]);
            let how = if meeting.points[0] == meeting.points[1] { "by its place in the pool" } else { "by points" };
            table.row([
                level.clone(),
                format!("{one} v {other}"),
                on.to_owned(),
                format!("{mine} : {theirs}"),
                words::count(meeting.matches),
                how.to_owned(),
            ]);
            let [level, matches] = [(i + 1).to_string(), meeting.matches.to_string()];
            let names = [arm, one, other].map(str::to_owned);
            let [arm, one, other] = names;
            rows.push(vec![arm, level, one, other, mine, theirs, matches, on.to_owned()]);
        }
    }
    table
}

/// `final`, `semi-finals`, `4 meetings`.
fn name_of(meetings: usize, is_last: bool) -> String {
    match meetings {
        1 if is_last => "final".to_owned(),
        2 => "semi-finals".to_owned(),
        4 => "quarter-finals".to_owned(),
        count => counted(count as u64, "meeting"),
    }
}
