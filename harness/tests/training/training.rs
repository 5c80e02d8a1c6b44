//! Training: the same bytes with any number of threads and after interruptions, and no data loss after invalid input.

use std::fs;
use std::path::Path;

use crate::common::{complaint, done, interrupted, refused, root, run, tempdir};
use ergo_agents::games::ergo::features::VERSION;
use ergo_agents::games::ergo::shipped::RUNS;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::options::{Settings, Value};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use ergo_lab::digest::of_bytes;
use ergo_lab::games::ergo::training::selfplay::ErgoEpisode;
use ergo_lab::job::PlayedCounts;
use ergo_lab::manifest::program;
use ergo_lab::training::Trainable;
use ergo_lab::training::learner::Learner;
use ergo_lab::training::settings::Training;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A run of a few seconds. These flags equal the settings below.
const FLAGS: [&str; 17] = [
    "train", "--seats", "3", "--seed", "5", "--rounds", "90", "--batch", "8", "--hidden", "12,6", "--trial", "4",
    "--rate", "0.002", "--guest", "0.3",
];

pub(crate) fn settings() -> Training {
    Training {
        subject: Ergo::subject(SeatCount::new(3)),
        seats: 3,
        seed: 5,
        rounds: 90,
        batch: 8,
        hidden: vec![12, 6],
        from: None,
        lambda: 0.8,
        rate: (0.002, 0.00005),
        explore: (0.15, 0.02),
        guest: 0.3,
        guests: Vec::new(),
        expert: 0.0,
        playouts: 48,
        averaged: 0.25,
        trial: 4,
        rules: Settings::default(),
    }
}

/// Trains into `out` with these additional flags.
fn train(out: &Path, more: &[&str]) -> std::process::Output {
    let mut arguments = FLAGS.to_vec();
    arguments.extend(["--out", out.to_str().unwrap()]);
    arguments.extend(more);
    run(&arguments)
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[track_caller]
pub(crate) fn same(one: &Path, two: &Path) {
    for name in ["weights.bin", "curve.csv"] {
        assert!(bytes(one, name) == bytes(two, name), "{name} differs");
    }
    let about = |folder: &Path| {
        let text = String::from_utf8(bytes(folder, "weights.toml")).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with("command"));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(about(one), about(two));
    let mut names: Vec<_> = fs::read_dir(two).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["curve.csv", "weights.bin", "weights.toml"]);
}

#[test]
fn any_number_of_threads_and_an_interruption_give_the_same_bytes() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let output = train(&path("one"), &["--threads", "1"]);
    done(&output);
    assert_eq!(complaint(&output).lines().count(), 1);
    assert!(complaint(&output).contains("points a round against greedy"), "{}", complaint(&output));
    done(&train(&path("two"), &["--threads", "2"]));
    same(&path("one"), &path("two"));

    // Checkpoints depend on the clock; here one is written after five of twelve batches.
    let training = settings();
    let game = training.game::<Ergo>().unwrap();
    let mut learner = Learner::new(&training);
    for _ in 0..5 {
        learner.learn(&training, &game, &[], &pool()).unwrap();
    }
    let curve = |text: &str| text.lines().count();
    assert_eq!(curve(learner.curve()), 1);
    // Twelve batches are too few for a curve point after each twentieth, so that every batch gets one. This checkpoint loses
    // those of the first five batches; the weights are compared.
    let three = path("three");
    let checkpoint = learner.bytes(&training);
    interrupt(&three, 5, &checkpoint);
    refused(&train(&three, &[]), &["unfinished training run", "--resume", "--fresh"]);
    refused(&train(&three, &["--resume", "--lambda", "0.7"]), &["other settings", "--fresh"]);
    let mut damaged = checkpoint.clone();
    damaged[700] ^= 1;
    fs::write(three.join("checkpoint.bin"), damaged).unwrap();
    refused(&train(&three, &["--resume"]), &["checkpoint.bin: damaged", "--fresh"]);
    interrupt(&three, 5, &checkpoint);
    let progress = fs::read_to_string(three.join("progress.json")).unwrap();
    fs::write(three.join("progress.json"), progress.replace(&program(), "0.0.1 earlier")).unwrap();
    refused(&train(&three, &["--resume"]), &["another version of the program", "--fresh"]);
    // A checkpoint newer than the last progress record: killed between the two.
    interrupt(&three, 3, &checkpoint);
    done(&train(&three, &["--resume", "--threads", "2"]));
    assert!(bytes(&path("one"), "weights.bin") == bytes(&three, "weights.bin"));

    refused(&train(&three, &[]), &["holds weights", "--fresh"]);
    // Resuming a finished run prints the same and does nothing.
    let again = train(&path("one"), &["--resume", "--threads", "1"]);
    done(&again);
    assert_eq!(complaint(&again), complaint(&output));
    refused(&train(&three, &["--resume", "--lambda", "0.7"]), &["other settings", "--fresh"]);
    done(&train(&three, &["--fresh"]));
    same(&path("one"), &three);
    // A finished run is not believed without its learning curve as written.
    let curve = fs::read_to_string(three.join("curve.csv")).unwrap();
    fs::write(three.join("curve.csv"), curve.replacen(",4\n", ",5\n", 1)).unwrap();
    refused(&train(&three, &["--resume"]), &["curve.csv: damaged", "not the one in weights.toml", "--fresh"]);
    fs::remove_file(three.join("curve.csv")).unwrap();
    refused(&train(&three, &["--resume"]), &["curve.csv: damaged (missing)", "--fresh"]);
    done(&train(&three, &["--fresh"]));
    same(&path("one"), &three);
}

