//! The settings of the searches, as written in an experiment, and what is built from them.
//!
//! A game without an evaluator does not offer settings that need one: its playouts are random and go to the end of
//! the round.

use std::sync::Arc;

use ergo_engine::game::GameInfo;
use ergo_engine::options::{OptionError, OptionSpec, Settings};
use ergo_engine::seat::SeatCount;

use super::alpha_beta::AlphaBetaLimits;
use super::budget::{Budget, Clock, TimeShare};
use super::ismcts::{Backup, IsmctsSettings, TreeMode};
use super::pimc::PimcReach;
use super::playout::{Playout, PlayoutPolicy};
use super::select::{SelectionRule, Widening};
use crate::spec::MILLISECONDS;
use crate::utility::{PointRange, Utility};

/// The longest decision: one hour.
const MOST_MILLISECONDS: i64 = 3_600_000;

/// The properties of a game that determine which settings its searches have.
#[derive(Clone, Copy)]
pub struct SearchOptions {
    /// The allowed objectives, the default first.
    pub aims: &'static [&'static str],
    /// True if the game has an evaluator.
    pub has_evaluator: bool,
    /// True if actions can be face down ([`ergo_engine::game::Information::FaceDown`]).
    pub hides_actions: bool,
}

const EVALUATED_PLAYOUTS: &[&str] = &["best", "best-of", "random", "mast"];
const PLAYOUTS: &[&str] = &["random", "mast"];
const EVALUATED_MODES: &[&str] = &["own-tree", "by-seats", "single-observer"];
const MODES: &[&str] = &["multi-observer", "single-observer", "own-tree"];
const RULES: &[&str] = &["puct", "ucb1"];
const BACKUPS: &[&str] = &["maxn", "paranoid"];
const OPPONENTS: &[&str] = &["best", "best-of", "random"];

impl SearchOptions {
    fn utility_option(&self) -> OptionSpec {
        OptionSpec::one_of("utility", self.aims, "objective: points, margin or the match")
    }

    /// Returns the settings of a playout. With an evaluator, it is cut after `cut` turns by default.
    fn playout_options(&self, cut: i64) -> Vec<OptionSpec> {
        let policies = if self.has_evaluator { EVALUATED_PLAYOUTS } else { PLAYOUTS };
        let mut options = vec![
            OptionSpec::one_of("playout", policies, "policy of all seats in a playout"),
            OptionSpec::int("drawn", 4, 1, 1000, "number of sampled moves from which best-of and mast choose"),
        ];
        if self.has_evaluator {
            options.push(OptionSpec::int(
                "cut",
                cut,
                0,
                1000,
                "number of turns of a playout before evaluation; 0: to the end",
            ));
        }
        options
    }

    /// Returns the limits of a search; `iterations` has this default and the maximum `most`. A limit of 0 means no
    /// limit.
    fn bounds(&self, iterations: i64, most: i64, meaning: &'static str) -> Vec<OptionSpec> {
        let mut options = vec![OptionSpec::int("iterations", iterations, 0, most, meaning)];
        if self.has_evaluator {
            let meaning = "maximum number of evaluated states and moves per decision; 0: no limit";
            options.push(OptionSpec::int("evaluations", 0, 0, 1_000_000_000, meaning));
        }
        let meaning = "time limit per decision; matches are then not reproducible; 0: no limit";
        options.push(OptionSpec::int(MILLISECONDS, 0, 0, MOST_MILLISECONDS, meaning));
        options
    }

    /// Returns the settings of `flat`.
    pub fn flat_options(&self) -> Vec<OptionSpec> {
        let mut options = vec![self.utility_option()];
        // A good evaluator needs few playouts, which are expensive; without one, many cheap playouts are needed.
        let (playouts, candidates) = if self.has_evaluator { (96, 8) } else { (400, 16) };
        options.extend(self.bounds(
            playouts,
            1_000_000_000,
            "number of playouts per decision; 0: limited by milliseconds only",
        ));
        let meaning = "number of best moves by evaluation that are played out";
        options.push(OptionSpec::int("candidates", candidates, 2, 100_000, meaning));
        if self.has_evaluator {
            let meaning = "weight of the evaluation of a move, in playouts";
            options.push(OptionSpec::real("trust_evaluator", 0.0, 0.0, 1e6, meaning));
        }
        options.extend(self.playout_options(2));
        options
    }

