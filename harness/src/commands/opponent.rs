//! Default opponents and second opinions for matches with a person, whose choices cannot be repeated.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use ergo_agents::process::KIND;
use ergo_agents::spec::AgentSpec;
use ergo_harness::arena::{DynGame, DynRules};
use ergo_harness::explain::{Explained, Opinion, explain_alone};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::replay::{Shown, page};
use ergo_harness::transcripts::Line;

use super::shared::parse_agent;

/// Kinds of default opponents in order of preference: strong agents that answer quickly come first.
const PREFERRED_OPPONENTS: [&str; 6] = ["alpha-beta", "td", "bayes", "ismcts", "mcts", "random"];

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

/// Explains a match from its transcript alone. Each entrant is asked again for its candidates; the default opponent replaces
/// entrants that are not agents of this program.
pub(super) fn explain_without_experiment(
    line: &Line,
    registry: &GameRegistry,
    only: Option<usize>,
    see: impl FnMut(&Explained),
) -> anyhow::Result<()> {
    let game = registry.game(&line.game)?;
    let rules = rules(line, registry)?;
    let opinion = |entrant: &String| {
        let own = parse_opponent(&*game, "entrant", entrant).ok().filter(|spec| spec.kind != KIND);
        let (who, spec) = match own {
            Some(spec) => (entrant.as_str(), spec),
            None => (default_opponent(&*game), parse_opponent(&*game, "entrant", default_opponent(&*game))?),
        };
        Ok(Opinion { who: who.to_owned(), spec })
    };
    let opinions = line.seats.iter().map(opinion).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(explain_alone(&*rules, &opinions, line, only, see)?)
}

fn rules(line: &Line, registry: &GameRegistry) -> anyhow::Result<Arc<dyn DynRules>> {
    line.rules_on(registry).map_err(|error| anyhow!(error))
}

/// Renders the only match in a file as a page for the play server. `mistakes_of` adds candidates and the mistakes of that seat
/// (from 0). `nonce` is for the content security policy.
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
        explain_without_experiment(&line, registry, None, |decision| explained.push(decision.clone()))?;
    }
    let transcript = line.transcript().map_err(|error| anyhow!(error))?;
    let ending_text = line.ending_text(registry).map_err(|error| anyhow!(error))?;
    let shown = Shown {
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
