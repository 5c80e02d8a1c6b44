//! Crates outside the workspace, as `ergo new` writes them: a bot for ERGO; a game, a bot for it and a probe.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{complaint, done, ergo, printed, root, tempdir};
use serde_json::Value;
use tempfile::TempDir;

/// A crate that `ergo new` wrote.
struct Own {
    folder: TempDir,
    name: &'static str,
}

impl Own {
    /// Writes the crate. Cargo must resolve its dependencies.
    fn written(words: &[&str], name: &'static str) -> Own {
        let folder = tempdir().unwrap();
        let asked = [&["new"], words, &[name, "--lab"]].concat();
        done(&ergo().args(asked).arg(root()).current_dir(folder.path()).output().unwrap());
        let own = Own { folder, name };
        fs::copy(root().join("Cargo.lock"), own.path().join("Cargo.lock")).unwrap();
        // Dependencies of other systems are not in the local registry.
        let tree = ["tree", "--offline", "--quiet"];
        done(&Command::new(env!("CARGO")).args(tree).current_dir(own.path()).output().unwrap());
        own
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(self.name)
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("program")
    }

    /// Builds the crate with the library of this test, instead of building that library again for minutes. `.ci/own` builds
    /// with cargo.
    fn build(&self, to: &Path, test: bool) {
        let here = env::current_exe().unwrap();
        let pieces = here.parent().unwrap();
        let library = fs::read_dir(pieces).unwrap().map(|entry| entry.unwrap().path()).filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with("libergo_lab-") && name.ends_with(".rlib")
        });
        let newest = library.max_by_key(|path| path.metadata().unwrap().modified().unwrap()).unwrap();
        let mut rustc = Command::new(Path::new(env!("CARGO")).with_file_name("rustc"));
        rustc.args(["--edition", "2024", "--crate-name", &self.name.replace('-', "_"), "src/main.rs"]);
        rustc.args(test.then_some("--test")).arg("--extern").arg(format!("ergo_lab={}", newest.display()));
        rustc.arg("-L").arg(format!("dependency={}", pieces.display())).arg("-o").arg(to);
        done(&rustc.current_dir(self.path()).output().unwrap());
    }

    /// Runs the commands of its README and returns their output.
    fn readme(&self) -> Vec<String> {
        let readme = fs::read_to_string(self.path().join("README.md")).unwrap();
        let commands: Vec<&str> =
            readme.split("```\n").nth(1).unwrap().lines().map(|line| line.split("   #").next().unwrap()).collect();
        assert_eq!(commands.len(), 4, "{readme}");
        self.build(&self.program(), false);
        let ran = |command: &&str| {
            let mut program = match command.trim_end() {
                "cargo test" => {
                    let tests = self.folder.path().join("tests");
                    self.build(&tests, true);
                    Command::new(tests)
                }
                other => {
                    let mut program = Command::new(self.program());
                    program.args(other.strip_prefix("cargo run -- ").expect(other).split_whitespace());
                    program
                }
            };
            let output = program.current_dir(self.path()).output().unwrap();
            done(&output);
            printed(&output) + &complaint(&output)
        };
        commands.iter().map(ran).collect()
    }

    /// Runs the built program in another folder.
    fn lab(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let ran = Command::new(self.program()).args(args).current_dir(self.folder.path()).output().unwrap();
        (ran.status.code(), printed(&ran), complaint(&ran))
    }
}

