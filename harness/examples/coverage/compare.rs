//! Errors of whole comparisons of two bots: H0, H1 and midway between them, at two, three and four seats, by wins and by
//! margin. H0 are twins; for H1 `one` is the normalised Elo of the pair in a long run, midway it is twice as much.

use ergo_engine::rng::Seed;
use ergo_lab::compare::By;
use rayon::ThreadPoolBuilder;

use crate::Numbers;
use crate::contests::{Found, Pair};

pub fn study(numbers: &Numbers, _seed: &Seed) {
    let (runs, blocks) = (numbers.at(0, 400), numbers.at(1, 20_000));
    // Fast bots, not far apart.
    let (a, b) = (numbers.at(2, 6), numbers.at(3, 7));
    let pool = ThreadPoolBuilder::new().build().expect("threads");
    println!(
        "{runs} comparisons a row, best-of:drawn={a} and best-of:drawn={b} to 20 points, alpha = beta = 5 %, the truth by {blocks} blocks"
    );
    println!(
        "| seats | by | truth | one | true | accepted | rejected | blocks | fixed holds | corrected holds | anytime holds | seen too high | corrected too high |"
    );
    println!("| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
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
            let Found { accepted, rejected, blocks, fixed, corrected, seen_high, corrected_high, always } =
                pair.compared(one, mean, runs, &pool);
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            println!(
                "| {seats} | {by:?} | {name} | {one:.1} | {normalised:.1} | {} | {} | {blocks:.0} | {} | {} | {} | {} | {} |",
                percent(accepted),
                percent(rejected),
                percent(fixed),
                percent(corrected),
                percent(always),
                percent(seen_high),
                percent(corrected_high)
            );
        }
    }
}
