//! The tools of one game, beneath its name.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::flags::key_and_value;

/// What `ergo game` is told.
#[derive(Args)]
pub(crate) struct GameArgs {
    /// The game: see `ergo games`
    pub game: String,
    /// Which of its tools
    #[command(subcommand)]
    pub tool: GameTool,
}

/// The tools that a game may have.
#[derive(Subcommand)]
pub(crate) enum GameTool {
    /// Say what a proof of ERGO says: a verdict for each variable, and the points
    Judge(JudgeArgs),
    /// List all distinct outcomes of one turn of ERGO
    Moves(MovesArgs),
    /// What chance to win a match of ERGO does a score give? Made of recorded rounds
    Equity(EquityArgs),
}

impl GameTool {
    /// As it is typed.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            GameTool::Judge(_) => "judge",
            GameTool::Moves(_) => "moves",
            GameTool::Equity(_) => "equity",
        }
    }
}

/// What `ergo equity` is told.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("do").required(true))]
pub(crate) struct EquityArgs {
    /// A results folder with its rows; with --show the scores, such as 30,45
    #[arg(value_name = "RESULTS")]
    pub what: String,
    /// Take rows that were changed after the run
    #[arg(long)]
    pub rows_changed: bool,
    /// Make a table of the rounds recorded there, and write it to this file
    #[arg(long, value_name = "FILE", group = "do")]
    pub out: Option<PathBuf>,
    /// Print the chances that a table gives at these scores
    #[arg(long, value_name = "FILE", group = "do")]
    pub show: Option<PathBuf>,
    /// With --show: 95 % intervals of the chances, from the results folder that the table was made of
    #[arg(long, value_name = "RESULTS", requires = "show")]
    pub errors: Option<PathBuf>,
    /// Compare the chances of a table with the matches recorded there
    #[arg(long, value_name = "FILE", group = "do")]
    pub check: Option<PathBuf>,
    /// Only matches between these, with commas between [default: all matches]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub entrants: Vec<String>,
    /// Only tables of so many seats
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub seats: Option<u8>,
    /// Only matches of this arm
    #[arg(long)]
    pub arm: Option<String>,
    /// Keep every Nth score, and the last; what lies between is interpolated
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub step: u16,
    /// With --show: the seat that starts the next round; it counts where the start rotates
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub next: Option<u8>,
    /// Make it for other ends of a match: game.rules.target, game.rules.ties or game.rules.starter
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
}

/// Options of the rules of ERGO.
#[derive(Args)]
pub(crate) struct RuleArgs {
    /// Change an option, such as rules.then_chain=right
    #[arg(long, value_name = "rules.KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
}

/// What `ergo judge` is told.
#[derive(Args)]
pub(crate) struct JudgeArgs {
    /// The proof, such as "A|B / ~B>C / D"
    pub proof: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
}

/// What `ergo moves` is told.
#[derive(Args)]
pub(crate) struct MovesArgs {
    /// The proof as it lies, "-" or "" if there is none
    #[arg(long, value_name = "PROOF", allow_hyphen_values = true)]
    pub proof: String,
    /// The mover's cards, such as "AB&~((T"; the mover is A
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: String,
    /// A Fallacy lies before the mover
    #[arg(long)]
    pub fallacy: bool,
    /// Letters of the players that may be hit by a Fallacy
    #[arg(long, value_name = "LETTERS", default_value = "", allow_hyphen_values = true)]
    pub targets: String,
    /// Print only how many outcomes and proofs there are
    #[arg(long)]
    pub count: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
}
