//! From the shape of an experiment to the experiment: everything that depends on the game.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ergo_agents::process;
use ergo_agents::spec::AgentSpec;
use ergo_engine::options::{OptionError, Settings, nearest};
use ergo_engine::seat::SeatCount;

use super::arms::{Variation, variations, words};
use super::checked::{Arm, Experiment};
use super::design::Design;
use super::factors::factors;
use super::file::{Agent, Entrant, File, MOST_ASKED};
use super::kind::{Aim, Kind};
use super::outline::Outline;
use super::problem::Problem;
use super::values::Name;
use crate::arena::{DynGame, DynRules};
use crate::measure::{Key, Measures, Of, Rows};
use crate::rows::columns::{ROUND_PREFIX, SEAT_PREFIX};

/// Checks names and ranges against the game, and builds the rules of every arm for every size of table. `text` is kept as
/// the text of the experiment.
pub(super) fn check(
    outline: &Outline,
    design: Option<Design>,
    game: &Arc<dyn DynGame>,
    text: String,
) -> Result<Experiment, Problem> {
    let measures = measures(outline, &**game)?;
    let file = &outline.file;
    names(file, &measures)?;
    let asked = file.measure.iter().map(|text| key_of("measure", text, outline, &measures));
    let asked: Vec<Key> = asked.collect::<Result<_, _>>()?;
    let deviation = Key::seat_deviation();
    let target = |(measure, band): (&String, &[f64; 2])| {
        let is_deviation = *measure == deviation.to_string();
        let key = if is_deviation { Ok(deviation.clone()) } else { key_of("targets", measure, outline, &measures) };
        Ok((key?, *band))
    };
    let targets: Vec<(Key, [f64; 2])> = file.targets.iter().map(target).collect::<Result<_, _>>()?;
    if let Some(i) = (1..targets.len()).find(|i| targets[..*i].iter().any(|(key, _)| *key == targets[*i].0)) {
        return Err(Problem::new("targets", format!("\"{}\" is set twice, expected once", targets[i].0)));
    }
    for one in outline.watched.iter().filter(|one| one.is_asked()) {
        let wrong = |what: String| Problem::new(format!("output.{}", one.probe.name()), what);
        one.probe.fits(&**game).map_err(wrong)?;
    }
    let sizes = table_sizes(outline, &**game)?;
    // What the file itself sets is checked before the arms, so that no sweep is blamed for it.
    file.game.rules.checked(&game.options()).map_err(|error| Problem::new("game.rules", error))?;
    for entrant in &file.entrant {
        agent(&**game, "", &entrant.name.0, &entrant.agent)?;
    }
    let (variations, mut agents) = (variations(outline)?, Agents { game: &**game, known: BTreeMap::new() });
    let arms = variations.iter().map(|variation| arm(outline, &mut agents, &sizes, variation));
    let arms: Vec<Arm> = arms.collect::<Result<_, _>>()?;
    // Points of a design may coincide: its models count the arms of one point once.
    if design.is_none() {
        each_once(&variations, &arms)?;
    }
    let mut asked_of = outline.watched.iter().filter(|one| one.is_asked());
    let again = |spec: &AgentSpec| spec.kind != process::KIND && spec.milliseconds().is_none();
    let once = arms.iter().flat_map(|arm| &arm.agents).find(|spec| !again(spec));
    if let Some((spec, one)) = once.zip(asked_of.find(|one| one.probe.plays_again())) {
        let what = format!("{} cannot play a moment again, expected no program from outside and no clock", spec.kind);
        return Err(Problem::new(format!("output.{}", one.probe.name()), what));
    }
    let aim = aim(outline, arms.len())?;
    Ok(Experiment {
        game: Arc::clone(game),
        question: file.question.clone(),
        asked,
        aim,
        targets,
        design,
        measures,
        seed: file.seed.0 as u64,
        entrants: file.entrant.iter().map(|entrant| entrant.name.0.clone()).collect(),
        tiers: file.entrant.iter().map(|entrant| entrant.tier.as_ref().map(|tier| tier.0.clone())).collect(),
        form: outline.form.clone(),
        tables: outline.tables.clone(),
        deals: file.schedule.deals.0 as u32,
        rotations: file.schedule.rotations,
        faults: file.schedule.faults,
        watched: outline.watched.clone(),
        arms,
        factors: factors(outline),
        words: words(outline),
        quick: file.quick,
        findings: file.finding.clone(),
        seeds: None,
        text,
    })
}

/// Refuses names of entrants and tiers that are also names of something else.
fn names(file: &File, measures: &Measures) -> Result<(), Problem> {
    let reserved = measures.reserved();
    for (i, entrant) in file.entrant.iter().enumerate() {
        for (key, name) in [("name", Some(&entrant.name)), ("tier", entrant.tier.as_ref())] {
            let Some(Name(name)) = name else { continue };
            let at = format!("entrant {}, {key}", i + 1);
            if reserved.contains(&name.as_str()) {
                let what = format!("\"{name}\" is reserved, expected none of {}", reserved.join(", "));
                return Err(Problem::new(at, what));
            }
            let other = |other: &&Entrant| other.name.0 == *name && other.tier != entrant.tier;
            if key == "tier" && file.entrant.iter().any(|one| other(&one)) {
                let what = format!("\"{name}\" is an entrant that is not of this tier, expected a name of its own");
                return Err(Problem::new(at, what));
            }
        }
    }
    Ok(())
}

