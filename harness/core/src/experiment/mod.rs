//! An experiment: from TOML text to a checked value that is ready to run.
//!
//! [`Document`] is the text as a table of keys with their lines; `--set` changes it. `ExperimentFile` is its typed form.
//! [`Experiment`] is checked, with the rules of every arm and table size built. All errors of a file are reported at once, each
//! with its line. The file in the results folder is the experiment with its defaults filled in: reading it gives the same
//! experiment.
//!
//! # The keys of `[schedule]`
//!
//! | key | value | meaning |
//! | --- | --- | --- |
//! | `form` | a word; `"tables"` | how tables are formed, see below |
//! | `deals` | 1 to 10,000,000 | number of deals per table; all tables of all arms play the same deals |
//! | `rotations` | `"balanced"` | each deal once per seat, in a cyclic order drawn for the deal; the default |
//! | | `"all"` | each deal in all n! seatings |
//! | | `"cyclic"` | each deal once per seat, in the order as written: each entrant always has the same neighbours |
//! | | `"none"` | each deal once, as the table is written |
//! | `faults` | `"forfeit"` | an agent that fails to answer loses the match; the run stops if an external program loses its first three matches this way |
//! | | `"count"` | an agent that fails to answer loses the match, however often |
//! | | `"stop"` | the run stops after that match |
//! | `concurrency` | 1 to 1024 | how many matches are played at the same time; rows do not depend on it. If left out: as many as threads, and at least 8 where a program has `repeatable = false`, as it waits for others. `ergo run --concurrency` comes first |
//!
//! A block, the unit of every interval, is one deal at one table in all its seatings. [`seating`](crate::rows::seating) says which
//! rotation is which seating. `"balanced"` uses each of the (n - 1)! cyclic orders once in as many deals. With it and
//! with `"all"` results do not depend on the order in which the names of a table are typed; with the other two they may. Two
//! seats have one order: `"balanced"`, `"all"` and `"cyclic"` are the same there.
//!
//! | `form` | its own keys | tables |
//! | --- | --- | --- |
//! | `"tables"` | `tables`, lists of names | as listed |
//! | `"round-robin"` | `pool`, `seats` | all line-ups of the pool: m over n |
//! | `"gauntlet"` | `focal`, `pool`, `seats` | the focal entrant against every n - 1 of the pool, in which it is not |
//! | `"focal"` | `pair`, `seats` | the first of the pair against n - 1 copies of the second, and the reverse |
//! | `"ladder"` | `pool`, `seats`, `reach` (1 or more; 3) | every n in the order of the pool that stand 1, 2 … `reach` places apart |
//!
//! `seats` is the number n of seats of a table, or a list of several, such as `[2, 3, 4]`; the tables of each size follow one
//! another. If it is left out, `game.seats` says it. Names in `pool` and `pair` are different.
//! No schedule has more than 1,000 tables. A table that plays the same matches as another is refused: with `"balanced"` and `"all"`
//! the same names in any order, with `"cyclic"` the same order round the table. So is an arm with the rules and agents of another.
//!
//! Entrants and tiers have names of up to 40 letters, digits or any of `- _ . + @`. Names with a special meaning in measures are
//! reserved: `all`, `focal` and the places of a round, such as `starter` in ERGO.
//!
//! If `tables` are pairs that differ in their first name only, the two tables of a pair play the same deals in the same
//! rotations, with the same seeds for every seat: rows of the same `deal` and `rotation` differ only in the first entrant. There
//! the block is a deal with both tables, 2n matches. The report says what the change of the entrant did, deal by deal.
//!
//! # Defaults that depend on what is varied
//!
//! An arm or a sweep over the cards of a deck also moves the turn in which the last card is drawn, and with it what seats
//! and starters gain. So a game may take another default where such an option is varied
//! ([`settings_when_varied`](ergo_engine::options::Configurable::settings_when_varied)): in ERGO the start then rotates, unless
//! `game.rules.starter` says otherwise. The file in the results folder names it.
//!
//! # Designs
//!
//! `[design]` varies several options of the rules together; it stands in the place of arms and sweeps. The first arm is the
//! base, which changes nothing; every point of the design is a further one, and `arms.csv` is its matrix.
//!
//! | key | value | meaning |
//! | --- | --- | --- |
//! | `kind` | `"factorial"` | all levels with all others |
//! | | `"sobol"`, `points` | so many scrambled Sobol' points, best a power of 2 |
//! | `factors` | tables | `key`, or `keys` that are set to the same value; `from`, `to` and `step` (1), or `values`; `name` |
//!
//! Every key is set once, and a setting without effect is rejected: two sweeps, or an arm and a sweep, may not set the same
//! key, `--set` and `[quick]` may not set a key that every arm sets, and what is varied must be of an entrant at some table.
//!
//! The role by which seats differ most is a covariate of the report's models, if the game has one: in ERGO, the seat that draws
//! the last card.
//!
//! `[targets]` gives the target range of measures: `paradox = [0.05, 0.20]`, `"seat 1
//! win_share" = [0.48, 0.52]`. `seat_deviation` is the largest distance of a seat's win share from an equal share.
//!
//! # A quick look
//!
//! `[quick]` has the settings for a first look, `"schedule.deals" = 100`, with the keys of `--set`; `ergo run --quick` applies them. It
//! is checked whether it is used or not.
//! The experiment in the results folder then has `quick = true`, and the report says so.
//!
//! # Measures
//!
//! `measure` names the measures of the answer: `"paradox"`, `"greedy win_share"`, `"seat 1 points_per_round"`, `"focal
//! win_share"` for the first at each table; a question of several parts has a list of up to three, and as many claims.
//! `ergo games` lists the measures of every game. Tables `[[measures]]` add measures of
//! columns of the rows; they stand in `summary.csv` and in the report, and `measure` may ask for them.
//!
//! Three more keys control the answer:
//!
//! | key | value | meaning |
//! | --- | --- | --- |
//! | `kind` | one or up to three of the words below | the kind of question, one claim per kind; if left out, it is inferred from the experiment and named in the report |
//! | `margin` | more than 0 | the smallest change of the one `measure` that would matter, in its own unit, a share from 0 to 1: with the kinds `"change"` and `"matters"`, an unclear change is then reported as smaller than that or as inconclusive, with the number of deals that would be needed |
//! | `strongest` | an entrant, or a tier | the entrants whose result comes first; they must be first at some table, and there must be several arms or measures |
//!
//! | `kind` | asks |
//! | --- | --- |
//! | `"best"` | which entrant is best; with several measures (up to 16), which of them is greatest |
//! | `"change"` | how much the arms change a measure |
//! | `"setting"` | which arm is nearest to all `[targets]`; arms are listed by ascending cost, starting with the current setting |
//! | `"favoured"` | which seat wins more often |
//! | `"value"` | the value of the measure |
//! | `"matters"` | which arms or factors change the measure most |
//! | `"luck"` | how much of the result is luck, and how much skill |
//!
//! | key | value | meaning |
//! | --- | --- | --- |
//! | `name` | letters, digits and `_` | its name, one that no other measure has |
//! | `column` | a column of numbers | measures its mean over rows; rows with an empty cell are skipped |
//! | `share_of`, `value` | a column and one of its values | measures the share of rows with that value |
//! | `of` | `"rounds"` | rows of `rounds.csv`; the default |
//! | | `"seats"` | rows of `seats.csv`: a measure of every entrant and of every seat |
//! | `where` | columns with values; all rows | only rows with these values count |
//! | `said` | a noun; the name | its name in sentences |
//!
//! # The keys of `[output]`
//!
//! | key | value | meaning |
//! | --- | --- | --- |
//! | `transcripts` | true or false; false | write `transcripts.jsonl`, from which every match can be replayed |
//! | `skill` | true or false; false | write `skill.csv`: every match is played again with new random streams for the bots; the report splits the variance of results into skill, seat, deal, deal × players and bot randomness |
//! | `cards` | 0 to 100; 0 | write `cards.csv`: this many draws of every match, and the start of one round, are replayed with other cards; the report estimates the value of cards |
//! | `agency` | 0 to 100; 0 | write `agency.csv`: at this many decisions of every match each choice (a random sample if there are more than 12) is played on in 4 worlds that are consistent with the seat's knowledge; the report says how much choices matter |
//! | `answers` | true or false; false | write `answers.jsonl`: each answer of a program with its `info`, see `agents/PROTOCOL.md` |
//! | `usage` | true or false; false | time every answer of every bot; write `usage.csv`, one line per entrant, and `usage_matches.csv`, one line per match and seat |
//!
//! The choices of an entrant that searches by wall clock (`milliseconds`), and of a program with `repeatable = false`, cannot be
//! repeated. A run with one of them always writes `transcripts.jsonl`, each line with the SHA-256 of its text as its last key. `ergo verify`
//! takes these choices from there and asks the others again; `ergo replay --explain` and `ergo shard` refuse such a run.

