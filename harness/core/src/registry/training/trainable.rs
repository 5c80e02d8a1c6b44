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

/// How a round of the game `G` is played and learned from.
pub struct EpisodeOptions<'g, G: Game> {
    /// The chance that a turn is drawn at random.
    pub explore: f64,
    /// The chance that a seat is played by a guest; one seat, any, is always the net's.
    pub guest: f64,
    /// The bots that guests are drawn from; nobody: a guest is the game's greedy agent.
    pub guests: &'g [BotFactory<G>],
    /// How much of a target comes from what happened further on: 1 from the end of the round alone, 0 from the net's view of
    /// the next turn alone.
    pub lambda: f32,
    /// The chance that a turn of the net's is chosen by an expert, who looks ahead with the net as it is; the net learns what that finds.
    pub expert: f64,
    /// Playouts that an expert spends on a turn.
    pub playouts: u64,
}

impl<G: Game> EpisodeOptions<'_, G> {
    /// A guest for `seat` in the round that `seed` begins, any of those named alike; none where nobody is named.
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
    /// The sum over positions of how the squared error changes with each weight.
    pub gradient: Vec<f32>,
    /// The sum of squared errors.
    pub loss: f64,
    /// How many positions were learned from.
    pub positions: u64,
}

impl TrainingSignal {
    /// Nothing yet, for a net with so many weights.
    pub fn clear(&mut self, weights: usize) {
        self.gradient.clear();
        self.gradient.resize(weights, 0.0);
        (self.loss, self.positions) = (0.0, 0);
    }
}

/// What a net is shown, what it answers, and by what it is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetSpec {
    /// Version of the inputs.
    pub features: u32,
    /// How many there are.
    pub inputs: usize,
    /// About how many are not 0.
    pub lively: usize,
    /// How many things it answers.
    pub outputs: usize,
    /// What an output of 1 stands for: points of margin, or 1 where that is no number of points.
    pub scale: f32,
    /// Whether the net's own opinion of later turns goes into its targets.
    pub bootstraps: bool,
    /// What its trials measure, as a key and in words that follow a number.
    pub tried: (&'static str, &'static str),
}

impl NetSpec {
    /// That of a net which answers one thing, points of margin in `scale`s, and is tried against greedy.
    pub const fn margin(features: u32, inputs: usize, lively: usize, scale: f32) -> Self {
        let tried = ("margin_against_greedy", "points a round against greedy");
        NetSpec { features, inputs, lively, outputs: 1, scale, bootstraps: true, tried }
    }
}

/// Something about a game that a net learns from rounds that are played.
pub trait Trainable: Sized + Sync {
    /// The game that is played.
    type Game: Game;

    /// Whether guests may be any bots, or only the greedy agent.
    const ANY_GUESTS: bool = true;
    /// Whether experts can look ahead for the net.
    const EXPERTS: bool = false;

    /// What the net is shown and answers at a table of so many `seats`.
    fn subject(seats: SeatCount) -> NetSpec;

    /// One round and what it teaches; it keeps its room from round to round.
    type Episode: Default;

    /// The game that is played: one round, for `seats` seats with these options.
    fn one_round(seats: SeatCount, rules: &Settings) -> Result<Self, OptionError>;

    /// Plays the round that `seed` begins and learns from it, unless a guest does not answer. The game ends with its first round.
    fn teach<'e>(
        &self,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Self::Game>,
        seed: &Seed,
        episode: &'e mut Self::Episode,
    ) -> Result<&'e mut TrainingSignal, AgentFault>;

    /// Tries `net` on `deals` deals, two or more, that follow from `seed`, with the threads of `pool`: most play each as one round with
    /// `net` in every seat in turn and greedy agents in the others. The answer is the same for any number of threads.
    fn trial(&self, net: &Mlp, deals: u64, seed: &Seed, pool: &ThreadPool) -> Trial;
}
