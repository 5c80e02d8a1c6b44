//! Files named by the commands of external programs, with digests that identify the version of each program.

use std::collections::BTreeSet;
use std::env;
use std::io::Read;
use std::path::{Path, PathBuf};

use ergo_agents::spec::AgentSpec;
use serde::{Deserialize, Serialize};

use crate::storage::digest::{Hasher, read_into};
use crate::storage::folder::{FolderError, regular};

/// The largest number of bytes covered by a digest; of a larger file, the first bytes.
const MOST: u64 = 64 << 20;
/// Words that may precede the command in a shell line.
const PREFIXES: [&str; 5] = ["env", "exec", "nice", "nohup", "time"];

/// A file that the command of an external program names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CommandFile {
    /// The entrant that the program plays for.
    pub entrant: String,
    /// The file as it is written in the command.
    pub file: String,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 of the first 64 MiB.
    pub sha256: String,
}

/// Returns the files that the commands of `programs` (pairs of entrant and agent) currently name.
pub fn command_files<'a>(programs: impl Iterator<Item = (&'a str, &'a AgentSpec)>) -> Vec<CommandFile> {
    let commands: BTreeSet<_> = programs.map(|(entrant, agent)| (entrant, agent.settings.text("command"))).collect();
    let of = |(entrant, command): (&str, &str)| {
        let mut found = BTreeSet::new();
        named(command, &mut found);
        let file = |(file, path): (String, PathBuf)| {
            let (bytes, sha256) = digest(&path)?;
            Some(CommandFile { entrant: entrant.to_owned(), file, bytes, sha256 })
        };
        found.into_iter().filter_map(file).collect::<Vec<_>>()
    };
    let all: BTreeSet<CommandFile> = commands.into_iter().flat_map(of).collect();
    all.into_iter().collect()
}

/// Returns the first file in which `then` and `now` differ; `None` if `then` is not recorded.
pub fn changed<'a>(then: &'a [CommandFile], now: &'a [CommandFile]) -> Option<&'a CommandFile> {
    if then.is_empty() {
        return None;
    }
    now.iter().find(|file| !then.contains(file)).or_else(|| then.iter().find(|file| !now.contains(file)))
}

/// Rejects resuming the work in `path` if its command files were changed.
pub(crate) fn unchanged(path: &Path, then: &[CommandFile], now: &[CommandFile]) -> Result<(), FolderError> {
    let Some(CommandFile { entrant, file, .. }) = changed(then, now) else { return Ok(()) };
    let holds = format!("matches of another version of {file}, which the command of {entrant} names");
    Err(FolderError::Other { path: path.to_owned(), holds, expected: "the file as it was".to_owned() })
}

/// Returns length and digest of the file at `path` if it is a readable regular file.
fn digest(path: &Path) -> Option<(u64, String)> {
    let file = regular::open(path).ok()?;
    let bytes = file.metadata().ok()?.len();
    let mut hasher = Hasher::default();
    read_into(&mut hasher, &mut file.take(MOST)).ok()?;
    Some((bytes, hasher.finish()))
}

/// Adds the files that `command` names: the name in the command and the path.
fn named(command: &str, found: &mut BTreeSet<(String, PathBuf)>) {
    // A command may change to a folder that it names.
    let mut folders = vec![PathBuf::new()];
    let mut is_first = true;
    for word in words(command) {
        let Some(word) = word else {
            is_first = true;
            continue;
        };
        if is_first && !word.contains(['/', '=']) {
            is_first = PREFIXES.contains(&word.as_str());
            found.extend(on_path(&word).map(|path| (word, path)));
            continue;
        }
        let value = word.split_once('=').map(|(_, value)| value);
        is_first &= value.is_some();
        let mut is_known = false;
        for text in [Some(word.as_str()), value].into_iter().flatten() {
            for path in folders.iter().map(|folder| folder.join(at_home(text))).collect::<Vec<_>>() {
                if path.is_file() {
                    found.insert((text.to_owned(), path));
                } else if path.is_dir() && folders.len() < 8 {
                    folders.push(path);
                } else {
                    continue;
                }
                is_known = true;
                break;
            }
        }
        if !is_known && word.contains(char::is_whitespace) {
            named(&word, found);
        }
    }
}

/// Splits a shell command into words without quotes; `None` marks the end of a simple command.
pub(super) fn words(command: &str) -> Vec<Option<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            (letter, Some(mark)) if letter == mark => quote = None,
            ('\'' | '"', None) => quote = Some(letter),
            ('\\', None | Some('"')) => word.extend(letters.next()),
            (letter, None) if letter.is_whitespace() || ";&|()<>`".contains(letter) => {
                words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()).map(Some));
                words.extend(";&|(`\n".contains(letter).then_some(None));
            }
            (letter, _) => word.push(letter),
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()).map(Some));
    words
}

/// Replaces a leading `~` or `$HOME`.
fn at_home(text: &str) -> PathBuf {
    let rest = ["~/", "$HOME/", "${HOME}/"].iter().find_map(|home| text.strip_prefix(home));
    match (rest, env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// Returns the path of a program that is found on `PATH`.
pub(super) fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_names_its_program_and_files() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        std::fs::create_dir(at("bots")).unwrap();
        for name in ["a b.py", "net.bin", "bots/bot.py"] {
            std::fs::write(at(name), name).unwrap();
        }
        let (spaced, net, bots) = (at("a b.py"), at("net.bin"), at("bots"));
        let files = |command: &str| {
            let mut found = BTreeSet::new();
            named(command, &mut found);
            found.into_iter().map(|(file, _)| file).collect::<Vec<_>>()
        };
        let both = |last: &str| vec![last.to_owned(), "sh".to_owned()];
        assert_eq!(files(&format!("sh '{spaced}'")), both(&spaced));
        assert_eq!(files(&format!("sh {}", spaced.replace(' ', "\\ "))), both(&spaced));
        for word in ["", "--net=", "net=", "< "] {
            assert_eq!(files(&format!("sh {word}{net}")), both(&net), "{word}");
        }
        assert_eq!(files(&format!("NET={net} exec sh")), both(&net));
        assert_eq!(files(&format!("sh -c 'exec sh {net} --depth 3'")), both(&net));
        assert_eq!(files(&format!("cd {bots} && sh bot.py")).last().unwrap(), "sh");
        assert!(files(&format!("cd {bots} && sh bot.py")).contains(&"bot.py".to_owned()));
        assert_eq!(files("sh --sort sh"), ["sh"], "an argument is no program");
        assert_eq!(files(&format!("sh {bots} /dev/null nothing")), ["sh"]);
    }

    #[test]
    fn changed_without_record_returns_none() {
        let file = |sha256: &str| CommandFile {
            entrant: "bot".to_owned(),
            file: "bot.py".to_owned(),
            bytes: 1,
            sha256: sha256.to_owned(),
        };
        let (one, other) = ([file("1")], [file("2")]);
        assert_eq!(changed(&one, &other), Some(&other[0]));
        assert_eq!(changed(&one, &[]), Some(&one[0]));
        assert_eq!((changed(&one, &one), changed(&[], &one)), (None, None));
    }
}
