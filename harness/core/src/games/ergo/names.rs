//! The names of cards, symbols and seats of ERGO.

use ergo_engine::ergo::card::{Card, Symbol};
use ergo_engine::seat::Seat;

/// A seat by its variable.
pub(super) fn letter(seat: Seat) -> char {
    Symbol::VARIABLES[seat.index()].letter()
}

/// A symbol as people say it.
pub(super) fn word(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::A => "A",
        Symbol::B => "B",
        Symbol::C => "C",
        Symbol::D => "D",
        Symbol::And => "AND",
        Symbol::Or => "OR",
        Symbol::Then => "THEN",
        Symbol::Not => "NOT",
        Symbol::Open => "opening parenthesis",
        Symbol::Close => "closing parenthesis",
    }
}

/// A card as people say it, and what it is like.
pub(super) fn named(card: Card) -> (&'static str, u8) {
    match card {
        Card::A => ("A", 0),
        Card::B => ("B", 0),
        Card::C => ("C", 0),
        Card::D => ("D", 0),
        Card::And => ("AND", 1),
        Card::Or => ("OR", 1),
        Card::Then => ("THEN", 1),
        Card::Not => ("NOT", 1),
        Card::Parenthesis => ("parenthesis", 1),
        Card::Fallacy => ("Fallacy", 2),
        Card::Justification => ("Justification", 2),
        Card::TabulaRasa => ("Tabula Rasa", 2),
        Card::Revolution => ("Revolution", 2),
        Card::VariableWild => ("wild variable", 2),
        Card::OperatorWild => ("wild operator", 2),
        Card::Ergo => ("Ergo", 2),
        Card::Inert => ("inert card", 2),
    }
}
