//! Self-play experiments and tournaments for board games.
//!
//! Ergo Lab plays thousands of seeded matches between programs, writes CSV rows for every round, and estimates each measure with a
//! 95 % interval. The same seed gives the same bytes. This crate is the program `ergo`, and the library for adding games, agents and
//! probes from another crate.
//!
//! # Example
//!
//! Run an experiment of ten matches of Kuhn poker:
//!
//! ```
//! use ergo_lab::prelude::*;
//!
//! // The text of an experiment file, as in the folder `experiments/`.
//! let text = "question = \"Does ISMCTS beat random play?\"\nseed = 1\n[game]\nname = \"kuhn-poker\"\n\
//!     [[entrant]]\nname = \"a\"\nagent = { kind = \"random\" }\n\
//!     [[entrant]]\nname = \"b\"\nagent = { kind = \"ismcts\", iterations = 20 }\n\
//!     [schedule]\ntables = [[\"a\", \"b\"]]\ndeals = 5\n";
//! let experiment = Experiment::read_with_registry(&Document::parse(text)?, &standard())?;
//!
//! // Rows, summary and report are the same bytes in every run.
//! let folder = tempfile::tempdir()?;
//! let options = RunOptions { threads: 1, mode: Mode::Begin, command: String::new() };
//! let ran = run(&experiment, folder.path(), &options, |_| ())?;
//! assert_eq!((ran.manifest.matches, ran.manifest.complete), (10, true));
//! assert!(folder.path().join("report.md").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Adding games, agents and probes
//!
//! Register a game ([`arena::Registration`]), an agent ([`agents::registry::Entry`]) or an observer of matches ([`probe::Probe`]) with
//! [`Lab`], and the crate's binary has the whole command line. `ergo new game DIR` writes a crate with one of each.
//!
//! # Modules
//!
//! | subject | modules |
//! | --- | --- |
//! | registries | [`game_registry`], [`games`], [`arena`] (games behind object-safe traits), [`measure`], [`probe`] |
//! | experiments | [`experiment`], [`design`], [`schedule`], [`seating`] |
//! | playing | [`run`], [`compare`], [`exploit`], [`job`], [`shard`], [`training`], [`programs`], [`play`] |
//! | results folders | [`folder`], [`manifest`], [`columns`], [`digest`], [`settings`], [`finished`] |
//! | statistics and reports | [`analysis`], [`findings`], [`report`], [`pages`], [`stats`], [`diff`], [`transcripts`] |
//! | single positions, worked cases | [`arena::position`], [`cases`] |

#![warn(unreachable_pub)]

pub use ergo_agents as agents;
pub use ergo_engine as engine;
pub use ergo_harness::arena::narrate::{MatchRecord, Narration};
pub use ergo_harness::{
    analysis, arena, cases, columns, compare, design, diff, digest, experiment, exploit, findings, finished, folder,
    game_registry, games, job, manifest, measure, pages, probe, programs, report, run, schedule, seating, settings,
    shard, slot, training, transcripts,
};
pub use ergo_stats as stats;
pub use lab::Lab;
/// The crate `serde`, re-exported for derives with `#[serde(crate = "ergo_lab::serde")]`.
pub use serde;

/// Common imports for a crate that adds games, agents or probes: `use ergo_lab::prelude::*;`.
pub mod prelude {
    pub use crate::Lab;
    pub use crate::agents::agent::{Candidate, Explanation};
    pub use crate::agents::registry::{AgentContext, Entry, Registry};
    pub use crate::agents::search::options::SearchOptions;
    pub use crate::agents::search::registry::{perfect_information, standard_agents};
    pub use crate::agents::{Agent, AgentFault, Decision};
    pub use crate::arena::presentation::{ActionDescription, Presentation};
    pub use crate::arena::{DecisionRecord, Ending, Records as RecordNames, Registration, RoundView};
    pub use crate::engine::field::Field;
    pub use crate::engine::game::{
        ActionView, Game, GameInfo, Information, Outcome, PerfectInformation, Records, RoundRecord, Status,
    };
    pub use crate::engine::options::{Configurable, OptionError, OptionSpec, Settings};
    pub use crate::engine::rng::{Rng, Seed, below, shuffle};
    pub use crate::engine::seat::{Seat, SeatCount, SeatMap};
    pub use crate::experiment::{Document, Experiment};
    pub use crate::games::standard;
    pub use crate::job::{Mode, RunOptions};
    pub use crate::probe::{
        Analysis, Cell, DataTable, Detail, FilePaths, MatchObserver, PlotFile, Probe, RowWriter, RowsError, RunData,
        WatchedMatch,
    };
    pub use crate::run::run;
    pub use serde::Serialize;
}

#[cfg(feature = "command-line")]
mod commands;
#[cfg(feature = "command-line")]
mod cost;
pub mod lab;
#[cfg(feature = "command-line")]
pub mod play;
