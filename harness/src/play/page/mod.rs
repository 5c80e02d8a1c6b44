//! The play page: one page in a browser, served on this machine at an address with a secret token.
//!
//! `GET state` and `POST do` answer `{"view":…,"error":…}` with what the person may see. `do` takes one [`Command`]. `GET replay` and
//! `GET why` are pages of a match that is over.

mod guard;
mod http;
mod secret;

use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ergo_harness::replay::render_page;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::guard::Guard;
use self::http::{Refused, Request, Response, Service};
use self::secret::{hex, random};
use super::session::Session;
use super::view::{Phase, View};

const PAGE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");
/// How long an answer waits for the other players.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// Ports that no service owns.
const PORTS: std::ops::RangeInclusive<u16> = 49_152..=65_535;
/// How many of them are tried.
const TRIES: usize = 64;

/// A command of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Command {
    /// Picks the turn with this number of the list.
    Pick { number: usize },
    /// Picks one action, in the notation of the game.
    Step { action: String },
    /// Picks what was typed.
    Type { text: String },
    /// Takes back the last step.
    Undo,
    /// Plays the picked turn.
    Commit,
    /// Asks the adviser.
    Advise,
    /// Goes on after the end of a round.
    Continue,
    /// Leaves the match and begins another.
    New(NewMatch),
    /// Leaves the match and ends the program.
    Leave,
}

/// The choices for another match.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    /// The opponents: one agent for all other seats, or one for each with commas between.
    pub against: String,
    /// The number of players.
    pub seats: usize,
    /// The seat of the person, from 1.
    pub seat: usize,
}

/// The choices that the page offers for another match.
#[derive(Serialize)]
pub(crate) struct Choices {
    /// Opponents, weaker ones first, each with a description.
    pub opponents: Vec<(String, String)>,
    /// The fewest and the most players.
    pub players: (usize, usize),
}

#[derive(Serialize)]
struct Answer {
    view: View,
    error: Option<String>,
}

/// An event of the match for the program that serves it.
pub(crate) enum MatchEvent {
    /// The match is over, in one sentence; the page goes on showing it.
    Over(String),
    /// Another match began.
    Begun,
    /// The person left; the file has the transcript so far.
    Left(String),
    /// The match cannot go on.
    Failed(String),
}

/// A page that is served.
pub(crate) struct Served {
    pub address: String,
    pub events: Receiver<MatchEvent>,
}

/// Renders the replay page of a file, with the person's mistakes or without, for a nonce.
type RenderReplay = dyn Fn(&str, Option<usize>, &str) -> Result<String, String> + Send + Sync;
/// Begins a match.
type BeginMatch = dyn Fn(&NewMatch) -> Result<Session, String> + Send + Sync;

/// What the page can ask for beyond the match.
pub(crate) struct Callbacks {
    pub begin: Box<BeginMatch>,
    pub replay: Box<RenderReplay>,
}

/// The part of a page that does not change during a match.
#[derive(Serialize)]
struct Data<'a> {
    game: &'static str,
    /// The name of each seat.
    seats: Vec<String>,
    own: usize,
    /// Whether the rules of the game count points.
    points: bool,
    /// How to play, in words.
    rules: &'static str,
    choices: &'a Choices,
    current: &'a NewMatch,
    table: Value,
    example: Value,
}

