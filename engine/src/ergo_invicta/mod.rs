#![doc = include_str!("RULES.md")]

pub mod action;
pub mod board;
pub mod ids;
pub mod moves;
pub mod notation;
mod observe;
mod play;
pub mod position;
pub mod round;
pub mod rules;
pub mod state;

use ergo_core::game::{Game, GameInfo, Information, Outcome, PerfectInformation, Records, Status};
use ergo_core::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_core::rng::{Rng, Seed};
use ergo_core::seat::{Seat, SeatCount, SeatMap};

use action::Action;
use moves::Mover;
use position::Position;
use round::Round;
use rules::{Rules, Starter};
use state::{End, Observation, State};

/// The game ERGO of 1977 for two seats, with its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErgoInvicta(pub Rules);

const TWO: SeatCount = SeatCount::new(2);

impl ErgoInvicta {
    /// Returns the same rules for a match of one game without a random opening.
    pub fn single_game(&self) -> Self {
        ErgoInvicta(Rules { games: 1, target: 0, opening_plies: 0, ..self.0.clone() })
    }

    /// Returns a match of one game that starts with `position`, which need not be reachable. RULES.md G-EI17.
    pub fn from_position(&self, position: Position) -> State {
        play::from_outside(&self.0, position)
    }

    /// Plays `action`, which must be legal, without counting points or starting another game. Returns the end of the
    /// game if the action ended it.
    pub fn play_in_game(&self, state: &mut State, action: Action) -> Option<End> {
        play::advance(&self.0, &mut state.seen, action)
    }
}

impl Game for ErgoInvicta {
    type State = State;
    type Action = Action;
    type Observation = Observation;
    type Round = Round;

    fn seats(&self) -> SeatCount {
        TWO
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (0.0, 1.0),
            points: (0.0, 2.0),
            longest: u64::from(self.0.games) * u64::from(self.0.ply_cap),
            information: Information::Perfect,
            chance: self.0.opening_plies > 0 || self.0.starter == Starter::Random,
            adjudicates: true,
        }
    }

    fn deal(&self, rng: &mut Rng) -> State {
        play::deal(&self.0, Seed::draw(rng))
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        let seen = &state.seen;
        if seen.end.is_none() {
            return Status::ToMove(seen.seat_of(seen.position.to_move));
        }
        let winners = round::winners(seen.scores);
        let winners = SeatMap::from_fn(TWO, |seat| winners[seat.index()]);
        Status::Over(Outcome { adjudicated: seen.adjudicated, ..Outcome::with_winners(self.scores(state), winners) })
    }

    #[inline]
    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.seen.end.is_none() {
            Mover::new(&state.seen.position, self.0.corner_cut).list(out);
        }
    }

    #[inline]
    fn apply_into<R: Records<Round>>(&self, state: &mut State, action: Action, records: &mut R) {
        play::apply(&self.0, state, action, records);
    }

    fn scores(&self, state: &State) -> SeatMap<i32> {
        SeatMap::from_fn(TWO, |seat| state.seen.scores[seat.index()])
    }

    /// The number of completed games while the match continues.
    #[inline]
    fn stages_completed(&self, state: &State) -> u32 {
        state.seen.game - 1
    }

    fn abandon(&self, state: &State, by: Seat, fault: &'static str) -> Option<Round> {
        Some(Round::cut_short(&self.0, &state.seen, by, fault))
    }

    fn observe(&self, state: &State, _seat: Seat) -> Observation {
        state.seen.clone()
    }

    fn determinize(&self, seen: &Observation, rng: &mut Rng) -> State {
        State { seen: seen.clone(), chance: Seed::draw(rng) }
    }

    fn is_legal(&self, state: &State, action: Action) -> bool {
        state.seen.end.is_none() && Mover::new(&state.seen.position, self.0.corner_cut).allows(action)
    }
}

impl PerfectInformation for ErgoInvicta {
    /// Later games are dealt from a fixed seed.
    fn state_of(&self, seen: &Observation) -> State {
        State { seen: seen.clone(), chance: Seed::master(0) }
    }
}

impl Configurable for ErgoInvicta {
    const NAME: &'static str = "ergo-invicta";
    const ABOUT: &'static str =
        "ERGO (Invicta 1977): five in a row with pieces that move; nothing hidden. Some rulings are reconstructed";
    const SEATS: (usize, usize) = (2, 2);

    fn options() -> Vec<OptionSpec> {
        rules::options()
    }

    fn configure(_seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        Rules::new(given).map(ErgoInvicta)
    }

    fn settings(&self) -> Settings {
        self.0.settings()
    }

    fn largest_margin(&self) -> u32 {
        2 * self.0.games
    }
}
