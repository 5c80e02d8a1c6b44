//! Which arm comes nearest to all targets. Arms stand in the order of what they cost; the first is that in use. The answer names the
//! cheapest of those that no other clearly beats, and these with it: never the largest of several as if the others were known to be
//! worse.

use std::collections::BTreeSet;

use ergo_engine::rng::Seed;

use super::cut::{MOST_WORDS, listed};
use super::nearness::{Cell, Found, cells, found};
use super::pooled::over;
use super::said::{Said, figure, units};
use crate::measure::Key;
use crate::report::asked::Asked;
use crate::report::lineup::LineUp;
use crate::report::responses::Response;
use crate::report::words;

/// The prefix of the columns of rules.
const RULES: &str = "game.rules.";

/// The claim; then what the arm it names does to `key`, and how it stands among all bots where the strongest were asked first.
pub(super) fn best(said: &Said<'_>, arms: &[&str], key: Option<&Key>) -> Option<String> {
    let aim = &said.asked.aim;
    let is_strong = |lineup: &LineUp| lineup.distinct.iter().all(|name| aim.strongest.contains(name));
    let of_all = aim.strongest.is_empty() || !said.lineups.iter().any(is_strong);
    let first = cells(said, |lineup| of_all || is_strong(lineup));
    if first.is_empty() {
        return None;
    }
    let seed = Seed::master(said.asked.seed).derive("setting", &[]);
    let found = found(&first, arms.len(), &seed);
    let chosen = found.beaten.iter().position(|beaten| !beaten).unwrap_or(0);
    let among = if of_all { String::new() } else { format!(" among {}", aim.called) };
    let rivals: Vec<&str> = (chosen + 1..arms.len()).filter(|arm| !found.beaten[*arm]).map(|arm| arms[arm]).collect();
    let rivals = (!rivals.is_empty()).then(|| rivals.join(", "));
    let (inside, of) = (found.inside[chosen], found.targets);
    let [here, base] = [chosen, 0].map(|arm| found.misses[arm]);
    let is_nearer = match inside > found.inside[0] {
        true => String::new(),
        false => format!(", yet off by {here:.2} widths, not {base:.2}"),
    };
    let mut parts = match chosen {
        0 => vec![format!(
            "Keep {}: no arm comes clearly nearer to all {of} targets{among} ({inside} hit by the estimate)",
            arms[0]
        )],
        _ => vec![format!(
            "{}: {inside} of {of} estimates on target{among}, {} {}{is_nearer}",
            arms[chosen], arms[0], found.inside[0]
        )],
    };
    let changes = key.filter(|_| chosen > 0).and_then(|key| {
        let here = |response: &&Response| of_all || is_strong(&said.lineups[response.base]);
        of_group(said, arms[chosen], key).or_else(|| change(said, here, chosen, key))
    });
    // That nobody comes nearer leaves all of them as good.
    let beside = rivals.as_ref().filter(|_| chosen == 0).map(|rivals| format!(" Not clearly worse: {rivals}."));
    parts.extend(rivals.filter(|_| chosen > 0).map(|rivals| format!("not clearly worse: {rivals}")));
    // What changes is said at once where there is room.
    let has_room = |one: &&String| words::words_of(&format!("{}; {one}.", parts.join("; "))) <= MOST_WORDS;
    let at_once = changes.as_ref().filter(has_room).cloned();
    let below = changes.filter(|_| at_once.is_none()).map(|one| format!(" {}.", words::capital(&one)));
    parts.splice(1..1, at_once);
    let mut claim = listed("", parts)
        + &below.unwrap_or_default()
        + &beside.unwrap_or_default()
        + &still_off(&first, chosen, &found.off[chosen]);
    claim += &by_arm(&found, arms);
    claim += &for_sure(said, &first, [(arms[chosen], chosen), (arms[0], 0)]);
    if !of_all {
        let all = self::found(&cells(said, |_| true), arms.len(), &seed);
        let (here, base, of) = (all.inside[chosen], all.inside[0], all.targets);
        claim += &match chosen {
            0 => format!(" Among all bots {here} of {of} estimates are on target."),
            _ => format!(" Among all bots {here} of {of} estimates are on target, {} {base}.", arms[0]),
        };
    }
    Some(claim + &sets(said.asked, arms[chosen], chosen))
}

/// What an arm does to `key` among the strongest as an idea knows it, who stand for others of their kind: `paradoxes -14.9±4.6pp at 2 seats`.
fn of_group(said: &Said<'_>, arm: &str, key: &Key) -> Option<String> {
    let (sizes, parts) = said.found.iter().find_map(|one| one.by_group(said.asked, arm, key))?;
    let figures = parts.iter().find_map(|part| part.strip_prefix(&said.asked.aim.called)?.strip_prefix(' '))?;
    Some(format!("{} {figures} at {sizes} seats", key.measure.said))
}

