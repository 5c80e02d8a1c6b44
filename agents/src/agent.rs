//! The interface of agents: given a [`Decision`], an agent returns an action.

use ergo_engine::game::Game;
use ergo_engine::rng::Rng;
use ergo_engine::seat::Seat;
use serde::Serialize;

use crate::event::AgentEvent;
pub use crate::fault::AgentFault;

/// A player of one seat for one match. An agent may keep state between decisions. All its randomness comes from the
/// seed that it was built with.
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
    /// Chooses one of the legal actions.
    ///
    /// # Errors
    ///
    /// Returns the fault if the agent cannot choose an action. The fault ends the match and is recorded.
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault>;

    /// Returns true if [`Agent::on_event`] should be called. The default is false. If no player of the table wants
    /// events, none are prepared.
    fn wants_events(&self) -> bool {
        false
    }

    /// Handles an event, such as the end of a round. The default ignores it.
    fn on_event(&mut self, _news: &AgentEvent<'_, G>) {}

    /// Returns the probability of each legal action at `decision`, or `None` (the default) if the agent can only
    /// sample actions. The call does not change later choices.
    fn policy(&mut self, _decision: &mut Decision<'_, G>) -> Option<Policy> {
        None
    }

    /// Explains the last choice by the candidates that were compared. Returns `None` (the default) if the agent has
    /// no explanation, or if the last action continued a turn that was decided earlier. The call changes nothing.
    fn explain(&self) -> Option<Explanation> {
        None
    }

    /// Returns the agent's own comment on its last choice, if any.
    fn info(&self) -> Option<&str> {
        None
    }
}

/// The probabilities with which an agent chooses its actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Probability of each legal action, in the order of [`Decision::legal`].
    pub chances: Vec<f64>,
    /// True if an agent built with another seed may have other probabilities.
    pub varies: bool,
}

/// The candidates of a choice, and the search effort spent on them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// Every option of the agent, most visits first, then the highest value.
    pub candidates: Vec<Candidate>,
    /// Number of simulated worlds; 0 for an agent that does not search.
    pub iterations: u64,
    /// Number of evaluations of states and moves.
    pub evaluations: u64,
}

impl Explanation {
    /// Creates an explanation and sorts `candidates`: most visits first, then the highest value.
    pub fn new(mut candidates: Vec<Candidate>, iterations: u64, evaluations: u64) -> Self {
        let value = |candidate: &Candidate| candidate.value.unwrap_or(f64::NEG_INFINITY);
        candidates.sort_by(|one, other| other.visits.cmp(&one.visits).then(value(other).total_cmp(&value(one))));
        Explanation { candidates, iterations, evaluations }
    }
}

/// One option that an agent compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The actions of this option, separated by commas.
    pub text: String,
    /// Estimated value on the agent's own scale: 0 to 1 for searches, points for greedy agents. `None` if the
    /// option was not evaluated.
    pub value: Option<f64>,
    /// Number of times this option was tried.
    pub visits: u64,
}

/// A reference player that is given the true state, including everything hidden. It measures the value of perfect
/// information and is not a fair opponent. No other agent receives a state.
pub trait OmniscientAgent<G: Game>: Send {
    /// Chooses one of the legal actions of `state`, in which `seat` is to move.
    ///
    /// # Errors
    ///
    /// Returns the fault if no action can be chosen.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, AgentFault>;

    /// Explains the last choice, as [`Agent::explain`] does.
    fn explain(&self) -> Option<Explanation> {
        None
    }
}

/// The player of a seat: an agent, an omniscient reference player, or a player that failed.
pub enum Player<G: Game> {
    /// An agent, which sees only what its seat sees.
    Agent(Box<dyn Agent<G>>),
    /// A reference player that sees the whole state.
    Omniscient(Box<dyn OmniscientAgent<G>>),
    /// A player that could not be built or cannot continue. It returns this fault at every decision.
    Failed(AgentFault),
}

impl<G: Game> Player<G> {
    /// Chooses an action in `state`, where `seat` is to move. `scratch` is a buffer for the list of legal actions.
    ///
    /// # Errors
    ///
    /// Returns the player's fault, if any.
    pub fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        scratch: &mut Vec<G::Action>,
    ) -> Result<G::Action, AgentFault> {
        match self {
            Player::Agent(agent) => agent.choose(&mut Decision { game, state, seat, scratch, listed: false }),
            Player::Omniscient(agent) => agent.choose(game, state, seat),
            Player::Failed(fault) => Err(*fault),
        }
    }

    /// Returns the probability of each legal action of `state`, where `seat` is to move, or `None` if the player
    /// does not know it.
    pub fn policy(&mut self, game: &G, state: &G::State, seat: Seat, scratch: &mut Vec<G::Action>) -> Option<Policy> {
        match self {
            Player::Agent(agent) => agent.policy(&mut Decision::new(game, state, seat, scratch)),
            Player::Omniscient(_) | Player::Failed(_) => None,
        }
    }

    /// Returns true if the player wants to receive events.
    pub fn wants_events(&self) -> bool {
        matches!(self, Player::Agent(agent) if agent.wants_events())
    }

    /// Passes an event to the player. Players other than agents ignore it.
    pub fn on_event(&mut self, news: &AgentEvent<'_, G>) {
        if let Player::Agent(agent) = self {
            agent.on_event(news);
        }
    }

    /// Returns the player's remark on the last choice, if any.
    pub fn info(&self) -> Option<&str> {
        match self {
            Player::Agent(agent) => agent.info(),
            Player::Omniscient(_) | Player::Failed(_) => None,
        }
    }

    /// Explains the last choice, if the player can.
    pub fn explain(&self) -> Option<Explanation> {
        match self {
            Player::Agent(agent) => agent.explain(),
            Player::Omniscient(agent) => agent.explain(),
            Player::Failed(_) => None,
        }
    }
}

/// A decision as the agent sees it: the rules, its seat, its observation and its legal actions. Observation and
/// actions are computed on demand. The underlying state stays private.
pub struct Decision<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    scratch: &'a mut Vec<G::Action>,
    listed: bool,
}

impl<'a, G: Game> Decision<'a, G> {
    /// Creates the decision of `seat`, which is to move in `state`. Callers are those that hold a state: the
    /// referee, and searches with a determinized one.
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat, scratch: &'a mut Vec<G::Action>) -> Self {
        Decision { game, state, seat, scratch, listed: false }
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &'a G {
        self.game
    }

    /// Returns the seat that is to choose.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns everything that the seat knows.
    pub fn observation(&self) -> G::Observation {
        self.game.observe(self.state, self.seat)
    }

    /// Returns every legal action.
    pub fn legal(&mut self) -> &[G::Action] {
        if !self.listed {
            self.game.legal_actions(self.state, self.scratch);
            self.listed = true;
        }
        self.scratch
    }

    /// Samples one legal action uniformly. This is faster than choosing from [`Decision::legal`].
    pub fn sample(&mut self, rng: &mut Rng) -> G::Action {
        self.listed = false;
        self.game.sample_action(self.state, rng, self.scratch)
    }
}
