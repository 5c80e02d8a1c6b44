//! A person at a table: an agent that asks the other end of a channel, and says there what the seat sees and may do.

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
use serde_json::Value;

use super::scene::{Names, Scene, Showing, Step, Turn};

/// The table's end of the channels to a person, and who advises the person.
pub struct Person {
    /// The person's names for those who sit there, in seat order.
    pub called: Vec<String>,
    /// To the person.
    pub says: Sender<Said>,
    /// From the person.
    pub orders: Receiver<Order>,
    /// Who can be asked.
    pub adviser: AgentSpec,
    /// Where the chance of advisers comes from.
    pub seed: Seed,
}

/// A message from the table to the person.
pub enum Said {
    /// A turn is to be chosen.
    Asked(Box<dyn Choosing>),
    /// Another seat did something that the person sees, in words that follow its name.
    Heard(Seat, String),
    /// A round is over: how, in lines, and the scores after it.
    Round(Vec<String>, Vec<i32>),
    /// The answer of the adviser, or why it has none.
    Advice(Result<Advice, String>),
}

/// The advice: the action that the adviser would play.
pub struct Advice {
    /// Its first action.
    pub choice: String,
    /// The candidates it weighed, as far as it can tell.
    pub weighed: Option<Explanation>,
}

/// A message from the person to the table.
pub enum Order {
    /// These actions, in the game's notation and in order.
    Play(Vec<String>),
    /// A request for the adviser's choice.
    Advise,
}

/// A moment of a turn that is being chosen: what the person's seat knows and may do, and nothing else.
pub trait Choosing: Send {
    /// The scene before the seat.
    fn scene(&self, names: &Names<'_>) -> Scene;
    /// Events in this round since the seat's own last action, one a line; nothing where the game leaves that to what was
    /// [heard](Said::Heard).
    fn since(&self, names: &Names<'_>) -> Option<Vec<String>>;
    /// The same as the script of the game draws it.
    fn board(&self) -> Value;
    /// Every complete way to go on, with what it does in words; none where the turn is complete.
    fn turns(&self) -> Vec<(Turn<String>, String)>;
    /// Every action that may follow; none where the turn is complete.
    fn steps(&self) -> Vec<Step>;
    /// Whether nothing may follow in the same turn.
    fn is_complete(&self) -> bool;
    /// `text` as the game writes it, where it is an action in the game's notation.
    fn reads(&self, text: &str) -> Option<String>;
    /// The moment after an action within the turn, or why it cannot be.
    fn after(&self, action: &str) -> Result<Box<dyn Choosing>, String>;
}

/// Draws what a seat knows.
pub(super) type Draw<G> = fn(&G, &<G as Game>::Observation) -> Value;

struct ChoosingOf<G: Game> {
    game: Arc<G>,
    showing: Showing<G>,
    board: Draw<G>,
    seen: G::Observation,
    legal: Vec<G::Action>,
}

impl<G: Configurable> Choosing for ChoosingOf<G> {
    fn scene(&self, names: &Names<'_>) -> Scene {
        (self.showing.scene)(&self.game, &self.seen, names)
    }

    fn since(&self, names: &Names<'_>) -> Option<Vec<String>> {
        (self.showing.since)(&self.game, &self.seen, names)
    }

    fn board(&self) -> Value {
        (self.board)(&self.game, &self.seen)
    }

    fn turns(&self) -> Vec<(Turn<String>, String)> {
        if self.is_complete() {
            return Vec::new();
        }
        let written = |turn: Turn<G::Action>| {
            let says = (self.showing.says)(&self.game, &self.seen, &turn.actions);
            let Turn { actions, line, effect, cards, group } = turn;
            (Turn { actions: actions.iter().map(ToString::to_string).collect(), line, effect, cards, group }, says)
        };
        (self.showing.turns)(&self.game, &self.seen, &self.legal).into_iter().map(written).collect()
    }

    fn steps(&self) -> Vec<Step> {
        let step = |action: &G::Action| Step {
            action: action.to_string(),
            says: (self.showing.says)(&self.game, &self.seen, &[*action]),
            places: (self.showing.places)(&self.game, &self.seen, *action),
        };
        self.legal.iter().map(step).collect()
    }

    fn is_complete(&self) -> bool {
        self.legal.is_empty()
    }

    fn reads(&self, text: &str) -> Option<String> {
        G::Action::from_str(text).ok().map(|action| action.to_string())
    }

    fn after(&self, action: &str) -> Result<Box<dyn Choosing>, String> {
        let found = G::Action::from_str(action).ok().filter(|action| self.legal.contains(action));
        let Some(found) = found else {
            return Err(match self.is_complete() {
                true => format!("{action}: the turn is complete before it"),
                false => format!("{action}: not legal there"),
            });
        };
        let after = (self.showing.after)(&self.game, &self.seen, found);
        let game = Arc::clone(&self.game);
        let (showing, board) = (self.showing, self.board);
        Ok(Box::new(ChoosingOf { game, showing, board, seen: after.seen, legal: after.legal }))
    }
}

/// Makes a fresh adviser: one that has been asked before may be in the middle of a plan.
pub(super) type MakeAdviser<G> = Box<dyn FnMut() -> Player<G> + Send>;

/// A person as the referee knows it.
pub(super) struct Sitting<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) showing: Showing<G>,
    pub(super) board: Draw<G>,
    pub(super) seat: Seat,
    pub(super) called: Vec<String>,
    pub(super) says: Sender<Said>,
    pub(super) orders: Receiver<Order>,
    pub(super) adviser: MakeAdviser<G>,
    /// The rest of the turn.
    pub(super) plan: VecDeque<G::Action>,
}

impl<G: Game> Sitting<G> {
    fn advice(&mut self, decision: &mut Decision<'_, G>) -> Result<Advice, String> {
        match (self.adviser)() {
            Player::Honest(mut agent) => {
                let choice = agent.choose(decision).map_err(|fault| format!("the adviser failed: {fault}"))?;
                Ok(Advice { choice: choice.to_string(), weighed: agent.explain() })
            }
            // It would see what the person must not.
            Player::AllSeeing(_) => Err("the adviser sees all cards, expected one that plays by its own".to_owned()),
            Player::Absent(fault) => Err(format!("the adviser failed: {fault}")),
        }
    }
}

/// Whoever has left has given up; the record says that the match is unfinished.
const LEFT: AgentFault = AgentFault::GivenUp;

impl<G: Configurable> Agent<G> for Sitting<G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        if let Some(action) = self.plan.pop_front() {
            return Ok(action);
        }
        let (game, showing, board) = (Arc::clone(&self.game), self.showing, self.board);
        let asked = ChoosingOf { game, showing, board, seen: decision.observation(), legal: decision.legal().to_vec() };
        self.says.send(Said::Asked(Box::new(asked))).map_err(|_| LEFT)?;
        loop {
            match self.orders.recv().map_err(|_| LEFT)? {
                Order::Advise => {
                    let advice = self.advice(decision);
                    self.says.send(Said::Advice(advice)).map_err(|_| LEFT)?;
                }
                Order::Play(actions) => {
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
        // How the match ended, the referee says to whom it plays for.
        let News::Round(round) = news else { return };
        let names = Names { entrants: &self.called, own: self.seat };
        let lines = (self.showing.ended)(&self.game, round, &names);
        // A person who has left hears nothing.
        let _ = self.says.send(Said::Round(lines, round.scores().iter().copied().collect()));
    }
}
