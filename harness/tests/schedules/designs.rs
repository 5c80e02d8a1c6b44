//! The forms of a schedule: which tables each stands for, and what is refused.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::race::Race;
use ergo_engine::rng::{Seed, below};
use ergo_engine::seat::SeatCount;
use ergo_lab::design::subsets;
use ergo_lab::experiment::{Document, Experiment, Problem};
use ergo_lab::schedule::{Schedule, Slot};
use ergo_lab::seating::place_at;

/// A race of entrants called by these letters, with this schedule.
pub(crate) fn race(entrants: &str, schedule: &str) -> String {
    let entrant = |name| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"random\" }}\n");
    let entrants: String = entrants.chars().map(entrant).collect();
    format!("question = \"q\"\nseed = 5\n[game]\nname = \"race\"\n{entrants}[schedule]\n{schedule}\n")
}

pub(crate) fn read(text: &str) -> Result<Experiment, Problem> {
    Experiment::read_of::<Race>(&Document::parse(text)?)
}

/// The tables of a schedule of a, b, c, d, e as words, and how many matches there are in all seatings of 2 deals.
fn tables(schedule: &str) -> (String, u64) {
    let experiment = read(&race("abcde", &format!("{schedule}\ndeals = 2"))).unwrap();
    let again = read(&experiment.text).unwrap();
    assert_eq!((&again.tables, &again.form, &again.text), (&experiment.tables, &experiment.form, &experiment.text));
    let word = |table: &Vec<usize>| table.iter().map(|&entrant| experiment.entrants[entrant].as_str()).collect();
    let words: Vec<String> = experiment.tables.iter().map(word).collect();
    (words.join(" "), Schedule::new(&experiment).matches())
}

#[test]
fn the_tables_of_each_form_are_those_found_by_hand() {
    let pool = "pool = [\"a\", \"b\", \"c\", \"d\"]";
    // C(4, 2) = 6 and C(4, 3) = 4 line-ups; 2 deals, 2 and 3 rotations.
    let (round_robin, matches) = tables(&format!("form = \"round-robin\"\n{pool}\nseats = [3, 2]"));
    assert_eq!((round_robin.as_str(), matches), ("ab ac ad bc bd cd abc abd acd bcd", 6 * 2 * 2 + 4 * 3 * 2));
    let (_, matches) = tables(&format!("form = \"round-robin\"\n{pool}\nseats = 3\nrotations = \"all\""));
    assert_eq!(matches, 4 * 6 * 2);
    let (_, matches) = tables(&format!("form = \"round-robin\"\n{pool}\nseats = 3\nrotations = \"none\""));
    assert_eq!(matches, 4 * 2);

    let (gauntlet, matches) = tables(&format!("form = \"gauntlet\"\nfocal = \"e\"\n{pool}\nseats = [2, 3]"));
    assert_eq!((gauntlet.as_str(), matches), ("ea eb ec ed eab eac ead ebc ebd ecd", 4 * 2 * 2 + 6 * 3 * 2));

    let pair = "pair = [\"b\", \"a\"]";
    let (focal, matches) = tables(&format!("form = \"focal\"\n{pair}\nseats = [2, 3, 4]"));
    assert_eq!((focal.as_str(), matches), ("ba baa abb baaa abbb", (2 + 3 + 3 + 4 + 4) * 2));
    // All 4! seatings, those that only change places among copies too.
    let (_, matches) = tables(&format!("form = \"focal\"\n{pair}\nseats = 4\nrotations = \"all\""));
    assert_eq!(matches, (24 + 24) * 2);

    let (ladder, _) = tables("form = \"ladder\"\npool = [\"d\", \"b\", \"e\", \"a\"]\nseats = [2, 3]");
    assert_eq!(ladder, "db be ea de ba da dbe bea");
    let (chain, _) = tables("form = \"ladder\"\npool = [\"d\", \"b\", \"e\", \"a\"]\nseats = [2, 3]\nreach = 1");
    assert_eq!(chain, "db be ea dbe bea");
    let (wide, _) = tables("form = \"ladder\"\npool = [\"a\", \"b\", \"c\", \"d\", \"e\"]\nseats = 3\nreach = 900");
    assert_eq!(wide, "abc bcd cde ace");
}

