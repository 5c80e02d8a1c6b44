//! The cheater of ERGO: it sees all hands and the pile and plays on from the true state. A reference, not a fair
//! opponent.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::turn::MOST_PLAYS;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::Seat;

use crate::agent::{AgentFault, OmniscientAgent};
use crate::games::ergo::greedy::{BestSoFar, replace_plan};
use crate::games::ergo::heuristic::{HeuristicWeights, TurnEvaluator};
use crate::games::ergo::ways::{HeuristicScratch, each_value};

/// Takes the outcomes of its turn with the best greedy evaluation, plays each on in the true state with greedy
/// players, and chooses the one with the best result.
pub(super) struct Cheater {
    weights: HeuristicWeights,
    candidates: usize,
    turns: usize,
    rng: Rng,
    scratch: HeuristicScratch,
    plan: Vec<Action>,
}

impl Cheater {
    /// Creates a cheater that plays on `candidates` outcomes for `turns` turns.
    pub(super) fn new(weights: HeuristicWeights, candidates: usize, turns: usize, seed: Seed) -> Self {
        Cheater { weights, candidates, turns, rng: seed.rng(), scratch: HeuristicScratch::default(), plan: Vec::new() }
    }

    /// Returns the turns with the best evaluation for `seat`, best first, as actions in order.
    fn candidates(&mut self, game: &Ergo, state: &State, seat: Seat) -> Vec<(f64, Vec<Action>)> {
        let seen = game.observe(state, seat);
        let mut best: Vec<(f64, Vec<Action>)> = Vec::with_capacity(self.candidates + 1);
        let mut outcomes = Vec::new();
        each_value(&self.weights, &game.0, &seen, &mut self.scratch, &mut |way, value| {
            let place = best.partition_point(|(other, _)| *other >= value);
            if place >= self.candidates {
                return;
            }
            let outcome = way.outcome();
            if outcomes.contains(&outcome) {
                return;
            }
            outcomes.insert(place, outcome);
            outcomes.truncate(self.candidates);
            best.insert(place, (value, way.actions().collect()));
            best.truncate(self.candidates);
        });
        best
    }

    /// Returns the best turn of `seat` according to the greedy evaluation.
    fn greedy_turn(&mut self, game: &Ergo, state: &State, seat: Seat) -> Vec<Action> {
        let seen = game.observe(state, seat);
        let (mut best, mut turn) = (BestSoFar::default(), Vec::with_capacity(MOST_PLAYS));
        let rng = &mut self.rng;
        each_value(&self.weights, &game.0, &seen, &mut self.scratch, &mut |way, value| {
            best.offer(value, rng, || replace_plan(&mut turn, way.actions()));
        });
        turn
    }

    /// Plays `turn` and then greedy turns. Returns the value to `seat`, in points of margin.
    fn play_on(&mut self, game: &Ergo, state: &State, seat: Seat, turn: &[Action]) -> f64 {
        let mut state = state.clone();
        let mut turn = turn.to_vec();
        for left in (0..=self.turns).rev() {
            for &action in &turn {
                if let Some(round) = game.apply_recorded(&mut state, action) {
                    return margin(&round.points(), seat);
                }
            }
            let Status::ToMove(next) = game.status(&state) else { break };
            if left > 0 {
                turn = self.greedy_turn(game, &state, next);
            }
        }
        TurnEvaluator::new(&self.weights, &game.0, &game.observe(&state, seat))
            .value_waiting(&game.observe(&state, seat))
    }
}

fn margin(points: &ergo_engine::seat::SeatMap<i32>, seat: Seat) -> f64 {
    let rivals = points.entries().filter(|(other, _)| *other != seat);
    let sum: i32 = rivals.map(|(_, points)| points).sum();
    f64::from(points[seat]) - f64::from(sum) / (points.seats().get() - 1) as f64
}

impl OmniscientAgent<Ergo> for Cheater {
    fn choose(&mut self, game: &Ergo, state: &State, seat: Seat) -> Result<Action, AgentFault> {
        if self.plan.is_empty() {
            let mut best = BestSoFar::default();
            for (_, turn) in self.candidates(game, state, seat) {
                let value = self.play_on(game, state, seat, &turn);
                let plan = &mut self.plan;
                best.offer(value, &mut self.rng, || replace_plan(plan, turn.iter().rev().copied()));
            }
        }
        self.plan.pop().ok_or(AgentFault::Illegal)
    }
}