/// How the question is to be answered, where the experiment can answer it so.
fn aim(outline: &Outline, arms: usize) -> Result<Aim, Problem> {
    let file = &outline.file;
    let between = |kind: &Kind| matches!(kind, Kind::Change | Kind::Setting | Kind::Matters);
    if let Some(kind) = file.kind.iter().find(|kind| between(kind) && arms < 2) {
        return Err(Problem::new("kind", format!("\"{kind}\" of one arm, expected [[arm]], [[sweep]] or [design]")));
    }
    if file.kind.contains(&Kind::Setting) && file.targets.is_empty() {
        return Err(Problem::new("kind", "\"setting\" without [targets], expected what is wanted".to_owned()));
    }
    if file.measure.len() > MOST_ASKED && file.kind != [Kind::Best] {
        let what =
            format!("{} of them, expected up to {MOST_ASKED}, more only with kind = \"best\"", file.measure.len());
        return Err(Problem::new("measure", what));
    }
    if file.margin.is_some() && (arms < 2 || file.measure.len() != 1) {
        return Err(Problem::new("margin", "expected one measure and several arms that may change it".to_owned()));
    }
    if file.margin.is_some()
        && !(file.kind.is_empty() || file.kind.iter().any(|kind| matches!(kind, Kind::Change | Kind::Matters)))
    {
        return Err(Problem::new("margin", "has no effect, expected kind = \"change\" or \"matters\"".to_owned()));
    }
    let strongest = match &file.strongest {
        None => Vec::new(),
        Some(word) => {
            let is = |entrant: &&Entrant| [Some(&entrant.name), entrant.tier.as_ref()].contains(&Some(word));
            file.entrant.iter().filter(is).map(|entrant| entrant.name.0.clone()).collect()
        }
    };
    if let (Some(word), true) = (&file.strongest, strongest.is_empty()) {
        return Err(Problem::new("strongest", format!("\"{}\" is nobody here, expected an entrant or a tier", word.0)));
    }
    if file.strongest.is_some() && arms < 2 && file.measure.len() < 2 {
        let what = "has no effect, expected [[arm]], [[sweep]], [design] or several measures";
        return Err(Problem::new("strongest", what));
    }
    let leads = |table: &Vec<usize>| strongest.contains(&file.entrant[table[0]].name.0);
    if !strongest.is_empty() && !outline.tables.is_empty() && !outline.tables.iter().any(leads) {
        return Err(Problem::new(
            "strongest",
            "has no effect, expected an entrant or a tier that is first at some table",
        ));
    }
    let called = file.strongest.as_ref().map(|word| word.0.clone()).unwrap_or_default();
    Ok(Aim { kinds: file.kind.clone(), margin: file.margin, strongest, called })
}

/// The measures of the game and those that the experiment adds, of columns that there are.
fn measures(outline: &Outline, game: &dyn DynGame) -> Result<Measures, Problem> {
    let mut all = game.measures();
    for (i, own) in outline.file.measures.iter().enumerate() {
        let at = format!("measures {} ({})", i + 1, own.name);
        if all.has(&own.name) {
            return Err(Problem::new(at, format!("\"{}\" is taken, expected a name of its own", own.name)));
        }
        let (prefix, columns) = match own.of {
            Rows::Rounds => (ROUND_PREFIX, game.records().round),
            Rows::Seats => (SEAT_PREFIX, game.records().seat),
        };
        let known: Vec<&str> = prefix.split(',').chain(columns.iter().copied()).collect();
        if let Some(unknown) = own.columns().find(|column| !known.contains(&column.as_str())) {
            let near = nearest(unknown, known.iter().copied()).unwrap_or_default();
            let file = own.word();
            let what =
                format!("no column \"{unknown}\" in {file}.csv of {}, expected \"{near}\" or another", game.name());
            return Err(Problem::new(at, what));
        }
        all = all.and(&own.measures());
    }
    Ok(all)
}

