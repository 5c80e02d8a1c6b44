//! Entrants by returns per match, for games that pay points: a rating by wins would measure something else.

use ergo_stats::{Contrast, Interval, Range, Ratio, bonferroni};

use crate::report::tally::Tally;
use crate::report::words;

/// The entrants of one arm at tables of one size, best first.
pub(crate) struct Payoffs {
    /// The arm.
    pub arm: String,
    /// The number of seats.
    pub seats: usize,
    /// The entrants, best first.
    pub rows: Vec<Payoff>,
    /// Number of entrants that may be best, according to simultaneous intervals of the leads of the first.
    pub best: usize,
}

/// One entrant.
pub(crate) struct Payoff {
    /// The name of the entrant.
    pub name: String,
    /// The mean return per match in points, with its 95 % interval clustered by deal.
    pub points: (f64, Option<Interval>),
    /// The lead over the next row, with its 95 % interval over the deals that both played.
    pub lead: Option<(f64, Option<Interval>)>,
    /// The win share per seat.
    pub share: f64,
    /// Number of matches.
    pub matches: u64,
}

/// Returns the list of a tally; `None` where no entrants met.
pub(crate) fn payoffs(tally: &Tally) -> Option<Payoffs> {
    if !tally.has_contest() {
        return None;
    }
    let sums = tally.points_by_batch();
    let ratio = |entrant: usize| {
        let mut ratio = Ratio::default();
        sums.iter().for_each(|batch| ratio.push(batch[entrant].0, batch[entrant].1));
        ratio
    };
    let ratios: Vec<Ratio> = (0..tally.entrants.len()).map(ratio).collect();
    let mut order: Vec<usize> = (0..ratios.len()).collect();
    order.sort_by(|one, other| ratios[*other].value().total_cmp(&ratios[*one].value()));
    let lead = |one: usize, other: usize| {
        let mut contrast = Contrast::default();
        sums.iter().for_each(|batch| contrast.push(batch[one], batch[other]));
        let tested = contrast.test(Range::Open);
        (contrast.deals() > 0).then_some((tested.difference, tested.interval))
    };
    let wider = bonferroni(order.len() - 1);
    let is_behind = |other: &usize| {
        let found = lead(order[0], *other);
        found.is_some_and(|(lead, interval)| interval.is_some_and(|of| wider * (lead - of.low) < lead))
    };
    let best = order.len() - order[1..].iter().rev().take_while(|other| is_behind(other)).count();
    let row = |(place, &entrant): (usize, &usize)| Payoff {
        name: tally.entrants[entrant].clone(),
        points: (ratios[entrant].value(), ratios[entrant].interval(Range::Open)),
        lead: order.get(place + 1).and_then(|next| lead(entrant, *next)),
        share: tally.shares[entrant] / tally.seated[entrant].max(1) as f64,
        matches: tally.matches[entrant],
    };
    let rows = order.iter().enumerate().map(row).collect();
    Some(Payoffs { arm: tally.arm.clone(), seats: tally.seats, rows, best })
}

/// Returns a row for each entrant of each list, for a terminal.
pub(super) fn rows(lists: &[Payoffs]) -> Vec<Vec<String>> {
    let has_arms = lists.windows(2).any(|two| two[0].arm != two[1].arm);
    let row = |list: &Payoffs, row: &Payoff| {
        let table = if has_arms { format!("{}, {}", list.seats, list.arm) } else { list.seats.to_string() };
        vec![table, row.name.clone(), words::points(row.points.0, row.points.1), words::percent(row.share)]
    };
    let heads = ["seats", "entrant", "points a match", "won"].map(str::to_owned).to_vec();
    let rows = lists.iter().flat_map(|list| list.rows.iter().map(move |one| row(list, one)));
    std::iter::once(heads).chain(rows).collect()
}
