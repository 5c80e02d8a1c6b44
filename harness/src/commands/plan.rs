//! `ergo plan`: estimates how many matches a comparison needs.

use clap::{Args, Parser};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ergo_engine::rng::Seed;

use super::compare::{CompareArgs, document};
use super::shared::{print, quoted};
use super::verb::{BuildCommand, RunVerb};
use ergo_harness::compare::pilot::Pilot;
use ergo_harness::compare::{BlockMeasure, Question};
use ergo_harness::experiment::{Document, Experiment, parse_value};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::report::count;
use ergo_harness::results_dir::ResultsDir;
use ergo_stats::Moments;
use ergo_stats::power::{
    Rates, TestSimulation, blocks_for_mean, bootstrap_blocks, expected_blocks, matches_for_seats, matches_for_share,
    simulate_test,
};
use ergo_stats::sequential::NORMALISED_ELO_PER_T;

/// Bootstrap samples of pilot blocks for each number of blocks.
const TRIALS: u32 = 2_000;
/// Simulated sequential tests for each true advantage.
const COURSES: u32 = 400;
/// Tests of more blocks than this are too long to simulate.
const LONGEST: f64 = 20_000.0;
/// Blocks before the first look of a comparison.
const FIRST_LOOK: f64 = 50.0;
/// A shortfall of power beyond chance and approximation.
const SHORT: f64 = 0.1;
/// True advantages to consider, as parts of the planned advantage.
const TRUTHS: [(&str, f64); 3] =
    [("B has no advantage", 0.0), ("B has half that advantage", 0.5), ("B has that advantage", 1.0)];

/// Estimate how many matches a comparison needs to detect an advantage
#[derive(Args)]
#[command(group = clap::ArgGroup::new("lead").required(true))]
pub(super) struct PlanArgs {
    /// Advantage of B to detect, as a share of the wins, such as 0.02
    #[arg(long, group = "lead", value_name = "SHARE", allow_hyphen_values = true)]
    pub difference: Option<f64>,
    /// Advantage of B to detect in points per match, such as 0.5 (returns if the pilot measured returns); needs --pilot or --deviation
    #[arg(long, group = "lead", value_name = "POINTS", allow_hyphen_values = true)]
    pub margin: Option<f64>,
    /// Advantage of B to detect as an Elo difference, such as 20
    #[arg(long, group = "lead", allow_hyphen_values = true)]
    pub elo: Option<f64>,
    /// Number of seats [default: 2, or as in the pilot]
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=6))]
    pub seats: Option<u8>,
    /// Standard deviation of the margin of a match, in points; only with --margin
    #[arg(long, value_name = "POINTS", conflicts_with = "pilot")]
    pub deviation: Option<f64>,
    /// Significance level: two-sided for a fixed number of matches, one-sided for `ergo compare`
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability of detecting the advantage if it exists
    #[arg(long, default_value_t = 0.8)]
    pub power: f64,
    /// Folder of an `ergo compare` to use as a pilot
    #[arg(long, value_name = "DIR")]
    pub pilot: Option<PathBuf>,
    /// Seed of the bootstrap; only with --pilot
    #[arg(long, default_value_t = 1, requires = "pilot")]
    pub seed: u64,
}

impl RunVerb for PlanArgs {
    const NAME: &'static str = "plan";
    const EXAMPLE: &'static str =
        "ergo plan --difference 0.05\nergo plan --elo 20 --pilot results/compare-greedy-with-random-2-seats";

    /// Prints how many matches the advantage needs.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let asked = PlanRequest::parse(self)?;
        let text = match &self.pilot {
            None => asked.plan_by_formula(self.seats.unwrap_or(2).into())?,
            Some(folder) => {
                let recorded = ResultsDir::open(folder)?;
                let experiment = recorded.experiment(registry)?;
                let pilot = Pilot::read(&experiment, &recorded)?;
                if pilot.blocks.len() < 2 {
                    bail!("{}: the pilot has {} blocks, expected 2 or more", folder.display(), pilot.blocks.len());
                }
                let game = BlockMeasure::for_game(&*experiment.game);
                let asked = PlanRequest { game, returns: pilot.question.by == BlockMeasure::Returns, ..asked };
                let flags = asked.compare_flags(&pilot, &experiment, &recorded, registry)?;
                asked.plan_by_pilot(&pilot, folder, &flags)?
            }
        };
        print(&text)
    }
}

