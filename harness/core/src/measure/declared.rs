//! The declaration of a measure.

use ergo_engine::field::Field;

use super::trajectory::TrajectoryMeasure;

/// A measure: a sum over deals, divided by the sum of a denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The name in `summary.csv`. With [`Value::Each`] a `*` stands for the word in the column.
    pub name: String,
    /// The name in sentences, as a noun: `rounds that are a paradox`. May have a `*` like the name.
    pub said: String,
    /// The unit.
    pub unit: Unit,
    /// The denominator.
    pub per: Denominator,
    /// The kind of subject.
    pub of: SubjectKind,
    /// The numerator.
    pub value: Value,
    /// The measure is restricted to rows with these values in these columns, in numerator and denominator; empty for
    /// all rows.
    pub only: Vec<(String, String)>,
    /// The section of the report, if the measure has one of its own.
    pub shown: Option<WordBreakdown>,
}

/// The unit of a measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share from 0 to 1, printed in percent.
    Share,
    /// An amount in the named unit: `points`, `turns`.
    Amount(String),
}

/// The denominator of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denominator {
    /// The number of rounds, or of counted rows.
    Rounds,
    /// The number of matches.
    Matches,
    /// The number of deals: every deal has the same weight.
    Deals,
}

impl Denominator {
    /// Returns its word in the column `estimand`.
    pub fn word(self) -> &'static str {
        match self {
            Denominator::Rounds => "rounds",
            Denominator::Matches => "matches",
            Denominator::Deals => "deals",
        }
    }
}

/// The kind of subject of a measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// The table as a whole; the subject is `all`.
    All,
    /// Every entrant; the subject is its name.
    Entrants,
    /// Every seat: `seat 1` and so on.
    Seats,
    /// The seat with a role in the round: `starter`.
    At(SeatRole),
    /// Every seat, by its distance before the seat with the role: `last mover`, `last mover - 1` and so on.
    Before(SeatRole),
}

impl SubjectKind {
    /// Returns true if the subject is a round or a role in it, not an entrant or a fixed seat.
    pub fn is_of_rounds(&self) -> bool {
        matches!(self, SubjectKind::All | SubjectKind::At(_) | SubjectKind::Before(_))
    }

    /// Returns true if `subject` is a possible subject of this kind. Entrants may have any other name.
    pub fn fits(&self, subject: &str) -> bool {
        let is_seat = subject.strip_prefix("seat ").is_some_and(|number| number.parse::<usize>().is_ok());
        match self {
            SubjectKind::All => subject == "all",
            SubjectKind::Entrants => subject != "all" && !is_seat,
            SubjectKind::Seats => is_seat,
            SubjectKind::At(place) => subject == place.name,
            SubjectKind::Before(place) => {
                let rest = subject.strip_prefix(&place.name);
                let is_number = |text: &str| text.parse::<usize>().is_ok_and(|before| before > 0);
                rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix(" - ").is_some_and(is_number))
            }
        }
    }
}

/// A role that one seat has in a round, such as the starter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRole {
    /// The name of the role: `starter`.
    pub name: String,
    /// The column of `rounds.csv` with the number of the seat, from 1.
    pub column: String,
    /// If set, the column with a number of turns: the role belongs to the seat that takes the last of them, counted
    /// around the table from the seat in `column`.
    pub turns: Option<String>,
    /// A sentence about the entrant that usually has the role, with `{who}`, `{arm}` and `{others}`.
    pub mostly: String,
    /// A noun clause for the seat with the role: `who draws the last card`.
    pub who: String,
}

impl SeatRole {
    /// Creates the role of the seat in `column`.
    pub fn new(name: &str, column: &str) -> Self {
        let mostly = format!("The {name} is mostly {{who}} in {{arm}}, but another in {{others}}.");
        let who = format!("who is the {name}");
        SeatRole { name: name.to_owned(), column: column.to_owned(), turns: None, mostly, who }
    }
}

