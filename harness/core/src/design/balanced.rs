//! Balanced incomplete blocks: a given number of tables from a pool too large to play them all, so that every entrant sits
//! at as many tables as any other, give or take one, every two meet as often as any other two, as nearly as can be found,
//! no table is played twice, and nobody is cut off from the rest.
//!
//! Two constructions; the better one counts, the first if they are equally good. How good a design is, is the sum over all
//! pairs of the square of the number of their meetings: it is least when these numbers differ by at most one.
//!
//! 1. *Cyclic* (Bose 1939), where the number of tables is a multiple of the number of entrants: a base table and all its
//!    translates modulo the number of entrants. How often a pair meets is how often its difference occurs in the base
//!    tables, so these are chosen one by one with their differences spread as evenly as possible. This finds the
//!    projective planes of 7 entrants in threes, 13 in fours and 21 in fives.
//! 2. *Exchange*: tables filled one by one from those with the fewest tables and meetings so far, in a seeded order; then
//!    entrants of two tables change places, drawn from the seed, whenever that does no harm. Several times from the start.

use std::collections::BTreeSet;

use ergo_engine::rng::{Rng, Seed, below, shuffle};

use super::lineups::{number_of_subsets, subsets};

/// The most base tables that are tried.
const MOST_BASES: usize = 50_000;
/// How often the exchange begins anew.
const STARTS: u64 = 8;
/// How many exchanges are tried each time for each place at a table, and at most.
const EXCHANGES: (usize, usize) = (300, 30_000);
/// How many exchanges are tried to join groups that never meet.
const JOININGS: u32 = 5_000;

/// So many different tables of `seats` from so many entrants, each table and all of them in ascending order. Nothing if no
/// such design was found in which everybody can be compared with everybody, over however many others.
pub fn balanced(entrants: usize, seats: usize, tables: usize, seed: Seed) -> Option<Vec<Vec<usize>>> {
    let all = number_of_subsets(entrants, seats);
    if tables as u64 > all {
        return None;
    }
    let design = if 2 * tables as u64 > all {
        // The tables that are left out are the fewer, and balanced if those that are played are.
        let everybody: Vec<usize> = (0..entrants).collect();
        let without = best(entrants, seats, all as usize - tables, seed)?.known;
        let played = subsets(&everybody, seats, all as usize)?.into_iter().filter(|table| !without.contains(table));
        Design::of(entrants, played)
    } else {
        best(entrants, seats, tables, seed)?
    };
    (design.number_of_groups() == 1).then(|| design.known.into_iter().collect())
}

/// The better of both constructions, over all starts; joined to one group if it can be.
fn best(entrants: usize, seats: usize, tables: usize, seed: Seed) -> Option<Design> {
    if tables == 0 {
        return Some(Design::new(entrants));
    }
    let least = least_cost(entrants, seats, tables);
    let standing = |design: &Design| (design.number_of_groups(), design.cost);
    let mut best = cyclic(entrants, seats, tables);
    for start in 0..STARTS {
        if best.as_ref().is_some_and(|best| standing(best) == (1, least)) {
            break;
        }
        let found = exchanged(entrants, seats, tables, least, &mut seed.derive("blocks", &[start]).rng());
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| standing(&found) < standing(best))
        {
            best = Some(found);
        }
    }
    best
}

/// The cost of a design in which the meetings of any two pairs differ by one at most.
fn least_cost(entrants: usize, seats: usize, tables: usize) -> u64 {
    let (meetings, pairs) = (tables as u64 * number_of_subsets(seats, 2), number_of_subsets(entrants, 2));
    let (each, more) = (meetings / pairs, meetings % pairs);
    (pairs - more) * each * each + more * (each + 1) * (each + 1)
}

/// Tables and how often each two meet at them.
struct Design {
    entrants: usize,
    tables: Vec<Vec<usize>>,
    /// The tables, each in ascending order.
    known: BTreeSet<Vec<usize>>,
    meetings: Vec<u32>,
    /// Sum over pairs of the square of their meetings.
    cost: u64,
}