/// More arms than these the tables tell.
const FEW_ARMS: usize = 8;

/// Where few arms are asked, how near each comes: ` By arm on target (off on average, in widths of what is wanted): base 32 (0.31), …`
fn by_arm(found: &Found, arms: &[&str]) -> String {
    let one = |arm: usize| format!("{} {} ({:.2})", arms[arm], found.inside[arm], found.misses[arm]);
    let all = (0..arms.len()).map(one).collect::<Vec<_>>().join(", ");
    match arms.len() <= FEW_ARMS {
        true => format!(" By arm on target (off on average, in widths of what is wanted): {all}."),
        false => String::new(),
    }
}

/// How many targets are met by the whole interval in each arm: ` With their whole interval 32 are, base 32.`
fn for_sure(said: &Said<'_>, cells: &[Cell<'_>], arms: [(&str, usize); 2]) -> String {
    let met = |arm: &str| {
        let is_met = |cell: &&Cell<'_>| {
            let here = said.lineups.iter().find(|one| one.arm == arm && one.table == said.lineups[cell.base].table);
            let interval = here.and_then(|here| here.asked(cell.key)).and_then(|found| found.interval);
            interval.is_some_and(|ends| cell.band[0] <= ends.low && ends.high <= cell.band[1])
        };
        cells.iter().filter(is_met).count()
    };
    let [(chosen, place), (base, _)] = arms;
    match place {
        0 => format!(" With their whole interval {} are.", met(chosen)),
        _ => format!(" With their whole interval {} are, {base} {}.", met(chosen), met(base)),
    }
}

/// What an arm does to `key` at the tables `here`, on average over those of a size: `paradoxes -14.9±0.8, -9.1±0.9pp at 2, 3 seats`.
fn change(said: &Said<'_>, here: impl Fn(&&Response) -> bool, arm: usize, key: &Key) -> Option<String> {
    let found: Vec<&Response> = said.courses.iter().filter(here).collect();
    let sizes: BTreeSet<usize> = found.iter().map(|one| said.lineups[one.base].table.len()).collect();
    let of_size = |size: &usize| {
        let here = found.iter().copied().filter(|one| said.lineups[one.base].table.len() == *size);
        let one = over(here, said.lineups, key).into_iter().find(|one| one.arm == arm)?;
        Some(figure(one.test.mean, one.test.interval, key))
    };
    let figures: Vec<String> = sizes.iter().map(of_size).collect::<Option<_>>()?;
    let at = if sizes.len() > 1 { format!(" at {} seats", words::numbers(sizes)) } else { String::new() };
    (!figures.is_empty()).then(|| format!("{} {}{at}", key.measure.said, figures.join(", ")))
}

