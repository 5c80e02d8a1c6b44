//! From the shape of an experiment to the experiment: everything that depends on the game.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ergo_agents::process;
use ergo_agents::registry::Registry;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::{Game, RoundRecord};
use ergo_engine::options::{Configurable, Settings, nearest};
use ergo_engine::seat::SeatCount;

use super::arms::{Variation, variations, words};
use super::checked::{Arm, Experiment};
use super::factors::factors;
use super::outline::Outline;
use super::points::Design;
use super::problem::Problem;
use super::targets::TargetOutline;
use crate::measure::{Equities, Key, Measures, Of, Rows};
use crate::players;
use crate::rows::columns::{ROUND_PREFIX, SEAT_PREFIX};
use crate::shelf::Shelved;

/// Checks names and ranges against the game, and builds the rules of every arm for every size of table. `text` is kept as
/// the text of the experiment.
pub(super) fn check<G: Configurable>(
    outline: &Outline,
    design: Option<Design>,
    shelved: &Arc<Shelved<G>>,
    text: String,
) -> Result<Experiment<G>, Problem> {
    if ![G::NAME, G::FULL_NAME].contains(&outline.game.as_str()) {
        return Err(Problem::new("game.name", format!("{:?} is another game, expected \"{}\"", outline.game, G::NAME)));
    }
    let measures = measures(outline, shelved)?;
    let asked: Vec<Key> =
        outline.asked.iter().map(|text| key_of("measure", text, outline, &measures)).collect::<Result<_, _>>()?;
    let deviation = Key::seat_deviation();
    let target = |target: &TargetOutline| {
        let is_deviation = target.measure == deviation.to_string();
        let key =
            if is_deviation { Ok(deviation.clone()) } else { key_of("targets", &target.measure, outline, &measures) };
        Ok((key?, target.band))
    };
    let targets = outline.targets.iter().map(target).collect::<Result<_, _>>()?;
    if outline.luck && shelved.luck.is_none() {
        let what = format!("{} has no luck that could be written down, expected false", G::NAME);
        return Err(Problem::new("output.luck", what));
    }
    if outline.cards > 0 && shelved.cards.is_none() {
        let what = format!("{} has no cards whose worth could be found, expected 0", G::NAME);
        return Err(Problem::new("output.cards", what));
    }
    let sizes = table_sizes::<G>(outline)?;
    // What the file itself sets is checked before the arms, so that no sweep is blamed for it.
    outline.rules.checked(&G::options()).map_err(|error| Problem::new("game.rules", error))?;
    for entrant in &outline.entrants {
        agent(&shelved.agents, "", &entrant.name, &entrant.kind, &entrant.settings)?;
    }
    let (variations, mut agents) = (variations(outline)?, Agents { registry: &shelved.agents, known: BTreeMap::new() });
    let arms = variations.iter().map(|variation| arm(outline, &mut agents, &sizes, variation));
    let arms: Vec<Arm<G>> = arms.collect::<Result<_, _>>()?;
    let measures = if outline.equity { measures.by(equities(shelved, &arms)?) } else { measures };
    let again = |spec: &AgentSpec| spec.kind != process::KIND && spec.milliseconds().is_none();
    let once = arms.iter().flat_map(|arm| &arm.agents).find(|spec| !again(spec));
    let asked_again = [("output.cards", outline.cards), ("output.agency", outline.agency)];
    if let Some((spec, (key, _))) = once.zip(asked_again.into_iter().find(|(_, moments)| *moments > 0)) {
        let what = format!("{} cannot play a moment again, expected no program from outside and no clock", spec.kind);
        return Err(Problem::new(key, what));
    }
    Ok(Experiment {
        game: shelved.clone(),
        question: outline.question.clone(),
        asked,
        targets,
        design,
        measures,
        seed: outline.seed,
        entrants: outline.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        tiers: outline.entrants.iter().map(|entrant| entrant.tier.clone()).collect(),
        form: outline.form.clone(),
        tables: outline.tables.clone(),
        deals: outline.deals,
        rotations: outline.rotations,
        faults: outline.faults,
        transcripts: outline.transcripts,
        luck: outline.luck,
        skill: outline.skill,
        cards: outline.cards,
        agency: outline.agency,
        arms,
        factors: factors(outline),
        words: words(outline),
        quick: outline.quick,
        text,
    })
}

/// What the game measures and what the experiment adds, of columns that there are.
fn measures<G: Configurable>(outline: &Outline, shelved: &Shelved<G>) -> Result<Measures, Problem> {
    let mut all = Measures::of_game(shelved.measures.clone());
    for (i, own) in outline.own.iter().enumerate() {
        let at = format!("measures {} ({})", i + 1, own.name);
        if all.has(&own.name) {
            return Err(Problem::new(at, format!("\"{}\" is taken, expected a name of its own", own.name)));
        }
        let (prefix, columns) = match own.rows {
            Rows::Rounds => (ROUND_PREFIX, G::Round::ROUND_COLUMNS),
            Rows::Seats => (SEAT_PREFIX, G::Round::SEAT_COLUMNS),
        };
        let known: Vec<&str> = prefix.split(',').chain(columns.iter().copied()).collect();
        if let Some(unknown) = own.columns().find(|column| !known.contains(column)) {
            let near = nearest(unknown, known.iter().copied()).unwrap_or_default();
            let file = own.word();
            let what = format!("no column \"{unknown}\" in {file}.csv of {}, expected \"{near}\" or another", G::NAME);
            return Err(Problem::new(at, what));
        }
        all = all.and(&own.measures());
    }
    if outline.equity {
        all = all.and(&shelved.by_chances);
    }
    Ok(all)
}

