//! The value of cards at every table, by the rows of `cards.csv`; what is asked of them, [the folder](super) says.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_stats::multiplicity::holm;
use ergo_stats::{Contrast, Range, Tested};

use super::asked::Asked;
use super::rows::each_card;
use crate::report::{short, widest};
use crate::rows::read::RowsError;

/// Turns of a seat in a round, from the first to the last, that are one group.
pub(super) const LAPS: [(&str, u32, u32); 3] = [("turns 1–2", 0, 2), ("turns 3–4", 3, 4), ("turns 5 on", 5, u32::MAX)];

/// A card is clearly worth something with an adjusted p-value below this.
const CLEAR: f64 = 0.05;

/// The cards of an entrant at a table.
pub(super) struct Found {
    /// The arm.
    pub arm: String,
    /// The entrants of the table.
    pub table: String,
    /// Whose they are.
    pub entrant: String,
    /// By what was asked, then in the order of the game. What came in played games ([`Asked::Drawn`]) is less what did not.
    pub worths: Vec<Worth>,
    /// The cards that may be worth most when drawn, by name, the dearest first; empty where none is clearly worth anything.
    pub dearest: Vec<String>,
    /// The worth of a draw by [`LAPS`], in the order of the game.
    pub laps: Vec<(String, [Option<Tested>; LAPS.len()])>,
}

/// The worth of a kind of card, or of a group.
pub(super) struct Worth {
    /// The question asked.
    pub asked: Asked,
    /// The kind of card, or the group.
    pub card: String,
    /// In points of lead.
    pub tested: Tested,
    /// Its p-value, adjusted for all cards of whom the same was asked (Holm).
    pub p: f64,
}

impl Found {
    /// How many sit there.
    pub(super) fn seats(&self) -> usize {
        self.table.split(" v ").count()
    }

    /// Those of whom this was asked.
    pub(super) fn of(&self, asked: Asked) -> impl Iterator<Item = &Worth> {
        self.worths.iter().filter(move |worth| worth.asked == asked)
    }
}

/// The word for a card.
pub(super) fn said(card: &str) -> String {
    card.replace('_', " ")
}

/// The key of a sum of a deal: the question, the place of the card, and the group of [`LAPS`], from 1; 0 for all.
type Cell = (Asked, usize, usize);

/// Sums of deals at one table.
#[derive(Default)]
struct Sums {
    deal: u64,
    now: BTreeMap<Cell, (f64, f64)>,
    done: BTreeMap<Cell, Contrast>,
    /// Draws of one kind less those of another one, by their places.
    pairs: BTreeMap<(usize, usize), Contrast>,
    names: Vec<String>,
}

impl Sums {
    fn add(&mut self, asked: Asked, card: &str, lap: u32, value: f64, weight: f64) {
        let card = self.names.iter().position(|name| name == card).unwrap_or_else(|| {
            self.names.push(card.to_owned());
            self.names.len() - 1
        });
        let group = LAPS.iter().position(|(_, first, last)| (*first..=*last).contains(&lap)).map_or(0, |at| at + 1);
        for group in if asked == Asked::Draw { vec![0, group] } else { vec![0] } {
            let sums = self.now.entry((asked, card, group)).or_default();
            *sums = (sums.0 + value, sums.1 + weight);
        }
    }

    /// Ends a deal.
    fn close(&mut self) {
        let now = std::mem::take(&mut self.now);
        for (&(asked, card, group), &sums) in now.iter().filter(|((asked, ..), _)| *asked != Asked::Undrawn) {
            let nothing = (0.0, 1.0);
            let other = match asked {
                Asked::Drawn => now.get(&(Asked::Undrawn, card, group)).copied().unwrap_or((0.0, 0.0)),
                _ => nothing,
            };
            self.done.entry((asked, card, group)).or_default().push(sums, other);
        }
        let drawn = |card: usize| now.get(&(Asked::Draw, card, 0)).copied();
        for one in 0..self.names.len() {
            for other in one + 1..self.names.len() {
                if drawn(one).is_some() || drawn(other).is_some() {
                    let [one_sum, other_sum] = [one, other].map(|card| drawn(card).unwrap_or((0.0, 0.0)));
                    self.pairs.entry((one, other)).or_default().push(one_sum, other_sum);
                }
            }
        }
    }

