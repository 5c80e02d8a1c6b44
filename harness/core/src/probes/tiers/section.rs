//! Whether bots of a tier, and tiers, agree on what arms change.

use super::found::{self, Bot, Tier};
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, counted, decimal};
use ergo_stats::{Crossed, Interval};

/// The file of the picture's numbers.
const FILE: &str = "plots/tiers.csv";
/// A difference is clear if its p-value is below this.
const CLEAR: f64 = 0.05;
/// The most rows of a picture.
const MOST_ROWS: usize = 24;

/// The measures asked for by tier: what every arm changes for others like these bots, and for each of them.
pub(super) fn section(facts: &Facts<'_>, tiers: &[Tier]) -> Option<Part> {
    let asked: Vec<&Tier> = tiers.iter().filter(|tier| tier.is_asked).collect();
    if asked.is_empty() {
        return None;
    }
    let mut pieces = vec![Piece::Text(
        "At tables of equals. Bots are taken as a sample of their tier: ± holds for others like them on other deals, by the \
         spread between bots and that between deals; for one bot alone it holds for that bot only."
            .to_owned(),
    )];
    pieces.extend(agreement(&asked).map(Piece::Text));
    // Tiers of one measure and size stand together.
    let together = asked.chunk_by(|one, next| one.seats == next.seats && one.key.measure == next.key.measure);
    pieces.extend(together.filter_map(|tiers| picture(facts, tiers)).map(Piece::Picture));
    pieces.push(Piece::of_rows(table(facts, &asked)));
    let section = Section { title: "Tiers of skill".to_owned(), pieces };
    Some(Part { section, file: Some(file(tiers)) })
}

/// A row for every tier at every size of table in every arm.
fn table(facts: &Facts<'_>, tiers: &[&Tier]) -> Table {
    let with_arms = facts.has_arms();
    let more = format!("more than in {}", facts.lineups[0].arm);
    let heads = ["measure", "seats", "tier", "arm", "bots", "value", "lowest to highest", &more];
    let shown = |place: usize| with_arms || ![3, 7].contains(&place);
    let heads: Vec<&str> = (0..heads.len()).filter(|place| shown(*place)).map(|place| heads[place]).collect();
    let mut table = Table::new(if with_arms { 4 } else { 3 }, heads);
    for tier in tiers {
        let percent = tier.key.is_share();
        let number = |found: Crossed, signed| words::number(found.mean, found.interval, percent, signed);
        let [low, high] = ends(&tier.bots).map(|end| words::number(end, None, percent, false).replace(" ± –", ""));
        let cells = [
            words::capital(&words::subject_and_measure(&tier.key)),
            tier.seats.to_string(),
            tier.tier.clone(),
            tier.arm.clone(),
            tier.bots.len().to_string(),
            number(tier.value, false),
            if tier.bots.len() > 1 { format!("{low} to {high}") } else { "–".to_owned() },
            tier.difference.map_or_else(String::new, |found| number(found, true)),
        ];
        table.row(cells.into_iter().enumerate().filter(|(place, _)| shown(*place)).map(|(_, cell)| Cell::from(cell)));
    }
    table
}

/// The least and the greatest value of a bot.
fn ends(bots: &[Bot]) -> [f64; 2] {
    bots.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], bot| [low.min(bot.value), high.max(bot.value)])
}

/// How many effects of single bots are clear, and where bots clearly go opposite ways.
fn agreement(asked: &[&Tier]) -> Option<String> {
    let clear = |bot: &&Bot| bot.difference.as_ref().is_some_and(|found| found.p.is_some_and(|p| p < CLEAR));
    let differences = asked.iter().flat_map(|tier| &tier.bots).filter(|bot| bot.difference.is_some()).count();
    if differences == 0 {
        return None;
    }
    let of_bots = asked.iter().flat_map(|tier| &tier.bots).filter(clear).count();
    // By measure, arm and size of table whether some bot clearly raises it, and whether some lowers it.
    let mut ways: Vec<(String, [bool; 2])> = Vec::new();
    for tier in asked {
        let what = words::subject_and_measure(&tier.key);
        let name = format!("{what} at {}, {}", words::seats(tier.seats), tier.arm);
        let place = ways.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            ways.push((name, [false; 2]));
            ways.len() - 1
        });
        for found in tier.bots.iter().filter(clear).filter_map(|bot| bot.difference.as_ref()) {
            ways[place].1[usize::from(found.value > 0.0)] = true;
        }
    }
    let opposite: Vec<String> = ways.into_iter().filter(|(_, ways)| *ways == [true; 2]).map(|(name, _)| name).collect();
    let where_ = match opposite.as_slice() {
        [] => "nowhere do two bots of one size of table clearly go opposite ways".to_owned(),
        some => format!("bots clearly go opposite ways in {}", words::list(some)),
    };
    Some(format!(
        "Of {} of single bots, {of_bots} {} clear after Holm's correction; {where_}.",
        counted(differences as u64, "difference"),
        if of_bots == 1 { "is" } else { "are" }
    ))
}

