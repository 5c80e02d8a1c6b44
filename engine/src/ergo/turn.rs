//! Whole turns: all ways to play a turn, and the distinct outcomes. "Counting" in RULES.md; E6, E12.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use ergo_core::rng::Rng;

use super::action::Action;
use super::card::{Card, Tile};
use super::hand::{CardKinds, Hand};
use super::moves::Mover;
use super::notation::Turn;
use super::proof::{Bits, Proof, low, places};
use super::rules::{FallacyBars, Rules};

pub use super::rules::MOST_PLAYS;

/// The result of a turn, without chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The proof, with wilds marked.
    pub proof: Proof,
    /// Cards left in hand.
    pub hand: Hand,
    /// Cards discarded.
    pub discarded: Hand,
    /// Seats hit by a Fallacy, one bit per seat.
    pub targets: u8,
    /// True if a Justification was played.
    pub justified: bool,
    /// True if Ergo was played.
    pub ergo: bool,
    /// Tiles removed by Tabula Rasa, in order of their code. Needed to distinguish outcomes in which a wild was placed
    /// and removed.
    pub taken: [Option<Tile>; MOST_PLAYS],
}

impl Outcome {
    fn before(mover: &Mover<'_>) -> Self {
        Outcome { proof: *mover.proof, hand: mover.hand, ..Outcome::default() }
    }

    fn play(&mut self, action: Action) {
        action.cards().into_iter().for_each(|card| self.hand.remove(card));
        self.proof.play(action).into_iter().for_each(|tile| self.take(tile));
        match action {
            Action::Discard { card } => self.discarded.add(card),
            Action::Fallacy { target } => self.targets |= 1 << target.index(),
            Action::Justification { .. } => self.justified = true,
            Action::Ergo { .. } => self.ergo = true,
            _ => {}
        }
    }

    /// Returns the generator for the current position within the turn, with `plays_left`.
    fn mover<'a>(&'a self, mover: &Mover<'a>, plays_left: u8) -> Mover<'a> {
        Mover {
            proof: &self.proof,
            hand: self.hand,
            plays_left,
            under_fallacy: mover.under_fallacy && !self.justified,
            targets: mover.targets & !self.targets,
            ..*mover
        }
    }

    /// Returns the number of plays left to `mover` after `action`, which did not end the turn.
    fn plays_left(&self, mover: &Mover<'_>, action: Action) -> u8 {
        (mover.plays_left - action.plays()).min(self.hand.len() as u8)
    }

    fn take(&mut self, tile: Tile) {
        let free =
            self.taken.iter_mut().find(|place| place.is_none()).expect("no more tiles are taken than plays made");
        *free = Some(tile);
        self.taken.sort_by_key(|tile| tile.map_or(u8::MAX, Tile::code));
    }
}

/// All ways to play a turn that differ only in the place of the last action.
#[derive(Clone, Copy)]
pub struct Family<'a> {
    /// Identifies the actions before the last one: families with equal numbers share them.
    pub node: u32,
    /// The actions before the last one.
    pub before: &'a [Action],
    /// The result of the actions before the last one.
    pub so_far: &'a Outcome,
    /// The last action, with an arbitrary place.
    pub last: Action,
    places: Bits,
}

impl<'a> Family<'a> {
    /// Returns the cards left in hand, which are the same for all ways of the family. For a family of discards it is
    /// the hand before the last discard.
    #[inline]
    pub fn hand(&self) -> Hand {
        match self.last {
            Action::Discard { .. } => self.so_far.hand,
            last => Way { before: self.before, so_far: self.so_far, last }.hand(),
        }
    }

    /// Iterates over the ways, of which there is at least one.
    #[inline]
    pub fn ways(&self) -> impl Iterator<Item = Way<'a>> + use<'a> {
        let Family { before, so_far, last, places: bits, .. } = *self;
        places(bits).map(move |place| Way { before, so_far, last: last.with_place(place) })
    }
}

/// One way to play a turn.
#[derive(Clone, Copy)]
pub struct Way<'a> {
    /// The actions before the last one.
    pub before: &'a [Action],
    /// The result of the actions before the last one.
    pub so_far: &'a Outcome,
    /// The last action.
    pub last: Action,
}

