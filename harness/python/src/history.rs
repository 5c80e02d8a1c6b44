//! The history of a state, from which pickles restore it.

use std::sync::Arc;

use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_lab::arena::DynState;
use pyo3::prelude::*;

use crate::error::illegal;
use crate::game::Game;
use crate::values;

/// The origin of a state.
#[derive(Clone)]
pub(crate) enum Origin {
    /// The deal of this seed.
    Seed(Seed),
    /// A position in the notation of the game.
    Position(Arc<str>),
}

/// A call of `resample` for a seat, or of `redraw` (no seat), after a number of actions.
#[derive(Clone, Copy)]
pub(crate) struct Draw {
    after: usize,
    seat: Option<Seat>,
    seed: Seed,
}

/// Draws as Python tuples: number of actions before the draw, seat of `resample`, seed.
pub(crate) type Draws<S> = Vec<(usize, Option<usize>, S)>;

/// The actions and draws from the origin to the present state.
#[derive(Clone)]
pub(crate) struct History {
    pub(crate) origin: Origin,
    pub(crate) actions: Vec<u32>,
    draws: Vec<Draw>,
}

impl History {
    /// Returns an empty history.
    pub(crate) fn from_origin(origin: Origin) -> Self {
        History { origin, actions: Vec::new(), draws: Vec::new() }
    }

    /// Returns this history with another draw.
    pub(crate) fn with_draw(&self, seat: Option<Seat>, seed: Seed) -> Self {
        let mut history = self.clone();
        let draw = Draw { after: history.actions.len(), seat, seed };
        match history.draws.last_mut() {
            // A draw of the same kind replaces the one before it.
            Some(last) if (last.after, last.seat) == (draw.after, seat) => *last = draw,
            _ => history.draws.push(draw),
        }
        history
    }

    /// Returns the draws as Python tuples.
    pub(crate) fn python_draws(&self) -> Draws<String> {
        self.draws.iter().map(|draw| (draw.after, draw.seat.map(Seat::index), draw.seed.to_string())).collect()
    }

    /// Makes a history from Python values.
    pub(crate) fn from_python(
        game: &Game,
        origin: Origin,
        actions: Vec<u32>,
        draws: Draws<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let draw = |(after, seat, seed): (usize, Option<usize>, Bound<'_, PyAny>)| {
            let seat = seat.map(|seat| values::checked_seat(seat as i64, game.seat_count())).transpose()?;
            Ok(Draw { after, seat, seed: values::seed(&seed)? })
        };
        Ok(History { origin, actions, draws: draws.into_iter().map(draw).collect::<PyResult<_>>()? })
    }

    /// Derives a seed from the history; it changes with each action.
    pub(crate) fn seed(&self) -> Seed {
        let origin = match &self.origin {
            Origin::Seed(seed) => *seed,
            Origin::Position(text) => Seed::master(0).derive(text, &[]),
        };
        let actions: Vec<u64> = self.actions.iter().map(|id| u64::from(*id)).collect();
        let begun = origin.derive("choice", &actions);
        self.draws.iter().fold(begun, |seed, draw| seed.derive(&draw.seed.to_string(), &[draw.after as u64]))
    }

    /// Replays the history and returns the resulting state.
    pub(crate) fn replay(&self, game: &Game) -> PyResult<Box<dyn DynState>> {
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
