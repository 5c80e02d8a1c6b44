//! The Moirai, who are played by cards. RULES.md P16, G-P20, G-P21, G-P49 to G-P55.

use super::table::TurnContext;
use crate::philosophia::card::Card;
use crate::philosophia::chance::{Chance, Deck};
use crate::philosophia::condition::Condition;
use crate::philosophia::data::{Bonus, Good, Item};
use crate::philosophia::moves::{can_progress, free_places};
use crate::philosophia::phase::Node;
use crate::philosophia::place::{Place, Places};
use crate::philosophia::player::{SCHOOLS, THREE};
use crate::philosophia::score::claimable;
use crate::philosophia::state::State;

/// The player index of the Moirai.
const MOIRAI: usize = 1;
const PERSON: usize = 0;

impl<C: Chance> TurnContext<'_, C> {
    /// Plays their turn, up to the next decision of the person.
    pub(super) fn moirai_turn(&mut self) {
        self.state.to_move = MOIRAI as u8;
        if self.state.players[MOIRAI].labyrinth >= THREE {
            return self.double_sided();
        }
        let ready = {
            let them = &self.state.players[MOIRAI];
            claimable(self.rules, self.state, them).next()
        };
        let fate = self.flip().and_then(|card| self.rules.data.fates.iter().find(|fate| fate.place == card));
        if let Some(fate) = fate {
            self.arrive(fate.place);
        }
        match (ready, fate) {
            (Some(condition), _) => self.give_token(MOIRAI, condition),
            (None, Some(fate)) => self.state.moirai.queue = fate.boxes[self.rules.level].iter().copied().collect(),
            (None, None) => {}
        }
        self.moirai_goes_on();
    }

    /// Returns true if they can go to `place`.
    fn can_arrive(&self, place: Place) -> bool {
        !self.state.occupied(self.rules).contains(place)
    }

    /// Flips cards until one leads to a free place. Used cards are reshuffled when the deck is empty. Returns `None` if
    /// no card of an incomplete set leads anywhere.
    fn flip(&mut self) -> Option<Place> {
        let all = self.state.moirai.deck.len() + self.state.moirai.discards.len();
        for _ in 0..2 * all {
            let State { luck, moirai, .. } = &mut *self.state;
            if moirai.deck.is_empty() {
                moirai.deck = std::mem::take(&mut moirai.discards);
                self.chance.shuffle(luck, Deck::Moirai, moirai.deck.items_mut());
            }
            let card = moirai.deck.pop()?;
            moirai.discards.push(card);
            if self.can_arrive(card) {
                return Some(card);
            }
        }
        None
    }

    /// Moves them to `place`, pays the fee, and decides by a coin about the token there.
    fn arrive(&mut self, place: Place) {
        self.player(MOIRAI).at = place;
        self.pay_fee(MOIRAI);
        if !self.state.tokens.contains(place) {
            return;
        }
        if !self.chance.coin(&mut self.state.luck) {
            self.state.tokens_seen.add(place);
            self.take_bonus(MOIRAI);
        } else if !self.state.players[MOIRAI].has_claimed(Condition::Travel) {
            self.keep_token(MOIRAI);
        }
    }

    /// Plays a turn with the double-sided card, the only one used after their third token.
    fn double_sided(&mut self) {
        let sides = &self.rules.data.double_sided;
        let next = usize::from(self.state.moirai.side);
        let order = (0..sides.len()).map(|step| (next + step) % sides.len());
        let open = order.into_iter().find(|&side| self.can_arrive(sides[side].place));
        if let Some(side) = open {
            self.state.moirai.side = ((side + 1) % sides.len()) as u8;
            self.arrive(sides[side].place);
            self.state.moirai.queue = sides[side].boxes[self.rules.level].iter().copied().collect();
        }
        self.moirai_goes_on();
    }

    /// Gives the remaining items, until the player has to decide or the turn ends.
    pub(super) fn moirai_goes_on(&mut self) {
        while let Some(item) = self.state.moirai.queue.take_first() {
            if !self.give(item) {
                return;
            }
        }
        self.end_turn();
    }

    /// Gives one item and returns true if the turn continues at once.
    fn give(&mut self, item: Item) -> bool {
        let at = self.state.players[MOIRAI].at;
        match item {
            Item::Following => {
                if self.open_places().contains(at) {
                    self.player(MOIRAI).followings.add(at);
                }
            }
            Item::FollowingAnywhere => {
                if !self.open_places().is_empty() {
                    self.ask(Node::MoiraiPlace, PERSON);
                    return false;
                }
            }
            Item::School => {
                let free = self.rules.towns.without(self.state.schools(self.rules)).contains(at);
                let them = &self.state.players[MOIRAI];
                if free && them.schools.len() < usize::from(SCHOOLS) && !them.has_claimed(Condition::Schools) {
                    self.player(MOIRAI).schools.add(at);
                }
            }
            Item::Wisdom => {
                let them = self.player(MOIRAI);
                them.wisdom = THREE.min(them.wisdom + 1);
            }
            Item::Coins(amount) => self.gain(MOIRAI, Bonus { good: Good::Coins, amount }),
            Item::Sophistry => self.draw_sophistry(MOIRAI),
            Item::Syllogism => self.draw_syllogism(MOIRAI),
            Item::Timeline => {
                if can_progress(self.rules, self.state, MOIRAI) && self.move_timeline() {
                    return false;
                }
            }
            Item::Auction => {
                if self.state.top_disk().is_some() {
                    self.begin_bids(MOIRAI);
                    return false;
                }
            }
            Item::Debate => {
                if !self.state.moirai.stack.is_empty() {
                    self.public_debate(MOIRAI, PERSON);
                    return false;
                }
            }
        }
        true
    }

    /// Returns the places at which they can still put followings.
    fn open_places(&self) -> Places {
        let them = &self.state.players[MOIRAI];
        match them.has_claimed(Condition::Followings) {
            true => Places::NONE,
            false => free_places(self.rules, them),
        }
    }

    /// Bids the number of the top Sophistry card, which is shuffled back.
    pub(super) fn moirai_bid(&mut self) {
        let number = self.state.sophistry.items().last().map_or(0, |card| card.number());
        self.state.bids[MOIRAI] = u16::from(number).min(self.state.players[MOIRAI].coins);
        if !self.state.sophistry.is_empty() {
            self.shuffle_arguments(false);
        }
    }

    fn topmost(&self, fits: impl Fn(Card) -> bool) -> Option<usize> {
        self.state.moirai.stack.items().iter().position(|(card, _)| fits(*card))
    }

    fn show_stack(&mut self, place: usize) -> Card {
        let (card, _) = self.state.moirai.stack.remove(place);
        self.player(MOIRAI).counts[usize::from(card.is_syllogism())] -= 1;
        card
    }

    /// Leads their topmost Sophistry card, or else their top card.
    pub(super) fn moirai_leads(&mut self) {
        if self.state.moirai.stack.is_empty() {
            return self.attacker_passes();
        }
        let card = self.show_stack(self.topmost(Card::is_sophistry).unwrap_or(0));
        self.lead(card);
    }

    /// Replies with the topmost card that beats `led`, or else as they lead.
    pub(super) fn moirai_replies(&mut self, led: Card) {
        if self.state.moirai.stack.is_empty() {
            return self.defender_passes();
        }
        let beating = self.topmost(|card| self.rules.kinds.beats(card, led));
        let card = self.show_stack(beating.or_else(|| self.topmost(Card::is_sophistry)).unwrap_or(0));
        self.reply(card);
    }

    /// Adds cards, Sophistry first, until they are ahead.
    pub(super) fn moirai_lays(&mut self) {
        let lead = |state: &State| state.debate.piles[MOIRAI].len() > state.debate.piles[PERSON].len();
        while !lead(self.state) && !self.state.moirai.stack.is_empty() {
            let card = self.show_stack(self.topmost(Card::is_sophistry).unwrap_or(0));
            self.state.debate.piles[MOIRAI].add(card);
        }
        self.end_debate();
    }
}
