//! A finished game, which the harness calls a round, and its columns. RULES.md C13, G27.

use ergo_core::field::Field;
use ergo_core::game::RoundRecord;
use ergo_core::seat::{Seat, SeatMap};

use super::action::Action;
use super::candidates::declared;
use super::card::Card;
use super::event::Event;
use super::phase::{EndedBy, Lost, Window};
use super::rules::{Rules, SEATS};
use super::state::State;

/// The short name of [`CogitoSeatTally`] within `cogito`.
pub use self::CogitoSeatTally as Tally;

/// Counts of one seat's actions in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CogitoSeatTally {
    /// The Self of the seat.
    pub own: Card,
    /// How and in which lap the seat was lost, if it was.
    pub lost: Option<(Lost, u16)>,
    /// The last Self that the seat declared.
    pub declared: Option<Card>,
    /// Number of cards played.
    pub played: u32,
    /// Number of cards that stayed blue.
    pub blue: u32,
    /// Number of cards that were red.
    pub red: u32,
    /// Number of candidates for its Self at the end, by cards and judgements only. G28.
    pub candidates: usize,
}

/// The short name of [`CogitoRound`] within `cogito`.
pub use self::CogitoRound as Round;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CogitoRound {
    /// The seat that started.
    pub starter: Seat,
    /// Number of laps, including the last one.
    pub laps: u16,
    /// The reason for the end.
    pub ended_by: EndedBy,
    /// The window that ended the game, if any.
    pub window: Option<Window>,
    /// Number of Draw steps.
    pub draws: u32,
    /// Number of Trade steps.
    pub trades: u32,
    /// Number of Dreams played.
    pub dreams: u32,
    /// Number of declarations opened.
    pub declarations: u32,
    /// Number of cards left in the pile.
    pub pile: usize,
    /// Counts of each seat's actions.
    pub tallies: SeatMap<Tally>,
    /// Points gained in the game.
    pub points: SeatMap<i32>,
    /// Points after the game.
    pub scores: SeatMap<i32>,
    /// The winners, if the match ended with this game.
    pub winners: Option<SeatMap<bool>>,
}

impl Round {
    /// Returns the record of the current game of `state` with this end. A fault ends the match, and the best of the
    /// other seats win.
    pub(super) fn new(rules: &Rules, state: &State, ended_by: EndedBy, window: Option<Window>, over: bool) -> Self {
        let count = |what: fn(&Event) -> bool| state.events.iter().filter(|event| what(event)).count() as u32;
        let declares = |answer: &&Option<Action>| matches!(answer, Some(Action::Cogito(_)));
        let declarations = state.events.iter().map(|event| match event {
            Event::Opened { answers, .. } => answers.iter().filter(declares).count() as u32,
            _ => 0,
        });
        let scores = state.scores(rules);
        let forfeits = |seat: Seat| matches!(ended_by, EndedBy::Fault(by, _) if by == seat);
        let best = scores.entries().filter(|(seat, _)| !forfeits(*seat)).map(|(_, score)| *score).max();
        Round {
            starter: state.starter,
            laps: state.lap,
            ended_by,
            window,
            draws: count(|event| matches!(event, Event::Drew { .. })),
            trades: count(|event| matches!(event, Event::Traded { .. })),
            dreams: count(|event| matches!(event, Event::Played { placed, .. } if placed.card == Card::Dream)),
            declarations: declarations.sum(),
            pile: state.pile.len(),
            tallies: SeatMap::from_fn(rules.seats, |seat| tally(state, seat)),
            points: SeatMap::from_fn(rules.seats, |seat| i32::from(ended_by.victor() == Some(seat))),
            winners: over.then(|| SeatMap::from_fn(rules.seats, |seat| !forfeits(seat) && Some(scores[seat]) == best)),
            scores,
        }
    }
}

fn tally(state: &State, seat: Seat) -> Tally {
    let index = seat.index();
    let mut tally = Tally {
        own: state.selves[index],
        lost: state.lost[index],
        declared: declared(seat, &state.events),
        played: 0,
        blue: 0,
        red: 0,
        candidates: state.candidates[index].len(),
    };
    for event in &state.events {
        if let Event::Played { seat: by, placed } = event
            && *by == seat
        {
            tally.played += 1;
            tally.red += u32::from(placed.red);
            tally.blue += u32::from(placed.is_blue());
        }
    }
    tally
}

impl RoundRecord for Round {
    const ROUND_COLUMNS: &'static [&'static str] = &[
        "starter",
        "laps",
        "turns",
        "ended_by",
        "window",
        "victor",
        "draws",
        "trades",
        "dreams",
        "reds",
        "declarations",
        "wrong",
        "lost",
        "pile",
        "points_1",
        "points_2",
        "points_3",
        "points_4",
        "score_1",
        "score_2",
        "score_3",
        "score_4",
        "winner",
    ];
    const SEAT_COLUMNS: &'static [&'static str] = &[
        "self",
        "points",
        "score",
        "lost",
        "lost_lap",
        "declared",
        "right",
        "played",
        "blue",
        "red",
        "candidates",
        "fault",
    ];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        let lost = |how: Option<Lost>| {
            let lost = self.tallies.iter().filter_map(|tally| tally.lost);
            lost.filter(|(lost, _)| how.is_none_or(|how| how == *lost)).count()
        };
        field(self.starter.into());
        field(self.laps.into());
        field(self.turns().into());
        field(self.ended_by.word().into());
        field(self.window.map(Window::word).into());
        field(self.ended_by.victor().into());
        field(self.draws.into());
        field(self.trades.into());
        field(self.dreams.into());
        field(self.tallies.iter().map(|tally| tally.red).sum::<u32>().into());
        field(self.declarations.into());
        field(lost(Some(Lost::Cogito)).into());
        field(lost(None).into());
        field(self.pile.into());
        for values in [&self.points, &self.scores] {
            (0..SEATS).for_each(|seat| field(values.get(Seat::new(seat)).copied().into()));
        }
        let winners = self.winners.iter().flat_map(|winners| winners.entries().filter(|(_, won)| **won));
        field(Field::Text(&winners.map(|(seat, _)| seat.to_string()).collect::<Vec<_>>().join("+")));
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        let tally = &self.tallies[seat];
        let right = match (tally.declared, tally.lost) {
            (Some(_), _) if self.ended_by.victor() == Some(seat) => Some(1),
            (Some(_), Some((Lost::Cogito, _))) => Some(0),
            _ => None,
        };
        field(Field::Other(&tally.own));
        field(self.points[seat].into());
        field(self.scores[seat].into());
        field(tally.lost.map(|(lost, _)| lost.word()).into());
        field(tally.lost.map(|(_, lap)| lap).into());
        field(tally.declared.as_ref().into());
        field(right.into());
        field(tally.played.into());
        field(tally.blue.into());
        field(tally.red.into());
        field(tally.candidates.into());
        field(
            match self.ended_by {
                EndedBy::Fault(at, fault) if at == seat => fault,
                _ => "",
            }
            .into(),
        );
    }

    fn turns(&self) -> u32 {
        self.tallies.iter().map(|tally| tally.played).sum()
    }

    fn points(&self) -> SeatMap<i32> {
        self.points.clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.scores.clone()
    }
}
