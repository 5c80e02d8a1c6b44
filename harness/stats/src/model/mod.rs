//! Models of what factors do to a measure, from the values at the points of a design.
//!
//! - [`basis`]: polynomials of the factors that are orthonormal over their levels, and their products.
//! - [`regression`]: least squares on such a basis, with intervals that know that all points met the same deals.
//! - [`indices`]: Sobol' indices of a regression, with intervals; misfit and noise apart.
//! - [`process`]: a Gaussian process, where polynomials do not fit.
//! - [`variance`]: Sobol' indices of any function that can be evaluated everywhere.
//! - [`folds`]: how much of what was left out a model foretells.

pub mod basis;
pub mod folds;
pub mod indices;
mod noncentral;
pub mod process;
pub mod regression;
pub mod variance;
