//! `ergo plan`: how many matches does it take?

use clap::{Args, Parser};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ergo_engine::rng::Seed;

use super::compare::{CompareArgs, document};
use super::shared::print;
use super::verb::{Act, Whole};
use ergo_harness::compare::pilot::Pilot;
use ergo_harness::compare::{BlockMeasure, Question};
use ergo_harness::experiment::{Document, Experiment, parse_value};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::report::count;
use ergo_harness::results_dir::ResultsDir;
use ergo_stats::Moments;
use ergo_stats::power::{
    Course, Rates, blocks_by_pilot, blocks_for_mean, course_by_pilot, expected_blocks, matches_for_seats,
    matches_for_share,
};
use ergo_stats::sequential::NORMALISED_ELO_PER_T;

/// Draws of pilot blocks for each number of blocks tried.
const TRIALS: u32 = 2_000;
/// Sequential tests of redrawn pilot blocks for each truth.
const COURSES: u32 = 400;
/// Tests of more blocks than this are too long to be drawn so often.
const LONGEST: f64 = 20_000.0;
/// Blocks before a comparison looks first.
const FIRST_LOOK: f64 = 50.0;
/// So much less power than was asked is more than chance and approximation make.
const SHORT: f64 = 0.1;
/// Possible true values of B's advantage, in parts of the one planned for.
const TRUTHS: [(&str, f64); 3] = [("B is no better", 0.0), ("better by half of it", 0.5), ("better by all of it", 1.0)];

/// How many matches does it take to see a difference?
#[derive(Args)]
#[command(group = clap::ArgGroup::new("lead").required(true))]
pub(super) struct PlanArgs {
    /// B's advantage that is to be seen, as a share of the wins, such as 0.02
    #[arg(long, group = "lead", value_name = "SHARE", allow_hyphen_values = true)]
    pub difference: Option<f64>,
    /// The same in points a match, such as 0.5: a margin, or a return if the pilot compared returns; takes --pilot or --deviation
    #[arg(long, group = "lead", value_name = "POINTS", allow_hyphen_values = true)]
    pub margin: Option<f64>,
    /// The same as a difference of ratings, such as 20
    #[arg(long, group = "lead", allow_hyphen_values = true)]
    pub elo: Option<f64>,
    /// How many sit at a table [default: 2, or as in the pilot]
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=6))]
    pub seats: Option<u8>,
    /// With --margin: its standard deviation in one match, in points
    #[arg(long, value_name = "POINTS", conflicts_with = "pilot")]
    pub deviation: Option<f64>,
    /// Probability of seeing a lead where there is none: at a fixed length on both sides together, of compare on one
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability of seeing it where there is
    #[arg(long, default_value_t = 0.8)]
    pub power: f64,
    /// The folder of a comparison whose blocks are a pilot run
    #[arg(long, value_name = "DIR")]
    pub pilot: Option<PathBuf>,
    /// With --pilot: the number the draws derive from
    #[arg(long, default_value_t = 1, requires = "pilot")]
    pub seed: u64,
}

impl Act for PlanArgs {
    const NAME: &'static str = "plan";

    /// Prints how many matches an advantage takes to be seen.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        let asked = Asked::of(self)?;
        let text = match &self.pilot {
            None => asked.by_formula(self.seats.unwrap_or(2).into())?,
            Some(folder) => {
                let recorded = ResultsDir::open(folder)?;
                let experiment = recorded.experiment(registry)?;
                let pilot = Pilot::read(&experiment, &recorded)?;
                if pilot.blocks.len() < 2 {
                    bail!("{}: {} blocks, expected two or more", folder.display(), pilot.blocks.len());
                }
                let game = BlockMeasure::for_game(&*experiment.game);
                let asked = Asked { game, returns: pilot.question.by == BlockMeasure::Returns, ..asked };
                let flags = asked.flags_of(&pilot, &experiment, &recorded, registry)?;
                asked.by_pilot(&pilot, folder, &flags)?
            }
        };
        print(&text)
    }
}

/// A command line of `ergo compare`.
#[derive(Parser)]
struct Comparing {
    #[command(flatten)]
    args: CompareArgs,
}

/// The advantage planned for, as it was asked.
struct Asked<'a> {
    args: &'a PlanArgs,
    /// How it was asked for.
    flag: String,
    /// The advantage as given, above 0.
    size: f64,
    /// Whether it was given below 0, so that it is A's.
    swapped: bool,
    rates: Rates,
    /// The measure that counts in the game.
    game: BlockMeasure,
    /// Whether points are returns, as in the pilot.
    returns: bool,
}

