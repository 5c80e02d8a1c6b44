//! Swiss and knockout: who meets next, and that nothing but the rows decides it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::race::Race;
use crate::common::{killed_at_any_moment, same_bytes, tempdir};
use ergo_lab::experiment::{Document, Experiment, Form};
use ergo_lab::run::{Mode, RunOptions, join_slices, run_slice};
use ergo_lab::stages::{self, Played, Stages, next_tables};

/// The result of a stage if `points` says how many sixtieths of a match each place of a table takes.
fn played(tables: Vec<Vec<usize>>, points: impl Fn(&[usize]) -> Vec<u64>) -> Played {
    let points = tables.iter().map(|table| points(table)).collect();
    Played { tables, points, matches: 1 }
}

/// The lowest number at the table wins.
fn lowest_wins(table: &[usize]) -> Vec<u64> {
    table.iter().map(|who| if Some(who) == table.iter().min() { 60 } else { 0 }).collect()
}

/// All stages of a form where the lowest number always wins.
fn played_out(form: &Form, seed: u64) -> Vec<Played> {
    let mut past = Vec::new();
    while let Some(tables) = next_tables(form, seed, &past) {
        past.push(played(tables, lowest_wins));
    }
    past
}

fn swiss(count: usize, seats: usize, stages: usize) -> Form {
    Form::Swiss { pool: (10..10 + count).collect(), seats, stages }
}

/// How often each two sat at one table.
fn meetings(past: &[Played]) -> BTreeMap<(usize, usize), u32> {
    let mut met = BTreeMap::new();
    for table in past.iter().flat_map(|played| &played.tables) {
        for (i, &a) in table.iter().enumerate() {
            for &b in &table[i + 1..] {
                *met.entry((a, b)).or_default() += 1;
            }
        }
    }
    met
}

#[test]
fn a_swiss_tournament_seats_equals_together_and_nobody_twice() {
    for (count, seats, stages) in [(8, 2, 3), (16, 2, 4), (9, 3, 3), (16, 4, 3), (40, 2, 7), (101, 3, 5)] {
        let past = played_out(&swiss(count, seats, stages), 3);
        assert_eq!(past.len(), stages);
        for stage in &past {
            assert_eq!(stage.tables.len(), count / seats);
            let seated: BTreeSet<usize> = stage.tables.iter().flatten().copied().collect();
            assert_eq!(seated.len(), count / seats * seats, "each once");
            assert!(stage.tables.iter().all(|table| table.windows(2).all(|two| two[0] < two[1])), "in pool order");
        }
        let most = meetings(&past).into_values().max();
        assert_eq!(most, Some(1), "{count} entrants at {seats} seats, {stages} stages");
    }
    // Eight, three stages, by hand: winners meet winners, so one has won all and three have won two.
    let past = played_out(&swiss(8, 2, 3), 3);
    let mut wins: BTreeMap<usize, u64> = BTreeMap::new();
    for stage in &past {
        for (table, points) in stage.tables.iter().zip(&stage.points) {
            let standing: BTreeSet<u64> = table.iter().map(|who| wins.get(who).copied().unwrap_or(0)).collect();
            assert_eq!(standing.len(), 1, "{table:?}");
            table.iter().zip(points).for_each(|(who, points)| *wins.entry(*who).or_default() += points / 60);
        }
    }
    let mut wins: Vec<u64> = wins.into_values().collect();
    assert_eq!(wins[0], 3, "the strongest");
    wins.sort_unstable();
    assert_eq!(wins, [0, 1, 1, 1, 2, 2, 2, 3]);
}

#[test]
fn rematches_come_only_when_they_must() {
    // Four have met all others after three stages, and again after six and nine.
    for stages in [3, 6, 9] {
        let met = meetings(&played_out(&swiss(4, 2, stages), 1));
        assert_eq!(met.len(), 6);
        assert!(met.values().all(|times| *times == stages as u32 / 3), "{met:?}");
    }
    let met = meetings(&played_out(&swiss(2, 2, 5), 1));
    assert_eq!(met.into_values().collect::<Vec<_>>(), [5]);
    // A hundred stages of few or many come to an end.
    for (count, seats) in [(3, 2), (5, 4), (6, 2), (30, 4)] {
        let past = played_out(&swiss(count, seats, 100), 1);
        assert_eq!(past.len(), 100);
        let met = meetings(&past);
        let (least, most) = (met.values().min().unwrap(), met.values().max().unwrap());
        assert_eq!(met.len(), count * (count - 1) / 2);
        assert!(most - least <= 6, "{least} to {most} meetings of {count} at {seats} seats");
    }
}

