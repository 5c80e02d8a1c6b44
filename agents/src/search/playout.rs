//! Playing on to the end of the round by a cheap rule, and what all searches carry with them for it.

use std::collections::BTreeMap;

use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Rng;
use ergo_engine::seat::Seat;

use super::budget::SearchCost;
use super::evaluator::Evaluator;
use super::known_opponents::KnownOpponents;
use super::moves::Moves;
use crate::utility::{SearchStart, Utilities, Utility};

/// How everybody plays in a playout, and how opponents do where a search does not search for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutPolicy {
    /// Legal actions, each equally likely.
    Random,
    /// Moves as they are drawn ([`Moves::sample`]): where these are a player's choices, that player's.
    Drawn,
    /// The best of all moves in the eyes of the evaluator.
    Best,
    /// The best, in the eyes of the evaluator, of as many moves as this, drawn at random.
    BestOf(u32),
    /// The one that did best in the playouts so far, of as many moves as this, drawn at random: means by the sign of a move
    /// and its seat. Those never tried come first. (Finnsson and Björnsson 2008, with a drawn choice in place of Gibbs's.)
    Mast(u32),
}

/// How a playout goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How everybody plays.
    pub policy: PlayoutPolicy,
    /// Moves after which it is cut short and evaluated. Without end if `None`.
    pub cut: Option<u32>,
}

/// A game and everything needed to play in determinized states of it: kept from decision to decision, so that nothing is
/// allocated once it is warm.
pub struct Simulator<G: Game, M: Moves<G>, J> {
    /// How moves are made.
    pub moves: M,
    evaluator: J,
    utility: Utility,
    start: SearchStart,
    /// The iterations and evaluations used since [`Simulator::begin`].
    pub spent: SearchCost,
    /// Moves played in playouts and by opponents that are not searched for, since [`Simulator::begin`].
    pub played: u64,
    pub(crate) scratch: M::Scratch,
    drawn: Vec<M::Move>,
    values: Vec<f64>,
    signs: BTreeMap<(Seat, M::MastKey), (u32, f64)>,
    signed: Vec<(Seat, M::MastKey)>,
    /// Who plays playouts beside the seat that searches, where that is known.
    pub(super) opponents: Option<KnownOpponents<G>>,
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Simulator<G, M, J> {
    /// A simulator with empty rooms.
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

    /// Forgets what was learnt and used for the last decision, and begins at `start`.
    pub fn begin(&mut self, start: &SearchStart) {
        self.start = start.clone();
        self.spent = SearchCost::default();
        self.played = 0;
        self.signs.clear();
        self.signed.clear();
    }

    /// Evaluates each of `choices` for the seat to move, into `values`.
    pub fn evaluate_moves(&mut self, game: &G, state: &G::State, choices: &[M::Move], values: &mut Vec<f64>) {
        self.spent.evaluations += if J::KNOWS { choices.len() as u64 } else { 0 };
        self.evaluator.moves(game, state, choices, values);
    }

    /// The value of `state`, in which a seat is about to move, to every seat.
    pub fn evaluate_state(&mut self, game: &G, state: &G::State) -> Utilities {
        self.spent.evaluations += u64::from(J::KNOWS);
        self.evaluator.state(game, state)
    }

    /// Plays `choice`: what the end is worth, if it was the end.
    #[inline]
    pub fn play(&mut self, game: &G, state: &mut G::State, choice: &M::Move) -> Option<Utilities> {
        self.moves.play(game, state, choice);
        self.utility.end_utilities(game, &self.start, state)
    }

    /// Plays one move of `seat`, which is to move, by `policy`: what the end is worth, if it was the end.
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

    /// The best of the moves drawn, the first of equals.
    fn first_best(&self) -> M::Move {
        let mut best = 0;
        for (i, value) in self.values.iter().enumerate() {
            if *value > self.values[best] {
                best = i;
            }
        }
        self.drawn[best]
    }

    /// Plays on from `state`, in which a seat is to move: what comes of it.
    #[inline]
    pub fn play_out(&mut self, playout: Playout, game: &G, state: &mut G::State, rng: &mut Rng) -> Utilities {
        let mut left = playout.cut;
        if let Some(opponents) = &mut self.opponents {
            opponents.reset(game, rng);
        }
        loop {
            let Status::ToMove(seat) = game.status(state) else {
                unreachable!("a round that is over has been settled");
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

    /// The known player at `seat` plays until others are to move: what the end is worth, if it was the end.
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

    /// Counts an end for the signs of the moves that policies led to it.
    pub fn record_result(&mut self, utilities: &Utilities) {
        for (seat, sign) in self.signed.drain(..) {
            let entry = self.signs.entry((seat, sign)).or_insert((0, 0.0));
            entry.0 += 1;
            entry.1 += utilities[seat];
        }
    }
}
