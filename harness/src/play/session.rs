//! A match with a person, from the person's end: the choices, the picked turn, the events.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ergo_agents::agent::Explanation;
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_harness::arena::presentation::{Names, TextView, Turn};
use ergo_harness::arena::{
    Advice, DynRules, PersonMessage, RoundEnd, TableMessage, TurnChoice, TurnOptions, ViewRequest as StateView,
};
use serde_json::Value;

use super::match_thread::{MatchResult, MatchSetup, MatchThread, SharedTranscript, seeds, spawn};
use super::outcome::{outcome_text, winners};
use super::record::Record;
use super::view::{AdviceView, Candidate, Choice, End, LogEntry, Phase, View};

/// The most candidates of a hint that are shown.
const MOST_CANDIDATES: usize = 8;

/// A moment within the person's turn.
struct Moment {
    at: Box<dyn TurnChoice>,
    /// What the person knows and may do there.
    moves: TurnOptions,
    /// The actions that led there from the moment before, and how they were named.
    by: (Vec<String>, String),
}

impl Moment {
    /// Returns true if nothing may follow in the same turn.
    fn is_complete(&self) -> bool {
        self.moves.steps.is_empty()
    }
}

/// A match under way.
pub(crate) struct Session {
    rules: Arc<dyn DynRules>,
    entrants: Vec<String>,
    own: Seat,
    adviser: String,
    record: Record,
    actions: SharedTranscript,
    messages: Receiver<TableMessage>,
    /// `None` once the person has left.
    orders: Option<Sender<PersonMessage>>,
    referee: Option<JoinHandle<MatchResult>>,
    /// The beginning of the turn, then one moment for each step picked; empty while others choose.
    moments: Vec<Moment>,
    /// The scene that the person saw last.
    scene: TextView,
    board: Value,
    /// Actions that are not in the log yet.
    heard: Vec<(Seat, String)>,
    happened: Vec<String>,
    log: Vec<LogEntry>,
    rounds: Vec<Vec<i32>>,
    round_end: Option<RoundEnd>,
    /// Whether the person still looks at the end of that round.
    pauses: bool,
    /// The adviser's answer on the turn, if it was asked.
    advice: Option<Advice>,
    end: Option<End>,
}

impl Session {
    /// Begins a match, and writes the beginning of its record.
    ///
    /// # Errors
    ///
    /// Fails if the record cannot be written.
    pub(crate) fn begin(setup: MatchSetup, record: Record) -> Result<Self, String> {
        let (rules, own) = (Arc::clone(&setup.rules), setup.own);
        let adviser = setup.adviser.0.clone();
        record.write(&Transcript::new(seeds(setup.seed, &setup.entrants).0), None)?;
        let MatchThread { names, actions, messages, orders, referee } = spawn(setup);
        Ok(Session {
            rules,
            entrants: names,
            own,
            adviser,
            record,
            actions,
            messages,
            orders: Some(orders),
            referee: Some(referee),
            moments: Vec::new(),
            scene: TextView::default(),
            board: Value::Null,
            heard: Vec::new(),
            happened: Vec::new(),
            log: Vec::new(),
            rounds: Vec::new(),
            round_end: None,
            pauses: false,
            advice: None,
            end: None,
        })
    }

