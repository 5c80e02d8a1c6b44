//! The value of a position of ERGO to one seat, by a net that learned it from play.
//!
//! The net's output is a margin: own points of the round less the mean of the rivals', in [`SCALE`]s. A turn that ends the
//! round is not asked about: its margin is known.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::truth::Verdict;
use ergo_engine::ergo::turn::{Family, MOST_PLAYS, Outcome, Way, each_family};
use ergo_engine::seat::{Seat, SeatMap};

use super::features::cards::{ReadHand, describe_unseen};
use super::features::clock::{self, Change, Clock};
use super::features::enders::{Enders, enders};
use super::features::logic::{Entries, describe_premises, describe_verdict};
use super::features::premises::Premises;
use super::features::read_proof::ReadProof;
use super::features::steps::Step;
use super::features::{Angle, describe_with};
use super::match_play::stakes::Stakes;
use super::meanings::{Meanings, Part};
use crate::net::mlp::{Inputs, Mlp, Units};

/// Points of margin that an output of 1 stands for.
pub const SCALE: f32 = 40.0;

/// What turns are judged by: a net of margins, and where the match counts, what results are worth beyond them.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// Its first output is the margin; with stakes the others are those of each result of the round, before they become chances.
    pub net: &'a Mlp,
    /// What each of these results is worth.
    pub stakes: Option<&'a Stakes>,
}

impl<'a> From<&'a Mlp> for Judge<'a> {
    fn from(net: &'a Mlp) -> Self {
        Judge { net, stakes: None }
    }
}

/// How much is remembered from turn to turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// A few turns, for one who plays on: little comes again, and what lies close at hand is the sooner found (`td` by a twentieth).
    #[default]
    Short,
    /// Many, for one who comes back to a position again and again, as searches do (the champion by a seventh).
    Long,
}

impl Memory {
    /// Meanings that are remembered; all are forgotten before there are many more. Of premises four times as many.
    const fn meanings(self) -> usize {
        match self {
            Memory::Short => 128,
            Memory::Long => 1024,
        }
    }
}

/// Room to work in, kept from position to position. It remembers nothing that changes an answer.
#[derive(Clone, Debug, Default)]
pub struct Room {
    memory: Memory,
    inputs: Inputs,
    units: Units,
    /// The sums of what no outcome of the turn changes.
    turn: Vec<f32>,
    /// For each way the clock may go on in this turn, the sums so far.
    clocks: Vec<(Change, Vec<f32>)>,
    clocks_used: usize,
    hands: Vec<(Hand, ReadHand)>,
    hands_used: usize,
    /// What proofs of this turn and of earlier ones mean.
    meanings: Box<Meanings>,
    /// The premises of this turn and of earlier ones.
    premises: Box<Premises>,
    /// What the actions before the last of a way leave, by how many these are.
    before: Box<[Option<Before>; MOST_PLAYS]>,
    logic: Box<Entries>,
    /// The net's answers for them in this turn.
    answers: Answers,
    outputs: Vec<f32>,
}

/// What some actions of a turn leave.
#[derive(Clone, Debug)]
struct Before {
    node: u32,
    proof: Step,
    /// The number of what it means, where anybody asked.
    meaning: Option<usize>,
}

impl Room {
    /// One with this `memory`.
    pub fn with(memory: Memory) -> Self {
        Room { memory, ..Room::default() }
    }
}

/// Answers of the net in one turn, by what they hang on: what the proof means, the clock and the hand left. Most outcomes are reached in
/// several ways.
#[derive(Clone, Debug, Default)]
struct Answers {
    /// For each meaning the number of its last answer from 1, of all turns; none of this turn if it is not above `before`.
    last: Vec<usize>,
    known: Vec<Answer>,
    /// Answers of turns before.
    before: usize,
}

#[derive(Clone, Debug)]
struct Answer {
    clock: usize,
    hand: usize,
    value: f64,
    /// The number of the one before it for this meaning, of all turns.
    before: usize,
}

impl Answers {
    /// Forgets those of the turn before.
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

/// The value of `seen` to its seat, in points of margin, its turn or not: at a moment at which some seat is about to play,
/// none of its plays made. That is where nets are trained; within a turn the answer is a guess from its neighbours.
pub fn value<'a>(judge: impl Into<Judge<'a>>, rules: &Rules, seen: &Observation, room: &mut Room) -> f64 {
    describe_with(rules, seen, &mut room.premises, &mut room.inputs);
    let Judge { net, stakes } = judge.into();
    let Some(stakes) = stakes else { return f64::from(SCALE * net.answer(&room.inputs, &mut room.units)) };
    net.answers(&room.inputs, &mut room.units, &mut room.outputs);
    with_stakes(stakes, &mut room.outputs)
}

