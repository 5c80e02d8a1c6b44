//! The command line.

mod flags;
mod game;
pub(crate) mod help;
mod look;
mod shard;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use flags::{Threads, key_and_value};
pub(crate) use game::{EquityArgs, GameArgs, GameTool, JudgeArgs, MovesArgs, RuleArgs};
pub(crate) use look::{CasesArgs, DiffArgs, GamesArgs, ReplayArgs};
pub(crate) use shard::{ShardArgs, ShardMergeArgs, ShardPlanArgs, ShardStatusArgs, ShardVerb};

/// Plays games between programs by the thousand, and writes down what happened.
#[derive(Parser)]
#[command(name = "ergo", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// What the program does.
#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Play an experiment and write its results folder
    Run(RunArgs),
    /// Play the experiment of a results folder again and compare every digest
    Verify(VerifyArgs),
    /// Cut an experiment into shards for an array engine, run one, look at them, merge them
    Shard(ShardArgs),
    /// Write the reports of a results folder again from its rows; plays nothing
    Report(ReportArgs),
    /// Is B better than A? Plays until the answer is clear
    Compare(CompareArgs),
    /// How can a bot be beaten? The best answer to it, exactly or as far as it is found
    Exploit(ExploitArgs),
    /// How many matches does it take to see a difference?
    Plan(PlanArgs),
    /// Find better settings for an agent, against a fixed panel
    Tune(TuneArgs),
    /// Propose better points of a design that was played, and write the experiment that confirms them
    Propose(ProposeArgs),
    /// Train a net by self-play
    Train(TrainArgs),
    /// The tools of one game
    Game(GameArgs),
    /// The former spelling of a tool of ERGO
    #[command(flatten)]
    Former(GameTool),
    /// Show recorded matches turn by turn
    Replay(ReplayArgs),
    /// Put two results folders side by side: what was asked, and what came out
    Diff(DiffArgs),
    /// Play a match against agents yourself, in the terminal or in a browser
    Play(PlayArgs),
    /// Work out a file of worked cases, and say which come out otherwise
    Cases(CasesArgs),
    /// Show one position of any game: its state and legal actions, as one line of JSON
    Position(PositionArgs),
    /// List the games with every option, its default and range
    Games(GamesArgs),
    /// List the agents with every setting, its default and range; or check a program of your own
    Agents(AgentsArgs),
    /// Put a table of all results between the marks of a Markdown file
    Splice(SpliceArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
}

/// What `ergo run` is told.
#[derive(Args)]
pub(crate) struct RunArgs {
    /// The experiment, a TOML file
    pub experiment: PathBuf,
    /// The results folder [default: results/ and the name of the experiment]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Continue an interrupted run
    #[arg(long)]
    pub resume: bool,
    /// Give up an interrupted run and start over
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
    /// Take a first look: play as little as the table [quick] of the experiment says, into a folder whose name ends in -quick
    #[arg(long)]
    pub quick: bool,
    /// Say how long it would take on this machine, by a few of its matches, and play nothing more
    #[arg(long)]
    pub cost: bool,
    /// Change a value of the experiment, such as game.rules.cards.not=4 or schedule.deals=10
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
}

/// What `ergo verify` is told.
#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The results folder
    pub folder: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Start the programs from outside that its experiment names; without this they are only shown
    #[arg(long)]
    pub run_programs: bool,
}

/// What `ergo report` is told.
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The results folder
    pub folder: PathBuf,
    /// Take rows that were changed after the run, and say so in the report
    #[arg(long)]
    pub rows_changed: bool,
}

