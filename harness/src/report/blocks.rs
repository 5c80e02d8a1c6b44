//! From rows to blocks: all rotations of one deal at one table in one arm are one block, and one value of each measure.

use std::fmt::Display;
use std::path::Path;

use ergo_engine::seat::SeatCount;

use super::ReportError;
use super::lineup::LineUp;
use super::luck::BlockLuck;
use super::pairing::{self, Pair, Pairing};
use super::read::{Luck, MatchRows, Matches, RoundRow, Rounds};
use super::tally::{self, Tally};
use super::tournament::Tournament;
use crate::measure::Key;
use crate::seating::seat_of;

/// The most values of the first arm that are kept to be compared with the others.
const MOST_KEPT: usize = 1_000_000;

/// What all rows say.
pub struct Collected {
    /// Tables by arm, in the order of the schedule.
    pub lineups: Vec<LineUp>,
    /// Matches by arm and number of seats, in the same order.
    pub tallies: Vec<Tally>,
    /// Tables that differ in one entrant only.
    pub pairs: Vec<Pair>,
}

/// Reads all rows, those of luck if they are there, and shows every match to `stages`, if there are any.
pub fn collect(
    matches: &Path,
    rounds: &Path,
    luck: Option<&Path>,
    mut stages: Option<&mut Tournament<'_>>,
) -> Result<Collected, ReportError> {
    let mut matches = Matches::open(matches)?;
    let mut rounds = Rounds::open(rounds)?;
    let mut luck = luck.map(Luck::open).transpose()?;
    let (mut lineups, mut tallies) = (Vec::new(), Vec::new());
    let mut block: Option<Block> = None;
    let (mut first_arm, mut pairing) = (FirstArm::default(), Pairing::default());
    let mut close = |lineups: &mut Vec<LineUp>, block: Option<Block>| {
        if let Some(block) = block {
            pairing.push(lineups, block.lineup, block.deal, block.focal(&lineups[block.lineup]));
            block.push_luck(&mut lineups[block.lineup]);
            first_arm.close(lineups, block);
        }
    };
    let mut found = MatchRows::default();
    while matches.next(&mut found)? {
        tally::add(&mut tallies, &found);
        if let Some(stages) = &mut stages {
            stages.add(&found);
        }
        if block.as_ref().is_some_and(|block| !block.holds(&found) || !is_at(&lineups[block.lineup], &found)) {
            close(&mut lineups, block.take());
        }
        if block.is_none() {
            let lineup = lineup_of(&mut lineups, &found);
            block = Some(Block::new(lineup, &lineups[lineup], &found, &rounds, luck.as_ref()));
        }
        let block = block.as_mut().expect("made above");
        block.add(&mut lineups[block.lineup], &found, &mut rounds, luck.as_mut())?;
    }
    close(&mut lineups, block);
    Ok(Collected { lineups, tallies, pairs: pairing.finish() })
}

/// Who sits at a place of the table's list in this match.
fn entrant(found: &MatchRows, place: usize) -> &String {
    let seats = SeatCount::new(found.seats.len());
    &found.seats[seat_of(place, found.rotation, seats).index()].entrant
}

/// Whether a match was played at this table in this arm.
fn is_at(lineup: &LineUp, found: &MatchRows) -> bool {
    lineup.arm == found.arm
        && lineup.table.len() == found.seats.len()
        && lineup.table.iter().enumerate().all(|(place, name)| name == entrant(found, place))
}

/// The place in `lineups` of the table that a match belongs to.
fn lineup_of(lineups: &mut Vec<LineUp>, found: &MatchRows) -> usize {
    // Nearly always the last one.
    lineups.iter().rposition(|lineup| is_at(lineup, found)).unwrap_or_else(|| {
        let table = (0..found.seats.len()).map(|place| entrant(found, place).clone()).collect();
        lineups.push(LineUp::new(&found.arm, table));
        lineups.len() - 1
    })
}

/// Sums over the matches of one block.
struct Block {
    lineup: usize,
    arm: String,
    deal: u64,
    last_rotation: usize,
    matches: f64,
    rounds: f64,
    turns: f64,
    entrants: Vec<Sums>,
    seats: Vec<Sums>,
    paradoxes: Option<f64>,
    starter: Option<(f64, f64)>,
    /// Rounds by how they ended, with the place of that measure.
    ended_by: Vec<(usize, f64)>,
    luck: Option<BlockLuck>,
}

/// Sums over an entrant's or a seat's part in some matches.
#[derive(Clone, Copy, Default)]
struct Sums {
    matches: f64,
    rounds: f64,
    share: f64,
    score: f64,
}

impl Sums {
    fn win_share(&self) -> Option<f64> {
        ratio(self.share, self.matches)
    }

    fn points_per_round(&self) -> Option<f64> {
        ratio(self.score, self.rounds)
    }

    fn mean_score(&self) -> Option<f64> {
        ratio(self.score, self.matches)
    }
}

