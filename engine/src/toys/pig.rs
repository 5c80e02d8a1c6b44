//! Pig with a limited number of turns, for one seat, which must reach a target.
//!
//! In a turn the die is rolled until the seat holds, which banks the sum of the rolls, or rolls a 1, which loses it.
//! Once banked and rolled points reach the target, the seat can only hold. The score is the banked points; a match
//! returns 1 for a win. (Neller and Presser 2004 on the game for two.)

use ergo_core::field::Field;
use ergo_core::game::{Game, GameInfo, Information, Outcome, Records, RoundRecord, Status};
use ergo_core::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_core::rng::{Rng, Seed, below};
use ergo_core::seat::{Seat, SeatCount, SeatMap};
use serde::Serialize;

/// The game pig, with its rules.
#[derive(Clone, Copy, Debug)]
pub struct Pig {
    /// Points that win.
    pub target: u32,
    /// Number of turns.
    pub turns: u32,
}

/// The short name of [`PigAction`] within `toys`.
pub use self::PigAction as Choice;

ergo_core::words! {
    /// Continue or stop.
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum PigAction {
        /// Rolls the die.
        Roll = "roll",
        /// Banks the points rolled in this turn.
        Hold = "hold",
    }
}

use Choice::{Hold, Roll};

/// The short name of [`PigState`] within `toys`.
pub use self::PigState as Piggy;

/// The points, and the generator of future rolls.
#[derive(Clone, Debug)]
pub struct PigState {
    dice: Rng,
    seen: PiggySeen,
}

/// The short name of [`PigObservation`] within `toys`.
pub use self::PigObservation as PiggySeen;

/// The public part of the state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PigObservation {
    /// Banked points.
    pub banked: u32,
    /// Points rolled in this turn.
    pub rolled: u32,
    /// Number of rolls in this turn.
    pub rolls: u32,
    /// Number of completed turns.
    pub turns: u32,
}

/// The short name of [`PigTurn`] within `toys`.
pub use self::PigTurn as Turn;

/// The record of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct PigTurn {
    rolls: u32,
    ended_by: &'static str,
    gained: i32,
    banked: i32,
    won: Option<bool>,
}

const ALONE: SeatCount = SeatCount::new(1);

impl Pig {
    fn end_turn(&self, seen: &mut PiggySeen, ended_by: &'static str, gained: u32) -> Turn {
        seen.banked += gained;
        seen.turns += 1;
        let rolls = std::mem::take(&mut seen.rolls);
        seen.rolled = 0;
        let won = (seen.banked >= self.target || seen.turns == self.turns).then_some(seen.banked >= self.target);
        Turn { rolls, ended_by, gained: gained as i32, banked: seen.banked as i32, won }
    }
}

impl Game for Pig {
    type State = Piggy;
    type Action = Choice;
    type Observation = PiggySeen;
    type Round = Turn;

    fn seats(&self) -> SeatCount {
        ALONE
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (0.0, 1.0),
            points: (0.0, f64::from(self.target)),
            // A roll that continues the turn shows at least 2, and the target ends the rolling.
            longest: u64::from(self.turns) * u64::from(self.target.div_ceil(2) + 1),
            information: Information::Unrolled,
            chance: true,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> Piggy {
        Piggy { dice: Seed::draw(rng).rng(), seen: PiggySeen { banked: 0, rolled: 0, rolls: 0, turns: 0 } }
    }

    fn status(&self, Piggy { seen, .. }: &Piggy) -> Status {
        if seen.banked < self.target && seen.turns < self.turns {
            return Status::ToMove(Seat::new(0));
        }
        let won = seen.banked >= self.target;
        Status::Over(Outcome {
            scores: SeatMap::from_fn(ALONE, |_| seen.banked as i32),
            winners: SeatMap::from_fn(ALONE, |_| won),
            returns: SeatMap::from_fn(ALONE, |_| f64::from(u8::from(won))),
            adjudicated: false,
        })
    }

    fn legal_actions(&self, piggy: &Piggy, out: &mut Vec<Choice>) {
        out.clear();
        out.extend(Choice::ALL.into_iter().filter(|&choice| self.is_legal(piggy, choice)));
    }

    fn apply_into<R: Records<Turn>>(&self, Piggy { dice, seen }: &mut Piggy, choice: Choice, records: &mut R) {
        let turn = match choice {
            Hold => self.end_turn(seen, "hold", seen.rolled),
            Roll => {
                seen.rolls += 1;
                match below(dice, 6) + 1 {
                    1 => self.end_turn(seen, "one", 0),
                    shown => {
                        seen.rolled += shown;
                        return;
                    }
                }
            }
        };
        records.put(turn);
    }

    fn scores(&self, piggy: &Piggy) -> SeatMap<i32> {
        SeatMap::from_fn(ALONE, |_| piggy.seen.banked as i32)
    }

    fn observe(&self, piggy: &Piggy, _seat: Seat) -> PiggySeen {
        piggy.seen.clone()
    }

    fn determinize(&self, seen: &PiggySeen, rng: &mut Rng) -> Piggy {
        Piggy { dice: Seed::draw(rng).rng(), seen: seen.clone() }
    }

    fn redraw(&self, piggy: &mut Piggy, rng: &mut Rng) {
        piggy.dice = Seed::draw(rng).rng();
    }

    /// Holding requires a roll, and rolling is pointless once the target is reached.
    fn is_legal(&self, piggy: &Piggy, choice: Choice) -> bool {
        let Piggy { seen, .. } = piggy;
        let goes_on = seen.banked < self.target && seen.turns < self.turns;
        goes_on
            && match choice {
                Roll => seen.banked + seen.rolled < self.target,
                Hold => seen.rolls > 0,
            }
    }
}

number_choices!(Pig, Choice);

impl Configurable for Pig {
    const NAME: &'static str = "pig";
    const ABOUT: &'static str = "a die and a limited number of turns, for one seat; a toy that can be lost";
    const SEATS: (usize, usize) = (1, 1);

    fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec::int("target", 30, 1, 1000, "points that win"),
            OptionSpec::int("turns", 5, 1, 1000, "number of turns"),
        ]
    }

    fn configure(_seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let all = given.checked(&Self::options())?;
        Ok(Pig { target: all.int("target") as u32, turns: all.int("turns") as u32 })
    }

    fn settings(&self) -> Settings {
        Settings::from([("target", self.target), ("turns", self.turns)])
    }

    fn largest_margin(&self) -> u32 {
        self.target + 5
    }
}

impl RoundRecord for Turn {
    const ROUND_COLUMNS: &'static [&'static str] = &["starter", "turns", "ended_by", "points_1", "score_1", "winner"];
    const SEAT_COLUMNS: &'static [&'static str] = &["rolls", "points", "score", "fault"];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        field(1.into());
        field(1.into());
        field(self.ended_by.into());
        field(self.gained.into());
        field(self.banked.into());
        field(if self.won == Some(true) { "1" } else { "" }.into());
    }

    fn write_seat(&self, _seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        field(self.rolls.into());
        field(self.gained.into());
        field(self.banked.into());
        field("".into());
    }

    fn turns(&self) -> u32 {
        1
    }

    fn points(&self) -> SeatMap<i32> {
        SeatMap::from_fn(ALONE, |_| self.gained)
    }

    fn scores(&self) -> SeatMap<i32> {
        SeatMap::from_fn(ALONE, |_| self.banked)
    }
}
