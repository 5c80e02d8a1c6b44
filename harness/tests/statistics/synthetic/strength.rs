//! A game whose bots say how strong they are, so that rating lists whose truth is known go through the whole pipeline, from
//! the experiment file to the files of the report.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::path::Path;
use std::str::FromStr;

use ergo_agents::agent::{Agent, AgentFault, Decision};
use ergo_agents::registry::{Entry, Registry};
use ergo_engine::field::Field;
use ergo_engine::game::{Game, GameInfo, Information, Outcome, Records, RoundRecord, Status};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings, Value};
use ergo_engine::rng::{Rng, unit};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_lab::arena::{OnShelf, Shelved};
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::run::{Mode, RunOptions, run};

use super::ladder::{Kind, SEATS};

/// Thousandths: of a nat, or of a probability.
const WHOLE: f64 = 1000.0;

/// Each seat shows its strength once; the highest sum of strength, seat and luck wins. Sums of this kind are the model of the
/// rating lists.
#[derive(Clone, Debug)]
pub struct Contest {
    seats: SeatCount,
    /// Out of 1,000 matches so many are decided by the luck of the deal, the others by luck of their own.
    luck: i64,
}

/// The action of a bot: its strength in thousandths of a nat, luck of its own in millionths, and a part of what says which luck
/// decides, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shown {
    strength: i64,
    luck: i64,
    part: i64,
}

/// The luck of the deal, seat by seat, and what was shown.
#[derive(Clone, Debug)]
pub struct Bout {
    deal: Vec<f64>,
    shown: Vec<Shown>,
}

/// The end.
#[derive(Clone, Debug)]
pub struct End(SeatMap<i32>);

/// The most extreme value of a family of draws, by a number drawn evenly: a standard Gumbel variable.
fn gumbel(rng: &mut Rng) -> f64 {
    -(-(unit(rng) + 1e-300).ln()).max(1e-300).ln()
}

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.strength, self.luck, self.part)
    }
}

impl FromStr for Shown {
    type Err = ParseIntError;
    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        let mut parts = text.splitn(3, ':').map(str::parse);
        let mut next = || parts.next().unwrap_or_else(|| "".parse());
        Ok(Shown { strength: next()?, luck: next()?, part: next()? })
    }
}

impl Game for Contest {
    type State = Bout;
    type Action = Shown;
    type Observation = usize;
    type Round = End;

    fn seats(&self) -> SeatCount {
        self.seats
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (0.0, 1.0),
            points: (0.0, 1.0),
            longest: self.seats.get() as u64,
            information: Information::OpenActions,
            chance: true,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> Bout {
        Bout { deal: (0..self.seats.get()).map(|_| gumbel(rng)).collect(), shown: Vec::new() }
    }

    fn status(&self, bout: &Bout) -> Status {
        match bout.shown.len() < self.seats.get() {
            true => Status::ToMove(Seat::new(bout.shown.len())),
            false => Status::Over(Outcome::highest_wins(self.scores(bout))),
        }
    }

    /// Every strength is legal; the list holds one, for it has no end.
    fn legal_actions(&self, _: &Bout, out: &mut Vec<Shown>) {
        out.clear();
        out.push(Shown::default());
    }

    fn is_legal(&self, _: &Bout, _: Shown) -> bool {
        true
    }

    fn apply_into<R: Records<End>>(&self, bout: &mut Bout, shown: Shown, records: &mut R) {
        bout.shown.push(shown);
        if bout.shown.len() == self.seats.get() {
            records.put(End(self.scores(bout)));
        }
    }

    fn scores(&self, bout: &Bout) -> SeatMap<i32> {
        let n = self.seats.get();
        if bout.shown.len() < n {
            return SeatMap::from_fn(self.seats, |_| 0);
        }
        let parts: i64 = bout.shown.iter().map(|shown| shown.part).sum();
        let dealt = parts.rem_euclid(1_000_000) < self.luck * 1000;
        let sum = |seat: usize| {
            let shown = bout.shown[seat];
            let luck = if dealt { bout.deal[seat] } else { shown.luck as f64 / 1e6 };
            shown.strength as f64 / WHOLE + SEATS[n - 2][seat] + luck
        };
        let best = (0..n).max_by(|a, b| sum(*a).total_cmp(&sum(*b)));
        SeatMap::from_fn(self.seats, |seat| i32::from(best == Some(seat.index())))
    }

    fn observe(&self, bout: &Bout, _: Seat) -> usize {
        bout.shown.len()
    }

    fn determinize(&self, seen: &usize, rng: &mut Rng) -> Bout {
        Bout { shown: vec![Shown::default(); *seen], ..self.deal(rng) }
    }
}

impl Configurable for Contest {
    const NAME: &'static str = "contest-of-strength";
    const ABOUT: &'static str = "who shows the most strength wins";
    const SEATS: (usize, usize) = (2, 4);

