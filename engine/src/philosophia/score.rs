//! Conditions and scores. RULES.md P10, G-P46, G-P56.

use ergo_core::game::Outcome;
use ergo_core::seat::{MAX_SEATS, SeatMap};

use super::condition::Condition;
use super::data::NAMED;
use super::phase::EndedBy;
use super::player::{CUBES, HIDDEN, Player, SCHOOLS, THREE};
use super::rules::Rules;
use super::state::State;

/// Returns the number of tokens held of each colour.
fn tokens(rules: &Rules, player: &Player) -> [u8; 5] {
    std::array::from_fn(|colour| player.tokens.within(rules.data.by_colour[colour]).len() as u8)
}

/// Returns true if `player` meets `condition`, whether or not it was collected for.
pub(super) fn meets(rules: &Rules, state: &State, player: &Player, condition: Condition) -> bool {
    match condition {
        Condition::Followings => player.followings.len() == usize::from(CUBES),
        Condition::Schools => player.schools.len() == usize::from(SCHOOLS),
        Condition::Travel => {
            let held = tokens(rules, player);
            (0..held.len()).any(|colour| held[colour] > 0 && held[colour] >= state.placed[colour])
        }
        Condition::Debate => player.debates >= THREE,
        Condition::Learn => player.wisdom >= THREE,
        Condition::Oracles => player.favours(rules) >= THREE,
        Condition::Olympic => player.request < HIDDEN && meets_request(rules, player),
    }
}

fn meets_request(rules: &Rules, player: &Player) -> bool {
    let request = &rules.data.requests[usize::from(player.request)];
    let held = tokens(rules, player);
    let has: [u16; NAMED.len()] = [
        player.followings.len() as u16,
        player.coins,
        player.schools.len() as u16,
        player.debates.into(),
        player.wisdom.into(),
    ];
    held.iter().zip(request.tokens).all(|(held, needed)| *held >= needed)
        && has.iter().zip(request.needs).all(|(has, needed)| *has >= u16::from(needed))
}

/// Iterates over the conditions that `player` could collect for.
pub(super) fn claimable<'a>(
    rules: &'a Rules,
    state: &'a State,
    player: &'a Player,
) -> impl Iterator<Item = Condition> + 'a {
    let open = move |condition: &Condition| player.labyrinth < THREE && !player.has_claimed(*condition);
    Condition::ALL.into_iter().filter(open).filter(|&condition| meets(rules, state, player, condition))
}

/// Returns the score of player `who` (0-based). G-P46.
pub(super) fn score(rules: &Rules, state: &State, who: usize) -> i32 {
    let player = &state.players[who];
    if player.labyrinth >= THREE {
        let debate = &state.debate;
        let pile = if debate.is_final { debate.piles[who].len() as i32 } else { 0 };
        return 3000 + 10 * pile + 6 - i32::from(player.number);
    }
    let done = |condition: Condition| -> i32 {
        let part = |done: i32, needed: i32| 100 * done / needed;
        match condition {
            Condition::Followings => part(player.followings.len() as i32, CUBES.into()),
            Condition::Schools => part(player.schools.len() as i32, SCHOOLS.into()),
            Condition::Debate => part(player.debates.into(), THREE.into()),
            Condition::Travel => {
                let colours = tokens(rules, player).into_iter().zip(state.placed);
                let parts = colours.filter(|(_, placed)| *placed > 0);
                parts.map(|(held, placed)| part(held.into(), placed.into())).max().unwrap_or(0)
            }
            Condition::Learn => part((2 * player.wisdom + player.study).into(), 2 * i32::from(THREE)).min(100),
            Condition::Oracles => part(player.unknown_oracle.into(), THREE.into()),
            Condition::Olympic => 0,
        }
    };
    let open = Condition::ALL.into_iter().filter(|&condition| !player.has_claimed(condition));
    1000 * i32::from(player.labyrinth) + open.map(done).sum::<i32>()
}

/// Returns the scores of all players, including the Moirai.
pub(super) fn all_scores(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
    std::array::from_fn(|who| if who < rules.players { score(rules, state, who) } else { 0 })
}

pub(super) fn scores(rules: &Rules, state: &State) -> SeatMap<i32> {
    SeatMap::from_fn(rules.seats, |seat| score(rules, state, seat.index()))
}

/// Returns the outcome of a match that is over. The highest score wins; in solo only if above that of the Moirai.
pub(super) fn outcome(rules: &Rules, state: &State) -> Outcome {
    let scores = scores(rules, state);
    let adjudicated = state.ended == Some(EndedBy::Cap);
    let outcome = if rules.solo() {
        let wins = score(rules, state, 0) > score(rules, state, 1);
        let returns = scores.map(|_| f64::from(u8::from(wins)));
        Outcome { winners: scores.map(|_| wins), scores, returns, adjudicated }
    } else {
        Outcome::highest_wins(scores)
    };
    Outcome { adjudicated, ..outcome }
}
