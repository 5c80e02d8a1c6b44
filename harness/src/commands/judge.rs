//! `ergo judge`: what a proof says.

use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::anyhow;
use ergo_engine::ergo::card::Symbol;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::truth::judge as verdict_of;
use ergo_engine::maps::map_of;
use ergo_harness::games::ergo::expanded::{VerdictView, verdict_view};
use serde::Serialize;

use super::flags::RuleArgs;
use super::shared::{ergo_rules, print};

/// The object that `--json` prints.
#[derive(Serialize)]
struct JudgeOutput {
    verdict: VerdictView,
    cards: usize,
    premises: usize,
    points: BTreeMap<char, usize>,
}

/// Say what a proof of ERGO says: a verdict for each variable, and the points
#[derive(Args)]
pub(super) struct JudgeArgs {
    /// The proof, such as "A|B / ~B>C / D"
    pub proof: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
}

/// Prints the verdict on a proof, in words or as JSON.
pub(super) fn judge(args: &JudgeArgs) -> anyhow::Result<()> {
    let rules = ergo_rules(4, &args.rules, &["then_chain", "precedence"])?;
    let proof: Proof = args.proof.parse().map_err(|error| anyhow!("proof \"{}\": {error}", args.proof))?;
    let verdict = verdict_of(&proof, rules.reading);
    let points = |(i, symbol): (usize, &Symbol)| (symbol.letter(), if verdict.proves(i) { proof.len() } else { 0 });
    let judged = JudgeOutput {
        verdict: verdict_view(verdict),
        cards: proof.len(),
        premises: proof.premises(),
        points: map_of(Symbol::VARIABLES.iter().enumerate().map(points)),
    };
    if args.json {
        return print(&format!("{}\n", serde_json::to_string(&judged)?));
    }
    let mut text = String::new();
    match &judged.verdict {
        VerdictView::Paradox(_) => writeln!(text, "a paradox: nobody scores")?,
        VerdictView::Letters(letters) => {
            for (letter, word) in letters {
                match judged.points[letter] {
                    0 => writeln!(text, "{letter} {word}")?,
                    points => writeln!(text, "{letter} {word}, {points} points")?,
                }
            }
        }
    }
    writeln!(text, "{} cards in {} premises", judged.cards, judged.premises)?;
    print(&text)
}
