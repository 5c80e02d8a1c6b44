//! Match play: what the result of a round is worth to the match, beyond its points.
//!
//! A net of points ([`value_net`](super::value_net)) does not care who has how many. Near the end of a match that is wrong: who needs three
//! points takes a small win that ends the round, and who is far behind has no use for one. So a second net says how likely each result of
//! the round is, the table of [`equity`](super::equity) what share of the match each would leave, and what that differs from points is
//! added to the first net's value:
//!
//! `worth = points expected + Σ chance(result) · ((share(result) - a) / b - points(result))`
//!
//! where `a + b · points` is the straight line nearest to the shares of all results at these scores. What the two nets agree on does not hang
//! on `a` and `b`. Where shares follow points, as in a first round, nothing is added.
//!
//! | where | what |
//! | --- | --- |
//! | [`results`] | the results of a round that are told apart |
//! | [`stakes`] | what each is worth at the scores of a match |
//! | [`nets`] | a net of points and one of results, as turns are judged by them |
//! | [`result_nets`] | the nets of results that come with the program |

pub mod nets;
pub mod result_nets;
pub mod results;
pub mod stakes;
