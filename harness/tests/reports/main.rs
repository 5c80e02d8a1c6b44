//! Measures and reports, computed from rows.

#[path = "../common/mod.rs"]
mod common;

mod agency;
mod estimands;
mod factorial_designs;
mod measures;
mod page;
mod pages;
mod pairs;
mod report;
mod snapshots;
mod tournaments;
