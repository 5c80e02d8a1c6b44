//! The actions a player can commit to, and their notation. RULES.md, "Notation".

use std::fmt;
use std::str::FromStr;

use ergo_core::seat::MAX_SEATS;
use serde::{Serialize, Serializer};

use super::card::Card;
use super::condition::Condition;
use super::oracle::Oracle;
use super::place::Place;

/// A player at the table, counted from 0; in solo the second is the Moirai.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Who(pub(super) u8);

impl Who {
    /// Counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, as people and files count.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

ergo_core::words! {
    /// One of the two kinds of argument cards.
    pub enum Kind {
        Sophistry = "sophistry",
        Syllogism = "syllogism",
    }
}

ergo_core::words! {
    /// A loss that an opponent suffers.
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
    /// Nothing that needs a name.
    None,
    Player(Who),
    Place(Place),
    Following(Who, Place),
    Thing(Who, Loss),
}

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Action {
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
    /// Puts an argument card back.
    Return(Card),
    Tutor,
    Follow,
    HireBuilder,
    Build,
    HireSophist,
    UseSophist(Who),
    Collect(Condition),
    Study,
    /// Collect Oracle Card.
    Oracle,
    Observe(Kind),
    Progress,
    /// Athena Offering of the visible disk.
    Offer,
    /// The same after the visible disk was buried.
    OfferBuried,
    Debate(Who),
    /// Nothing, where nothing else is left.
    Rest,
    Approve,
    Reject,
    /// Keeps this oracle card of those it looked at.
    Take(Oracle),
    Bid(u16),
    /// Sets the timeline back.
    Reset,
    Leave,
    /// Puts a following there.
    Place(Place),
    Play(Card),
    /// Leaves the debate.
    Pass,
    /// Lays a card onto the own pile.
    Lay(Card),
    /// Lays, or buys, no more.
    Stop,
    /// Buys a card for the final debate.
    Buy(Kind),
}

impl fmt::Display for Who {
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

/// A text that is no action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no action, expected one like go:samos, tutor, collect:schools, bid:3 or play:MP")]
pub struct BadAction(String);

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

/// A number as it is written: without a sign or zeros before it.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number: &u16| number.to_string() == text)
}

fn who(text: &str) -> Option<Who> {
    number(text).filter(|number| (1..=MAX_SEATS as u16).contains(number)).map(|number| Who(number as u8 - 1))
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
