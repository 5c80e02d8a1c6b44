//! A test game with several rounds, two to four seats, dependent options, and agents that fail.
//!
//! In a round every seat moves `length` times by 1 to 3 steps plus a hidden roll of the dice, and scores the distance. The
//! match ends when a seat has `target` points. The option `course` sets the default of `length`.

use std::fmt::{self, Display};
use std::str::FromStr;

use ergo_agents::agent::{Agent, AgentFault, Decision, Player};
use ergo_agents::event::AgentEvent;
use ergo_agents::registry::{AgentContext, Entry, Registry, random};
use ergo_agents::roster::Roster;
use ergo_engine::field::Field;
use ergo_engine::game::{Game, GameInfo, Information, Outcome, Records, RoundRecord, Status};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings, Value};
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_lab::arena::{Registered, Registration};
use serde::Serialize;

#[derive(Clone, Debug)]
pub struct Race {
    seats: SeatCount,
    settings: Settings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Steps(pub u8);

impl Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Steps {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Steps)
    }
}

#[derive(Clone, Debug)]
pub struct State {
    dice: Rng,
    scores: SeatMap<i32>,
    points: SeatMap<i32>,
    turns: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Seen(u32);

#[derive(Clone, Debug)]
pub struct Lap {
    turns: u32,
    ended_by: &'static str,
    points: SeatMap<i32>,
    scores: SeatMap<i32>,
}

impl RoundRecord for Lap {
    const ROUND_COLUMNS: &'static [&'static str] =
        &["starter", "turns", "ended_by", "paradox", "points_1", "points_2", "points_3", "points_4"];
    const SEAT_COLUMNS: &'static [&'static str] = &["points", "note"];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        field(1.into());
        field(self.turns.into());
        field(self.ended_by.into());
        field(u8::from(self.points.iter().all(|points| points % 2 == 0)).into());
        (0..4).for_each(|seat| field(self.points.get(Seat::new(seat)).copied().into()));
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        field(self.points[seat].into());
        field("a \"quoted\", text".into());
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn points(&self) -> SeatMap<i32> {
        self.points.clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.scores.clone()
    }
}

impl Race {
    fn lap(&self, state: &mut State, ended_by: &'static str) -> Lap {
        let zero = SeatMap::from_fn(self.seats, |_| 0);
        let points = std::mem::replace(&mut state.points, zero);
        state.scores = SeatMap::from_fn(self.seats, |seat| state.scores[seat] + points[seat]);
        Lap { turns: std::mem::take(&mut state.turns), ended_by, points, scores: state.scores.clone() }
    }
}

impl Game for Race {
    type State = State;
    type Action = Steps;
    type Observation = Seen;
    type Round = Lap;

    fn seats(&self) -> SeatCount {
        self.seats
    }

    fn info(&self) -> GameInfo {
        // A turn moves at most five steps.
        let length = self.settings.int("length");
        GameInfo {
            utility: (0.0, 1.0),
            points: (0.0, 5.0 * length as f64),
            longest: (self.settings.int("target") * length) as u64 * self.seats.get() as u64,
            information: Information::OpenActions,
            chance: true,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> State {
        let zero = SeatMap::from_fn(self.seats, |_| 0);
        State { dice: Seed::draw(rng).rng(), scores: zero.clone(), points: zero, turns: 0 }
    }

    fn status(&self, state: &State) -> Status {
        let target = self.settings.int("target") as i32;
        if state.scores.iter().any(|&score| score >= target) {
            Status::Over(Outcome::highest_wins(state.scores.clone()))
        } else {
            Status::ToMove(Seat::new(state.turns as usize % self.seats.get()))
        }
    }

    fn legal_actions(&self, _state: &State, out: &mut Vec<Steps>) {
        out.clear();
        out.extend([Steps(1), Steps(2), Steps(3)]);
    }

    fn scores(&self, state: &State) -> SeatMap<i32> {
        state.scores.clone()
    }

    fn apply_into<R: Records<Lap>>(&self, state: &mut State, action: Steps, records: &mut R) {
        let seat = Seat::new(state.turns as usize % self.seats.get());
        state.points[seat] += i32::from(action.0) + below(&mut state.dice, 3) as i32;
        state.turns += 1;
        let full = state.turns as usize == self.settings.int("length") as usize * self.seats.get();
        if full {
            records.put(self.lap(state, "line"));
        }
    }

    fn abandon(&self, state: &State, _by: Seat, _fault: &'static str) -> Option<Lap> {
        Some(self.lap(&mut state.clone(), "fault"))
    }

    fn observe(&self, state: &State, _seat: Seat) -> Seen {
        Seen(state.turns)
    }

    fn determinize(&self, _seen: &Seen, rng: &mut Rng) -> State {
        self.deal(rng)
    }
}

impl Configurable for Race {
    const NAME: &'static str = "race";
    const ABOUT: &'static str = "for tests";
    const SEATS: (usize, usize) = (2, 4);

    fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec::one_of("course", &["short", "long"], "fixes the default of length"),
            OptionSpec::int("length", 2, 1, 10, "moves of each seat in a round"),
            OptionSpec::int("target", 20, 1, 1000, "points that end the match"),
            OptionSpec::int("cards.not", 8, 0, 99, "of no effect"),
            OptionSpec::real("weight", 1.0, 0.0, 2.0, "of no effect"),
        ]
    }

