//! How trees are to grow.

use super::budget::Budget;
use super::playout::{Playout, PlayoutPolicy};
use super::select::{SelectionRule, Widening};

/// Whose turns are nodes of the tree, and what tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeMode {
    /// Everybody's: a node is what its mover has seen others do since the root, whatever cards it holds.
    SingleObserver,
    /// Everybody's: a node is all that its mover observes, its own cards included. Exact, and it takes more iterations, for what
    /// an opponent does is learned for each hand apart. (Cowling, Powley and Whitehouse 2012, MO-ISMCTS.)
    MultiObserver,
    /// The searching seat's own. Others play by this policy, so that the search finds an answer to it. Own later turns are
    /// known by how they are played, whatever happened between.
    OwnTree(PlayoutPolicy),
}

/// How opponents choose in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// Each for itself.
    MaxN,
    /// All against the searching seat.
    Paranoid,
}

/// How to search.
#[derive(Clone)]
pub struct IsmctsSettings {
    /// When to stop.
    pub budget: Budget,
    /// Trees that are grown apart and added up; each has its share of the budget.
    pub trees: u64,
    /// Threads that grow them. It changes nothing but the time.
    pub threads: usize,
    /// Whose turns are nodes.
    pub mode: TreeMode,
    /// How moves are scored.
    pub rule: SelectionRule,
    /// How many of its own moves are tried.
    pub widen_own: Widening,
    /// How many moves of others are tried.
    pub widen_others: Widening,
    /// Of how many drawn moves the best joins a node, where moves are not listed. 1 or more.
    pub expand: u32,
    /// How opponents choose.
    pub backup: Backup,
    /// Whether a class of moves is chosen first, then a move of it.
    pub classes: bool,
    /// How the round is played out.
    pub playout: Playout,
}
