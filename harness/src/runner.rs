//! The matches of a schedule as a job: each is played by its number, and comes to rows.

use std::ops::ControlFlow;
use std::sync::Arc;

use ergo_agents::agent::Player;
use ergo_engine::game::{Game, RoundRecord};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::Transcript;

use crate::agency::decided;
use crate::experiment::{Experiment, FaultRule};
use crate::job::{Desk, Job, Played, Yield};
use crate::players;
use crate::programs::{Programs, Who};
use crate::referee;
use crate::rows::{Heading, Rows, TranscriptLine};
use crate::schedule::Schedule;
use crate::seating::place_at;
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
pub(crate) struct Matches<'e, G: Game> {
    /// What is played.
    pub experiment: &'e Experiment<G>,
    /// In which order.
    pub schedule: &'e Schedule,
    /// Programs from outside that sit at the tables.
    pub programs: &'e Arc<Programs>,
    /// What searches by a clock go by.
    pub timing: &'e Timing,
}

impl<G: Configurable> Job for Matches<'_, G> {
    type Yield = Batch;

    fn desk(&self) -> Desk<'_, Batch> {
        let Matches { experiment, schedule, programs, timing } = *self;
        let mut worker = Worker { experiment, schedule, programs, timing, scratch: Vec::new(), rules: None };
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
pub(crate) struct Worker<'e, G: Configurable> {
    experiment: &'e Experiment<G>,
    schedule: &'e Schedule,
    programs: &'e Arc<Programs>,
    timing: &'e Timing,
    scratch: Vec<G::Action>,
    /// The settings last written into a transcript, with their arm and number of seats.
    rules: Option<((usize, usize), Settings)>,
}

impl<G: Configurable> Worker<'_, G> {
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
        let seeds: Vec<_> = seats.iter().map(|seat| self.schedule.seat_seed(&slot, seat)).collect();
        let seated_by = |game: &G, seeds: &[Seed]| -> Vec<Player<G>> {
            let seated = seats.iter().map(|seat| {
                let (name, watch, seed) = (names[seat.index()], watches[seat.index()].clone(), seeds[seat.index()]);
                let who = || Who { entrant: name.to_owned(), game: format!("match {}", slot.number), seat };
                players::seat((&experiment.game.agents, game), spec(seat), seed, seat, who, self.programs, watch)
            });
            seated.collect()
        };
        let mut seated = |game: &G| seated_by(game, &seeds);
        let mut players = seated(game);

        let deal = self.schedule.deal_seed(&slot);
        let wanted = experiment.transcripts || experiment.cards > 0 || experiment.agency > 0;
        let mut transcript = wanted.then(|| Transcript::new(deal));
        let heading = Heading::new(&arm.label, &slot, &names);
        let rows = &mut batch.rows;
        let account = experiment.game.luck.as_ref().filter(|_| experiment.luck);
        let mut luck = vec![0.0; account.map_or(0, |account| seats.get() * account.columns.len())];
        let mut number = 0;
        let ending = referee::play(game, deal, &mut players, transcript.as_mut(), &mut self.scratch, &mut |round| {
            number += 1;
            rows.round(&heading, number, round);
            if let Some(account) = account {
                (account.add)(game, round, &mut luck);
            }
        });
        if !G::Round::KEPT {
            rows.round(&heading, 1, &());
        }
        rows.ending(&heading, &ending);
        if account.is_some() {
            rows.luck(&heading, &luck);
        }
        let asked = experiment.game.cards.filter(|_| experiment.cards > 0);
        if let Some((take_up, transcript)) = asked.zip(transcript.as_ref()) {
            rows.cards(&heading, &take_up(game, transcript, experiment.cards, &mut seated));
        }
        if let Some(transcript) = transcript.as_ref().filter(|_| experiment.agency > 0) {
            let mut anew = |seed: &Seed| {
                let seeds: Vec<Seed> = seats.iter().map(|seat| seed.derive("seat", &[seat.number() as u64])).collect();
                seated_by(game, &seeds)
            };
            rows.agency(&heading, &decided(game, transcript, experiment.agency, &mut anew));
        }
        if let Some(transcript) = transcript.as_ref().filter(|_| experiment.transcripts) {
            let key = (slot.arm, seats.get());
            let (_, rules) = match self.rules.take() {
                Some(known) if known.0 == key => self.rules.insert(known),
                _ => self.rules.insert((key, game.settings())),
            };
            let line = TranscriptLine::new((G::NAME, rules), &arm.label, &slot, &names, transcript, Some(&ending));
            rows.transcript(&TranscriptLine { iterations: used(&watches), ..line });
        }
        let faults = u64::from(ending.fault.is_some());
        batch.faulty.extend(ending.fault.map(|(seat, _)| (index, entrants[seat.index()])));
        batch.played += Played { matches: 1, rounds: ending.rounds.into(), turns: ending.turns, faults };
        ending.fault.is_some()
    }
}