/// Leaves the files of a run that was killed after `batches` batches.
fn interrupt(out: &Path, batches: u64, checkpoint: &[u8]) {
    interrupted(out, &[("training.toml", settings().text())], &[], batches, PlayedCounts::default());
    fs::write(out.join("checkpoint.bin"), checkpoint).unwrap();
}

fn pool() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(2).build().unwrap()
}

/// Checkpoints of versions without progress records are neither overwritten nor used.
#[test]
fn checkpoint_of_another_version_is_refused() {
    let folder = tempdir().unwrap();
    let training = settings();
    let checkpoint = Learner::new(&training).bytes(&training);
    fs::write(folder.path().join("checkpoint.bin"), &checkpoint).unwrap();
    refused(&train(folder.path(), &[]), &["unfinished training run", "--resume", "--fresh"]);
    refused(&train(folder.path(), &["--resume"]), &["another version of the program", "--fresh"]);
    assert!(bytes(folder.path(), "checkpoint.bin") == checkpoint);
}

#[test]
fn a_checkpoint_is_whole_or_nothing() {
    let training = settings();
    let game = training.game::<Ergo>().unwrap();
    let mut learner = Learner::new(&training);
    learner.learn(&training, &game, &[], &pool()).unwrap();
    let mut checkpoint = learner.bytes(&training);
    let again = Learner::read(&checkpoint, &training).expect("it is whole");
    assert_eq!((again.batches, again.bytes(&training)), (1, checkpoint.clone()));
    assert!(Learner::read(&checkpoint, &Training { seed: 6, ..settings() }).is_none());
    assert!(Learner::read(&checkpoint[..checkpoint.len() - 1], &training).is_none());
    assert!(Learner::read(&[], &training).is_none());
    checkpoint[500] ^= 1;
    assert!(Learner::read(&checkpoint, &training).is_none());
}

/// Training stops if weights overflow, and leaves no result.
#[test]
fn non_finite_weights_are_refused() {
    let folder = tempdir().unwrap();
    let training = settings();
    let mut learner = Learner::new(&training);
    learner.net.weights_mut()[40] = f32::INFINITY;
    learner.batches = 1;
    interrupt(folder.path(), 1, &learner.bytes(&training));
    refused(&train(folder.path(), &["--resume"]), &["not finite", "--rate"]);
    assert!(!folder.path().join("weights.bin").exists());
}

/// Training improves the net on its objective.
#[test]
fn training_improves_the_net() {
    let training = Training { seats: 2, rounds: 480, batch: 16, rate: (0.005, 0.005), guest: 0.0, ..settings() };
    let game = training.game::<Ergo>().unwrap();
    let mut learner = Learner::new(&training);
    let mut losses = Vec::new();
    for batch in 0..training.batches() {
        learner.learn(&training, &game, &[], &pool()).unwrap();
        if batch % 10 == 9 {
            losses.push(learner.take_loss());
        }
    }
    assert!(losses[2] < losses[0] / 2.0, "{losses:?}");
}