pub(crate) mod chairs;
pub mod schedule;

mod arms;
mod check;
mod checked;
pub mod design;
mod document;
pub mod factors;
mod file;
pub mod form;
mod own;
mod players;
mod problem;
mod reading;
mod values;
mod writer;

pub use crate::design::{ARMS, AnswerSpec, Design, Factor, QuestionKind};
pub use checked::{Arm, Experiment};
pub use document::{Document, ProposedArm, parse_value};
pub use file::{FaultRule, Rotations};
pub use form::Form;
pub use problem::{Problem, Problems};

use crate::games;
use crate::games::game_registry::GameRegistry;
use crate::registry::arena::Registered;

impl Experiment {
    /// Reads an experiment of one of the built-in games. Use [`Experiment::read_with_registry`] for other games.
    ///
    /// ```
    /// # use ergo_harness as ergo_lab;
    /// use ergo_lab::experiment::{Document, Experiment};
    ///
    /// let text = r#"
    ///     question = "Which bot wins?"
    ///     seed = 1
    ///     [game]
    ///     name = "ergo"
    ///     [[entrant]]
    ///     name = "a"
    ///     agent = { kind = "greedy" }
    ///     [[entrant]]
    ///     name = "b"
    ///     agent = { kind = "random" }
    ///     [schedule]
    ///     tables = [["a", "b"]]
    ///     deals = 10
    /// "#;
    /// let experiment = Experiment::read(&Document::parse(text).unwrap()).unwrap();
    /// assert_eq!(experiment.entrants, ["a", "b"]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns all errors of the document.
    pub fn read(document: &Document) -> Result<Self, Problems> {
        Experiment::read_with_registry(document, &games::standard())
    }

