//! Rows that were changed after a run are refused without `--rows-changed`; impossible numbers are always refused.

use std::fs;
use std::path::Path;

use crate::common::{done, refused, run, tempdir, toy};

fn played(folder: &Path) -> String {
    fs::write(folder.join("toy.toml"), toy("kuhn-poker", 20)).unwrap();
    let out = folder.join("out").to_str().unwrap().to_owned();
    done(&run(&["run", folder.join("toy.toml").to_str().unwrap(), "--out", &out]));
    out
}

/// Replaces column `column` of row `row` of a file, both from 0.
fn change(file: &Path, row: usize, column: usize, text: &str) {
    let mut rows: Vec<String> = fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect();
    let mut fields: Vec<&str> = rows[row].split(',').collect();
    fields[column] = text;
    rows[row] = fields.join(",");
    fs::write(file, rows.join("\n") + "\n").unwrap();
}

#[test]
fn report_refuses_changed_rows() {
    let folder = tempdir().unwrap();
    let out = played(folder.path());
    done(&run(&["report", &out]));
    let matches = Path::new(&out).join("matches.csv");
    let whole = fs::read(&matches).unwrap();
    let before = fs::read_to_string(Path::new(&out).join("report.md")).unwrap();
    let turns: u64 =
        fs::read_to_string(&matches).unwrap().lines().nth(1).unwrap().split(',').nth(7).unwrap().parse().unwrap();
    change(&matches, 1, 7, &(turns + 1).to_string());
    refused(&run(&["report", &out]), &["matches.csv", "digest", "manifest.json", "--rows-changed"]);
    assert_eq!(fs::read_to_string(Path::new(&out).join("report.md")).unwrap(), before);
    done(&run(&["report", &out, "--rows-changed"]));
    let report = fs::read_to_string(Path::new(&out).join("report.md")).unwrap();
    assert!(report.contains("Rows were changed after the run: matches.csv."), "{report}");
    // The digests stay: the same rows are refused again, and the original ones are accepted.
    refused(&run(&["report", &out]), &["matches.csv", "--rows-changed"]);
    fs::write(&matches, whole).unwrap();
    done(&run(&["report", &out]));
    assert_eq!(fs::read_to_string(Path::new(&out).join("report.md")).unwrap(), before);
    done(&run(&["verify", &out]));
}

#[test]
fn impossible_numbers_are_refused_with_rows_changed() {
    let folder = tempdir().unwrap();
    let out = played(folder.path());
    let matches = Path::new(&out).join("matches.csv");
    let whole = fs::read(&matches).unwrap();
    // Columns: 8 score, 9 rank, 11 share.
    for (column, text, word) in [
        (11, "5", "share"),
        (11, "-0.5", "share"),
        (11, "NaN", "share"),
        (11, "inf", "share"),
        (8, "NaN", "score"),
        (8, "1e999", "score"),
        (9, "0", "rank"),
        (9, "3", "rank"),
        (3, "0", "rotation"),
    ] {
        change(&matches, 1, column, text);
        refused(&run(&["report", &out, "--rows-changed"]), &["matches.csv", word]);
        fs::write(&matches, &whole).unwrap();
    }
    for row in [1, 2] {
        change(&matches, row, 11, "0.75");
    }
    refused(&run(&["report", &out, "--rows-changed"]), &["matches.csv", "shares", "sum to 1.5"]);
}

#[test]
fn pilot_refuses_changed_rows() {
    let folder = tempdir().unwrap();
    let pilot = folder.path().join("pilot").to_str().unwrap().to_owned();
    done(&run(&["compare", "--game", "kuhn-poker", "random", "random", "--elo1", "100", "--out", &pilot]));
    done(&run(&["plan", "--difference", "0.05", "--pilot", &pilot]));
    change(&Path::new(&pilot).join("blocks.csv"), 1, 3, "0.25");
    change(&Path::new(&pilot).join("blocks.csv"), 2, 3, "0.25");
    let plan = ["plan", "--difference", "0.05", "--pilot", &pilot];
    refused(&run(&plan), &["blocks.csv", "digest"]);
    refused(&run(&["report", &pilot]), &["blocks.csv", "digest", "--rows-changed"]);
    done(&run(&["report", &pilot, "--rows-changed"]));
    refused(&run(&plan), &["blocks.csv", "digest"]);
    let report = fs::read_to_string(Path::new(&pilot).join("report.md")).unwrap();
    assert!(report.contains("changed after the run: blocks.csv"), "{report}");
}
