//! Measures and reports: what is made of rows.

#[path = "../common/mod.rs"]
mod common;

mod agency;
mod estimands;
mod lab;
mod measures;
mod page;
mod pages;
mod pairs;
mod report;
mod snapshots;
mod tournaments;

use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::probe::Watched;

/// The probes asked for in every report of the house.
fn ideas() -> Vec<Watched> {
    let document = Document::parse(&common::toy("kuhn-poker", 1)).unwrap();
    Experiment::read(&document).unwrap().watched
}
