//! How Philosophia is shown to a person who plays it.

use ergo_agents::news::RoundNews;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::{Action, Kind, Loss, Target, Who};
use ergo_engine::philosophia::card::Card;
use ergo_engine::philosophia::condition::Condition;
use ergo_engine::philosophia::data::{Bonus, COLOURS, Good, Use, data};
use ergo_engine::philosophia::observe::Observation;
use ergo_engine::philosophia::oracle::Oracle;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::place::Place;
use ergo_engine::philosophia::player::Player;
use ergo_engine::philosophia::state::State;

use crate::arena::scene::{Names, Piece, Scene, Showing, Turn};

/// How it is shown.
pub(super) fn showing() -> Showing<Philosophia> {
    Showing { scene, turns, says, places, ended, ..Showing::generic() }
}

/// A name as people write it.
pub(super) fn title(word: &str) -> String {
    let word = word.replace("favour_", "favour of ");
    let capital = |(place, word): (usize, &str)| match word {
        "of" | "the" | "and" if place > 0 => word.to_owned(),
        word => {
            let mut letters = word.chars();
            letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
        }
    };
    word.split(['_', ' ']).enumerate().map(capital).collect::<Vec<_>>().join(" ")
}

fn count(number: impl Into<u32>, what: &str) -> String {
    let number = number.into();
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn hero(state: &State, who: usize) -> String {
    title(&data().philosophers[usize::from(state.players()[who].philosopher())].name)
}

fn bonus(bonus: Bonus) -> String {
    let amount = u32::from(bonus.amount);
    match bonus.good {
        Good::Coins => count(amount, "coin"),
        Good::Sophist => count(amount, "sophist"),
        Good::Builder => count(amount, "builder"),
        Good::Sophistry => count(amount, "Sophistry card"),
        Good::Syllogism => count(amount, "Syllogism card"),
    }
}

/// An argument card by its full name.
fn argument(card: Card) -> String {
    match card.to_string().as_str() {
        "CD" => "Constructive Dilemma".to_owned(),
        "DD" => "Destructive Dilemma".to_owned(),
        "MP" => "Modus Ponens".to_owned(),
        "MT" => "Modus Tollens".to_owned(),
        "HS" => "Hypothetical Syllogism".to_owned(),
        "DA" => "the Divine Argument".to_owned(),
        "S" => "Sophistry".to_owned(),
        other => format!("Sophistry {}", other.trim_start_matches('S')),
    }
}

/// An oracle card, or one that nobody who looks has seen.
fn oracle(card: Oracle) -> String {
    title(&card.to_string())
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Sophistry => "Sophistry",
        Kind::Syllogism => "Syllogism",
    }
}

fn loss(loss: Loss) -> &'static str {
    match loss {
        Loss::Builder => "a builder",
        Loss::Sophist => "a sophist",
        Loss::Study => "the study token",
        Loss::Coins => "two coins",
    }
}

fn says(_: &Philosophia, seen: &Observation, actions: &[Action]) -> String {
    actions.iter().map(|action| said(seen.seen(), *action)).collect::<Vec<_>>().join(", ")
}

