//! Measures of games and of experiment files, the design matrix, and the blocks behind every estimate.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::{done, refused, rows, run, same_bytes, tempdir, toy};
use ergo_lab::games::{measures, names, standard};
use ergo_lab::measure::{RowFile, SubjectKind, Value};

/// Three kinds of measures of an experiment file, in two arms and two table sizes.
const OWN: &str = r#"
[[measures]]
name = "long"
column = "turns"
where = { ended_by = "ergo", paradox = 0 }
said = "turns of a round ended by ergo"
[[measures]]
name = "by_ergo"
share_of = "ended_by"
value = "ergo"
[[measures]]
name = "wilds"
of = "seats"
column = "wilds"
[[measures]]
name = "proves"
of = "seats"
share_of = "verdict"
value = "proven"
"#;

fn experiment() -> String {
    let arms = "[[sweep]]\nkey = \"game.rules.cards.not\"\nvalues = [6, 10]\n\
                [[sweep]]\nkey = \"entrant.one.agent.kind\"\nvalues = [\"random\", \"greedy\"]\n[output]";
    let tables = "tables = [[\"one\", \"two\"], [\"two\", \"one\", \"two\"]]";
    toy("ergo", 6)
        .replace("[game]", &format!("measure = \"by_ergo\"\n{OWN}[game]"))
        .replace("tables = [[\"one\", \"two\"]]", tables)
        .replace("[output]", arms)
}

/// Runs an experiment into a folder.
fn play(text: &str, folder: &Path) -> String {
    let file = folder.join("trial.toml");
    fs::write(&file, text).unwrap();
    let out = folder.join("out").to_str().unwrap().to_owned();
    done(&run(&["run", file.to_str().unwrap(), "--out", &out]));
    out
}

fn number(record: &BTreeMap<String, String>, column: &str) -> f64 {
    record[column].parse().unwrap_or_else(|_| panic!("{column} = {:?}", record[column]))
}

/// Returns the number of seats with points in a round.
fn scorers(round: &BTreeMap<String, String>) -> usize {
    (1..=4).filter(|seat| !["", "0"].contains(&round[&format!("points_{seat}")].as_str())).count()
}

/// Returns the cards that a seat placed or discarded in a round.
fn cards_used(seat: &BTreeMap<String, String>) -> f64 {
    let uses = ["placed", "discarded", "tabula_rasas", "revolutions", "fallacies_played", "justifications"];
    uses.iter().map(|column| number(seat, column)).sum()
}

/// Returns the changes of lead in a match, from the scores in all its rounds.
fn lead_changes(rounds: &[&BTreeMap<String, String>]) -> f64 {
    let mut changes = 0.0;
    let mut leads: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for round in rounds {
        let scores: Vec<i64> = (1..=4).filter_map(|seat| round[&format!("score_{seat}")].parse().ok()).collect();
        let most = *scores.iter().max().unwrap();
        let leaders: Vec<usize> = (0..scores.len()).filter(|seat| scores[*seat] == most).collect();
        let before = leads.entry(&round["match"]).or_default();
        if leaders.len() < scores.len() {
            changes += f64::from(u8::from(!before.is_empty() && *before != leaders));
            *before = leaders;
        }
    }
    changes / leads.len() as f64
}

