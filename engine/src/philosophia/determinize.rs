//! Sampling of states that are consistent with an observation. RULES.md P17, R3.
//!
//! Hidden components are sampled from those not accounted for: argument cards, oracle cards (according to when they
//! were drawn), requests, tokens, disks and the Moirai's cards. Sealed bids are uniform over the amounts a player can
//! pay.

use ergo_core::rng::{Rng, Seed, below, shuffle};
use ergo_core::seat::MAX_SEATS;

use super::card::{CARDS, Card, FIRST_SYLLOGISM, Hand};
use super::data::{Bonus, ORACLES};
use super::memory::LOOKS;
use super::observe::Observation;
use super::oracle::Oracle;
use super::phase::Node;
use super::player::HIDDEN;
use super::rules::Rules;
use super::stack::Stack;
use super::state::{BOTH_DECKS, ChanceStream, SEALED, State};

/// Samples a state that is consistent with `seen`.
pub(super) fn determinize(rules: &Rules, seen: &Observation, rng: &mut Rng) -> State {
    let me = seen.seat.index();
    let mut state = seen.seen.clone();
    state.luck = ChanceStream { seed: Seed::draw(rng), drawn: 0 };
    arguments(rules, &mut state, me, rng);
    oracle_cards(rules, &mut state, me, rng);
    requests(rules, &mut state, rng);
    tokens(rules, &mut state, rng);
    disks(rules, &mut state, rng);
    shuffle(rng, state.moirai.deck.items_mut());
    if state.node == Node::Bid {
        for who in 0..rules.players {
            if state.bids[who] == SEALED {
                state.bids[who] = below(rng, u32::from(state.players[who].coins) + 1) as u16;
            }
        }
    }
    let own = state.memory[me];
    state.fresh_memories(rules);
    state.memory[me] = own;
    state
}

/// Redraws what no seat knows and chance will decide: the order of decks, disks and hidden tokens, and later shuffles.
pub(super) fn redraw(rules: &Rules, state: &mut State, rng: &mut Rng) {
    state.luck = ChanceStream { seed: Seed::draw(rng), drawn: 0 };
    shuffle(rng, state.sophistry.items_mut());
    shuffle(rng, state.syllogism.items_mut());
    state.oracle_decks.iter_mut().for_each(|deck| shuffle(rng, deck.items_mut()));
    shuffle(rng, state.moirai.deck.items_mut());
    let seen = state.disks_seen;
    state.disks.items_mut().iter_mut().filter(|disk| seen & 1 << **disk == 0).for_each(|disk| *disk = HIDDEN);
    disks(rules, state, rng);
    let hidden = state.tokens.without(state.tokens_seen);
    for places in rules.data.by_colour {
        let places: Vec<usize> = hidden.within(places).iter().map(|place| place.index()).collect();
        let mut tokens: Vec<Bonus> = places.iter().map(|&place| state.bonus[place]).collect();
        shuffle(rng, &mut tokens);
        places.iter().zip(tokens).for_each(|(&place, token)| state.bonus[place] = token);
    }
}

fn arguments(rules: &Rules, state: &mut State, me: usize, rng: &mut Rng) {
    let memory = state.memory[me];
    let mut left = rules.deck;
    let mut account = |hand: &Hand| {
        for (left, gone) in left.0.iter_mut().zip(hand.0) {
            *left = left.saturating_sub(gone);
        }
    };
    account(&state.players[me].arguments);
    account(&memory.decks);
    memory.hands[..rules.players].iter().for_each(&mut account);
    if state.debate_is_on() {
        state.debate.piles[..rules.players].iter().for_each(&mut account);
        account(&state.debate.led.into_iter().collect());
    }
    account(&state.moirai.stack.items().iter().filter(|(_, known)| *known).map(|(card, _)| *card).collect());
    for syllogism in [false, true] {
        let plain = !syllogism && !rules.solo();
        let range = if syllogism { FIRST_SYLLOGISM..CARDS as u8 } else { 0..FIRST_SYLLOGISM };
        let of_kind = |hand: &Hand| -> Hand {
            let mut part = Hand::default();
            range.clone().map(Card).for_each(|card| part.0[card.index()] = hand.count(card));
            part
        };
        let side = usize::from(syllogism);
        for who in (0..rules.players).filter(|&who| who != me && plain) {
            state.players[who].arguments.0[0] = state.players[who].counts[0];
        }
        if plain {
            continue;
        }
        let mut pool: Stack<Card, BOTH_DECKS> = of_kind(&left).cards().collect();
        shuffle(rng, pool.items_mut());
        let filler = Card(range.start + u8::from(!syllogism));
        for who in (0..rules.players).filter(|&who| who != me && !rules.is_moirai(who)) {
            let known = of_kind(&memory.hands[who]);
            let unknown = usize::from(state.players[who].counts[side]).saturating_sub(known.len());
            let hand = &mut state.players[who].arguments;
            known.cards().for_each(|card| hand.add(card));
            (0..unknown).for_each(|_| hand.add(pool.pop().unwrap_or(filler)));
        }
        for (card, known) in state.moirai.stack.items_mut() {
            let hidden = if syllogism { Card::UNKNOWN } else { Card::SOPHISTRY };
            if !*known && *card == hidden {
                *card = pool.pop().unwrap_or(filler);
            }
        }
        let deck = if syllogism { &mut state.syllogism } else { &mut state.sophistry };
        let in_deck = of_kind(&memory.decks);
        let mut cards = in_deck.cards();
        for card in deck.items_mut() {
            *card = cards.next().or_else(|| pool.pop()).unwrap_or(filler);
        }
        shuffle(rng, deck.items_mut());
    }
}

