//! An agent that wraps another: it bids by regret matching, solves the final debate of two, and leaves all other
//! decisions to the wrapped agent.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::observe::Observation;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::rng::{Rng, Seed};

use super::auction::AuctionSolver;
use super::evaluator::PhilosophiaEvaluator;
use super::final_debate::FinalDebateSolver;
use crate::agent::{Agent, AgentFault, Decision, Explanation};

/// An agent that solves bids and the final debate and delegates all other decisions.
pub struct SolverAgent<'n, A> {
    other: A,
    auction: Option<(AuctionSolver, PhilosophiaEvaluator<'n>)>,
    debate: Option<FinalDebateSolver>,
    rng: Rng,
    /// True if the wrapped agent made the last choice.
    by_other: bool,
}

impl<'n, A> SolverAgent<'n, A> {
    /// Wraps `other`. Bids are solved if `auction` is given, with the evaluator of their outcomes; the final debate
    /// if `debate` is given.
    pub fn new(
        other: A,
        auction: Option<(AuctionSolver, PhilosophiaEvaluator<'n>)>,
        debate: Option<FinalDebateSolver>,
        seed: Seed,
    ) -> Self {
        SolverAgent { other, auction, debate, rng: seed.rng(), by_other: true }
    }

    /// Returns its own choice, if this is a decision that it solves; `legal` must have two actions or more.
    fn own(&mut self, game: &Philosophia, seen: &Observation, legal: &[Action]) -> Option<Action> {
        let state = seen.seen();
        match (&mut self.auction, &self.debate) {
            (Some((auction, evaluator)), _) if state.node() == Node::Bid && game.seats().get() > 1 => {
                Some(auction.bid(game, seen, evaluator, &mut self.rng))
            }
            (_, Some(debate)) => debate.best_action(game, seen, legal, &mut self.rng),
            _ => None,
        }
    }
}

impl<A: Agent<Philosophia>> Agent<Philosophia> for SolverAgent<'_, A> {
    fn choose(&mut self, decision: &mut Decision<'_, Philosophia>) -> Result<Action, AgentFault> {
        let (game, seen) = (decision.rules(), decision.observation());
        let legal = decision.legal();
        let own = if legal.len() > 1 { self.own(game, &seen, legal) } else { legal.first().copied() };
        self.by_other = own.is_none();
        match own {
            Some(action) => Ok(action),
            None => self.other.choose(decision),
        }
    }

    fn explain(&self) -> Option<Explanation> {
        if self.by_other { self.other.explain() } else { None }
    }
}
