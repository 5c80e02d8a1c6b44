//! Action ids of ERGO. If P cards of the deck can be part of a proof, there are 1.5 P² + 114.5 P + 44 ids: 7,986 with
//! either printed deck.
//!
//! | family | ids | order |
//! | --- | ---: | --- |
//! | discard | 16 | card, in the order of E3 (17 with inert cards) |
//! | premise | 8 | variable: A to D, then wilds as A to D |
//! | negate | 2P | NOT or a wild as NOT, then place |
//! | join_before, join_after | 48P each | variable, operator (AND, OR, THEN, then wilds as these), place |
//! | parenthesise | P(P+1)/2 | the place of `)`, then of `(` |
//! | remove | P | place |
//! | remove_two, swap | P(P−1)/2 each | the later place, then the earlier |
//! | replace | 16P | tile (variables, operators, NOTs), then place |
//! | take_back | 10 | card: A to D, AND, OR, THEN, NOT, the two wilds |
//! | fallacy | 4 | the target seat |
//! | justification, ergo | 3 each | the card itself, then the two wilds |

use ergo_core::numbering::Numbering;
use ergo_core::seat::Seat;

use super::action::Action;
use super::card::{Card, Symbol, Tile};
use super::rules::Rules;

const FAMILIES: [&str; 14] = [
    "discard",
    "premise",
    "negate",
    "join_before",
    "join_after",
    "parenthesise",
    "remove",
    "remove_two",
    "replace",
    "take_back",
    "swap",
    "fallacy",
    "justification",
    "ergo",
];
/// Number of variables that can be placed: four, and the wild as each of them.
const VARIABLES: usize = 8;
/// Number of operators that can be placed: three, and the wild as each of them.
const OPERATORS: usize = 6;
const TILES: usize = VARIABLES + OPERATORS + 2;
/// Cards that can be placed beside another.
const LAID: [Card; 10] = [
    Card::A,
    Card::B,
    Card::C,
    Card::D,
    Card::And,
    Card::Or,
    Card::Then,
    Card::Not,
    Card::VariableWild,
    Card::OperatorWild,
];
const WILDS: [Card; 2] = [Card::VariableWild, Card::OperatorWild];
/// Number of target seats of a Fallacy, whatever the size of the table.
const TARGETS: usize = 4;

/// The short name of [`ErgoActionIds`] within `ergo`.
pub use self::ErgoActionIds as Ids;

/// The numbering of actions under some rules.
#[derive(Clone, Debug)]
pub struct ErgoActionIds {
    /// Number of cards of the deck that can be part of a proof.
    places: usize,
    /// The first id of each family, and the number of ids.
    starts: [usize; FAMILIES.len() + 1],
}

impl Ids {
    /// Returns the numbering for `rules`.
    pub fn new(rules: &Rules) -> Self {
        let count = |card: &Card| usize::from(rules.deck.count(*card));
        let places: usize = Card::ALL.iter().filter(|card| card.is_symbol()).map(count).sum();
        let cards = Card::PRINTED + usize::from(count(&Card::Inert) > 0);
        let (pairs, joins) = (places * places.saturating_sub(1) / 2, VARIABLES * OPERATORS * places);
        let with_itself = pairs + places;
        let counts = [
            cards,
            VARIABLES,
            2 * places,
            joins,
            joins,
            with_itself,
            places,
            pairs,
            TILES * places,
            LAID.len(),
            pairs,
            TARGETS,
            3,
            3,
        ];
        let mut starts = [0; FAMILIES.len() + 1];
        for (family, count) in counts.into_iter().enumerate() {
            starts[family + 1] = starts[family] + count;
        }
        Ids { places, starts }
    }

    /// Returns the index of tile number `tile` at `place` within its family.
    fn at(&self, tile: usize, place: u8) -> usize {
        tile * self.places + usize::from(place)
    }

    fn split(&self, rest: usize) -> (usize, u8) {
        (rest / self.places, (rest % self.places) as u8)
    }
}

impl Numbering<Action> for Ids {
    fn families(&self) -> Vec<(&'static str, usize)> {
        FAMILIES.into_iter().zip(self.starts.windows(2).map(|two| two[1] - two[0])).collect()
    }

    fn ids(&self) -> usize {
        self.starts[FAMILIES.len()]
    }

