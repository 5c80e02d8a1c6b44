//! The question of a report, and all else it needs beside the rows.

use crate::design::Aim;
use crate::design::Design;
use crate::measure::{Key, Measures};
use crate::report::findings::Finding;
use crate::report::pages::estimates::Sheet;
use crate::report::players::Player;

/// The specification of a report: its question, and what it needs besides the rows.
#[derive(Clone, Debug, Default)]
pub struct ReportSpec {
    /// The question.
    pub question: String,
    /// The measures of which the answer speaks, a claim for each; without any it speaks of who won, or of how much changed.
    pub keys: Vec<Key>,
    /// How the question is to be answered.
    pub aim: Aim,
    /// Between which values a designer wants measures to lie.
    pub targets: Vec<(Key, [f64; 2])>,
    /// The design whose points the arms are, if they are.
    pub design: Option<Design>,
    /// Parts of labels of arms that are no numbers, whatever they look like.
    pub words: Vec<String>,
    /// Whether less was played than the experiment asks for.
    pub quick: bool,
    /// Whether the game leaves nothing to chance in any arm: only bots can make matches differ.
    pub without_chance: bool,
    /// Whether the game hides nothing in any arm, so that nothing is dealt: a start is no deal but a seed.
    pub nothing_hidden: bool,
    /// All measures.
    pub measures: Measures,
    /// The number all seeds derive from.
    pub seed: u64,
    /// Entrants with the tier of skill that each is an example of.
    pub tiers: Vec<(String, String)>,
    /// All entrants.
    pub players: Vec<Player>,
    /// The entrant that all others meet, if there is one.
    pub anchor: Option<String>,
    /// Entrants that search by a clock in some arm.
    pub timed: Vec<String>,
    /// Programs whose answers cannot be repeated.
    pub from_record: Vec<String>,
    /// The design matrix: `arms.csv` with its number of rows.
    pub arms: Option<(String, u64)>,
    /// The findings to be checked.
    pub findings: Vec<Finding>,
    /// The outcomes of findings on fresh seeds.
    pub seeds: Option<Sheet>,
    /// Files of rows that were changed after the run, and are read on purpose.
    pub changed: Vec<String>,
    /// Programs from outside that played without a sandbox.
    pub unconfined: Vec<String>,
}
