//! The history of a state, from which pickles make it again.

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

/// A call of `resample` for a seat, or of `redraw`: after how many actions, and from which seed.
#[derive(Clone, Copy)]
pub(crate) struct Draw {
    after: usize,
    seat: Option<Seat>,
    seed: Seed,
}

/// Draws as Python has them: after how many actions, the seat of `resample`, and the seed.
pub(crate) type Draws<S> = Vec<(usize, Option<usize>, S)>;

/// The history that led from a fresh state to this one.
#[derive(Clone)]
pub(crate) struct Past {
    pub(crate) origin: Origin,
    /// Ids.
    pub(crate) actions: Vec<u32>,
    draws: Vec<Draw>,
}

impl Past {
    /// An empty history.
    pub(crate) fn of(origin: Origin) -> Self {
        Past { origin, actions: Vec::new(), draws: Vec::new() }
    }

    /// The same and then a draw.
    pub(crate) fn drawn(&self, seat: Option<Seat>, seed: Seed) -> Self {
        let mut past = self.clone();
        let draw = Draw { after: past.actions.len(), seat, seed };
        match past.draws.last_mut() {
            // A draw of the same kind leaves nothing of the one before it.
            Some(last) if (last.after, last.seat) == (draw.after, seat) => *last = draw,
            _ => past.draws.push(draw),
        }
        past
    }

    /// Its draws.
    pub(crate) fn listed(&self) -> Draws<String> {
        self.draws.iter().map(|draw| (draw.after, draw.seat.map(Seat::index), draw.seed.to_string())).collect()
    }

    /// The history of a state of `game`, with draws as Python has them.
    pub(crate) fn read(
        game: &Game,
        origin: Origin,
        actions: Vec<u32>,
        draws: Draws<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let draw = |(after, seat, seed): (usize, Option<usize>, Bound<'_, PyAny>)| {
            let seat = seat.map(|seat| values::checked_seat(seat as i64, game.seat_count())).transpose()?;
            Ok(Draw { after, seat, seed: values::seed(&seed)? })
        };
        Ok(Past { origin, actions, draws: draws.into_iter().map(draw).collect::<PyResult<_>>()? })
    }

    /// A seed that follows from the history: another one after each action.
    pub(crate) fn seed(&self) -> Seed {
        let origin = match &self.origin {
            Origin::Seed(seed) => *seed,
            Origin::Position(text) => Seed::master(0).derive(text, &[]),
        };
        let actions: Vec<u64> = self.actions.iter().map(|id| u64::from(*id)).collect();
        let begun = origin.derive("choice", &actions);
        self.draws.iter().fold(begun, |seed, draw| seed.derive(&draw.seed.to_string(), &[draw.after as u64]))
    }

    /// The state of `game` that it led to.
    pub(crate) fn again(&self, game: &Game) -> PyResult<Box<dyn Held>> {
        let mut state = match &self.origin {
            Origin::Seed(seed) => game.rules.deal(seed),
            Origin::Position(text) => game.position(text)?,
        };
        for after in 0..=self.actions.len() {
            for draw in self.draws.iter().filter(|draw| draw.after == after) {
                match draw.seat {
                    Some(seat) => state = state.resample(seat, &mut draw.seed.rng()),
                    None => state.redraw(&mut draw.seed.rng()),
                }
            }
            if let Some(id) = self.actions.get(after) {
                state.play_id(*id).map_err(|what| illegal(format!("actions[{after}]: {what}")))?;
            }
        }
        Ok(state)
    }
}
