//! The options of the rules, and the deck. RULES.md E1 and the clauses that name an option.

use ergo_core::options::{OptionError, OptionSpec, Range, Settings, Value};
use ergo_core::seat::SeatCount;

use super::card::Card;
use super::hand::{CardCounts, CardKinds, Hand};
use super::proof::CAPACITY;

/// The largest number of seats.
pub const SEATS: usize = 4;

/// The largest number of plays in a turn.
pub const MOST_PLAYS: usize = 3;
/// The largest number of premises under any rules. E10.
pub const MOST_PREMISES: usize = 8;

ergo_core::words! {
    /// How `A>B>C` is read. RULES.md E14.
    #[derive(Default)]
    pub enum ThenChain {
        /// `(A>B)>C`
        #[default]
        Left = "left",
        /// `A>(B>C)`
        Right = "right",
        /// `(A>B)&(B>C)`
        Chain = "chain",
    }
}

ergo_core::words! {
    /// The precedence of the connectives. RULES.md E14.
    #[derive(Default)]
    pub enum Precedence {
        #[default]
        Rulebook = "rulebook",
        Standard = "standard",
    }
}

/// How premises are read. RULES.md E14.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reading {
    /// How chains of THEN associate.
    pub then_chain: ThenChain,
    /// The precedence of the connectives.
    pub precedence: Precedence,
}

/// The reading of the rulebook.
pub const RULEBOOK: Reading = Reading { then_chain: ThenChain::Left, precedence: Precedence::Rulebook };

/// The short name of [`ErgoStarter`] within `ergo`.
pub use self::ErgoStarter as Starter;

ergo_core::words! {
    /// The seat that starts a round. RULES.md E5.
    pub enum ErgoStarter {
        /// Always seat 1.
        Fixed = "fixed",
        /// Seat 1, then seat 2, and so on.
        Rotate = "rotate",
        /// A random seat.
        Random = "random",
    }
}

ergo_core::words! {
    /// The destination of discarded cards. RULES.md E7.
    pub enum Discards {
        /// Out of play until the next round.
        Out = "out",
        /// Under the draw pile.
        Bottom = "bottom",
        /// Into a new draw pile, once per round, when the pile runs out.
        ReshuffleOnce = "reshuffle_once",
    }
}

ergo_core::words! {
    /// The rule for several leading seats when the target is reached. RULES.md E9.
    pub enum Ties {
        /// Another round is played.
        PlayOn = "play_on",
        /// The leaders win together.
        Share = "share",
    }
}

ergo_core::words! {
    /// The plays that a Fallacy forbids. RULES.md E21.
    pub enum FallacyBars {
        /// Add cards to the proof.
        Additions = "additions",
        /// Also change the proof by Tabula Rasa and Revolution.
        Changes = "changes",
        /// Also play Ergo.
        All = "all",
    }
}

/// The short name of [`ErgoRules`] within `ergo`.
pub use self::ErgoRules as Rules;

/// The rules of ERGO: all options, and the number of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErgoRules {
    /// Number of seats, two to four.
    pub seats: SeatCount,
    /// Number of cards of each kind.
    pub deck: CardCounts,
    /// Number of cards dealt to each seat. E5.
    pub hand_size: u8,
    /// Number of cards drawn, and of plays made, in a turn. E6.
    pub draw: u8,
    /// Largest number of premises. E10.
    pub premises: u8,
    /// Which seat starts a round. E5.
    pub starter: Starter,
    /// The destination of discards. E7.
    pub discards: Discards,
    /// Number of turns after which a round ends. E7.
    pub max_turns: u16,
    /// Points that end the match. E9.
    pub target: u32,
    /// The rule for ties at the target. E9.
    pub ties: Ties,
    /// Number of rounds after which the match ends at any score. E9.
    pub max_rounds: u32,
    /// How premises are read. E14.
    pub reading: Reading,
    /// True if wilds may be played as an Ergo. E20.
    pub wild_as_ergo: bool,
    /// True if wilds may be played as a Justification. E20.
    pub wild_as_justification: bool,
    /// Number of the victim's own turns that a Fallacy lasts. E21.
    pub fallacy_turns: u8,
    /// The plays that a Fallacy forbids. E21.
    pub fallacy_bars: FallacyBars,
    /// Cards that each seat may discard but not play. This is not an option: experiments set it to measure what cards
    /// are worth ([`CardGame::with_barred_cards`](ergo_core::cards::CardGame::with_barred_cards)). All players know it.
    pub barred: [CardKinds; SEATS],
    printed: Printed,
}

ergo_core::words! {

    enum Printed {
        Y2009 = "2009",
        Y2015 = "2015",
    }
}

fn printed_deck(printed: Printed) -> CardCounts {
    let (nots, parentheses) = match printed {
        Printed::Y2009 => (8, 6),
        Printed::Y2015 => (6, 8),
    };
    let mut deck = CardCounts::default();
    for (card, count) in Card::ALL.into_iter().zip([4, 4, 4, 4, 4, 4, 4, nots, parentheses, 3, 3, 1, 1, 1, 1, 3]) {
        deck.set(card, count);
    }
    deck
}

