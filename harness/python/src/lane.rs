//! One match of a batch, and the bots that play it besides the learner.

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

/// The most matches in a row that may end before the learner's first decision.
const UNASKED: u32 = 1_000;

/// Built-in bots at all seats but the learner's.
pub(crate) struct Opponents {
    pub(crate) names: Vec<String>,
    specs: Vec<AgentSpec>,
    /// The seat of the learner; each seat in turn if `None`.
    pub(crate) seat: Option<Seat>,
}

impl Opponents {
    /// The bots called `against`, if there are any, with the learner at `seat`.
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
        let spec = |text: &String| values::unclocked(text, values::agent(&*game.handle, text)?);
        let specs = names.iter().map(spec).collect::<PyResult<_>>()?;
        Ok(Some(Opponents { names, specs, seat }))
    }
}

/// What all lanes of a batch share.
#[derive(Clone, Copy)]
pub(crate) struct Batch<'a> {
    pub(crate) rules: &'a dyn DynRules,
    pub(crate) master: &'a Seed,
    pub(crate) opponents: Option<&'a Opponents>,
}

/// One match of a batch.
pub(crate) struct Lane {
    pub(crate) number: u64,
    /// How many matches were begun here.
    pub(crate) begun: u64,
    /// Ids that the learner played in this match.
    pub(crate) played: Vec<u32>,
    pub(crate) legal: Vec<u32>,
    state: Box<dyn DynState>,
    /// The bot of each seat; `None` for the learner's.
    bots: Vec<Option<Box<dyn DynAgent>>>,
    /// The places of the mask that are set.
    shown: Vec<u32>,
}

/// The output of one lane for a step. Parts that are not asked for are empty.
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
pub(crate) struct After {
    pub(crate) features: Vec<f32>,
    pub(crate) scores: Vec<i32>,
    pub(crate) returns: Vec<f32>,
    pub(crate) over: Vec<u8>,
}

impl Lane {
    /// The lane with this number, counted from 0, at the match numbered `begun` from 1, in which the learner played these ids.
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

    /// Begins the match with this number of the lane, counted from 1.
    pub(crate) fn begin(&mut self, begun: u64, batch: Batch<'_>) -> PyResult<()> {
        let Batch { rules, master, opponents } = batch;
        self.begun = begun;
        self.played.clear();
        self.state = rules.deal(&master.derive("lane", &[self.number, begun]));
        let Some(opponents) = opponents else { return Ok(()) };
        let seats = rules.seats().get();
        // In turn from a seat that follows from the seed, so that no seed prefers a seat and every seat has its share.
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

    /// Lets the bots play until it is the learner's turn or the match is over. Returns the learner's seat in the first case.
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

    /// Plays the action, begins the next match where one ends, and writes the row.
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
        for _ in 0..UNASKED {
            if mover.is_some() {
                break;
            }
            self.begin(self.begun + 1, batch)?;
            mover = self.settle()?;
        }
        let none = || wrong(format!("{UNASKED} matches ended before the learner's first decision"));
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

    /// The outcomes of the legal actions, in a state drawn from those that fit what the seat to move knows.
    pub(crate) fn after(&mut self, width: usize, batch: Batch<'_>) -> After {
        let Some(seat) = self.state.to_move() else { return After::default() };
        let seed = batch.master.derive("afterstates", &[self.number, self.begun, self.played.len() as u64]);
        let world = self.state.resample(seat, &mut seed.rng());
        After::of(&*world, seat, &self.legal, width)
    }
}

impl After {
    /// The outcomes of the `legal` ids in `world`, as `seat` would see them in `width` features.
    pub(crate) fn of(world: &dyn DynState, seat: Seat, legal: &[u32], width: usize) -> Self {
        let mut after = After::default();
        after.features.resize(legal.len() * width, 0.0);
        for (id, features) in legal.iter().zip(after.features.chunks_mut(width)) {
            let mut next = world.copied();
            // The legal actions follow from what the seat knows, so this one is legal in every such state.
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

    /// The outcomes of several decisions of a table of `seats`, one after the other, as arrays.
    pub(crate) fn arrays<'py>(
        py: Python<'py>,
        parts: &[After],
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

/// One array of the numbers of all parts.
fn stacked<'py, T: Element + Copy>(
    py: Python<'py>,
    parts: &[After],
    of: impl Fn(&After) -> &Vec<T>,
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
