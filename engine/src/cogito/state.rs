//! The complete state of a match. RULES.md C2–C15.

use arrayvec::ArrayVec;
use ergo_core::rng::Seed;
use ergo_core::seat::{Seat, SeatMap};

use super::action::Action;
use super::card::{Card, Cards, Placed};
use super::event::{Event, bit};
use super::hand::Hand;
use super::phase::{EndedBy, Lost, Phase, Window};
use super::pile::Pile;
use super::rules::{MOST_CARDS, RoundStarter, Rules, SEATS};

/// The cards in front of a player, oldest first.
pub type Field = ArrayVec<Placed, MOST_CARDS>;

/// The short name of [`CogitoState`] within `cogito`.
pub use self::CogitoState as State;

/// The complete state, with all hidden cards.
pub struct CogitoState {
    /// The seed of all shuffles of the match.
    pub(crate) seed: Seed,
    /// Number of the game in the match, counted from 1.
    pub(crate) game: u16,
    pub(crate) starter: Seat,
    /// Number of the lap in the game, counted from 1.
    pub(crate) lap: u16,
    /// The seat whose turn it is, or was last.
    pub(crate) turn: Seat,
    pub(crate) phase: Phase,
    pub(crate) to_move: Seat,
    pub(crate) selves: [Card; SEATS],
    /// Hands and fields of lost seats stay in place, face down.
    pub(crate) hands: [Hand; SEATS],
    pub(crate) fields: [Field; SEATS],
    pub(crate) pile: Pile,
    pub(crate) lost: [Option<(Lost, u16)>; SEATS],
    /// Face-down answers.
    pub(crate) committed: [Option<Action>; SEATS],
    pub(crate) dealt: [Hand; SEATS],
    /// The Selves that each seat may have, given the cards and judgements it has seen. G28.
    pub(crate) candidates: [Cards; SEATS],
    pub(crate) events: Vec<Event>,
    pub(crate) scores: [u16; SEATS],
    /// The reason for the end of the last game, if the match is over.
    pub(crate) ended: Option<EndedBy>,
}

impl State {
    /// Returns a copy of this state with `events`.
    fn with_events(&self, events: Vec<Event>) -> State {
        State {
            events,
            fields: self.fields.clone(),
            pile: self.pile.clone(),
            seed: self.seed,
            game: self.game,
            starter: self.starter,
            lap: self.lap,
            turn: self.turn,
            phase: self.phase,
            to_move: self.to_move,
            selves: self.selves,
            hands: self.hands,
            lost: self.lost,
            committed: self.committed,
            dealt: self.dealt,
            candidates: self.candidates,
            scores: self.scores,
            ended: self.ended,
        }
    }

    /// Returns the number of the game in the match, counted from 1.
    pub fn game(&self) -> u16 {
        self.game
    }

    /// Returns the seat that started the game.
    pub fn starter(&self) -> Seat {
        self.starter
    }

    /// Returns the number of the lap in the game, counted from 1.
    pub fn lap(&self) -> u16 {
        self.lap
    }

    /// Returns the seat whose turn it is, while it plays a card or the window after that is open.
    pub fn turn(&self) -> Option<Seat> {
        matches!(self.phase, Phase::Play | Phase::Window(Window::Play)).then_some(self.turn)
    }

    /// Returns the kind of choice to be made.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the seat to move, or `None` if the match is over.
    pub fn to_move(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then_some(self.to_move)
    }

    /// Returns the Self of a seat.
    pub fn own(&self, seat: Seat) -> Card {
        self.selves[seat.index()]
    }

    /// Returns the hand of a seat; empty for a lost seat.
    pub fn hand(&self, seat: Seat) -> &[Card] {
        if self.is_active(seat) { self.hands[seat.index()].cards() } else { &[] }
    }

    /// Returns the field of a seat, oldest card first; empty for a lost seat.
    pub fn field(&self, seat: Seat) -> &[Placed] {
        if self.is_active(seat) { &self.fields[seat.index()] } else { &[] }
    }

