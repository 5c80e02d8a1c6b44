//! Effects of every factor of a design on a measure: a forest of them, shares of the variance, and how well the model fits.

use crate::factors::{Effect, Found, LEAST_FIT, Lab, Modelled, Study, fits};
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::{Facts, Part};
use crate::report::measured::Measured;
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, counted, decimal, percent, probability};
use ergo_stats::Law;
use ergo_stats::model::indices::{Indices, Share};

/// The file of the pictures' numbers.
const FILE: &str = "plots/effects.csv";
/// More studies wait under titles.
const MOST_OPEN: usize = 3;

/// Every measure that is asked for, or has a target, at every table.
pub(super) fn section(facts: &Facts<'_>, lab: &Lab) -> Option<Part> {
    let (mut pieces, mut rows) = (vec![Piece::Text(about(facts))], Vec::new());
    for (i, study) in lab.studies.iter().enumerate() {
        let title = title(facts, study);
        let inner = one_study(facts, lab, study, &title);
        match i < MOST_OPEN {
            true => pieces.extend([Piece::Heading(title)].into_iter().chain(inner)),
            false => pieces.push(Piece::Fold(title, inner)),
        }
        rows.extend(study.effects(&lab.design).iter().map(|effect| row(facts, lab, study, effect)));
    }
    let heads = [
        "table",
        "subject",
        "measure",
        "factor",
        "from",
        "to",
        "effect",
        "low",
        "high",
        "p",
        "main",
        "main_low",
        "main_high",
        "total",
        "total_low",
        "total_high",
    ];
    let section = Section { title: "What the factors do".to_owned(), pieces };
    Some(Part { section, file: Some(PlotFile::new(FILE, &heads, &rows)) })
}

fn about(facts: &Facts<'_>) -> String {
    let covariate = match pivot(facts) {
        Some(who) => format!(" {} is a covariate where points differ in it.", words::capital(who)),
        None => String::new(),
    };
    format!(
        "An effect is what a change of a factor from the first value that was played to the last does, the others anywhere in their ranges.{covariate} \
         Intervals are 95 %, over deals and what the model does not fit; p is adjusted by Holm's method for all parts of \
         the models of a measure, at all tables. The main index is the share of the variance over all points that a factor has by itself, the total index that \
         by itself and with others (Sobol'); noise is not in it. Shares and curves are shown where at least {} of what a \
         model was not shown is foretold (Q², ten parts).",
        percent(LEAST_FIT)
    )
}

/// The words for having the place by which seats differ most, where the game knows one.
fn pivot<'a>(facts: &Facts<'a>) -> Option<&'a str> {
    facts.asked.measures.pivot().map(|(place, _)| place.who.as_str())
}

fn title(facts: &Facts<'_>, study: &Study) -> String {
    let what = words::capital(&words::subject_and_measure(&study.key));
    format!("{what}, {}", facts.lineups[study.base].short())
}

fn one_study(facts: &Facts<'_>, lab: &Lab, study: &Study, title: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let effects = study.effects(&lab.design);
    if effects.is_empty() {
        return vec![Piece::Text("Too few points or deals for a model.".to_owned())];
    }
    pieces.push(forest(lab, study, &effects, title));
    match &study.found {
        Found::Modelled(model) => {
            pieces.extend(tornado(lab, model, title));
            pieces.push(Piece::of_rows(table(lab, study, model, &effects)));
            pieces.push(Piece::Text(together(lab, study)));
            pieces.push(Piece::Text(fit(facts, model)));
        }
        Found::Nothing => {}
    }
    pieces
}

/// `cards.not 4 → 12`.
fn label(lab: &Lab, effect: &Effect) -> String {
    let [from, to] = [effect.from, effect.to].map(|level| lab.level(effect.factor, level));
    format!("{} {from} → {to}", lab.name(effect.factor))
}

fn effect_text(study: &Study, effect: &Effect) -> String {
    let Effect { value, interval, .. } = *effect;
    words::difference(&Measured { key: study.key.clone(), value, interval, law: Law::T, blocks: 0, p: None })
}

/// All effects, the largest first.
fn forest(lab: &Lab, study: &Study, effects: &[Effect], title: &str) -> Piece {
    let (scale, unit) = if study.key.is_share() { (100.0, ", %") } else { (1.0, "") };
    let mut order: Vec<&Effect> = effects.iter().collect();
    order.sort_by(|one, other| other.value.abs().total_cmp(&one.value.abs()));
    let dot = |effect: &&Effect| Dot {
        label: label(lab, effect),
        value: effect.value * scale,
        low: effect.interval.map_or(effect.value, |interval| interval.low) * scale,
        high: effect.interval.map_or(effect.value, |interval| interval.high) * scale,
        colour: 0,
    };
    Piece::Picture(Picture {
        drawing: Drawing::Dots {
            dots: order.iter().map(dot).collect(),
            axis: format!("change of {}{unit}", study.key.measure.said),
            reference: Some(0.0),
        },
        shows: format!("{title}: what each factor changes over its range."),
        colours: Vec::new(),
        file: FILE,
        svg: None,
    })
}

