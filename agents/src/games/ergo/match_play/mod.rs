//! Match play: the value of a round's result to the match, beyond its points.
//!
//! A net of points ([`value_net`](super::value_net)) ignores the scores. Near the end of a match that is wrong: a
//! seat that needs three points should take a small win that ends the round, and a seat far behind gains nothing
//! from one. So a second net predicts the probability of each result of the round, an [`equity`](super::equity)
//! table gives the share of the match after each, and the difference from points is added to the value of the first
//! net:
//!
//! `value = expected points + Σ p(result) · ((share(result) - a) / b - points(result))`
//!
//! Here `a + b · points` is the linear fit of the shares of all results at these scores. Where shares are linear in
//! points, as in a first round, nothing is added.
//!
//! | module | contents |
//! | --- | --- |
//! | [`results`] | the results of a round that are distinguished |
//! | [`stakes`] | the value of each result at the scores of a match |
//! | [`nets`] | a net of points combined with a net of results |
//! | [`result_nets`] | the nets of results included in the program |

pub mod nets;
pub mod result_nets;
pub mod results;
pub mod stakes;
