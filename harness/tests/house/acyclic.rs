//! Holds the module graph inside each crate: no module needs itself, however long the way round.
//!
//! Every file of a crate's `src` is a module, a `mod.rs` that of its folder, and an arrow goes from the file where a path is
//! written to the file of the deepest module that the path names: from `use crate::a::b::{C, d}`, `use super::…`, `pub use`,
//! and from paths in the middle of code. `mod child;` is no arrow: declaring is not using. A re-export is one, so the front
//! door of a folder may use and re-export its children, and then they use each other by their own names and never reach back
//! through the door. Or they use what the door itself defines, and it only declares them. A folder whose door does both is a
//! circle, which the test names file by file. Code under `#[cfg(test)]` does not count, nor do comments and texts.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::sources;

/// The crates.
const CRATES: [&str; 6] = ["engine/core", "engine", "agents", "harness", "harness/core", "harness/stats"];

/// Circles that are known and wait to be undone, by their files from the workspace. One that is gone must leave this list.
const KNOWN: [&[&str]; 0] = [];

/// Arrows between modules, by their files.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The modules of a crate: for each path of names from its root, its file and its code.
type Modules = BTreeMap<Vec<String>, (String, Vec<String>)>;

/// Names by which modules are known in one module, and their paths.
type Names = BTreeMap<String, Vec<String>>;

/// The crate in the folder `krate` of the workspace.
fn modules(krate: &str) -> Modules {
    of_sources(&sources(&format!("{krate}/src")))
}

/// The modules of files named `crate/src/…`.
fn of_sources(sources: &[(String, String)]) -> Modules {
    let module = |(file, text): &(String, String)| {
        let (_, inside) = file.split_once("src/").expect("sources lie in src");
        let mut path: Vec<String> = inside.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if path.last().is_some_and(|last| ["lib", "mod"].contains(&last.as_str())) {
            path.pop();
        }
        (path, (file.clone(), without_tests(tokens(text))))
    };
    // The binary is a crate of its own that uses the library from outside.
    sources.iter().filter(|(file, _)| !file.ends_with("src/main.rs")).map(module).collect()
}

/// Names, `::`, and every other character by itself; no comments, no texts, no characters in quotes.
fn tokens(text: &str) -> Vec<String> {
    let all: Vec<char> = text.chars().collect();
    let starts = |at: usize, what: &str| what.chars().enumerate().all(|(i, c)| all.get(at + i) == Some(&c));
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let from = at;
        match all[at] {
            c if c.is_whitespace() => at += 1,
            '/' if starts(at, "//") => at = (at..all.len()).find(|i| all[*i] == '\n').unwrap_or(all.len()),
            '/' if starts(at, "/*") => at = (at..all.len()).find(|i| starts(*i, "*/")).map_or(all.len(), |end| end + 2),
            'r' if starts(at, "r\"") || starts(at, "r#\"") => {
                let close = if starts(at, "r\"") { "\"" } else { "\"#" };
                let body = at + 1 + close.len();
                at = (body..all.len()).find(|i| starts(*i, close)).map_or(all.len(), |end| end + close.len());
            }
            '"' => {
                at += 1;
                while at < all.len() && all[at] != '"' {
                    at += if all[at] == '\\' { 2 } else { 1 };
                }
                at += 1;
            }
            // A character in quotes, not a lifetime.
            '\'' if starts(at + 1, "\\") => {
                at = (at + 3..all.len()).find(|i| all[*i] == '\'').map_or(all.len(), |i| i + 1)
            }
            '\'' if starts(at + 2, "'") => at += 3,
            c if is_name(c) => {
                at = (at..all.len()).find(|i| !is_name(all[*i])).unwrap_or(all.len());
                found.push(all[from..at].iter().collect());
            }
            ':' if starts(at, "::") => {
                at += 2;
                found.push("::".to_owned());
            }
            c => {
                at += 1;
                found.push(c.to_string());
            }
        }
    }
    found
}

/// Code without the items under `#[cfg(test)]`: each ends with its first `;` or block, whichever comes first.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..].iter().take(mark.len()).eq(mark) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        at += mark.len();
        while at < tokens.len() {
            match tokens[at].as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 && [";", "}"].contains(&tokens[at - 1].as_str()) {
                break;
            }
        }
    }
    kept
}

/// The paths written in `code`, each by its names. Those of a `use` with braces are spread out; `names` may begin a path here,
/// too.
fn paths(code: &[String], names: &Names) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let is_start = ["crate", "super", "self"].contains(&code[at].as_str()) || names.contains_key(&code[at]);
        let goes_on = code.get(at + 1).is_some_and(|next| next == "::");
        let is_used = at > 0 && code[at - 1] == "use";
        let before = at.checked_sub(1).map_or("", |before| code[before].as_str());
        // A name after a dot is a field, after `::` the path goes on, and `mod name` declares.
        if is_start && (goes_on || is_used) && ![".", "::", "mod"].contains(&before) {
            at = spread(code, at, &mut Vec::new(), &mut found);
        } else {
            at += 1;
        }
    }
    found
}

