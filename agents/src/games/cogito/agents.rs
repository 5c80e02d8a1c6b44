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
    let entry = Entry::new("candidates", "knows exactly what it can be; declares when certain", |place| {
        let settings = place.settings;
        let rule = CandidatePolicy { declare_at: settings.int("declare_at") as usize, at_end: settings.bool("at_end") };
        CandidatesAgent::new(rule, place.seed)
    });
    entry.options(vec![
        OptionSpec::int("declare_at", 1, 1, 9, "declares with so many candidates or fewer"),
        OptionSpec::bool(
            "at_end",
            true,
            "declares in the last window whatever it knows: there a wrong one costs nothing",
        ),
    ])
}

fn bayes() -> Entry<Cogito> {
    let about = "weighs what it can be by what others gave, and every choice by how the game goes on";
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
            "how sure others are to give what is better by a bit; 0: not at all",
        ),
        OptionSpec::real("least", 0.25, 0.0, 1.0, "chance of the likeliest candidate below which it does not declare"),
    ])
}

impl Roster for Cogito {
    fn registry() -> Registry<Cogito> {
        standard_agents_with(SensibleMoves, SEARCH_OPTIONS).with(candidates()).with(bayes())
    }
}