    /// Returns the settings of `pimc`, which samples this many worlds by default.
    pub fn pimc_options(&self, worlds: i64) -> Vec<OptionSpec> {
        let mut options = vec![self.utility_option()];
        options.extend(self.bounds(worlds, 1_000_000, "maximum number of worlds per decision; 0: no limit"));
        options.extend([
            OptionSpec::int(
                "depth",
                if self.has_evaluator { 2 } else { 3 },
                1,
                20,
                "search depth in a world, in moves",
            ),
            OptionSpec::int(
                "postpone",
                0,
                0,
                100,
                "number of moves after the first that the playout policy plays before the search",
            ),
        ]);
        if self.has_evaluator {
            options.push(OptionSpec::int(
                "width",
                8,
                1,
                100_000,
                "number of best moves by evaluation searched in a state",
            ));
        } else {
            let meaning = "maximum number of playouts per world; the depth is reduced to keep it";
            options.push(OptionSpec::int("ends", 10_000, 1, 1_000_000_000, meaning));
        }
        options.extend(self.playout_options(2).into_iter().filter(|option| option.key != "cut"));
        options
    }

    /// Returns the settings of `ismcts`.
    pub fn ismcts_options(&self) -> Vec<OptionSpec> {
        let mut options = vec![self.utility_option()];
        let iterations = if self.has_evaluator { 100 } else { 1000 };
        options.extend(self.bounds(
            iterations,
            1_000_000_000,
            "maximum number of iterations per decision; 0: no limit",
        ));
        options.extend([
            OptionSpec::int(
                "trees",
                1,
                1,
                1024,
                "number of independent trees, which share the iterations and are added up",
            ),
            OptionSpec::int("threads", 1, 1, 1024, "number of threads; the result does not depend on it"),
            OptionSpec::one_of(
                "mode",
                if self.has_evaluator { EVALUATED_MODES } else { MODES },
                if self.has_evaluator {
                    "turns in the tree; by-seats: those of all seats with two seats, else only the own"
                } else {
                    "turns in the tree: of all seats, by their full observation or by seen moves; or only the own"
                },
            ),
            OptionSpec::one_of(
                "backup",
                BACKUPS,
                "objective of opponents in the tree: each its own, or all against the searching seat",
            ),
        ]);
        if self.has_evaluator {
            options.extend([
                OptionSpec::one_of("opponents", OPPONENTS, "policy of opponents outside the tree"),
                OptionSpec::one_of("select", RULES, "selection rule"),
                OptionSpec::real("puct_c", 1.25, 0.0, 100.0, "puct: exploration constant"),
                OptionSpec::real("temperature", 0.01, 0.001, 100.0, "puct: the prior is exp(evaluation / temperature)"),
            ]);
        }
        options.push(OptionSpec::real("ucb1_c", 0.7, 0.0, 100.0, "ucb1: exploration constant"));
        if self.has_evaluator {
            options.extend([
                OptionSpec::real("own_k", 8.0, 0.0, 1e6, "own moves tried: k n^alpha after n visits; 0: all"),
                OptionSpec::real("own_alpha", 0.5, 0.0, 1.0, "the exponent alpha"),
                OptionSpec::real("others_k", 2.0, 0.0, 1e6, "moves of others tried: k n^alpha; 0: all"),
                OptionSpec::real("others_alpha", 0.35, 0.0, 1.0, "the exponent alpha"),
                OptionSpec::int(
                    "expand",
                    4,
                    1,
                    1000,
                    "number of sampled moves per expansion, of which the best is added",
                ),
                OptionSpec::bool("classes", false, "select a class of equivalent moves first, then a move of it"),
            ]);
        }
        options.extend(self.playout_options(2));
        options
    }