#[test]
fn byes_go_round_and_count_as_an_equal_share() {
    for (count, seats) in [(7, 2), (5, 3), (7, 4)] {
        let past = played_out(&swiss(count, seats, count), 2);
        let mut byes = BTreeMap::new();
        for stage in &past {
            let seated: BTreeSet<usize> = stage.tables.iter().flatten().copied().collect();
            (10..10 + count).filter(|who| !seated.contains(who)).for_each(|who| *byes.entry(who).or_insert(0) += 1);
        }
        // As many stages as entrants: everybody sits out as often as anybody else.
        assert_eq!(byes.len(), count);
        assert!(byes.values().all(|times| *times == count % seats), "{byes:?}");
    }
    // Three entrants, one match of two: the winner leads the bye, the bye the loser. So the winner meets the bye next.
    let first = next_tables(&swiss(3, 2, 2), 4, &[]).unwrap();
    let bye = (10..13).find(|who| !first[0].contains(who)).unwrap();
    let winner = first[0][0];
    let second = next_tables(&swiss(3, 2, 2), 4, &[played(first, lowest_wins)]).unwrap();
    assert_eq!(second[0].iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from([bye, winner]));
}

#[test]
fn equals_are_ordered_by_the_seed() {
    let first = |seed| next_tables(&swiss(12, 2, 1), seed, &[]).unwrap();
    assert_eq!(first(1), first(1));
    assert_ne!(first(1), first(2));
}

fn knockout(count: usize) -> Form {
    Form::Knockout { pool: (10..10 + count).collect() }
}

#[test]
fn a_knockout_follows_its_bracket() {
    let tables = |count| played_out(&knockout(count), 1).into_iter().map(|played| played.tables).collect::<Vec<_>>();
    assert_eq!(tables(2), [[[10, 11]]]);
    assert_eq!(tables(3), [[[11, 12]], [[10, 11]]]);
    let eight = [
        vec![vec![10, 17], vec![13, 14], vec![11, 16], vec![12, 15]],
        vec![vec![10, 13], vec![11, 12]],
        vec![vec![10, 11]],
    ];
    assert_eq!(tables(8), eight);
    // Three of five have no opponent in the first stage.
    assert_eq!(tables(5), [vec![vec![13, 14]], vec![vec![10, 13], vec![11, 12]], vec![vec![10, 11]]]);
    for count in 2..70 {
        let all = tables(count);
        assert_eq!(all.iter().map(Vec::len).sum::<usize>(), count - 1, "all but one lose once");
        assert_eq!(all.len(), count.next_power_of_two().ilog2() as usize);
        assert_eq!(all.last().unwrap(), &[[10, 11]], "the two strongest meet last");
    }
}

#[test]
fn the_weaker_may_win_and_equals_play_again_until_the_seeding_decides() {
    let form = knockout(4);
    let first = next_tables(&form, 1, &[]).unwrap();
    assert_eq!(first, [[10, 13], [11, 12]]);
    let upset = played(first.clone(), |table| if table[0] == 10 { vec![0, 60] } else { vec![60, 0] });
    assert_eq!(next_tables(&form, 1, &[upset]).unwrap(), [[11, 13]]);
    // One table is even: it alone plays again, and all its deals count together.
    let even = played(first, |table| if table[0] == 10 { vec![30, 30] } else { vec![0, 60] });
    let mut past = vec![even];
    assert_eq!(next_tables(&form, 1, &past).unwrap(), [[10, 13]]);
    past.push(played(vec![vec![10, 13]], |_| vec![20, 40]));
    assert_eq!(next_tables(&form, 1, &past).unwrap(), [[12, 13]]);
    past.pop();
    for _ in 0..3 {
        assert_eq!(next_tables(&form, 1, &past).unwrap(), [[10, 13]]);
        past.push(played(vec![vec![10, 13]], |_| vec![30, 30]));
    }
    assert_eq!(next_tables(&form, 1, &past).unwrap(), [[10, 12]], "the third replay was the last");
}

/// A tournament of a, b, c … in this game, all of this kind.
fn tournament(game: &str, entrants: usize, schedule: &str) -> String {
    let names: Vec<char> = ('a'..='z').take(entrants).collect();
    let entrant = |name| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"random\" }}\n");
    let entrants: String = names.iter().map(entrant).collect();
    let pool: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!(
        "question = \"Who is best?\"\nseed = 8\n[game]\nname = \"{game}\"\n{entrants}[schedule]\npool = [{}]\n{schedule}\n",
        pool.join(", ")
    )
}

