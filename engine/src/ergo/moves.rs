//! Generation of legal actions, in families that differ only in one place. RULES.md E10–E13, E17–E23.
//!
//! A family is an action with an open place and the set of possible places as bits. Counting a family is a population
//! count, listing it is a walk over the bits, and sampling from it selects a bit. No two actions have the same effect:
//! if two insertions give the same string, only one of the two is in the sets (the comments say which).

use arrayvec::ArrayVec;
use ergo_core::rng::{Rng, below};
use ergo_core::seat::Seat;

use super::action::Action;
use super::card::{Card, Symbol, Tile};
use super::hand::{CardKinds, Hand};
use super::proof::{Bits, Proof, is_grammatical, low, places};
use super::rules::{FallacyBars, Rules};

/// The short name of [`ErgoMoveGenerator`] within `ergo`.
pub use self::ErgoMoveGenerator as Mover;

/// The context that determines the legal actions of the mover. All of it is public except the mover's hand.
#[derive(Clone, Copy)]
pub struct ErgoMoveGenerator<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The current proof.
    pub proof: &'a Proof,
    /// The mover's cards.
    pub hand: Hand,
    /// Number of plays that the mover still has to make in this turn, at least 1.
    pub plays_left: u8,
    /// True if the mover is under a Fallacy.
    pub under_fallacy: bool,
    /// The seats that a Fallacy can hit, one bit per seat, with bit 0 for seat 1.
    pub targets: u8,
    /// Cards that the mover may discard but not play in an experiment ([`Rules::barred`]).
    pub barred: CardKinds,
}

const ONCE: Bits = 1;