fn said(state: &State, action: Action) -> String {
    let player = &state.players()[state.to_move()];
    let here = title(player.at().name());
    let who = |who: Who| hero(state, who.index());
    let token = || bonus(state.bonus(player.at()));
    match action {
        Action::Go(place) => format!("goes to {}", title(place.name())),
        Action::Bonus => format!("takes the bonus, {}, and leaves the token", token()),
        Action::Keep => format!("keeps the token of {here} without its bonus, {}", token()),
        Action::Both => format!("takes the token of {here} and its bonus, {}", token()),
        Action::NoCard => "plays no oracle card".to_owned(),
        Action::Card(card, target) => {
            let on = match target {
                Target::None => String::new(),
                Target::Player(at) => format!(" against {}", who(at)),
                Target::Place(place) => format!(" at {}", title(place.name())),
                Target::Following(at, place) => format!(" against {} at {}", who(at), title(place.name())),
                Target::Thing(at, thing) => format!(" against {}, who loses {}", who(at), loss(thing)),
            };
            format!("plays the oracle card {}{on}", oracle(card))
        }
        Action::Let => "lets it be".to_owned(),
        Action::Retract => "plays Retraction of Promises".to_owned(),
        Action::Return(card) => format!("returns a card, {}", argument(card)),
        Action::Tutor => format!("tutors at {here}"),
        Action::Follow => format!("creates a following at {here}"),
        Action::HireBuilder => "hires a builder for 2 coins".to_owned(),
        Action::Build => format!("builds a school at {here}"),
        Action::HireSophist => "hires a sophist for 1 coin".to_owned(),
        Action::UseSophist(at) => format!("uses a sophist: the following of {} at {here} goes home", who(at)),
        Action::Collect(condition) => format!("collects a labyrinth token for {}", title(condition.word())),
        Action::Study if player.holdings()[2] > 0 => "returns the study token for a wisdom card".to_owned(),
        Action::Study => "pays 4 coins for a study token".to_owned(),
        Action::Oracle => format!("consults the oracle of {here}"),
        Action::Observe(what) => format!("observes debaters and takes {}", kind(what)),
        Action::Progress => "moves the timeline on".to_owned(),
        Action::Offer => "makes an offering to Athena".to_owned(),
        Action::OfferBuried => "buries the top disk and offers the next to Athena".to_owned(),
        Action::Debate(at) => format!("challenges {} to a debate", who(at)),
        Action::Rest => "can do nothing".to_owned(),
        Action::Approve => "approves of the summary".to_owned(),
        Action::Reject => "rejects the summary".to_owned(),
        Action::Take(card) => format!("keeps {}", oracle(card)),
        Action::Bid(coins) => format!("bids {}", count(coins, "coin")),
        Action::Reset => "sets the timeline back".to_owned(),
        Action::Leave => "leaves the timeline".to_owned(),
        Action::Place(place) => format!("puts a following at {}", title(place.name())),
        Action::Play(card) => format!("plays {}", argument(card)),
        Action::Pass => "passes".to_owned(),
        Action::Lay(card) => format!("lays on {}", argument(card)),
        Action::Stop => "stops".to_owned(),
        Action::Buy(what) => format!("buys {}", kind(what)),
    }
}

fn places(_: &Philosophia, _: &Observation, action: Action) -> Vec<String> {
    let place = |place: Place| format!("place:{place}");
    let player = |who: Who| format!("player:{}", who.number());
    // The Divine Argument is an oracle card.
    let card = |card: Card| match card.is_sophistry() || card.is_syllogism() {
        true => format!("card:{card}"),
        false => format!("oracle:{}", data().oracles[usize::from(data().divine)].name),
    };
    match action {
        Action::Go(at) | Action::Place(at) => vec![place(at)],
        Action::UseSophist(who) | Action::Debate(who) => vec![player(who)],
        Action::Collect(condition) => vec![format!("goal:{condition}")],
        Action::Play(what) | Action::Lay(what) | Action::Return(what) => vec![card(what)],
        Action::Observe(what) | Action::Buy(what) => vec![format!("deck:{}", what.word())],
        Action::Card(what, target) => {
            let mut places = vec![format!("oracle:{what}")];
            match target {
                Target::None => {}
                Target::Player(who) | Target::Thing(who, _) => places.push(player(who)),
                Target::Place(at) => places.push(place(at)),
                Target::Following(who, at) => places.extend([player(who), place(at)]),
            }
            places
        }
        _ => Vec::new(),
    }
}

/// The decision to be made at a node, as a request.
fn asked(node: Node) -> &'static str {
    match node {
        Node::Move => "go somewhere",
        Node::Token => "take the bonus or the token",
        Node::Card => "play an oracle card, or none",
        Node::Retract => "let the oracle card be, or retract it",
        Node::Return => "return an argument card",
        Node::Act => "take an action",
        Node::Judge => "judge the summary",
        Node::Take => "keep an oracle card",
        Node::Bid => "bid for the disk, in secret",
        Node::Chronos => "set the timeline back, or leave it",
        Node::Place => "put a following on the map",
        Node::Lead => "lead a card of the debate",
        Node::Reply => "answer the card",
        Node::Lay => "lay on cards, or stop",
        Node::Buy => "buy cards for the final debate",
        Node::MoiraiPlace => "put a following of the Moirai on the map",
        Node::Over => "over",
    }
}

fn scene(game: &Philosophia, seen: &Observation, names: &Names<'_>) -> Scene {
    let state = seen.seen();
    let year = -data().timeline[usize::from(state.timeline())];
    let number = game.0.players;
    let mut facts = vec![("Timeline".to_owned(), format!("{year} BC"))];
    for who in 0..number {
        let called = match names.entrants.get(who) {
            Some(_) if who == seen.seat.index() => "you".to_owned(),
            Some(name) => name.clone(),
            None => "the Moirai".to_owned(),
        };
        let told = stands(&state.players()[who]);
        facts.push((hero(state, who), format!("{called}; {told}")));
    }
    let me = &state.players()[seen.seat.index()];
    if let Some(request) = me.request() {
        facts.push(("Request".to_owned(), title(&data().requests[usize::from(request)].name)));
    }
    if state.node() == Node::Bid {
        let disk = state.top_disk().map_or(String::new(), |disk| title(&data().disks[usize::from(disk)].name));
        facts.push(("Offered".to_owned(), disk));
    }
    let piece = |card: Card| Piece {
        sign: argument(card),
        name: "an argument",
        kind: u8::from(card.is_sophistry()),
        place: None,
    };
    Scene {
        heading: format!("Round {}, turn of {}: {}", state.round(), hero(state, state.turn_of()), asked(state.node())),
        hand: me.arguments().cards().map(piece).collect(),
        facts,
        ..Scene::default()
    }
}

