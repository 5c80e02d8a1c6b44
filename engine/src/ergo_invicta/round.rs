//! The record of a game and its columns.

use std::fmt::{self, Display};

use ergo_core::field::Field;
use ergo_core::game::RoundRecord;
use ergo_core::seat::{Seat, SeatCount, SeatMap};

use super::action::Action;
use super::board::{Rim, Square};
use super::moves::Mover;
use super::position::Colour;
use super::rules::Rules;
use super::state::{End, EndedBy, Observation};

/// The short name of [`InvictaRound`] within `ergo_invicta`.
pub use self::InvictaRound as Round;

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct InvictaRound {
    /// The seat that started.
    pub starter: Seat,
    /// The seat that played White.
    pub white: Seat,
    /// Number of random opening actions.
    pub opening: u32,
    /// Number of actions, including the opening.
    pub plies: u32,
    /// The end of the game.
    pub end: End,
    /// The seat that won, if any.
    pub victor: Option<Seat>,
    /// The seat at fault, with one word for the fault.
    pub fault: Option<(Seat, &'static str)>,
    /// Number of legal actions, summed over the turns of both seats.
    pub legal_actions: u64,
    /// Points of each seat in the game.
    pub points: [i32; 2],
    /// Points of each seat after the game.
    pub scores: [i32; 2],
    /// The winners, if the match ended with this game.
    pub winners: Option<[bool; 2]>,
    /// Counts of each seat's actions.
    pub tallies: [Tally; 2],
}

/// The short name of [`InvictaSeatTally`] within `ergo_invicta`.
pub use self::InvictaSeatTally as Tally;

/// Counts of one seat's actions in a game. The fields are the columns of `seats.csv`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the columns say it")]
pub struct InvictaSeatTally {
    pub placed_edge: u32,
    pub placed_arena: u32,
    pub hollow_moves: u32,
    pub lion_steps: u32,
    pub slides: u32,
    pub passes: u32,
    pub promotions: u32,
    pub reserve: u32,
    pub lions: u32,
}

impl Tally {
    /// Returns the number of pieces placed.
    pub fn placements(&self) -> u32 {
        self.placed_edge + self.placed_arena
    }

    /// Returns the number of moves.
    pub fn moves(&self) -> u32 {
        self.hollow_moves + self.lion_steps + self.slides
    }

    /// Returns the number of actions.
    pub fn turns(&self) -> u32 {
        self.placements() + self.moves() + self.passes
    }
}

pub(super) fn winners(scores: [i32; 2]) -> [bool; 2] {
    scores.map(|score| score == scores[0].max(scores[1]))
}

impl Round {
    /// Returns the record of the game that ended with `end`; its points are already counted.
    pub(super) fn new(rules: &Rules, seen: &Observation, end: End, is_last: bool) -> Self {
        let (tallies, legal_actions) = again(rules, seen);
        Round {
            starter: seen.starter,
            white: seen.white,
            opening: seen.opening,
            plies: seen.log.0.len() as u32,
            end,
            victor: end.victor.map(|colour| seen.seat_of(colour)),
            fault: None,
            legal_actions,
            points: seen.points(end),
            scores: seen.scores,
            winners: is_last.then(|| winners(seen.scores)),
            tallies,
        }
    }

    /// Returns the record of a game stopped by the `fault` of seat `by`. The other seat wins the match.
    pub(super) fn cut_short(rules: &Rules, seen: &Observation, by: Seat, fault: &'static str) -> Self {
        let end = End { ended_by: EndedBy::Fault, victor: None, line: None };
        let winners = Some(std::array::from_fn(|seat| seat != by.index()));
        Round { fault: Some((by, fault)), winners, ..Round::new(rules, seen, end, true) }
    }
}

/// Replays the game and counts the actions of each seat and their legal actions.
fn again(rules: &Rules, seen: &Observation) -> ([Tally; 2], u64) {
    let (mut tallies, mut legal_actions) = ([Tally::default(); 2], 0);
    let mut position = seen.first;
    for (ply, &action) in seen.log.0.iter().enumerate() {
        let of_chance = ply < seen.opening as usize;
        let tally = &mut tallies[seen.seat_of(position.to_move).index()];
        let mut counted = *tally;
        match action {
            Action::Place { to } if to.is_edge() => counted.placed_edge += 1,
            Action::Place { .. } => counted.placed_arena += 1,
            Action::Pass => counted.passes += 1,
            Action::Move { from, to } if position.lions & from.bit() != 0 => {
                let slides = from.is_edge() && Rim::new(position.taken()).slides(from) & to.bit() != 0;
                *if slides { &mut counted.slides } else { &mut counted.lion_steps } += 1;
            }
            Action::Move { to, .. } => {
                counted.hollow_moves += 1;
                counted.promotions += u32::from(to.is_edge());
            }
        }
        if !of_chance {
            *tally = counted;
            legal_actions += u64::from(Mover::new(&position, rules.corner_cut).count());
        }
        position.play(action);
    }
    for colour in [Colour::White, Colour::Black] {
        let tally = &mut tallies[seen.seat_of(colour).index()];
        tally.reserve = position.reserve[colour.index()].into();
        tally.lions = (position.own[colour.index()] & position.lions).count_ones();
    }
    (tallies, legal_actions)
}

/// The two ends of a line, displayed as `a1-e5`.
pub struct LineEnds(pub (Square, Square));

impl Display for LineEnds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0.0, self.0.1)
    }
}

