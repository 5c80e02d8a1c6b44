//! Line-ups: ways to choose some of a pool.

/// All ways to choose `size` of `items`, in their order: those of the first item come first. Items that stand there several
/// times are alike; a choice that only takes another of them is the same choice. Nothing if there are more than `most`.
pub fn subsets(items: &[usize], size: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut grouped: Vec<usize> = Vec::with_capacity(items.len());
    for (i, item) in items.iter().enumerate() {
        if !items[..i].contains(item) {
            grouped.extend(items.iter().filter(|other| *other == item));
        }
    }
    let mut found = Vec::new();
    choose(&grouped, size, most, &mut Vec::new(), &mut found).then_some(found)
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
        if i > 0 && items[i - 1] == *item {
            continue;
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
