//! The options of the rules, and the deck. RULES.md C1 and the clauses that name an option.

use arrayvec::ArrayVec;
use ergo_core::options::{OptionError, OptionSpec, Settings, Value};
use ergo_core::seat::SeatCount;

use super::card::Card;
use super::diagram::Diagram;

/// The largest number of seats.
pub const SEATS: usize = 4;

/// The largest number of cards in a deck: nine Selves and the most copies of each other card.
pub const MOST_CARDS: usize = 9 + 2 * 4 + 4 * 4 + 5;

/// The short name of [`CogitoStarter`] within `cogito`.
pub use self::CogitoStarter as Starter;

ergo_core::words! {
    /// The seat that starts a game of the match. RULES.md G27.
    pub enum CogitoStarter {
        /// Seat 1, then seat 2, and so on.
        Rotate = "rotate",
        /// Always seat 1.
        Fixed = "fixed",
        /// A random seat.
        Random = "random",
    }
}

ergo_core::words! {
    /// The seat that starts a lap of the game. RULES.md G24.
    pub enum RoundStarter {
        /// The seat that started the game.
        Fixed = "fixed",
        /// One seat further each lap.
        Rotate = "rotate",
    }
}

ergo_core::words! {
    /// The choice of diagram. RULES.md G1, G13.
    enum Which {
        Tree = "tree",
        Venn = "venn",
    }
}

/// The short name of [`CogitoRules`] within `cogito`.
pub use self::CogitoRules as Rules;

/// The rules of Cogito: all options, and the number of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CogitoRules {
    /// Number of seats, two to four.
    pub seats: SeatCount,
    /// The Selves and their categories.
    pub diagram: Diagram,
    which: Which,
    /// Number of copies of each category of stratum I and of stratum II.
    pub copies: [u8; 2],
    /// Number of copies of Dream.
    pub dreams: u8,
    /// Which seat starts a game. G27.
    pub starter: Starter,
    /// Which seat starts a lap. G24.
    pub round_starter: RoundStarter,
    /// Number of games after which the match ends. G27.
    pub games: u16,
    /// A score that ends the match earlier; 0 for none. G27.
    pub target: u16,
}

/// Returns every option of the rules.
pub fn options() -> Vec<OptionSpec> {
    vec![
        OptionSpec::int("games", 1, 1, 1000, "games after which the match ends (G27)"),
        OptionSpec::int("target", 0, 0, 10_000, "points that end the match earlier; 0 for none (G27)"),
        OptionSpec::one_of("starter", Starter::WORDS, "seat that starts a game of the match (G27)"),
        OptionSpec::one_of("round_starter", RoundStarter::WORDS, "seat that starts a lap of the game (G24)"),
        OptionSpec::one_of(
            "diagram",
            Which::WORDS,
            "diagram of Selves and categories; both are reconstructed (G1, G13)",
        ),
        OptionSpec::int("copies.i", 1, 0, 4, "copies of each category of stratum I; reconstructed (G3)"),
        OptionSpec::int("copies.ii", 2, 0, 4, "copies of each category of stratum II; reconstructed (G3)"),
        OptionSpec::int("copies.dream", 1, 0, 5, "copies of Dream; reconstructed (G3)"),
    ]
}

impl Rules {
    /// Returns the rules with the `given` options and defaults for the others, for two to four seats.
    ///
    /// # Errors
    ///
    /// If an option is unknown or out of range, or if the deck is too small for the seats.
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

    /// Returns the same rules for a match that ends with game number `game`.
    pub fn ending_with(&self, game: u16) -> Rules {
        Rules { games: game, ..self.clone() }
    }

    /// Returns the number of copies of `card` in the deck.
    pub fn copies_of(&self, card: Card) -> u8 {
        let strata = &self.diagram.strata;
        match card {
            Card::Dream => self.dreams,
            card if strata[0].contains(card) => self.copies[0],
            card if strata[1].contains(card) => self.copies[1],
            card => u8::from(self.diagram.selves.contains(card)),
        }
    }

    /// Returns the deck without the Selves, sorted.
    pub(crate) fn others(&self) -> ArrayVec<Card, MOST_CARDS> {
        let kinds = Card::ALL.into_iter().filter(|card| !card.is_self());
        kinds.flat_map(|card| std::iter::repeat_n(card, self.copies_of(card).into())).collect()
    }

    /// Returns the number of cards in the deck.
    pub fn cards(&self) -> usize {
        Card::ALL.iter().map(|&card| usize::from(self.copies_of(card))).sum()
    }

    /// Returns the largest possible score of a seat.
    pub fn largest_score(&self) -> u32 {
        u32::from(if self.target > 0 { self.games.min(self.target) } else { self.games })
    }

    /// Returns an upper bound on the number of actions in a match. Between two Dreams no card is played twice. A window
    /// follows each card, and each lap of at least one card has a Draw, a Trade and their windows. The first and the
    /// last window are added.
    pub fn longest(&self) -> u64 {
        let seats = self.seats.get() as u64;
        let plays = (u64::from(self.dreams) + 1) * (self.cards() as u64 - seats);
        u64::from(self.games) * (plays * (1 + 4 * seats) + 2 * seats)
    }

    /// Returns the value of every option.
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
