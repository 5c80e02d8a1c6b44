//! The library behind the command line of Ergo Lab: games, experiments, runs, statistics and reports.
//!
//! Use this crate to run self-play experiments from Rust: read an experiment, play its matches on any number of threads
//! with the same result, and report estimates with confidence intervals. The crate `ergo-lab` adds the command line and
//! re-exports everything here.
//!
//! # Examples
//!
//! Play one deal of ERGO in both seatings and compare two bots:
//!
//! ```
//! use ergo_harness::compare::Contest;
//! use ergo_harness::experiment::{Document, Experiment};
//! use ergo_harness::programs::Programs;
//!
//! let document = Document::parse(
//!     r#"
//!     question = "Is greedy better than random?"
//!     seed = 1
//!     [game]
//!     name = "ergo"
//!     [[entrant]]
//!     name = "greedy"
//!     agent = { kind = "greedy" }
//!     [[entrant]]
//!     name = "random"
//!     agent = { kind = "random" }
//!     [schedule]
//!     tables = [["greedy", "random"]]
//!     deals = 1
//!     "#,
//! )
//! .unwrap();
//! let experiment = Experiment::read(&document).unwrap();
//! let block = Contest::new(&experiment, Programs::new(None)).play(1);
//! assert_eq!(block.faults, 0);
//! assert!((0.0..=1.0).contains(&block.value)); // 0.5 if neither bot is better
//! ```
//!
//! # Modules
//!
//! Modules import only modules above them in this table:
//!
//! | module | content |
//! | --- | --- |
//! | [`storage`] | results folders, digests, sealed records |
//! | [`measure`], [`design`] | measures and columns; kinds of questions, factors, line-ups |
//! | [`job`] | parallel tasks, external programs, manifests |
//! | [`registry`] | games and agents behind object-safe traits; training, best responses |
//! | [`rows`] | CSV rows of rounds, seats and matches |
//! | [`report`] | estimates from rows ([`analysis`]), [`findings`], [`pages`] |
//! | [`probes`] | observers of matches with rows of their own |
//! | [`games`] | the built-in games, and the registry of games and probes |
//! | [`experiment`] | experiment files and schedules |
//! | [`run`] | running, resuming, sharding and verifying experiments |
//! | [`view`], [`tune`], [`propose`], [`conformance`], [`compare`] | replays and explanations; tuning, proposals, conformance tests, sequential comparisons |

#![warn(unreachable_pub)]

pub mod compare;
pub mod conformance;
pub mod design;
pub mod experiment;
pub mod games;
pub mod job;
pub mod measure;
pub mod probes;
pub mod propose;
pub mod registry;
pub mod report;
pub mod rows;
pub mod run;
pub mod storage;
pub mod tune;
pub mod view;

pub use compare::{diff, finished};
pub use experiment::schedule;
pub use games::game_registry;
pub use job::{manifest, programs};
pub use measure::columns;
pub use probes::probe;
pub use registry::training::{exploit, labelled_agent};
pub use registry::{arena, cases, settings, training};
pub use report::{analysis, findings, pages};
pub use rows::{seating, slot};
pub use run::{invocation, record, results_dir, runner, shard, verify};
pub use storage::{digest, folder, printable, sealed, signed};
pub use view::{explain, replay, transcripts};
