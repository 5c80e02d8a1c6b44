//! External programs in tests: scripts, experiments with them, and leftover processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{done, ergo, tempdir};

/// A bot as shell functions. `answer` handles a decision: the message is in `$line`, its number in `$id`.
pub const LISTEN: &str = r#"
answer() { echo "{\"id\":$id,\"action\":0}"; }
ready() { echo '{"type":"ready","name":"shell"}'; }
listen() {
    while read -r line; do
        case $line in
            *'"type":"hello"'*) ready ;;
            *'"type":"decide"'*) id=${line#*'"id":'}; id=${id%%,*}; answer ;;
        esac
    done
}
"#;

/// A folder for scripts and results, with a mark in the environment of all processes started from it.
pub struct TestFolder {
    pub folder: TempDir,
    pub mark: String,
}

impl TestFolder {
    pub fn new() -> Self {
        let folder = tempdir().unwrap();
        let mark = format!("ERGO_TEST_MARK={}", folder.path().display());
        TestFolder { folder, mark }
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn script(&self, name: &str, text: &str) -> String {
        let path = self.file(name);
        fs::write(&path, format!("{LISTEN}\n{text}\n")).unwrap();
        format!("sh {}", path.display())
    }

    /// Writes an experiment in which `agent` and a valid bot each play a random agent.
    pub fn experiment(&self, name: &str, agent: &str, more: &str) -> String {
        let good = self.script("good.sh", "listen");
        let text = format!(
            "question = \"q\"\nseed = 7\n[game]\nname = \"tic-tac-toe\"\n\
             [[entrant]]\nname = \"bad\"\nagent = {{ {agent} }}\n\
             [[entrant]]\nname = \"good\"\nagent = {{ kind = \"process\", command = \"{good}\", move_ms = 60000, start_ms = 60000 }}\n\
             [[entrant]]\nname = \"other\"\nagent = {{ kind = \"random\" }}\n\
             [schedule]\ntables = [[\"bad\", \"other\"], [\"good\", \"other\"]]\ndeals = 2\nfaults = \"count\"\n{more}\n"
        );
        let path = self.file(&format!("{name}.toml"));
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub fn ergo(&self, arguments: &[&str]) -> Command {
        let (key, value) = self.mark.split_once('=').unwrap();
        let mut command = ergo();
        command.args(arguments).env(key, value);
        command
    }

    /// Runs an experiment and returns its results folder.
    pub fn run(&self, name: &str, experiment: &str, more: &[&str]) -> PathBuf {
        let out = self.file(name);
        let arguments = [&["run", experiment, "--out", out.to_str().unwrap()], more].concat();
        done(&self.ergo(&arguments).output().unwrap());
        out
    }

    /// Returns running processes with the mark, or with the folder in their command: process id and command.
    pub fn left(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            let marked = environment.split(|byte| *byte == 0).any(|variable| variable == self.mark.as_bytes());
            // The supervisor of programs ends right after the run.
            if command.contains("groups=") {
                continue;
            }
            if marked || command.contains(self.folder.path().to_str().unwrap()) {
                found.push((entry.file_name().to_string_lossy().into_owned(), command));
            }
        }
        found
    }

    /// A copy of `sleep` whose processes can be identified even without the mark.
    pub fn sleeper(&self) -> String {
        let path = self.file("sleeper");
        if !path.exists() {
            let found = ["/bin/sleep", "/usr/bin/sleep"].into_iter().find(|path| Path::new(path).exists()).unwrap();
            fs::copy(found, &path).unwrap();
        }
        format!("{} 1000", path.display())
    }

    /// Asserts that no process is left, after some time for the supervisor.
    #[track_caller]
    pub fn assert_no_process_left(&self) {
        if !cfg!(target_os = "linux") {
            return;
        }
        let patience = Instant::now() + Duration::from_secs(20);
        while !self.left().is_empty() {
            assert!(Instant::now() < patience, "left behind: {:?}", self.left());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        // Kill leftover processes of failed tests.
        for (number, _) in self.left() {
            let _ = Command::new("kill").args(["-s", "KILL", &number]).status();
        }
    }
}

/// The settings of a `process` agent with a shell command.
pub fn process(command: &str, more: &str) -> String {
    format!("kind = \"process\", command = {}{more}", toml::Value::String(command.to_owned()))
}

/// Limits that a hung program exceeds quickly, and limits that a valid program meets on a busy machine.
pub const HASTY: &str = ", start_ms = 400, move_ms = 400";
pub const HASTY_MOVES: &str = ", start_ms = 60000, move_ms = 400";
pub const PATIENT: &str = ", start_ms = 60000, move_ms = 60000";
