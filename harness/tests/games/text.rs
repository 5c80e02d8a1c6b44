//! Tests that games in words are complete and reveal no hidden information.

use std::sync::{Arc, Mutex};

use ergo_lab::agents::AgentFault;
use ergo_lab::agents::process::{Limits, Link, RequestKind, kind};
use ergo_lab::arena::{DynRules, NoWatcher, SeatAssignment, SeatPlayer, Table, ViewRequest};
use ergo_lab::engine::game::Information;
use ergo_lab::engine::options::{Settings, Value};
use ergo_lab::engine::rng::{Seed, below};
use ergo_lab::engine::seat::{Seat, SeatCount};
use ergo_lab::games::standard;
use ergo_lab::programs::Programs;
use serde_json::Value as Json;

/// Number of tested positions per game and number of seats.
const POSITIONS: usize = 60;

fn each_game(mut check: impl FnMut(&dyn DynRules)) {
    for game in standard().games() {
        let (fewest, most) = game.seats();
        for seats in fewest..=most {
            check(&*game.configure(SeatCount::new(seats), &Settings::default()).unwrap());
        }
    }
}

/// Text must be equal in all states that are consistent with the observation of the seat.
#[test]
fn text_of_resampled_state_is_the_same() {
    each_game(|rules| {
        let (name, mut rng) = (rules.name(), Seed::master(5).rng());
        let (mut state, mut ids, mut differed) = (rules.deal(&Seed::master(4)), Vec::new(), 0);
        for number in 0..POSITIONS as u64 {
            let Some(mover) = state.to_move() else {
                state = rules.deal(&Seed::master(100 + number));
                continue;
            };
            for seat in rules.seats().iter() {
                let text = state.view(ViewRequest::Words(seat));
                let other = state.resample(seat, &mut rng);
                assert_eq!(text, other.view(ViewRequest::Words(seat)), "{name}, seat {seat}");
                // The view of another seat shows that the hidden information changed.
                let next = ViewRequest::Words(rules.seats().after(seat));
                differed += usize::from(state.view(next)["position"] != other.view(next)["position"]);
                let legal = if seat == mover { state.legal().len() } else { 0 };
                assert_eq!(text["actions"].as_array().map(Vec::len), Some(legal), "{name}, seat {seat}");
                assert!(text["position"].as_str().is_some_and(|text| text.lines().count() > 1), "{name}: {text}");
            }
            state.legal_ids(&mut ids);
            state.play_id(ids[below(&mut rng, ids.len() as u32) as usize]).unwrap();
        }
        let is_open = rules.info().information == Information::Perfect;
        assert!(rules.seats().get() == 1 || (differed == 0) == is_open, "{name}: {differed}");
    });
}

/// A link that answers with the first legal action and records the lines.
struct FirstLegalLink(Arc<Mutex<Vec<Json>>>, Vec<u8>);

impl Link for FirstLegalLink {
    fn ask(&mut self, line: &[u8], what: RequestKind) -> Result<&[u8], AgentFault> {
        let line: Json = serde_json::from_slice(line).unwrap();
        self.1 = match what {
            RequestKind::Ready => br#"{"type":"ready"}"#.to_vec(),
            RequestKind::Action => format!("{{\"id\":{},\"action\":0}}", line["id"]).into_bytes(),
        };
        self.0.lock().unwrap().push(line);
        Ok(&self.1)
    }
    fn send(&mut self, _: &[u8]) {}
    fn end(&mut self) {}
    fn refuse(&mut self, fault: AgentFault, why: &str) {
        panic!("{fault}: {why}");
    }
}

/// The lines to a program that plays the first legal action of a match.
fn lines(rules: &dyn DynRules, text: bool) -> Vec<Json> {
    let given = [("command".to_owned(), Value::Text("a".to_owned())), ("text".to_owned(), Value::Bool(text))];
    let limits = Limits::new(&Settings(given.into()).checked(&kind().options).unwrap()).unwrap();
    let lines = Arc::new(Mutex::new(Vec::new()));
    let connect = || Ok(Box::new(FirstLegalLink(Arc::clone(&lines), Vec::new())) as Box<dyn Link>);
    let chair = |seat: Seat| SeatAssignment {
        entrant: "one",
        seed: Seed::master(seat.index() as u64),
        seated: if seat.index() == 0 { SeatPlayer::Linked(&limits, &connect) } else { SeatPlayer::Random },
    };
    let programs = Arc::new(Programs::new(None));
    let table = Table { chairs: rules.seats().iter().map(chair).collect(), programs: &programs, called: &String::new };
    let ending = rules.play(Seed::master(3), &table, None, &mut NoWatcher);
    assert_eq!(ending.fault, None);
    std::mem::take(&mut *lines.lock().unwrap())
}

#[test]
fn text_is_sent_only_with_the_setting() {
    for (name, options) in [("ergo", "max_rounds=1"), ("cogito", "-"), ("kuhn-poker", "-")] {
        let game = standard().game(name).unwrap();
        let rules =
            game.configure(SeatCount::new(2), &ergo_lab::settings::parse_settings(options.trim_matches('-')).unwrap());
        let rules = rules.unwrap();
        let (with, without) = (lines(&*rules, true), lines(&*rules, false));
        assert_eq!(with.len(), without.len());
        let rules_text = with[0]["text"]["rules"].as_str().unwrap();
        assert!(rules_text.starts_with(&game.description().rules_in_words()), "{rules_text}");
        assert_eq!(rules_text.contains("- max_rounds = 1: "), name == "ergo", "{rules_text}");
        for (line, plain) in with.iter().zip(&without) {
            assert!(plain.get("text").is_none());
            if let Some(legal) = line["legal"].as_array() {
                assert_eq!(line["text"]["actions"].as_array().unwrap().len(), legal.len());
                assert!(line["text"]["position"].as_str().unwrap().starts_with("You are seat 1"), "{line}");
            }
            let mut line = line.clone();
            line.as_object_mut().unwrap().remove("text");
            assert_eq!(line, *plain);
        }
    }
}
