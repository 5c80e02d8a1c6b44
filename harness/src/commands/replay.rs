//! `ergo replay`: shows recorded matches turn by turn.

use clap::Args;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ergo_agents::agent::Explanation;
use ergo_engine::options::unknown;
use ergo_harness::arena::narrate::Narration;
use ergo_harness::experiment::{Document, Experiment, Problems};
use ergo_harness::explain::{ExplainedDecision, explain};
use ergo_harness::folder::{EXPERIMENT, disk, regular};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::programs::hide;
use ergo_harness::replay::{ReplayInput, mistakes, page, scale};
use ergo_harness::results_dir::ResultsDir;
use ergo_harness::rows::read::{MatchReader, MatchRows};
use ergo_harness::rows::{MATCHES, TRANSCRIPTS};
use ergo_harness::signed;
use ergo_harness::transcripts::RecordedMatch;

use super::opponent::explain_without_experiment;
use super::shared::{confirm_programs, print, read_document, say};
use super::verb::{BuildCommand, RunVerb};
use crate::play::record::{ARM, PERSON};

/// Show recorded matches turn by turn
#[derive(Args)]
pub(super) struct ReplayArgs {
    /// File transcripts.jsonl, or the results folder that holds it
    pub transcripts: PathBuf,
    /// Show only the match with this number
    #[arg(long = "match", value_name = "N")]
    pub number: Option<u64>,
    /// Show only matches that this entrant played and did not win
    #[arg(long, value_name = "NAME")]
    pub lost_by: Option<String>,
    /// Write the first selected match as an HTML page to this file; overwrites only such pages
    #[arg(long, value_name = "OUT.html", conflicts_with_all = ["json", "explain", "mistakes"])]
    pub html: Option<PathBuf>,
    /// Replay the match and list the N decisions that lost most, as judged by a search that sees all cards
    #[arg(long, value_name = "N", conflicts_with_all = ["json", "explain"])]
    pub mistakes: Option<u16>,
    /// Print one JSON object per match, or per decision with --explain
    #[arg(long)]
    pub json: bool,
    /// Replay the match and print for each decision the bot's observation and candidates, and those of a search that sees all
    /// cards; needs --match and the experiment.toml next to the transcripts
    #[arg(long, requires = "number")]
    pub explain: bool,
    /// Explain only the decision with this number
    #[arg(long, value_name = "N", requires = "explain")]
    pub decision: Option<usize>,
    /// Start the external programs that played; without this flag they are only listed
    #[arg(long)]
    pub run_programs: bool,
}

impl RunVerb for ReplayArgs {
    const NAME: &'static str = "replay";
    const EXAMPLE: &'static str =
        "ergo replay results/smoke --match 1\nergo replay results/smoke --match 1 --html match.html";

    /// Shows the selected matches.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let path = match self.transcripts.is_dir() {
            true => self.transcripts.join(TRANSCRIPTS),
            false => self.transcripts.clone(),
        };
        let name = path.display();
        let recorded = ResultsDir::beside(&path)?;
        if let Some(recorded) = &recorded {
            let rows: &[&str] = if self.lost_by.is_some() { &[TRANSCRIPTS, MATCHES] } else { &[TRANSCRIPTS] };
            recorded.believe(rows, "a copy of it in a folder of its own")?;
        }
        let file = open(&path).map_err(|error| {
        anyhow!(
            "{name}: cannot be read: {error}, expected a {TRANSCRIPTS} (a run with output.transcripts = true writes it)"
        )
    })?;
        let lost = self.lost_by.as_ref().map(|who| lost_by(&path, who)).transpose()?;
        let one = self.explain || self.html.is_some() || self.mistakes.is_some();
        if self.run_programs && !one {
            bail!("--run-programs: has no effect here, expected --explain, --mistakes or --html with it");
        }
        if self.explain && self.number.is_none() && lost.is_none() {
            bail!("--explain: no match selected, expected --match N or --lost-by NAME");
        }
        let mut found = false;
        for (i, line) in regular::lines(file).enumerate() {
            let at = |what: String| anyhow!("{name}: line {}: {what}", i + 1);
            let line = line.map_err(|error| at(format!("{error}, expected a transcript")))?;
            let line = RecordedMatch::parse(&line).map_err(at)?;
            let is_other = self.number.is_some_and(|number| number != line.number);
            if is_other || lost.as_ref().is_some_and(|lost| !lost.contains(&line.number)) {
                continue;
            }
            found = true;
            if one {
                return replay_match(self, (&path, recorded.as_ref()), registry, &line)
                    .map_err(|error| at(error.to_string()));
            }
            let Narration { json, words } = line.narrated(registry).map_err(at)?;
            print(&if self.json { format!("{json}\n") } else { words })?;
        }
        match (self.number, &self.lost_by) {
            _ if found => Ok(()),
            (Some(number), _) => bail!("{name}: unknown match {number}, expected the number of a match in the file"),
            (None, Some(who)) => bail!("{name}: {who} lost no recorded match, expected an entrant that lost one"),
            (None, None) => match one {
                true => bail!("{name}: the file holds no match, expected a transcript"),
                false => Ok(()),
            },
        }
    }
}

