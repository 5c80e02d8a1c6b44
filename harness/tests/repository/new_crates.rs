//! Crates outside the workspace, as `ergo new` writes them: a bot for ERGO; a game, a bot and a probe.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{complaint, done, ergo, printed, root, tempdir};
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
        assert_eq!(commands.len(), 3, "{readme}");
        self.build(&self.program(), false);
        let ran = |command: &&str| {
            let words = command.replace("--release ", "");
            let mut program = match words.trim_end() {
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
    let nim = Own::written(&["game"], "own-nim");
    let manifest = fs::read_to_string(nim.path().join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]\n").nth(1).unwrap().split("\n\n").next().unwrap();
    assert!(dependencies.lines().count() == 1 && dependencies.starts_with("ergo-lab = "), "{manifest}");
    let told = nim.readme();
    assert!(told[0].contains("nim_obeys_the_laws ... ok"), "{}", told[0]);
    let page = fs::read_to_string(nim.path().join("results/my/report.html")).unwrap();
    assert!(page.contains("First action of seat 1"));
    assert!(told[2].contains("mcts is better than random"), "{}", told[2]);
    let (elsewhere, own, lab) = (&nim.folder, nim.path(), |args: &[&str]| nim.lab(args));
    for (experiment, out) in [("my.toml", "my"), ("bot.toml", "bot")] {
        let file = own.join(experiment);
        let (status, _, said) = lab(&["run", file.to_str().unwrap(), "--out", out, "--threads", "2"]);
        assert_eq!(status, Some(0), "{said}");
        assert_eq!(lab(&["verify", out]).0, Some(0));
        assert_eq!(lab(&["report", out]).0, Some(0));
    }
    let report = fs::read_to_string(elsewhere.path().join("my/report.md")).unwrap();
    assert!(report.contains("alpha-beta") && report.contains("mcts"));
    // The probe wrote a row for each match, and its analysis added a table.
    let openings = fs::read_to_string(elsewhere.path().join("my/openings.csv")).unwrap();
    assert_eq!(openings.lines().count(), 1 + 3 * 2 * 40);
    let page = fs::read_to_string(elsewhere.path().join("my/report.html")).unwrap();
    assert!(page.contains("<summary>First action of seat 1</summary>"));
    // From 13 stones the first player can leave a multiple of four and win. The full search does.
    let matches = fs::read_to_string(elsewhere.path().join("my/matches.csv")).unwrap();
    let won = |name: &str, seat: &str| {
        let of = matches.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
        let of: Vec<_> = of.filter(|cells| cells[5] == name && cells[4] == seat).collect();
        (of.iter().filter(|cells| cells[10] == "1").count(), of.len())
    };
    let (first, all) = won("alpha-beta", "1");
    assert!(all >= 40 && first == all, "{first} of {all}");
    // Nim has no rows of its own: a match is one round with the played actions as turns.
    let cells: Vec<Vec<&str>> = matches.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(cells.iter().all(|cells| cells[6] == "1" && cells[7] == cells[14] && cells[7] != "0"));
    let rows = |name: &str| fs::read_to_string(elsewhere.path().join("my").join(name)).unwrap();
    let (rounds, seats) = (rows("rounds.csv"), rows("seats.csv"));
    assert!(
        rounds.starts_with("arm,match,deal,rotation,round\n") && seats.starts_with("arm,match,round,seat,entrant\n")
    );
    assert_eq!((rounds.lines().count() - 1) * 2, cells.len());
    assert_eq!(seats.lines().count() - 1, cells.len());
    // Nim has no cards to test.
    let plain = fs::read_to_string(own.join("my.toml")).unwrap();
    fs::write(elsewhere.path().join("asked.toml"), format!("{plain}cards = 1\n")).unwrap();
    let (status, _, said) = lab(&["run", "asked.toml", "--out", "asked"]);
    assert!(status == Some(2) && said.contains("nim has no ") && said.contains("expected 0"), "{status:?} {said}");
    // Decisions are valued by the points of the match.
    fs::write(elsewhere.path().join("weighed.toml"), plain.replace("deals = 40", "deals = 4") + "agency = 2\n")
        .unwrap();
    assert_eq!(lab(&["run", "weighed.toml", "--out", "weighed"]).0, Some(0));
    assert!(fs::read_to_string(elsewhere.path().join("weighed/agency.csv")).unwrap().lines().count() > 20);
    let (_, told, _) = lab(&["replay", "my/transcripts.jsonl", "--match", "1"]);
    assert!(told.contains("Won by") || told.contains("won by"), "{told}");
    let (_, told, _) = lab(&["replay", "my/transcripts.jsonl", "--match", "1", "--json"]);
    assert!(told.starts_with("{\"game\":\"nim\",\"rules\":{\"stones\":13},\"match\":1,"), "{told}");
    let bot = fs::read_to_string(elsewhere.path().join("bot/experiment.toml")).unwrap();
    assert!(bot.contains("name = \"ergo\"") && bot.contains("cautious"), "{bot}");
    let (_, listed, _) = lab(&["agents", "--all"]);
    assert!(listed.contains("agents of nim") && listed.contains("kind = \"cautious\""), "{listed}");
    // Comparisons and error messages work as in the standard program.
    let (status, _, said) = lab(&["compare", "--game", "nim", "random", "alpha-beta", "--elo1", "100", "--out", "vs"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(lab(&["compare", "--game", "nym", "random", "mcts"]).2.contains("\"nim\""));
}

#[test]
fn a_bot_in_rust_runs_at_once() {
    let bot = Own::written(&["bot", "--rust"], "quiet");
    let told = bot.readme();
    assert!(told[0].contains("kind = \"quiet\"  lays what it may"), "{}", told[0]);
    assert!(told[1].contains("quiet is weaker than greedy: it won "), "{}", told[1]);
    assert!(bot.path().join("results/bot/report.html").exists());
    assert!(fs::read_to_string(bot.path().join("bot.toml")).unwrap().contains("tables = [[\"quiet\", \"random\"]]"));
}
