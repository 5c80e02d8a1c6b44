//! A human player: an agent that exchanges messages with a user interface.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use ergo_agents::agent::{Agent, AgentFault, Decision, Explanation, Player};
use ergo_agents::event::AgentEvent;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use serde::Serialize;
use serde_json::Value;

use super::presentation::{ActionDescription, Names, Presentation, TextView, Turn, round_in_words};

/// The agent's end of the channels to a human player, and the adviser.
pub struct Person {
    /// The displayed names of the entrants, in seat order.
    pub called: Vec<String>,
    /// Messages to the person.
    pub says: Sender<TableMessage>,
    /// From the person.
    pub orders: Receiver<PersonMessage>,
    /// Who can be asked.
    pub adviser: AgentSpec,
    /// The seed of the advisers.
    pub seed: Seed,
}

/// A message to the person.
pub enum TableMessage {
    /// A turn is to be chosen.
    Asked(Box<dyn TurnChoice>),
    /// Another seat did something that the person sees, in words that follow its name.
    Heard(Seat, String),
    /// A round is over.
    Round(RoundEnd),
    /// The answer of the adviser, or why it has none.
    Advice(Result<Advice, String>),
}

/// The end of a round, as the person's seat sees it.
#[derive(Clone, Debug, Serialize)]
pub struct RoundEnd {
    /// The number of the round, from 1.
    pub number: u32,
    /// How it ended, in words.
    pub text: String,
    /// Points that each seat gained.
    pub points: Vec<i32>,
    /// Points that each seat has now.
    pub scores: Vec<i32>,
    /// Whether the match ends with it.
    pub last: bool,
    /// The table after the last action, as the script of the game draws it.
    pub board: Value,
    /// The same as text.
    pub scene: TextView,
}

/// The advice: the action that the adviser would play.
pub struct Advice {
    /// Its first action.
    pub choice: String,
    /// The evaluated candidates, if the adviser can explain its choice.
    pub weighed: Option<Explanation>,
}

/// A message from the person to the table.
pub enum PersonMessage {
    /// These actions, in the game's notation and in order.
    Play(Vec<String>),
    /// Ask the adviser.
    Advise,
}

/// What a person may do at a moment of a turn, and what it knows there.
pub struct TurnOptions {
    /// What the seat knows, as the script of the game draws it.
    pub view: Value,
    /// The same as text.
    pub scene: TextView,
    /// Every complete way to go on, with what it does in words; none if the turn is complete.
    pub turns: Vec<(Turn<String>, String)>,
    /// Every action that may follow; none if the turn is complete.
    pub steps: Vec<ActionOption>,
}

/// A single action that can be chosen.
#[derive(Clone, Debug, Serialize)]
pub struct ActionOption {
    /// In the game's notation.
    pub action: String,
    /// Its description and the places that select it.
    #[serde(flatten)]
    pub description: ActionDescription,
}

/// A partly chosen turn.
pub trait TurnChoice: Send {
    /// Returns what the person knows and the possible turns.
    fn moves(&self, names: &Names<'_>) -> TurnOptions;
    /// Parses `text` as an action and returns it in the game's notation; `None` if it is no action.
    fn reads(&self, text: &str) -> Option<String>;
    /// Returns the choice that remains after `action` within the turn.
    ///
    /// # Errors
    ///
    /// Returns an error if the action is not possible there.
    fn after(&self, action: &str) -> Result<Box<dyn TurnChoice>, String>;
}

struct TypedTurnChoice<G: Game> {
    game: Arc<G>,
    presentation: Presentation<G>,
    seen: G::Observation,
    legal: Vec<G::Action>,
}

impl<G: Configurable> TurnChoice for TypedTurnChoice<G> {
    fn moves(&self, names: &Names<'_>) -> TurnOptions {
        let TypedTurnChoice { game, presentation, seen, legal } = self;
        let view = (presentation.view)(game, seen);
        let written = |Turn { actions, line, effect }: Turn<G::Action>| {
            let says = presentation.turn_in_words(game, seen, &actions);
            (Turn { actions: actions.iter().map(ToString::to_string).collect(), line, effect }, says)
        };
        let turns = if legal.is_empty() { Vec::new() } else { (presentation.turns)(game, seen, legal) };
        let step = |action: &G::Action| ActionOption {
            action: action.to_string(),
            description: (presentation.describe)(game, seen, *action),
        };
        TurnOptions {
            scene: TextView::new(&view, presentation.fields, names),
            view,
            turns: turns.into_iter().map(written).collect(),
            steps: legal.iter().map(step).collect(),
        }
    }