/// Turns of guests are not targets: fewer positions, and other weights.
#[test]
fn guests_are_not_taught() {
    let positions = |guest: f64| {
        let training = Training { guest, ..settings() };
        let game = training.game::<Ergo>().unwrap();
        let learner = Learner::new(&training);
        let mut episode = ErgoEpisode::default();
        let turns = |seed: u64| {
            episode.play(&game, &learner.net, &training.lesson_after(0, &[]), &Seed::master(seed)).unwrap();
            episode.taught.positions
        };
        (0..40).map(turns).sum::<u64>()
    };
    let (alone, mixed, single) = (positions(0.0), positions(0.5), positions(1.0));
    assert!(mixed < alone * 4 / 5, "{mixed} of {alone}");
    assert!(single < alone / 2, "{single} of {alone}");
    assert!(single > 0);
}

#[test]
fn bad_flags_are_refused_in_one_line() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("none");
    refused(&train(&out, &["--lambda", "1.5"]), &["--lambda", "from 0 to 1"]);
    refused(&train(&out, &["--set", "rules.nots=3"]), &["--set", "nots"]);
    refused(&train(&out, &["--set", "rules.hand_size=20"]), &["hand_size = 20", "from 1 to 12"]);
    refused(&run(&["train", "--seats", "5"]), &["--seats"]);
    assert!(!out.exists());
}

/// Ergo 1977 is trained by the same procedure: the same bytes with any number of threads, and improvement with every batch.
#[test]
fn ergo_invicta_trains_by_the_same_procedure() {
    let folder = tempdir().unwrap();
    let train = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let flags =
            ["train", "--game", "ergo-invicta", "--rounds", "24", "--hidden", "8", "--trial", "2", "--guest", "0.3"];
        let rules = ["--set", "rules.ply_cap=60", "--set", "rules.opening_plies=2", "--out"];
        run(&[&flags[..], &rules, &[out.to_str().unwrap()], more].concat())
    };
    done(&train("one", &["--threads", "1"]));
    done(&train("two", &["--threads", "2"]));
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    same(&one, &two);
    refused(&train("three", &["--seats", "3"]), &["--seats 3", "ergo-invicta"]);
    refused(&train("three", &["--set", "rules.ply_cup=3"]), &["--set", "ply_cup"]);
    refused(&run(&["train", "--game", "cogito"]), &["--game cogito", "no trainable net"]);
    refused(&run(&["train", "--game", "cogitos"]), &["--game", "cogitos", "cogito"]);
    assert!(!folder.path().join("three").exists());

    let given = "opening_plies";
    let rules = Settings([(given.to_owned(), Value::Int(2)), ("ply_cap".to_owned(), Value::Int(60))].into());
    let (rate, subject) = ((0.005, 0.005), ErgoInvicta::subject(SeatCount::new(2)));
    let training = Training { subject, seats: 2, rounds: 240, batch: 8, rate, guest: 0.0, rules, ..settings() };
    let game = training.game::<ErgoInvicta>().unwrap();
    let mut learner = Learner::new(&training);
    let mut losses = Vec::new();
    for batch in 0..training.batches() {
        learner.learn(&training, &game, &[], &pool()).unwrap();
        if batch % 10 == 9 {
            losses.push(learner.take_loss());
        }
    }
    assert!(losses[2] < losses[0] * 0.8, "{losses:?}");
    let about: toml::Table = fs::read_to_string(one.join("weights.toml")).unwrap().parse().unwrap();
    assert_eq!(about["training"]["features"].as_integer(), Some(subject.features.into()));
}

/// Asserts that the files next to a shipped net describe the net and the command that trains it. Returns its settings and the
/// text of its curve.
#[track_caller]
pub(crate) fn described(inside: &str, command: &str, features: u32) -> (toml::Table, String) {
    let folder = root().join(inside);
    let about: toml::Table = fs::read_to_string(folder.join("weights.toml")).unwrap().parse().unwrap();
    assert_eq!(about["sha256"].as_str(), Some(of_bytes(&bytes(&folder, "weights.bin")).as_str()), "{inside}");
    let made = about["command"].as_str().unwrap();
    assert!(made.starts_with(command) && made.ends_with(&format!("--out {inside}")), "{made}");
    let training = about["training"].as_table().unwrap().clone();
    assert_eq!(training["features"].as_integer(), Some(features.into()));
    let curve = fs::read_to_string(folder.join("curve.csv")).unwrap();
    assert_eq!(curve.lines().count(), 21, "{inside}");
    (training, curve)
}

#[test]
fn ergo_invicta_net_matches_its_description() {
    described(
        "agents/weights/ergo-invicta",
        "ergo train --game ergo-invicta ",
        ErgoInvicta::subject(SeatCount::new(2)).features,
    );
}

