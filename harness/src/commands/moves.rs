//! `ergo moves`: every distinct outcome of one turn.

use std::collections::BTreeSet;

use anyhow::{anyhow, bail};
use ergo_engine::ergo::notation::{Turn, parse_targets};
use ergo_engine::ergo::proof::{CAPACITY, Proof};
use ergo_engine::ergo::turn::outcomes_up_to;

use super::shared::{ergo_rules, print};
use crate::cli::MovesArgs;
use crate::games::ergo::line::line;

/// The most outcomes that are told apart: about half a gigabyte.
const MOST: usize = 1_000_000;

/// Prints the outcomes of a turn, one a line, or how many there are.
pub(super) fn moves(args: &MovesArgs) -> anyhow::Result<()> {
    let rules = ergo_rules(4, &args.rules)?;
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
    let Some(outcomes) = outcomes_up_to(&turn.mover(&rules), MOST) else {
        bail!("--hand \"{}\": more than {MOST} outcomes, expected a turn of fewer cards or plays", args.hand);
    };
    if args.count {
        let proofs: BTreeSet<Proof> = outcomes.iter().map(|outcome| outcome.proof).collect();
        return print(&format!("outcomes {} proofs {}\n", outcomes.len(), proofs.len()));
    }
    print(&outcomes.iter().map(|outcome| line(outcome) + "\n").collect::<String>())
}
