//! The value of a position of ERGO to one seat, by hand-written evaluation.
//!
//! The unit is a point of margin: own points of the round minus the mean of the rivals'. A position that ends the round is
//! worth just that. Any other is worth what the verdicts promise, weighed by the cards in the proof, by how likely a rival
//! ends the round on them, and by what the cards kept are good for.

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

/// How much each thing counts. The defaults are those of [`Weights::options`].
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
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

/// The other weights: key, default, greatest value and meaning.
const OTHERS: [(&str, f64, f64, &str); 7] = [
    ("trust", 0.6, 2.0, "share of a proof's cards that a verdict is worth before the round ends"),
    ("hope", 0.3, 1.0, "worth of an undecided variable true in all but no cases, against a proven one"),
    ("threat", 0.5, 1.0, "how far the chance that a proven rival holds an Ergo is feared"),
    ("ready", 0.1, 2.0, "worth per card of the proof of being proven with an Ergo kept"),
    ("fallacy", 2.0, 20.0, "worth of laying a Fallacy, more on a rival ahead, less near the end"),
    ("freed", 1.5, 20.0, "worth of being rid of a Fallacy"),
    ("keep_own", 0.3, 20.0, "worth of keeping the own variable, beside keep_symbol"),
];

impl Weights {
    /// Every weight as an option.
    pub fn options() -> Vec<OptionSpec> {
        let others = OTHERS.map(|(key, default, most, meaning)| OptionSpec::real(key, default, 0.0, most, meaning));
        let meaning = "worth of a card of this kind kept in hand";
        let keep = KEEP.map(|(_, key, default)| OptionSpec::real(key, default, 0.0, 20.0, meaning));
        others.into_iter().chain(keep).collect()
    }

