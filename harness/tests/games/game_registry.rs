//! Games unlike ERGO support every verb: a single-player game that can be lost, and six seats with simultaneous bids.

use std::fs;

use crate::common::run;

/// Runs, verifies, reports and replays an experiment. Returns its report, its summary and the replay of its first match.
fn all_verbs(name: &str, text: &str) -> (String, String, String) {
    let folder = crate::common::tempdir().unwrap();
    let at = |file: &str| folder.path().join(file).to_str().unwrap().to_owned();
    fs::write(at("it.toml"), text).unwrap();
    for verb in [&["run", &at("it.toml"), "--out", &at(name)][..], &["verify", &at(name)], &["report", &at(name)]] {
        let done = run(verb);
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let told = run(&["replay", &at(&format!("{name}/transcripts.jsonl")), "--match", "1"]);
    let summary = fs::read_to_string(at(&format!("{name}/summary.csv"))).unwrap();
    let report = fs::read_to_string(at(&format!("{name}/report.md"))).unwrap();
    (report, summary, String::from_utf8(told.stdout).unwrap())
}

fn experiment(game: &str, rules: &str, searches: &str, tables: &str) -> String {
    format!(
        "question = \"Who?\"\nseed = 3\n[game]\nname = \"{game}\"\n{rules}[[entrant]]\nname = \"random\"\nagent = {{ kind = \
         \"random\" }}\n[[entrant]]\nname = \"search\"\nagent = {{ {searches} }}\n[schedule]\ntables = {tables}\ndeals = \
         30\n[output]\ntranscripts = true\n"
    )
}

fn compared(args: &[&str]) -> String {
    let folder = crate::common::tempdir().unwrap();
    let out = folder.path().join("compared");
    let done = run(&[&["compare"], args, &["--out", out.to_str().unwrap()]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let verified = run(&["verify", out.to_str().unwrap()]);
    assert_eq!(verified.status.code(), Some(0));
    String::from_utf8(done.stderr).unwrap()
}

#[test]
fn single_seat_game_supports_every_verb() {
    let search = "kind = \"ismcts\", iterations = 200";
    let (answer, summary, told) = all_verbs("pig", &experiment("pig", "", search, "[[\"random\"], [\"search\"]]"));
    let share = |who: &str| {
        let row = summary.lines().find(|line| line.starts_with(&format!("base,{who},1,{who},win_share,")));
        row.unwrap().split(',').nth(5).unwrap().parse::<f64>().unwrap()
    };
    // A lost single-player match has no winner.
    assert!(share("random") < share("search") && share("search") < 1.0, "{summary}");
    assert!(answer.contains("random won") && answer.contains("with 1 player"), "{answer}");
    assert!(told.contains("seat 1  roll") && told.contains("Won by"), "{told}");
    let said = compared(&["--game", "pig", "--seats", "1", "random", "ismcts:iterations=100", "--elo1", "200"]);
    assert!(said.contains("is better than random") && said.contains("random: alone it won "), "{said}");
}

#[test]
fn single_seat_win_shares_are_compared_between_arms() {
    let arm =
        |name: &str, target: u32| format!("[[arm]]\nname = \"{name}\"\nset = {{ \"game.rules.target\" = {target} }}\n");
    let arms = arm("near", 1) + &arm("far", 12) + &arm("beyond", 1000);
    let text = experiment("pig", "", "kind = \"random\"", "[[\"random\"], [\"search\"]]") + &arms;
    let asked = text.replacen('\n', "\nmeasure = \"random win_share\"\n", 1);
    for text in [&text, &asked] {
        let (answer, ..) = all_verbs("arms", text);
        assert!(answer.contains("At the table random with 1 player, 1 of 2 settings differ from"), "{answer}");
    }
}
