//! The front in a browser: one page, served on this machine to whoever knows its address, which nobody can guess.
//!
//! `POST do` takes one of `{"do":"pick","number":12}`, `{"do":"step","action":"~5"}`, `{"do":"type","text":"A|B"}`,
//! `{"do":"undo"}`, `{"do":"commit"}`, `{"do":"rank"}`, `{"do":"advise"}`, `{"do":"leave"}` and, once the match is over,
//! `{"do":"again"}`; it and `GET state` answer `{"view":…,"error":…}` with what the person may see. `GET replay` and `GET why` are
//! pages of the match that is over.

mod guard;
mod secret;

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ergo_harness::arena::presentation::Drawing;
use ergo_harness::replay::render_page;
use oxhttp::Server;
use oxhttp::model::{Body, HeaderName, Method, Request, Response, StatusCode, Version, header};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::guard::Guard;
use self::secret::{hex, random};
use super::session::Session;
use super::view::{Phase, View};

const PAGE: &str = include_str!("page.html");
/// How long an answer waits for the others to play.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// Bytes of a request that are read: more than any turn that can be typed.
const LONGEST: u64 = 4 << 10;
/// How long a connection may be silent. The server ends it with a 500 of its own, which a browser takes for the answer to what it asks
/// there next: Chromium keeps one that it opened beforehand for a minute, so this is longer.
const SILENCE: Duration = Duration::from_secs(75);
/// Connections at once, so many that silent ones keep nobody out; a browser has six.
const CONNECTIONS: usize = 512;
/// Ports that no service owns.
const PORTS: std::ops::RangeInclusive<u16> = 49_152..=65_535;
/// How many of them are tried.
const TRIES: usize = 64;

/// A request that a page can make.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Deed {
    Pick { number: usize },
    ActionOption { action: String },
    Type { text: String },
    Undo,
    Commit,
    Rank,
    Advise,
    Again,
    Leave,
}

/// The answer to a page.
#[derive(Serialize)]
struct Answer {
    view: View,
    error: Option<String>,
}

/// A message to whoever waits for the end.
pub(crate) enum News {
    /// The match is over, in one sentence; the page goes on showing it.
    Over(String),
    /// The person left.
    Left,
    /// The match cannot go on.
    StartError(String),
}

/// A page that is served.
pub(crate) struct Served {
    /// Its address.
    pub address: String,
    /// The news of the match.
    pub news: Receiver<News>,
}

/// Makes a page of a match: of its file, with mistakes or without, for a nonce.
type Replayed = dyn Fn(&str, bool, &str) -> Result<String, String> + Send + Sync;

/// The callbacks for a match that is over: its page, and the next match.
pub(crate) struct Afterwards {
    /// Another match of the same people by the same rules.
    pub again: Box<dyn Fn() -> Result<Session, String> + Send + Sync>,
    /// The page of the match in this file, with the person's mistakes if they are asked for; for a nonce.
    pub replay: Box<Replayed>,
}

/// The part of a page that never changes.
#[derive(Serialize)]
struct Data {
    game: &'static str,
    /// Who sits where.
    seats: Vec<String>,
    own: usize,
    /// How to play, in words.
    rules: &'static str,
    table: Value,
    example: Value,
}

/// Serves a page for the match of `session`, which is played by these `rules`, until the program ends.
pub(crate) fn serve(session: Session, rules: &'static str, afterwards: Afterwards) -> Result<Served, String> {
    let (said, news) = channel();
    let mut drawing = session.rules().drawing();
    let data = Data {
        game: session.rules().name(),
        seats: session.seated(),
        own: session.own().index(),
        rules,
        table: drawing.table.take(),
        example: drawing.example.take(),
    };
    let shared = Arc::new(Shared { session: Mutex::new(session), drawing, data, afterwards, said });
    let mut refused = String::new();
    for _ in 0..TRIES {
        let port = PORTS.start()
            + random::<2>()?.into_iter().fold(0, |number, byte| number << 8 | u16::from(byte)) % PORTS.len() as u16;
        let guard = Guard::new(port, &random::<16>()?);
        let (address, nonce, shared) = (guard.address(), hex(&random::<16>()?), shared.clone());
        let server = Server::new(move |request| respond(&guard, &nonce, &shared, request))
            .with_max_concurrent_connections(CONNECTIONS)
            .with_global_timeout(SILENCE)
            .bind(SocketAddrV4::new(Ipv4Addr::LOCALHOST, port));
        match server.spawn() {
            Ok(_) => return Ok(Served { address, news }),
            Err(error) => refused = error.to_string(),
        }
    }
    Err(format!("127.0.0.1: no port can be had: {refused}"))
}

/// The session, and who waits for its end.
struct Shared {
    session: Mutex<Session>,
    drawing: Drawing,
    data: Data,
    afterwards: Afterwards,
    said: Sender<News>,
}

