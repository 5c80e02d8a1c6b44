//! A small HTTP server: one short request per connection, on this machine only.
//!
//! Other programs of the machine can open connections and stay silent. At most [`WAITING`] connections may wait for their request; one
//! more closes the oldest of them. A connection that has sent the address of the page waits no longer and keeps its place.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Connections that may wait for their request. A browser opens six.
const WAITING: usize = 128;
/// How long the whole of a request may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// The longest body that is processed: longer than any turn that can be typed.
const LONGEST_BODY: usize = 4 << 10;
/// The longest body that is read to its end, so that the client receives the refusal.
const LONGEST_REFUSED: usize = 1 << 20;

/// A request. Names of headers are in lower case.
#[derive(Debug, Default)]
pub(super) struct Request {
    pub method: String,
    /// The host that the request line names, if it names one.
    pub authority: Option<String>,
    pub path: String,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// A refused request: the status and the reason.
pub(super) type Refused = (u16, &'static str);

impl Request {
    /// Returns the value of a header that may occur once.
    pub(super) fn header(&self, name: &str) -> Result<Option<&str>, Refused> {
        let mut values = self.headers.iter().filter(|(known, _)| known == name);
        match (values.next(), values.next()) {
            (value, None) => Ok(value.map(|(_, value)| value.as_str())),
            _ => Err((400, "a header is repeated, expected it once")),
        }
    }

    /// Parses the head of a request, without the empty line at its end.
    fn parse(head: &[u8]) -> Result<Self, Refused> {
        const WRONG: Refused = (400, "expected an HTTP/1 request");
        let mut lines = std::str::from_utf8(head).map_err(|_| WRONG)?.split("\r\n");
        let first: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let [method, target, "HTTP/1.1" | "HTTP/1.0"] = first[..] else { return Err(WRONG) };
        let (authority, path) = match target.strip_prefix("http://") {
            Some(rest) => {
                let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
                (Some(authority.to_owned()), path)
            }
            None => (None, target.strip_prefix('/').ok_or(WRONG)?),
        };
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            is_name.then(|| (name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers = lines.map(header).collect::<Option<Vec<_>>>().ok_or(WRONG)?;
        Ok(Request { method: method.to_owned(), authority, path: path.to_owned(), headers, body: Vec::new() })
    }

    /// Returns the length of the body.
    fn length(&self) -> Result<usize, Refused> {
        if self.header("transfer-encoding")?.is_some() {
            return Err((400, "expected a body with its length"));
        }
        let length = self.header("content-length")?.unwrap_or("0");
        length.parse().map_err(|_| (400, "expected the length of the body as a number"))
    }
}

/// A response, and what to do once it is written.
pub(super) struct Response {
    pub status: u16,
    pub kind: &'static str,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
    pub then: Option<Box<dyn FnOnce() + Send>>,
}

impl Response {
    /// Returns a response in plain text.
    pub(super) fn text(status: u16, text: &str) -> Self {
        let (kind, body) = ("text/plain; charset=utf-8", format!("{text}\n"));
        Response { status, kind, headers: Vec::new(), body, then: None }
    }

    fn write(self, mut to: &TcpStream) {
        const ALWAYS: &str = "cache-control: no-store\r\nreferrer-policy: no-referrer\r\nx-content-type-options: nosniff\r\n\
                              x-frame-options: DENY\r\ncross-origin-resource-policy: same-origin\r\nconnection: close\r\n";
        let reason = if self.status == 200 { "OK" } else { "Refused" };
        let mut text = format!("HTTP/1.0 {} {reason}\r\ncontent-type: {}\r\n{ALWAYS}", self.status, self.kind);
        for (name, value) in &self.headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("content-length: {}\r\n\r\n", self.body.len());
        // A client that is gone needs no answer.
        let _ = to.write_all(text.as_bytes()).and_then(|()| to.write_all(self.body.as_bytes()));
        let _ = to.shutdown(Shutdown::Write);
        if let Some(then) = self.then {
            then();
        }
    }
}

/// Answers requests.
pub(super) trait Service: Send + Sync + 'static {
    /// Checks the head of a request, before its body is read.
    fn admit(&self, request: &Request) -> Result<(), Refused>;
    /// Answers a request that was admitted.
    fn respond(&self, request: &Request) -> Response;
}

/// Connections whose request has not arrived, the oldest first.
#[derive(Default)]
struct Waiting(Mutex<VecDeque<Arc<TcpStream>>>);

impl Waiting {
    fn add(&self, stream: &Arc<TcpStream>) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push_back(Arc::clone(stream));
        if waiting.len() > WAITING {
            Self::close_oldest(&mut waiting);
        }
    }

    fn remove(&self, stream: &Arc<TcpStream>) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|other| !Arc::ptr_eq(other, stream));
    }

