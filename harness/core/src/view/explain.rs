//! A recorded match once more, with every bot asked what it weighed: what it saw, its candidates with values and visits, and
//! what a searcher that sees all cards would have done.
//!
//! The match is played again by the same agents from the same seeds, and must come out as it was line. Only agents that
//! choose by their seed alone can be asked in this way; a program outside may answer otherwise.

use std::sync::Arc;

use ergo_agents::agent::Explanation;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::Information;
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::Transcript;
use serde::Serialize;

use crate::experiment::Experiment;
use crate::experiment::chairs::{chairs, entrants};
use crate::experiment::schedule::{Schedule, Slot};
use crate::job::programs::{Programs, StartError};
use crate::registry::arena::{Decided, DynRules, Table, Watcher};
use crate::rows::seating::seat_of;
use crate::view::transcripts::Line;

/// One decision of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Explained {
    /// Number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// Number of the decision in the match, from 1: one for each action.
    pub decision: usize,
    /// Who chose.
    pub seat: Seat,
    /// Its entrant.
    pub entrant: String,
    /// Everything it knew, as programs outside are shown it.
    pub saw: serde_json::Value,
    /// The action it chose.
    pub chose: String,
    /// The effect of that action, in words.
    pub says: String,
    /// Whether it only carried out what it had decided before.
    pub carries_out: bool,
    /// Who was asked anew what it would weigh there, where those who chose cannot play the match again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The candidates it weighed; nothing where it cannot tell, or carried out what it had decided before.
    pub weighed: Option<Explanation>,
    /// The candidates as an all-seeing searcher weighs them, its choice first; on the scale from 0 to 1 of the seat's margin. Nothing where
    /// the bot carried out, or the game has no such searcher.
    pub all_seeing: Option<Explanation>,
    /// The bot's comment, in words of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<String>,
}

