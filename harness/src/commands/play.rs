//! `ergo play`: a person at one seat, agents at the others.

use clap::Args;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use ergo_agents::spec::AgentSpec;
use ergo_engine::seat::{Seat, SeatCount};

use super::flags::key_and_value;
use super::shared::{agent_given, agents_listed, print, rules_given};
use super::verb::{Act, Whole};
use crate::arena::Handle;
use crate::play::page::{self, News};
use crate::play::record::{PERSON, Record};
use crate::play::session::Session;
use crate::play::table::Sitting;
use crate::play::terminal::{Manner, Parted, Terminal};
use crate::programs::hide_growing;
use crate::shelf::Shelf;

/// Who is taken where nobody is named: the first of these that the game has. Strong ones that answer at once come first.
const PARTNERS: [&str; 6] = ["alpha-beta", "td", "bayes", "ismcts", "mcts", "random"];

/// Play a match against agents yourself, in the terminal or in a browser
#[derive(Args)]
pub(super) struct PlayArgs {
    /// The game
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
    fn act(&self, shelf: &Shelf, _: Whole) -> anyhow::Result<()> {
        let game = shelf.game(&self.game).map_err(|error| anyhow!("--game: {error}"))?;
        let seed = match self.seed {
            Some(seed) => seed,
            // Short enough to be typed again.
            None => u64::from(getrandom::u32().map_err(|error| anyhow!("--seed: none can be drawn: {error}"))?),
        };
        let (sitting, record) = sitting(self, &*game, seed)?;
        let names: Vec<String> =
            sitting.entrants.iter().zip(1..).map(|(name, seat)| format!("{seat} {name}")).collect();
        // It says the seed, and grows with the match.
        hide_growing(record.path());
        let file = record.path().display().to_string();
        let mut session = Session::begin(sitting, record).map_err(|what| anyhow!(what))?;
        print(&format!("{}: {}. Seed {seed}: --seed {seed} begins the same again.\n", game.name(), names.join(", ")))?;
        let parted = if self.page { in_browser(session)? } else { in_terminal(&mut session)? };
        let whole = if parted == Parted::Over { "" } else { " so far" };
        print(&format!("Transcript{whole}: {file}; ergo replay {file} tells it.\n"))
    }
}

/// What is to be played, and where it is written down.
fn sitting(args: &PlayArgs, game: &dyn Handle, seed: u64) -> anyhow::Result<(Sitting, Record)> {
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
    let partner = || {
        let kinds = game.kinds();
        let known = |name: &&&str| kinds.iter().any(|kind| kind.name == **name);
        PARTNERS.iter().find(known).map_or("random", |name| name).to_owned()
    };
    let rules =
        game.configure(SeatCount::new(seats), &rules_given(&args.set)).map_err(|error| anyhow!("--set: {error}"))?;
    let named = |flag: &str, text: &str| -> anyhow::Result<AgentSpec> {
        let (kind, given) = agent_given(flag, text)?;
        game.checked(kind, &given).map_err(|error| anyhow!("{flag} \"{text}\": {error}"))
    };
    let mut left = (0..others).map(|i| match against.as_slice() {
        [] => partner(),
        [one] => one.clone(),
        all => all[i].clone(),
    });
    let (mut entrants, mut agents) = (Vec::new(), Vec::new());
    for seat in 0..seats {
        let name = if seat == own { None } else { left.next() };
        agents.push(name.as_ref().map(|name| named("--against", name)).transpose()?);
        entrants.push(name.unwrap_or_else(|| PERSON.to_owned()));
    }
    let hints = args.hints.clone().unwrap_or_else(partner);
    let adviser = named("--hints", &hints)?;
    let path = file(args, game.name(), seed)?;
    let record = Record::new(path, (game.name(), rules.settings()), entrants.clone(), own + 1);
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

fn in_browser(session: Session) -> anyhow::Result<Parted> {
    let served = page::serve(session).map_err(|what| anyhow!("--page: {what}"))?;
    print(&format!("Open {}\nIt is for this machine only. Ctrl-C ends it; the transcript is kept.\n", served.address))?;
    let mut parted = Parted::Left;
    for news in served.news {
        match news {
            News::Over(how) => {
                parted = Parted::Over;
                print(&format!("{how} The page shows it until you leave there, or Ctrl-C.\n"))?;
            }
            News::Left => break,
            News::Trouble(what) => bail!(what),
        }
    }
    Ok(parted)
}
