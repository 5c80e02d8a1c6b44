//! Errors of whole comparisons of two bots: H0, H1 and midway between them, at two, three and four seats, by wins and by
//! margin. H0 are twins; for H1 `one` is the normalised Elo of the pair in a long run, midway it is twice as much.

use ergo_engine::rng::Seed;
use ergo_lab::compare::By;
use rayon::ThreadPoolBuilder;

use crate::Numbers;
use crate::contests::{Found, Pair, Played, Stopped};

pub fn study(numbers: &Numbers, _seed: &Seed) {
    let (runs, blocks) = (numbers.at(0, 400), numbers.at(1, 20_000));
    // Fast bots, not far apart.
    let (a, b) = (numbers.at(2, 6), numbers.at(3, 7));
    let pool = ThreadPoolBuilder::new().build().expect("threads");
    println!(
        "{runs} comparisons a row, best-of:drawn={a} and best-of:drawn={b} to 20 points, alpha = beta = 5 %, the truth by {blocks} blocks"
    );
    println!(
        "| seats | by | truth | one | true | accepted | rejected | blocks | fixed holds | 95 % CI holds | anytime holds | seen too high |"
    );
    println!("| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let rows = [By::Wins, By::Margin].into_iter().flat_map(|by| (2..=4).map(move |seats| (by, seats)));
    for (by, seats) in rows.skip(numbers.at(4, 0) as usize) {
        let pair = Pair { a, b, seats, by };
        let truth = pair.truth(blocks, &pool);
        let one = truth.normalised;
        for (name, pair, one, normalised, mean) in [
            ("H0, twins", pair.twins(), one, 0.0, 0.5),
            ("H1", pair, one, one, truth.mean),
            ("midway", pair, 2.0 * one, one, truth.mean),
        ] {
            let Found { accepted, rejected, blocks, fixed, interval, seen_high, always } =
                pair.compared(one, mean, runs, &pool);
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            println!(
                "| {seats} | {by:?} | {name} | {one:.1} | {normalised:.1} | {} | {} | {blocks:.0} | {} | {} | {} | {} |",
                percent(accepted),
                percent(rejected),
                percent(fixed),
                percent(interval),
                percent(always),
                percent(seen_high)
            );
        }
    }
}

/// Pairs of bots from nearly equal to nearly a sweep: turns drawn by the weaker and by the stronger.
const PAIRS: [(u64, u64); 9] = [(5, 6), (3, 4), (2, 3), (3, 6), (2, 6), (1, 2), (1, 4), (1, 8), (1, 100)];
/// Values of a block: with two seats B's share of the wins, else one half and half of B's share less A's.
const VALUES: [f64; 9] = [0.5, 0.515, 0.55, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];

/// Prints what answers say after stopping, where the truth is known: blocks of real bots, weighted so that their mean is exact.
pub fn stopped(numbers: &Numbers, seed: &Seed) {
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
        let played = PAIRS.map(|(a, b)| Pair { a, b, seats, by: By::Wins }.played(blocks, &pool));
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
