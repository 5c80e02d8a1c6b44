//! Tests of the protocol with external programs, line by line, with prepared answers.

use std::sync::{Arc, Mutex};

use ergo_agents::agent::{Agent, AgentFault, Decision};
use ergo_agents::event::{AgentEvent, MatchEvent, RoundEvent};
use ergo_agents::process::agent::ProcessAgent;
use ergo_agents::process::lines::{Hello, HelloLimits, LONGEST_LINE, PROTOCOL};
use ergo_agents::process::{Limits, Link, RequestKind, kind};
use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatMap};
use ergo_engine::toys::kuhn::Kuhn;
use serde_json::{Value as Json, json};

/// A log of what was sent over a link.
#[derive(Default)]
struct LinkLog {
    lines: Vec<Json>,
    refused: Vec<(AgentFault, String)>,
    ended: bool,
}

/// A link with prepared answers; after the last one it times out.
struct Prepared {
    answers: Vec<&'static str>,
    log: Arc<Mutex<LinkLog>>,
}

impl Prepared {
    fn note(&self, line: &[u8]) {
        assert_eq!(line.iter().position(|byte| *byte == b'\n'), Some(line.len() - 1), "one line, ended once");
        self.log.lock().unwrap().lines.push(serde_json::from_slice(line).unwrap());
    }
}

impl Link for Prepared {
    fn ask(&mut self, line: &[u8], what: RequestKind) -> Result<&[u8], AgentFault> {
        assert_eq!(what == RequestKind::Ready, self.log.lock().unwrap().lines.is_empty());
        self.note(line);
        if self.answers.is_empty() { Err(AgentFault::Timeout) } else { Ok(self.answers.remove(0).as_bytes()) }
    }

    fn send(&mut self, line: &[u8]) {
        self.note(line);
    }

    fn end(&mut self) {
        self.log.lock().unwrap().ended = true;
    }

    fn refuse(&mut self, fault: AgentFault, why: &str) {
        self.log.lock().unwrap().refused.push((fault, why.to_owned()));
    }
}

fn hello() -> Hello<'static> {
    Hello {
        protocol: PROTOCOL,
        game: "kuhn-poker",
        rules: json!({}),
        seats: 2,
        seat: Seat::new(1),
        entrant: "me",
        seed: Seed::master(1).to_string(),
        reuse: false,
        limits: HelloLimits { move_ms: 10, start_ms: 20, memory_mb: None, line_bytes: LONGEST_LINE },
        text: None,
    }
}

type Greeting = Result<ProcessAgent<Prepared, Kuhn>, AgentFault>;

