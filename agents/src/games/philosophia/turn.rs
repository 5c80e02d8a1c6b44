//! The planner's choice of where to go and what to do there: the action that brings the third labyrinth token
//! nearest.

use ergo_engine::philosophia::action::{Action, Kind};
use ergo_engine::philosophia::card::Card;
use ergo_engine::philosophia::condition::Condition;
use ergo_engine::philosophia::data::{Ability, Bonus, GREEN, Good, RED, Use};
use ergo_engine::philosophia::place::Place;
use ergo_engine::philosophia::player::{BUILDERS, CUBES, SCHOOLS, THREE};
use ergo_engine::philosophia::rules::Rules;
use ergo_engine::philosophia::state::State;

use super::holdings::PlayerHoldings;
use super::weights::PlannerWeights;

/// A player's view of the table, in which the planner evaluates actions.
pub struct TurnPlanner<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The state, as far as the player knows it.
    pub state: &'a State,
    /// The player, from 0.
    pub player_index: usize,
    /// The planner's weights.
    pub weights: &'a PlannerWeights,
    /// The player's holdings.
    pub own: PlayerHoldings,
    /// Estimated turns to the third token with these holdings.
    now: f64,
}

impl<'a> TurnPlanner<'a> {
    /// Creates the view of player `player_index` (from 0).
    pub fn new(rules: &'a Rules, state: &'a State, player_index: usize, weights: &'a PlannerWeights) -> Self {
        let own = PlayerHoldings::from_state(rules, state, player_index);
        let now = own.turns_left(weights);
        TurnPlanner { rules, state, player_index, weights, own, now }
    }

    fn ability(&self) -> Ability {
        self.rules.data.philosophers[usize::from(self.state.players()[self.player_index].philosopher())].ability
    }

