//! Fast verdicts: evaluates a proof once and then gives the verdict after any one action. RULES.md E14, E15.
//!
//! Most actions need no new evaluation. All sixteen assignments are evaluated at once, one bit each. For each place two
//! things are stored. The prefix: whether a group joined by AND has failed, whether a part joined by OR is true in the
//! current group, and the value of the last unit. The suffix: the truth of the premise if a group has failed, if a part
//! is true, and otherwise if the unit is false or true. Adding, removing or changing a unit or an operator then takes a
//! few operations on sixteen bits, with or without parentheses.

use arrayvec::ArrayVec;

use super::action::Action;
use super::card::{Symbol, Tile};
use super::places::{self, ALL, SuffixTruth, TileTruth, TileTruths, operator};
use super::proof::{CAPACITY, Proof};
use super::rules::{MOST_PREMISES, Precedence, Reading, ThenChain};
use super::truth::{TruthTable, Verdict, judge, printed, table};

#[derive(Clone, Copy, Debug)]
struct Premise {
    start: u8,
    len: u8,
    says: u16,
    others: u16,
}

/// An evaluated proof. The default is the empty proof.
#[derive(Clone, Debug)]
pub struct ProofEvaluator {
    reading: Reading,
    proof: Proof,
    premises: ArrayVec<Premise, MOST_PREMISES>,
    places: TileTruths,
    all: u16,
}

impl Default for ProofEvaluator {
    fn default() -> Self {
        ProofEvaluator {
            reading: Reading::default(),
            proof: Proof::default(),
            premises: ArrayVec::new(),
            places: [TileTruth::default(); CAPACITY],
            all: ALL,
        }
    }
}

impl ProofEvaluator {
    /// Evaluates `proof`, which must be grammatical, under `reading`.
    pub fn read(&mut self, proof: &Proof, reading: Reading) {
        self.proof = *proof;
        self.reading = reading;
        self.premises.clear();
        for (start, len) in proof.spans() {
            let says = self.says(start, len);
            self.add(start, len, says);
        }
        self.sum_up();
    }

    /// Evaluates `proof`, the result of playing `action` on the proof of `before`. If the action changes a single
    /// premise, only that premise is evaluated.
    pub fn read_after(&mut self, before: &ProofEvaluator, action: Action, proof: &Proof) {
        let Some(changed) = before.only_changed(action) else { return self.read(proof, before.reading) };
        self.proof = *proof;
        self.reading = before.reading;
        self.premises.clear();
        for (number, (start, len)) in proof.spans().enumerate() {
            let says = match before.premises.get(number) {
                Some(same) if number != changed => {
                    let places = &before.places[usize::from(same.start)..][..len];
                    self.places[start..start + len].copy_from_slice(places);
                    same.says
                }
                _ => self.says(start, len),
            };
            self.add(start, len, says);
        }
        self.sum_up();
    }

    /// Returns the number of the premise that `action` changes or adds, if it affects only one and the others keep
    /// their numbers.
    fn only_changed(&self, action: Action) -> Option<usize> {
        let place = match action {
            Action::Premise { .. } => return Some(self.premises.len()),
            Action::Negate { before: place, .. }
            | Action::JoinBefore { before: place, .. }
            | Action::JoinAfter { after: place, .. }
            | Action::Parenthesise { before: place, .. }
            | Action::Replace { place, .. }
            | Action::Remove { place } => place,
            _ => return None,
        };
        let number = self.number_of(place);
        let is_gone = matches!(action, Action::Remove { .. }) && self.premises[number].len == 1;
        (!is_gone).then_some(number)
    }

    /// Appends a premise that was evaluated.
    fn add(&mut self, start: usize, len: usize, says: u16) {
        self.premises.push(Premise { start: start as u8, len: len as u8, says, others: ALL });
    }

    /// Computes the conjunction of all premises, and of all premises but each.
    fn sum_up(&mut self) {
        let (mut before, mut after) = (ALL, ALL);
        for premise in &mut self.premises {
            premise.others = before;
            before &= premise.says;
        }
        for premise in self.premises.iter_mut().rev() {
            premise.others &= after;
            after &= premise.says;
        }
        self.all = before;
    }

    /// Evaluates the premise of `proof` that begins at `start` and has `len` tiles, ignoring all others.
    pub fn read_alone(&mut self, proof: &Proof, (start, len): (usize, usize), reading: Reading) {
        self.proof = *proof;
        self.reading = reading;
        self.premises.clear();
        self.all = self.says(start, len);
        self.add(start, len, self.all);
    }

    /// Returns the verdict on the proof.
    #[inline]
    pub fn verdict(&self) -> Verdict {
        Verdict(TruthTable(self.all))
    }

