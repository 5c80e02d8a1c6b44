//! Actions as numbers, for those who learn: every action that the rules can ever allow has one id, whatever the position.

/// The ids of a game under its rules. They begin at 0, one family after the other, without gaps.
pub trait Numbering<A>: Send + Sync {
    /// Names of the families of actions, in the order of their ids, each with how many ids it has.
    fn families(&self) -> Vec<(&'static str, usize)>;

    /// The id of an action that can be legal under these rules; of any other it may be any number.
    fn id(&self, action: A) -> usize;

    /// The action with this id; none where there is no such id.
    fn action(&self, id: usize) -> Option<A>;

    /// How many ids there are.
    fn ids(&self) -> usize {
        self.families().iter().map(|(_, count)| count).sum()
    }
}
