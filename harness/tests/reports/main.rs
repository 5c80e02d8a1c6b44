//! Measures and reports: what is made of rows.

#[path = "../common/mod.rs"]
mod common;

mod agency;
mod estimands;
mod facts;
mod intervals;
mod lab;
mod measures;
mod opening;
mod page;
mod pages;
mod pairs;
mod repeated;
mod report;
mod sweeps;
mod tournaments;

use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::probe::Watched;

/// The probes asked for in every report of the house.
fn ideas() -> Vec<Watched> {
    let document = Document::parse(&common::toy("kuhn-poker", 1)).unwrap();
    Experiment::read(&document).unwrap().watched
}
