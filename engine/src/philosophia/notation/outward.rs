//! An observation as programs outside see it: the state as the seat sees it, and what it remembers besides.

use std::collections::BTreeMap;

use ergo_core::seat::Seat;
use serde::{Serialize, Serializer};

use super::deal::words;
use super::view::{Bid, StateView, bids};
use crate::maps::map_of;
use crate::philosophia::action::Action;
use crate::philosophia::card::Card;
use crate::philosophia::data::{ORACLES, data};
use crate::philosophia::memory::Memory;
use crate::philosophia::observe::Observation;

/// The observation as written. A `?` stands for what the seat does not know.
#[derive(Serialize)]
struct Outward {
    seat: Seat,
    #[serde(flatten)]
    state: StateView,
    /// The last offering, as far as its bids are known.
    offering: Offering,
    last: Option<Last>,
    /// The memory of things that are hidden again.
    remembers: Remembers,
}

#[derive(Serialize)]
struct Offering {
    by: u8,
    bids: Vec<Bid>,
}

#[derive(Serialize)]
struct Last {
    seat: u8,
    /// Nothing where it was done in secret.
    action: Option<Action>,
}

#[derive(Serialize)]
struct Remembers {
    /// Cards the others have at least, by seat.
    arguments: BTreeMap<u8, Vec<String>>,
    /// Cards at least in the decks of arguments.
    decks: Vec<String>,
    /// By oracle what the looks into its deck told.
    oracles: BTreeMap<&'static str, Looks>,
}

#[derive(Serialize)]
struct Looks {
    looks: u8,
    /// After each number of looks: the cards that were gone at the next one, the last time those that were there.
    cards: Vec<Vec<String>>,
    /// After each number of looks: unknown cards each other seat drew then and still has.
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

/// All that `observation` holds.
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
        last: last.then_some(Last { seat: seen.last.by + 1, action: seen.last.action }),
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
