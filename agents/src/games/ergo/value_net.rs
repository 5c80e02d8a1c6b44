//! The value of a position of ERGO to one seat, by a net that learned from play.
//!
//! The net's output is a margin: own points of the round less the mean of the rivals' points, in units of
//! [`SCALE`]. A turn that ends the round is not evaluated by the net, because its margin is known.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::truth::Verdict;
use ergo_engine::ergo::turn::{Family, MOST_PLAYS, Outcome, Way, each_family};
use ergo_engine::seat::{Seat, SeatMap};

use super::features::cards::{HandFeatures, describe_unseen};
use super::features::logic::{Entries, describe_premises, describe_verdict};
use super::features::parsed_proof::ParsedProof;
use super::features::premise_cache::PremiseCache;
use super::features::proof_step::ProofStep;
use super::features::round_clock::{self, RoundClock, TurnChange};
use super::features::round_enders::{RoundEnders, round_enders};
use super::features::{Perspective, describe_with};
use super::match_play::stakes::Stakes;
use super::meaning_cache::{FeaturePart, MeaningCache};
use crate::net::mlp::{HiddenUnits, Inputs, Mlp};

/// Points of margin of a net output of 1.
pub const SCALE: f32 = 40.0;

/// The model that evaluates turns: a net of margins, and for match play the values of results.
#[derive(Clone, Copy)]
pub struct ValueModel<'a> {
    /// The net. Its first output is the margin; with stakes, the others are the logits of each result of the round.
    pub net: &'a Mlp,
    /// The value of each result in match play; `None` to play for points.
    pub stakes: Option<&'a Stakes>,
}

impl<'a> From<&'a Mlp> for ValueModel<'a> {
    fn from(net: &'a Mlp) -> Self {
        ValueModel { net, stakes: None }
    }
}

/// How much is cached from turn to turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CacheSize {
    /// A few turns, for playing on: positions rarely repeat, and a small cache is faster (`td` by 5 %).
    #[default]
    Short,
    /// Many turns, for searches, which return to a position repeatedly (`champion` is faster by a seventh).
    Long,
}

impl CacheSize {
    /// Returns the number of meanings above which the cache is cleared. Four times as many premises are kept.
    const fn meanings(self) -> usize {
        match self {
            CacheSize::Short => 128,
            CacheSize::Long => 1024,
        }
    }
}

/// Scratch buffers and caches, reused from position to position. They do not change any result.
#[derive(Clone, Debug, Default)]
pub struct NetScratch {
    memory: CacheSize,
    inputs: Inputs,
    units: HiddenUnits,
    /// The sums of inputs that are equal for all outcomes of the turn.
    turn: Vec<f32>,
    /// For each change of the clock in this turn, the sums so far.
    clocks: Vec<(TurnChange, Vec<f32>)>,
    clocks_used: usize,
    hands: Vec<(Hand, HandFeatures)>,
    hands_used: usize,
    /// The meanings of proofs of this and earlier turns.
    meanings: Box<MeaningCache>,
    /// The premises of this and earlier turns.
    premises: Box<PremiseCache>,
    /// The proofs after all actions but the last of a way, by the number of these actions.
    before: Box<[Option<Before>; MOST_PLAYS]>,
    logic: Box<Entries>,
    /// The net's values for outcomes of this turn.
    answers: Answers,
    outputs: Vec<f32>,
}

/// The proof after some actions of a turn.
#[derive(Clone, Debug)]
struct Before {
    node: u32,
    proof: ProofStep,
    /// The index of its meaning, if it was needed.
    meaning: Option<usize>,
}

impl NetScratch {
    /// Creates buffers with this cache size.
    pub fn with_cache(memory: CacheSize) -> Self {
        NetScratch { memory, ..NetScratch::default() }
    }
}

/// The net's values in one turn, by meaning of the proof, clock and hand. Most outcomes are reached in several
/// ways.
#[derive(Clone, Debug, Default)]
struct Answers {
    /// For each meaning, the number of its last value, counted from 1 over all turns; it is of this turn only if
    /// above `before`.
    last: Vec<usize>,
    known: Vec<Answer>,
    /// Number of values of earlier turns.
    before: usize,
}

#[derive(Clone, Debug)]
struct Answer {
    clock: usize,
    hand: usize,
    value: f64,
    /// The number of the previous value for this meaning, over all turns.
    before: usize,
}

impl Answers {
    /// Discards the values of the turn before.
    fn clear(&mut self) {
        self.before += self.known.len();
        self.known.clear();
    }

    fn find(&self, meaning: usize, clock: usize, hand: usize) -> Option<f64> {
        let mut number = *self.last.get(meaning)?;
        while let Some(place) = number.checked_sub(self.before + 1) {
            let answer = &self.known[place];
            if answer.hand == hand && answer.clock == clock {
                return Some(answer.value);
            }
            number = answer.before;
        }
        None
    }

    fn add(&mut self, meaning: usize, clock: usize, hand: usize, value: f64) {
        if self.last.len() <= meaning {
            self.last.resize(meaning + 1, 0);
        }
        self.known.push(Answer { clock, hand, value, before: self.last[meaning] });
        self.last[meaning] = self.before + self.known.len();
    }
}

