//! Files of other programs and users: no verb removes, replaces or changes them, whatever their names.

#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod verbs;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::{complaint, copy, done, ergo, interrupted, refused, run, tempdir, toy, within};
use ergo_lab::digest::of_text;
use ergo_lab::job::{PlayedCounts, Progress, WrittenFile};
use tempfile::TempDir;
use verbs::{READ, WRITE};

/// Every command ends within this time.
const SOON: Duration = Duration::from_secs(60);

/// Returns every file below a folder with its bytes; for links their targets.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            let about = path.symlink_metadata().unwrap();
            let bytes = match about.file_type() {
                kind if kind.is_symlink() => fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes(),
                kind if kind.is_dir() => {
                    open.push(path.clone());
                    Vec::new()
                }
                _ => fs::read(&path).unwrap(),
            };
            files.insert(path.strip_prefix(folder).unwrap().to_owned(), bytes);
        }
    }
    files
}

/// Runs a command in the folder `at`. Returns its status and messages, within [`SOON`].
fn soon(at: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = within(ergo().args(arguments).current_dir(at).stdin(Stdio::null()), SOON);
    let output = output.unwrap_or_else(|| panic!("{arguments:?}: still running after {SOON:?}"));
    (output.status.code(), complaint(&output))
}

#[test]
fn no_verb_is_forgotten() {
    let known = WRITE.iter().map(|write| write.verb).chain(READ.iter().copied());
    let known: BTreeSet<String> = known.map(str::to_owned).collect();
    assert_eq!(known, common::verbs());
}

/// A folder with the input files of all verbs.
fn place() -> TempDir {
    let folder = tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("toy.toml"), toy("kuhn-poker", 4)).unwrap();
    fs::create_dir(at.join("results")).unwrap();
    folder
}

/// A folder with files of another program.
fn victim(at: &Path) -> PathBuf {
    let victim = at.join("victim");
    fs::create_dir_all(victim.join("inner")).unwrap();
    for (name, text) in [("thesis.txt", "years of work"), ("seats.csv", "a,b\n1,2\n"), ("inner/notes.md", "# Notes\n")]
    {
        fs::write(victim.join(name), text).unwrap();
    }
    victim
}

/// What a link under a name of the program leads to.
#[derive(Clone, Copy, Debug)]
enum Put {
    LinkToFile,
    LinkToFolder,
    SecondName,
}

#[test]
fn links_at_output_names_keep_their_targets() {
    let mut cases = Vec::new();
    let starts: Vec<TempDir> = WRITE
        .iter()
        .map(|write| {
            let start = place();
            for before in write.before {
                let (status, said) = soon(start.path(), &before.split_whitespace().collect::<Vec<_>>());
                assert_eq!(status, Some(0), "{before}: {said}");
            }
            start
        })
        .collect();
    for (write, start) in WRITE.iter().zip(&starts) {
        for name in write.names.split_whitespace() {
            for end in ["", ".part", ".new", ".part.new"] {
                for put in [Put::LinkToFile, Put::LinkToFolder, Put::SecondName] {
                    if end.is_empty() || !matches!((put, name.contains('/')), (Put::LinkToFolder, _) | (_, false)) {
                        cases.push((write, start.path(), format!("{name}{end}"), put));
                    }
                }
            }
        }
    }
    assert!(cases.len() > 500, "{}", cases.len());
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some((write, start, name, put)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let room = tempdir().unwrap();
            copy(start, room.path());
            let victim = victim(room.path());
            let place = room.path().join(name);
            let above = place.parent().unwrap();
            if fs::create_dir_all(above).is_err() {
                continue;
            }
            match place.symlink_metadata() {
                Ok(about) if about.is_dir() => fs::remove_dir_all(&place).unwrap(),
                Ok(_) => fs::remove_file(&place).unwrap(),
                Err(_) => {}
            }
            match put {
                Put::LinkToFile => symlink(victim.join("thesis.txt"), &place).unwrap(),
                Put::LinkToFolder => symlink(&victim, &place).unwrap(),
                Put::SecondName => fs::hard_link(victim.join("thesis.txt"), &place).unwrap(),
            }
            let before = tree(&victim);
            let (status, said) = soon(room.path(), &write.what.split_whitespace().collect::<Vec<_>>());
            let case = format!("{} with {put:?} at {name}: status {status:?}, {said}", write.what);
            assert!(matches!(status, Some(0 | 2)) && !said.contains("panicked"), "{case}");
            assert!(tree(&victim) == before, "{case}");
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| (0..3).for_each(|_| drop(scope.spawn(work))));
    assert_eq!(done.into_inner(), cases.len());
}

