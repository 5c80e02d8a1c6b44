//! The matches of a schedule as a job: each is played by its number, and comes to rows.

use std::ops::ControlFlow;
use std::sync::Arc;

use ergo_engine::options::Settings;
use ergo_engine::seat::SeatCount;
use ergo_engine::transcript::Transcript;

use crate::agency::decided;
use crate::arena::{RoundView, Table, Watcher};
use crate::cards::findings;
use crate::chairs::{chairs, entrants};
use crate::experiment::{Experiment, FaultRule};
use crate::job::{Desk, Job, Played, Yield};
use crate::programs::Programs;
use crate::rows::{Heading, Rows, TranscriptLine};
use crate::schedule::Schedule;
use crate::stopwatch::{Timing, used};

/// What consecutive matches came to.
#[derive(Default)]
pub(crate) struct Batch {
    /// Their rows.
    pub rows: Rows,
    /// What was played.
    pub played: Played,
    /// Matches that ended by a fault, by index, and which entrant's it was.
    pub faulty: Vec<(u64, usize)>,
}

/// The matches of a schedule, by their index. `programs` are those from outside that sit at the tables, `timing` is what searches
/// by a clock go by. A fault ends the job if the experiment says so.
pub(crate) struct Matches<'e> {
    /// What is played.
    pub experiment: &'e Experiment,
    /// In which order.
    pub schedule: &'e Schedule,
    /// Programs from outside that sit at the tables.
    pub programs: &'e Arc<Programs>,
    /// What searches by a clock go by.
    pub timing: &'e Timing,
}

impl Job for Matches<'_> {
    type Yield = Batch;

    fn desk(&self) -> Desk<'_, Batch> {
        let Matches { experiment, schedule, programs, timing } = *self;
        let mut worker = Worker { experiment, schedule, programs, timing, rules: None };
        Box::new(move |number, out| {
            let fault = worker.play_one(number, out);
            if fault && experiment.faults == FaultRule::Stop {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    }
}

impl Yield for Batch {
    fn bytes(&self) -> usize {
        self.rows.len()
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.faulty.clear();
        self.played = Played::default();
    }
}

/// One thread's way through its matches.
pub(crate) struct Worker<'e> {
    experiment: &'e Experiment,
    schedule: &'e Schedule,
    programs: &'e Arc<Programs>,
    timing: &'e Timing,
    /// The settings last written into a transcript, with their arm and number of seats.
    rules: Option<((usize, usize), Settings)>,
}

impl Worker<'_> {
    /// Plays one match and adds it to `batch`; gives whether it ended by a fault.
    fn play_one(&mut self, index: u64, batch: &mut Batch) -> bool {
        let Worker { experiment, schedule, programs, timing, .. } = *self;
        let slot = schedule.slot(index);
        let arm = &experiment.arms[slot.arm];
        let sit = entrants(schedule, &slot);
        let rules = arm.game(SeatCount::new(sit.len()));
        let chairs = chairs(experiment, schedule, &slot, &sit, |spec, seat| timing.stopwatch(spec, slot.number, seat));
        let called = || format!("match {}", slot.number);
        let table = Table { chairs, programs, called: &called };
        let names: Vec<&str> = table.chairs.iter().map(|chair| chair.entrant).collect();

        let deal = schedule.deal_seed(&slot);
        let wanted = experiment.transcripts || experiment.cards > 0 || experiment.agency > 0;
        let mut transcript = wanted.then(|| Transcript::new(deal));
        let heading = Heading::new(&arm.label, &slot, &names);
        let rows = &mut batch.rows;
        let kinds = if experiment.luck { experiment.game.records().luck.len() } else { 0 };
        let mut writer = Writer { rows, heading: &heading, number: 0, luck: vec![0.0; names.len() * kinds] };
        let ending = rules.play(deal, &table, transcript.as_mut(), &mut writer);
        let luck = writer.luck;
        rows.ending(&heading, &ending);
        if experiment.luck {
            rows.luck(&heading, &luck);
        }
        if let Some(transcript) = transcript.as_ref().filter(|_| experiment.cards > 0) {
            rows.cards(&heading, &findings(rules, &experiment.game.records(), transcript, experiment.cards, &table));
        }
        if let Some(transcript) = transcript.as_ref().filter(|_| experiment.agency > 0) {
            rows.agency(&heading, &decided(rules, transcript, experiment.agency, &table));
        }
        if let Some(transcript) = transcript.as_ref().filter(|_| experiment.transcripts) {
            let key = (slot.arm, sit.len());
            let (_, settings) = match self.rules.take() {
                Some(known) if known.0 == key => self.rules.insert(known),
                _ => self.rules.insert((key, rules.settings())),
            };
            let line =
                TranscriptLine::new((rules.name(), settings), &arm.label, &slot, &names, transcript, Some(&ending));
            rows.transcript(&TranscriptLine { iterations: used(&table.watches()), ..line });
        }
        let faults = u64::from(ending.fault.is_some());
        batch.faulty.extend(ending.fault.map(|(seat, _)| (index, sit[seat.index()])));
        batch.played += Played { matches: 1, rounds: ending.rounds.into(), turns: ending.turns, faults };
        ending.fault.is_some()
    }
}

/// Writes down every round of a match as it ends.
struct Writer<'w> {
    rows: &'w mut Rows,
    heading: &'w Heading<'w>,
    number: u32,
    /// Sums of the luck of every seat.
    luck: Vec<f64>,
}

impl Watcher for Writer<'_> {
    fn round(&mut self, round: &dyn RoundView) {
        self.number += 1;
        self.rows.round(self.heading, self.number, round);
        if !self.luck.is_empty() {
            round.luck(&mut self.luck);
        }
    }
}
