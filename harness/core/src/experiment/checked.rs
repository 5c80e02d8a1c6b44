//! A checked experiment: plain data, and what follows from it at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ergo_agents::process;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::GameInfo;
use ergo_engine::options::Settings;
use ergo_engine::seat::SeatCount;

use super::file::{FaultRule, Rotations};
use super::form::Form;
use crate::design::Aim;
use crate::design::Design;
use crate::measure::{Key, Measures};
use crate::probes::probe::Watched;
use crate::registry::arena::{Call, DynGame, DynRules};
use crate::report::findings::Finding;
use crate::report::pages::estimates::Sheet;
use crate::report::report_spec::ReportSpec;

/// How many matches are played at the same time, if nothing else is set, where programs wait for others.
const WAITING: usize = 8;

/// A checked experiment: every name known, every value in range, every arm's rules possible.
#[derive(Clone)]
pub struct Experiment {
    /// Who can play the game, and what else belongs to it.
    pub game: Arc<dyn DynGame>,
    /// The question.
    pub question: String,
    /// The measures of which the answer speaks, a claim for each; none if the experiment does not say.
    pub asked: Vec<Key>,
    /// How it is to be answered.
    pub aim: Aim,
    /// Between which values a designer wants measures to lie.
    pub targets: Vec<(Key, [f64; 2])>,
    /// The design whose points the arms are, if they are.
    pub design: Option<Design>,
    /// All measures.
    pub measures: Measures,
    /// The number all seeds derive from.
    pub seed: u64,
    /// Names of those who may play.
    pub entrants: Vec<String>,
    /// Of which tier of skill each entrant is an example, where that is said.
    pub tiers: Vec<Option<String>>,
    /// How the tables came about.
    pub form: Form,
    /// Who meets: indices into `entrants`, in the order of the seats of the first rotation.
    pub tables: Vec<Vec<usize>>,
    /// How many deals each table plays.
    pub deals: u32,
    /// Whether each deal is played in every seating.
    pub rotations: Rotations,
    /// The rule for an agent that fails to answer.
    pub faults: FaultRule,
    /// How many matches are played at the same time, where that is set.
    pub concurrency: Option<usize>,
    /// All probes, with what is asked of each.
    pub watched: Vec<Watched>,
    /// The settings to be compared; one where nothing is varied.
    pub arms: Vec<Arm>,
    /// The keys that arms and sweeps set, in the order of the file.
    pub factors: Vec<String>,
    /// Parts of labels of arms that are no numbers, whatever they look like: `deck=2009`.
    pub words: Vec<String>,
    /// Whether it was made smaller as its file says, for a first look.
    pub quick: bool,
    /// Findings to be checked.
    pub findings: Vec<Finding>,
    /// The outcomes of findings on fresh seeds, where the results folder has them.
    pub seeds: Option<Sheet>,
    /// Functions that answer in the place of programs from outside, by the names of entrants.
    pub callers: BTreeMap<String, Call>,
    /// The experiment as run, defaults filled in: reading it gives this experiment.
    pub text: String,
}

/// One setting of the rules and the agents.
#[derive(Clone)]
pub struct Arm {
    /// As written in the rows.
    pub label: String,
    /// Each entrant's agent; arms that leave it as it is share it.
    pub agents: Vec<Arc<AgentSpec>>,
    pub(super) games: BTreeMap<SeatCount, Arc<dyn DynRules>>,
}

impl Arm {
    /// The rules for a table of `seats`, which is the size of one of the experiment's tables.
    pub fn game(&self, seats: SeatCount) -> &dyn DynRules {
        &*self.games[&seats]
    }

    /// The sizes of the experiment's tables, smallest first.
    pub fn sizes(&self) -> impl Iterator<Item = SeatCount> {
        self.games.keys().copied()
    }

    /// The settings of the rules for each size of table, smallest first.
    pub fn rules(&self) -> impl Iterator<Item = Settings> {
        self.games.values().map(|rules| rules.settings())
    }
}

impl Experiment {
    /// Returns the entrants that search by a clock in some arm.
    pub fn timed_names(&self) -> Vec<String> {
        let is_timed = |entrant: &usize| self.arms.iter().any(|arm| arm.agents[*entrant].milliseconds().is_some());
        (0..self.entrants.len()).filter(is_timed).map(|entrant| self.entrants[entrant].clone()).collect()
    }

    /// Returns the names of [`Experiment::unrepeatable`].
    pub fn unrepeatable_names(&self) -> Vec<String> {
        self.unrepeatable().into_iter().map(|(name, _)| name.to_owned()).collect()
    }

    /// Returns the entrant that all others meet, if there is one.
    fn anchor(&self) -> Option<String> {
        match self.form {
            Form::Gauntlet { focal, .. } => Some(self.entrants[focal].clone()),
            _ => None,
        }
    }

