//! `ergo play` in a terminal: scripted matches, and replays of their transcripts.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::terminal::{Terminal, uncoloured};
use crate::common::{complaint, done, ergo, refused, run, tempdir};
use crate::page::replayed;

const CHOOSE: &str = "your turn (h: help) > ";
const PLAY: &str = "u to take it back > ";

fn play(out: &Path, arguments: &[&str]) -> Command {
    let mut command = ergo();
    command.arg("play").args(arguments).arg("--out").arg(out).env("TERM", "xterm").env_remove("NO_COLOR");
    command
}

/// Asserts that no line is wider than 80 columns, except lines with file names.
#[track_caller]
fn fits(seen: &str) {
    let wide = seen.lines().find(|line| line.chars().count() > 80 && !line.starts_with("Transcript"));
    assert!(wide.is_none(), "{wide:?}");
}

/// Returns the turn number in a hint.
fn hinted(text: &str) -> String {
    let told = text.lines().find_map(|line| line.strip_prefix("td would play ")).unwrap_or_else(|| panic!("{text}"));
    let number = told.split(':').next().unwrap();
    assert!(number.parse::<usize>().is_ok(), "{told}");
    number.to_owned()
}

/// Plays a whole match by hints. Every other turn is taken back once and picked again.
fn by_hints(command: Command) -> (String, usize) {
    let mut terminal = Terminal::start(command);
    let mut turns = 0;
    while terminal.until(&[CHOOSE]).ends_with(CHOOSE) {
        terminal.type_line("?");
        let number = hinted(&uncoloured(&terminal.until(&[CHOOSE])));
        terminal.type_line(&number);
        assert!(terminal.until(&[CHOOSE, PLAY]).ends_with(PLAY));
        if turns % 2 == 0 {
            terminal.type_line("u");
            assert!(terminal.until(&[CHOOSE, PLAY]).ends_with(CHOOSE));
            terminal.type_line(&number);
            assert!(terminal.until(&[CHOOSE, PLAY]).ends_with(PLAY));
        }
        terminal.type_line("");
        turns += 1;
    }
    assert!(terminal.wait().success(), "{}", terminal.seen);
    (terminal.seen.clone(), turns)
}

#[test]
fn terminal_match_to_fifty_is_played_to_its_end() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("match.jsonl");
    let (seen, turns) = by_hints(play(&out, &["--against", "td", "--seed", "7"]));
    assert!(seen.contains("\x1b["), "no colour at a terminal");
    let seen = uncoloured(&seen);
    fits(&seen);

    let told = replayed(&out);
    let rounds = told["rounds"].as_array().unwrap();
    let scores = rounds.last().unwrap()["scores"].as_array().unwrap();
    let best = scores.iter().map(|score| score.as_i64().unwrap()).max().unwrap();
    assert!(best >= 50 && rounds.len() > 1, "{scores:?}");
    assert_eq!(told["seats"][0]["entrant"], "person");
    assert_eq!(told["seats"][1]["entrant"], "td");
    let own: usize =
        rounds.iter().flat_map(|round| round["turns"].as_array().unwrap()).filter(|turn| turn["seat"] == 1).count();
    assert_eq!(own, turns);
    // The announced result is that of the transcript.
    let who = if told["winners"] == serde_json::json!([1]) { "You win" } else { "Td (B) wins" };
    let end = format!("{who}: you {}, td (B) {}.", scores[0], scores[1]);
    assert!(seen.contains(&end), "no {end:?} in {seen}");
    assert!(seen.contains(&format!("Transcript: {0}. To show it: ergo replay {0}.", out.display())), "{seen}");
    assert!(seen.contains("Seed 7"));
}

#[test]
fn terminal_same_seed_and_choices_repeat_the_match() {
    let folder = tempdir().unwrap();
    let again = |name: &str| {
        let out = folder.path().join(name);
        let mut command = play(&out, &["--seats", "3", "--seat", "2", "--seed", "11", "--set", "target=12"]);
        command.env("NO_COLOR", "1");
        let (seen, _) = by_hints(command);
        assert!(!seen.contains('\x1b'), "{seen}");
        fs::read_to_string(out).unwrap()
    };
    let (one, two) = (again("one.jsonl"), again("two.jsonl"));
    assert_eq!(one, two);
    assert!(one.contains("\"seats\":[\"td\",\"person\",\"td\"]"), "{one}");
}

