//! Language models as players, tested with a mock server: counts, interruption, secrecy of the key.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::test_folder::TestFolder;
use crate::common::{complaint, done, has, printed, root, rows};

/// A running mock server. Dropping it ends the process.
struct Mock {
    child: Child,
    url: String,
}

impl Mock {
    fn start(more: &[&str]) -> Self {
        let script = root().join("harness/examples/own-bot/llm/mock.py");
        let mut child = Command::new("python3")
            .arg(script)
            .args(["--port", "0"])
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("ready on ").unwrap().to_owned();
        Mock { child, url }
    }

    /// Returns the numbers of answers that the server has given, by kind.
    fn counts(&self) -> Value {
        let address = self.url.strip_prefix("http://").unwrap().strip_suffix("/v1").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /counts HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        serde_json::from_str(text.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn has_python(test: &str) -> bool {
    has(&["python3", "--version"], test)
}

fn llm() -> PathBuf {
    root().join("agents/examples/llm.py")
}

/// Writes an experiment of a language model, played by `script` with `options`, against random. Returns its path.
fn experiment(place: &TestFolder, game: &str, script: &Path, (url, options): (&str, &str), deals: u32) -> String {
    let command = format!("python3 '{}' --base-url {url} --model mock --retry-s 0.01 {options}", script.display());
    let rules = if game == "ergo" { "[game.rules]\nmax_rounds = 1\n" } else { "" };
    let text = format!(
        "question = \"q\"\nseed = 3\n[game]\nname = \"{game}\"\nseats = 2\n{rules}\
         [[entrant]]\nname = \"model\"\n[entrant.agent]\nkind = \"process\"\ncommand = {}\n\
         text = true\nreuse = true\nmove_ms = 600000\nstart_ms = 60000\n\
         [[entrant]]\nname = \"random\"\nagent = {{ kind = \"random\" }}\n\
         [schedule]\ntables = [[\"model\", \"random\"]]\ndeals = {deals}\nfaults = \"count\"\n\
         [output]\ntranscripts = true\nanswers = true\nusage = true\n",
        toml::Value::String(command)
    );
    let path = place.file(&format!("{game}.toml"));
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Reads a file with one JSON object per line.
fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn sum(lines: &[Value], key: &str) -> u64 {
    lines.iter().map(|line| line[key].as_u64().unwrap_or(0)).sum()
}

fn is_true(line: &Value, key: &str) -> bool {
    line[key] == Value::Bool(true)
}

/// Asserts that `answers.jsonl`, `usage.csv`, `usage_matches.csv` and the transcripts in `out` agree. Returns the answers.
fn check_record(out: &Path, attempts: u64) -> Vec<Value> {
    let (answers, transcripts) = (lines(&out.join("answers.jsonl")), lines(&out.join("transcripts.jsonl")));
    let actions = |line: &Value| line["actions"].as_str().unwrap().split_whitespace().count() as u64;
    let played: u64 = transcripts.iter().map(actions).sum();
    let faults = answers.iter().filter(|line| line["fault"].is_string()).count() as u64;
    for line in &answers {
        let transcript = &transcripts[line["match"].as_u64().unwrap() as usize - 1];
        let most = actions(transcript) + u64::from(line["fault"].is_string());
        assert!((1..=most).contains(&line["decision"].as_u64().unwrap()), "{line}");
        let (tried, replaced) =
            (line["attempts"].as_u64().unwrap(), is_true(line, "fallback") || line["fault"].is_string());
        assert_eq!(is_true(line, "first_legal"), tried == 1 && !replaced, "{line}");
        assert!(if replaced { tried == attempts } else { (1..=attempts).contains(&tried) }, "{line}");
    }
    let usage = rows(out, "usage.csv");
    let [model, random] = [&usage[0], &usage[1]];
    assert_eq!([model["entrant"].as_str(), random["entrant"].as_str()], ["model", "random"]);
    let number = |row: &std::collections::BTreeMap<String, String>, key: &str| row[key].parse::<u64>().unwrap();
    assert_eq!(number(model, "answers"), answers.len() as u64);
    assert_eq!(number(model, "answers") + number(random, "answers"), played + faults);
    for key in ["attempts", "retries", "tokens_in", "tokens_out"] {
        assert_eq!(number(model, key), sum(&answers, key), "{key}");
    }
    let fallbacks = answers.iter().filter(|line| is_true(line, "fallback")).count();
    assert_eq!(number(model, "fallbacks"), fallbacks as u64);
    let first = answers.iter().filter(|line| is_true(line, "first_legal")).count() as f64 / answers.len() as f64;
    assert!((model["first_legal"].parse::<f64>().unwrap() - first).abs() < 1e-9);
    assert_eq!([&*random["tokens_in"], &*random["retries"], &*random["first_legal"]], ["", "", "1"]);
    let time = |row: &std::collections::BTreeMap<String, String>, key: &str| row[key].parse::<f64>().unwrap();
    assert!(time(random, "ms_median") < time(model, "ms_median") && time(model, "ms_median") <= time(model, "ms_p95"));
    answers
}

/// Plays 200 matches of each game with a server that fails in every way. The record must contain exactly what the server gave.
#[test]
fn counts_of_a_run_are_those_that_the_server_served() {
    if !has_python("counts_of_a_run_are_those_that_the_server_served") {
        return;
    }
    let place = TestFolder::new();
    let (mut faults, mut fallbacks, mut failures) = (0, 0, BTreeSet::new());
    // Matches of the last two games have hundreds of decisions, so the first invalid answer forfeits.
    for (game, attempts, last) in
        [("ergo", 2, "random"), ("cogito", 2, "forfeit"), ("ergo-invicta", 1, "forfeit"), ("philosophia", 1, "forfeit")]
    {
        let mock = Mock::start(&[
            "--nonsense",
            "0.1",
            "--empty",
            "0.02",
            "--cut",
            "0.02",
            "--busy",
            "0.03",
            "--failing",
            "0.02",
            "--broken",
            "0.01",
            "--hanging",
            "0.001",
        ]);
        let options = format!("--attempts {attempts} --last {last} --timeout-s 5 --retries 8");
        let file = experiment(&place, game, &llm(), (&mock.url, &options), 100);
        let out = place.run(&format!("out-{game}"), &file, &["--threads", "2"]);
        let (answers, served) = (check_record(&out, attempts), mock.counts());
        let count = |kinds: &[&str]| kinds.iter().map(|kind| served[*kind].as_u64().unwrap()).sum::<u64>();
        let replaced = answers.iter().filter(|line| is_true(line, "fallback")).count() as u64;
        let forfeited = answers.iter().filter(|line| line["fault"] == "illegal").count() as u64;
        assert_eq!(lines(&out.join("transcripts.jsonl")).len(), 200);
        assert_eq!(sum(&answers, "attempts"), count(&["answers"]), "{game}: {served}");
        assert_eq!(sum(&answers, "retries"), count(&["busy", "failing", "broken", "hanging"]), "{game}: {served}");
        for key in ["tokens_in", "tokens_out"] {
            assert_eq!(sum(&answers, key), count(&[key]), "{game}: {served}");
        }
        assert_eq!(answers.len() as u64 - replaced - forfeited, count(&["legal"]), "{game}: {served}");
        assert_eq!(rows(&out, "matches.csv").iter().filter(|row| !row["fault"].is_empty()).count() as u64, forfeited);
        assert!(if last == "random" { forfeited == 0 } else { replaced == 0 });
        (faults, fallbacks) = (faults + forfeited, fallbacks + replaced);
        let kinds = ["nonsense", "empty", "cut", "busy", "failing", "broken", "hanging"];
        failures.extend(kinds.into_iter().filter(|kind| count(&[kind]) > 0));
    }
    assert!(faults > 50 && fallbacks > 50 && failures.len() == 7, "{faults}, {fallbacks}, {failures:?}");
}

/// A Python test of `read_action`: formatting around an action is removed, and nothing else is repaired.
const READ_ACTION_TEST: &str = r#"
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import llm
for answer, legal, expected in [
    ("ACTION: A", ["A"], "A"), ("First B.\nAction: `A&5`.", ["A&5"], "A&5"), ("**ACTION: B**", ["B"], "B"),
    ("**ACTION:** B", ["B"], "B"), ("ACTION: **A**.", ["A"], "A"), ("ACTION: <C>", ["C"], "C"),
    ("ACTION: A\nACTION: B", ["A", "B"], "B"), ("A", ["A"], "A"), ("ACTION: .", ["."], "."),
    ("ACTION: *A", ["*A", "A"], "*A"), ("ACTION: *A", ["A"], None), ("ACTION: 5 (center)", ["5"], None),
    ("I pick A", ["A"], None), ("ACTION:", ["A"], None), ("", ["A"], None),
]:
    action, wrong = llm.read_action(answer, legal)
    assert action == expected and (wrong is None) == (action is not None), (answer, action, wrong)
"#;

#[test]
fn answers_of_a_model_are_read_and_not_repaired() {
    if has_python("answers_of_a_model_are_read_and_not_repaired") {
        let examples = root().join("agents/examples");
        done(&Command::new("python3").args(["-c", READ_ACTION_TEST]).arg(examples).output().unwrap());
    }
}

/// The bot waits at least as long as the header `Retry-After` of a busy server says.
#[test]
fn retry_after_is_obeyed() {
    if !has_python("retry_after_is_obeyed") {
        return;
    }
    let (place, mock) = (TestFolder::new(), Mock::start(&["--nonsense", "0", "--busy", "0.4", "--retry-after", "0.3"]));
    let file = experiment(&place, "tic-tac-toe", &llm(), (&mock.url, "--retries 30"), 2);
    let answers = check_record(&place.run("out", &file, &[]), 3);
    let waited = |line: &Value| line["ms"].as_f64().unwrap() >= 300.0 * line["retries"].as_f64().unwrap();
    assert!(answers.iter().all(waited) && sum(&answers, "retries") > 0, "{answers:?}");
}

/// A bot that plays like `llm.py` and logs the seed of the match at each decision.
const LOGGED: &str = "
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv.pop(1))
log = sys.argv.pop(1)
import ergobot, llm
player = llm.Player(llm.options())

def choose(match, decision):
    with open(log, 'a') as file:
        file.write(match.seed + '\\n')
    return player.choose(match, decision)

ergobot.play('logged', choose)
";

#[test]
fn resumed_run_does_not_repeat_finished_matches() {
    if !has_python("resumed_run_does_not_repeat_finished_matches") {
        return;
    }
    let (place, mock) = (TestFolder::new(), Mock::start(&["--latency-ms", "15"]));
    let (script, log) = (place.file("logged.py"), place.file("log"));
    fs::write(&script, LOGGED).unwrap();
    let examples = root().join("agents/examples").canonicalize().unwrap();
    let file = experiment(&place, "tic-tac-toe", &script, (&mock.url, ""), 20);
    let text = fs::read_to_string(&file).unwrap();
    let words = format!("logged.py' '{}' {} --base", examples.display(), log.display());
    fs::write(&file, text.replace("logged.py' --base", &words)).unwrap();
    let out = place.file("out");
    let mut arguments = vec!["run", &file, "--threads", "1", "--out", out.to_str().unwrap()];
    let mut run = place.ergo(&arguments).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let patience = Instant::now() + Duration::from_secs(120);
    let tasks = || {
        let text = fs::read_to_string(out.join("progress.json")).unwrap_or_default();
        serde_json::from_str::<Value>(&text).ok().and_then(|progress| progress["tasks"].as_u64()).unwrap_or(0)
    };
    while tasks() < 8 {
        assert!(Instant::now() < patience && run.try_wait().unwrap().is_none(), "it ended before it was killed");
        std::thread::sleep(Duration::from_millis(5));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let finished = tasks() as usize;
    place.assert_no_process_left();

    // With one thread, seeds are logged in the order of the matches.
    let seeds = |text: &str| {
        let mut seeds: Vec<String> = text.lines().map(str::to_owned).collect();
        seeds.dedup();
        seeds
    };
    let first = fs::read_to_string(&log).unwrap();
    let before = seeds(&first);
    assert!(before.len() >= finished && finished < 40, "{finished}");
    fs::remove_file(&log).unwrap();
    arguments.push("--resume");
    done(&place.ergo(&arguments).output().unwrap());
    let second = fs::read_to_string(&log).unwrap();
    let after: BTreeSet<String> = seeds(&second).into_iter().collect();
    assert!(before[..finished].iter().all(|seed| !after.contains(seed)));
    assert_eq!(after.len(), 40 - finished);

    let answers = check_record(&out, 3);
    let asked = |seeds: &[String], text: &str| text.lines().filter(|line| seeds.iter().any(|one| one == line)).count();
    assert_eq!(answers.len(), asked(&before[..finished], &first) + second.lines().count());
    // Answers in the interrupted match are counted by the server only.
    let served = mock.counts()["answers"].as_u64().unwrap();
    assert!(sum(&answers, "attempts") <= served && sum(&answers, "attempts") > 0);
}

/// Returns all files below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// Starts a server that rejects every request and repeats the key in its error, as some servers do. Returns its URL.
fn start_server_that_repeats_key() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let (mut head, mut key) = (BufReader::new(stream.try_clone().unwrap()), String::new());
            loop {
                let mut line = String::new();
                if head.read_line(&mut line).unwrap_or(0) <= 2 {
                    break;
                }
                if line.to_lowercase().starts_with("authorization:") {
                    key = line.split_whitespace().last().unwrap_or_default().to_owned();
                }
            }
            let body = format!("wrong key: {key}");
            let length = body.len();
            let _ = write!(stream, "HTTP/1.1 401 No\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        }
    });
    url
}

#[test]
fn key_is_written_nowhere() {
    if !has_python("key_is_written_nowhere") {
        return;
    }
    const KEY: &str = "sk-planted-7f3a9c2e51";
    let (place, mock) = (TestFolder::new(), Mock::start(&["--latency-ms", "20", "--failing", "0.1"]));
    for (name, url) in [("mock", mock.url.clone()), ("repeating", start_server_that_repeats_key())] {
        let options = "--key-env ERGO_TEST_KEY --retries 9";
        let file = experiment(&place, "tic-tac-toe", &llm(), (&url, options), 3);
        let out = place.file(name);
        let mut command = place.ergo(&["run", &file, "--out", out.to_str().unwrap()]);
        command.env("ERGO_TEST_KEY", KEY).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut run = command.spawn().unwrap();
        let mut commands = 0;
        while run.try_wait().unwrap().is_none() {
            for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
                let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
                let command = String::from_utf8_lossy(&command).into_owned();
                commands += usize::from(command.contains("ERGO_TEST_KEY"));
                assert!(!command.contains(KEY), "{command}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(commands > 0 || !Path::new("/proc").exists(), "the program was not seen");
        let ran = run.wait_with_output().unwrap();
        done(&ran);
        let mut output = printed(&ran) + &complaint(&ran);
        for path in files(&out) {
            output += &String::from_utf8_lossy(&fs::read(&path).unwrap());
        }
        assert!(!output.contains(KEY) && !output.contains(&KEY[3..]), "{name}");
        // The server received the key and repeated it, and the bot replaced it.
        assert_eq!(output.contains("wrong key: [key]"), name == "repeating");
    }
}

/// Times and texts are compared by digest only, because they are not repeatable.
#[test]
fn verify_notices_a_changed_record_of_answers() {
    if !has_python("verify_notices_a_changed_record_of_answers") {
        return;
    }
    let (place, mock) = (TestFolder::new(), Mock::start(&["--nonsense", "0"]));
    let file = experiment(&place, "tic-tac-toe", &llm(), (&mock.url, ""), 2);
    let out = place.run("out", &file, &[]);
    let manifest: Value = serde_json::from_str(&fs::read_to_string(out.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["not_repeatable"], serde_json::json!(["answers.jsonl", "usage_matches.csv", "usage.csv"]));
    let named = |name: &str| manifest["files"].as_array().unwrap().iter().any(|file| file["name"] == name);
    assert!(manifest["not_repeatable"].as_array().unwrap().iter().all(|name| named(name.as_str().unwrap())));

    // In a repeatable run the record of answers changes no other file, and the run verifies.
    let text = "question = \"q\"\nseed = 1\n[game]\nname = \"tic-tac-toe\"\n[[entrant]]\nname = \"a\"\n\
                agent = { kind = \"random\" }\n[[entrant]]\nname = \"b\"\nagent = { kind = \"random\" }\n[schedule]\n\
                tables = [[\"a\", \"b\"]]\ndeals = 30\n";
    let run = |name: &str, output: &str| {
        let path = place.file(&format!("{name}.toml"));
        fs::write(&path, format!("{text}{output}")).unwrap();
        place.run(name, path.to_str().unwrap(), &[])
    };
    let (plain, timed) = (run("plain", ""), run("timed", "[output]\nusage = true\nanswers = true\n"));
    for name in ["matches.csv", "rounds.csv", "seats.csv", "summary.csv"] {
        assert_eq!(fs::read(plain.join(name)).unwrap(), fs::read(timed.join(name)).unwrap(), "{name}");
    }
    // Built-in bots have no lines in answers.jsonl.
    assert!(lines(&timed.join("answers.jsonl")).is_empty());
    assert_eq!(rows(&timed, "usage.csv").len(), 2);
    let verify = || place.ergo(&["verify", timed.to_str().unwrap()]).output().unwrap();
    done(&verify());
    let usage = fs::read_to_string(timed.join("usage.csv")).unwrap();
    fs::write(timed.join("usage.csv"), usage.replace("\na,", "\nb,")).unwrap();
    let output = verify();
    assert_eq!(output.status.code(), Some(1));
    assert!((printed(&output) + &complaint(&output)).contains("usage.csv"), "{}", printed(&output));
}
