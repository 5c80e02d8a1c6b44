//! A probe that counts the first action of each match and whether seat 1 won: it writes a row per match, and its analysis
//! adds a table to the report.

use std::collections::BTreeMap;
use std::fs;

use ergo_lab::prelude::*;

/// The file with the rows.
const FILE: &str = "openings.csv";

/// The probe; `openings = true` in `[output]` turns it on.
pub struct Openings;

impl Probe for Openings {
    fn name(&self) -> &'static str {
        "openings"
    }

    fn file(&self) -> Option<&'static str> {
        Some(FILE)
    }

    fn header(&self, _: &RecordNames) -> String {
        "match,action,won\n".to_owned()
    }

    fn watch(&self, _: u32, _: &RecordNames) -> Option<Box<dyn MatchObserver>> {
        Some(Box::new(FirstAction(None)))
    }

    fn analysis(&self, files: &FilePaths<'_>) -> Result<Option<Box<dyn Analysis>>, RowsError> {
        let path = files(FILE);
        let text = fs::read_to_string(&path).map_err(|error| RowsError::Io { path, error })?;
        let mut found: BTreeMap<String, (u32, u32)> = BTreeMap::new();
        for row in text.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()) {
            let of = found.entry(row[1].to_owned()).or_default();
            *of = (of.0 + 1, of.1 + u32::from(row[2] == "1"));
        }
        Ok(Some(Box::new(OpeningCounts(found))))
    }
}

/// Observes the first action of a match.
struct FirstAction(Option<String>);

impl MatchObserver for FirstAction {
    fn sees_decisions(&self) -> bool {
        true
    }

    fn begin(&mut self, _: &WatchedMatch<'_>) {
        self.0 = None;
    }

    fn decision(&mut self, decided: &dyn DecisionRecord) {
        self.0.get_or_insert_with(|| decided.action().to_string());
    }

    fn end(&mut self, played: &WatchedMatch<'_>, ending: &Ending, out: &mut RowWriter<'_>) {
        let won = u8::from(ending.winners[Seat::new(0)]);
        out.row(&[&played.slot.number, &self.0.as_deref().unwrap_or_default(), &won]);
    }
}

/// Matches and wins of seat 1 by first action.
struct OpeningCounts(BTreeMap<String, (u32, u32)>);

impl Analysis for OpeningCounts {
    fn details(&self, _: &RunData<'_>) -> Vec<Detail> {
        let heads = ["first action", "matches", "won by seat 1"].map(str::to_owned).to_vec();
        let number = |number: u32| Cell::number(number.to_string(), number.into());
        let row = |(action, (matches, won)): (&String, &(u32, u32))| {
            vec![Cell::from(action.clone()), number(*matches), number(*won)]
        };
        let table = DataTable { heads, texts: 1, rows: self.0.iter().map(row).collect(), ..DataTable::default() };
        vec![Detail { title: "First action of seat 1".to_owned(), tables: vec![table], ..Detail::default() }]
    }
}
