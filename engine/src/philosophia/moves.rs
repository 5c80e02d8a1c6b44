//! The legal actions of the seat to move. RULES.md P4–P15, G-P1, G-P29.

use ergo_core::rng::{Rng, below};

use super::action::{Action, Kind, Loss, PlayerIndex, Target};
use super::card::Card;
use super::condition::Condition;
use super::data::{Ability, BLACK, Bonus, Effect, Good, RED, Use};
use super::oracle::{Oracle, of_bits};
use super::phase::{Node, TokenUse};
use super::place::{Place, Places};
use super::player::{BUILDERS, CUBES, Player, SCHOOLS, THREE};
use super::rules::Rules;
use super::score::claimable;
use super::state::State;

pub(super) const STUDY_COST: u16 = 4;
pub(super) const BUILDER_COST: u16 = 2;
pub(super) const SOPHIST_COST: u16 = 1;

/// Returns the price of a card before the final debate.
pub(super) const fn price(kind: Kind) -> u16 {
    match kind {
        Kind::Sophistry => 1,
        Kind::Syllogism => 2,
    }
}

/// Clears `out` and fills it with the legal actions.
pub(super) fn list(rules: &Rules, state: &State, out: &mut Vec<Action>) {
    out.clear();
    each(rules, state, &mut |action| out.push(action));
}

/// Returns true if `action` is legal.
pub(super) fn is_legal(rules: &Rules, state: &State, action: Action) -> bool {
    match (state.node, action) {
        // The most frequent questions are answered without the list.
        (Node::Move, Action::Go(place)) => {
            rules.places.without(state.occupied(rules)).contains(place)
                && (!rules.data.acropolis.contains(place) || is_open(rules, state, state.to_move.into(), place))
        }
        (Node::Token, Action::Bonus | Action::Keep) | (Node::Card, Action::NoCard) => true,
        (Node::Act, Action::Tutor) => rules.data.colour(state.mover().at).is_some(),
        (Node::Bid, Action::Bid(coins)) => coins <= state.mover().coins,
        _ => {
            let mut found = false;
            each(rules, state, &mut |legal| found |= legal == action);
            found
        }
    }
}

/// Samples a legal action uniformly.
#[inline]
pub(super) fn sample(rules: &Rules, state: &State, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
    if state.node == Node::Move {
        let places = destinations(rules, state);
        return Action::Go(places.nth(below(rng, places.len() as u32)));
    }
    list(rules, state, scratch);
    scratch[below(rng, scratch.len() as u32) as usize]
}

fn each(rules: &Rules, state: &State, out: &mut impl FnMut(Action)) {
    match state.node {
        Node::Move => destinations(rules, state).iter().for_each(|place| out(Action::Go(place))),
        Node::Token => token(rules, state, out),
        Node::Card => oracle_cards(rules, state, out),
        Node::Retract => {
            out(Action::Let);
            if state.mover().oracles & 1 << rules.data.retraction != 0 {
                out(Action::Retract);
            }
        }
        Node::Return => state.mover().arguments.kinds().for_each(|card| out(Action::Return(card))),
        Node::Act => acts(rules, state, out),
        Node::Judge => [Action::Approve, Action::Reject].into_iter().for_each(out),
        Node::Take => {
            if let Some(oracle) = rules.data.oracle_at(state.mover().at) {
                // In the order of the table, because the order of the deck is unknown.
                let cards = state.oracle_decks[oracle].items().iter().map(|card| card.bit()).sum();
                of_bits(cards).for_each(|card| out(Action::Take(card)));
            }
        }
        Node::Bid => (0..=state.mover().coins).for_each(|coins| out(Action::Bid(coins))),
        Node::Chronos => [Action::Reset, Action::Leave].into_iter().for_each(out),
        Node::Place => free_places(rules, state.mover()).iter().for_each(|place| out(Action::Place(place))),
        Node::MoiraiPlace => free_places(rules, &state.players[1]).iter().for_each(|place| out(Action::Place(place))),
        Node::Lead | Node::Reply => {
            let mut any = false;
            playable(rules, state, &mut |card| {
                any = true;
                out(Action::Play(card));
            });
            if !(any && state.node == Node::Lead && state.debate.must) {
                out(Action::Pass);
            }
        }
        Node::Lay => {
            playable(rules, state, &mut |card| out(Action::Lay(card)));
            out(Action::Stop);
        }
        Node::Buy => {
            for kind in [Kind::Sophistry, Kind::Syllogism] {
                if can_buy(state, state.mover(), kind) {
                    out(Action::Buy(kind));
                }
            }
            out(Action::Stop);
        }
        Node::Over => {}
    }
}

/// Returns true if `player` can pay for a card of this kind and the deck is not empty.
#[inline]
pub(super) fn can_buy(state: &State, player: &Player, kind: Kind) -> bool {
    let left = match kind {
        Kind::Sophistry => state.sophistry.len(),
        Kind::Syllogism => state.syllogism.len(),
    };
    left > 0 && player.coins >= price(kind)
}