/// The value by what a net answers of points and results.
fn with_stakes(stakes: &Stakes, outputs: &mut [f32]) -> f64 {
    f64::from(SCALE * outputs[0]) + stakes.expected(&mut outputs[1..])
}

/// Own points less the mean of the rivals', if the round ended with `cards` in the proof.
pub fn margin(rules: &Rules, me: usize, verdict: Verdict, cards: usize) -> f64 {
    let seats = rules.seats.get();
    let points = |seat: usize| if verdict.proves(seat) { cards as f64 } else { 0.0 };
    let rivals: f64 = (0..seats).filter(|&seat| seat != me).map(points).sum();
    points(me) - rivals / (seats - 1) as f64
}

/// Shows `visit` every way to play the turn of the seat that `seen` belongs to, with what it leaves and what that is worth
/// to the seat in points of margin.
pub fn each_value<'a>(
    judge: impl Into<Judge<'a>>,
    rules: &Rules,
    seen: &Observation,
    room: &mut Room,
    visit: &mut impl FnMut(&Way<'_>, f64),
) {
    let mut turn = TurnView::new(judge.into(), rules, seen, room);
    each_family(&seen.move_generator(rules), &mut |family| turn.of_family(family, visit));
}

/// One seat's look at the table before its turn: what every outcome of the turn is weighed against.
pub struct TurnView<'a> {
    judge: Judge<'a>,
    rules: &'a Rules,
    angle: Angle,
    me: usize,
    clock: Clock,
    enders: Enders,
    room: &'a mut Room,
}

impl<'a> TurnView<'a> {
    /// The look of the seat that `seen` belongs to, whose turn it is.
    pub fn new(judge: Judge<'a>, rules: &'a Rules, seen: &Observation, room: &'a mut Room) -> Self {
        let (net, me, unseen) = (judge.net, seen.seat.index(), seen.unseen(rules));
        let angle = Angle::new(rules.seats.get(), me);
        room.inputs.clear();
        describe_unseen(&angle, &unseen, &mut room.inputs);
        net.begin(&mut room.turn);
        net.add(&mut room.turn, &room.inputs);
        (room.clocks_used, room.hands_used) = (0, 0);
        let seats = rules.seats.get();
        *room.before = Default::default();
        let most = room.memory.meanings();
        let premises = room.premises.begin(rules, 4 * most);
        room.meanings.begin((net.stamp(), seats, premises), most);
        room.answers.clear();
        let enders = enders(rules, seen, &unseen);
        TurnView { judge, rules, angle, me, clock: Clock::of(seen), enders, room }
    }

