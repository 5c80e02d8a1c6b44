//! The searches at Kuhn poker, whose value for the first seat is -1/18 of a chip per deal.

use ergo_agents::agent::{Agent, AgentFault, Decision, OmniscientAgent, Player};
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Rng, Seed, unit};
use ergo_engine::seat::Seat;
use ergo_engine::toys::kuhn::{Card, Choice, Hand, Kuhn};

use crate::play::build;

use Card::{Jack, King, Queen};
use Choice::{Bet, Call, Check, Fold};

/// One of the equilibria (Kuhn 1950): the first seat bets one jack in six.
struct Equilibrium(Rng);

const BLUFF: f64 = 1.0 / 6.0;

impl Agent<Kuhn> for Equilibrium {
    fn choose(&mut self, decision: &mut Decision<'_, Kuhn>) -> Result<Choice, AgentFault> {
        let seen = decision.observation();
        let brave = |chance: f64, rng: &mut Rng| unit(rng) < chance;
        let chance = match (seen.betting.as_slice(), seen.card) {
            ([], Jack) => BLUFF,
            ([], Queen) => 0.0,
            ([], King) => 3.0 * BLUFF,
            ([Check], Jack) => 1.0 / 3.0,
            ([Check], Queen) => 0.0,
            ([Bet], Queen) => 1.0 / 3.0,
            ([Check, Bet], Queen) => BLUFF + 1.0 / 3.0,
            (_, Jack) => 0.0,
            (_, King) => 1.0,
            (betting, card) => unreachable!("{betting:?} {card}"),
        };
        let asked = seen.betting.last() == Some(&Bet);
        Ok(match (asked, brave(chance, &mut self.0)) {
            (false, true) => Bet,
            (false, false) => Check,
            (true, true) => Call,
            (true, false) => Fold,
        })
    }
}

/// A player that knows both cards.
struct Peeker;

impl OmniscientAgent<Kuhn> for Peeker {
    fn choose(&mut self, game: &Kuhn, hand: &Hand, seat: Seat) -> Result<Choice, AgentFault> {
        let (own, other) = (game.observe(hand, seat).card, game.observe(hand, Seat::new(1 - seat.index())).card);
        let mut legal = Vec::new();
        game.legal_actions(hand, &mut legal);
        let brave = own > other;
        legal.into_iter().find(|choice| matches!(choice, Bet | Call) == brave).ok_or(AgentFault::Illegal)
    }
}

const SEARCHES: [&str; 5] = [
    "flat:iterations=100",
    "pimc:iterations=32",
    "ismcts:iterations=300",
    "ismcts:iterations=300,mode=own-tree",
    "ismcts:iterations=300,playout=mast",
];

/// Returns the mean gain in chips per deal of the player built by `make` at `seat`, and its standard error. Calls
/// `see` with each choice and its card.
fn gain(seat: usize, deals: u64, make: impl Fn(Seed) -> Player<Kuhn>, mut see: impl FnMut(Card, Choice)) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let seed = Seed::master(deal).derive("kuhn", &[seat as u64]);
        let mut hand = Kuhn.deal(&mut seed.rng());
        let mut player = make(seed.derive("player", &[]));
        let mut other = Player::Agent(Box::new(Equilibrium(seed.derive("other", &[]).rng())));
        let scores = loop {
            match Kuhn.status(&hand) {
                Status::Over(outcome) => break outcome.scores,
                Status::ToMove(mover) => {
                    let own = mover.index() == seat;
                    let chooser = if own { &mut player } else { &mut other };
                    let choice = chooser.choose(&Kuhn, &hand, mover, &mut Vec::new()).unwrap();
                    if own {
                        see(Kuhn.observe(&hand, mover).card, choice);
                    }
                    Kuhn.apply(&mut hand, choice);
                }
            }
        };
        let chips = f64::from(scores[Seat::new(seat)]);
        sum += chips;
        squares += chips * chips;
    }
    let mean = sum / deals as f64;
    (mean, ((squares / deals as f64 - mean * mean) / deals as f64).sqrt())
}

const VALUES: [f64; 2] = [-1.0 / 18.0, 1.0 / 18.0];

/// No search earns more than the value of the game against an equilibrium, and none calls with the lowest card or
/// folds the highest.
#[test]
fn searches_do_not_beat_an_equilibrium() {
    for agent in SEARCHES {
        for (seat, value) in VALUES.into_iter().enumerate() {
            let mut dominated = 0;
            let (mean, deviation) = gain(
                seat,
                6000,
                |seed| build(&Kuhn, agent, Seat::new(seat), seed),
                |card, choice| dominated += u32::from(matches!((card, choice), (Jack, Call) | (King, Fold))),
            );
            assert!(mean < value + 4.0 * deviation, "{agent} at seat {}: {mean} +- {deviation}", seat + 1);
            assert_eq!(dominated, 0, "{agent}");
        }
    }
}

/// Two equilibria earn the value of the game, and a player that knows both cards earns more.
#[test]
fn equilibrium_earns_the_value_of_the_game() {
    for (seat, value) in VALUES.into_iter().enumerate() {
        let make = |seed: Seed| Player::Agent(Box::new(Equilibrium(seed.rng())) as Box<dyn Agent<Kuhn>>);
        let (mean, deviation) = gain(seat, 40_000, make, |_, _| {});
        assert!((mean - value).abs() < 4.0 * deviation, "seat {}: {mean} +- {deviation}", seat + 1);
        let (mean, deviation) = gain(seat, 6000, |_| Player::Omniscient(Box::new(Peeker)), |_, _| {});
        assert!(mean > value + 5.0 * deviation, "seat {}: {mean} +- {deviation}", seat + 1);
    }
}
