//! The frame of a turn: move, fee, token; whose turn is next; the end. RULES.md P4, P13, P15, G-P22.

use super::table::Table;
use crate::philosophia::chance::Chance;
use crate::philosophia::data::Ability;
use crate::philosophia::phase::{EndedBy, Node, TokenUse};
use crate::philosophia::place::Place;
use crate::philosophia::player::THREE;

impl<C: Chance> Table<'_, C> {
    /// The mover goes to `place`, pays, and turns up the token.
    pub(super) fn go(&mut self, place: Place) {
        let who = usize::from(self.state.to_move);
        self.player(who).at = place;
        self.pay_fee(who);
        if self.state.tokens.contains(place) {
            self.state.tokens_seen.add(place);
            self.ask(Node::Token, who);
        } else {
            self.after_token(who);
        }
    }

    /// A coin for the owner of the school here, if it is another's.
    pub(super) fn pay_fee(&mut self, who: usize) {
        let player = &self.state.players[who];
        if player.coins == 0 || self.rules.ability(who, player.philosopher) == Some(Ability::NoFee) {
            return;
        }
        let at = player.at;
        let owner = self.state.others(self.rules, who).find(|&other| self.state.players[other].schools.contains(at));
        if let Some(owner) = owner {
            self.player(who).coins -= 1;
            self.player(owner).coins += 1;
        }
    }

    /// The token here is used.
    pub(super) fn token(&mut self, token: TokenUse) {
        let who = usize::from(self.state.to_move);
        if token != TokenUse::Keep {
            self.take_bonus(who);
        }
        if token != TokenUse::Bonus {
            self.keep_token(who);
        }
        self.state.turn_token = Some(token);
        self.after_token(who);
    }

    /// `who` gets the bonus of the token of the place he is at.
    pub(super) fn take_bonus(&mut self, who: usize) {
        let bonus = self.state.bonus[self.state.players[who].at.index()];
        self.gain(who, bonus);
    }

    /// `who` keeps the token of the place he is at.
    pub(super) fn keep_token(&mut self, who: usize) {
        let at = self.state.players[who].at;
        self.state.tokens.take(at);
        self.state.tokens_seen.take(at);
        self.player(who).tokens.add(at);
    }

    fn after_token(&mut self, who: usize) {
        let holds = self.state.players[who].oracle_count > 0;
        self.ask(if holds { Node::Card } else { Node::Act }, who);
    }

    /// The action of the turn is done.
    pub(super) fn finish_action(&mut self) {
        if self.rules.is_moirai(self.state.turn_of.into()) { self.moirai_goes_on() } else { self.end_turn() }
    }

    /// The turn passes to the next player.
    pub(super) fn end_turn(&mut self) {
        let (state, players) = (&mut *self.state, self.rules.players);
        state.turns += 1;
        let last = usize::from(state.turn_of) + 1 == players;
        if last && state.round >= self.rules.max_rounds {
            return self.end(EndedBy::Cap);
        }
        self.round_over |= last;
        state.round += u16::from(last);
        state.turn += 1;
        state.turn_of = if last { 0 } else { state.turn_of + 1 };
        state.turn_token = None;
        let next = usize::from(state.turn_of);
        if self.rules.is_moirai(next) { self.moirai_turn() } else { self.ask(Node::Move, next) }
    }

    /// The timeline moves on a step; gives whether the match is at its end.
    pub(super) fn move_timeline(&mut self) -> bool {
        self.state.timeline += 1;
        let last = usize::from(self.state.timeline) + 1 == self.rules.data.timeline.len();
        if last {
            self.run_out();
        }
        last
    }

    /// 146 BC: who alone has three tokens wins, several debate.
    fn run_out(&mut self) {
        self.state.turns += 1;
        let players = self.rules.players;
        let finishers = (0..players).filter(|&who| self.state.players[who].labyrinth >= THREE).count();
        if finishers == 1 { self.end(EndedBy::Timeline) } else { self.begin_buying() }
    }
}
