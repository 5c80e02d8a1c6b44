//! Text notation of cards, premises, proofs, actions and turns. RULES.md E3.
//!
//! | what | text |
//! | --- | --- |
//! | proof | `A\|B / ~*B>C / D`; the empty text for an empty proof |
//! | turn | `proof ; hand ; fallacy or - ; targets or -` |
//! | discard | `-A` |
//! | new premise | `A`, `*A` |
//! | NOT before tile 5 | `~5`, `*~5` |
//! | variable and operator before tile 5 | `A&5` |
//! | operator and variable after tile 5 | `&A5` |
//! | parentheses before tile 3 and after tile 7 | `(3)7` |
//! | Tabula Rasa on tile 5; on tiles 5 and 8 | `T5`, `T5,8` |
//! | A placed instead of tile 5; A placed and removed again | `T5=A`, `T=A` |
//! | Revolution on tiles 3 and 8 | `R3,8` |
//! | Fallacy on the player of B | `FB` |
//! | Justification; a wild as one | `J`, `JX`, `JY` |
//! | Ergo; a wild as one | `E`, `EX`, `EY` |
//!
//! Tiles are counted from 1 through all premises. Parsing inverts formatting.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use arrayvec::ArrayString;
use ergo_core::seat::Seat;
use serde::{Serialize, Serializer};

use super::action::Action;
use super::card::{Card, Symbol, Tile};
use super::event::Event;
use super::hand::Hand;
use super::proof::{CAPACITY, Proof, is_grammatical};
use super::rules::SEATS;

/// Displays the marked letters among A, B, C and D.
pub(crate) struct Letters(pub [bool; 4]);

impl Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marked = Symbol::VARIABLES.iter().zip(self.0).filter(|(_, marked)| *marked);
        marked.map(|(symbol, _)| symbol.letter()).try_for_each(|letter| write!(f, "{letter}"))
    }
}

impl Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Written in one piece for speed: each round has a proof in its row.
        let mut text = ArrayString::<{ 5 * CAPACITY }>::new();
        for (start, len) in self.spans() {
            text.push_str(if start > 0 { " / " } else { "" });
            for tile in (start..start + len).map(|place| self.tile(place)) {
                text.push_str(if tile.is_wild() { "*" } else { "" });
                text.push(tile.symbol().letter());
            }
        }
        f.write_str(&text)
    }
}

impl Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proof({self})")
    }
}

impl Serialize for Proof {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The short name of [`ErgoNotationError`] within `ergo`.
pub use self::ErgoNotationError as NotationError;

/// An error in the notation of a proof, hand, action or turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ErgoNotationError {
    /// A character without meaning in a proof.
    #[error("\"{found}\" in \"{premise}\": expected A B C D & | > ~ ( ) or * before a wild")]
    Character { found: char, premise: String },
    /// A `*` that is not followed by a symbol a wild can stand for.
    #[error("\"*\" in \"{premise}\": expected a variable, an operator or NOT after it")]
    Star { premise: String },
    /// An ungrammatical premise. E11.
    #[error(
        "premise \"{premise}\" is ungrammatical: expected units joined by & | >, ~ only before a variable or \"(\""
    )]
    Grammar { premise: String },
    /// More cards than a proof can hold.
    #[error("the proof has more than {CAPACITY} cards")]
    TooLong,
    /// More cards in proof and hand together than a proof can hold.
    #[error("proof and hand have more than {CAPACITY} cards together")]
    NoRoom,
    #[error("\"{0}\" is not a card: expected A B C D & | > ~ ( F J T R X Y E")]
    Card(char),
    /// More cards than a hand can hold.
    #[error("a hand of more than {} cards", Hand::CAPACITY)]
    Hand,
    #[error("\"{0}\" is not an action: expected for example -A, A, ~5, A&5, &A5, (3)7, T5, T5=A, R3,8, FB, J or E")]
    Action(String),
    #[error("\"{0}\" is not a turn: expected proof ; hand ; fallacy or - ; targets or -")]
    Turn(String),
}

/// Words and signs that are accepted for symbols, besides the letters of E3.
const SPELLINGS: [(&str, char); 10] = [
    ("THEN", '>'),
    ("AND", '&'),
    ("NOT", '~'),
    ("OR", '|'),
    ("→", '>'),
    ("⊃", '>'),
    ("∧", '&'),
    ("•", '&'),
    ("∨", '|'),
    ("¬", '~'),
];

