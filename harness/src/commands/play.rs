//! `ergo play`: a match of a person against agents.

use clap::Args;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use ergo_engine::seat::{Seat, SeatCount};
use ergo_harness::arena::DynGame;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::programs::hide_growing;

use super::flags::RuleArgs;
use super::opponent::{default_opponent, levels, parse_seated_opponent, replay_page};
use super::shared::{parse_rules, print, quoted, split_agents};
use super::verb::{BuildCommand, RunVerb};
use crate::play::MatchSetup;
use crate::play::page::{self, Callbacks, Choices, MatchEvent, NewMatch};
use crate::play::record::{PERSON, Record};
use crate::play::session::Session;
use crate::play::terminal::{SessionEnd, Style, Terminal};

/// Play a match against agents, in the terminal or in a browser
#[derive(Args, Clone)]
pub(super) struct PlayArgs {
    /// Name of the game [default: ergo]
    #[arg(value_name = "GAME", conflicts_with = "game")]
    pub named: Option<String>,
    /// Name of the game; same as GAME
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// Opponents: one agent for all other seats, or one for each separated by commas [default: td for ergo]
    #[arg(long, value_name = "AGENTS")]
    pub against: Option<String>,
    /// Number of seats [default: the opponents plus one, at least 2 if the game allows it]
    #[arg(long)]
    pub seats: Option<usize>,
    /// Your seat, from 1
    #[arg(long, value_name = "SEAT", default_value_t = 1)]
    pub seat: usize,
    /// Agent that answers hints (?), given as KIND or KIND:KEY=VALUE,KEY=VALUE [default: td for ergo]
    #[arg(long, value_name = "AGENT")]
    pub hints: Option<String>,
    /// Seed of the match [default: random; it is printed]
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: Option<u64>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
    /// Transcript file to write, for `ergo replay` [default: played-GAME-SEED.jsonl]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play in a browser on this machine; prints the address to open
    #[arg(long)]
    pub page: bool,
}

impl RunVerb for PlayArgs {
    const NAME: &'static str = "play";
    const EXAMPLE: &'static str = "ergo play\nergo play cogito --seats 3 --page";

    /// Plays one match in the terminal or in a browser.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let name = self.named.as_ref().unwrap_or(&self.game);
        let game = registry.game(name).map_err(|error| anyhow!("--game: {error}"))?;
        let seed = self.seed.map_or_else(any_seed, Ok)?;
        let (setup, record) = setup(self, &*game, seed)?;
        let names: Vec<String> = setup.entrants.iter().zip(1..).map(|(name, seat)| format!("{seat} {name}")).collect();
        // The transcript contains the seed and grows during the match.
        hide_growing(record.path());
        let file = record.path().display().to_string();
        let mut session = Session::begin(setup, record).map_err(|what| anyhow!(what))?;
        print(&format!(
            "{}: {}. Seed {seed} (--seed {seed} repeats this deal).\nThe rules: ergo rules {0}\n",
            game.name(),
            names.join(", ")
        ))?;
        let (end, file) = match self.page {
            true => in_browser(session, &game, self, registry)?,
            false => (in_terminal(&mut session)?, file),
        };
        let whole = if end == SessionEnd::Over { "" } else { " so far" };
        print(&format!(
            "Transcript{whole}: {file}. To show it: ergo replay {}. To list your three worst mistakes, add --mistakes 3.\n",
            quoted(&file)
        ))
    }
}

/// Draws a seed that is short enough to type.
fn any_seed() -> anyhow::Result<u64> {
    Ok(u64::from(
        getrandom::u32().map_err(|error| anyhow!("--seed: cannot draw a random seed: {error}, expected --seed N"))?,
    ))
}

/// Prepares the match and its transcript.
fn setup(args: &PlayArgs, game: &dyn DynGame, seed: u64) -> anyhow::Result<(MatchSetup, Record)> {
    let against = args.against.as_deref().map_or(Ok(Vec::new()), |text| split_agents("--against", text))?;
    let (fewest, most) = game.seats();
    if most == 1 && !against.is_empty() {
        bail!("--against: {} is a single-player game, expected no --against", game.name());
    }
    let seats = args.seats.unwrap_or_else(|| (1 + against.len()).max(fewest).max(2.min(most)));
    if !(fewest..=most).contains(&seats) {
        bail!("--seats {seats}: {} is for {}", game.name(), players(fewest, most));
    }
    let own = args.seat.wrapping_sub(1);
    if own >= seats {
        bail!("--seat {}: there are {seats} players, expected a seat from 1 to {seats}", args.seat);
    }
    let others = seats - 1;
    if against.len() > 1 && against.len() != others {
        bail!("--against: got {} agents, expected 1 or {others} (one for each other seat)", against.len());
    }
    let partner = || default_opponent(game).to_owned();
    let rules = game
        .configure(SeatCount::new(seats), &parse_rules(&args.rules.set))
        .map_err(|error| anyhow!("--set: {error}"))?;
    let mut left = (0..others).map(|i| match against.as_slice() {
        [] => partner(),
        [one] => one.clone(),
        all => all[i].clone(),
    });
    let (mut entrants, mut agents) = (Vec::new(), Vec::new());
    for seat in 0..seats {
        let name = if seat == own { None } else { left.next() };
        agents.push(name.as_ref().map(|name| parse_seated_opponent(game, &*rules, "--against", name)).transpose()?);
        entrants.push(name.unwrap_or_else(|| PERSON.to_owned()));
    }
    let hints = args.hints.clone().unwrap_or_else(partner);
    let adviser = parse_seated_opponent(game, &*rules, "--hints", &hints)?;
    let path = file(args, game.name(), seed)?;
    let record = Record::new(path, (game.name(), rules.settings()), (entrants.clone(), own + 1), seed);
    Ok((MatchSetup { rules, seed, own: Seat::new(own), entrants, agents, adviser: (hints, adviser) }, record))
}