/// A finished run of a toy game: its folder, results folder, experiment text and command.
fn finished() -> (TempDir, PathBuf, String, String) {
    let folder = place();
    let out = folder.path().join("out");
    let (text, file) = (out.to_str().unwrap().to_owned(), folder.path().join("toy.toml").to_str().unwrap().to_owned());
    done(&run(&["run", &file, "--out", &text]));
    (folder, out, text, file)
}

#[test]
fn foreign_folder_is_refused() {
    let folder = place();
    let at = folder.path();
    let victim = victim(at);
    let before = tree(&victim);
    done(&run(&[
        "shard",
        "plan",
        at.join("toy.toml").to_str().unwrap(),
        "--shards",
        "1",
        "--out",
        at.join("cuts").to_str().unwrap(),
    ]));
    done(&run(&["shard", "run", at.join("cuts").to_str().unwrap(), "--index", "0"]));
    for verb in [
        "run ../toy.toml --out .",
        "run ../toy.toml --out . --fresh",
        "run ../toy.toml --out . --resume",
        "compare --game kuhn-poker random ismcts:iterations=20 --out .",
        "compare --game kuhn-poker random ismcts:iterations=20 --out . --fresh",
        "tune --game kuhn-poker ismcts:iterations=9 --against random --keys iterations=5..20 --out .",
        "tune --game kuhn-poker ismcts:iterations=9 --against random --keys iterations=5..20 --out . --fresh",
        "train --seats 2 --out . --rounds 6",
        "train --seats 2 --out . --rounds 6 --fresh",
        "propose ../out --out .",
        "shard plan ../toy.toml --shards 2 --out .",
        "shard merge ../cuts --out .",
        "shard merge ../cuts --out . --fresh",
        "shard run . --index 0",
        "report .",
        "new bot ../victim --python",
        "new game ../victim",
    ] {
        let (status, said) = soon(&victim, &verb.split_whitespace().collect::<Vec<_>>());
        assert_eq!((status, said.lines().count()), (Some(2), 1), "{verb}: {said}");
        assert!(said.contains("expected"), "{verb}: {said}");
        assert!(tree(&victim) == before, "{verb}: {said}");
    }
    let text = victim.to_str().unwrap();
    let file = at.join("toy.toml");
    refused(
        &run(&["run", file.to_str().unwrap(), "--out", text]),
        &[text, "holds inner and 2 more", "expected an empty or a new folder"],
    );
    // An experiment file is not overwritten either.
    let (own, own_text) = (at.join("own"), at.join("own").to_str().unwrap().to_owned());
    fs::create_dir(&own).unwrap();
    fs::write(own.join("experiment.toml"), "mine").unwrap();
    refused(&run(&["run", file.to_str().unwrap(), "--out", &own_text, "--fresh"]), &["holds experiment.toml"]);
    assert_eq!(fs::read_to_string(own.join("experiment.toml")).unwrap(), "mine");
}

#[test]
fn foreign_file_at_an_output_name_is_set_aside() {
    let (_folder, out, text, file) = finished();
    let plot = fs::read_dir(out.join("plots")).unwrap().next().unwrap().unwrap().path();
    let plot = format!("plots/{}", plot.file_name().unwrap().to_str().unwrap());
    for (arguments, count) in [
        (vec!["report", &text], 1),
        (vec!["run", &file, "--out", &text, "--fresh", "--set", "seed=7"], 2),
        (vec!["report", &text], 3),
    ] {
        let names = ["report.md", "summary.csv", &plot];
        for name in names {
            fs::write(out.join(name), format!("mine {count}")).unwrap();
        }
        fs::write(out.join("plots/figure.svg"), "my figure").unwrap();
        fs::write(out.join("notes.txt"), "my notes").unwrap();
        let output = run(&arguments);
        done(&output);
        for name in names {
            let aside = if count == 1 { format!("{name}.aside") } else { format!("{name}.aside-{count}") };
            assert_eq!(fs::read_to_string(out.join(&aside)).unwrap(), format!("mine {count}"));
            let said = complaint(&output);
            assert_eq!(said.lines().filter(|line| line.ends_with(&aside)).count(), 1, "{said}");
            assert!(fs::read_to_string(out.join(name)).unwrap() != format!("mine {count}"));
        }
        assert_eq!(fs::read_to_string(out.join("plots/figure.svg")).unwrap(), "my figure");
        assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "my notes");
        done(&run(&["verify", &text]));
    }
}

