//! Everything that is true at one moment, and nothing else.

use ergo_core::rng::{Rng, Seed};
use ergo_core::seat::MAX_SEATS;

use super::action::{Action, Who};
use super::card::{Card, Hand};
use super::condition::Condition;
use super::data::{Bonus, Item, ORACLES};
use super::memory::Memory;
use super::oracle::Oracle;
use super::phase::{EndedBy, Node, TokenUse};
use super::place::{MOST_PLACES, Place, Places};
use super::player::{NONE, Player};
use super::rules::Rules;
use super::stack::Stack;

/// Cards of one deck of arguments, at most.
pub(super) const DECK: usize = 48;
/// Cards of both, at most.
pub(super) const BOTH_DECKS: usize = 2 * DECK;
/// A bid that was not made.
pub(super) const OPEN: u16 = u16::MAX;
/// A bid that was made and is not shown.
pub(super) const SEALED: u16 = u16::MAX - 1;

/// The chance of the future.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Luck {
    pub(super) seed: Seed,
    pub(super) drawn: u64,
}

impl Luck {
    /// The stream of the next thing that is left to chance.
    pub(super) fn next(&mut self) -> Rng {
        self.drawn += 1;
        self.seed.stream(self.drawn)
    }
}

/// A debate, also the last one that is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Debate {
    pub(super) is_final: bool,
    pub(super) initiator: u8,
    /// Who takes part, a bit each.
    pub(super) parties: u8,
    /// Who is still in, in order.
    pub(super) circle: Stack<u8, MAX_SEATS>,
    pub(super) piles: [Hand; MAX_SEATS],
    pub(super) led: Option<Card>,
    pub(super) attacker: u8,
    pub(super) defender: Option<u8>,
    pub(super) must: bool,
    /// Who won it, once it is over.
    pub(super) winner: Option<u8>,
}

impl Debate {
    /// The cards of a player's pile.
    pub fn pile(&self, who: usize) -> &Hand {
        &self.piles[who]
    }

    /// Who won it, counted from 0, once it is over.
    pub fn winner(&self) -> Option<usize> {
        self.winner.map(usize::from)
    }

    /// Whether it is the final one.
    pub fn is_final(&self) -> bool {
        self.is_final
    }

    /// The card that was led, the attacker and the defender.
    pub fn stands(&self) -> (Option<Card>, usize, Option<usize>) {
        (self.led, self.attacker.into(), self.defender.map(usize::from))
    }

    /// Who began it, counted from 0.
    pub fn initiator(&self) -> usize {
        self.initiator.into()
    }

    /// Who is still in, counted from 0, in order.
    pub fn circle(&self) -> impl Iterator<Item = usize> + '_ {
        self.circle.items().iter().map(|who| usize::from(*who))
    }
}

/// The last action, as it is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Last {
    pub(super) by: u8,
    /// Which; nothing for who does not see it, and before the first.
    pub(super) action: Option<Action>,
    /// The code others see for it, if they do not see the action.
    pub(super) covered: Option<u64>,
}

/// The cards of the Moirai.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moirai {
    /// Their deck, the top card last.
    pub(super) deck: Stack<Place, 24>,
    /// The cards used, in order.
    pub(super) discards: Stack<Place, 24>,
    /// The side of the double-sided card that is next.
    pub(super) side: u8,
    /// Items still to be given this turn.
    pub(super) queue: Stack<Item, 12>,
    /// Their argument cards, top first, and whether the player has seen them.
    pub(super) stack: Stack<(Card, bool), BOTH_DECKS>,
}

