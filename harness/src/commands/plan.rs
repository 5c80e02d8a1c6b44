//! `ergo plan`: how many matches does it take?

use std::fmt::Write;

use anyhow::{anyhow, bail};
use ergo_engine::rng::Seed;

use super::print;
use crate::cli::PlanArgs;
use crate::compare::pilot;
use crate::report::count;
use crate::stats::power::{Rates, blocks_by_pilot, blocks_for_mean, matches_for_seats, matches_for_share};
use crate::stats::sequential::NORMALISED_ELO_PER_T;

/// Draws of pilot blocks for each number of blocks tried.
const TRIALS: u32 = 2_000;

/// Prints how many matches a difference in the share of wins takes to be seen.
pub fn plan(args: &PlanArgs) -> anyhow::Result<()> {
    let seats = f64::from(args.seats);
    if args.difference == 0.0 || args.difference.abs() >= 1.0 - 1.0 / seats {
        bail!("--difference {}: expected a share above 0 and below {:.2}", args.difference, 1.0 - 1.0 / seats);
    }
    if !(args.alpha > 0.0 && args.alpha < 0.5 && args.power > 0.5 && args.power < 1.0) {
        bail!("--alpha {} --power {}: expected alpha from 0 to 0.5, power from 0.5 to 1", args.alpha, args.power);
    }
    let rates = Rates { alpha: args.alpha, power: args.power };
    let mut text = String::new();
    let even = 1.0 / seats;
    let unreachable = || anyhow!("--difference {}: expected one that can be seen", args.difference);
    let matches = matches_for_share(even, even + args.difference, rates).ok_or_else(unreachable)?;
    writeln!(
        text,
        "To see a share of wins of {:.1} % where {:.1} % is even, {} seats, alpha {}, power {}:",
        100.0 * (even + args.difference),
        100.0 * even,
        args.seats,
        args.alpha,
        args.power
    )?;
    writeln!(text, "  {} independent matches, by the formula for a share", count(matches))?;
    if let Some(matches) = matches_for_seats(args.seats.into(), args.difference, rates) {
        writeln!(text, "  {} matches to see one seat that far ahead of the others", count(matches))?;
    }
    let spread = (even * (1.0 - even)).sqrt();
    let normalised = NORMALISED_ELO_PER_T * args.difference / spread;
    writeln!(
        text,
        "  it is about {normalised:.0} normalised Elo; ergo compare --one {normalised:.0} stops when it has seen enough"
    )?;
    if let Some(folder) = &args.pilot {
        let values = pilot(&folder.join("blocks.csv"))?;
        if values.len() < 2 {
            bail!("{}: {} blocks, expected a pilot of two or more", folder.display(), values.len());
        }
        let mut moments = crate::stats::Moments::default();
        values.iter().for_each(|value| moments.push(*value));
        let error = moments.standard_error().unwrap_or(0.0);
        let deviation = error * (values.len() as f64).sqrt();
        writeln!(
            text,
            "By the {} blocks of {}, standard deviation {deviation:.4}:",
            count(values.len() as u64),
            folder.display()
        )?;
        match blocks_for_mean(args.difference, deviation, rates) {
            Some(blocks) => writeln!(text, "  {} blocks, by the formula for a mean", count(blocks))?,
            None => writeln!(text, "  all blocks are alike: one more tells nothing")?,
        }
        if let Some(blocks) = blocks_by_pilot(&values, args.difference, rates, TRIALS, &Seed::master(args.seed)) {
            writeln!(text, "  {} blocks, by drawing pilot blocks again", count(blocks))?;
        }
    }
    print(&text)
}
