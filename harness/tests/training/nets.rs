//! Nets that go on from others.

use std::fs;

use crate::common::root;
use crate::training::described;
use ergo_agents::games::ergo::features::VERSION;
use ergo_lab::digest::of_bytes;

/// Holds the net in the folder `inside` to its description: it went on from the one in the file `begun`. Gives the settings of the run.
fn goes_on(inside: &str, seats: &str, begun: &str) -> toml::Table {
    let command = format!("ergo train --from {begun} --seats {seats} ");
    let (training, _) = described(inside, &command, VERSION);
    assert_eq!(training["from"].as_str(), Some(&of_bytes(&fs::read(root().join(begun)).unwrap())[..]));
    training
}

/// Asserts that `td`'s nets sat beside a net.
fn among_td(training: &toml::Table) {
    let guests: Vec<&str> = training["guests"].as_array().unwrap().iter().map(|x| x.as_str().unwrap()).collect();
    assert_eq!(guests, ["td", "td:run=2", "td:run=3"]);
}

/// Each goes on from the net that ships.
#[test]
fn the_longer_nets_are_the_ones_described() {
    for (name, seats, run) in
        [("2-seats", "2", 1), ("2-seats-run-2", "2", 2), ("2-seats-run-3", "2", 3), ("4-seats", "4", 1)]
    {
        let begun = format!("agents/weights/ergo/{seats}-seats/run-{run}/weights.bin");
        let training = goes_on(&format!("experiments/nets/longer/{name}"), seats, &begun);
        assert_eq!(training["rounds"].as_integer(), Some(1_200_000));
    }
}

/// Each of two seats goes on from a longer net, each of four from one of its own that went on from a net that ships.
#[test]
fn the_nets_of_the_league_are_the_ones_described() {
    for (name, run) in
        ["2-seats", "4-seats-first", "4-seats"].into_iter().flat_map(|name| (1..=3).map(move |run| (name, run)))
    {
        let begun = match (name, run) {
            ("4-seats", _) => format!("experiments/nets/league/run-{run}/4-seats-first/weights.bin"),
            ("4-seats-first", _) => format!("agents/weights/ergo/4-seats/run-{run}/weights.bin"),
            (_, 1) => "experiments/nets/longer/2-seats/weights.bin".to_owned(),
            _ => format!("experiments/nets/longer/2-seats-run-{run}/weights.bin"),
        };
        among_td(&goes_on(&format!("experiments/nets/league/run-{run}/{name}"), &name[..1], &begun));
    }
}

/// Each goes on from one of the league, with experts.
#[test]
fn the_nets_that_experts_taught_are_the_ones_described() {
    for (seats, run) in ["2", "4"].into_iter().flat_map(|seats| (1..=3).map(move |run| (seats, run))) {
        let begun = format!("experiments/nets/league/run-{run}/{seats}-seats/weights.bin");
        let training = goes_on(&format!("agents/weights/ergo/{seats}-seats/expert-{run}"), seats, &begun);
        among_td(&training);
        assert_eq!((training["expert"].as_float(), training["playouts"].as_integer()), (Some(0.3), Some(48)));
    }
}