    /// Waits until the person is to choose, or a round or the match is over, but no longer than `patience`.
    ///
    /// # Errors
    ///
    /// Fails if the match cannot go on, or if its record cannot be written.
    pub(crate) fn wait(&mut self, patience: Duration) -> Result<Phase, String> {
        let until = Instant::now() + patience;
        while self.phase() == Phase::Others {
            match self.messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(TableMessage::Heard(seat, words)) => self.hear(seat, words),
                Ok(TableMessage::Round(end)) => {
                    self.log_heard();
                    // Rounds without points are parts of one game and need no attention.
                    if !self.rules.facts().points {
                        continue;
                    }
                    self.happened.push(end.text.clone());
                    self.log.push(LogEntry { seat: None, text: end.text.clone() });
                    self.rounds.push(end.scores.clone());
                    self.pauses = !end.last;
                    self.round_end = Some(end);
                }
                Ok(TableMessage::Asked(at)) => self.asked(at)?,
                // An answer to a question that was not asked.
                Ok(TableMessage::Advice(_)) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => self.finish()?,
            }
        }
        Ok(self.phase())
    }

    /// The rules of the match.
    pub(crate) fn rules(&self) -> &dyn DynRules {
        &*self.rules
    }

    /// The person's seat.
    pub(crate) fn own(&self) -> Seat {
        self.own
    }

    /// The names of the players without their seats.
    pub(crate) fn seated(&self) -> Vec<String> {
        let name = |(name, seat): (&String, Seat)| if seat == self.own { "you".to_owned() } else { name.clone() };
        self.record.entrants().iter().zip(self.rules.seats().iter()).map(name).collect()
    }

    /// The agents of the other seats, as they were given.
    pub(crate) fn opponents(&self) -> impl Iterator<Item = &str> {
        let others = self.record.entrants().iter().enumerate().filter(|(seat, _)| *seat != self.own.index());
        others.map(|(_, name)| name.as_str())
    }

    /// What the match waits for.
    pub(crate) fn phase(&self) -> Phase {
        match (&self.end, self.moments.is_empty()) {
            (Some(_), _) => Phase::Over,
            _ if self.pauses => Phase::Round,
            (None, true) => Phase::Others,
            (None, false) => Phase::Own,
        }
    }

    /// Goes on after the end of a round.
    ///
    /// # Errors
    ///
    /// Fails if no round has just ended.
    pub(crate) fn go_on_after_round(&mut self) -> Result<(), String> {
        match std::mem::take(&mut self.pauses) {
            true => Ok(()),
            false => Err("no round has just ended, expected to play on".to_owned()),
        }
    }

    /// Picks the turn, or the rest of it, with this number of the list.
    ///
    /// # Errors
    ///
    /// Fails if the list has no such number.
    pub(crate) fn pick(&mut self, number: usize) -> Result<(), String> {
        let now = self.now()?;
        let found = now
            .moves
            .turns
            .iter()
            .zip(1..)
            .find(|(turn, place)| number_of(&now.moves.turns, &turn.0, *place) == number);
        let Some(((turn, says), _)) = found else {
            return Err(match now.moves.turns.len() {
                0 => "the turn is complete, expected to play it or to take it back".to_owned(),
                _ => format!("no turn {number}, expected a number of the list"),
            });
        };
        let (actions, says) = (turn.actions.clone(), says.clone());
        self.go_on(&actions, says)
    }

    /// Picks one action, in the notation of the game.
    ///
    /// # Errors
    ///
    /// Fails if the action is not legal.
    pub(crate) fn step(&mut self, action: &str) -> Result<(), String> {
        let now = self.now()?;
        let says = now.moves.steps.iter().find(|step| step.action == action).map(|step| step.description.words.clone());
        self.go_on(&[action.to_owned()], says.unwrap_or_else(|| action.to_owned()))
    }

    /// Picks what is typed: a number of the list, the result of a turn, or actions in the notation of the game.
    ///
    /// # Errors
    ///
    /// Fails if that is no turn, or fits several.
    pub(crate) fn pick_typed(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        if let Ok(number) = text.parse() {
            return self.pick(number);
        }
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let now = self.now()?;
        let actions: Option<Vec<String>> = words.map(|word| now.at.reads(word)).collect();
        if let Some(actions) = actions.filter(|actions| !actions.is_empty()) {
            return self.go_on(&actions, text.to_owned());
        }
        let (typed, fields) = (bare(text), bare(text) + ";");
        let whole = now.moves.turns.iter().zip(1..).filter(|(turn, _)| bare(&turn.0.line) == typed);
        let begun = now.moves.turns.iter().zip(1..).filter(|(turn, _)| bare(&turn.0.line).starts_with(&fields));
        let found: Vec<usize> =
            whole.chain(begun).map(|(turn, place)| number_of(&now.moves.turns, &turn.0, place)).collect();
        match found.as_slice() {
            [] => Err(format!(
                "\"{text:.200}\": no such turn, expected one of the list, by its number or as it is written there"
            )),
            [number] => self.pick(*number),
            several => {
                let numbers: Vec<String> = several.iter().take(12).map(ToString::to_string).collect();
                let dots = if several.len() > 12 { " …" } else { "" };
                Err(format!(
                    "\"{text:.200}\": {} turns leave that, expected one of {}{dots}",
                    several.len(),
                    numbers.join(" ")
                ))
            }
        }
    }

    /// Takes back the last step picked, and returns whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        if self.moments.len() < 2 {
            return false;
        }
        self.moments.pop();
        self.look();
        true
    }

    /// Plays the picked turn.
    ///
    /// # Errors
    ///
    /// Fails if the turn is not complete.
    pub(crate) fn commit(&mut self) -> Result<(), String> {
        if !self.now()?.is_complete() {
            return Err("the turn is not complete, expected one of the list".to_owned());
        }
        let actions = self.moments.iter().flat_map(|moment| moment.by.0.iter().cloned()).collect();
        self.moments.clear();
        self.happened.clear();
        self.advice = None;
        // If the match has ended, `wait` reports that.
        let _ = self.order(PersonMessage::Play(actions));
        Ok(())
    }

    /// Asks the adviser for its choice at the beginning of the turn.
    ///
    /// # Errors
    ///
    /// Fails if it is not the person's turn, or if the adviser fails.
    pub(crate) fn advise(&mut self) -> Result<(), String> {
        self.now()?;
        if self.advice.is_some() {
            return Ok(());
        }
        self.order(PersonMessage::Advise)?;
        loop {
            match self.messages.recv() {
                Ok(TableMessage::Advice(advice)) => {
                    self.advice = Some(advice?);
                    return Ok(());
                }
                // While the match waits for the person, there are no other messages.
                Ok(_) => {}
                Err(_) => return Err("the match is over, expected one that goes on".to_owned()),
            }
        }
    }

    /// Leaves the match. The record stays as it was written when the person was asked last.
    pub(crate) fn leave(&mut self) {
        self.orders = None;
        // In the person's turn the match ends at once. Others may think for long and are not waited for.
        if let Some(referee) = self.referee.take_if(|_| !self.moments.is_empty()) {
            let _ = referee.join();
        }
    }

    /// Returns all that the person may see.
    pub(crate) fn view(&self) -> View {
        let now = self.moments.last().filter(|_| !self.pauses);
        View {
            game: self.rules.name(),
            entrants: self.entrants.clone(),
            own: self.own.index(),
            phase: self.phase(),
            scene: self.scene.clone(),
            board: self.board.clone(),
            happened: self.happened.clone(),
            log: self.log.clone(),
            turns: now.map_or_else(Vec::new, |now| choices(&now.moves.turns)),
            steps: now.map_or_else(Vec::new, |now| now.moves.steps.clone()),
            picked: self.moments.iter().skip(1).map(|moment| moment.by.1.clone()).collect(),
            complete: now.is_some_and(Moment::is_complete),
            advice: self.advice.as_ref().map(|advice| self.describe_advice(advice)),
            rounds: self.rounds.clone(),
            round_end: self.round_end.clone().filter(|_| self.pauses || self.end.is_some()),
            end: self.end.clone(),
            file: self.record.path().display().to_string(),
        }
    }

    fn names(&self) -> Names<'_> {
        Names { entrants: &self.entrants, own: self.own }
    }

    fn now(&self) -> Result<&Moment, String> {
        if self.pauses {
            return Err("the round is over, expected to continue".to_owned());
        }
        self.moments.last().ok_or_else(|| "it is not your turn, expected to wait for the others".to_owned())
    }

    fn order(&self, order: PersonMessage) -> Result<(), String> {
        let sent = self.orders.as_ref().and_then(|orders| orders.send(order).ok());
        sent.ok_or_else(|| "the match is over, expected one that goes on".to_owned())
    }

    fn asked(&mut self, at: Box<dyn TurnChoice>) -> Result<(), String> {
        self.log_heard();
        self.arrive(at, (Vec::new(), String::new()));
        self.record.write(&self.actions.copy(), None)
    }

    /// Notes an action. Successive actions of one seat are one line.
    fn hear(&mut self, seat: Seat, words: String) {
        match self.heard.last_mut().filter(|(last, _)| *last == seat) {
            Some((_, line)) => *line += &format!(", {words}"),
            None => self.heard.push((seat, words)),
        }
    }

    /// Moves the noted actions to the log, and those of the others to the events since the person's last turn.
    fn log_heard(&mut self) {
        for (seat, words) in std::mem::take(&mut self.heard) {
            if seat != self.own {
                self.happened.push(format!("{} {words}", self.names().seat_name(seat)));
            }
            self.log.push(LogEntry { seat: Some(seat.index()), text: words });
        }
    }

    /// Shows the person the current moment.
    fn look(&mut self) {
        if let Some(now) = self.moments.last() {
            (self.scene, self.board) = (now.moves.scene.clone(), now.moves.view.clone());
        }
    }

    /// Adds a moment that was reached `by` these actions.
    fn arrive(&mut self, at: Box<dyn TurnChoice>, by: (Vec<String>, String)) {
        self.moments.push(Moment { moves: at.moves(&self.names()), at, by });
        self.look();
    }

    /// Takes `actions`, known as `name`, as the next step of the turn.
    fn go_on(&mut self, actions: &[String], name: String) -> Result<(), String> {
        let (first, rest) = actions.split_first().ok_or("expected an action")?;
        let first = self.now()?.at.after(first)?;
        let at = rest.iter().try_fold(first, |at, action| at.after(action))?;
        self.arrive(at, (actions.to_vec(), name));
        Ok(())
    }

    fn describe_advice(&self, advice: &Advice) -> AdviceView {
        let turns = &self.moments[0].moves.turns;
        let find = |text: &str| turns.iter().zip(1..).find(|((turn, _), _)| turn.actions.join(", ") == text);
        let weighed = |text: &str, value| {
            let found = find(text);
            Candidate {
                number: found.map(|((turn, _), place)| number_of(turns, turn, place)),
                says: found.map_or_else(|| text.to_owned(), |((_, says), _)| says.clone()),
                line: found.map_or_else(|| text.to_owned(), |((turn, _), _)| turn.line.clone()),
                value,
            }
        };
        let all = advice.weighed.as_ref().map_or(&[][..], |Explanation { candidates, .. }| candidates.as_slice());
        let choice = &advice.choice;
        let chosen = all.iter().find(|candidate| candidate.text.split(", ").next() == Some(choice.as_str()));
        let best = chosen.map_or_else(|| weighed(choice, None), |chosen| weighed(&chosen.text, chosen.value));
        let text = chosen.map_or(choice.as_str(), |chosen| &chosen.text);
        let effect = find(text).map_or("", |((turn, _), _)| &turn.effect);
        let other = all.iter().find(|candidate| candidate.text != text);
        AdviceView {
            adviser: self.adviser.clone(),
            reason: reason(&self.adviser, effect, best.value, other.map(|other| weighed(&other.text, other.value))),
            best,
            candidates: all.iter().take(MOST_CANDIDATES).map(|one| weighed(&one.text, one.value)).collect(),
            more: all.len().saturating_sub(MOST_CANDIDATES),
        }
    }

    /// Ends the match.
    fn finish(&mut self) -> Result<(), String> {
        let Some(referee) = self.referee.take() else { return Err("the match is over".to_owned()) };
        let Ok(MatchResult { ending, transcript, error }) = referee.join() else {
            return Err("the match broke off by a fault of the program".to_owned());
        };
        if let Some(error) = error {
            return Err(error);
        }
        self.record.write(&transcript, Some(&ending))?;
        self.log_heard();
        if let Ok(last) = self.rules.replay(&transcript, &mut |_| {}) {
            self.board = last.view(StateView::Open);
        }
        self.end = Some(End {
            text: outcome_text(&ending, &self.names(), self.rules.facts().points),
            scores: ending.scores.iter().copied().collect(),
            winners: winners(&ending.winners).map(Seat::index).collect(),
        });
        Ok(())
    }
}

