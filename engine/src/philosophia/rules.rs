//! The options of the rules, and what follows from them. RULES.md P2 and the clauses that name an option.

use std::sync::Arc;

use ergo_core::options::{OptionError, OptionSpec, Range, Settings, Value};
use ergo_core::seat::{MAX_SEATS, SeatCount};

use super::card::{ArgumentOrder, CARDS, Card, Hand};
use super::changed::changed;
use super::data::{Ability, Data, LEVELS};
use super::names::philosopher_named;
use super::place::Places;

ergo_core::words! {
    /// The judge of a summary. RULES.md G-P45.
    pub enum Judge {
        /// There is no such rule.
        Off = "off",
        Always = "always",
        Never = "never",
        Player = "player",
        Chance = "chance",
    }
}

/// The assignment of philosophers to players. RULES.md G-P44.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Cast {
    Random,
    /// In the order of the table.
    Fixed,
    Named(Vec<u8>),
}

/// The short name of [`PhilosophiaRules`] within `philosophia`.
pub use self::PhilosophiaRules as Rules;

/// The rules of Philosophia: all options, and the number of seats.
#[derive(Clone, Debug)]
pub struct PhilosophiaRules {
    /// Number of seats, one to six.
    pub seats: SeatCount,
    /// Number of players, including the Moirai.
    pub players: usize,
    /// The tables of the game.
    pub data: Arc<Data>,
    /// Places with followings and schools.
    pub towns: Places,
    /// All places in play.
    pub places: Places,
    /// The judge of a summary.
    pub judge: Judge,
    /// The probability that chance approves a summary.
    pub judge_p: f64,
    /// Number of rounds after which the match is judged as it stands.
    pub max_rounds: u16,
    /// Numbers of builders, sophists and study tokens.
    pub supply: [u8; 3],
    /// The assignment of philosophers.
    pub cast: Cast,
    /// Level of the Moirai, an index of [`LEVELS`].
    pub level: usize,
    /// The order of strength of arguments.
    pub kinds: ArgumentOrder,
    /// All cards of both argument decks.
    pub deck: Hand,
    kinds_word: usize,
    side_word: usize,
    philosophers: String,
    tables: String,
}

const KINDS: &[&str] = &["5", "4"];
const SIDES: &[&str] = &["auto", "a", "b"];
const LEVEL_WORDS: &[&str] = &["logos", "nous", "sophia"];

/// Returns every option of the rules.
pub fn options() -> Vec<OptionSpec> {
    let word = |text: &str| Value::Text(text.to_owned());
    vec![
        OptionSpec::one_of("kinds", KINDS, "kinds of Syllogism; both are reconstructed (G-P14)"),
        OptionSpec::one_of("judge", Judge::WORDS, "who approves the summary that True Philosopher requires (G-P45)"),
        OptionSpec::real("judge_p", 0.5, 0.0, 1.0, "how often judge = \"chance\" approves (G-P45)"),
        OptionSpec::int("max_rounds", 200, 1, 10_000, "rounds after which the match is judged as it stands (G-P22)"),
        OptionSpec::one_of("side", SIDES, "side of the board; auto: a up to three players (G-P10)"),
        OptionSpec::int("builders", 12, 0, 100, "builders there are (G-P3)"),
        OptionSpec::int("sophists", 12, 0, 100, "sophists there are (G-P3)"),
        OptionSpec {
            key: "philosophers",
            default: word("random"),
            range: Range::Text,
            meaning: "random, fixed, or names like homer+plato, the Moirai's last (G-P44)",
        },
        OptionSpec::one_of("level", LEVEL_WORDS, "level of the Moirai, in solo (P16)"),
        OptionSpec::text("tables", "numbers of the tables changed, as in disks.disks.athenas_silver.3=8 (P1)"),
    ]
}

