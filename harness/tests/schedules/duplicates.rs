//! Tables and arms that play the same matches as others are refused, because their rows would count twice.

use std::collections::BTreeSet;

use crate::designs::{race, read};
use ergo_engine::seat::SeatCount;
use ergo_lab::schedule::{Schedule, Slot};
use ergo_lab::seating::place_at;

#[test]
fn equivalent_tables_are_refused_in_any_order() {
    let two = "[[\"a\", \"b\"], [\"b\", \"a\"]]";
    let turned = "[[\"a\", \"b\", \"c\"], [\"c\", \"a\", \"b\"]]";
    let swapped = "[[\"a\", \"b\", \"c\"], [\"b\", \"a\", \"c\"]]";
    let copies = "[[\"a\", \"a\", \"b\"], [\"d\", \"e\"], [\"a\", \"b\", \"a\"]]";
    let same = "[[\"a\", \"b\"], [\"a\", \"b\"]]";
    for (tables, refused) in [
        (two, &["all", "balanced", "cyclic"][..]),
        (turned, &["all", "balanced", "cyclic"]),
        (swapped, &["all", "balanced"]),
        (copies, &["all", "balanced", "cyclic"]),
        (same, &["all", "balanced", "cyclic", "none"]),
    ] {
        for rotations in ["all", "balanced", "cyclic", "none"] {
            let text = race("abcde", &format!("tables = {tables}\ndeals = 3\nrotations = \"{rotations}\""));
            let last = if tables == copies { 3 } else { 2 };
            match read(&text) {
                Err(problem) => {
                    let problem = problem.to_string();
                    let start = format!("schedule.tables.{last}: plays the same matches as table 1");
                    assert!(problem.contains(&start), "{problem}");
                    assert!(refused.contains(&rotations), "{rotations}: {problem}");
                }
                // Accepted schedules play no seating of a deal twice.
                Ok(experiment) => {
                    assert!(!refused.contains(&rotations), "{rotations}: {tables}");
                    let schedule = Schedule::new(&experiment);
                    let seated = |slot: Slot| {
                        let table = &experiment.tables[slot.table];
                        let seats = SeatCount::new(table.len());
                        let who = seats.iter().map(|seat| table[place_at(seat, slot.rotation, seats)]);
                        (slot.deal, who.collect::<Vec<usize>>())
                    };
                    let all: Vec<_> = (0..schedule.matches()).map(|index| seated(schedule.slot(index))).collect();
                    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{rotations}: {tables}");
                }
            }
        }
    }
}
