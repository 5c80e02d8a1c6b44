//! Page one of a design: what is as it should be, what matters most, and what to change first.

mod arms;
mod first;
mod lights;
mod section;
mod sentences;
mod target;

use crate::probe::{Idea, Place, Plain};

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "targets", begin: |_| Box::new(Plain(|facts| Place::First.of(section::section(facts)))) };
