//! The hand-written evaluation of a position of ERGO for one seat.
//!
//! The unit is a point of margin: own points of the round less the mean of the rivals' points. A position that ends
//! the round is worth its margin. Other positions are valued by the verdict weighted with the cards in the proof,
//! by the probability that a rival ends the round, and by the usefulness of the cards kept.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Symbol, Tile};
use ergo_engine::ergo::hand::{CardCounts, Hand};
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{FallacyBars, Rules};
use ergo_engine::ergo::state::{FallacyStatus, SEATS, State};
use ergo_engine::ergo::truth::{TruthTable, Verdict, judge};
use ergo_engine::ergo::turn::{Family, Outcome};
use ergo_engine::options::{OptionSpec, Settings};
use ergo_engine::seat::Seat;

/// The weights of the evaluation. The defaults are those of [`HeuristicWeights::options`].
#[derive(Clone, Debug, PartialEq)]
pub struct HeuristicWeights {
    trust: f64,
    hope: f64,
    threat: f64,
    ready: f64,
    fallacy: f64,
    freed: f64,
    keep: [f64; Card::ALL.len()],
    keep_own: f64,
}

const KEEP: [(Card, &str, f64); 9] = [
    (Card::And, "keep_symbol", 0.2),
    (Card::Not, "keep_not", 0.3),
    (Card::Parenthesis, "keep_parenthesis", 0.1),
    (Card::Fallacy, "keep_fallacy", 0.5),
    (Card::Justification, "keep_justification", 0.4),
    (Card::TabulaRasa, "keep_tabula_rasa", 1.2),
    (Card::Revolution, "keep_revolution", 0.7),
    (Card::VariableWild, "keep_wild", 0.9),
    (Card::Ergo, "keep_ergo", 0.8),
];

/// The other weights: key, default, maximum and meaning.
const OTHERS: [(&str, f64, f64, &str); 7] = [
    ("trust", 0.6, 2.0, "value of a verdict before the round ends, as a share of the proof's cards"),
    ("hope", 0.3, 1.0, "value of an almost proven variable relative to a proven one"),
    ("threat", 0.5, 1.0, "weight of the risk that a proven rival holds an Ergo"),
    ("ready", 0.1, 2.0, "value per card of the proof of being proven and keeping an Ergo"),
    ("fallacy", 2.0, 20.0, "value of laying a Fallacy; higher on a rival ahead, lower near the end"),
    ("freed", 1.5, 20.0, "value of being rid of a Fallacy"),
    ("keep_own", 0.3, 20.0, "value of keeping the own variable, in addition to keep_symbol"),
];

impl HeuristicWeights {
    /// Returns every weight as an agent setting.
    pub fn options() -> Vec<OptionSpec> {
        let others = OTHERS.map(|(key, default, most, meaning)| OptionSpec::real(key, default, 0.0, most, meaning));
        let meaning = "value of a card of this kind kept in hand";
        let keep = KEEP.map(|(_, key, default)| OptionSpec::real(key, default, 0.0, 20.0, meaning));
        others.into_iter().chain(keep).collect()
    }

    /// Returns the weights of validated settings.
    pub fn new(settings: &Settings) -> Self {
        let mut keep = [0.0; Card::ALL.len()];
        for (card, key, _) in KEEP {
            let weight = settings.real(key);
            match card {
                Card::And => (0..=Card::Then as usize).for_each(|symbol| keep[symbol] = weight),
                Card::VariableWild => {
                    keep[Card::VariableWild as usize] = weight;
                    keep[Card::OperatorWild as usize] = weight;
                }
                card => keep[card as usize] = weight,
            }
        }
        HeuristicWeights {
            trust: settings.real("trust"),
            hope: settings.real("hope"),
            threat: settings.real("threat"),
            ready: settings.real("ready"),
            fallacy: settings.real("fallacy"),
            freed: settings.real("freed"),
            keep,
            keep_own: settings.real("keep_own"),
        }
    }
}