#[test]
fn program_logs_are_replaced_by_the_next_run() {
    let folder = place();
    let (at, out) = (folder.path(), folder.path().join("out"));
    let said = |word: &str| {
        let program = format!("agent = {{ kind = \"process\", command = \"echo {word} >&2\" }}");
        let text = toy("kuhn-poker", 4).replacen("agent = { kind = \"random\" }", &program, 1);
        let text = text.replace("deals = 4", "deals = 4\nfaults = \"count\"");
        fs::write(at.join("toy.toml"), text).unwrap();
        let (_, said) = soon(at, &["run", "toy.toml", "--out", "out", "--fresh"]);
        (said, fs::read_to_string(out.join("stderr/one.log")).unwrap())
    };
    let names = || fs::read_dir(out.join("stderr")).unwrap().count();
    assert!(said("first").1.contains("first"));
    assert!(said("second").1.contains("second") && names() == 2);
    fs::write(out.join("stderr/one.log"), "my notes").unwrap();
    let (complaint, log) = said("third");
    assert!(log.contains("third") && complaint.contains("kept as out/stderr/one.log.aside"), "{complaint}");
    assert_eq!(fs::read_to_string(out.join("stderr/one.log.aside")).unwrap(), "my notes");
    assert_eq!(names(), 3);
}

#[test]
fn foreign_records_reference_no_outside_file() {
    let (folder, out, text, file) = finished();
    let victim = victim(folder.path());
    symlink(&victim, out.join("l")).unwrap();
    fs::write(out.join("mine.txt"), "mine").unwrap();
    let before = tree(&victim);
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    let outside = victim.join("thesis.txt").to_str().unwrap().to_owned();
    for name in ["l/thesis.txt", "../victim/thesis.txt", &outside, "mine.txt", "plots/../mine.txt", "", "/", "."] {
        for sha256 in [of_text("years of work"), of_text("no more"), String::new()] {
            // A file that the manifest names with its digest belongs to the program, if it is directly in the folder.
            let forged = manifest.replacen(
                "\"files\": [",
                &format!(
                    "\"files\": [{{\"name\": \"{name}\", \"rows\": null, \"bytes\": 1, \"sha256\": \"{sha256}\"}},"
                ),
                1,
            );
            fs::write(out.join("manifest.json"), &forged).unwrap();
            let output = run(&["run", &file, "--out", &text, "--fresh"]);
            assert!(matches!(output.status.code(), Some(0 | 2)), "{name}: {}", complaint(&output));
            let experiment = fs::read_to_string(out.join("experiment.toml")).unwrap();
            let stale = vec![WrittenFile { name: name.to_owned(), sha256: sha256.clone() }];
            for finishing in [None, Some(vec![name.to_owned()])] {
                let added = stale.clone();
                let progress = Progress {
                    asked: of_text(&experiment),
                    stale: stale.clone(),
                    added,
                    finishing,
                    ..Progress::default()
                };
                for mode in ["--resume", "--fresh"] {
                    fs::write(out.join("progress.json"), serde_json::to_string(&progress).unwrap()).unwrap();
                    let output = run(&["run", &file, "--out", &text, mode]);
                    assert!(matches!(output.status.code(), Some(0 | 2)), "{name}: {}", complaint(&output));
                    assert!(tree(&victim) == before, "{name}");
                    assert_eq!(fs::read_to_string(out.join("mine.txt")).unwrap(), "mine", "{name}");
                }
            }
            done(&run(&["run", &file, "--out", &text, "--fresh"]));
        }
    }
}

#[test]
fn links_and_pipes_are_refused_before_anything_is_played() {
    let (folder, out, text, file) = finished();
    let victim = victim(folder.path());
    for name in [
        "plots",
        "stderr",
        "rounds.csv",
        "report.md",
        "summary.csv.part",
        "manifest.json.part.new",
        "stderr/one.log.part",
    ] {
        for pipe in [false, true] {
            let (place, kept) = (out.join(name), folder.path().join("kept"));
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            let was = place.symlink_metadata().is_ok();
            if was {
                fs::rename(&place, &kept).unwrap();
            }
            if pipe {
                assert!(std::process::Command::new("mkfifo").arg(&place).status().unwrap().success());
            } else {
                symlink(&victim, &place).unwrap();
            }
            let before = tree_without_pipes(&out);
            let what = if pipe { "a pipe, a socket or a device, not" } else { "a link, not" };
            refused(&run(&["run", &file, "--out", &text, "--fresh"]), &[&format!("{name}: {what}"), "expected"]);
            assert!(tree_without_pipes(&out) == before, "{name}");
            fs::remove_file(&place).unwrap();
            if was {
                fs::rename(&kept, &place).unwrap();
            }
        }
    }
    done(&run(&["verify", &text]));
}

