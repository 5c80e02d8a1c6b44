//! State changes. RULES.md P4–P16.

mod act;
mod cards;
mod debate;
mod moirai;
mod offering;
pub(super) mod setup;
mod table;
mod turn;

use ergo_core::seat::MAX_SEATS;

use super::action::Action;
use super::chance::Chance;
use super::condition::Condition;
use super::phase::{Node, TokenUse};
use super::rules::Rules;
use super::score::all_scores;
use super::state::{LastAction, State};

use table::TurnContext;

/// Plays `action`, which must be legal. If it completes a round, `ended` gets the state and the scores.
#[inline]
pub(super) fn apply<C: Chance>(
    rules: &Rules,
    state: &mut State,
    action: Action,
    chance: &mut C,
    mut ended: impl FnMut(&State, &[i32; MAX_SEATS]),
) {
    let covered = covered(state, action);
    state.last = LastAction { by: state.to_move, action: Some(action), covered };
    let mut table = TurnContext { rules, state, chance, round_over: false };
    step(&mut table, action);
    if table.round_over {
        let scores = all_scores(rules, state);
        ended(state, &scores);
        state.before = scores;
        state.collected.clear();
        state.turns = 0;
    }
}

/// Returns the code that others see instead of `action`, which is about to be played, if they do not see the action.
/// The code of a bid (except the last one) and of a taken oracle card is constant; that of a returned argument card
/// gives the deck.
pub(super) fn covered(state: &State, action: Action) -> Option<u64> {
    match action {
        Action::Bid(_) if !state.rest.is_empty() => Some(0),
        Action::Take(_) => Some(0),
        Action::Return(card) => Some(u64::from(card.is_syllogism())),
        _ => None,
    }
}

fn step<C: Chance>(table: &mut TurnContext<'_, C>, action: Action) {
    let who = usize::from(table.state.to_move);
    match action {
        Action::Go(place) => table.go(place),
        Action::Bonus => table.token(TokenUse::Bonus),
        Action::Keep => table.token(TokenUse::Keep),
        Action::Both => table.token(TokenUse::Both),
        Action::NoCard => table.ask(Node::Act, who),
        Action::Card(card, _) => table.play_card(card, action),
        Action::Let => table.let_be(),
        Action::Retract => table.retract(),
        Action::Return(card) => table.return_argument(who, card),
        Action::Tutor => table.tutor_here(who),
        Action::Follow => table.follow(who),
        Action::HireBuilder => table.hire_builder(who),
        Action::Build => table.build(who),
        Action::HireSophist => table.hire_sophist(who),
        Action::UseSophist(other) => table.use_sophist(who, other.index()),
        Action::Collect(condition) => table.collect(who, condition),
        Action::Study => table.study(who),
        Action::Oracle => table.consult(who),
        Action::Observe(kind) => table.observe(who, kind),
        Action::Progress => table.progress(),
        Action::Offer => table.offer(who, false),
        Action::OfferBuried => table.offer(who, true),
        Action::Debate(other) => table.public_debate(who, other.index()),
        Action::Rest => table.finish_action(),
        Action::Approve => table.grant(usize::from(table.state.turn_of), Condition::Learn),
        Action::Reject => table.refuse(usize::from(table.state.turn_of)),
        Action::Take(card) => table.take_oracle(who, card),
        Action::Bid(coins) => table.bid(who, coins),
        Action::Reset => {
            table.state.timeline = 0;
            table.finish_action();
        }
        Action::Leave => table.finish_action(),
        Action::Place(place) if table.state.node == Node::MoiraiPlace => {
            table.player(1).followings.add(place);
            table.moirai_goes_on();
        }
        Action::Place(place) => table.place_following(who, place),
        Action::Play(card) if table.state.node == Node::Lead => table.lead(card),
        Action::Play(card) => table.reply(card),
        Action::Pass if table.state.node == Node::Lead => table.attacker_passes(),
        Action::Pass => table.defender_passes(),
        Action::Lay(card) => table.lay(card),
        Action::Stop if table.state.node == Node::Lay => table.end_debate(),
        Action::Stop => table.stop_buying(who),
        Action::Buy(kind) => table.buy(who, kind),
    }
}
