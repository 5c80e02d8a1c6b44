//! Actions as integer ids, for learning programs: each possible action has one id in every position.

/// The numbering of all actions of a game under its rules. Ids start at 0 and are contiguous, family by family.
pub trait Numbering<A>: Send + Sync {
    /// Returns the name and the number of ids of each family of actions, in the order of the ids.
    fn families(&self) -> Vec<(&'static str, usize)>;

    /// Returns the id of an action that can be legal under these rules. The result is unspecified for other actions.
    fn id(&self, action: A) -> usize;

    /// Returns the action with this id, or `None` if `id` is out of range.
    fn action(&self, id: usize) -> Option<A>;

    /// Returns the total number of ids.
    fn ids(&self) -> usize {
        self.families().iter().map(|(_, count)| count).sum()
    }
}
