//! How often intervals hold the truth and tests err, on synthetic tournaments, in full:
//! `cargo run --release -p ergo --example coverage -- <intervals|tests|sequences|luck> [count [draws]]` (10,000 and
//! 400). Takes
//! minutes. What it printed is in `tests/reference/coverage.txt`; `tests/stats_coverage.rs` does the same in small.

#[path = "../tests/synthetic/mod.rs"]
mod synthetic;

use ergo_engine::rng::Seed;
use ergo_harness::stats::bootstrap::Settings;
use synthetic::{Coverage, Errors};

fn main() {
    let number = |place: usize, default: u64| std::env::args().nth(place).map_or(default, |text| text.parse().unwrap());
    let (count, draws) = (number(2, 10_000), number(3, 400));
    let seed = Seed::master(2026);
    match std::env::args().nth(1).as_deref() {
        Some("intervals") => intervals(count, draws as u32, &seed),
        Some("tests") => tests(count, &seed),
        Some("sequences") => sequences(count, &seed),
        Some("luck") => luck(count, &seed),
        _ => println!("coverage <intervals|tests|sequences|luck> [count [draws]]"),
    }
}

fn intervals(count: u64, draws: u32, seed: &Seed) {
    println!("{count} tournaments each, {draws} draws: how many 95 % intervals held the truth, in per cent");
    for kind in synthetic::tournaments() {
        let settings = Settings { draws, ..Settings::default() };
        let Coverage { strength, difference, seat, win_share, all_pairs, ranks, ranking, bias } =
            synthetic::coverage(&kind, count, settings, seed);
        println!("{} ({} blocks)", kind.name, kind.blocks());
        println!(
            "  strength {strength:.2}  difference {difference:.2}  seat effect {seat:.2}  win share {win_share:.2}"
        );
        println!(
            "  all pairs {all_pairs:.2}  all ranks {ranks:.2}  difference by rankings {ranking:.2}  bias {bias:.3}"
        );
    }
}

fn tests(count: u64, seed: &Seed) {
    println!("{count} sequential tests each, alpha = beta = 5 %: errors in per cent, mean blocks under H0 and H1");
    for kind in synthetic::block_kinds() {
        for elo in [[0.0, 30.0], [-20.0, 0.0]] {
            let Errors { false_alarms, misses, undecided, blocks_zero, blocks_one } =
                synthetic::sequential_errors(&kind, elo, 25, count, seed);
            println!(
                "  {}, {elo:?}, looks every 25: false alarms {false_alarms:.2}  misses {misses:.2}  \
                 undecided {undecided:.2}  blocks {blocks_zero:.0} and {blocks_one:.0}",
                kind.name
            );
        }
    }
}

fn sequences(count: u64, seed: &Seed) {
    println!(
        "{count} confidence sequences each, alpha = 5 %, looked at after each of 1,000 blocks: truth left out, in per cent"
    );
    for kind in synthetic::block_kinds() {
        let (out, width) = synthetic::sequence_exclusions(&kind, 1_000, count, seed);
        println!("  {}: {out:.2}  (width at the end {width:.3})", kind.name);
    }
}

fn luck(count: u64, seed: &Seed) {
    println!("{count} sets of blocks each, luck taken out: how many 95 % intervals held the truth, in per cent");
    for kind in synthetic::luck::KINDS {
        let synthetic::luck::Found { raw, adjusted, alarms, bias, correction, said, was } =
            synthetic::luck::found(kind, count, seed);
        println!(
            "  {}: as played {raw:.2}, less luck {adjusted:.2}; corrections off 0 at 5 % {alarms:.2}; error {bias:.1} and \
             correction {correction:.1} standard errors; variance ratio {said:.3} said, {was:.3} found",
            kind.name
        );
    }
}
