//! Experiment files: accepted experiments, and refused ones with their errors.

use std::fs;

use crate::common::race::Race;
use crate::common::{refused, root, run, tempdir};
use ergo_lab::experiment::{Document, Experiment, Problems};

const TOY: &str = r#"question = "Who gains?"
seed = 11
[game]
name = "kuhn-poker"
[[entrant]]
name = "one"
agent = { kind = "random" }
[[entrant]]
name = "two"
agent = { kind = "random" }
[schedule]
tables = [["one", "two"]]
deals = 2
"#;

#[test]
fn names_that_measures_use_are_reserved() {
    let named = |game: &str, name: &str| {
        Experiment::read(&Document::parse(&TOY.replace("kuhn-poker", game).replace("\"two\"", &format!("\"{name}\"")))?)
    };
    for game in ["ergo", "ergo-invicta", "cogito", "philosophia", "kuhn-poker", "tic-tac-toe"] {
        let measures = ergo_lab::games::measures(game);
        assert!(measures.places().iter().all(|place| measures.reserved().contains(place)), "{game}");
        for name in measures.reserved().into_iter().filter(|name| !name.contains(' ')) {
            let problem = named(game, name).err().unwrap_or_else(|| panic!("{game}: {name}")).to_string();
            assert!(problem.contains(&format!("\"{name}\" is reserved")), "{game}: {problem}");
        }
        named(game, "All").unwrap();
    }
}

#[test]
fn non_text_file_is_refused() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    fs::write(&file, b"question = \"a\"\nseed = \xff\xfe").unwrap();
    refused(&run(&["run", file.to_str().unwrap()]), &["trial.toml: line 2: not UTF-8"]);
    refused(&run(&["run", folder.path().to_str().unwrap()]), &["not a file"]);
    refused(&run(&["run", "no/such.toml"]), &["no/such.toml: cannot be read"]);
    if cfg!(unix) {
        refused(&run(&["run", "/dev/zero"]), &["/dev/zero: not a file"]);
    }
    fs::write(&file, format!("question = {}{}", "[".repeat(100_000), "]".repeat(100_000))).unwrap();
    refused(&run(&["run", file.to_str().unwrap()]), &["trial.toml:1: "]);
}

/// Reads a shipped experiment and returns its text with defaults. Paths in it are relative to the workspace.
fn filled(document: &Document) -> Result<String, Problems> {
    std::env::set_current_dir(root()).unwrap();
    Experiment::read_with_registry(document, &ergo_lab::games::standard()).map(|experiment| experiment.text)
}

#[test]
fn shipped_experiments_are_valid() {
    let folder = root().join("experiments");
    let mut found = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "toml") {
            continue;
        }
        let document = Document::parse(&fs::read_to_string(&path).unwrap()).unwrap();
        let text = filled(&document).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
        let again = filled(&Document::parse(&text).unwrap());
        assert_eq!(again.unwrap(), text, "{}", path.display());
        found += 1;
    }
    assert!(found > 0);
}

/// Records of earlier versions keep the digest of their experiment.
#[test]
fn former_output_key_that_is_false_is_kept() {
    let text = filled(&Document::parse(&format!("{TOY}[output]\nskill = true\n")).unwrap()).unwrap();
    let former = text.replace("transcripts = false\n", "transcripts = false\nluck = false\n");
    assert_ne!(former, text);
    assert_eq!(filled(&Document::parse(&former).unwrap()).unwrap(), former);
}

#[test]
fn recorded_experiments_serialize_unchanged() {
    for entry in fs::read_dir(root().join("results")).unwrap() {
        let path = entry.unwrap().path().join("experiment.toml");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        assert_eq!(filled(&Document::parse(&text).unwrap()).unwrap(), text, "{}", path.display());
    }
}

/// A race between entrants of different kinds, followed by `more`.
fn race(more: &str) -> String {
    format!(
        "question = \"Who is \\\"first\\\"?\"\nseed = 5\n[game]\nname = \"race\"\nrules.cards.not = 7\n\
         [[entrant]]\nname = \"r.1\"\nagent = {{ kind = \"random\" }}\n\
         [[entrant]]\nname = \"s\"\nagent = {{ kind = \"steady\" }}\n\
         [schedule]\ntables = [[\"r.1\", \"s\"], [\"r.1\", \"s\", \"s\"]]\ndeals = 3\n{more}"
    )
}

fn read(text: &str) -> Result<Experiment, Problems> {
    Experiment::read_for::<Race>(&Document::parse(text)?)
}

fn labels(experiment: &Experiment) -> Vec<&str> {
    experiment.arms.iter().map(|arm| arm.label.as_str()).collect()
}

/// Returns everything that determines how an experiment is played.
fn essence(experiment: &Experiment) -> String {
    let arms: Vec<_> =
        experiment.arms.iter().map(|arm| (&arm.label, &arm.agents, arm.rules().collect::<Vec<_>>())).collect();
    let e = experiment;
    format!("{:?}", (&e.question, e.seed, &e.entrants, &e.tables, e.deals, e.rotations, e.faults, &e.watched, arms))
}

