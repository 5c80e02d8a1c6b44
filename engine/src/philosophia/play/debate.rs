//! Debates, public and final. RULES.md P13–P15, G-P39 to G-P41, G-P54.

use std::cmp::Ordering;

use super::table::TurnContext;
use crate::philosophia::action::Kind;
use crate::philosophia::card::Card;
use crate::philosophia::chance::Chance;
use crate::philosophia::moves::{can_buy, price};
use crate::philosophia::phase::{EndedBy, Node};
use crate::philosophia::player::THREE;
use crate::philosophia::state::{Debate, State};

impl<C: Chance> TurnContext<'_, C> {
    /// Starts a debate of `who` with `other`, in which `who` must lead a card. In solo the person always leads first.
    pub(super) fn public_debate(&mut self, who: usize, other: usize) {
        let leads = if self.rules.is_moirai(who) { other } else { who };
        self.state.debate = Debate {
            is_final: false,
            initiator: who as u8,
            parties: 1 << who | 1 << other,
            circle: [who as u8, other as u8].into_iter().collect(),
            attacker: leads as u8,
            must: leads == who,
            ..Debate::default()
        };
        self.attack();
    }

    /// Lets the finishers buy cards, starting with the lowest number.
    pub(super) fn begin_buying(&mut self) {
        let (rules, state) = (self.rules, &mut *self.state);
        let finishes = |who: usize| state.players[who].labyrinth >= THREE;
        let first = (0..rules.players).filter(|&who| finishes(who)).min_by_key(|&who| state.players[who].number);
        let first = first.unwrap_or(0);
        let all = (0..rules.players).map(|step| (first + step) % rules.players);
        let order = all.filter(|&who| finishes(who) && !rules.is_moirai(who)).map(|who| who as u8).collect();
        state.rest = order;
        state.stopped.clear();
        self.next_buyer();
    }

    /// Asks the next player who can pay for an available card.
    fn next_buyer(&mut self) {
        let state = &*self.state;
        let can = |who: u8| {
            let player = &state.players[usize::from(who)];
            can_buy(state, player, Kind::Sophistry) || can_buy(state, player, Kind::Syllogism)
        };
        let mut order = state.rest;
        order.retain(can);
        self.state.rest = order;
        match order.items().first() {
            Some(&next) => self.ask(Node::Buy, next.into()),
            None => self.final_debate(),
        }
    }

    pub(super) fn buy(&mut self, who: usize, kind: Kind) {
        self.player(who).coins -= price(kind);
        match kind {
            Kind::Sophistry => self.draw_sophistry(who),
            Kind::Syllogism => self.draw_syllogism(who),
        }
        self.state.rest.items_mut().rotate_left(1);
        self.next_buyer();
    }

    pub(super) fn stop_buying(&mut self, who: usize) {
        self.state.rest.take_first();
        self.state.stopped.push(who as u8);
        self.next_buyer();
    }

    /// Starts the final debate of the finishers, starting with the highest number.
    fn final_debate(&mut self) {
        let mut all: [u8; 6] = std::array::from_fn(|who| who as u8);
        let all = &mut all[..self.rules.players];
        all.sort_unstable_by_key(|&who| std::cmp::Reverse(self.state.players[usize::from(who)].number));
        let finishers = all.iter().copied().filter(|&who| self.state.players[usize::from(who)].labyrinth >= THREE);
        let debate = Debate { is_final: true, circle: finishers.collect(), ..Debate::default() };
        self.state.rest.clear();
        self.begin_final(debate);
    }

    /// Starts the attack of the first in the circle; in solo, of the person.
    fn begin_final(&mut self, mut debate: Debate) {
        let circle = debate.circle.items();
        debate.parties = circle.iter().map(|who| 1 << who).sum();
        debate.attacker = if self.rules.solo() { 0 } else { circle[0] };
        self.state.debate = debate;
        self.attack();
    }

    /// Returns the player after `who` in the circle.
    fn after(&self, who: u8) -> u8 {
        let circle = self.state.debate.circle.items();
        let place = circle.iter().position(|&one| one == who).unwrap_or(0);
        circle[(place + 1) % circle.len()]
    }

    /// Asks the attacker, or lets the last remaining player add cards.
    fn attack(&mut self) {
        let debate = &mut self.state.debate;
        debate.led = None;
        if let [alone] = *debate.circle.items() {
            debate.attacker = alone;
            debate.defender = None;
            debate.must = false;
            return self.lay_on();
        }
        let attacker = debate.attacker;
        self.state.debate.defender = Some(self.after(attacker));
        self.ask(Node::Lead, attacker.into());
        if self.rules.is_moirai(attacker.into()) {
            self.moirai_leads();
        }
    }

    /// Leads `card` for the attacker.
    pub(super) fn lead(&mut self, card: Card) {
        let debate = &mut self.state.debate;
        let attacker = usize::from(debate.attacker);
        debate.led = Some(card);
        debate.must = false;
        let defender = usize::from(debate.defender.unwrap_or(debate.attacker));
        if !self.rules.is_moirai(attacker) {
            self.show_argument(attacker, card);
        }
        self.ask(Node::Reply, defender);
        if self.rules.is_moirai(defender) {
            self.moirai_replies(card);
        }
    }

    /// Plays `card` for the defender, who attacks next.
    pub(super) fn reply(&mut self, card: Card) {
        let State { debate, .. } = &mut *self.state;
        let (Some(led), Some(defender)) = (debate.led, debate.defender) else { return };
        let attacker = debate.attacker;
        let [first, second] = match led.against(card, &self.rules.kinds) {
            Ordering::Greater => [attacker, attacker],
            Ordering::Less => [defender, defender],
            Ordering::Equal => [attacker, defender],
        };
        debate.piles[usize::from(first)].add(led);
        debate.piles[usize::from(second)].add(card);
        debate.attacker = defender;
        if !self.rules.is_moirai(defender.into()) {
            self.show_argument(defender.into(), card);
        }
        self.attack();
    }

    /// Removes the attacker; the next player attacks.
    pub(super) fn attacker_passes(&mut self) {
        let leaves = self.state.debate.attacker;
        self.state.debate.attacker = self.after(leaves);
        self.state.debate.circle.retain(|who| who != leaves);
        self.attack();
    }

    /// Removes the defender. The attacker keeps the card; the player after the defender attacks.
    pub(super) fn defender_passes(&mut self) {
        let Debate { led, attacker, defender, .. } = self.state.debate;
        let (Some(led), Some(leaves)) = (led, defender) else { return };
        self.state.debate.piles[usize::from(attacker)].add(led);
        self.state.debate.attacker = self.after(leaves);
        self.state.debate.circle.retain(|who| who != leaves);
        self.attack();
    }

    /// Lets the last remaining player add cards, as long as that player may have any.
    fn lay_on(&mut self) {
        let who = usize::from(self.state.debate.attacker);
        if self.rules.is_moirai(who) {
            return self.moirai_lays();
        }
        let player = &self.state.players[who];
        if player.cards() > 0 || player.oracle_count > 0 { self.ask(Node::Lay, who) } else { self.end_debate() }
    }

    pub(super) fn lay(&mut self, card: Card) {
        let who = usize::from(self.state.debate.attacker);
        self.show_argument(who, card);
        self.state.debate.piles[who].add(card);
        self.lay_on();
    }

    /// Ends the debate; the player with the most cards wins.
    pub(super) fn end_debate(&mut self) {
        if self.state.debate.is_final {
            let players = &self.state.players;
            let debate = &self.state.debate;
            let parties = (0..self.rules.players).filter(|who| debate.parties & 1 << who != 0);
            let best = parties.max_by_key(|&who| (debate.piles[who].len(), std::cmp::Reverse(players[who].number)));
            self.state.debate.winner = best.map(|who| who as u8);
            return self.end(EndedBy::FinalDebate);
        }
        let debate = self.state.debate;
        let initiator = usize::from(debate.initiator);
        let mut parties = (0..self.rules.players).filter(|who| debate.parties & 1 << who != 0);
        let other = parties.find(|&who| who != initiator).unwrap_or(initiator);
        let wins = debate.piles[initiator].len() >= debate.piles[other].len();
        let winner = if wins { initiator } else { other };
        let player = self.player(winner);
        player.debates = THREE.min(player.debates + 1);
        self.state.debate.winner = Some(winner as u8);
        let piles = debate.piles;
        self.put_back(piles.iter().flat_map(|pile| pile.cards()));
        self.finish_action();
    }
}