    /// Which of `drawn` may be worth most: none is left out but by a test against another one, so that the one that is worth most is
    /// kept with 95 %, whatever the others are worth (Bonferroni over those it may be left out for).
    fn dearest(&self, drawn: &[(usize, Tested)]) -> Vec<String> {
        let others = drawn.len().saturating_sub(1).max(1) as f64;
        let is_below = |card: usize, other: usize| {
            let pair = self.pairs.get(&(card.min(other), card.max(other))).filter(|pair| pair.deals() >= 2);
            pair.map(|pair| pair.test(Range::Open)).is_some_and(|tested| {
                let less = if card < other { -tested.difference } else { tested.difference };
                less > 0.0 && tested.p / 2.0 * others < CLEAR
            })
        };
        let may =
            |(card, _): &&(usize, Tested)| !drawn.iter().any(|(other, _)| other != card && is_below(*card, *other));
        let mut may: Vec<&(usize, Tested)> = drawn.iter().filter(may).collect();
        may.sort_by(|(_, one), (_, other)| other.difference.total_cmp(&one.difference));
        may.into_iter().map(|(card, _)| self.names[*card].clone()).collect()
    }

    fn tested(&self, asked: Asked, card: usize, group: usize) -> Option<Tested> {
        self.done.get(&(asked, card, group)).filter(|found| found.deals() >= 2).map(|found| found.test(Range::Open))
    }
}

/// Reads `cards.csv` at `path`.
pub(super) fn read(path: &Path) -> Result<Vec<Found>, RowsError> {
    let mut all: Vec<([String; 3], Sums)> = Vec::new();
    each_card(path, |row| {
        let key = [row.arm, row.table, row.entrant];
        // Matches of a table stand together, and those of a deal too.
        let at = all.iter().rposition(|(known, _)| *known == key).unwrap_or_else(|| {
            all.push((key, Sums::default()));
            all.len() - 1
        });
        let sums = &mut all[at].1;
        if sums.deal != row.deal {
            sums.close();
            sums.deal = row.deal;
        }
        sums.add(row.asked, &row.card, row.lap, row.value, row.weight);
    })?;
    let cards = all.into_iter().map(|([arm, table, entrant], mut sums)| {
        sums.close();
        let (mut worths, mut dearest) = (Vec::new(), Vec::new());
        for asked in [Asked::Draw, Asked::Access, Asked::Drawn] {
            let found = (0..sums.names.len()).filter_map(|card| Some((card, sums.tested(asked, card, 0)?)));
            let found: Vec<(usize, Tested)> = found.collect();
            let adjusted = holm(&found.iter().map(|(_, tested)| tested.p).collect::<Vec<_>>());
            let gains = |((_, tested), p): (&(usize, Tested), &f64)| *p < CLEAR && tested.difference > 0.0;
            if asked == Asked::Draw && found.iter().zip(&adjusted).any(gains) {
                dearest = sums.dearest(&found);
            }
            worths.extend(found.into_iter().zip(adjusted).map(|((card, tested), p)| {
                let card = sums.names[card].clone();
                Worth { asked, card, tested, p }
            }));
        }
        let laps = |card| [1, 2, 3].map(|group| sums.tested(Asked::Draw, card, group));
        let laps = (0..sums.names.len()).map(|card| (sums.names[card].clone(), laps(card)));
        let laps = laps.filter(|(_, laps)| laps.iter().any(Option::is_some)).collect();
        Found { arm, table, entrant, worths, dearest, laps }
    });
    Ok(cards.collect())
}

/// The most cards that are named where several may be worth most.
const MOST_NAMED: usize = 3;

/// So many cards after the dearest are told with their worth.
const NEXT: usize = 3;

