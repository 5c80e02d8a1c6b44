//! `ergo new`: writes a starter project from the sources in `harness/examples/`, which the tests build.

use std::fs;
use std::path::{self, Component, Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use ergo_agents::process::{ERGOBOT, LLM, POINTS};
use ergo_harness::folder::Folder;
use ergo_harness::folder::disk::NEW;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::games::ergo::GAME;

use super::new_experiment::ExperimentArgs;
use super::shared::{quoted, say};
use super::verb::{BuildCommand, RunVerb};

/// Create a starter project: a bot, an experiment, or a crate with a game, a bot and a probe
#[derive(Args)]
pub(super) struct NewArgs {
    /// Kind of project to create.
    #[command(subcommand)]
    pub what: NewKind,
}

/// The kinds of project.
#[derive(Subcommand)]
pub(super) enum NewKind {
    /// Create a bot for ERGO and an experiment: a Python script, a language model or a Rust crate
    Bot(BotArgs),
    /// Create a Rust crate with a game, a bot for it, and a probe with a section in the report
    #[command(visible_alias = "lab")]
    Game(CrateArgs),
    /// Create an experiment for one of six questions; without --question, list the questions
    Experiment(ExperimentArgs),
}

/// Create a bot for ERGO and an experiment: a Python script, a language model or a Rust crate
#[derive(Args)]
#[command(after_help = "Example:\n  ergo new bot my-bot --python")]
#[command(group = clap::ArgGroup::new("language").required(true))]
pub(super) struct BotArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub to: CrateArgs,
    /// Write a Python script, which plays as an external program
    #[arg(long, group = "language", conflicts_with = "lab")]
    pub python: bool,
    /// Write a bot for a language model behind an OpenAI-compatible endpoint, with a mock server to try it
    #[arg(long, group = "language", conflicts_with = "lab")]
    pub llm: bool,
    /// Write a Rust crate whose binary has the whole command line
    #[arg(long, group = "language")]
    pub rust: bool,
}

/// Create a Rust crate with a game, a bot for it, and a probe with a section in the report
#[derive(Args)]
#[command(after_help = "Example:\n  ergo new game my-game")]
pub(super) struct CrateArgs {
    /// Folder to create; its last component is the name of the bot or crate
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Checkout of Ergo Lab to build with [default: the checkout of this program, else the version on crates.io]
    #[arg(long, value_name = "PATH")]
    pub lab: Option<PathBuf>,
}

/// The path of a file in the project, and its text.
type File = (&'static str, String);

/// The folder of the crate `ergo-lab` at build time.
const CRATE_FOLDER: &str = env!("CARGO_MANIFEST_DIR");
/// The names of the example projects, which are replaced by the name of the new project.
const NAMES: [&str; 2] = ["own-bot", "own-game"];
/// The largest length of a name, that of crates.io.
const LONGEST: usize = 64;
/// The packages of this workspace, and the program.
#[rustfmt::skip]
const PACKAGES: &[&str] =
    &["ergo", "ergo-core", "ergo-engine", "ergo-agents", "ergo-stats", "ergo-harness", "ergo-lab", "ergo-python"];
/// Names that `cargo new` refuses: keywords, crates of the standard library, folders of a build, and devices of Windows.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else", "enum", "extern",
    "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv",
    "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
    "alloc", "core", "proc-macro", "std", "test",
    "build", "deps", "examples", "incremental",
    "aux", "con", "nul", "prn",
    "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];
/// The file that is written last: if it exists, the project is complete.
const README: &str = "README.md";

impl RunVerb for NewArgs {
    const NAME: &'static str = "new";
    const EXAMPLE: &'static str = "ergo new bot my-bot --python\nergo new bot my-bot --rust\nergo new game my-game\n\
        ergo new experiment mine.toml --question best";

    /// Writes the project and prints the commands to try first.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let (to, bot) = match &self.what {
            NewKind::Bot(args) => (&args.to, Some(args)),
            NewKind::Game(args) => (args, None),
            NewKind::Experiment(args) => return args.run(registry),
        };
        let name = project_name(&to.folder, bot, registry)?;
        let name = name.as_str();
        let files = match bot {
            Some(args) if args.python => python(name),
            Some(args) if args.llm => llm(name),
            Some(_) => rust(name, &dependency(to)?),
            None => game(name, &dependency(to)?),
        };
        write(&to.folder, &files)?;
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        say(&format!("{}: {}\n{}", to.folder.display(), names.join(", "), first_commands(&to.folder, &files)));
        Ok(())
    }
}

