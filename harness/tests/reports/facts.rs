//! The facts told of a game are those that it declares: nothing is told of seats, rounds, chance or cards that a game has not.

use std::fs;

use ergo_lab::Lab;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::games::standard;
use ergo_lab::job::{Mode, RunOptions};
use ergo_lab::run::run;
use ergo_lab::shelf::Shelf;

use crate::common::{self, tempdir};

#[path = "../../examples/own-lab/src/nim.rs"]
mod nim;

/// The report, the summary and the terminal's table of an experiment.
struct Said {
    report: String,
    summary: String,
    glance: String,
}

impl Said {
    /// All of it.
    fn all(&self) -> String {
        format!("{}\n{}\n{}", self.report, self.summary, self.glance)
    }
}

/// An experiment in `game` between entrants of these kinds, each called by its place, and the rest of the file.
fn asked(game: &str, kinds: &[&str], rest: &str) -> String {
    let entrant = |(name, kind)| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"{kind}\" }}\n");
    let entrants: String = ["one", "two"].into_iter().zip(kinds).map(entrant).collect();
    format!("question = \"?\"\nseed = 1\n[game]\nname = \"{game}\"\n{entrants}{rest}")
}

fn said(shelf: &Shelf, text: &str) -> Said {
    let experiment = Experiment::read_on(&Document::parse(text).unwrap(), shelf).unwrap();
    let folder = tempdir().unwrap();
    let options = RunOptions { threads: 1, mode: Mode::Begin, command: String::new() };
    let ran = run(&experiment, folder.path(), &options, |_| ()).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    Said { report: read("report.md"), summary: read("summary.csv"), glance: ran.glance }
}

fn has(text: &str, wanted: &[&str], unwanted: &[&str]) {
    let text = text.to_lowercase();
    for word in wanted {
        assert!(text.contains(word), "{word:?} is missing: {text}");
    }
    for word in unwanted {
        assert!(!text.contains(word), "{word:?} makes no sense: {text}");
    }
}

/// Words of games that are played against somebody.
const OF_SEVERAL: [&str; 9] =
    ["seat 1", "equal share", " elo", "margin", "ratings", "better", "starter", "row against column", "by the first"];
/// Words of games of several rounds.
const OF_ROUNDS: [&str; 5] = ["round", "half-time", "comeback", "runaway", "a match as it went"];
/// Words of games in which seats draw cards by turns.
const OF_DRAWS: [&str; 3] = ["last card", "last mover", "starter"];
/// Where nothing is dealt, on the page: `deals` stays the key of an experiment, and a column.
const OF_DEALS: [&str; 4] = [" deal", "-deal", "(deal", "card"];

/// Of the page and the terminal; in a file, `rounds` is what a value is over.
fn without_files(said: &Said) -> String {
    let lines = said.report.lines().filter(|line| !line.contains(".csv"));
    format!("{}\n{}", lines.collect::<Vec<_>>().join("\n"), said.glance)
}

#[test]
fn who_plays_alone_has_no_seat_and_nobody_to_beat() {
    let said = said(
        &standard(),
        &asked("pig", &["random", "mcts"], "[schedule]\ntables = [[\"one\"], [\"two\"]]\ndeals = 20\n"),
    );
    has(&said.all(), &["rounds per match", "one won", "points per round"], &OF_SEVERAL);
    has(&without_files(&said), &["clustered by seed"], &OF_DEALS);
    has(&said.all(), &[], &["two two"]);
    assert!(said.glance.contains("table  won\n"), "{}", said.glance);
}

#[test]
fn arms_of_who_plays_alone_are_told_by_who_plays() {
    let rest =
        "[schedule]\ntables = [[\"one\"]]\ndeals = 20\n[[sweep]]\nkey = \"game.rules.target\"\nvalues = [10, 30]\n";
    let said = said(&standard(), &asked("pig", &["random"], rest));
    has(&said.all(), &["one: win share"], &OF_SEVERAL);
}

/// One value cannot be that of two arms.
#[test]
fn a_value_of_one_arm_of_several_names_that_arm() {
    let rest = "[schedule]\ntables = [[\"one\", \"two\"]]\ndeals = 20\n[[sweep]]\nkey = \"game.rules.target\"\nvalues = [10, 30]\n";
    let text = format!("measure = \"one win_share\"\nkind = \"value\"\n{}", asked("ergo", &["random", "pass"], rest));
    has(&said(&standard(), &text).report, &["**answer.** target=10, first of 2 arms: one: win share: "], &[]);
}

