//! Deals and states as JSON for external programs, with the names of the notation. RULES.md, "Notation".

use ergo_core::seat::{Seat, SeatMap};
use serde::{Deserialize, Serialize};

use super::action::Action;
use super::card::{Card, Placed};
use super::hand::Hand;
use super::outward::words;
use super::play::{Layout, check_deal, set_up};
use super::rules::{Rules, SEATS};
use super::state::State;

/// The short name of [`CogitoDeal`] within `cogito`.
pub use self::CogitoDeal as Deal;

/// The cards at the start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CogitoDeal {
    /// The Self of each seat.
    pub selves: Vec<Card>,
    /// The hand of each seat.
    pub hands: Vec<Vec<Card>>,
    /// The pile, top card first.
    pub pile: Vec<Card>,
}

impl Deal {
    /// Returns the deal of `state`, in which nothing has been played yet.
    pub fn from_state(rules: &Rules, state: &State) -> Self {
        Deal {
            selves: rules.seats.iter().map(|seat| state.own(seat)).collect(),
            hands: rules.seats.iter().map(|seat| state.dealt(seat).to_vec()).collect(),
            pile: state.pile().collect(),
        }
    }

    /// Returns a match whose first game has this deal and is started by `starter`. Later games are dealt from a fixed
    /// seed.
    ///
    /// # Errors
    ///
    /// If the cards are not exactly those of the deck, or are placed wrongly. The message names the key.
    pub fn begin(&self, rules: &Rules, starter: Seat) -> Result<State, String> {
        check_deal(rules, &self.selves, &self.hands, &self.pile)?;
        let own = |index: usize| self.selves.get(index).copied().unwrap_or(Card::Ego);
        let hand =
            |index: usize| self.hands.get(index).map_or(Hand::default(), |hand| Hand::from_cards(hand.iter().copied()));
        let layout =
            Layout { selves: std::array::from_fn(own), hands: std::array::from_fn(hand), pile: &self.pile[..] };
        debug_assert!(self.selves.len() <= SEATS);
        Ok(set_up(rules, starter, &layout))
    }
}

/// The short name of [`CogitoStateView`] within `cogito`.
pub use self::CogitoStateView as StateView;

/// A complete state with hidden answers, for serialization.
#[derive(Debug, Serialize)]
pub struct CogitoStateView {
    lap: u16,
    turn: Option<Seat>,
    phase: &'static str,
    window: Option<&'static str>,
    to_move: Option<Seat>,
    hands: SeatMap<Vec<Card>>,
    fields: SeatMap<Vec<Placed>>,
    pile: Vec<Card>,
    gone: SeatMap<Vec<Card>>,
    lost: SeatMap<Option<&'static str>>,
    committed: SeatMap<Option<Action>>,
}

impl StateView {
    /// Returns the view of `state`.
    pub fn from_state(rules: &Rules, state: &State) -> Self {
        let (phase, window) = words(state.phase());
        StateView {
            lap: state.lap(),
            turn: state.turn(),
            phase,
            window,
            to_move: state.to_move(),
            hands: SeatMap::from_fn(rules.seats, |seat| state.hand(seat).to_vec()),
            fields: SeatMap::from_fn(rules.seats, |seat| state.field(seat).to_vec()),
            pile: state.pile().collect(),
            gone: SeatMap::from_fn(rules.seats, |seat| state.gone(seat).to_vec()),
            lost: SeatMap::from_fn(rules.seats, |seat| state.lost(seat).map(|lost| lost.word())),
            committed: SeatMap::from_fn(rules.seats, |seat| state.committed(seat)),
        }
    }
}
