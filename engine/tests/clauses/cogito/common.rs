//! Games that are set up and played in the notation.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::card::Card;
use ergo_engine::cogito::notation::{Deal, StateView};
use ergo_engine::cogito::round::Round;
use ergo_engine::cogito::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::options::{Configurable, OptionError};
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::Seat;

use crate::common::cells;

pub fn configured(seats: usize, options: &str) -> Result<Cogito, OptionError> {
    Cogito::from_text(seats, options)
}

pub fn cogito(seats: usize, options: &str) -> Cogito {
    configured(seats, options).unwrap()
}

pub fn seat(number: usize) -> Seat {
    Seat::new(number - 1)
}

pub fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// A game in progress.
pub struct Table {
    pub game: Cogito,
    pub state: State,
    pub rounds: Vec<Round>,
}

impl Table {
    /// Sets up a game from Selves, and hands separated by `|`. The pile begins with `pile`, followed by the rest of the
    /// deck, sorted.
    pub fn new(options: &str, selves: &str, hands: &str, pile: &str) -> Self {
        Table::started(1, options, selves, hands, pile)
    }

    pub fn started(starter: usize, options: &str, selves: &str, hands: &str, pile: &str) -> Self {
        let selves = cards(selves);
        let game = cogito(selves.len(), options);
        let hands: Vec<Vec<Card>> = hands.split('|').map(cards).collect();
        let mut pile = cards(pile);
        for card in Card::ALL {
            let used = selves.iter().chain(hands.iter().flatten()).chain(&pile).filter(|&&one| one == card).count();
            let left = usize::from(game.0.copies_of(card)).saturating_sub(used);
            pile.extend(std::iter::repeat_n(card, left));
        }
        let state = Deal { selves, hands, pile }.begin(&game.0, seat(starter)).unwrap();
        Table { game, state, rounds: Vec::new() }
    }

    /// Plays actions in the notation. `-` passes until no window is open; played and given cards pass through the
    /// windows before them, too.
    pub fn play(&mut self, actions: &str) -> &mut Self {
        for text in actions.split_whitespace() {
            let action = text.parse().unwrap_or(Action::Play(Card::Dream));
            if matches!(action, Action::Play(_) | Action::Give(_)) {
                while self.game.is_legal(&self.state, Action::Pass) {
                    self.one(Action::Pass);
                }
            }
            if text != "-" {
                assert!(self.game.is_legal(&self.state, action), "{text} in {}", self.view());
                self.one(action);
            }
        }
        self
    }

    fn one(&mut self, action: Action) {
        self.game.apply_into(&mut self.state, action, &mut self.rounds);
    }

    pub fn view(&self) -> serde_json::Value {
        serde_json::to_value(StateView::from_state(&self.game.0, &self.state)).unwrap()
    }

    /// Asserts one key of the state, as JSON text.
    #[track_caller]
    pub fn shows(&mut self, key: &str, expected: &str) -> &mut Self {
        assert_eq!(self.view()[key].to_string(), expected, "{key} of {}", self.view());
        self
    }

    pub fn legal(&self) -> String {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        legal.iter().map(Action::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Returns the named cells of the row of the last game, or of one of its seats.
    pub fn row(&self, of: Option<usize>, columns: &str) -> String {
        let round = self.rounds.last().expect("a finished game");
        cells(round, of, columns)
    }

    pub fn candidates(&self, number: usize) -> String {
        let seen = self.game.observe(&self.state, seat(number));
        let all = ergo_engine::cogito::candidates::candidates(&self.game.0, &seen);
        all.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// Returns a random action of a player who declares in only about one of `every` windows.
pub fn mostly_passing(game: &Cogito, state: &State, every: u32, rng: &mut Rng) -> Action {
    let action = game.sample_action(state, rng, &mut Vec::new());
    let window = game.is_legal(state, Action::Pass);
    if window && below(rng, every) > 0 { Action::Pass } else { action }
}

/// Plays a random match to its end and calls a function with every state before its action.
pub fn play_out(game: &Cogito, every: u32, rng: &mut Rng, mut see: impl FnMut(&State, Action)) -> (State, Vec<Round>) {
    let (mut state, mut rounds) = (game.deal(rng), Vec::new());
    while let Status::ToMove(_) = game.status(&state) {
        let action = mostly_passing(game, &state, every, rng);
        see(&state, action);
        game.apply_into(&mut state, action, &mut rounds);
    }
    (state, rounds)
}
