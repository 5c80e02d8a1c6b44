//! The options of the rules, and the deck they give. RULES.md C1 and wherever an option is named.

use arrayvec::ArrayVec;
use ergo_core::options::{OptionError, OptionSpec, Settings, Value};
use ergo_core::seat::SeatCount;

use super::card::Card;
use super::diagram::Diagram;

/// The most seats of a table.
pub const SEATS: usize = 4;

/// The most cards of a deck: nine Selves, and as many of each other card as the options allow.
pub const MOST_CARDS: usize = 9 + 2 * 4 + 4 * 4 + 5;

ergo_core::words! {
    /// Who starts a game of the match. RULES.md G27.
    pub enum Starter {
        /// Seat 1, then 2, and so on.
        Rotate = "rotate",
        /// Seat 1, always.
        Fixed = "fixed",
        /// Drawn with the shuffle.
        Random = "random",
    }
}

ergo_core::words! {
    /// Who starts a lap of the game. RULES.md G24.
    pub enum RoundStarter {
        /// Who started the game.
        Fixed = "fixed",
        /// One seat further each lap.
        Rotate = "rotate",
    }
}

ergo_core::words! {
    /// Which diagram. RULES.md G1, G13.
    enum Which {
        Tree = "tree",
        Venn = "venn",
    }
}

/// The rules with every option settled, and the number of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Two to four.
    pub seats: SeatCount,
    /// Which Self belongs to which categories.
    pub diagram: Diagram,
    which: Which,
    /// Copies of each category of stratum I and of stratum II.
    pub copies: [u8; 2],
    /// Copies of Dream.
    pub dreams: u8,
    /// G27.
    pub starter: Starter,
    /// G24.
    pub round_starter: RoundStarter,
    /// Games after which the match ends. G27.
    pub games: u16,
    /// A score that ends it before; 0: none. G27.
    pub target: u16,
}

/// Every option of the rules.
pub fn options() -> Vec<OptionSpec> {
    vec![
        OptionSpec::int("games", 1, 1, 1000, "games after which the match ends (G27)"),
        OptionSpec::int("target", 0, 0, 10_000, "points that end the match before; 0: none (G27)"),
        OptionSpec::one_of("starter", Starter::WORDS, "who starts a game of the match (G27)"),
        OptionSpec::one_of("round_starter", RoundStarter::WORDS, "who starts a lap of the game (G24)"),
        OptionSpec::one_of("diagram", Which::WORDS, "which Self belongs to what; both are reconstructed (G1, G13)"),
        OptionSpec::int("copies.i", 1, 0, 4, "copies of each category of stratum I; reconstructed (G3)"),
        OptionSpec::int("copies.ii", 2, 0, 4, "copies of each category of stratum II; reconstructed (G3)"),
        OptionSpec::int("copies.dream", 1, 0, 5, "copies of Dream; reconstructed (G3)"),
    ]
}

impl Rules {
    /// The rules with `given` options, the rest by default, for two to four seats.
    pub fn new(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let all = given.checked(&options())?;
        let which: Which = all.pick("diagram");
        let rules = Rules {
            seats,
            diagram: match which {
                Which::Tree => Diagram::tree(),
                Which::Venn => Diagram::venn(),
            },
            which,
            copies: [all.int("copies.i") as u8, all.int("copies.ii") as u8],
            dreams: all.int("copies.dream") as u8,
            starter: all.pick("starter"),
            round_starter: all.pick("round_starter"),
            games: all.int("games") as u16,
            target: all.int("target") as u16,
        };
        let (cards, needed) = (rules.cards(), 3 * seats.get());
        if cards < needed {
            return Err(OptionError::Together(format!(
                "copies: the deck has {cards} cards, expected at least {needed}: a Self and a hand of two for each of {} seats",
                seats.get()
            )));
        }
        Ok(rules)
    }

    /// The same rules for a match that ends with the game numbered `game`.
    pub fn ending_with(&self, game: u16) -> Rules {
        Rules { games: game, ..self.clone() }
    }

    /// How many copies of `card` the deck has.
    pub fn copies_of(&self, card: Card) -> u8 {
        let strata = &self.diagram.strata;
        match card {
            Card::Dream => self.dreams,
            card if strata[0].contains(card) => self.copies[0],
            card if strata[1].contains(card) => self.copies[1],
            card => u8::from(self.diagram.selves.contains(card)),
        }
    }

    /// The deck without the Selves, sorted.
    pub(crate) fn others(&self) -> ArrayVec<Card, MOST_CARDS> {
        let kinds = Card::ALL.into_iter().filter(|card| !card.is_self());
        kinds.flat_map(|card| std::iter::repeat_n(card, self.copies_of(card).into())).collect()
    }

    /// How many cards the deck has.
    pub fn cards(&self) -> usize {
        Card::ALL.iter().map(|&card| usize::from(self.copies_of(card))).sum()
    }

    /// The most points a seat can have.
    pub fn largest_score(&self) -> u32 {
        u32::from(if self.target > 0 { self.games.min(self.target) } else { self.games })
    }

    /// The most actions of a match. Between two Dreams no card is played twice; each card played is followed by a window, and
    /// each lap, of one card at least, by a Draw, a Trade and their windows. The first and the last window come on top.
    pub fn longest(&self) -> u64 {
        let seats = self.seats.get() as u64;
        let plays = (u64::from(self.dreams) + 1) * (self.cards() as u64 - seats);
        u64::from(self.games) * (plays * (1 + 4 * seats) + 2 * seats)
    }

    /// All options as they are.
    pub fn settings(&self) -> Settings {
        Settings::from([
            ("games", Value::Int(self.games.into())),
            ("target", Value::Int(self.target.into())),
            ("starter", self.starter.word().into()),
            ("round_starter", self.round_starter.word().into()),
            ("diagram", self.which.word().into()),
            ("copies.i", Value::Int(self.copies[0].into())),
            ("copies.ii", Value::Int(self.copies[1].into())),
            ("copies.dream", Value::Int(self.dreams.into())),
        ])
    }
}
