//! Converts a document to an experiment and checks everything that deserialization does not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ergo_agents::process;
use ergo_agents::spec::AgentSpec;
use ergo_engine::options::{OptionError, Settings, unknown};
use ergo_engine::seat::SeatCount;

use super::arms::{Variation, keys, settle, variations, words};
use super::checked::{Arm, Experiment};
use super::document::{Document, Target, target};
use super::file::{self, Agent, Entrant, ExperimentFile, MOST_ARMS, MOST_ASKED};
use super::form;
use super::problem::{Mistake, Problem, Problems, Repair};
use super::reading::read;
use super::values::Name;
use super::writer::write_toml;
use crate::design::{AnswerSpec, QuestionKind};
use crate::games::game_registry::GameRegistry;
use crate::measure::{MeasureKey, Measures, RowFile, SubjectKind};
use crate::probes::probe::{Probe, ProbeRequest};
use crate::registry::arena::{DynGame, DynRules};
use crate::report::findings::Finding;
use crate::rows::TRANSCRIPTS;
use crate::rows::columns::{ROUND_PREFIX, SEAT_PREFIX};

/// The largest number of entrants in one experiment.
const MOST_ENTRIES: usize = 1_000;
/// The largest number of targets.
const MOST_TARGETS: usize = 24;
/// A removed key of `[output]`. Earlier versions wrote `luck = false` into every record; it is accepted and written
/// back, so that a record keeps its digest.
pub(super) const FORMER: &str = "luck";
/// The largest number of mistakes that are repaired to find the next one.
const MOST_REPAIRS: usize = 50;

/// Checks `document`. After each mistake, a copy is repaired with the nearest known word or by removing the value, and
/// checked again, so that all mistakes are found.
///
/// # Errors
///
/// Returns all mistakes in the order of their lines.
pub(super) fn check_all(document: &Document, registry: &GameRegistry) -> Result<Experiment, Problems> {
    let mut trial = document.clone();
    let mut found: Vec<Problem> = document.problems().to_vec();
    let (mut repaired, mut is_cross): (Vec<String>, bool) = (Vec::new(), found.is_empty());
    for _ in 0..MOST_REPAIRS {
        let mistake = match check(&trial, registry) {
            Ok(experiment) if found.is_empty() => return Ok(experiment),
            Ok(_) => break,
            Err(mistake) => mistake,
        };
        // A contradiction with a repaired value may not be a mistake.
        if mistake.is_cross && !is_cross {
            break;
        }
        let problem = trial.located(&mistake);
        if !repaired.iter().any(|path| follows(&mistake, path)) && !found.contains(&problem) {
            found.push(problem);
        }
        is_cross = mistake.is_cross;
        if !trial.repair(&mistake) {
            break;
        }
        repaired.push(mistake.path);
    }
    found.sort_by_key(|problem| problem.line);
    Err(Problems::new(found))
}

/// Returns true if a mistake may only be a consequence of the repair at the path `repaired`.
fn follows(mistake: &Mistake, repaired: &str) -> bool {
    let is_below = |path: &str, above: &str| path.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'));
    let is_name = repaired.starts_with("entrant.") && repaired.ends_with(".name");
    mistake.path == repaired
        || is_below(&mistake.path, repaired)
        || is_below(repaired, &mistake.path)
        || repaired == "schedule.form" && mistake.path.starts_with("schedule.")
        || is_name && mistake.what.starts_with("unknown entrant")
}