    /// The weights of checked settings.
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
        Weights {
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

/// One seat's sight of the table, as far as an evaluation asks.
pub struct Sight<'a> {
    /// Whose sight it is.
    pub seat: Seat,
    /// The proof.
    pub proof: &'a Proof,
    /// The seat's own cards.
    pub hand: Hand,
    /// How many cards each seat holds.
    pub hand_sizes: [u8; SEATS],
    /// The Fallacy or immunity of each seat.
    pub before: [FallacyStatus; SEATS],
    /// The discard pile.
    pub discards: &'a CardCounts,
    /// How many cards the draw pile has.
    pub pile: usize,
    /// Whether the round ends with this turn.
    pub last_turn: bool,
    /// Points of each seat.
    pub scores: [i32; SEATS],
}

impl<'a> Sight<'a> {
    /// The sight of the seat that `seen` belongs to.
    pub fn new(seen: &'a Observation) -> Self {
        Sight {
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

    /// The sight of `seat` in `state`.
    pub fn of_state(state: &'a State, seat: Seat) -> Self {
        Sight {
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

/// One seat's look at the table before its turn: what every outcome of the turn is weighed against.
pub struct View<'a> {
    weights: &'a Weights,
    rules: &'a Rules,
    me: Seat,
    seats: usize,
    pile: usize,
    last_turn: bool,
    /// For each rival, the chance to hold an Ergo, or a wild that serves as one, at their next turn.
    ergo_chance: [f64; SEATS],
    /// For each rival, score over target.
    ahead: [f64; SEATS],
    was_under_fallacy: bool,
}

impl<'a> View<'a> {
    /// The look of the seat that `seen` belongs to.
    pub fn new(weights: &'a Weights, rules: &'a Rules, seen: &Observation) -> Self {
        View::of(weights, rules, &Sight::new(seen))
    }

    /// The look of the seat that `seen` belongs to.
    pub fn of(weights: &'a Weights, rules: &'a Rules, seen: &Sight<'_>) -> Self {
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
        View {
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

    /// The value of a turn that leaves `outcome`, given the verdict of its proof.
    pub fn value(&self, outcome: &Outcome, verdict: Verdict) -> f64 {
        self.worth(&self.left(outcome), &self.said(verdict))
    }

    /// What `outcome` leaves beside what its proof says.
    pub(super) fn left(&self, outcome: &Outcome) -> Left {
        let ended = outcome.ergo || self.last_turn;
        let table = if ended { Midway::default() } else { self.table(outcome) };
        self.with_hand(&table, outcome.proof.len(), ended, &self.held(outcome.hand))
    }

    /// What lies on the table after some of the actions of a turn.
    pub(super) fn table(&self, so_far: &Outcome) -> Midway {
        let taken = so_far.taken.iter().flatten().count();
        Midway {
            cards: so_far.proof.len(),
            letters: so_far.proof.letters(),
            hit: self.hit(so_far.targets, taken),
            freed: self.freed(so_far.justified),
        }
    }

    /// What all ways of `family` leave beside what their proofs say, on the `table` before their last action; nothing where it
    /// depends on the way.
    #[inline]
    pub(super) fn left_by(
        &self,
        table: &Midway,
        family: &Family<'_>,
        held: &mut impl FnMut(Hand) -> Held,
    ) -> Option<Left> {
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
        let mut after = Midway { letters: table.letters | letters, ..*table };
        if matches!(family.last, Action::Justification { .. }) {
            after.freed = self.freed(true);
        }
        Some(self.with_hand(&after, table.cards + more, ended, &held(family.hand())))
    }

    /// What a discard leaves, on the `table` before it, with the hand that is `held` then.
    #[inline]
    pub(super) fn left_by_discard(&self, table: &Midway, held: &Held) -> Left {
        self.with_hand(table, table.cards, self.last_turn, held)
    }

    pub(super) fn held(&self, hand: Hand) -> Held {
        Held { ender: holds_ender(self.rules, hand), kept: self.kept(hand) }
    }

    /// What is left with `cards` in the proof and the hand that is `held`.
    #[inline]
    fn with_hand(&self, table: &Midway, cards: usize, ended: bool, held: &Held) -> Left {
        let cards = cards as f64;
        if ended {
            return Left { cards, ended, ..Left::default() };
        }
        let full = table.letters == 0b1111;
        Left { cards, ended, full, ender: full && held.ender, kept: held.kept, hit: table.hit, freed: table.freed }
    }

    /// The worth of being rid of a Fallacy, if one lay there and a Justification was played.
    fn freed(&self, justified: bool) -> f64 {
        if justified && self.was_under_fallacy { self.weights.freed } else { 0.0 }
    }

    /// The value of a turn that leaves this, with a proof that says so much.
    #[inline]
    pub(super) fn worth(&self, left: &Left, said: &Said) -> f64 {
        if left.ended {
            return said.margin(left.cards);
        }
        self.standing(left.full, said, left.cards, left.ender) + left.kept + left.hit + left.freed
    }

    /// What a verdict says to the seat.
    fn said(&self, verdict: Verdict) -> Said {
        let mut said = Said::default();
        self.say(verdict, &mut said);
        said
    }

    /// Puts what a verdict says to the seat into `said`.
    pub(super) fn say(&self, verdict: Verdict, said: &mut Said) {
        said.promise = self.against_rivals(|seat| promise(verdict, seat, self.weights.hope));
        let (mut proven, mut chance) = (0, 0.0);
        for seat in (0..self.seats).filter(|&seat| verdict.proves(seat)) {
            chance = f64::max(chance, self.ergo_chance[seat]);
            proven += u32::from(seat != self.me.index());
        }
        said.own = verdict.proves(self.me.index());
        (said.proven, said.rivals, said.chance) = (f64::from(proven), (self.seats - 1) as f64, chance);
    }

    /// The value of the table to the seat when it is not its turn.
    pub fn value_waiting(&self, seen: &Observation) -> f64 {
        self.waiting(&Sight::new(seen), judge(&seen.proof, self.rules.reading))
    }

    /// The value of the table to the seat when it is not its turn, given the verdict of the proof.
    pub fn waiting(&self, seen: &Sight<'_>, verdict: Verdict) -> f64 {
        let ender = holds_ender(self.rules, seen.hand);
        let full = seen.proof.letters() == 0b1111;
        self.standing(full, &self.said(verdict), seen.proof.len() as f64, ender) + self.kept(seen.hand)
    }

    /// Points the seat can expect of the round, from what the proof says and whatever the rivals get.
    pub fn own_points(&self, seen: &Sight<'_>, verdict: Verdict) -> f64 {
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
    fn standing(&self, full: bool, said: &Said, cards: f64, ender: bool) -> f64 {
        let weights = self.weights;
        let open = weights.trust * (cards + 2.0) * said.promise;
        if !full {
            return open;
        }
        let feared = weights.threat * said.chance;
        let ready = if ender && said.own { weights.ready * cards } else { 0.0 };
        (1.0 - feared) * (open + ready) + feared * said.margin(cards)
    }

    fn kept(&self, hand: Hand) -> f64 {
        let own = Card::from_index(Symbol::VARIABLES[self.me.index()] as usize);
        let kinds = hand.kinds().map(|card| self.weights.keep[card as usize] * f64::from(hand.count(card)));
        kinds.sum::<f64>() + if hand.has(own) { self.weights.keep_own } else { 0.0 }
    }

    /// The worth of Fallacies laid, with so many cards taken out of the proof and put under the pile.
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
pub(super) struct Held {
    /// Whether a card in it can end a round.
    ender: bool,
    kept: f64,
}

/// What lies on the table after some of the actions of a turn, but for what the proof says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Midway {
    cards: usize,
    /// Which variables stand in the proof, as bits.
    letters: u8,
    /// The worth of Fallacies laid.
    hit: f64,
    /// The worth of being rid of one.
    freed: f64,
}

/// What a turn leaves beside what the proof says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    cards: f64,
    /// The round is over; all below is nothing then.
    ended: bool,
    /// All four variables stand in the proof.
    full: bool,
    /// It is full, and a card that ends the round is kept.
    ender: bool,
    kept: f64,
    hit: f64,
    freed: f64,
}

/// What a verdict says to a seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said {
    /// How far it speaks for the seat, less the mean of how far for each rival.
    promise: f64,
    /// Whether the seat is proven.
    own: bool,
    proven: f64,
    rivals: f64,
    /// The greatest chance of one who is proven to end the round at their next turn.
    chance: f64,
}

impl Said {
    /// Own points minus the mean of the rivals', if the round ended now.
    #[inline]
    fn margin(&self, cards: f64) -> f64 {
        (if self.own { cards } else { 0.0 }) - self.proven * cards / self.rivals
    }
}

/// The variable that `tile` shows, as a bit.
fn letter(tile: Tile) -> u8 {
    1 << tile.symbol() as u8
}

/// 1 if proven, less by how many of the cases speak against it, 0 in a paradox.
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

/// How many cards that can end a round the seat has not seen, and how many cards in all.
fn unseen_enders(rules: &Rules, seen: &Sight<'_>) -> (f64, f64) {
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