/// What is known of the chances at every size of table in every arm; of one of them something must be.
fn equities<G: Configurable>(shelved: &Shelved<G>, arms: &[Arm<G>]) -> Result<Equities, Problem> {
    let mut known = Equities::default();
    for arm in arms {
        for seats in arm.sizes() {
            if let Some(equity) = (shelved.equity)(arm.game(seats)) {
                known.add(&arm.label, seats.get(), equity);
            }
        }
    }
    if known.is_empty() {
        let what = format!("nothing is known of chances by these rules of {}, expected false", G::NAME);
        return Err(Problem::new("output.equity", what));
    }
    Ok(known)
}

/// A measure asked for, which must be of somebody who is there.
fn key_of(at: &str, text: &str, outline: &Outline, measures: &Measures) -> Result<Key, Problem> {
    let unknown = || Problem::new(at, format!("{text:?} is no measure, expected {}", measures.names()));
    let key = measures.parse(text).ok_or_else(unknown)?;
    let seat = |size: &usize| (1..=*size).any(|seat| key.subject == format!("seat {seat}"));
    let known = ["all", "focal"].contains(&key.subject.as_str())
        || measures.has_place(&key.subject)
        || outline.entrants.iter().any(|entrant| entrant.name == key.subject)
        || outline.sizes().iter().any(seat);
    let of_somebody = key.subject != "all" || key.measure.of.fits("all");
    if known && of_somebody {
        return Ok(key);
    }
    if known {
        let whose = match &key.measure.of {
            Of::At(place) | Of::Before(place) => place.name.clone(),
            _ => outline.entrants[0].name.clone(),
        };
        return Err(Problem::new(at, format!("{text:?} of whom, expected for instance \"{whose} {text}\"")));
    }
    let places: String = measures.places().iter().map(|place| format!("{place}, ")).collect();
    let expected =
        format!("expected an entrant, seat 1 and so on, {places}focal for the first at each table, or nobody for all");
    Err(Problem::new(at, format!("{:?} is nobody here, {expected}", key.subject)))
}

fn table_sizes<G: Configurable>(outline: &Outline) -> Result<BTreeSet<SeatCount>, Problem> {
    let (fewest, most) = G::SEATS;
    let range = if fewest == most { format!("{fewest}") } else { format!("{fewest} to {most}") };
    if let Some(seats) = outline.seats
        && !(fewest as i64..=most as i64).contains(&seats)
    {
        return Err(Problem::new("game.seats", format!("{seats} seats, expected {range}")));
    }
    for (i, size) in outline.sizes().into_iter().enumerate() {
        let at = outline.form.size_of_table(i);
        if !(fewest..=most).contains(&size) {
            return Err(Problem::new(at, format!("{size} seats, expected {range}")));
        }
        if let Some(seats) = outline.seats
            && size as i64 != seats
        {
            return Err(Problem::new(at, format!("{size} seats, expected {seats} as game.seats says")));
        }
    }
    Ok(outline.sizes().into_iter().map(SeatCount::new).collect())
}

/// The agents of all arms, each checked once however many arms share it.
struct Agents<'v, G: Game> {
    registry: &'v Registry<G>,
    known: BTreeMap<*const (String, Settings), Arc<AgentSpec>>,
}

impl<'v, G: Game> Agents<'v, G> {
    /// The checked agent of the entrant called `name`.
    fn checked(
        &mut self,
        origin: &str,
        name: &str,
        asked: &'v Arc<(String, Settings)>,
    ) -> Result<Arc<AgentSpec>, Problem> {
        // All variations live as long as this: no other can come to lie where one lay.
        if let Some(known) = self.known.get(&Arc::as_ptr(asked)) {
            return Ok(Arc::clone(known));
        }
        let checked = Arc::new(agent(self.registry, origin, name, &asked.0, &asked.1)?);
        self.known.insert(Arc::as_ptr(asked), Arc::clone(&checked));
        Ok(checked)
    }
}

fn arm<'v, G: Configurable>(
    outline: &Outline,
    agents: &mut Agents<'v, G>,
    sizes: &BTreeSet<SeatCount>,
    variation: &'v Variation,
) -> Result<Arm<G>, Problem> {
    let at = if variation.origin.is_empty() { "game.rules" } else { &variation.origin };
    let game = |&seats: &SeatCount| {
        let game = G::configure(seats, &variation.rules).map_err(|error| Problem::new(at, error))?;
        Ok((seats, game))
    };
    let games: BTreeMap<SeatCount, G> = sizes.iter().map(game).collect::<Result<_, _>>()?;
    let asked = outline.entrants.iter().zip(&variation.agents);
    let agents = asked.map(|(entrant, asked)| agents.checked(&variation.origin, &entrant.name, asked));
    Ok(Arm { agents: agents.collect::<Result<_, _>>()?, label: variation.label.clone(), games })
}

fn agent<G: Game>(
    agents: &Registry<G>,
    origin: &str,
    name: &str,
    kind: &str,
    settings: &Settings,
) -> Result<AgentSpec, Problem> {
    let gap = if origin.is_empty() { "" } else { ", " };
    players::checked(agents, kind, settings)
        .map_err(|error| Problem::new(format!("{origin}{gap}entrant \"{name}\", agent"), error))
}