/// Serves a page for the match of `session`, which was begun by the choices `current`, until the program ends. `rules` says how to
/// play.
///
/// # Errors
///
/// Fails if no port is free.
pub(crate) fn serve(
    session: Session,
    rules: &'static str,
    (choices, current): (Choices, NewMatch),
    callbacks: Callbacks,
) -> Result<Served, String> {
    let (sender, events) = channel();
    let mut refused = String::new();
    for _ in 0..TRIES {
        let port = PORTS.start() + u16::from_le_bytes(random()?) % PORTS.len() as u16;
        let listener = match TcpListener::bind(SocketAddrV4::new(Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => listener,
            Err(error) => {
                refused = error.to_string();
                continue;
            }
        };
        let guard = Guard::new(port, &random()?);
        let (address, nonce) = (guard.address(), hex(&random::<16>()?));
        let table = Mutex::new(Running { session, current });
        http::serve(listener, Arc::new(Page { guard, nonce, table, rules, choices, callbacks, events: sender }));
        return Ok(Served { address, events });
    }
    Err(format!("127.0.0.1: no port is free: {refused}"))
}

/// The match that is played now.
struct Running {
    session: Session,
    current: NewMatch,
}

struct Page {
    guard: Guard,
    nonce: String,
    table: Mutex<Running>,
    rules: &'static str,
    choices: Choices,
    callbacks: Callbacks,
    events: Sender<MatchEvent>,
}

impl Page {
    /// Carries out a command, and returns the answer and, if nothing can follow it, the last event.
    fn answer(&self, command: Option<Command>) -> (Answer, Option<MatchEvent>) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let Running { session, current } = &mut *table;
        let before = session.phase();
        let waits = matches!(command, Some(Command::Commit | Command::Continue));
        let done = match command {
            None => Ok(()),
            Some(Command::Pick { number }) => session.pick(number),
            Some(Command::Step { action }) => session.step(&action),
            Some(Command::Type { text }) => session.pick_typed(&text),
            Some(Command::Undo) => session.undo().then_some(()).ok_or_else(|| "nothing to take back".to_owned()),
            Some(Command::Commit) => session.commit(),
            Some(Command::Advise) => session.advise(),
            Some(Command::Continue) => session.go_on_after_round(),
            Some(Command::New(new)) => (self.callbacks.begin)(&new).map(|next| {
                session.leave();
                (*session, *current) = (next, new);
                // The receiver may be gone; then the program ends.
                let _ = self.events.send(MatchEvent::Begun);
            }),
            Some(Command::Leave) => {
                session.leave();
                let view = session.view();
                let left = MatchEvent::Left(view.file.clone());
                return (Answer { view, error: None }, Some(left));
            }
        };
        let waited = session.wait(if waits { PATIENCE } else { Duration::ZERO });
        let view = session.view();
        if let (true, Some(end)) = (before != Phase::Over, &view.end) {
            // The receiver may be gone; then the program ends.
            let _ = self.events.send(MatchEvent::Over(format!("{} Transcript: {}.", end.text, view.file)));
        }
        let failed = waited.err();
        (Answer { view, error: done.err().or_else(|| failed.clone()) }, failed.map(MatchEvent::Failed))
    }

    /// The answer as a response. The last event is sent after it is written, because the program then ends.
    fn answered(&self, command: Option<Command>) -> Response {
        let (answer, last) = self.answer(command);
        let body = serde_json::to_string(&answer).expect("texts and numbers are JSON");
        let events = self.events.clone();
        let then = last.map(|last| -> Box<dyn FnOnce() + Send> { Box::new(move || drop(events.send(last))) });
        Response { status: 200, kind: "application/json", headers: Vec::new(), body, then }
    }

    fn page(&self) -> Response {
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let (session, rules) = (&table.session, table.session.rules());
        let mut drawing = rules.drawing();
        let data = Data {
            game: rules.name(),
            seats: session.seated(),
            own: session.own().index(),
            points: rules.facts().points,
            rules: self.rules,
            choices: &self.choices,
            current: &table.current,
            table: drawing.table.take(),
            example: drawing.example.take(),
        };
        let page = PAGE.replacen("/*PAGE*/", SCRIPT, 1);
        self.html(render_page(&page, &drawing, &data, Some(&self.nonce)))
    }

    /// A page of the match that is over.
    fn replay(&self, mistakes: bool) -> Response {
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let (view, own) = (table.session.view(), table.session.own().index());
        drop(table);
        if view.end.is_none() {
            return Response::text(404, "the match is not over, expected to play on");
        }
        match (self.callbacks.replay)(&view.file, mistakes.then_some(own), &self.nonce) {
            Ok(page) => self.html(page),
            Err(error) => Response::text(500, &error),
        }
    }

    fn html(&self, body: String) -> Response {
        let nonce = &self.nonce;
        let policy = format!(
            "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; img-src data:; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        let headers = vec![("content-security-policy", policy)];
        Response { status: 200, kind: "text/html; charset=utf-8", headers, body, then: None }
    }
}

impl Service for Page {
    fn admit(&self, request: &Request) -> Result<(), Refused> {
        self.guard.admit(request).map(|_| ())
    }

    fn respond(&self, request: &Request) -> Response {
        let path = match self.guard.admit(request) {
            Ok(path) => path,
            Err((status, reason)) => return Response::text(status, reason),
        };
        match (request.method.as_str(), path) {
            ("GET", "") => self.page(),
            ("GET", "replay") => self.replay(false),
            ("GET", "why") => self.replay(true),
            ("GET", "state") => self.answered(None),
            ("POST", "do") => match serde_json::from_slice(&request.body) {
                Ok(command) => self.answered(Some(command)),
                Err(error) => Response::text(400, &format!("{error}, expected a command of the page in JSON")),
            },
            _ => Response::text(404, "no such page, expected the address that ergo play printed"),
        }
    }
}
