//! One net against another, or against the greedy agent with any settings, in margin of points a round:
//! `cargo run --release -p ergo-lab --example duel -- SEATS DEALS SEED A B`, where A and B are files of weights,
//! `greedy-tuned`, or `greedy:key=value,…`. A sits in every seat of each deal in turn, B in the others.

use std::borrow::Cow;

use ergo_agents::agent::Agent;
use ergo_agents::games::ergo::features::{INPUTS, VERSION};
use ergo_agents::games::ergo::greedy::{GreedyAgent, Look};
use ergo_agents::games::ergo::heuristic::Weights;
use ergo_agents::games::ergo::td::{Manner, TdAgent};
use ergo_agents::games::ergo::tuned;
use ergo_agents::net::format::{Purpose, from_bytes};
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::{Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use ergo_lab::games::ergo::training::duel::{Maker, duel};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seats, deals, seed, a, b] = &arguments[..] else {
        println!("duel SEATS DEALS SEED A B");
        return;
    };
    let seats: u32 = seats.parse().expect("a number of seats");
    let one_round = Settings([("max_rounds".to_owned(), Value::Int(1))].into());
    let game = Ergo(Rules::new(SeatCount::new(seats as usize), &one_round).expect("printed rules"));
    let (deals, seed) = (deals.parse().expect("a number of deals"), seed.parse().expect("a number as seed"));
    let pool = rayon::ThreadPoolBuilder::new().build().expect("threads");
    let seed = Seed::master(seed).derive("duel", &[]);
    let found = duel(&game, &*maker(seats, a), &*maker(seats, b), deals, &seed, &pool);
    let half = (found.interval.high - found.interval.low) / 2.0;
    println!("{seats} seats: {a} against {b}: {:+.2} ± {half:.2} points a round over {deals} deals", found.margin);
}

/// The maker of agents of this description.
fn maker(seats: u32, text: &str) -> Box<Maker<'static>> {
    if text == "greedy-tuned" {
        let weights = tuned::weights(SeatCount::new(seats as usize));
        return Box::new(move |seed| -> Box<dyn Agent<Ergo>> {
            Box::new(GreedyAgent::new(weights.clone(), Look::AtAll { blunder: 0.0 }, seed))
        });
    }
    if let Some(rest) = text.strip_prefix("greedy") {
        let pairs = rest.trim_start_matches(':').split(',').filter(|pair| !pair.is_empty());
        let value = |pair: &str| {
            let (key, value) = pair.split_once('=').expect("key=value");
            (key.to_owned(), Value::Real(value.parse().expect("a number")))
        };
        let given = Settings(pairs.map(value).collect()).checked(&Weights::options()).expect("settings of greedy");
        let weights = Weights::new(&given);
        return Box::new(move |seed| -> Box<dyn Agent<Ergo>> {
            Box::new(GreedyAgent::new(weights.clone(), Look::AtAll { blunder: 0.0 }, seed))
        });
    }
    let bytes = std::fs::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let net = from_bytes(&bytes, Purpose { features: VERSION, seats }, INPUTS, 1)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let net: &'static _ = Box::leak(Box::new(net));
    Box::new(move |seed| -> Box<dyn Agent<Ergo>> {
        Box::new(TdAgent::new(Cow::Borrowed(net), Manner::default(), seed))
    })
}