/// Reads a path from `at` on, after the names of `before`. Gives where it ends.
fn spread(code: &[String], mut at: usize, before: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let length = before.len();
    loop {
        match code.get(at).map(String::as_str) {
            Some("{") => {
                at += 1;
                while code.get(at).is_some_and(|token| token != "}") {
                    at = spread(code, at, before, found);
                    while code.get(at).is_some_and(|token| token != "," && token != "}") {
                        at += 1;
                    }
                    at += usize::from(code.get(at).is_some_and(|token| token == ","));
                }
                at += 1;
                break;
            }
            Some(name) => {
                before.push(name.to_owned());
                at += 1;
            }
            None => break,
        }
        if code.get(at).is_none_or(|token| token != "::") {
            found.push(before.clone());
            break;
        }
        at += 1;
    }
    before.truncate(length);
    at
}

/// The arrows between the files of a crate.
fn graph(modules: &Modules) -> Graph {
    let mut graph = Graph::new();
    for (here, (file, code)) in modules {
        // What a path may begin with: children, and modules that a first look finds imported.
        let is_child = |path: &&Vec<String>| path.len() == here.len() + 1 && path.starts_with(here);
        let mut names: Names =
            modules.keys().filter(is_child).map(|path| (path[here.len()].clone(), path.clone())).collect();
        for path in paths(code, &names) {
            if let (Some(name), (module, true)) = (path.last(), resolve(modules, &names, here, &path)) {
                names.entry(name.clone()).or_insert(module);
            }
        }
        let arrows = graph.entry(file.clone()).or_default();
        for path in paths(code, &names) {
            let (target, _) = resolve(modules, &names, here, &path);
            let there = modules.get(&target).unwrap_or_else(|| panic!("{file}: {path:?} leads to no file"));
            arrows.insert(there.0.clone());
        }
        arrows.remove(file);
    }
    graph
}

/// The deepest module that `path`, written in the module `here`, names, and whether it names nothing else.
fn resolve(modules: &Modules, names: &Names, here: &[String], path: &[String]) -> (Vec<String>, bool) {
    let mut at = here.to_vec();
    for (i, name) in path.iter().enumerate() {
        match name.as_str() {
            "crate" if i == 0 => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            name if i == 0 => at = names[name].clone(),
            name => {
                at.push(name.to_owned());
                if !modules.contains_key(&at) {
                    at.pop();
                    return (at, false);
                }
            }
        }
    }
    (at, true)
}

/// Where one gets from `from` in one step or more.
fn reached<'g>(graph: &'g Graph, from: &str) -> BTreeSet<&'g str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for next in graph.get(at).into_iter().flatten() {
            if reached.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    reached
}

/// All knots: files of which each needs every other, however long the way.
fn knots(graph: &Graph) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|file| (file.as_str(), self::reached(graph, file))).collect();
    let knot = |file: &&str| -> BTreeSet<&str> {
        reached[*file].iter().copied().filter(|other| reached[other].contains(*file)).collect()
    };
    let all: BTreeSet<BTreeSet<&str>> = reached.keys().map(knot).filter(|knot| knot.len() > 1).collect();
    all.into_iter().collect()
}

/// A shortest circle through a knot, from one of its files back to it.
fn circle<'g>(graph: &'g Graph, knot: &BTreeSet<&'g str>) -> Vec<&'g str> {
    let from = |start: &'g str| {
        let mut ways: Vec<Vec<&str>> = vec![vec![start]];
        let mut seen = BTreeSet::new();
        for next in 0.. {
            let way = ways[next].clone();
            for to in graph[way[way.len() - 1]].iter().map(String::as_str) {
                let longer: Vec<&str> = way.iter().copied().chain([to]).collect();
                if to == start {
                    return longer;
                }
                if knot.contains(to) && seen.insert(to) {
                    ways.push(longer);
                }
            }
        }
        unreachable!("a knot has a way back")
    };
    knot.iter().map(|start| from(start)).min_by_key(Vec::len).unwrap_or_default()
}

/// The knots of a graph that are not `known`, one line a knot.
fn complaints(graph: &Graph, known: &[&[&str]]) -> Vec<String> {
    let knots = knots(graph);
    let is_known = |knot: &&BTreeSet<&str>| known.iter().any(|known| known.iter().copied().eq(knot.iter().copied()));
    let line = |knot: &BTreeSet<&str>| {
        let files: Vec<&str> = knot.iter().copied().collect();
        format!("{} (of {files:?})", circle(graph, knot).join(" -> "))
    };
    knots.iter().filter(|knot| !is_known(knot)).map(line).collect()
}

