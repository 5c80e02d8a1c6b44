//! `sandbox = true`: which files, processes and networks a program can reach, compared with a program outside.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use tempfile::NamedTempFile;

use crate::common::test_folder::{PATIENT, TestFolder, process};
use crate::common::{done, has, printed, refused, root, rows};

/// Returns true if `bwrap` works on this machine. Otherwise prints that `test` is skipped.
fn has_bwrap(test: &str) -> bool {
    let room = ["--ro-bind", "/", "/", "--unshare-all", "--proc", "/proc", "--dev", "/dev", "true"];
    let found = Command::new("bwrap").args(room).output().is_ok_and(|tried| tried.status.success());
    if !found {
        eprintln!("{test}: skipped, there is no bwrap that works here (Debian: apt-get install bubblewrap)");
    }
    found
}

/// Reports to standard error what it can reach, then plays.
const SPY: &str = r#"
here=${0%/*}
{
    echo "seed: $(cat "$here"/*.toml 2>/dev/null | grep -c '^seed = 7')"
    echo "results: $(ls -A "$here/out" 2>/dev/null | grep -c part)"
    echo "others: $(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -c -- '[-]-threads')"
    echo "environment: $(env | grep -c ERGO_TEST)"
    echo "networks: $(grep -c ':' /proc/net/dev)"
    echo "file: $( (: > "$here/written") 2>/dev/null && echo yes || echo no)"
    echo "root: $( (: > /written) 2>/dev/null && rm -f /written && echo yes || echo no)"
    echo "foreign: $(cat FOREIGN 2>/dev/null | grep -c secret)"
    echo "room: $( (: > /tmp/written) 2>/dev/null && rm -f /tmp/written && echo yes || echo no)"
    echo "own: $(grep -c '^here=' "$0")"
} >&2
listen
"#;

#[test]
fn sandboxed_bot_cannot_reach_seed_results_or_network() {
    if !has_bwrap("sandboxed_bot_cannot_reach_seed_results_or_network") {
        return;
    }
    let look = |sandbox: &str| {
        let place = TestFolder::new();
        // Files in the system's temporary folder, in the home folder and beside the folder of the program.
        let (home, beside) = (TestFolder::new(), TestFolder::new());
        let mut temporary = NamedTempFile::new().unwrap();
        temporary.write_all(b"secret\n").unwrap();
        let foreign = [temporary.path().to_owned(), home.file("own"), beside.file("own")];
        foreign[1..].iter().for_each(|path| fs::write(path, "secret\n").unwrap());
        let foreign = foreign.map(|path| format!("'{}'", path.display())).join(" ");
        // The script is next to the experiment and its results, the least favourable case.
        let spy = place.script("spy.sh", &SPY.replace("FOREIGN", &foreign));
        let experiment = place.experiment("spy", &process(&spy, &format!("{PATIENT}{sandbox}")), "");
        let out = place.file("out");
        let arguments = ["run", &experiment, "--out", out.to_str().unwrap(), "--threads", "1"];
        done(&place.ergo(&arguments).env("HOME", home.folder.path()).output().unwrap());
        assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()));
        assert!(place.left().is_empty());
        let log = fs::read_to_string(out.join("stderr/bad.log")).unwrap();
        log.lines().skip(1).take(10).map(str::to_owned).collect::<Vec<_>>()
    };
    let (open, closed) = (look(""), look(", sandbox = true"));
    let number = |lines: &[String], what: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(&format!("{what}: "))).unwrap_or("none");
        line.parse::<u32>().unwrap_or_else(|_| panic!("{what}: {lines:?}"))
    };
    // Without a sandbox the program sees all of these, so that the test can detect them.
    for what in ["seed", "results", "others", "environment", "foreign"] {
        assert!(number(&open, what) > 0, "{what}: {open:?}");
        assert_eq!(number(&closed, what), 0, "{what}: {closed:?}");
    }
    assert_eq!(number(&open, "foreign"), 3, "{open:?}");
    assert_eq!((number(&closed, "networks"), number(&closed, "own")), (1, 1), "{closed:?}");
    for (what, yes) in [("file", "no"), ("root", "no"), ("room", "yes")] {
        assert!(closed.contains(&format!("{what}: {yes}")), "{what}: {closed:?}");
    }
    assert!(open.contains(&"file: yes".to_owned()), "{open:?}");
}

#[test]
fn the_results_of_a_sandbox_are_the_same_and_its_daemons_end() {
    if !has_bwrap("the_results_of_a_sandbox_are_the_same_and_its_daemons_end") {
        return;
    }
    let place = TestFolder::new();
    let good = place.script("first.sh", "(env -i setsid sleep 1000 &); listen");
    let play = |name: &str, sandbox: &str| {
        let experiment = place.experiment(name, &process(&good, &format!("{PATIENT}{sandbox}")), "");
        let out = place.run(name, &experiment, &["--threads", "2"]);
        assert!(place.left().is_empty());
        ["matches.csv", "rounds.csv", "seats.csv"].map(|file| fs::read_to_string(out.join(file)).unwrap())
    };
    assert_eq!(play("open", ""), play("closed", ", sandbox = true"));
}

#[test]
fn without_bwrap_there_is_one_clear_error() {
    let place = TestFolder::new();
    let good = place.script("first.sh", "listen");
    let experiment = place.experiment("good", &process(&good, &format!("{PATIENT}, sandbox = true")), "");
    // A `PATH` with only a shell.
    let folder = place.file("path");
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink("/bin/sh", folder.join("sh")).unwrap();
    let out = place.file("out");
    let run = ["run", &experiment, "--out", out.to_str().unwrap()];
    let output = place.ergo(&run).env("PATH", &folder).output().unwrap();
    refused(&output, &["sandbox = true needs bwrap", "cannot be started", "expected bubblewrap", "sandbox = false"]);
    // A `bwrap` that fails counts as missing.
    fs::write(folder.join("bwrap"), "#!/bin/sh\necho 'bwrap: no permissions here' >&2\nexit 1\n").unwrap();
    assert!(Command::new("chmod").arg("+x").arg(folder.join("bwrap")).status().unwrap().success());
    let output = place.ergo(&[&run[..], &["--fresh"]].concat()).env("PATH", &folder).output().unwrap();
    refused(&output, &["sandbox = true needs bwrap", "no permissions here"]);
}

#[test]
fn sandboxed_program_sees_itself_and_its_interpreter() {
    if !has_bwrap("sandboxed_program_sees_itself_and_its_interpreter") {
        return;
    }
    let bot = root().join("agents/examples/bot.py");
    if !has(&["python3", "--version"], "sandboxed_program_sees_itself_and_its_interpreter") {
        return;
    }
    let place = TestFolder::new();
    let command = format!("python3 '{}'", bot.display());
    let experiment = place.experiment("python", &process(&command, &format!("{PATIENT}, sandbox = true")), "");
    let out = place.run("out", &experiment, &["--threads", "1"]);
    assert!(
        rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()),
        "{:?}",
        fs::read_to_string(out.join("stderr/bad.log"))
    );
}

#[test]
fn sandboxed_program_in_quoted_path_is_visible() {
    if !has_bwrap("sandboxed_program_in_quoted_path_is_visible") {
        return;
    }
    let place = TestFolder::new();
    fs::create_dir(place.file("my bots (naïve)")).unwrap();
    place.script("my bots (naïve)/bot.sh", ". \"${0%/*}/$1\"");
    place.script("my bots (naïve)/more tables.sh", "listen");
    let folder = place.file("my bots (naïve)");
    for command in [
        format!("sh '{}/bot.sh' 'more tables.sh'", folder.display()),
        format!("cd \"{}\"; sh ./bot.sh 'more tables.sh'", folder.display()),
        format!("sh -c 'sh \"{}/bot.sh\" \"more tables.sh\"'", folder.display()),
    ] {
        let experiment = place.experiment("quoted", &process(&command, &format!("{PATIENT}, sandbox = true")), "");
        let out = place.run("out", &experiment, &["--threads", "1"]);
        let faults = rows(&out, "matches.csv").iter().filter(|row| !row["fault"].is_empty()).count();
        assert_eq!(faults, 0, "{command}: {:?}", fs::read_to_string(out.join("stderr/bad.log")));
        fs::remove_dir_all(out).unwrap();
    }
}

#[test]
fn shard_plan_is_hidden_from_sandboxed_bot() {
    if !has_bwrap("shard_plan_is_hidden_from_sandboxed_bot") {
        return;
    }
    let place = TestFolder::new();
    let bot = place.script("bot.sh", "ls ${0%/*}/cuts >&2; listen");
    let experiment = place.experiment("own", &process(&bot, &format!("{PATIENT}, sandbox = true")), "");
    let plan = place.file("cuts");
    let plan = plan.to_str().unwrap();
    let lines = printed(&place.ergo(&["shard", "plan", &experiment, "--shards", "1", "--out", plan]).output().unwrap());
    assert!(lines.contains(" --run-programs --index"), "{lines}");
    let out = place.file("out");
    done(&place.ergo(&["shard", "run", plan, "--index", "0", "--run-programs"]).output().unwrap());
    done(&place.ergo(&["shard", "merge", plan, "--out", out.to_str().unwrap()]).output().unwrap());
    assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()));
}

/// Plays its second action if it sees a file with data of this match, else its first.
const PEEKS: &str = r#"
answer() {
    seen=$(cat "${0%/*}"/*.jsonl "${0%/*}"/out/*.json* 2>/dev/null | wc -c)
    [ "$seen" = 0 ] && action=0 || action=1
    echo "{\"id\":$id,\"action\":$action}"
}
listen
"#;

#[test]
fn sandboxed_bot_cannot_read_transcripts() {
    if !has_bwrap("sandboxed_bot_cannot_read_transcripts") {
        return;
    }
    let place = TestFolder::new();
    let spy = place.script("spy.sh", PEEKS);
    let played = |name: &str, sandbox: &str| {
        let out = place.file(name);
        let against = format!("process:command={spy},start_ms=60000,move_ms=60000,sandbox={sandbox}");
        let arguments = ["play", "--game", "tic-tac-toe", "--hints", "random", "--against", &against, "--seed", "1"];
        let mut command = place.ergo(&[&arguments[..], &["--out", out.to_str().unwrap()]].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"1\n\n").unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(&out).unwrap();
        fs::remove_file(out).unwrap();
        let actions = text.split_once("\"actions\":\"").unwrap().1.split_once('"').unwrap().0.to_owned();
        actions.split(' ').nth(1).unwrap().to_owned()
    };
    assert_ne!(played("open.jsonl", "false"), played("closed.jsonl", "true"));

    // The program sees nothing during the match, and plays the same when it is asked again next to the finished files.
    let tables = "[output]\ntranscripts = true";
    let experiment = place.experiment("peeks", &process(&spy, &format!("{PATIENT}, sandbox = true")), tables);
    let out = place.run("out", &experiment, &["--threads", "1"]);
    let again = ["replay", out.to_str().unwrap(), "--match", "1", "--explain", "--run-programs"];
    done(&place.ergo(&again).output().unwrap());
}

/// Reports whether it may trace `ergo`: the system asks for the same permission to read the environment.
const TRACER: &str = r#"
process=$$
while read -r name < /proc/$process/comm && [ "$name" != ergo ]; do
    process=$(sed -n 's/^PPid:[[:space:]]*//p' /proc/$process/status)
done
echo "found: $name" >&2
echo "may trace: $( (: < /proc/$process/environ) 2>/dev/null && echo yes || echo no)" >&2
listen
"#;

#[test]
fn bot_of_the_same_user_cannot_trace_ergo() {
    let test = "bot_of_the_same_user_cannot_trace_ergo";
    let place = TestFolder::new();
    let bad = place.script("tracer.sh", TRACER);
    let experiment = place.experiment("tracer", &process(&bad, PATIENT), "");
    let out = place.file("out");
    let mut arguments = vec![env!("CARGO_BIN_EXE_ergo").to_owned()];
    if Command::new("id").arg("-u").output().unwrap().stdout == b"0\n" {
        // Root may trace every process.
        if !has(&["setpriv", "--version"], test) {
            return;
        }
        let program = place.file("ergo");
        fs::copy(&arguments[0], &program).unwrap();
        done(&Command::new("chmod").args(["-R", "a+rwX", place.folder.path().to_str().unwrap()]).output().unwrap());
        arguments =
            ["setpriv", "--reuid", "64999", "--clear-groups", program.to_str().unwrap()].map(str::to_owned).into();
    }
    let run = ["run", &experiment, "--out", out.to_str().unwrap(), "--threads", "1"];
    done(&Command::new(&arguments[0]).args(&arguments[1..]).args(run).output().unwrap());
    let log = fs::read_to_string(out.join("stderr/bad.log")).unwrap();
    assert!(log.contains("found: ergo\nmay trace: no\n") && !log.contains("may trace: yes"), "{log}");
}

/// Serves an empty object to every request. Returns its port.
fn serve() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
        }
    });
    port
}