/// Returns the value of an observation to its seat, in points of margin, whether or not it is its turn. The moment
/// must be one at which a seat is about to play its first action: nets are trained on these moments, and other
/// values are extrapolated.
pub fn state_value<'a>(
    model: impl Into<ValueModel<'a>>,
    rules: &Rules,
    seen: &Observation,
    scratch: &mut NetScratch,
) -> f64 {
    describe_with(rules, seen, &mut scratch.premises, &mut scratch.inputs);
    let ValueModel { net, stakes } = model.into();
    let Some(stakes) = stakes else { return f64::from(SCALE * net.forward(&scratch.inputs, &mut scratch.units)) };
    net.forward_all(&scratch.inputs, &mut scratch.units, &mut scratch.outputs);
    with_stakes(stakes, &mut scratch.outputs)
}

/// Returns the value from the net's outputs for points and results.
fn with_stakes(stakes: &Stakes, outputs: &mut [f32]) -> f64 {
    f64::from(SCALE * outputs[0]) + stakes.expected_adjustment(&mut outputs[1..])
}

/// Returns the own points less the mean of the rivals' points if the round ended with this verdict and `cards` in
/// the proof.
pub fn margin(rules: &Rules, me: usize, verdict: Verdict, cards: usize) -> f64 {
    let seats = rules.seats.get();
    let points = |seat: usize| if verdict.proves(seat) { cards as f64 } else { 0.0 };
    let rivals: f64 = (0..seats).filter(|&seat| seat != me).map(points).sum();
    points(me) - rivals / (seats - 1) as f64
}

/// Calls `visit` with every way to play the turn of the seat of `seen`, and its value to that seat in points of
/// margin.
pub fn each_value<'a>(
    model: impl Into<ValueModel<'a>>,
    rules: &Rules,
    seen: &Observation,
    scratch: &mut NetScratch,
    visit: &mut impl FnMut(&Way<'_>, f64),
) {
    let mut turn = TurnValuer::new(model.into(), rules, seen, scratch);
    each_family(&seen.move_generator(rules), &mut |family| turn.of_family(family, visit));
}

/// An evaluator of the outcomes of one turn, prepared from one seat's observation before the turn.
pub struct TurnValuer<'a> {
    model: ValueModel<'a>,
    rules: &'a Rules,
    perspective: Perspective,
    me: usize,
    clock: RoundClock,
    enders: RoundEnders,
    scratch: &'a mut NetScratch,
}

impl<'a> TurnValuer<'a> {
    /// Creates the evaluator for the seat of `seen`, whose turn it is.
    pub fn new(model: ValueModel<'a>, rules: &'a Rules, seen: &Observation, scratch: &'a mut NetScratch) -> Self {
        let (net, me, unseen) = (model.net, seen.seat.index(), seen.unseen(rules));
        let perspective = Perspective::new(rules.seats.get(), me);
        scratch.inputs.clear();
        describe_unseen(&perspective, &unseen, &mut scratch.inputs);
        net.start_sums(&mut scratch.turn);
        net.add_inputs(&mut scratch.turn, &scratch.inputs);
        (scratch.clocks_used, scratch.hands_used) = (0, 0);
        let seats = rules.seats.get();
        *scratch.before = Default::default();
        let most = scratch.memory.meanings();
        let premises = scratch.premises.begin(rules, 4 * most);
        scratch.meanings.begin((net.stamp(), seats, premises), most);
        scratch.answers.clear();
        let enders = round_enders(rules, seen, &unseen);
        TurnValuer { model, rules, perspective, me, clock: RoundClock::from_observation(seen), enders, scratch }
    }