/// Returns the number of players in words.
fn players(fewest: usize, most: usize) -> String {
    match most {
        1 => "one player".to_owned(),
        most if most == fewest => format!("{most} players"),
        most => format!("{fewest} to {most} players"),
    }
}

/// Returns the path of the transcript: `--out`, which must not exist, or an unused default name.
fn file(args: &PlayArgs, game: &str, seed: u64) -> anyhow::Result<PathBuf> {
    match &args.out {
        Some(path) if path.symlink_metadata().is_ok() => {
            bail!("--out {}: already exists, expected a new file", path.display())
        }
        Some(path) => Ok(path.clone()),
        None => {
            let named = |again: u32| match again {
                1 => PathBuf::from(format!("played-{game}-{seed}.jsonl")),
                again => PathBuf::from(format!("played-{game}-{seed}-{again}.jsonl")),
            };
            let free = (1..=u32::MAX).map(named).find(|path| !path.exists());
            free.ok_or_else(|| anyhow!("--out: all default names are taken, expected --out FILE"))
        }
    }
}

fn in_terminal(session: &mut Session) -> anyhow::Result<SessionEnd> {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let able = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    let colour = io::stdout().is_terminal() && wanted && able;
    let style = Style { colour, echo: !io::stdin().is_terminal() };
    Terminal::new(io::stdin().lock(), io::stdout(), style).play(session).map_err(|what| anyhow!(what))
}

/// Serves the page until the person leaves. Returns how the last match ended, and its file.
fn in_browser(
    session: Session,
    game: &Arc<dyn DynGame>,
    args: &PlayArgs,
    registry: &GameRegistry,
) -> anyhow::Result<(SessionEnd, String)> {
    let view = session.view();
    let opponents: Vec<&str> = session.opponents().collect();
    let same = opponents.windows(2).all(|two| two[0] == two[1]);
    let against = if same { opponents.first().copied().unwrap_or_default().to_owned() } else { opponents.join(",") };
    let current = NewMatch { against, seats: view.entrants.len(), seat: args.seat };
    let choices = choices(&**game, &current.against);
    let begin = {
        let (game, args) = (Arc::clone(game), args.clone());
        move |new: &NewMatch| {
            let args = PlayArgs {
                against: Some(new.against.clone()).filter(|against| !against.is_empty()),
                seats: Some(new.seats),
                seat: new.seat,
                out: args.out.as_deref().map(free),
                seed: None,
                ..args.clone()
            };
            let next = any_seed().and_then(|seed| setup(&args, &*game, seed));
            let (setup, record) = next.map_err(|error| error.to_string())?;
            hide_growing(record.path());
            Session::begin(setup, record)
        }
    };
    let registry = registry.clone();
    let replay = move |file: &str, mistakes_of: Option<usize>, nonce: &str| {
        replay_page(Path::new(file), &registry, mistakes_of, nonce).map_err(|error| error.to_string())
    };
    let callbacks = Callbacks { begin: Box::new(begin), replay: Box::new(replay) };
    let served = page::serve(session, game.description().rules, (choices, current), callbacks)
        .map_err(|what| anyhow!("--page: {what}"))?;
    print(&format!(
        "Open {}\nOnly this machine can reach it. Ctrl-C ends it; the transcript is kept.\n",
        served.address
    ))?;
    let mut end = SessionEnd::Left;
    for event in served.events {
        match event {
            MatchEvent::Over(how) => {
                end = SessionEnd::Over;
                print(&format!("{how} The page shows it until you leave there, or Ctrl-C.\n"))?;
            }
            MatchEvent::Begun => end = SessionEnd::Left,
            MatchEvent::Left(file) => return Ok((end, file)),
            MatchEvent::Failed(what) => bail!(what),
        }
    }
    Ok((end, view.file))
}

/// Returns what the page offers for another match; `current` opponents that it does not offer come first.
fn choices(game: &dyn DynGame, current: &str) -> Choices {
    let about = |name: &str| game.kinds().into_iter().find(|kind| kind.name == name).map_or("", |kind| kind.about);
    let levels = levels(game);
    let mut opponents: Vec<_> = levels.iter().map(|name| ((*name).to_owned(), about(name).to_owned())).collect();
    if !current.is_empty() && !levels.contains(&current) {
        opponents.insert(0, (current.to_owned(), about(current).to_owned()));
    }
    if game.seats().1 == 1 {
        opponents.clear();
    }
    Choices { opponents, players: game.seats() }
}

/// Returns a free name beside this file: the same name with a number.
fn free(path: &Path) -> PathBuf {
    let (stem, end) = (path.file_stem().unwrap_or_default().to_string_lossy(), path.extension());
    let end = end.map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    let named = |again: u32| path.with_file_name(format!("{stem}-{again}{end}"));
    (2..=u32::MAX).map(named).find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| path.to_owned())
}