/// Where a player stands, in a line.
fn stands(player: &Player) -> String {
    let [builders, sophists, study, wisdom, debates, labyrinth] = player.holdings();
    let [followings, schools, tokens] = player.on_map().map(|places| places.len() as u32);
    let [sophistry, syllogism] = player.argument_counts();
    let mut told = vec![format!("at {}", title(player.at().name())), count(labyrinth, "labyrinth token")];
    told.push(count(player.coins(), "coin"));
    let goods = [
        (u32::from(builders), "builder"),
        (u32::from(sophists), "sophist"),
        (u32::from(study), "study token"),
        (u32::from(wisdom), "wisdom card"),
        (followings, "following"),
        (schools, "school"),
        (tokens, "token"),
        (u32::from(debates), "debate token"),
        (u32::from(sophistry), "Sophistry card"),
        (u32::from(syllogism), "Syllogism card"),
        (u32::from(player.oracle_count()), "oracle card"),
    ];
    told.extend(goods.into_iter().filter(|(number, _)| *number > 0).map(|(number, what)| count(number, what)));
    told.join(", ")
}

fn turns(game: &Philosophia, seen: &Observation, legal: &[Action]) -> Vec<Turn<Action>> {
    let state = seen.seen();
    let turn = |action: &Action| Turn {
        actions: vec![*action],
        line: action.to_string(),
        effect: effect(game, state, *action),
        cards: Vec::new(),
        group: match action {
            Action::Go(place) | Action::Place(place) => region(*place).to_owned(),
            _ => String::new(),
        },
    };
    legal.iter().map(turn).collect()
}

/// The part of the map in which a place lies.
fn region(place: Place) -> &'static str {
    match data().places[place.index()].purpose {
        Use::Colour(colour) => match COLOURS[colour] {
            "black" => "Cities of the west",
            "yellow" => "Cities of the east",
            "blue" => "Ports",
            "red" => "Temples",
            _ => "Oracles",
        },
        _ => "The Acropolis",
    }
}

/// The effect of an action, as far as it can be seen beforehand.
fn effect(game: &Philosophia, state: &State, action: Action) -> String {
    let player = &state.players()[state.to_move()];
    match action {
        Action::Go(place) => {
            let [tokens, turned] = state.tokens();
            let mut told = Vec::new();
            match (tokens.contains(place), turned.contains(place)) {
                (true, true) => told.push(format!("token: {}", bonus(state.bonus(place)))),
                (true, false) => told.push("token".to_owned()),
                _ => {}
            }
            let others = (0..game.0.players).filter(|who| *who != state.to_move());
            let school = others.into_iter().find(|who| state.players()[*who].on_map()[1].contains(place));
            told.extend(school.filter(|_| player.coins() > 0).map(|who| format!("fee to {}", hero(state, who))));
            told.join(", ")
        }
        Action::Tutor => count(1 + u32::from(player.holdings()[3]), "coin") + " or more",
        Action::Follow => format!("following {} of 9", player.on_map()[0].len() + 1),
        Action::Build => format!("school {} of 4", player.on_map()[1].len() + 1),
        Action::Collect(Condition::Olympic) => "three tokens".to_owned(),
        Action::Collect(_) => format!("token {} of 3", player.holdings()[5] + 1),
        Action::Bid(coins) => format!("leaves {}", count(player.coins().saturating_sub(coins), "coin")),
        _ => String::new(),
    }
}

/// Rounds come and go; only the end of the match is told.
fn ended(_: &Philosophia, news: &RoundNews<'_, Philosophia>, names: &Names<'_>) -> Vec<String> {
    let mut how = String::new();
    news.columns(&mut |name: &'static str, value: &dyn std::fmt::Display| {
        if name == "ended_by" {
            how = value.to_string();
        }
    });
    let told = match how.as_str() {
        "timeline" => "The timeline has run out, and only one has three labyrinth tokens.",
        "final_debate" => "The timeline has run out: those with three labyrinth tokens held the final debate.",
        "cap" => "The match is stopped here: it went on for as many rounds as the rules allow.",
        _ => return Vec::new(),
    };
    vec![told.to_owned(), format!("Scores: {}.", names.each(news.scores().iter()))]
}