/// Why a match cannot be explained.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ExplainError {
    #[error("arm \"{0}\" is not in the experiment beside it, expected one of its arms")]
    NoArm(String),
    #[error("entrant \"{0}\" is not in the experiment beside it, expected one of its entrants")]
    NoEntrant(String),
    #[error("no table seats {0}, expected a table of the experiment beside it")]
    NoTable(String),
    #[error("{0} seats, expected as many as a table of the experiment has")]
    Seats(usize),
    #[error("{0}")]
    Line(String),
    #[error("rotation 0, expected 1 or more")]
    Rotation,
    #[error("entrant \"{0}\" {1}; its matches cannot be repeated")]
    Unrepeatable(String, &'static str),
    #[error("deal {deal} does not start from the seed recorded, expected the experiment that was played")]
    OtherSeed { deal: u64 },
    #[error(
        "played again, decision {decision} comes out otherwise, expected bots that choose by their seed alone and the version \
         of the program that recorded it"
    )]
    Otherwise { decision: usize },
    #[error("decision {decision}: who was asked cannot say: {error}")]
    Opinion { decision: usize, error: String },
    #[error("{0}")]
    Programs(#[from] StartError),
    #[error("{0}")]
    Replay(#[from] ergo_engine::transcript::ReplayError),
}

/// Plays the match of `line` again and shows `see` its decisions, or only the one with number `only`.
pub fn explain(
    experiment: &Experiment,
    line: &Line,
    only: Option<usize>,
    mut see: impl FnMut(&Explained),
) -> Result<(), ExplainError> {
    let transcript = line.transcript().map_err(ExplainError::Line)?;
    let arm = experiment.arms.iter().position(|arm| arm.label == line.arm);
    let arm = arm.ok_or_else(|| ExplainError::NoArm(line.arm.clone()))?;
    let seats = experiment.arms[arm].sizes().find(|size| size.get() == line.seats.len());
    let seats = seats.ok_or(ExplainError::Seats(line.seats.len()))?;
    let rules = experiment.arms[arm].game(seats);
    let notes = play_again(experiment, arm, (line, &transcript), seats)?;

    let seer_seed = Seed::master(experiment.seed).derive("seer", &[line.number]);
    let (mut decision, mut last) = (0, None);
    rules.replay(&transcript, &mut |moment| {
        decision += 1;
        let note = &notes[decision - 1];
        // A bot that says nothing decides when it is first asked after another; one that does says so itself.
        let carries_out = note.weighed.is_none() && last == Some(note.seat);
        last = Some(note.seat);
        if only.is_some_and(|only| only != decision) {
            return;
        }
        let ask = || moment.state.all_seeing(seer_seed.derive("decision", &[decision as u64]));
        let all_seeing = if carries_out { None } else { ask() };
        see(&Explained {
            number: line.number,
            decision,
            seat: note.seat,
            entrant: line.seats[note.seat.index()].clone(),
            saw: moment.state.observe(note.seat),
            says: moment.state.in_words(&moment.action.to_string()),
            chose: moment.action.to_string(),
            asked: None,
            weighed: note.weighed.clone(),
            carries_out,
            all_seeing,
            info: note.info.clone(),
        });
    })?;
    Ok(())
}

/// Who is asked at a seat of a match that cannot be played again by those who sat there.
pub struct Opinion {
    /// Its name.
    pub who: String,
    /// Who it is.
    pub spec: AgentSpec,
}

/// Shows `see` the decisions of the match of `line`, or only the one with number `only`, by the record alone: at each the one of `opinions` for
/// the seat is asked anew, from what the seat knew there. So a match with a person can be explained, who cannot be asked again.
pub fn explain_alone(
    rules: &dyn DynRules,
    opinions: &[Opinion],
    line: &Line,
    only: Option<usize>,
    mut see: impl FnMut(&Explained),
) -> Result<(), ExplainError> {
    let transcript = line.transcript().map_err(ExplainError::Line)?;
    let asked = transcript.seed.derive("opinion", &[]);
    // Where nothing is hidden, who sees all sees no more.
    let hides = rules.info().information != Information::Perfect;
    let (mut decision, mut carries_out) = (0, false);
    let mut failed = None;
    rules.replay(&transcript, &mut |moment| {
        decision += 1;
        let (state, chose) = (moment.state, moment.action.to_string());
        let carried_out =
            std::mem::replace(&mut carries_out, state.described(&chose).is_some_and(|described| described.goes_on));
        let Some(seat) = state.to_move().filter(|_| only.is_none_or(|only| only == decision)) else { return };
        let opinion = &opinions[seat.index()];
        let seed = asked.derive("decision", &[decision as u64]);
        let weighed = match carried_out || state.legal().len() < 2 {
            true => None,
            false => match state.choice(&opinion.spec, seed) {
                Ok(choice) => choice.weighed,
                Err(error) => {
                    failed.get_or_insert(ExplainError::Opinion { decision, error });
                    return;
                }
            },
        };
        see(&Explained {
            number: line.number,
            decision,
            seat,
            entrant: line.seats[seat.index()].clone(),
            saw: state.observe(seat),
            says: state.in_words(&chose),
            chose,
            carries_out: carried_out,
            asked: Some(opinion.who.clone()),
            weighed,
            all_seeing: (hides && !carried_out).then(|| state.all_seeing(seed.derive("seer", &[]))).flatten(),
            info: None,
        });
    })?;
    failed.map_or(Ok(()), Err)
}

/// The note of one decision.
struct Note {
    seat: Seat,
    weighed: Option<Explanation>,
    info: Option<String>,
}

/// Takes a note of every decision.
#[derive(Default)]
struct Notes(Vec<Note>);

impl Watcher for Notes {
    fn sees_decisions(&self) -> bool {
        true
    }

    fn decision(&mut self, decided: &dyn Decided) {
        let (weighed, info) = (decided.explanation(), decided.info().map(str::to_owned));
        self.0.push(Note { seat: decided.seat(), weighed, info });
    }
}

/// Plays the match again; gives what was noted at each decision of the record.
fn play_again(
    experiment: &Experiment,
    arm: usize,
    (line, transcript): (&Line, &Transcript),
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
    programs.fit()?;
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
    line: &Line,
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
