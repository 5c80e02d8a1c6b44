//! The frame of a turn: move, fee, token; the next player; the end. RULES.md P4, P13, P15, G-P22.

use super::table::TurnContext;
use crate::philosophia::chance::Chance;
use crate::philosophia::data::Ability;
use crate::philosophia::phase::{EndedBy, Node, TokenUse};
use crate::philosophia::place::Place;
use crate::philosophia::player::THREE;

impl<C: Chance> TurnContext<'_, C> {
    /// Moves the mover to `place`, pays the fee, and turns up the token.
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

    /// Pays a coin to the owner of the school at the player's place, if it belongs to another player.
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

    /// Uses the token at the mover's place.
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

    /// Gives `who` the bonus of the token at the player's place.
    pub(super) fn take_bonus(&mut self, who: usize) {
        let bonus = self.state.bonus[self.state.players[who].at.index()];
        self.gain(who, bonus);
    }

    /// Gives `who` the token at the player's place.
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

    /// Completes the action of the turn.
    pub(super) fn finish_action(&mut self) {
        if self.rules.is_moirai(self.state.turn_of.into()) { self.moirai_goes_on() } else { self.end_turn() }
    }

    /// Passes the turn to the next player.
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

    /// Advances the timeline by one step and returns true if the match is at its end.
    pub(super) fn move_timeline(&mut self) -> bool {
        self.state.timeline += 1;
        let last = usize::from(self.state.timeline) + 1 == self.rules.data.timeline.len();
        if last {
            self.run_out();
        }
        last
    }

    /// Ends the game in 146 BC: a single player with three tokens wins; several have a final debate.
    fn run_out(&mut self) {
        self.state.turns += 1;
        let players = self.rules.players;
        let finishers = (0..players).filter(|&who| self.state.players[who].labyrinth >= THREE).count();
        if finishers == 1 { self.end(EndedBy::Timeline) } else { self.begin_buying() }
    }
}