    /// Returns the verdict on the proof after a legal `action`.
    pub fn after(&self, action: Action) -> Verdict {
        let all = match action {
            Action::Premise { tile } => self.all & letter(tile),
            Action::Discard { .. }
            | Action::TakeBack { .. }
            | Action::Fallacy { .. }
            | Action::Justification { .. }
            | Action::Ergo { .. } => self.all,
            _ if !self.is_printed() => return self.read_again(action),
            Action::Negate { before, .. } => {
                let here = &self.places[usize::from(before)];
                self.with(here, here.with_unit(!here.unit, self.rest_of(before.into())))
            }
            Action::JoinBefore { variable, operator, before } => {
                let here = &self.places[usize::from(before)];
                let laid = (letter(variable) ^ here.flip) | here.before.then;
                let next = here.before.and_then(laid, operator.symbol());
                self.with(here, self.rest_of(before.into()).with(next, here.unit | next.then))
            }
            Action::JoinAfter { operator, variable, after } => {
                let here = &self.places[usize::from(after)];
                let next = here.before.and_then(here.value, operator.symbol());
                self.with(here, here.rest.with(next, letter(variable) | next.then))
            }
            Action::Replace { place, tile } => {
                self.with(&self.places[usize::from(place)], self.replaced(place, tile.symbol() as u8))
            }
            Action::Remove { place } => {
                let here = &self.places[usize::from(place)];
                match here.symbol == Symbol::Not as u8 {
                    true => self.with(here, here.with_unit(!here.unit, self.rest_of(place.into()))),
                    false => self.premises[usize::from(here.premise)].others,
                }
            }
            Action::Swap { first, second } => return self.swapped(first, second),
            Action::Parenthesise { .. } | Action::RemoveTwo { .. } => return self.read_again(action),
        };
        Verdict(TruthTable(all))
    }

    /// Returns true for the printed reading, in which chains of THEN associate to the left and THEN binds tightest.
    /// Prefixes and suffixes exist only for it.
    #[inline]
    fn is_printed(&self) -> bool {
        matches!((self.reading.precedence, self.reading.then_chain), (Precedence::Rulebook, ThenChain::Left))
    }

    /// Returns the conjunction of all premises if the premise of `here` has the truth `premise`.
    #[inline]
    fn with(&self, here: &TileTruth, premise: u16) -> u16 {
        self.premises[usize::from(here.premise)].others & premise
    }

    /// Returns the suffix at the end of the unit that begins at `place`.
    #[inline]
    fn rest_of(&self, place: usize) -> SuffixTruth {
        self.places[place + usize::from(self.places[place].width)].rest
    }

    /// Returns the truth of the premise with `symbol` instead of the variable or operator at `place`.
    #[inline]
    fn replaced(&self, place: u8, symbol: u8) -> u16 {
        let at = usize::from(place);
        let here = &self.places[at];
        if here.symbol < Symbol::And as u8 {
            return here.with_unit(TruthTable::VARIABLES[usize::from(symbol & 3)].0, here.rest);
        }
        let (left, right) = (&self.places[at - 1], &self.places[at + 1]);
        let next = left.before.and_then(left.value, operator(symbol));
        self.rest_of(at + 1).with(next, right.unit | next.then)
    }

    /// Returns the verdict after swapping two tiles.
    fn swapped(&self, first: u8, second: u8) -> Verdict {
        let (one, other) = (&self.places[usize::from(first)], &self.places[usize::from(second)]);
        if one.premise == other.premise {
            return self.swapped_within(first.into(), second.into());
        }
        let mut all = self.replaced(first, other.symbol) & self.replaced(second, one.symbol);
        for (number, premise) in (0..).zip(&self.premises) {
            if number != one.premise && number != other.premise {
                all &= premise.says;
            }
        }
        Verdict(TruthTable(all))
    }

    /// Returns the verdict after swapping two tiles of one premise. It evaluates the tiles between them, or the whole
    /// premise if there are parentheses between them.
    fn swapped_within(&self, first: usize, second: usize) -> Verdict {
        const OPEN: u8 = Symbol::Open as u8;
        let premise = &self.premises[usize::from(self.places[first].premise)];
        if self.places[first..second].iter().any(|here| here.symbol >= OPEN) {
            let codes = usize::from(premise.start)..usize::from(premise.start + premise.len);
            let swapped = codes.map(|at| self.places[swap(at, first, second)].symbol);
            return Verdict(TruthTable(premise.others) & printed(&mut { swapped }));
        }
        let TileTruth { mut before, mut flip, .. } = self.places[first];
        // The value of the last unit; there is always one before an operator.
        let mut value = if first > 0 { self.places[first - 1].value } else { 0 };
        for at in first..=second {
            match Tile::from_code(self.places[swap(at, first, second)].symbol).symbol() {
                Symbol::Not => flip = ALL,
                symbol @ (Symbol::And | Symbol::Or | Symbol::Then) => before = before.and_then(value, symbol),
                letter => {
                    value = (TruthTable::VARIABLES[letter as usize & 3].0 ^ flip) | before.then;
                    flip = 0;
                }
            }
        }
        let last = &self.places[second];
        let says = if last.symbol < Symbol::And as u8 {
            last.rest.with(before, value)
        } else {
            self.rest_of(second + 1).with(before, self.places[second + 1].unit | before.then)
        };
        Verdict(TruthTable(premise.others & says))
    }