#[test]
fn the_game_may_say_how_many_sit_at_a_table() {
    let text = race("abc", "form = \"round-robin\"\npool = [\"a\", \"b\", \"c\"]\ndeals = 1");
    let text = text.replace("name = \"race\"", "name = \"race\"\nseats = 3");
    let experiment = read(&text).unwrap();
    assert_eq!(experiment.tables, [[0, 1, 2]]);
    assert!(experiment.text.contains("\nseats = 3\ndeals = 1\n"), "{}", experiment.text);
}

#[test]
fn a_listed_schedule_is_written_down_as_ever() {
    let experiment = read(&race("ab", "tables = [[\"a\", \"b\"]]\ndeals = 2")).unwrap();
    let schedule =
        "\n[schedule]\ntables = [\n    [\"a\", \"b\"],\n]\ndeals = 2\nrotations = \"balanced\"\nfaults = \"forfeit\"\n";
    assert!(experiment.text.contains(schedule), "{}", experiment.text);
    let named = read(&race("ab", "form = \"tables\"\ntables = [[\"a\", \"b\"]]\ndeals = 2")).unwrap();
    assert_eq!(named.text, experiment.text);
}

const FORMS: [&str; 4] = [
    "form = \"round-robin\"\npool = [\"a\", \"b\", \"c\", \"d\", \"e\"]\nseats = [2, 3, 4]",
    "form = \"gauntlet\"\nfocal = \"a\"\npool = [\"b\", \"c\", \"d\"]\nseats = [2, 3, 4]",
    "form = \"focal\"\npair = [\"a\", \"b\"]\nseats = [2, 3, 4]",
    "form = \"ladder\"\npool = [\"a\", \"b\", \"c\", \"d\", \"e\"]\nseats = [2, 3, 4]",
];

#[test]
fn every_table_meets_the_same_deals_and_seats_everybody_everywhere_equally_often() {
    for form in FORMS {
        for rotations in ["balanced", "all", "cyclic"] {
            let text = race("abcde", &format!("{form}\ndeals = 3\nrotations = \"{rotations}\""));
            let experiment = read(&text).unwrap();
            let schedule = Schedule::new(&experiment);
            let mut deals: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
            let mut seated: BTreeMap<(usize, usize), Vec<u64>> = BTreeMap::new();
            for slot in (0..schedule.matches()).map(|index| schedule.slot(index)) {
                deals.entry(slot.table).or_default().insert(schedule.deal_seed(&slot).to_string());
                let table = &experiment.tables[slot.table];
                let seats = SeatCount::new(table.len());
                for seat in seats.iter() {
                    let entrant = table[place_at(seat, slot.rotation, seats)];
                    seated.entry((slot.table, entrant)).or_insert(vec![0; table.len()])[seat.index()] += 1;
                }
            }
            assert_eq!(deals.len(), experiment.tables.len(), "{form}");
            assert!(deals.values().all(|seeds| seeds.len() == 3 && seeds == &deals[&0]), "{form}");
            for ((table, entrant), seats) in &seated {
                assert!(
                    seats.iter().all(|times| *times == seats[0]),
                    "{entrant} at table {table} of {form}: {seats:?}"
                );
            }
        }
    }
}

