//! Kuhn poker: one card each of jack, queen and king, an ante of one chip each, and one bet of one chip.
//!
//! Seat 1 starts. A seat may check or bet; against a bet it may call or fold. Two checks or a call lead to the
//! showdown, where both cards are turned up and the higher one wins the chips. A match is one deal; the scores are the
//! chips gained.

use arrayvec::ArrayVec;
use ergo_core::deals::EnumerableDeals;
use ergo_core::game::{Game, GameInfo, Information, Outcome, Records, Status};
use ergo_core::options::{Configurable, OptionError, Settings};
use ergo_core::rng::{Rng, below, shuffle};
use ergo_core::seat::{Seat, SeatCount, SeatMap};
use serde::Serialize;

use super::ending::Ending;
pub use super::poker::Card;
use super::poker::PokerRound;

/// The game Kuhn poker, which has no options.
#[derive(Clone, Copy, Debug)]
pub struct Kuhn;

/// The deck.
pub const DECK: [Card; 3] = [Card::Jack, Card::Queen, Card::King];

/// The short name of [`KuhnAction`] within `toys`.
pub use self::KuhnAction as Choice;

ergo_core::words! {
    /// A betting action.
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum KuhnAction {
        /// Adds no chip; legal if there is no bet.
        Check = "check",
        /// Bets one chip.
        Bet = "bet",
        /// Matches the bet.
        Call = "call",
        /// Gives up the hand.
        Fold = "fold",
    }
}

use Choice::{Bet, Call, Check, Fold};

/// The short name of [`KuhnBetting`] within `toys`.
pub use self::KuhnBetting as Betting;

/// The betting so far, starting with seat 1.
pub type KuhnBetting = ArrayVec<Choice, 3>;

/// The short name of [`KuhnState`] within `toys`.
pub use self::KuhnState as Hand;

/// The cards of both seats, and the betting.
#[derive(Clone, Debug)]
pub struct KuhnState {
    cards: [Card; 2],
    betting: Betting,
}

/// The short name of [`KuhnObservation`] within `toys`.
pub use self::KuhnObservation as HandSeen;

/// One seat's observation of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct KuhnObservation {
    /// The seat that has this knowledge.
    pub seat: Seat,
    /// The seat's own card.
    pub card: Card,
    /// The other seat's card, after a showdown.
    pub shown: Option<Card>,
    /// The betting so far.
    pub betting: Betting,
}

/// The record of a finished hand.
pub type KuhnRound = PokerRound<false>;

/// Returns the actions the betting allows next; none after its end.
fn choices(betting: &Betting) -> &'static [Choice] {
    match betting.as_slice() {
        [] | [Check] => &[Check, Bet],
        [.., Bet] => &[Call, Fold],
        _ => &[],
    }
}

fn showdown(betting: &Betting) -> bool {
    matches!(betting.as_slice(), [Check, Check] | [.., Call])
}

fn seat_after(betting: &[Choice]) -> Seat {
    Seat::new(betting.len() % 2)
}

impl Hand {
    fn scores(&self) -> SeatMap<i32> {
        let (winner, chips) = match self.betting.as_slice() {
            [before @ .., Fold] => (1 - seat_after(before).index(), 1),
            [.., Call] => (self.higher(), 2),
            _ => (self.higher(), 1),
        };
        SeatMap::from_fn(SeatCount::new(2), |seat| if seat.index() == winner { chips } else { -chips })
    }

    fn higher(&self) -> usize {
        usize::from(self.cards[1] > self.cards[0])
    }
}

impl Game for Kuhn {
    type State = Hand;
    type Action = Choice;
    type Observation = HandSeen;
    type Round = KuhnRound;

    const PAYS_POINTS: bool = true;

    fn seats(&self) -> SeatCount {
        SeatCount::new(2)
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (-2.0, 2.0),
            points: (-2.0, 2.0),
            longest: 3,
            information: Information::OpenActions,
            chance: true,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> Hand {
        let mut deck = DECK;
        shuffle(rng, &mut deck);
        Hand { cards: [deck[0], deck[1]], betting: Betting::new() }
    }

    fn status(&self, hand: &Hand) -> Status {
        if choices(&hand.betting).is_empty() {
            Status::Over(Outcome::highest_wins(hand.scores()).with_scores_as_returns())
        } else {
            Status::ToMove(seat_after(&hand.betting))
        }
    }

    fn legal_actions(&self, hand: &Hand, out: &mut Vec<Choice>) {
        out.clear();
        out.extend_from_slice(choices(&hand.betting));
    }

    fn apply_into<R: Records<KuhnRound>>(&self, hand: &mut Hand, choice: Choice, records: &mut R) {
        debug_assert!(self.is_legal(hand, choice));
        hand.betting.push(choice);
        if R::READ
            && let Status::Over(outcome) = self.status(hand)
        {
            let ended_by = if showdown(&hand.betting) { "showdown" } else { "fold" };
            let turns = hand.betting.len() as u32;
            records.put(PokerRound { cards: hand.cards, public: None, ending: Ending { turns, ended_by, outcome } });
        }
    }

    /// The chips won, after the end of the hand.
    fn scores(&self, hand: &Hand) -> SeatMap<i32> {
        if choices(&hand.betting).is_empty() { hand.scores() } else { SeatMap::from_fn(self.seats(), |_| 0) }
    }

    fn observe(&self, hand: &Hand, seat: Seat) -> HandSeen {
        let shown = showdown(&hand.betting).then(|| hand.cards[1 - seat.index()]);
        HandSeen { seat, card: hand.cards[seat.index()], shown, betting: hand.betting.clone() }
    }

    fn determinize(&self, seen: &HandSeen, rng: &mut Rng) -> Hand {
        let mut unseen = DECK.into_iter().filter(|&card| card != seen.card);
        let other = seen.shown.or_else(|| unseen.nth(below(rng, 2) as usize)).expect("two cards are unseen");
        let cards = if seen.seat.index() == 0 { [seen.card, other] } else { [other, seen.card] };
        Hand { cards, betting: seen.betting.clone() }
    }

    fn is_legal(&self, hand: &Hand, choice: Choice) -> bool {
        choices(&hand.betting).contains(&choice)
    }
}

impl EnumerableDeals for Kuhn {
    fn deals(&self, most: usize) -> Option<Vec<Hand>> {
        let pairs = DECK.into_iter().flat_map(|first| DECK.map(|second| [first, second]));
        let all: Vec<Hand> = pairs
            .filter(|[first, second]| first != second)
            .map(|cards| Hand { cards, betting: Betting::new() })
            .collect();
        (all.len() <= most).then_some(all)
    }
}

number_choices!(Kuhn, Choice);

impl Configurable for Kuhn {
    const NAME: &'static str = "kuhn-poker";
    const ABOUT: &'static str = "three cards and one bet; a toy with a hidden card";
    const SEATS: (usize, usize) = (2, 2);

    fn configure(_seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        given.checked(&Self::options()).map(|_| Kuhn)
    }

    fn largest_margin(&self) -> u32 {
        4
    }
}
