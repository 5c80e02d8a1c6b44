//! Small positions for questions about one rule: a fee, an offering, a debate, a turn of the Moirai.

use ergo_engine::game::Game;
use ergo_engine::options::{Configurable, Settings, Value as Setting};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::chance::{ChanceEvent, RecordedChance};
use ergo_engine::philosophia::data::{Good, Reward, Use, data};
use ergo_engine::philosophia::notation::view::StateView;
use ergo_engine::philosophia::place::Place;
use ergo_engine::philosophia::state::State;
use ergo_engine::seat::SeatCount;
use serde_json::{Map, Value, json};

use super::cases::{Failed, field};
use crate::registry::arena::position::object;

/// A game with its current state.
pub(super) struct Stage {
    pub game: Philosophia,
    pub state: State,
}

/// Creates the game for `seats` seats.
pub(super) fn game(seats: usize, options: Settings) -> Result<Philosophia, Failed> {
    let (fewest, most) = Philosophia::SEATS;
    if !(fewest..=most).contains(&seats) {
        return Err(Failed::Unreadable(format!("{seats} seats, expected {fewest} to {most}")));
    }
    Philosophia::configure(SeatCount::new(seats), &options).map_err(|error| Failed::Unreadable(error.to_string()))
}

/// Returns settings with one option.
pub(super) fn option(key: &str, word: &str) -> Settings {
    Settings::from([(key, word)])
}

impl Stage {
    /// Reads a state.
    pub(super) fn set(game: Philosophia, state: Value) -> Result<Self, Failed> {
        let text = serde_json::from_value(state).map_err(|error| Failed::Unreadable(error.to_string()))?;
        let state = game.read(&text).map_err(Failed::Unreadable)?;
        Ok(Stage { game, state })
    }

    /// Plays an action, with the chance that is given first; or says why it cannot.
    pub(super) fn play(&mut self, text: &str, chance: &[ChanceEvent]) -> Result<(), String> {
        let action: Action = text.parse().map_err(|error| format!("{error}"))?;
        if !self.game.is_legal(&self.state, action) {
            return Err(format!("{text} is not legal"));
        }
        let mut noted = RecordedChance::new(chance.iter().cloned());
        self.game.apply_with(&mut self.state, action, &mut noted);
        noted.wrong.map_or(Ok(()), Err)
    }

    /// Plays all actions.
    pub(super) fn play_all<'a>(&mut self, actions: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        actions.into_iter().try_for_each(|action| self.play(action, &[]))
    }

    /// Returns the state as JSON.
    pub(super) fn view(&self) -> Value {
        json!(StateView::from_state(&self.game.0, &self.state))
    }

    /// Returns the legal actions, sorted.
    pub(super) fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        let mut legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        legal
    }

    /// Returns the piles of the first `players` players, and the winner of the debate.
    pub(super) fn debated(&self, players: usize) -> Value {
        let debate = self.state.debate();
        let pile = |who: usize| debate.pile(who).cards().map(|card| card.to_string()).collect::<Vec<_>>();
        json!({
            "piles": (0..players).map(pile).collect::<Vec<_>>(),
            "winner": debate.winner().map(|who| who + 1),
        })
    }
}

/// Returns the philosophers other than `taken`, in the order of the data tables.
fn others<'a>(taken: &'a str) -> impl Iterator<Item = &'static str> + 'a {
    data().philosophers.iter().map(|one| &*one.name).filter(move |name| *name != taken)
}

/// Returns `count` players with different philosophers.
fn cast(count: usize) -> Vec<Map<String, Value>> {
    let names = data().philosophers.iter().take(count);
    names.map(|one| object([("philosopher".to_owned(), json!(one.name))])).collect()
}

/// Returns the place of the Acropolis for `purpose`.
fn acropolis(purpose: Use) -> String {
    let found = data().places.iter().find(|place| place.purpose == purpose);
    found.map(|place| place.name.clone()).unwrap_or_default()
}

