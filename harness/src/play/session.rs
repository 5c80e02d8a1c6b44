//! A match with a person, from the person's end: what there is to choose, what was picked, what happened.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ergo_agents::agent::Explanation;
use ergo_engine::maps::map_of;
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;
use ergo_harness::arena::presentation::{Names, TextView, Turn};
use ergo_harness::arena::{
    Advice, DynRules, PersonMessage, TableMessage, TurnChoice, TurnOptions, ViewRequest as StateView,
};
use serde_json::Value;

use super::ending::{end_text, winners};
use super::record::Record;
use super::table::{Begun, Finished, Notes, Sitting, seeds, sit};
use super::view::{Advised, Choice, End, Phase, View, Weighed};

/// The most candidates of an adviser that are shown.
const MOST_CANDIDATES: usize = 8;

/// Where the person stands within a turn.
struct Moment {
    at: Box<dyn TurnChoice>,
    /// What the person knows and may do there.
    moves: TurnOptions,
    /// The actions that led there from the moment before, and how they were named.
    by: (Vec<String>, String),
}

impl Moment {
    /// Whether nothing may follow in the same turn.
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
    notes: Notes,
    said: Receiver<TableMessage>,
    /// Gone once the person has left.
    orders: Option<Sender<PersonMessage>>,
    referee: Option<JoinHandle<Finished>>,
    /// Where the turn begins, then one for each step picked; none while others think.
    moments: Vec<Moment>,
    /// The scene that the person was last shown.
    scene: TextView,
    board: Value,
    /// The actions of the others as they were seen, since these were last told.
    heard: Vec<(Seat, String)>,
    happened: Vec<String>,
    rounds: Vec<Vec<i32>>,
    /// The adviser's answer on the turn, if it was asked.
    advice: Option<Advice>,
    /// Whether the person asked for it.
    hinted: bool,
    end: Option<End>,
}

impl Session {
    /// Begins a match, and writes the beginning of its record: where that cannot be written nobody need play.
    pub(crate) fn begin(sitting: Sitting, record: Record) -> Result<Self, String> {
        let (rules, own) = (Arc::clone(&sitting.rules), sitting.own);
        let adviser = sitting.adviser.0.clone();
        record.write(&Transcript::new(seeds(sitting.seed, &sitting.entrants).0), None)?;
        let Begun { called, notes, said, orders, referee } = sit(sitting);
        Ok(Session {
            rules,
            entrants: called,
            own,
            adviser,
            record,
            notes,
            said,
            orders: Some(orders),
            referee: Some(referee),
            moments: Vec::new(),
            scene: TextView::default(),
            board: Value::Null,
            heard: Vec::new(),
            happened: Vec::new(),
            rounds: Vec::new(),
            advice: None,
            hinted: false,
            end: None,
        })
    }