/// An advantage in shares of the wins or points a match, and what a match varies by.
struct Lead {
    by: BlockMeasure,
    advantage: f64,
    /// Standard deviation of the advantage in one match.
    deviation: f64,
}

impl Lead {
    fn normalised(&self) -> f64 {
        NORMALISED_ELO_PER_T * self.advantage / self.deviation
    }

    fn text(&self) -> String {
        match self.by {
            BlockMeasure::Wins => format!("{:.1} % of the wins", 100.0 * self.advantage),
            BlockMeasure::Margin | BlockMeasure::Returns => format!("{} points a match", self.advantage),
        }
    }
}

impl<'a> Asked<'a> {
    fn of(args: &'a PlanArgs) -> anyhow::Result<Self> {
        let given = [("--difference", args.difference), ("--margin", args.margin), ("--elo", args.elo)];
        let (flag, lead) = given
            .into_iter()
            .find_map(|(flag, value)| value.map(|value| (flag, value)))
            .ok_or_else(|| anyhow!("expected --difference, --margin or --elo"))?;
        let flag = format!("{flag} {lead}");
        if lead == 0.0 || !lead.is_finite() {
            bail!("{flag}: expected a number above or below 0");
        }
        if !(args.alpha > 0.0 && args.alpha < 0.5 && args.power > 0.5 && args.power < 1.0) {
            bail!("--alpha {} --power {}: expected alpha from 0 to 0.5, power from 0.5 to 1", args.alpha, args.power);
        }
        if let Some(deviation) = args.deviation.filter(|deviation| !(*deviation > 0.0 && deviation.is_finite())) {
            bail!("--deviation {deviation}: expected points above 0");
        }
        if let Some(deviation) = args.deviation.filter(|_| args.margin.is_none()) {
            bail!("--deviation {deviation}: expected --margin with it, not {flag}");
        }
        if args.margin.is_some() && args.pilot.is_none() && args.deviation.is_none() {
            bail!("{flag}: expected --pilot DIR or --deviation POINTS with it");
        }
        let rates = Rates { alpha: args.alpha, power: args.power };
        Ok(Asked { args, flag, size: lead.abs(), swapped: lead < 0.0, rates, game: BlockMeasure::Wins, returns: false })
    }

    /// The advantage in shares of one who wins this share where neither is better, or in points.
    fn advantage(&self, share: f64) -> anyhow::Result<f64> {
        let advantage = match self.args.elo {
            Some(_) => {
                let odds = share / (1.0 - share) * libm::pow(10.0, self.size / 400.0);
                odds / (1.0 + odds) - share
            }
            None => self.size,
        };
        let most = 1.0 - share;
        if self.args.margin.is_none() && !(advantage > 0.0 && advantage < most) {
            let flag = &self.flag;
            bail!("{flag}: expected an advantage above 0 and below {most:.2}, as {share:.2} is the share without");
        }
        Ok(advantage)
    }

    fn by(&self) -> BlockMeasure {
        match self.args.margin {
            Some(_) if self.returns => BlockMeasure::Returns,
            Some(_) => BlockMeasure::Margin,
            None => BlockMeasure::Wins,
        }
    }

    fn head(&self, lead: &Lead, seats: usize, share: f64, paired: bool) -> String {
        let shares = match self.by() {
            BlockMeasure::Wins if !paired => {
                format!(", {:.1} % where {:.1} % is even", 100.0 * (share + lead.advantage), 100.0 * share)
            }
            BlockMeasure::Wins => {
                format!(", {:.1} % where A has {:.1} %", 100.0 * (share + lead.advantage), 100.0 * share)
            }
            BlockMeasure::Margin | BlockMeasure::Returns => String::new(),
        };
        let among = if paired { " over A, both among the same others" } else { "" };
        let swapped = if self.swapped {
            "The advantage is A's. From here on their names are swapped, so that B is the better one.\n"
        } else {
            ""
        };
        format!(
            "{swapped}To see that B's advantage{among} is {}{shares}, with {seats} seats, alpha {}, power {}:\n",
            lead.text(),
            self.rates.alpha,
            self.rates.power
        )
    }

