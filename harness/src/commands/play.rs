//! `ergo play`: a person at one seat, agents at the others.

use clap::Args;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use ergo_engine::seat::{Seat, SeatCount};
use ergo_harness::arena::DynGame;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::programs::hide_growing;

use super::flags::key_and_value;
use super::opinion::{partner, seated, served};
use super::shared::{agents_listed, print, rules_given};
use super::verb::{Act, Whole};
use crate::play::page::{self, Afterwards, News};
use crate::play::record::{PERSON, Record};
use crate::play::session::Session;
use crate::play::table::Sitting;
use crate::play::terminal::{Manner, Parted, Terminal};

/// Play a match against agents yourself, in the terminal or in a browser
#[derive(Args, Clone)]
pub(super) struct PlayArgs {
    /// The game [default: ergo]
    #[arg(value_name = "GAME", conflicts_with = "game")]
    pub named: Option<String>,
    /// The same as GAME
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// Who you play against: an agent for all other seats, or one for each, with commas between [default: td for ERGO]
    #[arg(long, value_name = "AGENTS")]
    pub against: Option<String>,
    /// How many sit at the table [default: one more than the agents named, if the game has so many]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seats: Option<u8>,
    /// Your seat
    #[arg(long, value_name = "SEAT", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub seat: u8,
    /// Whom a hint (?) asks what it would do: kind, or kind:key=value,key=value [default: td for ERGO]
    #[arg(long, value_name = "AGENT")]
    pub hints: Option<String>,
    /// The number the match derives from: the same gives the same deal [default: another every time; it is printed]
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: Option<u64>,
    /// Change a rule, such as cards.not=4
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    /// The file of the transcript, for ergo replay [default: played-GAME-SEED.jsonl]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play in a browser on this machine; prints the address to open
    #[arg(long)]
    pub page: bool,
}

impl Act for PlayArgs {
    const NAME: &'static str = "play";

    /// Plays one match with the person who called.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        let name = self.named.as_ref().unwrap_or(&self.game);
        let game = registry.game(name).map_err(|error| anyhow!("--game: {error}"))?;
        let seed = self.seed.map_or_else(any_seed, Ok)?;
        let (sitting, record) = sitting(self, &*game, seed)?;
        let names: Vec<String> =
            sitting.entrants.iter().zip(1..).map(|(name, seat)| format!("{seat} {name}")).collect();
        // It says the seed, and grows with the match.
        hide_growing(record.path());
        let file = record.path().display().to_string();
        let mut session = Session::begin(sitting, record).map_err(|what| anyhow!(what))?;
        print(&format!("{}: {}. Seed {seed}: --seed {seed} begins the same again.\n", game.name(), names.join(", ")))?;
        let parted = match self.page {
            true => in_browser(session, &game, self, registry)?,
            false => in_terminal(&mut session)?,
        };
        let whole = if parted == Parted::Over { "" } else { " so far" };
        print(&format!(
            "Transcript{whole}: {file}; ergo replay {file} tells it, with --mistakes 3 what you gave away.\n"
        ))
    }
}

/// Short enough to be typed again.
fn any_seed() -> anyhow::Result<u64> {
    Ok(u64::from(getrandom::u32().map_err(|error| anyhow!("--seed: none can be drawn: {error}"))?))
}

