//! Enums whose values are single words in text.

/// The error for a text that is not one of the expected words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, not \"{word}\"")]
pub struct ParseWordError {
    word: String,
    expected: String,
}

impl ParseWordError {
    /// Returns the error for `word` if one of `words` is expected.
    ///
    /// # Panics
    ///
    /// If `words` is empty.
    pub fn new(word: &str, words: &[&str]) -> Self {
        let (last, first) = words.split_last().expect("a word");
        let before = if first.is_empty() { String::new() } else { format!("{} or ", first.join(", ")) };
        ParseWordError { word: word.to_owned(), expected: before + last }
    }
}

/// Declares an enum of words, with `ALL`, `WORDS`, `word`, [`Display`](std::fmt::Display) and
/// [`FromStr`](std::str::FromStr).
///
/// ```
/// ergo_core::words! {
///     /// What a tie does.
///     pub enum Ties { PlayOn = "play_on", Share = "share" }
/// }
///
/// assert_eq!("share".parse(), Ok(Ties::Share));
/// assert_eq!(Ties::PlayOn.to_string(), "play_on");
/// assert_eq!("none".parse::<Ties>().unwrap_err().to_string(), "expected play_on or share, not \"none\"");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        $vis enum $name { $($(#[$doc])* $variant,)+ }

        #[allow(dead_code)]
        impl $name {
            /// Every value, in order of declaration.
            pub const ALL: [$name; <[&str]>::len(&[$($word),+])] = [$($name::$variant),+];
            /// The words of all values, in order of declaration.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// Returns the word of this value.
            pub const fn word(self) -> &'static str {
                $name::WORDS[self as usize]
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::words::ParseWordError;
            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let found = $name::ALL.into_iter().find(|known| known.word() == word);
                found.ok_or_else(|| $crate::words::ParseWordError::new(word, $name::WORDS))
            }
        }
    };
}
