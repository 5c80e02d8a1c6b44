//! Whether luck is fair.

use crate::game::Status;
use crate::luck::Luck;
use crate::rng::Seed;

/// Checks that every sum of [`Luck::luck`] is 0 on average over `matches` random matches: fair sums are refused less than
/// once in a million times, for each seat and kind. Gives how many of them there are.
pub fn check_luck<G: Luck>(game: &G, seed: u64, matches: u32, max_steps: usize) -> usize {
    let (mut rng, mut scratch) = (Seed::master(seed).derive("laws", &[]).rng(), Vec::new());
    let kinds = G::LUCK_COLUMNS;
    let size = game.seats().get() * kinds.len();
    let (mut totals, mut squares) = (vec![0.0; size], vec![0.0; size]);
    for _ in 0..matches {
        let mut state = game.deal(&mut Seed::draw(&mut rng).rng());
        let mut sums = vec![0.0; size];
        for _ in 0..max_steps {
            if matches!(game.status(&state), Status::Over(_)) {
                break;
            }
            let action = game.sample_action(&state, &mut rng, &mut scratch);
            if let Some(round) = game.apply_recorded(&mut state, action) {
                game.luck(&round, &mut sums);
            }
        }
        for ((total, square), sum) in totals.iter_mut().zip(&mut squares).zip(sums) {
            *total += sum;
            *square += sum * sum;
        }
    }
    for (place, (total, square)) in totals.into_iter().zip(squares).enumerate() {
        let (seat, kind) = (place / kinds.len() + 1, kinds[place % kinds.len()]);
        let off = if square > 0.0 { total / f64::sqrt(square) } else { 0.0 };
        assert!(off.abs() < 5.0, "law broken: luck is 0 on average, but {kind} of seat {seat} is {off:.1} errors off");
    }
    size
}