/// The match to be played, and where it is written down.
fn sitting(args: &PlayArgs, game: &dyn DynGame, seed: u64) -> anyhow::Result<(Sitting, Record)> {
    let against = args.against.as_deref().map_or_else(Vec::new, agents_listed);
    let (fewest, most) = game.seats();
    if most == 1 && !against.is_empty() {
        bail!("--against: at {} you sit alone, expected nobody", game.name());
    }
    let seats = args.seats.map_or_else(|| (1 + against.len()).max(fewest).max(2.min(most)), usize::from);
    if !(fewest..=most).contains(&seats) {
        bail!("--seats {seats}: {} is for {fewest} to {most}", game.name());
    }
    let own = usize::from(args.seat) - 1;
    if own >= seats {
        bail!("--seat {}: expected 1 to {seats}", args.seat);
    }
    let others = seats - 1;
    if against.len() > 1 && against.len() != others {
        bail!("--against: {} agents, expected 1 or {others}, one for each other seat", against.len());
    }
    let partner = || partner(game).to_owned();
    let rules =
        game.configure(SeatCount::new(seats), &rules_given(&args.set)).map_err(|error| anyhow!("--set: {error}"))?;
    let mut left = (0..others).map(|i| match against.as_slice() {
        [] => partner(),
        [one] => one.clone(),
        all => all[i].clone(),
    });
    let (mut entrants, mut agents) = (Vec::new(), Vec::new());
    for seat in 0..seats {
        let name = if seat == own { None } else { left.next() };
        agents.push(name.as_ref().map(|name| seated(game, &*rules, "--against", name)).transpose()?);
        entrants.push(name.unwrap_or_else(|| PERSON.to_owned()));
    }
    let hints = args.hints.clone().unwrap_or_else(partner);
    let adviser = seated(game, &*rules, "--hints", &hints)?;
    let path = file(args, game.name(), seed)?;
    let record = Record::new(path, (game.name(), rules.settings()), (entrants.clone(), own + 1), seed);
    Ok((Sitting { rules, seed, own: Seat::new(own), entrants, agents, adviser: (hints, adviser) }, record))
}

/// The file of the transcript: the one asked for, which must not be there, or one that is not.
fn file(args: &PlayArgs, game: &str, seed: u64) -> anyhow::Result<PathBuf> {
    match &args.out {
        Some(path) if path.symlink_metadata().is_ok() => {
            bail!("{}: is there already, expected --out with another file", path.display())
        }
        Some(path) => Ok(path.clone()),
        None => {
            let named = |again: u32| match again {
                1 => PathBuf::from(format!("played-{game}-{seed}.jsonl")),
                again => PathBuf::from(format!("played-{game}-{seed}-{again}.jsonl")),
            };
            let free = (1..=u32::MAX).map(named).find(|path| !path.exists());
            free.ok_or_else(|| anyhow!("--out: expected a file, as all names are taken"))
        }
    }
}

fn in_terminal(session: &mut Session) -> anyhow::Result<Parted> {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let able = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    let colour = io::stdout().is_terminal() && wanted && able;
    let manner = Manner { colour, echo: !io::stdin().is_terminal() };
    Terminal::new(io::stdin().lock(), io::stdout(), manner).play(session).map_err(|what| anyhow!(what))
}

fn in_browser(
    session: Session,
    game: &Arc<dyn DynGame>,
    args: &PlayArgs,
    registry: &GameRegistry,
) -> anyhow::Result<Parted> {
    let own = session.own().index();
    let again = {
        let (game, args) = (Arc::clone(game), args.clone());
        move || {
            let args = PlayArgs { out: args.out.as_deref().map(free), seed: None, ..args.clone() };
            let next = any_seed().and_then(|seed| sitting(&args, &*game, seed));
            let (sitting, record) = next.map_err(|error| error.to_string())?;
            Session::begin(sitting, record)
        }
    };
    let registry = registry.clone();
    let replay = move |file: &str, mistakes: bool, nonce: &str| {
        served(Path::new(file), &registry, mistakes.then_some(own), nonce).map_err(|error| error.to_string())
    };
    let afterwards = Afterwards { again: Box::new(again), replay: Box::new(replay) };
    let served =
        page::serve(session, game.description().rules, afterwards).map_err(|what| anyhow!("--page: {what}"))?;
    print(&format!("Open {}\nIt is for this machine only. Ctrl-C ends it; the transcript is kept.\n", served.address))?;
    let mut parted = Parted::Left;
    for news in served.news {
        match news {
            News::Over(how) => {
                parted = Parted::Over;
                print(&format!("{how} The page shows it until you leave there, or Ctrl-C.\n"))?;
            }
            News::Left => break,
            News::StartError(what) => bail!(what),
        }
    }
    Ok(parted)
}

/// A file beside this one that is not there: the same name with a number.
fn free(path: &Path) -> PathBuf {
    let (stem, end) = (path.file_stem().unwrap_or_default().to_string_lossy(), path.extension());
    let end = end.map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    let named = |again: u32| path.with_file_name(format!("{stem}-{again}{end}"));
    (2..=u32::MAX).map(named).find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| path.to_owned())
}