/// Passes the cards that the mover can use in a debate to `out`, the divine argument last.
#[inline]
fn playable(rules: &Rules, state: &State, out: &mut impl FnMut(Card)) {
    let player = state.mover();
    player.arguments.kinds().for_each(&mut *out);
    if player.oracles & 1 << rules.data.divine != 0 {
        out(Card::DIVINE);
    }
}

/// Returns the places to which the mover can go: some action must be legal there. G-P1.
#[inline]
fn destinations(rules: &Rules, state: &State) -> Places {
    let who = usize::from(state.to_move);
    let free = rules.places.without(state.occupied(rules));
    let closed = free.within(rules.data.acropolis).iter().filter(|&place| !is_open(rules, state, who, place));
    free.without(closed.collect())
}

/// Returns true if some action is legal for `who` at a place of the Acropolis.
fn is_open(rules: &Rules, state: &State, who: usize, place: Place) -> bool {
    can_observe_at(rules, state, who, place)
        || match rules.data.places[place.index()].purpose {
            Use::Progress => can_progress(rules, state, who),
            Use::Offering => !state.disks.is_empty(),
            Use::Debate => state.has_argument(rules, who),
            Use::Observe | Use::Colour(_) => false,
        }
}

/// Returns true if the timeline can be advanced. The last step needs three labyrinth tokens.
#[inline]
pub(super) fn can_progress(rules: &Rules, state: &State, who: usize) -> bool {
    let last = rules.data.timeline.len() as u8 - 1;
    state.timeline + 1 < last || state.timeline < last && state.players[who].labyrinth >= THREE
}

fn can_observe_at(rules: &Rules, state: &State, who: usize, place: Place) -> bool {
    let ability = rules.ability(who, state.players[who].philosopher);
    let here = rules.data.places[place.index()].purpose == Use::Observe || ability == Some(Ability::ObserveAnywhere);
    here && [Kind::Sophistry, Kind::Syllogism].into_iter().any(|kind| can_observe(state, ability, kind))
}

fn can_observe(state: &State, ability: Option<Ability>, kind: Kind) -> bool {
    match kind {
        Kind::Sophistry => !state.sophistry.is_empty() && ability != Some(Ability::TwoSyllogism),
        Kind::Syllogism => !state.syllogism.is_empty(),
    }
}

/// Returns true if `bonus` currently gives `player` anything.
pub(super) fn gives(state: &State, player: &Player, bonus: Bonus) -> bool {
    bonus.amount > 0
        && match bonus.good {
            Good::Coins => true,
            Good::Sophistry => !state.sophistry.is_empty(),
            Good::Syllogism => !state.syllogism.is_empty(),
            Good::Builder => player.builders < BUILDERS && state.supply[0] > 0,
            Good::Sophist => state.supply[1] > 0,
        }
}

fn token(rules: &Rules, state: &State, out: &mut impl FnMut(Action)) {
    let (who, player) = (usize::from(state.to_move), state.mover());
    out(Action::Bonus);
    out(Action::Keep);
    let black = rules.data.colour(player.at) == Some(BLACK);
    let able = rules.ability(who, player.philosopher) == Some(Ability::BlackBoth);
    if black && able && gives(state, player, state.bonus[player.at.index()]) {
        out(Action::Both);
    }
}

/// Returns the places at which `player` can put a following.
#[inline]
pub(super) fn free_places(rules: &Rules, player: &Player) -> Places {
    if player.followings.len() < usize::from(CUBES) { rules.towns.without(player.followings) } else { Places::NONE }
}

/// Passes the playable oracle cards with their targets to `out`. G-P31, G-P32.
fn oracle_cards(rules: &Rules, state: &State, out: &mut impl FnMut(Action)) {
    out(Action::NoCard);
    of_bits(state.mover().oracles).for_each(|card| with_targets(rules, state, card, out));
}

