//! Plays one round of self-play and computes its training signal.

use ergo_agents::agent::{AgentFault, Decision, Player};
use ergo_agents::games::ergo::expert::Expert;
use ergo_agents::games::ergo::features::describe;
use ergo_agents::games::ergo::greedy::{GreedyAgent, TurnSelection};
use ergo_agents::games::ergo::td::best_turn;
use ergo_agents::games::ergo::tuned;
use ergo_agents::games::ergo::value_net::{NetScratch, SCALE};
use ergo_agents::net::gradient::GradientScratch;
use ergo_agents::net::mlp::{HiddenUnits, Inputs, Mlp};
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::turn::sample_way;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::rng::{Rng, Seed, below, unit};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};

use super::advice::ExpertTargets;
use crate::registry::training::trainable::{EpisodeOptions, TrainingSignal};

/// Larger errors are clipped to this value.
const LARGEST_ERROR: f32 = 1.0;

/// The guests in a round by seat; `None` for seats that the net plays.
pub type Guests = SeatMap<Option<Player<Ergo>>>;

/// A round of self-play and its training signal. The buffers are reused from round to round.
#[derive(Default)]
pub struct ErgoEpisode {
    /// The observation of each seat at the start of each turn; entries beyond the current round are stale.
    seen: Vec<Inputs>,
    turns: Vec<TurnNote>,
    advice: ExpertTargets,
    /// The training signal of the round.
    pub taught: TrainingSignal,
    room: NetScratch,
    units: HiddenUnits,
    slopes: GradientScratch,
    plan: Vec<Action>,
    scratch: Vec<Action>,
}

/// A turn as recorded at its start.
#[derive(Clone, Copy, Default)]
struct TurnNote {
    /// True if the turn was random.
    explored: bool,
    /// The seat and the value in [`SCALE`]s of an expert search, if there was one.
    found: Option<(Seat, f32)>,
}

impl ErgoEpisode {
    /// Plays the round of `seed` and computes its training signal. `game` must end with its first round.
    ///
    /// # Errors
    ///
    /// Returns an error if a guest fails to answer.
    pub fn play(
        &mut self,
        game: &Ergo,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Ergo>,
        seed: &Seed,
    ) -> Result<(), AgentFault> {
        let mut rng = seed.derive("play", &[]).rng();
        let guests = guests(game, lesson, seed, &mut rng);
        self.learn_from(game, net, lesson, seed, guests, rng)
    }

    /// Like [`Self::play`], with the given guests.
    ///
    /// # Errors
    ///
    /// Returns an error if a guest fails to answer.
    pub fn play_among(
        &mut self,
        game: &Ergo,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Ergo>,
        seed: &Seed,
        guests: Guests,
    ) -> Result<(), AgentFault> {
        self.learn_from(game, net, lesson, seed, guests, seed.derive("play", &[]).rng())
    }

    fn learn_from(
        &mut self,
        game: &Ergo,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Ergo>,
        seed: &Seed,
        mut guests: Guests,
        rng: Rng,
    ) -> Result<(), AgentFault> {
        let margins = margins(&self.play_round(game, net, lesson, seed, &mut guests, rng)?);
        let own = SeatMap::from_fn(game.seats(), |seat| guests[seat].is_none().then_some(margins[seat]));
        self.learn(net, lesson.lambda, &own);
        Ok(())
    }

    /// Plays the round and returns the points of each seat, or an error if a guest fails to answer.
    pub(super) fn play_round(
        &mut self,
        game: &Ergo,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Ergo>,
        seed: &Seed,
        guests: &mut Guests,
        mut rng: Rng,
    ) -> Result<SeatMap<i32>, AgentFault> {
        let mut state = game.deal(&mut seed.derive("deal", &[]).rng());
        self.turns.clear();
        self.advice.clear();
        self.plan.clear();
        let (mut expert, mut asked) = (None, false);
        loop {
            let Status::ToMove(mover) = game.status(&state) else { unreachable!("a match of one round ends with it") };
            let begins = self.turns.len() < usize::from(state.turn());
            if begins {
                self.note(game, &state, guests);
                asked = lesson.expert > 0.0 && guests[mover].is_none() && unit(&mut rng) < lesson.expert;
            }
            let action = match &mut guests[mover] {
                Some(guest) => guest.choose(game, &state, mover, &mut self.scratch)?,
                None if asked => {
                    let new = || Expert::new(game, net, lesson.playouts, seed.derive("expert", &[]));
                    let expert = expert.get_or_insert_with(new);
                    let action = expert.choose(&mut Decision::new(game, &state, mover, &mut self.scratch))?;
                    if begins {
                        let found = self.advice.take(game, &state, mover, expert);
                        self.this_turn().found = found.map(|worth| (mover, worth));
                    }
                    action
                }
                None => {
                    if self.plan.is_empty() {
                        self.plan(game, net, lesson, &game.observe(&state, mover), &mut rng);
                    }
                    self.plan.pop().expect("a turn has plays")
                }
            };
            if let Some(round) = game.apply_recorded(&mut state, action) {
                return Ok(round.points());
            }
        }
    }

