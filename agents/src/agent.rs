//! The interface of agents: asked at a [`Decision`], an agent answers with an action.

use ergo_engine::game::Game;
use ergo_engine::rng::Rng;
use ergo_engine::seat::Seat;
use serde::Serialize;

pub use crate::fault::AgentFault;
use crate::news::News;

/// One entrant at one seat for one match. It may remember; it draws chance only from the seed it was built with.
///
/// ```
/// use ergo_agents::{Agent, AgentFault, Decision};
/// use ergo_engine::Game;
///
/// /// Plays the first legal action of any game.
/// struct First;
///
/// impl<G: Game> Agent<G> for First {
///     fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
///         decision.legal().first().copied().ok_or(AgentFault::Illegal)
///     }
/// }
/// ```
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal actions, or says why it cannot.
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault>;

    /// Whether it wants to be told the news; if nobody at the table does, nothing is done for it.
    fn listens(&self) -> bool {
        false
    }

    /// Is told something. It cannot answer.
    fn hear(&mut self, _news: &News<'_, G>) {}

    /// Returns the probability of each legal action at `decision`, where the agent knows it. Asking does not change later
    /// choices. `None` (the default) where actions can only be sampled.
    fn policy(&mut self, _decision: &mut Decision<'_, G>) -> Option<Policy> {
        None
    }

    /// Explains the last choice by the candidates it was weighed against. Nothing where the agent cannot tell, or where the
    /// choice carried out an earlier one. Asking changes nothing.
    fn explain(&self) -> Option<Explanation> {
        None
    }

    /// Its remark on the last choice in words of its own, if any.
    fn info(&self) -> Option<&str> {
        None
    }
}

/// The probabilities with which an agent chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// The probability of each legal action, in the order of [`Decision::legal`].
    pub chances: Vec<f64>,
    /// Whether an agent built from another seed may have other probabilities.
    pub varies: bool,
}

/// The candidates of a choice, and the effort spent on them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// Everything it could do, most tried first, then the best.
    pub candidates: Vec<Candidate>,
    /// Worlds played in; 0 for an agent that does not search.
    pub iterations: u64,
    /// Judgements of states, and of the moves of one.
    pub evaluations: u64,
}

impl Explanation {
    /// Of these candidates, put in order.
    pub fn new(mut candidates: Vec<Candidate>, iterations: u64, evaluations: u64) -> Self {
        let value = |candidate: &Candidate| candidate.value.unwrap_or(f64::NEG_INFINITY);
        candidates.sort_by(|one, other| other.visits.cmp(&one.visits).then(value(other).total_cmp(&value(one))));
        Explanation { candidates, iterations, evaluations }
    }
}

/// One thing an agent could do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// Its actions, with commas between them.
    pub text: String,
    /// Its estimated value, on the agent's own scale: from 0 to 1 for searches, points for greedy. Nothing where it was not
    /// tried.
    pub value: Option<f64>,
    /// Times it was tried.
    pub visits: u64,
}

/// A yardstick that is shown the true state. It measures what perfect knowledge is worth; it is no player. Nothing else
/// in the house is handed a state.
pub trait AllSeeing<G: Game>: Send {
    /// Chooses one of the legal actions of `state`, in which `seat` is to move.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, AgentFault>;

    /// Explains the last choice, as [`Agent::explain`].
    fn explain(&self) -> Option<Explanation> {
        None
    }
}

/// Who sits at a seat: an agent, the all-seeing yardstick by its own door, or nobody.
pub enum Player<G: Game> {
    /// Sees what its seat sees.
    Honest(Box<dyn Agent<G>>),
    /// Sees everything.
    AllSeeing(Box<dyn AllSeeing<G>>),
    /// Could not be seated, or cannot go on: commits this fault when it is asked.
    Absent(AgentFault),
}

impl<G: Game> Player<G> {
    /// Asks for an action in `state`, where `seat` is to move. `scratch` is room for the list of legal actions.
    pub fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        scratch: &mut Vec<G::Action>,
    ) -> Result<G::Action, AgentFault> {
        match self {
            Player::Honest(agent) => agent.choose(&mut Decision { game, state, seat, scratch, listed: false }),
            Player::AllSeeing(agent) => agent.choose(game, state, seat),
            Player::Absent(fault) => Err(*fault),
        }
    }

    /// Returns the probability of each legal action of `state`, where `seat` is to move and the player is an agent that knows it.
    pub fn policy(&mut self, game: &G, state: &G::State, seat: Seat, scratch: &mut Vec<G::Action>) -> Option<Policy> {
        match self {
            Player::Honest(agent) => agent.policy(&mut Decision::new(game, state, seat, scratch)),
            Player::AllSeeing(_) | Player::Absent(_) => None,
        }
    }

    /// Whether it wants to be told the news.
    pub fn listens(&self) -> bool {
        matches!(self, Player::Honest(agent) if agent.listens())
    }

    /// Tells it.
    pub fn hear(&mut self, news: &News<'_, G>) {
        if let Player::Honest(agent) = self {
            agent.hear(news);
        }
    }

    /// Returns the player's remark on the last choice, if any.
    pub fn info(&self) -> Option<&str> {
        match self {
            Player::Honest(agent) => agent.info(),
            Player::AllSeeing(_) | Player::Absent(_) => None,
        }
    }

    /// Explains the last choice, as far as the player can.
    pub fn explain(&self) -> Option<Explanation> {
        match self {
            Player::Honest(agent) => agent.explain(),
            Player::AllSeeing(agent) => agent.explain(),
            Player::Absent(_) => None,
        }
    }
}

/// A decision as the agent sees it: the rules, its seat, what it knows, and what it may do. Each is worked out only when
/// asked for; the state behind them stays private.
pub struct Decision<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    scratch: &'a mut Vec<G::Action>,
    listed: bool,
}

impl<'a, G: Game> Decision<'a, G> {
    /// The decision of `seat`, which is to move in `state`: for whoever holds the state (the referee, or a search that made
    /// it up by determinization).
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat, scratch: &'a mut Vec<G::Action>) -> Self {
        Decision { game, state, seat, scratch, listed: false }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'a G {
        self.game
    }

    /// The seat that is to choose.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Everything that seat knows.
    pub fn observation(&self) -> G::Observation {
        self.game.observe(self.state, self.seat)
    }

    /// Every legal action.
    pub fn legal(&mut self) -> &[G::Action] {
        if !self.listed {
            self.game.legal_actions(self.state, self.scratch);
            self.listed = true;
        }
        self.scratch
    }

    /// One legal action, each equally likely; faster than choosing from [`Decision::legal`].
    pub fn sample(&mut self, rng: &mut Rng) -> G::Action {
        self.listed = false;
        self.game.sample_action(self.state, rng, self.scratch)
    }
}