#[test]
fn no_module_needs_itself() {
    let graph: Graph = CRATES.iter().flat_map(|krate| graph(&modules(krate))).collect();
    let found = complaints(&graph, &KNOWN);
    assert!(found.is_empty(), "circles of imports:\n{}", found.join("\n"));
    let knots = knots(&graph);
    for known in KNOWN {
        let still = knots.iter().any(|knot| known.iter().copied().eq(knot.iter().copied()));
        assert!(still, "this circle is undone, so it must leave the list: {known:?}");
    }
}

/// The graph of a crate of these files.
fn planted(files: &[(&str, &str)]) -> Graph {
    let sources: Vec<(String, String)> =
        files.iter().map(|(file, text)| (format!("k/src/{file}"), (*text).to_owned())).collect();
    graph(&of_sources(&sources))
}

#[track_caller]
fn check_circle(files: &[(&str, &str)], expected: &str) {
    let found = complaints(&planted(files), &[]);
    assert!(found.len() == 1 && found[0].starts_with(expected), "{found:#?} instead of {expected}");
}

#[test]
fn planted_circles_are_found() {
    // By `use`, by a path in code, and the long way round.
    check_circle(
        &[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "fn f() { super::c::g() }"),
            ("c.rs", "use crate::{a::{self, A}};"),
        ],
        "k/src/a.rs -> k/src/b.rs -> k/src/c.rs -> k/src/a.rs",
    );
    // A front door that re-exports a child which reaches back through it.
    check_circle(
        &[
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; pub use b::B; pub struct A;"),
            ("a/b.rs", "use super::A; pub struct B;"),
        ],
        "k/src/a/b.rs -> k/src/a/mod.rs -> k/src/a/b.rs",
    );
    // One that calls a child by its name.
    check_circle(
        &[("lib.rs", "mod a;"), ("a/mod.rs", "mod b; pub fn f() { b::g() }"), ("a/b.rs", "fn g() { crate::a::f() }")],
        "k/src/a/b.rs -> k/src/a/mod.rs",
    );
    // One that is imported first, then called by its name.
    check_circle(
        &[("a/mod.rs", "pub mod b;"), ("a/b.rs", "use crate::c::C;"), ("c.rs", "use crate::{a}; fn f() { a::b::g() }")],
        "k/src/a/b.rs -> k/src/c.rs -> k/src/a/b.rs",
    );
    // Between folders.
    check_circle(
        &[
            ("a/mod.rs", "mod x;"),
            ("a/x.rs", "use crate::b::y;"),
            ("b/mod.rs", "pub mod y;"),
            ("b/y.rs", "pub(crate) use super::super::a::x::X as Z;"),
        ],
        "k/src/a/x.rs -> k/src/b/y.rs -> k/src/a/x.rs",
    );
    // A circle that is known does not hide a larger one.
    let files = [("a.rs", "use crate::b;"), ("b.rs", "use crate::{a, c};"), ("c.rs", "use crate::b;")];
    assert_eq!(complaints(&planted(&files), &[&["k/src/a.rs", "k/src/b.rs"]]).len(), 1);
    assert!(complaints(&planted(&files), &[&["k/src/a.rs", "k/src/b.rs", "k/src/c.rs"]]).is_empty());
}

#[test]
fn what_is_no_circle_is_let_be() {
    let none = |files: &[(&str, &str)]| assert_eq!(complaints(&planted(files), &[]), Vec::<String>::new());
    // A front door that only declares what uses it, and one that uses children that use each other.
    none(&[("a/mod.rs", "pub mod b; pub struct A;"), ("a/b.rs", "use super::A;")]);
    none(&[("a/mod.rs", "mod b; mod c; pub use b::B; pub use c::C;"), ("a/b.rs", "use super::c::C;"), ("a/c.rs", "")]);
    // Comments, texts, characters, tests, fields, other crates and names that only look alike.
    none(&[
        ("a.rs", "use crate::b::B;"),
        (
            "b.rs",
            "/* crate::a::A */ // crate::a\nconst T: &str = \"crate::a::A\\\"\"; const R: &str = r#\"\" crate::a::A\"#;",
        ),
    ]);
    none(&[
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "#[cfg(test)]\nmod tests { use crate::a::A; fn f() { if x { crate::a::g() } } }"),
    ]);
    none(&[
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "#[cfg(test)]\nuse crate::a::A; use other::a::A; fn f() { self.a::<u8>(); '\"'; }"),
    ]);
    // What follows a test does count.
    let files = [("a.rs", "use crate::b::B;"), ("b.rs", "#[cfg(test)]\nuse crate::c; use crate::a::A;")];
    assert_eq!(complaints(&planted(&files), &[]).len(), 1);
}