    /// Returns the settings of `mcts`.
    pub fn mcts_options(&self) -> Vec<OptionSpec> {
        let blind = SearchOptions { has_evaluator: false, ..*self };
        let mut options = vec![self.utility_option()];
        options.extend(blind.bounds(1000, 1_000_000_000, "maximum number of iterations per decision; 0: no limit"));
        options.push(OptionSpec::real("ucb1_c", 0.7, 0.0, 100.0, "exploration constant"));
        options.extend(blind.playout_options(0));
        options
    }

    /// Returns the settings of `alpha-beta`.
    pub fn alpha_beta_options(&self) -> Vec<OptionSpec> {
        let mut options = vec![
            self.utility_option(),
            OptionSpec::int("depth", 0, 0, 10_000, "search depth in actions; 0: to the end"),
            OptionSpec::int("table_bits", 14, 0, 28, "the transposition table has 2^table_bits slots"),
        ];
        let blind = SearchOptions { has_evaluator: false, ..*self };
        options.extend(blind.bounds(
            0,
            1_000_000_000_000,
            "maximum number of positions per decision, with iterative deepening; 0: no limit",
        ));
        options
    }

    /// Returns the limits of `alpha-beta` from validated settings.
    ///
    /// # Panics
    ///
    /// Panics if the settings ask for a clock and `clock` is `None`.
    pub fn alpha_beta_limits(&self, settings: &Settings, clock: Option<&Arc<dyn Clock>>) -> AlphaBetaLimits {
        AlphaBetaLimits {
            budget: self.budget(settings, clock),
            depth: Some(settings.int("depth") as u32).filter(|&depth| depth > 0),
            table_bits: settings.int("table_bits") as u32,
        }
    }

    /// Returns the utility from validated settings of a game.
    pub fn utility(&self, settings: &Settings, info: &GameInfo) -> Utility {
        Utility::new(settings.pick("utility"), PointRange::from_info(info))
    }

    /// Returns the playout from validated settings.
    pub fn playout(&self, settings: &Settings) -> Playout {
        let drawn = settings.int("drawn") as u32;
        let policy = match settings.text("playout") {
            "best" => PlayoutPolicy::Best,
            "best-of" => PlayoutPolicy::BestOf(drawn),
            "mast" => PlayoutPolicy::Mast(drawn),
            _ => PlayoutPolicy::Random,
        };
        let cut = settings.0.contains_key("cut").then(|| settings.int("cut") as u32).filter(|&turns| turns > 0);
        Playout { policy, cut }
    }

    /// Returns the budget from validated settings.
    ///
    /// # Panics
    ///
    /// Panics if the settings ask for a clock and `clock` is `None`.
    pub fn budget(&self, settings: &Settings, clock: Option<&Arc<dyn Clock>>) -> Budget {
        let given = |_| {
            let clock = clock.expect("a clock is given if the settings ask for one").clone();
            TimeShare { clock, until: 1.0 }
        };
        Budget {
            iterations: bound(settings, "iterations"),
            evaluations: bound(settings, "evaluations"),
            clock: bound(settings, MILLISECONDS).map(given),
        }
    }

    /// Returns the limits of `pimc` from validated settings.
    pub fn pimc_reach(&self, settings: &Settings) -> PimcReach {
        PimcReach {
            depth: settings.int("depth") as u32,
            width: if self.has_evaluator { settings.int("width") as usize } else { usize::MAX },
            postpone: settings.int("postpone") as u32,
            ends: if self.has_evaluator { u64::MAX } else { settings.int("ends") as u64 },
        }
    }