fn check(document: &Document, registry: &GameRegistry) -> Result<Experiment, Mistake> {
    let mut file: ExperimentFile = read(&document.table)?;
    file.measures.iter().enumerate().try_for_each(|(i, own)| own.check(i))?;
    let counts = [("entrant", file.entrant.len(), MOST_ENTRIES), ("arm", file.arm.len(), MOST_ARMS)];
    for (key, found, most) in counts.into_iter().chain([("targets", file.targets.len(), MOST_TARGETS)]) {
        if found > most {
            return Err(Mistake::new(key, format!("{found} of them, expected at most {most}")).stop());
        }
    }
    if file.entrant.is_empty() {
        return Err(Mistake::new("entrant", "missing, expected [[entrant]] tables").stop());
    }
    let mut watched = watched(&file, registry.probes())?;
    let near = |error: crate::games::game_registry::UnknownGame| Mistake::new("game.name", &error).put(error.nearest);
    let game = registry.game(&file.game.name).map_err(near)?;
    let measures = measures(&file, &*game)?;
    // Check the settings of the file itself before the arms, so that a sweep is not blamed for them.
    let rules = file.game.rules.checked(&game.options());
    rules.map_err(|error| Mistake::setting("game.rules", &error))?;
    for (i, entrant) in file.entrant.iter().enumerate() {
        agent(&*game, i, &entrant.agent)?;
    }
    let form = {
        let names: Vec<String> = file.names().into_iter().map(str::to_owned).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        file.schedule.form(&names, file.game.seats.map(|seats| seats.0))?
    };
    let tables = form::tables(&form)?;
    names(&file, &measures)?;
    let sizes: Vec<usize> = tables.iter().map(Vec::len).collect();
    let asked = file.measure.iter().map(|text| key_of("measure", text, &file, &sizes, &measures));
    let asked: Vec<MeasureKey> = asked.collect::<Result<_, _>>()?;
    let targets = targets(&file, &sizes, &measures)?;
    if let Some(word) = &file.strongest {
        let known = file.entrant.iter().flat_map(|one| std::iter::once(&one.name).chain(&one.tier));
        let known: Vec<&str> = known.map(|name| name.0.as_str()).collect();
        if !known.contains(&word.0.as_str()) {
            return Err(Mistake::unknown_name("strongest", "entrant or tier", &word.0, known.iter().copied()));
        }
    }
    let seat_counts = table_sizes(&file, &form, &sizes, &*game)?;
    for one in watched.iter().filter(|one| one.is_asked()) {
        let wrong = |what: String| Mistake::new(format!("output.{}", one.probe.name()), what);
        one.probe.fits(&*game).map_err(wrong)?;
    }
    let (arms_listed, design) = match &file.design {
        None => (std::mem::take(&mut file.arm), None),
        Some(layout) => {
            let smallest = sizes.iter().min().copied().unwrap_or_default();
            let (arms, design) = layout.expand(&file, &*game, smallest)?;
            (arms, Some(design))
        }
    };
    settle(&mut file, &arms_listed, &*game);
    let (variations, mut agents) = (variations(&file, &arms_listed)?, Agents { game: &*game, known: BTreeMap::new() });
    let arms = variations.iter().map(|variation| {
        arm(&tables, &mut agents, &seat_counts, variation).map_err(|mistake| variation.blame(mistake))
    });
    let arms: Vec<Arm> = arms.collect::<Result<_, _>>()?;
    // The following checks compare several keys.
    form::each_once(&form, &tables, file.schedule.rotations)?;
    if let Some(other) = ["arm", "sweep"].into_iter().find(|key| design.is_some() && document.table.get(key).is_some())
    {
        let what = format!("[[{other}]] tables make arms too, expected only one of them");
        return Err(Mistake::new("design", what).cross());
    }
    set_once(&file, if design.is_some() { &[] } else { &arms_listed }, &tables, document)?;
    // Points of a design may coincide; its models count the arms of one point once.
    if design.is_none() {
        each_once(&variations, &arms)?;
    }
    let mut asked_of = watched.iter().filter(|one| one.is_asked());
    let again = |spec: &AgentSpec| spec.kind != process::KIND && spec.unrepeatable().is_none();
    let once = arms.iter().flat_map(|arm| &arm.agents).find(|spec| !again(spec));
    if let Some((spec, one)) = once.zip(asked_of.find(|one| one.probe.plays_again())) {
        let what = format!("{} cannot replay a decision, expected no external program and no clock", spec.kind);
        return Err(Mistake::new(format!("output.{}", one.probe.name()), what).cross());
    }
    if arms.iter().flat_map(|arm| &arm.agents).any(|spec| spec.unrepeatable().is_some()) {
        // Nothing but the transcripts can say what such an agent chose.
        watched.iter_mut().filter(|one| one.probe.file() == Some(TRANSCRIPTS)).for_each(|one| one.amount = 1);
    }
    let findings = findings(document, &file, &tables, &arms)?;
    let mut experiment = Experiment {
        game,
        question: file.question.clone(),
        asked,
        aim: aim(&file, &tables, arms.len())?,
        targets,
        design,
        measures,
        seed: file.seed.0 as u64,
        entrants: file.entrant.iter().map(|entrant| entrant.name.0.clone()).collect(),
        tiers: file.entrant.iter().map(|entrant| entrant.tier.as_ref().map(|tier| tier.0.clone())).collect(),
        form,
        tables,
        deals: file.schedule.deals.0 as u32,
        rotations: file.schedule.rotations,
        faults: file.schedule.faults,
        concurrency: file.schedule.concurrency.as_ref().map(|number| number.0 as usize),
        watched,
        arms,
        factors: keys(&file, &arms_listed),
        words: words(&file, &arms_listed),
        quick: file.quick,
        findings,
        seeds: None,
        callers: BTreeMap::new(),
        text: String::new(),
    };
    experiment.text = write_toml(&file, &arms_listed, &experiment);
    Ok(experiment)
}

