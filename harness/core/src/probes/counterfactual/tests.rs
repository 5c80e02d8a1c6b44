//! A game whose values of choices and cards are known exactly, and tests of the analyses with it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::str::FromStr;
use std::sync::Arc;

use ergo_agents::registry::{Registry, random};
use ergo_engine::cards::CardGame;
use ergo_engine::game::{Game, GameInfo, Information, Outcome, Records, RoundRecord, Status};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings, Value};
use ergo_engine::rng::{Rng, Seed, below, shuffle};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_engine::transcript::Transcript;
use ergo_stats::Moments;
use serde::Serialize;
use tempfile::tempdir;

use super::cards::CardQuestion;
use super::{Counterfactual, agency, cards, choices, worths};
use crate::experiment::{Document, Experiment};
use crate::games::game_registry::GameRegistry;
use crate::job::programs::Programs;
use crate::job::{Mode, RunOptions};
use crate::probes::probe::{Probe, RowWriter, WatchedMatch};
use crate::registry::arena::{NoWatcher, Registration, SeatAssignment, SeatPlayer, Table};
use crate::rows::RowPrefix;
use crate::rows::slot::Slot;
use crate::run::run;

/// The seat of each turn, and its number of choices: forced turns, and turns with more choices than are played.
const TURNS: [(usize, u32); 7] = [(0, 3), (1, 2), (0, 1), (1, 20), (1, 4), (0, 5), (1, 1)];
/// Number of cards of each kind.
const EACH: usize = 12;
/// Points for a card of each kind.
const PAYS: [i32; 4] = [3, -2, 1, 0];

/// The rule options with their defaults.
const OPTIONS: [(&str, i64); 7] =
    [("step", 0), ("coin", 0), ("ahead", 0), ("pays", 0), ("lock", PAYS[2] as i64), ("pair", 0), ("slips", 0)];

/// Two seats take turns. Choice `n` pays `n` times `step`, and a hidden coin beside each choice adds or subtracts
/// `coin`. If `pays` is 1, the card of the turn pays the seat, unless it is barred; a seat with cards of both last
/// kinds gets `pair` more. Two options break the laws of games: drawn worlds are `ahead` turns ahead of the table, and
/// with `slips` the match ends when a card is exchanged.
#[derive(Clone)]
struct Known {
    set: [i32; OPTIONS.len()],
    barred: [u32; 2],
}

#[derive(Clone)]
struct Hidden {
    seen: Seen,
    coins: Seed,
    cards: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct Seen {
    turn: usize,
    card: usize,
    points: [i32; 2],
    paid: [[bool; 4]; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Take(u32);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Take)
    }
}

#[derive(Clone)]
struct Ended {
    points: SeatMap<i32>,
    came: [[u32; 4]; 2],
}

impl RoundRecord for Ended {
    fn turns(&self) -> u32 {
        TURNS.len() as u32
    }
    fn points(&self) -> SeatMap<i32> {
        self.points.clone()
    }
    fn scores(&self) -> SeatMap<i32> {
        self.points.clone()
    }
}

impl Game for Known {
    type State = Hidden;
    type Action = Take;
    type Observation = Seen;
    type Round = Ended;