#[test]
fn tables_in_twos_differ_only_in_the_first_entrant() {
    let twos = "tables = [[\"a\", \"c\"], [\"b\", \"c\"], [\"a\", \"c\", \"d\"], [\"b\", \"c\", \"d\"]]";
    let text = race("abcde", &format!("{twos}\ndeals = 2\nrotations = \"all\""));
    let experiment = read(&text).unwrap();
    let schedule = Schedule::new(&experiment);
    let slots: Vec<Slot> = (0..schedule.matches()).map(|index| schedule.slot(index)).collect();
    for (first, second) in experiment.tables.chunks(2).map(|pair| (&pair[0], &pair[1])) {
        assert_eq!((first[0], second[0], &first[1..]), (0, 1, &second[1..]));
    }
    let at_table = |table: usize| slots.iter().filter(move |slot| slot.table == table);
    for table in (0..experiment.tables.len()).step_by(2) {
        assert_eq!(at_table(table).count(), at_table(table + 1).count());
        for (one, other) in at_table(table).zip(at_table(table + 1)) {
            assert_eq!((one.deal, one.rotation), (other.deal, other.rotation));
            assert_eq!(schedule.deal_seed(one), schedule.deal_seed(other));
            for seat in experiment.seats(table).iter() {
                assert_eq!(schedule.seat_seed(one, seat), schedule.seat_seed(other, seat));
            }
        }
    }
}

#[test]
fn subsets_are_listed_in_order_and_bounded() {
    for items in 0..8 {
        for size in 0..8 {
            let all: Vec<usize> = (0..items).collect();
            let listed = subsets(&all, size, 1000).unwrap();
            assert!(listed.windows(2).all(|two| two[0] < two[1]));
        }
    }
    assert_eq!(subsets(&[0, 1, 2, 3], 2, 5), None);
}

