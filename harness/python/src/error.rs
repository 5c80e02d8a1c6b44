//! Python exceptions with messages of one line.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    ergo_lab,
    ErgoError,
    PyValueError,
    "An argument, file or call is not valid. The message says what is wrong and what is expected."
);
create_exception!(ergo_lab, IllegalAction, ErgoError, "An action is not legal in the state. The state is unchanged.");

/// Returns an `ErgoError` with the message `what`.
pub(crate) fn wrong(what: impl Display) -> PyErr {
    ErgoError::new_err(what.to_string())
}

/// Returns an `IllegalAction` with the message `what` in one line.
pub(crate) fn illegal(what: impl Display) -> PyErr {
    IllegalAction::new_err(what.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}