impl Rules {
    /// Returns the rules with the `given` options and defaults for the others, for one to six seats.
    ///
    /// # Errors
    ///
    /// If an option is unknown, out of range or cannot be parsed.
    pub fn new(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let all = given.checked(&options())?;
        let pick = |key: &str, words: &[&str]| {
            words
                .iter()
                .position(|word| *word == all.text(key))
                .unwrap_or_else(|| unreachable!("the options allow only listed words"))
        };
        let data = changed(all.text("tables")).map_err(OptionError::Together)?;
        let players = seats.get().max(2);
        let (kinds, side) = (pick("kinds", KINDS), pick("side", SIDES));
        let side_b = if side == 0 { players > data.side_a_most } else { side == 2 };
        let towns = data.sides[usize::from(side_b)];
        let level = all.text("level");
        let mut deck = Hand::default();
        for &(number, copies) in &data.sophistry {
            let card = if seats.get() == 1 { Card::numbered(number) } else { Card::SOPHISTRY };
            deck.0[card.index()] += copies;
        }
        data.syllogism[kinds].iter().for_each(|&(card, copies)| deck.0[card.index()] += copies);
        debug_assert!(deck.0.len() == CARDS && players <= MAX_SEATS);
        Ok(Rules {
            seats,
            players,
            towns,
            places: towns.and(data.acropolis),
            judge: all.pick("judge"),
            judge_p: all.real("judge_p"),
            max_rounds: all.int("max_rounds") as u16,
            supply: [all.int("builders") as u8, all.int("sophists") as u8, data.supply[2]],
            cast: cast(all.text("philosophers"), players)?,
            level: LEVELS
                .iter()
                .position(|known| *known == level)
                .unwrap_or_else(|| unreachable!("the options allow only listed words")),
            kinds: data.kinds[kinds],
            data,
            deck,
            kinds_word: kinds,
            side_word: side,
            philosophers: all.text("philosophers").to_owned(),
            tables: all.text("tables").to_owned(),
        })
    }

    /// Returns true if the match is one person against the Moirai.
    #[inline]
    pub fn solo(&self) -> bool {
        self.seats.get() == 1
    }

    /// Returns true if player `who` (0-based) is the Moirai.
    #[inline]
    pub fn is_moirai(&self, who: usize) -> bool {
        who == 1 && self.solo()
    }

    /// Returns the ability of the philosopher with this index, unless the Moirai play it.
    #[inline]
    pub(super) fn ability(&self, who: usize, philosopher: u8) -> Option<Ability> {
        (!self.is_moirai(who)).then(|| self.data.philosophers[usize::from(philosopher)].ability)
    }

    /// Returns the number of tokens placed of each colour for these philosophers. RULES.md P2.
    pub fn placed(&self, philosophers: &[u8]) -> [u8; 5] {
        let starts: Places = philosophers.iter().map(|&at| self.data.philosophers[usize::from(at)].start).collect();
        std::array::from_fn(|colour| {
            let free = self.data.by_colour[colour].within(self.towns).without(starts).len();
            free.min(self.data.tokens[colour].len()) as u8
        })
    }

    pub(super) fn disks(&self) -> impl Iterator<Item = u8> {
        let all = self.data.disks.iter().enumerate();
        all.filter(|(_, disk)| !(self.solo() && disk.not_in_solo)).map(|(index, _)| index as u8)
    }

    /// Returns the oracle cards in play, one bit each.
    pub(super) fn oracles(&self) -> u32 {
        let all = u32::MAX >> (32 - self.data.oracles.len());
        if self.solo() { all & !self.data.favours } else { all }
    }

    /// Returns an upper bound on the number of actions in a match: in a turn at most six players are asked about cards,
    /// six bid, and a debate uses each card once.
    pub fn longest(&self) -> u64 {
        let cards = self.deck.len() as u64 + 1;
        u64::from(self.max_rounds) * self.players as u64 * (40 + cards) + 3 * cards + 20
    }

    /// Returns the value of every option.
    pub fn settings(&self) -> Settings {
        let word = |word: &str| Value::Text(word.to_owned());
        Settings::from([
            ("kinds", word(KINDS[self.kinds_word])),
            ("judge", self.judge.word().into()),
            ("judge_p", Value::Real(self.judge_p)),
            ("max_rounds", Value::Int(self.max_rounds.into())),
            ("side", word(SIDES[self.side_word])),
            ("builders", Value::Int(self.supply[0].into())),
            ("sophists", Value::Int(self.supply[1].into())),
            ("philosophers", word(&self.philosophers)),
            ("level", word(LEVELS[self.level])),
            ("tables", word(&self.tables)),
        ])
    }
}

fn cast(text: &str, players: usize) -> Result<Cast, OptionError> {
    match text {
        "random" => return Ok(Cast::Random),
        "fixed" => return Ok(Cast::Fixed),
        _ => {}
    }
    let wrong = |why: String| OptionError::Together(format!("philosophers = \"{text}\": {why}"));
    let named: Result<Vec<u8>, _> = text.split('+').map(philosopher_named).collect();
    let named =
        named.map_err(|unknown| wrong(format!("{unknown}, expected random, fixed, or names like homer+plato")))?;
    if named.len() != players {
        return Err(wrong(format!("{} names, expected {players}, the Moirai's among them", named.len())));
    }
    match named.iter().enumerate().find(|(at, one)| named[..*at].contains(one)) {
        Some(_) => Err(wrong("a name occurs twice, expected different names".to_owned())),
        None => Ok(Cast::Named(named)),
    }
}
