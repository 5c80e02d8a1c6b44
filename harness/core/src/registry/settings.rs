//! Settings as JSON: nested as in an experiment, where a dot leads into a table.

use ergo_engine::options::{Settings, Value};
use serde_json::{Map, Value as Json};

/// `{"cards.not": 8}` as `{"cards": {"not": 8}}`.
pub fn nested_json(settings: &Settings) -> Json {
    let mut all = Map::new();
    for (key, value) in &settings.0 {
        let mut table = &mut all;
        let mut parts: Vec<&str> = key.split('.').collect();
        let last = parts.pop().unwrap_or_default();
        for part in parts {
            let next = table.entry(part).or_insert_with(|| Json::Object(Map::new()));
            // No option is at once a value and a table of others.
            let Json::Object(inner) = next else { unreachable!("{key} leads through a value") };
            table = inner;
        }
        table.insert(last.to_owned(), serde_json::to_value(value).unwrap_or(Json::Null));
    }
    Json::Object(all)
}

/// Settings written as `key=value` with spaces between them.
pub fn parse_settings(text: &str) -> Result<Settings, String> {
    let one = |pair: &str| match pair.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value_of(value))),
        None => Err(format!("\"{pair}\": expected key=value")),
    };
    text.split_whitespace().map(one).collect()
}

/// A value as written by hand: yes or no, a whole number, a number, or else a word.
pub fn value_of(text: &str) -> Value {
    let word = || Value::Text(text.trim_matches('"').to_owned());
    let bool = || text.parse().map(Value::Bool);
    let int = || text.parse().map(Value::Int);
    bool().or_else(|_| int()).or_else(|_| text.parse().map(Value::Real)).unwrap_or_else(|_| word())
}

/// The way back of [`nested`]. What is neither yes or no, a number nor a word is named in the error.
pub fn settings_from_json(json: &Json) -> Result<Settings, String> {
    let mut settings = Settings::default();
    flatten("", json, &mut settings)?;
    Ok(settings)
}

fn flatten(key: &str, json: &Json, into: &mut Settings) -> Result<(), String> {
    let value = match json {
        Json::Object(table) => {
            for (part, inner) in table {
                let key = if key.is_empty() { part.clone() } else { format!("{key}.{part}") };
                flatten(&key, inner, into)?;
            }
            return Ok(());
        }
        Json::Bool(value) => Value::Bool(*value),
        Json::String(value) => Value::Text(value.clone()),
        Json::Number(value) => match (value.as_i64(), value.as_f64()) {
            (Some(whole), _) => Value::Int(whole),
            (None, Some(value)) => Value::Real(value),
            _ => return Err(format!("{key} = {value}: expected a smaller number")),
        },
        other => return Err(format!("{key} = {other}: expected true, false, a number or a word")),
    };
    into.0.insert(key.to_owned(), value);
    Ok(())
}
