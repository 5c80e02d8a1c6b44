//! The serialized form of an observation for external programs: all text in the notation of the game, seats counted
//! from 1.

use ergo_core::seat::{Seat, SeatMap};
use serde::{Serialize, Serializer};

use super::action::Action;
use super::card::{Card, Placed};
use super::event::{Event, bit};
use super::observe::Observation;
use super::phase::{Lost, Phase, Window};

/// The serialized observation. A `?` stands for a card that the seat did not see.
#[derive(Serialize)]
struct Outward<'a> {
    seat: Seat,
    game: u16,
    starter: Seat,
    lap: u16,
    turn: Option<Seat>,
    phase: &'static str,
    window: Option<&'static str>,
    to_move: Option<Seat>,
    selves: &'a SeatMap<Option<Card>>,
    candidates: Vec<Card>,
    hand: &'a [Card],
    hand_sizes: SeatMap<u8>,
    fields: SeatMap<&'a [Placed]>,
    pile: u8,
    pile_known: &'a [Card],
    gone: SeatMap<Vec<&'static str>>,
    lost: SeatMap<Option<&'static str>>,
    committed: SeatMap<Option<String>>,
    dealt: &'a [Card],
    events: Vec<Happened<'a>>,
    scores: &'a SeatMap<i32>,
    ended_by: Option<&'static str>,
    victor: Option<Seat>,
}

/// One serialized event. Lists have one entry per seat, `null` for a seat without a part in the event.
#[derive(Serialize)]
#[serde(untagged)]
enum Happened<'a> {
    Played { seat: Seat, played: Placed },
    Opened { window: &'static str, answers: SeatMap<&'a Option<Action>> },
    Drew { drew: SeatMap<Option<&'static str>> },
    Traded { gave: SeatMap<Option<&'static str>> },
}

pub(super) fn words(phase: Phase) -> (&'static str, Option<&'static str>) {
    match phase {
        Phase::Play => ("play", None),
        Phase::Window(window) => ("window", Some(window.word())),
        Phase::Trade => ("trade", None),
        Phase::Over => ("over", None),
    }
}

impl Serialize for Observation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats = self.lost.seats();
        let active = |at: Seat| self.lost[at].is_none();
        let (phase, window) = words(self.phase);
        let own = active(self.seat);
        let gone = |at: Seat| {
            let hidden = usize::from(self.hand_sizes[at]);
            let hand = self.hand.cards().iter().map(|card| card.name());
            let mut cards: Vec<&str> = self.fields[at].iter().map(|placed| placed.card.name()).collect();
            match at == self.seat {
                true => cards.extend(hand),
                false => cards.extend(std::iter::repeat_n("?", hidden)),
            }
            if active(at) { Vec::new() } else { cards }
        };
        let committed = |at: Seat| {
            let word = if at == self.seat { self.answer?.to_string() } else { "?".to_owned() };
            (self.answered & bit(at) != 0).then_some(word)
        };
        let outward = Outward {
            seat: self.seat,
            game: self.game,
            starter: self.starter,
            lap: self.lap,
            turn: matches!(self.phase, Phase::Play | Phase::Window(Window::Play)).then_some(self.turn),
            phase,
            window,
            to_move: (self.phase != Phase::Over).then_some(self.to_move),
            selves: &self.selves,
            candidates: self.candidates.iter().collect(),
            hand: if own { self.hand.cards() } else { &[] },
            hand_sizes: SeatMap::from_fn(seats, |at| if active(at) { self.hand_sizes[at] } else { 0 }),
            fields: SeatMap::from_fn(seats, |at| if active(at) { &self.fields[at][..] } else { &[] }),
            pile: self.pile,
            pile_known: &self.pile_known,
            gone: SeatMap::from_fn(seats, gone),
            lost: self.lost.map(|lost| lost.map(|(lost, _): (Lost, u16)| lost.word())),
            committed: SeatMap::from_fn(seats, committed),
            dealt: self.dealt.cards(),
            events: self.events.iter().map(|event| self.happened(event)).collect(),
            scores: &self.scores,
            ended_by: self.ended.map(|ended| ended.word()),
            victor: self.ended.and_then(|ended| ended.victor()),
        };
        outward.serialize(serializer)
    }
}

impl Observation {
    fn happened<'a>(&self, event: &'a Event) -> Happened<'a> {
        let seats = self.lost.seats();
        let cards = |part: u8, cards: &[Option<Card>]| {
            let name = |at: Seat| cards[at.index()].map_or("?", Card::name);
            SeatMap::from_fn(seats, |at| (part & bit(at) != 0).then(|| name(at)))
        };
        match event {
            Event::Played { seat, placed } => Happened::Played { seat: *seat, played: *placed },
            Event::Opened { window, answers } => {
                Happened::Opened { window: window.word(), answers: SeatMap::from_fn(seats, |at| &answers[at.index()]) }
            }
            Event::Drew { drawers, cards: drawn, .. } => Happened::Drew { drew: cards(*drawers, drawn) },
            Event::Traded { givers, given } => Happened::Traded { gave: cards(*givers, given) },
        }
    }
}
