//! Hands the revision of the source to the program, for its manifests.

use std::process::Command;

fn main() {
    let watched = ["src", "../src", "../../agents/src", "../../engine/src"].map(str::to_owned);
    let of_git = ["logs/HEAD", "index"].iter().filter_map(|name| git(&["rev-parse", "--git-path", name]));
    for path in watched.into_iter().chain(of_git).filter(|path| std::path::Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let revision = git(&["rev-parse", "--short", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    // Without optional locks: looking must not touch the index, or every build would ask for the next.
    let sources = ["../../engine", "../../agents", "../../harness", "../../Cargo.toml", "../../Cargo.lock"];
    let looking = ["--no-optional-locks", "status", "--porcelain", "--"];
    let changed = git(&[&looking[..], &sources[..]].concat());
    let dirty = if changed.is_some_and(|changed| !changed.is_empty()) { "-dirty" } else { "" };
    println!("cargo::rustc-env=ERGO_REVISION={revision}{dirty}");
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
