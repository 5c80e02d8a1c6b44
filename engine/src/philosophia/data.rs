//! The tables of the game, read once from the files under `data/`: everything the printed parts showed only as pictures, and
//! where it comes from. RULES.md P1, G-P8 to G-P20.

mod read;

use std::sync::{Arc, LazyLock};

use super::card::{CARDS, Card, Kinds};
use super::place::{Place, Places};
use super::text::{self, Table};

/// Colours of places, in this order: black and yellow cities, blue ports, red temples, green oracles.
pub const COLOURS: [&str; 5] = ["black", "yellow", "blue", "red", "green"];
/// The colour of cities where one ability holds.
pub const BLACK: usize = 0;
/// The colour of temples.
pub const RED: usize = 3;
/// The colour of oracles.
pub const GREEN: usize = 4;
/// Oracles, each with its deck.
pub const ORACLES: usize = 3;
/// Conditions of an Olympic request besides tokens.
pub const NAMED: [&str; 5] = ["followings", "coins", "schools", "debates", "wisdom"];

/// The purpose of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A place of this colour, with followings, schools and tokens.
    Colour(usize),
    /// The timeline is moved on here.
    Progress,
    /// Debaters are observed here.
    Observe,
    /// Offerings are made here.
    Offering,
    /// Debates are held here.
    Debate,
}

/// A place of the board.
#[derive(Clone, Debug)]
pub struct PlaceInfo {
    /// As written.
    pub name: String,
    /// Its purpose.
    pub purpose: Use,
}

ergo_core::words! {
    /// A kind of goods that a player gets.
    #[derive(Default)]
    pub enum Good {
        #[default]
        Coins = "coins",
        Sophistry = "sophistry",
        Sophist = "sophist",
        Builder = "builder",
        Syllogism = "syllogism",
    }
}

/// The bonus of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bonus {
    /// The kind of goods it gives.
    pub good: Good,
    /// How many; 0 where nobody who looks has seen it.
    pub amount: u8,
}

/// The special ability of a philosopher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ability {
    /// Tutor gives one coin more.
    Tutor,
    NoFee,
    TrophoniusTwice,
    /// Observes two Syllogism cards, and no Sophistry.
    TwoSyllogism,
    ObserveAnywhere,
    /// Takes token and bonus at black cities.
    BlackBoth,
}

/// A philosopher.
#[derive(Clone, Debug)]
pub struct Philosopher {
    /// As written.
    pub name: String,
    /// His special ability.
    pub ability: Ability,
    /// Where he starts.
    pub start: Place,
    /// The goods he starts with, in the order of [`Good`].
    pub items: [u8; 5],
}

/// The reward of a disk of Athena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// Followings to be put on the map.
    Followings,
    /// A study token, or a wisdom card for it.
    Study,
    /// The top card of this oracle's deck.
    Oracle(usize),
    /// Goods.
    Good(Good),
    /// The disk itself, a favour.
    Favour,
    /// The timeline may be set back.
    Reset,
}

/// A disk of Athena.
#[derive(Clone, Debug)]
pub struct Disk {
    /// As written.
    pub name: String,
    /// Its reward.
    pub reward: Reward,
    /// How much.
    pub amount: u8,
    /// Whether it is left out in solo.
    pub not_in_solo: bool,
}

/// The effect of an oracle card. RULES.md G-P32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Effect {
    Favour,
    Argument,
    /// Cancels another oracle card.
    Retraction,
    Good(Good),
    Study,
    /// Token and bonus this turn.
    BothThisTurn,
    /// Followings put anywhere.
    Followings,
    Tutor,
    /// Shows the arguments of an opponent.
    SeeArguments,
    /// Takes coins of an opponent.
    Steal,
    /// Sends a following of an opponent home.
    Desertion,
    /// An opponent loses a builder or a sophist.
    LoseHelper,
    /// An opponent returns argument cards.
    ReturnArguments,
    /// An opponent loses the study token or coins.
    LoseStudyOrCoins,
}

/// An oracle card; there is one of each.
#[derive(Clone, Debug)]
pub struct OracleCard {
    /// As written.
    pub name: String,
    /// The oracle it is from.
    pub deck: usize,
    /// Its effect.
    pub effect: Effect,
    /// How much.
    pub amount: u8,
}

/// An Olympic request: all of it at once.
#[derive(Clone, Debug)]
pub struct Request {
    /// As written.
    pub name: String,
    /// Tokens of each colour.
    pub tokens: [u8; 5],
    /// Followings, coins, schools, debate tokens, wisdom, in the order of [`NAMED`].
    pub needs: [u8; 5],
}

