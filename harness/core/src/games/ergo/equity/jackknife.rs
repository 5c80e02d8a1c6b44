//! How sure chances to win are: the rounds they come from might have been others.

use std::path::Path;

use ergo_agents::games::ergo::equity::solve::Solution;
use ergo_agents::games::ergo::equity::{Ending, MatchEquity};
use ergo_engine::seat::{Seat, SeatMap};

use super::choice::{Choice, GROUPS, NoRounds, rounds_of};
use ergo_stats::t_half;

/// Half the width of the 95 % interval of every seat's chance at `scores`, `next` starting the next round: the jackknife over
/// groups of deals, all matches of a deal in one group, with Student's t (Efron and Tibshirani 1993, 11). The table is solved
/// anew for each group, at all scores. Nothing where the rounds without some group cannot end a match.
pub fn half_widths(
    folder: &Path,
    choice: &Choice,
    ending: &Ending,
    scores: &SeatMap<i32>,
    next: Seat,
) -> Result<Option<SeatMap<f64>>, NoRounds> {
    let mut chances: Vec<SeatMap<f64>> = Vec::new();
    for group in 0..GROUPS {
        let (rounds, _) = rounds_of(folder, &Choice { without: Some(group), ..choice.clone() })?;
        let Ok(solution) = Solution::new(ending, &rounds) else { return Ok(None) };
        chances.push(MatchEquity::new(ending, &solution, 1, Default::default()).chance(scores, next));
    }
    let groups = GROUPS as f64;
    let half = |seat: Seat| {
        let mean = chances.iter().map(|chance| chance[seat]).sum::<f64>() / groups;
        let squares: f64 = chances.iter().map(|chance| (chance[seat] - mean) * (chance[seat] - mean)).sum();
        t_half(((groups - 1.0) / groups * squares).sqrt(), GROUPS - 1)
    };
    Ok(Some(SeatMap::from_fn(scores.seats(), half)))
}
