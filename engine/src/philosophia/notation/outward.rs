//! The serialized form of an observation for external programs: the state as the seat sees it, and its memory.

use std::collections::BTreeMap;

use ergo_core::seat::Seat;
use serde::{Serialize, Serializer};

use super::deal::words;
use super::view::{BidView, StateView, bids};
use crate::maps::map_of;
use crate::philosophia::action::Action;
use crate::philosophia::card::Card;
use crate::philosophia::data::{ORACLES, data};
use crate::philosophia::memory::Memory;
use crate::philosophia::observe::Observation;

/// The serialized observation. A `?` stands for what the seat does not know.
#[derive(Serialize)]
struct Outward {
    seat: Seat,
    #[serde(flatten)]
    state: StateView,
    /// The last offering, with the bids the seat knows.
    offering: Offering,
    last: Option<LastActionView>,
    /// The memory of things that are hidden again.
    remembers: Remembers,
}

#[derive(Serialize)]
struct Offering {
    by: u8,
    bids: Vec<BidView>,
}

#[derive(Serialize)]
struct LastActionView {
    seat: u8,
    /// The action, or `None` if it was hidden.
    action: Option<Action>,
}

#[derive(Serialize)]
struct Remembers {
    /// Cards that the others have at least, by seat.
    arguments: BTreeMap<u8, Vec<String>>,
    /// Cards that are at least in the decks of arguments.
    decks: Vec<String>,
    /// For each oracle, what the looks into its deck revealed.
    oracles: BTreeMap<&'static str, Looks>,
}

#[derive(Serialize)]
struct Looks {
    looks: u8,
    /// For each number of looks: the cards that were gone at the next look; for the last look, the cards that were
    /// there.
    cards: Vec<Vec<String>>,
    /// For each number of looks: the number of unknown cards that each other seat drew then and still has.
    drawn: Vec<BTreeMap<u8, u8>>,
}

fn looks(memory: &Memory, deck: usize, players: u8) -> Looks {
    let all = 0..=usize::from(memory.looks[deck]);
    let drawn = |looks: usize| {
        let counts = (0..players).map(|who| (who + 1, memory.drawn[usize::from(who)][deck][looks]));
        map_of(counts.filter(|(_, count)| *count > 0))
    };
    Looks {
        looks: memory.looks[deck],
        cards: all.clone().map(|looks| words(memory.cards_left(deck, looks))).collect(),
        drawn: all.map(drawn).collect(),
    }
}

/// Returns the serialized form of `observation`.
fn outward(observation: &Observation) -> Outward {
    let (seen, players) = (&observation.seen, observation.around.players);
    let memory = &seen.memory[observation.seat.index()];
    let known = (0..players).map(|who| (who + 1, words(memory.hands[usize::from(who)].cards())));
    let last = seen.last.action.is_some() || seen.last.covered.is_some();
    let decks = (0..ORACLES).map(|deck| (data().oracle_places[deck].name(), looks(memory, deck, players)));
    Outward {
        seat: observation.seat,
        state: StateView::around(&observation.around, seen),
        offering: Offering { by: seen.offered_by + 1, bids: bids(seen, players.into()) },
        last: last.then_some(LastActionView { seat: seen.last.by + 1, action: seen.last.action }),
        remembers: Remembers {
            arguments: map_of(known.filter(|(_, cards)| !cards.is_empty())),
            decks: words(memory.decks.cards().filter(|card| *card != Card::SOPHISTRY)),
            oracles: map_of(decks),
        },
    }
}

impl Serialize for Observation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        outward(self).serialize(serializer)
    }
}
