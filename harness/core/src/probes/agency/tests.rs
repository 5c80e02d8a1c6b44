//! Choices whose worths are known beforehand: a game so simple that they can be worked out.

use std::fmt;
use std::fs;
use std::str::FromStr;
use std::sync::Arc;

use ergo_agents::registry::{Registry, random};
use ergo_engine::game::{Game, GameInfo, Information, Outcome, Records, Status};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings, Value};
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_engine::transcript::Transcript;
use ergo_stats::Moments;
use serde::Serialize;
use tempfile::tempdir;

use super::found::read;
use super::replay::{Decided, MOST, decided};
use super::{Agency, COLUMNS, write};
use crate::arena::{Chair, Seated, Shelved, Table};
use crate::experiment::{Document, Experiment};
use crate::job::{Mode, RunOptions};
use crate::probe::{Match, Out};
use crate::programs::Programs;
use crate::rows::Heading;
use crate::run::run;
use crate::shelf::Shelf;
use crate::slot::Slot;

/// The seat of each turn and how many choices it has there: forced ones, and more than are tried.
const TURNS: [(usize, u32); 7] = [(0, 3), (1, 2), (0, 1), (1, 20), (1, 4), (0, 5), (1, 1)];

/// Two seats take things of known worth by turns: choice number `n` pays `n` steps, and a coin beside each that nobody has seen
/// adds `coin` to that or takes it.
#[derive(Clone)]
struct Stakes {
    step: i32,
    coin: i32,
    /// Turns that a world drawn is ahead of the table: 0, or the game breaks its laws.
    ahead: i32,
}

#[derive(Clone)]
struct Staked {
    seen: Seen,
    coins: Seed,
}

/// Everything but the coins to come.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct Seen {
    turn: usize,
    points: [i32; 2],
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

fn points(seen: &Seen) -> SeatMap<i32> {
    SeatMap::from_fn(SeatCount::new(2), |seat| seen.points[seat.index()])
}

impl Game for Stakes {
    type State = Staked;
    type Action = Take;
    type Observation = Seen;
    type Round = ();

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

    fn deal(&self, rng: &mut Rng) -> Staked {
        Staked { seen: Seen { turn: 0, points: [0; 2] }, coins: Seed::draw(rng) }
    }

    fn status(&self, Staked { seen, .. }: &Staked) -> Status {
        match TURNS.get(seen.turn) {
            Some((seat, _)) => Status::ToMove(Seat::new(*seat)),
            None => Status::Over(Outcome::highest_wins(points(seen))),
        }
    }

    fn legal_actions(&self, Staked { seen, .. }: &Staked, out: &mut Vec<Take>) {
        out.clear();
        out.extend((0..TURNS[seen.turn].1).map(Take));
    }

    fn apply_into<R: Records<()>>(&self, staked: &mut Staked, Take(choice): Take, _: &mut R) {
        let Staked { seen, coins } = staked;
        let heads = below(&mut coins.derive("coin", &[seen.turn as u64, choice.into()]).rng(), 2) > 0;
        let coin = if heads { self.coin } else { -self.coin };
        seen.points[TURNS[seen.turn].0] += self.step * choice as i32 + coin;
        seen.turn += 1;
    }

    fn scores(&self, staked: &Staked) -> SeatMap<i32> {
        points(&staked.seen)
    }

    fn observe(&self, staked: &Staked, _: Seat) -> Seen {
        staked.seen.clone()
    }

    fn determinize(&self, seen: &Seen, rng: &mut Rng) -> Staked {
        let turn = (seen.turn + self.ahead as usize).min(TURNS.len() - 1);
        Staked { seen: Seen { turn, ..seen.clone() }, coins: Seed::draw(rng) }
    }
}

impl Configurable for Stakes {
    const NAME: &'static str = "stakes";
    const ABOUT: &'static str = "worths that can be worked out";
    const SEATS: (usize, usize) = (2, 2);

    fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec::int("step", 1, 0, 9, "what a choice pays"),
            OptionSpec::int("coin", 1, 0, 9, "on the coins"),
            OptionSpec::int("ahead", 0, 0, 1, "turns that worlds are ahead"),
        ]
    }

    fn configure(_: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let given = given.checked(&Self::options())?;
        let [step, coin, ahead] = ["step", "coin", "ahead"].map(|key| given.int(key) as i32);
        Ok(Stakes { step, coin, ahead })
    }

    fn settings(&self) -> Settings {
        let value = |(key, value): (&str, i32)| (key.to_owned(), Value::Int(value.into()));
        Settings([("step", self.step), ("coin", self.coin), ("ahead", self.ahead)].map(value).into())
    }

    fn largest_margin(&self) -> u32 {
        100
    }
}

