//! The value of cards at every table: estimates from the rows of `cards.csv`, with their file and section.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_stats::multiplicity::holm;
use ergo_stats::{Contrast, DifferenceTest, Range};

use super::cards::CardQuestion;
use super::{Estimated, Group, ReadAnalysis, groups};
use crate::report::analysis::{PlotFile, decimal, ends};
use crate::report::pages::{Cell, DataTable, Detail};
use crate::rows::read::RowsError;

/// The significance level for adjusted p-values.
const CLEAR: f64 = 0.05;
/// The file with the numbers of the charts.
const FILE: &str = "plots/cards.csv";

const NOTE: &str = "All values are points of lead in a round: the points of a seat less the mean of the others'. \"draw\": draws picked at \
    random are exchanged for a card of every kind that is face down, and the same bots play the round on; the value is what a kind adds \
    to an average card. \"came\": the lead of seats that drew a kind in a round less that of seats that did not. It is an association and \
    no effect of the card, because long rounds bring more of everything. \"access\": what a seat loses that may only discard the cards of \
    a group. p is adjusted by Holm's method for all cards of a question. The table lists the cards that may be worth most: each is not \
    shown to be worth less than another.";

/// The value of the cards of an entrant at a table.
pub(super) struct Worths {
    /// By question, then in the order of the game. [`CardQuestion::Drawn`] is the difference to
    /// [`CardQuestion::Undrawn`].
    pub all: Vec<Worth>,
    /// The cards that may be the most valuable ones when drawn, best first; empty if no value is significant.
    pub dearest: Vec<String>,
}

/// The value of a kind of card or of a group, in points of lead.
pub(super) struct Worth {
    pub asked: CardQuestion,
    pub card: String,
    pub tested: DifferenceTest,
    /// The p-value, adjusted by Holm's method over all cards of the same question.
    p: f64,
}

/// A question and the index of a card.
type CardKey = (CardQuestion, usize);

/// The sums of the current deal and of earlier deals.
#[derive(Default)]
struct CardSums {
    now: BTreeMap<CardKey, (f64, f64)>,
    done: BTreeMap<CardKey, Contrast>,
    /// The differences between draws of two kinds, by their indices.
    pairs: BTreeMap<(usize, usize), Contrast>,
    names: Vec<String>,
}

impl CardSums {
    fn add(&mut self, asked: CardQuestion, card: &str, value: f64, weight: f64) {
        let card = self.names.iter().position(|name| name == card).unwrap_or_else(|| {
            self.names.push(card.to_owned());
            self.names.len() - 1
        });
        let sums = self.now.entry((asked, card)).or_default();
        *sums = (sums.0 + value, sums.1 + weight);
    }

    fn close(&mut self) {
        let now = std::mem::take(&mut self.now);
        for (&(asked, card), &sums) in now.iter().filter(|((asked, _), _)| *asked != CardQuestion::Undrawn) {
            let other = match asked {
                CardQuestion::Drawn => now.get(&(CardQuestion::Undrawn, card)).copied().unwrap_or((0.0, 0.0)),
                _ => (0.0, 1.0),
            };
            self.done.entry((asked, card)).or_default().push(sums, other);
        }
        let drawn = |card: usize| now.get(&(CardQuestion::Draw, card)).copied();
        for one in 0..self.names.len() {
            for other in one + 1..self.names.len() {
                if drawn(one).is_some() || drawn(other).is_some() {
                    let [one_sum, other_sum] = [one, other].map(|card| drawn(card).unwrap_or((0.0, 0.0)));
                    self.pairs.entry((one, other)).or_default().push(one_sum, other_sum);
                }
            }
        }
    }

    /// Returns the cards of `drawn` that may be the most valuable ones. A card is excluded only by a test against
    /// another card, so that the most valuable card is kept with 95 % probability (Bonferroni over the possible
    /// exclusions).
    fn dearest(&self, drawn: &[(usize, DifferenceTest)]) -> Vec<String> {
        let others = drawn.len().saturating_sub(1).max(1) as f64;
        let is_below = |card: usize, other: usize| {
            let pair = self.pairs.get(&(card.min(other), card.max(other))).filter(|pair| pair.deals() >= 2);
            pair.map(|pair| pair.test(Range::Open)).is_some_and(|tested| {
                let less = if card < other { -tested.difference } else { tested.difference };
                less > 0.0 && tested.p / 2.0 * others < CLEAR
            })
        };
        let may = |(card, _): &&(usize, DifferenceTest)| {
            !drawn.iter().any(|(other, _)| other != card && is_below(*card, *other))
        };
        let mut may: Vec<&(usize, DifferenceTest)> = drawn.iter().filter(may).collect();
        may.sort_by(|(_, one), (_, other)| other.difference.total_cmp(&one.difference));
        may.into_iter().map(|(card, _)| self.names[*card].clone()).collect()
    }

