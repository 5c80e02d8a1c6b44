//! The forms of a schedule: their tables, and invalid schedules.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::race::Race;
use ergo_engine::seat::SeatCount;
use ergo_lab::design::subsets;
use ergo_lab::experiment::{Document, Experiment, Problems};
use ergo_lab::schedule::{Schedule, Slot};
use ergo_lab::seating::place_at;

/// A race between entrants with these letters as names, with this schedule.
pub(crate) fn race(entrants: &str, schedule: &str) -> String {
    let entrant = |name| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"random\" }}\n");
    let entrants: String = entrants.chars().map(entrant).collect();
    format!("question = \"q\"\nseed = 5\n[game]\nname = \"race\"\n{entrants}[schedule]\n{schedule}\n")
}

pub(crate) fn read(text: &str) -> Result<Experiment, Problems> {
    Experiment::read_for::<Race>(&Document::parse(text)?)
}

/// Returns the tables of a schedule of a, b, c, d, e as words, and the number of matches in all seatings of 2 deals.
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
    // All 4! seatings, including those that only swap copies.
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
fn listed_schedule_serializes_as_before() {
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
fn tables_share_deals_and_balance_seats() {
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
fn too_many_tables_are_refused() {
    let letters: Vec<char> = ('A'..='Z').collect();
    let names: Vec<String> = letters.iter().map(|name| format!("\"{name}\"")).collect();
    let schedule = format!("form = \"round-robin\"\npool = [{}]\nseats = 3\ndeals = 1", names.join(", "));
    let problem = read(&race(&letters.iter().collect::<String>(), &schedule)).err().unwrap().to_string();
    assert!(problem.contains("more than 1000 tables"), "{problem}");
}

/// A block is a deal: all seatings of a deal at a table.
#[test]
fn all_seatings_of_a_deal_are_one_block() {
    // Events that may not occur in a deal of short matches.
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
    // All entrants differ: 4! seatings, and still one block per deal.
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