#[test]
fn custom_measures_follow_from_the_rows() {
    let folder = tempdir().unwrap();
    let out = play(&experiment(), folder.path());
    let out = Path::new(&out);
    let matches = rows(out, "matches.csv");
    let table: BTreeMap<&str, &str> =
        matches.iter().map(|row| (row["match"].as_str(), row["table"].as_str())).collect();
    let (rounds, seats) = (rows(out, "rounds.csv"), rows(out, "seats.csv"));
    let summary = rows(out, "summary.csv");
    let mean = |values: &mut dyn Iterator<Item = f64>| {
        let values: Vec<f64> = values.collect();
        assert!(values.len() > 10, "{} rows", values.len());
        values.iter().sum::<f64>() / values.len() as f64
    };
    let flag = |yes: bool| f64::from(u8::from(yes));
    let mut checked = 0;
    for row in &summary {
        let here = |other: &&BTreeMap<String, String>| {
            other["arm"] == row["arm"] && table[other["match"].as_str()] == row["table"]
        };
        let subject = |other: &&BTreeMap<String, String>| {
            other["entrant"] == row["subject"] || format!("seat {}", other["seat"]) == row["subject"]
        };
        let of_rounds = rounds.iter().filter(here);
        let of_seats = seats.iter().filter(here).filter(subject);
        let expected = match row["measure"].as_str() {
            "long" => {
                let ended = of_rounds.filter(|round| round["ended_by"] == "ergo" && round["paradox"] == "0");
                mean(&mut ended.map(|round| number(round, "turns")))
            }
            "by_ergo" => mean(&mut of_rounds.map(|round| flag(round["ended_by"] == "ergo"))),
            "paradox" => mean(&mut of_rounds.map(|round| number(round, "paradox"))),
            "wilds" => mean(&mut of_seats.map(|seat| number(seat, "wilds"))),
            "proves" => mean(&mut of_seats.map(|seat| flag(seat["verdict"] == "proven"))),
            "scored" => mean(&mut of_rounds.map(|round| flag(scorers(round) > 0))),
            "shared_rounds" => mean(&mut of_rounds.map(|round| flag(scorers(round) > 1))),
            "variety" => {
                let verdicts: Vec<_> = of_rounds
                    .map(|round| (&round["match"], ["paradox", "proven", "disproven"].map(|column| &round[column])))
                    .collect();
                let pairs = verdicts.windows(2).filter(|pair| pair[0].0 == pair[1].0);
                mean(&mut pairs.map(|pair| flag(pair[0].1 != pair[1].1)))
            }
            "dead_cards" => {
                let part = |seat: &BTreeMap<String, String>| number(seat, "discarded") / cards_used(seat);
                mean(&mut of_seats.filter(|seat| cards_used(seat) > 0.0).map(part))
            }
            "fallacies_played" => mean(&mut of_seats.map(|seat| number(seat, "fallacies_played"))),
            "lead_changes" => lead_changes(&of_rounds.collect::<Vec<_>>()),
            _ => continue,
        };
        assert!((number(row, "value") - expected).abs() < 1e-6, "{row:?}: {expected}");
        assert_eq!(row["estimand"], if row["measure"] == "lead_changes" { "matches" } else { "rounds" });
        checked += 1;
    }
    // Each arm and table has 7 measures of rounds, 4 for each of two entrants, and 2 for each of two or three seats.
    assert_eq!(checked, 4 * (2 * (7 + 2 * 4) + 2 * 2 + 2 * 3));
    let page = fs::read_to_string(out.join("report.html")).unwrap().to_lowercase();
    for said in ["turns of a round ended by ergo", "wilds", "proves"] {
        assert!(page.contains(said), "{said}");
    }
    // The recorded experiment is the same experiment.
    let again = folder.path().join("again");
    done(&run(&["run", out.join("experiment.toml").to_str().unwrap(), "--out", again.to_str().unwrap()]));
    same_bytes(out, &again);
}

#[test]
fn every_estimate_follows_from_the_blocks() {
    let folder = tempdir().unwrap();
    let out = play(&experiment(), folder.path());
    let out = Path::new(&out);
    let text = fs::read_to_string(out.join("blocks.csv")).unwrap();
    assert!(text.starts_with("arm,table,deal,measure,subject,value,weight\n"));
    let mut sums: BTreeMap<[String; 4], (f64, f64, u64)> = BTreeMap::new();
    for row in rows(out, "blocks.csv") {
        let key = ["arm", "table", "measure", "subject"].map(|column| row[column].clone());
        let sum = sums.entry(key).or_default();
        sum.0 += number(&row, "value");
        sum.1 += number(&row, "weight");
        sum.2 += 1;
    }
    let derived = |measure: &str| ["_difference", "_paired", "_ratio"].iter().any(|end| measure.ends_with(end));
    let mut checked = 0;
    for row in rows(out, "summary.csv") {
        if derived(&row["measure"]) || row["subject"] == "all seats" {
            continue;
        }
        let key = ["arm", "table", "measure", "subject"].map(|column| row[column].clone());
        let (value, weight, blocks) = sums.remove(&key).unwrap_or_else(|| panic!("{key:?} has no blocks"));
        assert!((number(&row, "value") - value / weight).abs() < 1e-6, "{row:?}: {value} / {weight}");
        assert_eq!(row["blocks"], blocks.to_string(), "{row:?}");
        checked += 1;
    }
    assert!(sums.is_empty() && checked > 100, "{checked} estimates; no row of the summary: {sums:?}");
    // The report rewrites the same files from the rows, whether or not rows name their table.
    let before = |name: &str| fs::read(out.join(name)).unwrap();
    let same = ["blocks.csv", "arms.csv", "summary.csv"].map(|name| (name, before(name)));
    for name in ["blocks.csv", "arms.csv"] {
        fs::remove_file(out.join(name)).unwrap();
    }
    let matches = fs::read_to_string(out.join("matches.csv")).unwrap();
    let old: String = matches.lines().map(|line| format!("{}\n", line.rsplit_once(',').unwrap().0)).collect();
    fs::write(out.join("matches.csv"), old).unwrap();
    done(&run(&["report", out.to_str().unwrap(), "--rows-changed"]));
    for (name, bytes) in same {
        assert!(fs::read(out.join(name)).unwrap() == bytes, "{name}");
    }
}