#[test]
fn what_a_form_cannot_do_is_refused_in_one_line_that_names_it() {
    let robin = "form = \"round-robin\"\npool = [\"a\", \"b\", \"c\"]\nseats = 2";
    let gauntlet = "form = \"gauntlet\"\nfocal = \"a\"\npool = [\"b\", \"c\"]\nseats = 2";
    let focal = "form = \"focal\"\npair = [\"a\", \"b\"]\nseats = 3";
    let ladder = "form = \"ladder\"\npool = [\"a\", \"b\", \"c\"]\nseats = 2";
    let cases: Vec<(&str, &str, &str, &[&str])> = vec![
        (robin, "\"round-robin\"", "\"round\"", &["schedule.form", "\"tables\", \"round-robin\"", "or \""]),
        (robin, "\"round-robin\"", "7", &["schedule.form", "7 will not do"]),
        (robin, "form = \"round-robin\"", "", &["schedule.pool", "needless with form = \"tables\"", "expected tables"]),
        (robin, "seats", "set", &["schedule.set", "\"seats\""]),
        (robin, "seats = 2", "", &["schedule.seats", "missing", "round-robin"]),
        (robin, "seats = 2", "seats = 1", &["schedule.seats", "1 will not do", "from 2 to"]),
        (robin, "seats = 2", "seats = -3", &["schedule.seats", "-3 will not do"]),
        (robin, "seats = 2", "seats = 7", &["schedule.seats", "7 will not do"]),
        (robin, "seats = 2", "seats = [2, 2]", &["schedule.seats", "each once"]),
        (robin, "seats = 2", "seats = []", &["schedule.seats", "a list"]),
        (robin, "seats = 2", "seats = [2, \"three\"]", &["schedule.seats", "a list", "from 2 to"]),
        (robin, "seats = 2", "seats = 2.0", &["schedule.seats", "2.0"]),
        (robin, "seats = 2", "seats = 4", &["schedule.pool", "3 there", "at least 4", "round-robin"]),
        (robin, "\"c\"]\nseats = 2", "\"c\", \"d\", \"e\"]\nseats = 5", &["schedule.seats", "5 seats", "2 to 4"]),
        (robin, "\"c\"", "\"x\"", &["schedule.pool", "\"x\"", "round-robin"]),
        (robin, "\"c\"", "\"a\"", &["schedule.pool", "\"a\" stands there twice"]),
        (robin, "\"c\"", "3", &["schedule.pool", "3 will not do", "names"]),
        (robin, "[\"a\", \"b\", \"c\"]", "[]", &["schedule.pool", "empty"]),
        (robin, "[\"a\", \"b\", \"c\"]", "\"a\"", &["schedule.pool", "\"a\" will not do"]),
        (robin, "pool = [\"a\", \"b\", \"c\"]", "", &["schedule.pool", "missing", "form = \"round-robin\""]),
        (robin, "seats", "focal = \"a\"\nseats", &["schedule.focal", "needless", "\"round-robin\"", "\"gauntlet\""]),
        (robin, "seats", "tables = [[\"a\", \"b\"]]\nseats", &["schedule.tables", "needless", "\"round-robin\""]),
        (gauntlet, "focal = \"a\"", "", &["schedule.focal", "missing", "gauntlet"]),
        (gauntlet, "focal = \"a\"", "focal = \"f\"", &["schedule.focal", "\"f\""]),
        (gauntlet, "focal = \"a\"", "focal = \"b\"", &["schedule.pool", "\"b\" would meet itself", "gauntlet"]),
        (gauntlet, "seats = 2", "seats = 4", &["schedule.pool", "2 there", "at least 3"]),
        (focal, "[\"a\", \"b\"]", "[\"a\"]", &["schedule.pair", "1 there", "two names", "focal"]),
        (focal, "[\"a\", \"b\"]", "[\"a\", \"b\", \"c\"]", &["schedule.pair", "3 there"]),
        (focal, "[\"a\", \"b\"]", "[\"a\", \"a\"]", &["schedule.pair", "twice"]),
        (focal, "seats", "pool = [\"a\"]\nseats", &["schedule.pool", "needless", "\"focal\""]),
        (ladder, "seats", "reach = 0\nseats", &["schedule.reach", "0 will not do", "ladder"]),
        (robin, "seats", "reach = 2\nseats", &["schedule.reach", "needless", "\"ladder\""]),
    ];
    for (schedule, from, to, words) in cases {
        assert!(schedule.contains(from), "{from}");
        let text = race("abcde", &format!("{}\ndeals = 1", schedule.replacen(from, to, 1)));
        let problem = read(&text).err().unwrap_or_else(|| panic!("taken: {text}")).to_string();
        assert_eq!(problem.lines().count(), 1, "{problem}");
        assert!(problem.contains("expected"), "{problem}");
        for word in words {
            assert!(problem.contains(word), "no {word:?} in {problem}");
        }
    }
    for schedule in [robin, gauntlet, focal, ladder] {
        read(&race("abcde", &format!("{schedule}\ndeals = 1"))).unwrap();
    }
    let problem = read(&race("abcde", &format!("{robin}\ndeals = 1")).replace("\"race\"", "\"race\"\nseats = 3"));
    assert!(problem.err().unwrap().to_string().contains("schedule.seats: 2 seats, expected 3 as game.seats says"));
    let letters: Vec<char> = ('A'..='Z').collect();
    let names: Vec<String> = letters.iter().map(|name| format!("\"{name}\"")).collect();
    let schedule = format!("form = \"round-robin\"\npool = [{}]\nseats = 3\ndeals = 1", names.join(", "));
    let problem = read(&race(&letters.iter().collect::<String>(), &schedule)).err().unwrap().to_string();
    assert!(problem.contains("more than 1000 tables"), "{problem}");
}

