//! Descriptions of all columns of result files and of all keys in `--json` output: as a page for readers, and as types
//! for programs, so that empty cells do not change the type of a column.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The columns that results of every game have.
const EVERYWHERE: &str = include_str!("everywhere.txt");
/// The keys of `--json` output, tab-separated: commands, key, type and meaning.
const DOCUMENTS: &str = include_str!("documents.txt");
/// Stands for any column name.
const ANY: &str = "*";

/// A column, or several columns of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The file.
    pub file: &'static str,
    /// The name; `points_1 to points_4` for several, `*` for any.
    pub name: &'static str,
    /// `integer`, `number` or `text`. A cell of any kind may be empty.
    pub kind: &'static str,
    /// The unit; `–` if there is none.
    pub unit: &'static str,
    /// The meaning.
    pub about: &'static str,
}

/// Returns the columns that results of every game have.
pub fn common() -> Vec<Column> {
    parse(EVERYWHERE)
}

/// Parses column descriptions: one tab-separated line of file, name, type, unit and meaning per column.
///
/// # Panics
///
/// Panics if a line is not a column description.
pub fn parse(text: &'static str) -> Vec<Column> {
    let column = |line: &'static str| match line.split('\t').collect::<Vec<_>>()[..] {
        [file, name, kind @ ("integer" | "number" | "text"), unit, about] => Column { file, name, kind, unit, about },
        _ => panic!("no column: {line:?}"),
    };
    text.lines().map(column).collect()
}

impl Column {
    /// Returns true if this describes the column `name` of its file.
    pub fn is(&self, name: &str) -> bool {
        match self.name.split_once(" to ") {
            Some((first, last)) => {
                let number = |text: &str| {
                    Some((text.rsplit_once('_')?.0.to_owned(), text.rsplit_once('_')?.1.parse::<u8>().ok()?))
                };
                match (number(first), number(last), number(name)) {
                    (Some((stem, from)), Some((_, to)), Some((other, found))) => {
                        stem == other && (from..=to).contains(&found)
                    }
                    _ => false,
                }
            }
            None => self.name == ANY || self.name == name,
        }
    }

    /// Returns all names that it stands for; empty for [`ANY`].
    fn names(&self) -> Vec<String> {
        match self.name.split_once(" to ") {
            None if self.name == ANY => Vec::new(),
            None => vec![self.name.to_owned()],
            Some((first, _)) => {
                let stem = first.trim_end_matches(|c: char| c.is_ascii_digit());
                (1..=9).map(|number| format!("{stem}{number}")).filter(|name| self.is(name)).collect()
            }
        }
    }

    /// Returns the name of the nullable type in pandas and polars.
    fn data_type(&self) -> &'static str {
        match self.kind {
            "integer" => "Int64",
            "number" => "Float64",
            _ => "string",
        }
    }
}

/// Returns a table of the keys in the `--json` output of each command.
fn documents() -> String {
    let mut text = "\n## What --json prints\n\n`run`, `compare`, `verify`, `diff`, `report`, `agents` and `agents check` print one \
                    JSON document on standard output. `files[].name`: of each member of the list `files` its `name`.\n\n\
                    | verbs | key | type | meaning |\n| --- | --- | --- | --- |\n"
        .to_owned();
    for line in DOCUMENTS.lines() {
        let [verbs, key, kind, about] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("no key: {line:?}") };
        writeln!(text, "| {verbs} | `{key}` | {kind} | {about} |").expect("a String takes every text");
    }
    text
}

/// Returns a page of all columns: first those of every game, then those of each game in `games`.
pub fn page(games: &[(&str, Vec<Column>)]) -> String {
    let mut text = "# Columns\n\nThis page is for people who read the CSV files of a results folder. It describes every column; \
                    `ergo games --columns` prints it. A cell without a value is empty. Only an empty cell is a missing value: an \
                    entrant or an arm may be called `NA` or `null`, which pandas would read as missing without the last two \
                    arguments below. [columns.json](columns.json) (`ergo games --columns --json`) has the type of every column, so \
                    that empty cells do not change it:\n\n\
                    ```python\nimport json, pandas as pd\n\
                    types = json.load(open(\"results/columns.json\"))\n\
                    rounds = pd.read_csv(\"results/smoke/rounds.csv\", dtype=types[\"ergo\"][\"rounds.csv\"],\n\
                    \x20                    keep_default_na=False, na_values=[\"\"])\n\n\
                    import polars as pl\n\
                    names = {\"Int64\": pl.Int64, \"Float64\": pl.Float64, \"string\": pl.String}\n\
                    types = {name: names[kind] for name, kind in types[\"ergo\"][\"rounds.csv\"].items()}\n\
                    rounds = pl.read_csv(\"results/smoke/rounds.csv\", schema_overrides=types)\n```\n"
        .to_owned();
    let all = std::iter::once(("", common())).chain(games.iter().map(|(name, columns)| (*name, columns.clone())));
    for (game, columns) in all {
        let mut file = "";
        for column in &columns {
            if column.file != file {
                file = column.file;
                let of = if game.is_empty() { String::new() } else { format!(" of {game}") };
                let line =
                    format!("\n## {file}{of}\n\n| column | type | unit | meaning |\n| --- | --- | --- | --- |\n");
                text += &line;
            }
            let Column { name, kind, unit, about, .. } = column;
            writeln!(text, "| `{name}` | {kind} | {unit} | {about} |").expect("a String takes every text");
        }
    }
    text + &documents()
}

/// Returns the types of the columns of every file of every game, as JSON.
///
/// # Panics
///
/// Panics if the types cannot be serialised, which cannot happen.
pub fn types(games: &[(&str, Vec<Column>)]) -> String {
    let mut all: BTreeMap<&str, BTreeMap<&str, BTreeMap<String, &str>>> = BTreeMap::new();
    for (game, own) in games {
        let files = all.entry(game).or_default();
        for column in common().iter().chain(own) {
            let file = files.entry(column.file).or_default();
            file.extend(column.names().into_iter().map(|name| (name, column.data_type())));
        }
    }
    let mut text = serde_json::to_string_pretty(&all).expect("texts are JSON");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_line_covers_several_columns() {
        let [several, any] =
            parse("x.csv\tpoints_1 to points_4\tinteger\tpoints\tof each\nx.csv\t*\tnumber\tcards\tany")[..]
        else {
            panic!("two lines")
        };
        assert!(several.is("points_1") && several.is("points_4") && !several.is("points_5") && !several.is("score_1"));
        assert_eq!(several.names(), ["points_1", "points_2", "points_3", "points_4"]);
        assert!(any.is("whatever") && any.names().is_empty());
    }
}