fn greet(answers: &[&'static str]) -> (Greeting, Arc<Mutex<LinkLog>>) {
    let log = Arc::new(Mutex::new(LinkLog::default()));
    let link = Prepared { answers: answers.to_vec(), log: Arc::clone(&log) };
    (ProcessAgent::greet(link, &hello()), log)
}

const READY: &str = r#"{"type":"ready","name":"a bot","more":[1]}"#;

/// Returns the agent's action at the first decision of the second seat, after a check, for this answer of the
/// program.
fn choose_with(answer: &'static str) -> (Result<String, AgentFault>, Vec<(AgentFault, String)>) {
    let (agent, log) = greet(&[READY, answer]);
    let mut hand = Kuhn.deal(&mut Seed::master(3).rng());
    Kuhn.apply(&mut hand, "check".parse().unwrap());
    let mut scratch = Vec::new();
    let action = agent.unwrap().choose(&mut Decision::new(&Kuhn, &hand, Seat::new(1), &mut scratch));
    let refused = std::mem::take(&mut log.lock().unwrap().refused);
    (action.map(|action| action.to_string()), refused)
}

#[test]
fn conversation_has_the_documented_lines() {
    let (agent, log) = greet(&[READY, r#"{"id":1,"action":1}"#]);
    let mut agent = agent.unwrap();
    assert_eq!(agent.name(), "a bot");
    assert!(Agent::<Kuhn>::wants_events(&agent));
    let mut hand = Kuhn.deal(&mut Seed::master(3).rng());
    Kuhn.apply(&mut hand, "check".parse().unwrap());
    let own = serde_json::to_value(Kuhn.observe(&hand, Seat::new(1))).unwrap()["card"].clone();
    let other = serde_json::to_value(Kuhn.observe(&hand, Seat::new(0))).unwrap()["card"].clone();
    let action = agent.choose(&mut Decision::new(&Kuhn, &hand, Seat::new(1), &mut Vec::new())).unwrap();
    assert_eq!(action.to_string(), "bet");
    Kuhn.apply(&mut hand, action);
    let before = hand.clone();
    let last = "call".parse().unwrap();
    let round = Kuhn.apply_recorded(&mut hand, last).unwrap();
    agent.on_event(&AgentEvent::Round(RoundEvent::new(
        (&Kuhn, &before),
        Seat::new(1),
        1,
        (Seat::new(0), last),
        &round,
    )));
    let scores = SeatMap::from_fn(Kuhn.seats(), |seat| if seat.index() == 0 { 2 } else { -2 });
    let winners = scores.map(|score| *score > 0);
    let fault = Some((Seat::new(1), AgentFault::Died));
    agent.on_event(&AgentEvent::<Kuhn>::Match(MatchEvent::new(
        (&Kuhn, &hand),
        Seat::new(1),
        (&scores, &winners),
        fault,
    )));

    let log = log.lock().unwrap();
    let [greeting, decide, round_end, match_end] = log.lines.as_slice() else { panic!("{:?}", log.lines) };
    let expected = json!({
        "type": "hello", "protocol": 1, "game": "kuhn-poker", "rules": {}, "seats": 2, "seat": 2, "entrant": "me",
        "seed": Seed::master(1).to_string(),
        "limits": {"move_ms": 10, "start_ms": 20, "memory_mb": null, "line_bytes": 65_536}
    });
    assert_eq!(*greeting, expected);
    let expected = json!({
        "type": "decide", "id": 1, "legal": ["check", "bet"],
        "observation": {"seat": 2, "card": own, "shown": null, "betting": ["check"]}
    });
    assert_eq!(*decide, expected);
    assert_eq!((&round_end["type"], &round_end["round"]), (&json!("round_end"), &json!(1)));
    assert_eq!(round_end["last"], json!({"seat": 1, "action": "call"}));
    assert_eq!(round_end["observation"], json!({"seat": 2, "card": own, "shown": null, "betting": ["check", "bet"]}));
    assert_eq!((&round_end["record"]["ended_by"], &round_end["record"]["turns"]), (&json!("showdown"), &json!("3")));
    assert_eq!(round_end["points"], round_end["scores"]);
    let expected = json!({
        "type": "match_end", "scores": [2, -2], "winners": [1], "fault": {"seat": 2, "fault": "died"},
        "observation": {"seat": 2, "card": own, "shown": other, "betting": ["check", "bet", "call"]}
    });
    assert_eq!(*match_end, expected);
    assert!(log.ended && log.refused.is_empty());
}

#[test]
fn answers_are_valid_or_a_fault() {
    assert_eq!(choose_with(r#"{"id":1,"action":0}"#).0.unwrap(), "check");
    assert_eq!(choose_with("  {\"action\":1,\"id\":1,\"why\":\"a hunch\"}\r").0.unwrap(), "bet");
    for place in ["2", "-1", "9223372036854775807"] {
        let (answer, refused) = choose_with(Box::leak(format!("{{\"id\":1,\"action\":{place}}}").into_boxed_str()));
        assert_eq!(answer, Err(AgentFault::Illegal));
        assert_eq!(refused, [(AgentFault::Illegal, format!("action {place}, expected 0 to 1"))]);
    }
    for wrong in [
        "",
        "check",
        "[1,0]",
        "{\"id\":1}",
        "{\"id\":2,\"action\":0}",
        "{\"id\":0,\"action\":0}",
        "{\"id\":1,\"action\":\"0\"}",
        "{\"id\":1,\"action\":0.5}",
        "{\"id\":1,\"action\":9223372036854775808}",
        "{\"id\":1,\"action\":0}{",
        "{\"id\":1,\"id\":1,\"action\":0}",
        "\u{fffd}{\"id\":1,\"action\":0}",
    ] {
        let (answer, refused) = choose_with(wrong);
        assert_eq!(answer, Err(AgentFault::Garbage), "{wrong}");
        assert_eq!((refused.len(), refused[0].0), (1, AgentFault::Garbage), "{wrong}");
    }
    let (_, log) = greet(&[]);
    assert!(log.lock().unwrap().refused.is_empty(), "what the link itself found it noted itself");
}

#[test]
fn program_without_ready_is_a_fault() {
    assert!(greet(&[r#"{"type":"ready"}"#]).0.is_ok());
    for wrong in ["", "ready", "{}", r#"{"type":"hello"}"#, r#"["ready","a bot"]"#, r#"{"type":"ready","name":5}"#] {
        assert_eq!(greet(&[wrong]).0.err(), Some(AgentFault::Garbage), "{wrong}");
    }
    assert_eq!(greet(&[]).0.err(), Some(AgentFault::Timeout));
}

#[test]
fn limits_have_defaults_except_the_command() {
    let options = kind().options;
    let limits = |command: &str| {
        let given = Settings([("command".to_owned(), Value::Text(command.to_owned()))].into());
        Limits::new(&given.checked(&options).unwrap())
    };
    let expected = Limits {
        command: "a b".to_owned(),
        move_ms: 1_000,
        start_ms: 10_000,
        memory_mb: 4_096,
        total_memory_mb: 4_096,
        file_mb: 1_024,
        processes: 64,
        cpu_s: 3_600,
        sandbox: false,
        network: None,
        reuse: false,
        results: false,
        text: false,
        restarts: 100,
    };
    assert_eq!(limits(" a b "), Ok(expected));
    assert!(matches!(limits(" "), Err(OptionError::Together(_))));
}

#[test]
fn network_is_an_address_of_this_machine_and_needs_a_sandbox() {
    let limits = |network: &str, sandbox: bool| {
        let texts =
            [("command", "a"), ("network", network)].map(|(key, text)| (key.to_owned(), Value::Text(text.to_owned())));
        let given = Settings(texts.into_iter().chain([("sandbox".to_owned(), Value::Bool(sandbox))]).collect());
        Limits::new(&given.checked(&kind().options).unwrap()).map(|limits| limits.network)
    };
    assert_eq!(limits("", true), Ok(None));
    assert_eq!(limits("127.0.0.1:8391", true), Ok(Some(([127, 0, 0, 1], 8391).into())));
    for (network, sandbox) in [("127.0.0.1:8391", false), ("8391", true), ("10.0.0.1:80", true), ("127.0.0.1:0", true)]
    {
        assert!(matches!(limits(network, sandbox), Err(OptionError::Together(_))), "{network}");
    }
}
