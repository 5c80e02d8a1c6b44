//! The planner's decisions apart from movement and main actions: tokens, oracle cards, bids, debates and purchases.

use std::cmp::Ordering;

use ergo_engine::philosophia::action::{Action, Kind, Target};
use ergo_engine::philosophia::card::Card;
use ergo_engine::philosophia::data::{Effect, Good, Reward};
use ergo_engine::philosophia::oracle::Oracle;
use ergo_engine::philosophia::player::THREE;
use ergo_engine::rng::{Rng, below};

use super::turn::TurnPlanner;

/// Value of placing a following anywhere, in turns.
const FOLLOWING: f64 = 1.0;
/// Value of taking a coin from an opponent, in turns, in addition to the coin itself.
const RIVAL: f64 = 0.1;

impl TurnPlanner<'_> {
    /// Returns the value of taking the bonus of the token here, of keeping the token, or of both.
    pub(super) fn token_value(&self, action: Action) -> f64 {
        let place = self.state.players()[self.player_index].location();
        let mut after = self.own.clone();
        if action != Action::Keep {
            after.gain(self.state.bonus(place));
        }
        if let (true, Some(colour)) = (action != Action::Bonus, self.rules.data.colour(place)) {
            after.tokens[colour][0] += 1.0;
            after.tokens[colour][1] -= 1.0;
        }
        self.turns_saved(&after)
    }

    /// Returns the value of playing an oracle card on `target`, less a small value of keeping it.
    pub(super) fn card_value(&self, card: Oracle, target: Target) -> f64 {
        let info = &self.rules.data.oracles[card.index()];
        let rival = |player_index: usize| f64::from(self.state.players()[player_index].holdings()[5]);
        let harm = match target {
            Target::Player(player_index) | Target::Following(player_index, _) | Target::Thing(player_index, _) => {
                0.2 + 0.2 * rival(player_index.index())
            }
            _ => 0.0,
        };
        let gain = match info.effect {
            Effect::Good(good) => self.goods_value(good, info.amount),
            Effect::Tutor => self.action_value(Action::Tutor),
            Effect::Followings => FOLLOWING.min(9.0 - self.own.followings),
            Effect::Steal => self.goods_value(Good::Coins, info.amount) + RIVAL,
            Effect::BothThisTurn => 0.5,
            Effect::Study => {
                let mut after = self.own.clone();
                after.study += 1.0;
                self.turns_saved(&after)
            }
            _ => 0.0,
        };
        gain + harm - 0.1
    }

    pub(super) fn oracle_value(&self, card: Oracle) -> f64 {
        let info = &self.rules.data.oracles[card.index()];
        match info.effect {
            Effect::Favour => 0.3 + 0.6 * self.own.favours,
            Effect::Argument => 0.9,
            Effect::Retraction | Effect::SeeArguments => 0.1,
            Effect::ReturnArguments | Effect::LoseHelper | Effect::LoseStudyOrCoins | Effect::Desertion => 0.3,
            Effect::BothThisTurn => 0.5,
            _ => self.card_value(card, Target::None),
        }
    }

    /// Returns the value of the top disk, in turns.
    fn disk_value(&self) -> f64 {
        let Some(disk) = self.state.top_disk().and_then(|disk| self.rules.data.disks.get(usize::from(disk))) else {
            return 0.0;
        };
        match disk.reward {
            Reward::Good(good) => self.goods_value(good, disk.amount),
            Reward::Followings => f64::from(disk.amount).min(9.0 - self.own.followings),
            Reward::Study => {
                let mut after = self.own.clone();
                if after.study >= 1.0 && after.wisdom < f64::from(THREE) {
                    after.study -= 1.0;
                    after.wisdom += 1.0;
                } else {
                    after.study = 1.0;
                }
                self.turns_saved(&after)
            }
            Reward::Oracle(_) => 0.5,
            Reward::Favour => 0.3 + 0.6 * self.own.favours,
            Reward::Reset => 0.0,
        }
    }

    /// Bids as many coins as could be earned in the turns that the disk saves; half of the time one less.
    pub(super) fn bid(&self, rng: &mut Rng) -> u16 {
        let worth = self.disk_value() * self.own.income() * self.weights.bid;
        let most = worth.max(0.0).min(self.own.coins) as u16;
        most - (below(rng, 2) as u16).min(most)
    }

    /// A player with three labyrinth tokens wants the game to end and does not reset the timeline.
    pub(super) fn should_reset(&self) -> bool {
        self.own.labyrinth < f64::from(THREE)
    }

    /// Retracts cards of players who are ahead in labyrinth tokens.
    pub(super) fn should_retract(&self) -> bool {
        let by = &self.state.players()[self.state.turn_of()];
        f64::from(by.holdings()[5]) > self.own.labyrinth
    }

    /// Returns the weakest of `cards`.
    fn weakest(cards: impl Iterator<Item = Card>) -> Option<Card> {
        cards.min_by_key(|card| (TurnPlanner::strength(*card), *card))
    }

    /// Leads or answers with the weakest card that wins, else with the weakest that ties, else with a Sophistry
    /// card.
    pub(super) fn debate(&self, legal: &[Action]) -> Action {
        let cards =
            || legal.iter().filter_map(|action| if let Action::Play(card) = action { Some(*card) } else { None });
        let debate = self.state.debate();
        let (led, attacker, defender) = debate.current_attack();
        let play = |card: Option<Card>| card.map_or(Action::Pass, Action::Play);
        let Some(led) = led else {
            let other = defender.unwrap_or(attacker);
            let ahead = debate.pile(self.player_index).len();
            let theirs = debate.pile(other).len()
                + usize::from(self.state.players()[other].argument_counts().iter().sum::<u8>());
            // The opponent's remaining cards cannot change the result.
            if !debate.is_final() && ahead > theirs && legal.contains(&Action::Pass) {
                return Action::Pass;
            }
            return play(TurnPlanner::weakest(cards()));
        };
        let does = |wanted: Ordering| cards().filter(move |card| card.against(led, &self.rules.kinds) == wanted);
        let answer =
            TurnPlanner::weakest(does(Ordering::Greater)).or_else(|| TurnPlanner::weakest(does(Ordering::Equal)));
        play(answer.or_else(|| TurnPlanner::weakest(cards().filter(|card| card.is_sophistry()))))
    }

    /// Lays cards until it wins the debate; in the final debate, lays all cards.
    pub(super) fn lay(&self, legal: &[Action]) -> Action {
        let debate = self.state.debate();
        let own = debate.pile(self.player_index).len();
        let others = (0..self.rules.players).filter(|player_index| *player_index != self.player_index);
        let best = others.map(|player_index| debate.pile(player_index).len()).max().unwrap_or(0);
        let enough = own > best || own == best && debate.initiator() == self.player_index;
        let cards = legal.iter().filter_map(|action| if let Action::Lay(card) = action { Some(*card) } else { None });
        match TurnPlanner::weakest(cards) {
            Some(card) if debate.is_final() || !enough => Action::Lay(card),
            _ => Action::Stop,
        }
    }

    pub(super) fn give_back(&self, legal: &[Action]) -> Action {
        let cards =
            legal.iter().filter_map(|action| if let Action::Return(card) = action { Some(*card) } else { None });
        TurnPlanner::weakest(cards).map_or(legal[0], Action::Return)
    }

    /// Coins buy only cards at this point. Buys both kinds in balance: many cards, but some strong ones.
    pub(super) fn buy(&self, legal: &[Action]) -> Action {
        let syllogisms = self.own.arguments[1] <= self.own.arguments[0];
        let order = if syllogisms { [Kind::Syllogism, Kind::Sophistry] } else { [Kind::Sophistry, Kind::Syllogism] };
        let wanted = order.into_iter().map(Action::Buy).find(|buy| legal.contains(buy));
        wanted.unwrap_or(Action::Stop)
    }
}