#[test]
fn written_file_is_equivalent_and_fills_in_fixed_defaults() {
    let course = "[[sweep]]\nkey = \"game.rules.course\"\nvalues = [\"short\", \"long\"]\n";
    let patience = "[[sweep]]\nkey = \"entrant.s.agent.patience\"\nvalues = [1, 2]\n";
    let kind = "[[sweep]]\nkey = \"entrant.s.agent.kind\"\nvalues = [\"random\", \"crash\"]\n";
    let arms = "[[arm]]\nname = \"as printed\"\n[[arm]]\nname = \"light, \\\"short\\\"\"\n\
                set = { game.rules = { weight = 1, cards.not = 3 }, \"entrant.r.1.agent.kind\" = \"cheat\" }\n";
    let measured = read(&race("").replace("seed = 5", "measure = \"seat 3  win_share\"\nseed = 5")).unwrap();
    assert!(measured.text.contains("\nmeasure = \"seat 3 win_share\"\n"), "{}", measured.text);
    assert_eq!(read(&measured.text).unwrap().asked, measured.asked);
    for more in ["", course, patience, kind, arms, &format!("{arms}{course}{patience}"), "[output]\ntranscripts = true"]
    {
        let first = read(&race(more)).unwrap();
        let again = read(&first.text).unwrap();
        assert_eq!(essence(&first), essence(&again), "{}", first.text);
        assert_eq!(first.text, again.text);
    }
    let plain = read(&race("")).unwrap();
    for line in
        ["length = 2", "cards.not = 7", "weight = 1.0", "rotations = \"balanced\"", "kind = \"steady\", patience = 3"]
    {
        assert!(plain.text.contains(line), "no {line} in {}", plain.text);
    }
    let swept = read(&race(course)).unwrap();
    assert!(!swept.text.contains("length"), "length follows from the course: {}", swept.text);
    let lengths: Vec<String> =
        swept.arms.iter().map(|arm| format!("{}", arm.rules().next().unwrap().int("length"))).collect();
    assert_eq!(lengths, ["2", "4"]);
}

#[test]
fn arms_are_named_after_what_they_change() {
    assert_eq!(labels(&read(&race("")).unwrap()), ["base"]);
    let not = "[[sweep]]\nkey = \"game.rules.cards.not\"\nvalues = [4, 6]\n";
    assert_eq!(labels(&read(&race(not)).unwrap()), ["cards.not=4", "cards.not=6"]);
    let patience = "[[sweep]]\nkey = \"entrant.s.agent.patience\"\nvalues = [1, 2]\n";
    let crossed = read(&race(&format!("{not}{patience}"))).unwrap();
    let expected = [
        "cards.not=4; s.patience=1",
        "cards.not=4; s.patience=2",
        "cards.not=6; s.patience=1",
        "cards.not=6; s.patience=2",
    ];
    assert_eq!(labels(&crossed), expected);
    assert_eq!(crossed.arms[2].agents[1].settings.int("patience"), 1);
    let arms = "[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nset = { \"game.rules.course\" = \"long\" }\n";
    assert_eq!(labels(&read(&race(&format!("{arms}{not}"))).unwrap()).len(), 4);
}

#[test]
fn arms_are_counted_and_their_rules_checked_together() {
    let sweep = |key: &str, values: &str| read(&race(&format!("[[sweep]]\nkey = \"{key}\"\nvalues = {values}\n")));
    let problem = sweep("game.rules.cards.not", "[4, 99]").err().unwrap().to_string();
    assert!(problem.contains("sweep.1.values.2: 99 cards are too many"), "{problem}");
    let many = format!("[{}]", (0..40).map(|i| i.to_string()).collect::<Vec<_>>().join(","));
    let key = |key: &str| format!("[[sweep]]\nkey = \"{key}\"\nvalues = {many}\n");
    let problem = read(&race(&format!("{}{}", key("game.rules.cards.not"), key("entrant.s.agent.patience"))));
    assert!(problem.err().unwrap().to_string().contains("more than 1000 arms"));
}

#[test]
fn settings_reach_the_rules_and_agents_they_name() {
    let mut document = Document::parse(&race("")).unwrap();
    for (key, value) in [
        ("game.rules.cards.not", "4"),
        ("game.rules.course", "long"),
        ("entrant.r.1.agent.kind", "crash"),
        ("entrant.r.1.agent.patience", "9"),
        ("schedule.deals", "8"),
        ("schedule.tables", "[[\"s\", \"r.1\"]]"),
        ("output.transcripts", "true"),
    ] {
        document.set(key, value);
    }
    let experiment = Experiment::read_for::<Race>(&document).unwrap();
    let rules = experiment.arms[0].rules().next().unwrap();
    assert_eq!((rules.int("cards.not"), rules.int("length")), (4, 4));
    let agent = &experiment.arms[0].agents[0];
    assert_eq!((agent.kind, agent.settings.int("patience")), ("crash", 9));
    assert_eq!(
        (experiment.deals, experiment.tables.clone(), experiment.has_probe("transcripts")),
        (8, vec![vec![1, 0]], true)
    );
}

