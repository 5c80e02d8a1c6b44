//! One match of many, and who plays it besides the learner.

use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::{Seed, below};
use ergo_engine::seat::Seat;
use ergo_lab::arena::{DynAgent, DynRules, DynState};
use pyo3::prelude::*;

use crate::error::{illegal, wrong};
use crate::game::Game;
use crate::values;

/// The most matches in a row that may end before the learner is asked.
const UNASKED: u32 = 1_000;

/// Bots of the house at all seats but the learner's.
pub(crate) struct House {
    against: Vec<AgentSpec>,
    /// The seat of the learner; all seats in turn if `None`.
    seat: Option<Seat>,
}

impl House {
    /// Those called `against`, if anybody is, and the learner at `seat`.
    pub(crate) fn new(game: &Game, against: Option<Vec<String>>, seat: Option<i64>) -> PyResult<Option<Self>> {
        let seats = game.seat_count();
        let Some(against) = against else {
            return match seat {
                None => Ok(None),
                Some(seat) => Err(wrong(format!("seat = {seat}: expected bots to play against"))),
            };
        };
        if against.len() + 1 != seats.get() {
            let others = seats.get() - 1;
            return Err(wrong(format!(
                "against: {} bots, expected {others} at a table of {}",
                against.len(),
                seats.get()
            )));
        }
        let spec = |text: &String| values::unclocked(text, values::agent(&*game.handle, text)?);
        let against = against.iter().map(spec).collect::<PyResult<_>>()?;
        Ok(Some(House { against, seat: seat.map(|seat| values::seat(seat, seats)).transpose()? }))
    }
}

/// One match of many.
pub(crate) struct Lane {
    pub(crate) number: u64,
    /// How many matches were begun here.
    pub(crate) begun: u64,
    pub(crate) legal: Vec<u32>,
    state: Box<dyn DynState>,
    /// Who plays at each seat; nobody where the learner does.
    sitters: Vec<Option<Box<dyn DynAgent>>>,
    /// Which places of the mask are set.
    shown: Vec<u32>,
}

/// The output of one lane for a step; parts of rows that nobody wants are empty.
pub(crate) struct Row<'a> {
    pub(crate) to_move: &'a mut i32,
    pub(crate) done: &'a mut u8,
    pub(crate) returns: &'a mut [f32],
    pub(crate) scores: &'a mut [i32],
    pub(crate) mask: &'a mut [u8],
    pub(crate) features: &'a mut [f32],
}

impl Lane {
    /// The lane with this number, counted from 0, at its first match.
    pub(crate) fn new(number: u64, rules: &dyn DynRules, master: &Seed, house: Option<&House>) -> PyResult<Self> {
        let state = rules.deal(master);
        let mut lane = Lane { number, begun: 0, legal: Vec::new(), state, sitters: Vec::new(), shown: Vec::new() };
        lane.begin(1, rules, master, house)?;
        Ok(lane)
    }

    /// Begins the match with this number of the lane, counted from 1.
    pub(crate) fn begin(
        &mut self,
        begun: u64,
        rules: &dyn DynRules,
        master: &Seed,
        house: Option<&House>,
    ) -> PyResult<()> {
        self.begun = begun;
        self.state = rules.deal(&master.derive("lane", &[self.number, begun]));
        let Some(house) = house else { return Ok(()) };
        let seats = rules.seats().get();
        // In turn from a seat that follows from the seed, so that no seed prefers a seat and every seat has its share.
        let first = u64::from(below(&mut master.derive("first seat", &[]).rng(), seats as u32));
        let turn = (first + self.number + begun - 1) as usize % seats;
        let learner = house.seat.map_or(turn, Seat::index);
        let mut against = house.against.iter();
        self.sitters.clear();
        for seat in rules.seats().iter() {
            let spec = if seat.index() == learner { None } else { against.next() };
            let sit = |spec| rules.sit(spec, seat, master.derive("house", &[self.number, begun, seat.index() as u64]));
            self.sitters.push(spec.map(sit).transpose().map_err(wrong)?);
        }
        Ok(())
    }

    /// Lets the house play until the learner is asked or the match is over. Gives the learner's seat if it is asked.
    fn settle(&mut self) -> PyResult<Option<Seat>> {
        while let Some(seat) = self.state.to_move() {
            let Some(Some(sitter)) = self.sitters.get_mut(seat.index()) else { return Ok(Some(seat)) };
            sitter.play(&mut *self.state).map_err(wrong)?;
        }
        Ok(None)
    }

    /// Plays the action, begins the next match where one ends, and writes the row of it.
    pub(crate) fn step(
        &mut self,
        id: Option<u32>,
        (rules, master, house): (&dyn DynRules, &Seed, Option<&House>),
        row: &mut Row<'_>,
    ) -> PyResult<()> {
        if let Some(id) = id {
            self.state.play_id(id).map_err(illegal)?;
        }
        (*row.done, *row.to_move) = (0, -1);
        row.returns.fill(0.0);
        let mut mover = self.settle()?;
        row.scores.iter_mut().zip(self.state.scores().iter()).for_each(|(score, now)| *score = *now);
        if mover.is_none()
            && id.is_some()
            && let Some(outcome) = self.state.outcome()
        {
            row.returns.iter_mut().zip(outcome.returns.iter()).for_each(|(here, worth)| *here = *worth as f32);
            *row.done = 1;
        }
        for _ in 0..UNASKED {
            if mover.is_some() {
                break;
            }
            self.begin(self.begun + 1, rules, master, house)?;
            mover = self.settle()?;
        }
        let seat = mover.ok_or_else(|| wrong(format!("{UNASKED} matches ended before the learner was asked")))?;
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
}