impl Way<'_> {
    /// Iterates over the actions, in order.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = Action> {
        self.before.iter().copied().chain([self.last])
    }

    /// Returns the cards left in hand after the turn.
    #[inline]
    pub fn hand(&self) -> Hand {
        let mut hand = self.so_far.hand;
        self.last.cards().into_iter().for_each(|card| hand.remove(card));
        hand
    }

    /// Returns the proof after the turn.
    #[inline]
    pub fn proof(&self) -> Proof {
        let mut proof = self.so_far.proof;
        proof.play(self.last);
        proof
    }

    /// Returns the result of the turn.
    #[inline]
    pub fn outcome(&self) -> Outcome {
        let mut after = *self.so_far;
        after.play(self.last);
        after
    }
}

/// Calls `visit` with the actions and the outcome of every way to play the turn. Fallacies come after all changes of
/// the proof, and discards last, but both before an Ergo, because their order does not matter. Other ways that differ
/// only in order are all visited.
pub fn each_way(mover: &Mover<'_>, visit: &mut impl FnMut(&[Action], &Outcome)) {
    let mut visit = |actions: &[Action], outcome: &Outcome| {
        visit(actions, outcome);
        ControlFlow::Continue(())
    };
    let _all = walk_ways(mover, &mut visit);
}

/// Visits the same ways in the same order as [`each_way`], grouped into families, so that work that depends only on the
/// family is done once.
#[inline]
pub fn each_family(mover: &Mover<'_>, visit: &mut impl FnMut(&Family<'_>)) {
    let mut visit = |family: &Family<'_>| {
        visit(family);
        ControlFlow::Continue(())
    };
    let _all = walk(mover, &Outcome::before(mover), &mut 0, &mut ArrayVec::new(), &mut visit);
}

/// Returns true if `action`, at any place, ends the turn of `mover`.
#[inline]
fn ends(mover: &Mover<'_>, action: Action) -> bool {
    let plays = action.plays();
    matches!(action, Action::Ergo { .. }) || mover.plays_left == plays || mover.hand.len() == usize::from(plays)
}

/// Returns the places of `family` to try after `last`, so that no set of commuting actions is visited twice.
#[inline]
fn in_order(last: Option<Action>, family: Action, bits: Bits) -> Bits {
    match (last, family) {
        (Some(Action::Discard { card }), Action::Discard { .. }) => bits & !low(card as usize),
        (Some(Action::Fallacy { target }), Action::Fallacy { .. }) => bits & !low(target.index()),
        (_, Action::Ergo { .. }) | (Some(Action::Fallacy { .. }), Action::Discard { .. }) => bits,
        (Some(Action::Discard { .. } | Action::Fallacy { .. }), _) => 0,
        _ => bits,
    }
}

