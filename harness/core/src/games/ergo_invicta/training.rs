//! Training of nets for Ergo 1977 by self-play.
//!
//! The method is TD(λ) (Tesauro 1992). Every position is recorded from the view of the side to move, until one side can
//! make five in a row. The target of each position is a mixture of the net's own evaluation of later positions and the
//! result of the game. The net searches one action ahead, like the agent that uses it.

use ergo_agents::agent::AgentFault;
use ergo_agents::games::ergo_invicta::features::{ACTIVE_INPUTS, INPUTS, VERSION, describe};
use ergo_agents::games::ergo_invicta::greedy::evaluate_actions;
use ergo_agents::games::ergo_invicta::position_evaluator::PositionEvaluator;
use ergo_agents::games::ergo_invicta::search_position::{ActionResult, SearchPosition};
use ergo_agents::games::ergo_invicta::windows::WindowWeights;
use ergo_agents::net::gradient::GradientScratch;
use ergo_agents::net::mlp::{HiddenUnits, Inputs, Mlp};
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::game::Game;
use ergo_engine::options::{Configurable, OptionError, Settings, Value};
use ergo_engine::rng::{Rng, Seed, below, unit};
use ergo_engine::seat::SeatCount;
use rayon::ThreadPool;

use crate::registry::training::trainable::{EpisodeOptions, NetSpec, Trainable, TrainingSignal};
use crate::registry::training::trial::Trial;

/// Larger errors are clipped to this value.
const LARGEST_ERROR: f32 = 1.0;
/// The lead of a winner in points; corresponds to a net output of 1.
const WON: f32 = 2.0;

/// A position from the view of the side to move.
#[derive(Default)]
struct View {
    inputs: Inputs,
    side: usize,
    /// True if the following action was random.
    explored: bool,
    /// True if the net learns from this position.
    counts: bool,
}

/// A game of self-play and its training signal. The buffers are reused from game to game.
#[derive(Default)]
pub struct InvictaEpisode {
    /// The positions of this game; entries beyond its length are stale.
    views: Vec<View>,
    taught: TrainingSignal,
    units: HiddenUnits,
    slopes: GradientScratch,
    legal: Vec<Action>,
    found: Vec<(Action, i32)>,
}

/// Returns a best action, chosen at random among equals.
fn choose(found: &[(Action, i32)], rng: &mut Rng) -> Action {
    let highest = found.iter().map(|(_, value)| *value).max().expect("who is to move has an action");
    let best = found.iter().filter(|(_, value)| *value == highest);
    let place = below(rng, best.clone().count() as u32) as usize;
    best.map(|(action, _)| *action).nth(place).expect("one of them")
}

/// Plays from `walk` with the actions of `choose` until the side to move can make five in a row. Returns the result for
/// White, 1 for a win.
fn play_out(walk: &mut SearchPosition<'_>, mut choose: impl FnMut(&mut SearchPosition<'_>) -> Action) -> f32 {
    loop {
        let side = walk.position().to_move.index();
        let won = if side == 0 { 1.0 } else { -1.0 };
        if walk.can_win(side) {
            return won;
        }
        let action = choose(walk);
        match walk.play(action) {
            ActionResult::GoesOn => {}
            ActionResult::Five | ActionResult::Stuck => return won,
            ActionResult::Drawn | ActionResult::Repeated => return 0.0,
        }
    }
}

impl InvictaEpisode {
    fn play(&mut self, game: &ErgoInvicta, net: &Mlp, lesson: &EpisodeOptions<'_, ErgoInvicta>, seed: &Seed) {
        let state = game.deal(&mut seed.derive("deal", &[]).rng());
        let mut rng = seed.derive("play", &[]).rng();
        let guest = (unit(&mut rng) < lesson.guest).then(|| below(&mut rng, 2) as usize);
        let (mut by_net, mut by_windows) = (PositionEvaluator::new(Some(net)), PositionEvaluator::new(None));
        let InvictaEpisode { views, legal, found, .. } = self;
        let mut count = 0;
        let ahead = play_out(&mut SearchPosition::new(game, &state, WindowWeights::default_values()), |walk| {
            if views.len() == count {
                views.push(View::default());
            }
            let view = &mut views[count];
            count += 1;
            view.side = walk.position().to_move.index();
            view.counts = guest != Some(view.side);
            view.explored = view.counts && unit(&mut rng) < lesson.explore;
            legal.clear();
            walk.mover().list(legal);
            if view.counts {
                describe(walk.position(), walk.windows(), &mut view.inputs);
            }
            if view.explored {
                return legal[below(&mut rng, legal.len() as u32) as usize];
            }
            evaluate_actions(walk, legal, if view.counts { &mut by_net } else { &mut by_windows }, found);
            choose(found, &mut rng)
        });
        self.learn(net, lesson.lambda, count, ahead);
    }