/// What `ergo compare` is told.
#[derive(Args)]
pub(crate) struct CompareArgs {
    /// An agent: kind, or kind:key=value,key=value
    pub a: String,
    /// Another: the one that might be better
    pub b: String,
    /// The game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// How many sit at a table; 1 where a game is played alone
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seats: u8,
    /// Agents that both A and B sit among, at the same deals, such as greedy,best-of:drawn=8
    #[arg(long, value_name = "AGENTS", conflicts_with = "seats")]
    pub against: Option<String>,
    /// What is compared: wins, or margin (own score less the mean of the others' at the end of a match)
    #[arg(long, default_value = "wins", value_parser = ["wins", "margin"])]
    pub by: String,
    /// The number all deals derive from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// H0: B's advantage is this or less, in normalised Elo
    #[arg(long, default_value_t = 0.0, allow_hyphen_values = true)]
    pub zero: f64,
    /// H1: B's advantage is this or more, in normalised Elo
    #[arg(long, default_value_t = 10.0, allow_hyphen_values = true)]
    pub one: f64,
    /// The most often H1 is accepted where H0 is true
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// The most often H1 is rejected where it is true
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,
    /// Blocks (deals) after which it stays open
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub most_blocks: u64,
    /// Change the rules, such as game.rules.cards.not=4
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    /// Play it with this many seeds, write nothing, and print what each needed
    #[arg(long, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub repeat: Option<u32>,
    /// The folder of the record [default: results/compare-B-with-A-n-seats]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Continue an interrupted comparison
    #[arg(long)]
    pub resume: bool,
    /// Give up what is in the folder and start over
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
    /// Write what is asked into the folder, and play nothing: ergo shard plan cuts it into waves of blocks
    #[arg(long, requires = "out", conflicts_with_all = ["resume", "fresh", "repeat"])]
    pub ask: bool,
}

/// What `ergo exploit` is told.
#[derive(Args)]
pub(crate) struct ExploitArgs {
    /// The bot: kind, or kind:key=value,key=value
    pub bot: String,
    /// The game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// How many sit at the table
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=6))]
    pub seats: u8,
    /// Deals on which the best responder is valued, in every seat; a quarter as many others choose it
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    pub deals: u64,
    /// Playouts of a decision of a responder that searches
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub playouts: u64,
    /// Rounds that a net learns from against the bot, where nets learn the game; 0: none does
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(0..=100_000_000))]
    pub rounds: u64,
    /// Where the whole game has no more moments than this, the best answer is exact
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(0..=100_000_000))]
    pub moments: u64,
    /// For the exact answer: how often the bot is asked about each thing a seat can know
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(20..=10_000_000))]
    pub asked: u64,
    /// The number that all deals and choices derive from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Change a rule, such as cards.not=4
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
}

/// What `ergo train` is told.
#[derive(Args)]
pub(crate) struct TrainArgs {
    /// The game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// How many sit at the table
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub seats: u8,
    /// The number all deals, weights and choices derive from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Rounds to play
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub rounds: u64,
    /// Rounds played with the same weights before these change
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub batch: u64,
    /// Units of each hidden layer, such as 64 or 64,32
    #[arg(long, value_name = "UNITS", default_values_t = [64], value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub hidden: Vec<u16>,
    /// How much of a target comes from further on than the next turn, 0 to 1
    #[arg(long, default_value_t = 0.8, value_parser = share)]
    pub lambda: f64,
    /// About how far a weight moves in a step at first
    #[arg(long, default_value_t = 0.0015, value_parser = share)]
    pub rate: f64,
    /// The same at the end
    #[arg(long, default_value_t = 0.00005, value_parser = share)]
    pub last_rate: f64,
    /// Chance that a turn is drawn at random at first
    #[arg(long, default_value_t = 0.15, value_parser = share)]
    pub explore: f64,
    /// The same at the end
    #[arg(long, default_value_t = 0.02, value_parser = share)]
    pub last_explore: f64,
    /// Points of margin below the best by which a turn loses the factor e of its chance at first; 0: always the best
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, value_parser = temperature)]
    pub temperature: f64,
    /// The same at the end
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, value_parser = temperature)]
    pub last_temperature: f64,
    /// Chance that a seat is played by a greedy agent; one seat is always the net's
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    pub guest: f64,
    /// Last part of the run whose weights are averaged into those that are kept
    #[arg(long, default_value_t = 0.25, value_parser = share)]
    pub averaged: f64,
    /// Deals of each trial against greedy
    #[arg(long, value_name = "DEALS", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub trial: u64,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
    /// The folder for the weights [default: results/net-SEATS-seats-seed-SEED, of other games net-GAME-SEATS-…]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Continue an interrupted run
    #[arg(long)]
    pub resume: bool,
    /// Give up what is in the folder and start over
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
}

