//! `ergo replay`: recorded matches, turn by turn.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{anyhow, bail};
use ergo_agents::agent::{AgentFault, Explanation};
use ergo_agents::roster::Roster;
use ergo_engine::ergo::Ergo;
use ergo_engine::options::Configurable;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::Transcript;
use serde::Deserialize;

use super::shared::{in_file, print, read_document};
use crate::cli::ReplayArgs;
use crate::expanded::{Match, RoundView, TurnView, VerdictView, expand};
use crate::experiment::{Document, Experiment, Problem};
use crate::explain::{Explained, Recorded, explain};
use crate::folder::EXPERIMENT;
use crate::games::{GameVisitor, with_game};
use crate::settings::flat;
use crate::stopwatch::Iterations;

/// What is needed of a line of `transcripts.jsonl`.
#[derive(Deserialize)]
struct Line {
    game: String,
    rules: serde_json::Value,
    #[serde(rename = "match")]
    number: u64,
    arm: String,
    deal: u64,
    rotation: usize,
    seats: Vec<String>,
    seed: String,
    actions: String,
    fault: Option<Fault>,
    #[serde(default)]
    iterations: Iterations,
}

#[derive(Deserialize)]
struct Fault {
    seat: usize,
    fault: String,
}

/// Prints the matches of a file, for people or as expanded transcripts.
pub fn replay(args: &ReplayArgs) -> anyhow::Result<()> {
    let name = args.transcripts.display();
    let file = File::open(&args.transcripts)
        .map_err(|error| anyhow!("{name}: cannot be read: {error}, expected a transcripts.jsonl"))?;
    let mut found = false;
    for (i, line) in BufReader::new(file).lines().enumerate() {
        let at = |what: String| anyhow!("{name}: line {}: {what}", i + 1);
        let line = line.map_err(|error| at(format!("{error}, expected a transcript")))?;
        let line: Line =
            serde_json::from_str(&line).map_err(|error| at(format!("{error}, expected a transcript in JSON")))?;
        if args.number.is_some_and(|number| number != line.number) {
            continue;
        }
        found = true;
        if args.explain {
            explained(args, &line).map_err(|error| at(error.to_string()))?;
            continue;
        }
        let expanded = expanded(&line).map_err(at)?;
        if args.json {
            print(&format!("{}\n", serde_json::to_string(&expanded)?))?;
        } else {
            print(&in_words(&expanded)?)?;
        }
    }
    match args.number {
        Some(number) if !found => bail!("{name}: no match {number}, expected the number of a match in the file"),
        _ => Ok(()),
    }
}

/// The most candidates shown to people.
const MOST_CANDIDATES: usize = 8;

/// Prints the decisions of the match of a line.
fn explained(args: &ReplayArgs, line: &Line) -> anyhow::Result<()> {
    let path = args.transcripts.parent().unwrap_or(Path::new("")).join(EXPERIMENT);
    let document = read_document(&path)?;
    let mut transcript = Transcript::new(line.seed.parse().map_err(|error| anyhow!("seed: {error}"))?);
    transcript.actions.clone_from(&line.actions);
    let recorded = Recorded {
        number: line.number,
        arm: line.arm.clone(),
        deal: line.deal,
        rotation: line.rotation,
        seats: line.seats.clone(),
        transcript,
        iterations: line.iterations.clone(),
    };
    let decisions = line.actions.split_whitespace().count();
    if let Some(decision) = args.decision.filter(|decision| !(1..=decisions).contains(decision)) {
        bail!("--decision {decision}: the match has decisions 1 to {decisions}");
    }
    let visitor = Explain { args, path: &path, document: &document, recorded };
    with_game(&line.game, visitor)?
}

struct Explain<'a> {
    args: &'a ReplayArgs,
    path: &'a Path,
    document: &'a Document,
    recorded: Recorded,
}

impl GameVisitor for Explain<'_> {
    type Out = anyhow::Result<()>;

    fn visit<G: Configurable + Roster>(self) -> anyhow::Result<()> {
        let wrong = |problem: Problem| in_file(self.path, &problem);
        let experiment = Experiment::<G>::read(self.document).map_err(wrong)?;
        let mut printed = Ok(());
        explain(&experiment, &self.recorded, self.args.decision, |decision| {
            if printed.is_ok() {
                printed = show(decision, self.args.json);
            }
        })?;
        printed
    }
}

/// Prints one decision.
fn show(decision: &Explained, json: bool) -> anyhow::Result<()> {
    if json {
        return print(&format!("{}\n", serde_json::to_string(decision)?));
    }
    let Explained { decision: number, seat, entrant, chose, .. } = decision;
    let mut text = format!("Decision {number}: seat {seat}, {entrant}, chose {chose}\n");
    if decision.carries_out {
        text += "  as decided before\n\n";
        return print(&text);
    }
    writeln!(text, "  saw      {}", decision.saw)?;
    match &decision.weighed {
        Some(weighed) => write_weighed(&mut text, "weighed", weighed)?,
        None => writeln!(text, "  weighed  nothing that it can tell")?,
    }
    if let Some(seer) = &decision.all_seeing {
        write_weighed(&mut text, "sees all", seer)?;
    }
    print(&format!("{text}\n"))
}

