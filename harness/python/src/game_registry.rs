//! The registry of games of this process.

use std::sync::OnceLock;

use ergo_lab::columns;
use ergo_lab::game_registry::GameRegistry;
use pyo3::prelude::*;

use crate::error::wrong;

static REGISTRY: OnceLock<GameRegistry> = OnceLock::new();

/// Sets the registry. Only the first call has an effect.
pub(crate) fn set(registry: GameRegistry) {
    let _ = REGISTRY.set(registry);
}

/// Returns the registry; the shipped games by default.
pub(crate) fn registry() -> &'static GameRegistry {
    REGISTRY.get_or_init(ergo_lab::games::standard)
}

/// Returns the names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    registry().names()
}

/// Returns the type of each column of a results file: "integer", "number" or "text" (also if unknown).
///
/// Raises:
///     ErgoError: The game is unknown.
#[pyfunction]
pub(crate) fn column_kinds(game: &str, file: &str, names: Vec<String>) -> PyResult<Vec<&'static str>> {
    let game = registry().game(game).map_err(wrong)?;
    let known: Vec<columns::Column> = game
        .description()
        .columns
        .iter()
        .copied()
        .chain(columns::common())
        .filter(|column| column.file == file)
        .collect();
    let kind = |name: &String| known.iter().find(|column| column.is(name)).map_or("text", |column| column.kind);
    Ok(names.iter().map(kind).collect())
}
