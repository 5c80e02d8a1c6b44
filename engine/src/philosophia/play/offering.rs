//! Offerings to Athena. RULES.md P12, G-P6, G-P33 to G-P38, G-P53.

use ergo_core::seat::MAX_SEATS;

use super::table::TurnContext;
use crate::philosophia::chance::Chance;
use crate::philosophia::data::{Bonus, Reward};
use crate::philosophia::moves::free_places;
use crate::philosophia::phase::Node;
use crate::philosophia::place::Place;
use crate::philosophia::player::THREE;
use crate::philosophia::state::OPEN;

impl<C: Chance> TurnContext<'_, C> {
    /// Starts an auction by `who` of the top disk, or of the one below it.
    pub(super) fn offer(&mut self, who: usize, buried: bool) {
        if buried {
            self.bury();
        }
        self.begin_bids(who);
    }

    /// Moves the top disk to the bottom and turns up the next one.
    fn bury(&mut self) {
        self.state.disks.items_mut().rotate_left(1);
        self.show_disk();
    }

    fn show_disk(&mut self) {
        if let Some(top) = self.state.top_disk() {
            self.state.disks_seen |= 1 << top;
        }
    }

    /// Asks all players to bid; in solo the Moirai bid last.
    pub(super) fn begin_bids(&mut self, by: usize) {
        self.state.offered_by = by as u8;
        self.state.bids = [OPEN; MAX_SEATS];
        let (solo, players) = (self.rules.solo(), self.rules.players);
        let first = if solo { 0 } else { by };
        self.state.rest = (1..if solo { 1 } else { players }).map(|step| ((by + step) % players) as u8).collect();
        self.ask(Node::Bid, first);
    }

    pub(super) fn bid(&mut self, who: usize, coins: u16) {
        self.state.bids[who] = coins;
        match self.state.rest.take_first() {
            Some(next) => self.ask(Node::Bid, next.into()),
            None => {
                if self.rules.solo() {
                    self.moirai_bid();
                }
                self.reveal();
            }
        }
    }

    /// Turns up the bids; the winner pays and gets the reward.
    fn reveal(&mut self) {
        let bids = &self.state.bids[..self.rules.players];
        let highest = bids.iter().copied().max().unwrap_or(0);
        let by = usize::from(self.state.offered_by);
        let mut at_highest = (0..bids.len()).filter(|&who| bids[who] == highest);
        let winner = match (bids[by] == highest, at_highest.next(), at_highest.next()) {
            (true, ..) => Some(by),
            (false, only, None) => only,
            _ => None,
        };
        if let Some(winner) = winner {
            self.player(winner).coins -= highest;
        }
        let Some(disk) = self.state.top_disk() else { return self.finish_action() };
        let info = &self.rules.data.disks[usize::from(disk)];
        if info.reward == Reward::Favour && winner.is_some() {
            self.state.disks.remove(0);
            self.show_disk();
        } else {
            self.bury();
        }
        match winner {
            Some(winner) => self.reward(winner, info.reward, info.amount),
            None => self.finish_action(),
        }
    }

    fn reward(&mut self, who: usize, reward: Reward, amount: u8) {
        let moirai = self.rules.is_moirai(who);
        match reward {
            Reward::Good(good) => self.gain(who, Bonus { good, amount }),
            Reward::Favour => self.player(who).unknown_oracle = true,
            Reward::Study => match self.state.players[who] {
                player if player.study == 0 => self.gain_study(who),
                player if player.wisdom < THREE => self.unlock(who),
                _ => {}
            },
            Reward::Oracle(oracle) if !moirai => {
                if let Some(card) = self.state.oracle_decks[oracle].pop() {
                    self.receive_oracle(who, card);
                }
            }
            Reward::Reset if self.state.timeline == 0 => {}
            Reward::Reset if moirai => self.state.timeline = 0,
            Reward::Reset => return self.ask(Node::Chronos, who),
            Reward::Followings if !moirai => {
                self.state.left = amount;
                return self.next_following(who);
            }
            Reward::Oracle(_) | Reward::Followings => {}
        }
        self.finish_action();
    }

    /// Places a following of the winner on the map.
    pub(super) fn place_following(&mut self, who: usize, place: Place) {
        self.player(who).followings.add(place);
        self.state.left -= 1;
        self.next_following(who);
    }

    fn next_following(&mut self, who: usize) {
        if self.state.left > 0 && !free_places(self.rules, &self.state.players[who]).is_empty() {
            return self.ask(Node::Place, who);
        }
        self.state.left = 0;
        self.finish_action();
    }
}