fn write_weighed(text: &mut String, who: &str, weighed: &Explanation) -> std::fmt::Result {
    for (i, candidate) in weighed.candidates.iter().take(MOST_CANDIDATES).enumerate() {
        let who = if i == 0 { who } else { "" };
        let value = candidate.value.map_or("untried".to_owned(), |value| format!("{value:.3}"));
        writeln!(text, "  {who:<8} {value:>8} {:>7}x  {}", candidate.visits, candidate.text)?;
    }
    let more = weighed.candidates.len().saturating_sub(MOST_CANDIDATES);
    let work = format!("{} iterations, {} evaluations", weighed.iterations, weighed.evaluations);
    if more > 0 { writeln!(text, "           and {more} more; {work}") } else { writeln!(text, "           {work}") }
}

/// The match of a line, or what is wrong with the line.
fn expanded(line: &Line) -> Result<Match, String> {
    if line.game != Ergo::NAME {
        return Err(format!("game \"{}\" is not shown turn by turn, expected \"{}\"", line.game, Ergo::NAME));
    }
    let (fewest, most) = Ergo::SEATS;
    if !(fewest..=most).contains(&line.seats.len()) {
        return Err(format!("{} seats, expected {fewest} to {most}", line.seats.len()));
    }
    let rules = flat(&line.rules).map_err(|error| format!("rules: {error}"))?;
    let game = Ergo::configure(SeatCount::new(line.seats.len()), &rules).map_err(|error| format!("rules: {error}"))?;
    let fault = match &line.fault {
        None => None,
        Some(fault) => Some(fault_at(fault, line.seats.len())?),
    };
    let mut transcript = Transcript::new(line.seed.parse().map_err(|error| format!("seed: {error}"))?);
    transcript.actions.clone_from(&line.actions);
    expand(&game, line.number, &line.seats, &transcript, fault).map_err(|error| format!("actions: {error}"))
}

fn fault_at(fault: &Fault, seats: usize) -> Result<(Seat, AgentFault), String> {
    let known = AgentFault::ALL.into_iter().find(|known| known.word() == fault.fault);
    match known {
        Some(known) if (1..=seats).contains(&fault.seat) => Ok((Seat::new(fault.seat - 1), known)),
        _ => Err(format!("fault \"{}\" of seat {}: expected a known fault of a seat", fault.fault, fault.seat)),
    }
}

fn in_words(game: &Match) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let seats = game.seats.iter().map(|at| format!("{} {} ({})", at.seat, at.entrant, at.variable));
    writeln!(text, "Match {}: {}", game.number, seats.collect::<Vec<_>>().join(", "))?;
    for (i, round) in game.rounds.iter().enumerate() {
        writeln!(text, "\nRound {}, hands {}", i + 1, round.hands.join(" "))?;
        round.turns.iter().enumerate().try_for_each(|(i, turn)| write_turn(&mut text, i + 1, turn))?;
        write_end(&mut text, round)?;
    }
    if let Some((seat, fault)) = &game.fault {
        writeln!(text, "\nSeat {seat} forfeits: {fault}")?;
    }
    let winners: Vec<String> = game.winners.iter().map(ToString::to_string).collect();
    writeln!(text, "\nWon by {}\n", winners.join(" and "))?;
    Ok(text)
}

fn write_turn(text: &mut String, number: usize, turn: &TurnView) -> std::fmt::Result {
    let plays = turn.plays.iter().map(|play| {
        let mut words = format!("{} {}", play.card, play.purpose.replace('_', " "));
        if let Some(symbol) = play.symbol {
            words += &format!(" as {symbol}");
        }
        if let Some(target) = play.target {
            words += &format!(" on {target}");
        }
        if let Some(removed) = &play.removed {
            words += &format!(" takes {removed}");
        }
        words
    });
    let plays: Vec<String> = plays.collect();
    let bound: String =
        turn.under_fallacy.iter().zip("ABCD".chars()).filter(|(bound, _)| **bound).map(|(_, c)| c).collect();
    let bound = if bound.is_empty() { bound } else { format!("  [under a Fallacy: {bound}]") };
    writeln!(
        text,
        "{number:>4}  seat {}  draws {:<3}  {:<40}  {}{bound}",
        turn.seat,
        turn.drawn,
        plays.join(", "),
        turn.proof.join(" / ")
    )
}

fn write_end(text: &mut String, round: &RoundView) -> std::fmt::Result {
    let verdict = match &round.verdict {
        VerdictView::Paradox(word) => format!("a {word}"),
        VerdictView::Letters(letters) => {
            letters.iter().map(|(letter, word)| format!("{letter} {word}")).collect::<Vec<_>>().join(", ")
        }
    };
    let list = |values: &[i32]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    writeln!(
        text,
        "      {}: {verdict}; points {}; scores {}",
        round.ended_by,
        list(&round.points),
        list(&round.scores)
    )
}
