//! Philosophia as a course: a net plays matches among planners, or itself, and learns what its positions led to.
//!
//! The method is TD(λ) (Tesauro 1992). Whenever a turn begins, what the seat that has just played sees is put down, and what another
//! one does, drawn by chance; each one's target is a mixture of the net's own opinion of the later ones of that seat and of how the match
//! ended. The net chooses one action ahead, as the agent does that goes by it; it learns from the seats of guests as well, who are tuned planners unless bots are named.

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

/// An error beyond this changes the weights no more than this.
const LARGEST_ERROR: f32 = 1.0;
/// The margin of a win among equals: an answer of 1 stands for it.
const WON: f32 = 1.0;

/// The inputs of a seat when a turn began.
#[derive(Default)]
struct View {
    inputs: Inputs,
    seat: usize,
    /// Whether the seat's next turn was drawn at random.
    explored: bool,
}

/// One match and what it teaches. It keeps its room from match to match.
#[derive(Default)]
pub struct PhilosophiaEpisode {
    /// Views of this match, as many as `count`; more may lie behind from longer ones.
    views: Vec<View>,
    count: usize,
    taught: TrainingSignal,
    units: HiddenUnits,
    slopes: GradientScratch,
    describer: Describer,
}

/// Who plays at a seat.
enum SeatAgent<'n> {
    Net(Box<Lookahead<'n>>),
    Planner,
    Bot(Player<Philosophia>),
}

/// The margin of the seat over the others: from -1 to 1, a win shared counts in parts.
fn margin(game: &Philosophia, outcome: &Outcome, seat: Seat) -> f64 {
    let players = game.0.players as f64;
    (players * outcome.returns[seat] - 1.0) / (players - 1.0)
}

/// Plays on from `state` to the end, unless a bot does not answer. Before anybody moves somewhere `see` is shown the state; what it
/// says is played instead, if it says something.
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
            // Planners use nothing of a state that they do not see.
            _ => choose((&game.0, &weights), state, seat.index(), &legal, rng),
        };
        game.apply(state, action);
    }
}

/// `net` at `seat`.
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

    /// Puts down what `seat` is shown of `state`, and gives the place of that.
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

    /// Learns from the views, after which the seats were so far ahead.
    fn learn(&mut self, net: &Mlp, lambda: f32, margins: &SeatMap<f32>) {
        let taught = &mut self.taught;
        taught.clear(net.weights().len());
        let mut targets = margins.clone();
        for view in self.views[..self.count].iter().rev() {
            let target = &mut targets[Seat::new(view.seat)];
            let value = net.forward(&view.inputs, &mut self.units);
            if view.explored {
                // What follows an action drawn at random says little of the position before it.
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

/// The margin of `net` at `seat` over tuned planners in the match that `seed` begins.
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
