//! The weights of the planner, which can be tuned.

use ergo_engine::options::{OptionSpec, Settings};

/// Declares the weights. Each row has a name, the default, the tuned value, the allowed range and the meaning.
macro_rules! weights {
    ($($name:ident $usual:literal $tuned:literal ($least:literal, $most:literal) $meaning:literal;)+) => {
        /// The weights of the planner, in turns unless stated otherwise.
        #[derive(Clone, Debug, PartialEq)]
        pub struct PlannerWeights {
            $(#[doc = $meaning] pub $name: f64,)+
        }

        impl Default for PlannerWeights {
            fn default() -> Self {
                PlannerWeights { $($name: $usual,)+ }
            }
        }

        impl PlannerWeights {
            /// Returns weights that `ergo tune` found with three seats against planners with default weights, using
            /// version 1 of the random streams. The same search with current streams (`results/tune-planner-3`)
            /// found stronger weights: 92.9 ± 0.5 % of the wins against `planner`, compared with 88.0 ± 0.7 % for
            /// these.
            pub fn tuned() -> Self {
                PlannerWeights { $($name: $tuned,)+ }
            }

            /// Returns the weights as agent settings, with these values as defaults.
            pub fn options(&self) -> Vec<OptionSpec> {
                vec![$(OptionSpec::real(stringify!($name), self.$name, $least, $most, $meaning),)+]
            }

            /// Returns the weights of validated settings.
            pub fn from_settings(settings: &Settings) -> Self {
                PlannerWeights { $($name: settings.real(stringify!($name)),)+ }
            }
        }
    };
}

weights! {
    token 0.6 1.31 (0.0, 4.0) "cost of a token of the map, in turns";
    arguments 1.3 4.08 (0.0, 5.0) "cost of the cards of a debate, in turns";
    favour 5.0 17.8 (0.0, 20.0) "cost of a favour, in turns";
    aside 0.03 0.0877 (0.0, 1.0) "weight of conditions that are not pursued";
    coin 0.04 0.0366 (0.0, 1.0) "value of a leftover coin, in turns";
    helper 0.08 0.0265 (0.0, 2.0) "value of a leftover builder or sophist, in turns";
    study 0.15 0.149 (0.0, 3.0) "value of a leftover study token, in turns";
    sophistry 0.05 0.0984 (0.0, 2.0) "value of a Sophistry card, in turns";
    syllogism 0.12 0.11 (0.0, 2.0) "value of a Syllogism card, in turns";
    oracle 0.9 2.32 (0.0, 3.0) "value of an oracle card, in turns";
    offering 0.5 -1.0 (-2.0, 3.0) "value of making an offering, in turns";
    bid 0.6 0.855 (0.0, 3.0) "share of the value of a disk that is bid";
    progress 5.0 5.39 (-2.0, 10.0) "value of a step of the timeline with three tokens, in turns";
    edge 0.0 0.28 (0.0, 3.0) "change of that value per card more than rivals with three tokens, in turns";
    last_coin 0.04 0.346 (0.0, 2.0) "value of a coin with three tokens, in turns";
    last_sophistry 0.05 0.216 (0.0, 5.0) "value of a Sophistry card with three tokens, in turns";
    last_syllogism 0.12 1.84 (0.0, 5.0) "value of a Syllogism card with three tokens, in turns";
}
