//! The tables of the game, read once from the files under `data/`: everything the printed parts showed only as pictures, and
//! where it comes from. RULES.md P1, G-P8 to G-P20.

use std::sync::{Arc, LazyLock};

use super::card::{CARDS, Card, FIRST_SYLLOGISM, Kinds};
use super::place::{MOST_PLACES, Place, Places};
use super::text::{Table, Value, read};

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

/// What a place is for.
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
    /// What it is for.
    pub purpose: Use,
}

/// What one gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Good {
    /// Coins.
    #[default]
    Coins,
    /// Sophistry cards.
    Sophistry,
    /// Sophists.
    Sophist,
    /// Builders.
    Builder,
    /// Syllogism cards.
    Syllogism,
}

impl Good {
    /// All kinds.
    pub const ALL: [Good; 5] = [Good::Coins, Good::Sophistry, Good::Sophist, Good::Builder, Good::Syllogism];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        ["coins", "sophistry", "sophist", "builder", "syllogism"][self as usize]
    }

    fn of(word: &str) -> Good {
        Good::ALL.into_iter().find(|good| good.word() == word).unwrap_or_else(|| panic!("\"{word}\" is no bonus"))
    }
}

/// The bonus of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bonus {
    /// What it gives.
    pub good: Good,
    /// How many; 0 where nobody who looks has seen it.
    pub amount: u8,
}

/// What a philosopher can do that others cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// Tutor gives one coin more.
    Tutor,
    /// Pays no fees.
    NoFee,
    /// May consult Trophonius twice.
    TrophoniusTwice,
    /// Observes two Syllogism cards, and no Sophistry.
    TwoSyllogism,
    /// Observes anywhere.
    ObserveAnywhere,
    /// Takes token and bonus at black cities.
    BlackBoth,
}

/// A philosopher.
#[derive(Clone, Debug)]
pub struct Philosopher {
    /// As written.
    pub name: String,
    /// What he can do.
    pub ability: Ability,
    /// Where he starts.
    pub start: Place,
    /// What he starts with, in the order of [`Good`].
    pub items: [u8; 5],
}

/// What a disk of Athena gives.
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
    /// What it gives.
    pub reward: Reward,
    /// How much.
    pub amount: u8,
    /// Whether it is left out in solo.
    pub not_in_solo: bool,
}

/// What an oracle card does. RULES.md G-P32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A favour: only held.
    Favour,
    /// An argument that beats all others.
    Argument,
    /// Cancels another oracle card.
    Retraction,
    /// Goods.
    Good(Good),
    /// A study token.
    Study,
    /// Token and bonus this turn.
    BothThisTurn,
    /// Followings put anywhere.
    Followings,
    /// The income of a Tutor.
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

const EFFECTS: [(&str, Effect); 17] = [
    ("favour_symbol", Effect::Favour),
    ("argument_beats_all", Effect::Argument),
    ("cancel_oracle_card", Effect::Retraction),
    ("coins", Effect::Good(Good::Coins)),
    ("syllogism", Effect::Good(Good::Syllogism)),
    ("sophistry", Effect::Good(Good::Sophistry)),
    ("builder", Effect::Good(Good::Builder)),
    ("study_token", Effect::Study),
    ("token_and_bonus_this_turn", Effect::BothThisTurn),
    ("place_followings", Effect::Followings),
    ("free_tutor", Effect::Tutor),
    ("see_argument_hand", Effect::SeeArguments),
    ("steal_coins", Effect::Steal),
    ("return_opponent_following", Effect::Desertion),
    ("opponent_loses_builder_or_sophist", Effect::LoseHelper),
    ("opponent_returns_arguments", Effect::ReturnArguments),
    ("opponent_loses_study_or_coins", Effect::LoseStudyOrCoins),
];

/// An oracle card; there is one of each.
#[derive(Clone, Debug)]
pub struct OracleCard {
    /// As written.
    pub name: String,
    /// The oracle it is from.
    pub deck: usize,
    /// What it does.
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
    /// What it gives by level.
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

/// The same, to be held.
pub(super) fn shared() -> &'static Arc<Data> {
    static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::read(&files())));
    &DATA
}

