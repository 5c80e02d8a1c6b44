//! `ergo diff`: compares two results folders.

use std::path::PathBuf;

use super::json::{Fields, JsonFlag, print_document, to_fields};
use super::replay_hint::replay_hint;
use super::shared::{print, say};
use super::verb::{BuildCommand, RunVerb};
use clap::Args;
use ergo_harness::diff::{Basis, DiffRow, Side, basis, measure_differences, setting_differences};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::report::{align_columns, count_noun};
use serde_json::{Value, json};

/// Compare two results folders: the keys of their experiments and their measures
#[derive(Args)]
pub(super) struct DiffArgs {
    /// First results folder (A)
    pub a: PathBuf,
    /// Second results folder (B)
    pub b: PathBuf,
    /// Show every difference, not only significant ones (p < 0.05 after Holm's correction)
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonFlag,
}

impl RunVerb for DiffArgs {
    const NAME: &'static str = "diff";
    const EXAMPLE: &'static str = "ergo diff results/before results/after";

    /// Prints the differences between the two folders.
    fn run(&self, _: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let (one, other) = (Side::read(&self.a)?, Side::read(&self.b)?);
        let mut text = String::new();
        let (then, now) = (&one.recorded.manifest, &other.recorded.manifest);
        let programs = [then, now].map(|manifest| format!("{} {}", manifest.version, manifest.revision));
        let mut differs = setting_differences(&one, &other);
        if programs[0] != programs[1] {
            differs.push(("program".to_owned(), programs.map(Some)));
        }
        if self.json.json {
            return print_document(Self::NAME, None, self.fields(&one, &other, &differs)?);
        }
        let cell = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
        let asked = differs.into_iter().map(|(key, [one, other])| vec![key, cell(one), cell(other)]);
        let heads = [vec!["asked".to_owned(), "A".to_owned(), "B".to_owned()]];
        let asked: Vec<Vec<String>> = heads.into_iter().chain(asked).collect();
        text += &match asked.len() {
            1 => "Same experiment, same program.\n".to_owned(),
            _ => format!("{}\n", align_columns(&asked)),
        };
        let rows = measure_differences(&one, &other)?;
        let clear = rows.iter().filter(|row| row.holm < 0.05).count();
        let how = match basis(&one, &other) {
            Basis::PairedDeals => "paired by deal: same seed",
            Basis::IndependentDeals => "unpaired: seeds, random streams or games differ",
            Basis::Summaries => "unpaired: from the intervals in summary.csv",
        };
        text += &format!(
            "\n{clear} of {} are significant (p < 0.05 after Holm's correction); B minus A, {how}.\n",
            count_noun(rows.len() as u64, "difference")
        );
        let shown = rows.iter().filter(|row| self.all || row.holm < 0.05);
        let heads =
            ["arm", "table", "of", "measure", "A", "B", "B - A", "95 %", "p", "Holm"].map(str::to_owned).to_vec();
        let table: Vec<Vec<String>> = std::iter::once(heads).chain(shown.map(line)).collect();
        if table.len() > 1 {
            text += &format!("{}\n", align_columns(&table));
        }
        if rows.is_empty() {
            text += "The folders have no measure in common: none with the same arm, table, subject and name.\n";
        }
        print(&text)?;
        for side in [&one, &other].into_iter().filter(|side| !side.has_blocks() && !rows.is_empty()) {
            let (path, hint) = (side.recorded.path.display(), replay_hint(&side.recorded));
            say(&format!("{path} does not keep blocks.csv. To test deal by deal, play it again: {hint}"));
        }
        Ok(())
    }
}

impl DiffArgs {
    /// Returns the members of the JSON document: the keys that differ and the differences of measures.
    fn fields(&self, one: &Side, other: &Side, differs: &[(String, [Option<String>; 2])]) -> anyhow::Result<Fields> {
        let asked: Vec<Value> = differs.iter().map(|(key, [a, b])| json!({ "key": key, "a": a, "b": b })).collect();
        let rows = measure_differences(one, other)?;
        let clear = rows.iter().filter(|row| row.holm < 0.05).count();
        let shown = rows.iter().filter(|row| self.all || row.holm < 0.05);
        let row = |row: &DiffRow| {
            let ([arm, table, of, measure], [a, b]) = (&row.subject, row.values);
            let (low, high) = row.difference.interval.map(|found| (found.low, found.high)).unzip();
            json!({
                "arm": arm, "table": table, "of": of, "measure": measure, "a": a, "b": b,
                "difference": row.difference.difference, "low": low, "high": high, "p": row.difference.p, "holm": row.holm,
            })
        };
        let shown: Vec<Value> = shown.map(row).collect();
        let [a, b] = [&self.a, &self.b].map(|path| path.display().to_string());
        let basis = basis(one, other);
        Ok(to_fields(json!({
            "a": a, "b": b, "asked": asked, "paired": basis == Basis::PairedDeals, "basis": basis.name(), "measures": rows.len(), "clear": clear,
            "differences": shown,
        })))
    }
}

fn line(row: &DiffRow) -> Vec<String> {
    let number = |value: f64| format!("{value:.4}");
    let p = |p: f64| if p < 0.0001 { "< 0.0001".to_owned() } else { number(p) };
    let interval = row.difference.interval;
    let interval = interval.map_or_else(|| "–".to_owned(), |found| format!("{:+.4} to {:+.4}", found.low, found.high));
    let mut cells = row.subject.to_vec();
    cells.extend(row.values.map(number));
    cells.extend([format!("{:+.4}", row.difference.difference), interval, p(row.difference.p), p(row.holm)]);
    cells
}