    fn close_oldest(waiting: &mut VecDeque<Arc<TcpStream>>) {
        if let Some(oldest) = waiting.pop_front() {
            // One that the client has closed is gone already.
            let _ = oldest.shutdown(Shutdown::Both);
        }
    }
}

/// Serves `listener` in threads of their own until the program ends.
pub(super) fn serve(listener: TcpListener, service: Arc<impl Service>) {
    let waiting = Arc::new(Waiting::default());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // Too many open files: make room.
                Waiting::close_oldest(&mut waiting.0.lock().unwrap_or_else(PoisonError::into_inner));
                thread::sleep(Duration::from_millis(5));
                continue;
            };
            let stream = Arc::new(stream);
            waiting.add(&stream);
            let (own, waits, service) = (Arc::clone(&stream), Arc::clone(&waiting), Arc::clone(&service));
            let started = thread::Builder::new().spawn(move || {
                answer(&own, &waits, &*service);
                waits.remove(&own);
            });
            if started.is_err() {
                waiting.remove(&stream);
            }
        }
    });
}

/// Reads one request and answers it. A connection that stays silent is closed without an answer: a browser takes a late answer for that
/// of its next request.
fn answer(stream: &Arc<TcpStream>, waiting: &Waiting, service: &impl Service) {
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let until = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if bytes.len() > LONGEST_HEAD {
            return Response::text(431, "expected a shorter request").write(stream);
        }
        if !matches!(read_more(stream, until, &mut bytes), Ok(1..)) {
            return;
        }
    };
    let admitted = Request::parse(&bytes[..end]).and_then(|request| {
        service.admit(&request)?;
        let length = request.length()?;
        Ok((request, length))
    });
    let (request, length) = match &admitted {
        Ok((request, length)) => (Some(request), *length),
        Err(_) => (None, LONGEST_REFUSED),
    };
    if request.is_some() {
        waiting.remove(stream);
    }
    let mut body = bytes.split_off(end + 4);
    if let Err((status, reason)) = admitted {
        Response::text(status, reason).write(stream);
        // A client that still writes would lose the answer if the connection was closed at once.
        let until = Instant::now() + Duration::from_secs(2);
        while body.len() < length && matches!(read_more(stream, until, &mut body), Ok(1..)) {}
        return;
    }
    let Ok((mut request, _)) = admitted else { return };
    while body.len() < length.min(LONGEST_REFUSED) {
        if !matches!(read_more(stream, until, &mut body), Ok(1..)) {
            return;
        }
    }
    if length > LONGEST_BODY {
        return Response::text(400, "expected a shorter body").write(stream);
    }
    body.truncate(length);
    request.body = body;
    service.respond(&request).write(stream);
}

/// Reads what there is, and returns how many bytes that were.
fn read_more(mut stream: &TcpStream, until: Instant, into: &mut Vec<u8>) -> io::Result<usize> {
    let left = until.saturating_duration_since(Instant::now());
    stream.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
    let mut buffer = [0; 4096];
    let read = stream.read(&mut buffer)?;
    into.extend_from_slice(&buffer[..read]);
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_head_malformed_refused() {
        for head in [
            "",
            "GET /",
            "GET / HTTP/2",
            "GET  / HTTP/1.1",
            "GET x HTTP/1.1",
            "GET / HTTP/1.1\r\nno colon",
            "GET / HTTP/1.1\r\n: no name",
            "GET / HTTP/1.1\r\nHost : space",
            "GET / HTTP/1.1\r\nA: b\r\n folded",
        ] {
            assert_eq!(Request::parse(head.as_bytes()).map_err(|(status, _)| status).err(), Some(400), "{head:?}");
        }
        assert!(Request::parse(b"GET / HTTP/1.1\r\nA: \xff").is_err());
    }

    #[test]
    fn request_head_parsed_with_its_authority_and_headers() {
        let request = Request::parse(b"POST http://h:1/t/do HTTP/1.1\r\nHost: h:1\r\nA: 1\r\na: 2").unwrap();
        assert_eq!((request.authority.as_deref(), &*request.path), (Some("h:1"), "t/do"));
        assert_eq!(request.header("host"), Ok(Some("h:1")));
        assert!(request.header("a").is_err() && request.header("b") == Ok(None));
        assert_eq!(request.length(), Ok(0));
        for body in ["Content-Length: -1", "Content-Length: 1\r\nContent-Length: 1", "Transfer-Encoding: chunked"] {
            let request = Request::parse(format!("POST / HTTP/1.1\r\n{body}").as_bytes()).unwrap();
            assert!(request.length().is_err(), "{body}");
        }
    }
}