impl Design {
    fn new(entrants: usize) -> Self {
        let meetings = vec![0; entrants * entrants];
        Design { entrants, tables: Vec::new(), known: BTreeSet::new(), meetings, cost: 0 }
    }

    fn of(entrants: usize, tables: impl Iterator<Item = Vec<usize>>) -> Self {
        let mut design = Design::new(entrants);
        for table in tables {
            design.add(table);
        }
        design
    }

    /// Adds a table, unless it is there already; gives whether it was added.
    fn add(&mut self, table: Vec<usize>) -> bool {
        if !self.known.insert(ascending(table.clone())) {
            return false;
        }
        for (i, &a) in table.iter().enumerate() {
            for &b in &table[..i] {
                self.meet(a, b, 1);
            }
        }
        self.tables.push(table);
        true
    }

    fn meetings(&self, a: usize, b: usize) -> u32 {
        self.meetings[a * self.entrants + b]
    }

    fn meet(&mut self, a: usize, b: usize, by: i32) {
        let before = u64::from(self.meetings(a, b));
        for place in [a * self.entrants + b, b * self.entrants + a] {
            self.meetings[place] = self.meetings[place].saturating_add_signed(by);
        }
        let after = u64::from(self.meetings(a, b));
        self.cost = self.cost + after * after - before * before;
    }

    /// For each entrant one that stands for all it can be compared with.
    fn groups(&self) -> Vec<usize> {
        fn leader(of: &mut [usize], mut entrant: usize) -> usize {
            while of[entrant] != entrant {
                of[entrant] = of[of[entrant]];
                entrant = of[entrant];
            }
            entrant
        }
        let mut of: Vec<usize> = (0..self.entrants).collect();
        for table in &self.tables {
            for pair in table.windows(2) {
                let (a, b) = (leader(&mut of, pair[0]), leader(&mut of, pair[1]));
                of[a] = b;
            }
        }
        (0..self.entrants).map(|entrant| leader(&mut of, entrant)).collect()
    }

    fn number_of_groups(&self) -> usize {
        self.groups().into_iter().collect::<BTreeSet<_>>().len()
    }

    /// Exchanges place `i` of table `t` for place `j` of table `u`, if both tables are new then and the cost does not grow;
    /// gives whether it was done.
    fn exchange(&mut self, (t, i): (usize, usize), (u, j): (usize, usize)) -> bool {
        let (x, y) = (self.tables[t][i], self.tables[u][j]);
        if t == u || self.tables[t].contains(&y) || self.tables[u].contains(&x) {
            return false;
        }
        let before = self.cost;
        self.put(t, i, y);
        self.put(u, j, x);
        let now = [t, u].map(|table| ascending(self.tables[table].clone()));
        if self.cost > before || now.iter().any(|table| self.known.contains(table)) {
            self.put(t, i, x);
            self.put(u, j, y);
            return false;
        }
        for (table, place, old) in [(t, i, x), (u, j, y)] {
            let mut table = self.tables[table].clone();
            table[place] = old;
            self.known.remove(&ascending(table));
        }
        self.known.extend(now);
        true
    }

    /// Seats `entrant` at a place of table `t`, whoever sat there.
    fn put(&mut self, t: usize, place: usize, entrant: usize) {
        let table = std::mem::take(&mut self.tables[t]);
        for (_, &other) in table.iter().enumerate().filter(|(i, _)| *i != place) {
            self.meet(table[place], other, -1);
            self.meet(entrant, other, 1);
        }
        self.tables[t] = table;
        self.tables[t][place] = entrant;
    }
}

fn ascending(mut table: Vec<usize>) -> Vec<usize> {
    table.sort_unstable();
    table
}