#[test]
fn a_design_speaks_of_the_last_card_where_there_is_one() {
    let design = |game: &str, table: &str, factors: &str| {
        let rest = format!(
            "[schedule]\ntables = [{table}]\ndeals = 8\nrotations = \"none\"\n[design]\nkind = \"sobol\"\npoints = 32\n\
             factors = [{factors}]\n"
        );
        format!("measure = \"turns_per_round\"\n{}", asked(game, &["random"], &rest))
    };
    let target =
        "{ key = \"game.rules.target\", from = 5, to = 30 }, { key = \"game.rules.turns\", from = 3, to = 12 }";
    let of_pig = design("pig", "[\"one\"]", target).replace("turns_per_round", "rounds_per_match");
    let of_pig = said(&standard(), &of_pig);
    has(&of_pig.report, &["## what the factors do", "a regression of", "of the rest is not fitted."], &OF_DRAWS);
    has(&of_pig.report, &["noise of the seeds"], &["covariate"]);
    has(&without_files(&of_pig), &[], &OF_DEALS);
    let cards =
        "{ key = \"game.rules.cards.not\", from = 4, to = 12 }, { key = \"game.rules.cards.ergo\", from = 1, to = 6 }";
    let of_ergo = said(&standard(), &design("ergo", "[\"one\", \"one\"]", cards));
    has(&of_ergo.report, &["who draws the last card is a covariate", "% is who draws the last card."], &[]);
}

#[test]
fn a_game_of_one_round_has_matches() {
    for game in ["tic-tac-toe", "kuhn-poker"] {
        let rest = "[schedule]\ntables = [[\"one\", \"two\"], [\"one\", \"one\"]]\ndeals = 20\n";
        let said = said(&standard(), &asked(game, &["random", "flat"], rest));
        has(&without_files(&said), &["| entrant | win share | score |", "| seat | win share | score |"], &OF_ROUNDS);
        has(&without_files(&said), &["turns per match", "matches ended by", "how matches ended"], &OF_DRAWS);
        has(&said.summary, &["one,score", "seat 1,points_per_round"], &["one,points_per_round", "rounds_per_match"]);
        has(&said.summary, &[], &OF_DRAWS);
    }
}

#[test]
fn where_all_bid_at_once_nobody_starts() {
    let rest = "[schedule]\ntables = [[\"one\", \"two\"]]\ndeals = 10\n";
    let said = said(&standard(), &asked("goofspiel", &["random", "random"], rest));
    has(&said.all(), &["points per round", "rounds per match"], &OF_DRAWS);
}

#[test]
fn a_game_from_outside_has_what_it_says() {
    let shelf = Lab::standard().game(nim::shelved()).shelf().unwrap();
    let rest = "[schedule]\ntables = [[\"one\", \"two\"]]\ndeals = 20\n";
    let of_chance = said(&shelf, &asked("nim", &["random", "alpha-beta"], rest));
    has(&without_files(&of_chance), &["± ", "| entrant | win share | score |"], &OF_ROUNDS);
    has(&of_chance.all(), &["turns per match"], &OF_DRAWS);
    has(&without_files(&of_chance), &["clustered by seed"], &OF_DEALS);
    has(&of_chance.report, &[], &["nothing is left to chance"]);
}

#[test]
fn what_is_played_again_and_again_is_exact() {
    let shelf = Lab::standard().game(nim::shelved()).shelf().unwrap();
    let rest = "[schedule]\ntables = [[\"one\", \"one\"]]\ndeals = 100\nrotations = \"none\"\n";
    let of_nim = said(&shelf, &asked("nim", &["alpha-beta"], rest));
    has(
        &of_nim.report,
        &["one match, played 100 times", "wins by seat"],
        &["±", "hotelling", "holm", "far as can be told"],
    );
    assert!(!of_nim.glance.contains('±'), "{}", of_nim.glance);
    let of_both = said(&shelf, &asked("nim", &["alpha-beta"], &rest.replace("rotations = \"none\"\n", "")));
    has(&of_both.report, &["200 matches are 2 different ones"], &["±"]);
}

#[test]
fn the_list_of_games_says_what_they_are() {
    let listed = common::printed(&common::run(&["games"]));
    let of = |game: &str| {
        let from = listed.split("\n\n").find(|text| text.starts_with(&format!("{game}:")));
        from.unwrap_or_else(|| panic!("{game} is not listed")).to_owned()
    };
    has(&of("pig"), &["1 seat; nothing hidden, chance"], &["seat <n>", "margin", "hidden cards"]);
    has(&of("tic-tac-toe"), &["2 seats; nothing hidden, no chance"], &["starter", "per round", "rounds per match"]);
    has(&of("kuhn-poker"), &["something hidden, open actions, chance"], &["starter", "per round", "rounds per match"]);
    has(&of("goofspiel"), &["face-down actions"], &["starter", "hidden cards"]);
    has(&of("ergo"), &["seat <n> points_per_round", "starter lead_over_others"], &[]);
}

#[test]
fn tools_of_one_game_are_no_tools_of_others() {
    for (arguments, wanted) in [
        (&["game", "kuhn-poker", "moves"][..], "game kuhn-poker: it has no moves, expected ergo game ergo moves"),
        (&["game", "tic-tac-toe", "judge", "A"], "game tic-tac-toe: it has no judge, expected ergo game ergo judge"),
        (&["game", "pig"], "game pig: it has no tools of its own"),
        (&["game", "pgi", "judge"], "unknown game \"pgi\" (did you mean \"pig\"?)"),
    ] {
        common::refused(&common::run(arguments), &[wanted]);
    }
}