    /// Returns the hand and field of a lost seat, sorted; empty for other seats. RULES.md G7, G20.
    pub fn gone(&self, seat: Seat) -> ArrayVec<Card, { MOST_CARDS + 2 }> {
        let mut gone = ArrayVec::new();
        if !self.is_active(seat) {
            gone.extend(self.hands[seat.index()].cards().iter().copied());
            gone.extend(self.fields[seat.index()].iter().map(|placed| placed.card));
            gone.sort_unstable();
        }
        gone
    }

    /// Iterates over the pile, top card first.
    pub fn pile(&self) -> impl ExactSizeIterator<Item = Card> + '_ {
        self.pile.cards()
    }

    /// Returns how a seat was lost, if it was.
    pub fn lost(&self, seat: Seat) -> Option<Lost> {
        self.lost[seat.index()].map(|(lost, _)| lost)
    }

    /// Returns the face-down answer of a seat, if any.
    pub fn committed(&self, seat: Seat) -> Option<Action> {
        self.committed[seat.index()]
    }

    /// Returns the cards dealt to a seat.
    pub fn dealt(&self, seat: Seat) -> &[Card] {
        self.dealt[seat.index()].cards()
    }

    /// Returns the events of this game.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the Selves that a seat may have, given the cards and judgements it has seen. RULES.md G28.
    #[inline]
    pub fn by_cards(&self, seat: Seat) -> Cards {
        self.candidates[seat.index()]
    }

    /// Returns the reason for the end of the last game, if the match is over.
    pub fn ended(&self) -> Option<EndedBy> {
        self.ended
    }

    /// Returns true if a seat is still in the game.
    #[inline]
    pub fn is_active(&self, seat: Seat) -> bool {
        self.lost[seat.index()].is_none()
    }

    /// Returns the seats still in the game, one bit per seat.
    #[inline]
    pub(super) fn active(&self, rules: &Rules) -> u8 {
        rules.seats.iter().filter(|&seat| self.is_active(seat)).map(bit).sum()
    }

    /// Returns the number of red cards in the field of a seat.
    #[inline]
    pub fn reds(&self, seat: Seat) -> usize {
        self.field(seat).iter().filter(|placed| placed.red).count()
    }

    pub(super) fn scores(&self, rules: &Rules) -> SeatMap<i32> {
        SeatMap::from_fn(rules.seats, |seat| self.scores[seat.index()].into())
    }

    /// Returns `seat` or the next active seat, of which there must be one.
    #[inline]
    pub(super) fn active_from(&self, rules: &Rules, seat: Seat) -> Seat {
        let mut at = seat;
        while !self.is_active(at) {
            at = rules.seats.after(at);
        }
        at
    }

    /// Returns the start player of the lap, whether lost or not. RULES.md G6, G24.
    #[inline]
    pub fn lap_starter(&self, rules: &Rules) -> Seat {
        match rules.round_starter {
            RoundStarter::Fixed => self.starter,
            RoundStarter::Rotate => Seat::new((self.starter.index() + usize::from(self.lap) - 1) % rules.seats.get()),
        }
    }

    /// Returns the seat that is asked first in a window or a Trade. RULES.md G15, G23.
    #[inline]
    pub(super) fn first_asked(&self, rules: &Rules) -> Seat {
        let from = if self.phase == Phase::Window(Window::Play) { self.turn } else { self.lap_starter(rules) };
        self.active_from(rules, from)
    }

    /// Returns true if the seat to move is the last to answer, so that its answer opens all. RULES.md G15.
    #[inline]
    pub(super) fn is_last_asked(&self, rules: &Rules) -> bool {
        self.active_from(rules, rules.seats.after(self.to_move)) == self.first_asked(rules)
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut events = Vec::with_capacity(self.events.capacity());
        events.extend_from_slice(&self.events);
        self.with_events(events)
    }

    /// Like `clone`, but reuses memory, so that a search that restarts from one state allocates once.
    fn clone_from(&mut self, source: &Self) {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        events.extend_from_slice(&source.events);
        *self = source.with_events(events);
    }
}
