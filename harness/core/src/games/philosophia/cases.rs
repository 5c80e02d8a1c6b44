//! The worked cases of Philosophia: `id ; kind ; question as JSON ; answer as JSON ; note`, a line each.

use std::cmp::Ordering;

use ergo_engine::options::Settings;
use ergo_engine::philosophia::card::Card;
use ergo_engine::philosophia::chance::Happened;
use ergo_engine::philosophia::data::COLOURS;
use ergo_engine::philosophia::names::philosopher_named;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::asked::{at, in_order};
use super::staged::{
    Stage, auction, debate, fee, final_debate, game, moirai_bid, moirai_debate, moirai_turn, option, tutor,
};
use crate::arena::position::object;
use crate::cases::Worked;
use crate::settings::flat;

/// A state, and what is asked of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfState {
    seats: usize,
    #[serde(default)]
    options: Map<String, Value>,
    state: Value,
    #[serde(default)]
    actions: Vec<String>,
    #[serde(default)]
    chance: Vec<Vec<Happened>>,
    #[serde(default)]
    ask: Vec<String>,
    seat: Option<usize>,
}

#[derive(Deserialize)]
struct Compare {
    kinds: String,
    first: Written,
    second: Written,
}

/// A card as it is written.
struct Written(Card);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        word.parse().map(Written).map_err(serde::de::Error::custom)
    }
}

#[derive(Deserialize)]
struct Placed {
    players: usize,
    philosophers: Vec<String>,
}

#[derive(Deserialize)]
struct Fee {
    philosopher: String,
    coins: u16,
    school: String,
}

#[derive(Deserialize)]
struct Tutor {
    philosopher: String,
    wisdom: u8,
}

#[derive(Deserialize)]
struct Auction {
    initiator: usize,
    coins: Vec<u16>,
    bids: Vec<u16>,
}

#[derive(Deserialize)]
struct Debated {
    kinds: String,
    #[serde(default)]
    numbers: Vec<u8>,
    hands: Vec<Vec<String>>,
    plays: Vec<String>,
}

#[derive(Deserialize)]
struct MoiraiBid {
    card: Option<String>,
    coins: u16,
}

#[derive(Deserialize)]
struct MoiraiDebate {
    kinds: String,
    hand: Vec<String>,
    stack: Vec<String>,
    initiator: usize,
    plays: Vec<String>,
}

#[derive(Deserialize)]
struct MoiraiTurn {
    level: String,
    state: Value,
    card: Option<String>,
    coin: String,
}

/// Works out a line. What cannot be played is the answer in words.
pub(super) fn work_out(line: &str) -> Result<Worked, String> {
    let parts: Vec<&str> = line.splitn(5, " ; ").map(str::trim).collect();
    let [id, kind, question, answer, ..] = parts[..] else {
        return Err(format!("\"{line}\" is no case, expected id ; kind ; question ; answer ; note"));
    };
    let answer = answer.strip_suffix(';').unwrap_or(answer).trim();
    let expected: Value = json_of("answer", answer)?;
    let found = found(kind, question)?;
    let (expected, found) = match kind {
        "after" => after_in_order(question, &expected, found)?,
        "fee" | "scores" => (in_order("scores", &expected, false), in_order("scores", &found, false)),
        _ => (in_order("", &expected, false), in_order("", &found, false)),
    };
    Ok(Worked { id: Some(id.to_owned()), expected: expected.to_string(), found: found.to_string() })
}

fn json_of<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("{what}: {error}"))
}

/// Every answer of a list by the path that was asked.
fn after_in_order(question: &str, expected: &Value, found: Value) -> Result<(Value, Value), String> {
    let asked: OfState = json_of("question", question)?;
    let each = |answers: &Value| match answers {
        Value::Array(list) => {
            let both = asked.ask.iter().zip(list);
            Value::Array(both.map(|(path, answer)| in_order(path, answer, asked.seats == 1)).collect())
        }
        words => words.clone(),
    };
    Ok((each(expected), each(&found)))
}

