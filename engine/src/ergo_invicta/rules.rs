//! The options of the rules. RULES.md names them in its clauses.

use ergo_core::options::{OptionError, OptionSpec, Settings, Value};

use super::position::Colour;

/// The largest number of pieces of a side: both sides together fill the board.
pub const MOST_PIECES: u8 = 45;

ergo_core::words! {
    /// The rule for a side that cannot move. G-EI5.
    pub enum Stalemate {
        /// It passes; two passes in a row are a draw.
        Pass = "pass",
        Loss = "loss",
        Draw = "draw",
    }
}

ergo_core::words! {
    /// The parts that are equal in equal positions. G-EI6.
    pub enum RepetitionKey {
        /// The squares and the side to move.
        BoardAndSide = "board_and_side",
        /// The squares only.
        BoardOnly = "board_only",
    }
}

/// The short name of [`InvictaStarter`] within `ergo_invicta`.
pub use self::InvictaStarter as Starter;

ergo_core::words! {
    /// The seat that starts a game of a match. G-EI16.
    pub enum InvictaStarter {
        /// Seat 1, seat 2, seat 1, and so on.
        Rotate = "rotate",
        /// Always seat 1.
        Fixed = "fixed",
        /// A random seat for each game.
        Random = "random",
    }
}

/// The short name of [`InvictaRules`] within `ergo_invicta`.
pub use self::InvictaRules as Rules;

/// The rules of ERGO 1977: all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvictaRules {
    /// The largest number of games of a match. G-EI16.
    pub games: u32,
    /// Points that end the match early; 0 for none. G-EI16.
    pub target: u32,
    /// Which seat starts a game. G-EI16.
    pub starter: Starter,
    /// The colour that begins.
    pub first_player: Colour,
    /// Number of pieces per side.
    pub pieces: u8,
    /// True if a lion may step from rim to rim across a corner. G-EI2.
    pub corner_cut: bool,
    /// The rule for a side that cannot move. G-EI5.
    pub stalemate: Stalemate,
    /// The parts that are equal in equal positions. G-EI6.
    pub repetition_key: RepetitionKey,
    /// The number of occurrences of a position that makes a draw.
    pub repetition_count: u32,
    /// Number of actions after which a game is drawn. G-EI8.
    pub ply_cap: u32,
    /// Number of random actions at the start of a game. G-EI15.
    pub opening_plies: u32,
}

/// Returns every option of the rules.
pub fn options() -> Vec<OptionSpec> {
    vec![
        OptionSpec::int("games", 1, 1, 1000, "games of a match (G-EI16)"),
        OptionSpec::int("target", 0, 0, 10_000, "points that end the match early; 0 for none (G-EI16)"),
        OptionSpec::one_of(
            "starter",
            Starter::WORDS,
            "seat that starts a game: alternating, seat 1, or random (G-EI16)",
        ),
        OptionSpec::one_of("first_player", Colour::WORDS, "the colour that begins; sources differ (I3)"),
        OptionSpec::int("pieces_per_side", 12, 1, MOST_PIECES.into(), "pieces of a side (I2)"),
        OptionSpec::bool("corner_cut", false, "a lion steps from rim to rim across a corner; reconstructed (G-EI2)"),
        OptionSpec::one_of(
            "stalemate",
            Stalemate::WORDS,
            "a side that cannot move passes or ends the game; reconstructed (G-EI5)",
        ),
        OptionSpec::one_of(
            "repetition_key",
            RepetitionKey::WORDS,
            "what makes positions the same; reconstructed (G-EI6)",
        ),
        OptionSpec::int("repetition_count", 3, 2, 100, "number of occurrences of a position that makes a draw (I9)"),
        OptionSpec::int("ply_cap", 400, 1, 100_000, "actions after which a game is drawn; not a printed rule (G-EI8)"),
        OptionSpec::int(
            "opening_plies",
            0,
            0,
            40,
            "random actions at the start of a game, fewer than ply_cap (G-EI15)",
        ),
    ]
}

impl Rules {
    /// Returns the rules with the `given` options and defaults for the others.
    ///
    /// # Errors
    ///
    /// If an option is unknown or out of range, or if `opening_plies` is not below `ply_cap`.
    pub fn new(given: &Settings) -> Result<Self, OptionError> {
        let all = given.checked(&options())?;
        let rules = Rules {
            games: all.int("games") as u32,
            target: all.int("target") as u32,
            starter: all.pick("starter"),
            first_player: all.pick("first_player"),
            pieces: all.int("pieces_per_side") as u8,
            corner_cut: all.bool("corner_cut"),
            stalemate: all.pick("stalemate"),
            repetition_key: all.pick("repetition_key"),
            repetition_count: all.int("repetition_count") as u32,
            ply_cap: all.int("ply_cap") as u32,
            opening_plies: all.int("opening_plies") as u32,
        };
        if rules.opening_plies >= rules.ply_cap {
            let (plies, cap) = (rules.opening_plies, rules.ply_cap);
            let what = format!("opening_plies = {plies}: expected fewer than ply_cap, which is {cap}");
            return Err(OptionError::Together(what));
        }
        Ok(rules)
    }

    /// Returns the value of every option.
    pub fn settings(&self) -> Settings {
        Settings::from([
            ("games", Value::Int(self.games.into())),
            ("target", Value::Int(self.target.into())),
            ("starter", self.starter.word().into()),
            ("first_player", self.first_player.word().into()),
            ("pieces_per_side", Value::Int(self.pieces.into())),
            ("corner_cut", Value::Bool(self.corner_cut)),
            ("stalemate", self.stalemate.word().into()),
            ("repetition_key", self.repetition_key.word().into()),
            ("repetition_count", Value::Int(self.repetition_count.into())),
            ("ply_cap", Value::Int(self.ply_cap.into())),
            ("opening_plies", Value::Int(self.opening_plies.into())),
        ])
    }
}