/// Returns the number by which `turn` at `place`, from 1, is picked. Turns that are written as numbers have these.
fn number_of(turns: &[(Turn<String>, String)], turn: &Turn<String>, place: usize) -> usize {
    let own = |turn: &Turn<String>| turn.line.parse().ok();
    if turns.iter().all(|(turn, _)| own(turn).is_some()) { own(turn).unwrap_or(place) } else { place }
}

/// Lists turns in the order of the game.
fn choices(turns: &[(Turn<String>, String)]) -> Vec<Choice> {
    let choice = |((turn, says), place): (&(Turn<String>, String), usize)| Choice {
        number: number_of(turns, turn, place),
        says: says.clone(),
        line: turn.line.clone(),
        effect: turn.effect.clone(),
        first: turn.actions[0].clone(),
    };
    turns.iter().zip(1..).map(choice).collect()
}

/// Explains why an adviser prefers a choice with this `value` to the `other` one.
fn reason(adviser: &str, effect: &str, value: Option<f64>, other: Option<Candidate>) -> String {
    let effect = if effect.is_empty() { String::new() } else { format!("Result: {effect}. ") };
    let Some(value) = value else { return effect.trim_end().to_owned() };
    let next = other.and_then(|other| Some((other.says, other.value?)));
    let next = next.map_or(String::new(), |(says, value)| format!("; the next best ({says}) {value:.3}"));
    format!("{effect}Estimate of {adviser}: {value:.3}{next}.")
}

/// Removes spaces.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}