fn ratio(sum: f64, count: f64) -> Option<f64> {
    (count > 0.0).then(|| sum / count)
}

/// Takes a measure of a block: subject, measure and value.
type Each<'e> = dyn FnMut(&dyn Display, &str, Option<f64>) + 'e;

impl Block {
    fn new(place: usize, lineup: &LineUp, first: &MatchRows, rounds: &Rounds, luck: Option<&Luck>) -> Self {
        let subjects = lineup.distinct.len() + lineup.table.len();
        Block {
            lineup: place,
            arm: first.arm.clone(),
            deal: first.deal,
            last_rotation: 0,
            matches: 0.0,
            rounds: 0.0,
            turns: 0.0,
            entrants: vec![Sums::default(); lineup.distinct.len()],
            seats: vec![Sums::default(); lineup.table.len()],
            paradoxes: rounds.knows_paradox().then_some(0.0),
            starter: rounds.knows_starter().then_some((0.0, 0.0)),
            ended_by: Vec::new(),
            luck: luck.map(|luck| BlockLuck::new(subjects, luck.kinds())),
        }
    }

    /// Whether a match at the same table is a further rotation of this block: rotations go up within a deal.
    fn holds(&self, found: &MatchRows) -> bool {
        self.arm == found.arm
            && self.deal == found.deal
            && self.last_rotation < found.rotation
            && self.seats.len() == found.seats.len()
    }

    fn add(
        &mut self,
        lineup: &mut LineUp,
        found: &MatchRows,
        rounds: &mut Rounds,
        mut luck: Option<&mut Luck>,
    ) -> Result<(), ReportError> {
        self.last_rotation = found.rotation;
        self.matches += 1.0;
        self.rounds += found.rounds as f64;
        self.turns += found.turns as f64;
        lineup.matches += 1;
        lineup.rounds += found.rounds;
        lineup.turns += found.turns;
        for (i, seat) in found.seats.iter().enumerate() {
            let Some(entrant) = lineup.distinct.iter().position(|name| *name == seat.entrant) else { continue };
            if let (Some(luck), Some(block)) = (&mut luck, &mut self.luck) {
                block.add([entrant, self.entrants.len() + i], luck.of_seat(found.number)?);
            }
            for sums in [&mut self.entrants[entrant], &mut self.seats[i]] {
                sums.matches += 1.0;
                sums.rounds += found.rounds as f64;
                sums.share += seat.share;
                sums.score += seat.score;
            }
        }
        rounds.of_match(found.number, found.seats.len(), |round| self.add_round(lineup, &round))
    }

    fn add_round(&mut self, lineup: &mut LineUp, round: &RoundRow<'_>) {
        if let (Some(count), Some(true)) = (&mut self.paradoxes, round.paradox) {
            *count += 1.0;
        }
        if let (Some(sums), Some((starter, others))) = (&mut self.starter, round.starter) {
            sums.0 += starter;
            sums.1 += starter - others;
        }
        if let Some(word) = round.ended_by {
            let keys = lineup.keys();
            let is_this = |key: &Key| key.measure.strip_prefix("ended_by_") == Some(word);
            match self.ended_by.iter_mut().find(|(place, _)| is_this(&keys[*place])) {
                Some((_, count)) => *count += 1.0,
                None => {
                    self.place_fixed(lineup);
                    let place = lineup.place(|| Key::new("all", &format!("ended_by_{word}")), is_this);
                    self.ended_by.push((place, 1.0));
                }
            }
        }
    }

    /// The win share of the entrant in the first place, and its points per round less the mean of the others'. Nothing for an
    /// entrant without others, or without a round.
    fn focal(&self, lineup: &LineUp) -> Option<pairing::Values> {
        let focal = self.entrants[0];
        if lineup.distinct.len() < 2 || focal.matches != self.matches {
            return None;
        }
        Some([focal.win_share()?, self.margin(&focal)?])
    }

    /// The points per round of an entrant, over its seats, less the mean of the other seats'. Nothing where there are none.
    fn margin(&self, entrant: &Sums) -> Option<f64> {
        let own = entrant.matches / self.matches;
        let all: f64 = self.seats.iter().map(|seat| seat.score).sum();
        let others = self.seats.len() as f64 - own;
        ratio(entrant.score / own - (all - entrant.score) / others, self.rounds).filter(|margin| margin.is_finite())
    }

    /// Adds what chance gave to what is known of the luck at the table. Among equals no entrant can win more or less.
    fn push_luck(&self, lineup: &mut LineUp) {
        let Some(luck) = &self.luck else { return };
        let contest = lineup.distinct.len() > 1;
        let values = |sums: &Sums| [sums.win_share(), sums.points_per_round()];
        let entrants = lineup.distinct.iter().zip(&self.entrants);
        let entrants = entrants.map(|(name, sums)| (name.clone(), if contest { values(sums) } else { [None; 2] }));
        let seats = (1..).zip(&self.seats).map(|(seat, sums)| (format!("seat {seat}"), values(sums)));
        lineup.luck.push(luck, self.deal, entrants.chain(seats));
    }