/// Checks the findings of the file. If tables or arms were changed after the file was read, findings about removed ones
/// are dropped.
fn findings(
    document: &Document,
    file: &ExperimentFile,
    tables: &[Vec<usize>],
    arms: &[Arm],
) -> Result<Vec<Finding>, Mistake> {
    let name = |table: &Vec<usize>| {
        table.iter().map(|entrant| file.entrant[*entrant].name.0.as_str()).collect::<Vec<_>>().join(" v ")
    };
    let tables: Vec<String> = tables.iter().map(name).collect();
    let mut kept = Vec::new();
    for (i, finding) in file.finding.iter().enumerate() {
        let wrong = |(key, what): &(String, String)| Mistake::new(format!("finding.{i}.{key}"), what);
        let parsed = finding.parse().map_err(|problems| wrong(&problems[0]))?;
        let unknown = parsed.estimates.iter().find_map(|(value, selector)| {
            let path = |key: &str| format!("finding.{i}.values.{value}.{key}");
            let table = selector.table.as_ref().filter(|table| !tables.contains(table));
            let arm = selector.arm.as_ref().filter(|name| arms.iter().all(|arm| arm.label != **name));
            let known_arms = arms.iter().map(|arm| arm.label.as_str());
            let table =
                table.map(|one| Mistake::unknown_name(&path("table"), "table", one, tables.iter().map(String::as_str)));
            table.or_else(|| arm.map(|one| Mistake::unknown_name(&path("arm"), "arm", one, known_arms)))
        });
        match unknown {
            Some(_) if document.has_overrides() => {}
            Some(mistake) => return Err(mistake),
            None => kept.push(finding.clone()),
        }
    }
    Ok(kept)
}

fn watched(file: &ExperimentFile, probes: &[Arc<dyn Probe>]) -> Result<Vec<ProbeRequest>, Mistake> {
    let known = probes.iter().map(|probe| probe.name());
    for (key, value) in file.output.iter().filter(|(key, _)| !known.clone().any(|name| name == key.as_str())) {
        return Err(match key.as_str() {
            FORMER if value.as_bool() == Some(false) => continue,
            FORMER => Mistake::new(format!("output.{key}"), "control variates were removed, expected no such key"),
            _ => Mistake::unknown_key("output", key, known),
        });
    }
    let amount = |probe: &dyn Probe| {
        let Some(value) = file.output.get(probe.name()) else { return Ok(0) };
        let (amount, expected) = match probe.most() {
            1 => (value.as_bool().map(u32::from), "true or false".to_owned()),
            most => {
                let number = value.as_integer().and_then(|number| u32::try_from(number).ok());
                (number.filter(|number| *number <= most), format!("a whole number from 0 to {most}"))
            }
        };
        amount.ok_or_else(|| Mistake::value(format!("output.{}", probe.name()), value, expected))
    };
    probes.iter().map(|probe| Ok(ProbeRequest { amount: amount(&**probe)?, probe: Arc::clone(probe) })).collect()
}

fn targets(
    file: &ExperimentFile,
    sizes: &[usize],
    measures: &Measures,
) -> Result<Vec<(MeasureKey, [f64; 2])>, Mistake> {
    let deviation = MeasureKey::seat_deviation();
    let target = |(measure, band): (&String, &[f64; 2])| {
        let is_deviation = *measure == deviation.to_string();
        let path = format!("targets.{measure}");
        let key = if is_deviation { Ok(deviation.clone()) } else { key_of(&path, measure, file, sizes, measures) };
        Ok((key?, *band))
    };
    let targets: Vec<(MeasureKey, [f64; 2])> = file.targets.iter().map(target).collect::<Result<_, _>>()?;
    match (1..targets.len()).find(|i| targets[..*i].iter().any(|(key, _)| *key == targets[*i].0)) {
        Some(i) => Err(Mistake::new("targets", format!("\"{}\" is set twice, expected once", targets[i].0)).cross()),
        None => Ok(targets),
    }
}

