//! The schedule: which matches there are, in which order, from which seeds.

mod common;

use std::collections::BTreeSet;

use common::race::Race;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_harness::experiment::{Document, Experiment};
use ergo_harness::schedule::{Schedule, Slot, place_at};

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
    for rotations in ["all", "none"] {
        let schedule = schedule(rotations);
        let mut expected = Vec::new();
        for arm in 0..2 {
            for (table, seats) in [2, 4, 3].into_iter().enumerate() {
                for deal in 1..=3 {
                    for rotation in 1..=if rotations == "all" { seats } else { 1 } {
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
