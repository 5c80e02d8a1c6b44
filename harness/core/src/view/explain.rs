//! Explains the decisions of a recorded match: what the seat saw, the candidates with values and visits, and the choice of a searcher
//! that sees all cards.
//!
//! The match is played again by the same agents from the same seeds, and must give the recorded actions. Only agents that depend on
//! nothing but their seed can be asked in this way; an external program may answer differently.

use std::sync::Arc;

use ergo_agents::agent::Explanation;
use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::Transcript;
use serde::Serialize;

use crate::experiment::Experiment;
use crate::experiment::chairs::{chairs, entrants};
use crate::experiment::schedule::{Schedule, Slot};
use crate::job::programs::{Programs, StartError};
use crate::registry::arena::{DecisionRecord, DynRules, DynState, Table, Watcher};
use crate::rows::seating::seat_of;
use crate::view::transcripts::RecordedMatch;

/// An explained decision of a match.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedDecision {
    /// Number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// Number of the decision in the match, from 1; one per action.
    pub decision: usize,
    /// The seat that chose.
    pub seat: Seat,
    /// The entrant in that seat.
    pub entrant: String,
    /// Everything that the seat knew, as external programs receive it.
    pub saw: serde_json::Value,
    /// The chosen action.
    pub chose: String,
    /// The effect of the action, in words.
    pub says: String,
    /// True if the action only carries out an earlier decision.
    pub carries_out: bool,
    /// The adviser whose estimates `weighed` holds, where the players cannot play the match again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The candidates of the player, or of the adviser. `None` if they are unknown, or the action carried out an earlier decision.
    pub weighed: Option<Explanation>,
    /// The candidates of a searcher that sees all cards, its choice first; on the scale from 0 to 1 of the seat's margin. `None` if
    /// the action carried out an earlier decision, an adviser was asked, or the game has no such searcher.
    pub all_seeing: Option<Explanation>,
    /// The bot's comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<String>,
}

