//! Expert iteration: searches with the net set the targets during training.

use std::fs;

use crate::common::{done, refused, run, tempdir};
use crate::training::{same, settings};
use ergo_agents::games::ergo::shipped::shipped_net;
use ergo_engine::ergo::Ergo;
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use ergo_lab::games::ergo::training::selfplay::ErgoEpisode;
use ergo_lab::training::settings::Training;
use ergo_lab::training::trainable::EpisodeOptions;

const FLAGS: [&str; 9] = ["train", "--seats", "3", "--rounds", "12", "--hidden", "4", "--trial", "2"];

/// Trains the shipped net with searches on `expert` of its turns. Returns the number of positions and the squared errors.
fn train_with_experts(expert: f64, lambda: f32, guest: f64) -> (u64, f64) {
    let training = Training { seats: 2, ..settings() };
    let game = training.game::<Ergo>().unwrap();
    let lesson = EpisodeOptions { explore: 0.0, guest, guests: &[], lambda, expert, playouts: 24 };
    let (net, mut episode) = (shipped_net(SeatCount::new(2), 1), ErgoEpisode::default());
    let (mut positions, mut loss) = (0, 0.0);
    for seed in 0..6 {
        episode.play(&game, net, &lesson, &Seed::master(seed)).unwrap();
        positions += episode.taught.positions;
        loss += episode.taught.loss;
    }
    (positions, loss)
}

/// Every searched turn of the net adds several positions as targets; turns of guests do not.
#[test]
fn net_learns_from_searched_turns() {
    let ((plain, _), (some, _), (all, _)) =
        (train_with_experts(0.0, 0.8, 0.0), train_with_experts(0.3, 0.8, 0.0), train_with_experts(1.0, 0.8, 0.0));
    assert!(all > 3 * plain && some > plain && some < all, "{plain}, {some}, {all}");
    let beside = train_with_experts(1.0, 0.8, 1.0).0;
    assert!(beside < all * 2 / 3, "{beside} of {all}");
}

/// The search result is the target: it is closer to the output of the net than the end of the round is.
#[test]
fn search_result_is_the_target() {
    let error = |(positions, loss): (u64, f64)| (loss / positions as f64).sqrt();
    let (found, end) = (error(train_with_experts(1.0, 1.0, 0.0)), error(train_with_experts(0.0, 1.0, 0.0)));
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
fn expert_iteration_is_refused_without_a_search() {
    let refuses = |more: &[&str], words: &[&str]| refused(&run(&[&["train", "--expert", "0.1"], more].concat()), words);
    refuses(&["--game", "philosophia"], &["--expert", "philosophia", "not supported"]);
    refuses(&["--learn", "results"], &["--expert", "results", "not supported"]);
    refuses(&["--playouts", "1"], &["--playouts"]);
}
