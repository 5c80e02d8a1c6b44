//! `ergo game ergo moves`: the distinct outcomes of a turn.

use clap::Args;
use std::collections::BTreeSet;

use anyhow::{anyhow, bail};
use ergo_engine::ergo::notation::{Turn, parse_targets};
use ergo_engine::ergo::proof::{CAPACITY, Proof};
use ergo_engine::ergo::turn::outcomes_up_to;
use ergo_harness::games::ergo::line::line;

use super::flags::RuleArgs;
use super::shared::{ergo_rules, print};

/// The rule options that affect a turn. `then_chain` is accepted because `ergo game ergo judge` takes it.
const EFFECTIVE: [&str; 7] =
    ["draw", "plays", "premises", "wild_as_ergo", "wild_as_justification", "fallacy_bars", "then_chain"];
/// The largest number of outcomes that are listed. More would need over half a gigabyte of memory.
const MOST: usize = 1_000_000;

/// List all distinct outcomes of a turn of ERGO
#[derive(Args)]
#[command(after_help = "Example:\n  ergo game ergo moves --proof 'A' --hand 'B~&' --count")]
pub(super) struct MovesArgs {
    /// Proof on the table with / between premises; "-" or "" if it is empty
    #[arg(long, value_name = "PROOF", allow_hyphen_values = true)]
    pub proof: String,
    /// Cards in the hand of the player to move (player A), such as "AB&~((T"
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: String,
    /// The player to move is under a Fallacy
    #[arg(long)]
    pub fallacy: bool,
    /// Letters of the players that a Fallacy may target, such as BC
    #[arg(long, value_name = "LETTERS", default_value = "", allow_hyphen_values = true)]
    pub targets: String,
    /// Print only the numbers of distinct outcomes and proofs
    #[arg(long)]
    pub count: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
}

/// Prints the outcomes of a turn, one per line, or their number.
pub(super) fn moves(args: &MovesArgs) -> anyhow::Result<()> {
    let rules = ergo_rules(4, &args.rules, &EFFECTIVE)?;
    let proof: Proof = args.proof.parse().map_err(|error| anyhow!("--proof \"{}\": {error}", args.proof))?;
    let hand = if args.hand == "-" { "" } else { &args.hand };
    let turn = Turn {
        proof,
        hand: hand.parse().map_err(|error| anyhow!("--hand \"{}\": {error}", args.hand))?,
        under_fallacy: args.fallacy,
        targets: parse_targets(&args.targets)
            .map_err(|_| anyhow!("--targets \"{}\": unknown player, expected letters from A to D", args.targets))?,
    };
    if turn.proof.len() + turn.hand.len() > CAPACITY {
        bail!("--proof: more than {CAPACITY} cards together with the hand, expected {CAPACITY} or fewer");
    }
    if turn.proof.premises() > usize::from(rules.premises) {
        bail!("--proof: the proof has {} premises, expected {} or fewer", turn.proof.premises(), rules.premises);
    }
    let Some(outcomes) = outcomes_up_to(&turn.move_generator(&rules), MOST) else {
        bail!(
            "--hand \"{}\": the turn has more than {MOST} outcomes, expected fewer cards or a lower game.rules.plays",
            args.hand
        );
    };
    if args.count {
        let proofs: BTreeSet<Proof> = outcomes.iter().map(|outcome| outcome.proof).collect();
        return print(&format!("outcomes {} proofs {}\n", outcomes.len(), proofs.len()));
    }
    print(&outcomes.iter().map(|outcome| line(outcome) + "\n").collect::<String>())
}
