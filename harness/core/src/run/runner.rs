//! The matches of a schedule as a job: each match is played from its number and produces rows.

use std::ops::ControlFlow;
use std::sync::Arc;

use ergo_engine::field::Field;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::Transcript;

use crate::experiment::chairs::{chairs, entrants};
use crate::experiment::schedule::Schedule;
use crate::experiment::{Experiment, FaultRule};
use crate::job::programs::Programs;
use crate::job::{BatchBuffer, Job, MAX_BATCH, PlayedCounts, TaskRunner};
use crate::probes::probe::{MatchObserver, RowWriter, WatchedMatch};
use crate::registry::arena::{Answer, DecisionRecord, Records, RoundView, Table, Watcher};
use crate::report::{Gauges, MatchReadings, RowReader};
use crate::rows::game::GameRow;
use crate::rows::read::{MatchRows, RowsError};
use crate::rows::row::RowBuffer;
use crate::rows::{self, FILES, RowBatch, RowPrefix};
use crate::run::record::Record;

/// The results of consecutive matches.
#[derive(Default)]
pub struct MatchBatch {
    /// The rows.
    pub rows: RowBatch,
    /// The totals.
    pub played: PlayedCounts,
    /// Matches that ended with a fault: match index and entrant.
    pub faulty: Vec<(u64, usize)>,
    /// The readings for the report if it is built during the run; an error if rows are invalid.
    pub readings: Vec<Result<(MatchRows, MatchReadings), RowsError>>,
    /// The number of the first match that a probe rejected, and the reason.
    pub refused: Option<(u64, String)>,
}

/// The matches of a schedule as a job. A fault ends the job if the experiment says so.
pub struct MatchJob<'e> {
    /// The experiment.
    pub experiment: &'e Experiment,
    /// The schedule of its matches.
    pub schedule: &'e Schedule,
    /// The external programs.
    pub programs: &'e Arc<Programs>,
    /// The measures to evaluate during the run; `None` if the report is built from the files.
    pub gauges: Option<&'e Gauges>,
    /// The record to replay; `None` to play new matches.
    pub record: Option<&'e Record>,
}

impl Job for MatchJob<'_> {
    type Buffer = MatchBatch;

    /// Returns 1 for matches with programs, which take long, so that the workers share them evenly.
    fn max_batch(&self) -> u64 {
        if self.experiment.programs().next().is_some() { 1 } else { MAX_BATCH }
    }

    fn task_runner(&self) -> TaskRunner<'_, MatchBatch> {
        let MatchJob { experiment, schedule, programs, gauges, record } = *self;
        let records = experiment.game.records();
        let watches = experiment.active_probes().filter_map(|one| one.probe.watch(one.amount, &records));
        let needs_transcript = experiment.active_probes().any(|one| one.probe.needs_transcript());
        let watches = watches.collect();
        let derived = gauges.map_or(&[][..], Gauges::derived);
        let written = [RowBuffer::new(derived), RowBuffer::default()];
        let reader = gauges.map(RowReader::new);
        let mut worker =
            Worker { experiment, schedule, programs, record, records, needs_transcript, watches, written, reader };
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

impl BatchBuffer for MatchBatch {
    fn bytes(&self) -> usize {
        self.rows.len()
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.faulty.clear();
        self.readings.clear();
        self.refused = None;
        self.played = PlayedCounts::default();
    }
}

/// The state of one worker thread.
pub(crate) struct Worker<'e> {
    experiment: &'e Experiment,
    schedule: &'e Schedule,
    programs: &'e Arc<Programs>,
    record: Option<&'e Record>,
    records: Records,
    needs_transcript: bool,
    /// The observers, in the order of their files.
    watches: Vec<Box<dyn MatchObserver>>,
    /// Buffers for the rows of a round and of a seat.
    written: [RowBuffer; 2],
    /// The reader of measures.
    reader: Option<RowReader<'e>>,
}

