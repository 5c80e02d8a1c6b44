//! Missing intervals: a single deal has none, and no page gives one of 0.

use std::fs;

use crate::common::{done, printed, run, tempdir};

/// Plays an experiment of random bots `a` and `b` with these lines; gives what was printed and the page.
fn played(measure: &str, rest: &str, deals: u32) -> String {
    let folder = tempdir().unwrap();
    let (file, out) = (folder.path().join("it.toml"), folder.path().join("out"));
    let entrant = |name| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"random\" }}\n");
    let text = format!(
        "question = \"How much?\"\n{measure}\nseed = 3\n[game]\nname = \"ergo\"\nrules = {{ target = 20 }}\n{}{}[schedule]\ndeals = {deals}\n{rest}\n",
        entrant("a"),
        entrant("b")
    );
    fs::write(&file, text).unwrap();
    let ran = run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    done(&ran);
    printed(&ran) + &fs::read_to_string(out.join("report.md")).unwrap()
}

#[test]
fn one_deal_has_no_intervals_and_none_is_told_as_zero() {
    let copies = "tables = [[\"a\", \"a\"]]";
    let sizes = "tables = [[\"a\", \"a\"], [\"a\", \"a\", \"a\"]]";
    let alone = "tables = [[\"a\", \"b\"], [\"a\", \"b\", \"b\"], [\"a\", \"a\", \"b\"], [\"a\", \"a\", \"b\", \"b\"]]";
    let steps = "[[sweep]]\nkey = \"game.rules.cards.not\"\nvalues = [4, 8, 12]";
    let arms = "[[arm]]\nname = \"few\"\nset = { game.rules.cards.not = 4 }\n[[arm]]\nname = \"many\"\nset = { game.rules.deck = \"2015\" }";
    let (paradox, turns) = ("measure = \"paradox\"", "measure = \"turns_per_round\"");
    for (measure, rest, expected) in [
        ("", copies.to_owned(), "(% of wins by seat, no intervals: "),
        ("measure = \"a win_share\"", alone.to_owned(), "; no intervals."),
        (paradox, format!("{sizes}\n{steps}"), "; no intervals."),
        (paradox, format!("{copies}\n{arms}"), "; no intervals."),
        (turns, format!("{sizes}\n{arms}"), "no intervals"),
    ] {
        let page = played(measure, &rest, 1);
        assert!(page.contains(expected), "no {expected:?} for {rest}: {page}");
        for zero in ["±0.0", "± 0.0", "±0 ", "NaN"] {
            assert!(!page.contains(zero), "{zero} for {rest}: {page}");
        }
    }
    // With several deals there are intervals.
    assert!(played("", copies, 12).contains("(% of wins by seat, each ±"));
}
