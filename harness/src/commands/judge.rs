//! `ergo game ergo judge`: the verdict on a proof.

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

/// The JSON object that `--json` prints.
#[derive(Serialize)]
struct JudgeOutput {
    verdict: VerdictView,
    cards: usize,
    premises: usize,
    points: BTreeMap<char, usize>,
}

/// Judge a proof of ERGO: print the verdict and the points of each variable
#[derive(Args)]
#[command(after_help = "Example:\n  ergo game ergo judge 'A|B / ~B>C / D'")]
pub(super) struct JudgeArgs {
    /// Proof with / between premises, such as "A|B / ~B>C / D"
    pub proof: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
}

/// Prints the verdict on a proof as text or JSON.
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
        VerdictView::Paradox(_) => writeln!(text, "paradox: no player scores")?,
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
