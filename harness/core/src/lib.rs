//! The library behind the command line of Ergo Lab: games by name, experiments, runs, statistics and reports.
//!
//! `ergo-lab` adds the verbs; its front page shows how to use both. Modules import only modules above them in this table:
//!
//! | module | job |
//! | --- | --- |
//! | [`storage`] | results folders, digests, sealed records |
//! | [`programs`] | outside programs: processes, sandbox |
//! | [`job`] | running tasks in parallel, the manifest of a run |
//! | [`measure`] | measures and their columns |
//! | [`training`] | nets that learn; best responses |
//! | [`registry`] | games, agents and probes by name |
//! | [`rows`] | CSV rows of rounds, seats and matches |
//! | [`games`] | the games that ship |
//! | [`experiment`] | experiment files, checked; the schedule |
//! | [`probes`] | observers that write rows of their own |
//! | [`analysis`], [`report`] | rows to estimates; findings, pages |
//! | [`run`] | playing, resuming, shards, verifying |
//! | [`view`] | replays, transcripts, explanations |
//! | [`compare`], [`tune`], [`propose`], [`conformance`] | verbs with a search or a test of their own |

#![warn(unreachable_pub)]

pub mod analysis;
pub mod compare;
pub mod conformance;
pub mod experiment;
pub mod games;
pub mod job;
pub mod measure;
pub mod probes;
pub mod programs;
pub mod propose;
pub mod registry;
pub mod report;
pub mod rows;
pub mod run;
pub mod storage;
pub mod training;
pub mod tune;
pub mod view;

pub use compare::diff;
pub use experiment::{design_points as design, schedule};
pub use job::manifest;
pub use measure::columns;
pub use probes::probe;
pub use registry::{arena, cases, settings, shelf};
pub use report::{findings, pages};
pub use rows::{seating, slot};
pub use run::{finished, invocation, recorded, runner, shard, verify};
pub use storage::{digest, folder, sealed, signed};
pub use training::{exploit, labelled_agent};
pub use view::{explain, replay, transcripts};