/// The cyclic design, where there is one.
fn cyclic(entrants: usize, seats: usize, tables: usize) -> Option<Design> {
    if !tables.is_multiple_of(entrants) {
        return None;
    }
    let others: Vec<usize> = (1..entrants).collect();
    let bases = subsets(&others, seats - 1, MOST_BASES)?;
    let translate = |base: &[usize], by: usize| base.iter().map(|place| (place + by) % entrants).collect::<Vec<_>>();
    let whole_orbit = |base: &Vec<usize>| (1..entrants).all(|by| ascending(translate(base, by)) != *base);
    let bases = bases.into_iter().map(|others| [vec![0], others].concat());
    let bases: Vec<Vec<usize>> = bases.filter(whole_orbit).collect();
    let mut design = Design::new(entrants);
    // How often each difference occurs in the base tables so far.
    let mut occurs = vec![0_u64; entrants];
    let differences = |base: &[usize]| {
        let pairs = base.iter().flat_map(|&a| base.iter().filter(move |b| **b != a).map(move |&b| (a, b)));
        pairs.map(|(a, b)| (a + entrants - b) % entrants).collect::<Vec<_>>()
    };
    for _ in 0..tables / entrants {
        let cost = |base: &Vec<usize>| {
            let mut after = occurs.clone();
            differences(base).into_iter().for_each(|difference| after[difference] += 1);
            after.iter().map(|count| count * count).sum::<u64>()
        };
        let is_new = |base: &Vec<usize>| !design.known.contains(base);
        let base = bases.iter().filter(|base| is_new(base)).min_by_key(|base| cost(base))?;
        differences(base).into_iter().for_each(|difference| occurs[difference] += 1);
        for by in 0..entrants {
            design.add(translate(base, by));
        }
    }
    Some(design)
}

/// A design by exchange from one start, until it costs `least` or enough was tried.
fn exchanged(entrants: usize, seats: usize, tables: usize, least: u64, rng: &mut Rng) -> Option<Design> {
    let mut design = filled(entrants, seats, tables, rng)?;
    let at = |rng: &mut Rng| (below(rng, tables as u32) as usize, below(rng, seats as u32) as usize);
    for _ in 0..(EXCHANGES.0 * tables * seats).min(EXCHANGES.1) {
        if design.cost == least {
            break;
        }
        design.exchange(at(rng), at(rng));
    }
    // Those of two groups have never met: to exchange them costs nothing, and never makes more groups.
    let mut groups = design.groups();
    for _ in 0..JOININGS {
        if groups.iter().all(|group| *group == groups[0]) {
            break;
        }
        let (here, there) = (at(rng), at(rng));
        let group = |(t, i): (usize, usize)| groups[design.tables[t][i]];
        if group(here) != group(there) && design.exchange(here, there) {
            groups = design.groups();
        }
    }
    Some(design)
}

/// Tables filled one by one. Of those with the fewest tables so far, whoever met the others at the table least comes next.
fn filled(entrants: usize, seats: usize, tables: usize, rng: &mut Rng) -> Option<Design> {
    let mut design = Design::new(entrants);
    let mut played = vec![0_u32; entrants];
    let mut order: Vec<usize> = (0..entrants).collect();
    for _ in 0..tables {
        // A table that is there already is drawn again; from the second time on meetings no longer count.
        let table = (0..100).find_map(|trial| {
            shuffle(rng, &mut order);
            let mut table: Vec<usize> = Vec::with_capacity(seats);
            while table.len() < seats {
                let met = |entrant: usize| table.iter().map(|&other| design.meetings(entrant, other)).sum::<u32>();
                let standing = |entrant: &&usize| (played[**entrant], if trial == 0 { met(**entrant) } else { 0 });
                let next = order.iter().filter(|entrant| !table.contains(entrant)).min_by_key(standing)?;
                table.push(*next);
            }
            (!design.known.contains(&ascending(table.clone()))).then_some(table)
        })?;
        table.iter().for_each(|&entrant| played[entrant] += 1);
        design.add(table);
    }
    Some(design)
}
