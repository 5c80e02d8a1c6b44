//! Schedules: matches, their order and their seeds.

use std::collections::BTreeSet;

use crate::common::race::Race;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::schedule::{Schedule, Slot};
use ergo_lab::seating::{place_at, rotation_of, seat_of, seatings};

fn schedule(rotations: &str) -> Schedule {
    let text = format!(
        "question = \"q\"\nseed = 5\n[game]\nname = \"race\"\n\
         [[entrant]]\nname = \"a\"\nagent = {{ kind = \"random\" }}\n\
         [[entrant]]\nname = \"b\"\nagent = {{ kind = \"random\" }}\n\
         [schedule]\ntables = [[\"a\", \"b\"], [\"b\", \"a\", \"a\", \"b\"], [\"a\", \"a\", \"b\"]]\ndeals = 3\n\
         rotations = \"{rotations}\"\n[[sweep]]\nkey = \"game.rules.target\"\nvalues = [10, 20]\n"
    );
    Schedule::new(&Experiment::read_for::<Race>(&Document::parse(&text).unwrap()).unwrap())
}

#[test]
fn the_nth_match_is_that_of_the_nested_loops() {
    for rotations in ["balanced", "all", "none", "cyclic"] {
        let schedule = schedule(rotations);
        let mut expected = Vec::new();
        for arm in 0..2 {
            for (table, seats) in [2, 4, 3].into_iter().enumerate() {
                for deal in 1..=3 {
                    let played: Vec<usize> = match rotations {
                        "none" => vec![1],
                        "all" => (1..=(1..=seats).product()).collect(),
                        "cyclic" => (1..=seats).collect(),
                        _ => schedule.rotations(table, deal).to_vec(),
                    };
                    for rotation in played {
                        let number = expected.len() as u64 + 1;
                        expected.push(Slot { number, arm, table, deal, rotation });
                    }
                }
            }
        }
        let found: Vec<Slot> = (0..schedule.matches()).map(|index| schedule.slot(index)).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn rotation_shifts_every_entrant_by_one_seat() {
    for count in 1..=6 {
        let seats = SeatCount::new(count);
        for rotation in 1..=count {
            for place in 0..count {
                let seat = Seat::new((place + rotation - 1) % count);
                assert_eq!(place_at(seat, rotation, seats), place);
            }
        }
    }
}

/// Returns the seatings of a table of letters in the order of their rotations.
fn seated(table: &str, rotations: impl Iterator<Item = usize>) -> Vec<String> {
    let table: Vec<char> = table.chars().collect();
    let seats = SeatCount::new(table.len());
    rotations.map(|r| seats.iter().map(|seat| table[place_at(seat, r, seats)]).collect()).collect()
}

#[test]
fn every_seating_has_one_number_and_the_cyclic_ones_come_first() {
    assert_eq!(seated("abc", 1..=6), ["abc", "cab", "bca", "acb", "bac", "cba"]);
    assert_eq!(seated("abcd", 5..=9), ["abdc", "cabd", "dcab", "bdca", "acbd"]);
    for (count, expected) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120), (6, 720)] {
        let seats = SeatCount::new(count);
        assert_eq!(seatings(seats), expected);
        let all: BTreeSet<String> = seated(&"abcdef"[..count], 1..=expected).into_iter().collect();
        assert_eq!(all.len(), expected, "{count} seats");
        for rotation in 1..=expected {
            for place in 0..count {
                assert_eq!(place_at(seat_of(place, rotation, seats), rotation, seats), place);
            }
        }
    }
}

#[test]
fn the_rotation_of_a_seating_is_found_again() {
    for count in 1..=6 {
        let seats = SeatCount::new(count);
        for rotation in 1..=seatings(seats) {
            let seated: Vec<usize> = seats.iter().map(|seat| place_at(seat, rotation, seats)).collect();
            assert_eq!(rotation_of(&seated), rotation);
        }
    }
}