    fn reads(&self, text: &str) -> Option<String> {
        G::Action::from_str(text).ok().map(|action| action.to_string())
    }

    fn after(&self, action: &str) -> Result<Box<dyn TurnChoice>, String> {
        let found = G::Action::from_str(action).ok().filter(|action| self.legal.contains(action));
        let Some(found) = found else {
            let why = if self.legal.is_empty() { "the turn is complete before it" } else { "not legal there" };
            return Err(format!("{action}: {why}"));
        };
        let (seen, legal) = (self.presentation.after)(&self.game, &self.seen, found);
        let (game, presentation) = (Arc::clone(&self.game), self.presentation);
        Ok(Box::new(TypedTurnChoice { game, presentation, seen, legal }))
    }
}

/// Creates a new adviser; a used one may be in the middle of a plan.
pub(super) type MakeAdviser<G> = Box<dyn FnMut() -> Player<G> + Send>;

/// A person as the referee knows it.
pub(super) struct PersonAgent<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) presentation: Presentation<G>,
    pub(super) seat: Seat,
    pub(super) called: Vec<String>,
    pub(super) says: Sender<TableMessage>,
    pub(super) orders: Receiver<PersonMessage>,
    pub(super) adviser: MakeAdviser<G>,
    /// The rest of the turn.
    pub(super) plan: VecDeque<G::Action>,
}

impl<G: Game> PersonAgent<G> {
    fn advice(&mut self, decision: &mut Decision<'_, G>) -> Result<Advice, String> {
        match (self.adviser)() {
            Player::Agent(mut agent) => {
                let choice = agent.choose(decision).map_err(|fault| format!("the adviser failed: {fault}"))?;
                Ok(Advice { choice: choice.to_string(), weighed: agent.explain() })
            }
            // It would see what the person must not.
            Player::Omniscient(_) => Err("the adviser sees all cards, expected one that plays by its own".to_owned()),
            Player::Failed(fault) => Err(format!("the adviser failed: {fault}")),
        }
    }
}

/// A person who has left has given up; the record says that the match is unfinished.
const LEFT: AgentFault = AgentFault::GivenUp;

impl<G: Configurable> Agent<G> for PersonAgent<G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        if let Some(action) = self.plan.pop_front() {
            return Ok(action);
        }
        let (game, presentation) = (Arc::clone(&self.game), self.presentation);
        let asked =
            TypedTurnChoice { game, presentation, seen: decision.observation(), legal: decision.legal().to_vec() };
        self.says.send(TableMessage::Asked(Box::new(asked))).map_err(|_| LEFT)?;
        loop {
            match self.orders.recv().map_err(|_| LEFT)? {
                PersonMessage::Advise => {
                    let advice = self.advice(decision);
                    self.says.send(TableMessage::Advice(advice)).map_err(|_| LEFT)?;
                }
                PersonMessage::Play(actions) => {
                    let read = actions.iter().map(|text| G::Action::from_str(text).map_err(|_| AgentFault::Illegal));
                    self.plan = read.collect::<Result<_, _>>()?;
                    return self.plan.pop_front().ok_or(AgentFault::Illegal);
                }
            }
        }
    }

    fn wants_events(&self) -> bool {
        true
    }

    fn on_event(&mut self, event: &AgentEvent<'_, G>) {
        // The end of the match is reported by the referee.
        let AgentEvent::Round(round) = event else { return };
        let names = Names { entrants: &self.called, own: self.seat };
        let mut columns = Vec::new();
        round.columns(|name, value| columns.push((name, value.to_string())));
        let (points, scores) = (round.points(), round.scores());
        let (gained, total) = (names.each(points.iter()), names.each(scores.iter()));
        let counted = self.presentation.points.then_some((gained.as_str(), total.as_str()));
        let (seen, _) = (self.presentation.after)(&self.game, &round.observation(), round.last.1);
        let board = (self.presentation.view)(&self.game, &seen);
        let end = RoundEnd {
            number: round.number,
            text: round_in_words(&columns, counted),
            points: points.iter().copied().collect(),
            scores: scores.iter().copied().collect(),
            last: round.ends_match(),
            scene: TextView::new(&board, self.presentation.fields, &names),
            board,
        };
        // A person who has left receives nothing.
        let _ = self.says.send(TableMessage::Round(end));
    }
}