    fn others(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.rules.players).filter(|player_index| *player_index != self.player_index)
    }

    /// Returns the number of turns saved by having the holdings `after`.
    pub fn turns_saved(&self, after: &PlayerHoldings) -> f64 {
        self.now - after.turns_left(self.weights)
    }

    /// Returns the value of going to `place`, in turns saved: the token and the best action there, less the fee.
    pub fn place_value(&self, place: Place) -> f64 {
        let mut after = self.own.clone();
        let owner = self.others().any(|player_index| self.state.players()[player_index].on_map()[1].contains(place));
        if owner && self.ability() != Ability::NoFee {
            after.coins = (after.coins - 1.0).max(0.0);
        }
        let [tokens, _] = self.state.tokens();
        if tokens.contains(place) {
            after = self.with_token(&after, place);
        }
        let mut best = f64::NEG_INFINITY;
        self.each_action(place, &after, &mut |value| best = best.max(value));
        best
    }

    /// Returns the holdings with the better use of the token of `place`.
    fn with_token(&self, from: &PlayerHoldings, place: Place) -> PlayerHoldings {
        let (mut kept, mut taken) = (from.clone(), from.clone());
        if let Some(colour) = self.rules.data.colour(place) {
            kept.tokens[colour][0] += 1.0;
            kept.tokens[colour][1] -= 1.0;
        }
        // In a determinized world every token has a bonus, but a player learns a hidden one only on arrival.
        match self.state.tokens()[1].contains(place) {
            false => taken.coins += 1.0,
            true => taken.gain(self.state.bonus(place)),
        }
        if kept.turns_left(self.weights) <= taken.turns_left(self.weights) { kept } else { taken }
    }

    /// Calls `out` with the value of each action at `place`, starting with the holdings `from`.
    fn each_action(&self, place: Place, from: &PlayerHoldings, out: &mut impl FnMut(f64)) {
        let me = &self.state.players()[self.player_index];
        let [followings, schools, _] = me.on_map();
        let ability = self.ability();
        let mut weigh = |change: &dyn Fn(&mut PlayerHoldings)| {
            let mut after = from.clone();
            change(&mut after);
            out(self.turns_saved(&after));
        };
        let observes = self.rules.data.places[place.index()].purpose == Use::Observe;
        if observes || ability == Ability::ObserveAnywhere {
            self.observe(&mut weigh);
        }
        match self.rules.data.places[place.index()].purpose {
            Use::Observe => {}
            Use::Progress => out(self.progress_value()),
            Use::Offering => out(self.turns_saved(from) + self.weights.offering),
            Use::Debate => {
                out(self.turns_saved(from) + self.best_opponent().map_or(f64::NEG_INFINITY, |(_, value)| value))
            }
            Use::Colour(colour) => {
                weigh(&|after| after.coins += after.income());
                if !followings.contains(place) && followings.len() < usize::from(CUBES) {
                    weigh(&|after| after.followings += 1.0);
                }
                if from.coins >= 2.0 && from.builders < f64::from(BUILDERS) {
                    weigh(&|after| {
                        after.coins -= 2.0;
                        after.builders += 1.0;
                    });
                }
                let built = (0..self.rules.players)
                    .any(|player_index| self.state.players()[player_index].on_map()[1].contains(place));
                if from.builders >= 1.0 && schools.len() < usize::from(SCHOOLS) && !built {
                    weigh(&|after| {
                        after.builders -= 1.0;
                        after.schools += 1.0;
                    });
                }
                for condition in self.claimable(from) {
                    weigh(&|after| after.collect(condition));
                }
                if colour == RED {
                    weigh(&study);
                }
                if colour == GREEN {
                    let oracle = self.rules.data.oracle_at(place);
                    if oracle.is_some_and(|oracle| me.consulted()[oracle] == 0) {
                        out(self.turns_saved(from) + self.weights.oracle);
                    }
                }
            }
        }
    }

    fn observe(&self, weigh: &mut impl FnMut(&dyn Fn(&mut PlayerHoldings))) {
        let [sophistry, syllogism] = self.state.decks();
        if syllogism > 0 {
            let two = self.ability() == Ability::TwoSyllogism;
            weigh(&|after| after.arguments[1] += if two { 2.0 } else { 1.0 });
        }
        if sophistry > 0 && self.ability() != Ability::TwoSyllogism {
            weigh(&|after| after.arguments[0] += 2.0);
        }
    }

    /// Returns the conditions that can be collected with the holdings `from`.
    fn claimable(&self, from: &PlayerHoldings) -> Vec<Condition> {
        if from.labyrinth >= f64::from(THREE) {
            return Vec::new();
        }
        let open = Condition::ALL.into_iter().filter(|condition| !from.claimed[*condition as usize]);
        open.filter(|condition| from.meets(*condition)).collect()
    }

    /// A player with three tokens wants the game to end, more so if strong in the final debate. Other players do
    /// not.
    fn progress_value(&self) -> f64 {
        let has_three = |player_index: usize| self.state.players()[player_index].holdings()[5] >= THREE;
        if !has_three(self.player_index) {
            return -1.0;
        }
        let armed = |player_index: usize| {
            self.force(player_index) + 0.5 * f64::from(self.state.players()[player_index].coins())
        };
        let rivals = self.others().filter(|player_index| has_three(*player_index)).map(armed);
        let edge = rivals.fold(None, |most: Option<f64>, force| Some(most.map_or(force, |most| most.max(force))));
        self.weights.progress
            + edge.map_or(0.0, |rival| self.weights.edge * (armed(self.player_index) - rival).clamp(-8.0, 8.0))
    }

    /// Returns the strength of the cards held; a Syllogism counts more than a Sophistry.
    fn force(&self, player_index: usize) -> f64 {
        let [sophistry, syllogism] = self.state.players()[player_index].argument_counts().map(f64::from);
        sophistry + 1.4 * syllogism
    }

    /// Returns the opponent to debate with and the value of the debate in turns saved, or `None` if no debate is
    /// promising.
    pub fn best_opponent(&self) -> Option<(usize, f64)> {
        let own = self.force(self.player_index) + f64::from(u8::from(self.has_divine())) * 2.0;
        let weakest = self.others().min_by(|one, other| self.force(*one).total_cmp(&self.force(*other)))?;
        let edge = own + 0.5 - self.force(weakest);
        if own <= 0.0 || edge <= 0.0 {
            return None;
        }
        let mut after = self.own.clone();
        after.debates = (after.debates + 1.0).min(f64::from(THREE));
        let chance = (edge / (own + 1.0)).clamp(0.2, 1.0);
        let spent = 0.08 * self.force(weakest).min(own);
        Some((weakest, chance * self.turns_saved(&after) - spent))
    }

    fn has_divine(&self) -> bool {
        self.state.players()[self.player_index].holds(self.rules.data.divine)
    }

    /// Returns the value of an action at the current place, in turns saved; 0 for actions that are not evaluated.
    pub fn action_value(&self, action: Action) -> f64 {
        let mut after = self.own.clone();
        match action {
            Action::Tutor => after.coins += after.income(),
            Action::Follow => after.followings += 1.0,
            Action::HireBuilder => {
                after.coins -= 2.0;
                after.builders += 1.0;
            }
            Action::Build => {
                after.builders -= 1.0;
                after.schools += 1.0;
            }
            Action::HireSophist => {
                after.coins -= 1.0;
                after.sophists += 1.0;
            }
            Action::UseSophist(_) => {
                after.sophists -= 1.0;
                after.followings += 1.0;
                // It also takes a cube from an opponent.
                return self.turns_saved(&after) + 0.1;
            }
            Action::Collect(condition) => after.collect(condition),
            Action::Study => study(&mut after),
            Action::Oracle => return self.weights.oracle,
            Action::Observe(Kind::Sophistry) => after.arguments[0] += 2.0,
            Action::Observe(Kind::Syllogism) => {
                after.arguments[1] += if self.ability() == Ability::TwoSyllogism { 2.0 } else { 1.0 };
            }
            Action::Progress => return self.progress_value(),
            Action::Offer => return self.weights.offering,
            Action::OfferBuried => return self.weights.offering - 0.05,
            Action::Debate(other) => {
                let best = self.best_opponent().filter(|(player_index, _)| *player_index == other.index());
                return best.map_or(-1.0, |(_, value)| value);
            }
            _ => return 0.0,
        }
        self.turns_saved(&after)
    }

    /// Returns the value of goods from an oracle card or a disk, in turns saved.
    pub fn goods_value(&self, good: Good, amount: u8) -> f64 {
        let mut after = self.own.clone();
        after.gain(Bonus { good, amount });
        self.turns_saved(&after)
    }

    /// Returns the strength class of `card`: 0 for Sophistry, 1 for Syllogism, 2 for the divine argument.
    pub fn strength(card: Card) -> u8 {
        if card == Card::DIVINE { 2 } else { u8::from(card.is_syllogism()) }
    }
}

/// Buys a study token, or exchanges one for a wisdom card.
fn study(after: &mut PlayerHoldings) {
    if after.study >= 1.0 && after.wisdom < f64::from(THREE) {
        after.study -= 1.0;
        after.wisdom += 1.0;
    } else if after.study < 1.0 && after.coins >= 4.0 {
        after.coins -= 4.0;
        after.study += 1.0;
    }
}
