//! A recorded match as a self-contained page: every decision with the table, the scores and, if the match can be
//! repeated, the candidates of each bot and the evaluation of an all-seeing searcher.

mod look;

use ergo_agents::agent::{Candidate, Explanation};
use ergo_engine::transcript::{ReplayError, Transcript};
use serde::Serialize;
use serde_json::Value;

pub use self::look::render_page;
use crate::registry::arena::presentation::{list, round_in_words};
use crate::registry::arena::{DynRules, DynState, RoundView, ViewRequest};
use crate::view::explain::ExplainedDecision;

/// The page without its match.
const PAGE: &str = include_str!("page.html");
/// The largest number of shown candidates per decision.
const MOST_CANDIDATES: usize = 10;
/// The number of worst decisions with a link.
const WORST: usize = 8;

/// The contents of a replay page.
pub struct ReplayInput<'a> {
    /// The number of the match.
    pub number: u64,
    /// The entrants by seat.
    pub seats: &'a [String],
    /// The match.
    pub transcript: &'a Transcript,
    /// The result in words.
    pub ending_text: &'a str,
    /// The explained decisions in order; empty if there are none.
    pub explained: &'a [ExplainedDecision],
    /// Further notes for the reader.
    pub notes: &'a str,
    /// The seat index whose mistakes are listed, or `None` for all seats. The page opens at the worst mistake.
    pub mistakes_of: Option<usize>,
}

/// One decision.
#[derive(Serialize)]
struct Frame<'a> {
    seat: usize,
    action: String,
    /// The action in words.
    says: String,
    /// The places of the drawing that it touches.
    places: Vec<String>,
    /// The actions from this decision to the next one.
    turn: String,
    state: Value,
    scores: Vec<i32>,
    carries_out: bool,
    /// The result of the round that this action ended.
    ended: Option<String>,
    /// The name of the adviser, if the player could not be asked.
    asked: Option<&'a str>,
    weighed: Option<Weighed<'a>>,
    all_seeing: Option<Weighed<'a>>,
    gave: Option<f64>,
    info: Option<&'a str>,
}

/// The shown candidates.
#[derive(Serialize)]
struct Weighed<'a> {
    candidates: Vec<Weighty<'a>>,
}

/// A candidate with its description, if there is one.
#[derive(Serialize)]
struct Weighty<'a> {
    #[serde(flatten)]
    candidate: &'a Candidate,
    says: Option<String>,
}

#[derive(Serialize)]
struct Data<'a> {
    game: &'a str,
    #[serde(rename = "match")]
    number: u64,
    seats: &'a [String],
    frames: Vec<Frame<'a>>,
    end: Value,
    scores: Vec<i32>,
    #[serde(rename = "told")]
    ending_text: &'a str,
    notes: &'a str,
    mistakes: Vec<usize>,
    /// The number of the first shown decision, from 1.
    begin: usize,
    table: Value,
}

/// Returns the worst decisions of `explained` for which `asked_for` is true: index and loss of value according to the
/// second opinion, worst first, at most `most`.
pub fn mistakes(
    explained: &[ExplainedDecision],
    asked_for: &dyn Fn(&ExplainedDecision) -> bool,
    most: usize,
) -> Vec<(usize, f64)> {
    let turns = turns(explained);
    let lost = |(place, turn): (usize, &String)| Some((place, gave(&explained[place], turn)?));
    let mut found: Vec<(usize, f64)> =
        turns.iter().enumerate().filter_map(lost).filter(|(_, lost)| *lost > 0.0).collect();
    found.retain(|(place, _)| asked_for(&explained[*place]));
    found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    found.truncate(most);
    found
}

/// Returns for every decision the actions up to the next independent decision.
fn turns(explained: &[ExplainedDecision]) -> Vec<String> {
    let mut turns: Vec<String> = explained.iter().map(|one| one.chose.clone()).collect();
    for place in (1..explained.len()).rev() {
        if explained[place].carries_out {
            turns[place - 1] = format!("{}, {}", turns[place - 1], turns[place]);
        }
    }
    turns
}

