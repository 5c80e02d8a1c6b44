//! A human player: an agent that exchanges messages with a user interface.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use ergo_agents::agent::{Agent, AgentFault, Decision, Explanation, Player};
use ergo_agents::news::News;
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
    /// Messages from the person.
    pub orders: Receiver<PersonMessage>,
    /// The agent that gives advice.
    pub adviser: AgentSpec,
    /// The seed of the advisers.
    pub seed: Seed,
}

/// A message to the person.
pub enum TableMessage {
    /// A turn is to be chosen.
    Asked(Box<dyn TurnChoice>),
    /// Another seat acted visibly; the words follow its name.
    Heard(Seat, String),
    /// A round ended: its result in words, and the scores after it.
    Round(String, Vec<i32>),
    /// The advice, or the reason why there is none.
    Advice(Result<Advice, String>),
}

/// The action that the adviser would play.
pub struct Advice {
    /// Its first action.
    pub choice: String,
    /// The evaluated candidates, if the adviser can explain its choice.
    pub weighed: Option<Explanation>,
}

/// A message from the person.
pub enum PersonMessage {
    /// Play these actions, in the game's notation and in order.
    Play(Vec<String>),
    /// Ask the adviser.
    Advise,
}

/// The view and the legal actions at one point of a turn.
pub struct TurnOptions {
    /// The view for the script of the game.
    pub view: Value,
    /// The view as text.
    pub scene: TextView,
    /// Every complete continuation of the turn with its description; empty if the turn is complete.
    pub turns: Vec<(Turn<String>, String)>,
    /// Every action that may follow; empty if the turn is complete.
    pub steps: Vec<ActionOption>,
}

/// A single action that can be chosen.
#[derive(Clone, Debug, Serialize)]
pub struct ActionOption {
    /// The action in the game's notation.
    pub action: String,
    /// Its description and the places that select it.
    #[serde(flatten)]
    pub description: ActionDescription,
}

/// A partially chosen turn.
pub trait TurnChoice: Send {
    /// Returns the view and the legal actions.
    fn moves(&self, names: &Names<'_>) -> TurnOptions;
    /// Returns `text` in the game's own spelling, if it is an action.
    fn reads(&self, text: &str) -> Option<String>;
    /// Returns the state of the turn after `action`.
    ///
    /// # Errors
    ///
    /// Returns an error if the action is not legal here.
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

/// The agent that represents a person.
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
            Player::Honest(mut agent) => {
                let choice = agent.choose(decision).map_err(|fault| format!("the adviser failed: {fault}"))?;
                Ok(Advice { choice: choice.to_string(), weighed: agent.explain() })
            }
            // An all-seeing adviser would reveal hidden cards.
            Player::AllSeeing(_) => Err("the adviser sees all cards, expected one that plays by its own".to_owned()),
            Player::Absent(fault) => Err(format!("the adviser failed: {fault}")),
        }
    }
}

/// A person who leaves gives up; the record says that the match is unfinished.
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

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, news: &News<'_, G>) {
        // The result of the match is reported through its outcome.
        let News::Round(round) = news else { return };
        let names = Names { entrants: &self.called, own: self.seat };
        let mut columns = Vec::new();
        round.columns(|name, value| columns.push((name, value.to_string())));
        let (points, scores) = (names.each(round.points().iter()), names.each(round.scores().iter()));
        let words = round_in_words(&columns, &points, &scores);
        // Ignore errors: the person may have left.
        let _ = self.says.send(TableMessage::Round(words, round.scores().iter().copied().collect()));
    }
}