/// The names in a folder.
fn tree_without_pipes(folder: &Path) -> BTreeSet<PathBuf> {
    let (mut names, mut open) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            }
            names.insert(entry.path());
        }
    }
    names
}

#[test]
fn hard_link_to_an_output_keeps_its_bytes() {
    // A finished file, and a partial one that is continued.
    let (folder, out, text, file) = finished();
    let kept = folder.path().join("kept.md");
    fs::hard_link(out.join("report.md"), &kept).unwrap();
    let report = fs::read(&kept).unwrap();
    done(&run(&["run", &file, "--out", &text, "--fresh", "--set", "seed=9"]));
    assert!(fs::read(&kept).unwrap() == report && fs::read(out.join("report.md")).unwrap() != report);
    assert!(!out.join("report.md.aside").exists());

    let cut = folder.path().join("cut");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let heads: Vec<(&str, String)> = ["rounds.csv", "seats.csv", "matches.csv", "transcripts.jsonl"]
        .map(|name| (name, if name.ends_with("csv") { common::lines(&read(name), 0) } else { String::new() }))
        .to_vec();
    let parts: Vec<(&str, &str, &str)> = heads[..3].iter().map(|(name, head)| (*name, head.as_str(), "torn")).collect();
    let toys = fs::read_to_string(&file).unwrap().replace("transcripts = true", "transcripts = false");
    fs::write(&file, toys).unwrap();
    let plain = folder.path().join("plain");
    done(&run(&["run", &file, "--out", plain.to_str().unwrap()]));
    let asked = [("experiment.toml", fs::read_to_string(plain.join("experiment.toml")).unwrap())];
    interrupted(&cut, &asked, &parts, 0, PlayedCounts::default());
    let other = folder.path().join("other.csv");
    fs::hard_link(cut.join("rounds.csv.part"), &other).unwrap();
    let bytes = fs::read(&other).unwrap();
    done(&run(&["run", &file, "--out", cut.to_str().unwrap(), "--resume"]));
    assert!(fs::read(&other).unwrap() == bytes);
    assert!(fs::read(cut.join("rounds.csv")).unwrap() == fs::read(plain.join("rounds.csv")).unwrap());
}

#[test]
fn only_the_requested_file_is_written() {
    let (folder, _, text, _) = finished();
    let victim = victim(folder.path());
    let page = folder.path().join("page.html");
    let page_text = page.to_str().unwrap();
    let replay = || run(&["replay", &text, "--match", "1", "--html", page_text]);
    // Temporary files of others stay.
    fs::write(folder.path().join("page.html.new"), "mine").unwrap();
    done(&replay());
    done(&replay());
    assert!(fs::read_to_string(&page).unwrap().contains("<html"));
    assert_eq!(fs::read_to_string(folder.path().join("page.html.new")).unwrap(), "mine");
    assert!(!folder.path().join("page.html.new-2").exists());
    fs::remove_file(&page).unwrap();
    symlink(victim.join("thesis.txt"), &page).unwrap();
    refused(&replay(), &["page.html is a link"]);
    fs::remove_file(&page).unwrap();
    fs::create_dir(&page).unwrap();
    refused(&replay(), &["page.html is a folder"]);
    assert_eq!(fs::read_to_string(victim.join("thesis.txt")).unwrap(), "years of work");
}

/// A verb with an output file replaces only files that it wrote itself, never its input.
#[test]
fn output_files_replace_nothing_but_their_own_kind() {
    let (folder, out, text, _) = finished();
    let is_kept = |path: &Path, arguments: &[&str]| {
        let before = fs::read(path).unwrap();
        refused(&run(arguments), &[path.to_str().unwrap(), "there is a file that is not"]);
        assert!(fs::read(path).unwrap() == before, "{arguments:?}");
    };
    let foreign = folder.path().join("mine.html");
    fs::write(&foreign, "<!DOCTYPE html>\n<html>mine</html>\n").unwrap();
    let transcripts = out.join("transcripts.jsonl");
    // An edited page no longer belongs to the program.
    let edited = folder.path().join("edited.html");
    done(&run(&["replay", &text, "--match", "1", "--html", edited.to_str().unwrap()]));
    let page = fs::read_to_string(&edited).unwrap();
    fs::write(&edited, page.replacen("<body", "<!-- mine --><body", 1)).unwrap();
    for path in [&foreign, &transcripts, &out.join("report.html"), &edited] {
        is_kept(path, &["replay", &text, "--match", "1", "--html", path.to_str().unwrap()]);
    }
    let played = ["play", "--game", "tic-tac-toe", "--out", foreign.to_str().unwrap()];
    refused(&run(&played), &["mine.html", "already exists"]);
}
