//! `ergo play --page`: games without a board of their own, and requests that are refused.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use crate::common::browser::Browser;
use crate::common::{done, ergo, run, tempdir};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A running play server.
pub struct Served {
    child: Child,
    said: BufReader<ChildStdout>,
    pub address: String,
    pub out: PathBuf,
    _folder: TempDir,
}

impl Served {
    pub fn start(arguments: &[&str]) -> Self {
        let folder = tempdir().unwrap();
        let out = folder.path().join("match.jsonl");
        let mut command = ergo();
        command.args(["play", "--page"]).args(arguments).arg("--out").arg(&out);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.starts_with("Open ") {
            line.clear();
            assert!(said.read_line(&mut line).unwrap() > 0, "no address");
        }
        let address = line.trim_start_matches("Open ").trim().to_owned();
        Served { child, said, address, out, _folder: folder }
    }

    /// The host with its port, and the path of the page.
    fn parts(&self) -> (String, String) {
        let rest = self.address.strip_prefix("http://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        (host.to_owned(), format!("/{path}"))
    }

    /// Sends a request with these lines and an optional body. Returns the status and the whole response.
    fn answer(&self, first: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.parts().0).unwrap();
        let mut text = format!("{first} HTTP/1.1\r\n");
        headers.iter().for_each(|(name, value)| text += &format!("{name}: {value}\r\n"));
        text += &format!("Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        (answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap(), answer)
    }

    /// Waits for the server to end and returns its output after the address.
    pub fn wait(&mut self) -> String {
        let mut rest = String::new();
        self.said.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success(), "{rest}");
        rest
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // After a failed test the server still runs.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn replayed(file: &Path) -> Value {
    let output = run(&["replay", file.to_str().unwrap(), "--json"]);
    done(&output);
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Opens the page in a browser. `None`, with a message, if there is no browser.
pub fn browser(test: &str, served: &Served) -> Option<Browser> {
    let browser = Browser::open(&served.address);
    if browser.is_none() {
        eprintln!("{test}: skipped, there is no browser here that can be driven");
    }
    browser
}

/// From the list alone: games that draw themselves, in letters or not at all.
#[test]
fn page_list_plays_other_games() {
    let mut opened: Option<Browser> = None;
    for game in ["cogito", "ergo-invicta", "tic-tac-toe", "goofspiel"] {
        let served = Served::start(&["--game", game, "--against", "random", "--seed", "6"]);
        let browser = match &mut opened {
            Some(browser) => {
                browser.go(&served.address);
                browser
            }
            None => match browser("page_list_plays_other_games", &served) {
                Some(browser) => opened.insert(browser),
                None => return,
            },
        };
        let size = json!({ "width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": false });
        browser.ask("Emulation.setDeviceMetricsOverride", size).unwrap();
        for _ in 0..2 {
            browser.until("!!view && !busy && view.phase !== 'others'");
            if browser.value("view.phase") == json!("round") {
                browser.value("document.getElementById('continue').click()");
            }
            browser.until("view.phase === 'own' && !view.complete && !busy");
            browser.value("document.querySelector('#turns button').click()");
            browser.until("view.complete");
            browser.value("document.getElementById('commit').click()");
            browser.until("!view.complete");
        }
        assert_eq!(browser.value("document.getElementById('wrong').textContent"), json!(""), "{game}");
        let drawn = browser.value("!!document.getElementById('board').children.length");
        assert_eq!(drawn, json!(game != "goofspiel"), "{game}");
        assert!(browser.value("document.documentElement.scrollWidth").as_u64().unwrap() <= 400, "{game}");
        browser.until("!!view && view.phase !== 'others'");
        let told = replayed(&served.out);
        assert_eq!(told["game"], game);
    }
}

#[test]
fn page_other_hosts_origins_and_tokens_are_refused() {
    let mut served = Served::start(&["--seed", "1"]);
    let (host, path) = served.parts();
    let own = format!("http://{host}");
    let (state, deed) = (format!("{path}state"), format!("{path}do"));
    let get = |first: &str, headers: &[(&str, &str)]| served.answer(first, headers, "");
    let here = ("Host", host.as_str());

    let (status, page) = get(&format!("GET {path}"), &[here]);
    assert_eq!(status, 200);
    for word in
        ["content-security-policy: default-src 'none'", "cache-control: no-store", "referrer-policy: no-referrer"]
    {
        assert!(page.contains(word), "no {word}");
    }
    // The page makes no external requests and contains no data of the match.
    for word in ["http:", "https:", "//cdn", " src=", "@import", "url(", "innerHTML", "eval("] {
        assert!(!page.contains(word), "{word}");
    }
    assert_eq!(get(&format!("GET {state}"), &[here]).0, 200);

    // A wrong, missing or partial token.
    let other = path.chars().map(|c| if c == '/' { c } else { '0' }).collect::<String>();
    for path in
        [other.as_str(), "/", "/state", &path[..path.len() - 2], &format!("{other}state"), path.trim_end_matches('/')]
    {
        let (status, said) = get(&format!("GET {path}"), &[here]);
        assert_eq!(status, 403, "{path}");
        assert!(
            !said.contains("<script") && !said.contains(path.trim_matches('/')) || path == "/" || path == "/state",
            "{said}"
        );
    }
    // Host names that resolve to this machine.
    let port = host.split(':').nth(1).unwrap();
    for name in
        [format!("evil.example:{port}"), format!("localhost:{port}"), "127.0.0.1".to_owned(), format!("[::1]:{port}")]
    {
        assert_eq!(get(&format!("GET {state}"), &[("Host", &name)]).0, 421, "{name}");
        assert_eq!(get(&format!("GET http://{name}{state}"), &[here]).0, 421, "{name}");
    }
    // Foreign origins.
    for origin in ["http://evil.example", "null", &format!("http://localhost:{port}"), &format!("https://{host}")] {
        assert_eq!(get(&format!("GET {state}"), &[here, ("Origin", origin)]).0, 403, "{origin}");
        let (status, said) = served.answer(&format!("OPTIONS {deed}"), &[here, ("Origin", origin)], "");
        assert!(status == 403 && !said.to_lowercase().contains("access-control-allow"), "{said}");
    }
    assert_eq!(get(&format!("GET {state}"), &[here, ("Sec-Fetch-Site", "cross-site")]).0, 403);
    let post = |headers: &[(&str, &str)], body: &str| served.answer(&format!("POST {deed}"), headers, body);
    let (origin, kind) = (("Origin", own.as_str()), ("Content-Type", "application/json"));
    let undo = "{\"do\":\"undo\"}";
    assert_eq!(post(&[here, kind], undo).0, 403);
    assert_eq!(post(&[here, origin, ("Content-Type", "text/plain")], undo).0, 415);
    for (body, status) in
        [("", 400), ("{\"do\":\"steal\"}", 400), ("[]", 400), (undo, 200), (&"[".repeat(100_000), 400)]
    {
        assert_eq!(post(&[here, origin, kind], body).0, status, "{}", &body[..body.len().min(40)]);
    }
    // Only this machine can connect, at one address.
    let elsewhere: SocketAddr = format!("127.0.0.2:{port}").parse().unwrap();
    assert!(TcpStream::connect(elsewhere).is_err());

    // The page receives only the observation of the seat: no cards of other hands, and not the order of the pile.
    let (_, answer) = get(&format!("GET {state}"), &[here]);
    let told: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    let keys: Vec<&String> = told["view"].as_object().unwrap().keys().collect();
    let known = [
        "advice",
        "board",
        "complete",
        "end",
        "entrants",
        "file",
        "game",
        "happened",
        "log",
        "own",
        "phase",
        "picked",
        "round_end",
        "rounds",
        "scene",
        "steps",
        "turns",
    ];
    assert_eq!(keys, known);

    let (status, _) = post(&[here, origin, kind], "{\"do\":\"leave\"}");
    assert_eq!(status, 200);
    let said = served.wait();
    assert!(said.contains("Transcript so far: "), "{said}");
    assert_eq!(replayed(&served.out)["winners"], json!([]));
}

#[test]
fn page_700_silent_connections_stays_reachable() {
    let served = Served::start(&["--game", "tic-tac-toe", "--seed", "1", "--against", "random"]);
    let (host, path) = served.parts();
    // Silent from the beginning, and in the middle of a request.
    let silent: Vec<TcpStream> = (0..700)
        .map(|number| {
            let mut stream = TcpStream::connect(&host).unwrap();
            if number % 2 == 1 {
                // A connection that was closed already needs no more.
                let _ = stream.write_all(format!("GET {path}state HTTP/1.1\r\nHost: {host}\r\n").as_bytes());
            }
            stream
        })
        .collect();
    let start = Instant::now();
    for _ in 0..20 {
        assert_eq!(served.answer(&format!("GET {path}state"), &[("Host", &host)], "").0, 200);
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    // The oldest were closed, without an answer that a browser could take for another.
    let mut oldest = &silent[0];
    oldest.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut answer = Vec::new();
    assert!(matches!(oldest.read_to_end(&mut answer), Ok(0)) || answer.is_empty(), "{answer:?}");
    let open = silent.iter().filter(|stream| {
        stream.set_nonblocking(true).is_ok()
            && matches!((&**stream).read(&mut [0; 1]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
    });
    assert!(open.count() <= 128);
    drop(silent);
    let origin = format!("http://{host}");
    let headers = [("Host", host.as_str()), ("Origin", &origin), ("Content-Type", "application/json")];
    for typed in ["x".repeat(3_000), "x".repeat(60_000)] {
        let body = json!({"do": "type", "text": typed}).to_string();
        let (_, said) = served.answer(&format!("POST {path}do"), &headers, &body);
        let said = said.rsplit_once("\"error\":").map_or(said.as_str(), |(_, said)| said);
        assert!(said.len() < 1_000, "{}", said.len());
    }
}

/// A silent kept connection would get a 500, which a browser may take for its next answer.
#[test]
fn page_connection_is_closed_after_one_request() {
    let served = Served::start(&["--game", "tic-tac-toe", "--seed", "1", "--against", "random"]);
    let (host, path) = served.parts();
    let mut stream = TcpStream::connect(&host).unwrap();
    stream.write_all(format!("GET {path}state HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).unwrap();
    let mut first = String::new();
    BufReader::new(&mut stream).read_line(&mut first).unwrap();
    assert_eq!(first.trim(), "HTTP/1.0 200 OK");
}

/// A recorded match of Philosophia: every decision draws the map and the boards with offerings and debates, without gaps.
#[test]
fn replay_philosophia_is_drawn_at_every_decision() {
    for (seats, places, players) in [(1, 22, 2), (4, 31, 4)] {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let text = format!(
            "question = \"Who?\"\nseed = 8\n[game]\nname = \"philosophia\"\n[game.rules]\nmax_rounds = 25\n[[entrant]]\nname = \
             \"random\"\nagent = {{ kind = \"random\" }}\n[schedule]\ntables = [[{}]]\ndeals = 1\nrotations = \
             \"none\"\n[output]\ntranscripts = true\n",
            vec!["\"random\""; seats].join(", ")
        );
        std::fs::write(at("it.toml"), text).unwrap();
        done(&run(&["run", &at("it.toml"), "--out", &at("out")]));
        done(&run(&["replay", &at("out"), "--match", "1", "--html", &at("page.html")]));
        let Some(mut browser) = Browser::open(&format!("file://{}#1", at("page.html"))) else { return };
        browser.until("document.readyState === 'complete'");
        let seen = browser.value(
            "(() => { const seen = { decisions: last, tiles: [], boards: [], contests: 0, blank: [] };\
             for (let i = 0; i <= last; i++) { show(i); const board = byId('board'), shown = [...board.firstChild.children].filter(one => one.tagName !== 'DETAILS');\
             const text = byId('said').textContent + shown.map(one => one.textContent).join(' ');\
             seen.tiles.push(board.querySelectorAll('.tile').length); seen.boards.push(board.querySelectorAll('.player').length);\
             seen.contests += board.querySelectorAll('.contest').length;\
             if (/undefined|NaN|null|object|_/.test(text)) seen.blank.push(text); } return seen; })()",
        );
        let all = |key: &str, value: usize| seen[key].as_array().unwrap().iter().all(|found| found == value);
        assert!(seen["decisions"].as_u64().unwrap() > 50 && all("tiles", places) && all("boards", players), "{seen}");
        assert!(seen["contests"].as_u64().unwrap() > 3 && seen["blank"] == json!([]), "{}", seen["blank"]);
    }
}
