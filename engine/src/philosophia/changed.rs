//! Numbers of the tables that an option changes, for those who ask what the reconstruction turns on. RULES.md P1.

use std::sync::Arc;

use super::data::{Data, FILES, files, shared};
use super::text::Value;

/// Numbers that can be changed: the table, the last step of the path where only one will do, and the least and greatest value.
const FREE: [(&str, Option<&str>, i64, i64); 7] = [
    ("philosophers", None, 0, 40),
    ("olympics", None, 0, 40),
    ("tokens", Some("2"), 1, 40),
    ("disks", Some("3"), 1, 40),
    ("oracles", Some("3"), 1, 40),
    ("board", Some("study"), 0, 40),
    ("board", Some("spaces"), 2, 100),
];

/// The tables with the numbers that `text` gives, as in `disks.disks.athenas_silver.3=8+philosophers.plato.items.coins=1`, or
/// what is wrong with it. A timeline that gets longer or shorter does so before its last space.
pub(super) fn changed(text: &str) -> Result<Arc<Data>, String> {
    if text.is_empty() {
        return Ok(Arc::clone(shared()));
    }
    let mut tables = files().map(Value::Table);
    for part in text.split('+') {
        change(&mut tables, part).map_err(|why| format!("tables = \"{text}\": {part}: {why}"))?;
    }
    let tables = tables.map(|table| match table {
        Value::Table(table) => table,
        _ => unreachable!("nothing but numbers within was changed"),
    });
    Ok(Arc::new(Data::read(&tables)))
}

fn change(tables: &mut [Value], part: &str) -> Result<(), String> {
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
        Some(Value::Number(old)) => *old = number,
        Some(Value::List(spaces)) if path[path.len() - 1] == "spaces" => resize(spaces, number as usize),
        _ => return Err("no number stands there".to_owned()),
    }
    Ok(())
}

/// Makes a timeline so long, with its first and its last year.
fn resize(spaces: &mut Vec<Value>, wanted: usize) {
    let last = spaces.pop().expect("a timeline has an end");
    let before = spaces.last().cloned().expect("and a start");
    spaces.resize(wanted - 1, before);
    spaces.push(last);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_changed_and_nothing_else() {
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
    fn what_is_no_number_of_a_table_is_refused() {
        for (text, why) in [
            ("disks", "expected a path and a number"),
            ("dice.six=1", "no table of this name"),
            ("moirai.cards.ithaca.1=1", "cannot be changed"),
            ("tokens.black.2.3=1", "cannot be changed"),
            ("olympics.zeus.schools=x", "expected a whole number from 0 to 40"),
            ("disks.disks.athenas_silver.3=0", "expected a whole number from 1 to 40"),
            ("olympics.pan.schools=1", "no number stands there"),
            ("olympics.zeus=1", "no number stands there"),
            ("tokens.black.0.2=1", "no number stands there"),
        ] {
            let found = changed(text).unwrap_err();
            assert!(found.starts_with(&format!("tables = \"{text}\": {text}: ")) && found.contains(why), "{found}");
        }
    }
}
