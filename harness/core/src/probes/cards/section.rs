//! The value of cards as a section: a forest for every table, by cause and as one reads it off played games.

use ergo_stats::Tested;

use super::asked::Asked;
use super::found::{Found, LAPS, Worth, said};
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal, probability};

/// The file of the pictures' numbers.
const FILE: &str = "plots/cards.csv";

const ABOUT: &str = "All in points of lead in a round: what a seat won of it less the mean of the others. \
    \"Drawn\" is by cause: draws picked at random are exchanged for a card of each kind that lay face down, and the round is \
    played on by the same bots; the worth is what a kind adds to an average card. \"Came\" is read off the games as \
    played: the lead of seats to which a kind came in a round, less that of seats to which none did. The two differ because \
    long rounds bring more of everything to everybody, and whether a round is long depends on how it goes. \"May be \
    played\" is what a seat loses that may only discard a group of cards. Nobody is trained anew for what is barred. Intervals are 95 %, over deals, each for itself; p is adjusted by Holm's \
    method for all cards of a column.";

/// Every table of which it was asked.
pub(super) fn section(found: &[Found], facts: &Facts<'_>) -> Option<Part> {
    if found.is_empty() {
        return None;
    }
    let mut pieces = vec![Piece::Text(ABOUT.to_owned())];
    let mut rows = Vec::new();
    for (place, cards) in found.iter().enumerate() {
        let arm = if facts.has_arms() { format!(", {}", cards.arm) } else { String::new() };
        let title = format!("{}, {}{arm}", cards.entrant, cards.table);
        let mut worth_text = vec![of_draws(cards, &title), Piece::Table(draws(cards))];
        worth_text.push(Piece::Fold(format!("{title}: worth when drawn, by turn"), vec![Piece::Table(laps(cards))]));
        if cards.of(Asked::Access).next().is_some() {
            worth_text.extend([of_groups(cards, &title), Piece::Table(groups(cards))]);
        }
        // The first table stands open, the others are one click away.
        if place == 0 {
            pieces.push(Piece::Heading(title));
            pieces.append(&mut worth_text);
        } else {
            pieces.push(Piece::Fold(title, worth_text));
        }
        rows.extend(cards.worths.iter().map(|worth| row(cards, worth)));
    }
    let heads = ["arm", "table", "entrant", "asked", "card", "value", "low", "high", "p", "deals"];
    let section = Section { title: "What cards are worth".to_owned(), pieces };
    Some(Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) })
}

fn worth_text(tested: &Tested) -> String {
    words::number(tested.difference, tested.interval, false, true)
}

/// The worths of `first` from the largest, each with that of `second` for the same card, if there is one.
fn beside(cards: &Found, first: Asked, second: Option<Asked>) -> Vec<(&Worth, Option<&Worth>)> {
    let mut order: Vec<&Worth> = cards.of(first).collect();
    order.sort_by(|one, other| other.tested.difference.total_cmp(&one.tested.difference));
    let other = |card: &str| cards.of(second?).find(|worth| worth.card == card);
    order.into_iter().map(|worth| (worth, other(&worth.card))).collect()
}

fn forest(pairs: &[(&Worth, Option<&Worth>)], words: &[&str], shows: String) -> Piece {
    let dot = |worth: &Worth, colour: usize| {
        let Tested { difference: value, interval, .. } = worth.tested;
        let (low, high) = interval.map_or((value, value), |interval| (interval.low, interval.high));
        Dot { label: format!("{}, {}", said(&worth.card), words[colour]), value, low, high, colour }
    };
    let dots = pairs.iter().flat_map(|(one, other)| [Some(dot(one, 0)), other.map(|other| dot(other, 1))]);
    Piece::Picture(Picture {
        drawing: Drawing::Dots {
            dots: dots.flatten().collect(),
            axis: "points of lead in the round".to_owned(),
            reference: Some(0.0),
        },
        shows,
        colours: words.iter().enumerate().map(|(i, word)| (i, (*word).to_owned())).collect(),
        file: FILE,
        svg: None,
    })
}

fn of_draws(cards: &Found, title: &str) -> Piece {
    let pairs = beside(cards, Asked::Draw, Some(Asked::Drawn));
    forest(&pairs, &["drawn", "came"], format!("{title}: what a card adds when drawn, and the lead where it came."))
}

fn of_groups(cards: &Found, title: &str) -> Piece {
    let pairs = beside(cards, Asked::Access, None);
    forest(&pairs, &["may be played"], format!("{title}: what it adds that a group may be played."))
}

fn draws(cards: &Found) -> Table {
    let mut table = Table::new(1, ["card", "drawn", "p", "came (no cause)"]);
    for (one, other) in beside(cards, Asked::Draw, Some(Asked::Drawn)) {
        let other = other.map_or_else(|| "–".to_owned(), |other| worth_text(&other.tested));
        table.row([said(&one.card), worth_text(&one.tested), probability(Some(one.p)), other]);
    }
    table
}

fn groups(cards: &Found) -> Table {
    let mut table = Table::new(1, ["group", "may be played", "p"]);
    for (one, _) in beside(cards, Asked::Access, None) {
        table.row([said(&one.card), worth_text(&one.tested), probability(Some(one.p))]);
    }
    table
}

fn laps(cards: &Found) -> Table {
    let heads = ["card"].into_iter().chain(LAPS.iter().map(|(name, ..)| *name));
    let mut table = Table::new(1, heads);
    for (card, laps) in &cards.laps {
        let cell = |tested: &Option<Tested>| tested.as_ref().map_or_else(|| "–".to_owned(), worth_text);
        table.row::<Cell>([said(card).into()].into_iter().chain(laps.iter().map(|tested| cell(tested).into())));
    }
    table
}

fn row(cards: &Found, worth: &Worth) -> Vec<String> {
    let Tested { difference, interval, deals, .. } = worth.tested;
    let [low, high] = interval.map_or([String::new(), String::new()], |i| [decimal(i.low), decimal(i.high)]);
    let asked = if worth.asked == Asked::Drawn { "came" } else { worth.asked.word() };
    vec![
        cards.arm.clone(),
        cards.table.clone(),
        cards.entrant.clone(),
        asked.to_owned(),
        worth.card.clone(),
        decimal(difference),
        low,
        high,
        decimal(worth.p),
        deals.to_string(),
    ]
}