    /// Waits until the person is to choose or the match is over, no longer than `patience`. What happened is written down.
    pub(crate) fn wait(&mut self, patience: Duration) -> Result<Phase, String> {
        let until = Instant::now() + patience;
        while self.phase() == Phase::Others {
            match self.said.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(TableMessage::Heard(seat, words)) => self.hear(seat, words),
                Ok(TableMessage::Round(words, scores)) => {
                    self.tell_heard();
                    self.happened.push(words);
                    self.rounds.push(scores);
                }
                Ok(TableMessage::Asked(at)) => self.asked(at)?,
                // Nobody asked for any.
                Ok(TableMessage::Advice(_)) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => self.finish()?,
            }
        }
        Ok(self.phase())
    }

    /// The rules it is played by.
    pub(crate) fn rules(&self) -> &dyn DynRules {
        &*self.rules
    }

    /// The person's seat.
    pub(crate) fn own(&self) -> Seat {
        self.own
    }

    /// Who sits where, by their bare names.
    pub(crate) fn seated(&self) -> Vec<String> {
        let name = |(name, seat): (&String, Seat)| if seat == self.own { "you".to_owned() } else { name.clone() };
        self.record.entrants().iter().zip(self.rules.seats().iter()).map(name).collect()
    }

    /// Who is to choose.
    pub(crate) fn phase(&self) -> Phase {
        match (&self.end, self.moments.is_empty()) {
            (Some(_), _) => Phase::Over,
            (None, true) => Phase::Others,
            (None, false) => Phase::Own,
        }
    }

    /// Picks the turn, or the rest of it, with this number of the list.
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
    pub(crate) fn step(&mut self, action: &str) -> Result<(), String> {
        let now = self.now()?;
        let says = now.moves.steps.iter().find(|step| step.action == action).map(|step| step.description.words.clone());
        self.go_on(&[action.to_owned()], says.unwrap_or_else(|| action.to_owned()))
    }

    /// Picks what is typed: a number of the list, what a turn leaves behind, or actions in the notation of the game.
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

    /// Takes back the last step picked; whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        if self.moments.len() < 2 {
            return false;
        }
        self.moments.pop();
        self.look();
        true
    }

    /// Plays the turn picked. From then on it cannot be taken back.
    pub(crate) fn commit(&mut self) -> Result<(), String> {
        if !self.now()?.is_complete() {
            return Err("the turn is not complete, expected one of the list".to_owned());
        }
        let actions = self.moments.iter().flat_map(|moment| moment.by.0.iter().cloned()).collect();
        self.moments.clear();
        self.happened.clear();
        (self.advice, self.hinted) = (None, false);
        // A table that is gone says so when it is waited for.
        let _ = self.order(PersonMessage::Play(actions));
        Ok(())
    }

    /// Asks the adviser what it would play from the beginning of the turn, and shows that.
    pub(crate) fn advise(&mut self) -> Result<(), String> {
        self.rank()?;
        self.hinted = true;
        Ok(())
    }

    /// Asks the adviser what the turns are worth, by which they are then listed.
    pub(crate) fn rank(&mut self) -> Result<(), String> {
        self.now()?;
        if self.advice.is_some() {
            return Ok(());
        }
        self.order(PersonMessage::Advise)?;
        loop {
            match self.said.recv() {
                Ok(TableMessage::Advice(advice)) => {
                    self.advice = Some(advice?);
                    return Ok(());
                }
                // The table waits for the person, and says nothing else.
                Ok(_) => {}
                Err(_) => return Err("the match is over, expected one that goes on".to_owned()),
            }
        }
    }

    /// The person leaves. The record stays as it was written when the person was last to choose.
    pub(crate) fn leave(&mut self) {
        self.orders = None;
        // One whose turn it is, is gone at once; others may think for long, and nobody waits for them.
        if let Some(referee) = self.referee.take_if(|_| !self.moments.is_empty()) {
            let _ = referee.join();
        }
    }

    /// All there is to see.
    pub(crate) fn view(&self) -> View {
        let now = self.moments.last();
        View {
            game: self.rules.name(),
            entrants: self.entrants.clone(),
            own: self.own.index(),
            phase: self.phase(),
            scene: self.scene.clone(),
            board: self.board.clone(),
            happened: self.happened.clone(),
            turns: now.map_or_else(Vec::new, |now| self.listed(&now.moves.turns)),
            steps: now.map_or_else(Vec::new, |now| now.moves.steps.clone()),
            ranked: self.advice.is_some(),
            picked: self.moments.iter().skip(1).map(|moment| moment.by.1.clone()).collect(),
            complete: now.is_some_and(Moment::is_complete),
            advice: self.advice.as_ref().filter(|_| self.hinted).map(|advice| self.advised(advice)),
            rounds: self.rounds.clone(),
            end: self.end.clone(),
            file: self.record.path().display().to_string(),
        }
    }

    /// Turns by their worth to the adviser, the best first, if it is known; else in the order of the game. A turn that goes on from
    /// what was picked is worth what both are together.
    fn listed(&self, turns: &[(Turn<String>, String)]) -> Vec<Choice> {
        let weighed = self.advice.as_ref().and_then(|advice| advice.weighed.as_ref());
        let candidates = weighed.map_or(&[][..], |weighed| &weighed.candidates);
        let worth = map_of(candidates.iter().filter_map(|one| Some((&*one.text, one.value?))));
        let picked: Vec<String> = self.moments.iter().flat_map(|moment| moment.by.0.iter().cloned()).collect();
        let choice = |((turn, says), place): (&(Turn<String>, String), usize)| Choice {
            number: number_of(turns, turn, place),
            says: says.clone(),
            line: turn.line.clone(),
            effect: turn.effect.clone(),
            first: turn.actions[0].clone(),
            worth: worth.get(&*[&picked[..], &turn.actions].concat().join(", ")).copied(),
        };
        let mut all: Vec<Choice> = turns.iter().zip(1..).map(choice).collect();
        let least = |choice: &Choice| choice.worth.unwrap_or(f64::NEG_INFINITY);
        all.sort_by(|one, other| least(other).total_cmp(&least(one)));
        all
    }

    fn names(&self) -> Names<'_> {
        Names { entrants: &self.entrants, own: self.own }
    }

    fn now(&self) -> Result<&Moment, String> {
        self.moments.last().ok_or_else(|| "it is not your turn, expected to wait for the others".to_owned())
    }

    fn order(&self, order: PersonMessage) -> Result<(), String> {
        let sent = self.orders.as_ref().and_then(|orders| orders.send(order).ok());
        sent.ok_or_else(|| "the match is over, expected one that goes on".to_owned())
    }

    fn asked(&mut self, at: Box<dyn TurnChoice>) -> Result<(), String> {
        self.tell_heard();
        self.arrive(at, (Vec::new(), String::new()));
        self.record.write(&self.notes.copy(), None)
    }

    /// Another seat did something: what it does one after another is one line.
    fn hear(&mut self, seat: Seat, words: String) {
        match self.heard.last_mut().filter(|(last, _)| *last == seat) {
            Some((_, told)) => *told += &format!(", {words}"),
            None => self.heard.push((seat, words)),
        }
    }

    /// Adds what was heard to what happened.
    fn tell_heard(&mut self) {
        let heard = std::mem::take(&mut self.heard);
        let told = heard.into_iter().map(|(seat, words)| format!("{} {words}", self.names().seat_name(seat)));
        let told: Vec<String> = told.collect();
        self.happened.extend(told);
    }

    /// Shows the person the current moment.
    fn look(&mut self) {
        if let Some(now) = self.moments.last() {
            (self.scene, self.board) = (now.moves.scene.clone(), now.moves.view.clone());
        }
    }

    /// A moment that was reached `by` these actions.
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

    fn advised(&self, advice: &Advice) -> Advised {
        let turns = &self.moments[0].moves.turns;
        let find = |text: &str| turns.iter().zip(1..).find(|((turn, _), _)| turn.actions.join(", ") == text);
        let weighed = |text: &str, value| {
            let found = find(text);
            Weighed {
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
        Advised {
            who: self.adviser.clone(),
            why: why(&self.adviser, effect, best.value, other.map(|other| weighed(&other.text, other.value))),
            best,
            candidates: all.iter().take(MOST_CANDIDATES).map(|one| weighed(&one.text, one.value)).collect(),
            more: all.len().saturating_sub(MOST_CANDIDATES),
        }
    }

    /// The table is done.
    fn finish(&mut self) -> Result<(), String> {
        let Some(referee) = self.referee.take() else { return Err("the match is over".to_owned()) };
        let Ok(Finished { ending, transcript, trouble }) = referee.join() else {
            return Err("the match broke off by a fault of the program".to_owned());
        };
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        self.record.write(&transcript, Some(&ending))?;
        self.tell_heard();
        // As it lies after the last action, which nobody was asked about any more.
        if let Ok(last) = self.rules.replay(&transcript, &mut |_| {}) {
            self.board = last.view(StateView::Open);
        }
        self.end = Some(End {
            text: end_text(&ending, &self.names()),
            scores: ending.scores.iter().copied().collect(),
            winners: winners(&ending.winners).map(Seat::index).collect(),
        });
        Ok(())
    }
}

/// The number by which `turn` at `place`, from 1, is picked. Where turns are written as numbers, that is theirs.
fn number_of(turns: &[(Turn<String>, String)], turn: &Turn<String>, place: usize) -> usize {
    let own = |turn: &Turn<String>| turn.line.parse().ok();
    if turns.iter().all(|(turn, _)| own(turn).is_some()) { own(turn).unwrap_or(place) } else { place }
}

/// Why an adviser plays what it gives `value`, and not the next best.
fn why(adviser: &str, effect: &str, value: Option<f64>, other: Option<Weighed>) -> String {
    let effect = if effect.is_empty() { String::new() } else { format!("What comes of it: {effect}. ") };
    let Some(value) = value else { return effect.trim_end().to_owned() };
    let next = other.and_then(|other| Some((other.says, other.value?)));
    let next = next.map_or(String::new(), |(says, value)| format!("; the next best, who {says}, {value:.3}"));
    format!("{effect}On the scale of {adviser} it is worth {value:.3}{next}.")
}

/// A text without its spaces.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}