impl Worker<'_> {
    /// Plays one match and adds it to `batch`; returns true if it ended with a fault.
    fn play_one(&mut self, index: u64, batch: &mut MatchBatch) -> bool {
        let Worker { experiment, schedule, programs, .. } = *self;
        let slot = schedule.slot(index);
        let arm = &experiment.arms[slot.arm];
        let sit = entrants(schedule, &slot);
        let rules = arm.game(SeatCount::new(sit.len()));
        let chairs = chairs(experiment, schedule, &slot, &sit);
        let called = || format!("match {}", slot.number);
        let table = Table { chairs, programs, called: &called };
        let names: Vec<&str> = table.chairs.iter().map(|chair| chair.entrant).collect();

        let deal = schedule.deal_seed(&slot);
        let heading = RowPrefix::new(&arm.label, &slot, &names);
        let mut transcript = self.needs_transcript.then(|| Transcript::new(deal));
        let (label, records) = (arm.label.as_str(), &self.records);
        let (slot_of, entrants) = (&slot, names.as_slice());
        let begun = WatchedMatch {
            rules,
            records,
            slot: slot_of,
            arm: label,
            entrants,
            heading: &heading,
            table: &table,
            transcript: None,
        };
        let rows = &mut batch.rows;
        rows.make_room(FILES.len() + self.watches.len());
        self.watches.iter_mut().for_each(|watch| watch.begin(&begun));
        let [of_round, of_seat] = &mut self.written;
        let arm_and_number = [label.into(), slot.number.into()];
        of_round.begin(names.len(), &[&arm_and_number[..], &[slot.deal.into(), slot.rotation.into()]].concat());
        of_seat.begin(names.len(), &arm_and_number);
        let (written, reader) = ([of_round, of_seat], self.reader.as_mut());
        let mut writer =
            Writer { rows, written, reader, entrants, number: 0, watches: &mut self.watches, measured: Ok(()) };
        let ending = match self.record {
            None => rules.play(deal, &table, transcript.as_mut(), &mut writer),
            Some(record) => record.play(slot.number, (rules, deal, &table), transcript.as_mut(), &mut writer),
        };
        let measured = writer.measured;
        let found = rows::match_rows(label, &slot, entrants, &ending);
        rows.ending(&heading, &ending, &found);
        let over = WatchedMatch { transcript: transcript.as_ref(), ..begun };
        for (watch, file) in self.watches.iter_mut().zip(FILES.len()..) {
            let mut refused = None;
            let (bytes, count) = (&mut rows.bytes[file], &mut rows.counts[file]);
            watch.end(&over, &ending, &mut RowWriter { bytes, count, refused: &mut refused });
            batch.refused = batch.refused.take().or(refused.map(|why| (slot.number, why)));
        }
        if let Some(reader) = &mut self.reader {
            let readings = reader.end(&found);
            batch.readings.push(measured.map(|()| (found, readings)));
        }
        let faults = u64::from(ending.fault.is_some());
        batch.faulty.extend(ending.fault.map(|(seat, _)| (index, sit[seat.index()])));
        batch.played += PlayedCounts { matches: 1, rounds: ending.rounds.into(), turns: ending.turns, faults };
        ending.fault.is_some()
    }
}

/// Writes and measures every round of a match when it ends, and forwards events to the observers.
struct Writer<'w, 'e> {
    rows: &'w mut RowBatch,
    written: [&'w mut RowBuffer; 2],
    reader: Option<&'w mut RowReader<'e>>,
    entrants: &'w [&'w str],
    number: u32,
    watches: &'w mut [Box<dyn MatchObserver>],
    measured: Result<(), RowsError>,
}

impl Writer<'_, '_> {
    fn measure(&mut self, file: usize) {
        let row = GameRow::Written(&*self.written[file]);
        if let (Some(reader), Ok(())) = (&mut self.reader, &self.measured) {
            let seats = self.entrants.len();
            self.measured = if file == 0 { reader.round(row, seats, true) } else { reader.seat(row, seats) };
        }
    }
}

impl Watcher for Writer<'_, '_> {
    fn sees_decisions(&self) -> bool {
        self.watches.iter().any(|watch| watch.sees_decisions())
    }

    fn decision(&mut self, decided: &dyn DecisionRecord) {
        self.watches.iter_mut().filter(|watch| watch.sees_decisions()).for_each(|watch| watch.decision(decided));
    }

    fn sees_answers(&self) -> bool {
        self.watches.iter().any(|watch| watch.sees_answers())
    }

    fn answer(&mut self, answer: &Answer<'_>) {
        self.watches.iter_mut().filter(|watch| watch.sees_answers()).for_each(|watch| watch.answer(answer));
    }

    fn round(&mut self, round: &dyn RoundView) {
        self.number += 1;
        let row = &mut *self.written[0];
        row.next();
        row.push(self.number.into());
        round.write_round(&mut |field| row.push(field));
        self.rows.add(0, row);
        self.measure(0);
        for (i, entrant) in self.entrants.iter().enumerate() {
            let (row, seat) = (&mut *self.written[1], Seat::new(i));
            row.next();
            [self.number.into(), seat.into(), Field::from(*entrant)].into_iter().for_each(|field| row.push(field));
            round.write_seat(seat, &mut |field| row.push(field));
            self.rows.add(1, row);
            self.measure(1);
        }
        self.watches.iter_mut().for_each(|watch| watch.round(round));
    }
}
