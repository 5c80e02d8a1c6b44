//! Coverage of intervals and error rates of tests, with few runs and wide tolerances. `examples/coverage` has the full study.

use crate::synthetic::ladder;
use ergo_engine::rng::Seed;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::run::{Mode, RunOptions, run};
use ergo_lab::stats::choice::Penalty;
use ergo_lab::stats::luce::{ELO_PER_NAT, Observation, WinModel};
use rayon::prelude::*;

#[test]
fn ratings_of_a_wide_ladder_hold_the_truth() {
    let kind = &ladder::kinds(0.5, false)[0];
    assert_eq!((kind.strengths.len(), kind.tables.len(), kind.deals), (17, 45, 40));
    let found = ladder::measure_coverage(kind, 100, &Seed::master(6));
    // Leads of a list are correlated: three standard deviations of their mean are about 3.5.
    assert!((92.0..=98.5).contains(&found.ratings) && (92.0..=98.5).contains(&found.leads), "{found:?}");
    assert!(found.ends >= 88.5 && found.together >= 88.5 && found.ranks >= 93.0, "{found:?}");
    // Four standard deviations of one lead are 8.7.
    let (least, one, other) = found.least_lead;
    assert!(least >= 86.0 && found.least_rating >= 86.0, "{one} over {other}: {found:?}");
    assert!(found.most_lead <= 100.0 && found.open < 1.0, "{found:?}");
    // The ends are 13 nats apart and must not be shrunk.
    assert!(found.error.0.abs() < 0.3 && found.error.1 < 1.5, "{found:?}");
}

/// The shipped ladder of 17 with two identical entrants at `place`. Returns how often they are distinguished in `count` runs,
/// in per cent: by their lead, by the probability that one is better, and by their ranks. `odd` means 40 deals whose luck is
/// fixed per deal, all split evenly except one, where the first of the two wins its table in all seatings.
fn distinguished_share(place: usize, seats: usize, odd: bool, count: u64, seed: &Seed) -> [f64; 3] {
    let mut strengths = ladder::rungs();
    strengths.insert(place, strengths[place]);
    let kind = ladder::Kind {
        name: format!("twins {place} {seats} {odd}"),
        tables: ladder::ladder(strengths.len(), seats, 2),
        strengths,
        seats: ladder::SEATS[seats - 2].to_vec(),
        deals: if odd { 40 } else { 30 },
        all: false,
        luck: if odd { 1.0 } else { 0.9 },
    };
    let (one, other) = (place, place + 1);
    let parted = |number: u64| {
        let seed = seed.derive(&kind.name, &[number]);
        let mut matches = kind.play(&mut seed.rng());
        if odd {
            // The better seat wins: give it to the first of the two.
            let both = |found: &&mut Observation| {
                found.block == 7 && found.lineup.contains(&one) && found.lineup.contains(&other)
            };
            for found in matches.iter_mut().filter(both) {
                found.shares.fill(0.0);
                let seat = found.lineup.iter().position(|entrant| *entrant == one).unwrap();
                found.shares[seat] = 1.0;
            }
        }
        let leads = kind.leads(&matches);
        let lead = leads.lead(one, other).unwrap();
        let better = leads.better(one, other).map_or(0.5, |better| better.probability);
        let sets = leads.rank_sets(leads.simultaneous_tail(&seed));
        let ranks = sets[one].worst < sets[other].best || sets[other].worst < sets[one].best;
        [lead.low > 0.0 || lead.high < 0.0, !(0.025..=0.975).contains(&better), ranks]
    };
    let all: Vec<[bool; 3]> = (0..count).into_par_iter().map(parted).collect();
    let share = |i: usize| 100.0 * all.iter().filter(|parted| parted[i]).count() as f64 / count as f64;
    [share(0), share(1), share(2)]
}

#[test]
fn identical_bots_are_rarely_distinguished() {
    for (place, seats, odd) in [(0, 2, false), (8, 3, false), (16, 4, false), (8, 2, true)] {
        let found = distinguished_share(place, seats, odd, 80, &Seed::master(7));
        // Three standard deviations of 80 runs at 5 % are 7.3.
        assert!(found[0] < 12.3 && found[1] < 12.3 && found[2] < 5.1, "{place} {seats} {odd} {found:?}");
    }
}

