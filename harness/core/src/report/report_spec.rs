//! The specification of a report.

use crate::design::AnswerSpec;
use crate::design::Design;
use crate::measure::{MeasureKey, Measures};
use crate::report::findings::Finding;
use crate::report::pages::estimates::Sheet;
use crate::report::players::Player;

/// The specification of a report: the question, and what is needed besides the rows.
#[derive(Clone, Debug, Default)]
pub struct ReportSpec {
    /// The question.
    pub question: String,
    /// The measures of the answer, one claim each; if empty, the answer is about wins, or about the largest changes.
    pub keys: Vec<MeasureKey>,
    /// How the question is to be answered.
    pub aim: AnswerSpec,
    /// The target range `[low, high]` of each measure with a target.
    pub targets: Vec<(MeasureKey, [f64; 2])>,
    /// The design whose points are the arms, if there is one.
    pub design: Option<Design>,
    /// Parts of arm labels that must not be read as numbers.
    pub words: Vec<String>,
    /// True if less was played than the experiment requests.
    pub quick: bool,
    /// True if the game has no chance events in any arm, so that only bots can make matches differ.
    pub without_chance: bool,
    /// True if the game has no hidden information in any arm, so that a "deal" is only a seed.
    pub nothing_hidden: bool,
    /// All measures.
    pub measures: Measures,
    /// The master seed of all random streams.
    pub seed: u64,
    /// The skill tiers of entrants: name and tier.
    pub tiers: Vec<(String, String)>,
    /// All entrants.
    pub players: Vec<Player>,
    /// The entrant that plays all others, if there is one.
    pub anchor: Option<String>,
    /// Entrants whose search is limited by a clock in at least one arm.
    pub timed: Vec<String>,
    /// Programs whose answers cannot be repeated.
    pub from_record: Vec<String>,
    /// The text of the design matrix `arms.csv`, and its number of rows.
    pub arms: Option<(String, u64)>,
    /// The findings to check.
    pub findings: Vec<Finding>,
    /// The outcomes of findings on fresh seeds.
    pub seeds: Option<Sheet>,
    /// Row files that were changed after the run and accepted by the user.
    pub changed: Vec<String>,
    /// External programs that played without a sandbox.
    pub unconfined: Vec<String>,
}
