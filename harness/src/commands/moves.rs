//! `ergo moves`: every distinct outcome of one turn.

use clap::Args;
use std::collections::BTreeSet;

use anyhow::{anyhow, bail};
use ergo_engine::ergo::notation::{Turn, parse_targets};
use ergo_engine::ergo::proof::{CAPACITY, Proof};
use ergo_engine::ergo::turn::outcomes_up_to;
use ergo_harness::games::ergo::line::line;

use super::flags::RuleArgs;
use super::shared::{ergo_rules, print};

/// The options of the rules that a turn depends on; `then_chain` is accepted as in `ergo game ergo judge`.
const EFFECTIVE: [&str; 7] =
    ["draw", "plays", "premises", "wild_as_ergo", "wild_as_justification", "fallacy_bars", "then_chain"];
/// The most outcomes that are told apart: about half a gigabyte.
const MOST: usize = 1_000_000;

/// List all distinct outcomes of one turn of ERGO
#[derive(Args)]
pub(super) struct MovesArgs {
    /// The proof as it lies, "-" or "" if there is none
    #[arg(long, value_name = "PROOF", allow_hyphen_values = true)]
    pub proof: String,
    /// The mover's cards, such as "AB&~((T"; the mover is A
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: String,
    /// A Fallacy lies before the mover
    #[arg(long)]
    pub fallacy: bool,
    /// Letters of the players that may be hit by a Fallacy
    #[arg(long, value_name = "LETTERS", default_value = "", allow_hyphen_values = true)]
    pub targets: String,
    /// Print only how many outcomes and proofs there are
    #[arg(long)]
    pub count: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
}

/// Prints the outcomes of a turn, one a line, or how many there are.
pub(super) fn moves(args: &MovesArgs) -> anyhow::Result<()> {
    let rules = ergo_rules(4, &args.rules, &EFFECTIVE)?;
    let proof: Proof = args.proof.parse().map_err(|error| anyhow!("--proof \"{}\": {error}", args.proof))?;
    let hand = if args.hand == "-" { "" } else { &args.hand };
    let turn = Turn {
        proof,
        hand: hand.parse().map_err(|error| anyhow!("--hand \"{}\": {error}", args.hand))?,
        under_fallacy: args.fallacy,
        targets: parse_targets(&args.targets)
            .map_err(|_| anyhow!("--targets \"{}\": expected letters of A B C D", args.targets))?,
    };
    if turn.proof.len() + turn.hand.len() > CAPACITY {
        bail!("--proof: with the hand more than {CAPACITY} cards, expected fewer");
    }
    if turn.proof.premises() > usize::from(rules.premises) {
        bail!("--proof: {} premises, expected {} or fewer", turn.proof.premises(), rules.premises);
    }
    let Some(outcomes) = outcomes_up_to(&turn.move_generator(&rules), MOST) else {
        bail!("--hand \"{}\": more than {MOST} outcomes, expected a turn of fewer cards or plays", args.hand);
    };
    if args.count {
        let proofs: BTreeSet<Proof> = outcomes.iter().map(|outcome| outcome.proof).collect();
        return print(&format!("outcomes {} proofs {}\n", outcomes.len(), proofs.len()));
    }
    print(&outcomes.iter().map(|outcome| line(outcome) + "\n").collect::<String>())
}
