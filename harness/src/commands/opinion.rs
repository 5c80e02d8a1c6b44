//! Default opponents of a person, and the adviser that estimates the decisions of a match with a person.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use ergo_agents::spec::AgentSpec;
use ergo_harness::arena::{DynGame, DynRules};
use ergo_harness::explain::{Adviser, Explained, explain_by_adviser};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::replay::{ReplayInput, page};
use ergo_harness::transcripts::Line;

use super::shared::agent_given;

/// Default opponents and advisers: the first of these that the game has. Strong agents that answer at once come first.
const PARTNERS: [&str; 6] = ["alpha-beta", "td", "bayes", "ismcts", "mcts", "random"];

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

/// Returns the default opponent of a game.
pub(super) fn partner(game: &dyn DynGame) -> &'static str {
    let kinds = game.kinds();
    PARTNERS.into_iter().find(|name| kinds.iter().any(|kind| kind.name == *name)).unwrap_or("random")
}

/// Returns the agent that `text` describes, as `kind:key=value`.
pub(super) fn named(game: &dyn DynGame, flag: &str, text: &str) -> anyhow::Result<AgentSpec> {
    let (kind, given) = agent_given(flag, text)?;
    game.checked(kind, &given).map_err(|error| anyhow!("{flag} \"{text}\": {error}"))
}

/// Returns the agent that `text` describes, checked against these rules.
pub(super) fn seated(game: &dyn DynGame, rules: &dyn DynRules, flag: &str, text: &str) -> anyhow::Result<AgentSpec> {
    let spec = named(game, flag, text)?;
    rules.fits(&spec).map_err(|error| anyhow!("{flag} \"{text}\": {error}"))?;
    Ok(spec)
}

/// Explains a match with a person from its record alone, by the estimates of the default opponent for every seat.
pub(super) fn explain_recorded(
    line: &Line,
    registry: &GameRegistry,
    only: Option<usize>,
    see: impl FnMut(&Explained),
) -> anyhow::Result<()> {
    let game = registry.game(&line.game)?;
    let rules = rules(line, registry)?;
    let name = partner(&*game);
    let adviser = Adviser { name: name.to_owned(), spec: named(&*game, "entrant", name)? };
    Ok(explain_by_adviser(&*rules, &adviser, line, only, see)?)
}

fn rules(line: &Line, registry: &GameRegistry) -> anyhow::Result<Arc<dyn DynRules>> {
    line.rules_on(registry).map_err(|error| anyhow!(error))
}

/// Returns the replay page of the only match in a file, to be served with a `nonce`. With `mistakes_of`, it shows the estimates of
/// the adviser and the costliest decisions of that seat.
pub(super) fn replay_page(
    file: &Path,
    registry: &GameRegistry,
    mistakes_of: Option<usize>,
    nonce: &str,
) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file).map_err(|error| anyhow!("{}: cannot be read: {error}", file.display()))?;
    let line = Line::parse(&text).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    let mut explained = Vec::new();
    if mistakes_of.is_some() {
        explain_recorded(&line, registry, None, |decision| explained.push(decision.clone()))?;
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
