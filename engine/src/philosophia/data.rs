//! The tables of the game, read once from the files under `data/`. They hold everything that the printed components
//! show only as pictures, with its provenance. RULES.md P1, G-P8 to G-P20.

mod read;

use std::sync::{Arc, LazyLock};

use super::card::{ArgumentOrder, CARDS, Card};
use super::place::{Place, Places};
use super::text::{self, TomlTable};

/// Colours of places, in this order: black and yellow cities, blue ports, red temples, green oracles.
pub const COLOURS: [&str; 5] = ["black", "yellow", "blue", "red", "green"];
/// Index of the colour of the cities at which [`Ability::BlackBoth`] applies.
pub const BLACK: usize = 0;
/// Index of the colour of temples.
pub const RED: usize = 3;
/// Index of the colour of oracles.
pub const GREEN: usize = 4;
/// Number of oracles, each with its own deck.
pub const ORACLES: usize = 3;
/// Conditions of an Olympic request other than tokens.
pub const NAMED: [&str; 5] = ["followings", "coins", "schools", "debates", "wisdom"];

/// The purpose of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A place of this colour, with followings, schools and tokens.
    Colour(usize),
    /// The timeline is advanced here.
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
    /// The name in the notation.
    pub name: String,
    /// The purpose of the place.
    pub purpose: Use,
}

ergo_core::words! {
    /// A kind of goods.
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
    /// The kind of goods.
    pub good: Good,
    /// The number of goods; 0 if the observer has not seen the token.
    pub amount: u8,
}

/// The special ability of a philosopher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ability {
    /// Tutor gives one more coin.
    Tutor,
    NoFee,
    TrophoniusTwice,
    /// Observes two Syllogism cards, but no Sophistry.
    TwoSyllogism,
    ObserveAnywhere,
    /// Takes token and bonus at black cities.
    BlackBoth,
}

/// A philosopher.
#[derive(Clone, Debug)]
pub struct Philosopher {
    /// The name in the notation.
    pub name: String,
    /// The special ability.
    pub ability: Ability,
    /// The starting place.
    pub start: Place,
    /// The starting goods, in the order of [`Good`].
    pub items: [u8; 5],
}

/// The reward of a disk of Athena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// Followings to be placed on the map.
    Followings,
    /// A study token, or a wisdom card in exchange for it.
    Study,
    /// The top card of the deck of this oracle.
    Oracle(usize),
    /// Goods.
    Good(Good),
    /// The disk itself, which counts as a favour.
    Favour,
    /// The timeline may be reset.
    Reset,
}

/// A disk of Athena.
#[derive(Clone, Debug)]
pub struct Disk {
    /// The name in the notation.
    pub name: String,
    /// The reward.
    pub reward: Reward,
    /// The amount of the reward.
    pub amount: u8,
    /// True if the disk is left out in solo.
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
    /// Gives token and bonus this turn.
    BothThisTurn,
    /// Places followings anywhere.
    Followings,
    Tutor,
    /// Reveals the arguments of an opponent.
    SeeArguments,
    /// Takes coins from an opponent.
    Steal,
    /// Returns a following of an opponent.
    Desertion,
    /// An opponent loses a builder or a sophist.
    LoseHelper,
    /// An opponent returns argument cards.
    ReturnArguments,
    /// An opponent loses the study token or coins.
    LoseStudyOrCoins,
}

/// An oracle card. Each exists once.
#[derive(Clone, Debug)]
pub struct OracleCard {
    /// The name in the notation.
    pub name: String,
    /// The oracle whose deck it belongs to.
    pub deck: usize,
    /// The effect.
    pub effect: Effect,
    /// The amount of the effect.
    pub amount: u8,
}

/// An Olympic request, which must be met completely.
#[derive(Clone, Debug)]
pub struct Request {
    /// The name in the notation.
    pub name: String,
    /// Tokens required of each colour.
    pub tokens: [u8; 5],
    /// Followings, coins, schools, debate tokens and wisdom cards required, in the order of [`NAMED`].
    pub needs: [u8; 5],
}

