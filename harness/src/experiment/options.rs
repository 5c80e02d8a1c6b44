//! Words of `[schedule]`: in which seatings deals are played, and what happens when an agent fails to answer.

/// In which seatings each deal is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotations {
    /// Once for every seat: an order round the table drawn for the deal, everybody moving on by one. Each order as often as
    /// any other over the deals.
    Balanced,
    /// In all n! seatings.
    All,
    /// Once for every seat: the order round the table as it is written, everybody moving on by one.
    Cyclic,
    /// Once, as the table is written.
    None,
}

impl Rotations {
    /// The words for them, as in an experiment.
    pub(super) const WORDS: [(&str, Rotations); 4] = [
        ("balanced", Rotations::Balanced),
        ("all", Rotations::All),
        ("cyclic", Rotations::Cyclic),
        ("none", Rotations::None),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, rotations)| *rotations == self).map_or("", |(word, _)| word)
    }
}

/// What happens when an agent fails to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultRule {
    /// It loses that match, and the run goes on; but a program from outside that loses all of its first matches so ends it.
    Forfeit,
    /// It loses that match, and the run goes on however often.
    Count,
    /// The run stops after that match.
    Stop,
}

impl FaultRule {
    /// The words for them, as in an experiment.
    pub(super) const WORDS: [(&str, FaultRule); 3] =
        [("forfeit", FaultRule::Forfeit), ("count", FaultRule::Count), ("stop", FaultRule::Stop)];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, rule)| *rule == self).map_or("", |(word, _)| word)
    }
}