    fn seats(&self) -> SeatCount {
        SeatCount::new(2)
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (0.0, 1.0),
            points: (-100.0, 100.0),
            longest: TURNS.len() as u64,
            information: Information::OpenActions,
            chance: true,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> Hidden {
        let mut cards: Vec<usize> = (0..4 * EACH).map(|card| card % 4).collect();
        shuffle(rng, &mut cards);
        let seen = Seen { turn: 0, card: cards[0], points: [0; 2], paid: [[false; 4]; 2] };
        Hidden { seen, coins: Seed::draw(rng), cards }
    }

    fn status(&self, state: &Hidden) -> Status {
        match TURNS.get(state.seen.turn) {
            Some((seat, _)) => Status::ToMove(Seat::new(*seat)),
            None => Status::Over(Outcome::highest_wins(self.scores(state))),
        }
    }

    fn legal_actions(&self, state: &Hidden, out: &mut Vec<Take>) {
        out.clear();
        out.extend((0..TURNS[state.seen.turn].1).map(Take));
    }

    fn apply_into<R: Records<Ended>>(&self, state: &mut Hidden, Take(choice): Take, records: &mut R) {
        let [step, coin, _, pays, lock, ..] = self.set;
        let Hidden { seen, coins, cards } = state;
        let (seat, card) = (TURNS[seen.turn].0, cards[seen.turn]);
        let heads = below(&mut coins.derive("coin", &[seen.turn as u64, choice.into()]).rng(), 2) > 0;
        seen.points[seat] += step * choice as i32 + if heads { coin } else { -coin };
        if pays > 0 && self.barred[seat] >> card & 1 == 0 {
            seen.points[seat] += if card == 2 { lock } else { PAYS[card] };
            seen.paid[seat][card] = true;
        }
        seen.turn += 1;
        seen.card = cards[seen.turn];
        if seen.turn == TURNS.len() {
            let mut came = [[0; 4]; 2];
            TURNS.iter().zip(&*cards).for_each(|((seat, _), card)| came[*seat][*card] += 1);
            records.put(Ended { points: self.scores(state), came });
        }
    }

    fn scores(&self, state: &Hidden) -> SeatMap<i32> {
        let Seen { points, paid, .. } = &state.seen;
        let pair = |seat: usize| if paid[seat][2] && paid[seat][3] { self.set[5] } else { 0 };
        SeatMap::from_fn(self.seats(), |seat| points[seat.index()] + pair(seat.index()))
    }

    fn observe(&self, state: &Hidden, _: Seat) -> Seen {
        state.seen.clone()
    }

    fn determinize(&self, seen: &Seen, rng: &mut Rng) -> Hidden {
        let Hidden { coins, mut cards, .. } = self.deal(rng);
        let turn = (seen.turn + self.set[2] as usize).min(TURNS.len() - 1);
        let at = (turn..cards.len()).find(|at| cards[*at] == seen.card);
        cards.swap(turn, at.unwrap_or(turn));
        Hidden { seen: Seen { turn, ..seen.clone() }, coins, cards }
    }
}

impl CardGame for Known {
    const CARD_KINDS: &'static [&'static str] = &["gold", "lead", "lock", "key"];
    const CARD_GROUPS: &'static [(&'static str, u32)] = &[("gold", 1), ("lead", 2), ("lock", 4), ("key", 8)];

    fn count_drawn(&self, round: &Ended, counts: &mut [u32]) {
        counts.iter_mut().zip(round.came.as_flattened()).for_each(|(count, came)| *count += came);
    }

    fn next_draw(&self, state: &Hidden, counts: &mut [u32]) -> Option<Seat> {
        counts.fill(0);
        let next = state.seen.turn + 1;
        let (seat, _) = TURNS.get(next)?;
        state.cards[next..].iter().for_each(|card| counts[*card] += 1);
        Some(Seat::new(*seat))
    }

    fn exchange_next(&self, state: &mut Hidden, kind: usize, rng: &mut Rng) {
        let next = state.seen.turn + 1;
        let places: Vec<usize> = (next..state.cards.len()).filter(|at| state.cards[*at] == kind).collect();
        state.cards.swap(next, places[below(rng, places.len() as u32) as usize]);
        state.seen.turn = if self.set[6] == 1 { TURNS.len() } else { state.seen.turn };
    }

    fn with_barred_cards(&self, seat: Seat, kinds: u32) -> Self {
        let mut barring = self.clone();
        barring.barred[seat.index()] |= kinds;
        barring
    }
}

impl Configurable for Known {
    const NAME: &'static str = "known";
    const ABOUT: &'static str = "worths that can be worked out";
    const SEATS: (usize, usize) = (2, 2);

    fn options() -> Vec<OptionSpec> {
        OPTIONS.map(|(name, value)| OptionSpec::int(name, value, 0, 9, name)).into()
    }

    fn configure(_: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let given = given.checked(&Self::options())?;
        Ok(Known { set: OPTIONS.map(|(name, _)| given.int(name) as i32), barred: [0; 2] })
    }

    fn settings(&self) -> Settings {
        let all = OPTIONS.iter().zip(self.set);
        Settings(all.map(|((name, _), value)| ((*name).to_owned(), Value::Int(value.into()))).collect())
    }

    fn largest_margin(&self) -> u32 {
        100
    }
}

