//! Comparisons of two bots that stop early: shares of the verdicts, and coverage of the reported interval.

use ergo_engine::rng::Seed;
use ergo_lab::compare::BlockMeasure;
use rayon::ThreadPoolBuilder;

use crate::Numbers;
use crate::contests::{Pair, Played, Stopped};

/// Pairs of bots from nearly equal to nearly a sweep: numbers of turns drawn by the weaker and by the stronger bot.
const PAIRS: [(u64, u64); 9] = [(5, 6), (3, 4), (2, 3), (3, 6), (2, 6), (1, 2), (1, 4), (1, 8), (1, 100)];
/// Mean block values: with two seats B's share of the wins, otherwise one half plus half of B's share minus A's.
const VALUES: [f64; 9] = [0.5, 0.515, 0.55, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];

/// Prints verdicts and coverage after stopping with known truth: blocks of played matches, weighted to an exact mean.
pub fn study(numbers: &Numbers, seed: &Seed) {
    let (runs, blocks) = (numbers.at(0, 1_000), numbers.at(1, 3_000));
    let pool = ThreadPoolBuilder::new().build().expect("threads");
    println!(
        "{runs} comparisons a row, H1 by `one` normalised Elo, of {blocks} blocks of the pair of best-of nearest to the truth, weighted to be \
         exactly as good; the answer as seen: share of the wins with two seats, else B's share less A's"
    );
    println!(
        "| seats | one | truth | blocks | \"better\" | \"weaker\" | answer | answer if \"better\" | 95 % CI holds | its width | anytime holds | \
         its width |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for seats in 2..=4 {
        let played = PAIRS.map(|(a, b)| Pair { a, b, seats, by: BlockMeasure::Wins }.played(blocks, &pool));
        let rows =
            VALUES.map(|value| (10.0, value)).into_iter().chain([0.5, 0.515, 0.55, 0.6].map(|value| (40.0, value)));
        for (one, value) in rows {
            let off = |of: &&Played| (of.mean() - value).abs();
            let nearest = played.iter().min_by(|one, other| off(one).total_cmp(&off(other))).expect("pairs");
            let Stopped { blocks, better, weaker, mean, mean_if_better, interval, always } =
                nearest.stopped(one, value, runs, seed);
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            let said = |value: f64| percent(if seats == 2 { value } else { 2.0 * value - 1.0 });
            let width = |width: f64| percent(if seats == 2 { width } else { 2.0 * width });
            println!(
                "| {seats} | {one} | {} | {blocks:.0} | {} | {} | {} | {} | {} | {} | {} | {} |",
                said(value),
                percent(better),
                percent(weaker),
                said(mean),
                said(mean_if_better),
                percent(interval[0]),
                width(interval[1]),
                percent(always[0]),
                width(always[1])
            );
        }
    }
}