/// Says on standard error which of two ports it can reach, then plays on.
const CALLER: &str = r#"
import json, sys, urllib.request

def reach(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            return answer.read().decode()
    except OSError:
        return "closed"

print("ports:", *[reach(port) for port in sys.argv[1:]], file=sys.stderr, flush=True)
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif told["type"] == "decide":
        print(json.dumps({"id": told["id"], "action": 0}), flush=True)
"#;

#[test]
fn sandbox_with_a_network_reaches_one_address() {
    let test = "sandbox_with_a_network_reaches_one_address";
    if !has_bwrap(test) || !has(&["python3", "--version"], test) {
        return;
    }
    let (one, other) = (serve(), serve());
    let look = |more: &str| {
        let place = TestFolder::new();
        fs::create_dir(place.file("bot")).unwrap();
        fs::create_dir(place.file("tmp")).unwrap();
        let script = place.file("bot/caller.py");
        fs::write(&script, CALLER).unwrap();
        let command = format!("python3 {} {one} {other}", script.display());
        let experiment = place.experiment("caller", &process(&command, &format!("{PATIENT}{more}")), "");
        let out = place.file("out");
        let ran =
            place.ergo(&["run", &experiment, "--out", out.to_str().unwrap()]).env("TMPDIR", place.file("tmp")).output();
        done(&ran.unwrap());
        assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()));
        place.assert_no_process_left();
        // The socket is gone with the run.
        assert_eq!(fs::read_dir(place.file("tmp")).unwrap().count(), 0);
        let log = fs::read_to_string(out.join("stderr/bad.log")).unwrap();
        let told: Vec<String> =
            log.lines().filter_map(|line| line.strip_prefix("ports: ")).map(str::to_owned).collect();
        assert!(!told.is_empty() && told.iter().all(|line| *line == told[0]), "{log}");
        told[0].clone()
    };
    assert_eq!(look(""), "{} {}");
    assert_eq!(look(", sandbox = true"), "closed closed");
    assert_eq!(look(&format!(", sandbox = true, network = \"127.0.0.1:{one}\"")), "{} closed");
    assert_eq!(look(&format!(", sandbox = true, network = \"127.0.0.1:{other}\"")), "closed {}");
}
