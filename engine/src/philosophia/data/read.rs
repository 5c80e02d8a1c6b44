//! Conversion of the parsed files into tables.

use super::super::card::{ArgumentOrder, CARDS, Card, FIRST_SYLLOGISM};
use super::super::place::{MOST_PLACES, Place, Places};
use super::super::text::{TomlTable, TomlValue};
use super::{
    Ability, Bonus, COLOURS, Data, Disk, Effect, FILES, Fate, Good, Item, LEVELS, NAMED, ORACLES, OracleCard,
    Philosopher, PlaceInfo, Request, Reward, Use,
};

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

/// Iterates over the entries without the provenance.
fn entries(table: &TomlTable) -> impl Iterator<Item = (&str, &TomlValue)> {
    table.0.iter().filter(|(key, _)| key != "provenance").map(|(key, value)| (key.as_str(), value))
}

impl Data {
    /// Builds the tables from [`files`], possibly changed.
    pub(in super::super) fn read(tables: &[TomlTable; FILES.len()]) -> Data {
        let [board, tokens, philosophers, arguments, disks, oracles, olympics, moirai] = tables;
        let (places, sides) = places(board);
        let place = |name: &str| {
            let found = places.iter().position(|place| place.name == name);
            Place(found.unwrap_or_else(|| panic!("\"{name}\" is not a place of the board")) as u8)
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
        let copies = arguments.required("syllogism_copies").small();
        let names = arguments.required("syllogism_kinds").words();
        let deck =
            |kinds: &TomlTable, copies: u8| kinds.0.iter().map(|(name, _)| (syllogism(&names, name), copies)).collect();
        let fates = |key: &str| moirai.required(key).list().iter().map(|fate| fate_of(fate, &place)).collect();
        let provenance = FILES.iter().zip(tables);
        let provenance = provenance.map(|(&(name, _), table)| (name, table.required("provenance").word().to_owned()));
        Data {
            by_colour: std::array::from_fn(|colour| of_use(&|purpose| purpose == Use::Colour(colour))),
            acropolis: of_use(&|purpose| !matches!(purpose, Use::Colour(_))),
            side_a_most: board.required("side_a_max_players").small().into(),
            oracle_places: oracle_names.map(|name| place(&name)),
            timeline: board.section("timeline").required("spaces").list().iter().map(TomlValue::number).collect(),
            supply: ["builders", "sophists", "study"].map(|key| board.section("supply").required(key).small()),
            tokens: COLOURS.map(|colour| bonuses(tokens.required(colour))),
            philosophers: entries(philosophers).map(|(name, value)| philosopher(name, value, &place)).collect(),
            disks: disks.required("disks").list().iter().map(|row| disk(row.list())).collect(),
            favours: favours.map(|(card, _)| 1 << card).sum(),
            divine: only(Effect::Argument),
            retraction: only(Effect::Retraction),
            requests: entries(olympics).map(|(name, value)| request(name, value)).collect(),
            sophistry: sophistry(arguments),
            syllogism: [
                deck(arguments.section("beats"), copies),
                deck(arguments.section("kinds4"), arguments.required("kinds4_copies").small()),
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
}

fn places(board: &TomlTable) -> (Vec<PlaceInfo>, [Places; 2]) {
    let (mut places, mut sides) = (Vec::new(), [Places::NONE; 2]);
    for (colour, name) in COLOURS.iter().enumerate() {
        for (section, on) in [("side_a", [true, true]), ("side_b_extra", [false, true])] {
            for word in board.section(section).required(name).words() {
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
            other => panic!("acropolis: unknown purpose \"{other}\""),
        };
        places.push(PlaceInfo { name: name.clone(), purpose });
    }
    assert!(places.len() <= MOST_PLACES, "a board has {MOST_PLACES} places or fewer");
    (places, sides)
}

fn good(word: &str) -> Good {
    word.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn bonuses(rows: &TomlValue) -> Vec<Bonus> {
    let bonus = |row: &TomlValue| match row.list() {
        [kind, amount, copies] => {
            let bonus = Bonus { good: good(kind.word()), amount: amount.small() };
            std::iter::repeat_n(bonus, copies.small().into())
        }
        row => panic!("tokens: expected kind, amount and copies, found {row:?}"),
    };
    rows.list().iter().flat_map(bonus).collect()
}

fn philosopher(name: &str, value: &TomlValue, place: &dyn Fn(&str) -> Place) -> Philosopher {
    let TomlValue::TomlTable(table) = value else { panic!("{name}: expected a table") };
    let ability = match table.required("ability").word() {
        "tutor_plus_one" => Ability::Tutor,
        "no_school_fee" => Ability::NoFee,
        "trophonius_twice" => Ability::TrophoniusTwice,
        "observe_two_syllogism" => Ability::TwoSyllogism,
        "observe_anywhere" => Ability::ObserveAnywhere,
        "black_token_and_bonus" => Ability::BlackBoth,
        other => panic!("{name}: \"{other}\" is not an ability"),
    };
    let given = table.section("items");
    let item = |good: Good| given.get(good.word()).map_or(0, TomlValue::small);
    Philosopher {
        name: name.to_owned(),
        ability,
        start: place(table.required("start").word()),
        items: Good::ALL.map(item),
    }
}

fn disk(row: &[TomlValue]) -> Disk {
    let [name, effect, amount, not_in_solo] = row else { panic!("disks: expected four values, found {row:?}") };
    let reward = match effect.word() {
        "place_followings" => Reward::Followings,
        "study_token_or_unlock" => Reward::Study,
        "top_oracle_delphi" => Reward::Oracle(0),
        "top_oracle_dodona" => Reward::Oracle(1),
        "top_oracle_trophonius" => Reward::Oracle(2),
        "favour_symbol" => Reward::Favour,
        "timeline_reset" => Reward::Reset,
        word => Reward::Good(good(word)),
    };
    Disk { name: name.word().to_owned(), reward, amount: amount.small(), not_in_solo: not_in_solo.truth() }
}

fn oracle_cards(oracles: &TomlTable) -> ([String; ORACLES], Vec<OracleCard>) {
    let mut names: [String; ORACLES] = ["delphi", "dodona", "trophonius"].map(str::to_owned);
    let mut cards = Vec::new();
    for (deck, name) in names.iter_mut().enumerate() {
        for row in oracles.required(name).list() {
            let [id, effect, amount, copies] = row.list() else {
                panic!("{name}: expected four values, found {row:?}")
            };
            assert_eq!(copies.small(), 1, "{name}: there is one of each oracle card");
            let found = EFFECTS.iter().find(|(word, _)| *word == effect.word());
            let effect = found.unwrap_or_else(|| panic!("{name}: \"{}\" is not an effect", effect.word())).1;
            let id = if effect == Effect::Favour { format!("{}_{name}", id.word()) } else { id.word().to_owned() };
            cards.push(OracleCard { name: id, deck, effect, amount: amount.small() });
        }
    }
    assert!(cards.len() <= 32, "there are 32 oracle cards or fewer");
    (names, cards)
}

fn request(name: &str, value: &TomlValue) -> Request {
    let TomlValue::TomlTable(table) = value else { panic!("{name}: expected a table") };
    let needs = |key: &str| table.get(key).map_or(0, TomlValue::small);
    Request { name: name.to_owned(), tokens: COLOURS.map(needs), needs: NAMED.map(needs) }
}

fn sophistry(arguments: &TomlTable) -> Vec<(u8, u8)> {
    let copies = arguments.required("sophistry_names").list().len() as u8;
    let numbers: Vec<u8> = arguments.required("sophistry_numbers").list().iter().map(TomlValue::small).collect();
    assert!(numbers.iter().all(|number| (1..FIRST_SYLLOGISM).contains(number)), "numbers of Sophistry are 1 to 5");
    numbers.into_iter().map(|number| (number, copies)).collect()
}

fn syllogism(names: &[&str], name: &str) -> Card {
    let found = names.iter().position(|known| *known == name);
    let card = Card(FIRST_SYLLOGISM + found.unwrap_or_else(|| panic!("\"{name}\" is not a Syllogism")) as u8);
    assert!(card.is_syllogism(), "there are eight kinds of Syllogism or fewer");
    card
}

fn kinds(beats: &TomlTable, names: &[&str]) -> ArgumentOrder {
    let mut kinds = ArgumentOrder::none();
    for (winner, losers) in &beats.0 {
        let winner = syllogism(names, winner);
        losers.words().iter().for_each(|loser| kinds.set(winner, syllogism(names, loser)));
        (0..FIRST_SYLLOGISM).for_each(|sophistry| kinds.set(winner, Card(sophistry)));
    }
    (0..Card::DIVINE.0).for_each(|other| kinds.set(Card::DIVINE, Card(other)));
    kinds
}

fn codes(arguments: &TomlTable, names: &[&str]) -> [String; CARDS] {
    let given = arguments.section("codes");
    let code = |key: &str| given.required(key).word().to_owned();
    let mut codes: [String; CARDS] = std::array::from_fn(|_| String::new());
    codes[0] = code("sophistry");
    (1..FIRST_SYLLOGISM).for_each(|number| codes[usize::from(number)] = format!("{}{number}", code("sophistry")));
    names.iter().for_each(|name| codes[syllogism(names, name).index()] = code(name));
    codes[Card::DIVINE.index()] = code("divine_argument");
    codes[Card::UNKNOWN.index()] = "?".to_owned();
    codes
}

fn fate_of(row: &TomlValue, place: &dyn Fn(&str) -> Place) -> Fate {
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
