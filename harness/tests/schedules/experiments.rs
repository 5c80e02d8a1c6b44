//! Experiment files: what is refused and how, and what is made of those that are not.

use std::fs;

use crate::common::race::Race;
use crate::common::{refused, root, run, tempdir};
use ergo_lab::experiment::{Document, Experiment, Problem};

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

/// The toy with one text replaced by another.
#[track_caller]
fn changed(from: &str, to: &str) -> String {
    assert!(TOY.contains(from), "{from}");
    TOY.replacen(from, to, 1)
}

/// Reads a file for two entrants of `game` with these names and, if it is not empty, a tier of the first.
fn named(game: &str, one: &str, two: &str, tier: &str) -> Result<Experiment, Problem> {
    let tier = if tier.is_empty() { String::new() } else { format!("tier = \"{tier}\"\n") };
    let text = TOY.replace("kuhn-poker", game).replacen("\nagent", &format!("\n{tier}agent"), 1);
    Experiment::read(&Document::parse(
        &text.replace("\"one\"", &format!("\"{one}\"")).replace("\"two\"", &format!("\"{two}\"")),
    )?)
}

#[test]
fn names_that_measures_use_are_refused_for_entrants_and_tiers() {
    let of_game = |game| match game {
        "ergo" | "cogito" => &["starter"][..],
        "ergo-invicta" => &["starter", "White"],
        _ => &[],
    };
    for game in ["ergo", "ergo-invicta", "cogito", "philosophia", "kuhn-poker", "tic-tac-toe"] {
        for name in ["all", "focal"].iter().chain(of_game(game)) {
            let problem = named(game, "one", name, "").err().unwrap_or_else(|| panic!("{game}: {name}")).to_string();
            let start = format!("entrant 2, name: \"{name}\" is reserved, expected none of all, focal");
            assert!(problem.starts_with(&start), "{game}: {problem}");
            let problem = named(game, "one", "two", name).err().unwrap().to_string();
            assert!(problem.starts_with(&format!("entrant 1, tier: \"{name}\" is reserved")), "{game}: {problem}");
        }
        // Every place of a round is reserved, and nothing else.
        let measures = ergo_lab::games::measures(game);
        assert!(measures.places().iter().all(|place| measures.reserved().contains(place)), "{game}");
        named(game, "start", "All", "").unwrap();
    }
    let problem = named("ergo", "one", "two", "two").err().unwrap().to_string();
    assert!(problem.starts_with("entrant 1, tier: \"two\" is an entrant that is not of this tier"), "{problem}");
    named("ergo", "one", "two", "one").unwrap();
}

