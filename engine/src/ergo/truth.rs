//! Truth tables: what a formula of four variables is in each of the sixteen assignments. RULES.md E14, E15.

use std::ops::{BitAnd, BitOr, Not};

use super::card::{Symbol, Tile};
use super::proof::Proof;
use super::rules::{Precedence, Reading, ThenChain};

/// One bit per assignment of A, B, C, D; bit number `a + 2b + 4c + 8d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TruthTable(pub u16);

impl TruthTable {
    /// True in every assignment.
    pub const TRUE: TruthTable = TruthTable(0xffff);
    /// True in none.
    pub const FALSE: TruthTable = TruthTable(0);
    /// A, B, C and D themselves.
    pub const VARIABLES: [TruthTable; 4] =
        [TruthTable(0xaaaa), TruthTable(0xcccc), TruthTable(0xf0f0), TruthTable(0xff00)];

    /// In how many of the sixteen assignments it is true.
    pub const fn models(self) -> u32 {
        self.0.count_ones()
    }
}

impl BitAnd for TruthTable {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        TruthTable(self.0 & other.0)
    }
}

impl BitOr for TruthTable {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        TruthTable(self.0 | other.0)
    }
}

impl Not for TruthTable {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        TruthTable(!self.0)
    }
}

/// What a proof says of one variable. RULES.md E15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// True in every assignment that makes all premises true.
    Proven,
    /// False in every such assignment.
    Disproven,
    /// Neither.
    Undecided,
}

/// What a proof says of the four variables, by the assignments that make all its premises true. RULES.md E15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict(pub TruthTable);

impl Verdict {
    /// Whether no assignment makes all premises true.
    #[inline]
    pub const fn is_paradox(self) -> bool {
        self.0.0 == 0
    }

    /// What is said of variable number `variable` (A is 0); nothing is said in a paradox.
    #[inline]
    pub fn of(self, variable: usize) -> Option<Standing> {
        let letter = TruthTable::VARIABLES[variable];
        if self.is_paradox() {
            None
        } else if self.0 & !letter == TruthTable::FALSE {
            Some(Standing::Proven)
        } else if self.0 & letter == TruthTable::FALSE {
            Some(Standing::Disproven)
        } else {
            Some(Standing::Undecided)
        }
    }

    /// Whether variable number `variable` is proven.
    #[inline]
    pub fn proves(self, variable: usize) -> bool {
        !self.is_paradox() && self.0 & !TruthTable::VARIABLES[variable] == TruthTable::FALSE
    }
}

/// The verdict on a grammatical proof. No premise at all leaves everything undecided.
pub fn judge(proof: &Proof, reading: Reading) -> Verdict {
    let mut walk = Walk::new(proof);
    let mut all = TruthTable::TRUE;
    for (_, len) in proof.spans() {
        let end = walk.place + len;
        all = all & walk.expression(end, reading);
    }
    Verdict(all)
}

/// The verdict on premises given as tiles, each grammatical.
pub fn judge_tiles<'a>(premises: impl IntoIterator<Item = &'a [Tile]>, reading: Reading) -> Verdict {
    let mut proof = Proof::default();
    for premise in premises {
        for (i, &tile) in premise.iter().enumerate() {
            if i == 0 { proof.push_premise(tile) } else { proof.push(tile) }
        }
    }
    judge(&proof, reading)
}

/// The truth table of the premise at `start`, `len` tiles long.
pub fn table(proof: &Proof, start: usize, len: usize, reading: Reading) -> TruthTable {
    let mut walk = Walk::new(proof);
    walk.skip(start);
    walk.expression(start + len, reading)
}

/// A chain of THENs, folded as it is read. The units before the last are the antecedents.
#[derive(Clone, Copy)]
struct Chain {
    value: TruthTable,
    last: TruthTable,
    antecedents: TruthTable,
    links: u32,
}

impl Chain {
    #[inline]
    fn start(unit: TruthTable) -> Self {
        Chain { value: unit, last: unit, antecedents: TruthTable::TRUE, links: 0 }
    }