/// What one seat sees of the table, as far as the evaluation needs it.
pub struct TableView<'a> {
    /// The seat whose view this is.
    pub seat: Seat,
    /// The proof on the table.
    pub proof: &'a Proof,
    /// The seat's own cards.
    pub hand: Hand,
    /// Number of cards of each seat.
    pub hand_sizes: [u8; SEATS],
    /// The Fallacy or immunity of each seat.
    pub before: [FallacyStatus; SEATS],
    /// The discard pile.
    pub discards: &'a CardCounts,
    /// Number of cards of the draw pile.
    pub pile: usize,
    /// True if the round ends with this turn.
    pub last_turn: bool,
    /// Points of each seat.
    pub scores: [i32; SEATS],
}

impl<'a> TableView<'a> {
    /// Returns the view of the seat of an observation.
    pub fn new(seen: &'a Observation) -> Self {
        TableView {
            seat: seen.seat,
            proof: &seen.proof,
            hand: seen.hand,
            hand_sizes: each(|seat| seen.hand_sizes.get(seat).copied()),
            before: each(|seat| seen.before.get(seat).copied()),
            discards: &seen.discards,
            pile: seen.pile.into(),
            last_turn: seen.last_turn,
            scores: each(|seat| seen.scores.get(seat).copied()),
        }
    }

    /// Returns the view of `seat` in `state`.
    pub fn from_state(state: &'a State, seat: Seat) -> Self {
        TableView {
            seat,
            proof: state.proof(),
            hand: state.hand(seat),
            hand_sizes: each(|seat| Some(state.hand(seat).len() as u8)),
            before: each(|seat| Some(state.fallacy_status(seat))),
            discards: state.discards(),
            pile: state.pile_len(),
            last_turn: state.is_last_turn(),
            scores: each(|seat| Some(state.score(seat))),
        }
    }
}

fn each<T: Default>(value: impl Fn(Seat) -> Option<T>) -> [T; SEATS] {
    std::array::from_fn(|index| value(Seat::new(index)).unwrap_or_default())
}

/// An evaluator of the outcomes of one turn, prepared from one seat's view before the turn.
pub struct TurnEvaluator<'a> {
    weights: &'a HeuristicWeights,
    rules: &'a Rules,
    me: Seat,
    seats: usize,
    pile: usize,
    last_turn: bool,
    /// For each rival, the probability of holding an Ergo, or a wild that serves as one, at its next turn.
    ergo_chance: [f64; SEATS],
    /// For each rival, its score divided by the target.
    ahead: [f64; SEATS],
    was_under_fallacy: bool,
}

impl<'a> TurnEvaluator<'a> {
    /// Creates the evaluator for the seat of an observation.
    pub fn new(weights: &'a HeuristicWeights, rules: &'a Rules, seen: &Observation) -> Self {
        TurnEvaluator::from_table(weights, rules, &TableView::new(seen))
    }

    /// Creates the evaluator for the seat of a table view.
    pub fn from_table(weights: &'a HeuristicWeights, rules: &'a Rules, seen: &TableView<'_>) -> Self {
        let seats = rules.seats.get();
        let mut ergo_chance = [0.0; SEATS];
        let mut ahead = [0.0; SEATS];
        let (enders, unseen) = unseen_enders(rules, seen);
        for seat in rules.seats.iter().filter(|&seat| seat != seen.seat) {
            let barred = rules.fallacy_bars == FallacyBars::All && seen.before[seat.index()].fallacy.is_some();
            let drawn = u32::from(seen.hand_sizes[seat.index()] + rules.draw);
            let none = (0..drawn).fold(1.0, |chance, _| chance * (1.0 - enders / unseen));
            ergo_chance[seat.index()] = if barred { 0.0 } else { 1.0 - none };
            ahead[seat.index()] = f64::from(seen.scores[seat.index()]) / f64::from(rules.target);
        }
        TurnEvaluator {
            weights,
            rules,
            me: seen.seat,
            seats,
            pile: seen.pile,
            last_turn: seen.last_turn,
            ergo_chance,
            ahead,
            was_under_fallacy: seen.before[seen.seat.index()].fallacy.is_some(),
        }
    }