#[test]
fn every_fault_of_a_file_is_one_line_that_names_it() {
    let name_one = "name = \"one\"";
    let tables = "tables = [[\"one\", \"two\"]]";
    let cases: Vec<(String, &[&str])> = vec![
        (String::new(), &["question", "missing"]),
        ("question = ".into(), &["line 1"]),
        (format!("{TOY}\nnonsense here"), &["line 15", "expected"]),
        (format!("{TOY}seed = 1"), &["schedule.seed", "unknown key \"seed\""]),
        (changed("seed = 11", "seed = 11\nseed = 12"), &["line 3", "duplicate"]),
        (changed("question = \"Who gains?\"", ""), &["question", "missing"]),
        (changed("\"Who gains?\"", "\"  \""), &["question"]),
        (changed("\"Who gains?\"", "7"), &["question", "7"]),
        (changed("\"Who gains?\"", "1979-05-27"), &["question", "1979-05-27"]),
        (changed("seed = 11", "seed = 11\nmeasure = \"luck\""), &["measure", "luck", "win_share"]),
        (changed("seed = 11", "seed = 11\nmeasure = \"three win_share\""), &["measure", "three", "an entrant"]),
        (changed("seed = 11", "seed = 11\nmeasure = 3"), &["measure", "3"]),
        (changed("seed = 11", ""), &["seed", "missing"]),
        (changed("seed = 11", "seed = -1"), &["seed", "-1", "0 to"]),
        (changed("seed = 11", "seed = 1.5"), &["seed", "1.5", "whole number"]),
        (changed("seed = 11", "seed = \"x\""), &["seed", "whole number"]),
        (changed("seed = 11", "seed = 99999999999999999999"), &["line 2"]),
        (changed("seed = 11", "seeds = 11"), &["seeds", "\"seed\""]),
        (changed("[game]\nname = \"kuhn-poker\"", ""), &["game", "missing"]),
        (changed("[game]\nname = \"kuhn-poker\"", "game = 3"), &["game"]),
        (changed("name = \"kuhn-poker\"", ""), &["game.name", "missing"]),
        (changed("\"kuhn-poker\"", "\"kuhn-pokr\""), &["game.name", "kuhn-pokr", "\"kuhn-poker\""]),
        (changed("\"kuhn-poker\"", "[1]"), &["game.name", "a list"]),
        (changed("\"kuhn-poker\"", "\"kuhn-poker\"\nseats = 5"), &["game.seats", "5 seats", "expected 2"]),
        (changed("\"kuhn-poker\"", "\"kuhn-poker\"\nseats = 0"), &["game.seats", "0"]),
        (changed("\"kuhn-poker\"", "\"kuhn-poker\"\nseat = 2"), &["game.seat", "\"seats\""]),
        (changed("\"kuhn-poker\"", "\"kuhn-poker\"\nrules = 3"), &["game.rules", "table"]),
        (changed("\"kuhn-poker\"", "\"kuhn-poker\"\n[game.rules]\ncards.not = 3"), &["game.rules", "cards.not"]),
        (changed("\"kuhn-poker\"", "\"kuhn-poker\"\n[game.rules]\nx = [1]"), &["game.rules.x", "a list"]),
        (changed("[[entrant]]\nname = \"one\"\nagent = { kind = \"random\" }", ""), &["tables", "\"one\"", "\"two\""]),
        ("question = \"q\"\nseed = 1\n[game]\nname = \"kuhn-poker\"".into(), &["schedule", "missing", "[schedule]"]),
        (
            "question = \"q\"\nseed = 1\n[game]\nname = \"kuhn-poker\"\n[schedule]\ntables = [[\"a\", \"b\"]]\ndeals = 1".into(),
            &["entrant", "[[entrant]]"],
        ),
        (changed("[[entrant]]", "[entrant]"), &["line", "expected"]),
        (changed(name_one, "name = \"two\""), &["entrant 2", "two", "taken"]),
        (changed(name_one, "name = \"\""), &["entrant 1, name"]),
        (TOY.replace("\"one\"", "\"all\""), &["entrant 1, name", "\"all\" is reserved"]),
        (changed(name_one, "name = \"a\\nb\""), &["entrant 1, name", "letters"]),
        (changed(name_one, "name = \"a,b\""), &["entrant 1, name", "letters"]),
        (changed(name_one, &format!("name = \"{}\"", "x".repeat(5000))), &["entrant 1, name", "up to 40"]),
        (changed(name_one, "name = 1"), &["entrant 1, name"]),
        (changed(name_one, "nam = \"one\""), &["entrant 1, nam", "\"name\""]),
        (changed("agent = { kind = \"random\" }", ""), &["entrant 1, agent", "missing"]),
        (changed("{ kind = \"random\" }", "\"random\""), &["entrant 1, agent", "table"]),
        (changed("{ kind = \"random\" }", "{ }"), &["entrant 1, agent, kind", "missing"]),
        (changed("{ kind = \"random\" }", "{ kind = \"rnd\" }"), &["\"one\"", "rnd", "\"random\""]),
        (changed("{ kind = \"random\" }", "{ kind = \"random\", depth = 3 }"), &["\"one\"", "depth"]),
        (changed(tables, "tables = []"), &["schedule.tables", "empty"]),
        (changed(tables, "tables = [[]]"), &["schedule.tables, table 1", "nobody"]),
        (changed(tables, "tables = [[\"one\", \"tow\"]]"), &["table 1", "tow", "\"two\""]),
        (changed(tables, "tables = [[\"one\", 2]]"), &["table 1", "2"]),
        (changed(tables, "tables = [\"one\", \"two\"]"), &["table 1", "list"]),
        (changed(tables, "tables = \"one\""), &["schedule.tables"]),
        (changed(tables, "tables = [[\"one\"]]"), &["table 1", "1 seats", "expected 2"]),
        (changed(tables, "tables = [[\"one\",\"two\",\"two\",\"two\",\"two\"]]"), &["table 1", "5 seats"]),
        (changed(tables, "tables = [[\"one\",\"two\"],[\"one\",\"two\"]]"), &["table 2", "plays the same matches as table 1"]),
        (changed(tables, ""), &["schedule.tables", "missing"]),
        (changed("deals = 2", ""), &["schedule.deals", "missing"]),
        (changed("deals = 2", "deals = 0"), &["schedule.deals", "0"]),
        (changed("deals = 2", "deals = -5"), &["schedule.deals", "-5"]),
        (changed("deals = 2", "deals = 2.0"), &["schedule.deals", "whole number"]),
        (changed("deals = 2", "deals = 10000001"), &["schedule.deals", "10000000"]),
        (
            changed("deals = 2", "deals = 2\nrotations = \"some\""),
            &["schedule.rotations", "\"balanced\", \"all\", \"cyclic\" or \"none\""],
        ),
        (changed("deals = 2", "deals = 2\nfaults = true"), &["schedule.faults", "\"forfeit\", \"count\" or \"stop\""]),
        (changed("deals = 2", "deal = 2"), &["schedule.deal", "\"deals\""]),
        (changed("[schedule]", "[shedule]"), &["shedule", "\"schedule\""]),
        (format!("{TOY}[output]\ntranscripts = 1"), &["output.transcripts", "true or false"]),
        (format!("{TOY}[output]\ntranscript = true"), &["output.transcript", "\"transcripts\""]),
        (format!("{TOY}[output]\nluck = true"), &["output.luck", "removed"]),
        (format!("{TOY}[[sweep]]\nvalues = [1]"), &["sweep 1, key", "missing"]),
        (format!("{TOY}[[sweep]]\nkey = \"game.rules.x\""), &["sweep 1, values", "missing"]),
        (format!("{TOY}[[sweep]]\nkey = \"game.rules.x\"\nvalues = []"), &["sweep 1, values", "empty"]),
        (format!("{TOY}[[sweep]]\nkey = \"game.rules.x\"\nvalues = [1]"), &["sweep 1 (game.rules.x = 1)", "\"x\""]),
        (format!("{TOY}[[sweep]]\nkey = \"seed\"\nvalues = [1]"), &["sweep 1 (seed = 1)", "game.rules."]),
        (format!("{TOY}[[sweep]]\nkey = \"entrant.no.agent.x\"\nvalues = [1]"), &["sweep 1", "entrant.no"]),
        (format!("{TOY}[[sweep]]\nkey = \"entrant.one.agent.x\"\nvalues = [1]"), &["sweep 1", "\"one\"", "\"x\""]),
        (format!("{TOY}[[sweep]]\nkey = \"entrant.one.agent.kind\"\nvalues = [1]"), &["sweep 1", "kind"]),
        (format!("{TOY}[[sweep]]\nkey = \"game.rules.x\"\nvalues = [[1]]"), &["sweep 1, values", "a list"]),
        (format!("{TOY}[[arm]]\nset = {{}}"), &["arm 1, name", "missing"]),
        (format!("{TOY}[[arm]]\nname = \"a\"\nset = 3"), &["arm 1, set", "table"]),
        (format!("{TOY}[[arm]]\nname = \"a\"\nsets = {{}}"), &["arm 1, sets", "\"set\""]),
        (format!("{TOY}[[arm]]\nname = \"a\"\nset = {{ \"game.rule.x\" = 1 }}"), &["arm \"a\"", "game.rule.x"]),
        (format!("{TOY}[[arm]]\nname = \"a\"\n[[arm]]\nname = \"a\""), &["arm \"a\"", "both called \"a\""]),
        (format!("arm = 1\n{TOY}"), &["arm", "[[arm]]"]),
    ];
    let folder = tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    for (text, words) in cases {
        fs::write(&file, &text).unwrap();
        let out = folder.path().join("out");
        let output = run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        let words: Vec<&str> = words.iter().copied().chain(["trial.toml: "]).collect();
        refused(&output, &words);
        assert!(!out.exists(), "nothing is made for a bad file");
    }
    fs::write(&file, TOY).unwrap();
    crate::common::done(&run(&["run", file.to_str().unwrap(), "--out", folder.path().join("out").to_str().unwrap()]));
}

