//! Records in JSON whose last key, `sum`, is the SHA-256 of all bytes before it, so that changes are detected.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::storage::digest;

/// The error for a record that was changed.
pub const CHANGED: &str = "its sum is not the recorded one";
/// The text between the record and its sum.
const SUM: &str = ",\n  \"sum\": \"";
/// The text after the sum.
const END: &str = "\"\n}\n";

/// Returns the object `record` as JSON, with its sum at the end.
pub(crate) fn text(record: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(record).expect("texts and numbers are JSON");
    let open = text.strip_suffix("\n}").expect("a record is an object");
    format!("{open}{SUM}{}{END}", digest::of_text(open))
}

/// Reads the record in `bytes`. A record without a sum, from an earlier version, is accepted.
///
/// # Errors
///
/// Returns an error if the record is not valid JSON of this type, or if it was changed.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let record = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let is_written = |(open, sum): (&str, &str)| sum.strip_suffix(END) == Some(digest::of_text(open).as_str());
    match text.rsplit_once(SUM).map_or(!ends_in_a_sum(text), is_written) {
        true => Ok(record),
        false => Err(CHANGED.to_owned()),
    }
}

/// Returns true if the last value is a digest under another key; no record ends with a digest of its own.
fn ends_in_a_sum(text: &str) -> bool {
    let last = text.trim_end().strip_suffix('}').and_then(|open| open.trim_end().strip_suffix('"'));
    let last = last.and_then(|open| open.rsplit_once('"')).map_or("", |(_, last)| last);
    last.len() == digest::of_text("").len() && last.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn sealed_changed_record_is_refused() {
        let record = BTreeMap::from([("a", 0.1), ("b", 1e-300)]);
        let whole = text(&record);
        let read = |text: &str| read::<serde_json::Value>(text.as_bytes());
        assert!(read(&whole).is_ok() && read("{\n  \"a\": 0.1\n}\n").is_ok());
        for changed in [whole.replace("0.1", "0.2"), whole.replace(",\n", ", \n"), whole.clone() + "\n"] {
            assert!(read(&changed).unwrap_err().contains("sum"), "{changed}");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone().into_bytes();
            bytes[at] ^= 1;
            assert!(super::read::<serde_json::Value>(&bytes).is_err(), "{at}");
        }
    }
}
