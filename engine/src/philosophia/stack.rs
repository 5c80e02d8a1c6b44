//! Short lists inside the state, so that cloning a state copies bytes and allocates nothing.

/// A list of up to `N` items. Unused places hold the default, so that equal lists are equal bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> Default for Stack<T, N> {
    fn default() -> Self {
        Stack { items: [T::default(); N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> Stack<T, N> {
    /// Returns the items, in order.
    #[inline]
    pub fn items(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }

    #[inline]
    pub(super) fn items_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }

    /// Returns the number of items.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if there are no items.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends an item, for which there must be a free place.
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.items[usize::from(self.len)]))
    }

    /// Removes the item at `place` and shifts the later ones.
    pub(super) fn remove(&mut self, place: usize) -> T {
        let len = usize::from(self.len);
        self.items[place..len].rotate_left(1);
        self.len -= 1;
        std::mem::take(&mut self.items[len - 1])
    }

    pub(super) fn take_first(&mut self) -> Option<T> {
        if self.is_empty() { None } else { Some(self.remove(0)) }
    }

    /// Keeps the items for which `keep` returns true.
    pub(super) fn retain(&mut self, keep: impl Fn(T) -> bool) {
        *self = self.items().iter().copied().filter(|&item| keep(item)).collect();
    }

    pub(super) fn clear(&mut self) {
        *self = Stack::default();
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Stack<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut stack = Stack::default();
        items.into_iter().for_each(|item| stack.push(item));
        stack
    }
}