/// Rejects a key that is varied twice, and an override, a sweep or an arm without effect.
fn set_once(
    file: &ExperimentFile,
    arms: &[file::ArmEntry],
    tables: &[Vec<usize>],
    document: &Document,
) -> Result<(), Mistake> {
    let (sweeps, names) = (&file.sweep, file.names());
    let sets = |arm: &file::ArmEntry, key: &str| arm.set.iter().any(|(other, _)| other == key);
    // The entrant whose agent a key changes, if it plays at no table.
    let absent = |key: &str| match target(key, &names) {
        Target::Agent(entrant, _) if !tables.iter().any(|table| table.contains(&entrant)) => Some(names[entrant]),
        _ => None,
    };
    let idle = |name: &str| format!("has no effect, \"{name}\" sits at no table, expected an entrant that plays");
    for (i, sweep) in sweeps.iter().enumerate() {
        let key = &sweep.key;
        let what = if let Some(twin) = sweeps[..i].iter().position(|other| other.key == *key) {
            format!("sweep {} sets this key too, expected one [[sweep]] with all values", twin + 1)
        } else if let Some(arm) = arms.iter().find(|arm| sets(arm, key)) {
            format!("arm \"{}\" sets this key too, expected either a sweep or arms to set it", arm.name)
        } else if let Some(name) = absent(key) {
            idle(name)
        } else {
            continue;
        };
        return Err(Mistake::new(format!("sweep.{i}.key"), what).cross());
    }
    for (i, arm) in arms.iter().enumerate() {
        let mut absent = arm.set.iter().map(|(key, _)| absent(key));
        if let Some(Some(name)) = absent.next()
            && absent.all(|name| name.is_some())
        {
            return Err(Mistake::new(format!("arm.{i}"), idle(name)).cross());
        }
    }
    for (_, path) in &document.overrides {
        let key = file.key_of(path);
        let what = if let Some(i) = sweeps.iter().position(|sweep| sweep.key == key) {
            format!("has no effect, sweep {} sets this key in every arm, expected other values of the sweep", i + 1)
        } else if !arms.is_empty() && arms.iter().all(|arm| sets(arm, &key)) {
            "has no effect, every [[arm]] sets this key, expected other arms".to_owned()
        } else if let Some(name) = absent(&key) {
            idle(name)
        } else {
            continue;
        };
        return Err(Mistake::new(path, what).cross());
    }
    Ok(())
}

/// Rejects names of entrants and tiers that are also names of something else.
fn names(file: &ExperimentFile, measures: &Measures) -> Result<(), Mistake> {
    let reserved = measures.reserved();
    for (i, entrant) in file.entrant.iter().enumerate() {
        if file.entrant[..i].iter().any(|other| other.name == entrant.name) {
            let what = format!("\"{}\" is already used, expected a unique name", entrant.name.0);
            return Err(Mistake::new(format!("entrant.{i}.name"), what).stop());
        }
        for (key, name) in [("name", Some(&entrant.name)), ("tier", entrant.tier.as_ref())] {
            let Some(Name(name)) = name else { continue };
            let path = format!("entrant.{i}.{key}");
            if reserved.contains(&name.as_str()) {
                let what = format!("\"{name}\" is reserved, expected none of {}", reserved.join(", "));
                return Err(Mistake::new(path, what).stop());
            }
            let other = |other: &&Entrant| other.name.0 == *name && other.tier != entrant.tier;
            if key == "tier" && file.entrant.iter().any(|one| other(&one)) {
                let what = format!("\"{name}\" is an entrant that is not of this tier, expected a unique name");
                return Err(Mistake::new(path, what).stop());
            }
        }
    }
    Ok(())
}

