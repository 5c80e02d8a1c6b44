//! `ergo compare`: is B better than A?

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ergo_agents::roster::Roster;
use ergo_engine::options::Configurable;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{say, set_all};
use crate::cli::CompareArgs;
use crate::compare::{Comparison, Contest, Question, Record, RecordError, play};
use crate::experiment::{Document, Experiment, Problem};
use crate::folder::Folder;
use crate::games::{GameVisitor, with_game};
use crate::programs::Programs;
use crate::programs::logs::Logs;
use crate::report::count;
use crate::stats::power::{Rates, blocks_for_mean};
use crate::stats::sequential::{NORMALISED_ELO_PER_T, Verdict};

/// Compares the two agents named on the command line.
pub fn compare(args: &CompareArgs) -> anyhow::Result<()> {
    let question =
        Question { zero: args.zero, one: args.one, alpha: args.alpha, beta: args.beta, cap: args.most_blocks };
    Comparison::new(&question, 2).map_err(|error| anyhow!("--zero, --one, --alpha, --beta, --most-blocks: {error}"))?;
    let pool = ThreadPoolBuilder::new().num_threads(args.threads.get()).build()?;
    with_game(&args.game, Compare { args, question, pool }).map_err(|error| anyhow!("--game: {error}"))?
}

/// The contest as an experiment: B among A's, and with more than two seats A among B's.
fn document(args: &CompareArgs, seed: u64) -> anyhow::Result<Document> {
    let seats = usize::from(args.seats);
    let table = |focal: &str, other: &str| {
        let names: Vec<String> =
            (0..seats).map(|seat| format!("\"{}\"", if seat == 0 { focal } else { other })).collect();
        format!("[{}]", names.join(", "))
    };
    let mut tables = table("B", "A");
    if seats > 2 {
        tables = format!("{tables}, {}", table("A", "B"));
    }
    let text = format!(
        "question = \"Is B better than A?\"\nseed = {seed}\n[game]\nname = \"{}\"\n[[entrant]]\nname = \"A\"\nagent = {}\n\
         [[entrant]]\nname = \"B\"\nagent = {}\n[schedule]\ntables = [{tables}]\ndeals = 1\n",
        args.game,
        agent("A", &args.a)?,
        agent("B", &args.b)?,
    );
    let mut document = Document::parse(&text).map_err(|problem| anyhow!("{problem}"))?;
    set_all(&mut document, &args.set).map_err(|problem| anyhow!("{problem}"))?;
    Ok(document)
}

/// `kind` or `kind:key=value,key=value` as a table of TOML.
fn agent(which: &str, text: &str) -> anyhow::Result<String> {
    let (kind, settings) = text.split_once(':').unwrap_or((text, ""));
    let mut table = toml::Table::new();
    table.insert("kind".to_owned(), toml::Value::String(kind.to_owned()));
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let Some((key, value)) = setting.split_once('=') else {
            bail!("{which} = \"{text}\": expected kind or kind:key=value,key=value");
        };
        let value = toml::from_str::<toml::Table>(&format!("value = {value}"))
            .ok()
            .and_then(|mut table| table.remove("value"))
            .unwrap_or_else(|| toml::Value::String(value.to_owned()));
        table.insert(key.to_owned(), value);
    }
    Ok(toml::Value::Table(table).to_string())
}

struct Compare<'a> {
    args: &'a CompareArgs,
    question: Question,
    pool: ThreadPool,
}

impl GameVisitor for Compare<'_> {
    type Out = anyhow::Result<()>;

    fn visit<G: Configurable + Roster>(self) -> anyhow::Result<()> {
        match self.args.repeat {
            Some(times) => self.repeat::<G>(times),
            None => self.once::<G>(),
        }
    }
}