/// Returns the matches of a schedule with one table: deal, entrants by seat, and all seeds of agents.
fn matches_of(names: &[&str], rotations: &str, deals: u64) -> Vec<(u64, Vec<String>, Vec<String>)> {
    let entrant = |name: &&str| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"random\" }}\n");
    let entrants: String = names.iter().copied().collect::<BTreeSet<_>>().iter().map(entrant).collect();
    let text = format!(
        "question = \"q\"\nseed = 5\n[game]\nname = \"race\"\n{entrants}[schedule]\ntables = [{names:?}]\ndeals = {deals}\n\
         rotations = \"{rotations}\"\n"
    );
    let experiment = Experiment::read_for::<Race>(&Document::parse(&text).unwrap()).unwrap();
    let (schedule, seats) = (Schedule::new(&experiment), SeatCount::new(names.len()));
    let of = |index| {
        let slot = schedule.slot(index);
        let seated = seats.iter().map(|seat| names[place_at(seat, slot.rotation, seats)].to_owned()).collect();
        (slot.deal, seated, seats.iter().map(|seat| schedule.seat_seed(&slot, seat).to_string()).collect())
    };
    (0..schedule.matches()).map(of).collect()
}

#[test]
fn the_order_in_which_names_are_typed_changes_no_match() {
    for rotations in ["all", "balanced"] {
        let sorted = |names: &[&str]| {
            let mut matches = matches_of(names, rotations, 13);
            matches.sort();
            matches
        };
        let expected = sorted(&["a", "b", "c", "d"]);
        assert_eq!(expected.len(), 13 * if rotations == "all" { 24 } else { 4 });
        for typed in [["d", "c", "b", "a"], ["b", "d", "a", "c"], ["c", "a", "b", "d"]] {
            assert_eq!(sorted(&typed), expected, "{rotations} {typed:?}");
        }
        assert_eq!(sorted(&["a", "b", "c"]), sorted(&["c", "a", "b"]));
    }
}

#[test]
fn balanced_seatings_use_every_order_and_seat_equally() {
    // 3! orders around a table of four: 5 times 6 deals.
    let matches = matches_of(&["a", "b", "c", "d"], "balanced", 30);
    let mut orders = std::collections::BTreeMap::new();
    for deal in matches.chunks(4) {
        let led_by_a = |(_, seated, _): &&(u64, Vec<String>, Vec<String>)| seated[0] == "a";
        *orders.entry(deal.iter().find(led_by_a).unwrap().1.clone()).or_insert(0) += 1;
        for seat in 0..4 {
            assert_eq!(deal.iter().map(|(_, seated, _)| &seated[seat]).collect::<BTreeSet<_>>().len(), 4);
        }
    }
    assert_eq!(orders.into_values().collect::<Vec<_>>(), [5; 6]);
    // The order of the orders varies.
    let first = |deal: usize| &matches[4 * deal].1;
    assert!((0..6).any(|deal| first(deal) != first(deal + 6)));
}

#[test]
fn copies_of_an_agent_have_separate_streams() {
    let seeds: BTreeSet<String> =
        matches_of(&["a", "a", "a"], "all", 2).into_iter().flat_map(|(_, _, seeds)| seeds).collect();
    assert_eq!(seeds.len(), 2 * 6 * 3);
}

#[test]
fn deal_seeds_are_shared_and_other_seeds_are_distinct() {
    let schedule = schedule("all");
    let slots: Vec<Slot> = (0..schedule.matches()).map(|index| schedule.slot(index)).collect();
    let deals: BTreeSet<String> = slots.iter().map(|slot| schedule.deal_seed(slot).to_string()).collect();
    assert_eq!(deals.len(), 3);
    for slot in &slots {
        let first = slots.iter().find(|other| other.deal == slot.deal).unwrap();
        assert_eq!(schedule.deal_seed(slot), schedule.deal_seed(first));
    }
    // Seeds of deals, seatings and seats are all different.
    let mut seats = BTreeSet::new();
    for slot in slots.iter().filter(|slot| slot.arm == 0 && slot.table == 1) {
        seats.extend((0..4).map(|seat| schedule.seat_seed(slot, Seat::new(seat)).to_string()));
    }
    assert_eq!(seats.len(), 3 * 24 * 4);
    assert!(seats.is_disjoint(&deals));
}
