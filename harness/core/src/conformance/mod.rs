//! Conformance test for external programs: checks that a program follows the protocol of [`ergo_agents::process`] in
//! every kind of position.
//!
//! The program plays whole matches in every seat of every table size against random agents, then again with the same
//! seed, then against itself, and once after a message of unknown type. Each point of the protocol gets its own result.

mod positions;
mod watched;

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ergo_agents::process::{Limits, Link};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;

use crate::job::for_each_task;
use crate::job::programs::logs::{FOLDER, Logs};
use crate::job::programs::{ProcessLabel, Program, Programs, StartError};
use crate::registry::arena::{DynRules, NoWatcher, SeatAssignment, SeatPlayer, Table};
use crate::report::{count, count_noun};

use positions::PositionCounts;
use watched::{Observations, ObservedProgram, SharedObservations, held};

/// A message of a type that no version of the protocol has.
const UNKNOWN: &[u8] = b"{\"type\":\"weather\",\"id\":1,\"sky\":[\"grey\"]}\n";

/// How well a program meets one point of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointStatus {
    /// The program meets this point.
    Right,
    /// The behaviour is permitted but worth knowing.
    Note,
    /// The program violates this point.
    Wrong,
}

/// The result for one point of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// The status of this point.
    pub verdict: PointStatus,
    /// The name of the point.
    pub point: &'static str,
    /// The result in words.
    pub text: String,
}

fn right(point: &'static str, text: String) -> CheckResult {
    CheckResult { verdict: PointStatus::Right, point, text }
}

fn note(point: &'static str, text: String) -> CheckResult {
    CheckResult { verdict: PointStatus::Note, point, text }
}

fn wrong(point: &'static str, text: String) -> CheckResult {
    CheckResult { verdict: PointStatus::Wrong, point, text }
}

/// The setup of a conformance test.
pub struct ConformanceCheck<'t> {
    /// The rules for each table size.
    pub rules: &'t [Arc<dyn DynRules>],
    /// The command of the program and its time limits.
    pub limits: &'t Limits,
    /// Number of matches in each seat.
    pub matches: u32,
    /// The master seed of all random streams.
    pub seed: u64,
    /// The folder for the standard error output of the program.
    pub folder: &'t Path,
}

/// A match in which the program played in one or more seats.
struct PlayedMatch {
    /// The name of the match in messages.
    name: String,
    actions: String,
    has_fault: bool,
    /// The observations of each process.
    seen: Vec<Observations>,
}

