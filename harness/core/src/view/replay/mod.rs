//! One recorded match as a self-contained page: every decision with the table before it, the scores, and, where the match can be
//! played again, the estimates of the bots and of a searcher that sees all cards.

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

/// The contents of the page.
pub struct ReplayInput<'a> {
    /// The number of the match.
    pub number: u64,
    /// The entrants by seat.
    pub seats: &'a [String],
    /// The match.
    pub transcript: &'a Transcript,
    /// The result in words.
    pub ending_text: &'a str,
    /// The decisions explained; empty where no estimates are known.
    pub explained: &'a [ExplainedDecision],
    /// Further notes for the reader.
    pub notes: &'a str,
    /// The index of the seat whose mistakes are listed, or `None` for all seats. With a seat, the page begins with its worst mistake.
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
    /// All actions until the next decision.
    turn: String,
    state: Value,
    scores: Vec<i32>,
    carries_out: bool,
    /// The result of the round that this action ended.
    ended: Option<String>,
    /// The adviser whose estimates are shown instead of the player's.
    asked: Option<&'a str>,
    weighed: Option<CandidateTable<'a>>,
    all_seeing: Option<CandidateTable<'a>>,
    gave: Option<f64>,
    info: Option<&'a str>,
}

/// The candidates that are shown.
#[derive(Serialize)]
struct CandidateTable<'a> {
    candidates: Vec<CandidateRow<'a>>,
}

/// One of them, with its description.
#[derive(Serialize)]
struct CandidateRow<'a> {
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
    /// Whether the rules of the game count points.
    points: bool,
}

/// Names the scale on which decisions are compared: that of the adviser, or of a searcher that sees all cards.
pub fn scale(adviser: Option<&str>) -> &str {
    adviser.unwrap_or("a searcher that sees all cards")
}

/// Returns the costliest of the decisions that `wanted` accepts, worst first: the index of each, and its loss against the best candidate.
pub fn mistakes(
    explained: &[ExplainedDecision],
    wanted: &dyn Fn(&ExplainedDecision) -> bool,
    most: usize,
) -> Vec<(usize, f64)> {
    let turns = turns(explained);
    let lost = |(place, turn): (usize, &String)| Some((place, gave(&explained[place], turn)?));
    let mut found: Vec<(usize, f64)> =
        turns.iter().enumerate().filter_map(lost).filter(|(_, lost)| *lost > 0.0).collect();
    found.retain(|(place, _)| wanted(&explained[*place]));
    found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    found.truncate(most);
    found
}

/// Returns, for every decision, the actions until the next decision.
fn turns(explained: &[ExplainedDecision]) -> Vec<String> {
    let mut turns: Vec<String> = explained.iter().map(|one| one.chose.clone()).collect();
    for place in (1..explained.len()).rev() {
        if explained[place].carries_out {
            turns[place - 1] = format!("{}, {}", turns[place - 1], turns[place]);
        }
    }
    turns
}

/// Returns the loss of a decision against the best candidate; `None` if the choice was not among the candidates. The estimates are
/// those of the adviser, if one was asked: what a person could not know is no mistake. Else they are those of the searcher that sees
/// all cards. An action that only begins a turn counts as the best candidate that begins with it.
fn gave(decision: &ExplainedDecision, turn: &str) -> Option<f64> {
    let opinion = if decision.asked.is_some() { &decision.weighed } else { &decision.all_seeing };
    let seer = opinion.as_ref()?;
    let best_of = |fits: &dyn Fn(&str) -> bool| {
        seer.candidates.iter().filter(|one| fits(&one.text)).filter_map(|one| one.value).reduce(f64::max)
    };
    let begun = format!("{turn}, ");
    let chosen = best_of(&|text| text == turn).or_else(|| best_of(&|text| text.starts_with(&begun)))?;
    Some(best_of(&|_| true)? - chosen)
}

/// Renders the replay page; with a `nonce` if it is served.
///
/// # Errors
///
/// Returns an error if the transcript does not fit the rules.
///
/// # Panics
///
/// Panics if the game reports an action in a state in which no seat is to move.
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
            ended: moment.round.map(|round| ended(round, columns, rules.facts().points)),
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
        points: rules.facts().points,
    };
    Ok(render_page(PAGE, &drawing, &data, nonce))
}

/// Returns a state in the form that the script of its game draws.
fn drawn_by(rules: &dyn DynRules, state: &dyn DynState) -> Value {
    state.view(if rules.facts().page.1.is_empty() { ViewRequest::State } else { ViewRequest::Open })
}

/// Returns the first candidates, and the chosen one.
fn best<'e>(state: &dyn DynState, found: &'e Explanation, turn: &str) -> Option<CandidateTable<'e>> {
    let shown = |(i, one): &(usize, &Candidate)| *i < MOST_CANDIDATES || one.text == turn;
    let told = |(_, candidate): (usize, &'e Candidate)| CandidateRow {
        candidate,
        says: state.describe_turn(&candidate.text).map(|described| described.says),
    };
    Some(CandidateTable { candidates: found.candidates.iter().enumerate().filter(shown).map(told).collect() })
}

/// Describes the end of a round.
fn ended(round: &dyn RoundView, columns: &[&'static str], counts_points: bool) -> String {
    let mut values = Vec::new();
    round.write_round(&mut |value| values.push(value.to_string()));
    let columns: Vec<_> = columns.iter().copied().zip(values).collect();
    let (points, scores) = (list(round.points().iter()), list(round.scores().iter()));
    round_in_words(&columns, counts_points.then_some((points.as_str(), scores.as_str())))
}

#[cfg(test)]
mod tests {
    use ergo_engine::seat::Seat;

    use super::*;

    #[test]
    fn action_that_begins_a_turn_counts_as_its_best_candidate() {
        let candidate = |text: &str, value| Candidate { text: text.to_owned(), value: Some(value), visits: 1 };
        let candidates =
            vec![candidate("B, -|", 0.5), candidate("D, -|", 0.25), candidate("D, C", 0.375), candidate("DA", 0.5)];
        let decision = ExplainedDecision {
            number: 1,
            decision: 1,
            seat: Seat::new(0),
            entrant: String::new(),
            saw: Value::Null,
            chose: String::new(),
            says: String::new(),
            carries_out: false,
            asked: None,
            weighed: None,
            all_seeing: Some(Explanation::new(candidates, 4, 0)),
            info: None,
        };
        let lost = |turn: &str| gave(&decision, turn);
        assert_eq!((lost("D"), lost("D, -|"), lost("B"), lost("A")), (Some(0.125), Some(0.25), Some(0.0), None));
    }
}
