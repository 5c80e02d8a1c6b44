//! All matches in parallel, rows handed on in schedule order.
//!
//! Every worker takes the next few matches, plays them, and leaves their rows with the others. Whoever finds the next rows
//! in order hands them on while the rest keep playing, so there is no thread that only writes. When too many rows wait for
//! a slow match before them, workers wait too: memory does not grow with the number of matches.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use ergo_agents::agent::Player;
use ergo_agents::roster::Roster;
use ergo_engine::game::RoundRecord;
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::Transcript;
use rayon::ThreadPool;

use crate::experiment::{Experiment, FaultRule};
use crate::players;
use crate::programs::{Programs, Who};
use crate::referee;
use crate::rows::{Heading, Rows, TranscriptLine};
use crate::schedule::Schedule;
use crate::seating::place_at;
use crate::stopwatch::{Timing, used};

/// The most bytes of rows that may wait for a match before them.
const MOST_WAITING: usize = 4 << 20;
/// Workers take as many matches at once as fill about this time.
const BATCH_TIME: Duration = Duration::from_millis(4);
/// The most matches taken at once.
const MOST_TAKEN: u64 = 256;

/// The rows of consecutive matches.
#[derive(Default)]
pub struct Batch {
    /// Index of the first match, counted from 0.
    pub first: u64,
    /// How many matches.
    pub matches: u64,
    /// Their rows.
    pub rows: Rows,
    /// Rounds written down.
    pub rounds: u64,
    /// Turns of those rounds.
    pub turns: u64,
    /// Matches that ended by a fault.
    pub faults: u64,
    /// Whether the run ends here, by a fault that the experiment forbids.
    pub stops: bool,
}

/// Plays the matches of `schedule` from index `from` on with the threads of `pool`, and hands their rows to `write`, in
/// order. `programs` are those from outside that sit at the tables, `timing` is what searches by a clock go by. Ends early at
/// the first fault if the experiment says so, and at the first error of `write`.
pub fn play_all<G: Configurable + Roster, E: Send>(
    experiment: &Experiment<G>,
    schedule: &Schedule,
    from: u64,
    pool: &ThreadPool,
    programs: &Arc<Programs>,
    timing: &Timing,
    write: impl FnMut(&Batch) -> Result<(), E> + Send,
) -> Result<(), E> {
    let queue = Queue {
        state: Mutex::new(State {
            ready: BTreeMap::new(),
            spare: Vec::new(),
            waiting: 0,
            next_taken: from,
            next_written: from,
            end: schedule.end(),
            writing: false,
            error: None,
        }),
        changed: Condvar::new(),
        write: Mutex::new(write),
    };
    pool.broadcast(|_| {
        let mut worker = Worker { experiment, schedule, programs, timing, scratch: Vec::new(), rules: None };
        work(&mut worker, &queue);
    });
    let state = queue.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    state.error.map_or(Ok(()), Err)
}

/// What workers share.
struct Queue<W, E> {
    state: Mutex<State<E>>,
    changed: Condvar,
    write: Mutex<W>,
}

struct State<E> {
    /// Batches played and not yet written, by their first match.
    ready: BTreeMap<u64, Batch>,
    /// Written batches, to be used again.
    spare: Vec<Batch>,
    /// Bytes in `ready`.
    waiting: usize,
    next_taken: u64,
    next_written: u64,
    /// No match from here on is to be played.
    end: u64,
    /// Whether some worker is handing rows on.
    writing: bool,
    error: Option<E>,
}

impl<E, W: FnMut(&Batch) -> Result<(), E>> Queue<W, E> {
    fn lock(&self) -> MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// An empty batch for the next matches, `size` of them if there are as many.
    fn take(&self, size: u64) -> Option<Batch> {
        let mut state = self.lock();
        let first = state.next_taken;
        let matches = size.min(state.end.saturating_sub(first));
        if matches == 0 {
            return None;
        }
        state.next_taken += matches;
        let mut batch = state.spare.pop().unwrap_or_default();
        batch.rows.clear();
        Some(Batch { first, matches, rows: batch.rows, ..Batch::default() })
    }

    /// Leaves a played batch, hands on whatever is next in order, and waits while too much waits for others.
    fn leave(&self, batch: Batch) {
        let mut state = self.lock();
        if batch.stops {
            state.end = state.end.min(batch.first + batch.matches);
        }
        state.waiting += batch.rows.len();
        state.ready.insert(batch.first, batch);
        loop {
            let next = state.next_written;
            if !state.writing
                && next < state.end
                && let Some(batch) = state.ready.remove(&next)
            {
                state.writing = true;
                drop(state);
                let written = (self.write.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))(&batch);
                state = self.lock();
                state.writing = false;
                state.waiting -= batch.rows.len();
                state.next_written += batch.matches;
                state.spare.push(batch);
                if let Err(error) = written {
                    state.error = Some(error);
                    state.end = 0;
                }
                self.changed.notify_all();
            } else if state.waiting > MOST_WAITING && state.next_written < state.end {
                state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
            } else {
                return;
            }
        }
    }

    fn give_up(&self) {
        self.lock().end = 0;
        self.changed.notify_all();
    }
}

