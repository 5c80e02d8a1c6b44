//! A sandbox for external programs, made by `bwrap` (bubblewrap).
//!
//! The program sees read-only: the system (`/usr` and similar folders), the installation of the program that its
//! command starts with, and every file that the command names, including its folder unless that is a working folder.
//! `/tmp` is empty, writable and small. There is no network, except one address if it is given, and no
//! other process. The environment has only `PATH`,
//! `HOME` and `LANG`.
#![cfg_attr(not(unix), allow(dead_code, reason = "no program is started there"))]

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};

use super::command_files::{on_path, words};
use super::process_label::held;

/// The paths that every program may see if they exist.
const SYSTEM: [&str; 14] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
];

/// The size in bytes of each writable folder, as an argument.
const ROOM: &str = "67108864";

static HIDDEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static GROWING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Hides the file or folder at `path` from all sandboxed programs, even if it is in a visible folder.
pub fn hide(path: &Path) {
    if let Ok(path) = std::path::absolute(path) {
        held(&HIDDEN).insert(path);
    }
}

/// Hides the file at `path`, which is replaced during a run. In its parent folders a program sees only the files that
/// its command names, because a mask over a file does not survive its replacement.
pub fn hide_growing(path: &Path) {
    if let Ok(path) = std::path::absolute(path) {
        held(&GROWING).insert(path);
    }
}

/// Returns the sandbox command with further arguments `more` of `bwrap`, to be followed by `sh -c` and `command`.
pub(super) fn around(command: &str, more: &[OsString]) -> Vec<OsString> {
    let mut all = Vec::new();
    let mut add = |words: &[&dyn AsRef<std::ffi::OsStr>]| all.extend(words.iter().map(|word| word.as_ref().to_owned()));
    add(&[&"bwrap", &"--unshare-all", &"--die-with-parent", &"--new-session", &"--cap-drop", &"ALL", &"--clearenv"]);
    add(&[&"--setenv", &"HOME", &"/tmp"]);
    for name in ["PATH", "LANG"] {
        if let Some(value) = env::var_os(name) {
            add(&[&"--setenv", &name, &value]);
        }
    }
    let here = env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let seen: Vec<PathBuf> = SYSTEM.map(PathBuf::from).into_iter().chain(named(command, &here)).collect();
    add(&[&"--proc", &"/proc", &"--dev", &"/dev", &"--size", &ROOM, &"--tmpfs", &"/dev/shm"]);
    add(&[&"--size", &ROOM, &"--tmpfs", &"/tmp", &"--dir", &here]);
    for path in &seen {
        add(&[&"--ro-bind-try", path, path]);
    }
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let all_hidden: BTreeSet<PathBuf> = held(&HIDDEN).iter().map(|path| real(path)).collect();
    // A path in a hidden folder is already hidden.
    let inner = |path: &PathBuf| path.ancestors().skip(1).any(|above| all_hidden.contains(above));
    for hidden in all_hidden.iter().filter(|path| !inner(path)) {
        let within = seen.iter().filter_map(|seen| Some(seen.join(hidden.strip_prefix(real(seen)).ok()?)));
        for path in within {
            if hidden.is_dir() {
                add(&[&"--tmpfs", &path, &"--remount-ro", &path]);
            } else if hidden.exists() {
                add(&[&"--ro-bind", &"/dev/null", &path]);
            }
        }
    }
    more.iter().for_each(|word| add(&[word]));
    add(&[&"--remount-ro", &"/dev", &"--remount-ro", &"/", &"--chdir", &here, &"--"]);
    all
}

/// Returns why no sandbox can be made on this machine, if so; checked once.
pub(super) fn missing() -> Option<String> {
    static FOUND: OnceLock<Option<String>> = OnceLock::new();
    FOUND
        .get_or_init(|| {
            let room = around("true", &[]);
            let tried = Command::new(&room[0]).args(&room[1..]).arg("true").stdin(Stdio::null()).output();
            match tried {
                Err(error) => Some(format!("sandbox = true needs bwrap, which cannot be started ({error})")),
                Ok(tried) if tried.status.success() => None,
                Ok(tried) => {
                    let said = String::from_utf8_lossy(&tried.stderr);
                    let said = said.lines().next().unwrap_or("it said nothing").trim().to_owned();
                    Some(format!("sandbox = true needs bwrap, which cannot make one here ({said})"))
                }
            }
        })
        .clone()
}

/// Returns the files that the words of a command name and that the program may see.
fn named(command: &str, here: &Path) -> BTreeSet<PathBuf> {
    let quotes = |c: char| c == '"' || c == '\'' || c.is_whitespace() || ";&|()<>=".contains(c);
    let plain = command.split(quotes).filter(|word| !word.is_empty()).map(str::to_owned);
    // A quoted word may be a path with such letters, or a command for another shell.
    let is_quoted = |word: &String| word.contains(quotes);
    let mut quoted: Vec<String> = words(command).into_iter().flatten().filter(is_quoted).collect();
    quoted.extend(quoted.clone().iter().flat_map(|word| words(word)).flatten().filter(is_quoted));
    quoted.extend(quoted.clone().iter().filter_map(|word| Some(word.split_once('=')?.1.to_owned())));
    let home = env::var_os("HOME").map(PathBuf::from);
    // A working folder, an output folder or a home folder has more files than a program needs.
    let growing = held(&GROWING);
    let inside: Vec<&Path> = growing.iter().map(PathBuf::as_path).chain([here]).chain(home.as_deref()).collect();
    let crowded = |folder: &Path| inside.iter().any(|path| path.starts_with(folder));
    let mut all = BTreeSet::new();
    for (i, word) in plain.chain(quoted).enumerate() {
        if word.contains('/') || i > 0 {
            let path = here.join(&word);
            let Some(folder) = path.parent().filter(|_| path.exists()) else { continue };
            if path.is_dir() && !crowded(&path) {
                all.insert(path);
            } else if path.is_file() {
                all.insert(if crowded(folder) { path.clone() } else { folder.to_owned() });
            }
        } else if let Some(path) = on_path(&word) {
            // The target of the link, and the folder beside its `bin`.
            for path in [path.canonicalize().unwrap_or_else(|_| path.clone()), path] {
                let Some(folder) = path.parent() else { continue };
                let prefix = folder.parent().filter(|prefix| !crowded(prefix) && prefix.parent().is_some());
                all.insert(prefix.unwrap_or(folder).to_owned());
            }
        }
    }
    all.retain(|path| !SYSTEM.iter().any(|system| path.starts_with(system)));
    all
}
