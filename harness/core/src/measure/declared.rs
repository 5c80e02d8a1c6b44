//! A measure as it is declared.

use ergo_engine::field::Field;

use super::trajectory::TrajectoryMeasure;

/// One measure: Σ of something over deals by Σ of what it is divided by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// As `summary.csv` names it. With [`Value::Each`] a `*` stands for the word in the column.
    pub name: String,
    /// In words, as a noun: `rounds that are a paradox`. A `*` as in the name.
    pub said: String,
    /// Its unit.
    pub unit: Unit,
    /// The denominator.
    pub per: Denominator,
    /// Whom it is of.
    pub of: SubjectKind,
    /// The numerator: the value that is summed up.
    pub value: Value,
    /// Only rows count in which these columns hold these values, above and below the line; all rows if there are none.
    pub only: Vec<(String, String)>,
    /// How the page shows it, if it has a section of its own.
    pub shown: Option<WordBreakdown>,
}

/// The unit of a measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A part of a whole, from 0 to 1; said in percent.
    Share,
    /// An amount of something: `points`, `turns`.
    Amount(String),
}

/// The denominator of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denominator {
    /// The number of rounds, or of rows of them that count.
    Rounds,
    /// The number of matches.
    Matches,
    /// Every deal counts alike.
    Deals,
}

impl Denominator {
    /// The word for it in the column `estimand`.
    pub fn word(self) -> &'static str {
        match self {
            Denominator::Rounds => "rounds",
            Denominator::Matches => "matches",
            Denominator::Deals => "deals",
        }
    }
}

/// Whom a measure is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// The table as a whole; the subject is `all`.
    All,
    /// Every entrant; the subject is its name.
    Entrants,
    /// Every seat: `seat 1` and so on.
    Seats,
    /// The seat at one place of the round: `starter`.
    At(SeatRole),
    /// That seat and every other, by how many seats before it they sit: `last mover`, `last mover - 1` and so on.
    Before(SeatRole),
}

impl SubjectKind {
    /// Whether it is of a round as a whole, not of somebody who plays.
    pub fn is_of_rounds(&self) -> bool {
        matches!(self, SubjectKind::All | SubjectKind::At(_) | SubjectKind::Before(_))
    }

    /// Whether `subject` is one that such a measure can be of. Entrants may have any other name.
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
    /// If so, the column with a number of turns: it is who makes the last of them, when they go round from that seat.
    pub turns: Option<String>,
    /// Who mostly has it, and who has it elsewhere, as a sentence with `{who}`, `{arm}` and `{others}`.
    pub mostly: String,
    /// A clause for whoever has it: `who draws the last card`.
    pub who: String,
}

impl SeatRole {
    /// Creates the role of the seat in this column.
    pub fn new(name: &str, column: &str) -> Self {
        let mostly = format!("The {name} is mostly {{who}} in {{arm}}, but another in {{others}}.");
        let who = format!("who is the {name}");
        SeatRole { name: name.to_owned(), column: column.to_owned(), turns: None, mostly, who }
    }
}

/// The numerator: the value that is summed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Shares of wins.
    Wins,
    /// Points at the end of matches.
    Points,
    /// Those less the mean of the other seats'.
    Margin,
    /// Rounds played.
    Rounds,
    /// Turns played.
    Turns,
    /// Shares of wins, in the row of the last round of whoever sat there: with [`Measure::only`], by what a seat had.
    Won,
    /// How often this word stands in a column of `rounds.csv`.
    Mentions(String, String),
    /// How many rows hold this in a column.
    Is(RowFile, String, String),
    /// For every word in a column of `rounds.csv` how many of all rows hold it, each a measure of its own.
    Each(String),
    /// The numbers in a column. Rows in which it is empty do not count.
    Column(RowFile, String),
    /// The value of a seat in the column of `rounds.csv` that begins so and ends in its number: `points_`.
    Gain(String),
    /// That less the mean of what the other seats have.
    Lead(String),
    /// A number of a match as it went, of the matches that say something of it: by what seats have in the columns of
    /// `rounds.csv` that begin so and end in their number, and who ended or began a round by a column, if there is one.
    Course(TrajectoryMeasure, String, Option<String>),
    /// In how many rounds at least so many seats have more than 0 in the columns that begin so and end in their number.
    Gainers(usize, String),
    /// How many rounds differ in one of these columns of `rounds.csv` from the round before in the match. First rounds do not
    /// count.
    Changes(Vec<String>),
    /// The number in the first column of `seats.csv` as a part of the sum of all of them. Rows in which that is 0 do not count.
    Part(Vec<String>),
    /// A function of the value in a column of `rounds.csv`. Rows of which it makes nothing do not count.
    Derived(String, Derived),
}

