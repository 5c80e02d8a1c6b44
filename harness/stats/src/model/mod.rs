//! Models of the effects of factors on a measure, from the values at the points of a design.
//!
//! - [`basis`]: polynomials of the factors that are orthonormal over their levels, and their products.
//! - [`regression`]: least squares on such a basis, with intervals that account for common deals.
//! - [`indices`]: Sobol' indices of a regression, with intervals; misfit and noise are separate.
//! - [`process`]: a Gaussian process, for responses that polynomials do not fit.
//! - [`variance`]: Sobol' indices of any function that can be evaluated everywhere.
//! - [`folds`]: cross-validation of predictions.

pub mod basis;
pub mod folds;
pub mod indices;
mod noncentral;
pub mod process;
pub mod regression;
pub mod variance;