    /// Returns the verdict after `action` by playing it. If it affects one premise, only that premise is evaluated.
    fn read_again(&self, action: Action) -> Verdict {
        let mut proof = self.proof;
        proof.play(action);
        let (place, more) = match action {
            Action::Parenthesise { before, .. } | Action::Negate { before, .. } => (before, action.plays().into()),
            Action::JoinBefore { before: place, .. } | Action::JoinAfter { after: place, .. } => (place, 2),
            Action::Replace { place, .. } => (place, 0),
            _ => return judge(&proof, self.reading),
        };
        let premise = self.premise_of(place);
        let table = table(&proof, premise.start.into(), usize::from(premise.len) + more, self.reading);
        Verdict(TruthTable(premise.others) & table)
    }

    /// Returns the premise with the tile at `place`.
    fn premise_of(&self, place: u8) -> &Premise {
        &self.premises[self.number_of(place)]
    }

    /// Returns the number of the premise with the tile at `place`.
    fn number_of(&self, place: u8) -> usize {
        self.premises.iter().skip(1).take_while(|premise| premise.start <= place).count()
    }

    /// Evaluates the premise at `start` with `len` tiles and returns its truth table. The printed reading also fills in
    /// the places.
    fn says(&mut self, start: usize, len: usize) -> u16 {
        if !self.is_printed() {
            return table(&self.proof, start, len, self.reading).0;
        }
        places::read(&mut self.places, &self.proof, (start, len), self.premises.len() as u8)
    }
}

/// Returns the place whose tile is at `at` after `first` and `second` are swapped.
#[inline]
const fn swap(at: usize, first: usize, second: usize) -> usize {
    if at == first {
        second
    } else if at == second {
        first
    } else {
        at
    }
}

/// Returns the truth table of the variable on `tile`.
#[inline]
fn letter(tile: Tile) -> u16 {
    TruthTable::VARIABLES[tile.symbol() as usize & 3].0
}

#[cfg(test)]
mod tests {
    use super::super::card::Card;
    use super::super::hand::{CardKinds, Hand};
    use super::super::moves::Mover;
    use super::super::rules::Rules;
    use super::*;
    use ergo_core::options::{Settings, Value};
    use ergo_core::rng::Seed;
    use ergo_core::seat::SeatCount;

    /// Grows random proofs with nested parentheses. After every possible action, the verdict must equal that of the
    /// resulting proof, under every reading.
    #[test]
    fn verdict_after_any_action_equals_full_evaluation() {
        let mut hand = Hand::EMPTY;
        for card in [Card::A, Card::B, Card::C, Card::D, Card::And, Card::Or, Card::Then, Card::Not, Card::Revolution] {
            hand.add(card);
        }
        for card in [Card::Parenthesis, Card::TabulaRasa] {
            hand.add(card);
            hand.add(card);
        }
        let mut readings = ProofEvaluator::default();
        let (mut actions, mut deepest, mut compared) = (Vec::new(), 0, 0);
        for (number, (precedence, chain)) in [
            ("rulebook", "left"),
            ("rulebook", "right"),
            ("rulebook", "chain"),
            ("standard", "left"),
            ("standard", "right"),
        ]
        .into_iter()
        .enumerate()
        {
            let mut options = Settings::default();
            options.0.insert("precedence".to_owned(), Value::Text(precedence.to_owned()));
            options.0.insert("then_chain".to_owned(), Value::Text(chain.to_owned()));
            let rules = Rules::new(SeatCount::new(2), &options).unwrap();
            let games = if number == 0 { 30 } else { 4 };
            for game in 0..games {
                let (mut proof, mut rng) = (Proof::default(), Seed::master(100 * number as u64 + game).rng());
                while proof.len() < 36 {
                    let mover = Mover {
                        rules: &rules,
                        proof: &proof,
                        hand,
                        plays_left: 2,
                        under_fallacy: false,
                        targets: 0,
                        barred: CardKinds::NONE,
                    };
                    readings.read(&proof, rules.reading);
                    assert_eq!(readings.verdict(), judge(&proof, rules.reading));
                    mover.list(&mut actions);
                    for &action in &actions {
                        let mut after = proof;
                        after.play(action);
                        assert_eq!(readings.after(action), judge(&after, rules.reading), "{action:?} {proof:?}");
                    }
                    compared += actions.len();
                    let mut adding = mover.sample(&mut rng);
                    while !adding.adds_to_proof() {
                        adding = mover.sample(&mut rng);
                    }
                    proof.play(adding);
                    let depths = proof.tiles().scan(0, |depth, tile| {
                        *depth += i32::from(tile.symbol() == Symbol::Open) - i32::from(tile.symbol() == Symbol::Close);
                        Some(*depth)
                    });
                    deepest = deepest.max(depths.max().unwrap_or(0));
                }
            }
        }
        assert!(deepest >= 4 && compared > 100_000, "{deepest} deep, {compared} compared");
    }
}