/// A function of a value, which is a text where it was read from a file, and of the number of seats.
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
    /// `rounds.csv`: a row a round.
    #[default]
    Rounds,
    /// `seats.csv`: a row a round and seat.
    Seats,
}

/// A section of the page about the measures of one column ([`Value::Each`]): a bar for each table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordBreakdown {
    /// Its title.
    pub title: String,
    /// The file of its numbers.
    pub file: &'static str,
}

impl Measure {
    /// A share of rounds: of those with `value` in `column`.
    pub fn share(name: &str, said: &str, column: &str, value: &str) -> Self {
        let value = Value::Is(RowFile::Rounds, column.to_owned(), value.to_owned());
        Measure::new(name, said, Unit::Share, Denominator::Rounds, SubjectKind::All, value)
    }

    /// For every word in `column` its share of the rounds. `name` and `said` have a `*` for the word.
    pub fn each(name: &str, said: &str, column: &str, shown: WordBreakdown) -> Self {
        let value = Value::Each(column.to_owned());
        Measure {
            shown: Some(shown),
            ..Measure::new(name, said, Unit::Share, Denominator::Rounds, SubjectKind::All, value)
        }
    }

    /// Points of a round of somebody.
    pub fn points(name: &str, said: &str, of: SubjectKind, value: Value) -> Self {
        Measure::new(name, said, Unit::Amount("points".to_owned()), Denominator::Rounds, of, value)
    }

    /// The same of rows with `value` in `column` only.
    pub fn only(mut self, column: &str, value: &str) -> Self {
        self.only.push((column.to_owned(), value.to_owned()));
        self
    }

    /// A measure of all rows, without a section of its own.
    pub fn new(name: &str, said: &str, unit: Unit, per: Denominator, of: SubjectKind, value: Value) -> Self {
        let (name, said) = (name.to_owned(), said.to_owned());
        Measure { name, said, unit, per, of, value, only: Vec::new(), shown: None }
    }

    /// Whether it is a part of a whole.
    pub fn is_share(&self) -> bool {
        self.unit == Unit::Share
    }

    /// Whether it is made of the game's own rows.
    pub fn uses_game_rows(&self) -> bool {
        !matches!(self.value, Value::Wins | Value::Points | Value::Margin | Value::Rounds | Value::Turns)
    }

    /// The word of the column that the measure called `name` is of, if it is one of these ([`Value::Each`]).
    pub fn word_of<'n>(&self, name: &'n str) -> Option<&'n str> {
        let (before, after) = self.name.split_once('*').filter(|_| self.is_each())?;
        name.strip_prefix(before)?.strip_suffix(after).filter(|word| !word.is_empty())
    }

    /// Whether there is one for every word in a column.
    pub fn is_each(&self) -> bool {
        matches!(self.value, Value::Each(_))
    }

    /// The column whose words it counts, if it does.
    pub fn column(&self) -> Option<&str> {
        match &self.value {
            Value::Each(column) => Some(column),
            _ => None,
        }
    }

    /// The one for this word in the column.
    pub fn for_word(&self, word: &str) -> Self {
        let name = self.name.replace('*', word);
        Measure { name, said: self.said.replace('*', &word.replace('_', " ")), ..self.clone() }
    }
}