fn registry() -> GameRegistry {
    let game = Registration::new(Registry::<Known>::new().with(random())).with_cards();
    GameRegistry::new().with(game).with_probe(Arc::new(agency::PROBE))
}

/// Returns the rows of `deals` matches in which every seat takes the first choice, as a run writes them.
fn rows(probe: &Counterfactual, set: &[(&str, i32)], seed: &Seed, deals: u64, amount: u32) -> Result<Vec<u8>, String> {
    let game = registry().game("known").unwrap();
    let given = Settings(set.iter().map(|(name, value)| ((*name).to_owned(), Value::Int((*value).into()))).collect());
    let rules = game.configure(SeatCount::new(2), &given).unwrap();
    let spec = game.checked("random", &Settings::default()).unwrap();
    let programs = Arc::new(Programs::new(None));
    let (records, mut bytes, mut count) = (game.records(), probe.header(&game.records()).into_bytes(), 0);
    for deal in 1..=deals {
        let seed = seed.derive("deal", &[deal]);
        let mut transcript = Transcript::new(seed);
        TURNS.iter().for_each(|_| transcript.push(&Take(0)));
        let chair = |_| SeatAssignment { entrant: "random", seed, seated: SeatPlayer::Agent(&spec) };
        let table = Table { chairs: (0..2).map(chair).collect(), programs: &programs, called: &String::new };
        let (slot, entrants) = (Slot { number: deal, arm: 0, table: 0, deal, rotation: 1 }, ["random", "random"]);
        let played = WatchedMatch {
            rules: &*rules,
            records: &records,
            slot: &slot,
            arm: "base",
            entrants: &entrants,
            heading: &RowPrefix::new("base", &slot, &entrants),
            table: &table,
            transcript: Some(&transcript),
        };
        let mut out = RowWriter { bytes: &mut bytes, count: &mut count, refused: &mut None };
        let ending = rules.play(seed, &table, None, &mut NoWatcher);
        (probe.play_on)(&played, &transcript, &ending, amount, &mut out)?;
    }
    Ok(bytes)
}

/// Writes the rows of [`rows`] to a file and calls `with`.
fn in_file<T>(rows: Result<Vec<u8>, String>, with: impl FnOnce(&std::path::Path) -> T) -> T {
    let folder = tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    fs::write(&path, rows.unwrap()).unwrap();
    with(&path)
}

#[test]
fn agency_game_breaking_laws_is_refused() {
    let error = rows(&cards::PROBE, &[("slips", 1)], &Seed::master(1), 1, 2).unwrap_err();
    assert!(error.starts_with("\"0\", after the next card is exchanged for "), "{error}");
    assert!(error.ends_with("expected it to stay legal"), "{error}");
    let text = "question = \"How much do choices matter?\"\nseed = 3\n[game]\nname = \"known\"\nrules = { ahead = 1 }\n\
         [[entrant]]\nname = \"r\"\nagent = { kind = \"random\" }\n[schedule]\ntables = [[\"r\", \"r\"]]\ndeals = 3\n\
         [output]\nagency = 100\n";
    let experiment = Experiment::read_with_registry(&Document::parse(text).unwrap(), &registry()).unwrap();
    let folder = tempdir().unwrap();
    let options = RunOptions { threads: 2, mode: Mode::Begin, command: String::new() };
    let error = run(&experiment, &folder.path().join("out"), &options, |_| {}).err().unwrap().to_string();
    assert!(error.starts_with("match 1: seat 1 may play 2, yet not in a world"), "{error}");
    assert!(error.contains("expected a game"), "{error}");
}