/// Opens a transcript file. Reads pipes only below /dev (standard input): waiting for a pipe in a results folder could hang.
fn open(path: &Path) -> io::Result<File> {
    let is_device = path.starts_with("/dev") && !path.starts_with("/dev/shm");
    if is_device { File::open(path) } else { regular::open(path) }
}

/// Returns the numbers of matches that `who` played and did not win, from the rows next to the transcripts at `path`.
fn lost_by(path: &Path, who: &str) -> anyhow::Result<BTreeSet<u64>> {
    let rows = path.with_file_name(MATCHES);
    let (mut matches, mut found) = (MatchReader::open(&rows)?, MatchRows::default());
    let (mut lost, mut names) = (BTreeSet::new(), BTreeSet::new());
    while matches.next(&mut found)? {
        names.extend(found.seats.iter().map(|seat| seat.entrant.clone()));
        let mut own = found.seats.iter().filter(|seat| seat.entrant == who).peekable();
        if own.peek().is_some() && own.all(|seat| seat.share <= 0.0) {
            lost.insert(found.number);
        }
    }
    if !names.contains(who) {
        bail!("--lost-by: {} in {}", unknown("entrant", who, names.iter().map(String::as_str)), rows.display());
    }
    Ok(lost)
}

/// Replays the match of `line` with the experiment next to the transcripts at `path`, and prints or writes the requested view.
fn replay_match(
    args: &ReplayArgs,
    (path, recorded): (&Path, Option<&ResultsDir>),
    registry: &GameRegistry,
    line: &RecordedMatch,
) -> anyhow::Result<()> {
    let experiment = path.with_file_name(EXPERIMENT);
    let decisions = line.actions.split_whitespace().count();
    if let Some(decision) = args.decision.filter(|decision| !(1..=decisions).contains(decision)) {
        bail!("--decision {decision}: expected 1 to {decisions}");
    }
    // A match with a person has no experiment.
    let alone = line.arm == ARM && line.seats.iter().any(|name| name == PERSON);
    // A page needs only the transcript.
    let document = match recorded {
        _ if alone => None,
        Some(recorded) if experiment.exists() => Some(recorded.document()?),
        _ => match read_document(&experiment) {
            Err(_) if args.html.is_some() => None,
            document => Some(document?),
        },
    };
    let ending_text = line.ending_text(registry).map_err(|error| anyhow!(error))?;
    hide(&experiment);
    hide(path);
    // Hide the manifest, which has the seed, and the rows, which have the result, from sandboxed programs.
    recorded.inspect(|recorded| hide(&recorded.path));
    let document = document.as_ref();
    let again = ReplayedMatch { args, path: &experiment, alone, document, line, ending_text, registry };
    match (&args.html, args.mistakes) {
        (Some(out), _) => again.page(out),
        (None, Some(most)) => again.mistakes(most),
        (None, None) => again.explain(),
    }
}

/// A match to replay.
struct ReplayedMatch<'a> {
    args: &'a ReplayArgs,
    path: &'a Path,
    /// True for a match with a person, of which only the transcript exists.
    alone: bool,
    document: Option<&'a Document>,
    line: &'a RecordedMatch,
    ending_text: String,
    registry: &'a GameRegistry,
}