/// Total indices, the largest first; nothing where the model does not fit.
fn tornado(lab: &Lab, model: &Modelled, title: &str) -> Option<Piece> {
    let indices = lab.indices(model)?;
    let mut order: Vec<usize> = (0..lab.design.factors.len()).collect();
    let total = |factor: usize| indices.total[factor];
    order.sort_by(|one, other| total(*other).value.total_cmp(&total(*one).value));
    let dot = |factor: &usize| Dot {
        label: lab.name(*factor).to_owned(),
        value: 100.0 * total(*factor).value,
        low: 100.0 * total(*factor).interval.low,
        high: 100.0 * total(*factor).interval.high,
        colour: 1,
    };
    Some(Piece::Picture(Picture {
        drawing: Drawing::Dots {
            dots: order.iter().map(dot).collect(),
            axis: "share of the variance, alone and with others, %".to_owned(),
            reference: None,
        },
        shows: format!("{title}: total Sobol' indices."),
        colours: Vec::new(),
        file: FILE,
        svg: None,
    }))
}

fn table(lab: &Lab, study: &Study, model: &Modelled, effects: &[Effect]) -> Table {
    let indices = lab.indices(model);
    let mut table = Table::new(1, ["factor", "effect", "p", "main index", "total index"]);
    for effect in effects {
        let share = |of: fn(&Indices) -> &[Share]| match indices.map(|indices| of(indices)[effect.factor]) {
            Some(share) => format!(
                "{} ({:.1} to {:.1})",
                percent(share.value),
                100.0 * share.interval.low,
                100.0 * share.interval.high
            ),
            None => "–".to_owned(),
        };
        table.row::<Cell>([
            label(lab, effect).into(),
            effect_text(study, effect).into(),
            probability(effect.p).into(),
            share(|indices| &indices.main).into(),
            share(|indices| &indices.total).into(),
        ]);
    }
    table
}

/// Which factors act together.
fn together(lab: &Lab, study: &Study) -> String {
    let pair = |(one, other, p): &(usize, usize, f64)| {
        let p = probability(Some(*p));
        let p = if p.starts_with('<') { format!("p {p}") } else { format!("p = {p}") };
        format!("{} with {} ({p})", lab.name(*one), lab.name(*other))
    };
    let pairs: Vec<String> = study.pairs().iter().map(pair).collect();
    match pairs.is_empty() {
        true => "No two factors clearly act together.".to_owned(),
        false => format!("Clearly acting together: {}.", words::list(&pairs)),
    }
}

/// How well the model fits, and what is noise.
fn fit(facts: &Facts<'_>, model: &Modelled) -> String {
    let regression = &model.regression;
    let terms = counted(regression.basis.terms.len() as u64, "term");
    let q = regression.q_squared.map_or_else(|| "cannot be said".to_owned(), |q| format!("is {q:.2}"));
    let [noise, misfit] = [model.indices.noise, model.indices.misfit].map(percent);
    let class =
        pivot(facts).map_or_else(String::new, |who| format!(", {} is {who}", percent(model.indices.class.value)));
    let mut text = format!(
        "A regression of {terms}: Q² {q}; {noise} of the variance between points is noise of the deals, {misfit} of the rest is \
         not fitted{class}."
    );
    if regression.confounded() > 0 {
        let what = counted(regression.confounded() as u64, "term");
        text += &format!(" The design cannot tell {what} from others.");
    }
    match &model.process {
        None if fits(regression.q_squared) => {}
        None => text += " No shares and no curves are shown: more deals would leave less noise.",
        Some((_, q)) if fits(Some(*q)) => {
            text += &format!(" It does not fit; a Gaussian process does (Q² {q:.2}), and curves are its.");
        }
        Some((_, q)) => {
            text += &format!(" It does not fit, nor does a Gaussian process (Q² {q:.2}): no shares, no curves.")
        }
    }
    text
}

fn row(facts: &Facts<'_>, lab: &Lab, study: &Study, effect: &Effect) -> Vec<String> {
    let mut row = vec![facts.lineups[study.base].name(), study.key.subject.clone(), study.key.measure.name.clone()];
    row.push(lab.name(effect.factor).to_owned());
    row.extend([effect.from, effect.to].map(|level| lab.level(effect.factor, level)));
    row.push(decimal(effect.value));
    row.extend(effect.interval.map_or([String::new(), String::new()], |i| [decimal(i.low), decimal(i.high)]));
    row.push(effect.p.map(decimal).unwrap_or_default());
    let none = || vec![String::new(); 6];
    let indices = if let Found::Modelled(model) = &study.found { lab.indices(model) } else { None };
    row.extend(indices.map_or_else(none, |indices| {
        let share = |share: &Share| [share.value, share.interval.low, share.interval.high].map(decimal);
        [&indices.main, &indices.total].into_iter().flat_map(|of| share(&of[effect.factor])).collect()
    }));
    row
}
