//! The worked cases of Philosophia, one per line: `id ; kind ; question as JSON ; answer as JSON ; note`.

use std::cmp::Ordering;

use ergo_engine::options::Settings;
use ergo_engine::philosophia::card::Card;
use ergo_engine::philosophia::chance::ChanceEvent;
use ergo_engine::philosophia::data::COLOURS;
use ergo_engine::philosophia::names::philosopher_named;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::answers::{in_order, value_at};
use super::staged::{
    Stage, auction, debate, fee, final_debate, game, moirai_bid, moirai_debate, moirai_turn, option, tutor,
};
use crate::registry::arena::position::object;
use crate::registry::cases::WorkedCase;
use crate::registry::settings::settings_from_json;

/// An error in a question.
pub(super) enum Failed {
    /// The question cannot be read.
    Unreadable(String),
    /// The question cannot be played; the message is the answer.
    Unplayable(String),
}

impl From<String> for Failed {
    fn from(why: String) -> Self {
        Failed::Unplayable(why)
    }
}

/// Reads a field of a question.
pub(super) fn field<T: DeserializeOwned>(question: &Value, key: &str) -> Result<T, Failed> {
    let value = question.get(key).unwrap_or(&Value::Null).clone();
    serde_json::from_value(value).map_err(|error| Failed::Unreadable(format!("question: {key}: {error}")))
}

/// Solves the case in `line`. If it cannot be played, the reason is the answer.
pub(super) fn work_out(line: &str) -> Result<WorkedCase, String> {
    let parts: Vec<&str> = line.splitn(5, " ; ").map(str::trim).collect();
    let [id, kind, question, answer, ..] = parts[..] else {
        return Err(format!("\"{line}\" is not a case, expected id ; kind ; question ; answer ; note"));
    };
    let answer = answer.strip_suffix(';').unwrap_or(answer).trim();
    let json_of =
        |what: &str, text: &str| serde_json::from_str::<Value>(text).map_err(|error| format!("{what}: {error}"));
    let (question, expected) = (json_of("question", question)?, json_of("answer", answer)?);
    let found = found(kind, &question)?;
    let (expected, found) = match kind {
        "after" => after_in_order(&question, &expected, &found)?,
        "fee" | "scores" => (in_order("scores", &expected, false), in_order("scores", &found, false)),
        _ => (in_order("", &expected, false), in_order("", &found, false)),
    };
    Ok(WorkedCase { id: Some(id.to_owned()), expected: expected.to_string(), found: found.to_string() })
}

/// Normalises a list of answers, each by its path.
fn after_in_order(question: &Value, expected: &Value, found: &Value) -> Result<(Value, Value), String> {
    let (paths, solo) = (question["ask"].as_array().cloned().unwrap_or_default(), question["seats"] == 1);
    let each = |answers: &Value| match answers {
        Value::Array(list) => {
            let both = paths.iter().filter_map(Value::as_str).zip(list);
            Value::Array(both.map(|(path, answer)| in_order(path, answer, solo)).collect())
        }
        words => words.clone(),
    };
    Ok((each(expected), each(found)))
}

/// Returns the answer, or the reason why there is none.
fn found(kind: &str, question: &Value) -> Result<Value, String> {
    let answer = match kind {
        "legal" | "after" | "claimable" | "scores" => of_state(kind, question),
        "compare" => compare(question),
        "placed" => placed(question),
        "fee" => fee(question),
        "tutor" => tutor(question),
        "auction" => auction(question),
        "debate" => debate(question),
        "final" => final_debate(question),
        "moirai_bid" => moirai_bid(question),
        "moirai_debate" => moirai_debate(question),
        "moirai_turn" => moirai_turn(question),
        other => return Err(format!("\"{other}\" is not a kind of question")),
    };
    match answer {
        Ok(answer) => Ok(answer),
        Err(Failed::Unplayable(words)) => Ok(Value::String(words)),
        Err(Failed::Unreadable(why)) => Err(why),
    }
}

fn of_state(kind: &str, question: &Value) -> Result<Value, Failed> {
    let unreadable = |why: String| Failed::Unreadable(why);
    let options = settings_from_json(question.get("options").unwrap_or(&json!({})));
    let options = options.map_err(|error| unreadable(format!("options: {error}")))?;
    let game = game(field(question, "seats")?, options)?;
    let mut stage = Stage::set(game, field(question, "state")?)?;
    match kind {
        "legal" => Ok(json!(stage.legal())),
        "claimable" => {
            let seat: usize = field(question, "seat")?;
            if !(1..=stage.game.0.players).contains(&seat) {
                return Err(unreadable("seat: expected one of the table".to_owned()));
            }
            let found = stage.game.claimable(&stage.state, seat - 1);
            Ok(json!(found.iter().map(|condition| condition.word()).collect::<Vec<_>>()))
        }
        "scores" => Ok(json!(stage.game.all_scores(&stage.state))),
        _ => {
            let actions: Vec<String> = field(question, "actions")?;
            let chance: Option<Vec<Vec<ChanceEvent>>> = field(question, "chance")?;
            for (number, action) in actions.iter().enumerate() {
                let chance = chance.as_ref().and_then(|chance| chance.get(number)).map_or(&[][..], |given| given);
                stage.play(action, chance).map_err(|error| format!("action {}: {error}", number + 1))?;
            }
            let (view, paths): (_, Vec<String>) = (stage.view(), field(question, "ask")?);
            Ok(paths.iter().map(|path| value_at(&view, path).clone()).collect())
        }
    }
}

fn compare(question: &Value) -> Result<Value, Failed> {
    let card = |key| {
        let card: String = field(question, key)?;
        card.parse::<Card>().map_err(|error| Failed::Unreadable(format!("question: {key}: {error}")))
    };
    let game = game(2, option("kinds", &field::<String>(question, "kinds")?))?;
    Ok(json!(match card("first")?.against(card("second")?, &game.0.kinds) {
        Ordering::Greater => "first",
        Ordering::Less => "second",
        Ordering::Equal => "tie",
    }))
}

/// Returns the number of placed tokens by colour. A player who plays alone is joined by the philosopher of the Moirai.
fn placed(question: &Value) -> Result<Value, Failed> {
    let game = game(field(question, "players")?, Settings::default())?;
    let names: Vec<String> = field(question, "philosophers")?;
    let named: Result<Vec<u8>, _> = names.iter().map(|name| philosopher_named(name)).collect();
    let placed = game.0.placed(&named.map_err(|error| Failed::Unreadable(error.to_string()))?);
    let of_colours = COLOURS.iter().zip(placed).map(|(colour, count)| ((*colour).to_owned(), json!(count)));
    Ok(Value::Object(object(of_colours)))
}