impl ConformanceCheck<'_> {
    /// Runs all checks and returns one result per point of the protocol.
    ///
    /// # Errors
    ///
    /// Returns an error if programs cannot be started on this system.
    pub fn run(&self) -> Result<Vec<CheckResult>, StartError> {
        let programs = Arc::new(Programs::new(Some(Logs::new(self.folder, ""))));
        let mut findings = vec![self.start(&programs)];
        if findings[0].verdict == PointStatus::Wrong {
            programs.check_startable()?;
            findings.extend(self.errors());
            return Ok(findings);
        }
        let alone = self.alone(&programs, None);
        findings.push(self.answers(&alone, &programs));
        findings.push(positions(&alone));
        findings.push(self.time(&alone));
        findings.push(output(&alone));
        findings.push(end(&alone));
        findings.push(repetition(&alone, &self.alone(&programs, None)));
        programs.take_forfeits();
        findings.push(self.copies(&programs));
        findings.push(self.unknown(&programs));
        programs.finish_logs();
        programs.check_startable()?;
        findings.extend(self.errors());
        Ok(findings)
    }

    /// Checks that the program greets and ends when its input is closed.
    fn start(&self, programs: &Arc<Programs>) -> CheckResult {
        let watch = SharedObservations::default();
        let who = ProcessLabel { entrant: "program".to_owned(), game: "start".to_owned(), seat: Seat::new(0) };
        let started = Program::start(programs, &who, self.limits).and_then(|program| {
            let link = Box::new(ObservedProgram::new(program, &watch, None));
            self.rules[0].greet(link, self.limits, &who, Seed::master(self.seed))
        });
        let name = match started {
            Ok(name) => name,
            Err(fault) => {
                let reason = programs.take_reason(&who).map_or(String::new(), |reason| reason.details);
                let complaint = held(&watch).complaint.clone().unwrap_or_else(|| fault.to_string());
                return wrong("start", complaint + &reason);
            }
        };
        let took = held(&watch).start.unwrap_or_default();
        let name = if name.is_empty() { "without a name".to_owned() } else { format!("as {name:?}") };
        right("start", format!("ready after {} {name}, of {} ms allowed", ms(took), self.limits.start_ms))
    }

    /// Plays the program in every seat of every table among random agents. Matches are played one after the other
    /// because they are timed.
    fn alone(&self, programs: &Arc<Programs>, extra: Option<&'static [u8]>) -> Vec<PlayedMatch> {
        let of_size = |rules: &'_ Arc<dyn DynRules>| {
            let seats = rules.seats();
            (0..self.matches).flat_map(move |number| seats.iter().map(move |seat| (number, seat)))
        };
        let matches: Vec<(&dyn DynRules, u32, Seat)> =
            self.rules.iter().flat_map(|rules| of_size(rules).map(|(number, seat)| (&**rules, number, seat))).collect();
        let one = |index: u64| {
            let (rules, number, seat) = matches[index as usize];
            self.play(programs, rules, number, |other| other == seat, extra)
        };
        let mut all = Vec::new();
        let Ok(()) = for_each_task(one, 0..matches.len() as u64, None, |played| {
            all.append(played);
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        });
        all
    }

    fn play(
        &self,
        programs: &Arc<Programs>,
        rules: &dyn DynRules,
        number: u32,
        sits: impl Fn(Seat) -> bool,
        extra: Option<&'static [u8]>,
    ) -> PlayedMatch {
        let seats = rules.seats();
        let numbers: Vec<String> = seats.iter().filter(|&seat| sits(seat)).map(|seat| seat.to_string()).collect();
        let table = format!("match {} with {} seats", number + 1, seats.get());
        let name = format!("{table}, in seat {}", numbers.join(", "));
        let master = Seed::master(self.seed).derive("conformance", &[seats.get() as u64, u64::from(number)]);
        let who = |seat| ProcessLabel { entrant: "program".to_owned(), game: table.clone(), seat };
        let watches: Vec<(Seat, SharedObservations)> =
            seats.iter().filter(|&seat| sits(seat)).map(|seat| (seat, SharedObservations::default())).collect();
        let connect = |(seat, watch): &(Seat, SharedObservations)| {
            let (who, watch) = (who(*seat), Arc::clone(watch));
            move || {
                let program = Program::start(programs, &who, self.limits)?;
                Ok(Box::new(ObservedProgram::new(program, &watch, extra)) as Box<dyn Link>)
            }
        };
        let lines: Vec<_> = watches.iter().map(connect).collect();
        let mut free = lines.iter();
        let chair = |seat: Seat| {
            let line = if sits(seat) { free.next() } else { None };
            let seated = line.map_or(SeatPlayer::Random, |line| SeatPlayer::Linked(self.limits, line));
            SeatAssignment { entrant: "program", seed: master.derive("seat", &[seat.number() as u64]), seated }
        };
        let chairs = seats.iter().map(chair).collect();
        let seated = Table { chairs, programs, called: &|| table.clone() };
        let deal = master.derive("deal", &[]);
        let mut transcript = Transcript::new(deal);
        let ending = rules.play(deal, &seated, Some(&mut transcript), &mut NoWatcher);
        let seen = watches.iter().map(|(_, watch)| std::mem::take(&mut *held(watch))).collect();
        PlayedMatch { name, actions: transcript.actions, has_fault: ending.fault.is_some(), seen }
    }

    fn answers(&self, alone: &[PlayedMatch], programs: &Programs) -> CheckResult {
        let answers: usize = alone.iter().flat_map(|played| &played.seen).map(|seen| seen.answers.len()).sum();
        let sizes: Vec<String> = self.rules.iter().map(|rules| rules.seats().get().to_string()).collect();
        let what = format!(
            "{} to {}, a fresh process each, in every seat of tables of {}",
            count_noun(answers as u64, "answer"),
            count_noun(alone.len() as u64, "match"),
            sizes.join(", ")
        );
        match first_fault(alone, programs) {
            Some(fault) => wrong("answers", fault),
            None => right("answers", format!("{what}, all legal and in time")),
        }
    }

    fn time(&self, alone: &[PlayedMatch]) -> CheckResult {
        let mut times: Vec<Duration> =
            alone.iter().flat_map(|played| &played.seen).flat_map(|seen| seen.answers.clone()).collect();
        times.sort_unstable();
        let (Some(slowest), Some(median)) = (times.last(), times.get(times.len() / 2)) else {
            return wrong("time", "it gave no answer".to_owned());
        };
        let allowed = Duration::from_millis(self.limits.move_ms);
        let text =
            format!("slowest answer {}, median {}, of {} ms allowed", ms(*slowest), ms(*median), self.limits.move_ms);
        if *slowest > allowed / 2 {
            note("time", format!("{text}: a busy machine may make it late"))
        } else {
            right("time", text)
        }
    }

    /// Plays copies of the program in every seat of the largest table.
    fn copies(&self, programs: &Arc<Programs>) -> CheckResult {
        let Some(rules) = self.rules.last() else { return note("copies", "no table".to_owned()) };
        let played = self.play(programs, &**rules, self.matches, |_| true, None);
        match first_fault(&[played], programs) {
            Some(fault) => wrong("copies", fault),
            None => right("copies", format!("{} copies play at one table", rules.seats().get())),
        }
    }

    fn unknown(&self, programs: &Arc<Programs>) -> CheckResult {
        let played = self.play(programs, &*self.rules[0], 0, |seat| seat.index() == 0, Some(UNKNOWN));
        match first_fault(&[played], programs) {
            Some(fault) => wrong("unknown", format!("after a line of a type it does not know: {fault}")),
            None => right("unknown", "a line of a type it does not know is skipped".to_owned()),
        }
    }

    /// Returns the first lines that the program wrote to standard error, if any.
    fn errors(&self) -> Option<CheckResult> {
        const LINES: usize = 20;
        let log = std::fs::read(self.folder.join(FOLDER).join("program.log")).ok()?;
        let text = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = text.lines().take(LINES).collect();
        Some(note(
            "log",
            format!(
                "the first lines of standard error, as in stderr/<entrant>.log of a run:\n    {}",
                lines.join("\n    ")
            ),
        ))
    }
}

