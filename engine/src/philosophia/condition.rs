//! The conditions for a labyrinth token. RULES.md P10.

ergo_core::words! {
    /// A condition, which each player can meet once.
    #[derive(Default)]
    pub enum Condition {
        /// Nine followings on the map.
        #[default]
        Followings = "followings",
        /// Four schools on the map.
        Schools = "schools",
        /// All placed tokens of one colour.
        Travel = "travel",
        /// Three debate tokens.
        Debate = "debate",
        /// Three wisdom cards.
        Learn = "learn",
        /// Three favours.
        Oracles = "oracles",
        /// The Olympic request.
        Olympic = "olympic",
    }
}
