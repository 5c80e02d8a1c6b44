//! A checked experiment and the values derived from it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ergo_agents::process;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::GameInfo;
use ergo_engine::options::Settings;
use ergo_engine::seat::SeatCount;

use super::file::{FaultRule, Rotations};
use super::form::Form;
use crate::design::AnswerSpec;
use crate::design::Design;
use crate::measure::{MeasureKey, Measures};
use crate::probes::probe::ProbeRequest;
use crate::registry::arena::{AgentCallback, DynGame, DynRules};
use crate::report::findings::Finding;
use crate::report::pages::estimates::Sheet;
use crate::report::report_spec::ReportSpec;

/// The default number of matches at the same time where programs wait for others.
const WAITING: usize = 8;

/// A checked experiment: all names are known, all values are in range, and the rules of every arm are valid.
#[derive(Clone)]
pub struct Experiment {
    /// The game with its agents, measures and probes.
    pub game: Arc<dyn DynGame>,
    /// The question in words.
    pub question: String,
    /// The measures that the answer is about, one claim each; empty if the experiment does not say.
    pub asked: Vec<MeasureKey>,
    /// How the question is to be answered.
    pub aim: AnswerSpec,
    /// The target range `[low, high]` of each measure with a target.
    pub targets: Vec<(MeasureKey, [f64; 2])>,
    /// The design whose points are the arms, if there is one.
    pub design: Option<Design>,
    /// All measures of the game and of the experiment.
    pub measures: Measures,
    /// The master seed of all random streams.
    pub seed: u64,
    /// The names of the entrants.
    pub entrants: Vec<String>,
    /// The skill tier of each entrant, if given.
    pub tiers: Vec<Option<String>>,
    /// The form of the schedule that produced the tables.
    pub form: Form,
    /// The tables: indices into `entrants`, in the seat order of the first rotation.
    pub tables: Vec<Vec<usize>>,
    /// Number of deals per table.
    pub deals: u32,
    /// Which seatings each deal is played in.
    pub rotations: Rotations,
    /// The rule for an agent that fails to answer.
    pub faults: FaultRule,
    /// The number of matches that are played at the same time, if set.
    pub concurrency: Option<usize>,
    /// All probes with the amount requested of each.
    pub watched: Vec<ProbeRequest>,
    /// The arms to compare; a single one if nothing is varied.
    pub arms: Vec<Arm>,
    /// The keys that arms and sweeps set, in the order of the file.
    pub factors: Vec<String>,
    /// Parts of arm labels that must not be read as numbers, for example `deck=2009`.
    pub words: Vec<String>,
    /// True if the sizes were reduced by the `[quick]` table of the file.
    pub quick: bool,
    /// The findings to check.
    pub findings: Vec<Finding>,
    /// The results of findings on fresh seeds, if the results folder has them.
    pub seeds: Option<Sheet>,
    /// Callbacks that replace external programs, by entrant name.
    pub callers: BTreeMap<String, AgentCallback>,
    /// The experiment as TOML with all defaults filled in. Reading it gives this experiment.
    pub text: String,
}

/// One setting of the rules and the agents.
#[derive(Clone)]
pub struct Arm {
    /// The label of the arm in the rows.
    pub label: String,
    /// The agent of each entrant; arms that do not change an agent share it.
    pub agents: Vec<Arc<AgentSpec>>,
    pub(super) games: BTreeMap<SeatCount, Arc<dyn DynRules>>,
}

impl Arm {
    /// Returns the rules for a table of `seats` seats.
    ///
    /// # Panics
    ///
    /// Panics if no table of the experiment has this size.
    pub fn game(&self, seats: SeatCount) -> &dyn DynRules {
        &*self.games[&seats]
    }

    /// Returns the table sizes of the experiment, smallest first.
    pub fn sizes(&self) -> impl Iterator<Item = SeatCount> {
        self.games.keys().copied()
    }

    /// Returns the settings of the rules for each table size, smallest first.
    pub fn rules(&self) -> impl Iterator<Item = Settings> {
        self.games.values().map(|rules| rules.settings())
    }
}