impl Compare<'_> {
    fn experiment<G: Configurable + Roster>(&self, seed: u64) -> anyhow::Result<Experiment<G>> {
        Experiment::read(&document(self.args, seed)?).map_err(|problem: Problem| anyhow!("{problem}"))
    }

    fn once<G: Configurable + Roster>(&self) -> anyhow::Result<()> {
        let args = self.args;
        let experiment = self.experiment::<G>(args.seed)?;
        let out = args.out.clone().unwrap_or_else(|| default_out(args));
        let contest = Contest::new(&experiment, Programs::new(Some(Logs::new(&out, ""))));
        let opened = Folder::open(&out).map_err(RecordError::from);
        let (record, blocks) = opened
            .and_then(|folder| Record::open(folder, &experiment.text, &self.question, args.resume, args.fresh))?;
        let mut comparison = Comparison::new(&self.question, contest.matches())?;
        for block in &blocks {
            comparison.push(block)?;
        }
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{msg}")?);
        let verdict = play(&contest, &mut comparison, &self.pool, |blocks, comparison| {
            record.append(blocks)?;
            bar.set_message(standing(comparison, contest.matches()));
            bar.tick();
            Ok::<(), RecordError>(())
        })?;
        bar.finish_and_clear();
        let sentence = self.sentence(verdict, &comparison, contest.matches());
        record.conclude(&format!("# Is {} better than {}?\n\n{sentence}\n", args.b, args.a))?;
        say(&format!("{sentence} {}", out.display()));
        Ok(())
    }

    /// Plays the comparison with as many seeds as `times`, writes nothing, and prints what each needed.
    fn repeat<G: Configurable + Roster>(&self, times: u32) -> anyhow::Result<()> {
        let mut text =
            String::from("| seed | verdict | blocks | matches | B's share |\n| ---: | --- | ---: | ---: | ---: |\n");
        let (mut total, mut per_block, mut verdicts) = (0, 0, [0_u32; 3]);
        for seed in (self.args.seed..).take(times as usize) {
            let experiment = self.experiment::<G>(seed)?;
            let contest = Contest::new(&experiment, Programs::new(None));
            per_block = u64::from(contest.matches());
            let mut comparison = Comparison::new(&self.question, contest.matches())?;
            let verdict = play(&contest, &mut comparison, &self.pool, |_, _| Ok::<(), RecordError>(()))?;
            let blocks = comparison.blocks();
            total += blocks;
            verdicts[verdict as usize] += 1;
            text += &format!(
                "| {seed} | {} | {blocks} | {} | {:.1} % |\n",
                word(verdict),
                blocks * per_block,
                100.0 * comparison.standing().mean
            );
        }
        let mean = total as f64 * per_block as f64 / f64::from(times);
        let fixed = self.fixed(per_block);
        text += &format!(
            "\nOn average {mean:.0} matches; a test of fixed size with the same error rates takes {}: {:.2} of it. B better {}, \
             not better {}, inconclusive {}.\n",
            count(fixed),
            mean / fixed as f64,
            verdicts[Verdict::Accepted as usize],
            verdicts[Verdict::Rejected as usize],
            verdicts[Verdict::Inconclusive as usize],
        );
        super::print(&text)
    }

    /// Matches of a test of fixed size that tells the two hypotheses apart with the same error rates, one-sided.
    fn fixed(&self, matches: u64) -> u64 {
        let difference = (self.question.one - self.question.zero) / NORMALISED_ELO_PER_T * (matches as f64).sqrt();
        // The table's rates are two-sided: twice α there is α on the one side.
        let rates = Rates { alpha: 2.0 * self.question.alpha, power: 1.0 - self.question.beta };
        blocks_for_mean(difference, 1.0, rates).unwrap_or(0) * matches
    }

    fn sentence(&self, verdict: Verdict, comparison: &Comparison, matches: u32) -> String {
        let (a, b) = (&self.args.a, &self.args.b);
        let answer = match verdict {
            Verdict::Accepted => format!("{b} is better than {a}"),
            Verdict::Rejected => format!("{b} is not better than {a}"),
            Verdict::Inconclusive => format!("Whether {b} is better than {a} stays open"),
        };
        let interval = comparison.interval();
        let faults = match comparison.faults() {
            0 => String::new(),
            faults => format!(" {} matches ended by a fault and count as forfeited.", count(faults)),
        };
        format!(
            "{answer}: {} blocks of {matches} matches with {} seats, log likelihood ratio {:.2} for {} against {} normalised \
             Elo; B's share {:.1} %, 50 % being even (95 % sure to lie between {:.1} and {:.1}, whenever one looks).{faults}",
            count(comparison.blocks()),
            self.args.seats,
            comparison.standing().log_ratio,
            self.question.one,
            self.question.zero,
            100.0 * comparison.standing().mean,
            100.0 * interval.low,
            100.0 * interval.high,
        )
    }
}

fn standing(comparison: &Comparison, matches: u32) -> String {
    let (now, interval) = (comparison.standing(), comparison.interval());
    format!(
        "{} blocks, {} matches: log likelihood ratio {:.2}, not better below {:.2}, better above {:.2}; B's share {:.1} % ({:.1} \
         to {:.1})",
        count(now.blocks),
        count(now.blocks * u64::from(matches)),
        now.log_ratio,
        now.lower,
        now.upper,
        100.0 * now.mean,
        100.0 * interval.low,
        100.0 * interval.high
    )
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "better",
        Verdict::Rejected => "not better",
        Verdict::Inconclusive => "inconclusive",
    }
}

fn default_out(args: &CompareArgs) -> PathBuf {
    let plain = |text: &str| text.replace(|c: char| !c.is_alphanumeric() && !"-_.=".contains(c), "-");
    Path::new("results").join(format!("compare-{}-with-{}-{}-seats", plain(&args.b), plain(&args.a), args.seats))
}
