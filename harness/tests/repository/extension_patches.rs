//! Worked extensions as patches. Each adds its own files and its lines in the lists, and changes nothing else. `.ci/places`
//! compiles them.

use std::fs;

use crate::common::root;

/// Returns the changed files with the number of added lines, and the new files. Every hunk must apply to the current file.
fn places(name: &str) -> (Vec<(String, usize)>, Vec<String>) {
    let patch = fs::read_to_string(root().join("harness/tests/extensions").join(name).with_extension("patch")).unwrap();
    let (mut changed, mut made) = (Vec::new(), Vec::new());
    for file in patch.split("diff --git ").skip(1) {
        let (head, hunks) = file.split_once("\n@@").expect("a hunk");
        let path = head.lines().find_map(|line| line.strip_prefix("+++ b/")).unwrap().to_owned();
        if head.contains("\nnew file") {
            made.push(path);
            continue;
        }
        let text = fs::read_to_string(root().join(&path)).unwrap();
        let mut added = 0;
        for hunk in hunks.split("\n@@") {
            let lines: Vec<&str> = hunk.lines().skip(1).collect();
            let old: Vec<&str> = lines.iter().filter(|line| !line.starts_with('+')).map(|line| &line[1..]).collect();
            assert!(text.contains(&old.join("\n")), "{name}: {path} has no longer\n{}", old.join("\n"));
            assert!(!lines.iter().any(|line| line.starts_with('-')), "{name}: {path} loses lines");
            added += lines.iter().filter(|line| line.starts_with('+')).count();
        }
        changed.push((path, added));
    }
    (changed, made)
}

#[track_caller]
fn check_places(name: &str, listed: &[&str], rooms: &[&str]) {
    let (changed, made) = places(name);
    let expected: Vec<(String, usize)> = listed
        .iter()
        .map(|file| ((*file).to_owned(), if file.ends_with("lib.rs") || file.starts_with("agents") { 1 } else { 2 }))
        .collect();
    assert_eq!(changed, expected, "{name}: a line that declares, and one in the list");
    assert!(!made.is_empty() && made.iter().all(|file| rooms.iter().any(|room| file.starts_with(room))), "{made:?}");
    assert!(rooms.iter().all(|room| made.iter().any(|file| file.starts_with(room))), "{made:?}");
}

#[test]
fn extension_patch_adds_its_files_and_two_lines() {
    check_places("statistic", &["harness/core/src/probes/mod.rs"], &["harness/core/src/probes/actions.rs"]);
    check_places("verb", &["harness/src/commands/mod.rs"], &["harness/src/commands/count.rs"]);
    let lists = ["agents/src/games/mod.rs", "engine/src/lib.rs", "harness/core/src/games/mod.rs"];
    let rooms = ["engine/src/stones/", "agents/src/games/stones/", "harness/core/src/games/stones/"];
    check_places("game", &lists, &rooms);
}