/// Rotates the starting seat by default if an experiment varies the number of cards, because that also changes which
/// seat draws last. RULES.md E5.
pub(super) fn settings_when_varied(options: &[&str]) -> Settings {
    let moves_the_last_card = |key: &&str| key.starts_with("cards.") || ["deck", "hand_size", "draw"].contains(key);
    let rotates = options.iter().any(moves_the_last_card);
    Settings(rotates.then(|| ("starter".to_owned(), Value::Text("rotate".to_owned()))).into_iter().collect())
}

const CARD_KEYS: [&str; Card::ALL.len()] = [
    "cards.a",
    "cards.b",
    "cards.c",
    "cards.d",
    "cards.and",
    "cards.or",
    "cards.then",
    "cards.not",
    "cards.parenthesis",
    "cards.fallacy",
    "cards.justification",
    "cards.tabula_rasa",
    "cards.revolution",
    "cards.variable_wild",
    "cards.operator_wild",
    "cards.ergo",
    INERT,
];

/// The key for inert cards. It is listed only if there are some, so that programs that do not know it can read the
/// other settings. R22.
const INERT: &str = "cards.inert";

/// Returns every option of the rules, with the defaults of the 2009 deck.
pub fn options() -> Vec<OptionSpec> {
    let mut specs = vec![
        OptionSpec::one_of("deck", Printed::WORDS, "the printed deck: 8 NOT and 6 parentheses, or 6 and 8 (E1)"),
        OptionSpec::int("hand_size", 5, 1, 12, "cards dealt to each seat (E5)"),
        OptionSpec::int("draw", 2, 1, 3, "cards drawn in a turn (E6)"),
        OptionSpec::int("plays", 2, 1, 3, "plays made in a turn; equal to draw, and follows it when absent (E6)"),
        OptionSpec::int("premises", 4, 1, MOST_PREMISES as i64, "the most premises in a proof (E10)"),
        OptionSpec::one_of("starter", Starter::WORDS, "seat that starts a round (E5)"),
        OptionSpec::one_of("discards", Discards::WORDS, "where discarded cards go (E7)"),
        OptionSpec::int("max_turns", 200, 1, 10_000, "turns after which a round is ended (E7)"),
        OptionSpec::int("target", 50, 1, 1_000_000, "points that end the match (E9)"),
        OptionSpec::one_of("ties", Ties::WORDS, "effect of a tie at the top when the target is reached (E9)"),
        OptionSpec::int(
            "max_rounds",
            1000,
            1,
            1_000_000,
            "rounds after which the match ends at any score (E9, ruling)",
        ),
        OptionSpec::one_of("then_chain", ThenChain::WORDS, "how A>B>C is read (E14)"),
        OptionSpec::one_of("precedence", Precedence::WORDS, "precedence of the connectives (E14)"),
        OptionSpec::bool("wild_as_ergo", true, "a wild may be played as an Ergo (E20)"),
        OptionSpec::bool("wild_as_justification", true, "a wild may be played as a Justification (E20)"),
        OptionSpec::int("fallacy_turns", 3, 1, 20, "own turns a Fallacy lasts (E21)"),
        OptionSpec::one_of("fallacy_bars", FallacyBars::WORDS, "what a player under a Fallacy cannot do (E21)"),
    ];
    let printed = printed_deck(Printed::Y2009);
    for (card, key) in Card::ALL.into_iter().zip(CARD_KEYS) {
        let default = Value::Int(printed.count(card).into());
        let meaning = match card {
            Card::Not => "copies in the deck; 6 with deck = \"2015\" (E1)",
            Card::Parenthesis => "copies in the deck; 8 with deck = \"2015\" (E1)",
            Card::Inert => "cards that do nothing, beside the printed ones (R22)",
            _ => "copies in the deck (E1)",
        };
        specs.push(OptionSpec { key, default, range: Range::Int(0, CAPACITY as i64), meaning });
    }
    specs
}

impl Rules {
    /// Returns the printed rules with the 2009 deck.
    ///
    /// # Panics
    ///
    /// If `seats` is not 2, 3 or 4.
    pub fn printed(seats: usize) -> Self {
        assert!((2..=4).contains(&seats));
        Rules::new(SeatCount::new(seats), &Settings::default()).expect("the printed deck deals every table")
    }

