//! Every written column is documented, and the committed page is what the program prints.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::{difference, done, printed, root, run, tempdir};
use ergo_lab::columns::{Column, EVERYWHERE};
use ergo_lab::games::standard;

fn results() -> PathBuf {
    root().join("results")
}

/// Returns how many of `known` describe the column `name`; `*` describes columns without their own line.
fn described(known: &[Column], name: &str) -> usize {
    let own = known.iter().filter(|column| column.name != "*" && column.is(name)).count();
    if own > 0 { own } else { known.iter().filter(|column| column.is(name)).count() }
}

#[test]
fn every_column_of_every_game_is_described_once() {
    let registry = standard();
    for game in registry.games() {
        let (records, known, name) = (game.records(), &game.description().columns, game.name());
        let written = [("rounds.csv", records.round), ("seats.csv", records.seat)];
        for (file, columns) in written {
            let known: Vec<Column> = known.iter().filter(|column| column.file == file).copied().collect();
            for column in columns {
                assert_eq!(described(&known, column), 1, "{name}: {file}, {column}");
            }
        }
    }
}

#[test]
fn every_column_of_every_record_is_described_once() {
    let registry = standard();
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(results()).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir()) {
        let manifest = fs::read_to_string(entry.path().join("manifest.json")).unwrap_or_default();
        let game = registry.names().into_iter().find(|name| manifest.contains(&format!("\"game\": \"{name}\"")));
        let own = game.map_or_else(Vec::new, |game| registry.game(game).unwrap().description().columns.clone());
        for inner in ["", "plots"] {
            let Ok(files) = fs::read_dir(entry.path().join(inner)) else { continue };
            for file in files.map(Result::unwrap).filter(|file| file.path().extension().is_some_and(|end| end == "csv"))
            {
                let name = format!("{inner}/{}", file.file_name().to_str().unwrap());
                let name = name.trim_start_matches('/');
                let known: Vec<Column> =
                    EVERYWHERE().into_iter().chain(own.clone()).filter(|column| column.file == name).collect();
                // Files of comparisons and searches, and words counted by a game, have other columns.
                if known.is_empty() || name == "arms.csv" || manifest.is_empty() {
                    continue;
                }
                let text = fs::read_to_string(file.path()).unwrap();
                for column in text.lines().next().unwrap().split(',') {
                    assert_eq!(described(&known, column), 1, "{name}: {column}");
                }
                seen.insert(name.to_owned());
            }
        }
    }
    assert!(seen.len() > 10, "{seen:?}");
}

#[test]
fn shipped_columns_page_is_current() {
    for (name, arguments) in
        [("COLUMNS.md", &["games", "--columns"][..]), ("columns.json", &["games", "--columns", "--json"])]
    {
        let output = run(arguments);
        done(&output);
        assert_eq!(difference(&results().join(name), &printed(&output)), None);
    }
}

#[test]
fn pandas_and_polars_keep_the_types_where_cells_are_empty() {
    let folder = tempdir().unwrap();
    let has = |name: &str| {
        let tried = Command::new("python3").args(["-c", &format!("import {name}")]).output();
        tried.is_ok_and(|output| output.status.success())
    };
    let out = folder.path().join("out");
    let smoke = root().join("experiments/smoke.toml");
    done(&run(&["run", smoke.to_str().unwrap(), "--out", out.to_str().unwrap(), "--set", "schedule.deals=2"]));
    for (name, read) in [
        (
            "pandas",
            "t = pandas.read_csv(f, dtype=types, keep_default_na=False, na_values=['']); \
             assert str(t['points_4'].dtype) == 'Int64' and t['points_4'].isna().any()",
        ),
        (
            "polars",
            "n = {'Int64': polars.Int64, 'Float64': polars.Float64, 'string': polars.String}; t = polars.read_csv(f, \
             schema_overrides={k: n[v] for k, v in types.items()}); assert t['points_4'].dtype == polars.Int64",
        ),
    ] {
        if !has(name) {
            eprintln!("pandas_and_polars_keep_the_types_where_cells_are_empty: {name} skipped, python3 has none");
            continue;
        }
        let script = format!(
            "import json, {name}; f = '{}'; types = json.load(open('{}'))['ergo']['rounds.csv']; {read}",
            out.join("rounds.csv").display(),
            results().join("columns.json").display()
        );
        let output = Command::new("python3").args(["-c", &script]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