    fn tested(&self, asked: CardQuestion, card: usize) -> Option<DifferenceTest> {
        self.done.get(&(asked, card)).filter(|found| found.deals() >= 2).map(|found| found.test(Range::Open))
    }

    fn worths(self) -> Worths {
        let (mut all, mut dearest) = (Vec::new(), Vec::new());
        for asked in [CardQuestion::Draw, CardQuestion::Access, CardQuestion::Drawn] {
            let found = (0..self.names.len()).filter_map(|card| Some((card, self.tested(asked, card)?)));
            let found: Vec<(usize, DifferenceTest)> = found.collect();
            let adjusted = holm(&found.iter().map(|(_, tested)| tested.p).collect::<Vec<_>>());
            let gains = |((_, tested), p): (&(usize, DifferenceTest), &f64)| *p < CLEAR && tested.difference > 0.0;
            if asked == CardQuestion::Draw && found.iter().zip(&adjusted).any(gains) {
                dearest = self.dearest(&found);
            }
            let worth = |((card, tested), p): ((usize, DifferenceTest), f64)| Worth {
                asked,
                card: self.names[card].clone(),
                tested,
                p,
            };
            all.extend(found.into_iter().zip(adjusted).map(worth));
        }
        Worths { all, dearest }
    }
}

pub(super) fn estimates(path: &Path) -> Result<Vec<Group<Worths>>, RowsError> {
    let names = ["arm", "table", "entrant", "deal", "asked", "card", "value", "weight"];
    let all = groups(
        path,
        names,
        |sums: &mut CardSums, source, [.., asked, card, value, weight]| {
            let word = source.text(asked)?;
            let Some(asked) = CardQuestion::ALL.into_iter().find(|asked| asked.word() == word) else {
                return Err(source.wrong(format!("asked = {word:?} is no question of cards")));
            };
            let (value, weight) = (source.number(value)?, source.number(weight)?);
            sums.add(asked, source.text(card)?, value, weight);
            Ok(())
        },
        CardSums::close,
    )?;
    Ok(all.into_iter().map(|one| one.map(CardSums::worths)).collect())
}

pub(super) fn read(path: &Path) -> ReadAnalysis {
    Ok(Estimated { all: estimates(path)?, file, detail }.boxed())
}

fn file(all: &[Group<Worths>]) -> PlotFile {
    let rows: Vec<Vec<String>> = all.iter().flat_map(|one| one.of.all.iter().map(|worth| row(one, worth))).collect();
    let heads = ["arm", "table", "entrant", "asked", "card", "value", "low", "high", "p", "deals"];
    PlotFile::new(FILE, &heads, &rows)
}

/// Lists the cards that may be the most valuable ones when drawn.
pub(super) fn detail(all: &[Group<Worths>]) -> Detail {
    let row = |one: &Group<Worths>| {
        let cards = one.of.dearest.join(", ").replace('_', " ");
        let cards = if cards.is_empty() { "no value is significant".to_owned() } else { cards };
        [&one.arm, &one.entrant, &one.table]
            .map(|name| Cell::from(name.clone()))
            .into_iter()
            .chain([Cell::from(cards)])
            .collect()
    };
    let heads = ["setting", "bot", "table", "cards that may be worth most when drawn"].map(str::to_owned).to_vec();
    let table = DataTable {
        heads,
        texts: 4,
        rows: all.iter().map(row).collect(),
        csv: FILE.to_owned(),
        ..DataTable::default()
    };
    Detail {
        title: "What cards are worth: method".to_owned(),
        note: NOTE.to_owned(),
        tables: vec![table],
        ..Detail::default()
    }
}

fn row(of: &Group<Worths>, worth: &Worth) -> Vec<String> {
    let DifferenceTest { difference, interval, deals, .. } = worth.tested;
    let [low, high] = ends(interval);
    let asked = if worth.asked == CardQuestion::Drawn { "came" } else { worth.asked.word() };
    let names = [&of.arm, &of.table, &of.entrant].map(String::clone);
    let values = [asked.to_owned(), worth.card.clone(), decimal(difference), low, high, decimal(worth.p)];
    names.into_iter().chain(values).chain([deals.to_string()]).collect()
}
