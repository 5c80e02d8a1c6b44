//! How a state came about: what makes it again, for pickles.

use std::sync::Arc;

use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_lab::arena::DynState as Held;
use pyo3::prelude::*;

use crate::error::illegal;
use crate::game::Game;
use crate::values;

/// Where a state began.
#[derive(Clone)]
pub(crate) enum Origin {
    /// With the deal of this seed.
    Seed(Seed),
    /// In this position.
    Position(Arc<str>),
}

/// A draw from what a seat knew: after how many actions, which seat, from which seed.
#[derive(Clone, Copy)]
pub(crate) struct Draw {
    after: usize,
    seat: Seat,
    seed: Seed,
}

/// Draws as Python has them: after how many actions, the seat, and the seed in hexadecimal digits.
pub(crate) type Draws = Vec<(usize, usize, String)>;

/// The history that led from a fresh state to this one.
#[derive(Clone)]
pub(crate) struct Past {
    pub(crate) origin: Origin,
    /// Ids.
    pub(crate) actions: Vec<u32>,
    draws: Vec<Draw>,
}

impl Past {
    /// Nothing yet.
    pub(crate) fn of(origin: Origin) -> Self {
        Past { origin, actions: Vec::new(), draws: Vec::new() }
    }

    /// The same and then a draw.
    pub(crate) fn drawn(&self, seat: Seat, seed: Seed) -> Self {
        let mut past = self.clone();
        let draw = Draw { after: past.actions.len(), seat, seed };
        match past.draws.last_mut() {
            // The seat knows the same as before its last draw, so that one left nothing behind.
            Some(last) if (last.after, last.seat) == (draw.after, seat) => *last = draw,
            _ => past.draws.push(draw),
        }
        past
    }

    /// Its draws.
    pub(crate) fn told(&self) -> Draws {
        self.draws.iter().map(|draw| (draw.after, draw.seat.index(), draw.seed.to_string())).collect()
    }

    /// Of a state of `game`, with draws as they are told.
    pub(crate) fn told_of(
        game: &Game,
        origin: Origin,
        actions: Vec<u32>,
        draws: Vec<(usize, i64, Bound<'_, PyAny>)>,
    ) -> PyResult<Self> {
        let draw = |(after, seat, seed): (usize, i64, Bound<'_, PyAny>)| {
            Ok(Draw { after, seat: values::seat(seat, game.seat_count())?, seed: values::seed(&seed)? })
        };
        Ok(Past { origin, actions, draws: draws.into_iter().map(draw).collect::<PyResult<_>>()? })
    }

    /// The state of `game` that it led to.
    pub(crate) fn again(&self, game: &Game) -> PyResult<Box<dyn Held>> {
        let mut state = match &self.origin {
            Origin::Seed(seed) => game.rules.deal(seed),
            Origin::Position(text) => game.position(text)?,
        };
        for after in 0..=self.actions.len() {
            for draw in self.draws.iter().filter(|draw| draw.after == after) {
                state = state.resample(draw.seat, &mut draw.seed.rng());
            }
            if let Some(id) = self.actions.get(after) {
                state.play_id(*id).map_err(|what| illegal(format!("actions[{after}]: {what}")))?;
            }
        }
        Ok(state)
    }
}
