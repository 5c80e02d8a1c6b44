//! Guest bots during training.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{done, refused, root, run, tempdir};
use crate::training::{same, settings};
use ergo_agents::agent::{Agent, AgentFault, Decision, Player};
use ergo_agents::random::RandomAgent;
use ergo_engine::ergo::Ergo;
use ergo_engine::game::Game;
use ergo_engine::options::Settings;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_lab::arena::BotFactory;
use ergo_lab::games::ergo::training::selfplay::ErgoEpisode;
use ergo_lab::training::learner::Learner;
use ergo_lab::training::settings::Training;
use ergo_lab::training::trainable::EpisodeOptions;
use ergo_lab::training::{Trainable, TrainingError};
use rayon::ThreadPoolBuilder;

const FLAGS: [&str; 9] = ["train", "--seats", "3", "--rounds", "12", "--hidden", "4", "--trial", "2"];

/// Guests are drawn from the named bots with equal frequency, for every seat except the net's.
#[test]
fn guests_are_drawn_from_those_named() {
    let seated: [Arc<AtomicUsize>; 2] = Default::default();
    let guests = seated.each_ref().map(|count| -> BotFactory<Ergo> {
        let count = Arc::clone(count);
        Arc::new(move |_: &Ergo, _: Seat, seed: Seed| {
            count.fetch_add(1, Ordering::Relaxed);
            Player::Agent(Box::new(RandomAgent::new(seed)))
        })
    });
    let game = <Ergo as Trainable>::one_round(SeatCount::new(3), &Settings::default()).unwrap();
    let net = ergo_agents::games::ergo::shipped::shipped_net(SeatCount::new(3), 1);
    let lesson = EpisodeOptions { explore: 0.0, guest: 1.0, guests: &guests, lambda: 0.8, expert: 0.0, playouts: 0 };
    let mut episode = ErgoEpisode::default();
    (0..200).for_each(|seed| episode.play(&game, net, &lesson, &Seed::master(seed)).unwrap());
    let [one, two] = seated.map(|count| count.load(Ordering::Relaxed));
    assert_eq!(one + two, 400);
    // 400 fair coins: five standard deviations.
    assert!(one.abs_diff(two) < 100, "{one} and {two}");
}

/// A failing guest stops training with a message, in every game.
#[test]
fn silent_guest_is_reported() {
    struct Silent;
    impl<G: Game> Agent<G> for Silent {
        fn choose(&mut self, _: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
            Err(AgentFault::Died)
        }
    }
    fn learned<C: Trainable<Game = G>, G: Game>() {
        let guests: [BotFactory<G>; 1] = [Arc::new(|_: &G, _: Seat, _: Seed| Player::Agent(Box::new(Silent)))];
        let training = Training { subject: C::subject(SeatCount::new(3)), guest: 1.0, ..settings() };
        let game = training.game::<C>().unwrap();
        let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let fault = Learner::new(&training).learn(&training, &game, &guests, &pool).unwrap_err();
        let said = TrainingError::Guest(fault).to_string();
        assert_eq!(said, "guests: a guest failed to answer (died), expected bots that always answer");
    }
    learned::<Ergo, Ergo>();
    learned::<Philosophia, Philosophia>();
}

#[test]
fn guests_are_reported_and_bytes_do_not_depend_on_threads() {
    let folder = tempdir().unwrap();
    let own = root().join("agents/weights/ergo/3-seats/run-2/weights.bin");
    let own = format!("td:weights={}", own.display());
    let guests = format!("td:run=0,greedy,{own}");
    let train = |name: &str, guests: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let flags = ["--guest", "0.7", "--guests", guests, "--out", out.to_str().unwrap()];
        run(&[&FLAGS[..], &flags, more].concat())
    };
    done(&train("one", &guests, &["--threads", "1"]));
    done(&train("two", &guests, &["--threads", "2"]));
    same(&folder.path().join("one"), &folder.path().join("two"));
    done(&train("others", "random", &[]));
    let file = |name: &str, file: &str| fs::read(folder.path().join(name).join(file)).unwrap();
    assert!(file("one", "weights.bin") != file("others", "weights.bin"));
    let about: toml::Table = String::from_utf8(file("one", "weights.toml")).unwrap().parse().unwrap();
    let said: Vec<&str> = about["training"]["guests"].as_array().unwrap().iter().map(|x| x.as_str().unwrap()).collect();
    let described = root().join("agents/weights/ergo/3-seats/run-2/weights.toml");
    let described: toml::Table = fs::read_to_string(described).unwrap().parse().unwrap();
    let digest = described["sha256"].as_str().unwrap();
    assert_eq!(said, ["td:run=0", "greedy", &format!("{own}, {digest}")]);
    refused(&train("one", "random", &["--resume"]), &["other settings", "--fresh"]);
}

#[test]
fn planners_and_bots_sit_beside_the_net_of_philosophia() {
    let folder = tempdir().unwrap();
    let train = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let game = ["--game", "philosophia", "--set", "rules.max_rounds=12", "--guest", "1"];
        run(&[&FLAGS[..], &game, more, &["--out", out.to_str().unwrap()]].concat())
    };
    done(&train("planners", &[]));
    done(&train("one", &["--guests", "td,random", "--threads", "1"]));
    done(&train("two", &["--guests", "td,random", "--threads", "2"]));
    same(&folder.path().join("one"), &folder.path().join("two"));
    let weights = |name: &str| fs::read(folder.path().join(name).join("weights.bin")).unwrap();
    assert!(weights("one") != weights("planners"));
}

#[test]
fn guests_that_cannot_sit_are_refused() {
    let refuses = |more: &[&str], words: &[&str]| refused(&run(&[&FLAGS[..], more].concat()), words);
    refuses(&["--guests", "td"], &["--guests td", "--guest"]);
    refuses(&["--guest", "0.5", "--guests", "tdd"], &["--guests tdd", "td"]);
    refuses(&["--guest", "0.5", "--guests", "td:runs=1"], &["--guests td:runs=1", "runs"]);
    refuses(&["--guest", "0.5", "--guests", "flat:milliseconds=5"], &["--guests flat:milliseconds=5", "time limits"]);
    refuses(&["--guest", "0.5", "--guests", "process:command=echo"], &["--guests", "external programs"]);
    let of_1977 = ["train", "--game", "ergo-invicta", "--guest", "0.5", "--guests", "random"];
    refused(&run(&of_1977), &["--guests random", "ergo-invicta", "greedy"]);
}
