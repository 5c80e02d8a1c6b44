//! `report.html` and its data files, for synthetic results.

use std::fs;
use std::path::Path;

use crate::common::tempdir;
use ergo_lab::games::measures;
use ergo_lab::manifest::FileEntry;
use ergo_lab::report::{Report, ReportSpec, build};

/// Writes rows of two arms and three entrants: every pair and all three, in all rotations. Names and numbers alone decide the
/// winners.
fn write_rows(folder: &Path, arms: &[&str], deals: u64) {
    let mut matches = String::from("arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault\n");
    let mut rounds =
        String::from("arm,match,deal,rotation,round,starter,turns,ended_by,paradox,points_1,points_2,points_3\n");
    let tables: [&[&str]; 4] = [&["a<b>", "b&b"], &["b&b", "c\"c"], &["a<b>", "c\"c"], &["a<b>", "b&b", "c\"c"]];
    let mut number = 0;
    for (shift, arm) in arms.iter().enumerate() {
        for table in tables {
            for (deal, rotation) in (1..=deals).flat_map(|deal| (1..=table.len()).map(move |rotation| (deal, rotation)))
            {
                number += 1;
                let seats = table.len();
                let winner = (deal as usize * 7 + number / 3 + shift) % (seats + 1) % seats;
                let length = 1 + (deal as usize + rotation) % 4;
                for seat in 0..seats {
                    let entrant = table[(seat + seats - (rotation - 1)) % seats].replace('"', "\"\"");
                    let won = u8::from(seat == winner);
                    let fault = if number == 5 && seat == 0 { "illegal" } else { "" };
                    matches += &format!(
                        "{arm},{number},{deal},{rotation},{},\"{entrant}\",{length},9,{won},{},{won},{won},{fault}\n",
                        seat + 1,
                        2 - won
                    );
                }
                for round in 1..=length {
                    let ending = ["ergo", "exhausted", "max_turns"][(round + number + shift) % 3];
                    let paradox = (number + round * shift) % 3 % 2;
                    let third = if seats == 3 { "3" } else { "" };
                    rounds +=
                        &format!("{arm},{number},{deal},{rotation},{round},1,3,{ending},{paradox},5,{round},{third}\n");
                }
            }
        }
    }
    fs::write(folder.join("matches.csv"), matches).unwrap();
    fs::write(folder.join("rounds.csv"), rounds).unwrap();
}

fn report(arms: &[&str], measure: Option<&str>) -> Report {
    let folder = tempdir().unwrap();
    write_rows(folder.path(), arms, 12);
    let measures = measures("ergo");
    let keys = measure.and_then(|text| measures.parse(text)).into_iter().collect();
    let asked =
        ReportSpec { question: "Who is <better> & why?".to_owned(), keys, measures, seed: 3, ..ReportSpec::default() };
    build(folder.path(), false, &asked, Vec::new(), &[FileEntry::of_text("matches.csv", Some(7), "rows")]).unwrap()
}

fn file(report: &Report, name: &str) -> String {
    let found = report.files.iter().find(|file| file.name == name);
    found.unwrap_or_else(|| panic!("no {name}")).text().unwrap().into_owned()
}

