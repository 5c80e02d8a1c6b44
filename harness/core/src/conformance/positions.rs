//! Counts the kinds of positions in the questions that a program received.

use serde_json::Value as Json;

type Test = fn(&Json) -> bool;

/// The kinds of positions: a label, and a predicate on the question.
const KINDS: [(&str, Test); 10] = [
    ("first action of the match", |asked| asked["id"] == 1),
    ("one legal action", |asked| actions(asked) == 1),
    ("over 100 legal actions", |asked| actions(asked) > 100),
    ("empty proof", |asked| asked["observation"]["proof"].as_array().is_some_and(Vec::is_empty)),
    ("second play of a turn", |asked| asked["observation"]["plays_left"] == 1),
    ("under a Fallacy", |asked| own(asked, "fallacy").is_some_and(|turns| !turns.is_null())),
    ("immune", |asked| own(asked, "immune") == Some(&Json::Bool(true))),
    ("last turn", |asked| asked["observation"]["last_turn"] == true),
    ("wild in the proof", |asked| any_text(&asked["observation"]["proof"], '*')),
    ("Ergo can be played", |asked| {
        asked["legal"].as_array().is_some_and(|legal| legal.iter().any(|action| action == "E"))
    }),
];

fn actions(asked: &Json) -> usize {
    asked["legal"].as_array().map_or(0, Vec::len)
}

/// Returns the entry of the mover's seat in a list with one entry per seat.
fn own<'a>(asked: &'a Json, list: &str) -> Option<&'a Json> {
    let seen = &asked["observation"];
    let seat = usize::try_from(seen["seat"].as_u64()?).ok()?;
    seen[list].get(seat.checked_sub(1)?)
}

fn any_text(list: &Json, letter: char) -> bool {
    let has = |text: &Json| text.as_str().is_some_and(|text| text.contains(letter));
    list.as_array().is_some_and(|texts| texts.iter().any(has))
}

/// The number of questions of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PositionCounts([u64; KINDS.len()]);

impl PositionCounts {
    /// Counts one question, given as the line that the program received.
    pub(super) fn count(&mut self, line: &[u8]) {
        let asked: Json = serde_json::from_slice(line).unwrap_or(Json::Null);
        for (count, (_, test)) in self.0.iter_mut().zip(KINDS) {
            *count += u64::from(test(&asked));
        }
    }

    /// Adds the counts of `other`.
    pub(super) fn add(&mut self, other: &PositionCounts) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum += more);
    }

    /// Returns the kinds that occurred, with their counts.
    pub(super) fn met(&self) -> impl Iterator<Item = (&'static str, u64)> {
        KINDS.iter().zip(self.0).filter(|(_, count)| *count > 0).map(|((name, _), count)| (*name, count))
    }
}
