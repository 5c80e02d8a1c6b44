//! Interactive use: matches in a terminal and in a browser, positions, explanations, first steps.

#[path = "../common/mod.rs"]
mod common;

mod clicks;
mod explain;
mod first_hour;
mod keyboard;
mod page;
mod pictures;
mod position;
mod terminal;
mod verified;
