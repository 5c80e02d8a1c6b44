//! Everything that is asked besides where to go and what to do: tokens, oracle cards, bids, debates, buying.

use std::cmp::Ordering;

use ergo_engine::philosophia::action::{Action, Kind, Target};
use ergo_engine::philosophia::card::Card;
use ergo_engine::philosophia::data::{Effect, Good, Reward};
use ergo_engine::philosophia::oracle::Oracle;
use ergo_engine::philosophia::player::THREE;
use ergo_engine::rng::{Rng, below};

use super::turn::Planning;

/// Turns that a following is worth which is put anywhere.
const FOLLOWING: f64 = 1.0;
/// Turns that a coin taken from an opponent is worth beyond its own.
const RIVAL: f64 = 0.1;

impl Planning<'_> {
    /// The value of taking the bonus of the token here, of keeping the token, or of both.
    pub(super) fn of_token(&self, action: Action) -> f64 {
        let place = self.state.players()[self.who].location();
        let mut after = self.own.clone();
        if action != Action::Keep {
            after.gain(self.state.bonus(place));
        }
        if let (true, Some(colour)) = (action != Action::Bonus, self.rules.data.colour(place)) {
            after.tokens[colour][0] += 1.0;
            after.tokens[colour][1] -= 1.0;
        }
        self.saved(&after)
    }

    /// The value of playing an oracle card so; what it may be kept for counts against it.
    pub(super) fn of_card(&self, card: Oracle, target: Target) -> f64 {
        let info = &self.rules.data.oracles[card.index()];
        let rival = |who: usize| f64::from(self.state.players()[who].holdings()[5]);
        let harm = match target {
            Target::Player(who) | Target::Following(who, _) | Target::Thing(who, _) => 0.2 + 0.2 * rival(who.index()),
            _ => 0.0,
        };
        let gain = match info.effect {
            Effect::Good(good) => self.of_goods(good, info.amount),
            Effect::Tutor => self.of_action(Action::Tutor),
            Effect::Followings => FOLLOWING.min(9.0 - self.own.followings),
            Effect::Steal => self.of_goods(Good::Coins, info.amount) + RIVAL,
            Effect::BothThisTurn => 0.5,
            Effect::Study => {
                let mut after = self.own.clone();
                after.study += 1.0;
                self.saved(&after)
            }
            _ => 0.0,
        };
        gain + harm - 0.1
    }

    pub(super) fn of_oracle(&self, card: Oracle) -> f64 {
        let info = &self.rules.data.oracles[card.index()];
        match info.effect {
            Effect::Favour => 0.3 + 0.6 * self.own.favours,
            Effect::Argument => 0.9,
            Effect::Retraction | Effect::SeeArguments => 0.1,
            Effect::ReturnArguments | Effect::LoseHelper | Effect::LoseStudyOrCoins | Effect::Desertion => 0.3,
            Effect::BothThisTurn => 0.5,
            _ => self.of_card(card, Target::None),
        }
    }

    /// The value of the top disk, in turns.
    fn of_disk(&self) -> f64 {
        let Some(disk) = self.state.top_disk().and_then(|disk| self.rules.data.disks.get(usize::from(disk))) else {
            return 0.0;
        };
        match disk.reward {
            Reward::Good(good) => self.of_goods(good, disk.amount),
            Reward::Followings => f64::from(disk.amount).min(9.0 - self.own.followings),
            Reward::Study => {
                let mut after = self.own.clone();
                if after.study >= 1.0 && after.wisdom < f64::from(THREE) {
                    after.study -= 1.0;
                    after.wisdom += 1.0;
                } else {
                    after.study = 1.0;
                }
                self.saved(&after)
            }
            Reward::Oracle(_) => 0.5,
            Reward::Favour => 0.3 + 0.6 * self.own.favours,
            Reward::Reset => 0.0,
        }
    }

    /// As many coins as the disk would save turns to earn, half of the time one less.
    pub(super) fn bid(&self, rng: &mut Rng) -> u16 {
        let worth = self.of_disk() * self.own.income() * self.weights.bid;
        let most = worth.max(0.0).min(self.own.coins) as u16;
        most - (below(rng, 2) as u16).min(most)
    }

    /// Whoever wants the end leaves the timeline alone.
    pub(super) fn resets(&self) -> bool {
        self.own.labyrinth < f64::from(THREE)
    }

    /// Retracts what hurts: a card played on oneself, or one of who is ahead.
    pub(super) fn retracts(&self) -> bool {
        let by = &self.state.players()[self.state.turn_of()];
        f64::from(by.holdings()[5]) > self.own.labyrinth
    }

    /// The weakest of `cards` that fit.
    fn weakest(cards: impl Iterator<Item = Card>) -> Option<Card> {
        cards.min_by_key(|card| (Planning::strength(*card), *card))
    }

    /// Leads, or answers: with the weakest card that wins, or ties, or else that can be spared.
    pub(super) fn debate(&self, legal: &[Action]) -> Action {
        let cards =
            || legal.iter().filter_map(|action| if let Action::Play(card) = action { Some(*card) } else { None });
        let debate = self.state.debate();
        let (led, attacker, defender) = debate.current_attack();
        let play = |card: Option<Card>| card.map_or(Action::Pass, Action::Play);
        let Some(led) = led else {
            let other = defender.unwrap_or(attacker);
            let ahead = debate.pile(self.who).len();
            let theirs = debate.pile(other).len()
                + usize::from(self.state.players()[other].argument_counts().iter().sum::<u8>());
            // Nothing they still hold can turn it.
            if !debate.is_final() && ahead > theirs && legal.contains(&Action::Pass) {
                return Action::Pass;
            }
            return play(Planning::weakest(cards()));
        };
        let does = |wanted: Ordering| cards().filter(move |card| card.against(led, &self.rules.kinds) == wanted);
        let answer = Planning::weakest(does(Ordering::Greater)).or_else(|| Planning::weakest(does(Ordering::Equal)));
        play(answer.or_else(|| Planning::weakest(cards().filter(|card| card.is_sophistry()))))
    }

    /// Lays until that wins; in the final debate everything.
    pub(super) fn lay(&self, legal: &[Action]) -> Action {
        let debate = self.state.debate();
        let own = debate.pile(self.who).len();
        let others = (0..self.rules.players).filter(|who| *who != self.who);
        let best = others.map(|who| debate.pile(who).len()).max().unwrap_or(0);
        let enough = own > best || own == best && debate.initiator() == self.who;
        let cards = legal.iter().filter_map(|action| if let Action::Lay(card) = action { Some(*card) } else { None });
        match Planning::weakest(cards) {
            Some(card) if debate.is_final() || !enough => Action::Lay(card),
            _ => Action::Stop,
        }
    }

    pub(super) fn give_back(&self, legal: &[Action]) -> Action {
        let cards =
            legal.iter().filter_map(|action| if let Action::Return(card) = action { Some(*card) } else { None });
        Planning::weakest(cards).map_or(legal[0], Action::Return)
    }

    /// Cards are all that coins are good for then: many, but some that win.
    pub(super) fn buy(&self, legal: &[Action]) -> Action {
        let syllogisms = self.own.arguments[1] <= self.own.arguments[0];
        let order = if syllogisms { [Kind::Syllogism, Kind::Sophistry] } else { [Kind::Sophistry, Kind::Syllogism] };
        let wanted = order.into_iter().map(Action::Buy).find(|buy| legal.contains(buy));
        wanted.unwrap_or(Action::Stop)
    }
}
