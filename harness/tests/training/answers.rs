//! The first line of `ergo compare`.

use std::fs;

use crate::common::{complaint, run, tempdir};

/// The answer and the JSON report the observed share with an interval around it, also if one agent wins nearly every match.
#[test]
fn answer_reports_the_observed_share() {
    let folder = tempdir().unwrap();
    for (a, b, seen, more) in [
        ("best-of:drawn=16", "greedy", 0.80..0.95, &["--most-blocks", "2000"][..]),
        ("greedy", "td", 0.95..1.0, &[]),
        ("greedy", "best-of:drawn=16", 0.05..0.20, &[]),
    ] {
        let out = folder.path().join(format!("{a}{b}"));
        let path = out.to_str().unwrap();
        let output = run(&[&["compare", a, b, "--json", "--out", path][..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let blocks = fs::read_to_string(out.join("blocks.csv")).unwrap();
        let values: Vec<f64> =
            blocks.lines().skip(1).map(|row| row.split(',').nth(3).unwrap().parse().unwrap()).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let word = if mean > 0.5 { "better" } else { "weaker" };
        let answer =
            format!("{b} is {word} than {a}: it won {:.1} % of {} matches (95 % CI ", 100.0 * mean, 2 * values.len());
        assert!(
            seen.contains(&mean) && document["answer"].as_str().unwrap().starts_with(&answer),
            "{mean}: {document}"
        );
        let advantage = |key: &str, end: &str| document[key][end].as_f64().unwrap();
        for key in ["advantage", "advantage_any_time"] {
            assert!((advantage(key, "value") - (mean - 0.5)).abs() < 1e-9, "{document}");
            assert!(advantage(key, "low") <= advantage(key, "value"), "{document}");
            assert!(advantage(key, "value") <= advantage(key, "high"), "{document}");
        }
        let [low, high] = ["low", "high"].map(|end| advantage("advantage", end) + 0.5);
        assert!(low < mean && mean < high && high - low < 0.12, "{document}");
        assert!(
            document["verdict"] == word && (document["b_win_share"].as_f64().unwrap() - mean).abs() < 1e-9,
            "{document}"
        );
    }
}