/// The tables as written, in the order of their names.
pub(super) fn files() -> [Table; FILES.len()] {
    FILES.map(|(_, text)| read(text))
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

/// Everything but where it comes from.
fn entries(table: &Table) -> impl Iterator<Item = (&str, &Value)> {
    table.0.iter().filter(|(key, _)| key != "provenance").map(|(key, value)| (key.as_str(), value))
}

impl Data {
    /// All of `tables`, which are [`files`], changed or not.
    pub(super) fn read(tables: &[Table; FILES.len()]) -> Data {
        let [board, tokens, philosophers, arguments, disks, oracles, olympics, moirai] = tables;
        let (places, sides) = places(board);
        let place = |name: &str| {
            let found = places.iter().position(|place| place.name == name);
            Place(found.unwrap_or_else(|| panic!("\"{name}\" is no place of the board")) as u8)
        };
        let of_use = |wanted: &dyn Fn(Use) -> bool| -> Places {
            (0..places.len()).filter(|&at| wanted(places[at].purpose)).map(|at| Place(at as u8)).collect()
        };
        let (oracle_names, oracles) = oracle_cards(oracles);
        let only = |effect: Effect| {
            let found = oracles.iter().position(|card| card.effect == effect);
            found.unwrap_or_else(|| panic!("no oracle card has the effect {effect:?}")) as u8
        };
        let favours = oracles.iter().enumerate().filter(|(_, card)| card.effect == Effect::Favour);
        let copies = arguments.at("syllogism_copies").small();
        let names = arguments.at("syllogism_kinds").words();
        let deck =
            |kinds: &Table, copies: u8| kinds.0.iter().map(|(name, _)| (syllogism(&names, name), copies)).collect();
        let fates = |key: &str| moirai.at(key).list().iter().map(|fate| fate_of(fate, &place)).collect();
        let provenance = FILES.iter().zip(tables);
        let provenance = provenance.map(|(&(name, _), table)| (name, table.at("provenance").word().to_owned()));
        Data {
            by_colour: std::array::from_fn(|colour| of_use(&|purpose| purpose == Use::Colour(colour))),
            acropolis: of_use(&|purpose| !matches!(purpose, Use::Colour(_))),
            side_a_most: board.at("side_a_max_players").small().into(),
            oracle_places: oracle_names.map(|name| place(&name)),
            timeline: board.section("timeline").at("spaces").list().iter().map(Value::number).collect(),
            supply: ["builders", "sophists", "study"].map(|key| board.section("supply").at(key).small()),
            tokens: COLOURS.map(|colour| bonuses(tokens.at(colour))),
            philosophers: entries(philosophers).map(|(name, value)| philosopher(name, value, &place)).collect(),
            disks: disks.at("disks").list().iter().map(|row| disk(row.list())).collect(),
            favours: favours.map(|(card, _)| 1 << card).sum(),
            divine: only(Effect::Argument),
            retraction: only(Effect::Retraction),
            requests: entries(olympics).map(|(name, value)| request(name, value)).collect(),
            sophistry: sophistry(arguments),
            syllogism: [
                deck(arguments.section("beats"), copies),
                deck(arguments.section("kinds4"), arguments.at("kinds4_copies").small()),
            ],
            kinds: ["beats", "kinds4"].map(|key| kinds(arguments.section(key), &names)),
            codes: codes(arguments, &names),
            fates: fates("cards"),
            double_sided: fates("double_sided"),
            provenance: provenance.collect(),
            places,
            sides,
            oracles,
        }
    }

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

fn places(board: &Table) -> (Vec<PlaceInfo>, [Places; 2]) {
    let (mut places, mut sides) = (Vec::new(), [Places::NONE; 2]);
    for (colour, name) in COLOURS.iter().enumerate() {
        for (section, on) in [("side_a", [true, true]), ("side_b_extra", [false, true])] {
            for word in board.section(section).at(name).words() {
                let place = Place(places.len() as u8);
                (0..2).filter(|&side| on[side]).for_each(|side| sides[side].add(place));
                places.push(PlaceInfo { name: word.to_owned(), purpose: Use::Colour(colour) });
            }
        }
    }
    for (name, purpose) in &board.section("acropolis").0 {
        let purpose = match purpose.word() {
            "progress_timeline" => Use::Progress,
            "observe_debaters" => Use::Observe,
            "athena_offering" => Use::Offering,
            "public_debate" => Use::Debate,
            other => panic!("acropolis: nothing is done by \"{other}\""),
        };
        places.push(PlaceInfo { name: name.clone(), purpose });
    }
    assert!(places.len() <= MOST_PLACES, "a board has {MOST_PLACES} places or fewer");
    (places, sides)
}

fn bonuses(rows: &Value) -> Vec<Bonus> {
    let bonus = |row: &Value| match row.list() {
        [good, amount, copies] => {
            let bonus = Bonus { good: Good::of(good.word()), amount: amount.small() };
            std::iter::repeat_n(bonus, copies.small().into())
        }
        row => panic!("tokens: expected kind, amount and copies, found {row:?}"),
    };
    rows.list().iter().flat_map(bonus).collect()
}

fn philosopher(name: &str, value: &Value, place: &dyn Fn(&str) -> Place) -> Philosopher {
    let Value::Table(table) = value else { panic!("{name}: expected a table") };
    let ability = match table.at("ability").word() {
        "tutor_plus_one" => Ability::Tutor,
        "no_school_fee" => Ability::NoFee,
        "trophonius_twice" => Ability::TrophoniusTwice,
        "observe_two_syllogism" => Ability::TwoSyllogism,
        "observe_anywhere" => Ability::ObserveAnywhere,
        "black_token_and_bonus" => Ability::BlackBoth,
        other => panic!("{name}: \"{other}\" is no ability"),
    };
    let given = table.section("items");
    let item = |good: Good| given.get(good.word()).map_or(0, Value::small);
    Philosopher { name: name.to_owned(), ability, start: place(table.at("start").word()), items: Good::ALL.map(item) }
}

fn disk(row: &[Value]) -> Disk {
    let [name, effect, amount, not_in_solo] = row else { panic!("disks: expected four values, found {row:?}") };
    let reward = match effect.word() {
        "place_followings" => Reward::Followings,
        "study_token_or_unlock" => Reward::Study,
        "top_oracle_delphi" => Reward::Oracle(0),
        "top_oracle_dodona" => Reward::Oracle(1),
        "top_oracle_trophonius" => Reward::Oracle(2),
        "favour_symbol" => Reward::Favour,
        "timeline_reset" => Reward::Reset,
        good => Reward::Good(Good::of(good)),
    };
    Disk { name: name.word().to_owned(), reward, amount: amount.small(), not_in_solo: not_in_solo.truth() }
}

fn oracle_cards(oracles: &Table) -> ([String; ORACLES], Vec<OracleCard>) {
    let mut names: [String; ORACLES] = ["delphi", "dodona", "trophonius"].map(str::to_owned);
    let mut cards = Vec::new();
    for (deck, name) in names.iter_mut().enumerate() {
        for row in oracles.at(name).list() {
            let [id, effect, amount, copies] = row.list() else {
                panic!("{name}: expected four values, found {row:?}")
            };
            assert_eq!(copies.small(), 1, "{name}: there is one of each oracle card");
            let found = EFFECTS.iter().find(|(word, _)| *word == effect.word());
            let effect = found.unwrap_or_else(|| panic!("{name}: \"{}\" is no effect", effect.word())).1;
            let id = if effect == Effect::Favour { format!("{}_{name}", id.word()) } else { id.word().to_owned() };
            cards.push(OracleCard { name: id, deck, effect, amount: amount.small() });
        }
    }
    assert!(cards.len() <= 32, "there are 32 oracle cards or fewer");
    (names, cards)
}

fn request(name: &str, value: &Value) -> Request {
    let Value::Table(table) = value else { panic!("{name}: expected a table") };
    let needs = |key: &str| table.get(key).map_or(0, Value::small);
    Request { name: name.to_owned(), tokens: COLOURS.map(needs), needs: NAMED.map(needs) }
}

fn sophistry(arguments: &Table) -> Vec<(u8, u8)> {
    let copies = arguments.at("sophistry_names").list().len() as u8;
    let numbers: Vec<u8> = arguments.at("sophistry_numbers").list().iter().map(Value::small).collect();
    assert!(numbers.iter().all(|number| (1..FIRST_SYLLOGISM).contains(number)), "numbers of Sophistry are 1 to 5");
    numbers.into_iter().map(|number| (number, copies)).collect()
}

fn syllogism(names: &[&str], name: &str) -> Card {
    let found = names.iter().position(|known| *known == name);
    let card = Card(FIRST_SYLLOGISM + found.unwrap_or_else(|| panic!("\"{name}\" is no Syllogism")) as u8);
    assert!(card.is_syllogism(), "there are eight kinds of Syllogism or fewer");
    card
}

fn kinds(beats: &Table, names: &[&str]) -> Kinds {
    let mut kinds = Kinds::none();
    for (winner, losers) in &beats.0 {
        let winner = syllogism(names, winner);
        losers.words().iter().for_each(|loser| kinds.set(winner, syllogism(names, loser)));
        (0..FIRST_SYLLOGISM).for_each(|sophistry| kinds.set(winner, Card(sophistry)));
    }
    (0..Card::DIVINE.0).for_each(|other| kinds.set(Card::DIVINE, Card(other)));
    kinds
}

fn codes(arguments: &Table, names: &[&str]) -> [String; CARDS] {
    let given = arguments.section("codes");
    let code = |key: &str| given.at(key).word().to_owned();
    let mut codes: [String; CARDS] = std::array::from_fn(|_| String::new());
    codes[0] = code("sophistry");
    (1..FIRST_SYLLOGISM).for_each(|number| codes[usize::from(number)] = format!("{}{number}", code("sophistry")));
    names.iter().for_each(|name| codes[syllogism(names, name).index()] = code(name));
    codes[Card::DIVINE.index()] = code("divine_argument");
    codes[Card::UNKNOWN.index()] = "?".to_owned();
    codes
}

fn fate_of(row: &Value, place: &dyn Fn(&str) -> Place) -> Fate {
    let [at, boxes @ ..] = row.list() else { panic!("moirai: expected a place and three boxes") };
    let item = |word: &str| match word {
        "F" => Item::Following,
        "F*" => Item::FollowingAnywhere,
        "S" => Item::School,
        "W" => Item::Wisdom,
        "so" => Item::Sophistry,
        "sy" => Item::Syllogism,
        "T" => Item::Timeline,
        "A" => Item::Auction,
        "D" => Item::Debate,
        coins => Item::Coins(
            coins.strip_prefix('c').and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("\"{coins}\"")),
        ),
    };
    assert_eq!(boxes.len(), LEVELS.len(), "moirai: a box for each level");
    Fate {
        place: place(at.word()),
        boxes: std::array::from_fn(|level| boxes[level].word().split_whitespace().map(item).collect()),
    }
}