/// Returns the last component of `folder` if it can be the name of the project: of a bot, or of a game without `bot`.
fn project_name(folder: &Path, bot: Option<&BotArgs>, registry: &GameRegistry) -> anyhow::Result<String> {
    let noun = if bot.is_some() { "bot" } else { "game" };
    // The absolute path of `.` has a name, too.
    let path = path::absolute(folder).unwrap_or_default();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let Some(problem) = problem(&name, bot, registry) else { return Ok(name) };
    let clean = name.to_lowercase().replace(|c| !is_name_part(c), "-");
    let clean: String = clean.trim_matches(['-', '_']).chars().take(LONGEST / 2).collect();
    let others = [clean.to_owned(), format!("{clean}-{noun}"), format!("{noun}-{clean}")].into_iter();
    let others = others.filter(|_| !clean.is_empty()).chain((1..).map(|n| format!("my-{noun}-{n}")));
    let is_free = |other: &String| folder.with_file_name(other).symlink_metadata().is_err();
    let example = others.filter(is_free).find(|other| self::problem(other, bot, registry).is_none());
    bail!("{}: {problem}, for example {}", folder.display(), example.unwrap_or_default());
}

/// Returns why `name` cannot be the name of the project, and what is expected.
fn problem(name: &str, bot: Option<&BotArgs>, registry: &GameRegistry) -> Option<String> {
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_name_part);
    if !is_name || name.len() > LONGEST {
        return Some(format!(
            "invalid name \"{name}\", expected at most {LONGEST} lower-case ASCII letters, digits, - and _, starting with a letter"
        ));
    }
    let is_crate = bot.is_none_or(|args| !args.python && !args.llm);
    let is_in = |list: &[&str]| list.contains(&name.replace('_', "-").as_str());
    if is_crate && is_in(RESERVED) {
        return Some(format!("the name {name} is reserved by Rust, cargo or Windows, expected another name"));
    }
    if is_crate && is_in(PACKAGES) {
        return Some(format!("{name} is a package of Ergo Lab, expected another name"));
    }
    if bot.is_none() {
        return registry.game(name).ok().map(|_| format!("there is already a game {name}, expected another name"));
    }
    let game = registry.game(GAME).ok()?;
    let measures = game.measures();
    if measures.reserved().contains(&name) {
        return Some(format!("the name {name} is reserved, expected none of {}", measures.reserved().join(", ")));
    }
    let is_known = game.kinds().iter().any(|kind| kind.name == name);
    is_known.then(|| format!("{GAME} already has an agent {name}, expected another name"))
}

/// Returns true if the name of a project may contain `c`.
fn is_name_part(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_'
}

/// The files of a bot in Python.
fn python(name: &str) -> Vec<File> {
    vec![
        ("ergobot.py", ERGOBOT.to_owned()),
        ("bot.py", POINTS.replace("agents/examples/points.py", "bot.py")),
        ("bot.toml", with_name(include_str!("../../examples/own-bot/python/bot.toml"), name)),
        (README, with_name(include_str!("../../examples/own-bot/python/README.md"), name)),
    ]
}

/// The files of a bot for a language model.
fn llm(name: &str) -> Vec<File> {
    vec![
        ("ergobot.py", ERGOBOT.to_owned()),
        ("llm.py", LLM.to_owned()),
        ("mock.py", include_str!("../../examples/own-bot/llm/mock.py").to_owned()),
        ("bot.toml", with_name(include_str!("../../examples/own-bot/llm/bot.toml"), name)),
        (README, with_name(include_str!("../../examples/own-bot/llm/README.md"), name)),
    ]
}

/// The files of a crate with a bot.
fn rust(name: &str, dependency: &str) -> Vec<File> {
    vec![
        ("Cargo.toml", manifest(name, "a bot for ERGO", dependency)),
        ("src/main.rs", include_str!("../../examples/own-bot/src/main.rs").to_owned()),
        ("src/bot.rs", with_name(include_str!("../../examples/own-bot/src/bot.rs"), name)),
        ("bot.toml", with_name(include_str!("../../examples/own-bot/bot.toml"), name)),
        (README, with_name(include_str!("../../examples/own-bot/README.md"), name)),
    ]
}

