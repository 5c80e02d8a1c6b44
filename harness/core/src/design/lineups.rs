//! Line-ups: subsets of a pool of entrants.

/// Returns all subsets of `size` items in lexicographic order of their positions, or `None` if there are more than
/// `most`.
pub fn subsets(items: &[usize], size: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    choose(items, size, most, &mut Vec::new(), &mut found).then_some(found)
}

/// Adds every subset that begins with `chosen`; returns false if there are more than `most`.
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
