//! Playing on to the end of the round with a cheap policy, and the simulator that all searches use for it.

use std::collections::BTreeMap;

use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Rng;
use ergo_engine::seat::Seat;

use super::budget::SearchCost;
use super::evaluator::Evaluator;
use super::known_opponents::KnownOpponents;
use super::moves::Moves;
use crate::utility::{SearchStart, Utilities, Utility};

/// The policy of all seats in a playout, and of opponents that a search does not model in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutPolicy {
    /// Uniformly random legal actions.
    Random,
    /// Sampled moves ([`Moves::sample`]). A game may define these as the choices of a hand-written player.
    Drawn,
    /// The best of all moves according to the evaluator.
    Best,
    /// The best of this many sampled moves according to the evaluator.
    BestOf(u32),
    /// Of this many sampled moves, the one with the best mean result in earlier playouts, by MAST key and seat;
    /// untried keys come first. (MAST, Finnsson and Björnsson 2008, with sampling instead of a Gibbs distribution.)
    Mast(u32),
}

/// The settings of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The policy of every seat.
    pub policy: PlayoutPolicy,
    /// Number of moves after which the playout stops and the state is evaluated; `None` to play to the end.
    pub cut: Option<u32>,
}

/// Plays moves in determinized states, counts the cost and keeps all buffers, so that a search does not allocate
/// after warm-up.
pub struct Simulator<G: Game, M: Moves<G>, J> {
    /// The definition of moves.
    pub moves: M,
    evaluator: J,
    utility: Utility,
    start: SearchStart,
    /// Iterations and evaluations used since [`Simulator::begin`].
    pub spent: SearchCost,
    /// Moves played in playouts and by opponents outside the tree, since [`Simulator::begin`].
    pub played: u64,
    pub(crate) scratch: M::Scratch,
    drawn: Vec<M::Move>,
    values: Vec<f64>,
    signs: BTreeMap<(Seat, M::MastKey), (u32, f64)>,
    signed: Vec<(Seat, M::MastKey)>,
    /// The known players of other seats in playouts, if any.
    pub(super) opponents: Option<KnownOpponents<G>>,
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Simulator<G, M, J> {
    /// Creates a simulator.
    pub fn new(moves: M, evaluator: J, utility: Utility) -> Self {
        Simulator {
            moves,
            evaluator,
            utility,
            start: SearchStart::default(),
            spent: SearchCost::default(),
            played: 0,
            scratch: M::Scratch::default(),
            drawn: Vec::new(),
            values: Vec::new(),
            signs: BTreeMap::new(),
            signed: Vec::new(),
            opponents: None,
        }
    }

    /// Resets the counters and playout statistics for a decision that begins at `start`.
    pub fn begin(&mut self, start: &SearchStart) {
        self.start = start.clone();
        self.spent = SearchCost::default();
        self.played = 0;
        self.signs.clear();
        self.signed.clear();
    }

    /// Replaces the contents of `values` with the evaluation of each of `choices` for the seat to move.
    pub fn evaluate_moves(&mut self, game: &G, state: &G::State, choices: &[M::Move], values: &mut Vec<f64>) {
        self.spent.evaluations += if J::KNOWS { choices.len() as u64 } else { 0 };
        self.evaluator.moves(game, state, choices, values);
    }

    /// Returns the value of `state`, in which a seat is about to move, to every seat.
    pub fn evaluate_state(&mut self, game: &G, state: &G::State) -> Utilities {
        self.spent.evaluations += u64::from(J::KNOWS);
        self.evaluator.state(game, state)
    }

    /// Plays `choice`. Returns the utilities if the round or match ended.
    #[inline]
    pub fn play(&mut self, game: &G, state: &mut G::State, choice: &M::Move) -> Option<Utilities> {
        self.moves.play(game, state, choice);
        self.utility.end_utilities(game, &self.start, state)
    }

    /// Plays one move of `seat`, which is to move, by `policy`. Returns the utilities if the round or match ended.
    #[inline]
    pub fn play_policy_move(
        &mut self,
        policy: PlayoutPolicy,
        game: &G,
        state: &mut G::State,
        seat: Seat,
        rng: &mut Rng,
    ) -> Option<Utilities> {
        self.played += 1;
        let best = match policy {
            PlayoutPolicy::Random => {
                self.moves.play_random(game, state, rng, &mut self.scratch);
                return self.utility.end_utilities(game, &self.start, state);
            }
            PlayoutPolicy::Drawn => self.moves.sample(game, state, rng, &mut self.scratch),
            PlayoutPolicy::Best => self.best(game, state),
            PlayoutPolicy::BestOf(drawn) => {
                self.draw(drawn, game, state, rng);
                self.best_drawn(game, state)
            }
            PlayoutPolicy::Mast(drawn) => {
                self.draw(drawn, game, state, rng);
                self.values.clear();
                for choice in &self.drawn {
                    let sign = self.moves.mast_key(game, state, choice);
                    let mean = self.signs.get(&(seat, sign)).map_or(1.0, |(tried, sum)| sum / f64::from(*tried));
                    self.values.push(mean);
                }
                let best = self.first_best();
                self.signed.push((seat, self.moves.mast_key(game, state, &best)));
                best
            }
        };
        self.play(game, state, &best)
    }

    fn best(&mut self, game: &G, state: &G::State) -> M::Move {
        if let Some((best, judged)) = self.evaluator.best(game, state) {
            self.spent.evaluations += judged;
            return best;
        }
        self.moves.list(game, state, &mut self.scratch, &mut self.drawn);
        self.best_drawn(game, state)
    }

    fn best_drawn(&mut self, game: &G, state: &G::State) -> M::Move {
        let (drawn, mut values) = (std::mem::take(&mut self.drawn), std::mem::take(&mut self.values));
        self.evaluate_moves(game, state, &drawn, &mut values);
        (self.drawn, self.values) = (drawn, values);
        self.first_best()
    }

    fn draw(&mut self, count: u32, game: &G, state: &G::State, rng: &mut Rng) {
        self.drawn.clear();
        for _ in 0..count {
            let choice = self.moves.sample(game, state, rng, &mut self.scratch);
            self.drawn.push(choice);
        }
    }

    /// Returns the best of the sampled moves, the first of equals.
    fn first_best(&self) -> M::Move {
        let mut best = 0;
        for (i, value) in self.values.iter().enumerate() {
            if *value > self.values[best] {
                best = i;
            }
        }
        self.drawn[best]
    }

    /// Plays on from `state`, in which a seat is to move, and returns the utilities.
    #[inline]
    pub fn play_out(&mut self, playout: Playout, game: &G, state: &mut G::State, rng: &mut Rng) -> Utilities {
        let mut left = playout.cut;
        if let Some(opponents) = &mut self.opponents {
            opponents.reset(game, rng);
        }
        loop {
            let Status::ToMove(seat) = game.status(state) else {
                unreachable!("the end of a round was handled before");
            };
            if left == Some(0) {
                let utilities = self.evaluate_state(game, state);
                self.record_result(&utilities);
                return utilities;
            }
            left = left.map(|left| left - 1);
            if self.opponents.as_ref().is_some_and(|opponents| opponents.plays(seat)) {
                if let Some(utilities) = self.play_as_known(game, state, seat) {
                    self.record_result(&utilities);
                    return utilities;
                }
                continue;
            }
            if let Some(utilities) = self.play_policy_move(playout.policy, game, state, seat, rng) {
                self.record_result(&utilities);
                return utilities;
            }
        }
    }

    /// Lets the known player of `seat` act until another seat is to move. Returns the utilities if the round or
    /// match ended.
    fn play_as_known(&mut self, game: &G, state: &mut G::State, seat: Seat) -> Option<Utilities> {
        let opponents = self.opponents.as_mut()?;
        self.played += 1;
        loop {
            let action = opponents.action(game, state, seat);
            game.apply(state, action);
            let settled = self.utility.end_utilities(game, &self.start, state);
            if settled.is_some() || game.status(state) != Status::ToMove(seat) {
                return settled;
            }
        }
    }

    /// Adds a result to the MAST statistics of the moves that policies chose since the last result.
    pub fn record_result(&mut self, utilities: &Utilities) {
        for (seat, sign) in self.signed.drain(..) {
            let entry = self.signs.entry((seat, sign)).or_insert((0, 0.0));
            entry.0 += 1;
            entry.1 += utilities[seat];
        }
    }
}
