//! The games there are.

use std::sync::OnceLock;

use ergo_lab::columns;
use ergo_lab::game_registry::GameRegistry;
use pyo3::prelude::*;

use crate::error::wrong;

static SHELF: OnceLock<GameRegistry> = OnceLock::new();

/// Says which games there are; only the first time counts.
pub(crate) fn set(registry: GameRegistry) {
    let _ = SHELF.set(registry);
}

/// The games there are.
pub(crate) fn registry() -> &'static GameRegistry {
    SHELF.get_or_init(ergo_lab::games::standard)
}

/// Names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    registry().names()
}

/// The kind of each of these columns of a file of results: "integer", "number" or "text"; text where nothing is known of it.
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