/// What `ergo plan` is told.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("lead").required(true))]
pub(crate) struct PlanArgs {
    /// B's advantage that is to be seen, as a share of the wins, such as 0.02
    #[arg(long, group = "lead", value_name = "SHARE", allow_hyphen_values = true)]
    pub difference: Option<f64>,
    /// The same in points a match, such as 0.5; takes --pilot or --deviation
    #[arg(long, group = "lead", value_name = "POINTS", allow_hyphen_values = true)]
    pub margin: Option<f64>,
    /// The same as a difference of ratings, such as 20
    #[arg(long, group = "lead", allow_hyphen_values = true)]
    pub elo: Option<f64>,
    /// How many sit at a table [default: 2, or as in the pilot]
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=6))]
    pub seats: Option<u8>,
    /// With --margin: its standard deviation in one match, in points
    #[arg(long, value_name = "POINTS", conflicts_with = "pilot")]
    pub deviation: Option<f64>,
    /// Plan for compare --against: the variance of B less A on the same deals by that on different ones, such as 0.3
    #[arg(long, conflicts_with = "pilot")]
    pub ratio: Option<f64>,
    /// Probability of seeing a lead where there is none: at a fixed length on both sides together, of compare on one
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability of seeing it where there is
    #[arg(long, default_value_t = 0.8)]
    pub power: f64,
    /// The folder of a comparison whose blocks are a pilot run
    #[arg(long, value_name = "DIR")]
    pub pilot: Option<PathBuf>,
    /// With --pilot: take rows that were changed after the comparison
    #[arg(long, requires = "pilot")]
    pub rows_changed: bool,
    /// The number the draws derive from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// What `ergo tune` is told.
#[derive(Args)]
pub(crate) struct TuneArgs {
    /// The agent as it is: kind, or kind:key=value,key=value
    pub agent: String,
    /// Who it meets: an agent for all other seats, or one for each, joined by +; may be given several times
    #[arg(long, value_name = "PANEL", required = true)]
    pub against: Vec<String>,
    /// What to tune: numeric settings with commas between; key=least..most searches only there
    #[arg(long, value_name = "KEYS")]
    pub keys: String,
    /// The game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// How many sit at a table
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=6))]
    pub seats: u8,
    /// What is to grow: margin, own points less the mean of the others' a round (in matches of one round, where the rules
    /// have a max_rounds), or win_share
    #[arg(long, default_value = "margin", value_parser = ["margin", "win_share"])]
    pub aim: String,
    /// How many generations of candidates
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub generations: u32,
    /// Candidates in a generation [default: 2 (4 + 3 ln k) for k keys]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(4..=10_000))]
    pub population: Option<u16>,
    /// Deals on which each candidate of a generation is valued, in every seat
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub deals: u32,
    /// Deals, never searched on, on which the answer is checked
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub held_out: u32,
    /// The number that all deals and candidates derive from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Change the rules, such as game.rules.cards.not=4
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    /// The folder of the record [default: results/tune-AGENT-n-seats]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Continue an interrupted search
    #[arg(long)]
    pub resume: bool,
    /// Give up what is in the folder and start over
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
}

/// What `ergo propose` is told.
#[derive(Args)]
pub(crate) struct ProposeArgs {
    /// The results folder of an experiment with a [design] and [targets], with its rows
    #[arg(value_name = "RESULTS")]
    pub folder: PathBuf,
    /// The folder to be made: front.csv, front.svg, experiment.toml and proposal.md
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// How many proposed points the written experiment plays beside the base
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub best: u8,
    /// How many candidates are drawn over all levels, beside those near the base, the points played and the front
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u16).range(1..))]
    pub candidates: u16,
    /// Deals of each table in the written experiment [default: as many matches as the design had]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub deals: Option<u32>,
    /// The number that candidates, and the seed of the written experiment, derive from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Take rows that were changed after the run
    #[arg(long)]
    pub rows_changed: bool,
}

