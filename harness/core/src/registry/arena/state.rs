//! One state of a match without the type of its game.

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

use super::agent::{DynAgent, Picked};
use super::position::{Choice, Fields, Line, Position};
use super::rules::{DynRules, NumberingOf, OfRules};
use super::table::{Seated, Table};
use super::text;
use super::watcher::RoundView;

/// Everything true at one moment of a match, hidden information included.
pub trait DynState: Any + Send {
    /// Who is to choose, or how the match ended.
    fn status(&self) -> Status;

    /// Points of each seat so far.
    fn scores(&self) -> SeatMap<i32>;

    /// Puts the ids of the legal actions into `out`, cleared first: those of the game's numbering, or else their places in the list
    /// of legal actions, from 0.
    fn legal_ids(&mut self, out: &mut Vec<u32>);

    /// Plays the action with this id. Returns the points of each seat in the round that ends by it, if one does. What is not legal
    /// changes nothing, and the error says why.
    fn play_id(&mut self, id: u32) -> Result<Option<SeatMap<i32>>, String>;

    /// The id and the text of an action. A text must be of a legal one; an id too, if ids are places.
    fn named(&self, action: &Picked) -> Result<(u32, String), String>;

    /// Puts what `seat` knows as numbers into `out`, and says whether the game has as many as `out` takes.
    fn features(&self, seat: Seat, out: &mut [f32]) -> bool;

    /// The state as JSON.
    fn view(&self, view: View<'_>) -> Value;

    /// A copy, or a state drawn from those that fit what a seat knows.
    fn copy(&self, drawn: Option<(Seat, &mut Rng)>) -> Box<dyn DynState>;

    /// Draws again what chance is still to bring ([`Game::redraw`](ergo_engine::game::Game::redraw)).
    fn redraw(&mut self, rng: &mut Rng);

    /// The rules.
    fn rules(&self) -> Arc<dyn DynRules>;

    /// The cards that chance may deal.
    fn cards(&self) -> &dyn CardState;
}

/// What to show of a state.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// As in the expanded transcript.
    State,
    /// All that a seat knows, as programs outside are shown it.
    Seat(Seat),
    /// What a seat knows, as the game presents it.
    Presented(Seat),
    /// What a seat knows and, if it is to move, may do, in words, as programs with `text = true` are told it.
    Words(Seat),
    /// The same as [`View::Presented`] with everything in the open.
    Open,
    /// Actions of one turn with commas between: an object of [`Described`]; `null` if they cannot be played.
    Actions(&'a str),
    /// The legal actions, in the game's notation and order.
    Legal,
    /// How the match ended, `null` until it has.
    Over,
    /// What the script of the game needs of the rules ([`Presentation::table`](super::presentation::Presentation::table)).
    Table,
    /// A view that illustrates the rules, or `null`.
    Example,
    /// What else `ergo position` tells, for the seat that is asked for.
    More(Option<Seat>),
}

/// Actions of one turn, described.
#[derive(Clone, Debug, Default, Serialize, serde::Deserialize)]
pub struct Described {
    /// What they do, in words that follow the name of the seat.
    pub says: String,
    /// The places of the drawing that pick the first.
    pub places: Vec<String>,
    /// Whether the turn goes on after the first.
    pub goes_on: bool,
}

/// The cards that chance may deal in a state.
pub trait CardState {
    /// Who draws next, if the turn ends with the next action and nobody knows the card. Puts into `counts` how many such cards of
    /// every kind there are.
    fn next_draw(&self, counts: &mut [u32]) -> Option<Seat>;

    /// The state in which the card that is drawn next is exchanged with one of this `kind` that nobody knows.
    fn exchanged(&self, kind: usize, rng: &mut Rng) -> Box<dyn DynState>;

    /// The same state where `seat` may only discard, not play, cards of these `kinds`.
    fn barring(&self, seat: Seat, kinds: u32) -> Option<Box<dyn DynState>>;
}

/// A moment of a match that is played again.
pub struct Moment<'a> {
    /// Before the action.
    pub state: &'a dyn DynState,
    /// The action about to be played.
    pub action: &'a dyn Display,
    /// The round that ends by it, if one does.
    pub round: Option<&'a dyn RoundView>,
}

