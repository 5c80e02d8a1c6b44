//! `ergo verify` for the record of a match with a person.

use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::{anyhow, bail};
use ergo_agents::spec::AgentSpec;
use ergo_engine::seat::SeatMap;
use ergo_engine::transcript::Transcript;
use ergo_harness::arena::{NoWatcher, SeatAssignment, SeatPlayer, Table};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::programs::Programs;
use ergo_harness::record::{DecisionCounts, is_asked_again};
use ergo_harness::transcripts::RecordedMatch;
use ergo_harness::verify::{Verification, line_difference};

use super::file_verdict::{Closing, FileVerdict, print_verdicts};
use super::opponent::parse_seated_opponent;
use super::shared::read_text;
use crate::play::match_thread::seeds;
use crate::play::record::{ARM, PERSON, record_text};

/// Replays the match recorded in `file` and prints the result. The actions of the person come from the record, and so do those of
/// agents that are not repeatable, and of programs unless `may_run`.
///
/// # Errors
///
/// Returns an error if the file is not such a record, a program does not start, or the match differs.
pub(super) fn verify_played(file: &Path, (json, may_run): (bool, bool), registry: &GameRegistry) -> anyhow::Result<()> {
    const EXPECTED: &str = "a results folder, or the record of a match by ergo play";
    let wrong = |what: String| anyhow!("{}: line 1: {what}", file.display());
    let text = read_text(file, EXPECTED)?;
    let line = RecordedMatch::parse(text.lines().next().unwrap_or_default()).map_err(wrong)?;
    if line.arm != ARM || text.lines().count() > 1 {
        bail!("{}: not the record of one match with a person, expected {EXPECTED}", file.display());
    }
    let (rules, game) = (line.rules_on(registry).map_err(wrong)?, registry.game(&line.game)?);
    let agent = |name: &String| match name == PERSON {
        true => Ok(None),
        false => {
            parse_seated_opponent(&*game, &*rules, "entrant", name).map(Some).map_err(|error| wrong(error.to_string()))
        }
    };
    let agents: Vec<Option<AgentSpec>> = line.seats.iter().map(agent).collect::<Result<_, _>>()?;
    // All seeds derive from the master seed. Without it, no agent can be asked again.
    let (deal, seat_seeds) = match line.master_seed {
        Some(number) => seeds(number, &line.seats),
        None => {
            let deal = line.transcript().map_err(wrong)?.seed;
            (deal, vec![deal; line.seats.len()])
        }
    };
    let chair = |i: usize| {
        let seated = agents[i].as_ref().map_or_else(|| SeatPlayer::Person(Mutex::new(None)), SeatPlayer::Agent);
        SeatAssignment { entrant: &line.seats[i], seed: seat_seeds[i], seated }
    };
    let chairs: Vec<SeatAssignment<'_>> = (0..agents.len()).map(chair).collect();
    let is_asked = |i: usize| line.master_seed.is_some() && is_asked_again(&chairs[i].seated, may_run);
    let asked = SeatMap::from_fn(rules.seats(), |seat| is_asked(seat.index()));
    let mut record = line.recorded_match(asked).map_err(wrong)?;
    let programs = Arc::new(Programs::new(None));
    let table = Table { chairs, programs: &programs, called: &|| "match 1".to_owned() };
    let mut transcript = Transcript::new(deal);
    let ending = rules.play_recorded(deal, &table, &mut record, Some(&mut transcript), &mut NoWatcher);
    programs.check_startable()?;
    // The person may have left before the end.
    let is_unfinished = record.is_cut_short && line.fault.is_none() && line.result.is_none();
    let ending = (!is_unfinished).then_some(&ending);
    let names = (line.seats.as_slice(), line.rotation);
    let again = record_text((rules.name(), &rules.settings()), names, line.master_seed, &transcript, ending);
    let mut counts = DecisionCounts::default();
    counts.add(&record, &table.chairs);
    let difference = record.difference.filter(|_| !is_unfinished).map(|what| format!("line 1: {what}"));
    let difference = difference.or_else(|| line_difference(1, text.as_bytes(), again.as_bytes()));
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let verdict = match difference {
        Some(why) => FileVerdict::differing(&name, &why),
        None => FileVerdict { name, verdict: "same", why: None },
    };
    let DecisionCounts { asked_again, from_record, .. } = counts;
    let verification = Verification { matches: 1, asked_again, from_record, ..Verification::default() };
    let mut closing = Closing::new(&verification);
    if is_unfinished {
        closing.lines.push("The match was left before its end.".to_owned());
    }
    print_verdicts(file, json, &[verdict], None, &closing)
}
