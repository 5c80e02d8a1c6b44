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

/// How many ways there are to choose `size` of `items` different items; the largest number if there are more.
pub fn number_of_subsets(items: usize, size: usize) -> u64 {
    // After step i the number is that of subsets of size i + 1, so every division is exact.
    let step = |ways: Option<u64>, i: u64| ways?.checked_mul((items as u64).checked_sub(i)?).map(|ways| ways / (i + 1));
    if size > items { 0 } else { (0..size as u64).fold(Some(1), step).unwrap_or(u64::MAX) }
}
