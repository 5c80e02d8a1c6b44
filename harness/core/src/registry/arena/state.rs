//! States of a match behind an object-safe trait.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Display;
use std::sync::Arc;

use ergo_agents::agent::Explanation;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::{Outcome, Status};
use ergo_engine::options::Configurable;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::{Seat, SeatMap};
use serde::Serialize;
use serde_json::{Value, json};

use super::agent::{ActionRef, DynAgent};
use super::position::{Choice, JsonFields, Position, PositionLine};
use super::rules::{DynRules, NumberingOf, TypedRules};
use super::table::{SeatPlayer, Table};
use super::text;
use super::watcher::RoundView;

/// A state of a match, including hidden information.
pub trait DynState: Any + Send {
    /// Returns the seat to move, or the outcome.
    fn status(&self) -> Status;

    /// Returns the current points of each seat.
    fn scores(&self) -> SeatMap<i32>;

    /// Writes the ids of the legal actions to `out`, which is cleared first. Ids come from the game's numbering, or
    /// else are positions in the list of legal actions, from 0.
    fn legal_ids(&mut self, out: &mut Vec<u32>);

    /// Plays the action with this id. Returns the points of each seat if a round ends.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if the action is not legal.
    fn play_id(&mut self, id: u32) -> Result<Option<SeatMap<i32>>, String>;

    /// Returns the id and the text of an action. A text must be a legal action; so must an id if ids are positions.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such action.
    fn find_action(&self, action: &ActionRef) -> Result<(u32, String), String>;

    /// Writes the knowledge of `seat` as features to `out`. Returns false if `out` does not have the game's number of
    /// features.
    fn features(&self, seat: Seat, out: &mut [f32]) -> bool;

    /// Returns a JSON view of the state.
    fn view(&self, view: ViewRequest<'_>) -> Value;

    /// Returns a copy, or a random state that is consistent with the knowledge of a seat.
    fn copy(&self, drawn: Option<(Seat, &mut Rng)>) -> Box<dyn DynState>;

    /// Redraws future chance events ([`Game::redraw`](ergo_engine::game::Game::redraw)).
    fn redraw(&mut self, rng: &mut Rng);

    /// Returns the rules.
    fn rules(&self) -> Arc<dyn DynRules>;

    /// Returns access to the cards that chance may deal.
    fn cards(&self) -> &dyn CardState;
}

/// A kind of view of a state.
#[derive(Clone, Copy, Debug)]
pub enum ViewRequest<'a> {
    /// The state as in the expanded transcript.
    State,
    /// The observation of a seat, as external programs receive it.
    Seat(Seat),
    /// The view of a seat in the game's presentation.
    Presented(Seat),
    /// The knowledge of a seat and its legal actions in words, for programs with `text = true`.
    Words(Seat),
    /// The view with all information open.
    Open,
    /// A [`TurnDescription`] of comma-separated actions of one turn; `null` if they are not legal.
    Actions(&'a str),
    /// The legal actions, in the game's notation and order.
    Legal,
    /// The description of the end; `null` while the match runs.
    Over,
    /// The data for the script of the game ([`Presentation::table`](super::presentation::Presentation::table)).
    Table,
    /// An example view, or `null`.
    Example,
    /// The additional fields of `ergo position`, for the requested seat.
    More(Option<Seat>),
}

/// The description of a turn.
#[derive(Clone, Debug, Default, Serialize, serde::Deserialize)]
pub struct TurnDescription {
    /// What the actions do, in words that follow the name of the seat.
    pub says: String,
    /// The places of the drawing that select the first action.
    pub places: Vec<String>,
    /// True if the turn continues after the first action.
    pub goes_on: bool,
}

/// The cards that chance may deal in a state.
pub trait CardState {
    /// Returns the seat that draws next, if the next action ends the turn and no seat knows the card. Writes the number
    /// of such cards of every kind to `counts`.
    fn next_draw(&self, counts: &mut [u32]) -> Option<Seat>;

    /// Returns the state in which the next card to be drawn is exchanged with an unknown card of this `kind`.
    fn exchanged(&self, kind: usize, rng: &mut Rng) -> Box<dyn DynState>;

    /// Returns the state in which `seat` may only discard cards of these `kinds` (a bit set).
    fn with_barred_cards(&self, seat: Seat, kinds: u32) -> Option<Box<dyn DynState>>;
}

/// One step of a replay.
pub struct ReplayStep<'a> {
    /// The state before the action.
    pub state: &'a dyn DynState,
    /// The action.
    pub action: &'a dyn Display,
    /// The round that the action ends, if it does.
    pub round: Option<&'a dyn RoundView>,
}

