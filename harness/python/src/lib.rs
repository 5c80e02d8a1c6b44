//! The module `ergo_lab._native`: games, states, agents, matches and runs for Python.
//!
//! ```python
//! import ergo_lab
//!
//! state = ergo_lab.Game("ergo", seats=2).new_state(seed=1)
//! while not state.is_over:
//!     state.apply(state.legal()[0] if state.to_move == 0 else state.choice("greedy"))
//! assert state.winners == [1]
//! ```
//!
//! Every registered game is available, because only the object-safe traits of [`ergo_lab::arena`] are used. A crate with other games
//! defines a `#[pymodule]` that calls [`add_to_module`] with its registry.

mod agent;
mod constructors;
mod decision;
mod error;
mod folder;
mod game;
mod game_registry;
mod history;
mod interrupt;
mod lane;
mod matches;
mod state;
mod values;
mod vec_env;

use std::ffi::OsString;
use std::path::PathBuf;

use ergo_lab::Lab;
use ergo_lab::game_registry::GameRegistry;
use pyo3::prelude::*;

/// Adds all classes and functions to `module`, with the games of `registry`. Only the first registry of a process counts.
///
/// # Errors
/// Returns the exception of Python if a name cannot be added.
pub fn add_to_module(module: &Bound<'_, PyModule>, registry: GameRegistry) -> PyResult<()> {
    game_registry::set(registry);
    let py = module.py();
    module.add("ErgoError", py.get_type::<error::ErgoError>())?;
    module.add("IllegalAction", py.get_type::<error::IllegalAction>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<agent::Agent>()?;
    module.add_class::<decision::Decision>()?;
    module.add_class::<vec_env::VecEnv>()?;
    module.add_function(wrap_pyfunction!(game_registry::games, module)?)?;
    module.add_function(wrap_pyfunction!(game_registry::column_kinds, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(matches::seating, module)?)?;
    module.add_function(wrap_pyfunction!(matches::match_page, module)?)?;
    module.add_function(wrap_pyfunction!(folder::run, module)?)?;
    module.add_function(wrap_pyfunction!(folder::verify, module)?)?;
    module.add_function(wrap_pyfunction!(folder::findings, module)?)?;
    module.add_function(wrap_pyfunction!(folder::report, module)?)
}

/// The former name of [`add_to_module`].
///
/// # Errors
/// Returns the exception of Python if a name cannot be added.
#[deprecated(since = "0.2.0", note = "use `add_to_module`")]
pub fn fill(module: &Bound<'_, PyModule>, registry: GameRegistry) -> PyResult<()> {
    add_to_module(module, registry)
}

/// The module `ergo_lab._native`.
#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_to_module(module, ergo_lab::games::standard())?;
    module.add_function(wrap_pyfunction!(program, module)?)
}

/// Runs the program `ergo` with these arguments and returns its exit status. `file` is the path of the executable.
#[pyfunction]
fn program(py: Python<'_>, file: PathBuf, arguments: Vec<OsString>) -> u8 {
    py.detach(|| Lab::standard().main_with_arguments(file, arguments))
}
