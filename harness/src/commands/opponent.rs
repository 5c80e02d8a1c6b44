//! Default opponents and advisers for matches with a person, whose choices cannot be repeated.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use ergo_agents::spec::AgentSpec;
use ergo_harness::arena::{DynGame, DynRules};
use ergo_harness::explain::{Adviser, ExplainedDecision, explain_by_adviser};
use ergo_harness::folder::regular;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::replay::{ReplayInput, page};
use ergo_harness::transcripts::RecordedMatch;

use super::shared::parse_agent;

/// Kinds of default opponents in order of preference: strong agents that answer quickly come first.
const PREFERRED_OPPONENTS: [&str; 6] = ["alpha-beta", "td", "bayes", "ismcts", "mcts", "random"];

/// Agents that the page offers as opponents, weaker ones first.
const LEVELS: [&str; 9] =
    ["random", "greedy", "candidates", "planner-tuned", "td", "bayes", "alpha-beta", "champion", "ismcts"];

/// Returns the opponents that the page offers for a game, weaker ones first.
pub(super) fn levels(game: &dyn DynGame) -> Vec<&'static str> {
    let kinds = game.kinds();
    let known = |name: &&str| kinds.iter().any(|kind| kind.name == *name);
    let mut levels: Vec<_> = LEVELS.into_iter().filter(known).collect();
    // The general search is offered only where a game has no strong agent of its own.
    if levels.len() > 2 {
        levels.retain(|name| *name != "ismcts");
    }
    levels
}

/// Returns the first of [`PREFERRED_OPPONENTS`] that the game has.
pub(super) fn default_opponent(game: &dyn DynGame) -> &'static str {
    let kinds = game.kinds();
    PREFERRED_OPPONENTS.into_iter().find(|name| kinds.iter().any(|kind| kind.name == *name)).unwrap_or("random")
}

/// Parses an agent given as `kind:key=value`. `flag` names the argument in errors.
pub(super) fn parse_opponent(game: &dyn DynGame, flag: &str, text: &str) -> anyhow::Result<AgentSpec> {
    let (kind, given) = parse_agent(flag, text)?;
    game.checked(kind, &given).map_err(|error| anyhow!("{flag} \"{text}\": {error}"))
}

/// Parses an agent and checks that it can play under `rules`.
pub(super) fn parse_seated_opponent(
    game: &dyn DynGame,
    rules: &dyn DynRules,
    flag: &str,
    text: &str,
) -> anyhow::Result<AgentSpec> {
    let spec = parse_opponent(game, flag, text)?;
    rules.fits(&spec).map_err(|error| anyhow!("{flag} \"{text}\": {error}"))?;
    Ok(spec)
}

/// Explains a match with a person from its record alone, by the estimates of the default opponent for every seat.
pub(super) fn explain_without_experiment(
    line: &RecordedMatch,
    registry: &GameRegistry,
    only: Option<usize>,
    see: impl FnMut(&ExplainedDecision),
) -> anyhow::Result<()> {
    let game = registry.game(&line.game)?;
    let rules = rules(line, registry)?;
    let name = default_opponent(&*game);
    let adviser = Adviser { name: name.to_owned(), spec: parse_opponent(&*game, "entrant", name)? };
    Ok(explain_by_adviser(&*rules, &adviser, line, only, see)?)
}

fn rules(line: &RecordedMatch, registry: &GameRegistry) -> anyhow::Result<Arc<dyn DynRules>> {
    line.rules_on(registry).map_err(|error| anyhow!(error))
}

/// Returns the replay page of the only match in a file, to be served with a `nonce`. With `mistakes_of`, it shows the estimates of
/// the adviser and the costliest decisions of that seat (from 0).
pub(super) fn replay_page(
    file: &Path,
    registry: &GameRegistry,
    mistakes_of: Option<usize>,
    nonce: &str,
) -> anyhow::Result<String> {
    let text = regular::read_text(file).map_err(|error| anyhow!("{}: cannot be read: {error}", file.display()))?;
    let line = RecordedMatch::parse(&text).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    let mut explained = Vec::new();
    if mistakes_of.is_some() {
        explain_without_experiment(&line, registry, None, |decision| explained.push(decision.clone()))?;
    }
    let transcript = line.transcript().map_err(|error| anyhow!(error))?;
    let ending_text = line.ending_text(registry).map_err(|error| anyhow!(error))?;
    let shown = ReplayInput {
        number: line.number,
        seats: &line.seats,
        transcript: &transcript,
        ending_text: &ending_text,
        explained: &explained,
        notes: "",
        mistakes_of,
    };
    Ok(page(&*rules(&line, registry)?, registry.game(&line.game)?.records().round, &shown, Some(nonce))?)
}
