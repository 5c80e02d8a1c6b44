//! Everything of the house but its command line: games on a shelf, questions, matches, rows, statistics told, folders.
//!
//! `ergo-lab` is this with the verbs, and what others build on; its front page shows how. Whatever is `pub` here but not offered there
//! is for the verbs alone.
//!
//! | part | modules |
//! | --- | --- |
//! | what there is | [`shelf`], [`games`], [`arena`]: games behind one door; [`measure`], [`probe`] |
//! | what is asked | [`experiment`], [`design`], [`schedule`], [`seating`]; [`named`]: a bot by its name |
//! | playing | [`run`], [`compare`], [`exploit`], [`job`], [`shard`], [`training`], [`tune`], [`programs`] |
//! | what is written | [`folder`], [`manifest`], [`rows`], [`columns`], [`digest`], [`settings`], [`finished`] |
//! | what is reported | [`analysis`], [`findings`], [`report`], [`pages`], [`propose`], [`diff`], [`transcripts`], [`replay`] |
//! | one position, worked cases | [`arena::position`], [`cases`] |

#![warn(unreachable_pub)]

pub mod analysis;
pub mod arena;
pub mod called;
pub mod cases;
mod chairs;
pub mod columns;
pub mod compare;
pub mod conformance;
pub mod design;
pub mod diff;
pub mod digest;
pub mod experiment;
pub mod explain;
pub mod exploit;
pub mod findings;
pub mod finished;
mod first_matches;
pub mod folder;
pub mod games;
pub mod job;
pub mod manifest;
pub mod measure;
pub mod named;
pub mod pages;
pub mod probe;
mod probes;
pub mod programs;
pub mod propose;
pub mod recorded;
pub mod replay;
pub mod report;
pub mod rows;
pub mod run;
pub mod runner;
pub mod schedule;
pub mod sealed;
pub mod seating;
pub mod settings;
pub mod shard;
pub mod shelf;
pub mod signed;
pub mod slot;
mod stopwatch;
pub mod training;
pub mod transcripts;
pub mod tune;
pub mod verify;