    /// Returns the settings of `ismcts` for a table of `seats`.
    ///
    /// # Panics
    ///
    /// Panics if the settings ask for a clock and `clock` is `None`.
    pub fn ismcts_settings(
        &self,
        settings: &Settings,
        seats: SeatCount,
        clock: Option<&Arc<dyn Clock>>,
    ) -> IsmctsSettings {
        let ucb1 = SelectionRule::Ucb1 { c: settings.real("ucb1_c") };
        let puct = || SelectionRule::Puct { c: settings.real("puct_c"), temperature: settings.real("temperature") };
        let evaluated = self.has_evaluator;
        let widening = |k: &str, alpha: &str| match evaluated {
            true => Widening { k: settings.real(k), alpha: settings.real(alpha) },
            false => Widening::OFF,
        };
        let mode = match settings.text("mode") {
            "by-seats" if seats.get() > 2 => "own-tree",
            mode => mode,
        };
        let opponents = match evaluated.then(|| settings.text("opponents")) {
            Some("best") => PlayoutPolicy::Best,
            Some("best-of") => PlayoutPolicy::BestOf(settings.int("drawn") as u32),
            _ => PlayoutPolicy::Random,
        };
        IsmctsSettings {
            budget: self.budget(settings, clock),
            trees: settings.int("trees") as u64,
            threads: settings.int("threads") as usize,
            mode: match mode {
                "own-tree" => TreeMode::OwnTree(opponents),
                "multi-observer" => TreeMode::MultiObserver,
                _ => TreeMode::SingleObserver,
            },
            rule: if evaluated && settings.text("select") == "puct" { puct() } else { ucb1 },
            widen_own: widening("own_k", "own_alpha"),
            widen_others: widening("others_k", "others_alpha"),
            expand: if evaluated { settings.int("expand") as u32 } else { 1 },
            backup: if settings.text("backup") == "paranoid" { Backup::Paranoid } else { Backup::MaxN },
            classes: evaluated && settings.bool("classes"),
            playout: self.playout(settings),
        }
    }

    /// Checks settings of the search `kind` that are each valid but may contradict each other.
    ///
    /// # Errors
    ///
    /// Returns an error if no limit ends the search, or if the numbers of trees, threads and iterations or the
    /// modes do not fit together.
    pub fn check(&self, kind: &str, settings: &Settings) -> Result<(), OptionError> {
        // A flat search divides iterations or time in advance; evaluations are known only afterwards.
        let enough: &[&str] = match kind {
            "flat" => &["iterations", MILLISECONDS],
            "pimc" | "mcts" | "ismcts" => &["iterations", "evaluations", MILLISECONDS],
            _ => return Ok(()),
        };
        if enough.iter().all(|key| bound(settings, key).is_none()) {
            let known = enough.iter().filter(|key| settings.0.contains_key(**key));
            let none: Vec<String> = known.map(|key| format!("{key} = 0")).collect();
            return refuse(format!("{}: expected a limit, the search would not end", none.join(" and ")));
        }
        if kind == "ismcts" { Self::check_trees(settings) } else { Ok(()) }
    }

    fn check_trees(settings: &Settings) -> Result<(), OptionError> {
        let (trees, threads) = (settings.int("trees"), settings.int("threads"));
        for key in ["iterations", "evaluations"] {
            if bound(settings, key).is_some_and(|bound| bound < trees as u64) {
                return refuse(format!("{key} = {}: expected at least trees = {trees}", settings.int(key)));
            }
        }
        if threads > trees {
            return refuse(format!(
                "threads = {threads}: expected at most trees = {trees}, because one thread grows each tree"
            ));
        }
        if settings.text("mode") == "own-tree" && settings.text("backup") == "paranoid" {
            return refuse(
                "mode = \"own-tree\" and backup = \"paranoid\": contradictory, opponents are not in the tree"
                    .to_owned(),
            );
        }
        Ok(())
    }
}

fn refuse(text: String) -> Result<(), OptionError> {
    Err(OptionError::Together(text))
}

/// Returns a limit from validated settings, or `None` if it is 0 or not a setting of this search.
fn bound(settings: &Settings, key: &str) -> Option<u64> {
    let given = settings.0.contains_key(key).then(|| settings.int(key) as u64);
    given.filter(|&bound| bound > 0)
}