/// Ratings and probabilities in report files are those of the model fitted to the rows.
#[test]
fn reported_ratings_are_those_of_the_model() {
    let bots = ["best-of", "greedy", "pass", "random"];
    let entrants = bots.map(|bot| format!("[[entrant]]\nname = \"{bot}\"\nagent = {{ kind = \"{bot}\" }}\n")).concat();
    let text = format!(
        "question = \"Who is best?\"\nseed = 3\n[game]\nname = \"ergo\"\nrules.target = 20\n{entrants}[schedule]\n\
         form = \"round-robin\"\npool = {bots:?}\nseats = [3]\ndeals = 12\n"
    );
    let experiment = Experiment::read(&Document::parse(&text).unwrap()).unwrap();
    let folder = crate::tempdir::tempdir().unwrap();
    run(&experiment, folder.path(), &RunOptions { threads: 2, mode: Mode::Begin, command: String::new() }, |_| ())
        .unwrap();
    let rows = |file: &str| -> Vec<csv::StringRecord> {
        csv::Reader::from_path(folder.path().join(file)).unwrap().records().map(Result::unwrap).collect()
    };
    let number = |name: &str| bots.iter().position(|bot| *bot == name).unwrap();
    let mut matches: Vec<Observation> = Vec::new();
    for row in rows("matches.csv") {
        if &row[4] == "1" {
            let block = row[2].parse::<usize>().unwrap() - 1;
            matches.push(Observation { block, lineup: Vec::new(), shares: Vec::new() });
        }
        let last = matches.last_mut().unwrap();
        last.lineup.push(number(&row[5]));
        last.shares.push(row[11].parse().unwrap());
    }
    let leads = WinModel::fit(bots.len(), &matches, Penalty::Jeffreys).unwrap().leads(1, |one| one);
    let near = |written: &str, value: f64, digits: f64| {
        let is_near = written.parse::<f64>().map_or(!value.is_finite(), |written| (written - value).abs() < digits);
        assert!(is_near, "{written} instead of {value}");
    };
    for row in rows("plots/ratings.csv") {
        let one = number(&row[2]);
        let interval = leads.rating(one).unwrap();
        let values = [leads.ratings()[one], interval.low, interval.high];
        values.iter().zip(3..).for_each(|(value, column)| near(&row[column], value * ELO_PER_NAT, 0.0051));
    }
    for row in rows("plots/better.csv") {
        near(&row[4], leads.better(number(&row[2]), number(&row[3])).unwrap().probability, 1e-6);
    }
}

#[test]
fn leads_hold_the_truth_up_to_sweeps() {
    for (share, seats) in [0.6, 0.95].into_iter().flat_map(|share| (2..=4).map(move |seats| (share, seats))) {
        let found = ladder::measure_coverage(&ladder::two(share, seats, 12, 0.5), 200, &Seed::master(8));
        // Three standard deviations of 200 runs at 95 % are 4.6.
        assert!(found.leads >= 90.4, "{share} {seats}: {found:?}");
    }
}

#[test]
fn sequential_tests_err_as_declared() {
    for kind in crate::synthetic::block_kinds() {
        let found = crate::synthetic::sequential_errors(&kind, [0.0, 40.0], 25, 500, &Seed::master(2));
        // Three standard deviations of 500 runs at 5 % are 2.9.
        assert!(found.false_alarms < 7.9 && found.misses < 7.9 && found.undecided == 0.0, "{} {found:?}", kind.name);
        // A fixed-size test with these error rates takes (2 · 1.645 / t)² blocks; this one takes about half.
        let t = 40.0 / 347.4356 * f64::from(kind.matches).sqrt();
        let fixed = (2.0 * 1.645 / t).powi(2);
        assert!(found.blocks_zero < 0.75 * fixed && found.blocks_one < 0.75 * fixed, "{} {found:?}", kind.name);
    }
}

#[test]
fn confidence_sequences_keep_the_truth() {
    for kind in crate::synthetic::block_kinds() {
        let (out, width) = crate::synthetic::sequence_exclusions(&kind, 500, 500, &Seed::master(3));
        assert!(out < 7.9 && width < 0.25, "{}: {out} {width}", kind.name);
    }
}