    /// A plan without a pilot.
    fn by_formula(&self, seats: usize) -> anyhow::Result<String> {
        let even = 1.0 / seats as f64;
        let advantage = self.advantage(even)?;
        let deviation = match self.by() {
            BlockMeasure::Wins => (even * (1.0 - even)).sqrt(),
            BlockMeasure::Margin | BlockMeasure::Returns => self.args.deviation.unwrap_or(0.0),
        };
        let lead = Lead { by: self.by(), advantage, deviation };
        let mut text = self.head(&lead, seats, even, false);
        let enough = || anyhow!("{}: expected a larger advantage", self.flag);
        if self.by() == BlockMeasure::Margin {
            let matches = blocks_for_mean(advantage, deviation, self.rates).ok_or_else(enough)?;
            writeln!(text, "  {} independent matches, by the formula for a mean", count(matches))?;
        } else {
            let matches = matches_for_share(even, even + advantage, self.rates).ok_or_else(enough)?;
            writeln!(text, "  {} independent matches, by the formula for a share", count(matches))?;
            if let Some(matches) = matches_for_seats(seats as u32, advantage, self.rates) {
                writeln!(text, "  {} matches to see one seat that far ahead of the others", count(matches))?;
            }
        }
        text += &self.command(&lead, ["A", "B"], &format!(" --seats {seats}"));
        let least = FIRST_LOOK * if seats == 2 { 2.0 } else { 2.0 * seats as f64 };
        writeln!(text, "Matches to its verdict on average, by Wald's formula (the first look is after {least}):")?;
        for (truth, part) in TRUTHS {
            let matches = self.expected(lead.advantage, part, lead.deviation);
            writeln!(text, "  {} if {truth}", length(matches.map(|matches| matches.max(least))))?;
        }
        Ok(text)
    }

    /// The blocks that the sequential test needs on average where the truth is this part of the advantage.
    fn expected(&self, advantage: f64, part: f64, deviation: f64) -> Option<f64> {
        expected_blocks(advantage, part * advantage, deviation, self.rates.alpha, 1.0 - self.rates.power)
    }

    /// The comparison that stops when it has seen enough.
    fn command(&self, lead: &Lead, [a, b]: [&str; 2], more: &str) -> String {
        let one = digits(lead.normalised());
        let by = if lead.by == self.game { String::new() } else { format!(" --by {}", lead.by.name()) };
        format!(
            "That is {one} normalised Elo. This stops when it has seen enough:\n  ergo compare {a} {b}{more}{by} --one {one} --alpha {} \
             --beta {}\n",
            self.rates.alpha,
            digits(1.0 - self.rates.power)
        )
    }

    /// Returns the flags by which `ergo compare` plays the game and the settings of a pilot, where they are not the defaults.
    fn flags_of(
        &self,
        pilot: &Pilot,
        experiment: &Experiment,
        recorded: &ResultsDir,
        registry: &GameRegistry,
    ) -> anyhow::Result<String> {
        let (question, game, seats) = (&pilot.question, experiment.game.name(), pilot.seats.to_string());
        let table = question.against.as_deref().map_or(["--seats", &seats], |others| ["--against", others]);
        let line = ["compare", "--game", game, table[0], table[1], "--", &question.a, &question.b];
        let plain = document(&Comparing::try_parse_from(line)?.args, experiment.seed)?;
        let plain = Document::parse(&Experiment::read_untimed(&plain, registry)?.text)?.flat_values();
        let mut flags = if game == "ergo" { String::new() } else { format!(" --game {game}") };
        for (key, value) in recorded.document()?.flat_values() {
            if key == "question" || plain.get(&key) == Some(&value) {
                continue;
            }
            let key = match key.strip_prefix("entrant.").and_then(|rest| rest.split_at_checked(1)) {
                Some(("A", rest)) if self.swapped => format!("entrant.B{rest}"),
                Some(("B", rest)) if self.swapped => format!("entrant.A{rest}"),
                _ => key,
            };
            // A word needs no quotation marks.
            let word = parse_value(&value).as_str().filter(|word| parse_value(word).is_str()).map(str::to_owned);
            let value = word.unwrap_or(value);
            flags += &format!(" --set {}", quoted(&format!("{key}={value}")));
        }
        Ok(flags)
    }