/// Asserts that the rows in `folder` are those of the stages that follow from them, and gives the number of stages.
fn rows_follow_from_themselves(experiment: &Experiment, folder: &Path) -> usize {
    let path = folder.join("matches.csv");
    let text = fs::read_to_string(&path).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let mut rows = rows.iter().peekable();
    let mut deals: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    let (mut all, mut count) = (Stages::new(experiment), 0);
    while let Some(stage) = all.next(&path).unwrap() {
        count += 1;
        let mut of_stage = BTreeSet::new();
        for slot in (stage.first()..stage.end()).map(|index| stage.slot(index)) {
            let mut seated = Vec::new();
            while let Some(row) = rows.next_if(|row| row[1] == slot.number.to_string()) {
                assert_eq!(row[0], experiment.arms[slot.arm].label);
                assert_eq!((row[2], row[3]), (slot.deal.to_string().as_str(), slot.rotation.to_string().as_str()));
                seated.push(experiment.entrants.iter().position(|name| name == row[5]).unwrap());
            }
            seated.sort_unstable();
            assert_eq!(seated, stage.table(slot.table));
            of_stage.insert(slot.deal);
            let seen = deals.entry(experiment.arms[slot.arm].label.clone()).or_default();
            assert!(!seen.contains(&slot.deal), "deal {} was played in an earlier stage", slot.deal);
        }
        let arm = experiment.arms[stage.slot(stage.first()).arm].label.clone();
        deals.get_mut(&arm).unwrap().extend(of_stage);
    }
    assert!(rows.next().is_none());
    count
}

#[test]
fn tournaments_in_stages_are_the_same_for_any_number_of_threads() {
    let sweep = "[[sweep]]\nkey = \"game.rules.target\"\nvalues = [10, 20]";
    for (entrants, schedule, expected) in [
        (7, "form = \"swiss\"\nseats = 3\nstages = 4\ndeals = 5\nrotations = \"all\"", Some(2 * 4)),
        (6, "form = \"swiss\"\nseats = 4\nstages = 2\ndeals = 3", Some(2 * 2)),
        (6, "form = \"knockout\"\ndeals = 1\nrotations = \"none\"", None),
        (11, "form = \"knockout\"\ndeals = 2", None),
    ] {
        let text = tournament("race", entrants, &format!("{schedule}\n[output]\ntranscripts = true\n{sweep}"));
        let experiment = Experiment::read_of::<Race>(&Document::parse(&text).unwrap()).unwrap();
        let again = Experiment::read_of::<Race>(&Document::parse(&experiment.text).unwrap()).unwrap();
        assert_eq!((&again.form, &again.text), (&experiment.form, &experiment.text));
        let folder = tempdir().unwrap();
        for threads in [1, 2, 8] {
            let options = RunOptions { threads, mode: Mode::Begin, command: String::new() };
            let path = folder.path().join(threads.to_string());
            let ran = ergo_lab::run::run(&experiment, &path, &options, |_| ()).unwrap();
            assert!(ran.manifest.complete);
            let promised = stages::matches(&experiment);
            let is_knockout = matches!(experiment.form, Form::Knockout { .. });
            assert!(ran.manifest.matches == promised || is_knockout && ran.manifest.matches > promised);
            let stages = rows_follow_from_themselves(&experiment, &path);
            assert!(expected.is_none_or(|expected| expected == stages), "{stages} stages of {schedule}");
            same_bytes(&folder.path().join("1"), &path);
        }
    }
}

#[test]
fn kills_at_any_moment_and_resumption_leave_the_same_tournament() {
    for (entrants, schedule) in [
        (5, "form = \"swiss\"\nseats = 2\nstages = 5\ndeals = 3000"),
        // A single deal in one seating is often drawn and played again.
        (26, "form = \"knockout\"\nrotations = \"none\"\ndeals = 1500"),
    ] {
        let folder = tempdir().unwrap();
        let file = folder.path().join("trial.toml");
        let text = tournament("tic-tac-toe", entrants, &format!("{schedule}\n[output]\ntranscripts = true"));
        fs::write(&file, text).unwrap();
        killed_at_any_moment(folder.path(), file.to_str().unwrap(), 16, 5, 4);
    }
}

