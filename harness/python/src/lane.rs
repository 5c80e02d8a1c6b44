//! One match of a batch and its built-in bots.

use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::{Seed, below};
use ergo_engine::seat::Seat;
use ergo_lab::arena::{DynAgent, DynRules, DynState};
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{illegal, wrong};
use crate::game::Game;
use crate::values;

/// The maximum number of successive matches that may end before the learner's first decision.
const MAX_SKIPPED: u32 = 1_000;

/// The built-in bots at all seats except the learner's.
pub(crate) struct Opponents {
    pub(crate) names: Vec<String>,
    specs: Vec<AgentSpec>,
    /// The seat of the learner; each seat in turn if `None`.
    pub(crate) seat: Option<Seat>,
}

impl Opponents {
    /// Checks the bots `against` the learner at `seat`; `None` without bots.
    pub(crate) fn new(game: &Game, against: Option<Vec<String>>, seat: Option<Seat>) -> PyResult<Option<Self>> {
        let Some(names) = against else {
            return match seat {
                None => Ok(None),
                Some(seat) => Err(wrong(format!("seat = {}: expected bots to play against", seat.index()))),
            };
        };
        let (given, others) = (names.len(), game.seat_count().get() - 1);
        if given != others {
            return Err(wrong(format!("against: {given} bots, expected {others} at a table of {}", others + 1)));
        }
        let spec = |text: &String| values::without_clock(text, values::agent(&*game.handle, text)?);
        let specs = names.iter().map(spec).collect::<PyResult<_>>()?;
        Ok(Some(Opponents { names, specs, seat }))
    }
}

/// Data that all lanes of a batch share.
#[derive(Clone, Copy)]
pub(crate) struct Batch<'a> {
    pub(crate) rules: &'a dyn DynRules,
    pub(crate) master: &'a Seed,
    pub(crate) opponents: Option<&'a Opponents>,
}

/// One match of a batch.
pub(crate) struct Lane {
    pub(crate) number: u64,
    /// The number of matches begun in this lane.
    pub(crate) begun: u64,
    /// The ids that the learner has played in this match.
    pub(crate) played: Vec<u32>,
    pub(crate) legal: Vec<u32>,
    state: Box<dyn DynState>,
    /// The bot of each seat; `None` for the learner's.
    bots: Vec<Option<Box<dyn DynAgent>>>,
    /// The indices of the mask that are set.
    shown: Vec<u32>,
}

/// The output of one lane for a step. Slices that were not requested are empty.
pub(crate) struct Row<'a> {
    pub(crate) to_move: &'a mut i32,
    pub(crate) done: &'a mut u8,
    pub(crate) truncated: &'a mut u8,
    pub(crate) returns: &'a mut [f32],
    pub(crate) scores: &'a mut [i32],
    pub(crate) mask: &'a mut [i8],
    pub(crate) features: &'a mut [f32],
    pub(crate) last_features: &'a mut [f32],
}

/// The outcomes of each legal action of a lane, one row each.
#[derive(Default)]
pub(crate) struct Afterstates {
    pub(crate) features: Vec<f32>,
    pub(crate) scores: Vec<i32>,
    pub(crate) returns: Vec<f32>,
    pub(crate) over: Vec<u8>,
}

impl Lane {
    /// Restores the lane `number` (from 0) in its match `begun` (from 1), in which the learner has played these ids.
    pub(crate) fn new(number: u64, begun: u64, played: &[u32], batch: Batch<'_>) -> PyResult<Self> {
        let state = batch.rules.deal(batch.master);
        let (legal, bots, shown) = (Vec::new(), Vec::new(), Vec::new());
        let mut lane = Lane { number, begun, played: Vec::new(), legal, state, bots, shown };
        lane.begin(begun, batch)?;
        for id in played {
            lane.settle()?;
            lane.play(*id)?;
        }
        Ok(lane)
    }

    /// Begins the match with this number of the lane, from 1.
    pub(crate) fn begin(&mut self, begun: u64, batch: Batch<'_>) -> PyResult<()> {
        let Batch { rules, master, opponents } = batch;
        self.begun = begun;
        self.played.clear();
        self.state = rules.deal(&master.derive("lane", &[self.number, begun]));
        let Some(opponents) = opponents else { return Ok(()) };
        let seats = rules.seats().get();
        // Seats take turns, beginning with one drawn from the seed, so that all seats are equally frequent.
        let first = u64::from(below(&mut master.derive("first seat", &[]).rng(), seats as u32));
        let turn = (first + self.number + begun - 1) as usize % seats;
        let learner = opponents.seat.map_or(turn, Seat::index);
        let mut specs = opponents.specs.iter();
        self.bots.clear();
        for seat in rules.seats().iter() {
            let spec = if seat.index() == learner { None } else { specs.next() };
            let sit =
                |spec| rules.seat_agent(spec, seat, master.derive("house", &[self.number, begun, seat.index() as u64]));
            self.bots.push(spec.map(sit).transpose().map_err(wrong)?);
        }
        Ok(())
    }

