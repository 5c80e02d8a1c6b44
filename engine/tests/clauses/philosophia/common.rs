//! Tables that are set up and played in the notation.

use ergo_engine::game::{Game, Status};
use ergo_engine::options::{Configurable, OptionError};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::chance::{ChanceEvent, RecordedChance};
use ergo_engine::philosophia::notation::view::StateView;
use ergo_engine::philosophia::round::Round;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
pub use serde_json::{Value, json};

use crate::common::cells;

pub fn configured(seats: usize, options: &str) -> Result<Philosophia, OptionError> {
    Philosophia::from_text(seats, options)
}

pub fn philosophia(seats: usize, options: &str) -> Philosophia {
    configured(seats, options).unwrap()
}

/// Returns the state of a fresh match.
pub fn dealt(game: &Philosophia, number: u64) -> State {
    game.deal(&mut Seed::master(number).rng())
}

pub fn view(game: &Philosophia, state: &State) -> Value {
    serde_json::to_value(StateView::from_state(&game.0, state)).unwrap()
}

/// A table in play.
pub struct Stage {
    pub game: Philosophia,
    pub state: State,
    pub rounds: Vec<Round>,
    /// Random outcomes in the last action.
    pub happened: Vec<ChanceEvent>,
}

impl Stage {
    #[track_caller]
    pub fn new(seats: usize, options: &str, state: Value) -> Self {
        let game = philosophia(seats, options);
        let state = game.read(&serde_json::from_value(state).unwrap()).unwrap();
        Stage { game, state, rounds: Vec::new(), happened: Vec::new() }
    }

    /// Two players, Socrates and Homer by default.
    #[track_caller]
    pub fn two(first: Value, second: Value) -> Self {
        Stage::new(2, "", table([first, second], json!({})))
    }

    #[track_caller]
    pub fn play(&mut self, actions: &str) -> &mut Self {
        actions.split_whitespace().for_each(|action| self.one(action, json!([])));
        self
    }

    /// Plays one action with the given random outcomes.
    #[track_caller]
    pub fn by_chance(&mut self, action: &str, chance: Value) -> &mut Self {
        self.one(action, chance);
        self
    }

    #[track_caller]
    fn one(&mut self, text: &str, chance: Value) {
        let action: Action = text.parse().unwrap();
        assert!(self.game.is_legal(&self.state, action), "{text}; legal are {}", self.legal());
        let given: Vec<ChanceEvent> = serde_json::from_value(chance).unwrap();
        let mut noted = RecordedChance::new(given);
        let round = self.game.apply_with(&mut self.state, action, &mut noted);
        assert_eq!(noted.wrong, None);
        self.rounds.extend(round);
        self.happened = noted.happened;
    }

    /// Returns the value at a path; places are counted from 1.
    pub fn at(&self, path: &str) -> Value {
        let view = view(&self.game, &self.state);
        path.split('.').fold(view, |value, part| match &value {
            Value::Array(list) => list[part.parse::<usize>().unwrap() - 1].clone(),
            value => value[part].clone(),
        })
    }

    /// Asserts values at paths, as in `players.1.coins=3 players.1.schools=[samos] result=null`.
    #[track_caller]
    pub fn shows(&mut self, expected: &str) -> &mut Self {
        for pair in expected.split(' ') {
            let (path, value) = pair.split_once('=').expect("path=value");
            assert_eq!(self.at(path), relaxed(value), "{path}");
        }
        self
    }

    #[track_caller]
    pub fn is(&mut self, path: &str, expected: Value) -> &mut Self {
        assert_eq!(self.at(path), expected, "{path}");
        self
    }

    /// Returns the legal actions, sorted.
    pub fn legal(&self) -> String {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        let mut legal: Vec<String> = legal.iter().map(Action::to_string).collect();
        legal.sort_unstable();
        legal.join(" ")
    }

    #[track_caller]
    pub fn may(&mut self, expected: &str) -> &mut Self {
        assert_eq!(self.legal(), expected);
        self
    }

    #[track_caller]
    pub fn cannot(&mut self, actions: &str) -> &mut Self {
        for action in actions.split_whitespace() {
            assert!(!self.game.is_legal(&self.state, action.parse().unwrap()), "{action} is legal");
        }
        self
    }

    #[track_caller]
    pub fn can(&mut self, actions: &str) -> &mut Self {
        for action in actions.split_whitespace() {
            assert!(self.game.is_legal(&self.state, action.parse().unwrap()), "{action}; legal are {}", self.legal());
        }
        self
    }

    pub fn claimable(&self, number: usize) -> String {
        let all = self.game.claimable(&self.state, number - 1);
        all.iter().map(|condition| condition.word()).collect::<Vec<_>>().join(" ")
    }

    pub fn sees(&self, number: usize) -> Value {
        serde_json::to_value(self.game.observe(&self.state, Seat::new(number - 1))).unwrap()
    }

    pub fn outcome(&self) -> ergo_engine::game::Outcome {
        match self.game.status(&self.state) {
            Status::Over(outcome) => outcome,
            Status::ToMove(seat) => panic!("seat {seat} is to move"),
        }
    }

    /// Returns the named cells of the last row, or of one of its seats.
    pub fn row(&self, of: Option<usize>, columns: &str) -> String {
        let round = self.rounds.last().expect("a finished round");
        cells(round, of, columns)
    }
}

/// Parses JSON without quotes around words: `{rhodes:coins:2}` is `{"rhodes": "coins:2"}`.
fn relaxed(text: &str) -> Value {
    let (mut quoted, mut word, mut open, mut is_key) = (String::new(), String::new(), Vec::new(), false);
    for c in text.chars().chain([' ']) {
        if !("{}[], ".contains(c) || c == ':' && is_key) {
            word.push(c);
            continue;
        }
        let is_word = is_key || word.parse::<Value>().is_err();
        quoted += &if is_word && !word.is_empty() { format!("\"{word}\"") } else { std::mem::take(&mut word) };
        word.clear();
        match c {
            '{' | '[' => open.push(c),
            '}' | ']' => drop(open.pop()),
            _ => {}
        }
        is_key = "{,".contains(c) && open.last() == Some(&'{');
        quoted.push(c);
    }
    quoted.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns a state of these players with `more`; philosophers follow from the places by default.
pub fn table<const N: usize>(players: [Value; N], more: Value) -> Value {
    let names = ["socrates", "homer", "plato", "heraclitus", "sophocles", "aristotle"];
    let mut all = players.to_vec();
    for (player, name) in all.iter_mut().zip(names) {
        if player.get("philosopher").is_none() {
            player["philosopher"] = json!(name);
        }
    }
    let mut state = more;
    state["players"] = json!(all);
    state
}

/// Towns of side A for followings and schools.
pub const NINE: [&str; 9] =
    ["sparta", "corinth", "miletus", "knossos", "rhodes", "eleusis", "delphi", "dodona", "trophonius"];
pub const FOUR: [&str; 4] = ["sparta", "corinth", "miletus", "knossos"];
