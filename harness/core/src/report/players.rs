//! Who played: the bots of the first screen, each with a sentence, and what sets those of one kind apart.

use super::words::{self, count};

/// Kinds of bots above so many are only named.
const MOST_KINDS: usize = 7;

/// A bot under the name it plays by.
#[derive(Clone, Debug)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Its kind in a sentence; of several kinds where arms seat others under one name.
    pub about: String,
    /// Settings that are not those a bot of its kind has by itself: `at_end = false`. Empty if there are none.
    pub settings: String,
}

/// A name, and settings.
type Named<'a> = (&'a str, &'a str);

/// Lines on those who have one of the `names`: bots of one kind in one, and the last only named where kinds are many.
pub(super) fn players(names: &[String], all: &[Player]) -> Vec<(String, String)> {
    let mut kinds: Vec<(&str, Vec<Named<'_>>)> = Vec::new();
    for name in names {
        let known = all.iter().find(|known| known.name == *name);
        let (about, settings) = known.map_or(("", ""), |known| (&*known.about, &*known.settings));
        match kinds.iter_mut().find(|(other, _)| !about.is_empty() && *other == about) {
            Some((_, same)) => same.push((name, settings)),
            None => kinds.push((about, vec![(name, settings)])),
        }
    }
    let rest = if kinds.len() > MOST_KINDS { kinds.split_off(MOST_KINDS - 1) } else { Vec::new() };
    let names = |same: &[Named<'_>]| words::list(&same.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>());
    let mut lines: Vec<(String, String)> =
        kinds.iter().map(|(about, same)| (names(same), format!("{about}{}", apart(same)))).collect();
    let rest: Vec<Named<'_>> = rest.into_iter().flat_map(|(_, same)| same).collect();
    if !rest.is_empty() {
        lines.push((format!("{} more", count(rest.len() as u64)), names(&rest)));
    }
    lines
}

/// The settings of bots of one kind, where they are not all the same.
fn apart(same: &[Named<'_>]) -> String {
    if same.iter().all(|(_, settings)| *settings == same[0].1) {
        return String::new();
    }
    let set = same.iter().filter(|(_, settings)| !settings.is_empty());
    let set: Vec<String> = set.map(|(name, settings)| format!("{name} with {settings}")).collect();
    format!("; {}", set.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_of_one_kind_are_told_apart_by_their_settings() {
        let player = |name: &str, about: &str, settings: &str| Player {
            name: name.to_owned(),
            about: about.to_owned(),
            settings: settings.to_owned(),
        };
        let all = [player("a", "waits", ""), player("b", "waits", "at_end = false"), player("c", "acts", "depth = 2")];
        let names = ["a", "b", "c", "d"].map(str::to_owned);
        let line = |who: &str, said: &str| (who.to_owned(), said.to_owned());
        assert_eq!(
            players(&names, &all),
            [line("a and b", "waits; b with at_end = false"), line("c", "acts"), line("d", "")]
        );
        let many: Vec<Player> = (0..9).map(|i| player(&format!("p{i}"), &format!("kind {i}"), "")).collect();
        let names: Vec<String> = many.iter().map(|one| one.name.clone()).collect();
        let lines = players(&names, &many);
        assert_eq!((lines.len(), &lines[6]), (7, &line("3 more", "p6, p7 and p8")));
    }
}