/// A stage in two slices, joined, then the next: the same tournament.
#[test]
fn slices_stage_by_stage_are_the_tournament() {
    let schedule = "form = \"swiss\"\nseats = 2\nstages = 3\ndeals = 20\n[output]\ntranscripts = true";
    let text = tournament("race", 6, schedule);
    let experiment: Experiment = Experiment::read_of::<Race>(&Document::parse(&text).unwrap()).unwrap();
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let options = |mode| RunOptions { threads: 2, mode, command: "test".to_owned() };
    ergo_lab::run::run(&experiment, &at("whole"), &options(Mode::Begin), |_| ()).unwrap();
    let per_stage = stages::matches(&experiment) / 3;
    let mut slices: Vec<std::path::PathBuf> = Vec::new();
    let mut joined = None;
    for stage in 0..3 {
        let (from, to) = (stage * per_stage, (stage + 1) * per_stage);
        for (from, to) in [(from, from + 7), (from + 7, to)] {
            let out = at(&from.to_string());
            run_slice(&experiment, &out, from..to, joined.as_deref(), &options(Mode::Begin)).unwrap();
            slices.push(out);
        }
        let across = run_slice(&experiment, &at("across"), from + 1..to + 1, joined.as_deref(), &options(Mode::Fresh));
        assert!(across.unwrap_err().to_string().contains("expected a slice of one stage"));
        let out = at(&format!("joined-{stage}"));
        let parts: Vec<&Path> = slices.iter().map(std::path::PathBuf::as_path).collect();
        join_slices(&experiment, &out, &parts).unwrap();
        joined = Some(out);
    }
    let joined = joined.unwrap();
    let ran = ergo_lab::run::run(&experiment, &joined, &options(Mode::Resume), |_| ()).unwrap();
    assert_eq!(ran.played, 0);
    same_bytes(&at("whole"), &joined);
}

#[test]
fn what_a_tournament_in_stages_cannot_do_is_refused_in_one_line_that_names_it() {
    let swiss = "form = \"swiss\"\nseats = 2\nstages = 3\ndeals = 1";
    let knockout = "form = \"knockout\"\ndeals = 1";
    let cases: Vec<(&str, &str, &str, &[&str])> = vec![
        (swiss, "seats = 2", "seats = [2, 3]", &["schedule.seats", "2 sizes", "one number", "swiss"]),
        (swiss, "seats = 2", "seats = 4", &["schedule.pool", "3 there", "at least 4", "swiss"]),
        (swiss, "seats = 2", "", &["schedule.seats", "missing", "swiss"]),
        (swiss, "stages = 3", "", &["schedule.stages", "missing", "1 to 100", "swiss"]),
        (swiss, "stages = 3", "stages = 0", &["schedule.stages", "0 will not do"]),
        (swiss, "stages = 3", "stages = 1000000", &["schedule.stages", "1000000 will not do"]),
        (swiss, "stages = 3", "stages = 3\npanel = [\"a\"]", &["schedule.panel", "needless", "\"swiss\""]),
        (knockout, "deals", "seats = 2\ndeals", &["schedule.seats", "needless", "\"knockout\"", "expected pool"]),
        (knockout, "deals", "stages = 2\ndeals", &["schedule.stages", "needless", "\"swiss\""]),
    ];
    let read = |text: &str| Experiment::read_of::<Race>(&Document::parse(text).unwrap());
    let refused = |text: &str, words: &[&str]| {
        let problem = read(text).err().unwrap_or_else(|| panic!("taken: {text}")).to_string();
        assert_eq!(problem.lines().count(), 1, "{problem}");
        words.iter().for_each(|word| assert!(problem.contains(word), "no {word:?} in {problem}"));
    };
    for (schedule, from, to, words) in cases {
        refused(&tournament("race", 3, &schedule.replacen(from, to, 1)), words);
    }
    let alone = tournament("race", 1, knockout);
    refused(&alone, &["schedule.pool", "1 there", "at least 2", "knockout"]);
    let three = tournament("race", 3, knockout).replace("\"race\"", "\"race\"\nseats = 3");
    refused(&three, &["schedule.form", "knockout", "2 seats, expected 3 as game.seats says"]);
    let measured =
        |measure: &str| tournament("race", 3, swiss).replace("seed", &format!("measure = \"{measure}\"\nseed"));
    refused(&measured("seat 3 win_share"), &["measure", "seat 3"]);
    read(&measured("seat 2 win_share")).unwrap();
}