/// The command line of `ergo compare`.
#[derive(Parser)]
struct CompareCommand {
    #[command(flatten)]
    args: CompareArgs,
}

/// A requested advantage.
struct PlanRequest<'a> {
    args: &'a PlanArgs,
    /// The flag and value, for messages.
    flag: String,
    /// The absolute value of the given advantage.
    size: f64,
    /// True if the given value was negative, which makes it an advantage of A.
    swapped: bool,
    rates: Rates,
    /// The default measure of the game.
    game: BlockMeasure,
    /// True if the pilot measured returns.
    returns: bool,
}

/// An advantage as a share of the wins or in points per match, and its standard deviation.
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
            BlockMeasure::Margin | BlockMeasure::Returns => format!("{} points per match", self.advantage),
        }
    }
}

impl<'a> PlanRequest<'a> {
    fn parse(args: &'a PlanArgs) -> anyhow::Result<Self> {
        let given = [("--difference", args.difference), ("--margin", args.margin), ("--elo", args.elo)];
        let (flag, lead) = given
            .into_iter()
            .find_map(|(flag, value)| value.map(|value| (flag, value)))
            .ok_or_else(|| anyhow!("missing advantage, expected --difference, --margin or --elo"))?;
        let flag = format!("{flag} {lead}");
        if lead == 0.0 || !lead.is_finite() {
            bail!("{flag}: expected a finite number other than 0");
        }
        if !(args.alpha > 0.0 && args.alpha < 0.5 && args.power > 0.5 && args.power < 1.0) {
            bail!(
                "--alpha {} --power {}: expected alpha between 0 and 0.5, power between 0.5 and 1",
                args.alpha,
                args.power
            );
        }
        if let Some(deviation) = args.deviation.filter(|deviation| !(*deviation > 0.0 && deviation.is_finite())) {
            bail!("--deviation {deviation}: expected a number above 0");
        }
        if let Some(deviation) = args.deviation.filter(|_| args.margin.is_none()) {
            bail!("--deviation {deviation}: has no effect with {flag}, expected --margin");
        }
        if args.margin.is_some() && args.pilot.is_none() && args.deviation.is_none() {
            bail!("{flag}: expected --pilot DIR or --deviation POINTS with it");
        }
        let rates = Rates { alpha: args.alpha, power: args.power };
        Ok(PlanRequest {
            args,
            flag,
            size: lead.abs(),
            swapped: lead < 0.0,
            rates,
            game: BlockMeasure::Wins,
            returns: false,
        })
    }