/// The answer, or in words why there is none.
fn found(kind: &str, question: &str) -> Result<Value, String> {
    let words = |answer: Result<Value, String>| Ok(answer.unwrap_or_else(Value::String));
    match kind {
        "legal" | "after" | "claimable" | "scores" => {
            let asked: OfState = json_of("question", question)?;
            let options = flat(&Value::Object(asked.options.clone())).map_err(|error| format!("options: {error}"))?;
            let stage = Stage::set(game(asked.seats, options)?, asked.state.clone())?;
            words(of_state(kind, &asked, stage))
        }
        "compare" => compare(&json_of("question", question)?),
        "placed" => placed(&json_of("question", question)?),
        "fee" => {
            let Fee { philosopher, coins, school } = json_of("question", question)?;
            fee(&philosopher, coins, &school)
        }
        "tutor" => {
            let Tutor { philosopher, wisdom } = json_of("question", question)?;
            tutor(&philosopher, wisdom)
        }
        "auction" => {
            let Auction { initiator, coins, bids } = json_of("question", question)?;
            words(auction(initiator, &coins, &bids))
        }
        "debate" => {
            let Debated { kinds, hands, plays, .. } = json_of("question", question)?;
            words(debate(&kinds, &hands, &plays))
        }
        "final" => {
            let Debated { kinds, numbers, hands, plays } = json_of("question", question)?;
            words(final_debate(&kinds, &numbers, &hands, &plays))
        }
        "moirai_bid" => {
            let MoiraiBid { card, coins } = json_of("question", question)?;
            words(moirai_bid(card.as_deref(), coins))
        }
        "moirai_debate" => {
            let MoiraiDebate { kinds, hand, stack, initiator, plays } = json_of("question", question)?;
            words(moirai_debate(&kinds, &hand, &stack, initiator, &plays))
        }
        "moirai_turn" => {
            let MoiraiTurn { level, state, card, coin } = json_of("question", question)?;
            words(moirai_turn(&level, state, card.as_deref(), &coin))
        }
        other => Err(format!("\"{other}\" is no kind of question")),
    }
}

fn of_state(kind: &str, asked: &OfState, mut stage: Stage) -> Result<Value, String> {
    match kind {
        "legal" => Ok(json!(stage.legal())),
        "claimable" => {
            let seat = asked.seat.filter(|seat| (1..=stage.game.0.players).contains(seat));
            let seat = seat.ok_or("seat: expected one of the table")?;
            let found = stage.game.claimable(&stage.state, seat - 1);
            Ok(json!(found.iter().map(|condition| condition.word()).collect::<Vec<_>>()))
        }
        "scores" => Ok(json!(stage.game.all_scores(&stage.state))),
        _ => {
            for (number, action) in asked.actions.iter().enumerate() {
                let chance = asked.chance.get(number).map_or(&[][..], |given| given);
                stage.play(action, chance).map_err(|error| format!("action {}: {error}", number + 1))?;
            }
            let view = stage.view();
            Ok(asked.ask.iter().map(|path| at(&view, path).clone()).collect())
        }
    }
}

fn compare(Compare { kinds, first, second }: &Compare) -> Result<Value, String> {
    let game = game(2, option("kinds", kinds))?;
    Ok(json!(match first.0.against(second.0, &game.0.kinds) {
        Ordering::Greater => "first",
        Ordering::Less => "second",
        Ordering::Equal => "tie",
    }))
}

/// Tokens placed of each colour; who plays alone has the Moirai's philosopher with his.
fn placed(Placed { players, philosophers }: &Placed) -> Result<Value, String> {
    let game = game(*players, Settings::default())?;
    let named: Result<Vec<u8>, _> = philosophers.iter().map(|name| philosopher_named(name)).collect();
    let placed = game.0.placed(&named.map_err(|error| error.to_string())?);
    let of_colours = COLOURS.iter().zip(placed).map(|(colour, count)| ((*colour).to_owned(), json!(count)));
    Ok(Value::Object(object(of_colours)))
}
