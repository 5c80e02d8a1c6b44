//! Leduc poker (Southey et al., "Bayes' bluff", UAI 2005): two cards each of jack, queen and king, an ante of one chip
//! each, and a round of betting before and one after a public card.
//!
//! Seat 1 starts both rounds. A seat may check or bet; against a bet it may call, raise once, or fold. Bets and raises
//! are two chips in the first round and four in the second. At the showdown a pair with the public card wins, otherwise
//! the higher card; equal cards split the pot. A match is one deal; the scores are the chips gained.

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

/// The game Leduc poker, which has no options.
#[derive(Clone, Copy, Debug)]
pub struct Leduc;

/// The deck. Suits have no effect, so there are none.
pub const DECK: [Card; 6] = [Card::Jack, Card::Jack, Card::Queen, Card::Queen, Card::King, Card::King];

/// Chips of a bet or a raise, by round.
const SIZES: [i32; 2] = [2, 4];
/// The largest loss: the ante, and a bet and a raise in both rounds.
const MOST: i32 = 1 + 2 * SIZES[0] + 2 * SIZES[1];
/// The longest hand: check, bet, raise and call, twice.
const LONGEST: usize = 8;

/// The short name of [`LeducAction`] within `toys`.
pub use self::LeducAction as Choice;

ergo_core::words! {
    /// A betting action.
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum LeducAction {
        /// Adds no chip; legal if there is no bet.
        Check = "check",
        /// Makes the bet of the round.
        Bet = "bet",
        /// Matches the bet.
        Call = "call",
        /// Matches the bet and raises by the same amount.
        Raise = "raise",
        /// Gives up the hand.
        Fold = "fold",
    }
}

use Choice::{Bet, Call, Check, Fold, Raise};

/// The short name of [`LeducBetting`] within `toys`.
pub use self::LeducBetting as Betting;

/// The betting so far, in both rounds.
pub type LeducBetting = ArrayVec<Choice, LONGEST>;

/// The short name of [`LeducState`] within `toys`.
pub use self::LeducState as Hand;

/// The cards and the betting.
#[derive(Clone, Debug)]
pub struct LeducState {
    cards: [Card; 2],
    public: Card,
    betting: Betting,
}

/// The short name of [`LeducObservation`] within `toys`.
pub use self::LeducObservation as HandSeen;

/// One seat's observation of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct LeducObservation {
    /// The seat that has this knowledge.
    pub seat: Seat,
    /// The seat's own card.
    pub card: Card,
    /// The public card, from the second round on.
    pub public: Option<Card>,
    /// The other seat's card, after a showdown.
    pub shown: Option<Card>,
    /// The betting so far.
    pub betting: Betting,
}

/// The record of a finished hand.
pub type LeducRound = PokerRound<true>;

/// The state of the betting.
struct Pot {
    /// The betting round, 0 or 1.
    round: usize,
    mover: usize,
    chips: [i32; 2],
    /// Whether a seat has checked in this round, and the number of bets and raises.
    checked: bool,
    bets: usize,
    end: Option<End>,
}

enum End {
    Folded(usize),
    Showdown,
}

impl Pot {
    fn of(betting: &[Choice]) -> Self {
        let mut pot = Pot { round: 0, mover: 0, chips: [1, 1], checked: false, bets: 0, end: None };
        betting.iter().for_each(|&choice| pot.take(choice));
        pot
    }

    fn take(&mut self, choice: Choice) {
        let (mover, other) = (self.mover, 1 - self.mover);
        match choice {
            Check if self.checked => return self.close(),
            Check => self.checked = true,
            Bet | Raise => {
                self.chips[mover] = self.chips[other] + SIZES[self.round];
                self.bets += 1;
            }
            Call => {
                self.chips[mover] = self.chips[other];
                return self.close();
            }
            Fold => self.end = Some(End::Folded(mover)),
        }
        self.mover = other;
    }

    /// Ends a betting round.
    fn close(&mut self) {
        match self.round {
            0 => (self.round, self.mover, self.checked, self.bets) = (1, 0, false, 0),
            _ => self.end = Some(End::Showdown),
        }
    }

    /// Returns the actions allowed next; none after the end.
    fn choices(&self) -> &'static [Choice] {
        match (&self.end, self.bets) {
            (Some(_), _) => &[],
            (None, 0) => &[Check, Bet],
            (None, 1) => &[Call, Raise, Fold],
            (None, _) => &[Call, Fold],
        }
    }

    fn is_showdown(&self) -> bool {
        matches!(self.end, Some(End::Showdown))
    }
}

impl Hand {
    /// Returns the chips gained, after the end of the hand.
    fn scores(&self, pot: &Pot) -> SeatMap<i32> {
        let worth = |card: Card| (card == self.public, card);
        let winner = match pot.end {
            None => None,
            Some(End::Folded(seat)) => Some(1 - seat),
            Some(End::Showdown) => {
                let [one, other] = self.cards.map(worth);
                (one != other).then_some(usize::from(other > one))
            }
        };
        let gained = |seat: Seat| match winner {
            None => 0,
            Some(winner) if winner == seat.index() => pot.chips[1 - winner],
            Some(_) => -pot.chips[seat.index()],
        };
        SeatMap::from_fn(SeatCount::new(2), gained)
    }
}