/// Parses one premise, which may be ungrammatical. Spaces are ignored.
///
/// # Errors
///
/// If a character has no meaning, or `*` precedes a symbol that is not a variable, an operator or NOT.
pub fn parse_tiles(text: &str) -> Result<Vec<Tile>, NotationError> {
    let premise = || text.trim().to_owned();
    let mut rest = text.trim_start();
    let mut tiles = Vec::new();
    let mut star = false;
    while let Some(first) = rest.chars().next() {
        // "AND" begins with A and is read as a word. "A ND" would be a variable and two meaningless letters.
        let spelt = match first {
            'A' | 'N' | 'O' | 'T' | '\u{80}'.. => SPELLINGS.iter().find(|(spelling, _)| rest.starts_with(spelling)),
            _ => None,
        };
        let (letter, length) = spelt
            .map(|(spelling, letter)| (*letter, spelling.len()))
            .unwrap_or((if first == 'v' { '|' } else { first }, first.len_utf8()));
        rest = rest[length..].trim_start();
        if letter == '*' && !star {
            star = true;
            continue;
        }
        let symbol = Symbol::from_letter(letter)
            .ok_or_else(|| NotationError::Character { found: letter, premise: premise() })?;
        if star && matches!(symbol, Symbol::Open | Symbol::Close) {
            return Err(NotationError::Star { premise: premise() });
        }
        tiles.push(if star { Tile::wild(symbol) } else { Tile::plain(symbol) });
        star = false;
    }
    if star {
        return Err(NotationError::Star { premise: premise() });
    }
    Ok(tiles)
}

impl FromStr for Proof {
    type Err = NotationError;

    /// Parses premises separated by `/`, all grammatical and none empty. `""` and `"-"` give the empty proof.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut proof = Proof::default();
        if matches!(text.trim(), "" | "-") {
            return Ok(proof);
        }
        for premise in text.split('/') {
            let tiles = parse_tiles(premise)?;
            if !is_grammatical(tiles.iter().copied()) {
                return Err(NotationError::Grammar { premise: premise.trim().to_owned() });
            }
            if proof.len() + tiles.len() > CAPACITY {
                return Err(NotationError::TooLong);
            }
            for (i, tile) in tiles.into_iter().enumerate() {
                if i == 0 { proof.push_premise(tile) } else { proof.push(tile) }
            }
        }
        Ok(proof)
    }
}

impl FromStr for Hand {
    type Err = NotationError;

    /// Parses card letters in any order. Spaces are ignored.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut hand = Hand::EMPTY;
        for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
            if hand.len() == Hand::CAPACITY {
                return Err(NotationError::Hand);
            }
            hand.add(Card::from_letter(letter).ok_or(NotationError::Card(letter))?);
        }
        Ok(hand)
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |place: u8| u16::from(place) + 1;
        // A wild played as a named card is that card's letter followed by the letter of the wild.
        let named = |f: &mut fmt::Formatter<'_>, name: Card, card: Card| {
            if card == name { write!(f, "{name}") } else { write!(f, "{name}{card}") }
        };
        match *self {
            Action::Discard { card } => write!(f, "-{card}"),
            Action::Premise { tile } => write!(f, "{tile}"),
            Action::Negate { tile, before } => write!(f, "{tile}{}", at(before)),
            Action::JoinBefore { variable, operator, before } => write!(f, "{variable}{operator}{}", at(before)),
            Action::JoinAfter { operator, variable, after } => write!(f, "{operator}{variable}{}", at(after)),
            Action::Parenthesise { before, after } => write!(f, "({}){}", at(before), at(after)),
            Action::Remove { place } => write!(f, "T{}", at(place)),
            Action::RemoveTwo { first, second } => write!(f, "T{},{}", at(first), at(second)),
            Action::Replace { place, tile } => write!(f, "T{}={tile}", at(place)),
            Action::TakeBack { card } => write!(f, "T={card}"),
            Action::Swap { first, second } => write!(f, "R{},{}", at(first), at(second)),
            Action::Fallacy { target } => write!(f, "F{}", Symbol::VARIABLES[target.index()].letter()),
            Action::Justification { card } => named(f, Card::Justification, card),
            Action::Ergo { card } => named(f, Card::Ergo, card),
        }
    }
}

/// Reads from the front of a text.
struct Reader<'a>(&'a str);

