//! `ergo new`: a folder to begin with, which runs at once. Its sources are those of `harness/examples/`, which the tests build.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use ergo_agents::process::{ERGOBOT, LLM, POINTS};
use ergo_harness::folder::Folder;
use ergo_harness::folder::disk::NEW;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::games::ergo::GAME;

use super::shared::{quoted, say};
use super::verb::{Act, Whole};

/// Write a folder to begin with: a bot, or a crate with a game, a bot and a probe
#[derive(Args)]
pub(super) struct NewArgs {
    /// The kind of folder to write.
    #[command(subcommand)]
    pub what: What,
}

/// The kinds of folder that can be written.
#[derive(Subcommand)]
pub(super) enum What {
    /// A bot for ERGO, with an experiment: a script in Python, a language model, or a crate in Rust
    Bot(BotArgs),
    /// A crate in Rust with a game, a bot for ERGO, and a probe with its section of the report
    #[command(visible_alias = "lab")]
    Game(CrateArgs),
}

/// A bot for ERGO, with an experiment: a script in Python, a language model, or a crate in Rust
#[derive(Args)]
#[command(group = clap::ArgGroup::new("language").required(true))]
pub(super) struct BotArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub to: CrateArgs,
    /// A script, which is played as a program from outside
    #[arg(long, group = "language", conflicts_with = "lab")]
    pub python: bool,
    /// A language model behind an OpenAI-compatible endpoint, with a mock server to try it
    #[arg(long, group = "language", conflicts_with = "lab")]
    pub llm: bool,
    /// A crate, with the whole command line
    #[arg(long, group = "language")]
    pub rust: bool,
}

/// Where it is written.
#[derive(Args)]
pub(super) struct CrateArgs {
    /// The folder to be made; its last word is the name of what is in it
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The checkout of Ergo Lab that the crate is built with [default: that of this program, or the version on crates.io]
    #[arg(long, value_name = "PATH")]
    pub lab: Option<PathBuf>,
}

/// A file by its name in the folder, with its text.
type File = (&'static str, String);

/// The folder of the crate `ergo-lab` when this was built.
const PROCESSES: &str = env!("CARGO_MANIFEST_DIR");
/// The name of the files in `harness/examples/own-bot/` and of the crate in `harness/examples/own-lab/`.
const NAMES: [&str; 2] = ["own-bot", "own-lab"];
/// The kind of the agent in `harness/examples/own-lab/`.
const KIND: &str = "\"cautious\"";
/// Written last: where it is, all is.
const README: &str = "README.md";

impl Act for NewArgs {
    const NAME: &'static str = "new";

    /// Writes the folder named on the command line.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        let (to, is_bot) = match &self.what {
            What::Bot(args) => (&args.to, true),
            What::Game(args) => (args, false),
        };
        let name = name(&to.folder)?;
        if let (true, Ok(game)) = (is_bot, registry.game(GAME)) {
            let (folder, measures) = (to.folder.display(), game.measures());
            if measures.reserved().contains(&name) {
                bail!("{folder}: {name} is a reserved name, expected none of {}", measures.reserved().join(", "));
            }
            if game.kinds().iter().any(|kind| kind.name == name) {
                bail!("{folder}: {GAME} has an agent {name}, expected another name");
            }
        }
        let files = match &self.what {
            What::Bot(args) if args.python => python(name),
            What::Bot(args) if args.llm => llm(name),
            What::Bot(_) => rust(name, &dependency(to)?),
            What::Game(_) => game(name, &dependency(to)?),
        };
        write(&to.folder, &files)?;
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        say(&format!("{}: {}\n{}", to.folder.display(), names.join(", "), begin(&to.folder, &files)));
        Ok(())
    }
}

/// The name of what is begun in `folder`: a word that a crate, an agent and an entrant can have.
fn name(folder: &Path) -> anyhow::Result<&str> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(fits) || name == "ergo-lab" {
        bail!(
            "{}: no name for it, expected small letters, digits, - and _, a letter first, and not ergo-lab",
            folder.display()
        );
    }
    Ok(name)
}

/// A bot in Python.
fn python(name: &str) -> Vec<File> {
    vec![
        ("ergobot.py", ERGOBOT.to_owned()),
        ("bot.py", POINTS.replace("agents/examples/points.py", "bot.py")),
        ("bot.toml", named(include_str!("../../examples/own-bot/python/bot.toml"), name)),
        (README, named(include_str!("../../examples/own-bot/python/README.md"), name)),
    ]
}

/// A language model as a bot.
fn llm(name: &str) -> Vec<File> {
    vec![
        ("ergobot.py", ERGOBOT.to_owned()),
        ("llm.py", LLM.to_owned()),
        ("mock.py", include_str!("../../examples/own-bot/llm/mock.py").to_owned()),
        ("bot.toml", named(include_str!("../../examples/own-bot/llm/bot.toml"), name)),
        (README, named(include_str!("../../examples/own-bot/llm/README.md"), name)),
    ]
}

/// A crate with a bot.
fn rust(name: &str, dependency: &str) -> Vec<File> {
    let kind = format!("\"{name}\"");
    vec![
        ("Cargo.toml", manifest(name, "a bot for ERGO", dependency)),
        ("src/main.rs", include_str!("../../examples/own-bot/src/main.rs").to_owned()),
        ("src/bot.rs", include_str!("../../examples/own-lab/src/cautious.rs").replace(KIND, &kind)),
        ("bot.toml", include_str!("../../examples/own-lab/bot.toml").replace(KIND, &kind)),
        (README, named(include_str!("../../examples/own-bot/README.md"), name)),
    ]
}