    /// Returns the observations of the last round after which no turn was random, without those of guests.
    pub(super) fn undisturbed(&self, seats: SeatCount) -> impl Iterator<Item = (Seat, &Inputs)> {
        let from = self.turns.iter().rposition(|turn| turn.explored).map_or(0, |last| last + 1);
        let all = seats.get() * from..seats.get() * self.turns.len();
        all.map(move |place| (Seat::new(place % seats.get()), &self.seen[place]))
    }

    /// Records the observation of each seat that the net plays at the start of a turn.
    fn note(&mut self, game: &Ergo, state: &State, guests: &Guests) {
        let first = self.turns.len() * game.seats().get();
        for seat in game.seats().iter() {
            let place = first + seat.index();
            if place == self.seen.len() {
                self.seen.push(Inputs::default());
            }
            if guests[seat].is_none() {
                describe(&game.0, &game.observe(state, seat), &mut self.seen[place]);
            }
        }
        self.turns.push(TurnNote::default());
    }

    /// Returns the current turn.
    fn this_turn(&mut self) -> &mut TurnNote {
        self.turns.last_mut().expect("the turn was put down")
    }

    /// Plans a turn of the net.
    fn plan(&mut self, game: &Ergo, net: &Mlp, lesson: &EpisodeOptions<'_, Ergo>, seen: &Observation, rng: &mut Rng) {
        let random = unit(rng) < lesson.explore;
        if !random {
            best_turn(net, &game.0, seen, &mut self.room, rng, &mut self.plan);
        }
        // A net with diverged weights finds no best turn.
        if self.plan.is_empty() {
            self.this_turn().explored = random;
            self.plan.extend(sample_way(&seen.move_generator(&game.0), rng).0.iter().rev());
        }
    }

    /// Computes the training signal of the recorded round for the seats that have a margin.
    fn learn(&mut self, net: &Mlp, lambda: f32, margins: &SeatMap<Option<f32>>) {
        let taught = &mut self.taught;
        taught.clear(net.weights().len());
        let seats = margins.seats().get();
        for (seat, &margin) in margins.entries() {
            let Some(margin) = margin else { continue };
            let mut target = margin / SCALE;
            for (turn, &TurnNote { explored, found }) in self.turns.iter().enumerate().rev() {
                let inputs = &self.seen[turn * seats + seat.index()];
                let value = net.forward(inputs, &mut self.units);
                if let Some((_, worth)) = found.filter(|(who, _)| *who == seat) {
                    target = worth;
                }
                if explored {
                    // Positions after a random turn are poor targets for the position before it.
                    target = value;
                    continue;
                }
                let error = value - target;
                let factor = error.clamp(-LARGEST_ERROR, LARGEST_ERROR);
                net.add_gradient(inputs, &self.units, &[factor], &mut taught.gradient, &mut self.slopes);
                taught.loss += f64::from(error * error);
                taught.positions += 1;
                target = (1.0 - lambda) * value + lambda * target;
            }
        }
        for (inputs, worth, weight) in self.advice.lessons() {
            let error = net.forward(inputs, &mut self.units) - worth;
            let factor = weight * error.clamp(-LARGEST_ERROR, LARGEST_ERROR);
            net.add_gradient(inputs, &self.units, &[factor], &mut taught.gradient, &mut self.slopes);
            taught.loss += f64::from(weight * error * error);
            taught.positions += 1;
        }
    }
}

/// Draws the guests of a round.
pub(super) fn guests(game: &Ergo, lesson: &EpisodeOptions<'_, Ergo>, seed: &Seed, rng: &mut Rng) -> Guests {
    let seats = game.seats();
    if lesson.guest == 0.0 {
        return SeatMap::from_fn(seats, |_| None);
    }
    let kept = Seat::new(below(rng, seats.get() as u32) as usize);
    SeatMap::from_fn(seats, |seat| {
        let seated = unit(rng) < lesson.guest && seat != kept;
        let greedy = || {
            let seed = seed.derive("guest", &[seat.index() as u64]);
            Player::Agent(Box::new(GreedyAgent::new(
                tuned::tuned_weights(seats),
                TurnSelection::All { blunder: 0.0 },
                seed,
            )))
        };
        seated.then(|| lesson.sample_guest(game, seat, seed).unwrap_or_else(greedy))
    })
}

/// Returns each seat's points minus the mean of the others.
fn margins(points: &SeatMap<i32>) -> SeatMap<f32> {
    let sum: i32 = points.iter().sum();
    let rivals = (points.seats().get() - 1) as f32;
    points.map(|&own| own as f32 - (sum - own) as f32 / rivals)
}