impl Mover<'_> {
    /// Passes every family to `emit`: an action without its place, and the set of places.
    #[inline]
    pub(super) fn families(&self, emit: &mut impl FnMut(Action, Bits)) {
        self.discards(emit);
        Mover { hand: self.playable(), ..*self }.plays(emit);
    }

    /// Passes the families to `emit` that may follow a discard in [`super::turn::each_way`]: discards and Ergos.
    #[inline]
    pub(super) fn families_after_discard(&self, emit: &mut impl FnMut(Action, Bits)) {
        self.discards(emit);
        Mover { hand: self.playable(), ..*self }.ends(emit);
    }

    /// The family of discards. Its places are the kinds of cards in hand.
    #[inline]
    fn discards(&self, emit: &mut impl FnMut(Action, Bits)) {
        emit(Action::Discard { card: Card::A }, self.hand.kinds().fold(0, |kinds, card| kinds | 1 << card as u32));
    }

    /// The families of actions that end the round.
    #[inline]
    fn ends(&self, emit: &mut impl FnMut(Action, Bits)) {
        if !self.is_barred(FallacyBars::All) && self.proof.letters() == 0b1111 {
            self.as_named(Card::Ergo, self.rules.wild_as_ergo, |card| emit(Action::Ergo { card }, ONCE));
        }
    }

    #[inline]
    pub(super) fn playable(&self) -> Hand {
        self.hand.except(self.barred)
    }

    /// The families of all actions other than discards.
    #[inline]
    fn plays(&self, emit: &mut impl FnMut(Action, Bits)) {
        let barred = |by| self.is_barred(by);
        let two = self.plays_left >= 2;
        if !barred(FallacyBars::Additions) {
            self.additions(two, emit);
        }
        if !barred(FallacyBars::Changes) {
            if self.hand.has(Card::TabulaRasa) && !self.proof.is_empty() {
                emit(Action::Remove { place: 0 }, self.removable());
                if two && self.hand.count(Card::TabulaRasa) >= 2 {
                    self.removable_pairs(emit);
                }
            }
            if self.hand.has(Card::Revolution) {
                self.swaps(emit);
            }
        }
        if self.hand.has(Card::Fallacy) {
            emit(Action::Fallacy { target: Seat::new(0) }, self.targets.into());
        }
        if self.under_fallacy {
            self.as_named(Card::Justification, self.rules.wild_as_justification, |card| {
                emit(Action::Justification { card }, ONCE);
            });
        }
        self.ends(emit);
    }

    /// Returns true if a Fallacy forbids this class of plays.
    #[inline]
    fn is_barred(&self, by: FallacyBars) -> bool {
        self.under_fallacy && self.rules.fallacy_bars >= by
    }

    /// Passes the cards of the hand that can be played as `card`: the card itself and, if `wilds`, the wilds. E20.
    #[inline]
    fn as_named(&self, card: Card, wilds: bool, mut each: impl FnMut(Card)) {
        if self.hand.has(card) {
            each(card);
        }
        for wild in [Card::VariableWild, Card::OperatorWild] {
            if wilds && self.hand.has(wild) {
                each(wild);
            }
        }
    }

    #[inline]
    fn additions(&self, two: bool, emit: &mut impl FnMut(Action, Bits)) {
        let proof = self.proof;
        let variables = self.tiles(&Symbol::VARIABLES, Card::VariableWild);
        if proof.premises() < usize::from(self.rules.premises) {
            for &tile in &variables {
                emit(Action::Premise { tile }, ONCE);
            }
        }
        let negatable = proof.negatable();
        for tile in self.tiles::<1>(&[Symbol::Not], Card::OperatorWild) {
            emit(Action::Negate { tile, before: 0 }, negatable);
        }
        if !two {
            return;
        }
        let operators = self.tiles(&Symbol::OPERATORS, Card::OperatorWild);
        if !proof.is_empty() {
            self.joins(&variables, &operators, emit);
            if self.hand.count(Card::Parenthesis) >= 2 {
                self.parentheses(emit);
            }
        }
        if self.hand.has(Card::TabulaRasa) {
            self.replacements(&variables, &operators, emit);
            self.taken_back(negatable, emit);
        }
    }

    /// Returns the tiles that the hand can place: the `symbols` it holds, and the wild as each symbol.
    #[inline]
    fn tiles<const N: usize>(&self, symbols: &[Symbol; N], wild: Card) -> ArrayVec<Tile, 8> {
        let mut tiles = ArrayVec::new();
        for &symbol in symbols {
            if self.hand.has(Card::from_index(symbol as usize)) {
                tiles.push(Tile::plain(symbol));
            }
        }
        if self.hand.has(wild) {
            tiles.extend(symbols.iter().map(|&symbol| Tile::wild(symbol)));
        }
        tiles
    }

    /// A variable `v` and an operator `o` side by side: `v o` before a unit or between its NOT and its core, `o v`
    /// after a unit. Anywhere else, or apart, they leave two operators or two units side by side. If several insertions
    /// give the same string, the leftmost is used: a shift to the left by one is possible exactly if the tile before
    /// equals the second of the two.
    #[inline]
    fn joins(&self, variables: &[Tile], operators: &[Tile], emit: &mut impl FnMut(Action, Bits)) {
        for &operator in operators {
            let before = self.joined_before(operator);
            for &variable in variables {
                emit(Action::JoinBefore { variable, operator, before: 0 }, before);
            }
        }
        for &variable in variables {
            let after = self.joined_after(variable);
            for &operator in operators {
                emit(Action::JoinAfter { operator, variable, after: 0 }, after);
            }
        }
    }

    /// Places before which a variable followed by this operator may be placed.
    #[inline]
    fn joined_before(&self, operator: Tile) -> Bits {
        let proof = self.proof;
        (proof.variables() | proof.opens() | proof.nots()) & !(proof.equal_to(operator) << 1)
    }

    /// Places after which an operator followed by this variable may be placed.
    #[inline]
    fn joined_after(&self, variable: Tile) -> Bits {
        let proof = self.proof;
        (proof.variables() | proof.closes()) & !proof.equal_to(variable)
    }

    /// `(` fits before every unit and between NOT and core, `)` after every unit further right. The result is always
    /// balanced, although it may separate an existing pair, as in `(A&(B)>C)|D` from `A&(B>C)|D`. In a run of equal
    /// parentheses all places are equivalent: `(` goes to the right end of its run, before a variable or NOT, and `)`
    /// to the left end, after a variable.
    fn parentheses(&self, emit: &mut impl FnMut(Action, Bits)) {
        let proof = self.proof;
        let openable = proof.variables() | proof.nots();
        for (start, len) in proof.spans() {
            let premise = low(start + len) & !low(start);
            for close in places(proof.variables() & premise) {
                let before = openable & premise & low(close + 1);
                emit(Action::Parenthesise { before: 0, after: close as u8 }, before);
            }
        }
    }

    /// Tiles that can be removed alone: NOTs, and variables that are a whole premise. Of adjacent equal premises only
    /// the last is used.
    fn removable(&self) -> Bits {
        let lone = self.proof.lone();
        let equal_next = self.proof.planes().iter().fold(Bits::MAX, |same, plane| same & !(plane ^ plane >> 1));
        self.proof.nots() | lone & !(lone >> 1 & equal_next)
    }

    /// Pairs of tiles that cannot be removed one by one: an adjacent variable and operator (the mirror image of a join,
    /// again only the leftmost of equal cases), or one parenthesis of each kind.
    fn removable_pairs(&self, emit: &mut impl FnMut(Action, Bits)) {
        let proof = self.proof;
        let (variables, operators, nots) = (proof.variables(), proof.operators(), proof.nots());
        let equal_second = proof.planes().iter().fold(Bits::MAX, |same, plane| same & !(plane ^ plane >> 2));
        let between_nots = nots << 1 & nots >> 2;
        let pairs = variables & operators >> 1 & !between_nots | operators & variables >> 1;
        // If the tile before equals the second of the two, the pair further left gives the same result.
        for first in places(pairs & !(equal_second << 1)) {
            emit(Action::RemoveTwo { first: first as u8, second: 0 }, 1 << (first + 1));
        }
        let opens = proof.opens() & !(proof.opens() >> 1);
        let closes = proof.closes() & !(proof.closes() << 1);
        for (start, len) in proof.spans() {
            let premise = low(start + len) & !low(start);
            for open in places(opens & premise) {
                let fits = |&close: &usize| {
                    is_grammatical((start..start + len).filter(|&i| i != open && i != close).map(|i| proof.tile(i)))
                };
                let seconds = places(closes & premise).filter(fits).fold(0, |bits, close| bits | 1 << close);
                emit(Action::RemoveTwo { first: open as u8, second: 0 }, seconds);
            }
        }
    }

    /// Replacements of a tile by another of the same class. If the old tile is a premise and all premises below equal
    /// the new tile, removing it and adding a premise gives the same result with two actions.
    fn replacements(&self, variables: &[Tile], operators: &[Tile], emit: &mut impl FnMut(Action, Bits)) {
        let proof = self.proof;
        for &tile in variables {
            let equal = proof.equal_to(tile);
            let mut replaced = proof.variables() & !equal;
            let below = self.lone_at_the_end(equal);
            if below < proof.len() {
                replaced &= !(proof.lone() & 1 << (proof.len() - below - 1));
            }
            emit(Action::Replace { place: 0, tile }, replaced);
        }
        for &tile in operators {
            emit(Action::Replace { place: 0, tile }, proof.operators() & !proof.equal_to(tile));
        }
    }

    /// Returns the number of consecutive premises at the end that are single tiles in `bits`.
    fn lone_at_the_end(&self, bits: Bits) -> usize {
        if self.proof.is_empty() {
            return 0;
        }
        let lone = self.proof.lone() & bits;
        (lone << (Bits::BITS as usize - self.proof.len())).leading_ones() as usize
    }

    /// A card that is placed and removed at once. Omitted if two actions can do it: the card can be placed by itself,
    /// or an equal tile can be removed and placed again.
    fn taken_back(&self, negatable: Bits, emit: &mut impl FnMut(Action, Bits)) {
        let proof = self.proof;
        let room = proof.premises() < usize::from(self.rules.premises);
        let wild = proof.planes()[4];
        for card in self.hand.kinds() {
            let by_two_actions = match card {
                Card::A | Card::B | Card::C | Card::D => {
                    let tile = Tile::plain(Symbol::VARIABLES[card as usize]);
                    room || self.lone_at_the_end(proof.equal_to(tile)) > 0
                }
                Card::VariableWild => room || self.lone_at_the_end(wild) > 0,
                Card::Not => negatable | proof.nots() & !wild != 0,
                Card::OperatorWild => negatable | proof.nots() & wild != 0,
                Card::And | Card::Or | Card::Then => false,
                _ => continue,
            };
            if !by_two_actions {
                emit(Action::TakeBack { card }, ONCE);
            }
        }
    }

    /// Swaps of two different variables or operators, and one swap of two equal ones. E19.
    fn swaps(&self, emit: &mut impl FnMut(Action, Bits)) {
        let proof = self.proof;
        let mut equals = None;
        for class in [proof.variables(), proof.operators()] {
            for first in places(class) {
                let later = class & !low(first + 1);
                let equal = proof.equal_to(proof.tile(first));
                emit(Action::Swap { first: first as u8, second: 0 }, later & !equal);
                if equals.is_none() && later & equal != 0 {
                    equals = Some((first, later & equal));
                }
            }
        }
        if let Some((first, equal)) = equals {
            emit(Action::Swap { first: first as u8, second: 0 }, equal & equal.wrapping_neg());
        }
    }

    /// Clears `out` and fills it with every legal action.
    pub fn list(&self, out: &mut Vec<Action>) {
        out.clear();
        self.families(&mut |action, bits| out.extend(places(bits).map(|place| action.with_place(place))));
    }

    /// Returns the number of legal actions.
    pub fn count(&self) -> u32 {
        let mut count = 0;
        self.families(&mut |_, bits| count += bits.count_ones());
        count
    }

    /// Samples one legal action uniformly.
    ///
    /// # Panics
    ///
    /// If there is no legal action.
    #[inline]
    pub fn sample(&self, rng: &mut Rng) -> Action {
        let mut families = ArrayVec::<(Action, u32, Bits), 512>::new();
        let mut count = 0;
        self.families(&mut |action, bits| {
            let here = bits.count_ones();
            count += here;
            families.push((action, here, bits));
        });
        let mut left = below(rng, count);
        for &(action, here, bits) in &families {
            if left < here {
                return action.with_place(nth(bits, left));
            }
            left -= here;
        }
        unreachable!("the number drawn lies below the count")
    }

    /// Returns true if `action` is one of [`Mover::list`].
    pub fn allows(&self, action: Action) -> bool {
        let is_at = |bits: Bits, place: usize| bits.checked_shr(place as u32).is_some_and(|bits| bits & 1 == 1);
        let joins = |variable: Tile, operator: Tile, bits: Bits, place: u8| {
            let hand = self.playable();
            let holds = hand.has(variable.card()) && hand.has(operator.card());
            let fits = variable.symbol().is_variable() && operator.symbol().is_operator();
            let may = self.plays_left >= 2 && !self.is_barred(FallacyBars::Additions);
            holds && fits && may && is_at(bits, place.into())
        };
        match action {
            Action::Discard { card } => self.hand.has(card),
            // The most frequent actions.
            Action::JoinBefore { variable, operator, before } => {
                joins(variable, operator, self.joined_before(operator), before)
            }
            Action::JoinAfter { operator, variable, after } => {
                joins(variable, operator, self.joined_after(variable), after)
            }
            // Generates the actions of a hand that holds only the cards of this action.
            _ => {
                let mut hand = Hand::EMPTY;
                action.cards().into_iter().for_each(|card| hand.add(card));
                let (places, mut found) = (action.free_places(), false);
                if self.playable().includes(hand) {
                    Mover { hand, ..*self }.plays(&mut |family, bits| {
                        found |= places.iter().any(|&place| is_at(bits, place) && family.with_place(place) == action);
                    });
                }
                found
            }
        }
    }
}

/// Returns the position of set bit number `n`, counted from 0.
#[inline]
fn nth(bits: Bits, n: u32) -> usize {
    let mut half = bits as u64;
    let mut left = n;
    let mut base = 0;
    let lower = half.count_ones();
    if left >= lower {
        left -= lower;
        half = (bits >> 64) as u64;
        base = 64;
    }
    for _ in 0..left {
        half &= half - 1;
    }
    base + half.trailing_zeros() as usize
}