/// Returns the number of matches that ended with a fault, and the first one with its reason.
fn first_fault(played: &[PlayedMatch], programs: &Programs) -> Option<String> {
    let forfeits = programs.take_forfeits();
    let faulty = played.iter().filter(|played| played.has_fault).count();
    let many = if played.len() > 1 {
        format!("{faulty} of {} forfeited, first ", count_noun(played.len() as u64, "match"))
    } else {
        String::new()
    };
    Some(format!("{many}{}", forfeits.first()?.text))
}

fn positions(alone: &[PlayedMatch]) -> CheckResult {
    let mut all = PositionCounts::default();
    alone.iter().flat_map(|played| &played.seen).for_each(|seen| all.add(&seen.positions));
    let kinds: Vec<String> = all.met().map(|(name, times)| format!("{name} {}", count(times))).collect();
    right("positions", format!("asked about: {}", kinds.join("; ")))
}

fn output(alone: &[PlayedMatch]) -> CheckResult {
    let seen = || alone.iter().flat_map(|played| &played.seen);
    let unasked: usize = seen().filter_map(|seen| seen.farewell).map(|farewell| farewell.unasked).sum();
    let garbage =
        seen().filter_map(|seen| seen.complaint.as_deref()).find(|complaint| complaint.starts_with("garbage"));
    match garbage {
        Some(complaint) => wrong("output", complaint.to_owned()),
        None if unasked > 0 => wrong("output", format!("{} without a request", count_noun(unasked as u64, "byte"))),
        None => right("output", "nothing but answers on standard output".to_owned()),
    }
}

fn end(alone: &[PlayedMatch]) -> CheckResult {
    let farewells = || alone.iter().flat_map(|played| &played.seen).filter_map(|seen| seen.farewell);
    let stayed = farewells().filter(|farewell| farewell.status.is_none()).count();
    let failed = farewells().filter_map(|farewell| farewell.status).find(|status| !status.success());
    match failed {
        _ if stayed > 0 => wrong(
            "end",
            format!(
                "{} it had to be killed because it did not exit when its input was closed",
                count_noun(stayed as u64, "time")
            ),
        ),
        Some(status) => wrong("end", format!("ended with {status} after a match, expected 0")),
        None if farewells().next().is_none() => note("end", "no match was finished".to_owned()),
        None => right("end", "exits with status 0 when its input is closed".to_owned()),
    }
}

fn repetition(first: &[PlayedMatch], second: &[PlayedMatch]) -> CheckResult {
    let differing = first.iter().zip(second).find(|(first, second)| first.actions != second.actions);
    match differing {
        Some((played, _)) => note(
            "repetition",
            format!("different answers with the same seed ({}): its matches cannot be repeated", played.name),
        ),
        None => right("repetition", "the same seed gives the same answers".to_owned()),
    }
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
