//! The program as a person meets it: matches at a terminal and in a browser, positions, explanations, the first hour.

#[path = "../common/mod.rs"]
mod common;

mod clicks;
mod explain;
mod first_hour;
mod page;
mod pictures;
mod position;
mod terminal;
mod verified;