/// The game and the probe alone.
fn shelf() -> Shelf {
    Shelf::new().with(Shelved::new(Registry::<Stakes>::new().with(random()))).with_probe(Arc::new(Agency))
}

/// Does `with` what is found in a match in which everybody takes the first.
fn in_match<T>(
    game: &Stakes,
    (deal, seed): (u64, Seed),
    most: u32,
    with: impl Fn(Result<Vec<Decided>, String>, &Match<'_>) -> T,
) -> T {
    let handle = shelf().game("stakes").unwrap();
    let rules = handle.configure(SeatCount::new(2), &game.settings()).unwrap();
    let spec = handle.checked("random", &Settings::default()).unwrap();
    let programs = Arc::new(Programs::new(None));
    let chair = |_| Chair { entrant: "random", seed, seated: Seated::Agent(&spec) };
    let table = Table { chairs: (0..2).map(chair).collect(), programs: &programs, called: &String::new };
    let (slot, entrants) = (Slot { number: deal, arm: 0, table: 0, deal, rotation: 1 }, ["random", "random"]);
    let played = Match {
        rules: &*rules,
        records: &handle.records(),
        slot: &slot,
        arm: "base",
        entrants: &entrants,
        heading: &Heading::new("base", &slot, &entrants),
        table: &table,
        transcript: None,
    };
    with(decided(&*rules, &transcript(seed), most, &table), &played)
}

fn decided_in(game: &Stakes, seed: Seed, most: u32) -> Vec<Decided> {
    in_match(game, (1, seed), most, |found, _| found.unwrap())
}

/// A match in which everybody takes the first.
fn transcript(seed: Seed) -> Transcript {
    let mut transcript = Transcript::new(seed);
    TURNS.iter().for_each(|_| transcript.push(&Take(0)));
    transcript
}

/// The rows of `deals` matches, as a run writes them.
fn rows(game: &Stakes, seed: &Seed, deals: u64, most: u32) -> Vec<u8> {
    let mut all = format!("{COLUMNS}\n").into_bytes();
    for deal in 1..=deals {
        all.extend(in_match(game, (deal, seed.derive("deal", &[deal])), most, |found, played| {
            let (mut bytes, mut count) = (Vec::new(), 0);
            let mut out = Out { bytes: &mut bytes, count: &mut count, refused: &mut None };
            found.unwrap().iter().for_each(|one| write(one, played, &mut out));
            bytes
        }));
    }
    all
}

/// The variances of a turn: between its choices, and of all it adds to a lead when one is taken at random.
fn variances(game: &Stakes, (_, choices): (usize, u32)) -> [f64; 2] {
    let steps = f64::from(choices * choices - 1) / 12.0;
    let between = steps * f64::from(game.step * game.step);
    [between, between + f64::from(game.coin * game.coin)]
}

/// The truth: a choice adds to the lead what it pays, and so do all after it, on this side or the other.
fn truth(game: &Stakes) -> [f64; 2] {
    let open = |turn: usize| TURNS[turn..].iter().map(|turn| variances(game, *turn)[1]).sum::<f64>();
    let between: f64 = TURNS.iter().map(|turn| variances(game, *turn)[0]).sum();
    let whole: f64 = (0..TURNS.len()).map(open).sum();
    [between / TURNS.len() as f64, between / whole]
}

/// What is legal at the table is not in the worlds of such a game: that is said, and nobody is ended by it.
#[test]
fn a_game_that_breaks_its_laws_is_named() {
    let lawless = Stakes { step: 1, coin: 1, ahead: 1 };
    let said = in_match(&lawless, (1, Seed::master(3)), 100, |found, _| found.unwrap_err());
    assert!(said.starts_with("seat 1 may play 2, yet not in a world") && said.contains("expected a game"), "{said}");
    let text = "question = \"How much do choices matter?\"\nseed = 3\n[game]\nname = \"stakes\"\nrules = { ahead = 1 }\n\
         [[entrant]]\nname = \"r\"\nagent = { kind = \"random\" }\n[schedule]\ntables = [[\"r\", \"r\"]]\ndeals = 3\n\
         [output]\nagency = 4\n";
    let experiment = Experiment::read_on(&Document::parse(text).unwrap(), &shelf()).unwrap();
    let folder = tempdir().unwrap();
    let options = RunOptions { threads: 2, mode: Mode::Begin, command: String::new() };
    let ended = run(&experiment, &folder.path().join("out"), &options, |_| {}).err().unwrap().to_string();
    assert!(ended.starts_with("match 1: seat ") && ended.contains("expected a game"), "{ended}");
}

#[test]
fn what_decisions_are_taken_up_is_written_to_the_letter() {
    let game = Stakes { step: 2, coin: 3, ahead: 0 };
    let found = decided_in(&game, Seed::master(3), 100);
    let fields = |one: &Decided| (one.seat, one.round, one.lap, one.options, one.tried);
    let laps = [1, 1, 2, 2, 2, 3, 3];
    let expected: Vec<_> = TURNS
        .iter()
        .zip(laps)
        .map(|((seat, options), lap)| (*seat, 1, lap, u64::from(*options), MOST.min(*options as usize)))
        .collect();
    assert_eq!(found.iter().map(fields).collect::<Vec<_>>(), expected);
    // Nothing lies between one choice; what is still open does lie within it.
    let forced: Vec<_> = found.iter().filter(|one| one.options == 1).collect();
    assert!(forced.len() == 2 && forced.iter().all(|one| one.found.between == 0.0));
    assert!(forced[0].found.within > 0.0);
    // Some of them, and the same each time.
    let some = |seed| decided_in(&game, Seed::master(seed), 3);
    assert!(some(3).len() == 3 && some(3) == some(3) && some(3) != some(4));
}

#[test]
fn forced_decisions_and_options_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agency.csv");
    fs::write(&path, rows(&Stakes { step: 1, coin: 1, ahead: 0 }, &Seed::master(1), 5, 100)).unwrap();
    let found = read(&path).unwrap();
    let all = &found[0].all;
    assert_eq!((found.len(), all.decisions, all.deals), (1, 35, 5));
    assert_eq!((all.forced.value, all.options.value), (2.0 / 7.0, 36.0 / 7.0));
    // The first turns of both seats, the second ones with three decisions, the third ones.
    let laps: Vec<_> = found[0].laps.iter().map(|(lap, of)| (*lap, of.decisions, of.options.value)).collect();
    assert_eq!(laps, [(1, 10, 2.5), (2, 15, 25.0 / 3.0), (3, 10, 3.0)]);
}