impl Game for Leduc {
    type State = Hand;
    type Action = Choice;
    type Observation = HandSeen;
    type Round = LeducRound;

    const PAYS_POINTS: bool = true;

    fn seats(&self) -> SeatCount {
        SeatCount::new(2)
    }

    fn info(&self) -> GameInfo {
        let most = f64::from(MOST);
        GameInfo {
            utility: (-most, most),
            points: (-most, most),
            longest: LONGEST as u64,
            information: Information::OpenActions,
            chance: true,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> Hand {
        let mut deck = DECK;
        shuffle(rng, &mut deck);
        Hand { cards: [deck[0], deck[1]], public: deck[2], betting: Betting::new() }
    }

    fn status(&self, hand: &Hand) -> Status {
        let pot = Pot::of(&hand.betting);
        match pot.end {
            None => Status::ToMove(Seat::new(pot.mover)),
            Some(_) => Status::Over(Outcome::highest_wins(hand.scores(&pot)).with_scores_as_returns()),
        }
    }

    fn legal_actions(&self, hand: &Hand, out: &mut Vec<Choice>) {
        out.clear();
        out.extend_from_slice(Pot::of(&hand.betting).choices());
    }

    fn apply_into<R: Records<LeducRound>>(&self, hand: &mut Hand, choice: Choice, records: &mut R) {
        debug_assert!(self.is_legal(hand, choice));
        hand.betting.push(choice);
        if R::READ
            && let Status::Over(outcome) = self.status(hand)
        {
            let pot = Pot::of(&hand.betting);
            let ended_by = if pot.is_showdown() { "showdown" } else { "fold" };
            let ending = Ending { turns: hand.betting.len() as u32, ended_by, outcome };
            records.put(PokerRound { cards: hand.cards, public: (pot.round > 0).then_some(hand.public), ending });
        }
    }

    /// The chips won, after the end of the hand.
    fn scores(&self, hand: &Hand) -> SeatMap<i32> {
        hand.scores(&Pot::of(&hand.betting))
    }

    fn observe(&self, hand: &Hand, seat: Seat) -> HandSeen {
        let pot = Pot::of(&hand.betting);
        HandSeen {
            seat,
            card: hand.cards[seat.index()],
            public: (pot.round > 0).then_some(hand.public),
            shown: pot.is_showdown().then(|| hand.cards[1 - seat.index()]),
            betting: hand.betting.clone(),
        }
    }

    fn determinize(&self, seen: &HandSeen, rng: &mut Rng) -> Hand {
        let mut unseen: ArrayVec<Card, 6> = DECK.into_iter().collect();
        for known in [Some(seen.card), seen.public, seen.shown].into_iter().flatten() {
            if let Some(place) = unseen.iter().position(|card| *card == known) {
                unseen.remove(place);
            }
        }
        shuffle(rng, &mut unseen);
        let (other, public) = (seen.shown.unwrap_or(unseen[0]), seen.public.unwrap_or(unseen[1]));
        let cards = if seen.seat.index() == 0 { [seen.card, other] } else { [other, seen.card] };
        Hand { cards, public, betting: seen.betting.clone() }
    }

    fn redraw(&self, hand: &mut Hand, rng: &mut Rng) {
        if Pot::of(&hand.betting).round == 0 {
            let mut unseen: ArrayVec<Card, 6> = DECK.into_iter().collect();
            hand.cards.iter().for_each(|held| {
                unseen.iter().position(|card| card == held).map(|place| unseen.remove(place));
            });
            hand.public = unseen[below(rng, unseen.len() as u32) as usize];
        }
    }

    fn is_legal(&self, hand: &Hand, choice: Choice) -> bool {
        Pot::of(&hand.betting).choices().contains(&choice)
    }
}

impl EnumerableDeals for Leduc {
    /// Every deal of distinguishable cards: 120.
    fn deals(&self, most: usize) -> Option<Vec<Hand>> {
        let cards = || DECK.into_iter().enumerate();
        let mut all = Vec::new();
        for (a, one) in cards() {
            for (b, other) in cards().filter(|(b, _)| *b != a) {
                let left = cards().filter(|(c, _)| ![a, b].contains(c));
                all.extend(left.map(|(_, public)| Hand { cards: [one, other], public, betting: Betting::new() }));
            }
        }
        (all.len() <= most).then_some(all)
    }
}

number_choices!(Leduc, Choice);

impl Configurable for Leduc {
    const NAME: &'static str = "leduc-poker";
    const ABOUT: &'static str =
        "six cards, one of them turned up for both, and two rounds of bets; a toy that is known in the field";
    const SEATS: (usize, usize) = (2, 2);

    fn configure(_seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        given.checked(&Self::options()).map(|_| Leduc)
    }

    fn largest_margin(&self) -> u32 {
        2 * MOST as u32
    }
}