    /// A plan by the blocks of a pilot, whose game and settings `flags` give.
    fn by_pilot(&self, pilot: &Pilot, folder: &Path, flags: &str) -> anyhow::Result<String> {
        let Pilot { question, seats, matches, .. } = pilot;
        if let Some(given) = self.args.seats.filter(|given| usize::from(*given) != *seats) {
            bail!("--seats {given}: expected {seats} as in the pilot {}", folder.display());
        }
        let paired = question.against.is_some();
        let side = |share: fn(&ergo_harness::compare::Block) -> f64| mean_of(pilot.blocks.iter().map(share)).mean();
        let share = match paired {
            true if self.swapped => side(|block| block.focal),
            true => side(|block| block.reverse),
            false => 1.0 / *seats as f64,
        };
        let (by, values) = (self.by(), pilot.values(self.by()));
        let unit = Question { by, ..question.clone() }.scale(pilot.largest_margin, *seats).unit();
        let advantage = self.advantage(share)?;
        let spread = mean_of(values.iter().copied()).variance().unwrap_or(0.0).sqrt();
        let per_block = f64::from(*matches).sqrt();
        let lead = Lead { by, advantage, deviation: spread * unit * per_block };
        let mut text = self.head(&lead, *seats, share, paired);
        writeln!(
            text,
            "By the {} blocks of {}, {matches} matches each, standard deviation of the advantage {:.4}:",
            count(values.len() as u64),
            folder.display(),
            spread * unit
        )?;
        if spread <= 0.0 {
            writeln!(text, "  all blocks are alike: one more tells nothing")?;
            return Ok(text);
        }
        let (size, seed) = (advantage / unit, Seed::master(self.args.seed));
        if size >= 0.5 {
            bail!("{}: expected an advantage below {}", self.flag, digits(unit / 2.0));
        }
        let of_blocks =
            |blocks: u64| format!("{} blocks ({} matches)", count(blocks), count(blocks * u64::from(*matches)));
        let blocks = blocks_for_mean(size, spread, self.rates);
        if let Some(blocks) = blocks {
            writeln!(text, "  {}, by the formula for a mean", of_blocks(blocks))?;
        }
        if blocks.is_some_and(|blocks| (blocks as f64) < LONGEST)
            && let Some(blocks) = blocks_by_pilot(&values, size, self.rates, TRIALS, &seed)
        {
            writeln!(text, "  {}, by drawing pilot blocks again", of_blocks(blocks))?;
        }
        let more = match &question.against {
            Some(others) => format!("{flags} --against {}", quoted(others)),
            None => format!("{flags} --seats {seats}"),
        };
        let (a, b) = (quoted(&question.a), quoted(&question.b));
        text += &self.command(&lead, if self.swapped { [&b, &a] } else { [&a, &b] }, &more);
        self.course(&mut text, pilot, &lead, (size, spread))?;
        Ok(text)
    }

    /// How long the sequential test takes, and how it ends, for a value of `size` over one half and its deviation.
    fn course(&self, text: &mut String, pilot: &Pilot, lead: &Lead, (size, spread): (f64, f64)) -> anyhow::Result<()> {
        let expected = TRUTHS.map(|(_, part)| self.expected(size, part, spread));
        let longest = expected.into_iter().flatten().fold(0.0, f64::max);
        let (alpha, beta) = (self.rates.alpha, 1.0 - self.rates.power);
        let cap = (20.0 * longest).min(1e9) as u64 + 1_000;
        let question =
            Question { zero: 0.0, one: lead.normalised(), alpha, beta, cap, by: lead.by, ..pilot.question.clone() };
        let drawn = longest < LONGEST;
        let how = if drawn { ", then by drawing pilot blocks again" } else { "" };
        writeln!(text, "Blocks to its verdict on average, by Wald's formula{how}:")?;
        let mut seen = 1.0;
        for ((truth, part), expected) in TRUTHS.into_iter().zip(expected) {
            write!(text, "  {} if {truth}", length(expected.map(|blocks| blocks.max(FIRST_LOOK))))?;
            if drawn {
                let (plan, seed) = (question.plan(pilot.matches), Seed::master(self.args.seed));
                let values = pilot.values(lead.by);
                let Course { blocks, accepted, .. } =
                    course_by_pilot(&values, 0.5 + part * size, &plan, COURSES, &seed)?;
                write!(text, "; {}, called better in {:.1} %", length(Some(blocks)), 100.0 * accepted)?;
                seen = accepted;
            }
            writeln!(text)?;
        }
        if seen < self.rates.power - SHORT {
            writeln!(
                text,
                "The pilot's blocks vary less than such an advantage would: take a pilot of bots that are closer."
            )?;
        }
        Ok(())
    }
}

/// An argument as a shell takes it.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:+,".contains(c);
    if argument.chars().all(plain) { argument.to_owned() } else { format!("'{}'", argument.replace('\'', "'\\''")) }
}

fn mean_of(values: impl Iterator<Item = f64>) -> Moments {
    let mut moments = Moments::default();
    values.for_each(|value| moments.push(value));
    moments
}

fn length(expected: Option<f64>) -> String {
    expected.map_or_else(|| "–".to_owned(), |blocks| count(blocks.round() as u64))
}

/// A number above 0 with two digits at least, and no more than it needs.
fn digits(number: f64) -> String {
    let decimals = match number {
        number if number >= 10.0 => 0,
        number if number > 0.0 => (1.0 - libm::floor(libm::log10(number))).clamp(1.0, 12.0) as usize,
        _ => 0,
    };
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
