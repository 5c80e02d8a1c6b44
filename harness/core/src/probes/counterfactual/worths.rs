//! The value of cards at every table, by the rows of `cards.csv`: the estimates, the claim and the section.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_stats::multiplicity::holm;
use ergo_stats::{Contrast, Range, Tested};

use super::cards::Asked;
use super::{Analysis, Found, Group, by_entrant, groups};
use crate::probe::Kind;
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal, ends, probability};
use crate::report::{short, widest};
use crate::rows::read::RowsError;

/// Turns of a seat in a round, from the first to the last, that are one group.
const LAPS: [(&str, u32, u32); 3] = [("turns 1–2", 0, 2), ("turns 3–4", 3, 4), ("turns 5 on", 5, u32::MAX)];
/// A worth is significant with an adjusted p-value below this.
const CLEAR: f64 = 0.05;
/// The most cards that a claim names where several may be worth most.
const MOST_NAMED: usize = 3;
/// How many cards after the dearest the claim gives with their worth.
const NEXT: usize = 3;
/// The file of the pictures' numbers.
const FILE: &str = "plots/cards.csv";

const ABOUT: &str = "All in points of lead in a round: what a seat won of it less the mean of the others. \
    \"Drawn\" is by cause: draws picked at random are exchanged for a card of each kind that lay face down, and the round is \
    played on by the same bots; the worth is what a kind adds to an average card. \"Came\" is read off the games as \
    played: the lead of seats to which a kind came in a round, less that of seats to which none did. The two differ because \
    long rounds bring more of everything to everybody, and whether a round is long depends on how it goes. \"May be \
    played\" is what a seat loses that may only discard a group of cards. Nobody is trained anew for what is barred. Intervals are 95 %, over deals, each for itself; p is adjusted by Holm's \
    method for all cards of a column.";

/// What the cards of an entrant at a table are worth.
pub(super) struct Worths {
    /// By question, then in the order of the game. [`Asked::Drawn`] is the difference to [`Asked::Undrawn`].
    all: Vec<Worth>,
    /// The cards that may be worth most when drawn, the dearest first; empty where no worth is significant.
    dearest: Vec<String>,
    /// The worth of a draw by [`LAPS`], in the order of the game.
    laps: Vec<(String, [Option<Tested>; LAPS.len()])>,
}

/// The worth of a kind of card, or of a group, in points of lead.
pub(super) struct Worth {
    asked: Asked,
    pub card: String,
    pub tested: Tested,
    /// The p-value, adjusted for all cards of the same question (Holm).
    p: f64,
}

impl Worths {
    pub(super) fn of(&self, asked: Asked) -> impl Iterator<Item = &Worth> {
        self.all.iter().filter(move |worth| worth.asked == asked)
    }

    fn drawn(&self, card: &str) -> Option<&Tested> {
        self.of(Asked::Draw).find(|worth| worth.card == card).map(|worth| &worth.tested)
    }
}

/// The key of a sum of a deal: the question, the place of the card, and the group of [`LAPS`], from 1; 0 for all.
type Key = (Asked, usize, usize);

/// Sums of the deal, and of the deals before it.
#[derive(Default)]
struct Sums {
    now: BTreeMap<Key, (f64, f64)>,
    done: BTreeMap<Key, Contrast>,
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

