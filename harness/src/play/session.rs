//! A match with a person, from the person's end: what there is to choose, what was picked, what happened.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ergo_agents::agent::Explanation;
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;

use super::ending::{end_text, winners};
use super::record::Record;
use super::table::{Begun, Finished, Notes, Sitting, seeds, sit};
use super::view::{Advised, Choice, End, Phase, View, Weighed};
use crate::arena::scene::{Names, Scene, Turn};
use crate::arena::{Advice, Choosing, Order, Said};
use crate::stopwatch::{Stopwatch, used};

/// The most candidates of an adviser that are shown.
const MOST_CANDIDATES: usize = 8;

/// Where the person stands within a turn.
struct Moment {
    /// What is known there, and what may follow.
    at: Box<dyn Choosing>,
    /// Every complete way to go on.
    turns: Vec<Turn<String>>,
    /// The actions that led there from the moment before, and how they were named.
    by: (Vec<String>, String),
}

/// A match under way.
pub(crate) struct Session {
    game: &'static str,
    entrants: Vec<String>,
    own: Seat,
    adviser: String,
    record: Record,
    notes: Notes,
    watches: Vec<Option<Arc<Stopwatch>>>,
    said: Receiver<Said>,
    /// Gone once the person has left.
    orders: Option<Sender<Order>>,
    referee: Option<JoinHandle<Finished>>,
    /// Where the turn begins, then one for each step picked; none while others think.
    moments: Vec<Moment>,
    /// What lay before the person last.
    scene: Scene,
    happened: Vec<String>,
    rounds: Vec<Vec<i32>>,
    advice: Option<Advised>,
    end: Option<End>,
}

impl Session {
    /// Begins a match, and writes the beginning of its record: where that cannot be written nobody need play.
    pub(crate) fn begin(sitting: Sitting, record: Record) -> Result<Self, String> {
        let (game, own) = (sitting.rules.name(), sitting.own);
        let adviser = sitting.adviser.0.clone();
        record.write(&Transcript::new(seeds(sitting.seed, &sitting.entrants).0), None, None)?;
        let Begun { called, notes, watches, said, orders, referee } = sit(sitting);
        Ok(Session {
            game,
            entrants: called,
            own,
            adviser,
            record,
            notes,
            watches,
            said,
            orders: Some(orders),
            referee: Some(referee),
            moments: Vec::new(),
            scene: Scene::default(),
            happened: Vec::new(),
            rounds: Vec::new(),
            advice: None,
            end: None,
        })
    }