/// The numerator of a measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Win shares.
    Wins,
    /// Scores at the end of matches.
    Points,
    /// Scores minus the mean score of the other seats.
    Margin,
    /// Number of rounds.
    Rounds,
    /// Number of turns.
    Turns,
    /// Win shares, in the row of the last round of each seat. Combine with [`Measure::only`] to select rows.
    Won,
    /// Number of occurrences of a word in a column of `rounds.csv`: column and word.
    Mentions(String, String),
    /// Number of rows with a value in a column: file, column and value.
    Is(RowFile, String, String),
    /// For every word in a column of `rounds.csv`, the number of rows with it. Each word is a measure.
    Each(String),
    /// The numbers in a column: file and column. Rows with an empty cell are skipped.
    Column(RowFile, String),
    /// The value of a seat in the columns of `rounds.csv` with this prefix and the seat number: `points_`.
    Gain(String),
    /// The gain of a seat minus the mean of the other seats; the prefix as in [`Value::Gain`].
    Lead(String),
    /// A measure of the course of a match; matches for which it is undefined are skipped. The prefix of the gain
    /// columns as in [`Value::Gain`], and the column with the seat that ended a round, if there is one.
    Course(TrajectoryMeasure, String, Option<String>),
    /// Number of rounds in which at least this many seats have more than 0 in the columns with this prefix.
    Gainers(usize, String),
    /// Number of rounds that differ from the previous round of the match in one of these columns of `rounds.csv`. First
    /// rounds are skipped.
    Changes(Vec<String>),
    /// The first of these columns of `seats.csv` as a share of their sum. Rows with a sum of 0 are skipped.
    Part(Vec<String>),
    /// A function of the value in a column of `rounds.csv`. Rows for which it returns `None` are skipped.
    Derived(String, Derived),
}

/// A function of a cell (a text if it was read from a file) and the number of seats.
#[derive(Clone, Copy, Debug)]
pub struct Derived(pub fn(Field<'_>, usize) -> Option<f64>);

impl PartialEq for Derived {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for Derived {}

/// A file of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowFile {
    /// `rounds.csv`: one row per round.
    #[default]
    Rounds,
    /// `seats.csv`: one row per round and seat.
    Seats,
}

/// A section of the report with one bar per table for the words of a column ([`Value::Each`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordBreakdown {
    /// The title of the section.
    pub title: String,
    /// The file with its numbers.
    pub file: &'static str,
}

impl Measure {
    /// Creates a measure of the share of rounds with `value` in `column`.
    pub fn share(name: &str, said: &str, column: &str, value: &str) -> Self {
        let value = Value::Is(RowFile::Rounds, column.to_owned(), value.to_owned());
        Measure::new(name, said, Unit::Share, Denominator::Rounds, SubjectKind::All, value)
    }

    /// Creates one measure per word in `column`: its share of the rounds. `name` and `said` have a `*` for the word.
    pub fn each(name: &str, said: &str, column: &str, shown: WordBreakdown) -> Self {
        let value = Value::Each(column.to_owned());
        Measure {
            shown: Some(shown),
            ..Measure::new(name, said, Unit::Share, Denominator::Rounds, SubjectKind::All, value)
        }
    }

    /// Creates a measure in points per round.
    pub fn points(name: &str, said: &str, of: SubjectKind, value: Value) -> Self {
        Measure::new(name, said, Unit::Amount("points".to_owned()), Denominator::Rounds, of, value)
    }

    /// Restricts the measure to rows with `value` in `column`.
    pub fn only(mut self, column: &str, value: &str) -> Self {
        self.only.push((column.to_owned(), value.to_owned()));
        self
    }

    /// Creates a measure of all rows without a section of its own.
    pub fn new(name: &str, said: &str, unit: Unit, per: Denominator, of: SubjectKind, value: Value) -> Self {
        let (name, said) = (name.to_owned(), said.to_owned());
        Measure { name, said, unit, per, of, value, only: Vec::new(), shown: None }
    }

    /// Returns true if the unit is a share.
    pub fn is_share(&self) -> bool {
        self.unit == Unit::Share
    }

    /// Returns true if it needs the rows of the game, not only `matches.csv`.
    pub fn uses_game_rows(&self) -> bool {
        !matches!(self.value, Value::Wins | Value::Points | Value::Margin | Value::Rounds | Value::Turns)
    }

    /// Returns the column word of the measure `name`, if `name` is one of the measures of this [`Value::Each`].
    pub fn word_of<'n>(&self, name: &'n str) -> Option<&'n str> {
        let (before, after) = self.name.split_once('*').filter(|_| self.is_each())?;
        name.strip_prefix(before)?.strip_suffix(after).filter(|word| !word.is_empty())
    }

    /// Returns true if there is one measure per word in a column.
    pub fn is_each(&self) -> bool {
        matches!(self.value, Value::Each(_))
    }

    /// Returns the column whose words are counted, if any.
    pub fn column(&self) -> Option<&str> {
        match &self.value {
            Value::Each(column) => Some(column),
            _ => None,
        }
    }

    /// Returns the measure of one word in the column.
    pub fn for_word(&self, word: &str) -> Self {
        let name = self.name.replace('*', word);
        Measure { name, said: self.said.replace('*', &word.replace('_', " ")), ..self.clone() }
    }
}