/// A crate with a game, a bot and a probe.
fn game(name: &str, dependency: &str) -> Vec<File> {
    vec![
        ("Cargo.toml", manifest(name, "a game, a bot for ERGO and a probe", dependency)),
        ("src/main.rs", include_str!("../../examples/own-lab/src/main.rs").to_owned()),
        ("src/nim.rs", include_str!("../../examples/own-lab/src/nim.rs").to_owned()),
        ("src/cautious.rs", include_str!("../../examples/own-lab/src/cautious.rs").to_owned()),
        ("src/openings.rs", include_str!("../../examples/own-lab/src/openings.rs").to_owned()),
        ("my.toml", include_str!("../../examples/own-lab/my.toml").to_owned()),
        ("bot.toml", include_str!("../../examples/own-lab/bot.toml").to_owned()),
        (README, named(include_str!("../../examples/own-lab/README.md"), name)),
    ]
}

fn named(text: &str, name: &str) -> String {
    NAMES.iter().fold(text.to_owned(), |text, own| text.replace(own, name))
}

fn manifest(name: &str, what: &str, dependency: &str) -> String {
    format!(
        "# A crate of one's own: {what}, with the whole command line of `ergo`.\n[package]\nname = \"{name}\"\n\
         version = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n# A workspace that it lies in is none of its own.\n[workspace]\n\n\
         [dependencies]\nergo-lab = {dependency}\n\n[profile.dev]\ndebug = \"line-tables-only\"\n"
    )
}

/// How a crate names `ergo-lab`: by the path to a checkout, or by its version where there is none.
fn dependency(to: &CrateArgs) -> anyhow::Result<String> {
    let path = match &to.lab {
        Some(lab) => {
            let found = [lab.join("harness"), lab.clone()].into_iter().find(|house| is_house(house));
            let house = found.ok_or_else(|| {
                anyhow!("--lab {}: no checkout of Ergo Lab, expected a folder with harness/Cargo.toml", lab.display())
            })?;
            seen_from(&to.folder, &house)?
        }
        None if is_house(Path::new(PROCESSES)) => PathBuf::from(PROCESSES),
        None => return Ok(format!("\"{}\"", env!("CARGO_PKG_VERSION"))),
    };
    Ok(format!("{{ path = {} }}", toml::Value::String(path.to_string_lossy().into_owned())))
}

/// Whether the crate `ergo-lab` lies at `path` with the others that it is built from beside it.
fn is_house(path: &Path) -> bool {
    path.join("Cargo.toml").is_file() && path.join("../engine/Cargo.toml").is_file()
}

/// `house` as it is found from `folder`: if both are given from here, the way there, so that they can be moved together.
fn seen_from(folder: &Path, house: &Path) -> anyhow::Result<PathBuf> {
    let plain = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let parts: Vec<Component<'_>> = folder.components().filter(|part| *part != Component::CurDir).collect();
    if house.is_relative() && parts.iter().all(plain) {
        let up = parts.iter().map(|_| Component::ParentDir);
        return Ok(up.collect::<PathBuf>().join(house));
    }
    house.canonicalize().map_err(|error| anyhow!("--lab {}: cannot be read: {error}", house.display()))
}

/// Writes the files, if nothing is there that others wrote.
fn write(folder: &Path, files: &[File]) -> anyhow::Result<()> {
    if folder.symlink_metadata().is_ok() && !is_free(folder, files) {
        bail!("{}: is there already, expected a new or an empty folder", folder.display());
    }
    let folder = Folder::open(folder)?;
    files.iter().try_for_each(|(name, text)| folder.write_whole(name, text))?;
    Ok(())
}

/// Whether nothing is at `folder` but a folder with such files, as they were written before this was cut off.
fn is_free(folder: &Path, files: &[File]) -> bool {
    let is_ours = |found: &str, bytes: &[u8]| {
        files.iter().any(|(name, text)| match found.strip_prefix(name) {
            Some("") => *name != README && bytes == text.as_bytes(),
            Some(end) => end.starts_with(NEW) && text.as_bytes().starts_with(bytes),
            None => false,
        })
    };
    let mut open = vec![(folder.to_owned(), String::new())];
    while let Some((at, before)) = open.pop() {
        if !at.symlink_metadata().is_ok_and(|about| about.is_dir()) {
            return false;
        }
        let Ok(entries) = fs::read_dir(&at) else { return false };
        for entry in entries {
            let Ok(path) = entry.map(|entry| entry.path()) else { return false };
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
            let name = format!("{before}{name}");
            if files.iter().any(|(file, _)| file.starts_with(&format!("{name}/"))) {
                open.push((path, name + "/"));
            } else if !path.symlink_metadata().is_ok_and(|about| about.is_file())
                || !fs::read(&path).is_ok_and(|bytes| is_ours(&name, &bytes))
            {
                return false;
            }
        }
    }
    true
}

/// The commands to type first: those of its README.
fn begin(folder: &Path, files: &[File]) -> String {
    let readme = files.iter().find(|(name, _)| *name == README).map_or("", |(_, text)| text);
    let commands = readme.split("```\n").nth(1).unwrap_or_default();
    format!("cd {}\n{}", quoted(&folder.to_string_lossy()), commands.trim_end())
}