/// What `ergo play` is told.
#[derive(Args)]
pub(crate) struct PlayArgs {
    /// The game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// Who you play against: an agent for all other seats, or one for each, with commas between [default: td for ERGO]
    #[arg(long, value_name = "AGENTS")]
    pub against: Option<String>,
    /// How many sit at the table [default: one more than the agents named, if the game has so many]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seats: Option<u8>,
    /// Your seat
    #[arg(long, value_name = "SEAT", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seat: u8,
    /// Whom a hint (?) asks what it would do: kind, or kind:key=value,key=value [default: td for ERGO]
    #[arg(long, value_name = "AGENT")]
    pub hints: Option<String>,
    /// The number the match derives from: the same gives the same deal [default: another every time; it is printed]
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: Option<u64>,
    /// Change a rule, such as cards.not=4
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    /// The file of the transcript, for ergo replay [default: played-GAME-SEED.jsonl]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play in a browser on this machine; prints the address to open
    #[arg(long)]
    pub page: bool,
}

/// What `ergo position` is told.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// The game
    pub game: String,
    /// Actions to be played, in the notation of the game; after -- if one begins with -
    pub actions: Vec<String>,
    /// Change a rule, such as corner_cut=true
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    /// How many sit at the table [default: as in the position, or the fewest]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seats: Option<u8>,
    /// The position or deal, as the game writes it; @FILE reads it from a file
    #[arg(long, value_name = "TEXT|@FILE", allow_hyphen_values = true, conflicts_with = "seed")]
    pub from: Option<String>,
    /// The number that the deal derives from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Also what this seat knows
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seat: Option<u8>,
    /// Print how many lists of 1, 2 … so many legal actions there are, and nothing else
    #[arg(long, value_name = "DEPTH", conflicts_with_all = ["seat", "agent"], value_parser = clap::value_parser!(u8).range(1..=60))]
    pub perft: Option<u8>,
    /// Also what this agent plays: kind, or kind:key=value,key=value
    #[arg(long, value_name = "AGENT")]
    pub agent: Option<String>,
    /// The number that the chance of that agent derives from
    #[arg(long, value_name = "N", default_value_t = 1, requires = "agent", value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub agent_seed: u64,
}

/// What `ergo agents` is told.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct AgentsArgs {
    /// Only this kind, of every game that has it
    pub kind: Option<String>,
    /// What to do instead of listing them.
    #[command(subcommand)]
    pub verb: Option<AgentsVerb>,
}

/// What `ergo agents` does besides listing them.
#[derive(Subcommand)]
pub(crate) enum AgentsVerb {
    /// Try whether a program keeps to the protocol, and say what is right and what is wrong
    Check(CheckArgs),
}

/// What `ergo agents check` is told.
#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The command that starts it, such as 'python3 my_bot.py'
    pub command: String,
    /// The game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// How many sit at a table, such as 2,4 [default: every number the game has]
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seats: Vec<u8>,
    /// How many matches it plays in each seat of each table
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub matches: u32,
    /// The number all matches derive from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Change a setting of its entrant, such as results=true, move_ms=100 or memory_mb=0
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
}

/// What `ergo splice` is told.
#[derive(Args)]
pub(crate) struct SpliceArgs {
    /// The Markdown file, with the lines <!-- results:begin --> and <!-- results:end -->
    pub file: PathBuf,
    /// The folder of results folders
    #[arg(default_value = "results")]
    pub results: PathBuf,
}

/// What `ergo completions` is told.
#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

fn temperature(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(points) if (0.0..=100.0).contains(&points) => Ok(points),
        _ => Err("expected points from 0 to 100".to_owned()),
    }
}

/// An error of the command line as one line.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let line = lines.collect::<Vec<_>>().join(" ");
    format!("{}, see ergo --help", line.trim_start_matches("error: "))
}