#[test]
fn what_is_no_text_file_is_refused() {
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
    refused(&run(&["run", file.to_str().unwrap()]), &["trial.toml: line 1"]);
}

#[test]
fn settings_from_the_command_line_are_checked_like_those_of_the_file() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    fs::write(&file, TOY).unwrap();
    let with = |set: &str| run(&["run", file.to_str().unwrap(), "--out", "never", "--set", set]);
    refused(&with("schedule.deals=0"), &["schedule.deals", "1 to"]);
    refused(&with("schedule.dals=3"), &["schedule.dals", "\"deals\""]);
    refused(&with("entrant.three.agent.kind=random"), &["--set entrant.three.agent.kind", "no such entrant"]);
    refused(&with("entrant.one.agent.kind=rnd"), &["\"one\"", "rnd"]);
    refused(&with("question.x=1"), &["--set question.x", "\"question\""]);
    refused(&with("game.rules.x=1"), &["game.rules", "x"]);
    refused(&with("seed"), &["KEY=VALUE"]);
    refused(&with("a..b=1"), &["a"]);
}

#[test]
fn decks_and_tables_that_cannot_be_are_refused() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    fs::write(&file, crate::common::toy("ergo", 2)).unwrap();
    let with = |sets: &[&str]| {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let arguments = ["run", file.to_str().unwrap(), "--out", "never"].into_iter().chain(sets);
        run(&arguments.collect::<Vec<_>>())
    };
    refused(&with(&["game.rules.cards.a=1000000000"]), &["game.rules", "cards.a", "whole number"]);
    refused(&with(&["game.rules.cards.not=-1"]), &["game.rules", "cards.not", "whole number"]);
    refused(&with(&["game.rules.cards.nut=1"]), &["game.rules", "cards.nut", "\"cards.not\""]);
    refused(&with(&["game.rules.deck=1999"]), &["game.rules", "\"2009\" or \"2015\""]);
    refused(&with(&["game.seats=5"]), &["game.seats", "5 seats", "2 to 4"]);
    refused(&with(&["schedule.tables=[[\"one\",\"one\",\"one\",\"one\",\"one\"]]"]), &["table 1", "5 seats"]);
    let variables = ["a", "b", "c", "d", "variable_wild"].map(|name| format!("game.rules.cards.{name}=0"));
    refused(&with(&variables.each_ref().map(String::as_str)), &["game.rules", "expected"]);
}

