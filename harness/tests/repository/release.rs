//! Files for code hosts and package registries: checkouts, workflows, names of archives.

use std::fs;
use std::process::Command;

use crate::common::{root, tempdir};

/// A checkout with CRLF would not match the digests of the records.
#[test]
fn checkout_with_autocrlf_keeps_line_ends() {
    let place = tempdir().unwrap();
    let prefix = format!("--prefix={}/", place.path().display());
    let file = "results/smoke/manifest.json";
    let checkout = ["-c", "core.autocrlf=true", "checkout-index", &prefix, "--", file];
    if !Command::new("git").args(checkout).current_dir(root()).status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: no checkout of git here");
        return;
    }
    let text = fs::read_to_string(place.path().join(file)).unwrap();
    assert!(text.contains('\n') && !text.contains('\r'));
}

#[test]
fn workflows_pin_actions_by_commit() {
    let mut actions = 0;
    for entry in fs::read_dir(root().join(".github/workflows")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for action in text.lines().filter_map(|line| line.split_once("uses: ")).map(|(_, action)| action) {
            let (_, pin) = action.split_once('@').expect(action);
            let (commit, version) = pin.split_once(" # v").expect(action);
            assert!(commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit()), "{action}");
            assert!(version.split('.').count() == 3, "{action}");
            actions += 1;
        }
    }
    assert!(actions >= 8, "{actions} actions");
}

#[test]
fn release_builds_the_archives_that_binstall_expects() {
    let manifest: toml::Table =
        toml::from_str(&fs::read_to_string(root().join("harness/Cargo.toml")).unwrap()).unwrap();
    let url = manifest["package"]["metadata"]["binstall"]["pkg-url"].as_str().unwrap();
    let archive = url.rsplit('/').next().unwrap().replace("{ name }", "ergo-lab");
    let archive = archive.replace("{ version }", "${VERSION#v}").replace("{ target }", "$TARGET");
    let workflow = fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    assert!(url.contains("/v{ version }/") && workflow.contains(&format!("\"{archive}\"")), "{archive}");
}