/// The difference of each bot to the first arm, at tables of one size; that of each tier where bots and arms are many.
fn picture(facts: &Facts<'_>, of: &[&Tier]) -> Option<Picture> {
    let first = of.first()?;
    let names = found::names(&facts.asked.tiers);
    let scale = if first.key.is_share() { 100.0 } else { 1.0 };
    let shown: Vec<&&Tier> = of.iter().filter(|tier| tier.difference.is_some()).collect();
    let several = shown.iter().any(|tier| tier.arm != shown[0].arm);
    let by_bot = shown.iter().map(|tier| tier.bots.len()).sum::<usize>() <= MOST_ROWS;
    let mut dots = Vec::new();
    for tier in shown {
        let colour = names.iter().position(|name| *name == tier.tier).unwrap_or(0);
        let mut dot = |name: &str, value: f64, interval: Option<Interval>| {
            let Interval { low, high } = interval.unwrap_or(Interval { low: value, high: value });
            let label = if several { format!("{name}  {}", tier.arm) } else { name.to_owned() };
            dots.push(Dot { label, value: value * scale, low: low * scale, high: high * scale, colour });
        };
        match (by_bot, tier.difference) {
            (false, Some(found)) => dot(&tier.tier, found.mean, found.interval),
            _ => tier.bots.iter().for_each(|bot| {
                if let Some(found) = &bot.difference {
                    dot(&bot.name, found.value, found.interval);
                }
            }),
        }
    }
    if dots.is_empty() || dots.len() > MOST_ROWS {
        return None;
    }
    let (what, who) = (words::subject_and_measure(&first.key), if by_bot { "bot" } else { "tier" });
    let (base, unit) = (&facts.lineups[0].arm, if first.key.is_share() { ", %" } else { "" });
    Some(Picture {
        drawing: Drawing::Dots { dots, axis: format!("{what}{unit}"), reference: Some(0.0) },
        shows: format!(
            "{}: {what}, what each {who} does more than in {base}.",
            words::capital(&words::seats(first.seats))
        ),
        colours: names.iter().enumerate().map(|(colour, name)| (colour, (*name).to_owned())).collect(),
        file: FILE,
        svg: None,
    })
}

/// All tiers, those of targets among them, and then their bots.
fn file(tiers: &[Tier]) -> PlotFile {
    let number = |value: Option<f64>| value.map(decimal).unwrap_or_default();
    let row = |tier: &Tier, bot: &str, bots: usize, values: [Option<f64>; 7]| {
        let of = [tier.tier.clone(), bot.to_owned(), tier.seats.to_string(), tier.arm.clone()];
        let what = [tier.key.subject.clone(), tier.key.measure.name.clone(), bots.to_string()];
        of.into_iter().chain(what).chain(values.map(number)).collect::<Vec<_>>()
    };
    let three = |found: Option<Crossed>| {
        let interval = found.and_then(|found| found.interval);
        [found.map(|found| found.mean), interval.map(|ends| ends.low), interval.map(|ends| ends.high)]
    };
    let of_tier = |tier: &Tier| {
        let ([value, low, high], [more, from, to]) = (three(Some(tier.value)), three(tier.difference));
        row(tier, "", tier.bots.len(), [value, low, high, more, from, to, None])
    };
    let of_bot = |tier: &Tier, bot: &Bot| {
        let found = bot.difference.as_ref();
        let interval = found.and_then(|found| found.interval);
        let ends = [interval.map(|ends| ends.low), interval.map(|ends| ends.high)];
        let p = found.and_then(|found| found.p);
        row(tier, &bot.name, 1, [Some(bot.value), None, None, found.map(|found| found.value), ends[0], ends[1], p])
    };
    let rows: Vec<Vec<String>> = tiers
        .iter()
        .flat_map(|tier| std::iter::once(of_tier(tier)).chain(tier.bots.iter().map(|bot| of_bot(tier, bot))))
        .collect();
    let heads = [
        "tier",
        "bot",
        "seats",
        "arm",
        "subject",
        "measure",
        "bots",
        "value",
        "low",
        "high",
        "difference",
        "difference_low",
        "difference_high",
        "holm",
    ];
    PlotFile::new(FILE, &heads, &rows)
}
