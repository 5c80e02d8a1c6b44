//! `ergo agents check` with valid and invalid programs.
#![cfg(unix)]

use std::fs;
use std::process::Output;

use crate::common::{complaint, done, ergo, refused, run, tempdir};

/// A bot in shell: `functions` may replace how it answers, `last` is the end of the script.
fn bot(functions: &str, last: &str) -> String {
    format!(
        "answer() {{ echo \"{{\\\"id\\\":$id,\\\"action\\\":0}}\"; }}\nready() {{ echo '{{\"type\":\"ready\"}}'; }}\n{functions}\n\
         while read -r line; do case $line in *'\"type\":\"hello\"'*) ready ;;\n\
         *'\"type\":\"decide\"'*) id=${{line#*'\"id\":'}}; id=${{id%%,*}}; answer ;; esac; done\n{last}\n"
    )
}

fn check(script: &str, more: &[&str]) -> (Output, String) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("bot.sh");
    fs::write(&path, script).unwrap();
    let command = format!("sh {}", path.display());
    // The log of a failed check stays.
    let output = ergo().args(["agents", "check", &command]).args(more).env("TMPDIR", folder.path()).output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    (output, said)
}

const KUHN: [&str; 4] = ["--game", "kuhn-poker", "--set", "move_ms=60000"];
const HASTY: [&str; 4] = ["--game", "kuhn-poker", "--set", "move_ms=1500"];

/// Asserts that exactly these points are wrong.
#[track_caller]
fn wrong(script: &str, limits: &[&str], points: &[&str], words: &[&str]) {
    let (output, said) = check(script, limits);
    let found: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("WRONG  ")?.split(' ').next()).collect();
    assert_eq!(found, points, "{said}");
    for word in words {
        assert!(said.contains(word), "no {word:?} in {said}");
    }
    assert_eq!(output.status.code(), Some(if points.is_empty() { 0 } else { 1 }), "{}", complaint(&output));
}

#[test]
fn valid_program_passes_every_check() {
    let (output, said) = check(&bot("", ""), &KUHN);
    done(&output);
    let points: Vec<&str> = said.lines().map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    let expected = ["start", "answers", "positions", "time", "output", "end", "repetition", "copies", "unknown"];
    assert_eq!(points, expected, "{said}");
    assert!(said.lines().all(|line| line.starts_with("right ")), "{said}");
}

#[test]
fn check_covers_every_kind_of_position() {
    // Answer from the end of the list, so that it does not only discard.
    let answer = "answer() { n=0 rest=${line##*legal}; while next=${rest#*'\",\"'}; [ \"$next\" != \"$rest\" ]; do rest=$next n=$((n + 1)); done; \
                  echo \"{\\\"id\\\":$id,\\\"action\\\":$n}\"; }";
    let (output, said) =
        check(&bot(answer, ""), &["--matches", "2", "--set", "move_ms=60000", "--set", "start_ms=60000"]);
    let kinds =
        ["under a Fallacy", "immune", "last turn", "second play", "empty proof", "wild in the proof", "Ergo can"];
    for kind in kinds {
        assert!(said.contains(kind), "no {kind:?} in {said}");
    }
    assert!(said.contains("to 18 matches, a fresh process each, in every seat of tables of 2, 3, 4"), "{said}");
    done(&output);
}

#[test]
fn invalid_program_is_reported() {
    let illegal = bot("answer() { echo \"{\\\"id\\\":$id,\\\"action\\\":7}\"; }", "");
    let chatty = bot("answer() { echo thinking; echo \"{\\\"id\\\":$id,\\\"action\\\":0}\"; }", "");
    let strict = bot("", "").replace("esac;", "*match_end*|*round_end*) ;; *) exit 1 ;; esac;");
    // Most cases wait for a timeout.
    std::thread::scope(|scope| {
        let wrong = |script: &str, limits: &'static [&str], points: &'static [&str], words: &'static [&str]| {
            let script = script.to_owned();
            scope.spawn(move || wrong(&script, limits, points, words));
        };
        wrong("exit 3", &KUHN, &["start"], &["failed_to_start at the start: ended (exit status: 3)"]);
        wrong(
            "echo oh dear >&2; sleep 1000",
            &["--set", "start_ms=300"],
            &["start"],
            &["no answer within 300 ms", "oh dear"],
        );
        wrong(&illegal, &KUHN, &["answers", "copies", "unknown"], &["2 of 2 matches forfeited", "expected 0 to 1"]);
        wrong(&chatty, &KUHN, &["answers", "output", "copies", "unknown"], &["answered \"thinking\""]);
        wrong(&bot("", "sleep 1000"), &HASTY, &["end"], &["it had to be killed"]);
        wrong(&bot("", "exit 5"), &KUHN, &["end"], &["exit status: 5"]);
        wrong(&bot("", "echo goodbye"), &KUHN, &["output"], &["16 bytes"]);
        wrong(&strict, &KUHN, &["unknown"], &["after a line of a type it does not know"]);
    });
}

#[test]
fn unwise_program_gets_a_note() {
    let moody = "answer() { n=$(od -An -N1 -tu1 /dev/urandom); echo \"{\\\"id\\\":$id,\\\"action\\\":$((n % 2))}\"; }";
    wrong(&bot(moody, ""), &[&KUHN[..], &["--matches", "20"]].concat(), &[], &["note   repetition"]);
    wrong(&bot("echo careful >&2", ""), &KUHN, &[], &["note   log", "careful"]);
    let slow = "answer() { sleep 0.4; echo \"{\\\"id\\\":$id,\\\"action\\\":0}\"; }";
    let (_, said) = check(&bot(slow, ""), &["--game", "kuhn-poker", "--set", "move_ms=790"]);
    assert!(said.contains("a busy machine may make it late") || said.contains("timeout"), "{said}");
}

#[test]
fn bad_requests_are_refused() {
    refused(&run(&["agents", "check", ""]), &["command = \"\": expected a command"]);
    refused(&run(&["agents", "check", "true", "--game", "chess"]), &["--game", "chess"]);
    refused(&run(&["agents", "check", "true", "--seats", "5"]), &["--seats 5: ergo has 2 to 4 seats"]);
    refused(&run(&["agents", "check", "true", "--set", "move_ms=0"]), &["move_ms = 0: expected a whole number"]);
    refused(&run(&["agents", "check", "true", "--set", "patience=1"]), &["patience"]);
    let listed = run(&["agents", "--all"]);
    done(&listed);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(listed.matches("kind = \"process\"").count(), ergo_lab::games::names().len(), "{listed}");
}