    /// Lets the bots play until the learner is to move or the match is over. Returns the learner's seat in the first case.
    fn settle(&mut self) -> PyResult<Option<Seat>> {
        while let Some(seat) = self.state.to_move() {
            let Some(Some(bot)) = self.bots.get_mut(seat.index()) else { return Ok(Some(seat)) };
            bot.play(&mut *self.state).map_err(wrong)?;
        }
        Ok(None)
    }

    fn play(&mut self, id: u32) -> PyResult<()> {
        self.state.play_id(id).map_err(illegal)?;
        self.played.push(id);
        Ok(())
    }

    /// Plays the action, begins the next match if this one ends, and writes the row.
    pub(crate) fn step(&mut self, id: Option<u32>, batch: Batch<'_>, row: &mut Row<'_>) -> PyResult<()> {
        let learner = self.state.to_move();
        if let Some(id) = id {
            self.play(id)?;
        }
        (*row.done, *row.truncated, *row.to_move) = (0, 0, -1);
        row.returns.fill(0.0);
        let mut mover = self.settle()?;
        row.scores.iter_mut().zip(self.state.scores().iter()).for_each(|(score, now)| *score = *now);
        if mover.is_none()
            && id.is_some()
            && let Some(outcome) = self.state.outcome()
        {
            row.returns.iter_mut().zip(outcome.returns.iter()).for_each(|(here, worth)| *here = *worth as f32);
            (*row.done, *row.truncated) = (1, outcome.adjudicated.into());
            if let Some(seat) = learner.filter(|_| !row.last_features.is_empty()) {
                self.state.features(seat, row.last_features);
            }
        }
        for _ in 0..MAX_SKIPPED {
            if mover.is_some() {
                break;
            }
            self.begin(self.begun + 1, batch)?;
            mover = self.settle()?;
        }
        let none = || wrong(format!("{MAX_SKIPPED} matches ended before the learner's first decision"));
        let seat = mover.ok_or_else(none)?;
        self.state.legal_ids(&mut self.legal);
        if !row.mask.is_empty() {
            self.shown.iter().for_each(|id| row.mask[*id as usize] = 0);
            self.legal.iter().for_each(|id| row.mask[*id as usize] = 1);
            self.shown.clone_from(&self.legal);
        }
        *row.to_move = seat.index() as i32;
        if !row.features.is_empty() {
            self.state.features(seat, row.features);
        }
        Ok(())
    }

    /// Returns the outcomes of the legal actions in a random state that agrees with the knowledge of the seat to move.
    pub(crate) fn after(&mut self, width: usize, batch: Batch<'_>) -> Afterstates {
        let Some(seat) = self.state.to_move() else { return Afterstates::default() };
        let seed = batch.master.derive("afterstates", &[self.number, self.begun, self.played.len() as u64]);
        let world = self.state.resample(seat, &mut seed.rng());
        Afterstates::in_state(&*world, seat, &self.legal, width)
    }
}

impl Afterstates {
    /// Returns the outcomes of the `legal` ids in the state `world`, with the `width` features of `seat`.
    pub(crate) fn in_state(world: &dyn DynState, seat: Seat, legal: &[u32], width: usize) -> Self {
        let mut after = Afterstates::default();
        after.features.resize(legal.len() * width, 0.0);
        for (id, features) in legal.iter().zip(after.features.chunks_mut(width)) {
            let mut next = world.copied();
            // Legal actions depend only on the knowledge of the seat, so the action is legal in every such state.
            let _ = next.play_id(*id);
            next.features(seat, features);
            after.scores.extend(next.scores().iter());
            let outcome = next.outcome();
            after.over.push(outcome.is_some().into());
            let worth = |seat: usize| outcome.as_ref().map_or(0.0, |outcome| outcome.returns[Seat::new(seat)] as f32);
            after.returns.extend((0..next.scores().iter().count()).map(worth));
        }
        after
    }

    /// Concatenates the outcomes of several decisions into arrays.
    pub(crate) fn arrays<'py>(
        py: Python<'py>,
        parts: &[Afterstates],
        (width, seats): (usize, usize),
    ) -> PyResult<Bound<'py, PyDict>> {
        let rows = parts.iter().map(|part| part.over.len()).sum();
        let dict = PyDict::new(py);
        dict.set_item("features", stacked(py, parts, |part| &part.features)?.reshape([rows, width])?)?;
        dict.set_item("scores", stacked(py, parts, |part| &part.scores)?.reshape([rows, seats])?)?;
        dict.set_item("returns", stacked(py, parts, |part| &part.returns)?.reshape([rows, seats])?)?;
        dict.set_item("over", stacked(py, parts, |part| &part.over)?)?;
        Ok(dict)
    }
}

/// Concatenates one field of all parts.
fn stacked<'py, T: Element + Copy>(
    py: Python<'py>,
    parts: &[Afterstates],
    of: impl Fn(&Afterstates) -> &Vec<T>,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = PyArray1::zeros(py, parts.iter().map(|part| of(part).len()).sum::<usize>(), false);
    let mut view = values::writable(&array, "afterstates")?;
    let mut rest = view.as_slice_mut().map_err(wrong)?;
    for part in parts {
        let (here, after) = rest.split_at_mut(of(part).len());
        here.copy_from_slice(of(part));
        rest = after;
    }
    drop(view);
    Ok(array)
}