/// Where it stays off, by the estimates: ` Off target: paradoxes at 8 of 12 tables (2, 3 seats), 20.1 to 22.3 % (wanted 5 to 20 %).`
fn still_off(cells: &[Cell<'_>], arm: usize, off: &[usize]) -> String {
    let mut keys: Vec<&Key> = Vec::new();
    off.iter().map(|&place| cells[place].key).for_each(|key| {
        if !keys.contains(&key) {
            keys.push(key);
        }
    });
    let one = |key: &&Key| {
        let here: Vec<&Cell<'_>> = off.iter().map(|&place| &cells[place]).filter(|cell| cell.key == *key).collect();
        let sizes = words::numbers(here.iter().map(|cell| cell.seats).collect::<BTreeSet<_>>());
        let (scale, digits, unit) = units(key);
        // One digit more than elsewhere: an end of what is wanted may be near.
        let digits = if key.is_share() { digits } else { digits + 1 };
        let tables = cells.iter().filter(|cell| cell.key == *key).count();
        let values: Vec<f64> = here.iter().map(|cell| cell.value_in(arm) * scale).collect();
        let [least, most] = [f64::min, f64::max].map(|of| values.iter().copied().reduce(of).unwrap_or(0.0));
        let values = [least, most].map(|value| format!("{value:.digits$}"));
        let values = if values[0] == values[1] { values[0].clone() } else { values.join(" to ") };
        let (what, wanted) = (words::subject_and_measure(key), words::band(key, here[0].band));
        format!("{what} at {} of {tables} tables ({sizes} seats), {values}{unit} (wanted {wanted})", here.len())
    };
    let parts: Vec<String> = keys.iter().map(one).collect();
    if parts.is_empty() { String::new() } else { format!(" Off target: {}.", parts.join("; ")) }
}

/// The rules that an arm sets otherwise than the first: ` deck-2: cards.and 4→3, cards.not 8→7.`; by `arms.csv`.
fn sets(asked: &Asked, label: &str, chosen: usize) -> String {
    let Some((text, _)) = asked.arms.as_ref().filter(|_| chosen > 0) else { return String::new() };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads: Vec<String> =
        reader.headers().map(|heads| heads.iter().map(str::to_owned).collect()).unwrap_or_default();
    let rows: Vec<csv::StringRecord> = reader.records().filter_map(Result::ok).collect();
    let (Some(base), Some(here)) = (rows.first(), rows.get(chosen)) else { return String::new() };
    let set =
        heads.iter().zip(base.iter().zip(here)).filter(|(head, (base, here))| head.starts_with(RULES) && base != here);
    let one = |(head, (base, here)): (&String, (&str, &str))| format!("{} {base}→{here}", &head[RULES.len()..]);
    let set: Vec<String> = set.map(one).collect();
    if set.is_empty() { String::new() } else { format!(" {label}: {}.", set.join(", ")) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ergo_engine::rng::unit;

    use super::*;
    use crate::measure::{Measure, Of, Per, Unit, Value};

    /// Twelve tables of which each is wanted between 0 and 1, in arms that lie so far above.
    fn responses(above: &[f64], deals: u64, run: u64) -> Vec<Response> {
        let points = Unit::Amount("points".to_owned());
        let key = Key::new("all", &Arc::new(Measure::new("m", "m", points, Per::Rounds, Of::All, Value::Wins)));
        let mut rng = Seed::master(5).derive("planted", &[run]).rng();
        let mut table = |base: usize| {
            let luck: Vec<f64> = (0..deals).map(|_| unit(&mut rng) - 0.5).collect();
            let mut arm = |above: &f64| luck.iter().map(|luck| 1.0 + above + luck + unit(&mut rng) - 0.5).collect();
            let values = above.iter().map(&mut arm).collect();
            Response { key: key.clone(), base, deals: (1..=deals).collect(), values, classes: vec![0; above.len()] }
        };
        (0..12).map(&mut table).collect()
    }

    fn beaten(responses: &[Response], arms: usize, run: u64) -> Vec<bool> {
        let key = Key::seat_deviation();
        let cell = |one| Cell { key: &key, base: 0, seats: 2, band: [0.0, 1.0], of: vec![one], is_deviation: false };
        let cells: Vec<Cell<'_>> = responses.iter().map(cell).collect();
        found(&cells, arms, &Seed::master(9).derive("setting", &[run])).beaten
    }

    #[test]
    fn what_lies_nearer_beats_what_lies_off() {
        let responses = responses(&[0.5, 0.1, 0.3], 60, 0);
        assert_eq!(beaten(&responses, 3, 0), [true, false, true]);
    }

    #[test]
    fn where_the_chosen_stays_off_is_said_by_size() {
        let (high, low) = (responses(&[0.5], 40, 0), responses(&[-0.5], 40, 1));
        let all = [(2, &high[0]), (3, &low[0]), (4, &high[1]), (4, &high[2])];
        let cell = |(seats, one)| {
            let one: &Response = one;
            Cell { key: &one.key, base: 0, seats, band: [0.0, 1.0], of: vec![one], is_deviation: false }
        };
        let cells = all.map(cell);
        let found = found(&cells, 1, &Seed::master(1));
        assert_eq!((found.inside[0], &found.off[0][..]), (1, &[0, 2, 3][..]));
        let said = still_off(&cells, 0, &found.off[0]);
        let [begins, ends] = [" Off target: m at 3 of 4 tables (2, 4 seats), 1.4", " (wanted 0 to 1)."];
        assert!(said.starts_with(begins) && said.ends_with(ends), "{said}");
        assert_eq!(still_off(&cells, 0, &[]), "");
    }

    #[test]
    fn one_deal_beats_nobody() {
        assert_eq!(beaten(&responses(&[0.5, 0.1], 1, 0), 2, 0), [false, false]);
    }

    #[test]
    fn of_two_that_are_equal_neither_is_left_out_more_often_than_declared() {
        let named = |run: &u64| {
            let beaten = beaten(&responses(&[0.5, 0.2, 0.2], 40, *run), 3, *run);
            assert!(beaten[0]);
            beaten[1] || beaten[2]
        };
        // Five in a hundred; eleven or more once in seventy times.
        let times = (0..100).filter(named).count();
        assert!(times < 11, "{times} of 100");
    }
}
