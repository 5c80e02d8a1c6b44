//! Training of nets for Philosophia, from matches among planners or by self-play.
//!
//! The method is TD(λ) (Tesauro 1992). At the start of each turn, the view of the seat that has just played is
//! recorded, and that of another seat drawn at random. The target of each view is a mixture of the net's own evaluation
//! of later views of that seat and the result of the match. The net searches one action ahead, like the agent that uses
//! it. It also learns from the seats of guests, which are tuned planners unless bots are named.

use ergo_agents::agent::{AgentFault, Player};
use ergo_agents::games::philosophia::evaluator::ValueSource;
use ergo_agents::games::philosophia::features::{ACTIVE_INPUTS, Describer, INPUTS, VERSION};
use ergo_agents::games::philosophia::lookahead::{Lookahead, LookaheadSettings, pick};
use ergo_agents::games::philosophia::planner::choose;
use ergo_agents::games::philosophia::weights::PlannerWeights;
use ergo_agents::net::gradient::GradientScratch;
use ergo_agents::net::mlp::{HiddenUnits, Inputs, Mlp};
use ergo_engine::game::{Game, Outcome, Status};
use ergo_engine::options::{Configurable, OptionError, Settings};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::{Rng, Seed, below, unit};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use rayon::ThreadPool;

use crate::registry::training::trainable::{EpisodeOptions, NetSpec, Trainable, TrainingSignal};
use crate::registry::training::trial::Trial;

/// Larger errors are clipped to this value.
const LARGEST_ERROR: f32 = 1.0;
/// The margin of a win at equal chances; corresponds to a net output of 1.
const WON: f32 = 1.0;

/// The inputs of a seat at the start of a turn.
#[derive(Default)]
struct View {
    inputs: Inputs,
    seat: usize,
    /// True if the seat's next turn was random.
    explored: bool,
}

/// A match and its training signal. The buffers are reused from match to match.
#[derive(Default)]
pub struct PhilosophiaEpisode {
    /// The first `count` views belong to this match; the rest is stale.
    views: Vec<View>,
    count: usize,
    taught: TrainingSignal,
    units: HiddenUnits,
    slopes: GradientScratch,
    describer: Describer,
}

/// The agent at a seat.
enum SeatAgent<'n> {
    Net(Box<Lookahead<'n>>),
    Planner,
    Bot(Player<Philosophia>),
}

/// Returns the margin of a seat over the others, from -1 to 1. A shared win counts in parts.
fn margin(game: &Philosophia, outcome: &Outcome, seat: Seat) -> f64 {
    let players = game.0.players as f64;
    (players * outcome.returns[seat] - 1.0) / (players - 1.0)
}

/// Plays from `state` to the end, or until a bot fails to answer. Before each turn `see` receives the state; if it
/// returns an action, that action is played.
fn play_out(
    game: &Philosophia,
    state: &mut State,
    players: &mut SeatMap<SeatAgent<'_>>,
    rng: &mut Rng,
    mut see: impl FnMut(&State, Seat, &[Action], &mut Rng) -> Option<Action>,
) -> Result<Outcome, AgentFault> {
    let weights = PlannerWeights::tuned();
    let (mut legal, mut values) = (Vec::new(), Vec::new());
    loop {
        let seat = match game.status(state) {
            Status::Over(outcome) => return Ok(outcome),
            Status::ToMove(seat) => seat,
        };
        game.legal_actions(state, &mut legal);
        let given = if state.node() == Node::Move { see(state, seat, &legal, rng) } else { None };
        let action = match (given, &mut players[seat]) {
            (Some(action), _) => action,
            (None, SeatAgent::Net(ahead)) if legal.len() > 1 => {
                ahead.evaluate_actions(game, &game.observe(state, seat), &legal, rng, &mut values);
                legal[pick(&values, 0.0, rng)]
            }
            (None, SeatAgent::Bot(bot)) => bot.choose(game, state, seat, &mut legal)?,
            // Planners use only what they can observe.
            _ => choose((&game.0, &weights), state, seat.index(), &legal, rng),
        };
        game.apply(state, action);
    }
}

/// Creates an agent that plays `net` in `seat`.
fn sits<'n>(net: &'n Mlp, seat: Seat, seed: &Seed) -> SeatAgent<'n> {
    let seed = seed.derive("judge", &[seat.index() as u64]);
    SeatAgent::Net(Box::new(Lookahead::new(ValueSource::Net(net), seat, LookaheadSettings::ALL_ONCE, seed)))
}

