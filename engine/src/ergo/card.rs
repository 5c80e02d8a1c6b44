//! Cards, and the tiles they become in the proof. RULES.md E1–E3.

use std::fmt;

use serde::{Serialize, Serializer};

/// The short name of [`ErgoCard`] within `ergo`.
pub use self::ErgoCard as Card;

/// A kind of card, in the order of the letters in E3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum ErgoCard {
    A,
    B,
    C,
    D,
    And,
    Or,
    Then,
    Not,
    Parenthesis,
    Fallacy,
    Justification,
    TabulaRasa,
    Revolution,
    VariableWild,
    OperatorWild,
    Ergo,
    /// Has no effect; not part of a printed deck. R22.
    Inert,
}

impl Card {
    /// Number of kinds in the printed decks: all but the inert card, which is the last kind.
    pub const PRINTED: usize = 16;

    /// All kinds, in order.
    pub const ALL: [Card; Card::PRINTED + 1] = [
        Card::A,
        Card::B,
        Card::C,
        Card::D,
        Card::And,
        Card::Or,
        Card::Then,
        Card::Not,
        Card::Parenthesis,
        Card::Fallacy,
        Card::Justification,
        Card::TabulaRasa,
        Card::Revolution,
        Card::VariableWild,
        Card::OperatorWild,
        Card::Ergo,
        Card::Inert,
    ];

    const LETTERS: [u8; Card::ALL.len()] = *b"ABCD&|>~(FJTRXYEI";

    /// Returns the name of the card in option keys such as `cards.not`. RULES.md E1.
    pub const fn name(self) -> &'static str {
        [
            "a",
            "b",
            "c",
            "d",
            "and",
            "or",
            "then",
            "not",
            "parenthesis",
            "fallacy",
            "justification",
            "tabula_rasa",
            "revolution",
            "variable_wild",
            "operator_wild",
            "ergo",
            "inert",
        ][self as usize]
    }

    /// Returns the letter of the card. RULES.md E3.
    pub const fn letter(self) -> char {
        Card::LETTERS[self as usize] as char
    }

    /// Returns the card with this letter, if any.
    pub fn from_letter(letter: char) -> Option<Card> {
        let index = Card::LETTERS.iter().position(|&known| known as char == letter)?;
        Some(Card::ALL[index])
    }

    /// Returns the kind with this index in [`Card::ALL`].
    ///
    /// # Panics
    ///
    /// If `index` is out of range.
    #[inline]
    pub const fn from_index(index: usize) -> Card {
        Card::ALL[index]
    }

    /// Returns true if the card can be part of a proof.
    pub const fn is_symbol(self) -> bool {
        (self as u8) < Card::Fallacy as u8 || matches!(self, Card::VariableWild | Card::OperatorWild)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// The symbol on a tile of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Symbol {
    A,
    B,
    C,
    D,
    And,
    Or,
    Then,
    Not,
    Open,
    Close,
}

impl Symbol {
    /// The four variables.
    pub const VARIABLES: [Symbol; 4] = [Symbol::A, Symbol::B, Symbol::C, Symbol::D];
    /// The three operators. NOT is not an operator. RULES.md E2.
    pub const OPERATORS: [Symbol; 3] = [Symbol::And, Symbol::Or, Symbol::Then];

    const ALL: [Symbol; 10] = [
        Symbol::A,
        Symbol::B,
        Symbol::C,
        Symbol::D,
        Symbol::And,
        Symbol::Or,
        Symbol::Then,
        Symbol::Not,
        Symbol::Open,
        Symbol::Close,
    ];

    const LETTERS: [u8; 10] = *b"ABCD&|>~()";

    /// Returns the letter of the symbol. RULES.md E3.
    pub const fn letter(self) -> char {
        Symbol::LETTERS[self as usize] as char
    }

    /// Returns the symbol with this letter, if any.
    pub fn from_letter(letter: char) -> Option<Symbol> {
        let index = Symbol::LETTERS.iter().position(|&known| known as char == letter)?;
        Some(Symbol::ALL[index])
    }

    /// Returns true for A, B, C and D.
    pub const fn is_variable(self) -> bool {
        (self as u8) < 4
    }

    /// Returns true for AND, OR and THEN. RULES.md E2.
    pub const fn is_operator(self) -> bool {
        matches!(self, Symbol::And | Symbol::Or | Symbol::Then)
    }
}

/// One card of the proof: its symbol and whether it is a wild, packed into five bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    pub(crate) const WILD: u8 = 16;

    /// Returns the tile of an ordinary card.
    pub const fn plain(symbol: Symbol) -> Self {
        Tile(symbol as u8)
    }

    /// Returns a wild that stands for `symbol`. RULES.md E20.
    ///
    /// # Panics
    ///
    /// If `symbol` is a parenthesis.
    pub const fn wild(symbol: Symbol) -> Self {
        assert!((symbol as u8) < Symbol::Open as u8);
        Tile(symbol as u8 | Tile::WILD)
    }

    /// Returns the symbol on the tile.
    #[inline]
    pub const fn symbol(self) -> Symbol {
        Symbol::ALL[(self.0 & 15) as usize]
    }

    /// Returns true if the tile is a wild.
    pub const fn is_wild(self) -> bool {
        self.0 & Tile::WILD != 0
    }

    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_code(code: u8) -> Self {
        Tile(code)
    }

    /// Returns the card of the tile. A wild is an unassigned wild again when removed. RULES.md E18.
    #[inline]
    pub const fn card(self) -> Card {
        match (self.is_wild(), self.symbol()) {
            (true, symbol) if symbol.is_variable() => Card::VariableWild,
            (true, _) => Card::OperatorWild,
            (false, Symbol::Open | Symbol::Close) => Card::Parenthesis,
            (false, symbol) => Card::from_index(symbol as usize),
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_wild() {
            f.write_str("*")?;
        }
        write!(f, "{}", self.symbol().letter())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