/// Samples the oracle decks and the oracle cards of others. Each card left its deck between two looks of the seat.
fn oracle_cards(rules: &Rules, state: &mut State, me: usize, rng: &mut Rng) {
    let memory = state.memory[me];
    let shown = state.players[..rules.players]
        .iter()
        .fold(state.gone | state.players[me].oracles, |all, player| all | player.shown)
        | divine_in_play(rules, state);
    for deck in 0..ORACLES {
        let now = usize::from(memory.looks[deck]);
        for looks in 0..LOOKS {
            let unknown = memory.cards_left(deck, looks).filter(|card| shown & card.bit() == 0);
            let mut cards: Stack<Oracle, 32> = unknown.collect();
            shuffle(rng, cards.items_mut());
            for who in (0..MAX_SEATS).filter(|&who| who != me) {
                for _ in 0..memory.drawn[who][deck][looks] {
                    let Some(card) = cards.pop() else { break };
                    state.players[who].oracles |= card.bit();
                }
            }
            if looks == now {
                for place in state.oracle_decks[deck].items_mut() {
                    *place = cards.pop().unwrap_or(*place);
                }
            }
        }
    }
}

/// The divine argument as a bit, while it is used in a debate.
fn divine_in_play(rules: &Rules, state: &State) -> u32 {
    let debate = &state.debate;
    let played = debate.led == Some(Card::DIVINE) || debate.piles.iter().any(|pile| pile.count(Card::DIVINE) > 0);
    u32::from(played && state.debate_is_on()) << rules.data.divine
}

fn requests(rules: &Rules, state: &mut State, rng: &mut Rng) {
    let players = &mut state.players[..rules.players];
    let known: Vec<u8> = players.iter().map(|player| player.request).collect();
    let rest = (0..rules.data.requests.len() as u8).filter(|request| !known.contains(request));
    let mut rest: Stack<u8, 32> = rest.collect();
    shuffle(rng, rest.items_mut());
    for player in players.iter_mut().filter(|player| player.request == HIDDEN) {
        player.request = rest.pop().unwrap_or(HIDDEN);
    }
}

fn tokens(rules: &Rules, state: &mut State, rng: &mut Rng) {
    let hidden = state.tokens.without(state.tokens_seen);
    for (colour, all) in rules.data.tokens.iter().enumerate() {
        let places = rules.data.by_colour[colour];
        let mut rest: Stack<Bonus, 64> = all.iter().copied().collect();
        let held = state.players[..rules.players].iter().fold(state.tokens_seen, |all, player| all.and(player.tokens));
        for place in held.within(places).iter() {
            let bonus = state.bonus[place.index()];
            if let Some(found) = rest.items().iter().position(|one| *one == bonus) {
                rest.remove(found);
            }
        }
        shuffle(rng, rest.items_mut());
        for place in hidden.within(places).iter() {
            state.bonus[place.index()] = rest.pop().unwrap_or(all[0]);
        }
    }
}

fn disks(rules: &Rules, state: &mut State, rng: &mut Rng) {
    let seen = state.disks_seen;
    let mut rest: Stack<u8, 16> = rules.disks().filter(|disk| seen & 1 << disk == 0).collect();
    shuffle(rng, rest.items_mut());
    for disk in state.disks.items_mut() {
        if *disk == HIDDEN {
            *disk = rest.pop().unwrap_or(HIDDEN);
        }
    }
}