impl RoundRecord for Round {
    const ROUND_COLUMNS: &'static [&'static str] = &[
        "starter",
        "white",
        "opening",
        "turns",
        "plies",
        "ended_by",
        "victor",
        "line",
        "placements",
        "moves",
        "passes",
        "promotions",
        "legal_actions",
        "points_1",
        "points_2",
        "score_1",
        "score_2",
        "winner",
    ];
    const SEAT_COLUMNS: &'static [&'static str] = &[
        "colour",
        "points",
        "score",
        "turns",
        "placed_edge",
        "placed_arena",
        "hollow_moves",
        "lion_steps",
        "slides",
        "passes",
        "promotions",
        "reserve",
        "lions",
        "fault",
    ];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        let sum = |count: fn(&Tally) -> u32| self.tallies.iter().map(count).sum::<u32>();
        field(self.starter.into());
        field(self.white.into());
        field(self.opening.into());
        field(RoundRecord::turns(self).into());
        field(self.plies.into());
        field(self.end.ended_by.word().into());
        field(self.victor.into());
        field(self.end.line.map(LineEnds).as_ref().into());
        field(sum(Tally::placements).into());
        field(sum(Tally::moves).into());
        field(sum(|tally| tally.passes).into());
        field(sum(|tally| tally.promotions).into());
        field(self.legal_actions.into());
        self.points.iter().for_each(|points| field((*points).into()));
        self.scores.iter().for_each(|score| field((*score).into()));
        field(
            match self.winners {
                None => "",
                Some([true, true]) => "1+2",
                Some([true, _]) => "1",
                Some([_, true]) => "2",
                Some(_) => "",
            }
            .into(),
        );
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        let tally = &self.tallies[seat.index()];
        field(if seat == self.white { "white" } else { "black" }.into());
        field(self.points[seat.index()].into());
        field(self.scores[seat.index()].into());
        field(tally.turns().into());
        for count in [
            tally.placed_edge,
            tally.placed_arena,
            tally.hollow_moves,
            tally.lion_steps,
            tally.slides,
            tally.passes,
            tally.promotions,
            tally.reserve,
            tally.lions,
        ] {
            field(count.into());
        }
        field(
            match self.fault {
                Some((at, fault)) if at == seat => fault,
                _ => "",
            }
            .into(),
        );
    }

    fn turns(&self) -> u32 {
        self.plies - self.opening
    }

    fn points(&self) -> SeatMap<i32> {
        SeatMap::from_fn(SeatCount::new(2), |seat| self.points[seat.index()])
    }

    fn scores(&self) -> SeatMap<i32> {
        SeatMap::from_fn(SeatCount::new(2), |seat| self.scores[seat.index()])
    }
}
