//! The agent that passes every question on to a program.

use std::collections::BTreeMap;

use ergo_engine::game::Game;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::lines::{Answer, Decide, DecisionText, FaultOf, Hello, LastAction, MatchEnd, Ready, RoundEnd};
use super::{Asked, Link};
use crate::agent::{Agent, AgentFault, Decision};
use crate::news::News;
use crate::registry::Results;

/// Writes the text of a decision: by the rules, the observation of the seat and its legal actions.
pub type WriteText<G> = Box<dyn Fn(&G, &<G as Game>::Observation, &[<G as Game>::Action]) -> DecisionText + Send>;

/// An agent whose choices are made by a program at the other end of `L`. Nothing it answers is repaired.
pub struct ProcessAgent<L, G: Game> {
    link: L,
    name: String,
    asked: u64,
    line: Vec<u8>,
    results: Option<Results<G>>,
    text: Option<WriteText<G>>,
    info: Option<String>,
}

impl<L: Link, G: Game> ProcessAgent<L, G> {
    /// Says hello to the program and waits until it is ready.
    pub fn greet(mut link: L, hello: &Hello<'_>) -> Result<Self, AgentFault> {
        let mut line = Vec::new();
        write_line(&mut line, hello);
        let Ready { name, .. } = ask(&mut link, &line, Asked::Ready, "{\"type\":\"ready\",\"name\":…}")?;
        Ok(ProcessAgent { link, name, asked: 0, line, results: None, text: None, info: None })
    }

    /// The same, told what comes of each legal action.
    pub fn with_results(self, results: Option<Results<G>>) -> Self {
        ProcessAgent { results, ..self }
    }

    /// The same, told each decision in words as well.
    pub fn with_text(self, text: Option<WriteText<G>>) -> Self {
        ProcessAgent { text, ..self }
    }

    /// The name the program gives itself.
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
        self.asked += 1;
        self.info = None;
        let id = self.asked;
        let observation = decision.observation();
        let rules = decision.rules();
        let legal = decision.legal();
        let results = self.results.map(|results| results(rules, &observation, legal));
        let text = self.text.as_ref().map(|text| text(rules, &observation, legal));
        write_line(&mut self.line, &Decide { id, observation: &observation, legal, results, text });
        let answer: Answer = ask(&mut self.link, &self.line, Asked::Action, "{\"id\":…,\"action\":…}")?;
        if answer.id != id {
            return Err(self.refuse(AgentFault::Garbage, &format!("id {} where {id} was asked", answer.id)));
        }
        self.info = answer.info.map(|info| info.as_str().map_or_else(|| info.to_string(), str::to_owned));
        let chosen = usize::try_from(answer.action).ok().and_then(|place| legal.get(place));
        chosen.copied().ok_or_else(|| {
            let why = format!("action {}, expected 0 to {}", answer.action, legal.len() - 1);
            self.refuse(AgentFault::Illegal, &why)
        })
    }

    fn info(&self) -> Option<&str> {
        self.info.as_deref()
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, news: &News<'_, G>) {
        match news {
            News::Round(round) => {
                let mut record = BTreeMap::new();
                round.columns(|name, value| {
                    record.insert(name, value.to_string());
                });
                let (seat, action) = (round.last.0, round.last.1.to_string());
                let (points, scores) = (round.points(), round.scores());
                let (last, observation) = (LastAction { seat, action }, round.observation());
                let end = RoundEnd { round: round.number, points, scores, record, last, observation };
                write_line(&mut self.line, &end);
                self.link.tell(&self.line);
            }
            News::Match(over) => {
                let winners = over.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat).collect();
                let fault = over.fault.map(|(seat, fault)| FaultOf { seat, fault: fault.word() });
                let end = MatchEnd { scores: over.scores, winners, fault, observation: over.observation() };
                write_line(&mut self.line, &end);
                self.link.tell(&self.line);
                self.link.end();
            }
        }
    }
}

fn write_line<T: Serialize>(line: &mut Vec<u8>, what: &T) {
    line.clear();
    serde_json::to_writer(&mut *line, what).expect("texts, numbers and lists of them are JSON");
    line.push(b'\n');
}

/// Characters of a wrong answer that are quoted.
const MOST_QUOTED: usize = 120;

/// Sends `line` and reads the answer as a `T`, which looks like `expected`.
fn ask<L: Link, T: DeserializeOwned>(link: &mut L, line: &[u8], what: Asked, expected: &str) -> Result<T, AgentFault> {
    let answer = link.ask(line, what)?;
    // A list of the values in order would do for the parser; the protocol wants an object.
    if answer.trim_ascii_start().starts_with(b"{")
        && let Ok(answer) = serde_json::from_slice(answer)
    {
        return Ok(answer);
    }
    let text: String = String::from_utf8_lossy(answer).chars().take(MOST_QUOTED).collect();
    link.refuse(AgentFault::Garbage, &format!("answered {text:?}, expected {expected}"));
    Err(AgentFault::Garbage)
}