/// Returns a town on both sides of the board that is not the start of one of these philosophers.
fn free_town(philosophers: &[&str]) -> Place {
    let start = |place: &Place| {
        data().philosophers.iter().any(|one| one.start == *place && philosophers.contains(&one.name.as_str()))
    };
    data().sides[0].iter().find(|place| !start(place)).expect("there are more towns than players")
}

/// Returns the coins after entering a town with a school of this kind, and the income of its owner.
pub(super) fn fee(question: &Value) -> Result<Value, Failed> {
    let (philosopher, school): (String, String) = (field(question, "philosopher")?, field(question, "school")?);
    let (philosopher, school, coins) = (philosopher.as_str(), school.as_str(), field::<u16>(question, "coins")?);
    let other = others(philosopher).next().unwrap_or_default();
    let town = free_town(&[philosopher, other]).name();
    let schools = |owner: &str| if school == owner { json!([town]) } else { json!([]) };
    if !["none", "own", "other"].contains(&school) {
        return Err(Failed::Unreadable(format!("school: \"{school}\", expected none, own or other")));
    }
    let state = json!({ "players": [
        { "philosopher": philosopher, "coins": coins, "schools": schools("own") },
        { "philosopher": other, "schools": schools("other") },
    ]});
    let mut stage = Stage::set(game(2, Settings::default())?, state)?;
    stage.play(&format!("go:{town}"), &[])?;
    let players = stage.state.players();
    Ok(json!([players[0].coins(), players[1].coins()]))
}

/// Returns the coins gained by a Tutor.
pub(super) fn tutor(question: &Value) -> Result<Value, Failed> {
    let (philosopher, wisdom): (String, u8) = (field(question, "philosopher")?, field(question, "wisdom")?);
    let philosopher = philosopher.as_str();
    let other = others(philosopher).next().unwrap_or_default();
    let state = json!({ "node": "act", "players": [
        { "philosopher": philosopher, "wisdom": wisdom }, { "philosopher": other },
    ]});
    let mut stage = Stage::set(game(2, Settings::default())?, state)?;
    stage.play("tutor", &[])?;
    Ok(json!(stage.state.players()[0].coins()))
}

/// Returns the winner of an offering, and the coins after it.
pub(super) fn auction(question: &Value) -> Result<Value, Failed> {
    let initiator: usize = field(question, "initiator")?;
    let (coins, bids): (Vec<u16>, Vec<u16>) = (field(question, "coins")?, field(question, "bids")?);
    let count = coins.len();
    if bids.len() != count || !(1..=count).contains(&initiator) {
        return Err(Failed::Unreadable(format!(
            "{} bids, initiator {initiator}: expected a bid and coins for each",
            bids.len()
        )));
    }
    let mut players = cast(count);
    for (player, coins) in players.iter_mut().zip(&coins) {
        player.insert("coins".to_owned(), json!(coins));
    }
    let initiator = initiator - 1;
    players[initiator].insert("at".to_owned(), json!(acropolis(Use::Offering)));
    // A disk that gives cards shows the winner without changing coins.
    let gives_cards = |reward: Reward| matches!(reward, Reward::Good(Good::Sophistry | Good::Syllogism));
    let disk = data().disks.iter().find(|disk| gives_cards(disk.reward)).map(|disk| disk.name.clone());
    let order = (1..count).map(|step| (initiator + step) % count + 1);
    let state = json!({
        "players": players, "turn_of": initiator + 1, "node": "bid", "disks": [disk],
        "pending": { "by": initiator + 1, "bids": vec![None::<u16>; count], "rest": order.clone().collect::<Vec<_>>() },
    });
    let mut stage = Stage::set(game(count, Settings::default())?, state)?;
    for who in [initiator + 1].into_iter().chain(order) {
        stage.play(&format!("bid:{}", bids[who - 1]), &[])?;
    }
    let players = &stage.state.players()[..count];
    let winner = players.iter().position(|player| player.argument_counts() != [0, 0]);
    Ok(json!({
        "winner": winner.map(|who| who + 1),
        "coins": players.iter().map(|player| player.coins()).collect::<Vec<_>>(),
    }))
}