    /// Returns the rules with the `given` options and printed defaults, for two to four seats.
    ///
    /// # Errors
    ///
    /// If an option is unknown or out of range, or if options contradict each other (R15).
    ///
    /// # Panics
    ///
    /// If `seats` is above 4.
    pub fn new(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let all = given.checked(&options())?;
        let printed: Printed = all.pick("deck");
        let mut deck = printed_deck(printed);
        for (card, key) in Card::ALL.into_iter().zip(CARD_KEYS) {
            if given.0.contains_key(key) {
                deck.set(card, all.int(key) as u8);
            }
        }
        let rules = Rules {
            seats,
            deck,
            hand_size: all.int("hand_size") as u8,
            draw: all.int("draw") as u8,
            premises: all.int("premises") as u8,
            starter: all.pick("starter"),
            discards: all.pick("discards"),
            max_turns: all.int("max_turns") as u16,
            target: all.int("target") as u32,
            ties: all.pick("ties"),
            max_rounds: all.int("max_rounds") as u32,
            reading: Reading { then_chain: all.pick("then_chain"), precedence: all.pick("precedence") },
            wild_as_ergo: all.bool("wild_as_ergo"),
            wild_as_justification: all.bool("wild_as_justification"),
            fallacy_turns: all.int("fallacy_turns") as u8,
            fallacy_bars: all.pick("fallacy_bars"),
            barred: [CardKinds::NONE; SEATS],
            printed,
        };
        rules.hold_together(given, &all)?;
        Ok(rules)
    }

    fn hold_together(&self, given: &Settings, all: &Settings) -> Result<(), OptionError> {
        let refuse = |text: String| Err(OptionError::Together(text));
        if given.0.contains_key("plays") && all.int("plays") != all.int("draw") {
            return refuse(format!("plays = {}: expected it to equal draw, which is {}", all.int("plays"), self.draw));
        }
        if usize::from(self.hand_size + self.draw) > Hand::CAPACITY {
            return refuse(format!(
                "hand_size + draw = {}: expected {} or less",
                self.hand_size + self.draw,
                Hand::CAPACITY
            ));
        }
        // Summed as `usize`, because each count can be up to CAPACITY.
        let (cards, seats) = (self.deck.len(), self.seats.get());
        if cards > CAPACITY {
            return refuse(format!("the deck has {cards} cards: expected {CAPACITY} or fewer"));
        }
        let needed = seats * usize::from(self.hand_size) + 1;
        if cards < needed {
            return refuse(format!(
                "{seats} seats need {needed} cards to deal {} each and leave one to draw, the deck has {cards}",
                self.hand_size
            ));
        }
        if Card::ALL[..4].iter().all(|&card| self.deck.count(card) == 0) {
            return refuse(
                "the deck has no variable: expected at least one of cards.a, cards.b, cards.c, cards.d".to_owned(),
            );
        }
        let letters = Card::ALL[..seats].iter().any(|&card| self.deck.count(card) > 0);
        if !letters && self.deck.count(Card::VariableWild) == 0 {
            return refuse(format!(
                "no card of the deck shows a variable of the {seats} seats, so no player can ever score: expected at least one \
                 of cards.a … or cards.variable_wild"
            ));
        }
        Ok(())
    }

    /// Returns an upper bound on the final score of a match without ties at the target: one point below it plus a round
    /// that pays for every card that can be in a proof. If `max_rounds` is small, the bound is that of all rounds. E9,
    /// E16.
    pub fn largest_score(&self) -> u32 {
        let beside = [Card::Fallacy, Card::Justification, Card::TabulaRasa, Card::Revolution, Card::Ergo, Card::Inert];
        let cards = self.deck.len() - beside.into_iter().map(|card| usize::from(self.deck.count(card))).sum::<usize>();
        let round = cards as u32;
        (self.target - 1 + round).min(self.max_rounds.saturating_mul(round)).max(1)
    }

    /// Returns an upper bound on the number of actions in a match: the product of the limits on rounds, turns and
    /// plays. E6, E7, R12.
    pub fn longest(&self) -> u64 {
        u64::from(self.max_rounds) * u64::from(self.max_turns) * u64::from(self.draw)
    }

    /// Returns the value of every option; `cards.inert` only if there are inert cards.
    pub fn settings(&self) -> Settings {
        let mut all = Settings::default().checked(&options()).unwrap_or_else(|_| unreachable!("defaults are in range"));
        let mut put = |key: &str, value: Value| all.0.insert(key.to_owned(), value);
        put("deck", self.printed.word().into());
        put("hand_size", Value::Int(self.hand_size.into()));
        put("draw", Value::Int(self.draw.into()));
        put("plays", Value::Int(self.draw.into()));
        put("premises", Value::Int(self.premises.into()));
        put("starter", self.starter.word().into());
        put("discards", self.discards.word().into());
        put("max_turns", Value::Int(self.max_turns.into()));
        put("target", Value::Int(self.target.into()));
        put("ties", self.ties.word().into());
        put("max_rounds", Value::Int(self.max_rounds.into()));
        put("then_chain", self.reading.then_chain.word().into());
        put("precedence", self.reading.precedence.word().into());
        put("wild_as_ergo", Value::Bool(self.wild_as_ergo));
        put("wild_as_justification", Value::Bool(self.wild_as_justification));
        put("fallacy_turns", Value::Int(self.fallacy_turns.into()));
        put("fallacy_bars", self.fallacy_bars.word().into());
        for (card, key) in Card::ALL.into_iter().zip(CARD_KEYS) {
            put(key, Value::Int(self.deck.count(card).into()));
        }
        if self.deck.count(Card::Inert) == 0 {
            all.0.remove(INERT);
        }
        all
    }
}