fn aim(file: &ExperimentFile, tables: &[Vec<usize>], arms: usize) -> Result<AnswerSpec, Mistake> {
    let between =
        |kind: &QuestionKind| matches!(kind, QuestionKind::Change | QuestionKind::Setting | QuestionKind::Matters);
    let kinds = &file.kind;
    let strongest = match &file.strongest {
        None => Vec::new(),
        Some(word) => {
            let is = |entrant: &&Entrant| [Some(&entrant.name), entrant.tier.as_ref()].contains(&Some(word));
            file.entrant.iter().filter(is).map(|entrant| entrant.name.0.clone()).collect()
        }
    };
    let leads = |table: &Vec<usize>| strongest.contains(&file.entrant[table[0]].name.0);
    let margin_is_used =
        kinds.is_empty() || kinds.iter().any(|kind| matches!(kind, QuestionKind::Change | QuestionKind::Matters));
    let (has_margin, has_strongest) = (file.margin.is_some(), file.strongest.is_some());
    let wrong = [
        (
            "kind",
            arms < 2 && kinds.iter().any(between),
            "compares arms, but there is one arm, expected [[arm]], [[sweep]] or [design]",
        ),
        (
            "kind",
            kinds.contains(&QuestionKind::Setting) && file.targets.is_empty(),
            "\"setting\" without [targets], expected what is wanted",
        ),
        (
            "measure",
            file.measure.len() > MOST_ASKED && *kinds != [QuestionKind::Best],
            "too many, expected up to 3, more only with kind = \"best\"",
        ),
        (
            "margin",
            has_margin && (arms < 2 || file.measure.len() != 1),
            "expected one measure and several arms that may change it",
        ),
        ("margin", has_margin && !margin_is_used, "has no effect, expected kind = \"change\" or \"matters\""),
        (
            "strongest",
            has_strongest && arms < 2 && file.measure.len() < 2,
            "has no effect, expected [[arm]], [[sweep]], [design] or several measures",
        ),
        (
            "strongest",
            has_strongest && !tables.iter().any(leads),
            "has no effect, expected an entrant or a tier that is first at some table",
        ),
    ];
    if let Some((key, _, what)) = wrong.into_iter().find(|(_, is_wrong, _)| *is_wrong) {
        return Err(Mistake::new(key, what).cross());
    }
    let called = file.strongest.as_ref().map(|word| word.0.clone()).unwrap_or_default();
    Ok(AnswerSpec { kinds: kinds.clone(), margin: file.margin, strongest, called })
}

fn measures(file: &ExperimentFile, game: &dyn DynGame) -> Result<Measures, Mistake> {
    let mut all = game.measures();
    for (i, own) in file.measures.iter().enumerate() {
        let wrong = |key: &str, what: String| Mistake::new(format!("measures.{i}.{key}"), what);
        if all.has(&own.name) {
            return Err(wrong("name", format!("\"{}\" is already used, expected a unique name", own.name)).cross());
        }
        let (prefix, columns) = match own.of {
            RowFile::Rounds => (ROUND_PREFIX, game.records().round),
            RowFile::Seats => (SEAT_PREFIX, game.records().seat),
        };
        let known: Vec<&str> = prefix.split(',').chain(columns.iter().copied()).collect();
        let mut columns = own.columns();
        if let Some((key, column)) = columns.find(|(_, column)| !known.contains(&column.as_str())) {
            let what = unknown(&format!("column of {}.csv", own.word()), column, known.iter().copied());
            let repair = Repair::RemoveTable;
            return Err(Mistake { repair, ..wrong(key, what) });
        }
        all = all.and(&own.measures());
    }
    Ok(all)
}

/// Parses a requested measure, whose subject must exist in the experiment.
fn key_of(
    path: &str,
    text: &str,
    file: &ExperimentFile,
    sizes: &[usize],
    measures: &Measures,
) -> Result<MeasureKey, Mistake> {
    let Some(key) = measures.parse(text) else {
        let name = text.rsplit(' ').next().unwrap_or_default();
        let known: Vec<&str> = measures.iter().map(|measure| measure.name.as_str()).collect();
        return Err(Mistake::new(path, unknown("measure", name, known.iter().copied())));
    };
    let most = sizes.iter().max().copied().unwrap_or_default();
    let seats: Vec<String> = (1..=most).map(|seat| format!("seat {seat}")).collect();
    let entrants = file.entrant.iter().map(|entrant| entrant.name.0.as_str());
    let known = entrants.chain(seats.iter().map(String::as_str)).chain(measures.places()).chain(["all", "focal"]);
    if !measures.has_place(&key.subject) && !known.clone().any(|name| name == &*key.subject) {
        return Err(Mistake::new(path, unknown("subject of a measure", &key.subject, known)));
    }
    if &*key.subject != "all" || key.measure.of.fits("all") {
        return Ok(key);
    }
    let whose = match &key.measure.of {
        SubjectKind::At(place) | SubjectKind::Before(place) => place.name.clone(),
        _ => file.entrant[0].name.0.clone(),
    };
    Err(Mistake::new(path, format!("{text:?} needs a subject, expected for instance \"{whose} {text}\"")))
}