    fn configure(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let mut settings = given.checked(&Self::options())?;
        if settings.text("course") == "long" && !given.0.contains_key("length") {
            settings.0.insert("length".to_owned(), Value::Int(4));
        }
        if settings.int("cards.not") == 99 {
            return Err(OptionError::Together("99 cards are too many, expected fewer".to_owned()));
        }
        Ok(Race { seats, settings })
    }

    fn settings(&self) -> Settings {
        self.settings.clone()
    }

    fn largest_margin(&self) -> u32 {
        (self.settings.int("target") + 5 * self.settings.int("length")) as u32
    }
}

/// An agent that fails as its kind says.
struct Faulty {
    kind: &'static str,
    patience: i64,
}

impl Agent<Race> for Faulty {
    fn choose(&mut self, decision: &mut Decision<'_, Race>) -> Result<Steps, AgentFault> {
        self.patience -= 1;
        match self.kind {
            "crash" if self.patience < 0 => panic!("this agent panics on purpose"),
            "cheat" if self.patience < 0 => Ok(Steps(9)),
            _ => Ok(decision.legal()[2]),
        }
    }

    fn wants_events(&self) -> bool {
        self.kind == "nervous"
    }

    fn on_event(&mut self, news: &AgentEvent<'_, Race>) {
        match news {
            AgentEvent::Round(round) => {
                // Use the columns of the row as the observation of the round.
                let mut columns = Vec::new();
                round.columns(|name, value| columns.push((name, value.to_string())));
                assert_eq!(columns.iter().map(|(name, _)| *name).collect::<Vec<_>>(), Lap::ROUND_COLUMNS);
                assert!(round.points().iter().zip(round.scores().iter()).all(|(points, score)| points <= score));
                assert!(i64::from(round.number) <= self.patience, "this agent panics over news, on purpose");
            }
            AgentEvent::Match(over) => assert!(over.scores.iter().any(|score| *score > 0) || over.fault.is_some()),
        }
    }
}

fn patience() -> Vec<OptionSpec> {
    vec![OptionSpec::int("patience", 3, 0, 100_000, "answers before the fault")]
}

impl Roster for Race {
    fn registry() -> Registry<Self> {
        let faulty = |name| {
            let entry = Entry::for_player(name, "fails on purpose", move |place: AgentContext<'_, Race>| match name {
                "unseatable" => panic!("this agent cannot be built, on purpose"),
                kind => Player::Agent(Box::new(Faulty { kind, patience: place.settings.int("patience") })),
            });
            entry.options(patience())
        };
        let registry = Registry::new().with(random());
        ["crash", "cheat", "steady", "unseatable", "nervous"]
            .into_iter()
            .fold(registry, |all, name| all.with(faulty(name)))
    }
}

impl Registered for Race {
    fn registration() -> Registration<Self> {
        Registration::new(Race::registry())
    }
}