impl dyn DynState {
    /// Who is to choose, until the match is over.
    pub fn to_move(&self) -> Option<Seat> {
        match self.status() {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// How the match ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.status() {
            Status::ToMove(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }

    /// The legal actions, in the game's notation and order; none when the match is over.
    pub fn legal(&self) -> Vec<String> {
        let Value::Array(legal) = self.view(View::Legal) else { return Vec::new() };
        legal.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Plays an action in the game's notation, as [`DynState::play_id`].
    pub fn play(&mut self, action: &str) -> Result<Option<SeatMap<i32>>, String> {
        let (id, _) = self.named(&Picked::Text(action.to_owned()))?;
        self.play_id(id)
    }

    /// The id of a legal action in the game's notation.
    pub fn id_of(&self, action: &str) -> Result<u32, String> {
        self.named(&Picked::Text(action.to_owned())).map(|(id, _)| id).map_err(|what| format!("\"{action}\": {what}"))
    }

    /// The action with this id in the game's notation.
    pub fn text_of(&self, id: u32) -> Result<String, String> {
        self.named(&Picked::Id(id)).map(|(_, text)| text)
    }

    /// All that `seat` knows, as programs outside are shown it.
    pub fn observe(&self, seat: Seat) -> Value {
        self.view(View::Seat(seat))
    }

    /// Describes actions of one turn, with commas between; `None` if they cannot be played.
    pub fn described(&self, actions: &str) -> Option<Described> {
        serde_json::from_value(self.view(View::Actions(actions))).ok()
    }

    /// What an action does, in words that follow the name of the seat.
    pub fn in_words(&self, action: &str) -> String {
        self.described(action).map_or_else(|| format!("plays {action}"), |described| described.says)
    }

    /// A state drawn from those that fit what `seat` knows.
    pub fn resample(&self, seat: Seat, rng: &mut Rng) -> Box<dyn DynState> {
        self.copy(Some((seat, rng)))
    }

    /// A copy.
    pub fn copied(&self) -> Box<dyn DynState> {
        self.copy(None)
    }

    /// The points of each seat in the next round that ends when `table` plays on; `None` if an agent fails to answer.
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

    /// The candidates that an all-seeing searcher weighs for the seat to move, if the game has one.
    pub fn all_seeing(&self, seed: Seed) -> Option<Explanation> {
        let seat = self.to_move()?;
        let mut seer = self.rules().seat_alone(Seated::AllSeeing, seat, seed);
        seer.choose(self).ok().and_then(|_| seer.explain())
    }

    /// The choice here of the agent, which is no program from outside.
    pub fn choice(&self, spec: &AgentSpec, seed: Seed) -> Result<Choice, String> {
        let Some(seat) = self.to_move() else { return Ok(Choice { choice: None, weighed: None }) };
        let rules = self.rules();
        rules.fits(spec).map_err(|error| error.to_string())?;
        let mut agent = rules.sit(spec, seat, seed)?;
        Ok(Choice { choice: Some(agent.choose(self)?), weighed: agent.explain() })
    }

    /// Lists of legal actions of exactly 1, 2 … `depth` actions.
    pub fn perft(&self, depth: u32) -> Vec<u64> {
        (1..=depth).map(|depth| perft(&mut *self.copied(), depth)).collect()
    }

    /// The line that `ergo position` prints, without its end: with what `seat` knows if one is named, and with a choice.
    pub fn line(&self, seat: Option<Seat>, choice: Option<&Choice>) -> String {
        let mut legal = self.legal();
        legal.sort_unstable();
        let more = match self.view(View::More(seat)) {
            Value::Object(more) => more,
            _ => Fields::new(),
        };
        let line = Line {
            game: self.rules().name(),
            state: self.view(View::State),
            to_move: self.to_move(),
            legal,
            over: self.view(View::Over),
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

/// A state of a game of a type.
pub(super) struct OfState<G: Configurable> {
    of: OfRules<G>,
    at: Position<G>,
    /// The legal actions, if they were listed since the last action.
    legal: Vec<G::Action>,
    listed: bool,
}

/// Puts the ids of `legal` actions into `out`.
pub(super) fn legal_ids<G: Configurable>(numbering: &NumberingOf<G>, legal: &[G::Action], out: &mut Vec<u32>) {
    out.clear();
    match numbering {
        Some(numbering) => out.extend(legal.iter().map(|action| numbering.id(*action) as u32)),
        None => out.extend(0..legal.len() as u32),
    }
}

impl<G: Configurable> OfRules<G> {
    /// The one of `legal` with this id.
    pub(super) fn action(&self, id: u32, legal: &[G::Action]) -> Option<G::Action> {
        match &self.numbering {
            Some(numbering) => numbering.action(id as usize).filter(|action| legal.contains(action)),
            None => legal.get(id as usize).copied(),
        }
    }

    /// Puts `seen`, the knowledge of `seat`, as numbers into `out`; says whether the game has as many as `out` takes.
    pub(super) fn features(&self, seen: &G::Observation, seat: Seat, out: &mut [f32]) -> bool {
        let features = self.registration.features.as_ref().filter(|features| features.count == out.len());
        if let Some(features) = features {
            out.fill(0.0);
            (features.describe)(&self.game, seen, seat, out);
        }
        features.is_some()
    }
}

impl<G: Configurable> OfState<G> {
    pub(super) fn new(of: OfRules<G>, at: Position<G>) -> Self {
        OfState { of, at, legal: Vec::new(), listed: false }
    }

    pub(super) fn position(&self) -> &Position<G> {
        &self.at
    }

    pub(super) fn play_legal(&mut self, action: G::Action) -> Option<SeatMap<i32>> {
        self.listed = false;
        self.at.play_legal(action)
    }

    /// The legal actions, listed anew if they are not.
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

    /// Actions of the seat to move, which must be able to begin with the first.
    fn described(&self, actions: &str) -> Option<Described> {
        let (game, presentation) = (&*self.at.game, &self.of.registration.presentation);
        let seen = game.observe(&self.at.state, self.at.mover()?);
        let actions = actions.split(", ").map(|text| text.parse().ok()).collect::<Option<Vec<G::Action>>>()?;
        let first = actions.first().filter(|first| self.at.game.is_legal(&self.at.state, **first))?;
        Some(Described {
            says: presentation.turn_in_words(game, &seen, &actions),
            places: (presentation.describe)(game, &seen, *first).places,
            goes_on: !(presentation.after)(game, &seen, *first).1.is_empty(),
        })
    }
}

impl<G: Configurable> DynState for OfState<G> {
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

    fn named(&self, action: &Picked) -> Result<(u32, String), String> {
        match (action, &self.of.numbering) {
            (Picked::Text(text), numbering) => {
                let action = self.at.read(text)?;
                let place = || self.listed().iter().position(|other| *other == action).unwrap_or_default();
                let id = numbering.as_ref().map_or_else(place, |numbering| numbering.id(action));
                Ok((id as u32, action.to_string()))
            }
            (Picked::Id(id), numbering) => {
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

    fn view(&self, view: View<'_>) -> Value {
        let (game, state, registration) = (&*self.at.game, &self.at.state, &self.of.registration);
        match view {
            View::State => (registration.positions.state)(game, state),
            View::Seat(seat) => json!(game.observe(state, seat)),
            View::Presented(seat) => (registration.presentation.view)(game, &game.observe(state, seat)),
            View::Words(seat) => {
                let legal = if self.at.mover() == Some(seat) { self.listed() } else { Cow::default() };
                let seen = game.observe(state, seat);
                json!(text::decision(game, &registration.presentation, seat, &seen, &legal))
            }
            View::Open => registration.presentation.open_view(game, state),
            View::Actions(actions) => json!(self.described(actions)),
            View::Legal => self.listed().iter().map(|action| Value::from(action.to_string())).collect(),
            View::Over => self.at.over(&registration.positions).map_or(Value::Null, Value::Object),
            View::Table => (registration.presentation.table)(game),
            View::Example => (registration.presentation.example)(game),
            View::More(seat) => Value::Object((registration.positions.more)(game, state, seat)),
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

impl<G: Configurable> CardState for OfState<G> {
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

    fn barring(&self, seat: Seat, kinds: u32) -> Option<Box<dyn DynState>> {
        let game = (self.of.registration.cards.as_ref()?.barring)(&self.at.game, seat, kinds);
        Some(OfRules::new(Arc::clone(&self.of.registration), game).state(self.at.state.clone()))
    }
}
