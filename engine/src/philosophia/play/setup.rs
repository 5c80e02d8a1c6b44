//! Setup: lays out a deal and gives starting items. RULES.md P2, G-P44, G-P47 to G-P49.

use ergo_core::rng::Seed;

use super::table::TurnContext;
use crate::philosophia::chance::Seeded;
use crate::philosophia::data::{Bonus, Good};
use crate::philosophia::deal::Deal;
use crate::philosophia::rules::Rules;
use crate::philosophia::score::all_scores;
use crate::philosophia::state::State;

/// The player index of the Moirai.
const MOIRAI: usize = 1;
/// The oracle whose token the Moirai start with.
const TROPHONIUS: usize = 2;
/// The temple whose token the Moirai start with.
const OLYMPIA: &str = "olympia";

/// Returns the match of `seed`, whose first stream is the deal.
pub(crate) fn begin(rules: &Rules, seed: Seed) -> State {
    set_up(rules, &Deal::draw(rules, &mut seed.rng()), seed)
}

/// Returns the match that begins with `deal`, which must be complete, with further chance from `seed`.
pub(crate) fn set_up(rules: &Rules, deal: &Deal, seed: Seed) -> State {
    let mut state = State::bare(seed);
    state.supply = rules.supply;
    state.placed = rules.placed(&deal.philosophers);
    for (place, bonus) in &deal.tokens {
        state.bonus[place.index()] = *bonus;
        state.tokens.add(*place);
    }
    state.sophistry = deal.sophistry.iter().rev().copied().collect();
    state.syllogism = deal.syllogism.iter().rev().copied().collect();
    for (deck, cards) in state.oracle_decks.iter_mut().zip(&deal.oracles) {
        *deck = cards.iter().rev().copied().collect();
    }
    state.disks = deal.disks.iter().copied().collect();
    state.disks_seen = state.top_disk().map_or(0, |top| 1 << top);
    state.moirai.deck = deal.moirai.iter().rev().copied().collect();
    state.fresh_memories(rules);
    let mut table = TurnContext { rules, state: &mut state, chance: &mut Seeded, round_over: false };
    for (who, &philosopher) in deal.philosophers.iter().enumerate() {
        let player = table.player(who);
        player.philosopher = philosopher;
        player.at = rules.data.philosophers[usize::from(philosopher)].start;
        if rules.is_moirai(who) {
            moirai_items(&mut table);
            continue;
        }
        table.player(who).request = deal.requests[who];
        for good in [Good::Coins, Good::Builder, Good::Sophist, Good::Sophistry, Good::Syllogism] {
            table.gain(who, Bonus { good, amount: Deal::item(rules, philosopher, good) });
        }
    }
    state.before = all_scores(rules, &state);
    state
}

/// Gives the Moirai a coin, a Sophistry card, and two tokens of the board.
fn moirai_items(table: &mut TurnContext<'_, Seeded>) {
    table.player(MOIRAI).coins = 1;
    table.draw_sophistry(MOIRAI);
    let data = &*table.rules.data;
    let olympia = data.places.iter().position(|place| place.name == OLYMPIA);
    let towns = table.rules.towns.iter().filter(|place| Some(place.index()) == olympia);
    for place in towns.chain([data.oracle_places[TROPHONIUS]]) {
        if table.state.tokens.contains(place) {
            table.state.tokens.take(place);
            table.player(MOIRAI).tokens.add(place);
        }
    }
}
