//! Asks, checks, repeats and writes down.
//!
//! An [`experiment`] is read and checked, its tables made by [`design`]. Its [`schedule`] lists the matches, each table in
//! its [`seating`]s, or its [`stages`] do one after another; `players` are seated, [`programs`] from outside among them;
//! who searches by a clock gets a `stopwatch`; the `referee` plays one match, the `runner` all of them as a
//! [`job`]: numbered tasks in parallel, with a ledger of what is done, ended by a program that never comes through its `debut`; `rows` are what is written down of each, their [`columns`] described, `cards` and `agency` take matches up `again` to see what cards and choices are worth, into a results
//! [`folder`] described by its [`manifest`]; or cut, for other machines, by [`shard`]. [`report`] turns rows
//! into tables and sentences, by the means of [`stats`], one [`measure`] at a time. [`run`] does all of that once,
//! `cost` says beforehand how long it takes, `verify` does it again and compares; a recorded match is [`told`], or `explain`ed: played again
//! with the bots asked what they weighed, and made a page by `replay`; [`diff`] puts two results side by side. [`compare`] plays until it is clear who is better, `tune` searches for better settings of agents, `propose` for better points of a design, in [`training`] nets learn to play, ERGO has more in its room ([`games::ergo`]): chances to
//! win of recorded rounds. `conformance` tries a program from outside. [`games`] knows every game by
//! name; [`position`] shows one position of any of them, [`play`] seats a person among agents, [`cases`] works out files of questions with their answers; `cli` and
//! `commands` are the way in.

#![warn(unreachable_pub)]
// Without the command line nobody asks for a part of what is here.
#![cfg_attr(not(feature = "command-line"), allow(dead_code, unused_imports))]

pub use arena::narrate::{Narrate, Narration, Told};
pub use ergo_stats as stats;
pub use lab::Lab;

pub mod arena;
pub mod cases;
mod chairs;
#[cfg(feature = "command-line")]
mod cli;
pub mod columns;
#[cfg(feature = "command-line")]
mod commands;
pub mod compare;
mod conformance;
#[cfg(feature = "command-line")]
mod cost;
mod debut;
pub mod design;
pub mod diff;
pub mod digest;
pub mod experiment;
mod explain;
pub mod folder;
pub mod games;
pub mod job;
pub mod lab;
pub mod manifest;
pub mod measure;
pub mod play;
pub mod probe;
mod probes;
pub mod programs;
mod propose;
mod recorded;
mod replay;
pub mod report;
mod rows;
pub mod run;
mod runner;
pub mod schedule;
pub mod seating;
pub mod settings;
pub mod shard;
pub mod shelf;
pub mod slot;
pub mod splice;
pub mod stages;
mod stopwatch;
pub mod told;
pub mod training;
mod tune;
mod verify;
