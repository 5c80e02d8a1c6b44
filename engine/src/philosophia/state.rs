//! The complete state of a match.

use ergo_core::rng::{Rng, Seed};
use ergo_core::seat::MAX_SEATS;

use super::action::{Action, PlayerIndex};
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

/// The largest number of cards in one deck of arguments.
pub(super) const DECK: usize = 48;
/// The largest number of cards in both decks of arguments.
pub(super) const BOTH_DECKS: usize = 2 * DECK;
/// The value of a bid that was not made.
pub(super) const OPEN: u16 = u16::MAX;
/// The value of a bid that was made but is not shown.
pub(super) const SEALED: u16 = u16::MAX - 1;

/// The seed of future chance, with the number of streams used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChanceStream {
    pub(super) seed: Seed,
    pub(super) drawn: u64,
}

impl ChanceStream {
    /// Returns the stream of the next random decision.
    pub(super) fn next(&mut self) -> Rng {
        self.drawn += 1;
        self.seed.stream(self.drawn)
    }
}

/// A debate, which stays in the state after its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Debate {
    pub(super) is_final: bool,
    pub(super) initiator: u8,
    /// The participants, one bit each.
    pub(super) parties: u8,
    /// The participants still in the debate, in order.
    pub(super) circle: Stack<u8, MAX_SEATS>,
    pub(super) piles: [Hand; MAX_SEATS],
    pub(super) led: Option<Card>,
    pub(super) attacker: u8,
    pub(super) defender: Option<u8>,
    pub(super) must: bool,
    /// The winner, after the end of the debate.
    pub(super) winner: Option<u8>,
}

impl Debate {
    /// Returns the pile of a player (0-based).
    pub fn pile(&self, who: usize) -> &Hand {
        &self.piles[who]
    }

    /// Returns the winner (0-based), after the end of the debate.
    pub fn winner(&self) -> Option<usize> {
        self.winner.map(usize::from)
    }

    /// Returns true for the final debate.
    pub fn is_final(&self) -> bool {
        self.is_final
    }

    /// Returns the card that was led, the attacker and the defender (0-based).
    pub fn current_attack(&self) -> (Option<Card>, usize, Option<usize>) {
        (self.led, self.attacker.into(), self.defender.map(usize::from))
    }

    /// Returns the player (0-based) who started the debate.
    pub fn initiator(&self) -> usize {
        self.initiator.into()
    }

    /// Iterates over the players (0-based) still in the debate, in order.
    pub fn circle(&self) -> impl Iterator<Item = usize> + '_ {
        self.circle.items().iter().map(|who| usize::from(*who))
    }
}

/// The last action, as a seat sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LastAction {
    pub(super) by: u8,
    /// The action; `None` if the seat did not see it, and before the first action.
    pub(super) action: Option<Action>,
    /// The code that others see, if they do not see the action.
    pub(super) covered: Option<u64>,
}

/// The cards of the Moirai.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moirai {
    /// Their deck, the top card last.
    pub(super) deck: Stack<Place, 24>,
    /// The used cards, in order.
    pub(super) discards: Stack<Place, 24>,
    /// The side of the double-sided card that is used next.
    pub(super) side: u8,
    /// Items still to be given in this turn.
    pub(super) queue: Stack<Item, 12>,
    /// Their argument cards, top first, and whether the player has seen each.
    pub(super) stack: Stack<(Card, bool), BOTH_DECKS>,
}

/// The short name of [`PhilosophiaState`] within `philosophia`.
pub use self::PhilosophiaState as State;

/// The complete state, with all hidden components.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhilosophiaState {
    pub(super) luck: ChanceStream,
    pub(super) round: u16,
    pub(super) turn: u32,
    pub(super) turn_of: u8,
    pub(super) to_move: u8,
    pub(super) node: Node,
    pub(super) turn_token: Option<TokenUse>,
    pub(super) timeline: u8,
    pub(super) next_number: u8,
    /// Numbers of builders, sophists and study tokens in the supply.
    pub(super) supply: [u8; 3],
    pub(super) players: [Player; MAX_SEATS],
    /// Number of tokens placed of each colour.
    pub(super) placed: [u8; 5],
    pub(super) bonus: [Bonus; MOST_PLACES],
    /// Tokens on the board, and the ones of them that were turned up.
    pub(super) tokens: Places,
    pub(super) tokens_seen: Places,
    /// Decks, the top card last.
    pub(super) sophistry: Stack<Card, DECK>,
    pub(super) syllogism: Stack<Card, DECK>,
    pub(super) oracle_decks: [Stack<Oracle, 32>; ORACLES],
    /// Oracle cards out of the game, one bit each.
    pub(super) gone: u32,
    /// Disks, the top one first.
    pub(super) disks: Stack<u8, 16>,
    /// Disks that were ever on top, one bit each.
    pub(super) disks_seen: u16,
    pub(super) moirai: Moirai,
    /// The seats still to be asked for the pending choice.
    pub(super) rest: Stack<u8, MAX_SEATS>,
    /// The players who have stopped buying.
    pub(super) stopped: Stack<u8, MAX_SEATS>,
    /// Number of cards still to return, or followings to place.
    pub(super) left: u8,
    /// The oracle card being played.
    pub(super) card: Option<Action>,
    /// The player who made the last offering, and the bids for it.
    pub(super) offered_by: u8,
    pub(super) bids: [u16; MAX_SEATS],
    pub(super) debate: Debate,
    pub(super) collected: Stack<(u8, Condition), 18>,
    /// The scores at the start of the round, and the turns since.
    pub(super) before: [i32; MAX_SEATS],
    pub(super) turns: u8,
    pub(super) ended: Option<EndedBy>,
    pub(super) memory: [Memory; MAX_SEATS],
    pub(super) last: LastAction,
}