    /// Returns the value of a turn with this `outcome`, given the verdict of its proof, in points of margin.
    pub fn value(&self, outcome: &Outcome, verdict: Verdict) -> f64 {
        self.worth(&self.outcome_value(outcome), &self.verdict_value(verdict))
    }

    /// Returns the parts of the value of `outcome` that do not depend on the verdict.
    pub(super) fn outcome_value(&self, outcome: &Outcome) -> OutcomeValue {
        let ended = outcome.ergo || self.last_turn;
        let table = if ended { TableValue::default() } else { self.table_value(outcome) };
        self.with_hand(&table, outcome.proof.len(), ended, &self.hand_value(outcome.hand))
    }

    /// Returns the value parts of the table after some of the actions of a turn.
    pub(super) fn table_value(&self, so_far: &Outcome) -> TableValue {
        let taken = so_far.taken.iter().flatten().count();
        TableValue {
            cards: so_far.proof.len(),
            letters: so_far.proof.letters(),
            hit: self.hit(so_far.targets, taken),
            freed: self.freed(so_far.justified),
        }
    }

    /// Returns the common value parts of all ways of `family`, apart from their verdicts, for the `table` before
    /// the last action. Returns `None` if they differ between the ways.
    #[inline]
    pub(super) fn family_value(
        &self,
        table: &TableValue,
        family: &Family<'_>,
        hand_value: &mut impl FnMut(Hand) -> HandValue,
    ) -> Option<OutcomeValue> {
        let (more, letters) = match family.last {
            Action::Premise { tile } => (1, letter(tile)),
            Action::Negate { .. } => (1, 0),
            Action::JoinBefore { variable, .. } | Action::JoinAfter { variable, .. } => (2, letter(variable)),
            Action::Parenthesise { .. } => (2, 0),
            Action::Discard { .. }
            | Action::Remove { .. }
            | Action::RemoveTwo { .. }
            | Action::Replace { .. }
            | Action::Fallacy { .. } => return None,
            _ => (0, 0),
        };
        let ended = self.last_turn || matches!(family.last, Action::Ergo { .. });
        let mut after = TableValue { letters: table.letters | letters, ..*table };
        if matches!(family.last, Action::Justification { .. }) {
            after.freed = self.freed(true);
        }
        Some(self.with_hand(&after, table.cards + more, ended, &hand_value(family.hand())))
    }

    /// Returns the value parts of a discard, for the `table` before it and the hand after it.
    #[inline]
    pub(super) fn discard_value(&self, table: &TableValue, hand_value: &HandValue) -> OutcomeValue {
        self.with_hand(table, table.cards, self.last_turn, hand_value)
    }

    pub(super) fn hand_value(&self, hand: Hand) -> HandValue {
        HandValue { ender: holds_ender(self.rules, hand), kept: self.kept(hand) }
    }

    /// Returns the value parts with `cards` in the proof and this hand.
    #[inline]
    fn with_hand(&self, table: &TableValue, cards: usize, ended: bool, hand_value: &HandValue) -> OutcomeValue {
        let cards = cards as f64;
        if ended {
            return OutcomeValue { cards, ended, ..OutcomeValue::default() };
        }
        let full = table.letters == 0b1111;
        OutcomeValue {
            cards,
            ended,
            full,
            ender: full && hand_value.ender,
            kept: hand_value.kept,
            hit: table.hit,
            freed: table.freed,
        }
    }

    /// Returns the value of being rid of a Fallacy, if the seat had one and a Justification was played.
    fn freed(&self, justified: bool) -> f64 {
        if justified && self.was_under_fallacy { self.weights.freed } else { 0.0 }
    }

