//! Swiss: everybody plays every stage, against those who stand nearest and were not met before.
//!
//! The standing is by the sum of all shares of wins; equals stand in an order drawn from the seed, the same in every stage
//! and arm. From the top, each takes the nearest below that it has met least. Where the pool does not fill whole tables,
//! those with the fewest byes sit out, of these the last in the standing; a bye counts as an equal share.

use ergo_engine::rng::{Seed, shuffle};

use super::played::{Played, WHOLE};

/// How many steps a search for tables takes before one more rematch is allowed.
const MOST_STEPS: u32 = 5_000;
/// How many rematches are allowed in this way before the first tables at hand are taken.
const MOST_TRIES: u32 = 10;

/// The tables of `seats` of the stage after `past`, each in the order of the pool.
pub fn tables(pool: &[usize], seats: usize, seed: u64, past: &[Played]) -> Vec<Vec<usize>> {
    let mut standing = Standing::new(pool, seed);
    for played in past {
        standing.add(played, seats);
    }
    let mut ranked = standing.ranked();
    let out = standing.sit_out(&ranked, pool.len() % seats);
    ranked.retain(|place| !out.contains(place));
    let tables = seat(&ranked, seats, &standing.met);
    tables.into_iter().map(|table| table.into_iter().map(|place| pool[place]).collect()).collect()
}

/// Where one stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Who.
    pub entrant: usize,
    /// The gain in each stage, in sixtieths of a match.
    pub gained: Vec<u64>,
    /// How often it sat out.
    pub byes: u32,
}

/// The standing after `past`, the best first.
pub fn standing(pool: &[usize], seats: usize, seed: u64, past: &[Played]) -> Vec<Placed> {
    let mut standing = Standing::new(pool, seed);
    let mut totals = vec![standing.points.clone()];
    for played in past {
        standing.add(played, seats);
        totals.push(standing.points.clone());
    }
    let gained = |place: usize| totals.windows(2).map(|two| two[1][place] - two[0][place]).collect();
    let placed = |place: usize| Placed { entrant: pool[place], gained: gained(place), byes: standing.byes[place] };
    standing.ranked().into_iter().map(placed).collect()
}

/// The standing of each, by place in the pool.
struct Standing<'p> {
    pool: &'p [usize],
    points: Vec<u64>,
    byes: Vec<u32>,
    /// How often each two have met.
    met: Vec<Vec<u32>>,
    /// Who stands first among equals.
    drawn: Vec<usize>,
}

impl<'p> Standing<'p> {
    fn new(pool: &'p [usize], seed: u64) -> Self {
        let count = pool.len();
        let mut drawn: Vec<usize> = (0..count).collect();
        shuffle(&mut Seed::master(seed).derive("swiss", &[]).rng(), &mut drawn);
        Standing { pool, points: vec![0; count], byes: vec![0; count], met: vec![vec![0; count]; count], drawn }
    }

    fn add(&mut self, played: &Played, seats: usize) {
        let mut sat = vec![false; self.pool.len()];
        for (table, points) in played.tables.iter().zip(&played.points) {
            let places: Vec<usize> = table.iter().filter_map(|who| self.pool.iter().position(|p| p == who)).collect();
            for (i, &place) in places.iter().enumerate() {
                sat[place] = true;
                self.points[place] += points[i];
                for &other in places.iter().filter(|other| **other != place) {
                    self.met[place][other] += 1;
                }
            }
        }
        for place in (0..sat.len()).filter(|place| !sat[*place]) {
            self.byes[place] += 1;
            self.points[place] += played.matches * WHOLE / seats as u64;
        }
    }

    /// Everybody, the best first.
    fn ranked(&self) -> Vec<usize> {
        let mut ranked = self.drawn.clone();
        ranked.sort_by_key(|place| std::cmp::Reverse(self.points[*place]));
        ranked
    }

    /// The `count` who have no table this time.
    fn sit_out(&self, ranked: &[usize], count: usize) -> Vec<usize> {
        let mut from_last: Vec<usize> = ranked.iter().rev().copied().collect();
        from_last.sort_by_key(|place| self.byes[*place]);
        from_last.truncate(count);
        from_last
    }
}

/// Tables of `seats` from `ranked`, which they fill, with as few rematches as are found in a while.
fn seat(ranked: &[usize], seats: usize, met: &[Vec<u32>]) -> Vec<Vec<usize>> {
    // Meetings that all have had with all cannot be avoided and are not counted.
    let pairs = ranked.iter().flat_map(|&a| ranked.iter().filter(move |b| **b != a).map(move |&b| met[a][b]));
    let least = pairs.min().unwrap_or_default();
    let found = (0..MOST_TRIES).find_map(|allowed| {
        let (seated, steps) = (vec![false; ranked.len()], MOST_STEPS + ranked.len() as u32);
        let mut search = Search { ranked, seats, met, least, seated, tables: Vec::new(), steps };
        search.fill(0, allowed).then_some(search.tables)
    });
    found.unwrap_or_else(|| at_hand(ranked, seats, met)).into_iter().map(sorted).collect()
}

/// Tables filled from the top, each place by the nearest of those that met the others at the table least.
fn at_hand(ranked: &[usize], seats: usize, met: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let mut left = ranked.to_vec();
    let mut tables: Vec<Vec<usize>> = Vec::new();
    while !left.is_empty() {
        let mut table = vec![left.remove(0)];
        while table.len() < seats {
            let rematches = |i: &usize| table.iter().map(|&other| met[left[*i]][other]).sum::<u32>();
            let Some(next) = (0..left.len()).min_by_key(rematches) else { break };
            table.push(left.remove(next));
        }
        tables.push(table);
    }
    tables
}

fn sorted(mut table: Vec<usize>) -> Vec<usize> {
    table.sort_unstable();
    table
}

/// A search for tables, depth first, the nearest in the standing first.
struct Search<'s> {
    ranked: &'s [usize],
    seats: usize,
    met: &'s [Vec<u32>],
    least: u32,
    seated: Vec<bool>,
    tables: Vec<Vec<usize>>,
    steps: u32,
}

impl Search<'_> {
    /// Fills what is left with so many rematches at most; the next at an open table stands at `from` or below.
    fn fill(&mut self, from: usize, allowed: u32) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        if self.tables.last().is_none_or(|table| table.len() == self.seats) {
            let Some(first) = self.seated.iter().position(|seated| !seated) else { return true };
            self.seated[first] = true;
            self.tables.push(vec![self.ranked[first]]);
            let found = self.fill(first + 1, allowed);
            if !found {
                self.tables.pop();
                self.seated[first] = false;
            }
            return found;
        }
        let table = self.tables.len() - 1;
        for next in from..self.ranked.len() {
            let who = self.ranked[next];
            let rematches: u32 = self.tables[table].iter().map(|&other| self.met[who][other] - self.least).sum();
            if self.seated[next] || rematches > allowed {
                continue;
            }
            self.seated[next] = true;
            self.tables[table].push(who);
            if self.fill(next + 1, allowed - rematches) {
                return true;
            }
            self.tables[table].pop();
            self.seated[next] = false;
        }
        false
    }
}
