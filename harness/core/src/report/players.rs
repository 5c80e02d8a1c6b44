//! The entrants as a report describes them.

/// An entrant with its description.
#[derive(Clone, Debug)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The description of its kind; several if arms use different kinds.
    pub about: String,
    /// The settings that differ from the defaults of its kind, for example `at_end = false`; empty if there are none.
    pub settings: String,
}