impl dyn DynState {
    /// Returns the seat to move, or `None` if the match is over.
    pub fn to_move(&self) -> Option<Seat> {
        match self.status() {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// Returns the outcome, or `None` while the match runs.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.status() {
            Status::ToMove(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }

    /// Returns the legal actions, in the game's notation and order; empty if the match is over.
    pub fn legal(&self) -> Vec<String> {
        let Value::Array(legal) = self.view(ViewRequest::Legal) else { return Vec::new() };
        legal.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Plays an action in the game's notation, like [`DynState::play_id`].
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if the action is not legal.
    pub fn play(&mut self, action: &str) -> Result<Option<SeatMap<i32>>, String> {
        let (id, _) = self.find_action(&ActionRef::Text(action.to_owned()))?;
        self.play_id(id)
    }

    /// Returns the id of a legal action in the game's notation.
    ///
    /// # Errors
    ///
    /// Returns an error if the action is not legal.
    pub fn id_of(&self, action: &str) -> Result<u32, String> {
        self.find_action(&ActionRef::Text(action.to_owned()))
            .map(|(id, _)| id)
            .map_err(|what| format!("\"{action}\": {what}"))
    }

    /// Returns the action with this id in the game's notation.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such action.
    pub fn text_of(&self, id: u32) -> Result<String, String> {
        self.find_action(&ActionRef::Id(id)).map(|(_, text)| text)
    }

    /// Returns the observation of `seat`, as external programs receive it.
    pub fn observe(&self, seat: Seat) -> Value {
        self.view(ViewRequest::Seat(seat))
    }

    /// Describes comma-separated actions of one turn; `None` if they are not legal.
    pub fn describe_turn(&self, actions: &str) -> Option<TurnDescription> {
        serde_json::from_value(self.view(ViewRequest::Actions(actions))).ok()
    }

    /// Describes an action in words that follow the name of the seat.
    pub fn in_words(&self, action: &str) -> String {
        self.describe_turn(action).map_or_else(|| format!("plays {action}"), |described| described.says)
    }

    /// Draws a state that is consistent with the knowledge of `seat`.
    pub fn resample(&self, seat: Seat, rng: &mut Rng) -> Box<dyn DynState> {
        self.copy(Some((seat, rng)))
    }

    /// Returns a copy.
    pub fn copied(&self) -> Box<dyn DynState> {
        self.copy(None)
    }

    /// Plays on with `table` until a round ends and returns its points; `None` if an agent fails to answer.
    pub fn play_on(&mut self, table: &Table<'_>) -> Option<SeatMap<i32>> {
        let rules = self.rules();
        let mut agents: Vec<Box<dyn DynAgent>> = rules.seats().iter().map(|seat| rules.seat(table, seat)).collect();
        while let Some(seat) = self.to_move() {
            if let Some(points) = agents[seat.index()].play(self).ok()? {
                return Some(points);
            }
        }
        None
    }

    /// Returns the candidates of the all-seeing searcher for the seat to move, if the game has one.
    pub fn all_seeing(&self, seed: Seed) -> Option<Explanation> {
        let seat = self.to_move()?;
        let mut seer = self.rules().seat_alone(SeatPlayer::AllSeeing, seat, seed);
        seer.choose(self).ok().and_then(|_| seer.explain())
    }

    /// Returns the choice of an agent, which must not be an external program.
    ///
    /// # Errors
    ///
    /// Returns an error if the agent does not fit the rules or fails.
    pub fn choice(&self, spec: &AgentSpec, seed: Seed) -> Result<Choice, String> {
        let Some(seat) = self.to_move() else { return Ok(Choice { choice: None, weighed: None }) };
        let rules = self.rules();
        rules.fits(spec).map_err(|error| error.to_string())?;
        let mut agent = rules.seat_agent(spec, seat, seed)?;
        Ok(Choice { choice: Some(agent.choose(self)?), weighed: agent.explain() })
    }

    /// Returns the number of legal action sequences of length 1, 2 … `depth`.
    pub fn perft(&self, depth: u32) -> Vec<u64> {
        (1..=depth).map(|depth| perft(&mut *self.copied(), depth)).collect()
    }

    /// Returns the line that `ergo position` prints, without the line end: with the knowledge of `seat` if given, and
    /// with a choice.
    ///
    /// # Panics
    ///
    /// Panics if the state cannot be serialised, which cannot happen.
    pub fn line(&self, seat: Option<Seat>, choice: Option<&Choice>) -> String {
        let mut legal = self.legal();
        legal.sort_unstable();
        let more = match self.view(ViewRequest::More(seat)) {
            Value::Object(more) => more,
            _ => JsonFields::new(),
        };
        let line = PositionLine {
            game: self.rules().name(),
            state: self.view(ViewRequest::State),
            to_move: self.to_move(),
            legal,
            over: self.view(ViewRequest::Over),
            observation: seat.map(|seat| self.observe(seat)),
            more,
            choice,
        };
        serde_json::to_string(&line).expect("texts and numbers are JSON")
    }
}

fn perft(state: &mut dyn DynState, depth: u32) -> u64 {
    let mut legal = Vec::new();
    state.legal_ids(&mut legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |id: u32| {
        let mut next = state.copied();
        next.play_id(id).map_or(0, |_| perft(&mut *next, depth - 1))
    };
    legal.into_iter().map(after).sum()
}

/// A state of a game of type `G`.
pub(super) struct TypedState<G: Configurable> {
    of: TypedRules<G>,
    at: Position<G>,
    /// The legal actions; valid if `listed` is true.
    legal: Vec<G::Action>,
    listed: bool,
}

/// Writes the ids of `legal` actions to `out`.
pub(super) fn legal_ids<G: Configurable>(numbering: &NumberingOf<G>, legal: &[G::Action], out: &mut Vec<u32>) {
    out.clear();
    match numbering {
        Some(numbering) => out.extend(legal.iter().map(|action| numbering.id(*action) as u32)),
        None => out.extend(0..legal.len() as u32),
    }
}

impl<G: Configurable> TypedRules<G> {
    /// Returns the action of `legal` with this id.
    pub(super) fn action(&self, id: u32, legal: &[G::Action]) -> Option<G::Action> {
        match &self.numbering {
            Some(numbering) => numbering.action(id as usize).filter(|action| legal.contains(action)),
            None => legal.get(id as usize).copied(),
        }
    }

    /// Writes the observation of `seat` as features to `out`. Returns false if `out` does not have the game's number of
    /// features.
    pub(super) fn features(&self, seen: &G::Observation, seat: Seat, out: &mut [f32]) -> bool {
        let features = self.registration.features.as_ref().filter(|features| features.count == out.len());
        if let Some(features) = features {
            out.fill(0.0);
            (features.describe)(&self.game, seen, seat, out);
        }
        features.is_some()
    }
}

impl<G: Configurable> TypedState<G> {
    pub(super) fn new(of: TypedRules<G>, at: Position<G>) -> Self {
        TypedState { of, at, legal: Vec::new(), listed: false }
    }

    pub(super) fn position(&self) -> &Position<G> {
        &self.at
    }

    pub(super) fn play_legal(&mut self, action: G::Action) -> Option<SeatMap<i32>> {
        self.listed = false;
        self.at.play_legal(action)
    }

    /// Returns the legal actions, computed if necessary.
    fn listed(&self) -> Cow<'_, [G::Action]> {
        if self.listed {
            return Cow::Borrowed(&self.legal);
        }
        let mut legal = Vec::new();
        self.at.game.legal_actions(&self.at.state, &mut legal);
        Cow::Owned(legal)
    }

    fn list(&mut self) {
        if !self.listed {
            self.at.game.legal_actions(&self.at.state, &mut self.legal);
            self.listed = true;
        }
    }

    /// Describes actions of the seat to move; the first one must be legal.
    fn describe_turn(&self, actions: &str) -> Option<TurnDescription> {
        let (game, presentation) = (&*self.at.game, &self.of.registration.presentation);
        let seen = game.observe(&self.at.state, self.at.mover()?);
        let actions = actions.split(", ").map(|text| text.parse().ok()).collect::<Option<Vec<G::Action>>>()?;
        let first = actions.first().filter(|first| self.at.game.is_legal(&self.at.state, **first))?;
        Some(TurnDescription {
            says: presentation.turn_in_words(game, &seen, &actions),
            places: (presentation.describe)(game, &seen, *first).places,
            goes_on: !(presentation.after)(game, &seen, *first).1.is_empty(),
        })
    }
}

impl<G: Configurable> DynState for TypedState<G> {
    fn status(&self) -> Status {
        self.at.game.status(&self.at.state)
    }

    fn scores(&self) -> SeatMap<i32> {
        self.at.game.scores(&self.at.state)
    }

    fn legal_ids(&mut self, out: &mut Vec<u32>) {
        self.list();
        legal_ids::<G>(&self.of.numbering, &self.legal, out);
    }

    fn play_id(&mut self, id: u32) -> Result<Option<SeatMap<i32>>, String> {
        self.list();
        let Some(action) = self.of.action(id, &self.legal) else {
            return Err(match self.at.mover() {
                None => format!("action {id}: the match is over before it"),
                Some(_) => format!("action {id}: not legal there, expected one of the legal ids"),
            });
        };
        Ok(self.play_legal(action))
    }

    fn find_action(&self, action: &ActionRef) -> Result<(u32, String), String> {
        match (action, &self.of.numbering) {
            (ActionRef::Text(text), numbering) => {
                let action = self.at.read(text)?;
                let place = || self.listed().iter().position(|other| *other == action).unwrap_or_default();
                let id = numbering.as_ref().map_or_else(place, |numbering| numbering.id(action));
                Ok((id as u32, action.to_string()))
            }
            (ActionRef::Id(id), numbering) => {
                let action = match numbering {
                    Some(numbering) => numbering.action(*id as usize),
                    None => self.listed().get(*id as usize).copied(),
                };
                action.map(|action| (*id, action.to_string())).ok_or_else(|| format!("{id}: no action has this id"))
            }
        }
    }

    fn features(&self, seat: Seat, out: &mut [f32]) -> bool {
        self.of.registration.features.is_some()
            && self.of.features(&self.at.game.observe(&self.at.state, seat), seat, out)
    }

    fn view(&self, view: ViewRequest<'_>) -> Value {
        let (game, state, registration) = (&*self.at.game, &self.at.state, &self.of.registration);
        match view {
            ViewRequest::State => (registration.positions.state)(game, state),
            ViewRequest::Seat(seat) => json!(game.observe(state, seat)),
            ViewRequest::Presented(seat) => (registration.presentation.view)(game, &game.observe(state, seat)),
            ViewRequest::Words(seat) => {
                let legal = if self.at.mover() == Some(seat) { self.listed() } else { Cow::default() };
                let seen = game.observe(state, seat);
                json!(text::decision(game, &registration.presentation, seat, &seen, &legal))
            }
            ViewRequest::Open => registration.presentation.open_view(game, state),
            ViewRequest::Actions(actions) => json!(self.describe_turn(actions)),
            ViewRequest::Legal => self.listed().iter().map(|action| Value::from(action.to_string())).collect(),
            ViewRequest::Over => self.at.over(&registration.positions).map_or(Value::Null, Value::Object),
            ViewRequest::Table => (registration.presentation.table)(game),
            ViewRequest::Example => (registration.presentation.example)(game),
            ViewRequest::More(seat) => Value::Object((registration.positions.more)(game, state, seat)),
        }
    }

    fn copy(&self, drawn: Option<(Seat, &mut Rng)>) -> Box<dyn DynState> {
        let game = &self.at.game;
        self.of.state(match drawn {
            Some((seat, rng)) => game.determinize(&game.observe(&self.at.state, seat), rng),
            None => self.at.state.clone(),
        })
    }

    fn redraw(&mut self, rng: &mut Rng) {
        self.at.game.redraw(&mut self.at.state, rng);
    }

    fn rules(&self) -> Arc<dyn DynRules> {
        Arc::new(self.of.clone())
    }

    fn cards(&self) -> &dyn CardState {
        self
    }
}

impl<G: Configurable> CardState for TypedState<G> {
    fn next_draw(&self, counts: &mut [u32]) -> Option<Seat> {
        (self.of.registration.cards.as_ref()?.next_draw)(&self.at.game, &self.at.state, counts)
    }

    fn exchanged(&self, kind: usize, rng: &mut Rng) -> Box<dyn DynState> {
        let mut state = self.at.state.clone();
        if let Some(cards) = &self.of.registration.cards {
            (cards.exchange_next)(&self.at.game, &mut state, kind, rng);
        }
        self.of.state(state)
    }

    fn with_barred_cards(&self, seat: Seat, kinds: u32) -> Option<Box<dyn DynState>> {
        let game = (self.of.registration.cards.as_ref()?.barring)(&self.at.game, seat, kinds);
        Some(TypedRules::new(Arc::clone(&self.of.registration), game).state(self.at.state.clone()))
    }
}
