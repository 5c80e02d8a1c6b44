//! Factorial designs: their arms, and their reports.

use std::fs;
use std::path::Path;

use crate::common::{complaint, done, printed, refused, run, tempdir};
use ergo_lab::experiment::{Document, Experiment, Problems};

/// An experiment of random bots; `rest` follows the schedule.
fn text(rest: &str) -> String {
    format!(
        "question = \"What do the cards do?\"\nmeasure = [\"paradox\", \"turns_per_round\"]\nseed = 7\n[game]\nname = \"ergo\"\n\
         rules = {{ target = 20 }}\n[[entrant]]\nname = \"r\"\nagent = {{ kind = \"random\" }}\n\
         [schedule]\ntables = [[\"r\", \"r\"], [\"r\", \"r\", \"r\"]]\ndeals = 12\nrotations = \"none\"\n{rest}\n"
    )
}

const NOT_AND_OR: &str = "factors = [{ key = \"game.rules.cards.not\", from = 4, to = 8, step = 2 }, \
    { name = \"and+or\", keys = [\"game.rules.cards.and\", \"game.rules.cards.or\"], values = [3, 4] }]";

fn read(rest: &str) -> Result<Experiment, Problems> {
    Experiment::read(&Document::parse(&text(rest))?)
}

/// Returns the rows of the design matrix: label and numbers.
fn matrix(rest: &str) -> Vec<(String, Vec<String>)> {
    let experiment = read(rest).unwrap();
    // The written text is the same experiment.
    let again = Experiment::read(&Document::parse(&experiment.text).unwrap()).unwrap();
    assert_eq!((again.design_matrix(), &again.text), (experiment.design_matrix(), &experiment.text));
    assert_eq!(again.design, experiment.design);
    let text = experiment.design_matrix();
    let row = |line: &str| {
        let mut fields = line.split(',').map(str::to_owned);
        (fields.next().unwrap(), fields.collect())
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn factorial_design_matches_hand_calculation() {
    let rows = matrix(&format!("[design]\nkind = \"factorial\"\n{NOT_AND_OR}"));
    let values: Vec<String> = rows.iter().map(|(_, values)| values.join(" ")).collect();
    assert_eq!(values, ["8 4 4", "4 3 3", "4 4 4", "6 3 3", "6 4 4", "8 3 3", "8 4 4"]);
}

#[test]
fn points_are_drawn_from_the_seed_and_the_start_rotates() {
    let rest = format!("[design]\nkind = \"sobol\"\npoints = 16\n{NOT_AND_OR}");
    let experiment = read(&rest).unwrap();
    assert_eq!(experiment.arms.len(), 1 + 16);
    assert_eq!(experiment.arms[0].label, "base");
    assert_eq!(matrix(&rest), matrix(&rest));
    // The start rotates whenever the deck varies.
    assert!(experiment.text.contains("starter = \"rotate\""), "{}", experiment.text);
    let design = experiment.design.unwrap();
    assert_eq!(design.points.len(), experiment.arms.len());
    assert_eq!(design.points[0], Some(vec![2, 1]));
}

/// Runs an experiment with `rest` into `folder` and returns its page.
fn page(folder: &Path, rest: &str, more: &[&str]) -> String {
    let (file, out) = (folder.join("trial.toml"), folder.join("out"));
    fs::write(&file, text(rest)).unwrap();
    let arguments = ["run", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--fresh"];
    done(&run(&[&arguments[..], more].concat()));
    fs::read_to_string(out.join("report.md")).unwrap()
}

#[test]
fn effects_of_factors_follow_from_the_rows() {
    let folder = tempdir().unwrap();
    let rest = format!(
        "[design]\nkind = \"sobol\"\npoints = 24\n{NOT_AND_OR}\n[targets]\nparadox = [0.0, 1.0]\nturns_per_round = [100, 200]\n"
    );
    let found = page(folder.path(), &rest, &["--threads", "2", "--set", "schedule.deals=40"]);
    let effects = fs::read_to_string(folder.path().join("out/plots/effects.csv")).unwrap();
    // Two measures, two tables, two factors.
    assert_eq!(effects.lines().count(), 1 + 2 * 2 * 2, "{effects}");
    // More cards in the deck give more turns: significantly, and about as many as the size of the pile implies.
    let turns: Vec<&str> = effects.lines().filter(|line| line.contains("turns_per_round,cards.not")).collect();
    for line in turns {
        let fields: Vec<&str> = line.split(',').collect();
        let (effect, p): (f64, f64) = (fields[6].parse().unwrap(), fields[9].parse().unwrap());
        assert!((1.0..=2.6).contains(&effect) && p < 1e-3, "{line}");
    }
    // The same bytes with another number of threads, and from the rows alone.
    assert_eq!(page(folder.path(), &rest, &["--threads", "1", "--set", "schedule.deals=40"]), found);
    done(&run(&["report", folder.path().join("out").to_str().unwrap()]));
    assert_eq!(fs::read_to_string(folder.path().join("out/report.md")).unwrap(), found);
}

#[test]
fn inert_cards_do_not_change_the_last_movers_gain() {
    let folder = tempdir().unwrap();
    let rest = "[[sweep]]\nkey = \"game.rules.cards.inert\"\nvalues = [0, 2]\n";
    let bots = ["game.rules.starter=fixed", "entrant.r.agent.kind=greedy", "schedule.deals=200"];
    page(folder.path(), rest, &bots.map(|set| ["--set", set]).concat());
    let rows = fs::read_to_string(folder.path().join("out/plots/arms.csv")).unwrap();
    // By arm: the value with its interval.
    let of = |subject: &str, measure: &str| -> Vec<[f64; 3]> {
        let of = format!(",r v r,{subject},{measure},");
        let fields = |line: &str| -> Vec<f64> { line.split(',').skip(4).map(|x| x.parse().unwrap_or(0.0)).collect() };
        rows.lines().filter(|line| line.contains(&of)).map(fields).map(|x| [x[0], x[1], x[2]]).collect()
    };
    // With two more cards, the other seat draws the last card.
    let seat = of("seat 1", "win_share");
    assert!(seat[0][1] > 0.5 && seat[1][2] < 0.5, "{seat:?}");
    // The last mover gains as much as before, whichever seat it is.
    let last = of("last mover", "points_per_exhausted_round");
    let before = of("last mover - 1", "points_per_exhausted_round");
    for [none, two] in [&last, &before].map(|arms| [arms[0], arms[1]]) {
        assert!(none[1] < two[0] && two[0] < none[2] && two[1] < none[0] && none[0] < two[2], "{none:?} {two:?}");
    }
    assert!(last[0][1] > before[0][2] && last[1][1] > before[1][2], "{last:?} {before:?}");
}

/// Bots of a tier are pooled by table size, and the tier is in the recorded experiment.
#[test]
fn bots_of_a_tier_are_a_sample_of_it() {
    let folder = tempdir().unwrap();
    let (file, out) = (folder.path().join("tiers.toml"), folder.path().join("out"));
    let text = "question = \"Fairer?\"\nmeasure = \"paradox\"\nseed = 5\n[game]\nname = \"ergo\"\n\
        rules = { max_rounds = 2 }\n\
        [[entrant]]\nname = \"r\"\ntier = \"novice\"\nagent = { kind = \"random\" }\n\
        [[entrant]]\nname = \"o\"\ntier = \"novice\"\nagent = { kind = \"random\", over = \"outcomes\" }\n\
        [[entrant]]\nname = \"g\"\ntier = \"skilled\"\nagent = { kind = \"greedy\" }\n\
        [schedule]\ntables = [[\"r\", \"r\"], [\"o\", \"o\"], [\"g\", \"g\"]]\ndeals = 60\nrotations = \"none\"\n\
        [[sweep]]\nkey = \"game.rules.cards.not\"\nvalues = [2, 12]\n";
    fs::write(&file, text).unwrap();
    done(&run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]));
    let asked = fs::read_to_string(out.join("experiment.toml")).unwrap();
    assert_eq!(asked.matches("tier = \"novice\"").count(), 2, "{asked}");
    let rows = fs::read_to_string(out.join("plots/tiers.csv")).unwrap();
    let found: Vec<Vec<&str>> = rows.lines().skip(1).map(|line| line.split(',').collect()).collect();
    // Two arms with two tiers, and with three bots.
    assert_eq!(found.len(), 2 * (2 + 3), "{rows}");
    let number = |row: &[&str], at: usize| row[at].parse::<f64>().unwrap();
    let of = |tier: &str, bot: &str, arm: &str| {
        found.iter().find(|row| row[0] == tier && row[1] == bot && row[3] == arm).unwrap().as_slice()
    };
    // The mean of both bots and its difference. The interval of two bots is 12.7 standard errors wide.
    for (column, arm) in [(7, "cards.not=2"), (7, "cards.not=12"), (10, "cards.not=12")] {
        let mean = (number(of("novice", "r", arm), column) + number(of("novice", "o", arm), column)) / 2.0;
        assert!((number(of("novice", "", arm), column) - mean).abs() < 2e-6, "{rows}");
    }
    let both = of("novice", "", "cards.not=12");
    let spread =
        (number(of("novice", "r", "cards.not=12"), 7) - number(of("novice", "o", "cards.not=12"), 7)).abs() / 2.0;
    assert!(number(both, 9) - number(both, 8) >= 2.0 * 12.7 * spread, "{rows}");
    let refused = run(&["run", file.to_str().unwrap(), "--set", "entrant.r.agent.tier=x"]);
    assert!(!refused.status.success());
}

#[test]
fn better_points_are_proposed_the_same_every_time() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let play = |name: &str, rest: &str| {
        let file = path(&format!("{name}.toml"));
        fs::write(&file, text(rest)).unwrap();
        done(&run(&["run", &file, "--out", &path(name)]));
    };
    let design = format!("[design]\nkind = \"factorial\"\n{NOT_AND_OR}\n");
    let targets = "[targets]\nturns_per_round = [10, 20]\nseat_deviation = [0.0, 0.02]\nended_by_fault = [0.0, 0.1]\n";
    play("design", &format!("{design}{targets}"));
    let propose = |from: &str, out: &str| run(&["propose", &path(from), "--out", &path(out), "--best", "2"]);
    done(&propose("design", "one"));
    done(&propose("design", "two"));
    let read = |out: &str, name: &str| fs::read_to_string(folder.path().join(out).join(name)).unwrap();
    for name in ["front.csv", "experiment.toml"] {
        assert_eq!(read("one", name), read("two", name), "{name}");
    }
    assert!(read("one", "front.csv").starts_with("arm,changed,size,misses,outside,cards.not,and+or,"));
    let page = read("one", "proposal.md");
    assert!(page.contains("predictions and never evidence"));
    // Each target is predicted, or named as unpredicted.
    for table in ["2 × r", "3 × r"] {
        for what in ["turns per round", "largest deviation of a seat's win share from an equal one"] {
            let head = read("one", "front.csv").lines().next().unwrap().to_owned();
            assert!(head.contains(&format!("{what}: {table}")), "{head}");
        }
    }
    assert!(page.contains("Models of 4 targets at their tables"), "{page}");
    assert!(page.contains("No model predicts ended_by_fault: the proposals ignore it."), "{page}");
    assert!(complaint(&propose("design", "said")).contains("no model predicts ended_by_fault"));
    let listed = printed(&run(&["games"]));
    assert!(listed.contains("  measure seat_deviation  (share, over deals)") && listed.contains("; in [targets] only"));
    let proposed = Document::parse(&read("one", "experiment.toml")).unwrap();
    let proposed = Experiment::read(&proposed).unwrap();
    assert!(proposed.design.is_none() && proposed.targets.len() == 3 && proposed.seed != 7);
    assert!(proposed.arms[0].label == "base" && (2..=3).contains(&proposed.arms.len()));

    play("plain", targets);
    play("aimless", &design);
    refused(&propose("plain", "three"), &["plain", "design: missing", "expected"]);
    refused(&propose("aimless", "three"), &["aimless", "targets: missing", "expected"]);
    refused(&propose("design", "one"), &["--out", "already exists"]);
    fs::rename(path("design") + "/experiment.toml", path("design") + "/experiment.toml.part").unwrap();
    refused(&propose("design", "three"), &["unfinished"]);
    assert!(!folder.path().join("three").exists());
}
