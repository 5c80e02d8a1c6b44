//! Means with luck taken out.

use ergo_engine::rng::Seed;

use crate::Numbers;
use crate::synthetic::luck::{Found, KINDS, found};

pub fn study(numbers: &Numbers, seed: &Seed) {
    let count = numbers.at(0, 10_000);
    println!("{count} sets of blocks each, luck taken out: how many 95 % intervals held the truth, in per cent");
    for kind in KINDS {
        let Found { raw, adjusted, alarms, bias, correction, said, was } = found(kind, count, seed);
        println!(
            "  {}: as played {raw:.2}, less luck {adjusted:.2}; corrections off 0 at 5 % {alarms:.2}; error {bias:.1} and \
             correction {correction:.1} standard errors; variance ratio {said:.3} said, {was:.3} found",
            kind.name
        );
    }
}
