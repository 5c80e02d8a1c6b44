//! Words of the field, each explained where it first stands on a page and at its foot.

/// A word and what it means.
pub struct Word {
    /// The word, as the list at the foot has it.
    pub word: &'static str,
    /// How it stands in texts. A small first letter may be a capital.
    pub forms: &'static [&'static str],
    /// Its meaning, in one sentence.
    pub means: &'static str,
}

const fn word(word: &'static str, forms: &'static [&'static str], means: &'static str) -> Word {
    Word { word, forms, means }
}

/// All words that are explained. Numbers and their units are joined by a space that does not break.
pub const WORDS: [Word; 36] = [
    word(
        "±",
        &["±"],
        "after it stands half the width of the 95 % interval: the true value lies about so near in 95 of 100 experiments",
    ),
    word(
        "95 % interval",
        &["95\u{a0}% interval", "95\u{a0}% intervals", "95\u{a0}% bands"],
        "from where to where the true value may lie: such intervals hold it in 95 of 100 experiments",
    ),
    word(
        "arm",
        &["arm", "arms"],
        "one setting of the rules or the bots; all arms begin from the same seeds, so that only the setting differs",
    ),
    word("base", &["base"], "the arm to which the others are compared"),
    word(
        "BH",
        &["BH", "Benjamini and Hochberg's"],
        "p adjusted, by Benjamini and Hochberg, so that of all differences called clear about 5 in 100 are none",
    ),
    word("block", &["block", "blocks"], "all matches of a table that begin alike, counted as one observation"),
    word(
        "came",
        &["came (no cause)", "where it came"],
        "what seats won in games where they happened to draw the card, less what others did; other things may have caused both",
    ),
    word(
        "clustered",
        &["clustered"],
        "matches that begin alike resemble each other, so together they count as one observation",
    ),
    word(
        "Cochran's rule",
        &["Cochran's rule", "Cochran"],
        "how many observations a mean needs before its interval can be trusted, the more the more lopsided they are",
    ),
    word(
        "confidence sequence",
        &["confidence sequence", "anytime-valid"],
        "an interval that holds however often one looks and whenever one stops",
    ),
    word(
        "deal",
        &["deal", "deals"],
        "one start of a match, shuffled by its seed; all seatings and arms play the same deals",
    ),
    word(
        "determinized",
        &["determinized", "determinizes"],
        "with what the bot cannot see filled in at random, as it might be",
    ),
    word(
        "drawn",
        &["when drawn", "\"Drawn\""],
        "the worth of drawing that card and no other, all else equal: one draw is exchanged and the round played on",
    ),
    word("Elo", &["Elo"], "points of a rating: between two, 100 more mean 64 % of the wins, 200 more 76 %"),
    word("entrant", &["entrant", "entrants"], "a bot with its settings, under the name by which it takes part"),
    word(
        "equal share",
        &["equal share"],
        "what everybody would win if all were alike: half at two seats, a third at three",
    ),
    word("factor", &["factor", "factors"], "something in the rules or bots that a design varies"),
    word("H1", &["H0", "H1"], "the two claims of a test: by H0 B is no better, by H1 it is better by a given amount"),
    word(
        "Holm",
        &["Holm", "Holm's"],
        "p adjusted, by Holm's method, for looking at many differences: below 0.05, a false one stands anywhere among them in 5 of 100 reports at most",
    ),
    word(
        "Hotelling's T²",
        &["Hotelling's T²"],
        "a test whether several means, such as those of all seats, differ from what they should be",
    ),
    word(
        "lead",
        &["lead"],
        "how far one is ahead: in points, of the mean of the others; in a rating list, of the next",
    ),
    word(
        "log likelihood ratio",
        &["log likelihood ratio"],
        "how much better one claim foretells what was seen than the other; the test stops where it is far from 0",
    ),
    word("margin", &["margin"], "the own points less the mean of the others"),
    word(
        "MCTS",
        &["MCTS", "UCT"],
        "Monte Carlo tree search: it tries actions over and over in the mind, more often those that went well",
    ),
    word(
        "normalised Elo",
        &["normalised Elo"],
        "an advantage counted in standard deviations of one match, which says how many matches show it",
    ),
    word(
        "p",
        &["p"],
        "how probable a difference as large as this is where there is none; a small p speaks for a true one",
    ),
    word("pp", &["pp"], "percentage points: from 20 % to 25 % are +5pp"),
    word("rung", &["rung", "rungs"], "a lead with which one wins three of four matches"),
    word(
        "seating",
        &["seating", "seatings"],
        "who sits in which seat; bots change seats, so that none gains by its place",
    ),
    word(
        "sign-flip test",
        &["sign-flip test"],
        "a test that counts how often chance alone, tossing the sign of each difference, would do as much",
    ),
    word("Student's", &["Student's"], "of Student's t: intervals and tests of means that allow for few observations"),
    word("table", &["table", "tables"], "who sits together in a match; at 2 × td two copies of td"),
    word(
        "target",
        &["target", "targets"],
        "where a designer wants a measure to lie; met if the whole interval does, open if a part of it",
    ),
    word(
        "td",
        &["td"],
        "a bot that learned by playing against itself, moving its judgement of a position towards that of the next (temporal differences)",
    ),
    word("tier", &["tier", "tiers"], "bots of about the same strength, taken as examples of players of that skill"),
    word(
        "win share",
        &["win share", "win shares"],
        "the part of its matches that a bot or seat wins; a win of several is split among them",
    ),
];

impl Word {
    /// The name of its place in the list at the foot.
    pub fn place(&self) -> String {
        let joined: String = self.word.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        match self.word {
            "±" => "word-half-width".to_owned(),
            _ => format!("word-{joined}"),
        }
    }

    /// How long the word is that stands at the start of `text`, where one [may begin](may_begin); nothing if it does not stand there.
    fn length_at(&self, text: &str) -> Option<usize> {
        let fits = |form: &&&str| {
            let ends = form.ends_with(char::is_alphanumeric);
            starts(text, form).is_some_and(|length| !(ends && goes_on(&text[length..])))
        };
        self.forms.iter().filter(fits).map(|form| form.len()).max()
    }

    /// Whether it stands in `text`, whose units are joined to their numbers.
    pub fn stands_in(&self, text: &str) -> bool {
        let mut before = None;
        text.char_indices().any(|(at, letter)| {
            let found = may_begin(letter, before) && self.length_at(&text[at..]).is_some();
            before = Some(letter);
            found
        })
    }
}

/// Whether a word may begin with `letter` after the one `before`: none begins inside another, but a unit stands right after its number.
fn may_begin(letter: char, before: Option<char>) -> bool {
    !(letter.is_alphanumeric() && before.is_some_and(|c| c.is_alphabetic() || "-_./".contains(c)))
}

/// The length of `form` if `text` starts with it, its first letter as it is or a capital.
fn starts(text: &str, form: &str) -> Option<usize> {
    let (head, tail) = (form.chars().next()?, &form[form.chars().next()?.len_utf8()..]);
    let rest = text.strip_prefix(head).or_else(|| {
        let may = head.is_ascii_lowercase() && form.len() > 2;
        text.strip_prefix(head.to_ascii_uppercase()).filter(|_| may)
    })?;
    rest.starts_with(tail).then_some(form.len())
}

/// Whether a name goes on in `text`: `s`, `-1` or `.csv` after a word make another one of it.
fn goes_on(text: &str) -> bool {
    let mut letters = text.chars();
    match letters.next() {
        Some(c) if c.is_alphanumeric() || "_/=".contains(c) => true,
        Some('-' | '.' | '\'') => letters.next().is_some_and(char::is_alphanumeric),
        _ => false,
    }
}

/// Which words a page has explained so far.
pub(super) struct Explained([bool; WORDS.len()]);

impl Explained {
    /// None yet.
    pub(super) fn new() -> Self {
        Explained([false; WORDS.len()])
    }

    /// `text` in parts: those with a word are the first place where that stands on the page.
    pub(super) fn parts<'t>(&mut self, text: &'t str) -> Vec<(&'t str, Option<&'static Word>)> {
        let (mut parts, mut from, mut at, mut before) = (Vec::new(), 0, 0, None);
        while let Some(letter) = text[at..].chars().next() {
            let words = if may_begin(letter, before) { &WORDS[..] } else { &[] };
            let lengths = words.iter().enumerate().filter_map(|(i, word)| Some((word.length_at(&text[at..])?, i)));
            let longest = lengths.max_by_key(|(length, _)| *length);
            let end = at + longest.map_or(letter.len_utf8(), |(length, _)| length);
            if let Some((_, i)) = longest.filter(|(_, i)| !self.0[*i]) {
                self.0[i] = true;
                parts.extend([(&text[from..at], None), (&text[at..end], Some(&WORDS[i]))]);
                from = end;
            }
            before = text[at..end].chars().next_back();
            at = end;
        }
        parts.push((&text[from..], None));
        parts.retain(|(part, _)| !part.is_empty());
        parts
    }

    /// All that stand on the page, in the order of the list.
    pub(super) fn words(&self) -> Vec<&'static Word> {
        WORDS.iter().zip(self.0).filter_map(|(word, is_there)| is_there.then_some(word)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_marked_where_it_first_stands_and_never_inside_another() {
        let mut explained = Explained::new();
        let marked = |parts: Vec<(&str, Option<&'static Word>)>| -> Vec<(String, &str)> {
            parts.into_iter().filter_map(|(text, word)| Some((text.to_owned(), word?.word))).collect()
        };
        let found = marked(explained.parts("Arms of td-1: normalised Elo 3.4±1.0pp, plots/arms.csv, ideal"));
        let expected = [("Arms", "arm"), ("normalised Elo", "normalised Elo"), ("±", "±"), ("pp", "pp")];
        assert_eq!(found, expected.map(|(text, word)| (text.to_owned(), word)));
        // What was inside another was not explained by it.
        let found = marked(explained.parts("the arm, Elo, td; p, normalised Elo"));
        let expected = [("Elo", "Elo"), ("td", "td"), ("p", "p")];
        assert_eq!(found, expected.map(|(text, word)| (text.to_owned(), word)));
        let all: Vec<&str> = explained.words().iter().map(|word| word.word).collect();
        assert_eq!(all, ["±", "arm", "Elo", "normalised Elo", "p", "pp", "td"]);
    }

    #[test]
    fn every_word_has_a_place_of_its_own_and_one_sentence() {
        let mut places: Vec<String> = WORDS.iter().map(Word::place).collect();
        places.sort();
        places.dedup();
        assert_eq!(places.len(), WORDS.len());
        for word in &WORDS {
            assert!(word.means.split_whitespace().count() <= 32 && !word.means.ends_with('.'), "{}", word.means);
            assert!(word.forms.iter().all(|form| word.stands_in(form)), "{}", word.word);
        }
    }
}