#[test]
fn decisions_are_counted_by_turn() {
    let game = [("step", 2), ("coin", 3)];
    let text =
        |seed, amount| String::from_utf8(rows(&agency::PROBE, &game, &Seed::master(seed), 1, amount).unwrap()).unwrap();
    let all = text(3, 100);
    let fields: Vec<Vec<&str>> = all.lines().skip(1).map(|line| line.split(',').collect()).collect();
    // Seat, round, lap, options, tried.
    let found: Vec<_> = fields.iter().map(|one| [one[5], one[7], one[8], one[9], one[10]].join(" ")).collect();
    let laps = TURNS.iter().zip([1, 1, 2, 2, 2, 3, 3]);
    let tried = |options: u32| (options as usize).min(agency::MOST);
    let row =
        |((seat, options), lap): (&(usize, u32), u32)| format!("{} 1 {lap} {options} {}", seat + 1, tried(*options));
    assert_eq!(found, laps.map(row).collect::<Vec<_>>());
    // At a forced decision the variance between is 0; the remaining variance is within.
    let forced: Vec<_> = fields.iter().filter(|one| one[9] == "1").map(|one| (one[11], one[12] > "0.0")).collect();
    assert_eq!(forced, [("0.000000", true); 2]);
    // The sample is random but reproducible.
    assert!(text(3, 3).lines().count() == 4 && text(3, 3) == text(3, 3) && text(3, 3) != text(4, 3));
    let of_five = in_file(rows(&agency::PROBE, &game, &Seed::master(1), 5, 100), choices::estimates).unwrap();
    let of: Vec<_> = of_five[0]
        .of
        .iter()
        .map(|(lap, of)| (*lap, of.decisions, of.deals, of.options.value, of.forced.value))
        .collect();
    let third = 1.0 / 3.0;
    let laps =
        [(0, 35, 5, 36.0 / 7.0, 2.0 / 7.0), (1, 10, 5, 2.5, 0.0), (2, 15, 5, 25.0 / 3.0, third), (3, 10, 5, 3.0, 0.5)];
    assert_eq!(of, laps);
}

/// Returns the true variance between choices and its share: a choice adds its points to the lead, and so do all later
/// ones.
fn agency_of(step: i32, coin: i32) -> [f64; 2] {
    let between = |(_, choices): (usize, u32)| f64::from(choices * choices - 1) / 12.0 * f64::from(step * step);
    let open = |turn: usize| TURNS[turn..].iter().map(|one| between(*one) + f64::from(coin * coin)).sum::<f64>();
    let sum: f64 = TURNS.iter().map(|one| between(*one)).sum();
    [sum / TURNS.len() as f64, sum / (0..TURNS.len()).map(open).sum::<f64>()]
}

#[test]
fn intervals_of_agency_hold_the_truth() {
    const RUNS: u64 = 400;
    for step in [1, 0] {
        let truth = agency_of(step, 4);
        let (mut held, mut off) = ([0; 2], [Moments::default(); 2]);
        for number in 0..RUNS {
            let seed = Seed::master(number).derive("step", &[step as u64]);
            let found =
                in_file(rows(&agency::PROBE, &[("step", step), ("coin", 4)], &seed, 120, 2), choices::estimates);
            let all = &found.unwrap()[0].of[0].1;
            for (place, figure) in [all.between, all.share].into_iter().enumerate() {
                off[place].push(figure.value - truth[place]);
                let [low, high] = ends(figure);
                held[place] += u32::from((low..=high).contains(&truth[place]));
            }
            // The interval of the spread is the root of that of the variance.
            let [low, high] = ends(all.spread());
            let [least, most] = ends(all.between);
            assert!((low * low - least.max(0.0)).abs() < 1e-9 && (high * high - most.max(0.0)).abs() < 1e-9);
        }
        for place in 0..2 {
            let (mean, error) = (off[place].mean(), off[place].standard_error().unwrap());
            // The bias of a ratio of sums is a few hundredths of its value.
            let slack = if place == 1 { 0.03 * truth[1] } else { 0.0 };
            assert!(mean.abs() <= 4.0 * error + slack, "{step} {place}: {} missed by {mean} ± {error}", truth[place]);
            assert!(held[place] * 100 >= 93 * RUNS as u32, "{step} {place}: {} of {RUNS}", held[place]);
        }
    }
}

/// Returns the true value of a drawn card: its points minus the mean, minus the loss because it cannot be drawn later:
/// with `m` cards face down, `a` of them drawn later by the same seat and `b` by the other, `(pay − mean) (1 − (a − b)
/// / (m − 1))`. Draws that follow a turn of another seat are exchanged with the same probability.
fn draw(kind: usize) -> f64 {
    let mean = f64::from(PAYS.iter().sum::<i32>()) / 4.0;
    let share = |turn: usize| {
        let later = TURNS[turn + 1..].iter().map(|later| if later.0 == TURNS[turn].0 { 1.0 } else { -1.0 });
        1.0 - later.sum::<f64>() / (4 * EACH - turn - 1) as f64
    };
    let shares: Vec<f64> = (1..TURNS.len()).filter(|turn| TURNS[turn - 1].0 != TURNS[*turn].0).map(share).collect();
    (f64::from(PAYS[kind]) - mean) * shares.iter().sum::<f64>() / shares.len() as f64
}