impl State {
    /// Returns the seed of the match.
    pub fn seed(&self) -> Seed {
        self.luck.seed
    }

    /// Returns the kind of choice to be made.
    #[inline]
    pub fn node(&self) -> Node {
        self.node
    }

    /// Returns the player to move (0-based), always the seat of a person.
    #[inline]
    pub fn to_move(&self) -> usize {
        self.to_move.into()
    }

    /// Returns the player (0-based) whose turn it is.
    #[inline]
    pub fn turn_of(&self) -> usize {
        self.turn_of.into()
    }

    /// Returns the number of the round, counted from 1.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// Returns the players. Those beyond the table have nothing.
    pub fn players(&self) -> &[Player; MAX_SEATS] {
        &self.players
    }

    /// Returns the step of the timeline, from 0.
    pub fn timeline(&self) -> u8 {
        self.timeline
    }

    /// Returns the numbers of builders, sophists and study tokens in the supply.
    pub fn supply(&self) -> [u8; 3] {
        self.supply
    }

    /// Returns the places whose tokens are on the board, and the ones of them whose token was turned up.
    pub fn tokens(&self) -> [Places; 2] {
        [self.tokens, self.tokens_seen]
    }

    /// Returns the bonus of the token at `place`; its amount is 0 if unknown.
    pub fn bonus(&self, place: Place) -> Bonus {
        self.bonus[place.index()]
    }

    /// Returns the number of tokens placed of each colour.
    pub fn placed(&self) -> [u8; 5] {
        self.placed
    }

    /// Returns the numbers of cards in the decks of Sophistry and Syllogism.
    pub fn decks(&self) -> [usize; 2] {
        [self.sophistry.len(), self.syllogism.len()]
    }

    /// Returns the number of cards in the deck of each oracle.
    pub fn oracle_cards(&self) -> [usize; ORACLES] {
        std::array::from_fn(|oracle| self.oracle_decks[oracle].len())
    }

    /// Returns the index in the table of the top disk, if any.
    pub fn top_disk(&self) -> Option<u8> {
        self.disks.items().first().copied()
    }

    /// Returns the current debate, or the last one.
    pub fn debate(&self) -> &Debate {
        &self.debate
    }

    /// Iterates over the Moirai's argument cards, top first.
    pub fn moirai_stack(&self) -> impl Iterator<Item = Card> {
        self.moirai.stack.items().iter().map(|(card, _)| *card)
    }

    /// Returns the reason for the end, if the match is over.
    pub fn ended(&self) -> Option<EndedBy> {
        self.ended
    }

    /// Returns the player (0-based) who made the last offering, and the bid of each player; `None` for a player who has
    /// not bid.
    pub fn bids(&self) -> (usize, [Option<u16>; MAX_SEATS]) {
        (self.offered_by.into(), self.bids.map(|bid| (bid < SEALED).then_some(bid)))
    }

    /// Replaces the face-down bids, so that an agent can assume bids of others. A bid is limited to the coins of its
    /// player, and players who have not bid are still asked.
    pub fn set_bids(&mut self, bids: &[u16]) {
        for ((bid, player), supposed) in self.bids.iter_mut().zip(&self.players).zip(bids) {
            if self.node == Node::Bid && *bid != OPEN {
                *bid = player.coins.min(*supposed);
            }
        }
    }

    /// Returns true if cards of a debate are on the table.
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

    /// Returns true if the player has an argument card, including the divine one.
    #[inline]
    pub(super) fn has_argument(&self, rules: &Rules, who: usize) -> bool {
        let player = &self.players[who];
        player.cards() > 0 || player.oracles & 1 << rules.data.divine != 0
    }

    /// Iterates over the players other than `who`, clockwise.
    pub(super) fn others(&self, rules: &Rules, who: usize) -> impl Iterator<Item = usize> + use<> {
        let players = rules.players;
        (1..players).map(move |step| (who + step) % players)
    }

    /// Returns an empty state, before setup.
    pub(super) fn bare(seed: Seed) -> State {
        State {
            luck: ChanceStream { seed, drawn: 0 },
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
            last: LastAction::default(),
        }
    }

    /// Resets all memories to those of players who have seen nothing yet, given the current hands.
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

    /// Records that `who` looks into the deck of the oracle at the player's place.
    pub(super) fn look(&mut self, rules: &Rules, who: usize) {
        if let Some(oracle) = rules.data.oracle_at(self.players[who].at) {
            let cards = self.oracle_decks[oracle].items().iter().map(|card| card.bit()).sum();
            self.memory[who].look(oracle, cards);
        }
    }

    /// Returns the player with this index.
    #[inline]
    pub(super) fn player(&self, who: PlayerIndex) -> &Player {
        &self.players[who.index()]
    }
}
