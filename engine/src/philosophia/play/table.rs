//! Operations that actions are composed of. RULES.md P3, G-P23.

use crate::philosophia::card::Card;
use crate::philosophia::chance::{Chance, Deck};
use crate::philosophia::data::{Bonus, Good};
use crate::philosophia::oracle::{Oracle, of_bits};
use crate::philosophia::phase::{EndedBy, Node};
use crate::philosophia::player::{BUILDERS, Player};
use crate::philosophia::rules::Rules;
use crate::philosophia::state::State;

/// A state being changed, with the rules and the source of chance.
pub(super) struct TurnContext<'a, C> {
    pub(super) rules: &'a Rules,
    pub(super) state: &'a mut State,
    pub(super) chance: &'a mut C,
    /// True if a round or the match ended.
    pub(super) round_over: bool,
}

impl<C: Chance> TurnContext<'_, C> {
    pub(super) fn player(&mut self, who: usize) -> &mut Player {
        &mut self.state.players[who]
    }

    /// Makes `who` the player to move, with a choice of kind `node`.
    pub(super) fn ask(&mut self, node: Node, who: usize) {
        self.state.node = node;
        self.state.to_move = who as u8;
    }

    /// Ends the match.
    pub(super) fn end(&mut self, ended: EndedBy) {
        self.state.node = Node::Over;
        self.state.ended = Some(ended);
        self.round_over = true;
    }

    /// Gives `who` as much of a bonus as is available.
    pub(super) fn gain(&mut self, who: usize, bonus: Bonus) {
        let amount = bonus.amount;
        match bonus.good {
            Good::Coins => self.player(who).coins += u16::from(amount),
            Good::Sophistry => (0..amount).for_each(|_| self.draw_sophistry(who)),
            Good::Syllogism => (0..amount).for_each(|_| self.draw_syllogism(who)),
            Good::Builder => {
                let room = BUILDERS.saturating_sub(self.state.players[who].builders);
                let got = amount.min(room).min(self.state.supply[0]);
                self.state.supply[0] -= got;
                self.player(who).builders += got;
            }
            Good::Sophist => {
                let got = amount.min(self.state.supply[1]);
                self.state.supply[1] -= got;
                self.player(who).sophists += got;
            }
        }
    }

    /// Draws the top Sophistry card for `who`, if there is one.
    pub(super) fn draw_sophistry(&mut self, who: usize) {
        if let Some(card) = self.state.sophistry.pop() {
            self.receive(who, card);
        }
    }

    /// Draws the top Syllogism card for `who`, if there is one.
    pub(super) fn draw_syllogism(&mut self, who: usize) {
        if let Some(card) = self.state.syllogism.pop() {
            self.receive(who, card);
        }
    }

    /// Adds a drawn card to a hand. The Moirai put theirs under their stack.
    fn receive(&mut self, who: usize, card: Card) {
        if self.rules.is_moirai(who) {
            self.state.moirai.stack.push((card, false));
        } else {
            self.player(who).arguments.add(card);
        }
        self.player(who).counts[usize::from(card.is_syllogism())] += 1;
        if card == Card::SOPHISTRY {
            return;
        }
        for seat in 0..self.rules.seats.get() {
            let memory = &mut self.state.memory[seat];
            if seat == who {
                memory.decks.take(card);
            } else {
                memory.unknown_drawn(card.is_syllogism());
            }
        }
    }

    /// Removes an argument card from the hand of `who` in public.
    pub(super) fn show_argument(&mut self, who: usize, card: Card) {
        if card == Card::DIVINE {
            let divine = Oracle(self.rules.data.divine);
            return self.show_oracle(who, divine);
        }
        let player = self.player(who);
        player.arguments.take(card);
        player.counts[usize::from(card.is_syllogism())] -= 1;
        for seat in 0..self.rules.seats.get() {
            self.state.memory[seat].hands[who].take(card);
        }
    }

    /// Removes an oracle card from the hand of `who` in public.
    pub(super) fn show_oracle(&mut self, who: usize, card: Oracle) {
        let player = self.player(who);
        let known = player.shown & card.bit() != 0;
        player.oracles &= !card.bit();
        player.shown &= !card.bit();
        player.oracle_count -= 1;
        if !known {
            self.tell_oracle(who, card);
        }
    }

    /// Records for all other seats that `who` drew `card`.
    fn tell_oracle(&mut self, who: usize, card: Oracle) {
        let deck = self.rules.data.oracles[card.index()].deck;
        for seat in (0..self.rules.seats.get()).filter(|&seat| seat != who) {
            self.state.memory[seat].other_shows(who, deck, card);
        }
    }

    /// Reveals the favours of `who`, who keeps them.
    pub(super) fn show_favours(&mut self, who: usize) {
        let player = self.state.players[who];
        let new = player.oracles & self.rules.data.favours & !player.shown;
        self.player(who).shown |= new;
        of_bits(new).for_each(|card| self.tell_oracle(who, card));
    }

    /// Gives `who` a card of an oracle's deck that only `who` sees.
    pub(super) fn receive_oracle(&mut self, who: usize, card: Oracle) {
        let deck = self.rules.data.oracles[card.index()].deck;
        let player = self.player(who);
        player.oracles |= card.bit();
        player.oracle_count += 1;
        for seat in (0..self.rules.seats.get()).filter(|&seat| seat != who) {
            self.state.memory[seat].other_draws(who, deck);
        }
    }

    /// Returns public argument cards to their decks, and shuffles each deck that gets some.
    pub(super) fn put_back(&mut self, cards: impl Iterator<Item = Card>) {
        let mut got = [false; 2];
        for card in cards {
            if card == Card::DIVINE {
                self.state.gone |= 1 << self.rules.data.divine;
                continue;
            }
            got[usize::from(card.is_syllogism())] = true;
            self.lay_on_deck(card);
            if card == Card::SOPHISTRY {
                continue;
            }
            for seat in 0..self.rules.seats.get() {
                self.state.memory[seat].decks.add(card);
            }
        }
        if got[0] {
            self.shuffle_arguments(false);
        }
        if got[1] {
            self.shuffle_arguments(true);
        }
    }

    /// Puts a card on its deck, which must then be shuffled.
    pub(super) fn lay_on_deck(&mut self, card: Card) {
        if card.is_syllogism() { self.state.syllogism.push(card) } else { self.state.sophistry.push(card) }
    }

    /// Shuffles a deck of arguments, unless its cards are indistinguishable.
    pub(super) fn shuffle_arguments(&mut self, syllogism: bool) {
        let State { luck, sophistry, syllogism: syllogisms, .. } = &mut *self.state;
        if syllogism {
            self.chance.shuffle(luck, Deck::Syllogism, syllogisms.items_mut());
        } else if self.rules.solo() {
            self.chance.shuffle(luck, Deck::Sophistry, sophistry.items_mut());
        }
    }
}