    #[inline]
    fn then(&mut self, unit: TruthTable, chain: ThenChain) {
        match chain {
            ThenChain::Left => self.value = !self.value | unit,
            // A>(B>(C>D)) is false only where A, B and C are true and D is not.
            ThenChain::Right => {
                self.antecedents = self.antecedents & self.last;
                self.value = !self.antecedents | unit;
            }
            ThenChain::Chain => {
                let link = !self.last | unit;
                self.value = if self.links == 0 { link } else { self.value & link };
            }
        }
        self.last = unit;
        self.links += 1;
    }
}

/// Reads tiles one by one off the planes of a proof.
struct Walk {
    planes: [u128; 4],
    place: usize,
}

impl Walk {
    #[inline]
    fn new(proof: &Proof) -> Self {
        let [b0, b1, b2, b3, _] = *proof.planes();
        Walk { planes: [b0, b1, b2, b3], place: 0 }
    }

    #[inline]
    fn skip(&mut self, tiles: usize) {
        self.planes = self.planes.map(|plane| plane >> tiles);
        self.place += tiles;
    }

    #[inline]
    fn peek(&self) -> u8 {
        let [b0, b1, b2, b3] = self.planes;
        (b0 as u8 & 1) | (b1 as u8 & 1) << 1 | (b2 as u8 & 1) << 2 | (b3 as u8 & 1) << 3
    }

    #[inline]
    fn next(&mut self) -> u8 {
        let code = self.peek();
        self.planes = self.planes.map(|plane| plane >> 1);
        self.place += 1;
        code
    }

    /// A unit: a variable or an expression in parentheses, with or without NOT.
    #[inline]
    fn unit(&mut self, reading: Reading) -> TruthTable {
        let mut code = self.next();
        let mut flip = 0;
        if code == Symbol::Not as u8 {
            flip = 0xffff;
            code = self.next();
        }
        let value = if code == Symbol::Open as u8 {
            self.expression(usize::MAX, reading)
        } else {
            TruthTable::VARIABLES[usize::from(code & 3)]
        };
        TruthTable(value.0 ^ flip)
    }

    /// An expression up to place `end` or its closing parenthesis, which is read too.
    fn expression(&mut self, end: usize, reading: Reading) -> TruthTable {
        let (mut all, mut any) = (TruthTable::TRUE, TruthTable::FALSE);
        let mut chain = Chain::start(self.unit(reading));
        // Standard precedence: the operand of AND under way, and of OR; `chain` is outermost and begins when THEN is met.
        let mut both = chain.value;
        let mut outer: Option<Chain> = None;
        loop {
            let code = if self.place >= end { Symbol::Close as u8 } else { self.next() };
            match (reading.precedence, code) {
                (Precedence::Rulebook, code) if code == Symbol::Then as u8 => {
                    chain.then(self.unit(reading), reading.then_chain);
                }
                (Precedence::Rulebook, code) if code == Symbol::Or as u8 => {
                    any = any | chain.value;
                    chain = Chain::start(self.unit(reading));
                }
                (Precedence::Rulebook, code) if code == Symbol::And as u8 => {
                    all = all & (any | chain.value);
                    any = TruthTable::FALSE;
                    chain = Chain::start(self.unit(reading));
                }
                (Precedence::Rulebook, _) => return all & (any | chain.value),
                (Precedence::Standard, code) if code == Symbol::And as u8 => both = both & self.unit(reading),
                (Precedence::Standard, code) if code == Symbol::Or as u8 => {
                    any = any | both;
                    both = self.unit(reading);
                }
                (Precedence::Standard, code) => {
                    let operand = any | both;
                    match &mut outer {
                        None => outer = Some(Chain::start(operand)),
                        Some(outer) => outer.then(operand, reading.then_chain),
                    }
                    if code != Symbol::Then as u8 {
                        return outer.map_or(operand, |outer| outer.value);
                    }
                    any = TruthTable::FALSE;
                    both = self.unit(reading);
                }
            }
        }
    }
}