    /// Returns the value of a turn from its two parts.
    #[inline]
    pub(super) fn worth(&self, left: &OutcomeValue, verdict_value: &VerdictValue) -> f64 {
        if left.ended {
            return verdict_value.margin(left.cards);
        }
        self.standing(left.full, verdict_value, left.cards, left.ender) + left.kept + left.hit + left.freed
    }

    /// Returns the parts of the value that depend on a verdict.
    fn verdict_value(&self, verdict: Verdict) -> VerdictValue {
        let mut verdict_value = VerdictValue::default();
        self.fill_verdict_value(verdict, &mut verdict_value);
        verdict_value
    }

    /// Writes the parts of the value that depend on a verdict to `verdict_value`.
    pub(super) fn fill_verdict_value(&self, verdict: Verdict, verdict_value: &mut VerdictValue) {
        verdict_value.promise = self.against_rivals(|seat| promise(verdict, seat, self.weights.hope));
        let (mut proven, mut chance) = (0, 0.0);
        for seat in (0..self.seats).filter(|&seat| verdict.proves(seat)) {
            chance = f64::max(chance, self.ergo_chance[seat]);
            proven += u32::from(seat != self.me.index());
        }
        verdict_value.own = verdict.proves(self.me.index());
        (verdict_value.proven, verdict_value.rivals, verdict_value.chance) =
            (f64::from(proven), (self.seats - 1) as f64, chance);
    }

    /// Returns the value of the table to a seat that is not to move, in points of margin.
    pub fn value_waiting(&self, seen: &Observation) -> f64 {
        self.value_waiting_with(&TableView::new(seen), judge(&seen.proof, self.rules.reading))
    }

    /// Returns the value of the table to a seat that is not to move, given the verdict of the proof, in points of
    /// margin.
    pub fn value_waiting_with(&self, seen: &TableView<'_>, verdict: Verdict) -> f64 {
        let ender = holds_ender(self.rules, seen.hand);
        let full = seen.proof.letters() == 0b1111;
        self.standing(full, &self.verdict_value(verdict), seen.proof.len() as f64, ender) + self.kept(seen.hand)
    }

    /// Returns the points that the seat can expect from the round, ignoring the rivals' points.
    pub fn own_points(&self, seen: &TableView<'_>, verdict: Verdict) -> f64 {
        let cards = seen.proof.len() as f64 + 2.0;
        self.weights.trust * cards * promise(verdict, self.me.index(), self.weights.hope).max(0.0)
    }

    fn against_rivals(&self, utilities: impl Fn(usize) -> f64) -> f64 {
        let (mut own, mut rivals) = (0.0, 0.0);
        for seat in 0..self.seats {
            if seat == self.me.index() { own = utilities(seat) } else { rivals += utilities(seat) }
        }
        own - rivals / (self.seats - 1) as f64
    }

    #[inline]
    fn standing(&self, full: bool, verdict_value: &VerdictValue, cards: f64, ender: bool) -> f64 {
        let weights = self.weights;
        let open = weights.trust * (cards + 2.0) * verdict_value.promise;
        if !full {
            return open;
        }
        let feared = weights.threat * verdict_value.chance;
        let ready = if ender && verdict_value.own { weights.ready * cards } else { 0.0 };
        (1.0 - feared) * (open + ready) + feared * verdict_value.margin(cards)
    }

    fn kept(&self, hand: Hand) -> f64 {
        let own = Card::from_index(Symbol::VARIABLES[self.me.index()] as usize);
        let kinds = hand.kinds().map(|card| self.weights.keep[card as usize] * f64::from(hand.count(card)));
        kinds.sum::<f64>() + if hand.has(own) { self.weights.keep_own } else { 0.0 }
    }