/// Everything true at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) luck: Luck,
    pub(super) round: u16,
    pub(super) turn: u32,
    pub(super) turn_of: u8,
    pub(super) to_move: u8,
    pub(super) node: Node,
    pub(super) turn_token: Option<TokenUse>,
    pub(super) timeline: u8,
    pub(super) next_number: u8,
    /// Builders, sophists and study tokens in the supply.
    pub(super) supply: [u8; 3],
    pub(super) players: [Player; MAX_SEATS],
    /// For each colour how many tokens were placed.
    pub(super) placed: [u8; 5],
    pub(super) bonus: [Bonus; MOST_PLACES],
    /// Tokens on the board, and those of them that were turned up.
    pub(super) tokens: Places,
    pub(super) tokens_seen: Places,
    /// Decks, the top card last.
    pub(super) sophistry: Stack<Card, DECK>,
    pub(super) syllogism: Stack<Card, DECK>,
    pub(super) oracle_decks: [Stack<Oracle, 32>; ORACLES],
    /// Oracle cards out of the game, a bit each.
    pub(super) gone: u32,
    /// Disks, the top one first.
    pub(super) disks: Stack<u8, 16>,
    /// Disks that were ever on top, a bit each.
    pub(super) disks_seen: u16,
    pub(super) moirai: Moirai,
    /// The seats still to be asked, by what is asked.
    pub(super) rest: Stack<u8, MAX_SEATS>,
    /// Who buys no more.
    pub(super) stopped: Stack<u8, MAX_SEATS>,
    /// How many more there are to return or to place.
    pub(super) left: u8,
    /// The oracle card being played.
    pub(super) card: Option<Action>,
    /// Who made the last offering, and the bids for it.
    pub(super) offered_by: u8,
    pub(super) bids: [u16; MAX_SEATS],
    pub(super) debate: Debate,
    pub(super) collected: Stack<(u8, Condition), 18>,
    /// Scores when the round began, and turns since.
    pub(super) before: [i32; MAX_SEATS],
    pub(super) turns: u8,
    pub(super) ended: Option<EndedBy>,
    pub(super) memory: [Memory; MAX_SEATS],
    pub(super) last: Last,
}

impl State {
    /// The seed that the match comes from.
    pub fn seed(&self) -> Seed {
        self.luck.seed
    }

    /// The choice that is asked for.
    #[inline]
    pub fn node(&self) -> Node {
        self.node
    }