/// The files of a crate with a game, a bot and a probe.
fn game(name: &str, dependency: &str) -> Vec<File> {
    vec![
        ("Cargo.toml", manifest(name, "a game, a bot for it and a probe", dependency)),
        ("src/main.rs", include_str!("../../examples/own-lab/src/main.rs").to_owned()),
        ("src/game.rs", with_name(include_str!("../../examples/own-lab/src/game.rs"), name)),
        ("src/greedy.rs", include_str!("../../examples/own-lab/src/greedy.rs").to_owned()),
        ("src/openings.rs", include_str!("../../examples/own-lab/src/openings.rs").to_owned()),
        ("tournament.toml", with_name(include_str!("../../examples/own-lab/tournament.toml"), name)),
        (README, with_name(include_str!("../../examples/own-lab/README.md"), name)),
    ]
}

fn with_name(text: &str, name: &str) -> String {
    NAMES.iter().fold(text.to_owned(), |text, own| text.replace(own, name))
}

fn manifest(name: &str, what: &str, dependency: &str) -> String {
    format!(
        "# A crate with {what}, and the whole command line of `ergo`.\n[package]\nname = \"{name}\"\n\
         version = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n# Keeps this crate out of a surrounding workspace.\n[workspace]\n\n\
         [dependencies]\nergo-lab = {dependency}\n\n[profile.dev]\ndebug = \"line-tables-only\"\n"
    )
}

/// The dependency on `ergo-lab` in `Cargo.toml`: the path of a checkout, or the version if there is none.
fn dependency(to: &CrateArgs) -> anyhow::Result<String> {
    let path = match &to.lab {
        Some(lab) => {
            let found = [lab.join("harness"), lab.clone()].into_iter().find(|checkout| is_checkout(checkout));
            let checkout = found.ok_or_else(|| {
                anyhow!(
                    "--lab {}: not a checkout of Ergo Lab, expected a folder with harness/Cargo.toml",
                    lab.display()
                )
            })?;
            relative_path(&to.folder, &checkout)?
        }
        None if is_checkout(Path::new(CRATE_FOLDER)) => PathBuf::from(CRATE_FOLDER),
        None => return Ok(format!("\"{}\"", env!("CARGO_PKG_VERSION"))),
    };
    Ok(format!("{{ path = {} }}", toml::Value::String(path.to_string_lossy().into_owned())))
}

/// Returns true if `path` holds the crate `ergo-lab` and the crate `ergo-engine` is beside it.
fn is_checkout(path: &Path) -> bool {
    path.join("Cargo.toml").is_file() && path.join("../engine/Cargo.toml").is_file()
}

/// The path of `checkout` for the `Cargo.toml` in `folder`: relative if both are, so that they can be moved together.
fn relative_path(folder: &Path, checkout: &Path) -> anyhow::Result<PathBuf> {
    let plain = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let parts: Vec<Component<'_>> = folder.components().filter(|part| *part != Component::CurDir).collect();
    if checkout.is_relative() && parts.iter().all(plain) {
        let up = parts.iter().map(|_| Component::ParentDir);
        return Ok(up.collect::<PathBuf>().join(checkout));
    }
    checkout.canonicalize().map_err(|error| anyhow!("--lab {}: cannot be read: {error}", checkout.display()))
}

/// Writes the files unless the folder holds other files.
fn write(folder: &Path, files: &[File]) -> anyhow::Result<()> {
    if folder.symlink_metadata().is_ok() && !is_free(folder, files) {
        bail!("{}: already exists, expected a new or empty folder", folder.display());
    }
    let folder = Folder::open(folder)?;
    files.iter().try_for_each(|(name, text)| folder.write_whole(name, text))?;
    Ok(())
}

/// Returns true if `folder` is a folder with only files of this project, as an interrupted call leaves them.
fn is_free(folder: &Path, files: &[File]) -> bool {
    let is_partial = |found: &str, bytes: &[u8]| {
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
                || !fs::read(&path).is_ok_and(|bytes| is_partial(&name, &bytes))
            {
                return false;
            }
        }
    }
    true
}

/// The commands to try first, from the README of the project.
fn first_commands(folder: &Path, files: &[File]) -> String {
    let readme = files.iter().find(|(name, _)| *name == README).map_or("", |(_, text)| text);
    let commands = readme.split("```\n").nth(1).unwrap_or_default();
    format!("cd {}\n{}", quoted(&folder.to_string_lossy()), commands.trim_end())
}
