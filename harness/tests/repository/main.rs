//! The workspace: architecture, dependencies, committed files, help pages and README commands.

#[path = "../common/mod.rs"]
mod common;

mod architecture;
mod artefacts;
mod columns;
mod dependencies;
mod extension_patches;
mod help;
mod index_pages;
mod new;
mod new_crates;
mod new_experiment;
mod readme;
mod release;