    /// Returns the value of laid Fallacies, if `taken` cards were put from the proof under the pile.
    fn hit(&self, targets: u8, taken: usize) -> f64 {
        if targets == 0 {
            return 0.0;
        }
        let turns_left = (self.pile + taken).div_ceil(usize::from(self.rules.draw));
        let full = self.seats * usize::from(self.rules.fallacy_turns);
        let lasting = (turns_left as f64 / full as f64).min(1.0);
        let hit = (0..self.seats).filter(|seat| targets >> seat & 1 == 1);
        hit.map(|seat| self.weights.fallacy * (1.0 + self.ahead[seat]) * lasting).sum()
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HandValue {
    /// True if a card of the hand can end a round.
    ender: bool,
    kept: f64,
}

/// The table after some of the actions of a turn, apart from the verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TableValue {
    cards: usize,
    /// Letters that occur in the proof, as bits.
    letters: u8,
    /// Value of laid Fallacies.
    hit: f64,
    /// Value of being rid of a Fallacy.
    freed: f64,
}

/// The parts of the value of a turn that do not depend on the verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OutcomeValue {
    cards: f64,
    /// True if the round is over; the fields below are then unused.
    ended: bool,
    /// True if all four letters occur in the proof.
    full: bool,
    /// True if all four letters occur and a card that ends the round is kept.
    ender: bool,
    kept: f64,
    hit: f64,
    freed: f64,
}

/// The parts of the value of a turn that depend on the verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VerdictValue {
    /// How much the verdict favours the seat, less the mean for each rival.
    promise: f64,
    /// True if the seat is proven.
    own: bool,
    proven: f64,
    rivals: f64,
    /// The highest probability that a proven rival ends the round at its next turn.
    chance: f64,
}

impl VerdictValue {
    /// Returns the margin if the round ended now.
    #[inline]
    fn margin(&self, cards: f64) -> f64 {
        (if self.own { cards } else { 0.0 }) - self.proven * cards / self.rivals
    }
}

/// Returns the letter that `tile` shows, as a bit.
fn letter(tile: Tile) -> u8 {
    1 << tile.symbol() as u8
}

/// Returns 1 if the letter of `seat` is proven, 0 in a paradox, else a smaller value by the share of assignments in
/// which it is true.
fn promise(verdict: Verdict, seat: usize, hope: f64) -> f64 {
    let models = verdict.0.models();
    let for_it = (verdict.0 & TruthTable::VARIABLES[seat]).models();
    if models == 0 {
        0.0
    } else if for_it == models {
        1.0
    } else {
        hope * (2.0 * f64::from(for_it) / f64::from(models) - 1.0)
    }
}

fn holds_ender(rules: &Rules, hand: Hand) -> bool {
    let wilds = rules.wild_as_ergo && (hand.has(Card::VariableWild) || hand.has(Card::OperatorWild));
    hand.has(Card::Ergo) || wilds
}

/// Returns the number of unseen cards that can end a round, and the number of all unseen cards.
fn unseen_enders(rules: &Rules, seen: &TableView<'_>) -> (f64, f64) {
    let mut enders = u32::from(rules.deck.count(Card::Ergo));
    let mut open = seen.hand.count(Card::Ergo) + u32::from(seen.discards.count(Card::Ergo));
    if rules.wild_as_ergo {
        for wild in [Card::VariableWild, Card::OperatorWild] {
            enders += u32::from(rules.deck.count(wild));
            open += seen.hand.count(wild) + u32::from(seen.discards.count(wild));
        }
        open += seen.proof.tiles().filter(|tile| tile.is_wild()).count() as u32;
    }
    let others: u32 =
        rules.seats.iter().filter(|&seat| seat != seen.seat).map(|seat| u32::from(seen.hand_sizes[seat.index()])).sum();
    let unseen = (seen.pile as u32 + others).max(1);
    (f64::from(enders.saturating_sub(open).min(unseen)), f64::from(unseen))
}
