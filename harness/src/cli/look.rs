//! What the verbs are told that look at what there is.

use std::path::PathBuf;

use clap::Args;

/// What `ergo replay` is told.
#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// A transcripts.jsonl, or the results folder that holds one
    pub transcripts: PathBuf,
    /// Only the match with this number
    #[arg(long = "match", value_name = "N")]
    pub number: Option<u64>,
    /// Only matches that this entrant sat in and did not win
    #[arg(long, value_name = "NAME")]
    pub lost_by: Option<String>,
    /// Write one match, the first that is asked for, as a page of its own to this file
    #[arg(long, value_name = "OUT.html", conflicts_with_all = ["json", "explain", "mistakes"])]
    pub html: Option<PathBuf>,
    /// Play the match again and list the decisions by which bots gave away most, as one who sees all cards sees it
    #[arg(long, value_name = "N", conflicts_with_all = ["json", "explain"])]
    pub mistakes: Option<u16>,
    /// Print one JSON object for each match, or for each decision with --explain
    #[arg(long)]
    pub json: bool,
    /// Play the match again and say of each decision what the bot saw and weighed, and what a searcher that sees all cards
    /// would do; needs --match and the experiment.toml beside the transcripts
    #[arg(long, requires = "number")]
    pub explain: bool,
    /// Only the decision with this number
    #[arg(long, value_name = "N", requires = "explain")]
    pub decision: Option<usize>,
    /// Start the programs from outside that played; without this they are only shown
    #[arg(long)]
    pub run_programs: bool,
}

/// What `ergo diff` is told.
#[derive(Args)]
pub(crate) struct DiffArgs {
    /// A results folder
    pub a: PathBuf,
    /// Another
    pub b: PathBuf,
    /// Show every difference, not only those that are clear
    #[arg(long)]
    pub all: bool,
}

/// What `ergo games` is told.
#[derive(Args)]
pub(crate) struct GamesArgs {
    /// Describe every column of every file of results instead
    #[arg(long)]
    pub columns: bool,
    /// As types for programs
    #[arg(long, requires = "columns")]
    pub json: bool,
}

/// What `ergo cases` is told.
#[derive(Args)]
pub(crate) struct CasesArgs {
    /// The game
    pub game: String,
    /// The file, one case a line
    pub file: PathBuf,
}