impl Shared {
    /// Does it, and says what there is then; and, if nothing comes after that, why.
    fn answer(&self, deed: Option<Deed>) -> (Answer, Option<News>) {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let before = session.phase();
        let patience = if matches!(deed, Some(Deed::Commit)) { PATIENCE } else { Duration::ZERO };
        let done = match deed {
            None => Ok(()),
            Some(Deed::Pick { number }) => session.pick(number),
            Some(Deed::ActionOption { action }) => session.step(&action),
            Some(Deed::Type { text }) => session.pick_typed(&text),
            Some(Deed::Undo) => session.undo().then_some(()).ok_or_else(|| "nothing to take back".to_owned()),
            Some(Deed::Commit) => session.commit(),
            Some(Deed::Rank) => session.rank(),
            Some(Deed::Advise) => session.advise(),
            Some(Deed::Again) if before != Phase::Over => Err("the match is not over, expected to play on".to_owned()),
            Some(Deed::Again) => (self.afterwards.again)().map(|next| *session = next),
            Some(Deed::Leave) => {
                session.leave();
                return (Answer { view: session.view(), error: None }, Some(News::Left));
            }
        };
        let waited = session.wait(patience);
        let view = session.view();
        if let (true, Some(end)) = (before != Phase::Over, &view.end) {
            // Who waited may be gone; then the program ends.
            let _ = self.said.send(News::Over(format!("{} Transcript: {}.", end.text, view.file)));
        }
        let trouble = waited.err();
        (Answer { view, error: done.err().or_else(|| trouble.clone()) }, trouble.map(News::StartError))
    }

    /// A page of the match that is over.
    fn replayed(&self, mistakes: bool, nonce: &str) -> Response<Body> {
        let view = self.session.lock().unwrap_or_else(PoisonError::into_inner).view();
        if view.end.is_none() {
            return text(StatusCode::NOT_FOUND, "the match is not over, expected to play on");
        }
        match (self.afterwards.replay)(&view.file, mistakes, nonce) {
            Ok(page) => html(page, nonce),
            Err(error) => text(StatusCode::INTERNAL_SERVER_ERROR, &error),
        }
    }

    /// The same as a response. The last news are told when that is written, or cannot be: with them the program ends.
    fn response(&self, deed: Option<Deed>) -> Response<Body> {
        let (news, last) = self.answer(deed);
        let body = serde_json::to_string(&news).expect("texts and numbers are JSON");
        let mut response = answer(StatusCode::OK, "application/json", body, None);
        if let Some(last) = last {
            response.extensions_mut().insert(Arc::new(Last { said: self.said.clone(), last: Some(last) }));
        }
        response
    }
}

/// Told when it is dropped.
struct Last {
    said: Sender<News>,
    last: Option<News>,
}

impl Drop for Last {
    fn drop(&mut self) {
        if let Some(last) = self.last.take() {
            let _ = self.said.send(last);
        }
    }
}

/// Answers one request.
fn respond(guard: &Guard, nonce: &str, shared: &Shared, request: &mut Request<Body>) -> Response<Body> {
    let path = match guard.admit(request) {
        Ok(path) => path,
        Err((status, why)) => return text(status, why),
    };
    match (request.method(), path.as_str()) {
        (&Method::GET, "") => html(render_page(PAGE, &shared.drawing, &shared.data, Some(nonce)), nonce),
        (&Method::GET, "replay") => shared.replayed(false, nonce),
        (&Method::GET, "why") => shared.replayed(true, nonce),
        (&Method::GET, "state") => shared.response(None),
        (&Method::POST, "do") => {
            let mut body = Vec::new();
            let read = request.body_mut().take(LONGEST).read_to_end(&mut body);
            match read
                .map_err(|error| error.to_string())
                .and_then(|_| serde_json::from_slice::<Deed>(&body).map_err(|error| error.to_string()))
            {
                Ok(deed) => shared.response(Some(deed)),
                Err(error) => text(StatusCode::BAD_REQUEST, &format!("{error}, expected what is to be done, in JSON")),
            }
        }
        _ => text(StatusCode::NOT_FOUND, "nothing is here, expected the address that ergo play printed"),
    }
}

fn html(page: String, nonce: &str) -> Response<Body> {
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; img-src data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    answer(StatusCode::OK, "text/html; charset=utf-8", page, Some(policy))
}

fn text(status: StatusCode, why: &str) -> Response<Body> {
    answer(status, "text/plain; charset=utf-8", format!("{why}\n"), None)
}

fn answer(status: StatusCode, kind: &str, body: String, policy: Option<String>) -> Response<Body> {
    const ALWAYS: [(HeaderName, &str); 4] = [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    // One request a connection, for one that is kept may fall silent (`SILENCE`). The server writes no `Connection` header, so the
    // version says it.
    let mut builder = Response::builder().version(Version::HTTP_10).status(status).header(header::CONTENT_TYPE, kind);
    for (name, value) in ALWAYS {
        builder = builder.header(name, value);
    }
    builder = builder.header("cross-origin-resource-policy", "same-origin");
    if let Some(policy) = policy {
        builder = builder.header(header::CONTENT_SECURITY_POLICY, policy);
    }
    builder.body(Body::from(body)).expect("names and values of headers are plain text")
}