impl Experiment {
    /// Returns the number of tables in all arms.
    pub fn table_count(&self) -> usize {
        self.arms.len() * self.tables.len()
    }

    /// Returns the entrants whose search is limited by a clock in at least one arm.
    pub fn timed_names(&self) -> Vec<String> {
        let is_timed = |entrant: &usize| self.arms.iter().any(|arm| arm.agents[*entrant].milliseconds().is_some());
        (0..self.entrants.len()).filter(is_timed).map(|entrant| self.entrants[entrant].clone()).collect()
    }

    /// Returns the names of [`Experiment::unrepeatable`].
    pub fn unrepeatable_names(&self) -> Vec<String> {
        self.unrepeatable().into_iter().map(|(name, _)| name.to_owned()).collect()
    }

    /// Returns the entrant that plays all others in a gauntlet.
    fn anchor(&self) -> Option<String> {
        match self.form {
            Form::Gauntlet { focal, .. } => Some(self.entrants[focal].clone()),
            _ => None,
        }
    }

    /// Returns the first entrant whose search is limited by a clock in any arm, with its milliseconds per decision.
    pub fn first_timed(&self) -> Option<(&str, u64)> {
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

    /// Returns the entrants that are external programs in any arm, once per arm with its settings.
    pub fn programs(&self) -> impl Iterator<Item = (&str, &AgentSpec)> {
        let all = self.arms.iter().flat_map(|arm| self.entrants.iter().zip(&arm.agents));
        all.filter(|(_, agent)| agent.kind == process::KIND).map(|(name, agent)| (name.as_str(), &**agent))
    }

    /// Returns the number of matches that are played at the same time on `threads` processor threads. Programs that cannot
    /// be repeated, such as language models, wait for others and use little processor time.
    pub fn matches_at_once(&self, threads: usize) -> usize {
        let waits = self.programs().any(|(_, agent)| agent.unrepeatable().is_some());
        self.concurrency.unwrap_or(if waits { threads.max(WAITING) } else { threads })
    }

    /// Returns the probes that are switched on.
    pub fn active_probes(&self) -> impl Iterator<Item = &ProbeRequest> {
        self.watched.iter().filter(|one| one.is_asked())
    }

    /// Returns the names of the files that a run writes and that do not follow from the seed.
    pub fn not_repeatable(&self) -> Vec<String> {
        let probes = self.active_probes().map(|one| &one.probe).filter(|probe| !probe.is_repeatable());
        probes.flat_map(|probe| probe.file().into_iter().chain(probe.totals_file())).map(str::to_owned).collect()
    }

    /// Returns true if the probe `name` is switched on.
    pub fn has_probe(&self, name: &str) -> bool {
        self.active_probes().any(|one| one.probe.name() == name)
    }

    /// Returns the part of the experiment that reports need.
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

    /// Returns the requested measures. If there are none, arms of a game that pays points are compared by the score of
    /// the first entrant at each table.
    fn keys(&self) -> Vec<MeasureKey> {
        let contest = self.tables.iter().any(|table| table.iter().any(|entrant| *entrant != table[0]));
        if self.asked.is_empty() && self.arms.len() > 1 && contest && self.measures.shape().pays_points {
            vec![self.measures.key("focal", self.measures.outcome())]
        } else {
            self.asked.clone()
        }
    }

    /// Returns the external programs that run without a sandbox, each once.
    fn unconfined(&self) -> Vec<String> {
        let open = self.programs().filter(|(_, agent)| !agent.settings.bool("sandbox"));
        open.map(|(name, _)| name.to_owned()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns true if `is_so` holds for the game in every arm and at every table size.
    fn is_always(&self, is_so: impl Fn(&GameInfo) -> bool) -> bool {
        self.arms.iter().flat_map(|arm| arm.games.values()).all(|rules| is_so(&rules.info()))
    }

    /// Returns the number of seats at `table`.
    ///
    /// # Panics
    ///
    /// Panics if `table` is not an index into `tables`.
    pub fn seats(&self, table: usize) -> SeatCount {
        SeatCount::new(self.tables[table].len())
    }
}
