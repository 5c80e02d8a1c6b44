//! Experts, who look ahead with a net while it learns.

use std::fs;

use crate::common::{done, refused, run, tempdir};
use crate::training::{same, settings};
use ergo_agents::games::ergo::shipped::shipped;
use ergo_engine::ergo::Ergo;
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use ergo_lab::games::ergo::training::selfplay::ErgoEpisode;
use ergo_lab::training::settings::Training;
use ergo_lab::training::trainable::EpisodeOptions;

const FLAGS: [&str; 9] = ["train", "--seats", "3", "--rounds", "12", "--hidden", "4", "--trial", "2"];

/// What a lesson of so many experts teaches the net that ships in a number of rounds: positions, and squared errors.
fn taught(expert: f64, lambda: f32, guest: f64) -> (u64, f64) {
    let training = Training { seats: 2, ..settings() };
    let game = training.game::<Ergo>().unwrap();
    let lesson = EpisodeOptions { explore: 0.0, guest, guests: &[], lambda, expert, playouts: 24 };
    let (net, mut episode) = (shipped(SeatCount::new(2), 1), ErgoEpisode::default());
    let (mut positions, mut loss) = (0, 0.0);
    for seed in 0..6 {
        episode.play(&game, net, &lesson, &Seed::master(seed)).unwrap();
        positions += episode.taught.positions;
        loss += episode.taught.loss;
    }
    (positions, loss)
}

/// Every turn of the net's that is looked at teaches of the moments it could lead to, some of several; those of guests are not.
#[test]
fn the_net_learns_of_the_turns_that_were_looked_at() {
    let ((plain, _), (some, _), (all, _)) = (taught(0.0, 0.8, 0.0), taught(0.3, 0.8, 0.0), taught(1.0, 0.8, 0.0));
    assert!(all > 3 * plain && some > plain && some < all, "{plain}, {some}, {all}");
    let beside = taught(1.0, 0.8, 1.0).0;
    assert!(beside < all * 2 / 3, "{beside} of {all}");
}

/// What an expert found of a moment is what the net is to say of it: nearer to what the net says than the end of the round is.
#[test]
fn what_was_found_is_the_target() {
    let error = |(positions, loss): (u64, f64)| (loss / positions as f64).sqrt();
    let (found, end) = (error(taught(1.0, 1.0, 0.0)), error(taught(0.0, 1.0, 0.0)));
    assert!(found > 0.0 && found < end / 2.0, "{found} and {end}");
}

#[test]
fn any_number_of_threads_and_an_interruption_give_the_same_bytes() {
    let folder = tempdir().unwrap();
    let train = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        run(&[&FLAGS[..], more, &["--out", out.to_str().unwrap()]].concat())
    };
    let expert = ["--expert", "0.3", "--playouts", "16"];
    done(&train("one", &[&expert[..], &["--threads", "1"]].concat()));
    done(&train("two", &[&expert[..], &["--threads", "2"]].concat()));
    same(&folder.path().join("one"), &folder.path().join("two"));
    done(&train("plain", &[]));
    let file = |name: &str, file: &str| fs::read_to_string(folder.path().join(name).join(file)).unwrap();
    let about = |name: &str| file(name, "weights.toml");
    assert!(about("one").contains("expert = 0.3\nplayouts = 16\n") && !about("plain").contains("expert"));
    assert!(about("one").lines().nth(2) != about("plain").lines().nth(2), "the digests");
    refused(&train("one", &["--resume"]), &["other settings", "--fresh"]);
}

#[test]
fn where_nobody_looks_ahead_it_is_refused() {
    let refuses = |more: &[&str], words: &[&str]| refused(&run(&[&["train", "--expert", "0.1"], more].concat()), words);
    refuses(&["--game", "philosophia"], &["--expert", "philosophia", "left out"]);
    refuses(&["--learn", "results"], &["--expert", "results", "left out"]);
    refuses(&["--playouts", "1"], &["--playouts"]);
}
