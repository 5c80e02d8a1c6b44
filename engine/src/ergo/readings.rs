//! A proof read once, and what it says after any one action more: nothing is laid for it, and for most actions nothing read again.
//! RULES.md E14, E15.
//!
//! Every assignment reads a premise on its own, so at each place two things are known. What comes before it: whether a group
//! joined by AND has failed, whether one joined by OR has held in the group at hand, and the value of the unit last read. And what
//! the rest makes of these: the premise where a group has failed, where one has held, and where neither is so and the unit is false
//! or true. A unit or an operator that comes, goes or changes is then a few operations on sixteen bits, parentheses or not.

use arrayvec::ArrayVec;

use super::action::Action;
use super::card::{Symbol, Tile};
use super::places::{self, ALL, Place, Places, Rest, operator};
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

/// A proof, read. Without one, the empty proof.
#[derive(Clone, Debug)]
pub struct Readings {
    reading: Reading,
    proof: Proof,
    premises: ArrayVec<Premise, MOST_PREMISES>,
    places: Places,
    all: u16,
}

impl Default for Readings {
    fn default() -> Self {
        Readings {
            reading: Reading::default(),
            proof: Proof::default(),
            premises: ArrayVec::new(),
            places: [Place::default(); CAPACITY],
            all: ALL,
        }
    }
}

impl Readings {
    /// Reads `proof`, which is grammatical, as `reading` has it, in place of the one before.
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

    /// Reads `proof`, which `action` leaves of the one `before` has read, in place of the one before: only the premise that it changes where
    /// that is one.
    pub fn read_after(&mut self, before: &Readings, action: Action, proof: &Proof) {
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

    /// The number of the only premise that `action` changes or adds, where all others keep theirs.
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

    /// Notes a premise that was read after those before it.
    fn add(&mut self, start: usize, len: usize, says: u16) {
        self.premises.push(Premise { start: start as u8, len: len as u8, says, others: ALL });
    }

    /// What all say, and all but each.
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

    /// Reads the premise of `proof` that begins at `start`, `len` tiles long, as if no other lay there.
    pub fn read_alone(&mut self, proof: &Proof, (start, len): (usize, usize), reading: Reading) {
        self.proof = *proof;
        self.reading = reading;
        self.premises.clear();
        self.all = self.says(start, len);
        self.add(start, len, self.all);
    }

    /// The verdict on the proof.
    #[inline]
    pub fn verdict(&self) -> Verdict {
        Verdict(TruthTable(self.all))
    }

    /// The verdict on what a legal `action` leaves.
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

    /// Whether chains of THEN go to the left and bind tightest, as printed: the only reading whose places are known.
    #[inline]
    fn is_printed(&self) -> bool {
        matches!((self.reading.precedence, self.reading.then_chain), (Precedence::Rulebook, ThenChain::Left))
    }

    /// What all premises say if the one with `here` says `premise`.
    #[inline]
    fn with(&self, here: &Place, premise: u16) -> u16 {
        self.premises[usize::from(here.premise)].others & premise
    }

    /// From the end of the unit that begins at `place`.
    #[inline]
    fn rest_of(&self, place: usize) -> Rest {
        self.places[place + usize::from(self.places[place].width)].rest
    }

    /// What the premise says with `symbol` in place of the variable or operator at `place`.
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

    /// The verdict with two tiles in each other's place.
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

    /// The verdict with the variables or operators at two places of one premise in each other's place: read again from one to the other,
    /// or whole where parentheses stand between them.
    fn swapped_within(&self, first: usize, second: usize) -> Verdict {
        const OPEN: u8 = Symbol::Open as u8;
        let premise = &self.premises[usize::from(self.places[first].premise)];
        if self.places[first..second].iter().any(|here| here.symbol >= OPEN) {
            let codes = usize::from(premise.start)..usize::from(premise.start + premise.len);
            let swapped = codes.map(|at| self.places[swap(at, first, second)].symbol);
            return Verdict(TruthTable(premise.others) & printed(&mut { swapped }));
        }
        let Place { mut before, mut flip, .. } = self.places[first];
        // Of the unit last read: an operator has one before it.
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

    /// The verdict on what `action` leaves, by laying it; only what it touches is read again where that is one premise.
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

    /// The premise with the tile at `place`.
    fn premise_of(&self, place: u8) -> &Premise {
        &self.premises[self.number_of(place)]
    }

    /// The number of the premise with the tile at `place`.
    fn number_of(&self, place: u8) -> usize {
        self.premises.iter().skip(1).take_while(|premise| premise.start <= place).count()
    }

    /// Reads the premise at `start`, `len` tiles long: what it says, and by the printed reading what is known at its places.
    fn says(&mut self, start: usize, len: usize) -> u16 {
        if !self.is_printed() {
            return table(&self.proof, start, len, self.reading).0;
        }
        places::read(&mut self.places, &self.proof, (start, len), self.premises.len() as u8)
    }
}

/// Which place's tile is at `at` when those at `first` and `second` have changed places.
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

/// What the variable that `tile` shows says.
#[inline]
fn letter(tile: Tile) -> u16 {
    TruthTable::VARIABLES[tile.symbol() as usize & 3].0
}

#[cfg(test)]
mod tests {
    use super::super::card::Card;
    use super::super::hand::{Hand, Kinds};
    use super::super::moves::Mover;
    use super::super::rules::Rules;
    use super::*;
    use ergo_core::options::{Settings, Value};
    use ergo_core::rng::Seed;
    use ergo_core::seat::SeatCount;

    /// Proofs grown at random, parentheses in parentheses among them: after every action that a hand of all cards allows, the verdict
    /// is that of the proof it leaves, read from the start; by every reading.
    #[test]
    fn verdicts_are_those_of_the_proofs_left() {
        let mut hand = Hand::EMPTY;
        for card in [Card::A, Card::B, Card::C, Card::D, Card::And, Card::Or, Card::Then, Card::Not, Card::Revolution] {
            hand.add(card);
        }
        for card in [Card::Parenthesis, Card::TabulaRasa] {
            hand.add(card);
            hand.add(card);
        }
        let mut readings = Readings::default();
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
                        barred: Kinds::NONE,
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
                    while !adding.adds() {
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
