//! The kinds of choices, and the reasons for the end of a match.

ergo_core::words! {
    /// The kind of choice that the seat to move has. "Notation" in RULES.md.
    #[derive(Default)]
    pub enum Node {
        #[default]
        Move = "move",
        /// Use the token that was turned up.
        Token = "token",
        /// Play an oracle card, or none.
        Card = "card",
        /// Cancel an oracle card, or not.
        Retract = "retract",
        /// Return an argument card.
        Return = "return",
        /// Take an action.
        Act = "act",
        /// Approve a summary, or not.
        Judge = "judge",
        /// Keep an oracle card.
        Take = "take",
        Bid = "bid",
        /// Reset the timeline, or not.
        Chronos = "chronos",
        /// Place a following.
        Place = "place",
        /// Attack with a card.
        Lead = "lead",
        /// Defend with a card.
        Reply = "reply",
        Lay = "lay",
        Buy = "buy",
        /// Place a following of the Moirai.
        MoiraiPlace = "moirai_place",
        /// None: the match is over.
        Over = "over",
    }
}

ergo_core::words! {
    /// The use of the token of a turn.
    pub enum TokenUse {
        Bonus = "bonus",
        Keep = "keep",
        Both = "both",
    }
}

/// The short name of [`PhilosophiaEndReason`] within `philosophia`.
pub use self::PhilosophiaEndReason as EndedBy;

ergo_core::words! {
    /// The reason why a match ended.
    pub enum PhilosophiaEndReason {
        /// The timeline ran out, and one player had three labyrinth tokens.
        Timeline = "timeline",
        /// The timeline ran out, and several players had three labyrinth tokens.
        FinalDebate = "final_debate",
        /// The limit on rounds was reached.
        Cap = "cap",
    }
}