    /// The first who searches by a clock in any arm, and the milliseconds of each of its decisions.
    pub fn timed(&self) -> Option<(&str, u64)> {
        self.arms.iter().find_map(|arm| {
            let mut all = self.entrants.iter().zip(&arm.agents);
            all.find_map(|(name, agent)| Some((name.as_str(), agent.milliseconds()?)))
        })
    }

    /// Returns the entrants whose choices cannot be repeated in some arm, each once and with the reason.
    pub fn unrepeatable(&self) -> Vec<(&str, &'static str)> {
        let reason = |entrant: usize| self.arms.iter().find_map(|arm| arm.agents[entrant].unrepeatable());
        let all = self.entrants.iter().enumerate();
        all.filter_map(|(entrant, name)| Some((name.as_str(), reason(entrant)?))).collect()
    }

    /// The entrants that are programs from outside in any arm, each arm with its settings.
    pub fn programs(&self) -> impl Iterator<Item = (&str, &AgentSpec)> {
        let all = self.arms.iter().flat_map(|arm| self.entrants.iter().zip(&arm.agents));
        all.filter(|(_, agent)| agent.kind == process::KIND).map(|(name, agent)| (name.as_str(), &**agent))
    }

    /// Returns how many matches are played at the same time on `threads` processor threads. Programs that cannot be repeated, such as
    /// language models, wait for others and take little of a processor.
    pub fn matches_at_once(&self, threads: usize) -> usize {
        let waits = self.programs().any(|(_, agent)| agent.unrepeatable().is_some());
        self.concurrency.unwrap_or(if waits { threads.max(WAITING) } else { threads })
    }

    /// The probes that are asked for.
    pub fn watching(&self) -> impl Iterator<Item = &Watched> {
        self.watched.iter().filter(|one| one.is_asked())
    }

    /// The files that a run writes and that do not follow from the seed.
    pub fn not_repeatable(&self) -> Vec<String> {
        let probes = self.watching().map(|one| &one.probe).filter(|probe| !probe.is_repeatable());
        probes.flat_map(|probe| probe.file().into_iter().chain(probe.totals_file())).map(str::to_owned).collect()
    }

    /// Whether the probe of this name is asked for.
    pub fn is_watched(&self, name: &str) -> bool {
        self.watching().any(|one| one.probe.name() == name)
    }

    /// All that a report needs of it.
    pub fn report_spec(&self) -> ReportSpec {
        let tiered = self.entrants.iter().zip(&self.tiers);
        let tiers = tiered.filter_map(|(name, tier)| Some((name.clone(), tier.clone()?))).collect();
        ReportSpec {
            question: self.question.clone(),
            keys: self.keys(),
            aim: self.aim.clone(),
            targets: self.targets.clone(),
            design: self.design.clone(),
            words: self.words.clone(),
            quick: self.quick,
            without_chance: self.is_always(|info| !info.chance),
            nothing_hidden: self.is_always(|info| info.information.hides_nothing()),
            measures: self.measures.clone(),
            seed: self.seed,
            tiers,
            players: self.players(),
            anchor: self.anchor(),
            timed: self.timed_names(),
            from_record: self
                .unrepeatable_names()
                .into_iter()
                .filter(|name| !self.timed_names().contains(name))
                .collect(),
            arms: Some((self.design_matrix(), self.arms.len() as u64)),
            findings: self.findings.clone(),
            seeds: self.seeds.clone(),
            changed: Vec::new(),
            unconfined: self.unconfined(),
        }
    }

    /// The measures asked for. Where none is, arms of a game that pays points are compared by the score of the first at each table.
    fn keys(&self) -> Vec<Key> {
        let contest = self.tables.iter().any(|table| table.iter().any(|entrant| *entrant != table[0]));
        if self.asked.is_empty() && self.arms.len() > 1 && contest && self.measures.shape().pays_points {
            vec![self.measures.key("focal", self.measures.outcome())]
        } else {
            self.asked.clone()
        }
    }

    /// The programs from outside that play without a sandbox, each once.
    fn unconfined(&self) -> Vec<String> {
        let open = self.programs().filter(|(_, agent)| !agent.settings.bool("sandbox"));
        open.map(|(name, _)| name.to_owned()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Whether so much is true of the game in every arm, at every size of table.
    fn is_always(&self, is_so: impl Fn(&GameInfo) -> bool) -> bool {
        self.arms.iter().flat_map(|arm| arm.games.values()).all(|rules| is_so(&rules.info()))
    }

    /// How many sit at `table`.
    pub fn seats(&self, table: usize) -> SeatCount {
        SeatCount::new(self.tables[table].len())
    }
}
