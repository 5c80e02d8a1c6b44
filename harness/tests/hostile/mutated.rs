//! Random mutations of every kind of input, for every verb and all four games. Input is accepted or refused in one line,
//! without panics, hangs or memory above the limit. Each test run tries a few; `ERGO_MUTATED=6000 cargo test --test hostile
//! mutated -- --nocapture` tries that many twice and prints a table.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use ergo_engine::rng::Seed;

use super::fuzz::made_of;
use crate::common::{printed, root, run, tempdir, toy, within};

const GAMES: [&str; 4] = ["ergo", "ergo-invicta", "cogito", "philosophia"];
/// Longest time for an answer.
const SOON: Duration = Duration::from_secs(30);
/// Limit of the address space in KiB.
const MEMORY: &str = "2097152";
/// Default number of mutations.
const FEW: usize = 240;

/// A kind of input.
struct Way {
    verb: &'static str,
    game: &'static str,
    /// Valid texts to mutate.
    seeds: Vec<String>,
    /// The command. `TEXT` stands for the text, `FILE` for a file that holds it, `IT` for the folder of that file. Otherwise
    /// the text is standard input.
    typed: &'static str,
}

fn ways(folder: &Path) -> Vec<Way> {
    let mut ways = Vec::new();
    for game in GAMES {
        let mut way = |verb, typed, seeds: &[String]| ways.push(Way { verb, game, seeds: seeds.to_vec(), typed });
        let quick = match game {
            "ergo" => "rules = { target = 10 }\n",
            "philosophia" => "rules = { max_rounds = 4 }\n",
            _ => "",
        };
        let experiment =
            toy(game, 2).replace("[[entrant]]\nname = \"one\"", &format!("{quick}[[entrant]]\nname = \"one\""));
        let played = folder.join(game);
        fs::write(folder.join("it.toml"), &experiment).unwrap();
        let run_it =
            ["run", folder.join("it.toml").to_str().unwrap(), "--out", played.to_str().unwrap()].map(str::to_owned);
        assert!(run(&run_it.each_ref().map(String::as_str)).status.success(), "{game}");
        let transcripts = fs::read_to_string(played.join("transcripts.jsonl")).unwrap();
        let transcript = transcripts.lines().next().unwrap().to_owned();
        let position: serde_json::Value = serde_json::from_str(&printed(&run(&["position", game]))).unwrap();
        let state = position["state"].to_string();
        let legal: Vec<String> =
            position["legal"].as_array().unwrap().iter().map(|action| action.as_str().unwrap().to_owned()).collect();
        let cases: Vec<String> = ["ergo-verdicts", "ergo-turns", "ergo-invicta", "cogito", "philosophia"]
            .iter()
            .filter(|name| **name == game || game == "ergo" && ["ergo-verdicts", "ergo-turns"].contains(name))
            .flat_map(|name| {
                let text = fs::read_to_string(root().join(format!("engine/tests/cases/{name}.txt"))).unwrap();
                let lines: Vec<String> =
                    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect();
                lines.into_iter().step_by(40).collect::<Vec<_>>()
            })
            .collect();
        way("run", "run FILE --threads 1 --out IT/out", std::slice::from_ref(&experiment));
        way(
            "run --set",
            "run GAME.toml --threads 1 --out IT/out --set TEXT",
            &["schedule.deals=2", "seed=7", "entrant.one.agent.kind=\"greedy\"", "game.rules={}"].map(str::to_owned),
        );
        way("replay", "replay FILE", std::slice::from_ref(&transcript));
        way("replay --html", "replay FILE --match 1 --html IT/page.html", std::slice::from_ref(&transcript));
        way("replay --explain", "replay FILE --match 1 --explain --decision 2", std::slice::from_ref(&transcript));
        way("position --from", "position GAME --from @FILE", std::slice::from_ref(&state));
        way("position --agent", "position GAME --from @FILE --seat 1 --agent random", std::slice::from_ref(&state));
        way("position ACTION", "position GAME -- TEXT", &legal[..legal.len().min(20)]);
        way("cases", "cases GAME FILE", &cases);
        way(
            "play",
            "play GAME --seed 3 --against random --hints random --out IT/match.jsonl",
            &["1\n?\nu\n2\n\n".to_owned(), format!("{}\n\n", legal[0])],
        );
        way(
            "compare",
            "compare --game GAME TEXT random --most-blocks 2 --threads 1 --out IT/out",
            &["random", "greedy", "flat:iterations=2", "best-of:drawn=2"].map(str::to_owned),
        );
        let files =
            ["experiment.toml", "manifest.json", "blocks.csv", "matches.csv", "transcripts.jsonl", "summary.csv"];
        for (name, typed) in files.iter().zip([
            "report IT",
            "verify IT --threads 1",
            "diff IT IT",
            "report IT",
            "replay IT --match 1",
            "verify IT --threads 1",
        ]) {
            let text = fs::read_to_string(played.join(name)).unwrap();
            ways.push(Way {
                verb: typed.split(' ').next().unwrap(),
                game,
                seeds: vec![format!("{name}\n{text}")],
                typed,
            });
        }
    }
    let mut of_ergo = |verb, typed, seeds: &[&str]| {
        ways.push(Way { verb, game: "ergo", seeds: seeds.iter().map(|seed| (*seed).to_owned()).collect(), typed });
    };
    of_ergo("judge", "judge -- TEXT", &["A|B / ~B>C / D", "(A&B)>~C / A", "~(A|B) / C"]);
    of_ergo("moves", "moves --count --proof FIRST --hand SECOND", &["A|B / ~B\nAB&~((T", "-\nAB>|(E", "A\nCD&"]);
    ways
}

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Taken,
    Refused,
    LongWinded,
    Hung,
    Panicked,
}

