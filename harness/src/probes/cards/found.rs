//! What cards are worth at every table, by the rows of `cards.csv`; what is asked of them, [the folder](super) says.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_stats::multiplicity::holm;
use ergo_stats::{Contrast, Range, Tested};

use super::asked::{ALL_GROUPS, Asked};
use super::rows::each_card;
use crate::report::words;
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
    /// What all groups are worth together, as [`Asked::Shapley`] parts it.
    pub whole: Option<Tested>,
    /// The worth of a draw by [`LAPS`], in the order of the game.
    pub laps: Vec<(String, [Option<Tested>; LAPS.len()])>,
}

/// What a card is worth.
pub(super) struct Worth {
    /// What was asked.
    pub asked: Asked,
    /// The kind of card, or the group.
    pub card: String,
    /// In points of lead.
    pub tested: Tested,
    /// Its p-value, adjusted for all cards of whom the same was asked (Holm).
    pub p: f64,
}

impl Worth {
    /// Whether it is clearly not 0.
    pub(super) fn is_clear(&self) -> bool {
        self.p < CLEAR
    }
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

    /// The most that is clearly worth something.
    pub(super) fn most(&self, asked: Asked) -> Option<&Worth> {
        let clear = self.of(asked).filter(|worth| worth.is_clear() && worth.tested.difference > 0.0);
        clear.max_by(|one, other| one.tested.difference.total_cmp(&other.tested.difference))
    }
}

/// The word for a card.
pub(super) fn said(card: &str) -> String {
    card.replace('_', " ")
}

/// What a sum of a deal is of. The last is the group of [`LAPS`], from 1; 0 for all.
type Cell = (Asked, usize, usize);

/// Sums of deals at one table.
#[derive(Default)]
struct Sums {
    deal: u64,
    now: BTreeMap<Cell, (f64, f64)>,
    done: BTreeMap<Cell, Contrast>,
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
        let mut worths = Vec::new();
        for asked in [Asked::Draw, Asked::Access, Asked::Shapley, Asked::Drawn] {
            let found = (0..sums.names.len()).filter(|card| sums.names[*card] != ALL_GROUPS);
            let found: Vec<(usize, Tested)> =
                found.filter_map(|card| Some((card, sums.tested(asked, card, 0)?))).collect();
            let adjusted = holm(&found.iter().map(|(_, tested)| tested.p).collect::<Vec<_>>());
            worths.extend(found.into_iter().zip(adjusted).map(|((card, tested), p)| {
                let card = sums.names[card].clone();
                Worth { asked, card, tested, p }
            }));
        }
        let whole = sums.names.iter().position(|name| name == ALL_GROUPS);
        let whole = whole.and_then(|card| sums.tested(Asked::Shapley, card, 0));
        let laps = |card| [1, 2, 3].map(|group| sums.tested(Asked::Draw, card, group));
        let laps = (0..sums.names.len()).map(|card| (sums.names[card].clone(), laps(card)));
        let laps = laps.filter(|(_, laps)| laps.iter().any(Option::is_some)).collect();
        Found { arm, table, entrant, worths, whole, laps }
    });
    Ok(cards.collect())
}

/// The most words of an answer.
const MOST_WORDS: usize = 25;

/// The card that is worth most when drawn, by the sizes of tables at which it is.
#[derive(Default)]
struct Tops(Vec<(String, Vec<String>)>);

impl Tops {
    fn add(&mut self, cards: &Found) {
        let card = cards.most(Asked::Draw).map_or_else(|| "none clear".to_owned(), |worth| said(&worth.card));
        let seats = cards.seats().to_string();
        match self.0.iter_mut().find(|(known, _)| *known == card) {
            Some((_, at)) if at.contains(&seats) => {}
            Some((_, at)) => at.push(seats),
            None => self.0.push((card, vec![seats])),
        }
    }

    fn claim(&self) -> String {
        let each =
            self.0.iter().zip(0..).map(|((card, seats), i)| {
                format!("{card} at {}{}", seats.join(", "), if i == 0 { " seats" } else { "" })
            });
        each.collect::<Vec<_>>().join(", ")
    }
}

/// Which card is worth most when it is drawn, at every table: one claim, by entrant if there are several.
pub(super) fn answer(cards: &[Found]) -> String {
    let mut by: Vec<(&str, Tops)> = Vec::new();
    for one in cards {
        match by.iter_mut().find(|(entrant, _)| *entrant == one.entrant) {
            Some((_, tops)) => tops.add(one),
            None => {
                let mut tops = Tops::default();
                tops.add(one);
                by.push((&one.entrant, tops));
            }
        }
    }
    let several = by.len() > 1;
    let claim = |(entrant, tops): &(&str, Tops)| match several {
        true => format!("{entrant}: {}", tops.claim()),
        false => tops.claim(),
    };
    let mut claims: Vec<String> = by.iter().map(claim).collect();
    loop {
        let text = format!("Card worth most when drawn{} {}.", if several { "," } else { ":" }, claims.join("; "));
        if words::words_of(&text) <= MOST_WORDS || claims.len() < 2 {
            return text;
        }
        claims.pop();
    }
}
