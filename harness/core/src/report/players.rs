//! Bots as a report names them.

/// A bot under the name it plays by.
#[derive(Clone, Debug)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Its kind in a sentence; of several kinds where arms seat others under one name.
    pub about: String,
    /// Settings that are not those a bot of its kind has by itself: `at_end = false`. Empty if there are none.
    pub settings: String,
}
