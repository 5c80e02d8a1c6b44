//! The choices asked of the seat to move, and how a match ends.

ergo_core::words! {
    /// The choice asked of the seat to move. "Notation" in RULES.md.
    #[derive(Default)]
    pub enum Node {
        #[default]
        Move = "move",
        /// How to use the token that was turned up.
        Token = "token",
        /// Which oracle card to play, if any.
        Card = "card",
        /// Whether to cancel it.
        Retract = "retract",
        /// Which argument card to put back.
        Return = "return",
        /// Which action to take.
        Act = "act",
        /// Whether a summary is approved.
        Judge = "judge",
        /// Which oracle card to keep.
        Take = "take",
        Bid = "bid",
        /// Whether to set the timeline back.
        Chronos = "chronos",
        /// Where to put a following.
        Place = "place",
        /// Which card to attack with.
        Lead = "lead",
        /// Which card to defend with.
        Reply = "reply",
        Lay = "lay",
        Buy = "buy",
        /// Where to put a following of the Moirai.
        MoiraiPlace = "moirai_place",
        /// Nothing: the match is over.
        Over = "over",
    }
}

ergo_core::words! {
    /// The use made of the token of a turn.
    pub enum TokenUse {
        Bonus = "bonus",
        Keep = "keep",
        Both = "both",
    }
}

ergo_core::words! {
    /// How a match ended.
    pub enum EndedBy {
        /// The timeline ran out, and one player had three labyrinth tokens.
        Timeline = "timeline",
        /// Several had.
        FinalDebate = "final_debate",
        /// Nobody ended it in time.
        Cap = "cap",
    }
}