fn table_sizes(
    file: &ExperimentFile,
    form: &form::Form,
    sizes: &[usize],
    game: &dyn DynGame,
) -> Result<BTreeSet<SeatCount>, Mistake> {
    let (fewest, most) = game.seats();
    let range = if fewest == most { format!("{fewest}") } else { format!("{fewest} to {most}") };
    let seats = file.game.seats.map(|seats| seats.0);
    if let Some(seats) = seats.filter(|seats| !(fewest as i64..=most as i64).contains(seats)) {
        return Err(Mistake::value("game.seats", &seats.into(), format!("{range} seats")));
    }
    for (i, &size) in sizes.iter().enumerate() {
        let expected = match seats {
            _ if !(fewest..=most).contains(&size) => range.clone(),
            Some(seats) if size as i64 != seats => format!("{seats} as game.seats says"),
            _ => continue,
        };
        let mistake = Mistake::new(form::path_of_table(form, i), format!("{size} seats, expected {expected}"));
        return Err(if sizes.len() == 1 { mistake.stop() } else { mistake });
    }
    Ok(sizes.iter().copied().map(SeatCount::new).collect())
}

struct Agents<'v> {
    game: &'v dyn DynGame,
    known: BTreeMap<*const Agent, Arc<AgentSpec>>,
}

impl<'v> Agents<'v> {
    fn checked(&mut self, entrant: usize, asked: &'v Arc<Agent>) -> Result<Arc<AgentSpec>, Mistake> {
        // All variations live as long as this cache, so an address cannot be reused.
        if let Some(known) = self.known.get(&Arc::as_ptr(asked)) {
            return Ok(Arc::clone(known));
        }
        let checked = Arc::new(agent(self.game, entrant, asked)?);
        self.known.insert(Arc::as_ptr(asked), Arc::clone(&checked));
        Ok(checked)
    }
}

fn arm<'v>(
    tables: &[Vec<usize>],
    agents: &mut Agents<'v>,
    sizes: &BTreeSet<SeatCount>,
    variation: &'v Variation,
) -> Result<Arm, Mistake> {
    let handle = agents.game;
    let game = |&seats: &SeatCount| {
        let game = handle.configure(seats, &variation.rules);
        Ok((seats, game.map_err(|error| Mistake::setting("game.rules", &error))?))
    };
    let games: BTreeMap<SeatCount, Arc<dyn DynRules>> = sizes.iter().map(game).collect::<Result<_, _>>()?;
    let asked = variation.agents.iter().enumerate();
    let agents: Vec<Arc<AgentSpec>> = asked.map(|(i, asked)| agents.checked(i, asked)).collect::<Result<_, _>>()?;
    for table in tables {
        for &entrant in table {
            let fits = games[&SeatCount::new(table.len())].fits(&agents[entrant]);
            fits.map_err(|error| refused(entrant, &error))?;
        }
    }
    Ok(Arm { agents, label: variation.label.clone(), games })
}

/// Rejects an arm that plays the same matches as an earlier one.
fn each_once(variations: &[Variation], arms: &[Arm]) -> Result<(), Mistake> {
    let settings: Vec<Vec<Settings>> = arms.iter().map(|arm| arm.rules().collect()).collect();
    for (i, arm) in arms.iter().enumerate() {
        let same = |other: &usize| arms[*other].agents == arm.agents && settings[*other] == settings[i];
        if let Some(twin) = (0..i).find(same) {
            let what =
                format!("plays the same matches as arm \"{}\", expected other rules or agents", arms[twin].label);
            return Err(Mistake::new(&variations[i].path, what).cross());
        }
    }
    Ok(())
}

fn agent(game: &dyn DynGame, entrant: usize, asked: &Agent) -> Result<AgentSpec, Mistake> {
    game.checked(&asked.kind, &asked.settings).map_err(|error| refused(entrant, &error))
}

fn refused(entrant: usize, error: &OptionError) -> Mistake {
    Mistake::setting(&format!("entrant.{entrant}.agent"), error)
}