#[test]
fn damaged_schedules_are_read_or_refused_and_never_panic() {
    let bits = [
        "\"",
        "[",
        "]",
        ",",
        "=",
        "-1",
        "0",
        "7",
        "99",
        "4000000000000",
        "nan",
        "\n",
        "a",
        "[2, 4]",
        "2",
        "3",
        "b",
        "d",
        "\"e\"",
        "seats",
    ];
    let mut rng = Seed::master(6).rng();
    let mut taken = 0;
    for trial in 0..4_000 {
        let form = FORMS[trial % FORMS.len()];
        let mut damaged: Vec<char> = format!("{form}\ndeals = 3\nrotations = \"cyclic\"").chars().collect();
        for _ in 0..1 + trial % 3 {
            let from = below(&mut rng, damaged.len() as u32) as usize;
            let quoted = from > 0 && damaged[from - 1] == '"' && damaged.get(from + 1) == Some(&'"');
            if damaged[from].is_ascii_digit() || quoted {
                // Another name or number.
                damaged[from] =
                    ['a', 'b', 'c', 'd', 'e', 'x', '0', '1', '2', '3', '4', '9'][below(&mut rng, 12) as usize];
            } else if below(&mut rng, 4) == 0 {
                damaged.splice(from..from + 1, bits[below(&mut rng, bits.len() as u32) as usize].chars());
            }
        }
        let text = race("abcde", &damaged.iter().collect::<String>());
        match read(&text) {
            Ok(experiment) => {
                taken += 1;
                assert_eq!(read(&experiment.text).unwrap().text, experiment.text);
                assert!(Schedule::new(&experiment).matches() > 0);
            }
            Err(problem) => assert_eq!(problem.to_string().lines().count(), 1, "{problem}"),
        }
    }
    assert!((200..3_900).contains(&taken), "{taken} of 4000 were taken");
}

/// Blocks are deals: all seatings of a deal at a table, whatever their numbers.
#[test]
fn all_seatings_of_a_deal_are_one_block() {
    // In a deal of short matches these may not come up.
    let seldom = ["exhausted", "comeback", "runaway", "decided_at", "kingmade", "variety", "ambiguous"];
    let says_little = |row: &str| seldom.iter().any(|name| row.contains(name));
    let folder = crate::common::tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    let text = race("ab", "form = \"focal\"\npair = [\"a\", \"b\"]\nseats = [2, 3, 4]\ndeals = 5")
        .replace("\"race\"", "\"ergo\"\nrules.target = 1");
    std::fs::write(&file, &text).unwrap();
    let out = folder.path().join("out");
    for (rotations, matches) in [("all", 2 + 6 + 6 + 24 + 24), ("balanced", 2 + 3 + 3 + 4 + 4), ("none", 5)] {
        let set = format!("schedule.rotations={rotations}");
        let place = ["--out", out.to_str().unwrap(), "--fresh"];
        crate::common::done(&crate::common::run(
            &[&["run", file.to_str().unwrap(), "--set", &set], &place[..]].concat(),
        ));
        let rows = std::fs::read_to_string(out.join("matches.csv")).unwrap();
        let numbers: BTreeSet<&str> = rows.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
        assert_eq!(numbers.len(), matches * 5, "{rotations}");
        let summary = std::fs::read_to_string(out.join("summary.csv")).unwrap();
        let five = |row: &str| says_little(row) || row.split(',').nth(8) == Some("5");
        assert!(summary.lines().skip(1).all(five), "{summary}");
        for table in ["a v b", "a v b v b", "b v a v a", "a v b v b v b", "b v a v a v a"] {
            assert!(summary.contains(&format!("base,{table},")), "{summary}");
        }
    }
    // All different: 4! seatings, and still a block a deal.
    let text = race(
        "abcd",
        "form = \"round-robin\"\npool = [\"d\", \"c\", \"b\", \"a\"]\nseats = 4\ndeals = 3\nrotations = \"all\"",
    );
    std::fs::write(&file, text.replace("\"race\"", "\"ergo\"\nrules.target = 1")).unwrap();
    crate::common::done(&crate::common::run(&[
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--fresh",
    ]));
    let summary = std::fs::read_to_string(out.join("summary.csv")).unwrap();
    let three = |row: &str| says_little(row) || row.split(',').nth(8) == Some("3");
    assert!(summary.lines().skip(1).all(|row| row.starts_with("base,d v c v b v a,4,") && three(row)));
    let manifest = std::fs::read_to_string(out.join("manifest.json")).unwrap();
    assert!(manifest.contains("\"matches\": 72"), "{manifest}");
}