/// Asserts that elements are closed in order and that texts contain no bare brackets.
#[track_caller]
fn well_formed(html: &str) {
    let html = html.strip_prefix("<!DOCTYPE html>").expect("it says what it is");
    // The style sheet contains no markup, and the only script is that of the page.
    let (before, rest) = html.split_once("<style>").unwrap();
    let (style, after) = rest.split_once("</style>").unwrap();
    let (after, rest) = after.split_once("<script>").unwrap();
    let (script, end) = rest.split_once("</script>").unwrap();
    assert!(!style.contains('<') && script.contains("table.sortable"));
    let after = [after, end].concat();
    let mut open: Vec<&str> = Vec::new();
    for piece in [before, &after].concat().split('<').skip(1).collect::<Vec<_>>() {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("unclosed <{piece}"));
        assert!(!text.contains('>'), "{piece}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        match tag {
            _ if tag.starts_with('/') => assert_eq!(open.pop().map(str::to_owned), Some(name.to_owned())),
            _ if tag.ends_with('/') || name == "meta" => {}
            _ => open.push(Box::leak(name.to_owned().into_boxed_str())),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn report_page_is_well_formed_and_self_contained() {
    for (arms, measure) in [(&["x"][..], None), (&["x", "y", "z"][..], Some("paradox"))] {
        let report = report(arms, measure);
        let html = &file(&report, "report.html");
        well_formed(html);
        for word in ["https:", "src=", "@import", "url(", "<link", "fetch("] {
            assert!(!html.contains(word), "{word}");
        }
        let own =
            |link: &str| [".csv\"", "plots/", "#"].iter().any(|part| link.split('>').next().unwrap().contains(part));
        assert!(html.split("href=\"").skip(1).all(own), "every link is to a part of the page or of the folder");
        assert!(html.contains("<h1>Who is &lt;better&gt; &amp; why?</h1>"));
        assert!(html.contains("prefers-color-scheme:dark") && html.contains("width=device-width"));
        let odd = ["NaN", "inf", "-0.0 %"];
        let shown = html.replace("isNaN", "");
        assert!(odd.iter().all(|word| !shown.contains(word)), "a number that is none");
    }
}

#[test]
fn report_page_works_with_few_or_no_rows() {
    let folder = tempdir().unwrap();
    let alone = "arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault\n\
                 x,1,1,1,1,a,1,9,3,1,1,1,\nx,1,1,1,2,a,1,9,1,2,0,0,\n";
    fs::write(folder.path().join("matches.csv"), alone).unwrap();
    fs::write(folder.path().join("rounds.csv"), "arm,match,deal,rotation,round\nx,1,1,1,1\n").unwrap();
    let asked = ReportSpec { question: "q".to_owned(), measures: measures("ergo"), seed: 3, ..ReportSpec::default() };
    let report = build(folder.path(), false, &asked, Vec::new(), &[]).unwrap();
    well_formed(&file(&report, "report.html"));

    fs::write(folder.path().join("matches.csv"), alone.lines().next().unwrap()).unwrap();
    fs::write(folder.path().join("rounds.csv"), "arm,match,deal,rotation,round\n").unwrap();
    let report = build(folder.path(), false, &asked, Vec::new(), &[]).unwrap();
    well_formed(&file(&report, "report.html"));
}

/// Returns the rows of a CSV file as lists of texts.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn chart_data_match_the_summary() {
    let report = report(&["x", "y"], Some("paradox"));
    let summary = rows(&file(&report, "summary.csv"));
    let value = |arm: &str, table: &str, subject: &str, measure: &str, column: usize| {
        let is_it = |row: &&Vec<String>| [&row[0], &row[1], &row[3], &row[4]] == [arm, table, subject, measure];
        summary
            .iter()
            .find(is_it)
            .map_or_else(|| panic!("{arm} {table} {subject} {measure}"), |row| row[column].clone())
    };
    let seats = rows(&file(&report, "plots/seats.csv"));
    assert_eq!(seats.len(), 2 * (2 + 2 + 2 + 3));
    for row in seats {
        let seat = format!("seat {}", row[2]);
        let found = [5, 6, 7].map(|column| value(&row[0], &row[1], &seat, "win_share", column));
        assert_eq!(found.as_slice(), &row[3..]);
    }
    for row in rows(&file(&report, "plots/endings.csv")) {
        assert_eq!(value(&row[0], &row[1], "all", &format!("ended_by_{}", row[2]), 5), row[3]);
    }
    let arms = rows(&file(&report, "plots/arms.csv"));
    assert!(arms.iter().any(|row| row[3] == "paradox"));
    for row in arms {
        let found = [5, 6, 7].map(|column| value(&row[0], &row[1], &row[2], &row[3], column));
        assert_eq!(found.as_slice(), &row[4..7]);
        if row[0] == "y" {
            assert_eq!(value("y", &row[1], &row[2], &format!("{}_difference", row[3]), 5), row[7]);
        }
        // Adjusted p-values are at least as large, and Holm's at least as large as those of Benjamini and Hochberg.
        let p: Vec<f64> = row[8..].iter().filter_map(|p| p.parse().ok()).collect();
        assert!(p.is_empty() || (p[0] <= p[2] && p[2] <= p[1] && p[1] <= 1.0), "{row:?}");
    }
}

#[test]
fn rating_list_matches_hand_calculation() {
    let folder = tempdir().unwrap();
    // b wins only every fourth deal, in both seats.
    let mut matches = String::from("arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault\n");
    for number in 0..400_u32 {
        let (deal, rotation) = (number / 2 + 1, number % 2 + 1);
        for seat in 1..=2 {
            let name = if (seat + rotation) % 2 == 0 { "a" } else { "b" };
            let won = u8::from((name == "b") == deal.is_multiple_of(4));
            matches += &format!("x,{},{deal},{rotation},{seat},{name},1,9,1,{},{won},{won},\n", number + 1, 2 - won);
        }
    }
    fs::write(folder.path().join("matches.csv"), matches).unwrap();
    fs::write(folder.path().join("rounds.csv"), "arm,match,deal,rotation,round\n").unwrap();
    let report = build(
        folder.path(),
        false,
        &ReportSpec { question: "q".to_owned(), measures: measures("ergo"), seed: 3, ..ReportSpec::default() },
        Vec::new(),
        &[],
    )
    .unwrap();
    let list = rows(&file(&report, "plots/ratings.csv"));
    assert_eq!([&list[0][2], &list[1][2]], ["a", "b"]);
    let number = |column: usize| list[0][column].parse::<f64>().unwrap();
    // Odds of three to one are 190.8 Elo apart, 95.4 each from the mean; the penalty reduces this a little.
    assert!((number(3) - 95.4).abs() < 1.5, "{list:?}");
    // 200 clustered deals: the standard error of the log-odds is sqrt(1 / (200 · 3/16)), half of it for a.
    let half = 1.96 * (16.0 / 600.0_f64).sqrt() * 173.72 / 2.0;
    assert!(((number(5) - number(4)) / 2.0 - half).abs() < 0.12 * half, "{list:?} {half}");
    assert_eq!((list[0][6].as_str(), list[1][6].as_str(), list[0][8].as_str()), ("1", "2", "0.750000"));
    let pairs = rows(&file(&report, "plots/pairs.csv"));
    assert_eq!(pairs[0], ["x", "2", "a", "b", "0.750000", "0.689470", "0.810530", "400"]);
    assert_eq!(pairs[1][4], "0.250000");
}