fn walk(
    mover: &Mover<'_>,
    so_far: &Outcome,
    nodes: &mut u32,
    actions: &mut ArrayVec<Action, MOST_PLAYS>,
    visit: &mut impl FnMut(&Family<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut flow = ControlFlow::Continue(());
    let node = *nodes;
    let discarded = matches!(actions.last(), Some(Action::Discard { .. }));
    let emit = &mut |last: Action, bits: Bits| {
        let bits = in_order(actions.last().copied(), last, bits);
        if bits == 0 || flow.is_break() {
            return;
        }
        if ends(mover, last) {
            flow = visit(&Family { node, before: actions, so_far, last, places: bits });
            return;
        }
        for action in places(bits).map(|place| last.with_place(place)) {
            let mut after = *so_far;
            after.play(action);
            let next = after.mover(mover, after.plays_left(mover, action));
            actions.push(action);
            *nodes += 1;
            flow = walk(&next, &after, nodes, actions, visit);
            actions.pop();
            if flow.is_break() {
                return;
            }
        }
    };
    if discarded {
        mover.families_after_discard(emit)
    } else {
        mover.families(emit)
    }
    flow
}

/// Visits each way separately.
fn walk_ways(mover: &Mover<'_>, visit: &mut impl FnMut(&[Action], &Outcome) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut actions = ArrayVec::<Action, MOST_PLAYS>::new();
    walk(mover, &Outcome::before(mover), &mut 0, &mut ArrayVec::new(), &mut |family| {
        actions.clear();
        actions.extend(family.before.iter().copied());
        for way in family.ways() {
            actions.push(way.last);
            visit(&actions, &way.outcome())?;
            actions.pop();
        }
        ControlFlow::Continue(())
    })
}

/// Plays one turn with actions sampled uniformly, one after another. Returns the actions and the outcome.
pub fn sample_way(mover: &Mover<'_>, rng: &mut Rng) -> (ArrayVec<Action, MOST_PLAYS>, Outcome) {
    let mut actions = ArrayVec::new();
    let mut outcome = Outcome::before(mover);
    let mut plays_left = mover.plays_left;
    loop {
        let now = outcome;
        let mover = now.mover(mover, plays_left);
        let action = mover.sample(rng);
        actions.push(action);
        outcome.play(action);
        if ends(&mover, action) {
            return (actions, outcome);
        }
        plays_left = outcome.plays_left(&mover, action);
    }
}

/// Returns the outcome of `actions`, or `None` unless each is legal in turn and they form a complete turn.
pub fn follow(mover: &Mover<'_>, actions: &[Action]) -> Option<Outcome> {
    let mut outcome = Outcome::before(mover);
    let mut plays_left = mover.plays_left;
    for (i, &action) in actions.iter().enumerate() {
        let now = outcome;
        let mover = now.mover(mover, plays_left);
        if !mover.allows(action) {
            return None;
        }
        outcome.play(action);
        if ends(&mover, action) {
            return (i + 1 == actions.len()).then_some(outcome);
        }
        plays_left = outcome.plays_left(&mover, action);
    }
    None
}

/// Returns the distinct outcomes of a turn. A card placed and removed at once counts by the tile it showed, so a wild
/// counts once per symbol it could have shown.
pub fn outcomes(mover: &Mover<'_>) -> BTreeSet<Outcome> {
    outcomes_up_to(mover, usize::MAX).unwrap_or_default()
}

/// Returns the distinct outcomes as [`outcomes`] does, or `None` if there are more than `most`.
pub fn outcomes_up_to(mover: &Mover<'_>, most: usize) -> Option<BTreeSet<Outcome>> {
    let mut all = BTreeSet::new();
    let mut note = |actions: &[Action], outcome: &Outcome| {
        let back = actions.iter().find_map(|action| action.returned_card());
        for tile in back.map_or(ArrayVec::new(), shown_by) {
            let mut outcome = *outcome;
            outcome.take(tile);
            all.insert(outcome);
        }
        if back.is_none() {
            all.insert(*outcome);
        }
        if all.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if walk_ways(mover, &mut note).is_break() {
        return None;
    }
    // A wild that can be placed by itself has no separate action for being removed again. The other symbols it could
    // have shown are added here.
    let barred = mover.under_fallacy && mover.rules.fallacy_bars >= FallacyBars::Additions;
    if !barred && mover.plays_left == 2 && mover.playable().has(Card::TabulaRasa) {
        for wild in [Card::VariableWild, Card::OperatorWild].into_iter().filter(|&wild| mover.playable().has(wild)) {
            let mut outcome = Outcome::before(mover);
            outcome.hand.remove(wild);
            outcome.hand.remove(Card::TabulaRasa);
            for tile in shown_by(wild) {
                let mut outcome = outcome;
                outcome.take(tile);
                all.insert(outcome);
            }
        }
    }
    Some(all)
}

fn shown_by(card: Card) -> ArrayVec<Tile, 4> {
    use super::card::Symbol::{And, Not, Or, Then};
    match card {
        Card::VariableWild => super::card::Symbol::VARIABLES.into_iter().map(Tile::wild).collect(),
        Card::OperatorWild => [And, Or, Then, Not].into_iter().map(Tile::wild).collect(),
        card => ArrayVec::from_iter([Tile::from_code(card as u8)]),
    }
}

impl Turn {
    /// Returns the generator of the mover's legal actions under `rules`.
    pub fn move_generator<'a>(&'a self, rules: &'a Rules) -> Mover<'a> {
        Mover {
            rules,
            proof: &self.proof,
            hand: self.hand,
            plays_left: rules.draw.min(self.hand.len() as u8),
            under_fallacy: self.under_fallacy,
            targets: self.targets,
            barred: CardKinds::NONE,
        }
    }
}