/// Runs a program without a terminal, with `typed` on standard input.
fn piped(command: &mut Command, typed: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let typed = typed.to_owned();
    // A program that ends does not read all of it.
    let typing = std::thread::spawn(move || drop(input.write_all(typed.as_bytes())));
    let output = child.wait_with_output().unwrap();
    typing.join().unwrap();
    output
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the turns of a printed list: number, and the resulting proof in brackets.
fn listed(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in text.lines().map(str::trim) {
        let number = line.split_once("  ").filter(|(number, _)| number.parse::<usize>().is_ok());
        match (number, found.last_mut()) {
            (Some((number, rest)), _) => found.push((number.to_owned(), rest.to_owned())),
            (None, Some((_, told))) => *told += &format!(" {line}"),
            (None, None) => {}
        }
    }
    let leaves = |(number, told): (String, String)| {
        let line = told.split_once('[')?.1.split_once(']')?.0.to_owned();
        (line.matches(" ; ").count() == 3).then_some((number, line))
    };
    found.into_iter().filter_map(leaves).collect()
}

#[test]
fn terminal_turns_are_typed_as_moves_lists_them() {
    let folder = tempdir().unwrap();
    let start = |name: &str| {
        let out = folder.path().join(name);
        let mut terminal = Terminal::start(play(&out, &["--seed", "3"]));
        let shown = uncoloured(&terminal.until(&[CHOOSE]));
        (terminal, shown)
    };
    let (mut terminal, shown) = start("one.jsonl");
    let turns = listed(&shown);
    assert!(turns.len() > 3, "{shown}");
    let (_, line) = &turns[turns.len() - 1];
    // Every sign of the hand is explained.
    let legend: String =
        shown.split("Signs ").nth(1).unwrap().split("Turns ").next().unwrap().split_whitespace().collect();
    for (sign, name) in [
        ('~', "NOT"),
        ('&', "AND"),
        ('|', "OR"),
        ('>', "THEN"),
        ('F', "Fallacy"),
        ('J', "Justification"),
        ('E', "Ergo"),
    ] {
        let held = shown.lines().any(|line| line.trim_start().starts_with("Hand ") && line.contains(sign));
        assert_eq!(legend.contains(&format!("{sign}{name}")), held, "{shown}");
    }
    // The hand shown and `ergo moves` give the same turns.
    let hand = shown.lines().find(|line| line.trim_start().starts_with("Hand ")).unwrap();
    let hand: String = hand.split_whitespace().skip(1).collect();
    let moves = text(&run(&["moves", "--proof", "-", "--hand", &hand, "--targets", "B"]));
    assert!(turns.iter().all(|(_, line)| moves.lines().any(|known| known == line)), "{turns:?} {moves}");

    terminal.type_line(line);
    let picked = uncoloured(&terminal.until(&[CHOOSE, PLAY]));
    assert!(picked.ends_with(PLAY) && picked.contains("Picked: "), "{picked}");
    terminal.type_line("u");
    terminal.until(&[CHOOSE]);
    // Type actions in the notation of replay; take back half a turn.
    let card = hand.chars().find(|card| "ABCD".contains(*card)).unwrap_or(hand.chars().next().unwrap());
    terminal.type_line(&format!("-{card}"));
    let half = uncoloured(&terminal.until(&[CHOOSE, PLAY]));
    assert!(half.ends_with(CHOOSE) && half.contains("1 card to play"), "{half}");
    terminal.type_line("u");
    terminal.until(&[CHOOSE]);
    let three: Vec<String> = hand.chars().take(3).map(|card| format!("-{card}")).collect();
    for (typed, why) in [
        ("A|", "no such turn"),
        ("99999", "no turn 99999"),
        (&three.join(", "), "complete before it"),
        ("T1", "not legal there"),
        ("u", "nothing was picked"),
        ("\x1b[2J", "no such turn"),
    ] {
        terminal.type_line(typed);
        let said = uncoloured(&terminal.until(&[CHOOSE]));
        assert!(said.contains(why), "{typed}: {said}");
    }
    // A proof that several turns give is ambiguous.
    terminal.type_line("-");
    let said = uncoloured(&terminal.until(&[CHOOSE, PLAY]));
    assert!(said.contains("turns leave that") || said.ends_with(PLAY), "{said}");
    // End of the input.
    terminal.end_input();
    assert!(terminal.wait().success());
    assert!(terminal.seen.contains("Transcript so far:"), "{}", terminal.seen);
    let told = replayed(&folder.path().join("one.jsonl"));
    assert_eq!(told["winners"], serde_json::json!([]));
}

#[test]
fn terminal_match_that_was_left_is_replayed() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("left.jsonl");
    let output = piped(&mut play(&out, &["--seed", "5"]), "1\n\n?\nl\nl A\nh\ns\n2\n\nq\n1\n\n");
    done(&output);
    let said = text(&output);
    assert!(!said.contains('\x1b') && said.contains("td would play"), "{said}");
    let told = replayed(&out);
    let turns = told["rounds"][0]["turns"].as_array().unwrap();
    // Two turns of each player were complete.
    let whole = turns.iter().filter(|turn| !turn["plays"].as_array().unwrap().is_empty()).count();
    assert_eq!(whole, 4, "{told}");
    let words = text(&run(&["replay", out.to_str().unwrap()]));
    assert!(words.contains("Not finished") && !words.contains("Won by"), "{words}");
    // A record is never written over.
    refused(&run(&["play", "--out", out.to_str().unwrap()]), &["left.jsonl", "already exists", "--out"]);
}

