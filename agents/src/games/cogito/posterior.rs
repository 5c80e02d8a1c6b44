//! How likely each candidate is, by what the neighbour gave: he sees the Self and gives what tells least, or harms.
//!
//! The others are taken to choose between two cards by what they are worth ([`super::card_value`]), the better one the more often the
//! more it is better (a logistic choice, as in quantal response: McKelvey and Palfrey 1995). The card that was kept is not
//! known; it is any that the seat had not seen.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::card::{Card, KINDS, Placed};
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::observe::Observation;

use super::card_value::{read_field, value_as_gift, value_to_play};

/// A card kind with how often it counts.
type KindWeights = [f64; KINDS];

/// The chance of every Self, those that are no candidates 0. `trust` is how sure the others are to give what is better by a bit:
/// at 0 what they give says nothing.
pub fn posterior(game: &Cogito, seen: &Observation, trust: f64) -> KindWeights {
    let mut chances = [0.0; KINDS];
    seen.candidates.iter().for_each(|card| chances[card.index()] = 1.0);
    let unseen = unseen(game, seen);
    let seats = game.0.seats.get();
    let mut fields: Vec<Vec<Placed>> = vec![Vec::new(); seats];
    for event in &seen.events {
        match *event {
            Event::Played { seat, placed } => {
                if placed.card == Card::Dream {
                    fields.iter_mut().for_each(|field| field.retain(|placed| placed.card == Card::Dream));
                }
                fields[seat.index()].push(placed);
            }
            Event::Traded { givers, given } => {
                let me = seen.seat.index();
                let part = |index: usize| givers & 1 << index != 0;
                let giver = (1..=seats).map(|step| (me + seats - step) % seats).find(|&index| part(index));
                let (Some(giver), true) = (giver, part(me)) else { continue };
                let Some(card) = given[giver] else { continue };
                weigh(game, &mut chances, (&fields[me], &fields[giver]), card, &unseen, trust);
            }
            _ => {}
        }
    }
    let total: f64 = chances.iter().sum();
    chances.map(|chance| chance / total)
}

/// The copies of each kind that the seat never saw; its own Self among them.
fn unseen(game: &Cogito, seen: &Observation) -> KindWeights {
    let mut left = Card::ALL.map(|card| f64::from(game.0.copies_of(card)));
    let stands = seen.selves.iter().filter_map(|own| *own);
    let fields = seen.fields.iter().flatten().map(|placed| placed.card);
    let all = stands.chain(fields).chain(seen.hand.cards().iter().copied()).chain(seen.pile_known.iter().copied());
    all.for_each(|card| left[card.index()] = (left[card.index()] - 1.0).max(0.0));
    left
}

/// Weighs every candidate by the chance that the giver, who might have given another card, gave `card`.
fn weigh(
    game: &Cogito,
    chances: &mut KindWeights,
    (own, givers): (&[Placed], &[Placed]),
    card: Card,
    unseen: &KindWeights,
    trust: f64,
) {
    let diagram = &game.0.diagram;
    let (reds, left) = read_field(diagram, own);
    let (their_reds, theirs) = read_field(diagram, givers);
    for own in diagram.selves.iter() {
        let worth = |given: Card, kept: Card| {
            value_to_play(diagram, theirs, their_reds, kept) - value_as_gift(diagram, own, left, reds, given)
        };
        let (mut likely, mut all) = (0.0, 0.0);
        for other in Card::ALL.into_iter().filter(|&other| unseen[other.index()] > 0.0 && other != own) {
            let better = worth(card, other) - worth(other, card);
            likely += unseen[other.index()] / (1.0 + libm::exp(-trust * better));
            all += unseen[other.index()];
        }
        chances[own.index()] *= if all > 0.0 { likely / all } else { 1.0 };
    }
}
