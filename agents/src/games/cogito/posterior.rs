//! The probability of each candidate, given the cards that the neighbour gave. The neighbour sees the Self and
//! prefers to give cards that reveal little or do harm.
//!
//! The other players are modelled as choosing between two cards by their value ([`super::card_value`]) with a
//! logistic choice rule (quantal response, McKelvey and Palfrey 1995). The card that a player kept is unknown: any
//! card that the seat has not seen.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::card::{Card, KINDS, Placed};
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::observe::Observation;

use super::card_value::{read_field, value_as_gift, value_to_play};

/// A weight for each kind of card.
type KindWeights = [f64; KINDS];

/// Returns the probability of every Self; it is 0 for cards that are not candidates. `trust` is the slope of the
/// logistic choice rule: at 0 the given cards carry no information.
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

/// Returns the number of copies of each kind that the seat never saw, including its own Self.
fn unseen(game: &Cogito, seen: &Observation) -> KindWeights {
    let mut left = Card::ALL.map(|card| f64::from(game.0.copies_of(card)));
    let stands = seen.selves.iter().filter_map(|own| *own);
    let fields = seen.fields.iter().flatten().map(|placed| placed.card);
    let all = stands.chain(fields).chain(seen.hand.cards().iter().copied()).chain(seen.pile_known.iter().copied());
    all.for_each(|card| left[card.index()] = (left[card.index()] - 1.0).max(0.0));
    left
}

/// Multiplies the weight of every candidate by the probability that the giver, who held another card too, gave
/// `card`.
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
