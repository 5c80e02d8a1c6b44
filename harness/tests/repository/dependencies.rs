//! Dependencies: every crate of `Cargo.lock` is from the registry with a digest, and none has an advisory in
//! `.ci/advisories.toml`. Works offline.

use std::fs;

use crate::common::root;
use toml::{Table, Value};

fn read(name: &str) -> Table {
    let root = root();
    toml::from_str(&fs::read_to_string(root.join(name)).unwrap()).unwrap()
}

fn list<'t>(table: &'t Table, key: &str) -> Vec<&'t Table> {
    table[key].as_array().unwrap().iter().map(|entry| entry.as_table().unwrap()).collect()
}

fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.get(key).and_then(Value::as_str)
}

/// Parses major, minor and patch; ignores what follows `-` or `+`.
fn version(text: &str) -> [u64; 3] {
    let plain = text.split(['-', '+']).next().unwrap_or_default();
    let mut parts = plain.split('.').map(|part| part.parse().unwrap_or_else(|_| panic!("{text} is a version")));
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

/// The compatibility range of a version, as cargo defines it.
fn line([major, minor, patch]: [u64; 3]) -> [u64; 3] {
    match (major, minor) {
        (0, 0) => [0, 0, patch],
        (0, minor) => [0, minor, 0],
        (major, _) => [major, 0, 0],
    }
}

/// Returns true if a version has the fix: it is at least the fix in its own range, or its range is newer than all fixes.
fn is_patched(found: &str, patched: &[&str]) -> bool {
    let found = version(found);
    let fixes: Vec<[u64; 3]> = patched.iter().map(|fix| version(fix)).collect();
    let newest = fixes.iter().max().expect("a fix");
    found >= *newest || fixes.iter().any(|fix| line(*fix) == line(found) && found >= *fix)
}

#[test]
fn version_ranges_are_matched() {
    assert!(is_patched("0.10.1", &["0.8.6", "0.10.1"]) && is_patched("0.11.0", &["0.8.6", "0.10.1"]));
    assert!(is_patched("0.8.7", &["0.8.6", "0.10.1"]) && !is_patched("0.9.9", &["0.8.6", "0.10.1"]));
    assert!(
        !is_patched("0.8.5", &["0.8.6"]) && !is_patched("1.0.102", &["1.0.103"]) && is_patched("1.2.1+x", &["1.0.103"])
    );
}

#[test]
fn every_crate_is_from_the_registry_and_none_has_a_known_fault() {
    let lock = read("Cargo.lock");
    let packages = list(&lock, "package");
    assert!(packages.len() > 50);
    for package in &packages {
        let (name, source) = (text(package, "name").unwrap(), text(package, "source"));
        match source {
            None => assert!(name == "ergo" || name.starts_with("ergo-"), "{name} comes from nowhere"),
            Some(source) => {
                assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{name}");
                assert!(text(package, "checksum").is_some_and(|digest| digest.len() == 64), "{name}");
            }
        }
    }
    let advisories = read(".ci/advisories.toml");
    let advisories = list(&advisories, "advisory");
    assert!(!advisories.is_empty());
    for advisory in advisories {
        let (id, name) = (text(advisory, "id").unwrap(), text(advisory, "package").unwrap());
        let patched: Vec<&str> =
            advisory["patched"].as_array().unwrap().iter().map(|fix| fix.as_str().unwrap()).collect();
        let locked: Vec<&str> = packages
            .iter()
            .filter(|package| text(package, "name") == Some(name))
            .map(|package| text(package, "version").unwrap())
            .collect();
        // An advisory for a crate that is not used should be removed.
        assert!(!locked.is_empty(), "{id}: {name} is not in Cargo.lock");
        for found in locked {
            assert!(is_patched(found, &patched), "{id}: {name} {found}, fixed in {patched:?}");
        }
    }
}
