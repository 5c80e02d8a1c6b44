//! Trains a net that predicts the probability of each result of a round, from rounds that the shipped net plays.
//!
//! The input is the observation of each seat at the start of a turn; the target is the result of the round. Positions
//! before a random turn are not used. The loss is the negative log-likelihood.

use std::borrow::Cow;

use ergo_agents::agent::{Agent, AgentFault, Decision};
use ergo_agents::games::ergo::equity::EquityTable;
use ergo_agents::games::ergo::features::{ACTIVE_INPUTS, INPUTS, VERSION};
use ergo_agents::games::ergo::match_play::nets::MatchPlay;
use ergo_agents::games::ergo::match_play::result_nets::equity_table;
use ergo_agents::games::ergo::match_play::results::{result_count, result_index};
use ergo_agents::games::ergo::shipped::shipped_net;
use ergo_agents::games::ergo::td::{Exploration, TdAgent};
use ergo_agents::net::gradient::GradientScratch;
use ergo_agents::net::mlp::{HiddenUnits, Mlp, softmax};
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::SEATS;
use ergo_engine::game::{Game, Status};
use ergo_engine::options::{OptionError, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use rayon::ThreadPool;

use super::selfplay::{ErgoEpisode, guests};
use crate::registry::training::trainable::{EpisodeOptions, NetSpec, Trainable, TrainingSignal};
use crate::registry::training::trial::Trial;

/// A match of ERGO, and one round of it.
pub struct ResultsTraining {
    round: Ergo,
    whole: Ergo,
    table: &'static EquityTable,
}

/// A round and its training signal.
#[derive(Default)]
pub struct ResultsEpisode {
    round: ErgoEpisode,
    taught: TrainingSignal,
    units: HiddenUnits,
    slopes: GradientScratch,
    answers: Vec<f32>,
}

impl Trainable for ResultsTraining {
    type Game = Ergo;

    fn subject(seats: SeatCount) -> NetSpec {
        NetSpec {
            features: VERSION,
            inputs: INPUTS,
            lively: ACTIVE_INPUTS,
            outputs: result_count(seats.get()),
            scale: 1.0,
            bootstraps: false,
            tried: ("wins_above_fair_share", "wins a match above the fair share, alone among td"),
        }
    }

    type Episode = ResultsEpisode;

    fn one_round(seats: SeatCount, rules: &Settings) -> Result<Self, OptionError> {
        let (whole, round) = (Rules::new(seats, rules).map(Ergo)?, Ergo::one_round(seats, rules)?);
        let table = equity_table(&whole.0)?;
        Ok(ResultsTraining { round, whole, table })
    }

    fn teach<'e>(
        &self,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Ergo>,
        seed: &Seed,
        episode: &'e mut ResultsEpisode,
    ) -> Result<&'e mut TrainingSignal, AgentFault> {
        let ResultsEpisode { round, taught, units, slopes, answers } = episode;
        let (game, points) = (&self.round, shipped_net(self.round.0.seats, 1));
        let mut rng = seed.derive("play", &[]).rng();
        let mut guests = guests(game, lesson, seed, &mut rng);
        let paid = round.play_round(game, points, lesson, seed, &mut guests, rng)?;
        taught.clear(net.weights().len());
        for (seat, inputs) in round.undisturbed(game.0.seats) {
            if guests[seat].is_some() {
                continue;
            }
            let seats = game.0.seats.get();
            let from_seat: [i32; SEATS] = std::array::from_fn(|i| paid[Seat::new((seat.index() + i) % seats)]);
            let came = result_index(&from_seat[..seats]);
            net.forward_all(inputs, units, answers);
            softmax(answers);
            taught.loss -= f64::from(libm::logf(answers[came].max(f32::MIN_POSITIVE)));
            taught.positions += 1;
            // The gradient of the loss with respect to the outputs before the softmax.
            answers[came] -= 1.0;
            net.add_gradient(inputs, units, answers, &mut taught.gradient, slopes);
        }
        Ok(taught)
    }

    /// Plays whole matches in every seat against agents that maximise points. The value is the win share minus the fair
    /// share.
    fn trial(&self, net: &Mlp, deals: u64, seed: &Seed, pool: &ThreadPool) -> Trial {
        let seats = self.whole.seats();
        let fair = 1.0 / seats.get() as f64;
        let gain = |deal: u64| {
            let seed = seed.derive("trial", &[deal]);
            seats.iter().map(|seat| self.share(net, seat, &seed)).sum::<f64>() * fair - fair
        };
        Trial::run_bounded((-fair, 1.0 - fair), gain, deals, pool)
    }
}

impl ResultsTraining {
    /// Returns the win share of the match-aware agent in seat `at` in the match of `seed`.
    fn share(&self, net: &Mlp, at: Seat, seed: &Seed) -> f64 {
        let (game, seats) = (&self.whole, self.whole.seats());
        let points = shipped_net(seats, 1);
        let player = |seat: Seat| {
            let seed = seed.derive("seat", &[seat.index() as u64]);
            let agent = TdAgent::new(Cow::Borrowed(points), Exploration::default(), seed);
            match MatchPlay::new(self.table, points, net).filter(|_| seat == at) {
                Some(match_play) => agent.with_match_play(match_play),
                None => agent,
            }
        };
        let mut players: Vec<TdAgent<'_>> = seats.iter().map(player).collect();
        let mut state = game.deal(&mut seed.derive("deal", &[]).rng());
        let mut scratch = Vec::new();
        loop {
            match game.status(&state) {
                Status::ToMove(mover) => {
                    let mut decision = Decision::new(game, &state, mover, &mut scratch);
                    let action = players[mover.index()].choose(&mut decision).expect("they answer");
                    game.apply(&mut state, action);
                }
                Status::Over(outcome) => {
                    let winners = outcome.winners.iter().filter(|won| **won).count() as f64;
                    return if outcome.winners[at] { 1.0 / winners } else { 0.0 };
                }
            }
        }
    }
}