impl PhilosophiaEpisode {
    fn play(
        &mut self,
        game: &Philosophia,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Philosophia>,
        seed: &Seed,
    ) -> Result<(), AgentFault> {
        let mut state = game.deal(&mut seed.derive("deal", &[]).rng());
        let mut rng = seed.derive("play", &[]).rng();
        let seats = game.seats();
        let kept = below(&mut rng, seats.get() as u32) as usize;
        let guests = SeatMap::from_fn(seats, |seat| unit(&mut rng) < lesson.guest && seat.index() != kept);
        let guest = |seat| lesson.sample_guest(game, seat, seed).map_or(SeatAgent::Planner, SeatAgent::Bot);
        let mut players =
            SeatMap::from_fn(seats, |seat| if guests[seat] { guest(seat) } else { sits(net, seat, seed) });
        let mut last: SeatMap<Option<usize>> = SeatMap::from_fn(seats, |_| None);
        let mut moved: Option<Seat> = None;
        self.count = 0;
        let outcome = play_out(game, &mut state, &mut players, &mut rng, |state, seat, legal, rng| {
            let other = Seat::new(below(rng, seats.get() as u32) as usize);
            for seat in moved.into_iter().chain((moved != Some(other)).then_some(other)) {
                last[seat] = Some(self.note(game, state, seat));
            }
            moved = Some(seat);
            let explores = unit(rng) < lesson.explore;
            if let (true, Some(place)) = (explores, last[seat]) {
                self.views[place].explored = true;
            }
            explores.then(|| legal[below(rng, legal.len() as u32) as usize])
        })?;
        self.learn(net, lesson.lambda, &SeatMap::from_fn(seats, |seat| margin(game, &outcome, seat) as f32));
        Ok(())
    }

    /// Records the view of `seat` and returns its index.
    fn note(&mut self, game: &Philosophia, state: &State, seat: Seat) -> usize {
        if self.views.len() == self.count {
            self.views.push(View::default());
        }
        let view = &mut self.views[self.count];
        (view.seat, view.explored) = (seat.index(), false);
        let seen = game.observe(state, seat);
        self.describer.describe(&game.0, seen.seen(), view.seat, &mut view.inputs);
        self.count += 1;
        self.count - 1
    }

    /// Computes the training signal of the views from the final margins.
    fn learn(&mut self, net: &Mlp, lambda: f32, margins: &SeatMap<f32>) {
        let taught = &mut self.taught;
        taught.clear(net.weights().len());
        let mut targets = margins.clone();
        for view in self.views[..self.count].iter().rev() {
            let target = &mut targets[Seat::new(view.seat)];
            let value = net.forward(&view.inputs, &mut self.units);
            if view.explored {
                // Positions after a random action are poor targets for the position before it.
                *target = value;
                continue;
            }
            let error = value - *target;
            let factor = error.clamp(-LARGEST_ERROR, LARGEST_ERROR);
            net.add_gradient(&view.inputs, &self.units, &[factor], &mut taught.gradient, &mut self.slopes);
            taught.loss += f64::from(error * error);
            taught.positions += 1;
            *target = (1.0 - lambda) * value + lambda * *target;
        }
    }
}

/// Plays the match of `seed` with `net` in `seat` against tuned planners and returns its margin.
fn against_planners(game: &Philosophia, net: &Mlp, seat: Seat, seed: &Seed) -> f64 {
    let mut state = game.deal(&mut seed.derive("deal", &[]).rng());
    let mut rng = seed.derive("seat", &[seat.index() as u64]).rng();
    let mut players =
        SeatMap::from_fn(game.seats(), |one| if one == seat { sits(net, seat, seed) } else { SeatAgent::Planner });
    let played = play_out(game, &mut state, &mut players, &mut rng, |_, _, _, _| None);
    margin(game, &played.expect("nets and planners answer"), seat)
}

impl Trainable for Philosophia {
    type Game = Self;

    fn subject(_: SeatCount) -> NetSpec {
        NetSpec::margin(VERSION, INPUTS, ACTIVE_INPUTS, WON)
    }

    type Episode = PhilosophiaEpisode;

    fn one_round(seats: SeatCount, rules: &Settings) -> Result<Self, OptionError> {
        Philosophia::configure(seats, rules)
    }

    fn teach<'e>(
        &self,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Philosophia>,
        seed: &Seed,
        episode: &'e mut PhilosophiaEpisode,
    ) -> Result<&'e mut TrainingSignal, AgentFault> {
        episode.play(self, net, lesson, seed)?;
        Ok(&mut episode.taught)
    }

    fn trial(&self, net: &Mlp, deals: u64, seed: &Seed, pool: &ThreadPool) -> Trial {
        let margin = |deal: u64| {
            let seed = seed.derive("trial", &[deal]);
            let seats = self.seats();
            seats.iter().map(|seat| against_planners(self, net, seat, &seed)).sum::<f64>() / seats.get() as f64
        };
        Trial::run(margin, deals, pool)
    }
}