/// One item that a card gives to the Moirai. RULES.md G-P52.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Item {
    /// A following at the place, written `F`.
    #[default]
    Following,
    /// A following anywhere, written `F*`.
    FollowingAnywhere,
    /// A school, written `S`.
    School,
    /// A wisdom card, written `W`.
    Wisdom,
    /// Coins, written `c1`, `c2` and so on.
    Coins(u8),
    /// A Sophistry card, written `so`.
    Sophistry,
    /// A Syllogism card, written `sy`.
    Syllogism,
    /// An advance of the timeline, written `T`.
    Timeline,
    /// An auction, written `A`.
    Auction,
    /// A debate, written `D`.
    Debate,
}

/// A card of the Moirai, or one side of the double-sided card.
#[derive(Clone, Debug)]
pub struct Fate {
    /// The place to which the Moirai go.
    pub place: Place,
    /// The items it gives, by level.
    pub boxes: [Vec<Item>; 3],
}

/// Levels of the Moirai.
pub const LEVELS: [&str; 3] = ["nous", "logos", "sophia"];

/// All tables of the game.
#[derive(Debug)]
pub struct Data {
    /// Places: by colour, those of side A first; the Acropolis last.
    pub places: Vec<PlaceInfo>,
    /// For each colour the places of both sides.
    pub by_colour: [Places; 5],
    /// The places of side A and of side B, without the Acropolis.
    pub sides: [Places; 2],
    /// The places of the Acropolis.
    pub acropolis: Places,
    /// The largest number of players on side A.
    pub side_a_most: usize,
    /// The place of each oracle.
    pub oracle_places: [Place; ORACLES],
    /// The years of the timeline.
    pub timeline: Vec<i64>,
    /// Numbers of builders, sophists and study tokens.
    pub supply: [u8; 3],
    /// For each colour the bonuses of its tokens.
    pub tokens: [Vec<Bonus>; 5],
    /// The philosophers.
    pub philosophers: Vec<Philosopher>,
    /// The disks of Athena.
    pub disks: Vec<Disk>,
    /// Oracle cards, deck by deck.
    pub oracles: Vec<OracleCard>,
    /// The favours among the oracle cards, one bit per card.
    pub favours: u32,
    /// Index of the divine argument among the oracle cards.
    pub divine: u8,
    /// Index of the oracle card that cancels others.
    pub retraction: u8,
    /// The Olympic requests.
    pub requests: Vec<Request>,
    /// Pairs of a Sophistry number and its number of cards.
    pub sophistry: Vec<(u8, u8)>,
    /// Pairs of a Syllogism card and its number of copies, for five kinds and for four.
    pub syllogism: [Vec<(Card, u8)>; 2],
    /// The order of strength for five kinds, and for four.
    pub kinds: [ArgumentOrder; 2],
    /// The notation of each argument card.
    pub codes: [String; CARDS],
    /// The cards of the Moirai.
    pub fates: Vec<Fate>,
    /// The sides of the double-sided card of the Moirai.
    pub double_sided: Vec<Fate>,
    /// Pairs of a table's name and its provenance.
    pub provenance: Vec<(&'static str, String)>,
}

/// Returns the tables of the game as shipped.
pub fn data() -> &'static Data {
    shared()
}

pub(super) fn shared() -> &'static Arc<Data> {
    static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::read(&files())));
    &DATA
}

/// Returns the parsed files, in the order of [`FILES`].
pub(super) fn files() -> [TomlTable; FILES.len()] {
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
    /// Returns the colour of `place`, or `None` on the Acropolis.
    #[inline]
    pub fn colour(&self, place: Place) -> Option<usize> {
        match self.places[place.index()].purpose {
            Use::Colour(colour) => Some(colour),
            _ => None,
        }
    }

    /// Returns the oracle at `place`, if any.
    #[inline]
    pub fn oracle_at(&self, place: Place) -> Option<usize> {
        self.oracle_places.iter().position(|&at| at == place)
    }

    /// Returns the index of the oracle with this name, if any.
    pub fn oracle_named(&self, name: &str) -> Option<usize> {
        self.oracle_places.iter().position(|place| self.places[place.index()].name == name)
    }
}
