//! Measures and reports: what is made of rows.

#[path = "../common/mod.rs"]
mod common;

mod agency;
mod equity;
mod estimands;
mod facts;
mod lab;
mod luck;
mod measures;
mod page;
mod pages;
mod pairs;
mod repeated;
mod report;
mod tournaments;