/// Wakes the other workers if this one panics, so that none waits for its rows.
struct GiveUp<'q, W: FnMut(&Batch) -> Result<(), E>, E>(&'q Queue<W, E>);

impl<E, W: FnMut(&Batch) -> Result<(), E>> Drop for GiveUp<'_, W, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.give_up();
        }
    }
}

fn work<G: Configurable + Roster, E, W: FnMut(&Batch) -> Result<(), E>>(
    worker: &mut Worker<'_, G>,
    queue: &Queue<W, E>,
) {
    let _guard = GiveUp(queue);
    let mut size = 1;
    while let Some(mut batch) = queue.take(size) {
        let start = Instant::now();
        worker.play(&mut batch);
        let took = start.elapsed();
        if took < BATCH_TIME / 2 {
            size = (size * 2).min(MOST_TAKEN);
        } else if took > BATCH_TIME * 2 {
            size = (size / 2).max(1);
        }
        queue.leave(batch);
    }
}

/// One thread's way through its matches.
struct Worker<'e, G: Configurable + Roster> {
    experiment: &'e Experiment<G>,
    schedule: &'e Schedule,
    programs: &'e Arc<Programs>,
    timing: &'e Timing,
    scratch: Vec<G::Action>,
    /// The settings last written into a transcript, with their arm and number of seats.
    rules: Option<((usize, usize), Settings)>,
}

impl<G: Configurable + Roster> Worker<'_, G> {
    /// Plays all matches of `batch`, or up to a fault that stops the run.
    fn play(&mut self, batch: &mut Batch) {
        for done in 0..batch.matches {
            let fault = self.play_one(batch.first + done, batch);
            if fault && self.experiment.faults == FaultRule::Stop {
                batch.matches = done + 1;
                batch.stops = true;
                return;
            }
        }
    }

    /// Plays one match and adds it to `batch`; gives whether it ended by a fault.
    fn play_one(&mut self, index: u64, batch: &mut Batch) -> bool {
        let experiment = self.experiment;
        let slot = self.schedule.slot(index);
        let arm = &experiment.arms[slot.arm];
        let table = self.schedule.table(slot.table);
        let seats = SeatCount::new(table.len());
        let game = arm.game(seats);
        let entrants: Vec<usize> = seats.iter().map(|seat| table[place_at(seat, slot.rotation, seats)]).collect();
        let names: Vec<&str> = entrants.iter().map(|&entrant| experiment.entrants[entrant].as_str()).collect();
        let spec = |seat: Seat| &arm.agents[entrants[seat.index()]];
        let watches: Vec<_> = seats.iter().map(|seat| self.timing.stopwatch(spec(seat), slot.number, seat)).collect();
        let mut players: Vec<Player<G>> = seats
            .iter()
            .map(|seat| {
                let (name, watch) = (names[seat.index()], watches[seat.index()].clone());
                let who = || Who { entrant: name.to_owned(), game: format!("match {}", slot.number), seat };
                let seed = self.schedule.seat_seed(&slot, seat);
                players::seat((&experiment.agents, game), spec(seat), seed, seat, who, self.programs, watch)
            })
            .collect();

        let deal = self.schedule.deal_seed(&slot);
        let mut transcript = experiment.transcripts.then(|| Transcript::new(deal));
        let heading = Heading::new(&arm.label, &slot, &names);
        let rows = &mut batch.rows;
        let mut luck = vec![0.0; if experiment.luck { seats.get() * G::Round::LUCK_COLUMNS.len() } else { 0 }];
        let mut number = 0;
        let ending = referee::play(game, deal, &mut players, transcript.as_mut(), &mut self.scratch, |round| {
            number += 1;
            rows.round(&heading, number, round);
            if experiment.luck {
                game.luck(round, &mut luck);
            }
        });
        rows.ending(&heading, &ending);
        if experiment.luck {
            rows.luck(&heading, &luck);
        }
        if let Some(transcript) = &transcript {
            let key = (slot.arm, seats.get());
            let (_, rules) = match self.rules.take() {
                Some(known) if known.0 == key => self.rules.insert(known),
                _ => self.rules.insert((key, game.settings())),
            };
            let line = TranscriptLine::new((G::NAME, rules), &arm.label, &slot, &names, transcript, &ending);
            rows.transcript(&TranscriptLine { iterations: used(&watches), ..line });
        }
        batch.rounds += u64::from(ending.rounds);
        batch.turns += ending.turns;
        batch.faults += u64::from(ending.fault.is_some());
        ending.fault.is_some()
    }
}