    fn close(&mut self) {
        let now = std::mem::take(&mut self.now);
        for (&(asked, card, group), &sums) in now.iter().filter(|((asked, ..), _)| *asked != Asked::Undrawn) {
            let other = match asked {
                Asked::Drawn => now.get(&(Asked::Undrawn, card, group)).copied().unwrap_or((0.0, 0.0)),
                _ => (0.0, 1.0),
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

    /// Returns those of `drawn` that may be worth most. A card is left out only by a test against another one, so that the card that
    /// is worth most is kept with 95 %, whatever the others are worth (Bonferroni over the cards it may be left out for).
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

    fn worths(self) -> Worths {
        let (mut all, mut dearest) = (Vec::new(), Vec::new());
        for asked in [Asked::Draw, Asked::Access, Asked::Drawn] {
            let found = (0..self.names.len()).filter_map(|card| Some((card, self.tested(asked, card, 0)?)));
            let found: Vec<(usize, Tested)> = found.collect();
            let adjusted = holm(&found.iter().map(|(_, tested)| tested.p).collect::<Vec<_>>());
            let gains = |((_, tested), p): (&(usize, Tested), &f64)| *p < CLEAR && tested.difference > 0.0;
            if asked == Asked::Draw && found.iter().zip(&adjusted).any(gains) {
                dearest = self.dearest(&found);
            }
            let worth = |((card, tested), p): ((usize, Tested), f64)| Worth {
                asked,
                card: self.names[card].clone(),
                tested,
                p,
            };
            all.extend(found.into_iter().zip(adjusted).map(worth));
        }
        let laps = |card| [1, 2, 3].map(|group| self.tested(Asked::Draw, card, group));
        let laps = (0..self.names.len()).map(|card| (self.names[card].clone(), laps(card)));
        let laps = laps.filter(|(_, laps)| laps.iter().any(Option::is_some)).collect();
        Worths { all, dearest, laps }
    }
}

pub(super) fn estimates(path: &Path) -> Result<Vec<Group<Worths>>, RowsError> {
    let names = ["arm", "table", "entrant", "deal", "asked", "card", "lap", "value", "weight"];
    let all = groups(
        path,
        names,
        |sums: &mut Sums, source, [.., asked, card, lap, value, weight]| {
            let word = source.text(asked)?;
            let Some(asked) = Asked::ALL.into_iter().find(|asked| asked.word() == word) else {
                return Err(source.wrong(format!("asked = {word:?} is no question of cards")));
            };
            let (lap, value, weight) = (source.number(lap)?, source.number(value)?, source.number(weight)?);
            sums.add(asked, source.text(card)?, lap, value, weight);
            Ok(())
        },
        Sums::close,
    )?;
    Ok(all.into_iter().map(|one| one.map(Sums::worths)).collect())
}

pub(super) fn read(path: &Path) -> Found {
    let claim = |all: &[Group<Worths>], _: &Facts<'_>| Some(claim(all));
    Ok(Analysis { kind: Kind::Matters, found: estimates(path)?, claim, section }.boxed())
}

fn said(card: &str) -> String {
    card.replace('_', " ")
}

/// Which cards may be worth most when drawn, at the tables of each bot: a claim for each, the first bot first. A card that is first at
/// every size is named once, then for each size the others that may be.
pub(super) fn claim(all: &[Group<Worths>]) -> String {
    let said_of = |one: &&Group<Worths>| match &one.of.dearest[..] {
        [] => "none clearly".to_owned(),
        [first, others @ ..] if others.len() < MOST_NAMED => {
            let others = others.iter().map(|card| format!(" or {}", said(card))).collect::<String>();
            format!("{}{}{others}", said(first), worth(one, first))
        }
        many => format!("any of {}", many.len()),
    };
    let by = by_entrant(all);
    let claim = |(i, (entrant, all)): (usize, &(&str, Vec<&Group<Worths>>))| {
        let seats = words::numbers(all.iter().map(|one| one.seats()));
        let head = if i == 0 { format!("Worth most when drawn by {entrant}") } else { format!("By {entrant}") };
        match first_everywhere(all) {
            Some(card) => {
                let worths = all.iter().map(|one| worth(one, card)).collect::<Vec<_>>().join(",");
                short(&format!("{head}: {}{worths} at {seats} seats", said(card)), vec![rivals(all)])
            }
            None => short(&format!("{head} at {seats} seats: "), all.iter().map(said_of).collect()),
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
fn next((entrant, all): &(&str, Vec<&Group<Worths>>)) -> Option<String> {
    let cards = all.first()?.of.of(Asked::Draw).map(|worth| worth.card.as_str());
    let known = |card| Some((card, all.iter().map(|one| one.of.drawn(card)).collect::<Option<Vec<&Tested>>>()?));
    let mut cards: Vec<(&str, Vec<&Tested>)> = cards.filter_map(known).collect();
    let sum = |tested: &[&Tested]| tested.iter().map(|one| one.difference).sum::<f64>();
    cards.sort_by(|(_, one), (_, other)| sum(other).total_cmp(&sum(one)));
    let next = cards.get(1..=NEXT)?;
    let each =
        widest(next.iter().flat_map(|(_, all)| all).map(|one| half(one)), |half| format!("each ±{half:.2} or less"));
    let values =
        |all: &[&Tested]| all.iter().map(|one| format!("{:+.2}", one.difference)).collect::<Vec<_>>().join(", ");
    let parts: Vec<String> = next.iter().map(|(card, all)| format!("{} {}", said(card), values(all))).collect();
    Some(format!("Next by {entrant}, in points of lead ({each}): {}.", parts.join("; ")))
}

fn half(tested: &Tested) -> Option<f64> {
    tested.interval.map(|interval| (interval.high - interval.low) / 2.0)
}

/// The card that has the greatest worth at every table, if there are several tables and few others may be it.
fn first_everywhere<'f>(all: &[&'f Group<Worths>]) -> Option<&'f str> {
    let first = all.first()?.of.dearest.first()?;
    let is_first = |one: &&Group<Worths>| one.of.dearest.first() == Some(first) && one.of.dearest.len() <= MOST_NAMED;
    (all.len() > 1 && all.iter().all(is_first)).then_some(first.as_str())
}

/// The cards that may be worth as much as the first, table by table: ` (or wilds; tabula rasa; no other)`; nothing where there are none.
fn rivals(all: &[&Group<Worths>]) -> String {
    let of = |one: &&Group<Worths>| match &one.of.dearest[1..] {
        [] => "no other".to_owned(),
        some => some.iter().map(|card| said(card)).collect::<Vec<_>>().join(" or "),
    };
    match all.iter().all(|one| one.of.dearest.len() == 1) {
        true => String::new(),
        false => format!(" (or {})", all.iter().map(of).collect::<Vec<_>>().join("; ")),
    }
}

/// The worth of a card when drawn: ` +2.10±0.52`.
fn worth(one: &Group<Worths>, card: &str) -> String {
    let text = |tested: &Tested| Some(format!(" {:+.2}±{:.2}", tested.difference, half(tested)?));
    one.of.drawn(card).and_then(text).unwrap_or_default()
}

/// Two pictures and three tables for each group: by cause, and as played.
fn section(all: &[Group<Worths>], facts: &Facts<'_>) -> Part {
    let mut pieces = vec![Piece::Text(ABOUT.to_owned())];
    let mut rows = Vec::new();
    for (place, one) in all.iter().enumerate() {
        let arm = if facts.has_arms() { format!(", {}", one.arm) } else { String::new() };
        let title = format!("{}, {}{arm}", one.entrant, one.table);
        let mut of_group = of_draws(&one.of, &title);
        of_group.push(Piece::Fold(format!("{title}: worth when drawn, by turn"), vec![Piece::Table(laps(&one.of))]));
        if one.of.of(Asked::Access).next().is_some() {
            of_group.extend(of_access(&one.of, &title));
        }
        // The first table is open, the others are one click away.
        if place == 0 {
            pieces.push(Piece::Heading(title));
            pieces.append(&mut of_group);
        } else {
            pieces.push(Piece::Fold(title, of_group));
        }
        rows.extend(one.of.all.iter().map(|worth| row(one, worth)));
    }
    let heads = ["arm", "table", "entrant", "asked", "card", "value", "low", "high", "p", "deals"];
    let section = Section { title: "What cards are worth".to_owned(), pieces };
    Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) }
}

fn with_interval(tested: &Tested) -> String {
    words::number(tested.difference, tested.interval, false, true)
}

/// The worths of a question, the largest first.
fn ordered(worths: &Worths, asked: Asked) -> Vec<&Worth> {
    let mut order: Vec<&Worth> = worths.of(asked).collect();
    order.sort_by(|one, other| other.tested.difference.total_cmp(&one.tested.difference));
    order
}

fn forest<'w>(worths: impl Iterator<Item = (&'w Worth, usize)>, words: &[&str], shows: String) -> Piece {
    let dot = |(worth, colour): (&Worth, usize)| {
        let Tested { difference: value, interval, .. } = worth.tested;
        let (low, high) = interval.map_or((value, value), |interval| (interval.low, interval.high));
        Dot { label: format!("{}, {}", said(&worth.card), words[colour]), value, low, high, colour }
    };
    Piece::Picture(Picture {
        drawing: Drawing::Dots {
            dots: worths.map(dot).collect(),
            axis: "points of lead in the round".to_owned(),
            reference: Some(0.0),
        },
        shows,
        colours: words.iter().enumerate().map(|(i, word)| (i, (*word).to_owned())).collect(),
        file: FILE,
        svg: None,
    })
}

