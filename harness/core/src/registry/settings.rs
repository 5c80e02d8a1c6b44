//! Conversions between settings and JSON or text. In JSON, settings are nested as in an experiment: a dot in a key
//! leads into a table.

use ergo_engine::options::{Settings, Value};
use serde_json::{Map, Value as Json};

/// Converts settings to nested JSON: `{"cards.not": 8}` becomes `{"cards": {"not": 8}}`.
///
/// # Panics
///
/// Panics if a key is also the prefix of another key.
pub fn nested_json(settings: &Settings) -> Json {
    let mut all = Map::new();
    for (key, value) in &settings.0 {
        let mut table = &mut all;
        let mut parts: Vec<&str> = key.split('.').collect();
        let last = parts.pop().unwrap_or_default();
        for part in parts {
            let next = table.entry(part).or_insert_with(|| Json::Object(Map::new()));
            // No option is both a value and a table of others.
            let Json::Object(inner) = next else { unreachable!("{key} leads through a value") };
            table = inner;
        }
        table.insert(last.to_owned(), serde_json::to_value(value).unwrap_or(Json::Null));
    }
    Json::Object(all)
}

/// Parses space-separated settings of the form `key=value`.
///
/// # Errors
///
/// Returns the first word without `=`.
pub fn parse_settings(text: &str) -> Result<Settings, String> {
    let one = |pair: &str| match pair.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value_of(value))),
        None => Err(format!("\"{pair}\": expected key=value")),
    };
    text.split_whitespace().map(one).collect()
}

/// Parses a value: a boolean, a whole number, a number, or else a word.
pub fn value_of(text: &str) -> Value {
    let unquoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let word = || Value::Text(unquoted.to_owned());
    let bool = || text.parse().map(Value::Bool);
    let int = || text.parse().map(Value::Int);
    bool().or_else(|_| int()).or_else(|_| text.parse().map(Value::Real)).unwrap_or_else(|_| word())
}

/// Converts nested JSON to settings; the inverse of [`nested_json`].
///
/// # Errors
///
/// Returns the first value that is not a boolean, a number or a word.
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
