//! The schedule: which matches there are, in which order, from which seeds.

mod common;

use std::collections::BTreeSet;

use common::race::Race;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_harness::experiment::{Document, Experiment};
use ergo_harness::schedule::{Schedule, Slot};
use ergo_harness::seating::{distinct, place_at, seat_of, seatings};

fn schedule(rotations: &str) -> Schedule {
    let text = format!(
        "question = \"q\"\nseed = 5\n[game]\nname = \"race\"\n\
         [[entrant]]\nname = \"a\"\nagent = {{ kind = \"random\" }}\n\
         [[entrant]]\nname = \"b\"\nagent = {{ kind = \"random\" }}\n\
         [schedule]\ntables = [[\"a\", \"b\"], [\"b\", \"a\", \"a\", \"b\"], [\"a\", \"a\", \"b\"]]\ndeals = 3\n\
         rotations = \"{rotations}\"\n[[sweep]]\nkey = \"game.rules.target\"\nvalues = [10, 20]\n"
    );
    Schedule::new(&Experiment::<Race>::read(&Document::parse(&text).unwrap()).unwrap())
}

#[test]
fn the_nth_match_is_that_of_the_nested_loops() {
    for rotations in ["all", "none", "permutations"] {
        let schedule = schedule(rotations);
        let mut expected = Vec::new();
        for arm in 0..2 {
            for (table, seats) in [2, 4, 3].into_iter().enumerate() {
                let played: Vec<usize> = match (rotations, table) {
                    ("none", _) => vec![1],
                    // Two and two at four seats can be seated in 4! / (2! 2!) = 6 ways.
                    ("permutations", 1) => distinct(&[1, 0, 0, 1]),
                    _ => (1..=seats).collect(),
                };
                for deal in 1..=3 {
                    for &rotation in &played {
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
fn each_rotation_moves_everybody_on_by_one_seat() {
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

/// The seatings of a table of letters, in the order of their rotations.
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
fn seatings_that_only_change_places_among_equals_are_played_once() {
    assert_eq!(distinct(&[7, 7]), [1]);
    assert_eq!(distinct(&[0, 1, 2]), [1, 2, 3, 4, 5, 6]);
    assert_eq!(distinct(&[0, 1, 1]), [1, 2, 3]);
    let letters = |table: &[usize]| table.iter().map(|&i| ['a', 'b', 'c'][i]).collect::<String>();
    for (table, count) in [([0, 1, 1, 1], 4), ([0, 1, 0, 1], 6), ([0, 0, 1, 2], 12)] {
        let found = seated(&letters(&table), distinct(&table).into_iter());
        assert_eq!(found.len(), count);
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), count);
        // Everybody sits in every seat equally often, as often as there are of them at the table.
        for who in ['a', 'b', 'c'] {
            let places = letters(&table).matches(who).count();
            for seat in 0..4 {
                let here = found.iter().filter(|seated| seated.chars().nth(seat) == Some(who)).count();
                assert_eq!(here * 4, count * places, "{who} in seat {seat} of {table:?}");
            }
        }
    }
}

#[test]
fn a_deal_is_the_same_everywhere_and_every_other_seed_is_its_own() {
    let schedule = schedule("all");
    let slots: Vec<Slot> = (0..schedule.matches()).map(|index| schedule.slot(index)).collect();
    let deals: BTreeSet<String> = slots.iter().map(|slot| schedule.deal_seed(slot).to_string()).collect();
    assert_eq!(deals.len(), 3);
    for slot in &slots {
        let first = slots.iter().find(|other| other.deal == slot.deal).unwrap();
        assert_eq!(schedule.deal_seed(slot), schedule.deal_seed(first));
    }
    // Deals, rotations of up to four seats, seats: all different, and none that of a deal.
    let mut seats = BTreeSet::new();
    for slot in slots.iter().filter(|slot| slot.arm == 0 && slot.table == 1) {
        seats.extend((0..4).map(|seat| schedule.seat_seed(slot, Seat::new(seat)).to_string()));
    }
    assert_eq!(seats.len(), 3 * 4 * 4);
    assert!(seats.is_disjoint(&deals));
}