/// Which cards may be worth most when drawn, at the tables of each bot: a claim for each, the first bot first. A card that is first at
/// every size is named once, then for each size who may be it too.
pub(super) fn answer(cards: &[Found]) -> String {
    let said_of = |found: &Found| match &found.dearest[..] {
        [] => "none clearly".to_owned(),
        [first, others @ ..] if others.len() < MOST_NAMED => {
            let others = others.iter().map(|card| format!(" or {}", said(card))).collect::<String>();
            format!("{}{}{others}", said(first), worth(found, first))
        }
        many => format!("any of {}", many.len()),
    };
    let mut by: Vec<(&str, Vec<&Found>)> = Vec::new();
    for found in cards {
        match by.iter_mut().find(|(entrant, _)| *entrant == found.entrant) {
            Some((_, all)) => all.push(found),
            None => by.push((&found.entrant, vec![found])),
        }
    }
    let claim = |(i, (entrant, all)): (usize, &(&str, Vec<&Found>))| {
        let seats = all.iter().map(|found| found.seats().to_string()).collect::<Vec<_>>().join(", ");
        let head = if i == 0 { format!("Worth most when drawn by {entrant}") } else { format!("By {entrant}") };
        match first_everywhere(all) {
            Some(card) => {
                let worths = all.iter().map(|found| worth(found, card)).collect::<Vec<_>>().join(",");
                short(&format!("{head}: {}{worths} at {seats} seats", said(card)), vec![rivals(all)])
            }
            None => short(&format!("{head} at {seats} seats: "), all.iter().map(|found| said_of(found)).collect()),
        }
    };
    let mut claims: Vec<String> = by.iter().enumerate().map(claim).collect();
    if let Some(next) = by.first().and_then(next) {
        claims.insert(1, next);
    }
    claims.join(" ")
}

/// What other cards are worth to the first bot, the dearest first by the mean over tables: ` Next by td, in points of lead (each ±0.80 or less): wilds
/// +0.92, +1.23; …`.
fn next((entrant, all): &(&str, Vec<&Found>)) -> Option<String> {
    let of =
        |found: &&Found, card: &str| found.of(Asked::Draw).find(|worth| worth.card == card).map(|worth| worth.tested);
    let cards = all.first()?.of(Asked::Draw).map(|worth| worth.card.as_str());
    let known = |card| Some((card, all.iter().map(|found| of(found, card)).collect::<Option<Vec<Tested>>>()?));
    let mut cards: Vec<(&str, Vec<Tested>)> = cards.filter_map(known).collect();
    let sum = |tested: &[Tested]| tested.iter().map(|one| one.difference).sum::<f64>();
    cards.sort_by(|(_, one), (_, other)| sum(other).total_cmp(&sum(one)));
    let next = cards.get(1..=NEXT)?;
    let half = |one: &Tested| one.interval.map(|ends| (ends.high - ends.low) / 2.0);
    let halves = next.iter().flat_map(|(_, all)| all).map(half);
    let each = widest(halves, |half| format!("each ±{half:.2} or less"));
    let values =
        |all: &[Tested]| all.iter().map(|one| format!("{:+.2}", one.difference)).collect::<Vec<_>>().join(", ");
    let parts: Vec<String> = next.iter().map(|(card, all)| format!("{} {}", said(card), values(all))).collect();
    Some(format!("Next by {entrant}, in points of lead ({each}): {}.", parts.join("; ")))
}

/// The card that has the greatest worth at every table, if there are several tables and few others may be it.
fn first_everywhere<'f>(all: &[&'f Found]) -> Option<&'f str> {
    let first = all.first()?.dearest.first()?;
    let is_first = |found: &&Found| found.dearest.first() == Some(first) && found.dearest.len() <= MOST_NAMED;
    (all.len() > 1 && all.iter().all(is_first)).then_some(first.as_str())
}

/// Who may be worth as much as the first, table by table: ` (or wilds; tabula rasa; no other)`; nothing where nobody may anywhere.
fn rivals(all: &[&Found]) -> String {
    let of = |found: &&Found| match &found.dearest[1..] {
        [] => "no other".to_owned(),
        some => some.iter().map(|card| said(card)).collect::<Vec<_>>().join(" or "),
    };
    match all.iter().all(|found| found.dearest.len() == 1) {
        true => String::new(),
        false => format!(" (or {})", all.iter().map(of).collect::<Vec<_>>().join("; ")),
    }
}

/// The worth of the dearest card: ` +2.10±0.52`.
fn worth(found: &Found, card: &str) -> String {
    let worth = found.of(Asked::Draw).find(|worth| worth.card == card).map(|worth| worth.tested);
    let half = |tested: &Tested| tested.interval.map(|interval| (interval.high - interval.low) / 2.0);
    let text = |tested: Tested| Some(format!(" {:+.2}±{:.2}", tested.difference, half(&tested)?));
    worth.and_then(text).unwrap_or_default()
}