    fn id(&self, action: Action) -> usize {
        let joined = |variable, operator| tile_number(variable) * OPERATORS + tile_number(operator) - VARIABLES;
        let (family, rest) = match action {
            Action::Discard { card } => (0, card as usize),
            Action::Premise { tile } => (1, tile_number(tile)),
            Action::Negate { tile, before } => (2, self.at(usize::from(tile.is_wild()), before)),
            Action::JoinBefore { variable, operator, before } => (3, self.at(joined(variable, operator), before)),
            Action::JoinAfter { operator, variable, after } => (4, self.at(joined(variable, operator), after)),
            Action::Parenthesise { before, after } => (5, triangle(usize::from(after) + 1) + usize::from(before)),
            Action::Remove { place } => (6, place.into()),
            Action::RemoveTwo { first, second } => (7, triangle(second.into()) + usize::from(first)),
            Action::Replace { place, tile } => (8, self.at(tile_number(tile), place)),
            Action::TakeBack { card } => (9, LAID.iter().position(|laid| *laid == card).unwrap_or_default()),
            Action::Swap { first, second } => (10, triangle(second.into()) + usize::from(first)),
            Action::Fallacy { target } => (11, target.index()),
            Action::Justification { card } => (12, or_wild(card)),
            Action::Ergo { card } => (13, or_wild(card)),
        };
        self.starts[family] + rest
    }

    fn action(&self, id: usize) -> Option<Action> {
        let family =
            self.starts.partition_point(|start| *start <= id).checked_sub(1).filter(|at| *at < FAMILIES.len())?;
        let rest = id - self.starts[family];
        let named = |card| [card, WILDS[0], WILDS[1]][rest];
        let joined = || {
            let (pair, place) = self.split(rest);
            (tile(pair / OPERATORS), tile(VARIABLES + pair % OPERATORS), place)
        };
        Some(match family {
            0 => Action::Discard { card: Card::from_index(rest) },
            1 => Action::Premise { tile: tile(rest) },
            2 => {
                let (wild, before) = self.split(rest);
                Action::Negate { tile: tile(VARIABLES + OPERATORS + wild), before }
            }
            3 => {
                let (variable, operator, before) = joined();
                Action::JoinBefore { variable, operator, before }
            }
            4 => {
                let (variable, operator, after) = joined();
                Action::JoinAfter { operator, variable, after }
            }
            5 => {
                let (before, after) = pair(rest);
                Action::Parenthesise { before, after: after - 1 }
            }
            6 => Action::Remove { place: rest as u8 },
            7 => {
                let (first, second) = pair(rest);
                Action::RemoveTwo { first, second }
            }
            8 => {
                let (number, place) = self.split(rest);
                Action::Replace { place, tile: tile(number) }
            }
            9 => Action::TakeBack { card: LAID[rest] },
            10 => {
                let (first, second) = pair(rest);
                Action::Swap { first, second }
            }
            11 => Action::Fallacy { target: Seat::new(rest) },
            12 => Action::Justification { card: named(Card::Justification) },
            _ => Action::Ergo { card: named(Card::Ergo) },
        })
    }
}

/// Returns the index of a tile: variables and wilds as variables, operators and wilds as operators, NOT and the wild as
/// NOT.
fn tile_number(tile: Tile) -> usize {
    let (symbol, wild) = (tile.symbol(), usize::from(tile.is_wild()));
    match symbol {
        Symbol::Not => VARIABLES + OPERATORS + wild,
        _ if symbol.is_variable() => symbol as usize + 4 * wild,
        _ => VARIABLES + symbol as usize - 4 + 3 * wild,
    }
}

fn tile(number: usize) -> Tile {
    let kind = |wild: bool, symbol| if wild { Tile::wild(symbol) } else { Tile::plain(symbol) };
    match number {
        0..VARIABLES => kind(number >= 4, Symbol::VARIABLES[number % 4]),
        14.. => kind(number > 14, Symbol::Not),
        _ => kind(number >= 11, Symbol::OPERATORS[(number - VARIABLES) % 3]),
    }
}

fn or_wild(card: Card) -> usize {
    WILDS.iter().position(|wild| *wild == card).map_or(0, |wild| wild + 1)
}

/// Returns the number of pairs of places whose later place is before `second`.
fn triangle(second: usize) -> usize {
    second * second.saturating_sub(1) / 2
}

/// Returns the pair of places with this number, the smaller place first.
fn pair(number: usize) -> (u8, u8) {
    let second = (8 * number + 1).isqrt().div_ceil(2);
    ((number - triangle(second)) as u8, second as u8)
}
