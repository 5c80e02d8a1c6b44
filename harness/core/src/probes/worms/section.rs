//! A match of each number of seats, round by round.

use super::found::Worm;
use crate::report::drawing::{Drawing, Line};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Picture, Piece, PlotFile, Section};
use crate::report::words;

/// The file of the picture's numbers.
const FILE: &str = "plots/worms.csv";

/// Scores after each round; left out where matches are too short for it.
pub(super) fn section(facts: &Facts<'_>, worms: &[Worm]) -> Option<Part> {
    if worms.is_empty() {
        return None;
    }
    let pieces = worms.iter().map(|worm| picture(facts, worm)).collect();
    let section = Section { title: "A match as it went".to_owned(), pieces };
    Some(Part { section, file: Some(file(worms)) })
}

fn picture(facts: &Facts<'_>, worm: &Worm) -> Piece {
    let line = |seat: usize| {
        let start = std::iter::once((0.0, 0.0));
        let rounds = worm.scores.iter().zip(1..).map(|(scores, round)| (f64::from(round), scores[seat]));
        Line { name: worm.entrants[seat].clone(), points: start.chain(rounds).collect(), colour: seat }
    };
    let group = facts.group(&worm.arm, worm.entrants.len());
    Piece::Picture(Picture {
        drawing: Drawing::Lines {
            lines: (0..worm.entrants.len()).map(line).collect(),
            axes: ["round", "score"].map(str::to_owned),
        },
        shows: format!(
            "{group}, match {}: scores after each round. One match is no evidence.",
            words::count(worm.number)
        ),
        colours: (0..).zip(&worm.entrants).map(|(seat, name)| (seat, format!("seat {}: {name}", seat + 1))).collect(),
        file: FILE,
        svg: None,
    })
}

fn file(worms: &[Worm]) -> PlotFile {
    let mut rows = Vec::new();
    for worm in worms {
        for (scores, round) in worm.scores.iter().zip(1_u32..) {
            for (seat, score) in scores.iter().enumerate() {
                rows.push(vec![
                    worm.arm.clone(),
                    worm.number.to_string(),
                    round.to_string(),
                    (seat + 1).to_string(),
                    worm.entrants[seat].clone(),
                    score.to_string(),
                ]);
            }
        }
    }
    PlotFile::new(FILE, &["arm", "match", "round", "seat", "entrant", "score"], &rows)
}
