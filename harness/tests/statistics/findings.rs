//! Claims of findings with known truth, from an experiment file to `findings.csv`.

use crate::tempdir::tempdir;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::findings::Outcome;
use ergo_lab::findings::table::{CheckedFinding, read_folder};
use ergo_lab::run::{Mode, RunOptions, run};

/// Runs an experiment file and returns its findings.
fn findings(text: &str) -> Vec<CheckedFinding> {
    let experiment = Experiment::read(&Document::parse(text).unwrap()).unwrap();
    let folder = tempdir().unwrap();
    let options = RunOptions { threads: 2, mode: Mode::Begin, command: String::new() };
    run(&experiment, folder.path(), &options, |_| ()).unwrap();
    read_folder(folder.path()).unwrap()
}

/// An experiment file: entrants of these kinds at two-player tables, with these claims in one finding.
fn file(seed: u64, deals: u64, kinds: [&str; 3], claims: &[&str]) -> String {
    let mut text =
        format!("question = \"Who wins?\"\nseed = {seed}\n[game]\nname = \"ergo\"\n[game.rules]\nmax_rounds = 1\n");
    for (name, kind) in ["a", "b", "c"].iter().zip(kinds) {
        text += &format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"{kind}\" }}\n");
    }
    text += &format!(
        "[schedule]\ntables = [[\"a\", \"b\"], [\"a\", \"c\"]]\ndeals = {deals}\n[[finding]]\ntext = \"A.\"\n"
    );
    for (name, measure, table) in
        [("ab", "win_share", "a v b"), ("ac", "win_share", "a v c"), ("lead", "margin_per_round", "a v b")]
    {
        text += &format!("values.{name} = {{ measure = \"{measure}\", subject = \"a\", table = \"{table}\" }}\n");
    }
    for (number, claim) in claims.iter().enumerate() {
        text += &format!("holds.claim-{} = \"{claim}\"\n", number + 10);
    }
    text
}

/// Three random bots are equal, so that each claim is exactly at its border.
#[test]
fn claims_at_their_border_are_rarely_supported() {
    let runs = 1_000;
    let claims = ["ab > 50%", "ab < 50%", "ab - ac > 0", "abs(lead - 3) < 3", "ab > 50% and lead > 0"];
    let mut supported = [0; 5];
    for seed in 1..=runs {
        let checked = findings(&file(seed, 40, ["random"; 3], &claims));
        assert_eq!(checked[0].claims.len(), claims.len());
        for (count, claim) in supported.iter_mut().zip(&checked[0].claims) {
            *count += u64::from(claim.outcome == Outcome::Supported);
        }
    }
    println!("supported of {runs} runs: {supported:?}");
    // A claim about one side of a 95 % interval errs in 2.5 of 100 runs.
    assert!(supported.iter().all(|count| 100 * count <= 5 * runs), "{supported:?}");
    assert!(supported[..3].iter().all(|count| 1_000 * count >= 5 * runs), "claims are never supported: {supported:?}");
}

/// Greedy wins nearly all rounds against random bots, and half of those against itself.
#[test]
fn false_claims_are_not_supported() {
    let claims = [
        "ab < 50%",
        "ab < ac",
        "ab > 99.99%",
        "abs(ab - ac) < 1%",
        "ac > 90%",
        "ac < 10%",
        "ac > 60% and ab > 60%",
        "ac < 40% or ab < 40%",
        "lead < 0",
        "abs(lead) < 1",
        "lead > 60",
        "ab + ac < 1",
        "ab * 2 < 1",
        "ab / 2 > 50%",
        "ac - ab > 0",
        "-lead > 0",
        "ac / ab > 1",
        "ab > 80% and ac > 80%",
        "ab < 80% and ac < 80%",
        "abs(ac - 50%) > 20%",
    ];
    let checked = findings(&file(7, 200, ["greedy", "random", "greedy"], &claims));
    assert_eq!(checked[0].claims.len(), 20);
    for claim in &checked[0].claims {
        assert_ne!(claim.outcome, Outcome::Supported, "{}", claim.expression);
    }
    let truths = ["ab > 70%", "abs(ac - 50%) < 15%", "ab - ac > 15% and lead > 3"];
    for claim in &findings(&file(7, 200, ["greedy", "random", "greedy"], &truths))[0].claims {
        assert_eq!(claim.outcome, Outcome::Supported, "{}", claim.expression);
    }
}