/// Philosophia is trained by the same procedure with three seats, also with planners as guests; more than four seats are
/// refused.
#[test]
fn philosophia_trains_by_the_same_procedure() {
    let folder = tempdir().unwrap();
    let train = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let flags =
            ["train", "--game", "philosophia", "--seats", "3", "--rounds", "8", "--hidden", "4", "--trial", "2"];
        let rules = ["--set", "rules.max_rounds=12", "--guest", "0.5", "--out"];
        run(&[&flags[..], &rules, &[out.to_str().unwrap()], more].concat())
    };
    done(&train("one", &["--threads", "1"]));
    done(&train("two", &["--threads", "2"]));
    same(&folder.path().join("one"), &folder.path().join("two"));
    refused(&train("three", &["--seats", "5"]), &["--seats"]);

    let rules = Settings([("max_rounds".to_owned(), Value::Int(12))].into());
    let (rate, subject) = ((0.003, 0.003), Philosophia::subject(SeatCount::new(3)));
    let training = Training { subject, rounds: 120, rate, guest: 1.0, rules, ..settings() };
    let game = training.game::<Philosophia>().unwrap();
    let mut learner = Learner::new(&training);
    let mut losses = Vec::new();
    for batch in 0..training.batches() {
        learner.learn(&training, &game, &[], &pool()).unwrap();
        if batch % 5 == 4 {
            losses.push(learner.take_loss());
        }
    }
    assert!(losses[2] < losses[0] * 0.8, "{losses:?}");
}

#[test]
fn nets_of_philosophia_match_their_description() {
    for seats in 2..=4 {
        let command = format!("ergo train --game philosophia --seats {seats} ");
        let inside = format!("agents/weights/philosophia/{seats}-seats");
        let (training, _) = described(&inside, &command, Philosophia::subject(SeatCount::new(3)).features);
        assert_eq!(training["seats"].as_integer(), Some(seats));
    }
    let command = "ergo train --game philosophia --seats 4 ";
    let features = Philosophia::subject(SeatCount::new(4)).features;
    let (training, _) = described("agents/weights/philosophia/4-seats/planned", command, features);
    // Planners play every turn, and the targets are only the results of matches.
    assert_eq!((training["guest"].as_integer(), training["lambda"].as_integer()), (Some(1), Some(1)));
}

#[test]
fn shipped_nets_match_their_description() {
    for (seats, run) in (2..=4).flat_map(|seats| (1..=RUNS as i64).map(move |run| (seats, run))) {
        let command = format!("ergo train --seats {seats} --seed {run} ");
        let (training, curve) = described(&format!("agents/weights/ergo/{seats}-seats/run-{run}"), &command, VERSION);
        assert_eq!((training["seats"].as_integer(), training["seed"].as_integer()), (Some(seats), Some(run)));
        assert!(curve.lines().last().unwrap().starts_with(&format!("{},", training["rounds"])));
    }
}

/// Each was trained from the shipped net of its size, with the cards of its arm.
#[test]
fn nets_of_experiments_match_their_description() {
    let asked: toml::Table = fs::read_to_string(root().join("experiments/better-deck.toml")).unwrap().parse().unwrap();
    let arms = asked["arm"].as_array().unwrap();
    assert_eq!(arms.len(), 6);
    for (arm, seats) in arms.iter().flat_map(|arm| (2..=4).map(move |seats| (arm, seats))) {
        let name = arm["name"].as_str().unwrap().replace("base", "printed").replace(' ', "-");
        let command = format!("ergo train --from agents/weights/ergo/{seats}-seats/run-1/weights.bin --seats {seats} ");
        let (training, _) = described(&format!("experiments/nets/better-deck/{name}/{seats}-seats"), &command, VERSION);
        let begun = fs::read(root().join(format!("agents/weights/ergo/{seats}-seats/run-1/weights.bin"))).unwrap();
        assert_eq!(training["from"].as_str(), Some(&of_bytes(&begun)[..]));
        let none = toml::Table::new();
        let set = arm.get("set").map_or(&none, |set| set.as_table().unwrap());
        let cards = |table: &toml::Table, prefix: &str| -> Vec<(String, toml::Value)> {
            let mut all: Vec<_> = table
                .iter()
                .filter_map(|(key, value)| Some((key.strip_prefix(prefix)?.to_owned(), value.clone())))
                .collect();
            all.sort_by(|one, other| one.0.cmp(&other.0));
            all
        };
        let learned = training
            .get("rules")
            .and_then(|rules| rules.get("cards"))
            .map_or(none.clone(), |cards| cards.as_table().unwrap().clone());
        assert_eq!(cards(&learned, ""), cards(set, "game.rules.cards."), "{name}, {seats} seats");
    }
}

