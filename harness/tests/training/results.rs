//! Nets that predict results of rounds: the shipped ones, and how they are trained.

use crate::common::{complaint, done, refused, run, tempdir};
use crate::training::{described, same};
use ergo_agents::games::ergo::features::{INPUTS, VERSION};
use ergo_agents::games::ergo::match_play::result_nets::result_net;
use ergo_agents::games::ergo::match_play::results::result_count;
use ergo_agents::net::mlp::Mlp;
use ergo_engine::options::Settings;
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use ergo_lab::games::ergo::training::results::{ResultsEpisode, ResultsTraining};
use ergo_lab::training::Trainable;
use ergo_lab::training::trainable::EpisodeOptions;

#[test]
fn nets_of_results_match_their_description() {
    for seats in 2..=4 {
        let command = format!("ergo train --learn results --seats {seats} ");
        let (training, curve) = described(&format!("agents/weights/ergo/{seats}-seats/results"), &command, VERSION);
        assert_eq!((training["seats"].as_integer(), training["lambda"].as_integer()), (Some(seats), Some(1)));
        assert!(curve.starts_with("rounds,loss,wins_above_fair_share,low,high,deals\n"));
    }
}

/// Nets of results are trained by the same procedure.
#[test]
fn results_of_rounds_train_by_the_same_procedure() {
    let folder = tempdir().unwrap();
    let train = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let flags = ["train", "--learn", "results", "--rounds", "12", "--hidden", "4", "--trial", "2", "--out"];
        run(&[&flags[..], &[out.to_str().unwrap()], more].concat())
    };
    let output = train("one", &["--threads", "1"]);
    done(&output);
    assert!(complaint(&output).contains("wins a match above the fair share, alone among td"));
    done(&train("two", &["--threads", "2"]));
    same(&folder.path().join("one"), &folder.path().join("two"));
    refused(&run(&["train", "--learn", "results", "--hidden", "4,3"]), &["--hidden", "one layer"]);
    refused(&train("three", &["--lambda", "0.5"]), &["--lambda", "results"]);
    refused(&train("three", &["--set", "rules.target=30"]), &["target = 50"]);
    refused(&run(&["train", "--learn", "tempo"]), &["--learn", "\"tempo\"", "margin, results"]);
}

/// Shipped nets predict results of new rounds better than the frequencies of results do.
#[test]
fn nets_of_results_beat_their_frequencies() {
    for seats in 2..=4 {
        let seats = SeatCount::new(seats);
        let course = ResultsTraining::one_round(seats, &Settings::default()).unwrap();
        let lesson = EpisodeOptions { explore: 0.0, guest: 0.0, guests: &[], lambda: 1.0, expert: 0.0, playouts: 0 };
        let (mut episode, mut loss, mut positions) = (ResultsEpisode::default(), 0.0, 0);
        let mut constant = Mlp::random(&[INPUTS, 1, result_count(seats.get())], 1, &mut Seed::master(1).rng());
        constant.weights_mut().fill(0.0);
        let mut frequencies = vec![0.0; result_count(seats.get())];
        for round in 0..150 {
            let seed = Seed::master(77).derive("round", &[round]);
            // The slopes of a net with equal outputs show which results occurred.
            let taught = course.teach(&constant, &lesson, &seed, &mut episode).unwrap();
            let from = taught.gradient.len() - frequencies.len();
            let even = taught.positions as f64 / frequencies.len() as f64;
            frequencies
                .iter_mut()
                .zip(&taught.gradient[from..])
                .for_each(|(sum, slope)| *sum += even - f64::from(*slope));
            let taught = course.teach(result_net(seats), &lesson, &seed, &mut episode).unwrap();
            loss += taught.loss;
            positions += taught.positions;
        }
        let all = positions as f64;
        let entropy: f64 =
            frequencies.iter().filter(|came| **came > 0.5).map(|came| -(came / all) * (came / all).ln()).sum();
        assert!(loss / all < 0.92 * entropy, "{} and {entropy} at {seats:?}", loss / all);
    }
}
