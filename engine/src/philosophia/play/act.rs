//! The actions at places of the map. RULES.md P5–P10.

use super::table::TurnContext;
use crate::philosophia::action::Kind;
use crate::philosophia::chance::{Chance, Deck};
use crate::philosophia::condition::Condition;
use crate::philosophia::data::{Ability, Bonus, Good};
use crate::philosophia::moves::{BUILDER_COST, SOPHIST_COST, STUDY_COST};
use crate::philosophia::oracle::Oracle;
use crate::philosophia::phase::Node;
use crate::philosophia::player::THREE;
use crate::philosophia::rules::Judge;
use crate::philosophia::state::State;

impl<C: Chance> TurnContext<'_, C> {
    pub(super) fn tutor(&mut self, who: usize) {
        let player = &self.state.players[who];
        let extra = self.rules.ability(who, player.philosopher) == Some(Ability::Tutor);
        self.player(who).coins += u16::from(1 + player.wisdom + u8::from(extra));
    }

    pub(super) fn tutor_here(&mut self, who: usize) {
        self.tutor(who);
        self.finish_action();
    }

    pub(super) fn follow(&mut self, who: usize) {
        let player = self.player(who);
        player.followings.add(player.at);
        self.finish_action();
    }

    pub(super) fn hire_builder(&mut self, who: usize) {
        self.player(who).coins -= BUILDER_COST;
        self.gain(who, Bonus { good: Good::Builder, amount: 1 });
        self.finish_action();
    }

    pub(super) fn build(&mut self, who: usize) {
        let player = self.player(who);
        player.builders -= 1;
        player.schools.add(player.at);
        self.state.supply[0] += 1;
        self.finish_action();
    }

    pub(super) fn hire_sophist(&mut self, who: usize) {
        self.player(who).coins -= SOPHIST_COST;
        self.gain(who, Bonus { good: Good::Sophist, amount: 1 });
        self.finish_action();
    }

    pub(super) fn use_sophist(&mut self, who: usize, other: usize) {
        let at = self.state.players[who].at;
        let player = self.player(who);
        player.sophists -= 1;
        player.followings.add(at);
        self.player(other).followings.take(at);
        self.state.supply[1] += 1;
        self.finish_action();
    }

    /// Collects for a condition that is met. A judge may first decide about a summary.
    pub(super) fn collect(&mut self, who: usize, condition: Condition) {
        if condition != Condition::Learn {
            return self.grant(who, condition);
        }
        let approved = match self.rules.judge {
            Judge::Off | Judge::Always => true,
            Judge::Never => false,
            Judge::Player if self.rules.solo() => true,
            Judge::Player => return self.ask(Node::Judge, (who + 1) % self.rules.players),
            Judge::Chance => self.chance.approves(&mut self.state.luck, self.rules.judge_p),
        };
        if approved { self.grant(who, condition) } else { self.refuse(who) }
    }

    /// Gives the labyrinth token, or all three for an Olympic request.
    pub(super) fn grant(&mut self, who: usize, condition: Condition) {
        self.give_token(who, condition);
        self.finish_action();
    }

    pub(super) fn give_token(&mut self, who: usize, condition: Condition) {
        let player = self.player(who);
        player.claimed.push(condition);
        player.labyrinth = if condition == Condition::Olympic { THREE } else { player.labyrinth + 1 };
        if player.labyrinth >= THREE {
            let number = self.state.next_number;
            self.player(who).number = number;
            self.state.next_number += 1;
        }
        if condition == Condition::Oracles {
            self.show_favours(who);
        }
        self.state.collected.push((who as u8, condition));
    }

    /// Gives a coin for a rejected summary. The action is spent.
    pub(super) fn refuse(&mut self, who: usize) {
        self.player(who).coins += 1;
        self.finish_action();
    }

    pub(super) fn study(&mut self, who: usize) {
        let player = self.player(who);
        if player.study == 0 {
            player.coins -= STUDY_COST;
            self.gain_study(who);
        } else {
            self.unlock(who);
        }
        self.finish_action();
    }

    pub(super) fn gain_study(&mut self, who: usize) {
        let got = self.state.supply[2].min(1);
        self.state.supply[2] -= got;
        self.player(who).study += got;
    }

    /// Exchanges the study token for a wisdom card.
    pub(super) fn unlock(&mut self, who: usize) {
        let player = self.player(who);
        player.study -= 1;
        player.wisdom += 1;
        self.state.supply[2] += 1;
    }

    /// Looks into the deck of the oracle at the player's place.
    pub(super) fn consult(&mut self, who: usize) {
        self.state.look(self.rules, who);
        self.ask(Node::Take, who);
    }

    fn oracle_here(&self, who: usize) -> usize {
        self.rules.data.oracle_at(self.state.players[who].at).expect("the player is at an oracle")
    }

    /// Keeps one of the cards and shuffles the others.
    pub(super) fn take_oracle(&mut self, who: usize, card: Oracle) {
        let oracle = self.oracle_here(who);
        self.player(who).consulted[oracle] += 1;
        let State { luck, oracle_decks, .. } = &mut *self.state;
        let deck = &mut oracle_decks[oracle];
        deck.retain(|other| other != card);
        if !deck.is_empty() {
            self.chance.shuffle(luck, Deck::Oracle(oracle), deck.items_mut());
        }
        self.receive_oracle(who, card);
        self.finish_action();
    }

    /// Takes cards from the debaters.
    pub(super) fn observe(&mut self, who: usize, kind: Kind) {
        let two = self.rules.ability(who, self.state.players[who].philosopher) == Some(Ability::TwoSyllogism);
        match kind {
            Kind::Sophistry => (0..2).for_each(|_| self.draw_sophistry(who)),
            Kind::Syllogism => (0..1 + u8::from(two)).for_each(|_| self.draw_syllogism(who)),
        }
        self.finish_action();
    }

    /// Advances the timeline for the mover.
    pub(super) fn progress(&mut self) {
        if !self.move_timeline() {
            self.finish_action();
        }
    }
}
