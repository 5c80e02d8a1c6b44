//! Line-ups: ways to choose some of a pool.

/// Returns all ways to choose `size` of `items`, in their order: those of the first item come first. `None` if there are more
/// than `most`.
pub fn subsets(items: &[usize], size: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    choose(items, size, most, &mut Vec::new(), &mut found).then_some(found)
}

/// Adds every choice that begins with `chosen`; gives whether there was room for all.
fn choose(items: &[usize], size: usize, most: usize, chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) -> bool {
    if size == 0 {
        found.push(chosen.clone());
        return found.len() <= most;
    }
    for (i, item) in items.iter().enumerate() {
        if items.len() - i < size {
            break;
        }
        chosen.push(*item);
        let room = choose(&items[i + 1..], size - 1, most, chosen, found);
        chosen.pop();
        if !room {
            return false;
        }
    }
    true
}