/// Passes `card`, played by the mover, with each possible target to `out`.
pub(super) fn with_targets(rules: &Rules, state: &State, card: Oracle, out: &mut impl FnMut(Action)) {
    let (who, player) = (usize::from(state.to_move), state.mover());
    let plain = Action::Card(card, Target::None);
    let info = &rules.data.oracles[card.index()];
    let opponents = || state.others(rules, who).map(|other| (PlayerIndex(other as u8), &state.players[other]));
    match info.effect {
        Effect::Favour | Effect::Argument | Effect::Retraction => {}
        Effect::Good(good) => {
            if gives(state, player, Bonus { good, amount: info.amount }) {
                out(plain);
            }
        }
        Effect::Study => {
            if player.study == 0 && state.supply[2] > 0 {
                out(plain);
            }
        }
        Effect::BothThisTurn => {
            let bonus = state.bonus[player.at.index()];
            if match state.turn_token {
                Some(TokenUse::Bonus) => true,
                Some(TokenUse::Keep) => gives(state, player, bonus),
                _ => false,
            } {
                out(plain);
            }
        }
        Effect::Followings => {
            free_places(rules, player).iter().for_each(|place| out(Action::Card(card, Target::Place(place))));
        }
        Effect::Tutor => out(plain),
        Effect::SeeArguments | Effect::ReturnArguments => {
            let holders = opponents().filter(|(_, other)| other.cards() > 0);
            holders.for_each(|(other, _)| out(Action::Card(card, Target::Player(other))));
        }
        Effect::Steal => {
            let rich = opponents().filter(|(_, other)| other.coins > 0);
            rich.for_each(|(other, _)| out(Action::Card(card, Target::Player(other))));
        }
        Effect::Desertion => {
            for (other, opponent) in opponents() {
                let cubes = opponent.followings.iter();
                cubes.for_each(|place| out(Action::Card(card, Target::Following(other, place))));
            }
        }
        Effect::LoseHelper | Effect::LoseStudyOrCoins => {
            let losses = match info.effect {
                Effect::LoseHelper => [Loss::Builder, Loss::Sophist],
                _ => [Loss::Study, Loss::Coins],
            };
            for (other, opponent) in opponents() {
                let can = losses.into_iter().filter(|loss| can_lose(opponent, *loss));
                can.for_each(|loss| out(Action::Card(card, Target::Thing(other, loss))));
            }
        }
    }
}

const fn can_lose(player: &Player, loss: Loss) -> bool {
    match loss {
        Loss::Builder => player.builders > 0,
        Loss::Sophist => player.sophists > 0,
        Loss::Study => player.study > 0,
        Loss::Coins => player.coins > 0,
    }
}

/// The actions of a turn. P5–P15.
fn acts(rules: &Rules, state: &State, out: &mut impl FnMut(Action)) {
    let mut any = false;
    let mut out_any = |action| {
        any = true;
        out(action);
    };
    let (who, player) = (usize::from(state.to_move), state.mover());
    let ability = rules.ability(who, player.philosopher);
    match rules.data.places[player.at.index()].purpose {
        Use::Colour(colour) => in_town(rules, state, colour, &mut out_any),
        Use::Progress if can_progress(rules, state, who) => out_any(Action::Progress),
        Use::Offering if !state.disks.is_empty() => {
            out_any(Action::Offer);
            if state.disks.len() > 1 {
                out_any(Action::OfferBuried);
            }
        }
        Use::Debate if state.has_argument(rules, who) => {
            state.others(rules, who).for_each(|other| out_any(Action::Debate(PlayerIndex(other as u8))));
        }
        _ => {}
    }
    let here = rules.data.places[player.at.index()].purpose == Use::Observe;
    if here || ability == Some(Ability::ObserveAnywhere) {
        for kind in [Kind::Sophistry, Kind::Syllogism] {
            if can_observe(state, ability, kind) {
                out_any(Action::Observe(kind));
            }
        }
    }
    if !any {
        out(Action::Rest);
    }
}

fn in_town(rules: &Rules, state: &State, colour: usize, out: &mut impl FnMut(Action)) {
    let (who, player) = (usize::from(state.to_move), state.mover());
    let (at, cubes) = (player.at, player.followings.len() < usize::from(CUBES));
    let absent = !player.followings.contains(at);
    out(Action::Tutor);
    if absent && cubes {
        out(Action::Follow);
    }
    if player.coins >= BUILDER_COST && gives(state, player, Bonus { good: Good::Builder, amount: 1 }) {
        out(Action::HireBuilder);
    }
    if player.builders > 0 && player.schools.len() < usize::from(SCHOOLS) && !state.schools(rules).contains(at) {
        out(Action::Build);
    }
    if player.coins >= SOPHIST_COST && state.supply[1] > 0 {
        out(Action::HireSophist);
    }
    if player.sophists > 0 && absent && cubes {
        let here = state.others(rules, who).filter(|&other| state.players[other].followings.contains(at));
        here.for_each(|other| out(Action::UseSophist(PlayerIndex(other as u8))));
    }
    if player.labyrinth < THREE {
        claimable(rules, state, player).for_each(|condition: Condition| out(Action::Collect(condition)));
    }
    if colour == RED && can_study(state, player) {
        out(Action::Study);
    }
    if can_consult(rules, state, who) {
        out(Action::Oracle);
    }
}

fn can_study(state: &State, player: &Player) -> bool {
    match player.study {
        0 => player.coins >= STUDY_COST && state.supply[2] > 0,
        _ => player.wisdom < THREE,
    }
}

fn can_consult(rules: &Rules, state: &State, who: usize) -> bool {
    let player = &state.players[who];
    let Some(oracle) = rules.data.oracle_at(player.at) else { return false };
    let twice = oracle == 2 && rules.ability(who, player.philosopher) == Some(Ability::TrophoniusTwice);
    !state.oracle_decks[oracle].is_empty() && player.consulted[oracle] < 1 + u8::from(twice)
}