/// The text of an experiment of the house with its defaults, read as from its root: the files it names are found from there.
fn filled(document: &Document) -> Result<String, Problem> {
    std::env::set_current_dir(root()).unwrap();
    Experiment::read_on(document, &ergo_lab::games::standard()).map(|experiment| experiment.text)
}

#[test]
fn the_experiments_of_the_house_are_in_order() {
    let house = root().join("experiments");
    let mut found = 0;
    for entry in fs::read_dir(house).unwrap() {
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
fn schedules_that_were_run_are_written_down_as_they_were() {
    let schedule = |text: &str| {
        let from = text.find("\n[schedule]").unwrap();
        text[from..from + text[from..].find("\n\n").unwrap()].to_owned()
    };
    let results = root().join("results");
    for entry in fs::read_dir(results).unwrap() {
        let path = entry.unwrap().path().join("experiment.toml");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let document = Document::parse(&text).unwrap();
        let again = filled(&document);
        assert_eq!(schedule(&again.unwrap()), schedule(&text), "{}", path.display());
    }
}

/// A race with entrants that differ in kind, and more text after it.
fn race(more: &str) -> String {
    format!(
        "question = \"Who is \\\"first\\\"?\"\nseed = 5\n[game]\nname = \"race\"\nrules.cards.not = 7\n\
         [[entrant]]\nname = \"r.1\"\nagent = {{ kind = \"random\" }}\n\
         [[entrant]]\nname = \"s\"\nagent = {{ kind = \"steady\" }}\n\
         [schedule]\ntables = [[\"r.1\", \"s\"], [\"r.1\", \"s\", \"s\"]]\ndeals = 3\n{more}"
    )
}

fn read(text: &str) -> Result<Experiment, Problem> {
    Experiment::read_of::<Race>(&Document::parse(text)?)
}

fn labels(experiment: &Experiment) -> Vec<&str> {
    experiment.arms.iter().map(|arm| arm.label.as_str()).collect()
}

/// Everything that decides how an experiment is played.
fn essence(experiment: &Experiment) -> String {
    let arms: Vec<_> =
        experiment.arms.iter().map(|arm| (&arm.label, &arm.agents, arm.rules().collect::<Vec<_>>())).collect();
    let e = experiment;
    format!("{:?}", (&e.question, e.seed, &e.entrants, &e.tables, e.deals, e.rotations, e.faults, &e.watched, arms))
}

#[test]
fn the_file_as_run_is_the_same_experiment_and_fills_in_only_what_no_arm_moves() {
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
fn rules_and_ranges_are_checked_for_every_arm_before_play() {
    let sweep = |key: &str, values: &str| read(&race(&format!("[[sweep]]\nkey = \"{key}\"\nvalues = {values}\n")));
    for (key, values, words) in [
        ("game.rules.cards.not", "[4, 99]", ["sweep 1 (game.rules.cards.not = 99)", "too many"]),
        ("game.rules.cards.not", "[4, 1000000000]", ["sweep 1 (game.rules.cards.not = 1000000000)", "0 to 99"]),
        ("game.rules.cards.not", "[-1]", ["sweep 1", "0 to 99"]),
        ("game.rules.cards.not", "[4.0]", ["sweep 1", "whole number"]),
        ("game.rules.cards.nto", "[4]", ["sweep 1 (game.rules.cards.nto = 4)", "\"cards.not\""]),
        ("game.rules.course", "[\"shrt\"]", ["sweep 1", "\"short\" or \"long\""]),
        ("game.rules.weight", "[nan]", ["sweep 1", "0 to 2"]),
        ("game.rules.weight", "[1, 1]", ["sweep 1", "both called"]),
        ("entrant.s.agent.patience", "[-3]", ["sweep 1", "0 to 100000"]),
        ("entrant.s.agent.patiense", "[3]", ["sweep 1", "\"patience\""]),
        ("game.seats", "[2]", ["sweep 1", "unknown key"]),
        ("entrant.s.name", "[\"x\"]", ["sweep 1", "unknown key"]),
    ] {
        let problem = sweep(key, values).err().unwrap_or_else(|| panic!("{key} = {values} was taken")).to_string();
        assert!(words.iter().all(|word| problem.contains(word)), "{problem}");
    }
    let many = format!("[{}]", (0..40).map(|i| i.to_string()).collect::<Vec<_>>().join(","));
    let key = |key: &str| format!("[[sweep]]\nkey = \"{key}\"\nvalues = {many}\n");
    let problem = read(&race(&format!("{}{}", key("game.rules.cards.not"), key("entrant.s.agent.patience"))));
    assert!(problem.err().unwrap().to_string().contains("more than 1000 arms"));
    let seats = read(&race("").replace("name = \"race\"", "name = \"race\"\nseats = 3")).err().unwrap().to_string();
    assert!(seats.contains("table 1: 2 seats, expected 3"), "{seats}");
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
        document.set(key, value).unwrap();
    }
    let experiment = Experiment::read_of::<Race>(&document).unwrap();
    let rules = experiment.arms[0].rules().next().unwrap();
    assert_eq!((rules.int("cards.not"), rules.int("length")), (4, 4));
    let agent = &experiment.arms[0].agents[0];
    assert_eq!((agent.kind, agent.settings.int("patience")), ("crash", 9));
    assert_eq!(
        (experiment.deals, experiment.tables.clone(), experiment.is_watched("transcripts")),
        (8, vec![vec![1, 0]], true)
    );
}

/// A deck of another size moves the last card to another seat: there the start rotates, unless the file says otherwise.
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
            Err(problem) => assert!(!problem.to_string().is_empty()),
        }
    }
    assert!((500..15_000).contains(&taken), "{taken} of 20000 damaged files were taken");
}

#[test]
fn a_quick_look_sets_what_the_file_says() {
    let text = "question = \"q\"\n[schedule]\ndeals = 900\n[quick]\nschedule.deals = 30\n\"game.rules.target\" = 20\n";
    let mut document = Document::parse(text).unwrap();
    document.quicken().unwrap();
    let leaves = document.leaves();
    let of = |key: &str| leaves.get(key).map(String::as_str);
    assert_eq!((of("schedule.deals"), of("game.rules.target"), of("quick")), (Some("30"), Some("20"), Some("true")));

    let refused = |text: &str| Document::parse(text).unwrap().quicken().unwrap_err().to_string();
    for text in ["question = \"q\"", "[quick]", "quick = true"] {
        let said = refused(text);
        assert!(said.starts_with("quick: ") && said.contains("schedule.deals = 100"), "{said}");
    }
    let said = refused("seed = 1\n[quick]\nseed.deals = 1\n");
    assert!(said.starts_with("quick.seed.deals: "), "{said}");
}