    fn options() -> Vec<OptionSpec> {
        vec![OptionSpec::int("luck", 500, 0, 1000, "of 1,000 matches so many are decided by the luck of the deal")]
    }

    fn configure(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        Ok(Contest { seats, luck: given.checked(&Self::options())?.int("luck") })
    }

    fn settings(&self) -> Settings {
        Settings([("luck".to_owned(), Value::Int(self.luck))].into_iter().collect())
    }

    fn largest_margin(&self) -> u32 {
        1
    }
}

impl RoundRecord for End {
    const ROUND_COLUMNS: &'static [&'static str] = &["turns"];
    const SEAT_COLUMNS: &'static [&'static str] = &["points"];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        field(self.turns().into());
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        field(self.0[seat].into());
    }

    fn turns(&self) -> u32 {
        self.0.iter().count() as u32
    }

    fn points(&self) -> SeatMap<i32> {
        self.0.clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.0.clone()
    }
}

/// As strong as its settings say.
struct Strong {
    strength: i64,
    rng: Rng,
}

impl Agent<Contest> for Strong {
    fn choose(&mut self, _: &mut Decision<'_, Contest>) -> Result<Shown, AgentFault> {
        let luck = (gumbel(&mut self.rng) * 1e6).round() as i64;
        let part = (unit(&mut self.rng) * 1e6) as i64;
        Ok(Shown { strength: self.strength, luck, part })
    }
}

impl OnShelf for Contest {
    fn shelved() -> Shelved<Self> {
        let strong = Entry::new("strong", "as strong as it says", |place| Strong {
            strength: place.settings.int("strength"),
            rng: place.seed.rng(),
        });
        let options = vec![OptionSpec::int("strength", 0, 0, 100_000, "in thousandths of a nat")];
        Shelved::new(Registry::new().with(strong.options(options)))
    }
}

/// The experiment file of a rating list.
pub fn experiment(kind: &Kind, seed: u64) -> String {
    let mut text = format!(
        "question = \"Who is stronger?\"\nseed = {seed}\n[game]\nname = \"contest-of-strength\"\nrules.luck = {}\n",
        (kind.luck * WHOLE).round()
    );
    for (number, strength) in kind.strengths.iter().enumerate() {
        let strength = (strength * WHOLE).round();
        text += &format!(
            "[[entrant]]\nname = \"{}\"\nagent = {{ kind = \"strong\", strength = {strength} }}\n",
            name(number)
        );
    }
    let table = |table: &Vec<usize>| format!("{:?}", table.iter().map(|one| name(*one)).collect::<Vec<_>>());
    let tables: Vec<String> = kind.tables.iter().map(table).collect();
    let rotations = if kind.all { "all" } else { "balanced" };
    text + &format!(
        "[schedule]\ntables = [{}]\ndeals = {}\nrotations = \"{rotations}\"\n",
        tables.join(", "),
        kind.deals
    )
}

/// The name of an entrant; names sort in the order of the numbers.
pub fn name(number: usize) -> String {
    format!("e{number:02}")
}

/// Plays the list into `folder`, with a report.
pub fn play(kind: &Kind, seed: u64, threads: usize, folder: &Path) {
    let experiment =
        Document::parse(&experiment(kind, seed)).and_then(|document| Experiment::read_of::<Contest>(&document));
    let options = RunOptions { threads, mode: Mode::Begin, command: String::new() };
    run(&experiment.expect("a good experiment"), folder, &options, |_| ()).expect("the run ends");
}
