//! `ergo new experiment`: each question gives an experiment that runs, and a finding that can be enabled; `ergo run` lists the
//! shipped experiments.

use std::fs;
use std::path::Path;
use std::process::Output;

use ergo_lab::games::standard;

use crate::common::{complaint, done, ergo, printed, refused, root, tempdir};

const QUESTIONS: [&str; 6] = ["best", "better", "cards", "rule", "seats", "length"];

fn ergo_in(at: &Path, words: &str) -> Output {
    ergo().args(words.split_whitespace()).current_dir(at).output().unwrap()
}

/// Removes the # before the lines of the finding.
fn enable_finding(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let enabled = text.lines().map(|line| match line.strip_prefix('#') {
        Some(rest) if !rest.is_empty() && !rest.starts_with(' ') => format!("{rest}\n"),
        _ => format!("{line}\n"),
    });
    fs::write(file, enabled.collect::<String>()).unwrap();
}

/// Checks, plays and reports on the experiment `name`, and returns the answer with the enabled finding.
fn walk(at: &Path, name: &str) -> String {
    let cost = ergo_in(at, &format!("run {name}.toml --cost"));
    done(&cost);
    assert!(printed(&cost).contains(" matches: about ") && !at.join("results").join(name).exists());
    done(&ergo_in(at, &format!("run {name}.toml --set schedule.deals=4")));
    let without = ergo_in(at, &format!("report results/{name} --findings {name}.toml"));
    done(&without);
    assert!(complaint(&without).contains("no [[finding]] in the file"), "{}", complaint(&without));
    enable_finding(&at.join(format!("{name}.toml")));
    let reported = ergo_in(at, &format!("report results/{name} --findings {name}.toml"));
    done(&reported);
    printed(&reported)
}

#[test]
fn each_question_gives_an_experiment_that_runs_and_a_finding_that_is_checked() {
    let folder = tempdir().unwrap();
    for name in QUESTIONS {
        let written = ergo_in(folder.path(), &format!("new experiment {name}.toml --question {name}"));
        done(&written);
        assert!(complaint(&written).contains(&format!("\nergo run {name}.toml\n")), "{}", complaint(&written));
        let text = fs::read_to_string(folder.path().join(format!("{name}.toml"))).unwrap();
        assert!(!text.contains('@') && text.contains("\n#[[finding]]\n"), "{text}");
        // A reader sees the question, the unit of the sample, and how to go on.
        for word in ["question = \"", "deals = ", "--cost", "`ergo agents`", "claim"] {
            assert!(text.contains(word) || word == "`ergo agents`" && text.contains("qual bots"), "{name}: {word}");
        }
        let answer = walk(folder.path(), name);
        let claims = answer.lines().last().unwrap();
        assert!(claims.starts_with("claims: ") && claims.matches('1').count() == 1, "{name}: {answer}");
        assert!(answer.contains("(95 % CI ") && !answer.contains('{'), "{name}: {answer}");
        let report = fs::read_to_string(folder.path().join("results").join(name).join("report.md")).unwrap();
        assert!(report.contains(answer.lines().next().unwrap()), "{name}: {report}");
    }
}

#[test]
fn each_question_fits_each_game_or_says_why_not() {
    let folder = tempdir().unwrap();
    let (mut written, mut without) = (0, Vec::new());
    for game in standard().games().map(|game| game.name()) {
        for question in QUESTIONS {
            let name = format!("{game}-{question}");
            let output =
                ergo_in(folder.path(), &format!("new experiment {name}.toml --question {question} --game {game}"));
            if output.status.success() {
                let answer = walk(folder.path(), &name);
                assert!(answer.contains("claims: "), "{name}: {answer}");
                written += 1;
            } else {
                refused(&output, &["--game", game, "expected"]);
                assert!(!folder.path().join(format!("{name}.toml")).exists());
                without.push(name);
            }
        }
    }
    // Toys without rule options, games without cards, and the game for one player.
    assert!(written >= 35 && without.iter().all(|name| !name.starts_with("ergo-best")), "{written}, not {without:?}");
}