    /// Reads an experiment of the game `G`.
    ///
    /// # Errors
    ///
    /// Returns all errors of the document.
    pub fn read_for<G: Registered>(document: &Document) -> Result<Self, Problems> {
        Experiment::read_with_registry(document, &games::registry_for::<G>())
    }

    /// Reads an experiment whose results depend on the seed only. Agents whose search is limited by a clock are
    /// rejected.
    ///
    /// # Errors
    ///
    /// Returns all errors of the document.
    pub fn read_untimed(document: &Document, registry: &GameRegistry) -> Result<Self, Problems> {
        let experiment = Self::read_with_registry(document, registry)?;
        let Some((name, time)) = experiment.first_timed() else { return Ok(experiment) };
        let key = format!("entrant.{name}.agent.milliseconds");
        let what = format!("wrong value (got {time}, expected 0: the result must depend on the seed, not on a clock)");
        Err(Problems::new(vec![Problem { line: None, key, what }]))
    }

    /// Checks `document` against its game in `registry` and fills in defaults. The `[quick]` table is checked too.
    ///
    /// # Errors
    ///
    /// Returns all errors of the document.
    pub fn read_with_registry(document: &Document, registry: &GameRegistry) -> Result<Self, Problems> {
        let found = check::check_all(document, registry);
        if !document.has_quick_table() {
            return found;
        }
        let mut quick = document.without_overrides();
        let of_quick = quick.apply_quick().and_then(|()| check::check_all(&quick, registry).map(drop));
        let mut problems = match (found, of_quick) {
            (found, Ok(())) => return found,
            (Ok(_), Err(problems)) => return Err(problems),
            (Err(mut problems), Err(of_quick)) => {
                problems.all.extend(of_quick.all.into_iter().filter(|one| one.key.starts_with(document::QUICK)));
                problems
            }
        };
        problems.all.sort_by_key(|problem| problem.line);
        Err(problems)
    }
}
