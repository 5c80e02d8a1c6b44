//! The actions of a player and their notation. RULES.md, "Notation".

use std::fmt;
use std::str::FromStr;

use ergo_core::seat::MAX_SEATS;
use serde::{Serialize, Serializer};

use super::card::Card;
use super::condition::Condition;
use super::oracle::Oracle;
use super::place::Place;

/// A 0-based player number. In solo, player 1 is the Moirai.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerIndex(pub(super) u8);

impl PlayerIndex {
    /// Returns the 0-based index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number counted from 1, as in files and messages.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

ergo_core::words! {
    /// The kind of an argument card.
    pub enum Kind {
        Sophistry = "sophistry",
        Syllogism = "syllogism",
    }
}

ergo_core::words! {
    /// Something that an opponent loses.
    pub enum Loss {
        Builder = "builder",
        Sophist = "sophist",
        Study = "study",
        Coins = "coins",
    }
}

/// The target of an oracle card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Target {
    /// No target.
    None,
    Player(PlayerIndex),
    Place(Place),
    Following(PlayerIndex, Place),
    Thing(PlayerIndex, Loss),
}

/// The short name of [`PhilosophiaAction`] within `philosophia`.
pub use self::PhilosophiaAction as Action;

/// One choice of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum PhilosophiaAction {
    Go(Place),
    /// Takes the bonus of the token.
    Bonus,
    Keep,
    Both,
    /// Plays no oracle card this turn.
    NoCard,
    Card(Oracle, Target),
    Let,
    Retract,
    /// Returns an argument card to its deck.
    Return(Card),
    Tutor,
    Follow,
    HireBuilder,
    Build,
    HireSophist,
    UseSophist(PlayerIndex),
    Collect(Condition),
    Study,
    /// Consults the oracle.
    Oracle,
    Observe(Kind),
    Progress,
    /// Starts an Athena Offering of the visible disk.
    Offer,
    /// Starts an Athena Offering after burying the visible disk.
    OfferBuried,
    Debate(PlayerIndex),
    /// Does nothing; legal only if no other action is.
    Rest,
    Approve,
    Reject,
    /// Keeps this oracle card of the cards in the deck.
    Take(Oracle),
    Bid(u16),
    /// Resets the timeline.
    Reset,
    Leave,
    /// Places a following.
    Place(Place),
    Play(Card),
    /// Leaves the debate.
    Pass,
    /// Adds a card to one's own pile.
    Lay(Card),
    /// Stops adding or buying cards.
    Stop,
    /// Buys a card for the final debate.
    Buy(Kind),
}

impl fmt::Display for PlayerIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::None => Ok(()),
            Target::Player(who) => write!(f, ":{who}"),
            Target::Place(place) => write!(f, ":{place}"),
            Target::Following(who, place) => write!(f, ":{who}:{place}"),
            Target::Thing(who, loss) => write!(f, ":{who}:{loss}"),
        }
    }
}

pub(super) const PLAIN: [(&str, Action); 22] = [
    ("bonus", Action::Bonus),
    ("keep", Action::Keep),
    ("both", Action::Both),
    ("no_card", Action::NoCard),
    ("let", Action::Let),
    ("retract", Action::Retract),
    ("tutor", Action::Tutor),
    ("follow", Action::Follow),
    ("hire_builder", Action::HireBuilder),
    ("build", Action::Build),
    ("hire_sophist", Action::HireSophist),
    ("study", Action::Study),
    ("oracle", Action::Oracle),
    ("progress", Action::Progress),
    ("offer", Action::Offer),
    ("offer:bury", Action::OfferBuried),
    ("rest", Action::Rest),
    ("approve", Action::Approve),
    ("reject", Action::Reject),
    ("reset", Action::Reset),
    ("leave", Action::Leave),
    ("pass", Action::Pass),
];

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Go(place) => write!(f, "go:{place}"),
            Action::Card(card, target) => write!(f, "card:{card}{target}"),
            Action::Return(card) => write!(f, "return:{card}"),
            Action::UseSophist(who) => write!(f, "use_sophist:{who}"),
            Action::Collect(condition) => write!(f, "collect:{condition}"),
            Action::Observe(kind) => write!(f, "observe:{kind}"),
            Action::Debate(who) => write!(f, "debate:{who}"),
            Action::Take(card) => write!(f, "take:{card}"),
            Action::Bid(coins) => write!(f, "bid:{coins}"),
            Action::Place(place) => write!(f, "place:{place}"),
            Action::Play(card) => write!(f, "play:{card}"),
            Action::Lay(card) => write!(f, "lay:{card}"),
            Action::Buy(kind) => write!(f, "buy:{kind}"),
            Action::Stop => f.write_str("stop"),
            plain => {
                let word = PLAIN.iter().find(|(_, action)| action == plain).map(|(word, _)| *word);
                f.write_str(word.expect("every other action is one word"))
            }
        }
    }
}

/// The short name of [`PhilosophiaActionError`] within `philosophia`.
pub use self::PhilosophiaActionError as BadAction;

/// The error for a text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an action, expected for example go:samos, tutor, collect:schools, bid:3 or play:MP")]
pub struct PhilosophiaActionError(String);

impl FromStr for Action {
    type Err = BadAction;
    fn from_str(text: &str) -> Result<Self, BadAction> {
        if text == "stop" {
            return Ok(Action::Stop);
        }
        let plain = PLAIN.iter().find(|(word, _)| *word == text).map(|(_, action)| *action);
        plain.or_else(|| with_object(text)).ok_or_else(|| BadAction(text.to_owned()))
    }
}

/// Parses a number without a sign or leading zeros.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number: &u16| number.to_string() == text)
}

fn who(text: &str) -> Option<PlayerIndex> {
    number(text).filter(|number| (1..=MAX_SEATS as u16).contains(number)).map(|number| PlayerIndex(number as u8 - 1))
}

fn with_object(text: &str) -> Option<Action> {
    let (verb, object) = text.split_once(':')?;
    Some(match verb {
        "go" => Action::Go(object.parse().ok()?),
        "card" => {
            let (card, target) = object.split_once(':').map_or((object, None), |(card, target)| (card, Some(target)));
            Action::Card(card.parse().ok()?, target.map_or(Some(Target::None), target_of)?)
        }
        "return" => Action::Return(object.parse().ok()?),
        "use_sophist" => Action::UseSophist(who(object)?),
        "collect" => Action::Collect(object.parse().ok()?),
        "observe" => Action::Observe(object.parse().ok()?),
        "debate" => Action::Debate(who(object)?),
        "take" => Action::Take(object.parse().ok()?),
        "bid" => Action::Bid(number(object)?),
        "place" => Action::Place(object.parse().ok()?),
        "play" => Action::Play(object.parse().ok()?),
        "lay" => Action::Lay(object.parse().ok()?),
        "buy" => Action::Buy(object.parse().ok()?),
        _ => return None,
    })
}

fn target_of(text: &str) -> Option<Target> {
    let Some((player, thing)) = text.split_once(':') else {
        return who(text).map(Target::Player).or_else(|| text.parse().ok().map(Target::Place));
    };
    let player = who(player)?;
    match thing.parse() {
        Ok(loss) => Some(Target::Thing(player, loss)),
        Err(_) => Some(Target::Following(player, thing.parse().ok()?)),
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