    /// Computes the training signal of the first `count` positions; `ahead` is the result for White.
    fn learn(&mut self, net: &Mlp, lambda: f32, count: usize, ahead: f32) {
        let taught = &mut self.taught;
        taught.clear(net.weights().len());
        // The target from White's view.
        let mut target = ahead;
        for view in self.views[..count].iter().rev().filter(|view| view.counts) {
            let sign = if view.side == 0 { 1.0 } else { -1.0 };
            let value = net.forward(&view.inputs, &mut self.units);
            if view.explored {
                // Positions after a random action are poor targets for the position before it.
                target = sign * value;
                continue;
            }
            let error = value - sign * target;
            let factor = error.clamp(-LARGEST_ERROR, LARGEST_ERROR);
            net.add_gradient(&view.inputs, &self.units, &[factor], &mut taught.gradient, &mut self.slopes);
            taught.loss += f64::from(error * error);
            taught.positions += 1;
            target = (1.0 - lambda) * sign * value + lambda * target;
        }
    }
}

/// Plays the game of `seed` with `net` as `side` (0: White) against the greedy agent and returns the lead of `net` in
/// points.
fn against_greedy(game: &ErgoInvicta, net: &Mlp, side: usize, seed: &Seed) -> f64 {
    let state = game.deal(&mut seed.derive("deal", &[]).rng());
    let mut rng = seed.derive("seat", &[side as u64]).rng();
    let (mut by_net, mut by_windows) = (PositionEvaluator::new(Some(net)), PositionEvaluator::new(None));
    let (mut legal, mut found) = (Vec::new(), Vec::new());
    let ahead = play_out(&mut SearchPosition::new(game, &state, WindowWeights::default_values()), |walk| {
        let by_net_now = walk.position().to_move.index() == side;
        legal.clear();
        walk.mover().list(&mut legal);
        evaluate_actions(walk, &legal, if by_net_now { &mut by_net } else { &mut by_windows }, &mut found);
        choose(&found, &mut rng)
    });
    f64::from(WON * if side == 0 { ahead } else { -ahead })
}

impl Trainable for ErgoInvicta {
    type Game = Self;

    /// Self-play walks a board of windows and has no state that a bot could observe.
    const ANY_GUESTS: bool = false;

    fn subject(_: SeatCount) -> NetSpec {
        NetSpec::margin(VERSION, INPUTS, ACTIVE_INPUTS, WON)
    }

    type Episode = InvictaEpisode;

    fn one_round(seats: SeatCount, rules: &Settings) -> Result<Self, OptionError> {
        let mut given = rules.clone();
        given.0.insert("games".to_owned(), Value::Int(1));
        ErgoInvicta::configure(seats, &given)
    }

    fn teach<'e>(
        &self,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, ErgoInvicta>,
        seed: &Seed,
        episode: &'e mut InvictaEpisode,
    ) -> Result<&'e mut TrainingSignal, AgentFault> {
        episode.play(self, net, lesson, seed);
        Ok(&mut episode.taught)
    }

    fn trial(&self, net: &Mlp, deals: u64, seed: &Seed, pool: &ThreadPool) -> Trial {
        let margin = |deal: u64| {
            let seed = seed.derive("trial", &[deal]);
            (0..2).map(|side| against_greedy(self, net, side, &seed)).sum::<f64>() / 2.0
        };
        Trial::run(margin, deals, pool)
    }
}