/// One thing that a card of the Moirai gives them. RULES.md G-P52.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Item {
    /// `F`.
    #[default]
    Following,
    /// `F*`.
    FollowingAnywhere,
    /// `S`.
    School,
    /// `W`.
    Wisdom,
    /// `c1`, `c2` and so on.
    Coins(u8),
    /// `so`.
    Sophistry,
    /// `sy`.
    Syllogism,
    /// `T`.
    Timeline,
    /// `A`.
    Auction,
    /// `D`.
    Debate,
}

/// A card of the Moirai, or a side of the double-sided one.
#[derive(Clone, Debug)]
pub struct Fate {
    /// Where it leads.
    pub place: Place,
    /// The items it gives by level.
    pub boxes: [Vec<Item>; 3],
}

/// Levels of the Moirai.
pub const LEVELS: [&str; 3] = ["nous", "logos", "sophia"];

/// All tables.
#[derive(Debug)]
pub struct Data {
    /// Places: colour by colour, of each those of side A first; the Acropolis last.
    pub places: Vec<PlaceInfo>,
    /// For each colour the places of both sides.
    pub by_colour: [Places; 5],
    /// The places of side A and of side B, without the Acropolis.
    pub sides: [Places; 2],
    /// The Acropolis.
    pub acropolis: Places,
    /// The most players of side A.
    pub side_a_most: usize,
    /// The place of each oracle.
    pub oracle_places: [Place; ORACLES],
    /// The years of the timeline.
    pub timeline: Vec<i64>,
    /// Builders, sophists, study tokens.
    pub supply: [u8; 3],
    /// For each colour the bonuses of its tokens.
    pub tokens: [Vec<Bonus>; 5],
    /// Philosophers.
    pub philosophers: Vec<Philosopher>,
    /// Disks.
    pub disks: Vec<Disk>,
    /// Oracle cards, deck by deck.
    pub oracles: Vec<OracleCard>,
    /// Favours among them, a bit each.
    pub favours: u32,
    /// The divine argument.
    pub divine: u8,
    /// The card that cancels others.
    pub retraction: u8,
    /// Requests.
    pub requests: Vec<Request>,
    /// How many Sophistry cards have each number.
    pub sophistry: Vec<(u8, u8)>,
    /// Syllogism cards with five kinds, and with four.
    pub syllogism: [Vec<(Card, u8)>; 2],
    /// The order of strength with five kinds, and with four.
    pub kinds: [Kinds; 2],
    /// How cards are written.
    pub codes: [String; CARDS],
    /// The cards of the Moirai.
    pub fates: Vec<Fate>,
    /// Their double-sided card.
    pub double_sided: Vec<Fate>,
    /// Where each table comes from: its name and what it says.
    pub provenance: Vec<(&'static str, String)>,
}

/// All tables.
pub fn data() -> &'static Data {
    shared()
}

pub(super) fn shared() -> &'static Arc<Data> {
    static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::read(&files())));
    &DATA
}

/// The tables as written, in the order of their names.
pub(super) fn files() -> [Table; FILES.len()] {
    FILES.map(|(_, text)| text::read(text))
}

pub(super) const FILES: [(&str, &str); 8] = [
    ("board", include_str!("data/board.toml")),
    ("tokens", include_str!("data/tokens.toml")),
    ("philosophers", include_str!("data/philosophers.toml")),
    ("arguments", include_str!("data/arguments.toml")),
    ("disks", include_str!("data/disks.toml")),
    ("oracles", include_str!("data/oracles.toml")),
    ("olympics", include_str!("data/olympics.toml")),
    ("moirai", include_str!("data/moirai.toml")),
];

impl Data {
    /// The colour of `place`, if it is not on the Acropolis.
    #[inline]
    pub fn colour(&self, place: Place) -> Option<usize> {
        match self.places[place.index()].purpose {
            Use::Colour(colour) => Some(colour),
            _ => None,
        }
    }

    /// The oracle at `place`.
    #[inline]
    pub fn oracle_at(&self, place: Place) -> Option<usize> {
        self.oracle_places.iter().position(|&at| at == place)
    }

    /// The oracle called so.
    pub fn oracle_named(&self, name: &str) -> Option<usize> {
        self.oracle_places.iter().position(|place| self.places[place.index()].name == name)
    }
}
