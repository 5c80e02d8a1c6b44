//! The agency probe in matches of every game: the same bytes with any number of threads and after a kill; refused for agents
//! that cannot be repeated.

use std::fs;
use std::path::Path;

use crate::common::{done, interrupted, lines, refused, run, tempdir};
use ergo_lab::job::PlayedCounts;

/// An experiment of `game` with tables of two `agent`s, in `folder`.
fn experiment(folder: &Path, game: &str, agent: &str, deals: u32) -> String {
    let text = format!(
        "question = \"Do choices matter?\"\nseed = 9\n[game]\nname = \"{game}\"\n[[entrant]]\nname = \"one\"\n\
         agent = {{ {agent} }}\n[schedule]\ntables = [[\"one\", \"one\"]]\ndeals = {deals}\nrotations = \"none\"\n\
         [output]\nagency = 3\n",
    );
    let file = folder.join(format!("{game}.toml"));
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Returns the files of a folder and of its plots, without the manifest.
fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let listed = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let paths = listed(folder).into_iter().chain(listed(&folder.join("plots"))).filter(|path| path.is_file());
    let mut files: Vec<_> = paths.map(|path| (path.display().to_string(), fs::read(&path).unwrap())).collect();
    files.retain(|(name, _)| !name.ends_with("manifest.json"));
    files.iter_mut().for_each(|(name, _)| *name = name.replace(folder.to_str().unwrap(), ""));
    files.sort();
    files
}

#[test]
fn threads_and_kills_leave_no_trace() {
    let folder = tempdir().unwrap();
    let file = experiment(folder.path(), "ergo", "kind = \"best-of\", drawn = 2", 6);
    let out = |name: &str| folder.path().join(name);
    for threads in ["1", "2"] {
        done(&run(&["run", &file, "--out", out(threads).to_str().unwrap(), "--threads", threads]));
    }
    let whole = bytes(&out("1"));
    assert!(whole == bytes(&out("2")));
    for name in ["/agency.csv", "/plots/agency.csv"] {
        assert!(whole.iter().any(|(known, _)| known == name), "{name}");
    }
    // Killed during the fourth match, in the middle of its rows.
    let text = |name: &str| fs::read_to_string(out("1").join(name)).unwrap();
    let names = ["rounds.csv", "seats.csv", "matches.csv", "agency.csv"];
    let of_three = |name: &str| {
        let all = text(name);
        let at = all.lines().next().unwrap().split(',').position(|column| column == "match").unwrap();
        let in_them = |line: &&str| line.split(',').nth(at).unwrap().parse::<u64>().unwrap() <= 3;
        lines(&all, all.lines().skip(1).filter(in_them).count())
    };
    let rows: Vec<(String, String)> = names.map(|name| (name.to_owned(), of_three(name))).to_vec();
    let torn: Vec<_> = rows.iter().map(|(name, whole)| (name.as_str(), whole.as_str(), "base,4,4,1,tor")).collect();
    assert_eq!(rows[3].1.lines().count(), 1 + 9);
    let rounds: Vec<u64> =
        rows[0].1.lines().skip(1).map(|line| line.split(',').nth(6).unwrap().parse().unwrap()).collect();
    let played = PlayedCounts { matches: 3, rounds: rounds.len() as u64, turns: rounds.iter().sum(), faults: 0 };
    interrupted(&out("cut"), &[("experiment.toml", text("experiment.toml"))], &torn, 3, played);
    done(&run(&["run", &file, "--out", out("cut").to_str().unwrap(), "--resume"]));
    assert!(whole == bytes(&out("cut")));
    done(&run(&["verify", out("cut").to_str().unwrap()]));
}

#[test]
fn agency_probe_supports_every_game() {
    let folder = tempdir().unwrap();
    for game in ["ergo", "cogito", "ergo-invicta", "philosophia", "goofspiel", "kuhn-poker", "tic-tac-toe"] {
        let file = experiment(folder.path(), game, "kind = \"random\"", 3);
        let out = folder.path().join(game);
        done(&run(&["run", &file, "--out", out.to_str().unwrap()]));
        let rows = fs::read_to_string(out.join("agency.csv")).unwrap();
        assert!(rows.lines().count() > 5, "{game}: {rows}");
        let page = fs::read_to_string(out.join("report.html")).unwrap();
        assert!(page.contains("How much single choices decide: method") && page.contains("plots/agency.csv"), "{game}");
    }
}

#[test]
fn agency_of_unrepeatable_agents_is_refused() {
    let folder = tempdir().unwrap();
    let timed = experiment(folder.path(), "ergo", "kind = \"ismcts\", milliseconds = 5", 1);
    refused(&run(&["run", &timed]), &["output.agency", "ismcts", "no clock"]);
    let many = ["--set", "output.agency=101"];
    refused(&run(&[&["run", timed.as_str()][..], &many].concat()), &["output.agency", "101", "0 to 100"]);
}
