//! Plays games between programs by the thousand, and says what came of it with its uncertainty.
//!
//! ```
//! use ergo_lab::prelude::*;
//!
//! // A question, as it stands in a file of `experiments/`.
//! let text = "question = \"ProcessLabel gains?\"\nseed = 1\n[game]\nname = \"kuhn-poker\"\n\
//!     [[entrant]]\nname = \"a\"\nagent = { kind = \"random\" }\n\
//!     [[entrant]]\nname = \"b\"\nagent = { kind = \"ismcts\", iterations = 20 }\n\
//!     [schedule]\ntables = [[\"a\", \"b\"]]\ndeals = 5\n";
//! let experiment = Experiment::read_with_registry(&Document::parse(text)?, &standard())?;
//!
//! // Played into a folder: rows, summary and report are the same bytes each time.
//! let folder = tempfile::tempdir()?;
//! let options = RunOptions { threads: 1, mode: Mode::Begin, command: String::new() };
//! let ran = run(&experiment, folder.path(), &options, |_| ())?;
//! assert_eq!((ran.manifest.matches, ran.manifest.complete), (10, true));
//! assert!(folder.path().join("report.md").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Three things plug in, each by one value: a game ([`arena::Registration`]), an agent ([`agents::registry::Entry`]), somebody who watches and
//! reports ([`probe::Probe`]). [`Lab`] is the whole program with them; `ergo new game` writes a crate that adds one of each.
//!
//! | part | modules |
//! | --- | --- |
//! | registries | [`game_registry`], [`games`], [`arena`]: games behind object-safe traits; [`measure`], [`probe`] |
//! | what is asked | [`experiment`], [`design`], [`schedule`], [`seating`] |
//! | playing | [`run`], [`compare`], [`exploit`], [`job`], [`shard`], [`training`], [`programs`], [`play`] |
//! | what is written | [`folder`], [`manifest`], [`columns`], [`digest`], [`settings`], [`finished`] |
//! | what is reported | [`analysis`], [`findings`], [`report`], [`pages`], [`stats`], [`diff`], [`transcripts`] |
//! | one position, worked cases | [`arena::position`], [`cases`] |

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
/// For states of one's own: with `#[serde(crate = "ergo_lab::serde")]` a crate needs no second dependency.
pub use serde;

/// The imports that a crate of one's own needs: `use ergo_lab::prelude::*;`.
pub mod prelude {
    pub use crate::Lab;
    pub use crate::agents::registry::{Entry, Place, Registry};
    pub use crate::agents::{Agent, AgentFault, Decision};
    pub use crate::arena::{DecisionRecord, Ending, Records as RecordNames, Registration, RoundView};
    pub use crate::engine::game::{Game, GameInfo, Information, Outcome, PerfectInformation, Records, Status};
    pub use crate::engine::options::{Configurable, OptionError, OptionSpec, Settings};
    pub use crate::engine::rng::Rng;
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