    /// Returns the advantage in points, or as a share of the wins for a player whose share without it is `share`.
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
            bail!("{flag}: expected an advantage between 0 and {most:.2} over the share {share:.2} of equal agents");
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
                format!(
                    ", {:.1} % instead of {:.1} % for equal agents",
                    100.0 * (share + lead.advantage),
                    100.0 * share
                )
            }
            BlockMeasure::Wins => {
                format!(", {:.1} % against {:.1} % for A", 100.0 * (share + lead.advantage), 100.0 * share)
            }
            BlockMeasure::Margin | BlockMeasure::Returns => String::new(),
        };
        let among = if paired { " over A among the same opponents" } else { "" };
        let swapped = if self.swapped {
            "The advantage is negative, so A and B are swapped below: B is the stronger agent.\n"
        } else {
            ""
        };
        format!(
            "{swapped}To detect an advantage of B{among} of {}{shares}, with {seats} seats, alpha {}, power {}:\n",
            lead.text(),
            self.rates.alpha,
            self.rates.power
        )
    }

    /// Plans by formula, without a pilot.
    fn plan_by_formula(&self, seats: usize) -> anyhow::Result<String> {
        let even = 1.0 / seats as f64;
        let advantage = self.advantage(even)?;
        let deviation = match self.by() {
            BlockMeasure::Wins => (even * (1.0 - even)).sqrt(),
            BlockMeasure::Margin | BlockMeasure::Returns => self.args.deviation.unwrap_or(0.0),
        };
        let lead = Lead { by: self.by(), advantage, deviation };
        let mut text = self.head(&lead, seats, even, false);
        let enough = || anyhow!("{}: the advantage is too small to plan for, expected a larger one", self.flag);
        if self.by() == BlockMeasure::Margin {
            let matches = blocks_for_mean(advantage, deviation, self.rates).ok_or_else(enough)?;
            writeln!(text, "  {} independent matches, formula for a mean", count(matches))?;
        } else {
            let matches = matches_for_share(even, even + advantage, self.rates).ok_or_else(enough)?;
            writeln!(text, "  {} independent matches, formula for a share", count(matches))?;
            if let Some(matches) = matches_for_seats(seats as u32, advantage, self.rates) {
                writeln!(text, "  {} matches to detect such an advantage of one seat over the others", count(matches))?;
            }
        }
        text += &self.command(&lead, ["A", "B"], &format!(" --seats {seats}"));
        let least = FIRST_LOOK * if seats == 2 { 2.0 } else { 2.0 * seats as f64 };
        writeln!(text, "Mean number of matches until the test stops, by Wald's formula (first look after {least}):")?;
        for (truth, part) in TRUTHS {
            let matches = self.expected(lead.advantage, part, lead.deviation);
            writeln!(text, "  {} if {truth}", length(matches.map(|matches| matches.max(least))))?;
        }
        Ok(text)
    }

    /// Returns the mean number of blocks of the sequential test if the true advantage is `part` of the planned one.
    fn expected(&self, advantage: f64, part: f64, deviation: f64) -> Option<f64> {
        expected_blocks(advantage, part * advantage, deviation, self.rates.alpha, 1.0 - self.rates.power)
    }

    /// Returns the text that recommends a sequential comparison.
    fn command(&self, lead: &Lead, [a, b]: [&str; 2], more: &str) -> String {
        let one = digits(lead.normalised());
        let by = if lead.by == self.game { String::new() } else { format!(" --by {}", lead.by.name()) };
        format!(
            "This is {one} normalised Elo. A sequential test stops as soon as the result is clear:\n  ergo compare {a} {b}{more}{by} --elo1 {one} \
             --alpha {} --beta {}\n",
            self.rates.alpha,
            digits(1.0 - self.rates.power)
        )
    }

    /// Returns the flags of `ergo compare` for the game and settings of a pilot, without defaults.
    fn compare_flags(
        &self,
        pilot: &Pilot,
        experiment: &Experiment,
        recorded: &ResultsDir,
        registry: &GameRegistry,
    ) -> anyhow::Result<String> {
        let (question, game, seats) = (&pilot.question, experiment.game.name(), pilot.seats.to_string());
        let table = question.against.as_deref().map_or(["--seats", &seats], |others| ["--against", others]);
        let line = ["compare", "--game", game, table[0], table[1], "--", &question.a, &question.b];
        let plain = document(&CompareCommand::try_parse_from(line)?.args, experiment.seed)?;
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
            // A plain word needs no quotation marks.
            let word = parse_value(&value).as_str().filter(|word| parse_value(word).is_str()).map(str::to_owned);
            let value = word.unwrap_or(value);
            flags += &format!(" --set {}", quoted(&format!("{key}={value}")));
        }
        Ok(flags)
    }

    /// Plans from the blocks of a pilot. `flags` set its game and settings.
    fn plan_by_pilot(&self, pilot: &Pilot, folder: &Path, flags: &str) -> anyhow::Result<String> {
        let Pilot { question, seats, matches, .. } = pilot;
        if let Some(given) = self.args.seats.filter(|given| usize::from(*given) != *seats) {
            bail!("--seats {given}: the pilot {} has {seats} seats, expected the same", folder.display());
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
            "From the {} blocks of {} ({matches} matches each, standard deviation of the advantage {:.4}):",
            count(values.len() as u64),
            folder.display(),
            spread * unit
        )?;
        if spread <= 0.0 {
            writeln!(text, "  no estimate: all blocks have the same value")?;
            return Ok(text);
        }
        let (size, seed) = (advantage / unit, Seed::master(self.args.seed));
        if size >= 0.5 {
            bail!("{}: the advantage is too large, expected less than {}", self.flag, digits(unit / 2.0));
        }
        let of_blocks =
            |blocks: u64| format!("{} blocks ({} matches)", count(blocks), count(blocks * u64::from(*matches)));
        let blocks = blocks_for_mean(size, spread, self.rates);
        if let Some(blocks) = blocks {
            writeln!(text, "  {}, formula for a mean", of_blocks(blocks))?;
        }
        if blocks.is_some_and(|blocks| (blocks as f64) < LONGEST)
            && let Some(blocks) = bootstrap_blocks(&values, size, self.rates, TRIALS, &seed)
        {
            writeln!(text, "  {}, bootstrap of pilot blocks", of_blocks(blocks))?;
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

    /// Adds the mean length and the result of the sequential test, for blocks with mean `0.5 + size` and deviation `spread`.
    fn course(&self, text: &mut String, pilot: &Pilot, lead: &Lead, (size, spread): (f64, f64)) -> anyhow::Result<()> {
        let expected = TRUTHS.map(|(_, part)| self.expected(size, part, spread));
        let longest = expected.into_iter().flatten().fold(0.0, f64::max);
        let (alpha, beta) = (self.rates.alpha, 1.0 - self.rates.power);
        let cap = (20.0 * longest).min(1e9) as u64 + 1_000;
        let question =
            Question { zero: 0.0, one: lead.normalised(), alpha, beta, cap, by: lead.by, ..pilot.question.clone() };
        let drawn = longest < LONGEST;
        let how = if drawn { ", then by bootstrap of pilot blocks" } else { "" };
        writeln!(text, "Mean number of blocks until the test stops, by Wald's formula{how}:")?;
        let mut seen = 1.0;
        for ((truth, part), expected) in TRUTHS.into_iter().zip(expected) {
            write!(text, "  {} if {truth}", length(expected.map(|blocks| blocks.max(FIRST_LOOK))))?;
            if drawn {
                let (plan, seed) = (question.plan(pilot.matches), Seed::master(self.args.seed));
                let values = pilot.values(lead.by);
                let TestSimulation { blocks, accepted, .. } =
                    simulate_test(&values, 0.5 + part * size, &plan, COURSES, &seed)?;
                write!(text, "; {}, accepted in {:.1} % of simulated tests", length(Some(blocks)), 100.0 * accepted)?;
                seen = accepted;
            }
            writeln!(text)?;
        }
        if seen < self.rates.power - SHORT {
            writeln!(
                text,
                "Warning: the pilot varies too little to simulate such an advantage. Use a pilot of bots closer in strength."
            )?;
        }
        Ok(())
    }
}

fn mean_of(values: impl Iterator<Item = f64>) -> Moments {
    let mut moments = Moments::default();
    values.for_each(|value| moments.push(value));
    moments
}

fn length(expected: Option<f64>) -> String {
    expected.map_or_else(|| "–".to_owned(), |blocks| count(blocks.round() as u64))
}

/// Formats a positive number with at least two significant digits and no trailing zeros.
fn digits(number: f64) -> String {
    let decimals = match number {
        number if number >= 10.0 => 0,
        number if number > 0.0 => (1.0 - libm::floor(libm::log10(number))).clamp(1.0, 12.0) as usize,
        _ => 0,
    };
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
