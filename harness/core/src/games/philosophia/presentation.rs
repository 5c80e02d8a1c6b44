//! The presentation of Philosophia in transcripts and on pages.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::{Action, Kind, Loss, PlayerIndex, Target};
use ergo_engine::philosophia::card::Card;
use ergo_engine::philosophia::data::{Bonus, COLOURS, Data, Disk, Good, NAMED, Request, Reward, Use, data};
use ergo_engine::philosophia::notation::view::StateView;
use ergo_engine::philosophia::place::Place;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::Seed;
use serde_json::{Value, json};

use crate::registry::arena::presentation::{ActionDescription, Presentation};

pub(super) fn presentation() -> Presentation<Philosophia> {
    Presentation {
        open: Some(open),
        fields: &[
            ("node", "To decide"),
            ("players", ""),
            ("timeline", "Timeline"),
            ("disks", "Disks"),
            ("pending", "Pending"),
        ],
        points: false,
        describe: |_, seen, action| ActionDescription { words: words(seen.seen(), action), places: places(action) },
        style: include_str!("drawn.css"),
        script: include_str!("drawn.js"),
        table,
        example: |game| open(game, &game.deal(&mut Seed::master(1).rng())),
        ..Presentation::default()
    }
}

fn open(game: &Philosophia, state: &State) -> Value {
    json!(StateView::from_state(&game.0, state))
}

/// Returns the data tables that the drawing needs.
fn table(game: &Philosophia) -> Value {
    let data = &game.0.data;
    let place = |place: Place| {
        let info = &data.places[place.index()];
        let kind = match info.purpose {
            Use::Colour(colour) => COLOURS[colour],
            Use::Progress => "progress",
            Use::Observe => "observe",
            Use::Offering => "offering",
            Use::Debate => "debate",
        };
        json!([info.name, kind])
    };
    json!({
        "places": game.0.places.iter().map(place).collect::<Vec<_>>(),
        "timeline": data.timeline,
        "disks": data.disks.iter().map(|disk| (disk.name.clone(), reward(data, disk))).collect::<Vec<_>>(),
        "requests": data.requests.iter().map(|request| (request.name.clone(), demands(request))).collect::<Vec<_>>(),
        "reconstructed": data.provenance,
    })
}

fn reward(data: &Data, disk: &Disk) -> String {
    let amount = disk.amount;
    match disk.reward {
        Reward::Followings => format!("{amount} followings anywhere"),
        Reward::Study => "a study token, or a wisdom card for it".to_owned(),
        Reward::Oracle(deck) => {
            format!("the top oracle card of {}", title(&data.places[data.oracle_places[deck].index()].name))
        }
        Reward::Good(good @ (Good::Builder | Good::Sophist)) if amount > 1 => format!("{amount} {}s", good.word()),
        Reward::Good(good) => format!("{amount} {}", good.word()),
        Reward::Favour => "a favour".to_owned(),
        Reward::Reset => "the timeline may be set back".to_owned(),
    }
}

fn demands(request: &Request) -> String {
    let tokens = COLOURS.iter().zip(request.tokens).map(|(colour, count)| (format!("{colour} tokens"), count));
    let needs = NAMED.iter().zip(request.needs).map(|(named, count)| ((*named).to_owned(), count));
    let asked = tokens.chain(needs).filter(|(_, count)| *count > 0);
    asked.map(|(what, count)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
}

/// Formats an identifier as a title.
fn title(word: &str) -> String {
    let word = word.replace("favour_", "favour of ");
    let capital = |(place, word): (usize, &str)| match word {
        "" => String::new(),
        "of" | "the" | "and" if place > 0 => word.to_owned(),
        word => word[..1].to_uppercase() + &word[1..],
    };
    word.split(['_', ' ']).enumerate().map(capital).collect::<Vec<_>>().join(" ")
}

fn count(number: impl Into<u32>, what: &str) -> String {
    let number = number.into();
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn bonus(bonus: Bonus) -> String {
    let what = match bonus.good {
        Good::Coins => "coin",
        Good::Sophist => "sophist",
        Good::Builder => "builder",
        Good::Sophistry => "Sophistry card",
        Good::Syllogism => "Syllogism card",
    };
    count(bonus.amount, what)
}

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

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Sophistry => "Sophistry",
        Kind::Syllogism => "Syllogism",
    }
}

fn words(state: &State, action: Action) -> String {
    let player = &state.players()[state.to_move()];
    let name = |place: Place| title(place.name());
    let here = name(player.location());
    let who =
        |who: PlayerIndex| title(&data().philosophers[usize::from(state.players()[who.index()].philosopher())].name);
    let token = || bonus(state.bonus(player.location()));
    match action {
        Action::Go(place) => format!("goes to {}", name(place)),
        Action::Bonus => format!("takes the bonus, {}, and leaves the token", token()),
        Action::Keep => format!("keeps the token of {here} without its bonus, {}", token()),
        Action::Both => format!("takes the token of {here} and its bonus, {}", token()),
        Action::NoCard => "plays no oracle card".to_owned(),
        Action::Card(card, target) => {
            let on = match target {
                Target::None => String::new(),
                Target::Player(at) => format!(" against {}", who(at)),
                Target::Place(place) => format!(" at {}", name(place)),
                Target::Following(at, place) => format!(" against {} at {}", who(at), name(place)),
                Target::Thing(at, thing) => {
                    let loss = match thing {
                        Loss::Builder => "a builder",
                        Loss::Sophist => "a sophist",
                        Loss::Study => "the study token",
                        Loss::Coins => "two coins",
                    };
                    format!(" against {}, who loses {loss}", who(at))
                }
            };
            format!("plays the oracle card {}{on}", title(&card.to_string()))
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
        Action::Take(card) => format!("keeps {}", title(&card.to_string())),
        Action::Bid(coins) => format!("bids {}", count(coins, "coin")),
        Action::Reset => "sets the timeline back".to_owned(),
        Action::Leave => "leaves the timeline".to_owned(),
        Action::Place(place) => format!("puts a following at {}", name(place)),
        Action::Play(card) => format!("plays {}", argument(card)),
        Action::Pass => "passes".to_owned(),
        Action::Lay(card) => format!("lays on {}", argument(card)),
        Action::Stop => "stops".to_owned(),
        Action::Buy(what) => format!("buys {}", kind(what)),
    }
}

fn places(action: Action) -> Vec<String> {
    let place = |place: Place| format!("place:{place}");
    let player = |who: PlayerIndex| format!("player:{}", who.number());
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
            let target = match target {
                Target::None => Vec::new(),
                Target::Player(who) | Target::Thing(who, _) => vec![player(who)],
                Target::Place(at) => vec![place(at)],
                Target::Following(who, at) => vec![player(who), place(at)],
            };
            [vec![format!("oracle:{what}")], target].concat()
        }
        _ => Vec::new(),
    }
}
