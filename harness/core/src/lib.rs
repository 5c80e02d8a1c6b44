//! The library behind the command line of Ergo Lab: games by name, experiments, runs, statistics and reports.
//!
//! `ergo-lab` adds the verbs; its front page shows how to use both. Modules import only modules above them in this table:
//!
//! | module | job |
//! | --- | --- |
//! | [`storage`] | results folders, digests, sealed records |
//! | [`measure`], [`design`] | measures and columns; kinds of questions, factors, line-ups |
//! | [`job`] | tasks in parallel, outside programs, the manifest of a run |
//! | [`registry`] | games and agents behind object-safe traits; training, best responses |
//! | [`rows`] | CSV rows of rounds, seats and matches |
//! | [`report`] | rows to estimates ([`analysis`]), [`findings`], [`pages`] |
//! | [`probes`] | observers that write rows of their own |
//! | [`games`] | the games that ship, and the registry of games and probes |
//! | [`experiment`] | experiment files, checked; the schedule |
//! | [`run`] | playing, resuming, shards, verifying |
//! | [`view`], [`tune`], [`propose`], [`conformance`], [`compare`] | replays and explanations; verbs with a search or a test of their own |

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
pub use run::{invocation, record, recorded, runner, shard, verify};
pub use storage::{digest, folder, sealed, signed};
pub use view::{explain, replay, transcripts};