/// A trained net plays as `td`, and another run can start from it.
#[test]
fn trained_net_plays_and_can_be_a_start() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let short = ["--seats", "2", "--rounds", "8", "--trial", "2"];
    let train = |more: &[&str]| run(&[&["train"], &short[..], more].concat());
    done(&train(&["--hidden", "3", "--out", &at("net")]));
    let weights = at("net/weights.bin");
    // A learning rate of zero keeps the weights.
    done(&train(&["--from", &weights, "--rate", "0", "--last-rate", "0", "--out", &at("same")]));
    assert_eq!(fs::read(at("same/weights.bin")).unwrap(), fs::read(&weights).unwrap());
    assert!(fs::read_to_string(at("same/weights.toml")).unwrap().contains("shape = [317, 3, 1]\nfrom = \""));
    refused(&train(&["--from", &at("none"), "--out", &at("other")]), &["--from", "does not exist"]);
    let three = ["train", "--seats", "3", "--from", &weights, "--out", &at("other")];
    refused(&run(&three), &["weights for 2 seats, expected 3"]);

    let experiment = |table: &str| {
        let text = format!(
            "question = \"Who?\"\nseed = 1\n[game]\nname = \"ergo\"\n[[entrant]]\nname = \"own\"\nagent = {{ kind = \"td\", weights = \
             \"{weights}\" }}\n[[entrant]]\nname = \"random\"\nagent = {{ kind = \"random\" }}\n[schedule]\ntables = [[{table}]]\ndeals = 2\n"
        );
        fs::write(at("it.toml"), text).unwrap();
        run(&["run", &at("it.toml"), "--out", &at("out")])
    };
    refused(&experiment("\"own\", \"random\", \"random\""), &["entrant.own", "no net for 3 seats"]);
    let own = format!("td:weights={weights}");
    refused(&run(&["play", "--against", &own, "--seats", "3"]), &["--against", "no net for 3 seats"]);
    refused(&run(&["exploit", &own, "--seats", "4"]), &["no net for 4 seats"]);
    refused(&run(&["position", "ergo", "--seats", "3", "--agent", &own]), &["--agent", "no net for 3 seats"]);
    done(&run(&["position", "ergo", "--seats", "2", "--agent", &own]));
    let (large, none) = (at("large"), at("none"));
    fs::File::create(&large).unwrap().set_len(65 << 20).unwrap();
    for (file, why) in [(large, "more than 67108864 bytes"), (none, "there is no such file"), (at("net"), "not a file")]
    {
        refused(&run(&["position", "ergo", "--agent", &format!("td:weights={file}")]), &[why]);
    }
    // A net with two hidden layers cannot be combined with a net of results.
    done(&train(&["--hidden", "3,2", "--out", &at("deep")]));
    let for_the_match =
        |weights: &str| run(&["position", "ergo", "--agent", &format!("td-match:weights={}", at(weights))]);
    done(&for_the_match("net/weights.bin"));
    refused(&for_the_match("deep/weights.bin"), &["--agent", "one hidden layer"]);
    // Searches use the net, too.
    let by = |bot: &str, net: &str, seats: &str| {
        let bot = format!("{bot},iterations=4,weights={}", at(net));
        run(&["position", "ergo", "--seats", seats, "--agent", &bot])
    };
    for bot in ["champion:candidates=2", "flat:evaluator=net", "pimc:evaluator=net", "ismcts:evaluator=net"] {
        done(&by(bot, "deep/weights.bin", "2"));
        refused(&by(bot, "deep/weights.bin", "3"), &["no net for 3 seats"]);
    }
    refused(&by("flat:evaluator=hand", "net/weights.bin", "2"), &["weights", "evaluator = \"net\""]);
    done(&by("champion:utility=win", "net/weights.bin", "2"));
    refused(&by("champion:utility=win", "deep/weights.bin", "2"), &["one hidden layer"]);
    done(&experiment("\"own\", \"random\""));
    assert!(fs::read_to_string(at("out/experiment.toml")).unwrap().contains("weights_sha256 = \""));
    done(&run(&["verify", &at("out")]));
    fs::write(&weights, fs::read(root().join("agents/weights/ergo/2-seats/run-1/weights.bin")).unwrap()).unwrap();
    refused(&run(&["verify", &at("out")]), &["its SHA-256 is"]);
}
