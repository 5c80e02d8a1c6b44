//! Worths that are known beforehand: a game so simple that they can be worked out.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::str::FromStr;
use std::sync::Arc;

use ergo_agents::agent::{Agent, AgentFault, Decision};
use ergo_agents::registry::{Entry, Registry};
use ergo_engine::cards::CardGame;
use ergo_engine::game::{Game, GameInfo, Information, Outcome, Records, RoundRecord, Status};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings, Value};
use ergo_engine::rng::{Rng, Seed, below, shuffle};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_engine::transcript::Transcript;
use ergo_stats::Moments;
use serde::Serialize;

use super::asked::Asked;
use super::found::{answer, read};
use super::replay::findings;
use super::{Cards, write};
use crate::arena::{Chair, Seated, Shelved, Table};
use crate::probe::{Match, Out, Probe};
use crate::programs::Programs;
use crate::rows::Heading;
use crate::shelf::Shelf;
use crate::slot::Slot;

/// Cards of each kind.
const EACH: usize = 12;
/// Points for playing a card of each kind.
const PAYS: [i32; 4] = [3, -2, 1, 0];
/// The place of a lock.
const LOCK: usize = 2;
/// Turns of the only round; the two seats take them by turns.
const TURNS: usize = 10;

/// Draw a card and play or drop it. A card of each kind pays so much; who has played the last two kinds gets `pair` more. Where it slips, the
/// round is over as soon as a card is exchanged, against the law of the card study.
#[derive(Clone)]
struct Piles {
    pays: [i32; 4],
    pair: i32,
    barred: [u32; 2],
    slips: bool,
}

#[derive(Clone)]
struct Pile {
    cards: Vec<usize>,
    turn: usize,
    played: [[i32; 4]; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Move {
    Play,
    Drop,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Move::Play { "play" } else { "drop" })
    }
}

impl FromStr for Move {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        [Move::Play, Move::Drop].into_iter().find(|action| action.to_string() == text).ok_or(())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct Seen {
    turn: usize,
    card: usize,
}

#[derive(Clone)]
struct Ended {
    points: [i32; 2],
    came: [[u32; 4]; 2],
}

impl RoundRecord for Ended {
    fn turns(&self) -> u32 {
        TURNS as u32
    }
    fn points(&self) -> SeatMap<i32> {
        SeatMap::from_fn(SeatCount::new(2), |seat| self.points[seat.index()])
    }
    fn scores(&self) -> SeatMap<i32> {
        self.points()
    }
}

impl Piles {
    fn points(&self, pile: &Pile) -> [i32; 2] {
        pile.played.map(|played| {
            let sum: i32 = played.iter().zip(self.pays).map(|(count, pays)| count * pays).sum();
            sum + if played[2] > 0 && played[3] > 0 { self.pair } else { 0 }
        })
    }
}

impl Game for Piles {
    type State = Pile;
    type Action = Move;
    type Observation = Seen;
    type Round = Ended;

