//! Designs: which points of a space of factors are to be tried, as plain data. A factor has so many levels and a point is a
//! level of each, counted from 0; the same seed gives the same points.
//!
//! | design | points | what for |
//! | --- | --- | --- |
//! | [`grid::one_at_a_time`] | 1 + Σ (levels − 1) | a look at every factor by itself |
//! | [`grid::factorial`] | Π levels | everything with everything |
//! | [`grid::fractional`] | 2^m and centres | main effects, free of interactions of two |
//! | [`filling::latin_hypercube`] | any number | a model of a curved response |
//! | [`filling::sobol`] | best a power of 2 | the same, and Sobol' indices |

pub mod filling;
pub mod grid;
