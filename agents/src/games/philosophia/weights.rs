//! The planner's weights: numbers that can be tuned.

use ergo_engine::options::{OptionSpec, Settings};

/// The numbers, in turns unless they say otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// A token of the map, on the way of other errands.
    pub token: f64,
    /// The cards of a debate, besides the debate.
    pub arguments: f64,
    /// A favour.
    pub favour: f64,
    /// The part that conditions count that are not planned for.
    pub aside: f64,
    /// A coin that is left over.
    pub coin: f64,
    /// A builder or a sophist that is left over.
    pub helper: f64,
    /// A study token that is left over.
    pub study: f64,
    /// A Sophistry card in hand.
    pub sophistry: f64,
    /// A Syllogism card in hand.
    pub syllogism: f64,
    /// An oracle card not seen yet.
    pub oracle: f64,
    /// The offering of a disk, to who makes it.
    pub offering: f64,
    /// Coins bid, as a part of what the disk saves.
    pub bid: f64,
    /// A step of the timeline, with three labyrinth tokens.
    pub progress: f64,
    /// The addition to that for each card more than any rival with three tokens has.
    pub edge: f64,
    /// A coin, a Sophistry and a Syllogism card for who has three tokens.
    pub last_coin: f64,
    /// The second of these.
    pub last_sophistry: f64,
    /// The third.
    pub last_syllogism: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            token: 0.6,
            arguments: 1.3,
            favour: 5.0,
            aside: 0.03,
            coin: 0.04,
            helper: 0.08,
            study: 0.15,
            sophistry: 0.05,
            syllogism: 0.12,
            oracle: 0.9,
            offering: 0.5,
            bid: 0.6,
            progress: 5.0,
            edge: 0.0,
            last_coin: 0.04,
            last_sophistry: 0.05,
            last_syllogism: 0.12,
        }
    }
}

/// Their names, least and most, and meanings.
type Row = (&'static str, f64, f64, &'static str, fn(&mut Weights) -> &mut f64);

const ROWS: [Row; 17] = [
    ("token", 0.0, 4.0, "turns that a token of the map costs", |all| &mut all.token),
    ("arguments", 0.0, 5.0, "turns for the cards of a debate", |all| &mut all.arguments),
    ("favour", 0.0, 20.0, "turns for a favour", |all| &mut all.favour),
    ("aside", 0.0, 1.0, "part that conditions not planned for count", |all| &mut all.aside),
    ("coin", 0.0, 1.0, "turns that a coin left over is worth", |all| &mut all.coin),
    ("helper", 0.0, 2.0, "turns that a builder or sophist left over is worth", |all| &mut all.helper),
    ("study", 0.0, 3.0, "turns that a study token left over is worth", |all| &mut all.study),
    ("sophistry", 0.0, 2.0, "turns that a Sophistry card is worth", |all| &mut all.sophistry),
    ("syllogism", 0.0, 2.0, "turns that a Syllogism card is worth", |all| &mut all.syllogism),
    ("oracle", 0.0, 3.0, "turns that an oracle card is worth", |all| &mut all.oracle),
    ("offering", -2.0, 3.0, "turns that making an offering is worth", |all| &mut all.offering),
    ("bid", 0.0, 3.0, "part of what a disk saves that is bid", |all| &mut all.bid),
    ("progress", -2.0, 10.0, "turns that a step of the timeline is worth, with three tokens", |all| &mut all.progress),
    ("edge", 0.0, 3.0, "turns that a card more than rivals with three tokens adds to it", |all| &mut all.edge),
    ("last_coin", 0.0, 2.0, "turns that a coin is worth, with three tokens", |all| &mut all.last_coin),
    ("last_sophistry", 0.0, 5.0, "turns that a Sophistry card is worth, with three tokens", |all| {
        &mut all.last_sophistry
    }),
    ("last_syllogism", 0.0, 5.0, "turns that a Syllogism card is worth, with three tokens", |all| {
        &mut all.last_syllogism
    }),
];

impl Weights {
    /// Those found by `ergo tune` at three seats among planners with the usual ones, by random streams of version 1. The same search with
    /// the streams of today, `results/tune-planner-3`, found stronger ones: 92.9 % ± 0.5 of the wins against planner where these had
    /// 88.0 % ± 0.7.
    pub fn tuned() -> Self {
        Weights {
            token: 1.31,
            arguments: 4.08,
            favour: 17.8,
            aside: 0.0877,
            coin: 0.0366,
            helper: 0.0265,
            study: 0.149,
            sophistry: 0.0984,
            syllogism: 0.11,
            oracle: 2.32,
            offering: -1.0,
            bid: 0.855,
            progress: 5.39,
            edge: 0.28,
            last_coin: 0.346,
            last_sophistry: 0.216,
            last_syllogism: 1.84,
        }
    }

    /// As options, with these numbers as defaults.
    pub fn options(&self) -> Vec<OptionSpec> {
        let mut all = self.clone();
        let option =
            |(key, least, most, meaning, at): &Row| OptionSpec::real(key, *at(&mut all), *least, *most, meaning);
        ROWS.iter().map(option).collect()
    }

    /// Those of checked settings.
    pub fn of(settings: &Settings) -> Self {
        let mut all = Weights::default();
        ROWS.iter().for_each(|(key, _, _, _, at)| *at(&mut all) = settings.real(key));
        all
    }
}
