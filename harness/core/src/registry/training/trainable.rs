//! The trait of a game that a net can learn.

use ergo_agents::agent::{AgentFault, Player};
use ergo_agents::net::mlp::Mlp;
use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, Settings};
use ergo_engine::rng::{Seed, below};
use ergo_engine::seat::{Seat, SeatCount};
use rayon::ThreadPool;

use super::trial::Trial;
use crate::registry::arena::BotFactory;

/// The options for playing and learning from a round of the game `G`.
pub struct EpisodeOptions<'g, G: Game> {
    /// The probability of a random turn.
    pub explore: f64,
    /// The probability that a seat is played by a guest. At least one seat is played by the net.
    pub guest: f64,
    /// The guests to draw from; empty for the game's greedy agent.
    pub guests: &'g [BotFactory<G>],
    /// The TD(λ) parameter: 1 uses only the result of the round, 0 only the net's value of the next turn.
    pub lambda: f32,
    /// The probability that a turn of the net is chosen by an expert search, whose values the net also learns.
    pub expert: f64,
    /// Playouts of the expert search per turn.
    pub playouts: u64,
}

impl<G: Game> EpisodeOptions<'_, G> {
    /// Draws a guest for `seat` in the round of `seed`; `None` if no guests are named.
    pub fn sample_guest(&self, game: &G, seat: Seat, seed: &Seed) -> Option<Player<G>> {
        let seed = seed.derive("guest", &[seat.index() as u64]);
        let place = match self.guests.len() {
            0 => return None,
            many => below(&mut seed.derive("who", &[]).rng(), many as u32) as usize,
        };
        Some(self.guests[place](game, seat, seed))
    }
}

/// The training signal of one round.
#[derive(Default)]
pub struct TrainingSignal {
    /// The gradient of the loss with respect to each weight, summed over positions.
    pub gradient: Vec<f32>,
    /// The sum of squared errors.
    pub loss: f64,
    /// Number of positions.
    pub positions: u64,
}

impl TrainingSignal {
    /// Resets the signal for a net with this number of weights.
    pub fn clear(&mut self, weights: usize) {
        self.gradient.clear();
        self.gradient.resize(weights, 0.0);
        (self.loss, self.positions) = (0.0, 0);
    }
}

/// The inputs and outputs of a net, and the quantity of its trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetSpec {
    /// Version of the inputs.
    pub features: u32,
    /// Number of inputs.
    pub inputs: usize,
    /// Approximate number of nonzero inputs.
    pub lively: usize,
    /// Number of outputs.
    pub outputs: usize,
    /// The value of an output of 1: points of margin, or 1 if outputs are not points.
    pub scale: f32,
    /// True if targets include the net's own values of later turns.
    pub bootstraps: bool,
    /// The quantity measured by trials: a key, and words that follow a number.
    pub tried: (&'static str, &'static str),
}

impl NetSpec {
    /// Creates the specification of a net with one output, the margin in units of `scale` points, with trials against
    /// the greedy agent.
    pub const fn margin(features: u32, inputs: usize, lively: usize, scale: f32) -> Self {
        let tried = ("margin_against_greedy", "points a round against greedy");
        NetSpec { features, inputs, lively, outputs: 1, scale, bootstraps: true, tried }
    }
}

/// A game with a quantity that a net learns from played rounds.
pub trait Trainable: Sized + Sync {
    /// The game.
    type Game: Game;

    /// True if guests may be any bots; otherwise they are the greedy agent.
    const ANY_GUESTS: bool = true;
    /// True if experts can search with the net.
    const EXPERTS: bool = false;

    /// Returns the inputs and outputs of a net for `seats` seats.
    fn subject(seats: SeatCount) -> NetSpec;

    /// A round with its training signal; its buffers are reused.
    type Episode: Default;

    /// Creates the game of one round.
    ///
    /// # Errors
    ///
    /// Returns an error if a rule option is invalid.
    fn one_round(seats: SeatCount, rules: &Settings) -> Result<Self, OptionError>;

    /// Plays the round of `seed` and computes its training signal. The game must end with its first round.
    ///
    /// # Errors
    ///
    /// Returns the fault of a guest that failed to answer.
    fn teach<'e>(
        &self,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Self::Game>,
        seed: &Seed,
        episode: &'e mut Self::Episode,
    ) -> Result<&'e mut TrainingSignal, AgentFault>;

    /// Evaluates `net` on `deals` deals (two or more) derived from `seed`. Most games play each deal as one round with
    /// `net` in every seat in turn and greedy agents in the others. The result does not depend on the number of threads
    /// of `pool`.
    fn trial(&self, net: &Mlp, deals: u64, seed: &Seed, pool: &ThreadPool) -> Trial;
}