/// Deals hands of arguments; the Divine Argument is among the oracle cards.
fn deal_hands(players: &mut [Map<String, Value>], hands: &[Vec<String>]) {
    let divine = &data().codes[ergo_engine::philosophia::card::Card::DIVINE.index()];
    let name = &data().oracles[usize::from(data().divine)].name;
    for (player, hand) in players.iter_mut().zip(hands) {
        let arguments: Vec<&String> = hand.iter().filter(|card| *card != divine).collect();
        player.insert("arguments".to_owned(), json!(arguments));
        if arguments.len() < hand.len() {
            player.insert("oracles".to_owned(), json!([name]));
        }
    }
}

/// Plays a public debate that the first of two hands initiates.
pub(super) fn debate(question: &Value) -> Result<Value, Failed> {
    let (kinds, plays): (String, Vec<String>) = (field(question, "kinds")?, field(question, "plays")?);
    let hands: Vec<Vec<String>> = field(question, "hands")?;
    if hands.len() != 2 {
        return Err(Failed::Unreadable(format!("{} hands, expected two", hands.len())));
    }
    let mut players = cast(2);
    deal_hands(&mut players, &hands);
    players[0].insert("at".to_owned(), json!(acropolis(Use::Debate)));
    let mut stage = Stage::set(game(2, option("kinds", &kinds))?, json!({ "players": players, "node": "act" }))?;
    stage.play("debate:2", &[])?;
    stage.play_all(plays.iter().map(String::as_str))?;
    Ok(stage.debated(2))
}

/// Plays a final debate of players with these numbers, who buy nothing.
pub(super) fn final_debate(question: &Value) -> Result<Value, Failed> {
    let (kinds, plays): (String, Vec<String>) = (field(question, "kinds")?, field(question, "plays")?);
    let (hands, numbers): (Vec<Vec<String>>, Vec<u8>) = (field(question, "hands")?, field(question, "numbers")?);
    if hands.len() != numbers.len() {
        return Err(Failed::Unreadable(format!(
            "{} hands, {} numbers: expected a hand for each",
            hands.len(),
            numbers.len()
        )));
    }
    let game = game(numbers.len(), option("kinds", &kinds))?;
    let mut players = cast(numbers.len());
    deal_hands(&mut players, &hands);
    for (player, number) in players.iter_mut().zip(&numbers) {
        player.insert("labyrinth".to_owned(), json!(3));
        player.insert("number".to_owned(), json!(number));
        player.insert("claimed".to_owned(), json!(["followings", "schools", "travel"]));
    }
    players[0].insert("at".to_owned(), json!(acropolis(Use::Progress)));
    let state = json!({ "players": players, "node": "act", "timeline": data().timeline.len() - 2 });
    let mut stage = Stage::set(game, state)?;
    stage.play("progress", &[])?;
    stage.play_all(plays.iter().map(String::as_str))?;
    Ok(stage.debated(numbers.len()))
}

/// Returns the bid of the Moirai when this card is turned.
pub(super) fn moirai_bid(question: &Value) -> Result<Value, Failed> {
    let (card, coins): (Option<String>, u16) = (field(question, "card")?, field(question, "coins")?);
    let mut players = cast(2);
    players[0].insert("at".to_owned(), json!(acropolis(Use::Offering)));
    players[1].insert("coins".to_owned(), json!(coins));
    let deck: Vec<&str> = card.as_deref().into_iter().collect();
    let state = json!({ "players": players, "node": "act", "sophistry": deck, "moirai": quiet(None)? });
    let mut stage = Stage::set(game(1, option("level", "nous"))?, state)?;
    stage.play_all(["offer", "bid:0"])?;
    Ok(json!(stage.state.bids().1[1]))
}

