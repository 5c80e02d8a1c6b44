//! `ergo replay`: recorded matches, turn by turn.

use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use ergo_agents::agent::Explanation;
use ergo_engine::options::Configurable;
use ergo_engine::transcript::Transcript;

use super::shared::{in_file, print, read_document, strangers};
use crate::cli::ReplayArgs;
use crate::experiment::{Document, Experiment, Problem};
use crate::explain::{Explained, Recorded, explain};
use crate::folder::{EXPERIMENT, regular};
use crate::narrate::Narration;
use crate::programs::hide;
use crate::shelf::{GameVisitor, Shelf, Shelved};
use crate::told::Line;

/// Prints the matches of a file, for people or as expanded transcripts.
pub(super) fn replay(args: &ReplayArgs, shelf: &impl Shelf) -> anyhow::Result<()> {
    let name = args.transcripts.display();
    let file = File::open(&args.transcripts)
        .map_err(|error| anyhow!("{name}: cannot be read: {error}, expected a transcripts.jsonl"))?;
    let mut found = false;
    for (i, line) in regular::lines(file).enumerate() {
        let at = |what: String| anyhow!("{name}: line {}: {what}", i + 1);
        let line = line.map_err(|error| at(format!("{error}, expected a transcript")))?;
        let line = Line::parse(&line).map_err(at)?;
        if args.number.is_some_and(|number| number != line.number) {
            continue;
        }
        found = true;
        if args.explain {
            explained(args, shelf, &line).map_err(|error| at(error.to_string()))?;
            continue;
        }
        let Narration { json, words } = line.told(shelf).map_err(at)?;
        print(&if args.json { format!("{json}\n") } else { words })?;
    }
    match args.number {
        Some(number) if !found => bail!("{name}: no match {number}, expected the number of a match in the file"),
        _ => Ok(()),
    }
}

/// The most candidates shown to people.
const MOST_CANDIDATES: usize = 8;

/// Prints the decisions of the match of a line.
fn explained(args: &ReplayArgs, shelf: &impl Shelf, line: &Line) -> anyhow::Result<()> {
    let path = args.transcripts.parent().unwrap_or(Path::new("")).join(EXPERIMENT);
    let document = read_document(&path)?;
    hide(&path);
    hide(&args.transcripts);
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
    shelf.with_game(&line.game, visitor)?
}

struct Explain<'a> {
    args: &'a ReplayArgs,
    path: &'a Path,
    document: &'a Document,
    recorded: Recorded,
}

impl GameVisitor for Explain<'_> {
    type Out = anyhow::Result<()>;

    fn visit<G: Configurable>(self, shelved: &Arc<Shelved<G>>) -> anyhow::Result<()> {
        let wrong = |problem: Problem| in_file(self.path, &problem);
        let experiment = Experiment::read_on(self.document, shelved).map_err(wrong)?;
        strangers(&experiment, self.path, self.args.run_programs)?;
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