    fn seats(&self) -> SeatCount {
        SeatCount::new(2)
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (0.0, 1.0),
            points: (-20.0, 40.0),
            longest: TURNS as u64,
            information: Information::OpenActions,
            chance: true,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> Pile {
        let mut cards: Vec<usize> = (0..4 * EACH).map(|card| card % 4).collect();
        shuffle(rng, &mut cards);
        Pile { cards, turn: 0, played: [[0; 4]; 2] }
    }

    fn status(&self, pile: &Pile) -> Status {
        if pile.turn < TURNS {
            return Status::ToMove(Seat::new(pile.turn % 2));
        }
        let points = self.points(pile);
        Status::Over(Outcome::highest_wins(SeatMap::from_fn(self.seats(), |seat| points[seat.index()])))
    }

    fn legal_actions(&self, pile: &Pile, out: &mut Vec<Move>) {
        out.clear();
        if self.barred[pile.turn % 2] >> pile.cards[pile.turn] & 1 == 0 {
            out.push(Move::Play);
        }
        out.push(Move::Drop);
    }

    fn apply_into<R: Records<Ended>>(&self, pile: &mut Pile, action: Move, records: &mut R) {
        let (card, seat) = (pile.cards[pile.turn], pile.turn % 2);
        pile.played[seat][card] += i32::from(action == Move::Play);
        pile.turn += 1;
        if pile.turn == TURNS {
            let mut came = [[0; 4]; 2];
            (0..TURNS).for_each(|turn| came[turn % 2][pile.cards[turn]] += 1);
            records.put(Ended { points: self.points(pile), came });
        }
    }

    fn scores(&self, pile: &Pile) -> SeatMap<i32> {
        let points = self.points(pile);
        SeatMap::from_fn(self.seats(), |seat| points[seat.index()])
    }

    fn observe(&self, pile: &Pile, _: Seat) -> Seen {
        Seen { turn: pile.turn, card: pile.cards.get(pile.turn).copied().unwrap_or(0) }
    }

    fn determinize(&self, seen: &Seen, rng: &mut Rng) -> Pile {
        let mut pile = self.deal(rng);
        let at = (seen.turn..pile.cards.len()).find(|at| pile.cards[*at] == seen.card);
        pile.cards.swap(seen.turn, at.unwrap_or(seen.turn));
        Pile { turn: seen.turn, ..pile }
    }
}

impl CardGame for Piles {
    const CARD_KINDS: &'static [&'static str] = &["gold", "lead", "lock", "key"];
    const CARD_GROUPS: &'static [(&'static str, u32)] = &[("gold", 1), ("lead", 2), ("lock", 4), ("key", 8)];

    fn came(&self, round: &Ended, counts: &mut [u32]) {
        counts.iter_mut().zip(round.came.as_flattened()).for_each(|(count, came)| *count += came);
    }

    fn next_draw(&self, pile: &Pile, counts: &mut [u32]) -> Option<Seat> {
        counts.fill(0);
        if pile.turn + 1 >= TURNS {
            return None;
        }
        pile.cards[pile.turn + 1..].iter().for_each(|card| counts[*card] += 1);
        Some(Seat::new((pile.turn + 1) % 2))
    }

    fn exchange_next(&self, pile: &mut Pile, kind: usize, rng: &mut Rng) {
        let next = pile.turn + 1;
        let places: Vec<usize> = (next..pile.cards.len()).filter(|at| pile.cards[*at] == kind).collect();
        pile.cards.swap(next, places[below(rng, places.len() as u32) as usize]);
        pile.turn = if self.slips { TURNS } else { pile.turn };
    }

    fn barring(&self, seat: Seat, kinds: u32) -> Self {
        let mut barring = self.clone();
        barring.barred[seat.index()] |= kinds;
        barring
    }
}

/// Plays what it can.
struct Eager;

impl Agent<Piles> for Eager {
    fn choose(&mut self, decision: &mut Decision<'_, Piles>) -> Result<Move, AgentFault> {
        decision.legal().first().copied().ok_or(AgentFault::Illegal)
    }
}

impl Configurable for Piles {
    const NAME: &'static str = "piles";
    const ABOUT: &'static str = "worths that can be worked out";
    const SEATS: (usize, usize) = (2, 2);

    fn options() -> Vec<OptionSpec> {
        let lock = i64::from(PAYS[LOCK]);
        vec![
            OptionSpec::int("lock", lock, 0, 9, "what a lock pays"),
            OptionSpec::int("pair", 0, 0, 9, "more for the last two kinds"),
            OptionSpec::int("slips", 0, 0, 1, "whether an exchange ends the round"),
        ]
    }

    fn configure(_: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let given = given.checked(&Self::options())?;
        let mut pays = PAYS;
        pays[LOCK] = given.int("lock") as i32;
        Ok(Piles { pays, pair: given.int("pair") as i32, barred: [0; 2], slips: given.int("slips") == 1 })
    }

    fn settings(&self) -> Settings {
        let all = [("lock", self.pays[LOCK]), ("pair", self.pair), ("slips", self.slips.into())];
        Settings(all.map(|(name, value)| (name.to_owned(), Value::Int(value.into()))).into())
    }

    fn largest_margin(&self) -> u32 {
        100
    }
}

/// The rows of `deals` matches with a setting, as a run writes them.
fn rows(set: (&str, i32), seed: &Seed, deals: u64) -> Result<Vec<u8>, String> {
    let agents = Registry::<Piles>::new().with(Entry::new("eager", "plays", |_| Eager));
    let shelf = Shelf::new().with(Shelved::new(agents).with_cards());
    let game = shelf.game("piles").unwrap();
    let given = Settings([(set.0.to_owned(), Value::Int(set.1.into()))].into());
    let rules = game.configure(SeatCount::new(2), &given).unwrap();
    let eager = game.checked("eager", &Settings::default()).unwrap();
    let programs = Arc::new(Programs::new(None));
    let (records, mut bytes, mut count) = (game.records(), Cards.header(&game.records()).into_bytes(), 0);
    for deal in 1..=deals {
        let seed = seed.derive("deal", &[deal]);
        let mut transcript = Transcript::new(seed);
        (0..TURNS).for_each(|_| transcript.push(&Move::Play));
        let slot = Slot { number: deal, arm: 0, table: 0, deal, rotation: 1 };
        let chair = |_| Chair { entrant: "eager", seed, seated: Seated::Agent(&eager) };
        let table = Table { chairs: (0..2).map(chair).collect(), programs: &programs, called: &String::new };
        let entrants = ["eager", "eager"];
        let played = Match {
            rules: &*rules,
            records: &records,
            slot: &slot,
            arm: "base",
            entrants: &entrants,
            heading: &Heading::new("base", &slot, &entrants),
            table: &table,
            transcript: Some(&transcript),
        };
        let mut out = Out { bytes: &mut bytes, count: &mut count, refused: &mut None };
        findings(&*rules, &records, &transcript, 2, &table)?.iter().for_each(|one| write(one, &played, &mut out));
    }
    Ok(bytes)
}

