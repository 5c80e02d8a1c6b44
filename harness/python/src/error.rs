//! Errors, as exceptions of one line.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    ergo_lab,
    ErgoError,
    PyValueError,
    "A wrong argument, file or call; the message says what is wrong and what is expected."
);
create_exception!(ergo_lab, IllegalAction, ErgoError, "An action that is not legal in the state. It changed nothing.");

/// An exception that says `what`.
pub(crate) fn wrong(what: impl Display) -> PyErr {
    ErgoError::new_err(what.to_string())
}

/// An exception for an action that was not played.
pub(crate) fn illegal(what: impl Display) -> PyErr {
    IllegalAction::new_err(what.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}
