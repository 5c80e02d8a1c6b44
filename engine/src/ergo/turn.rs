//! Whole turns: every way to play one, and the distinct outcomes. rules "Counting"; RULES.md E6, E12.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use ergo_core::rng::Rng;

use super::action::Action;
use super::card::{Card, Tile};
use super::hand::{Hand, Kinds};
use super::moves::Mover;
use super::notation::Turn;
use super::proof::{Bits, Proof, low, places};
use super::rules::{FallacyBars, Rules};

pub use super::rules::MOST_PLAYS;

/// The outcome of a turn, as far as the player chose it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The proof as written, wilds marked.
    pub proof: Proof,
    /// Cards left in hand.
    pub hand: Hand,
    /// Cards discarded.
    pub discarded: Hand,
    /// Who was hit by a Fallacy, one bit per seat.
    pub targets: u8,
    /// Whether a Justification was played.
    pub justified: bool,
    /// Whether Ergo was played.
    pub ergo: bool,
    /// Tiles Tabula Rasa took out, as written, in order of their code. They count apart where a wild was laid and taken back.
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

    /// `mover` as it stands now, with `plays_left`.
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

    /// The plays left to `mover` after `action`, the last one played, with which the turn did not end.
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

/// Ways to play a turn that differ in nothing but the place of their last action.
#[derive(Clone, Copy)]
pub struct Family<'a> {
    /// The number of the actions before the last one: families with equal numbers begin alike.
    pub node: u32,
    /// The actions before the last one.
    pub before: &'a [Action],
    /// What these leave.
    pub so_far: &'a Outcome,
    /// The last action, at any place.
    pub last: Action,
    places: Bits,
}

impl<'a> Family<'a> {
    /// The cards that all of its ways leave in hand; of a family of discards before the last of them.
    #[inline]
    pub fn hand(&self) -> Hand {
        match self.last {
            Action::Discard { .. } => self.so_far.hand,
            last => Way { before: self.before, so_far: self.so_far, last }.hand(),
        }
    }

    /// The ways, one or more.
    #[inline]
    pub fn ways(&self) -> impl Iterator<Item = Way<'a>> + use<'a> {
        let Family { before, so_far, last, places: bits, .. } = *self;
        places(bits).map(move |place| Way { before, so_far, last: last.at(place) })
    }
}

/// One way to play a turn.
#[derive(Clone, Copy)]
pub struct Way<'a> {
    /// The actions before the last one.
    pub before: &'a [Action],
    /// What these leave.
    pub so_far: &'a Outcome,
    /// The last action.
    pub last: Action,
}

impl Way<'_> {
    /// The actions in order.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = Action> {
        self.before.iter().copied().chain([self.last])
    }

    /// The cards they leave in hand.
    #[inline]
    pub fn hand(&self) -> Hand {
        let mut hand = self.so_far.hand;
        self.last.cards().into_iter().for_each(|card| hand.remove(card));
        hand
    }

    /// The proof they leave.
    #[inline]
    pub fn proof(&self) -> Proof {
        let mut proof = self.so_far.proof;
        proof.play(self.last);
        proof
    }

    /// What they leave.
    #[inline]
    pub fn outcome(&self) -> Outcome {
        let mut after = *self.so_far;
        after.play(self.last);
        after
    }
}

/// Plays every way the turn can go and shows each to `visit`: the actions in order and what they leave. Fallacies come after
/// all that touches the proof, and discards last, because they might as well, but both before an Ergo; other ways that differ
/// only in order are shown each.
pub fn each_way(mover: &Mover<'_>, visit: &mut impl FnMut(&[Action], &Outcome)) {
    let mut visit = |actions: &[Action], outcome: &Outcome| {
        visit(actions, outcome);
        ControlFlow::Continue(())
    };
    let _all = walk_ways(mover, &mut visit);
}

/// The same ways in the same order, by families: what only one way of a family is asked about is laid for that one alone.
#[inline]
pub fn each_family(mover: &Mover<'_>, visit: &mut impl FnMut(&Family<'_>)) {
    let mut visit = |family: &Family<'_>| {
        visit(family);
        ControlFlow::Continue(())
    };
    let _all = walk(mover, &Outcome::before(mover), &mut 0, &mut ArrayVec::new(), &mut visit);
}

/// Whether `action`, at whatever place, ends the turn of `mover`.
#[inline]
fn ends(mover: &Mover<'_>, action: Action) -> bool {
    let plays = action.plays();
    matches!(action, Action::Ergo { .. }) || mover.plays_left == plays || mover.hand.len() == usize::from(plays)
}

/// The places of `family` that are worth trying after `last`, because nothing there was tried before it.
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
        for action in places(bits).map(|place| last.at(place)) {
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

/// Shows each way by itself.
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

/// Plays one turn by legal actions drawn one after another, each equally likely: the actions and what they leave.
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

/// The outcome of `actions` if each is legal in its place and they make up a whole turn.
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

/// The distinct outcomes of a turn. A card taken back at once is counted by what it showed, so a wild counts once for each
/// symbol it could have shown.
pub fn outcomes(mover: &Mover<'_>) -> BTreeSet<Outcome> {
    outcomes_up_to(mover, usize::MAX).expect("no set has more")
}

/// The same where there are no more than `most`.
pub fn outcomes_up_to(mover: &Mover<'_>, most: usize) -> Option<BTreeSet<Outcome>> {
    let mut all = BTreeSet::new();
    let mut note = |actions: &[Action], outcome: &Outcome| {
        let back = actions.iter().find_map(|action| action.taken_back());
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
    // A wild that could be laid by itself is no action of its own to take back; what else it could have shown is added here.
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
    /// The turn under `rules`, as its mover meets it.
    pub fn mover<'a>(&'a self, rules: &'a Rules) -> Mover<'a> {
        Mover {
            rules,
            proof: &self.proof,
            hand: self.hand,
            plays_left: rules.draw.min(self.hand.len() as u8),
            under_fallacy: self.under_fallacy,
            targets: self.targets,
            barred: Kinds::NONE,
        }
    }
}
