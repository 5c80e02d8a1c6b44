//! The choices asked of the seat to move, and how a match ends.

/// The choice asked of the seat to move. "Notation" in RULES.md.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Node {
    #[default]
    Move,
    /// How to use the token that was turned up.
    Token,
    /// Which oracle card to play, if any.
    Card,
    /// Whether to cancel it.
    Retract,
    /// Which argument card to put back.
    Return,
    /// Which action to take.
    Act,
    /// Whether a summary is approved.
    Judge,
    /// Which oracle card to keep.
    Take,
    Bid,
    /// Whether to set the timeline back.
    Chronos,
    /// Where to put a following.
    Place,
    /// Which card to attack with.
    Lead,
    /// Which card to defend with.
    Reply,
    Lay,
    Buy,
    /// Where to put a following of the Moirai.
    MoiraiPlace,
    /// Nothing: the match is over.
    Over,
}

impl Node {
    /// All.
    pub const ALL: [Node; 17] = [
        Node::Move,
        Node::Token,
        Node::Card,
        Node::Retract,
        Node::Return,
        Node::Act,
        Node::Judge,
        Node::Take,
        Node::Bid,
        Node::Chronos,
        Node::Place,
        Node::Lead,
        Node::Reply,
        Node::Lay,
        Node::Buy,
        Node::MoiraiPlace,
        Node::Over,
    ];

    /// As written.
    pub const fn word(self) -> &'static str {
        [
            "move",
            "token",
            "card",
            "retract",
            "return",
            "act",
            "judge",
            "take",
            "bid",
            "chronos",
            "place",
            "lead",
            "reply",
            "lay",
            "buy",
            "moirai_place",
            "over",
        ][self as usize]
    }
}

/// The use made of the token of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum TokenUse {
    Bonus,
    Keep,
    Both,
}

impl TokenUse {
    /// All.
    pub const ALL: [TokenUse; 3] = [TokenUse::Bonus, TokenUse::Keep, TokenUse::Both];

    /// As written.
    pub const fn word(self) -> &'static str {
        ["bonus", "keep", "both"][self as usize]
    }
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndedBy {
    /// The timeline ran out, and one player had three labyrinth tokens.
    Timeline,
    /// Several had.
    FinalDebate,
    /// Nobody ended it in time.
    Cap,
}

impl EndedBy {
    /// All.
    pub const ALL: [EndedBy; 3] = [EndedBy::Timeline, EndedBy::FinalDebate, EndedBy::Cap];

    /// As written.
    pub const fn word(self) -> &'static str {
        ["timeline", "final_debate", "cap"][self as usize]
    }
}
