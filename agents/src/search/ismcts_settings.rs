//! The settings of [`super::ismcts`].

use super::budget::Budget;
use super::playout::{Playout, PlayoutPolicy};
use super::select::{SelectionRule, Widening};

/// Whose turns are nodes of the tree, and what identifies a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeMode {
    /// All seats. A node is identified by what its mover has seen of the moves since the root, whatever its cards.
    SingleObserver,
    /// All seats. A node is identified by everything its mover observes, including its own cards (MO-ISMCTS,
    /// Cowling, Powley and Whitehouse 2012). This is exact, but needs more iterations: opponents' choices are
    /// learned separately for each hand.
    MultiObserver,
    /// Only the searching seat. Other seats play this policy, so the search finds a response to it. Later own turns
    /// are identified by the own moves alone, whatever the others did.
    OwnTree(PlayoutPolicy),
}

/// The objective of opponents in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// Each seat maximizes its own utility.
    MaxN,
    /// All opponents minimize the utility of the searching seat.
    Paranoid,
}

/// The settings of an ISMCTS search.
#[derive(Clone)]
pub struct IsmctsSettings {
    /// When to stop.
    pub budget: Budget,
    /// Number of independent trees whose results are added. They share the budget equally.
    pub trees: u64,
    /// Number of threads that grow the trees. It does not change the result.
    pub threads: usize,
    /// Whose turns are nodes.
    pub mode: TreeMode,
    /// The selection rule.
    pub rule: SelectionRule,
    /// Progressive widening of the own moves.
    pub widen_own: Widening,
    /// Progressive widening of other seats' moves.
    pub widen_others: Widening,
    /// Number of moves sampled when a node is expanded, of which the best is added; 1 or more. Only for games whose
    /// moves are not listed.
    pub expand: u32,
    /// The objective of opponents.
    pub backup: Backup,
    /// True to select a class of equivalent moves first and then a move of it.
    pub classes: bool,
    /// The playout after the tree.
    pub playout: Playout,
}