    /// Waits until the person is to choose or the match is over, no longer than `patience`. What happened is written down.
    pub(crate) fn wait(&mut self, patience: Duration) -> Result<Phase, String> {
        let until = Instant::now() + patience;
        while self.phase() == Phase::Others {
            match self.said.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Said::Round(lines, scores)) => {
                    self.happened.extend(lines);
                    self.rounds.push(scores);
                }
                Ok(Said::Asked(at)) => self.asked(at)?,
                // Nobody asked for any.
                Ok(Said::Advice(_)) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => self.finish()?,
            }
        }
        Ok(self.phase())
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
        let found = now.turns.iter().zip(1..).find(|(turn, place)| number_of(&now.turns, turn, *place) == number);
        let Some((turn, _)) = found else {
            return Err(match now.turns.len() {
                0 => "the turn is complete, expected to play it or to take it back".to_owned(),
                _ => format!("no turn {number}, expected a number of the list"),
            });
        };
        let (actions, line) = (turn.actions.clone(), turn.line.clone());
        self.step(&actions, line)
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
            return self.step(&actions, text.to_owned());
        }
        let (typed, fields) = (bare(text), bare(text) + ";");
        let whole = now.turns.iter().zip(1..).filter(|(turn, _)| bare(&turn.line) == typed);
        let begun = now.turns.iter().zip(1..).filter(|(turn, _)| bare(&turn.line).starts_with(&fields));
        let found: Vec<usize> = whole.chain(begun).map(|(turn, place)| number_of(&now.turns, turn, place)).collect();
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
        if !self.now()?.at.is_complete() {
            return Err("the turn is not complete, expected one of the list".to_owned());
        }
        let actions = self.moments.iter().flat_map(|moment| moment.by.0.iter().cloned()).collect();
        self.moments.clear();
        self.happened.clear();
        self.advice = None;
        // A table that is gone says so when it is waited for.
        let _ = self.order(Order::Play(actions));
        Ok(())
    }

    /// Asks the adviser what it would play from the beginning of the turn.
    pub(crate) fn advise(&mut self) -> Result<(), String> {
        self.now()?;
        self.order(Order::Advise)?;
        loop {
            match self.said.recv() {
                Ok(Said::Advice(advice)) => {
                    let advice = advice?;
                    self.advice = Some(self.advised(&advice));
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
        let turns = self.moments.last().map_or(&[][..], |now| &now.turns);
        let choice = |(turn, place): (&Turn<String>, usize)| Choice {
            number: number_of(turns, turn, place),
            line: turn.line.clone(),
            effect: turn.effect.clone(),
            cards: turn.cards.clone(),
        };
        View {
            game: self.game,
            entrants: self.entrants.clone(),
            own: self.own.index(),
            phase: self.phase(),
            scene: self.scene.clone(),
            happened: self.happened.clone(),
            turns: turns.iter().zip(1..).map(choice).collect(),
            picked: self.moments.iter().skip(1).map(|moment| moment.by.1.clone()).collect(),
            complete: self.moments.last().is_some_and(|now| now.at.is_complete()),
            advice: self.advice.clone(),
            rounds: self.rounds.clone(),
            end: self.end.clone(),
            file: self.record.path().display().to_string(),
        }
    }

    fn names(&self) -> Names<'_> {
        Names { entrants: &self.entrants, own: self.own }
    }

    fn now(&self) -> Result<&Moment, String> {
        self.moments.last().ok_or_else(|| "it is not your turn, expected to wait for the others".to_owned())
    }

    fn order(&self, order: Order) -> Result<(), String> {
        let sent = self.orders.as_ref().and_then(|orders| orders.send(order).ok());
        sent.ok_or_else(|| "the match is over, expected one that goes on".to_owned())
    }

    fn asked(&mut self, at: Box<dyn Choosing>) -> Result<(), String> {
        self.happened.extend(at.since(&self.names()));
        self.moments.push(Moment { turns: at.turns(), at, by: (Vec::new(), String::new()) });
        self.look();
        self.record.write(&self.notes.copy(), None, used(&self.watches))
    }

    /// Lays before the person what there is now.
    fn look(&mut self) {
        if let Some(now) = self.moments.last() {
            self.scene = now.at.scene(&self.names());
        }
    }

    /// Takes `actions`, known as `name`, as the next step of the turn.
    fn step(&mut self, actions: &[String], name: String) -> Result<(), String> {
        let (first, rest) = actions.split_first().ok_or("expected an action")?;
        let first = self.now()?.at.after(first)?;
        let at = rest.iter().try_fold(first, |at, action| at.after(action))?;
        self.moments.push(Moment { turns: at.turns(), at, by: (actions.to_vec(), name) });
        self.look();
        Ok(())
    }

    fn advised(&self, advice: &Advice) -> Advised {
        let turns = &self.moments[0].turns;
        let weighed = |text: &str, value| {
            let found = turns.iter().zip(1..).find(|(turn, _)| turn.actions.join(", ") == text);
            Weighed {
                number: found.map(|(turn, place)| number_of(turns, turn, place)),
                line: found.map_or_else(|| text.to_owned(), |(turn, _)| turn.line.clone()),
                value,
            }
        };
        let all = advice.weighed.as_ref().map_or(&[][..], |Explanation { candidates, .. }| candidates.as_slice());
        let choice = &advice.choice;
        let chosen = all.iter().find(|candidate| candidate.text.split(", ").next() == Some(choice.as_str()));
        Advised {
            who: self.adviser.clone(),
            best: chosen.map_or_else(|| weighed(choice, None), |chosen| weighed(&chosen.text, chosen.value)),
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
        self.record.write(&transcript, Some(&ending), used(&self.watches))?;
        self.end = Some(End {
            text: end_text(&ending, &self.names()),
            scores: ending.scores.iter().copied().collect(),
            winners: winners(&ending.winners).map(Seat::index).collect(),
        });
        Ok(())
    }
}

/// The number by which `turn` at `place`, from 1, is picked. Where turns are written as numbers, that is theirs.
fn number_of(turns: &[Turn<String>], turn: &Turn<String>, place: usize) -> usize {
    let own = |turn: &Turn<String>| turn.line.parse().ok();
    if turns.iter().all(|turn| own(turn).is_some()) { own(turn).unwrap_or(place) } else { place }
}

/// A text without its spaces.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}