/// Returns the cards of the Moirai. The top card leads to `first`, or else gives them only coins or followings.
fn quiet(first: Option<&str>) -> Result<Value, String> {
    use ergo_engine::philosophia::data::Item;
    let silent = |item: &Item| matches!(item, Item::Following | Item::Coins(_));
    let fates = &data().fates;
    let found = match first {
        Some(name) => fates.iter().position(|fate| fate.place.name() == name),
        None => fates.iter().position(|fate| fate.boxes[0].iter().all(silent)),
    };
    let top = found.ok_or_else(|| format!("no card of the Moirai leads to {}", first.unwrap_or("a quiet place")))?;
    let rest = (0..fates.len()).filter(|card| *card != top);
    let deck: Vec<&str> = [top].into_iter().chain(rest).map(|card| fates[card].place.name()).collect();
    let side = data().double_sided[0].place.name();
    Ok(json!({ "deck": deck, "discards": [], "side": side, "queue": [] }))
}

/// Plays a debate with the Moirai, whose stack is given.
pub(super) fn moirai_debate(question: &Value) -> Result<Value, Failed> {
    let (kinds, plays): (String, Vec<String>) = (field(question, "kinds")?, field(question, "plays")?);
    let (hand, stack): (Vec<String>, Vec<String>) = (field(question, "hand")?, field(question, "stack")?);
    let initiator: usize = field(question, "initiator")?;
    let mut players = cast(2);
    deal_hands(&mut players, &[hand]);
    players[1].insert("arguments".to_owned(), json!(stack));
    players[2 - initiator.clamp(1, 2)].insert("at".to_owned(), json!(free_town(&[]).name()));
    players[initiator.clamp(1, 2) - 1].insert("at".to_owned(), json!(acropolis(Use::Debate)));
    let state = json!({
        "players": players, "turn_of": initiator, "to_move": 1, "node": "lead", "moirai": quiet(None)?,
        "pending": {
            "final": false, "initiator": initiator, "circle": [initiator, 3 - initiator], "piles": {}, "led": null,
            "attacker": 1, "defender": 2, "must": initiator == 1,
        },
    });
    let mut options = option("kinds", &kinds);
    options.0.insert("level".to_owned(), Setting::Text("nous".to_owned()));
    let mut stage = Stage::set(game(1, options)?, state)?;
    stage.play_all(plays.iter().map(String::as_str))?;
    let mut found = stage.debated(2);
    found["stack"] = json!(stage.state.moirai_stack().map(|card| card.to_string()).collect::<Vec<_>>());
    Ok(found)
}

/// Returns the state of the Moirai after a Tutor at Samos, with this card and this coin flip.
pub(super) fn moirai_turn(question: &Value) -> Result<Value, Failed> {
    let (level, coin): (String, String) = (field(question, "level")?, field(question, "coin")?);
    let (state, card): (Value, Option<String>) = (field(question, "state")?, field(question, "card")?);
    let mut state = state;
    let table = state.as_object_mut().ok_or_else(|| "state: expected an object".to_owned())?;
    if let Some(card) = card.as_deref() {
        table.insert("moirai".to_owned(), quiet(Some(card))?);
    }
    let mut stage = Stage::set(game(1, option("level", &level))?, state)?;
    stage.play("go:samos", &[])?;
    for (word, answer) in [("token", "bonus"), ("card", "no_card")] {
        if stage.state.node().word() == word {
            stage.play(answer, &[])?;
        }
    }
    stage.play("tutor", &[ChanceEvent::Coin { coin }])?;
    let view = stage.view();
    let (you, them) = (&view["players"][0], &view["players"][1]);
    let tokens = them["tokens"].as_object().map(|tokens| tokens.keys().cloned().collect::<Vec<_>>());
    Ok(json!({
        "at": them["at"],
        "coins": [you["coins"], them["coins"]],
        "followings": them["followings"],
        "schools": them["schools"],
        "tokens": tokens,
        "arguments": them["arguments"].as_array().map_or(0, Vec::len),
        "wisdom": them["wisdom"],
        "labyrinth": them["labyrinth"],
        "timeline": view["timeline"],
        "asks": view["node"],
    }))
}