/// A measure asked for, which must be of somebody who is there.
fn key_of(at: &str, text: &str, outline: &Outline, measures: &Measures) -> Result<Key, Problem> {
    let unknown = || Problem::new(at, format!("{text:?} is no measure, expected {}", measures.names()));
    let key = measures.parse(text).ok_or_else(unknown)?;
    let seat = |size: &usize| (1..=*size).any(|seat| key.subject == format!("seat {seat}"));
    let known = ["all", "focal"].contains(&key.subject.as_str())
        || measures.has_place(&key.subject)
        || outline.file.entrant.iter().any(|entrant| entrant.name.0 == key.subject)
        || outline.sizes().iter().any(seat);
    let of_somebody = key.subject != "all" || key.measure.of.fits("all");
    if known && of_somebody {
        return Ok(key);
    }
    if known {
        let whose = match &key.measure.of {
            Of::At(place) | Of::Before(place) => place.name.clone(),
            _ => outline.file.entrant[0].name.0.clone(),
        };
        return Err(Problem::new(at, format!("{text:?} of whom, expected for instance \"{whose} {text}\"")));
    }
    let places: String = measures.places().iter().map(|place| format!("{place}, ")).collect();
    let expected =
        format!("expected an entrant, seat 1 and so on, {places}focal for the first at each table, or nobody for all");
    Err(Problem::new(at, format!("{:?} is nobody here, {expected}", key.subject)))
}

fn table_sizes(outline: &Outline, game: &dyn DynGame) -> Result<BTreeSet<SeatCount>, Problem> {
    let (fewest, most) = game.seats();
    let range = if fewest == most { format!("{fewest}") } else { format!("{fewest} to {most}") };
    let seats = outline.file.game.seats.map(|seats| seats.0);
    if let Some(seats) = seats
        && !(fewest as i64..=most as i64).contains(&seats)
    {
        return Err(Problem::new("game.seats", format!("{seats} seats, expected {range}")));
    }
    for (i, size) in outline.sizes().into_iter().enumerate() {
        let at = outline.form.size_of_table(i);
        if !(fewest..=most).contains(&size) {
            return Err(Problem::new(at, format!("{size} seats, expected {range}")));
        }
        if let Some(seats) = seats
            && size as i64 != seats
        {
            return Err(Problem::new(at, format!("{size} seats, expected {seats} as game.seats says")));
        }
    }
    Ok(outline.sizes().into_iter().map(SeatCount::new).collect())
}

/// The agents of all arms, each checked once however many arms share it.
struct Agents<'v> {
    game: &'v dyn DynGame,
    known: BTreeMap<*const Agent, Arc<AgentSpec>>,
}

impl<'v> Agents<'v> {
    /// The checked agent of the entrant called `name`.
    fn checked(&mut self, origin: &str, name: &str, asked: &'v Arc<Agent>) -> Result<Arc<AgentSpec>, Problem> {
        // All variations live as long as this: no other can come to lie where one lay.
        if let Some(known) = self.known.get(&Arc::as_ptr(asked)) {
            return Ok(Arc::clone(known));
        }
        let checked = Arc::new(agent(self.game, origin, name, asked)?);
        self.known.insert(Arc::as_ptr(asked), Arc::clone(&checked));
        Ok(checked)
    }
}

fn arm<'v>(
    outline: &Outline,
    agents: &mut Agents<'v>,
    sizes: &BTreeSet<SeatCount>,
    variation: &'v Variation,
) -> Result<Arm, Problem> {
    let at = if variation.origin.is_empty() { "game.rules" } else { &variation.origin };
    let handle = agents.game;
    let game = |&seats: &SeatCount| {
        let game = handle.configure(seats, &variation.rules).map_err(|error| Problem::new(at, error))?;
        Ok((seats, game))
    };
    let games: BTreeMap<SeatCount, Arc<dyn DynRules>> = sizes.iter().map(game).collect::<Result<_, _>>()?;
    let asked = outline.file.entrant.iter().zip(&variation.agents);
    let agents = asked.map(|(entrant, asked)| agents.checked(&variation.origin, &entrant.name.0, asked));
    let agents: Vec<Arc<AgentSpec>> = agents.collect::<Result<_, _>>()?;
    for table in &outline.tables {
        for &entrant in table {
            games[&SeatCount::new(table.len())]
                .fits(&agents[entrant])
                .map_err(|error| refused(&variation.origin, &outline.file.entrant[entrant].name.0, error))?;
        }
    }
    Ok(Arm { agents, label: variation.label.clone(), games })
}

/// Refuses an arm that plays the same matches as an earlier one.
fn each_once(variations: &[Variation], arms: &[Arm]) -> Result<(), Problem> {
    let settings: Vec<Vec<Settings>> = arms.iter().map(|arm| arm.rules().collect()).collect();
    for (i, arm) in arms.iter().enumerate() {
        let same = |other: &usize| arms[*other].agents == arm.agents && settings[*other] == settings[i];
        if let Some(twin) = (0..i).find(same) {
            let what =
                format!("plays the same matches as arm \"{}\", expected other rules or agents", arms[twin].label);
            return Err(Problem::new(&variations[i].origin, what));
        }
    }
    Ok(())
}

fn agent(game: &dyn DynGame, origin: &str, name: &str, asked: &Agent) -> Result<AgentSpec, Problem> {
    game.checked(&asked.kind, &asked.settings).map_err(|error| refused(origin, name, error))
}

fn refused(origin: &str, name: &str, error: OptionError) -> Problem {
    let gap = if origin.is_empty() { "" } else { ", " };
    Problem::new(format!("{origin}{gap}entrant \"{name}\", agent"), error)
}
