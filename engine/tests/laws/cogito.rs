//! Cogito under the laws of every game, in games that get far: players mostly pass.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::ids::Ids;
use ergo_engine::cogito::observe::Observation;
use ergo_engine::cogito::round::Round;
use ergo_engine::cogito::state::State;
use ergo_engine::game::{Game, GameInfo, Records, Sight, Status};
use ergo_engine::laws::{check_laws, check_no_duplicates, check_numbers};
use ergo_engine::options::{Configurable, Settings, Value};
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};

/// Cogito, whose random players pass in most windows.
#[derive(Clone)]
struct Quiet(Cogito);

impl Game for Quiet {
    type State = State;
    type Action = Action;
    type Observation = Observation;
    type Round = Round;

    fn seats(&self) -> SeatCount {
        self.0.seats()
    }
    fn info(&self) -> GameInfo {
        self.0.info()
    }
    fn deal(&self, rng: &mut Rng) -> State {
        self.0.deal(rng)
    }
    fn status(&self, state: &State) -> Status {
        self.0.status(state)
    }
    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        self.0.legal_actions(state, out);
    }
    fn apply_into<R: Records<Round>>(&self, state: &mut State, action: Action, records: &mut R) {
        self.0.apply_into(state, action, records);
    }
    fn scores(&self, state: &State) -> SeatMap<i32> {
        self.0.scores(state)
    }
    fn horizon(&self, state: &State) -> u32 {
        self.0.horizon(state)
    }
    fn sight(&self, state: &State, action: Action, witness: Seat) -> Sight<Action> {
        self.0.sight(state, action, witness)
    }
    fn abandon(&self, state: &State, by: Seat, fault: &'static str) -> Option<Round> {
        self.0.abandon(state, by, fault)
    }
    fn observe(&self, state: &State, seat: Seat) -> Observation {
        self.0.observe(state, seat)
    }
    fn determinize(&self, seen: &Observation, rng: &mut Rng) -> State {
        self.0.determinize(seen, rng)
    }
    fn sample_action(&self, state: &State, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        let action = self.0.sample_action(state, rng, scratch);
        let passes = self.0.is_legal(state, Action::Pass) && below(rng, 12) > 0;
        if passes { Action::Pass } else { action }
    }
}

fn quiet(seats: usize, options: &[(&str, Value)]) -> Quiet {
    let given = Settings(options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect());
    Quiet(Cogito::configure(SeatCount::new(seats), &given).unwrap())
}

#[test]
fn laws_hold_in_long_games() {
    let word = |word: &str| Value::Text(word.to_owned());
    let dreams = [("copies.dream", Value::Int(5)), ("copies.i", Value::Int(2)), ("copies.ii", Value::Int(1))];
    let variants = [
        quiet(2, &[]),
        quiet(3, &[]),
        quiet(4, &[]),
        quiet(2, &dreams),
        quiet(3, &dreams),
        quiet(4, &dreams),
        quiet(3, &[("round_starter", word("rotate")), ("games", Value::Int(3)), ("starter", word("fixed"))]),
        quiet(4, &[("diagram", word("venn")), ("games", Value::Int(2)), ("copies.i", Value::Int(4))]),
    ];
    for (i, game) in variants.iter().enumerate() {
        check_laws(game, i as u64, 40, 3_000);
        check_no_duplicates(game, i as u64, 15, 3_000);
        check_numbers(game, &Ids, i as u64, 20_000);
    }
}
