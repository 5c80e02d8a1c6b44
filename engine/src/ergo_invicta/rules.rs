//! The options of the rules. RULES.md, wherever an option is named.

use ergo_core::options::{OptionError, OptionSpec, Settings, Value};

use super::position::Colour;

/// The most pieces a side can have: together they fill half the board.
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
    /// The parts that must be equal for two positions to be the same. G-EI6.
    pub enum RepetitionKey {
        /// The squares and the side to move.
        BoardAndSide = "board_and_side",
        /// The squares.
        BoardOnly = "board_only",
    }
}

ergo_core::words! {
    /// Which seat begins a game of a match. G-EI16.
    pub enum Starter {
        /// Seats 1, 2, 1 and so on.
        Rotate = "rotate",
        /// Seat 1, always.
        Fixed = "fixed",
        /// Drawn for each game.
        Random = "random",
    }
}

/// The rules with every option settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The most games of a match. G-EI16.
    pub games: u32,
    /// Points that end the match early; 0 for none. G-EI16.
    pub target: u32,
    /// G-EI16.
    pub starter: Starter,
    /// The colour that begins.
    pub first_player: Colour,
    /// Pieces of a side.
    pub pieces: u8,
    /// Whether a lion steps from rim to rim across a corner. G-EI2.
    pub corner_cut: bool,
    /// G-EI5.
    pub stalemate: Stalemate,
    /// G-EI6.
    pub repetition_key: RepetitionKey,
    /// The occurrence of a position that draws.
    pub repetition_count: u32,
    /// Actions after which a game is drawn. G-EI8.
    pub ply_cap: u32,
    /// Actions that chance plays first. G-EI15.
    pub opening_plies: u32,
}

/// Every option of the rules.
pub fn options() -> Vec<OptionSpec> {
    vec![
        OptionSpec::int("games", 1, 1, 1000, "games of a match (G-EI16)"),
        OptionSpec::int("target", 0, 0, 10_000, "points that end the match early; 0: none (G-EI16)"),
        OptionSpec::one_of("starter", Starter::WORDS, "who begins a game: seats in turn, seat 1, or chance (G-EI16)"),
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
        OptionSpec::int("repetition_count", 3, 2, 100, "the occurrence of a position that draws (I9)"),
        OptionSpec::int("ply_cap", 400, 1, 100_000, "actions after which a game is drawn; ours, no rule (G-EI8)"),
        OptionSpec::int("opening_plies", 0, 0, 40, "actions that chance plays first, fewer than ply_cap (G-EI15)"),
    ]
}

impl Rules {
    /// The rules with `given` options, the rest by default.
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

    /// All options as they are.
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
