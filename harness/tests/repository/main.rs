//! The workspace itself: its shape, what it rests on, what is committed beside it, and what its pages show.

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
mod readme;
