//! Normalises the order of lists in answers of worked cases.

use serde_json::Value;

use crate::registry::arena::position::object;

/// Keys of lists whose order matters; the order of the Moirai's arguments matters too.
const ORDERED: [&str; 13] = [
    "sophistry",
    "syllogism",
    "delphi",
    "dodona",
    "trophonius",
    "disks",
    "claimed",
    "deck",
    "discards",
    "queue",
    "circle",
    "rest",
    "bids",
];
/// More keys of ordered lists.
const ORDERED_TOO: [&str; 5] = ["order", "stopped", "scores", "coins", "stack"];

fn is_compound(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

/// Returns the value at `path` (keys and list positions from 1, separated by dots), or `null`.
pub(super) fn value_at<'v>(state: &'v Value, path: &str) -> &'v Value {
    path.split('.').fold(state, |value, part| {
        match value {
            Value::Array(list) => part.parse::<usize>().ok().and_then(|place| list.get(place.checked_sub(1)?)),
            value => value.get(part),
        }
        .unwrap_or(&Value::Null)
    })
}

/// Sorts the lists in `value`, which is at `path`, if their order does not matter.
pub(super) fn in_order(path: &str, value: &Value, solo: bool) -> Value {
    let key = path.rsplit('.').next().unwrap_or(path);
    match value {
        Value::Array(list) => {
            let inner = |(place, value): (usize, &Value)| in_order(&format!("{path}.{}", place + 1), value, solo);
            let mut list: Vec<Value> = list.iter().enumerate().map(inner).collect();
            let stack = solo && path == "players.2.arguments";
            if !(ORDERED.contains(&key) || ORDERED_TOO.contains(&key) || stack || list.iter().any(is_compound)) {
                list.sort_by_key(ToString::to_string);
            }
            Value::Array(list)
        }
        Value::Object(table) => {
            let inner = |(key, value): (&String, &Value)| {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                (key.clone(), in_order(&path, value, solo))
            };
            Value::Object(object(table.iter().map(inner)))
        }
        other => other.clone(),
    }
}
