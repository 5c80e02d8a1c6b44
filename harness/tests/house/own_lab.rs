//! A stranger's crate, outside the workspace: a bot for ERGO, a game of its own and a probe, with the whole command line.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Builds the crate, then plays, verifies and retells with it in a folder that lies elsewhere.
#[test]
fn a_crate_outside_adds_a_game_a_bot_and_a_probe() {
    let house = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = house.join("examples/own-lab");
    let target = house.join("../target/own-lab");
    let cargo = |args: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(args).args(["--locked", "--manifest-path"]).arg(own.join("Cargo.toml"));
        let done = cargo.env("CARGO_TARGET_DIR", &target).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    cargo(&["build"]);
    cargo(&["test"]);
    let elsewhere = tempfile::tempdir().unwrap();
    let lab = |args: &[&str]| {
        let done =
            Command::new(target.join("debug/own-lab")).args(args).current_dir(elsewhere.path()).output().unwrap();
        (done.status.code(), String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
    };
    for (experiment, out) in [("my.toml", "my"), ("bot.toml", "bot")] {
        let file = own.join(experiment);
        let (status, _, said) = lab(&["run", file.to_str().unwrap(), "--out", out, "--threads", "2"]);
        assert_eq!(status, Some(0), "{said}");
        assert_eq!(lab(&["verify", out]).0, Some(0));
        assert_eq!(lab(&["report", out]).0, Some(0));
    }
    let report = fs::read_to_string(elsewhere.path().join("my/report.md")).unwrap();
    assert!(report.contains("alpha-beta") && report.contains("mcts"));
    // The probe wrote a row for each match, made the answer, and has its section.
    let openings = fs::read_to_string(elsewhere.path().join("my/openings.csv")).unwrap();
    assert_eq!(openings.lines().count(), 1 + 3 * 2 * 40);
    assert!(report.contains("## How seat 1 begins") && report.contains("**Answer.** Seat 1 began with "), "{report}");
    // Of 13 stones the first can leave a multiple of four, and so win: who looks at everything does.
    let matches = fs::read_to_string(elsewhere.path().join("my/matches.csv")).unwrap();
    let won = |name: &str, seat: &str| {
        let of = matches.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
        let of: Vec<_> = of.filter(|cells| cells[5] == name && cells[4] == seat).collect();
        (of.iter().filter(|cells| cells[10] == "1").count(), of.len())
    };
    let (first, all) = won("alpha-beta", "1");
    assert!(all >= 40 && first == all, "{first} of {all}");
    // Nim keeps no records: a match is one round, its turns are the actions played, and rows of rounds say no more than that.
    let cells: Vec<Vec<&str>> = matches.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(cells.iter().all(|cells| cells[6] == "1" && cells[7] == cells[14] && cells[7] != "0"));
    let rows = |name: &str| fs::read_to_string(elsewhere.path().join("my").join(name)).unwrap();
    let (rounds, seats) = (rows("rounds.csv"), rows("seats.csv"));
    assert!(
        rounds.starts_with("arm,match,deal,rotation,round\n") && seats.starts_with("arm,match,round,seat,entrant\n")
    );
    assert_eq!((rounds.lines().count() - 1) * 2, cells.len());
    assert_eq!(seats.lines().count() - 1, cells.len());
    // It has neither luck nor cards to be asked for.
    let plain = fs::read_to_string(own.join("my.toml")).unwrap();
    for (asked, expected) in [("luck = true", "expected false"), ("cards = 1", "expected 0")] {
        fs::write(elsewhere.path().join("asked.toml"), format!("{plain}{asked}\n")).unwrap();
        let (status, _, said) = lab(&["run", "asked.toml", "--out", "asked"]);
        assert!(status == Some(2) && said.contains("nim has no ") && said.contains(expected), "{status:?} {said}");
    }
    // Decisions are weighed by the points of the match.
    fs::write(elsewhere.path().join("weighed.toml"), plain.replace("deals = 40", "deals = 4") + "agency = 2\n")
        .unwrap();
    assert_eq!(lab(&["run", "weighed.toml", "--out", "weighed"]).0, Some(0));
    assert!(fs::read_to_string(elsewhere.path().join("weighed/agency.csv")).unwrap().lines().count() > 20);
    let (_, told, _) = lab(&["replay", "my/transcripts.jsonl", "--match", "1"]);
    assert!(told.contains("won by"), "{told}");
    let (_, told, _) = lab(&["replay", "my/transcripts.jsonl", "--match", "1", "--json"]);
    assert!(told.starts_with("{\"game\":\"nim\",\"rules\":{\"stones\":13},\"match\":1,"), "{told}");
    let bot = fs::read_to_string(elsewhere.path().join("bot/experiment.toml")).unwrap();
    assert!(bot.contains("name = \"ergo\"") && bot.contains("cautious"), "{bot}");
    let (_, listed, _) = lab(&["agents"]);
    assert!(listed.contains("agents of nim") && listed.contains("kind = \"cautious\""), "{listed}");
    // Comparisons and unknown names work for it as for any other.
    let (status, _, said) = lab(&["compare", "--game", "nim", "random", "alpha-beta", "--one", "100", "--out", "vs"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(lab(&["compare", "--game", "nym", "random", "mcts"]).2.contains("\"nim\""));
}