    /// Calls `visit` with the ways of `family` and their values.
    fn of_family(&mut self, family: &Family<'_>, visit: &mut impl FnMut(&Way<'_>, f64)) {
        let last = family.last;
        let ends = matches!(last, Action::Ergo { .. }) || self.clock.is_last_turn(self.rules);
        let (mut at, mut hand) = (None, None);
        for way in family.ways() {
            let meaning = self.meaning(family, &way);
            if ends {
                let facts = self.scratch.meanings.facts(meaning);
                visit(&way, self.end(facts.verdict, facts.size));
                continue;
            }
            // Only for a Fallacy does the target matter to the clock; otherwise all ways of a family share it.
            let known = at.filter(|_| !matches!(last, Action::Fallacy { .. }));
            let now = known.unwrap_or_else(|| self.clock(TurnChange::from_way(self.rules, &way)));
            at = Some(now);
            let held =
                hand.filter(|_| !matches!(last, Action::Discard { .. })).unwrap_or_else(|| self.hand(way.hand()));
            hand = Some(held);
            let value = self.value_of(meaning, now, held);
            visit(&way, value);
        }
    }

    /// Returns the value of a turn of `actions` with this `outcome`, in points of margin.
    pub fn value(&mut self, actions: &[Action], outcome: &Outcome) -> f64 {
        let read = ParsedProof::new(self.rules, &outcome.proof, &mut self.scratch.premises);
        let meaning = self.number(&read);
        if outcome.ergo || self.clock.is_last_turn(self.rules) {
            let facts = self.scratch.meanings.facts(meaning);
            return self.end(facts.verdict, facts.size);
        }
        let taken_back = actions.iter().filter(|action| action.returned_card().is_some()).count();
        let at = self.clock(TurnChange::new(self.rules, outcome, taken_back));
        let hand = self.hand(outcome.hand);
        self.value_of(meaning, at, hand)
    }

    /// Returns the value of a turn, by the indices of the meaning of its proof, the clock and the hand after it.
    fn value_of(&mut self, meaning: usize, at: usize, hand: usize) -> f64 {
        let scratch = &mut *self.scratch;
        if let Some(known) = scratch.answers.find(meaning, at, hand) {
            return known;
        }
        let inputs = scratch.hands[hand].1.inputs_for(&self.perspective, &scratch.meanings.facts(meaning));
        let (clock, proof) = (&scratch.clocks[at].1, scratch.meanings.sums(meaning, scratch.turn.len()));
        let ValueModel { net, stakes } = self.model;
        let value = match stakes {
            None => f64::from(SCALE * net.forward_with([clock, proof], inputs, &mut scratch.units)),
            Some(stakes) => {
                net.forward_all_with([clock, proof], inputs, &mut scratch.units, &mut scratch.outputs);
                with_stakes(stakes, &mut scratch.outputs)
            }
        };
        scratch.answers.add(meaning, at, hand, value);
        value
    }

    /// Returns the value of ending the round with `cards` in the proof.
    fn end(&self, verdict: Verdict, cards: usize) -> f64 {
        let Some(stakes) = self.model.stakes else { return margin(self.rules, self.me, verdict, cards) };
        let paid = |seat: Seat| if verdict.proves(seat.index()) { cards as i32 } else { 0 };
        stakes.end_value(&SeatMap::from_fn(self.rules.seats, paid))
    }

    /// Returns the index of the meaning of the proof after `way`; usually only one premise is parsed again.
    fn meaning(&mut self, family: &Family<'_>, way: &Way<'_>) -> usize {
        let NetScratch { before, premises, .. } = &mut *self.scratch;
        let before = &mut before[family.before.len()];
        let before = match before {
            Some(before) if before.node == family.node => before,
            _ => {
                let proof = ProofStep::new(self.rules, &family.so_far.proof, premises);
                before.insert(Before { node: family.node, proof, meaning: None })
            }
        };
        if way.last.changes_proof() {
            let read = before.proof.after(way.last, premises, || way.proof());
            let read = read.unwrap_or_else(|| ParsedProof::new(self.rules, &way.proof(), premises));
            return self.number(&read);
        }
        if let Some(known) = before.meaning {
            return known;
        }
        let read = *before.proof.proof();
        let number = self.number(&read);
        if let Some(before) = &mut self.scratch.before[family.before.len()] {
            before.meaning = Some(number);
        }
        number
    }

    /// Returns the index of the meaning of `read`. Many ways lead to one proof, and many proofs have one meaning.
    fn number(&mut self, read: &ParsedProof) -> usize {
        let NetScratch { meanings, premises, logic, turn, .. } = &mut *self.scratch;
        let (perspective, net) = (&self.perspective, self.model.net);
        let (meaning, facts) = (read.meaning(perspective), || read.facts(premises));
        meanings.number(meaning, (self.me, turn.len()), facts, |part, facts, sums| {
            logic.clear();
            match part {
                FeaturePart::Verdict => describe_verdict(perspective, facts, logic),
                FeaturePart::Premises => describe_premises(perspective, read, facts, premises, logic),
            }
            net.add_entries(sums, logic.all());
        })
    }

    /// Returns the index of `hand` among the hands of this turn.
    fn hand(&mut self, hand: Hand) -> usize {
        let NetScratch { hands, hands_used, .. } = &mut *self.scratch;
        if let Some(number) = hands[..*hands_used].iter().position(|(known, _)| *known == hand) {
            return number;
        }
        let number = *hands_used;
        *hands_used += 1;
        if number == hands.len() {
            hands.push((hand, HandFeatures::default()));
        }
        let (key, read) = &mut hands[number];
        *key = hand;
        read.read(self.rules, &self.perspective, hand);
        number
    }

    /// Returns the index of the sums of the clock after `change`.
    fn clock(&mut self, change: TurnChange) -> usize {
        let scratch = &mut *self.scratch;
        let known = &scratch.clocks[..scratch.clocks_used];
        if let Some(at) = known.iter().position(|(known, _)| *known == change) {
            return at;
        }
        let at = scratch.clocks_used;
        scratch.clocks_used += 1;
        if at == scratch.clocks.len() {
            scratch.clocks.push((change, Vec::new()));
        }
        let (key, sums) = &mut scratch.clocks[at];
        *key = change;
        sums.clone_from(&scratch.turn);
        scratch.inputs.clear();
        let then = self.clock.after(self.rules, &change);
        round_clock::describe(self.rules, &self.perspective, &then, &self.enders, &mut scratch.inputs);
        self.model.net.add_inputs(sums, &scratch.inputs);
        at
    }
}