/// A deck of another size gives the last card to another seat. The start then rotates, unless the file says otherwise.
#[test]
fn experiments_over_decks_rotate_the_starter() {
    let starter = |rules: &str, rest: &str| {
        let text = format!(
            "question = \"q\"\nseed = 1\n[game]\nname = \"ergo\"\n{rules}[[entrant]]\nname = \"a\"\nagent = {{ kind = \"random\" }}\n\
             [schedule]\ntables = [[\"a\", \"a\"]]\ndeals = 1\n{rest}"
        );
        let experiment = Experiment::read(&Document::parse(&text).unwrap()).unwrap();
        let again = Experiment::read(&Document::parse(&experiment.text).unwrap()).unwrap();
        assert_eq!(again.text, experiment.text);
        experiment.arms.iter().map(|arm| arm.rules().next().unwrap().text("starter").to_owned()).collect::<Vec<_>>()
    };
    let nots = "[[sweep]]\nkey = \"game.rules.cards.not\"\nvalues = [6, 8]\n";
    assert_eq!(starter("", ""), ["fixed"]);
    assert_eq!(starter("", nots), ["rotate", "rotate"]);
    assert_eq!(starter("rules.starter = \"fixed\"\n", nots), ["fixed", "fixed"]);
    assert_eq!(starter("", "[[arm]]\nname = \"x\"\nset = { \"game.rules.deck\" = \"2015\" }\n"), ["rotate"]);
    assert_eq!(starter("", "[[sweep]]\nkey = \"game.rules.target\"\nvalues = [20, 50]\n"), ["fixed", "fixed"]);
    let both = format!("{nots}[[sweep]]\nkey = \"game.rules.starter\"\nvalues = [\"fixed\", \"random\"]\n");
    assert_eq!(starter("", &both), ["fixed", "random", "fixed", "random"]);
}

#[test]
fn damaged_files_are_read_or_refused_and_never_panic() {
    use ergo_engine::rng::{Seed, below};
    let text = race(
        "rotations = \"none\"\n[[sweep]]\nkey = \"game.rules.cards.not\"\nvalues = [4, 6]\n\
         [[arm]]\nname = \"a\"\nset = { \"game.rules.course\" = \"long\" }\n[output]\ntranscripts = true\n",
    );
    let original: Vec<char> = text.chars().collect();
    let bits =
        ["\"", "[", "]", "{", "}", "=", ".", "-1", "0", "99999999999999999999", "nan", "\n", "'", "#", "é", "\u{0}"];
    let mut rng = Seed::master(3).rng();
    let mut taken = 0;
    for _ in 0..20_000 {
        let mut damaged = original.clone();
        for _ in 0..1 + below(&mut rng, 3) {
            let from = below(&mut rng, damaged.len() as u32) as usize;
            let to = (from + below(&mut rng, 12) as usize).min(damaged.len());
            match below(&mut rng, 3) {
                0 => drop(damaged.drain(from..to)),
                1 => {
                    let copy: Vec<char> = damaged[from..to].to_vec();
                    let at = below(&mut rng, damaged.len() as u32) as usize;
                    damaged.splice(at..at, copy);
                }
                _ => {
                    let bit = bits[below(&mut rng, bits.len() as u32) as usize];
                    damaged.splice(from..to.min(from + 1), bit.chars());
                }
            }
        }
        match read(&damaged.iter().collect::<String>()) {
            Ok(experiment) => {
                taken += 1;
                assert_eq!(read(&experiment.text).unwrap().text, experiment.text);
            }
            Err(problems) => assert!(!problems.all.is_empty()),
        }
    }
    assert!((500..15_000).contains(&taken), "{taken} of 20000 damaged files were taken");
}

#[test]
fn quick_run_applies_the_quick_table() {
    let text = "question = \"q\"\n[schedule]\ndeals = 900\n[quick]\nschedule.deals = 30\n\"game.rules.target\" = 20\n";
    let mut document = Document::parse(text).unwrap();
    document.apply_quick().unwrap();
    let leaves = document.flat_values();
    let of = |key: &str| leaves.get(key).map(String::as_str);
    assert_eq!((of("schedule.deals"), of("game.rules.target"), of("quick")), (Some("30"), Some("20"), Some("true")));

    for text in ["question = \"q\"", "[quick]", "quick = true"] {
        let said = Document::parse(text).unwrap().apply_quick().unwrap_err().to_string();
        assert!(said.contains("quick: ") && said.contains("schedule.deals = 100"), "{said}");
    }
}
