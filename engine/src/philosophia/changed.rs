//! Changes of numbers in the tables, to test how much depends on the reconstruction. RULES.md P1.

use std::sync::Arc;

use super::data::{Data, FILES, files, shared};
use super::text::TomlValue;

/// Numbers that can be changed: the table, the last step of the path if only one is allowed, and the bounds.
const FREE: [(&str, Option<&str>, i64, i64); 7] = [
    ("philosophers", None, 0, 40),
    ("olympics", None, 0, 40),
    ("tokens", Some("2"), 1, 40),
    ("disks", Some("3"), 1, 40),
    ("oracles", Some("3"), 1, 40),
    ("board", Some("study"), 0, 40),
    ("board", Some("spaces"), 2, 100),
];

/// Returns the tables with the numbers changed as in `disks.disks.athenas_silver.3=8+philosophers.plato.items.coins=1`.
/// The error describes the first mistake. A timeline is lengthened or shortened before its last space.
pub(super) fn changed(text: &str) -> Result<Arc<Data>, String> {
    if text.is_empty() {
        return Ok(Arc::clone(shared()));
    }
    let mut tables = files().map(TomlValue::TomlTable);
    for part in text.split('+') {
        change(&mut tables, part).map_err(|why| format!("tables = \"{text}\": {part}: {why}"))?;
    }
    let tables = tables.map(|table| match table {
        TomlValue::TomlTable(table) => table,
        _ => unreachable!("nothing but numbers within was changed"),
    });
    Ok(Arc::new(Data::read(&tables)))
}

fn change(tables: &mut [TomlValue], part: &str) -> Result<(), String> {
    let (path, number) = part.split_once('=').ok_or("expected a path and a number, as in olympics.zeus.schools=4")?;
    let path: Vec<&str> = path.split('.').collect();
    let table = FILES.iter().position(|(name, _)| *name == path[0]).ok_or("no table of this name")?;
    let fits = |last: Option<&str>| last.is_none() || last == path.last().copied();
    let free = FREE.iter().find(|(name, last, ..)| *name == path[0] && fits(*last));
    let &(_, _, least, most) = free.ok_or("this number cannot be changed")?;
    let number: i64 = number
        .parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("expected a whole number from {least} to {most}"))?;
    match tables[table].find(&path[1..]) {
        Some(TomlValue::Number(old)) => *old = number,
        Some(TomlValue::List(spaces)) if path[path.len() - 1] == "spaces" => resize(spaces, number as usize),
        _ => return Err("there is no such number".to_owned()),
    }
    Ok(())
}

/// Changes the length of a timeline and keeps its first and last year.
fn resize(spaces: &mut Vec<TomlValue>, wanted: usize) {
    let last = spaces.pop().expect("a timeline has an end");
    let before = spaces.last().cloned().expect("a timeline has a start");
    spaces.resize(wanted - 1, before);
    spaces.push(last);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_of_tables_affects_only_given_numbers() {
        let data = changed(
            "disks.disks.athenas_silver.3=8+olympics.zeus.schools=4+tokens.black.2.2=3+board.timeline.spaces=13",
        );
        let data = data.unwrap();
        let disk = data.disks.iter().find(|disk| disk.name == "athenas_silver").unwrap();
        assert_eq!((disk.amount, data.timeline.len(), data.timeline[12]), (8, 13, -146));
        assert_eq!(data.tokens[0].iter().map(|bonus| bonus.amount).collect::<Vec<_>>(), [1, 1, 3, 1, 1, 1, 1]);
        let zeus = data.requests.iter().position(|request| request.name == "zeus").unwrap();
        assert_eq!((data.requests[zeus].needs[2], shared().requests[zeus].needs[2]), (4, 3));
        assert_eq!(changed("board.timeline.spaces=3").unwrap().timeline, [-1194, -776, -146]);
    }

    #[test]
    fn change_of_unknown_number_is_an_error() {
        for (text, why) in [
            ("disks", "expected a path and a number"),
            ("dice.six=1", "no table of this name"),
            ("moirai.cards.ithaca.1=1", "cannot be changed"),
            ("tokens.black.2.3=1", "cannot be changed"),
            ("olympics.zeus.schools=x", "expected a whole number from 0 to 40"),
            ("disks.disks.athenas_silver.3=0", "expected a whole number from 1 to 40"),
            ("olympics.pan.schools=1", "there is no such number"),
            ("olympics.zeus=1", "there is no such number"),
            ("tokens.black.0.2=1", "there is no such number"),
        ] {
            let found = changed(text).unwrap_err();
            assert!(found.starts_with(&format!("tables = \"{text}\": {text}: ")) && found.contains(why), "{found}");
        }
    }
}
