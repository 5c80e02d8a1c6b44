//! The conditions for a labyrinth token. RULES.md P10.

/// A condition; each is met once by each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Nine followings on the map.
    #[default]
    Followings,
    /// Four schools on the map.
    Schools,
    /// All placed tokens of one colour.
    Travel,
    /// Three debate tokens.
    Debate,
    /// Three wisdom cards.
    Learn,
    /// Three favours.
    Oracles,
    /// The Olympic request.
    Olympic,
}

impl Condition {
    /// All, in order.
    pub const ALL: [Condition; 7] = [
        Condition::Followings,
        Condition::Schools,
        Condition::Travel,
        Condition::Debate,
        Condition::Learn,
        Condition::Oracles,
        Condition::Olympic,
    ];

    /// As written.
    pub const fn word(self) -> &'static str {
        ["followings", "schools", "travel", "debate", "learn", "oracles", "olympic"][self as usize]
    }
}
