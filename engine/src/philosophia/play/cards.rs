//! Oracle cards. RULES.md P9, G-P18, G-P31, G-P32.

use super::table::TurnContext;
use crate::philosophia::action::{Action, Loss, Target};
use crate::philosophia::card::Card;
use crate::philosophia::chance::Chance;
use crate::philosophia::data::{Bonus, Effect};
use crate::philosophia::oracle::Oracle;
use crate::philosophia::phase::{Node, TokenUse};

impl<C: Chance> TurnContext<'_, C> {
    /// Plays `card` for the mover. Other players with oracle cards may cancel it first.
    pub(super) fn play_card(&mut self, card: Oracle, action: Action) {
        let who = usize::from(self.state.to_move);
        self.show_oracle(who, card);
        self.state.gone |= card.bit();
        self.state.card = Some(action);
        let holders = self.state.others(self.rules, who).filter(|&other| self.state.players[other].oracle_count > 0);
        self.state.rest = holders.map(|other| other as u8).collect();
        self.let_be();
    }

    /// Asks the next player, or applies the effect of the card. A written state may list players without oracle cards; they
    /// are skipped.
    pub(super) fn let_be(&mut self) {
        while let Some(next) = self.state.rest.take_first() {
            if self.state.players[usize::from(next)].oracle_count > 0 {
                return self.ask(Node::Retract, next.into());
            }
        }
        self.have_effect();
    }

    /// Removes both cards from the game.
    pub(super) fn retract(&mut self) {
        let by = usize::from(self.state.to_move);
        let retraction = Oracle(self.rules.data.retraction);
        self.show_oracle(by, retraction);
        self.state.gone |= retraction.bit();
        self.card_done();
    }

    /// Continues with the action of the turn.
    fn card_done(&mut self) {
        self.state.rest.clear();
        self.state.card = None;
        self.state.left = 0;
        self.ask(Node::Act, self.state.turn_of.into());
    }

    fn have_effect(&mut self) {
        let Some(Action::Card(card, target)) = self.state.card else { return };
        let who = usize::from(self.state.turn_of);
        let info = &self.rules.data.oracles[card.index()];
        match (info.effect, target) {
            (Effect::Good(good), _) => self.gain(who, Bonus { good, amount: info.amount }),
            (Effect::Study, _) => self.gain_study(who),
            (Effect::BothThisTurn, _) => {
                match self.state.turn_token {
                    Some(TokenUse::Bonus) => self.keep_token(who),
                    _ => self.take_bonus(who),
                }
                self.state.turn_token = Some(TokenUse::Both);
            }
            (Effect::Tutor, _) => self.tutor(who),
            (Effect::Followings, Target::Place(place)) => self.player(who).followings.add(place),
            (Effect::SeeArguments, Target::Player(other)) => self.see_arguments(who, other.index()),
            (Effect::Steal, Target::Player(other)) => {
                let got = self.state.player(other).coins.min(info.amount.into());
                self.player(other.index()).coins -= got;
                self.player(who).coins += got;
            }
            (Effect::Desertion, Target::Following(other, place)) => self.player(other.index()).followings.take(place),
            (Effect::LoseHelper | Effect::LoseStudyOrCoins, Target::Thing(other, loss)) => {
                self.lose(other.index(), loss, info.amount);
            }
            (Effect::ReturnArguments, Target::Player(other)) => {
                return self.begin_return(other.index(), info.amount);
            }
            _ => {}
        }
        self.card_done();
    }

    fn lose(&mut self, who: usize, loss: Loss, amount: u8) {
        let player = self.player(who);
        match loss {
            Loss::Builder => player.builders -= 1,
            Loss::Sophist => player.sophists -= 1,
            Loss::Study => player.study -= 1,
            Loss::Coins => player.coins = player.coins.saturating_sub(amount.into()),
        }
        match loss {
            Loss::Builder => self.state.supply[0] += 1,
            Loss::Sophist => self.state.supply[1] += 1,
            Loss::Study => self.state.supply[2] += 1,
            Loss::Coins => {}
        }
    }

    /// Reveals the argument cards of `other` to `who` alone.
    fn see_arguments(&mut self, who: usize, other: usize) {
        if self.rules.is_moirai(other) {
            self.state.moirai.stack.items_mut().iter_mut().for_each(|(_, seen)| *seen = true);
            return;
        }
        let mut hand = self.state.players[other].arguments;
        hand.0[Card::SOPHISTRY.index()] = 0;
        self.state.memory[who].hands[other] = hand;
    }

    /// Makes `other` return cards: the Moirai their topmost, a person cards of their choice.
    fn begin_return(&mut self, other: usize, amount: u8) {
        let count = amount.min(self.state.players[other].cards());
        self.state.left = count;
        if !self.rules.is_moirai(other) {
            return self.ask(Node::Return, other);
        }
        for _ in 0..count {
            let (card, seen) = self.state.moirai.stack.remove(0);
            self.player(other).counts[usize::from(card.is_syllogism())] -= 1;
            if seen {
                self.state.memory[0].decks.add(card);
            }
            self.lay_on_deck(card);
            self.shuffle_arguments(card.is_syllogism());
        }
        self.card_done();
    }

    /// Returns a card to its deck. Others see only the deck.
    pub(super) fn return_argument(&mut self, who: usize, card: Card) {
        let player = self.player(who);
        player.arguments.take(card);
        player.counts[usize::from(card.is_syllogism())] -= 1;
        self.lay_on_deck(card);
        if card != Card::SOPHISTRY {
            for seat in 0..self.rules.seats.get() {
                let memory = &mut self.state.memory[seat];
                match seat == who {
                    true => memory.decks.add(card),
                    false => memory.unknown_returned(who, card.is_syllogism()),
                }
            }
        }
        self.shuffle_arguments(card.is_syllogism());
        self.state.left -= 1;
        if self.state.left == 0 {
            self.card_done();
        }
    }
}