    /// Shows `each` the measures every block has, in the order they are kept: subject, measure and value.
    fn fixed(&self, lineup: &LineUp, each: &mut Each<'_>) {
        for (name, sums) in lineup.distinct.iter().zip(&self.entrants) {
            each(name, "win_share", sums.win_share());
            each(name, "points_per_round", sums.points_per_round());
            if lineup.distinct.len() > 1 {
                each(name, "margin_per_round", self.margin(sums));
            }
            each(name, "score", sums.mean_score());
        }
        for (i, sums) in self.seats.iter().enumerate() {
            each(&format_args!("seat {}", i + 1), "win_share", sums.win_share());
            each(&format_args!("seat {}", i + 1), "points_per_round", sums.points_per_round());
        }
        if let Some((gain, lead)) = self.starter {
            each(&"starter", "points_per_round", ratio(gain, self.rounds));
            each(&"starter", "lead_over_others", ratio(lead, self.rounds));
        }
        each(&"all", "rounds_per_match", ratio(self.rounds, self.matches));
        each(&"all", "turns_per_round", ratio(self.turns, self.rounds));
        if let Some(count) = self.paradoxes {
            each(&"all", "paradox", ratio(count, self.rounds));
        }
    }

    /// Makes sure that the fixed measures come first.
    fn place_fixed(&self, lineup: &mut LineUp) {
        if lineup.keys().is_empty() {
            let mut keys = Vec::new();
            self.fixed(lineup, &mut |subject, measure, _| keys.push(Key::new(&subject.to_string(), measure)));
            for key in keys {
                lineup.place(|| key.clone(), |known| *known == key);
            }
        }
    }

    /// A value for each measure of `lineup`.
    fn values(&self, lineup: &mut LineUp) -> Vec<Option<f64>> {
        self.place_fixed(lineup);
        let mut values = Vec::with_capacity(lineup.keys().len());
        self.fixed(lineup, &mut |_, _, value| values.push(value));
        values.resize(lineup.keys().len(), ratio(0.0, self.rounds));
        for (place, count) in &self.ended_by {
            values[*place] = ratio(*count, self.rounds);
        }
        values
    }
}

/// The values of the first arm, block by block, kept to be compared with those of the others.
#[derive(Default)]
struct FirstArm {
    tables: Vec<Kept>,
    size: usize,
}

struct Kept {
    table: Vec<String>,
    /// Which line-up they are of.
    lineup: usize,
    /// By deal, in their order; not a number where a block has nothing to say.
    blocks: Vec<(u64, Box<[f64]>)>,
}

impl FirstArm {
    /// Adds a finished block to its line-up, and keeps it or compares it.
    fn close(&mut self, lineups: &mut [LineUp], block: Block) {
        let values = block.values(&mut lineups[block.lineup]);
        lineups[block.lineup].add_block(&values);
        let first = lineups[0].arm.clone();
        let table = &lineups[block.lineup].table;
        let kept = self.tables.iter().position(|kept| kept.table == *table);
        if block.arm != first {
            if let Some(kept) = kept {
                self.compare(lineups, &self.tables[kept], &block, &values);
            }
            return;
        }
        self.size += values.len();
        if self.size > MOST_KEPT {
            self.tables.clear();
            return;
        }
        let kept = kept.unwrap_or_else(|| {
            self.tables.push(Kept { table: table.clone(), lineup: block.lineup, blocks: Vec::new() });
            self.tables.len() - 1
        });
        let values = values.iter().map(|value| value.unwrap_or(f64::NAN)).collect();
        self.tables[kept].blocks.push((block.deal, values));
    }

    fn compare(&self, lineups: &mut [LineUp], kept: &Kept, block: &Block, values: &[Option<f64>]) {
        let Ok(found) = kept.blocks.binary_search_by_key(&block.deal, |(deal, _)| *deal) else { return };
        let reference = &kept.blocks[found].1;
        let reference = |key: &Key| {
            let place = lineups[kept.lineup].keys().iter().position(|known| known == key);
            // A way to end a round that the first arm had not met by then happened there in no round.
            place.and_then(|place| reference.get(place)).copied().unwrap_or(0.0)
        };
        let keys = lineups[block.lineup].keys().iter();
        let here = keys.zip(values).map(|(key, value)| (key, value.unwrap_or(f64::NAN)));
        let unmet = lineups[kept.lineup].keys().iter().filter(|key| !lineups[block.lineup].keys().contains(key));
        let differences = here.chain(unmet.map(|key| (key, 0.0)));
        let differences: Vec<(Key, f64)> =
            differences.map(|(key, value)| (key.clone(), value - reference(key))).collect();
        for (key, difference) in differences.iter().filter(|(_, difference)| !difference.is_nan()) {
            lineups[block.lineup].add_difference(key, *difference);
        }
    }
}