/// Passes `text` to the program.
fn handed(way: &Way, text: &str, played: &Path) -> (End, String) {
    let room = tempdir().unwrap();
    let at = room.path();
    let file = at.join("file");
    let bare: String = text.chars().filter(|c| *c != '\0').collect();
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if way.typed.contains(" IT") && way.typed.split(' ').any(|word| word == "IT") {
        for entry in fs::read_dir(played.join(way.game)).unwrap() {
            let entry = entry.unwrap();
            if entry.path().is_file() {
                fs::copy(entry.path(), at.join(entry.file_name())).unwrap();
            }
        }
        // The first line names the file, if it is a known one.
        let named = at.join(first);
        let known = first.len() < 30 && !first.contains(['/', '\0']) && named.is_file();
        fs::write(if known { named } else { at.join("rounds.csv") }, rest).unwrap();
    }
    fs::write(&file, text).unwrap();
    fs::copy(played.join(way.game).join("experiment.toml"), at.join("GAME.toml")).unwrap();
    let (first, rest) = bare.split_once('\n').unwrap_or((&bare, ""));
    let word = |word: &str| match word {
        "TEXT" => bare.clone(),
        "FIRST" => first.to_owned(),
        "SECOND" => rest.to_owned(),
        "GAME" => way.game.to_owned(),
        "IT" => at.display().to_string(),
        "FILE" => file.display().to_string(),
        "@FILE" => format!("@{}", file.display()),
        word => word
            .replace("IT/", &format!("{}/", at.display()))
            .replace("GAME.toml", at.join("GAME.toml").to_str().unwrap()),
    };
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit -v {MEMORY} 2> /dev/null; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_ergo")])
        .args(way.typed.split(' ').map(word))
        .current_dir(at)
        .stdin(if way.verb == "play" { fs::File::open(&file).unwrap().into() } else { Stdio::null() });
    let Some(output) = within(&mut command, SOON) else { return (End::Hung, String::new()) };
    let (status, said) = (output.status, String::from_utf8_lossy(&output.stderr).into_owned());
    let end = match status.code() {
        _ if status.signal().is_some() || said.contains("panicked at") => End::Panicked,
        Some(0) => End::Taken,
        // An experiment file gives a line for each error.
        Some(1 | 2) if said.len() < 2_000 => End::Refused,
        _ => End::LongWinded,
    };
    (end, said)
}

#[test]
fn mutated_input_is_accepted_or_refused_in_one_line() {
    let asked = std::env::var("ERGO_MUTATED").ok().and_then(|number| number.parse::<usize>().ok());
    let (texts, times) = asked.map_or((FEW, 1), |asked| (asked, 2));
    let folder = tempdir().unwrap();
    let ways = ways(folder.path());
    for time in 0..times {
        let seed = Seed::master(29).derive("mutated", &[time]);
        let cases: Vec<(&Way, String)> = (0..texts)
            .map(|number| {
                let (way, mut rng) = (&ways[number % ways.len()], seed.stream(number as u64));
                let text = &way.seeds[number / ways.len() % way.seeds.len()];
                // The first text of each kind is a valid seed.
                let text = if number < ways.len() && time == 0 { text.clone() } else { made_of(text, &mut rng) };
                (way, text)
            })
            .collect();
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some((way, text)) = cases.get(next.fetch_add(1, Relaxed)) {
                let (end, said) = handed(way, text, folder.path());
                found.lock().unwrap().push((way.verb, way.game, end, text, said));
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(work);
            scope.spawn(work);
        });
        let found = found.into_inner().unwrap();
        let mut table: BTreeMap<&str, BTreeMap<End, usize>> = BTreeMap::new();
        found.iter().for_each(|(verb, _, end, ..)| *table.entry(verb).or_default().entry(*end).or_default() += 1);
        println!("| verb | texts | taken | refused in a line |");
        for (verb, ends) in &table {
            let of = |end| ends.get(&end).copied().unwrap_or(0);
            println!("| {verb} | {} | {} | {} |", ends.values().sum::<usize>(), of(End::Taken), of(End::Refused));
        }
        let wrong: Vec<String> = found
            .iter()
            .filter(|(_, _, end, ..)| *end > End::Refused)
            .map(|(verb, game, end, text, said)| format!("{verb}, {game}: {end:?} of {text:.300?}: {said:.300}"))
            .collect();
        assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    }
}