    /// Shows `visit` the ways of `family` with their values.
    fn of_family(&mut self, family: &Family<'_>, visit: &mut impl FnMut(&Way<'_>, f64)) {
        let last = family.last;
        let ends = matches!(last, Action::Ergo { .. }) || self.clock.ends(self.rules);
        let (mut at, mut hand) = (None, None);
        for way in family.ways() {
            let meaning = self.meaning(family, &way);
            if ends {
                let facts = self.room.meanings.facts(meaning);
                visit(&way, self.end(facts.verdict, facts.size));
                continue;
            }
            // The place of a Fallacy is whom it hits; any other tells the clock nothing.
            let known = at.filter(|_| !matches!(last, Action::Fallacy { .. }));
            let now = known.unwrap_or_else(|| self.clock(Change::after(self.rules, &way)));
            at = Some(now);
            let held =
                hand.filter(|_| !matches!(last, Action::Discard { .. })).unwrap_or_else(|| self.hand(way.hand()));
            hand = Some(held);
            let value = self.value_of(meaning, now, held);
            visit(&way, value);
        }
    }

    /// The value of a turn of `actions` that leaves `outcome`.
    pub fn value(&mut self, actions: &[Action], outcome: &Outcome) -> f64 {
        let read = ReadProof::new(self.rules, &outcome.proof, &mut self.room.premises);
        let meaning = self.number(&read);
        if outcome.ergo || self.clock.ends(self.rules) {
            let facts = self.room.meanings.facts(meaning);
            return self.end(facts.verdict, facts.size);
        }
        let taken_back = actions.iter().filter(|action| action.returned_card().is_some()).count();
        let at = self.clock(Change::new(self.rules, outcome, taken_back));
        let hand = self.hand(outcome.hand);
        self.value_of(meaning, at, hand)
    }

    /// The value of a turn that leaves a proof that means `meaning` and hand number `hand` at the moment number `at`.
    fn value_of(&mut self, meaning: usize, at: usize, hand: usize) -> f64 {
        let room = &mut *self.room;
        if let Some(known) = room.answers.find(meaning, at, hand) {
            return known;
        }
        let inputs = room.hands[hand].1.with(&self.angle, &room.meanings.facts(meaning));
        let (clock, proof) = (&room.clocks[at].1, room.meanings.sums(meaning, room.turn.len()));
        let Judge { net, stakes } = self.judge;
        let value = match stakes {
            None => f64::from(SCALE * net.answer_with([clock, proof], inputs, &mut room.units)),
            Some(stakes) => {
                net.answers_with([clock, proof], inputs, &mut room.units, &mut room.outputs);
                with_stakes(stakes, &mut room.outputs)
            }
        };
        room.answers.add(meaning, at, hand, value);
        value
    }

    /// The value of the end of the round with `cards` in the proof.
    fn end(&self, verdict: Verdict, cards: usize) -> f64 {
        let Some(stakes) = self.judge.stakes else { return margin(self.rules, self.me, verdict, cards) };
        let paid = |seat: Seat| if verdict.proves(seat.index()) { cards as i32 } else { 0 };
        stakes.end(&SeatMap::from_fn(self.rules.seats, paid))
    }

    /// The number of what the proof means that `way` of `family` leaves: mostly one premise is read anew.
    fn meaning(&mut self, family: &Family<'_>, way: &Way<'_>) -> usize {
        let Room { before, premises, .. } = &mut *self.room;
        let before = &mut before[family.before.len()];
        let before = match before {
            Some(before) if before.node == family.node => before,
            _ => {
                let proof = Step::new(self.rules, &family.so_far.proof, premises);
                before.insert(Before { node: family.node, proof, meaning: None })
            }
        };
        if way.last.changes_proof() {
            let read = before.proof.after(way.last, premises, || way.proof());
            let read = read.unwrap_or_else(|| ReadProof::new(self.rules, &way.proof(), premises));
            return self.number(&read);
        }
        if let Some(known) = before.meaning {
            return known;
        }
        let read = *before.proof.read();
        let number = self.number(&read);
        if let Some(before) = &mut self.room.before[family.before.len()] {
            before.meaning = Some(number);
        }
        number
    }

    /// The number of what the proof `read` means. Many ways to play lead to one proof, and many proofs to one meaning.
    fn number(&mut self, read: &ReadProof) -> usize {
        let Room { meanings, premises, logic, turn, .. } = &mut *self.room;
        let (angle, net) = (&self.angle, self.judge.net);
        let (meaning, facts) = (read.meaning(angle), || read.facts(premises));
        meanings.number(meaning, (self.me, turn.len()), facts, |part, facts, sums| {
            logic.clear();
            match part {
                Part::Verdict => describe_verdict(angle, facts, logic),
                Part::Premises => describe_premises(angle, read, facts, premises, logic),
            }
            net.add_entries(sums, logic.all());
        })
    }

    /// The number of `hand` among those read.
    fn hand(&mut self, hand: Hand) -> usize {
        let Room { hands, hands_used, .. } = &mut *self.room;
        if let Some(number) = hands[..*hands_used].iter().position(|(known, _)| *known == hand) {
            return number;
        }
        let number = *hands_used;
        *hands_used += 1;
        if number == hands.len() {
            hands.push((hand, ReadHand::default()));
        }
        let (key, read) = &mut hands[number];
        *key = hand;
        read.read(self.rules, &self.angle, hand);
        number
    }

    /// Which of the sums are those of the clock after `change`.
    fn clock(&mut self, change: Change) -> usize {
        let room = &mut *self.room;
        let known = &room.clocks[..room.clocks_used];
        if let Some(at) = known.iter().position(|(known, _)| *known == change) {
            return at;
        }
        let at = room.clocks_used;
        room.clocks_used += 1;
        if at == room.clocks.len() {
            room.clocks.push((change, Vec::new()));
        }
        let (key, sums) = &mut room.clocks[at];
        *key = change;
        sums.clone_from(&room.turn);
        room.inputs.clear();
        let then = self.clock.after(self.rules, &change);
        clock::describe(self.rules, &self.angle, &then, &self.enders, &mut room.inputs);
        self.judge.net.add(sums, &room.inputs);
        at
    }
}