#[test]
fn planted_agency_is_found_and_covered() {
    const RUNS: u64 = 400;
    const DEALS: u64 = 120;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agency.csv");
    for (step, coin) in [(1, 4), (0, 4)] {
        let game = Stakes { step, coin, ahead: 0 };
        let truth = truth(&game);
        let (mut held, mut off) = ([0; 2], [Moments::default(); 2]);
        for number in 0..RUNS {
            fs::write(&path, rows(&game, &Seed::master(number).derive("step", &[step as u64]), DEALS, 2)).unwrap();
            let all = &read(&path).unwrap()[0].all;
            for (place, found) in [all.between, all.share].into_iter().enumerate() {
                off[place].push(found.value - truth[place]);
                let [low, high] = found.ends();
                held[place] += u32::from((low..=high).contains(&truth[place]));
            }
            // Of a root the interval holds what that of the variance does.
            let [low, high] = all.spread().ends();
            let [least, most] = all.between.ends();
            assert!((low * low - least.max(0.0)).abs() < 1e-9 && (high * high - most.max(0.0)).abs() < 1e-9);
        }
        for place in 0..2 {
            let (mean, error) = (off[place].mean(), off[place].standard_error().unwrap());
            // A ratio of sums may be off by a few hundredths of itself.
            let slack = if place == 1 { 0.03 * truth[1] } else { 0.0 };
            assert!(mean.abs() <= 4.0 * error + slack, "{step} {place}: {} missed by {mean} ± {error}", truth[place]);
            assert!(held[place] * 100 >= 93 * RUNS as u32, "{step} {place}: {} of {RUNS}", held[place]);
        }
    }
}