/// Returns the loss of a seat that may not play a kind: its points, and for the last two kinds the pair.
fn barred(kind: usize, pair: i32) -> f64 {
    let none = |own: usize, kinds: usize| -> f64 {
        (0..own).map(|i| (4 * EACH - kinds * EACH - i) as f64 / (4 * EACH - i) as f64).product()
    };
    let loss = |own: usize| {
        let both = 1.0 - 2.0 * none(own, 1) + none(own, 2);
        f64::from(PAYS[kind]) * own as f64 / 4.0 + if kind >= 2 { f64::from(pair) * both } else { 0.0 }
    };
    [0, 1].map(|seat| loss(TURNS.iter().filter(|turn| turn.0 == seat).count())).iter().sum::<f64>() / 2.0
}

#[test]
fn intervals_of_card_values_hold_the_truth() {
    let (mut held, mut all) = (BTreeMap::new(), BTreeMap::new());
    for pair in [0, 6] {
        let mut truths = Vec::new();
        for (kind, card) in Known::CARD_KINDS.iter().enumerate() {
            // With a pair, the value of a draw depends on the other draws.
            if pair == 0 {
                truths.push((CardQuestion::Draw, *card, draw(kind)));
            }
            truths.push((CardQuestion::Access, *card, barred(kind, pair)));
        }
        let mut off = vec![Moments::default(); truths.len()];
        for number in 0..200 {
            let seed = Seed::master(number).derive("pair", &[pair as u64]);
            let found = in_file(rows(&cards::PROBE, &[("pays", 1), ("pair", pair)], &seed, 60, 2), worths::estimates);
            let found = found.unwrap();
            assert!(
                found.len() == 1
                    && found[0].of.all.iter().filter(|worth| worth.asked == CardQuestion::Drawn).count() == 4
            );
            for ((asked, card, truth), off) in truths.iter().zip(&mut off) {
                let tested =
                    &found[0].of.all.iter().find(|worth| worth.asked == *asked && worth.card == *card).unwrap().tested;
                off.push(tested.difference - truth);
                // A card without points or pair has the value 0 in every deal.
                let Some(interval) = tested.interval else {
                    assert!(*truth == 0.0 && tested.difference == 0.0, "{asked:?} {card}");
                    continue;
                };
                *held.entry(*asked).or_insert(0) += u32::from((interval.low..=interval.high).contains(truth));
                *all.entry(*asked).or_insert(0) += 1;
            }
        }
        for ((asked, card, truth), off) in truths.iter().zip(&off) {
            let (mean, error) = (off.mean(), off.standard_error().unwrap());
            assert!(mean.abs() <= 4.0 * error, "{asked:?} {card}: {truth} is missed by {mean} ± {error}");
        }
    }
    for (asked, all) in all {
        assert!(all >= 800 && held[&asked] * 100 >= all * 93, "{asked:?}: {} of {all}", held[&asked]);
    }
}

#[test]
fn cards_of_equal_value_are_both_kept() {
    let dearest = |number| {
        let seed = Seed::master(number).derive("twins", &[]);
        let found = in_file(rows(&cards::PROBE, &[("pays", 1), ("lock", PAYS[0])], &seed, 60, 2), worths::estimates);
        found.unwrap().remove(0).of.dearest
    };
    let runs = 1000;
    let kept: Vec<Vec<String>> = (0..runs).map(dearest).collect();
    let named =
        |cards: &[&str]| kept.iter().filter(|kept| cards.iter().all(|card| kept.iter().any(|one| one == card))).count();
    let (both, worse) = (named(&["gold", "lock"]), named(&["lead"]) + named(&["key"]));
    assert!(both * 100 >= 95 * runs as usize && worse * 100 < 5 * runs as usize, "{both}, {worse}: {:?}", kept[0]);
}

fn ends(figure: choices::IntervalEstimate) -> [f64; 2] {
    figure.interval.map_or([figure.value; 2], |interval| [interval.low, interval.high])
}
