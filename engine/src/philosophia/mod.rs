#![doc = include_str!("RULES.md")]

pub mod action;
pub mod card;
pub mod chance;
mod changed;
pub mod condition;
pub mod data;
pub mod deal;
mod determinize;
pub mod ids;
mod memory;
mod moves;
pub mod names;
pub mod notation;
pub mod observe;
pub mod oracle;
pub mod phase;
pub mod place;
mod play;
pub mod player;
pub mod round;
pub mod rules;
mod score;
pub mod stack;
pub mod state;
mod text;

use ergo_core::game::{ActionView, Game, GameInfo, Information, Outcome, Records, Status};
use ergo_core::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_core::rng::{Rng, Seed};
use ergo_core::seat::{MAX_SEATS, Seat, SeatCount, SeatMap};

use action::Action;
use chance::{Chance, Seeded};
use condition::Condition;
use deal::Deal;
use notation::written::StateText;
use observe::Observation;
use phase::Node;
use round::Round;
use rules::Rules;
use state::State;

/// The game Philosophia for one to six seats, with its rules.
#[derive(Clone, Debug)]
pub struct Philosophia(pub Rules);

impl Philosophia {
    /// Returns the match that begins with `deal`. Its further chance comes from a fixed seed.
    ///
    /// # Errors
    ///
    /// If the deal does not match the tables.
    pub fn begin(&self, deal: &Deal) -> Result<State, String> {
        deal.check(&self.0)?;
        Ok(play::setup::set_up(&self.0, deal, Seed::master(0)))
    }

    /// Returns the deal with which the match of `state` began, provided it was dealt from its seed.
    pub fn deal_of(&self, state: &State) -> Deal {
        Deal::draw(&self.0, &mut state.seed().rng())
    }

    /// Parses a state, either complete or an excerpt.
    ///
    /// # Errors
    ///
    /// If a word is unknown or the state is impossible. The message names the key.
    pub fn read(&self, text: &StateText) -> Result<State, String> {
        text.read(&self.0)
    }

    /// Plays `action`, which must be legal, with random decisions from `chance`. Returns the record of the round if the
    /// action completed it.
    pub fn apply_with<C: Chance>(&self, state: &mut State, action: Action, chance: &mut C) -> Option<Round> {
        let mut record = None;
        play::apply(&self.0, state, action, chance, |state, scores| {
            record = Some(Round::new(&self.0, state, scores, None))
        });
        record
    }

    /// Returns the scores of all players, including the Moirai.
    pub fn all_scores(&self, state: &State) -> Vec<i32> {
        score::all_scores(&self.0, state)[..self.0.players].to_vec()
    }

    /// Returns the conditions that player `who` (0-based) could collect for, at any place.
    pub fn claimable(&self, state: &State, who: usize) -> Vec<Condition> {
        score::claimable(&self.0, state, &state.players()[who]).collect()
    }
}

impl Game for Philosophia {
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
            points: (-30.0, 120.0),
            longest: self.0.longest(),
            information: Information::FaceDown,
            chance: true,
            adjudicates: true,
        }
    }

    fn deal(&self, rng: &mut Rng) -> State {
        play::setup::begin(&self.0, Seed::draw(rng))
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        match state.node() {
            Node::Over => Status::Over(self.outcome(state)),
            _ => Status::ToMove(Seat::new(state.to_move())),
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        moves::list(&self.0, state, out);
    }

    #[inline]
    fn apply_into<R: Records<Round>>(&self, state: &mut State, action: Action, records: &mut R) {
        if !R::READ {
            play::apply(&self.0, state, action, &mut Seeded, |_, _| {});
        } else if let Some(round) = self.recorded(state, action) {
            records.put(round);
        }
    }

    fn scores(&self, state: &State) -> SeatMap<i32> {
        score::scores(&self.0, state)
    }

    /// The number of completed pairs of rounds, so that a search looks one or two rounds ahead.
    #[inline]
    fn stages_completed(&self, state: &State) -> u32 {
        u32::from(state.round() - 1) / 2
    }

    /// Bids are hidden until the last one is made. Only the player who takes an oracle card sees it. Of a returned
    /// argument card, others see the deck.
    fn view_action(&self, state: &State, action: Action, witness: Seat) -> ActionView<Action> {
        observe::view_action(state, action, witness)
    }

    fn abandon(&self, state: &State, by: Seat, fault: &'static str) -> Option<Round> {
        Some(Round::new(&self.0, state, &score::all_scores(&self.0, state), Some((by, fault))))
    }

    fn observe(&self, state: &State, seat: Seat) -> Observation {
        observe::observe(&self.0, state, seat)
    }

    fn determinize(&self, seen: &Observation, rng: &mut Rng) -> State {
        determinize::determinize(&self.0, seen, rng)
    }

    fn redraw(&self, state: &mut State, rng: &mut Rng) {
        determinize::redraw(&self.0, state, rng);
    }

    fn is_legal(&self, state: &State, action: Action) -> bool {
        moves::is_legal(&self.0, state, action)
    }

    #[inline]
    fn sample_action(&self, state: &State, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        moves::sample(&self.0, state, rng, scratch)
    }
}

impl Philosophia {
    /// Plays `action` and returns the record of the round if the action completed it. Compiled once in this crate,
    /// which is optimised best.
    fn recorded(&self, state: &mut State, action: Action) -> Option<Round> {
        self.apply_with(state, action, &mut Seeded)
    }

    /// Returns the outcome of a match that is over.
    fn outcome(&self, state: &State) -> Outcome {
        score::outcome(&self.0, state)
    }
}

impl Configurable for Philosophia {
    const NAME: &'static str = "philosophia";
    const ABOUT: &'static str =
        "Philosophia: Dare to be Wise (2019), one to six; board, tokens, cards and the Moirai are reconstructed";
    const SEATS: (usize, usize) = (1, MAX_SEATS);

    fn options() -> Vec<OptionSpec> {
        rules::options()
    }

    fn configure(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        Rules::new(seats, given).map(Philosophia)
    }

    fn settings(&self) -> Settings {
        self.0.settings()
    }

    /// Three tokens and all cards in one's own pile, against nothing.
    fn largest_margin(&self) -> u32 {
        3006 + 10 * (self.0.deck.len() as u32 + 1)
    }
}
