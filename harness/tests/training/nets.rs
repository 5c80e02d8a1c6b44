//! Nets trained from other nets.

use std::fs;

use crate::common::root;
use crate::training::described;
use ergo_agents::games::ergo::features::VERSION;
use ergo_lab::digest::of_bytes;

/// Asserts that the net in the folder `inside` was trained from the file `begun`, as described. Returns the settings of the
/// run.
fn goes_on(inside: &str, seats: &str, begun: &str) -> toml::Table {
    let command = format!("ergo train --from {begun} --seats {seats} ");
    let (training, _) = described(inside, &command, VERSION);
    assert_eq!(training["from"].as_str(), Some(&of_bytes(&fs::read(root().join(begun)).unwrap())[..]));
    training
}

/// Asserts that the nets of `td` were guests.
fn among_td(training: &toml::Table) {
    let guests: Vec<&str> = training["guests"].as_array().unwrap().iter().map(|x| x.as_str().unwrap()).collect();
    assert_eq!(guests, ["td", "td:run=2", "td:run=3"]);
}

/// Each was trained from the shipped net.
#[test]
fn longer_nets_match_their_description() {
    for (name, seats, run) in
        [("2-seats", "2", 1), ("2-seats-run-2", "2", 2), ("2-seats-run-3", "2", 3), ("4-seats", "4", 1)]
    {
        let begun = format!("agents/weights/ergo/{seats}-seats/run-{run}/weights.bin");
        let training = goes_on(&format!("experiments/nets/longer/{name}"), seats, &begun);
        assert_eq!(training["rounds"].as_integer(), Some(1_200_000));
    }
}

/// Nets for two seats were trained from a longer net, nets for four seats from one that was trained from a shipped net.
#[test]
fn nets_of_the_league_match_their_description() {
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

/// Each was trained from a net of the league, with expert iteration.
#[test]
fn nets_that_experts_taught_match_their_description() {
    for (seats, run) in ["2", "4"].into_iter().flat_map(|seats| (1..=3).map(move |run| (seats, run))) {
        let begun = format!("experiments/nets/league/run-{run}/{seats}-seats/weights.bin");
        let training = goes_on(&format!("agents/weights/ergo/{seats}-seats/expert-{run}"), seats, &begun);
        among_td(&training);
        assert_eq!((training["expert"].as_float(), training["playouts"].as_integer()), (Some(0.3), Some(48)));
    }
}
