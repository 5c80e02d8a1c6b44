//! An agent whose decisions are made by an external program.

use std::collections::BTreeMap;
use std::fmt::Display;

use ergo_engine::game::Game;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::lines::{Answer, Decide, DecisionText, Hello, LastAction, MatchEnd, Ready, RoundEnd, SeatFault};
use super::{Link, RequestKind};
use crate::agent::{Agent, AgentFault, Decision};
use crate::event::AgentEvent;
use crate::registry::ResultsFn;

/// A function that describes a decision in words, from the rules, the observation of the seat and its legal actions.
pub type WriteText<G> = Box<dyn Fn(&G, &<G as Game>::Observation, &[<G as Game>::Action]) -> DecisionText + Send>;

/// An agent whose choices are made by a program at the other end of `L`. An invalid answer is a fault; it is never repaired.
pub struct ProcessAgent<L, G: Game> {
    link: L,
    name: String,
    requests: u64,
    line: Vec<u8>,
    results: Option<ResultsFn<G>>,
    text: Option<WriteText<G>>,
    info: Option<String>,
}

impl<L: Link, G: Game> ProcessAgent<L, G> {
    /// Sends `hello` to the program and waits until it is ready.
    ///
    /// # Errors
    ///
    /// Returns the fault if the program fails, is late, or gives another answer than `ready`.
    pub fn greet(mut link: L, hello: &Hello<'_>) -> Result<Self, AgentFault> {
        let mut line = Vec::new();
        write_line(&mut line, hello);
        let expected = "{\"type\":\"ready\",\"name\":…}";
        let Ready { name, .. } = ask(&mut link, &line, RequestKind::Ready, |_| String::new(), expected)?;
        Ok(ProcessAgent { link, name, requests: 0, line, results: None, text: None, info: None })
    }

    /// Returns this agent with the function that computes the result of each legal action, sent with every decision.
    pub fn with_results(self, results: Option<ResultsFn<G>>) -> Self {
        ProcessAgent { results, ..self }
    }

    /// Returns this agent with the function that describes each decision in words, sent with every decision.
    pub fn with_text(self, text: Option<WriteText<G>>) -> Self {
        ProcessAgent { text, ..self }
    }

    /// Returns the name that the program gives itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn refuse(&mut self, fault: AgentFault, why: &str) -> AgentFault {
        self.link.refuse(fault, why);
        fault
    }
}

impl<G: Game, L: Link> Agent<G> for ProcessAgent<L, G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        self.requests += 1;
        self.info = None;
        let id = self.requests;
        let observation = decision.observation();
        let rules = decision.rules();
        let legal = decision.legal();
        let results = self.results.map(|results| results(rules, &observation, legal));
        let text = self.text.as_ref().map(|text| text(rules, &observation, legal));
        write_line(&mut self.line, &Decide { id, observation: &observation, legal, results, text });
        let wrong = |answer: &Json| wrong_field(answer, legal);
        let answer: Answer = ask(&mut self.link, &self.line, RequestKind::Action, wrong, EXPECTED)?;
        if answer.id != id {
            return Err(self.refuse(AgentFault::Garbage, &format!("id {} where {id} was asked", answer.id)));
        }
        self.info = answer.info.map(|info| info.as_str().map_or_else(|| info.to_string(), str::to_owned));
        let chosen = usize::try_from(answer.action).ok().and_then(|index| legal.get(index));
        chosen.copied().ok_or_else(|| {
            let why = format!("action {}, expected 0 to {}", answer.action, legal.len() - 1);
            self.refuse(AgentFault::Illegal, &why)
        })
    }

    fn info(&self) -> Option<&str> {
        self.info.as_deref()
    }

    fn wants_events(&self) -> bool {
        true
    }

    fn on_event(&mut self, event: &AgentEvent<'_, G>) {
        match event {
            AgentEvent::Round(round) => {
                let mut record = BTreeMap::new();
                round.columns(|name, value| {
                    record.insert(name, value.to_string());
                });
                let (seat, action) = (round.last.0, round.last.1.to_string());
                let (points, scores) = (round.points(), round.scores());
                let (last, observation) = (LastAction { seat, action }, round.observation());
                let end = RoundEnd { round: round.number, points, scores, record, last, observation };
                write_line(&mut self.line, &end);
                self.link.send(&self.line);
            }
            AgentEvent::Match(over) => {
                let winners = over.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat).collect();
                let fault = over.fault.map(|(seat, fault)| SeatFault { seat, fault: fault.word() });
                let end = MatchEnd { scores: over.scores, winners, fault, observation: over.observation() };
                write_line(&mut self.line, &end);
                self.link.send(&self.line);
                self.link.end();
            }
        }
    }
}

/// Replaces `line` by `message` as a line of JSON.
fn write_line<T: Serialize>(line: &mut Vec<u8>, message: &T) {
    line.clear();
    serde_json::to_writer(&mut *line, message).expect("texts, numbers and lists of them are JSON");
    line.push(b'\n');
}

/// Number of characters of an invalid answer that are quoted.
const MAX_QUOTED: usize = 120;

/// The form of a valid answer to a decision.
const EXPECTED: &str = "{\"id\":…,\"action\":…}, where action is a number: the index in the list legal, counted from 0";

/// Sends `line` and parses the answer as a `T`. For the error, `wrong` describes what is wrong with a JSON object, and
/// `expected` is the form of a valid answer.
fn ask<L: Link, T: DeserializeOwned>(
    link: &mut L,
    line: &[u8],
    kind: RequestKind,
    wrong: impl Fn(&Json) -> String,
    expected: &str,
) -> Result<T, AgentFault> {
    let answer = link.ask(line, kind)?;
    // The parser also accepts a list of the values in order; the protocol requires an object.
    if answer.trim_ascii_start().starts_with(b"{")
        && let Ok(answer) = serde_json::from_slice(answer)
    {
        return Ok(answer);
    }
    let what = match serde_json::from_slice(answer) {
        Ok(object @ Json::Object(_)) => wrong(&object),
        _ => ": not a JSON object".to_owned(),
    };
    let text: String = String::from_utf8_lossy(answer).chars().take(MAX_QUOTED).collect();
    link.refuse(AgentFault::Garbage, &format!("answered {text:?}{what}, expected {expected}"));
    Err(AgentFault::Garbage)
}

/// Describes the first wrong field of the answer to a decision with the actions `legal`.
fn wrong_field<A: Display>(answer: &Json, legal: &[A]) -> String {
    for (field, is_right) in [("id", answer["id"].is_u64()), ("action", answer["action"].is_i64())] {
        return match &answer[field] {
            _ if is_right => continue,
            Json::Null if answer.get(field).is_none() => format!(": {field} is missing"),
            Json::String(text) => match legal.iter().position(|action| action.to_string() == *text) {
                Some(index) if field == "action" => format!(": action is the text {text:?}, whose index is {index}"),
                _ => format!(": {field} is a text"),
            },
            _ => format!(": {field} is not a whole number"),
        };
    }
    String::new()
}