/// An error that prevents the explanation of a match.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ExplainError {
    #[error("arm \"{0}\" is not in the experiment beside it, expected one of its arms")]
    NoArm(String),
    #[error("entrant \"{0}\" is not in the experiment beside it, expected one of its entrants")]
    NoEntrant(String),
    #[error("no table has the entrants {0}, expected a table of the experiment beside it")]
    NoTable(String),
    #[error("{0} seats, expected the number of seats of a table of the experiment")]
    Seats(usize),
    #[error("{0}")]
    Line(String),
    #[error("rotation 0, expected 1 or more")]
    Rotation,
    #[error("entrant \"{0}\" {1}; its matches cannot be repeated")]
    Unrepeatable(String, &'static str),
    #[error("the seed of deal {deal} differs from the record, expected the experiment that was played")]
    OtherSeed { deal: u64 },
    #[error(
        "decision {decision} differs when the match is repeated, expected bots that depend on their seed only and the version \
         of the program that recorded it"
    )]
    Otherwise { decision: usize },
    #[error("decision {decision}: the adviser failed: {error}")]
    Adviser { decision: usize, error: String },
    #[error("{0}")]
    Programs(#[from] StartError),
    #[error("{0}")]
    Replay(#[from] ergo_engine::transcript::ReplayError),
}

/// Plays the match of `line` again and passes its decisions to `see`, or only the one with number `only`.
///
/// # Errors
///
/// Fails if the match is not one of `experiment`, or does not repeat.
pub fn explain(
    experiment: &Experiment,
    line: &RecordedMatch,
    only: Option<usize>,
    mut see: impl FnMut(&ExplainedDecision),
) -> Result<(), ExplainError> {
    let transcript = line.transcript().map_err(ExplainError::Line)?;
    let arm = experiment.arms.iter().position(|arm| arm.label == line.arm);
    let arm = arm.ok_or_else(|| ExplainError::NoArm(line.arm.clone()))?;
    let seats = experiment.arms[arm].sizes().find(|size| size.get() == line.seats.len());
    let seats = seats.ok_or(ExplainError::Seats(line.seats.len()))?;
    let rules = experiment.arms[arm].game(seats);
    let notes = play_again(experiment, arm, (line, &transcript), seats)?;

    let seer_seed = Seed::master(experiment.seed).derive("seer", &[line.number]);
    let (mut decision, mut goes_on) = (0, false);
    rules.replay(&transcript, &mut |moment| {
        decision += 1;
        let note = &notes[decision - 1];
        let (state, chose) = (moment.state, moment.action.to_string());
        // A bot without its own statement decides anew at the first action of a turn; other bots state it themselves.
        let went_on = std::mem::replace(&mut goes_on, goes_on_after(state, &chose));
        let carries_out = note.weighed.is_none() && went_on;
        if only.is_some_and(|only| only != decision) {
            return;
        }
        let ask = || state.all_seeing(seer_seed.derive("decision", &[decision as u64]));
        let all_seeing = if carries_out { None } else { ask() };
        see(&ExplainedDecision {
            number: line.number,
            decision,
            seat: note.seat,
            entrant: line.seats[note.seat.index()].clone(),
            saw: state.observe(note.seat),
            says: state.in_words(&chose),
            chose,
            asked: None,
            weighed: note.weighed.clone(),
            carries_out,
            all_seeing,
            info: note.info.clone(),
        });
    })?;
    Ok(())
}

/// Returns true if the turn of the seat to move goes on after `action`.
fn goes_on_after(state: &dyn DynState, action: &str) -> bool {
    state.describe_turn(action).is_some_and(|described| described.goes_on)
}

/// An agent that estimates the decisions of a match whose players cannot be asked again.
pub struct Adviser {
    /// Its name.
    pub name: String,
    /// Its settings.
    pub spec: AgentSpec,
}

/// Passes the decisions of the match of `line` to `see`, or only the one with number `only`, from the record alone. At each decision
/// the adviser is asked, from what the seat knew there. All estimates are therefore on one scale. A match with a person, who cannot
/// be asked again, is explained in this way.
///
/// # Errors
///
/// Fails if the record does not fit `rules`, or if the adviser fails.
pub fn explain_by_adviser(
    rules: &dyn DynRules,
    adviser: &Adviser,
    line: &RecordedMatch,
    only: Option<usize>,
    mut see: impl FnMut(&ExplainedDecision),
) -> Result<(), ExplainError> {
    let transcript = line.transcript().map_err(ExplainError::Line)?;
    let asked = transcript.seed.derive("opinion", &[]);
    let (mut decision, mut carries_out) = (0, false);
    let mut failed = None;
    rules.replay(&transcript, &mut |moment| {
        decision += 1;
        let (state, chose) = (moment.state, moment.action.to_string());
        let carried_out = std::mem::replace(&mut carries_out, goes_on_after(state, &chose));
        let Some(seat) = state.to_move().filter(|_| only.is_none_or(|only| only == decision)) else { return };
        let seed = asked.derive("decision", &[decision as u64]);
        let weighed = match carried_out || state.legal().len() < 2 {
            true => None,
            false => match state.choice(&adviser.spec, seed) {
                Ok(choice) => choice.weighed,
                Err(error) => {
                    failed.get_or_insert(ExplainError::Adviser { decision, error });
                    return;
                }
            },
        };
        see(&ExplainedDecision {
            number: line.number,
            decision,
            seat,
            entrant: line.seats[seat.index()].clone(),
            saw: state.observe(seat),
            says: state.in_words(&chose),
            chose,
            carries_out: carried_out,
            asked: Some(adviser.name.clone()),
            weighed,
            all_seeing: None,
            info: None,
        });
    })?;
    failed.map_or(Ok(()), Err)
}

/// One decision of a match that is played again.
struct Note {
    seat: Seat,
    weighed: Option<Explanation>,
    info: Option<String>,
}

/// Records every decision.
#[derive(Default)]
struct Notes(Vec<Note>);

impl Watcher for Notes {
    fn sees_decisions(&self) -> bool {
        true
    }

    fn decision(&mut self, decided: &dyn DecisionRecord) {
        let (weighed, info) = (decided.explanation(), decided.info().map(str::to_owned));
        self.0.push(Note { seat: decided.seat(), weighed, info });
    }
}

/// Plays the match again and returns one note for each decision of the record.
fn play_again(
    experiment: &Experiment,
    arm: usize,
    (line, transcript): (&RecordedMatch, &Transcript),
    seats: SeatCount,
) -> Result<Vec<Note>, ExplainError> {
    let (schedule, slot, sit) = place(experiment, arm, line, seats)?;
    if schedule.deal_seed(&slot) != transcript.seed {
        return Err(ExplainError::OtherSeed { deal: line.deal });
    }
    let programs = Arc::new(Programs::new(None));
    let reason = |entrant: &usize| Some((*entrant, experiment.arms[arm].agents[*entrant].unrepeatable()?));
    if let Some((entrant, why)) = sit.iter().find_map(reason) {
        return Err(ExplainError::Unrepeatable(experiment.entrants[entrant].clone(), why));
    }
    let chairs = chairs(experiment, &schedule, &slot, &sit);
    let called = || format!("match {}", line.number);
    let table = Table { chairs, programs: &programs, called: &called };
    let (mut again, mut notes) = (Transcript::new(transcript.seed), Notes::default());
    let rules = experiment.arms[arm].game(seats);
    rules.play(transcript.seed, &table, Some(&mut again), &mut notes);
    programs.check_startable()?;
    let (then, now) = (transcript.actions.split_whitespace(), again.actions.split_whitespace());
    let decision = then.clone().zip(now.clone()).take_while(|(then, now)| then == now).count();
    if decision < then.count() {
        return Err(ExplainError::Otherwise { decision: decision + 1 });
    }
    Ok(notes.0)
}

/// Finds the match in the schedule of the experiment.
fn place(
    experiment: &Experiment,
    arm: usize,
    line: &RecordedMatch,
    seats: SeatCount,
) -> Result<(Schedule, Slot, Vec<usize>), ExplainError> {
    if line.rotation == 0 {
        return Err(ExplainError::Rotation);
    }
    let entrant = |place: usize| {
        let name = &line.seats[seat_of(place, line.rotation, seats).index()];
        let found = experiment.entrants.iter().position(|entrant| entrant == name);
        found.ok_or_else(|| ExplainError::NoEntrant(name.clone()))
    };
    let table = (0..seats.get()).map(entrant).collect::<Result<Vec<_>, _>>()?;
    let listed = experiment.tables.iter().position(|listed| *listed == table);
    let table = listed.ok_or_else(|| ExplainError::NoTable(line.seats.join(", ")))?;
    let slot = Slot { number: line.number, arm, table, deal: line.deal, rotation: line.rotation };
    let schedule = Schedule::new(experiment);
    let sit = entrants(&schedule, &slot);
    Ok((schedule, slot, sit))
}