/// The worth of a drawn card: what it pays more than the mean card does, less what is lost by its being no longer there to be
/// drawn later, on either side: with `m` cards face down, `a` of them drawn later by the same seat and `b` by the other,
/// `(pay − mean) (1 − (a − b) / (m − 1))`. Of all draws but the first each is as likely to be exchanged.
fn draw(kind: usize) -> f64 {
    let mean = f64::from(PAYS.iter().sum::<i32>()) / 4.0;
    let share = |turn: usize| {
        let later = (turn + 1..TURNS).map(|later| if later % 2 == turn % 2 { 1.0 } else { -1.0 });
        1.0 - later.sum::<f64>() / (4 * EACH - turn - 1) as f64
    };
    let shares: f64 = (1..TURNS).map(share).sum();
    (f64::from(PAYS[kind]) - mean) * shares / (TURNS - 1) as f64
}

/// How probable it is that a seat draws both of the last two kinds.
fn both() -> f64 {
    let own = TURNS / 2;
    let none = |kinds: usize| -> f64 {
        (0..own).map(|i| (4 * EACH - kinds * EACH - i) as f64 / (4 * EACH - i) as f64).product()
    };
    1.0 - 2.0 * none(1) + none(2)
}

/// The loss of a seat that may not play a kind; of a pair each of its cards loses all.
fn barred(kind: usize, pair: i32) -> f64 {
    let drawn = (TURNS / 2) as f64 / 4.0;
    f64::from(PAYS[kind]) * drawn + if kind >= 2 { f64::from(pair) * both() } else { 0.0 }
}

/// Every question, the card it is about, and the true answer.
fn truths(pair: i32) -> Vec<(Asked, &'static str, f64)> {
    let mut truths = Vec::new();
    for (kind, card) in Piles::CARD_KINDS.iter().enumerate() {
        // A pair adds to what is drawn beside it, so draws are looked at without.
        if pair == 0 {
            truths.push((Asked::Draw, *card, draw(kind)));
        }
        truths.push((Asked::Access, *card, barred(kind, pair)));
    }
    truths
}

#[test]
fn worths_that_can_be_worked_out_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cards.csv");
    let (mut held, mut all) = (BTreeMap::new(), BTreeMap::new());
    for pair in [0, 6] {
        let truths = truths(pair);
        let mut off = vec![Moments::default(); truths.len()];
        for number in 0..200 {
            fs::write(&path, rows(("pair", pair), &Seed::master(number).derive("pair", &[pair as u64]), 60).unwrap())
                .unwrap();
            let found = read(&path).unwrap();
            assert!(found.len() == 1 && found[0].of(Asked::Drawn).count() == 4);
            for ((asked, card, truth), off) in truths.iter().zip(&mut off) {
                let tested = &found[0].of(*asked).find(|worth| worth.card == *card).unwrap().tested;
                off.push(tested.difference - truth);
                // A card that pays nothing and makes no pair is worth nothing, in every deal.
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
fn two_cards_that_are_worth_most_are_both_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cards.csv");
    let told = |number| {
        fs::write(&path, rows(("lock", PAYS[0]), &Seed::master(number).derive("twins", &[]), 60).unwrap()).unwrap();
        // The first claim: what comes next is told below it.
        answer(&read(&path).unwrap()).split(" Next ").next().unwrap_or_default().to_owned()
    };
    let runs = 1000;
    let said: Vec<String> = (0..runs).map(told).collect();
    let named = |cards: &[&str]| said.iter().filter(|said| cards.iter().all(|card| said.contains(card))).count();
    let (both, worse) = (named(&["gold", "lock"]), named(&["lead"]) + named(&["key"]));
    assert!(both * 100 >= 95 * runs as usize && worse * 100 < 5 * runs as usize, "{both}, {worse}: {}", said[0]);
}

/// Nobody is ended by a game whose exchange of a card forbids what was played there.
#[test]
fn a_game_whose_cards_slip_is_named() {
    let said = rows(("slips", 1), &Seed::master(1), 1).unwrap_err();
    assert!(
        said.starts_with("\"play\", after the next card is exchanged for ")
            && said.ends_with("expected it to stay legal"),
        "{said}"
    );
}