    /// Who is asked, counted from 0; the seat of a person.
    #[inline]
    pub fn to_move(&self) -> usize {
        self.to_move.into()
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn_of(&self) -> usize {
        self.turn_of.into()
    }

    /// The round, counted from 1.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The players; those beyond the table are as if they had nothing.
    pub fn players(&self) -> &[Player; MAX_SEATS] {
        &self.players
    }

    /// The step of the timeline, from 0.
    pub fn timeline(&self) -> u8 {
        self.timeline
    }

    /// Builders, sophists and study tokens in the supply.
    pub fn supply(&self) -> [u8; 3] {
        self.supply
    }

    /// Places whose tokens lie on the board, and those of them that were turned up.
    pub fn tokens(&self) -> [Places; 2] {
        [self.tokens, self.tokens_seen]
    }

    /// The bonus of the token of `place`; unknown where it was never turned up.
    pub fn bonus(&self, place: Place) -> Bonus {
        self.bonus[place.index()]
    }

    /// How many tokens of each colour were placed.
    pub fn placed(&self) -> [u8; 5] {
        self.placed
    }

    /// Cards left in the decks of Sophistry and Syllogism.
    pub fn decks(&self) -> [usize; 2] {
        [self.sophistry.len(), self.syllogism.len()]
    }

    /// Cards left in the deck of each oracle.
    pub fn oracle_cards(&self) -> [usize; ORACLES] {
        std::array::from_fn(|oracle| self.oracle_decks[oracle].len())
    }

    /// The disk on top, by its number in the table.
    pub fn top_disk(&self) -> Option<u8> {
        self.disks.items().first().copied()
    }

    /// The debate under way, or the last one.
    pub fn debate(&self) -> &Debate {
        &self.debate
    }

    /// The Moirai's argument cards, top first.
    pub fn moirai_stack(&self) -> impl Iterator<Item = Card> {
        self.moirai.stack.items().iter().map(|(card, _)| *card)
    }

    /// How the match ended.
    pub fn ended(&self) -> Option<EndedBy> {
        self.ended
    }

    /// Who made the last offering, and how much each bid; nothing for who has not.
    pub fn bids(&self) -> (usize, [Option<u16>; MAX_SEATS]) {
        (self.offered_by.into(), self.bids.map(|bid| (bid < SEALED).then_some(bid)))
    }

    /// Puts these bids in the place of those that lie face down already: for who supposes what others may have bid. Nobody can bid
    /// more than he has; who has not bid yet is still asked.
    pub fn suppose_bids(&mut self, bids: &[u16]) {
        for ((bid, player), supposed) in self.bids.iter_mut().zip(&self.players).zip(bids) {
            if self.node == Node::Bid && *bid != OPEN {
                *bid = player.coins.min(*supposed);
            }
        }
    }

    /// Whether cards of a debate lie on the table.
    pub(super) fn debate_is_on(&self) -> bool {
        let ended_with_it = self.node == Node::Over && self.ended == Some(EndedBy::FinalDebate);
        matches!(self.node, Node::Lead | Node::Reply | Node::Lay) || ended_with_it
    }

    #[inline]
    pub(super) fn occupied(&self, rules: &Rules) -> Places {
        self.players[..rules.players].iter().map(|player| player.at).collect()
    }

    #[inline]
    pub(super) fn schools(&self, rules: &Rules) -> Places {
        self.players[..rules.players].iter().fold(Places::NONE, |all, player| all.and(player.schools))
    }

    #[inline]
    pub(super) fn mover(&self) -> &Player {
        &self.players[usize::from(self.to_move)]
    }

    /// Whether the player has an argument card, the divine one counted.
    #[inline]
    pub(super) fn has_argument(&self, rules: &Rules, who: usize) -> bool {
        let player = &self.players[who];
        player.cards() > 0 || player.oracles & 1 << rules.data.divine != 0
    }

    /// Players other than `who`, clockwise from him.
    pub(super) fn others(&self, rules: &Rules, who: usize) -> impl Iterator<Item = usize> + use<> {
        let players = rules.players;
        (1..players).map(move |step| (who + step) % players)
    }

    /// A player with nothing at the start of a table that has not been laid.
    pub(super) fn bare(seed: Seed) -> State {
        State {
            luck: Luck { seed, drawn: 0 },
            round: 1,
            turn: 1,
            turn_of: 0,
            to_move: 0,
            node: Node::Move,
            turn_token: None,
            timeline: 0,
            next_number: 1,
            supply: [0; 3],
            players: [Player { request: NONE, ..Player::default() }; MAX_SEATS],
            placed: [0; 5],
            bonus: [Bonus::default(); MOST_PLACES],
            tokens: Places::NONE,
            tokens_seen: Places::NONE,
            sophistry: Stack::default(),
            syllogism: Stack::default(),
            oracle_decks: [Stack::default(); ORACLES],
            gone: 0,
            disks: Stack::default(),
            disks_seen: 0,
            moirai: Moirai::default(),
            rest: Stack::default(),
            stopped: Stack::default(),
            left: 0,
            card: None,
            offered_by: 0,
            bids: [OPEN; MAX_SEATS],
            debate: Debate::default(),
            collected: Stack::default(),
            before: [0; MAX_SEATS],
            turns: 0,
            ended: None,
            memory: [Memory::default(); MAX_SEATS],
            last: Last::default(),
        }
    }

    /// The memories of who has seen nothing yet, by the hands as they are.
    pub(super) fn fresh_memories(&mut self, rules: &Rules) {
        let mut all = [0; ORACLES];
        for (index, card) in rules.data.oracles.iter().enumerate() {
            all[card.deck] |= rules.oracles() & 1 << index;
        }
        let players = self.players;
        let held =
            |who: usize, deck: usize| (players[who].oracles & all[deck] & !players[who].shown).count_ones() as u8;
        self.memory = std::array::from_fn(|seat| match seat < rules.seats.get() {
            true => Memory::fresh(all, |who, deck| if who == seat { 0 } else { held(who, deck) }),
            false => Memory::default(),
        });
    }

    /// `who` looks into the deck of the oracle where he is.
    pub(super) fn look(&mut self, rules: &Rules, who: usize) {
        if let Some(oracle) = rules.data.oracle_at(self.players[who].at) {
            let cards = self.oracle_decks[oracle].items().iter().map(|card| card.bit()).sum();
            self.memory[who].look(oracle, cards);
        }
    }

    /// Whose numbers stand in [`Who`].
    #[inline]
    pub(super) fn player(&self, who: Who) -> &Player {
        &self.players[who.index()]
    }
}
