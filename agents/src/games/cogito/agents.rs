//! The registry of the agents of Cogito.

use ergo_engine::cogito::Cogito;
use ergo_engine::options::OptionSpec;

use super::bayes::{BayesAgent, BayesSettings};
use super::candidate_policy::CandidatePolicy;
use super::candidates::CandidatesAgent;
use super::sensible_moves::SensibleMoves;
use crate::registry::{Entry, Registry};
use crate::roster::Roster;
use crate::search::options::SearchOptions;
use crate::search::registry::standard_agents_with;

const SEARCH_OPTIONS: SearchOptions =
    SearchOptions { aims: &["win", "points", "margin"], has_evaluator: false, hides_actions: true };

fn candidates() -> Entry<Cogito> {
    let entry = Entry::new("candidates", "tracks its exact candidate set and declares when certain", |place| {
        let settings = place.settings;
        let rule = CandidatePolicy { declare_at: settings.int("declare_at") as usize, at_end: settings.bool("at_end") };
        CandidatesAgent::new(rule, place.seed)
    });
    entry.options(vec![
        OptionSpec::int("declare_at", 1, 1, 9, "number of candidates at or below which it declares"),
        OptionSpec::bool("at_end", true, "always declare in the last window, where a wrong declaration costs nothing"),
    ])
}

fn bayes() -> Entry<Cogito> {
    let about = "infers its Self from the cards that others gave, and evaluates every choice by playouts";
    let entry = Entry::new("bayes", about, |place| {
        let settings = place.settings;
        let foresight = BayesSettings {
            worlds: settings.int("worlds") as u32,
            trust: settings.real("trust"),
            least: settings.real("least"),
        };
        BayesAgent::new(foresight, place.seed)
    });
    entry.options(vec![
        OptionSpec::int("worlds", 128, 1, 100_000, "worlds in which each choice is played out"),
        OptionSpec::real(
            "trust",
            1.0,
            0.0,
            100.0,
            "how strongly others prefer the better card to give, per bit; 0: no preference",
        ),
        OptionSpec::real("least", 0.25, 0.0, 1.0, "minimum probability of the likeliest candidate for declaring it"),
    ])
}

impl Roster for Cogito {
    fn registry() -> Registry<Cogito> {
        standard_agents_with(SensibleMoves, SEARCH_OPTIONS).with(candidates()).with(bayes())
    }
}
