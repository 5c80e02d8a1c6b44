//! Tables that differ in one entrant: differences computed by hand, and of played matches.

use std::fmt::Write;
use std::fs;

use crate::common::{done, run, tempdir};
use ergo_lab::games::measures;
use ergo_lab::report::{ReportSpec, build};

/// A match of one round: deal, rotation, then entrant, points and share of every seat.
struct Match(u64, usize, &'static [(&'static str, i32, f64)]);

/// Returns the summary of these matches, arm by arm.
fn report(arms: &[(&str, &[Match])]) -> String {
    let mut matches = "arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault\n".to_owned();
    let mut rounds = "arm,match,deal,rotation,round,ended_by\n".to_owned();
    let mut number = 0;
    for (arm, rows) in arms {
        for Match(deal, rotation, seats) in *rows {
            number += 1;
            for (i, (entrant, score, share)) in seats.iter().enumerate() {
                let seat = i + 1;
                writeln!(matches, "{arm},{number},{deal},{rotation},{seat},{entrant},1,9,{score},1,1,{share},")
                    .unwrap();
            }
            writeln!(rounds, "{arm},{number},{deal},{rotation},1,ergo").unwrap();
        }
    }
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("matches.csv"), matches).unwrap();
    fs::write(folder.path().join("rounds.csv"), rounds).unwrap();
    let asked = ReportSpec {
        question: "Is a better than b?".to_owned(),
        measures: measures("ergo"),
        seed: 3,
        ..ReportSpec::default()
    };
    let report = build(folder.path(), false, &asked, Vec::new(), &[]).unwrap();
    report.files.iter().find(|file| file.name == "summary.csv").unwrap().text().unwrap().into_owned()
}

/// Returns the rows of `summary` about pairs: arm, table, seats, subject, measure, value and blocks.
fn pairs(summary: &str) -> Vec<String> {
    let about = summary.lines().filter(|line| line.contains("_paired"));
    let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    about.map(fields).map(|f| format!("{} {} {} {} {} {} {}", f[0], f[1], f[2], f[3], f[4], f[5], f[8])).collect()
}

/// Two deals in both seatings. Shares of a: 1 and 1/2; of b: 1/2 and 1/4. Margins of a: 7 and 0; of b: 2 and -3.
const A: [Match; 4] = [
    Match(1, 1, &[("a", 10, 1.0), ("x", 2, 0.0)]),
    Match(1, 2, &[("x", 0, 0.0), ("a", 6, 1.0)]),
    Match(2, 1, &[("a", 4, 1.0), ("x", 2, 0.0)]),
    Match(2, 2, &[("x", 6, 1.0), ("a", 4, 0.0)]),
];
const B: [Match; 4] = [
    Match(1, 1, &[("b", 8, 1.0), ("x", 2, 0.0)]),
    Match(1, 2, &[("x", 4, 1.0), ("b", 2, 0.0)]),
    Match(2, 1, &[("b", 4, 0.5), ("x", 4, 0.5)]),
    Match(2, 2, &[("x", 8, 1.0), ("b", 2, 0.0)]),
];

fn both() -> Vec<Match> {
    [A, B].into_iter().flatten().collect()
}

#[test]
fn pair_differences_match_hand_calculation() {
    let summary = report(&[("base", &both())]);
    // Differences of shares 1/2 and 1/4, of margins 5 and 3; variances 1/32 of 1/8 + 1/32, 2 of 49/2 + 25/2.
    assert_eq!(
        pairs(&summary),
        [
            "base a v x 2 a - b win_share_paired 0.375000 2",
            "base a v x 2 a - b win_share_paired_variance_ratio 0.200000 2",
            "base a v x 2 a - b margin_per_round_paired 4.000000 2",
            "base a v x 2 a - b margin_per_round_paired_variance_ratio 0.054054 2",
        ]
    );
}

#[test]
fn only_deals_in_common_count() {
    let mut rows = both();
    rows.truncate(6);
    let summary = report(&[("base", &rows)]);
    assert_eq!(
        pairs(&summary),
        ["base a v x 2 a - b win_share_paired 0.500000 1", "base a v x 2 a - b margin_per_round_paired 5.000000 1"]
    );
}

#[test]
fn other_designs_have_no_pairs() {
    let swapped: Vec<Match> = vec![
        Match(1, 1, &[("a", 1, 1.0), ("b", 0, 0.0)]),
        Match(1, 1, &[("a", 1, 1.0), ("c", 0, 0.0)]),
        Match(1, 1, &[("b", 1, 1.0), ("c", 0, 0.0)]),
    ];
    assert!(pairs(&report(&[("base", &swapped)])).is_empty());
    // One entrant among copies of the other, and the reverse.
    let focal: Vec<Match> = vec![
        Match(1, 1, &[("a", 1, 1.0), ("b", 0, 0.0), ("b", 0, 0.0)]),
        Match(1, 1, &[("b", 1, 1.0), ("a", 0, 0.0), ("a", 0, 0.0)]),
    ];
    assert!(pairs(&report(&[("base", &focal)])).is_empty());
}

/// Three seats and a panel of three: three tables each, and all of them pooled. Identical agents do not differ.
#[test]
fn panel_pairs_are_pooled_in_each_arm() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    let entrant = |name: &str, agent: &str| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ {agent} }}\n");
    let text = format!(
        "question = \"Is a better than b?\"\nseed = 4\n[game]\nname = \"ergo\"\nrules.target = 20\n{}{}{}{}\
         [schedule]\ntables = [[\"a\", \"x\", \"x\"], [\"b\", \"x\", \"x\"], [\"a\", \"x\", \"y\"], [\"b\", \"x\", \"y\"]]\ndeals = 40\n\
         [[sweep]]\nkey = \"entrant.b.agent.drawn\"\nvalues = [3, 1]\n",
        entrant("a", "kind = \"best-of\", drawn = 3"),
        entrant("b", "kind = \"best-of\", drawn = 3"),
        entrant("x", "kind = \"best-of\", drawn = 2"),
        entrant("y", "kind = \"random\""),
    );
    fs::write(&file, text).unwrap();
    let out = folder.path().join("out");
    done(&run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]));
    let summary = fs::read_to_string(out.join("summary.csv")).unwrap();
    let found = pairs(&summary);
    // Each arm has two tables with x and x, or x and y, and their pool; two measures; a difference and a ratio.
    assert_eq!(found.len(), 2 * 3 * 4, "{found:?}");
    let (same, worse): (Vec<_>, Vec<_>) = found.iter().partition(|row| row.contains("drawn=3"));
    assert_eq!((same.len(), worse.len()), (12, 12));
    assert!(same.iter().all(|row| row.contains(" 0.000000 40")), "{same:?}");
    let all = worse.iter().find(|row| row.contains(" all 3 a - b win_share_paired ")).unwrap();
    let value: f64 = all.split(' ').rev().nth(1).unwrap().parse().unwrap();
    let parts = worse.iter().filter(|row| row.contains("win_share_paired ") && !row.contains(" all "));
    let parts: Vec<f64> = parts.map(|row| row.split(' ').rev().nth(1).unwrap().parse().unwrap()).collect();
    assert!(parts.len() == 2 && value > 0.1 && (value - (parts[0] + parts[1]) / 2.0).abs() < 2e-6, "{worse:?}");
}