/// After Ctrl-C, a closed window or a shutdown, the match so far is on the disk.
#[test]
fn terminal_match_that_was_killed_is_replayed() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("killed.jsonl");
    let mut terminal = Terminal::start(play(&out, &["--seed", "8"]));
    for _ in 0..3 {
        assert!(terminal.until(&[CHOOSE]).ends_with(CHOOSE));
        terminal.type_line("1");
        assert!(terminal.until(&[CHOOSE, PLAY]).ends_with(PLAY));
        terminal.type_line("");
    }
    assert!(terminal.until(&[CHOOSE]).ends_with(CHOOSE));
    drop(terminal);
    let told = replayed(&out);
    let turns: usize =
        told["rounds"].as_array().unwrap().iter().map(|round| round["turns"].as_array().unwrap().len()).sum();
    assert_eq!(turns, 6, "{told}");
}

#[test]
fn terminal_every_game_is_played() {
    let folder = tempdir().unwrap();
    let any = (1..=9).map(|number| format!("{number}\n\n")).collect::<String>().repeat(400);
    for game in ["ergo", "ergo-invicta", "cogito", "tic-tac-toe", "kuhn-poker", "goofspiel", "pig"] {
        let out = folder.path().join(format!("{game}.jsonl"));
        let output = piped(&mut play(&out, &["--game", game, "--against", "random", "--seed", "2"]), &any);
        if game == "pig" {
            // A game for one player has no opponents, but an adviser.
            assert!(complaint(&output).contains("--against"), "{}", complaint(&output));
            done(&piped(&mut play(&out, &["--game", game, "--hints", "random", "--seed", "2"]), &any));
        } else {
            done(&output);
        }
        let told = replayed(&out);
        assert!(told["game"].as_str().unwrap() == game, "{told}");
        let said = text(&output);
        fits(&said);
        if !["ergo", "ergo-invicta", "cogito"].contains(&game) {
            assert!(
                told.get("winners").is_some() && !fs::read_to_string(&out).unwrap().contains("\"actions\":\"\""),
                "{told}"
            );
        }
    }
}

#[test]
fn play_wrong_arguments_are_one_line() {
    refused(&run(&["play", "--game", "chess"]), &["--game", "chess"]);
    refused(&run(&["play", "--against", "tdd"]), &["--against", "tdd", "did you mean \"td\""]);
    refused(&run(&["play", "--hints", "greddy"]), &["--hints", "did you mean \"greedy\""]);
    refused(&run(&["play", "--against", "td:run=9"]), &["--against", "run"]);
    refused(&run(&["play", "--against", "td,td", "--seats", "4"]), &["--against", "2 agents", "1 or 3"]);
    refused(&run(&["play", "--seats", "5"]), &["--seats 5", "ergo is for 2 to 4 players"]);
    refused(&run(&["play", "--seats", "7"]), &["--seats 7", "ergo is for 2 to 4 players"]);
    refused(&run(&["play", "ergo-invicta", "--seats", "3"]), &["--seats 3", "ergo-invicta is for 2 players"]);
    refused(&run(&["play", "--seat", "0"]), &["--seat 0", "1 to 2"]);
    refused(&run(&["play", "--seat", "3"]), &["--seat 3", "1 to 2"]);
    refused(&run(&["play", "--hints", "process"]), &["--hints", "command"]);
    refused(&run(&["play", "--set", "targett=9"]), &["--set", "targett"]);
    refused(&run(&["play", "--out", "/dev/null/x"]), &["/dev/null", "cannot be"]);
}