/// Worths when drawn, each beside the lead where the card came.
fn of_draws(worths: &Worths, title: &str) -> Vec<Piece> {
    let came = |card: &str| worths.of(Asked::Drawn).find(|worth| worth.card == card);
    let order = ordered(worths, Asked::Draw);
    let dots = order.iter().flat_map(|one| [Some((*one, 0)), came(&one.card).map(|other| (other, 1))]).flatten();
    let shows = format!("{title}: what a card adds when drawn, and the lead where it came.");
    let picture = forest(dots, &["drawn", "came"], shows);
    let mut table = Table::new(1, ["card", "drawn", "p", "came (no cause)"]);
    for one in order {
        let other = came(&one.card).map_or_else(|| "–".to_owned(), |other| with_interval(&other.tested));
        table.row([said(&one.card), with_interval(&one.tested), probability(Some(one.p)), other]);
    }
    vec![picture, Piece::Table(table)]
}

fn of_access(worths: &Worths, title: &str) -> [Piece; 2] {
    let order = ordered(worths, Asked::Access);
    let shows = format!("{title}: what it adds that a group may be played.");
    let picture = forest(order.iter().map(|one| (*one, 0)), &["may be played"], shows);
    let mut table = Table::new(1, ["group", "may be played", "p"]);
    for one in order {
        table.row([said(&one.card), with_interval(&one.tested), probability(Some(one.p))]);
    }
    [picture, Piece::Table(table)]
}

fn laps(worths: &Worths) -> Table {
    let mut table = Table::new(1, ["card"].into_iter().chain(LAPS.iter().map(|(name, ..)| *name)));
    for (card, laps) in &worths.laps {
        let cell = |tested: &Option<Tested>| tested.as_ref().map_or_else(|| "–".to_owned(), with_interval);
        table.row::<Cell>([said(card).into()].into_iter().chain(laps.iter().map(|tested| cell(tested).into())));
    }
    table
}

fn row(of: &Group<Worths>, worth: &Worth) -> Vec<String> {
    let Tested { difference, interval, deals, .. } = worth.tested;
    let [low, high] = ends(interval);
    let asked = if worth.asked == Asked::Drawn { "came" } else { worth.asked.word() };
    let names = [&of.arm, &of.table, &of.entrant].map(String::clone);
    let values = [asked.to_owned(), worth.card.clone(), decimal(difference), low, high, decimal(worth.p)];
    names.into_iter().chain(values).chain([deals.to_string()]).collect()
}