#[test]
fn options_select_game_bots_and_rule() {
    let folder = tempdir().unwrap();
    let new = |words: &str| ergo_in(folder.path(), &format!("new experiment {words}"));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    done(&new("a.toml --question better --bots greedy:blunder=0.1,hope=0.2,td"));
    assert!(read("a.toml").contains("agent = { kind = \"greedy\", blunder = 0.1, hope = 0.2 }"), "{}", read("a.toml"));
    assert!(read("a.toml").contains("tables = [[\"td\", \"greedy-blunder-0.1-hope-0.2\"]]"), "{}", read("a.toml"));
    done(&new("b.toml --question cards --option game.rules.cards.and"));
    assert!(read("b.toml").contains("key = \"game.rules.cards.and\"") && read("b.toml").contains("values = [4, 3, 5]"));
    done(&new("c.toml --question rule --game cogito --option round_starter"));
    assert!(read("c.toml").contains("values = [\"fixed\", \"rotate\"]"), "{}", read("c.toml"));
    for (words, expected) in [
        ("a.toml --question best", &["a.toml: already exists", "new file"][..]),
        ("d.toml --question bets", &["--question", "did you mean \"best\"?"]),
        ("d.toml --question best --bots td", &["--bots", "got 1", "2 or more"]),
        ("d.toml --question better --bots td,greedy,random", &["--bots", "got 3", "two"]),
        ("d.toml --question seats --bots tdd", &["d.toml", "did you mean \"td\"?"]),
        ("d.toml --question rule --option startr", &["--option", "did you mean \"starter\"?"]),
        ("d.toml --question seats --option starter", &["--option", "no effect"]),
        ("d.toml --question best --game pig", &["--game pig", "one player"]),
        ("d.toml --question best --game ergoo", &["--game", "did you mean \"ergo\"?"]),
        ("d.toml", &["--question", "best, better, cards, rule, seats, length"]),
        ("none/here/d.toml --question best", &["none/here/d.toml"]),
    ] {
        refused(&new(words), expected);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    // A name is quoted in the comments and cannot add keys.
    let odd = "odd 'name'\nseed = 2.toml";
    done(&ergo().args(["new", "experiment", odd, "--question", "seats"]).current_dir(folder.path()).output().unwrap());
    assert!(read(odd).contains("ergo run 'odd '\\''name'\\''?seed = 2.toml' --cost"), "{}", read(odd));
    let listed = new("");
    done(&listed);
    assert!(QUESTIONS.iter().all(|name| printed(&listed).contains(&format!("  {name} "))), "{}", printed(&listed));
}

#[test]
fn run_without_arguments_lists_the_shipped_experiments() {
    let here = ergo().arg("run").current_dir(root()).output().unwrap();
    done(&here);
    let text = printed(&here);
    for entry in fs::read_dir(root().join("experiments")).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.extension().is_some_and(|end| end == "toml") {
            let name = entry.file_stem().unwrap().to_str().unwrap().to_owned();
            assert!(text.lines().any(|line| line.trim_start().starts_with(&format!("{name} "))), "{name}: {text}");
        }
    }
    let line = text.lines().find(|line| line.contains("smoke ")).unwrap();
    let question = "Can this installation play and report matches with two, three and four players?";
    assert!(line.contains(" 180 ") && line.contains(" thread") && line.ends_with(question), "{line}");
    assert!(text.contains("ergo run experiments/NAME.toml\n") && text.contains("ergo new experiment"), "{text}");
    // In another folder the paths lead to the checkout.
    let folder = tempdir().unwrap();
    let text = printed(&ergo_in(folder.path(), "run"));
    assert!(text.contains("smoke ") && text.contains("/experiments/NAME.toml\n"), "{text}");
}
