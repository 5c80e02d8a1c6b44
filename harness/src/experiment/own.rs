//! `[[measures]]`: what an experiment wants measured beside what the game declares.

use super::problem::Problem;
use super::section::Section;
use crate::measure::{Measure, Of, Per, Rows, Unit, Value};

/// One of `[[measures]]`, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMeasure {
    /// Its name.
    pub name: String,
    /// In words, if the file says.
    pub said: Option<String>,
    /// The file of rows.
    pub rows: Rows,
    /// The column with numbers, or that with words.
    pub column: String,
    /// If so, the share of the rows with this value is measured, not a mean.
    pub value: Option<String>,
    /// Only rows count in which these columns hold these values.
    pub only: Vec<(String, String)>,
}

/// The words for files of rows.
const ROWS: [(&str, Rows); 2] = [("rounds", Rows::Rounds), ("seats", Rows::Seats)];

impl OwnMeasure {
    /// Reads one table of `[[measures]]`.
    pub(super) fn read(section: &Section<'_>) -> Result<Self, Problem> {
        section.only(&["name", "said", "of", "column", "share_of", "value", "where"])?;
        let name = section.text("name", "a name")?.to_owned();
        let sensible = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.chars().all(sensible) || name.len() > 40 {
            let expected = "expected up to 40 letters, digits or _";
            return Err(Problem::new(section.at("name"), format!("{name:?} cannot be a name, {expected}")));
        }
        let said = section.get("said").map(|_| section.text("said", "the measure in words")).transpose()?;
        let rows = section.one_of("of", &ROWS)?;
        let (column, value) = match (section.get("column"), section.get("share_of")) {
            (Some(_), None) => (section.text("column", "a column of numbers")?, None),
            (None, Some(_)) => {
                let value = section.required("value", "the value whose share is measured")?;
                (section.text("share_of", "a column")?, Some(plain(section, "value", value)?))
            }
            _ => {
                let expected = "expected either column, for a mean, or share_of and value, for a share";
                return Err(Problem::new(section.at("column"), expected));
            }
        };
        if value.is_none() && section.get("value").is_some() {
            return Err(Problem::new(
                section.at("value"),
                "a mean has no value, expected share_of in the place of column",
            ));
        }
        let only = match section.get("where") {
            None => Vec::new(),
            Some(table) => {
                let table = Section::of(section.at("where"), table)?;
                let pair = |(key, value): (&String, &toml::Value)| Ok((key.clone(), plain(&table, key, value)?));
                table.entries().map(pair).collect::<Result<_, Problem>>()?
            }
        };
        Ok(OwnMeasure { name, said: said.map(str::to_owned), rows, column: column.to_owned(), value, only })
    }

    /// The word for its file of rows.
    pub(super) fn word(&self) -> &'static str {
        ROWS.iter().find(|(_, rows)| *rows == self.rows).map_or("", |(word, _)| word)
    }

    /// Every column it needs.
    pub(super) fn columns(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.column.as_str()).chain(self.only.iter().map(|(column, _)| column.as_str()))
    }

    /// The measures it stands for: of rounds one of the table, of rows of seats one of entrants and one of seats.
    pub(super) fn measures(&self) -> Vec<Measure> {
        let said = self.said.clone().unwrap_or_else(|| self.name.replace('_', " "));
        let (unit, value) = match &self.value {
            Some(value) => (Unit::Share, Value::Is(self.rows, self.column.clone(), value.clone())),
            None => (Unit::Amount(self.column.replace('_', " ")), Value::Column(self.rows, self.column.clone())),
        };
        let of = match self.rows {
            Rows::Rounds => vec![Of::All],
            Rows::Seats => vec![Of::Entrants, Of::Seats],
        };
        let measure = |of| Measure {
            only: self.only.clone(),
            ..Measure::new(&self.name, &said, unit.clone(), Per::Rounds, of, value.clone())
        };
        of.into_iter().map(measure).collect()
    }
}

/// A value as it stands in a column.
fn plain(section: &Section<'_>, key: &str, value: &toml::Value) -> Result<String, Problem> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => Ok(value.to_string()),
        other => Err(section.wrong(key, other, "a word or a number, as it stands in the column")),
    }
}
