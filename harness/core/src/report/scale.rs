//! Arms along a number, read from their labels: `cards.not=4`, `cards.not=6`, or `100 playouts`, `1,000 playouts`; of a sweep
//! over several keys, `depth=1; plies=2`, along the key with the most values.

/// Where every arm stands along one number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    /// The name of the number: `cards.not`, `playouts`.
    pub name: String,
    /// Of every arm, in their order.
    pub values: Vec<f64>,
    /// The other settings of every arm, `plies=2`; empty if none. Arms of one text are one curve.
    pub others: Vec<String>,
}

/// A part of a label around its number.
type Split<'l> = (&'l str, f64, &'l str);

impl Scale {
    /// The scale of `arms`; nothing if they are not numbers, or stand twice in one place. What is among `words` is no number,
    /// whatever it looks like.
    pub(crate) fn of(arms: &[&str], words: &[String]) -> Option<Self> {
        let labels: Vec<Vec<&str>> = arms.iter().map(|arm| arm.split("; ").collect()).collect();
        let parts = labels.first()?.len();
        if arms.len() < 2 || labels.iter().any(|label| label.len() != parts) {
            return None;
        }
        let along = (0..parts).filter_map(|part| {
            let column: Vec<&str> = labels.iter().map(|label| label[part]).collect();
            let is_word = |label: &&str| words.iter().any(|word| word == label);
            let (name, values) = if column.iter().any(is_word) { return None } else { numbers(&column)? };
            Some((distinct(&values), part, name, values))
        });
        // Of equally many values, the first.
        let (levels, part, name, values) =
            along.fold(None::<(usize, usize, String, Vec<f64>)>, |best, next| match best {
                Some(best) if best.0 >= next.0 => Some(best),
                _ => Some(next),
            })?;
        let rest = |label: &Vec<&str>| {
            let others = label.iter().enumerate().filter(|(i, _)| *i != part).map(|(_, text)| *text);
            others.collect::<Vec<_>>().join("; ")
        };
        let others: Vec<String> = labels.iter().map(rest).collect();
        let twice = (0..arms.len()).any(|i| (0..i).any(|j| values[i] == values[j] && others[i] == others[j]));
        (levels > 1 && !twice).then_some(Scale { name, values, others })
    }

    /// Whether it is a single number that grows from arm to arm.
    pub(crate) fn is_ascending(&self) -> bool {
        self.others.iter().all(String::is_empty) && self.values.windows(2).all(|two| two[0] < two[1])
    }
}

/// The text that all of `labels` have around their numbers, and the numbers.
fn numbers(labels: &[&str]) -> Option<(String, Vec<f64>)> {
    let texts: Vec<String> = labels.iter().map(|label| label.replace(',', "")).collect();
    let found: Vec<Split<'_>> = texts.iter().map(|text| split(text)).collect::<Option<_>>()?;
    let (before, _, after) = found[0];
    let same = found.iter().all(|(head, _, tail)| *head == before && *tail == after);
    let name = format!("{} {}", before.trim_end_matches('=').trim(), after.trim());
    same.then(|| (name.trim().to_owned(), found.iter().map(|(_, number, _)| *number).collect()))
}

/// The number after the last `=`, or the first there is.
fn split(text: &str) -> Option<Split<'_>> {
    let start = text.rfind('=').map_or(0, |at| at + 1);
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let from = start + text[start..].find(|c: char| c.is_ascii_digit())?;
    let from = if text[..from].ends_with('-') { from - 1 } else { from };
    let digits = text[from..].trim_start_matches('-');
    let skipped = text.len() - digits.len();
    let to = digits.find(|c: char| !is_number(c)).map_or(text.len(), |end| skipped + end);
    Some((&text[..from], text[from..to].parse().ok()?, &text[to..]))
}

fn distinct(values: &[f64]) -> usize {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup();
    sorted.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_that_are_numbers_are_a_scale() {
        let name = |arms: &[&str]| Scale::of(arms, &[]).map(|scale| (scale.name.clone(), scale.is_ascending()));
        let found = |text: &str, ascending| Some((text.to_owned(), ascending));
        assert_eq!(name(&["cards.not=4", "cards.not=6", "cards.not=10"]), found("cards.not", true));
        assert_eq!(name(&["cards.not=8", "cards.not=6"]), found("cards.not", false));
        assert_eq!(name(&["100 playouts", "1,000 playouts"]), found("playouts", true));
        assert_eq!(name(&["td.x=-1", "td.x=-0.5"]), found("td.x", true));
        assert_eq!(name(&["8 NOT", "6 AND"]), None);
        assert_eq!(name(&["deck 2009", "12 NOT"]), None);
        assert_eq!(name(&["as printed", "start rotates"]), None);
        assert_eq!(name(&["same", "same"]), None);
        assert_eq!(name(&["x=1", "x=1"]), None);
        assert_eq!(name(&["x=1"]), None);
    }

    #[test]
    fn words_are_no_numbers_whatever_they_look_like() {
        let words = ["deck=2009", "deck=2015", "deck 2009", "deck 2015"].map(str::to_owned);
        assert_eq!(Scale::of(&["deck=2009", "deck=2015"], &words), None);
        assert_eq!(Scale::of(&["deck 2009", "deck 2015"], &words), None);
        // Beside a number only this is a scale.
        let both = ["deck=2009; not=6", "deck=2009; not=8", "deck=2015; not=6", "deck=2015; not=8"];
        let scale = Scale::of(&both, &words).unwrap();
        assert_eq!((scale.name.as_str(), scale.values), ("not", vec![6.0, 8.0, 6.0, 8.0]));
        assert_eq!(scale.others, ["deck=2009", "deck=2009", "deck=2015", "deck=2015"]);
    }

    #[test]
    fn of_two_keys_the_one_with_more_values_is_the_scale() {
        let scale = Scale::of(&["d=1; p=2", "d=1; p=6", "d=1; p=9", "d=2; p=2", "d=2; p=6", "d=2; p=9"], &[]).unwrap();
        assert_eq!((scale.name.as_str(), scale.is_ascending()), ("p", false));
        assert_eq!(scale.values, [2.0, 6.0, 9.0, 2.0, 6.0, 9.0]);
        assert_eq!(scale.others, ["d=1", "d=1", "d=1", "d=2", "d=2", "d=2"]);
    }
}