impl Reader<'_> {
    fn eat(&mut self, letter: char) -> Option<()> {
        self.0 = self.0.strip_prefix(letter)?;
        Some(())
    }

    fn tile(&mut self) -> Option<Tile> {
        let wild = self.eat('*').is_some();
        let letter = self.0.chars().next()?;
        let symbol = Symbol::from_letter(letter).filter(|symbol| !matches!(symbol, Symbol::Open | Symbol::Close))?;
        self.eat(letter)?;
        Some(if wild { Tile::wild(symbol) } else { Tile::plain(symbol) })
    }

    fn card(&mut self) -> Option<Card> {
        let letter = self.0.chars().next()?;
        let card = Card::from_letter(letter)?;
        self.eat(letter)?;
        Some(card)
    }

    /// Reads a 1-based place without a sign or leading zeros.
    fn place(&mut self) -> Option<u8> {
        let digits = self.0.len() - self.0.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = self.0.split_at(digits);
        if number.starts_with('0') {
            return None;
        }
        let number: usize = number.parse().ok()?;
        self.0 = rest;
        (number <= CAPACITY).then(|| (number - 1) as u8)
    }

    fn named(&mut self, name: Card) -> Option<Card> {
        if self.0.is_empty() {
            return Some(name);
        }
        self.card().filter(|card| matches!(card, Card::VariableWild | Card::OperatorWild))
    }

    fn action(&mut self) -> Option<Action> {
        if self.eat('-').is_some() {
            return Some(Action::Discard { card: self.card()? });
        }
        if self.eat('(').is_some() {
            let before = self.place()?;
            self.eat(')')?;
            return Some(Action::Parenthesise { before, after: self.place()? });
        }
        if self.eat('T').is_some() {
            return self.tabula_rasa();
        }
        if self.eat('R').is_some() {
            let first = self.place()?;
            self.eat(',')?;
            return Some(Action::Swap { first, second: self.place()? });
        }
        if self.eat('F').is_some() {
            let target = self.tile().filter(|tile| !tile.is_wild() && tile.symbol().is_variable())?;
            return Some(Action::Fallacy { target: Seat::new(target.symbol() as usize) });
        }
        if self.eat('J').is_some() {
            return Some(Action::Justification { card: self.named(Card::Justification)? });
        }
        if self.eat('E').is_some() {
            return Some(Action::Ergo { card: self.named(Card::Ergo)? });
        }
        let tile = self.tile()?;
        if tile.symbol() == Symbol::Not {
            return Some(Action::Negate { tile, before: self.place()? });
        }
        if tile.symbol().is_operator() {
            let variable = self.tile().filter(|tile| tile.symbol().is_variable())?;
            return Some(Action::JoinAfter { operator: tile, variable, after: self.place()? });
        }
        if self.0.is_empty() {
            return Some(Action::Premise { tile });
        }
        let operator = self.tile().filter(|tile| tile.symbol().is_operator())?;
        Some(Action::JoinBefore { variable: tile, operator, before: self.place()? })
    }

    fn tabula_rasa(&mut self) -> Option<Action> {
        if self.eat('=').is_some() {
            return Some(Action::TakeBack { card: self.card()? });
        }
        let place = self.place()?;
        if self.eat('=').is_some() {
            return Some(Action::Replace { place, tile: self.tile()? });
        }
        if self.eat(',').is_some() {
            return Some(Action::RemoveTwo { first: place, second: self.place()? });
        }
        Some(Action::Remove { place })
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut reader = Reader(text);
        let action = reader.action().filter(|_| reader.0.is_empty());
        action.ok_or_else(|| NotationError::Action(text.to_owned()))
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Drew(seat, None) => write!(f, "{seat} draws"),
            Event::Drew(seat, Some(card)) => write!(f, "{seat} draws {card}"),
            Event::Reshuffled => f.write_str("reshuffled"),
            Event::Expired(seat) => write!(f, "{seat} is free again"),
            Event::Played(seat, action) => write!(f, "{seat} {action}"),
        }
    }
}

/// A turn about to be played: the proof, the hand of the mover (the player of A), and the possible targets of a
/// Fallacy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The proof.
    pub proof: Proof,
    /// The mover's cards.
    pub hand: Hand,
    /// True if the mover is under a Fallacy.
    pub under_fallacy: bool,
    /// The seats that a Fallacy can hit, one bit per seat, with bit 0 for seat 1.
    pub targets: u8,
}

impl Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let targets = Letters(std::array::from_fn(|seat| self.targets >> seat & 1 == 1));
        let fallacy = if self.under_fallacy { "fallacy" } else { "-" };
        let (proof, hand) = (dash(self.proof.to_string()), dash(self.hand.to_string()));
        write!(f, "{proof} ; {hand} ; {fallacy} ; {}", dash(targets.to_string()))
    }
}

/// Parses the variables of the seats that a Fallacy can hit into bits; `-` means none.
///
/// # Errors
///
/// If the text has characters other than A, B, C, D and `-`.
pub fn parse_targets(text: &str) -> Result<u8, NotationError> {
    let mut targets = 0;
    for letter in text.trim().chars().filter(|&letter| letter != '-') {
        let index = Symbol::from_letter(letter).map_or(SEATS, |symbol| symbol as usize);
        if index >= SEATS {
            return Err(NotationError::Turn(text.to_owned()));
        }
        targets |= 1 << index;
    }
    Ok(targets)
}

impl FromStr for Turn {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let &[proof, hand, fallacy, targets] = parts.as_slice() else {
            return Err(NotationError::Turn(text.to_owned()));
        };
        let under_fallacy = match fallacy {
            "fallacy" => true,
            "-" => false,
            _ => return Err(NotationError::Turn(text.to_owned())),
        };
        let hand = if hand == "-" { Hand::EMPTY } else { hand.parse()? };
        let proof: Proof = proof.parse()?;
        if proof.len() + hand.len() > CAPACITY {
            return Err(NotationError::NoRoom);
        }
        Ok(Turn { proof, hand, under_fallacy, targets: parse_targets(targets)? })
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