#[test]
fn the_design_matrix_says_what_every_arm_sets() {
    let folder = tempdir().unwrap();
    let out = play(&experiment(), folder.path());
    let arms = fs::read_to_string(Path::new(&out).join("arms.csv")).unwrap();
    let expected = "arm,game.rules.cards.not,entrant.one.agent.kind\n\
                    cards.not=6; one.kind=random,6,random\ncards.not=6; one.kind=greedy,6,greedy\n\
                    cards.not=10; one.kind=random,10,random\ncards.not=10; one.kind=greedy,10,greedy\n";
    assert_eq!(arms, expected);
    // An arm that does not set a factor has the default of the game or agent.
    let list = "[[arm]]\nname = \"plain\"\n[[arm]]\nname = \"a, b\"\nset = { \"game.rules.target\" = 20 }\n[output]";
    let folder = tempdir().unwrap();
    let out = play(&toy("ergo", 2).replace("[output]", list), folder.path());
    let arms = fs::read_to_string(Path::new(&out).join("arms.csv")).unwrap();
    assert_eq!(arms, "arm,game.rules.target\nplain,50\n\"a, b\",20\n");
    let manifest = fs::read_to_string(Path::new(&out).join("manifest.json")).unwrap();
    assert!(manifest.contains("\"arms.csv\"") && manifest.contains("\"blocks.csv\""));
}

#[test]
fn matches_name_their_table_in_its_order() {
    let folder = tempdir().unwrap();
    let out = play(&experiment(), folder.path());
    let rows = rows(Path::new(&out), "matches.csv");
    let first = fs::read_to_string(Path::new(&out).join("matches.csv")).unwrap();
    assert!(first.lines().next().unwrap().ends_with(",fault,table,decisions,adjudicated"));
    let mut tables: Vec<&str> = rows.iter().map(|row| row["table"].as_str()).collect();
    tables.sort_unstable();
    tables.dedup();
    assert_eq!(tables, ["one v two", "two v one v two"]);
    assert!(rows.iter().any(|row| row["table"] == "one v two" && row["seat"] == "1" && row["entrant"] == "two"));
}

#[test]
fn a_column_without_numbers_is_found_when_the_rows_are_read() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    fs::write(&file, toy("ergo", 2).replace("[game]", "[[measures]]\nname = \"x\"\ncolumn = \"proof\"\n[game]"))
        .unwrap();
    let out = folder.path().join("x");
    refused(&run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]), &["rounds.csv", "line 2", "proof"]);
}

/// A measure of a game with missing columns would be left out of reports silently.
#[test]
fn game_measures_name_existing_columns() {
    let registry = standard();
    let mut declared = 0;
    for game in names() {
        let records = registry.game(game).unwrap().records();
        let [rounds, seats] = [records.round, records.seat].map(<[_]>::to_vec);
        for measure in measures(game).iter().filter(|measure| measure.uses_game_rows()) {
            let mut needed: Vec<String> = measure.only.iter().map(|(column, _)| column.clone()).collect();
            if let SubjectKind::At(place) | SubjectKind::Before(place) = &measure.of {
                needed.extend([&place.column].into_iter().chain(&place.turns).cloned());
            }
            let mut columns = &rounds;
            match &measure.value {
                Value::Is(rows, column, _) | Value::Column(rows, column) => {
                    columns = if *rows == RowFile::Seats { &seats } else { &rounds };
                    needed.push(column.clone());
                }
                Value::Won => columns = &seats,
                Value::Each(column) | Value::Mentions(column, _) => needed.push(column.clone()),
                Value::Gain(prefix) | Value::Lead(prefix) => needed.push(format!("{prefix}1")),
                _ => {}
            }
            for column in needed {
                assert!(columns.contains(&column.as_str()), "{game}: {} needs {column}", measure.name);
            }
            declared += 1;
        }
    }
    assert!(declared > 8, "{declared} measures");
    assert!(measures("ergo").has("paradox") && !measures("kuhn-poker").has("paradox"));
}

#[test]
fn cost_prints_an_estimate_and_writes_nothing() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    fs::write(&file, experiment()).unwrap();
    let out = folder.path().join("out");
    let ran = run(&["run", file.to_str().unwrap(), "--cost", "--threads", "1", "--out", out.to_str().unwrap()]);
    done(&ran);
    let said = String::from_utf8(ran.stdout).unwrap();
    assert!(said.contains(" matches: about ") && said.contains(" with 1 thread (estimated from "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(!out.exists());
}
