#![doc = include_str!("RULES.md")]

pub mod action;
pub mod candidates;
pub mod card;
pub mod determinize;
pub mod diagram;
pub mod event;
pub mod hand;
pub mod ids;
mod moves;
pub mod notation;
pub mod observe;
mod outward;
pub mod phase;
mod pile;
mod play;
pub mod round;
pub mod rules;
pub mod state;
mod worlds;

use ergo_core::game::{ActionView, Game, GameInfo, Information, Outcome, Records, Status};
use ergo_core::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_core::rng::{Rng, Seed};
use ergo_core::seat::{Seat, SeatCount, SeatMap};

use action::Action;
use determinize::Determinizer;
use observe::Observation;
use phase::{EndedBy, Phase};
use round::Round;
use rules::Rules;
use state::State;

/// The game Cogito for two to four seats, with its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cogito(pub Rules);

impl Game for Cogito {
    type State = State;
    type Action = Action;
    type Observation = Observation;
    type Round = Round;

    fn seats(&self) -> SeatCount {
        self.0.seats
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (0.0, 1.0),
            points: (0.0, 1.0),
            longest: self.0.longest(),
            information: Information::FaceDown,
            chance: true,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> State {
        play::deal(&self.0, Seed::draw(rng))
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        match state.phase() {
            Phase::Over => Status::Over(Outcome::highest_wins(state.scores(&self.0))),
            _ => Status::ToMove(state.to_move),
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        moves::list(&self.0, state, out);
    }

    #[inline]
    fn apply_into<R: Records<Round>>(&self, state: &mut State, action: Action, records: &mut R) {
        play::apply(&self.0, state, action, records);
    }

    fn scores(&self, state: &State) -> SeatMap<i32> {
        state.scores(&self.0)
    }

    /// The number of completed games.
    #[inline]
    fn stages_completed(&self, state: &State) -> u32 {
        u32::from(state.game()) - u32::from(state.phase() != Phase::Over)
    }

    /// Answers are hidden until the last one opens all of them. Only giver and receiver see a card that is given.
    fn view_action(&self, state: &State, action: Action, witness: Seat) -> ActionView<Action> {
        observe::view_action(&self.0, state, action, witness)
    }

    fn abandon(&self, state: &State, by: Seat, fault: &'static str) -> Option<Round> {
        Some(Round::new(&self.0, state, EndedBy::Fault(by, fault), None, true))
    }

    fn observe(&self, state: &State, seat: Seat) -> Observation {
        observe::observe(&self.0, state, seat)
    }

    fn determinize(&self, seen: &Observation, rng: &mut Rng) -> State {
        Determinizer::new(&self.0, seen).draw(&self.0, rng)
    }

    fn redraw(&self, state: &mut State, rng: &mut Rng) {
        state.seed = Seed::draw(rng);
        state.pile.shuffle_unknown(rng);
    }

    fn is_legal(&self, state: &State, action: Action) -> bool {
        moves::is_legal(&self.0, state, action)
    }

    #[inline]
    fn sample_action(&self, state: &State, rng: &mut Rng, _: &mut Vec<Action>) -> Action {
        moves::sample(&self.0, state, rng)
    }
}

impl Configurable for Cogito {
    const NAME: &'static str = "cogito";
    const ABOUT: &'static str = "Cogito (Olerant 2015): each player knows every identity except their own; diagram and card counts are reconstructed";
    const SEATS: (usize, usize) = (2, 4);

    fn options() -> Vec<OptionSpec> {
        rules::options()
    }

    fn configure(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        Rules::new(seats, given).map(Cogito)
    }

    fn settings(&self) -> Settings {
        self.0.settings()
    }

    fn largest_margin(&self) -> u32 {
        self.0.largest_score()
    }
}