impl ReplayedMatch<'_> {
    fn experiment(&self) -> anyhow::Result<Experiment> {
        let wrong = |problems: Problems| problems.in_file(self.path);
        let missing =
            || anyhow!("{}: the file is missing, expected the experiment of these transcripts", self.path.display());
        let experiment =
            Experiment::read_with_registry(self.document.ok_or_else(missing)?, self.registry).map_err(wrong)?;
        confirm_programs(&experiment, self.path, self.args.run_programs)?;
        Ok(experiment)
    }

    /// Calls `see` for every decision, or only for the decision `only`.
    fn for_each_decision(&self, only: Option<usize>, see: impl FnMut(&ExplainedDecision)) -> anyhow::Result<()> {
        match self.alone {
            true => explain_without_experiment(self.line, self.registry, only, see),
            false => Ok(explain(&self.experiment()?, self.line, only, see)?),
        }
    }

    fn all_decisions(&self) -> anyhow::Result<Vec<ExplainedDecision>> {
        let mut all = Vec::new();
        self.for_each_decision(None, |decision| all.push(decision.clone()))?;
        Ok(all)
    }

    fn explain(&self) -> anyhow::Result<()> {
        let mut printed = Ok(());
        self.for_each_decision(self.args.decision, |decision| {
            if printed.is_ok() {
                printed = print_decision(decision, self.args.json);
            }
        })?;
        printed
    }

    fn mistakes(&self, most: u16) -> anyhow::Result<()> {
        let explained = self.all_decisions()?;
        // In a match with a person, list the mistakes of the person.
        let own = |one: &ExplainedDecision| match &self.args.lost_by {
            Some(who) => one.entrant == *who,
            None => !self.alone || one.entrant == PERSON,
        };
        let worst = mistakes(&explained, &own, most.into());
        if worst.is_empty() {
            return print("No decision was worse than another according to the estimates.\n");
        }
        for (place, lost) in worst {
            let number = self.line.number;
            let scale = scale(explained[place].asked.as_deref());
            print(&format!("Match {number}: lost {lost:.3} on the scale of {scale}\n"))?;
            print_decision(&explained[place], false)?;
        }
        Ok(())
    }

    fn page(&self, out: &Path) -> anyhow::Result<()> {
        let wrong = |error| anyhow!("{}: cannot be written: {error}, expected a writable path", out.display());
        let is_own =
            |bytes: &[u8]| std::str::from_utf8(bytes).is_ok_and(|text| signed::is_signed(ReplayArgs::NAME, text));
        disk::can_replace(out, "a page", is_own).map_err(wrong)?;
        let rules = self.line.rules_on(self.registry).map_err(|error| anyhow!("{error}"))?;
        let columns = self.registry.game(&self.line.game)?.records().round;
        // If the bots cannot be asked again, show the match without their candidates.
        let (explained, notes) = match self.all_decisions() {
            Ok(explained) => (explained, String::new()),
            Err(error) => (Vec::new(), format!("The candidates of the bots are not shown: {error}.")),
        };
        let transcript = self.line.transcript().map_err(|error| anyhow!(error))?;
        let shown = ReplayInput {
            number: self.line.number,
            seats: &self.line.seats,
            transcript: &transcript,
            ending_text: &self.ending_text,
            explained: &explained,
            notes: &notes,
            mistakes_of: None,
        };
        let text = page(&*rules, columns, &shown, None).map_err(|error| anyhow!("actions: {error}"))?;
        let text = signed::sign(ReplayArgs::NAME, &text);
        disk::write_whole(out, |file| file.add(text.as_bytes())).map_err(wrong)?;
        say(&format!("wrote match {} to {}", self.line.number, out.display()));
        Ok(())
    }
}

/// The largest number of candidates in the text output.
const MOST_CANDIDATES: usize = 8;

/// Prints a decision as text or JSON.
fn print_decision(decision: &ExplainedDecision, json: bool) -> anyhow::Result<()> {
    if json {
        return print(&format!("{}\n", serde_json::to_string(decision)?));
    }
    let ExplainedDecision { decision: number, seat, entrant, chose, says, .. } = decision;
    let place = place(&decision.saw);
    let mut text = format!("Decision {number}{place}: seat {seat}, {entrant}, chose {chose}: {says}\n");
    if decision.carries_out {
        text += "  continues the turn decided before\n\n";
        return print(&text);
    }
    writeln!(text, "  saw      {}", decision.saw)?;
    if let Some(info) = &decision.info {
        writeln!(text, "  says     {info}")?;
    }
    match &decision.weighed {
        Some(weighed) => {
            if let Some(who) = &decision.asked {
                writeln!(text, "  candidates of {who}, asked afterwards:")?;
            }
            write_weighed(&mut text, "weighed", weighed)?;
        }
        None => writeln!(text, "  weighed  unknown (the agent reports no candidates)")?,
    }
    if let Some(seer) = &decision.all_seeing {
        write_weighed(&mut text, "sees all", seer)?;
    }
    print(&format!("{text}\n"))
}

/// Formats the round and turn of a decision. Empty if its game does not count them.
fn place(saw: &serde_json::Value) -> String {
    match (saw["round"].as_u64(), saw["turn"].as_u64()) {
        (Some(round), Some(turn)) => format!(" (round {round}, turn {turn})"),
        _ => String::new(),
    }
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
