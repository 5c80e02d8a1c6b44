//! Who is asked about matches with a person, whom nobody can ask again; and who a person plays with unless somebody is named.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use ergo_agents::process::KIND;
use ergo_agents::spec::AgentSpec;
use ergo_harness::arena::{DynGame, DynRules};
use ergo_harness::explain::{ExplainedDecision, SeatAdviser, explain_alone};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::replay::{ReplayInput, page};
use ergo_harness::transcripts::RecordedMatch;

use super::shared::agent_given;

/// Who is taken where nobody is named: the first of these that the game has. Strong ones that answer at once come first.
const PARTNERS: [&str; 6] = ["alpha-beta", "td", "bayes", "ismcts", "mcts", "random"];

/// Who that is of a game.
pub(super) fn partner(game: &dyn DynGame) -> &'static str {
    let kinds = game.kinds();
    PARTNERS.into_iter().find(|name| kinds.iter().any(|kind| kind.name == *name)).unwrap_or("random")
}

/// The agent that `text` describes, as `kind:key=value`.
pub(super) fn named(game: &dyn DynGame, flag: &str, text: &str) -> anyhow::Result<AgentSpec> {
    let (kind, given) = agent_given(flag, text)?;
    game.checked(kind, &given).map_err(|error| anyhow!("{flag} \"{text}\": {error}"))
}

/// The same of one who is to sit at a table by these rules.
pub(super) fn seated(game: &dyn DynGame, rules: &dyn DynRules, flag: &str, text: &str) -> anyhow::Result<AgentSpec> {
    let spec = named(game, flag, text)?;
    rules.fits(&spec).map_err(|error| anyhow!("{flag} \"{text}\": {error}"))?;
    Ok(spec)
}

/// Explains a match that is known by its record alone, by the candidates that those who sat there weigh, or the usual partner in
/// place of those who are no agents of this program.
pub(super) fn explained_alone(
    line: &RecordedMatch,
    registry: &GameRegistry,
    only: Option<usize>,
    see: impl FnMut(&ExplainedDecision),
) -> anyhow::Result<()> {
    let game = registry.game(&line.game)?;
    let rules = rules(line, registry)?;
    let opinion = |entrant: &String| {
        let own = named(&*game, "entrant", entrant).ok().filter(|spec| spec.kind != KIND);
        let (who, spec) = match own {
            Some(spec) => (entrant.as_str(), spec),
            None => (partner(&*game), named(&*game, "entrant", partner(&*game))?),
        };
        Ok(SeatAdviser { who: who.to_owned(), spec })
    };
    let opinions = line.seats.iter().map(opinion).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(explain_alone(&*rules, &opinions, line, only, see)?)
}

fn rules(line: &RecordedMatch, registry: &GameRegistry) -> anyhow::Result<Arc<dyn DynRules>> {
    line.rules_on(registry).map_err(|error| anyhow!(error))
}

/// The page of the only match in a file, for a browser that it is served to; with what was weighed and the mistakes of the seat with
/// this place, if that is asked for.
pub(super) fn served(
    file: &Path,
    registry: &GameRegistry,
    mistakes_of: Option<usize>,
    nonce: &str,
) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file).map_err(|error| anyhow!("{}: cannot be read: {error}", file.display()))?;
    let line = RecordedMatch::parse(&text).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    let mut explained = Vec::new();
    if mistakes_of.is_some() {
        explained_alone(&line, registry, None, |decision| explained.push(decision.clone()))?;
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
