//! Games that leave nothing to chance, played by bots that do not either: one match, however often it is played.

use std::fs;

use crate::common::{done, run, tempdir};

fn report(agents: [&str; 2], deals: u32) -> String {
    let folder = tempdir().unwrap();
    let file = folder.path().join("asked.toml");
    let entrant =
        |(name, kind): (&str, &str)| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"{kind}\" }}\n");
    let entrants: String = ["a", "b"].into_iter().zip(agents).map(entrant).collect();
    let text = format!(
        "question = \"Who wins?\"\nseed = 1\n[game]\nname = \"tic-tac-toe\"\n{entrants}\
         [schedule]\ntables = [[\"a\", \"b\"]]\ndeals = {deals}\n"
    );
    fs::write(&file, text).unwrap();
    let out = folder.path().join("out");
    done(&run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]));
    fs::read_to_string(out.join("report.md")).unwrap()
}

#[test]
fn one_match_played_a_hundred_times_has_no_interval() {
    let text = report(["alpha-beta", "alpha-beta"], 100);
    assert!(text.contains("200 matches are 2 different ones"), "{text}");
    let answer = text.lines().find(|line| line.starts_with("**Answer")).unwrap();
    assert!(!answer.contains('±'), "{answer}");
    assert!(!text.contains(" ± 0") && !text.contains("± 1."), "{text}");
}

#[test]
fn where_bots_choose_by_chance_there_are_intervals() {
    let text = report(["random", "alpha-beta"], 60);
    assert!(!text.contains("different ones") && text.contains('±'), "{text}");
}