/// Returns the loss of value of the chosen action against the best candidate of the second opinion; `None` if that did
/// not evaluate the action. The second opinion is the all-seeing searcher, or the adviser of a person, who could not
/// know hidden information.
fn gave(decision: &ExplainedDecision, turn: &str) -> Option<f64> {
    let opinion = if decision.asked.is_some() { &decision.weighed } else { &decision.all_seeing };
    let seer = opinion.as_ref()?;
    let value = |text: &str| seer.candidates.iter().find(|one| one.text == text)?.value;
    let best = seer.candidates.iter().filter_map(|one| one.value).reduce(f64::max)?;
    Some(best - value(turn)?)
}

/// Renders the page; with a `nonce` if it is served.
///
/// # Errors
///
/// Returns an error if the transcript does not fit the rules.
///
/// # Panics
///
/// Panics if a replayed action has no seat to move, which cannot happen.
pub fn page(
    rules: &dyn DynRules,
    columns: &[&'static str],
    shown: &ReplayInput<'_>,
    nonce: Option<&str>,
) -> Result<String, ReplayError> {
    let (turns, explained) = (turns(shown.explained), shown.explained);
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let end = rules.replay(shown.transcript, &mut |moment| {
        let place = frames.len();
        let (state, action) = (moment.state, moment.action);
        let seat = state.to_move().expect("an action was played");
        let known = explained.get(place);
        let action = action.to_string();
        let turn = turns.get(place).cloned().unwrap_or_else(|| action.clone());
        let described = state.describe_turn(&action).unwrap_or_default();
        frames.push(Frame {
            seat: seat.number(),
            action,
            says: described.says,
            places: described.places,
            state: drawn_by(rules, state),
            scores: state.scores().iter().copied().collect(),
            carries_out: known.is_some_and(|known| known.carries_out),
            ended: moment.round.map(|round| ended(round, columns)),
            asked: known.and_then(|known| known.asked.as_deref()),
            weighed: known.and_then(|known| best(state, known.weighed.as_ref()?, &turn)),
            all_seeing: known.and_then(|known| best(state, known.all_seeing.as_ref()?, &turn)),
            gave: known.and_then(|known| gave(known, &turn)),
            info: known.and_then(|known| known.info.as_deref()),
            turn,
        });
    })?;
    let listed = |one: &ExplainedDecision| shown.mistakes_of.is_none_or(|seat| one.seat.index() == seat);
    let mistakes: Vec<usize> = mistakes(explained, &listed, WORST).into_iter().map(|(place, _)| place).collect();
    let mut drawing = rules.drawing();
    let data = Data {
        game: rules.name(),
        number: shown.number,
        seats: shown.seats,
        frames,
        end: drawn_by(rules, &*end),
        scores: end.scores().iter().copied().collect(),
        ending_text: shown.ending_text,
        notes: shown.notes,
        begin: shown.mistakes_of.and(mistakes.first()).map_or(1, |place| place + 1),
        mistakes,
        table: drawing.table.take(),
    };
    Ok(render_page(PAGE, &drawing, &data, nonce))
}

/// Returns the view for the script of the game, or the state if the game has no script.
fn drawn_by(rules: &dyn DynRules, state: &dyn DynState) -> Value {
    state.view(if rules.facts().page.1.is_empty() { ViewRequest::State } else { ViewRequest::Open })
}

/// Returns the first candidates, and the chosen one.
fn best<'e>(state: &dyn DynState, found: &'e Explanation, turn: &str) -> Option<Weighed<'e>> {
    let shown = |(i, one): &(usize, &Candidate)| *i < MOST_CANDIDATES || one.text == turn;
    let told = |(_, candidate): (usize, &'e Candidate)| Weighty {
        candidate,
        says: state.describe_turn(&candidate.text).map(|described| described.says),
    };
    Some(Weighed { candidates: found.candidates.iter().enumerate().filter(shown).map(told).collect() })
}

/// Describes the end of a round.
fn ended(round: &dyn RoundView, columns: &[&'static str]) -> String {
    let mut values = Vec::new();
    round.write_round(&mut |value| values.push(value.to_string()));
    let columns: Vec<_> = columns.iter().copied().zip(values).collect();
    round_in_words(&columns, &list(round.points().iter()), &list(round.scores().iter()))
}
