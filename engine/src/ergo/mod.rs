#![doc = include_str!("RULES.md")]

pub mod action;
pub mod card;
mod cards;
pub mod determinize;
pub mod draws;
pub mod event;
pub mod hand;
pub mod ids;
pub mod moves;
pub mod notation;
pub mod observe;
mod outward;
mod places;
mod play;
pub mod proof;
pub mod readings;
pub mod round;
pub mod rules;
pub mod state;
pub mod truth;
pub mod turn;
mod worlds;

use ergo_core::cards::CardGame;
use ergo_core::game::{Game, GameInfo, Information, Outcome, Records, Status};
use ergo_core::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_core::rng::{Rng, Seed};
use ergo_core::seat::{Seat, SeatCount, SeatMap};

use action::Action;
use observe::Observation;
use round::{EndedBy, Round};
use rules::Rules;
use state::State;

/// The game ERGO for two to four seats, with its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ergo(pub Rules);

impl Game for Ergo {
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
            // Proofs of more than forty cards are rare.
            points: (0.0, 40.0),
            longest: self.0.longest(),
            information: Information::OpenActions,
            chance: true,
            adjudicates: true,
        }
    }

    fn deal(&self, rng: &mut Rng) -> State {
        play::deal(&self.0, Seed::draw(rng))
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        match state.winners {
            None => Status::ToMove(state.to_move),
            Some(winners) => {
                let winners = SeatMap::from_fn(self.0.seats, |seat| winners[seat.index()]);
                let adjudicated = play::adjudicated(&self.0, state);
                Status::Over(Outcome { adjudicated, ..Outcome::with_winners(state.scores(&self.0), winners) })
            }
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.winners.is_none() {
            state.move_generator(&self.0).list(out);
        }
    }

    #[inline]
    fn apply_into<R: Records<Round>>(&self, state: &mut State, action: Action, records: &mut R) {
        play::apply(&self.0, state, action, records);
    }

    fn scores(&self, state: &State) -> SeatMap<i32> {
        state.scores(&self.0)
    }

    /// The number of completed rounds.
    #[inline]
    fn stages_completed(&self, state: &State) -> u32 {
        state.round - 1
    }

    fn abandon(&self, state: &State, by: Seat, fault: &'static str) -> Option<Round> {
        Some(play::record(&self.0, state, EndedBy::Fault(by, fault)))
    }

    fn observe(&self, state: &State, seat: Seat) -> Observation {
        observe::observe(&self.0, state, seat)
    }

    fn determinize(&self, seen: &Observation, rng: &mut Rng) -> State {
        determinize::determinize(&self.0, seen, rng)
    }

    fn redraw(&self, state: &mut State, rng: &mut Rng) {
        state.seed = Seed::draw(rng);
        state.pile.shuffle_unknown(rng);
    }

    fn is_legal(&self, state: &State, action: Action) -> bool {
        state.winners.is_none() && state.move_generator(&self.0).allows(action)
    }

    #[inline]
    fn sample_action(&self, state: &State, rng: &mut Rng, _: &mut Vec<Action>) -> Action {
        state.move_generator(&self.0).sample(rng)
    }
}

impl CardGame for Ergo {
    const CARD_KINDS: &'static [&'static str] = &draws::CARD_KINDS;
    const CARD_GROUPS: &'static [(&'static str, u32)] = &draws::CARD_GROUPS;

    fn count_drawn(&self, round: &Round, counts: &mut [u32]) {
        cards::count_drawn(&self.0, round, counts);
    }

    fn next_draw(&self, state: &State, counts: &mut [u32]) -> Option<Seat> {
        cards::next_draw(&self.0, state, counts)
    }

    fn exchange_next(&self, state: &mut State, kind: usize, rng: &mut Rng) {
        cards::exchange_next(&self.0, state, kind, rng);
    }

    fn with_barred_cards(&self, seat: Seat, kinds: u32) -> Self {
        Ergo(cards::with_barred_cards(&self.0, seat, kinds))
    }
}

impl Configurable for Ergo {
    const NAME: &'static str = "ergo";
    const FULL_NAME: &'static str = "ergo-catalyst";
    const ABOUT: &'static str =
        "ERGO (Catalyst 2009): one shared proof; each player wants it to prove their own variable";
    const SEATS: (usize, usize) = (2, 4);
    const ROUND_LIMIT: Option<&'static str> = Some("max_rounds");

    fn options() -> Vec<OptionSpec> {
        rules::options()
    }

    fn configure(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        Rules::new(seats, given).map(Ergo)
    }

    fn settings(&self) -> Settings {
        self.0.settings()
    }

    fn settings_when_varied(options: &[&str]) -> Settings {
        rules::settings_when_varied(options)
    }

    fn largest_margin(&self) -> u32 {
        self.0.largest_score()
    }
}
