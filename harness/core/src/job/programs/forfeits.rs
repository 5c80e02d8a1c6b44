//! The first fault of each entrant in a run, with its reason.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use ergo_agents::agent::AgentFault;

use super::logs;
use super::process_label::{ProcessLabel, held};
use crate::storage::folder::part;

/// Number of characters that are kept of the last line of standard error.
const MAX_LINE: usize = 200;

/// The reason why a program failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FaultReason {
    /// What happened, in words.
    pub why: String,
    /// True if it happened before the first decision.
    pub is_at_start: bool,
    /// The last line of standard error and a hint, each after a semicolon; may be empty.
    pub details: String,
}

impl FaultReason {
    /// Creates the reason of a program that wrote `errors` to standard error. `has_results` is its setting.
    pub(crate) fn new(why: String, errors: &[u8], is_at_start: bool, has_results: bool) -> Self {
        let text = String::from_utf8_lossy(errors);
        let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let last: String = last.chars().filter(|c| !c.is_control()).take(MAX_LINE).collect();
        let needs_results = !has_results && !is_at_start && last.contains("results");
        let hint = if needs_results { "; hint: the setting results = true is missing" } else { "" };
        let details = if last.is_empty() { last } else { format!("; last line of standard error: {last}{hint}") };
        FaultReason { why, is_at_start, details }
    }
}

/// The first forfeit of an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The name of the entrant.
    pub entrant: String,
    /// Match, seat, decision, fault and reason, in words.
    pub text: String,
    /// A key that sorts by match and seat.
    order: (usize, String, usize),
}

impl Forfeit {
    /// Returns lines that describe the forfeit and name the log in the results folder `out`.
    pub fn describe(&self, out: &Path) -> String {
        format!("first fault of {}: {}{}", self.entrant, self.text, log_line(&self.entrant, out))
    }
}

/// Returns a line break and the path of the log of `entrant` in the results folder `out`; empty if there is none.
pub(crate) fn log_line(entrant: &str, out: &Path) -> String {
    let name = logs::file(entrant);
    let log = [out.join(&name), part(out, &name)].into_iter().find(|path| path.exists());
    log.map_or(String::new(), |path| format!("\nlog: {}", path.display()))
}

/// The first forfeits of all entrants.
#[derive(Default)]
pub(super) struct ForfeitList {
    /// The reasons of failed programs whose matches are not over yet.
    reasons: Mutex<BTreeMap<(String, String, usize), FaultReason>>,
    forfeits: Mutex<BTreeMap<String, Forfeit>>,
}

impl ForfeitList {
    pub(super) fn add_reason(&self, who: &ProcessLabel, reason: FaultReason) {
        held(&self.reasons).insert((who.entrant.clone(), who.game.clone(), who.seat.index()), reason);
    }

    pub(super) fn take_reason(&self, who: &ProcessLabel) -> Option<FaultReason> {
        held(&self.reasons).remove(&(who.entrant.clone(), who.game.clone(), who.seat.index()))
    }

    pub(super) fn add(&self, who: &ProcessLabel, fault: AgentFault, place: &str) {
        let reason = self.take_reason(who);
        let place = if reason.as_ref().is_some_and(|reason| reason.is_at_start) { "at the start" } else { place };
        let reason = reason.map_or(String::new(), |reason| format!(": {}{}", reason.why, reason.details));
        let ProcessLabel { entrant, game, seat } = who;
        let text = format!("{game}, seat {seat}, {place}: {fault}{reason}");
        // Matches end in any order; a number with fewer digits is smaller.
        let order = (game.len(), game.clone(), seat.index());
        let new = Forfeit { entrant: entrant.clone(), text, order };
        let mut all = held(&self.forfeits);
        let found = all.entry(entrant.clone()).or_insert_with(|| new.clone());
        if new.order < found.order {
            *found = new;
        }
    }

    pub(super) fn take(&self) -> Vec<Forfeit> {
        std::mem::take(&mut *held(&self.forfeits)).into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use ergo_engine::seat::Seat;

    use super::*;

    #[test]
    fn forfeits_keep_the_earliest_match_in_any_order() {
        let list = ForfeitList::default();
        for number in [12, 3, 7] {
            let who = ProcessLabel { entrant: "bob".to_owned(), game: format!("match {number}"), seat: Seat::new(1) };
            let errors = b"Traceback\nKeyError: 'results'\n\n";
            list.add_reason(&who, FaultReason::new("ended".to_owned(), errors, false, false));
            list.add(&who, AgentFault::Died, "decision 2 (round 1, turn 2)");
        }
        let [bob] = &list.take()[..] else { panic!("one entrant") };
        let expected = "match 3, seat 2, decision 2 (round 1, turn 2): died: ended; last line of standard error: \
                        KeyError: 'results'; hint: the setting results = true is missing";
        assert_eq!(bob.text, expected);
        assert!(list.take().is_empty());
    }
}