/// Runs the README commands, then plays, verifies and replays in another folder.
#[test]
fn outside_crate_adds_a_game_a_bot_and_a_probe() {
    let tricks = Own::written(&["game"], "own-tricks");
    let manifest = fs::read_to_string(tricks.path().join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]\n").nth(1).unwrap().split("\n\n").next().unwrap();
    assert!(dependencies.lines().count() == 1 && dependencies.starts_with("ergo-lab = "), "{manifest}");
    let told = tricks.readme();
    for test in ["game_obeys_the_laws", "observation_does_not_depend_on_hidden_cards"] {
        assert!(told[0].contains(&format!("{test} ... ok")), "{}", told[0]);
    }
    let page = fs::read_to_string(tricks.path().join("results/tournament/report.html")).unwrap();
    assert!(page.contains("<summary>First action of seat 1</summary>"));
    assert!(told[2].starts_with("Match 200: "), "{}", told[2]);
    assert!(told[3].contains("greedy is better than random"), "{}", told[3]);

    let (elsewhere, own, lab) = (&tricks.folder, tricks.path(), |args: &[&str]| tricks.lab(args));
    let file = own.join("tournament.toml");
    let (status, _, said) = lab(&["run", file.to_str().unwrap(), "--out", "out", "--threads", "2"]);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(lab(&["verify", "out"]).0, Some(0));
    assert_eq!(lab(&["report", "out"]).0, Some(0));
    // Three tables of two and one of three, 40 deals with one rotation for each seat; the probe wrote a row for each match.
    let rows = |name: &str| fs::read_to_string(elsewhere.path().join("out").join(name)).unwrap();
    let (matches, rounds, seats, openings) =
        (rows("matches.csv"), rows("rounds.csv"), rows("seats.csv"), rows("openings.csv"));
    let played = 40 * (3 * 2 + 3);
    assert_eq!(openings.lines().count(), 1 + played);
    // The deals differ.
    let first: BTreeSet<&str> = openings.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
    assert!(first.len() > 12, "{first:?}");
    // The game has no rows of its own: a match is one round with the played actions as turns.
    let cells: Vec<Vec<&str>> = matches.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(cells.iter().all(|cells| cells[6] == "1" && cells[7] == "24"), "{matches}");
    assert!(
        rounds.starts_with("arm,match,deal,rotation,round\n") && seats.starts_with("arm,match,round,seat,entrant\n")
    );
    assert_eq!((rounds.lines().count() - 1, seats.lines().count() - 1), (played, cells.len()));
    // Greedy and the search win more than their share.
    let won = |name: &str| {
        let own: Vec<_> = cells.iter().filter(|cells| cells[5] == name).collect();
        own.iter().filter(|cells| cells[10] == "1").count() as f64 / own.len() as f64
    };
    assert!(won("greedy") > 0.5 && won("mcts") > 0.5 && won("random") < 0.35, "{matches}");
    // A bot that values its actions plays the best one, and the values are shown.
    let (_, told, said) = lab(&["replay", "out", "--match", "1", "--explain", "--json"]);
    let decisions: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect(&said)).collect();
    let valued = decisions.iter().filter(|one| one["entrant"] == "greedy").inspect(|one| {
        assert_eq!(one["weighed"]["candidates"][0]["text"], one["chose"], "{one}");
        assert_eq!(
            one["weighed"]["candidates"].as_array().unwrap().len(),
            one["saw"]["hand"].as_array().unwrap().len()
        );
    });
    assert_eq!(valued.count(), 12, "{said}");
    // A seat that leads after its own trick decides anew.
    assert!(decisions.iter().all(|one| one["carries_out"] == false), "{told}");
    let (_, told, _) = lab(&["replay", "out", "--match", "1", "--mistakes", "1"]);
    assert!(told.starts_with("Match 1: lost 0.") && told.contains("sees all "), "{told}");
    // The game has no cards that an experiment can exchange.
    let plain = fs::read_to_string(&file).unwrap();
    fs::write(elsewhere.path().join("asked.toml"), format!("{plain}cards = 1\n")).unwrap();
    let (status, _, said) = lab(&["run", "asked.toml", "--out", "asked"]);
    assert!(
        status == Some(2) && said.contains("own-tricks has no ") && said.contains("expected 0"),
        "{status:?} {said}"
    );
    // Decisions are valued by the points of the match.
    fs::write(elsewhere.path().join("weighed.toml"), plain.replace("deals = 40", "deals = 2") + "agency = 2\n")
        .unwrap();
    assert_eq!(lab(&["run", "weighed.toml", "--out", "weighed"]).0, Some(0));
    assert!(fs::read_to_string(elsewhere.path().join("weighed/agency.csv")).unwrap().lines().count() > 20);
    let (_, told, _) = lab(&["replay", "out/transcripts.jsonl", "--match", "1", "--json"]);
    assert!(told.starts_with("{\"game\":\"own-tricks\",\"rules\":{\"cards\":24,\"hand\":3},\"match\":1,"), "{told}");
    let (_, listed, _) = lab(&["agents", "--all"]);
    assert!(listed.contains("agents of own-tricks") && listed.contains("kind = \"greedy\""), "{listed}");
    // Comparisons, the rules and error messages work as in the standard program.
    let (status, _, said) = lab(&["compare", "--game", "own-tricks", "random", "pimc", "--elo1", "100", "--out", "vs"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(lab(&["rules", "own-tricks"]).1.contains("The highest card wins the trick"));
    assert!(lab(&["compare", "--game", "own-trick", "random", "mcts"]).2.contains("\"own-tricks\""));
}

#[test]
fn a_bot_in_rust_runs_at_once() {
    let bot = Own::written(&["bot", "--rust"], "quiet");
    let told = bot.readme();
    assert!(told[0].contains("kind = \"quiet\"  plays the action with the largest lead"), "{}", told[0]);
    assert!(told[1].contains("80 matches") && bot.path().join("results/bot/report.html").exists(), "{}", told[1]);
    assert_eq!(told[2].matches(": lost 0.").count(), 3, "{}", told[2]);
    for word in ["quiet, chose", "  saw  ", "  weighed  ", "  sees all "] {
        assert!(told[2].matches(word).count() == 3 && !told[2].contains("unknown"), "{}", told[2]);
    }
    assert!(told[3].contains("quiet is not shown to be better than greedy: it won "), "{}", told[3]);
    let (_, told, said) = bot.lab(&["replay", "quiet/results/bot", "--match", "1", "--explain", "--json"]);
    let decisions: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect(&said)).collect();
    let valued = decisions.iter().filter(|one| one["entrant"] == "quiet").inspect(|one| {
        assert_eq!(one["weighed"]["candidates"][0]["text"], one["chose"], "{one}");
    });
    assert!(valued.count() > 10, "{told}");
    let experiment = fs::read_to_string(bot.path().join("results/bot/experiment.toml")).unwrap();
    assert!(experiment.contains("name = \"ergo\"") && experiment.contains("kind = \"quiet\""), "{experiment}");
}

/// Cargo accepts every kind of name that `ergo new` accepts, even that of a crate which Ergo Lab depends on.
#[test]
fn crate_with_an_unusual_name_resolves_and_builds() {
    for name in [
        "x",
        "a_b-",
        "main",
        "build-game",
        "bot-1st",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ] {
        Own::written(&["game"], name);
    }
    let serde = Own::written(&["bot", "--rust"], "serde");
    serde.build(&serde.program(), false);
    assert!(serde.lab(&["agents", "serde"]).1.contains("kind = \"serde\""));
}
