//! Goofspiel for two to six seats: simultaneous bids for prizes.
//!
//! Each seat has cards from 1 up, and as many prizes from 1 up are turned up one after another. For each prize every
//! seat bids one of its cards face down, in seat order. Then the bids are turned up, and the single highest bid wins
//! the points of the prize; if the highest bid is tied, no seat does. The most points win. As in OpenSpiel, the winners
//! share a return of 1 and the losers share -1 (0 to all if all win). With `returns = "point_difference"`, the return
//! is the points of a seat less the mean of the others'. (Ross 1971; the rules are those of OpenSpiel.)

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;

use arrayvec::ArrayVec;
use ergo_core::deals::EnumerableDeals;
use ergo_core::field::Field;
use ergo_core::game::{ActionView, Game, GameInfo, Information, Outcome, Records, RoundRecord, Status};
use ergo_core::numbering::Numbering;
use ergo_core::options::{Configurable, OptionError, OptionSpec, Settings, Value};
use ergo_core::rng::{Rng, below, shuffle};
use ergo_core::seat::{MAX_SEATS, Seat, SeatCount, SeatMap};
use serde::Serialize;

/// The largest number of cards of a seat.
const MOST_CARDS: usize = 13;
const ORDERS: &[&str] = &["random", "descending", "ascending"];
const RETURNS: &[&str] = &["win_loss", "point_difference"];

/// The game Goofspiel, with its rules.
#[derive(Clone, Copy, Debug)]
pub struct Goofspiel {
    seats: SeatCount,
    cards: u8,
    order: Order,
    /// True if a match returns the difference of points instead of the win.
    by_points: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Random,
    Descending,
    Ascending,
}

/// The card that a seat bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Bid(u8);

type Cards = ArrayVec<u8, MOST_CARDS>;
type Bids = ArrayVec<u8, MAX_SEATS>;

/// The short name of [`GoofspielState`] within `toys`.
pub use self::GoofspielState as Auction;

/// All prizes, including future ones, and all bids.
#[derive(Clone, Debug)]
pub struct GoofspielState {
    prizes: Cards,
    /// Bids for earlier prizes.
    past: ArrayVec<Bids, MOST_CARDS>,
    /// Face-down bids for the current prize.
    covered: Bids,
}

/// The short name of [`GoofspielObservation`] within `toys`.
pub use self::GoofspielObservation as AuctionSeen;

/// One seat's observation of an auction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct GoofspielObservation {
    /// The seat that has this knowledge.
    pub seat: Seat,
    /// The prizes turned up so far, the current one last.
    pub prizes: Cards,
    /// The bids for earlier prizes, in seat order.
    pub bids: ArrayVec<Bids, MOST_CARDS>,
    /// The number of face-down bids for the current prize, and the seat's own bid if it is one of them.
    pub covered: (usize, Option<u8>),
}

/// The short name of [`GoofspielRound`] within `toys`.
pub use self::GoofspielRound as Trick;

/// The record of one prize.
#[derive(Clone, Debug, PartialEq)]
pub struct GoofspielRound {
    prize: u8,
    bids: Bids,
    points: SeatMap<i32>,
    scores: SeatMap<i32>,
    winners: Option<SeatMap<bool>>,
}

impl Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Bid {
    type Err = ParseIntError;
    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.parse().map(Bid)
    }
}

impl Goofspiel {
    /// Returns the seat that wins a prize, if the highest bid is unique.
    fn taker(bids: &Bids) -> Option<Seat> {
        let best = bids.iter().max()?;
        let mut best = (0..bids.len()).filter(|seat| bids[*seat] == *best);
        best.next().filter(|_| best.next().is_none()).map(Seat::new)
    }

    fn points(&self, prize: u8, bids: &Bids) -> SeatMap<i32> {
        let taker = Self::taker(bids);
        SeatMap::from_fn(self.seats, |seat| if taker == Some(seat) { prize.into() } else { 0 })
    }

    /// Returns the cards left to a seat, one bit per card.
    fn hand(&self, auction: &Auction, seat: Seat) -> u16 {
        let all = ((1_u32 << (self.cards + 1)) - 2) as u16;
        auction.past.iter().fold(all, |hand, bids| hand & !(1 << bids[seat.index()]))
    }

    fn is_over(&self, auction: &Auction) -> bool {
        auction.past.len() == usize::from(self.cards)
    }

    fn outcome(&self, auction: &Auction) -> Outcome {
        let scores = self.scores(auction);
        let (all, rivals) = (scores.iter().sum::<i32>(), self.seats.get() as i32 - 1);
        let outcome = Outcome::highest_wins(scores);
        let winners = outcome.winners.iter().filter(|won| **won).count();
        let losers = self.seats.get() - winners;
        let returns = match self.by_points {
            true => outcome.scores.map(|&own| f64::from(own) - f64::from(all - own) / f64::from(rivals)),
            false if losers == 0 => outcome.scores.map(|_| 0.0),
            false => outcome.winners.map(|&won| if won { 1.0 / winners as f64 } else { -1.0 / losers as f64 }),
        };
        Outcome { returns, ..outcome }
    }
}

fn cards(hand: u16) -> impl Iterator<Item = u8> {
    (1..=MOST_CARDS as u8).filter(move |card| hand & 1 << card != 0)
}

impl Game for Goofspiel {
    type State = Auction;
    type Action = Bid;
    type Observation = AuctionSeen;
    type Round = Trick;

    fn seats(&self) -> SeatCount {
        self.seats
    }

    fn info(&self) -> GameInfo {
        let all = f64::from(self.cards) * f64::from(self.cards + 1) / 2.0;
        GameInfo {
            utility: if self.by_points { (-all, all) } else { (-1.0, 1.0) },
            points: (0.0, all),
            longest: u64::from(self.cards) * self.seats.get() as u64,
            information: Information::FaceDown,
            chance: self.order == Order::Random && self.cards > 1,
            adjudicates: false,
        }
    }

    fn deal(&self, rng: &mut Rng) -> Auction {
        let mut prizes: Cards = (1..=self.cards).collect();
        match self.order {
            Order::Random => shuffle(rng, &mut prizes),
            Order::Descending => prizes.reverse(),
            Order::Ascending => {}
        }
        Auction { prizes, past: ArrayVec::new(), covered: Bids::new() }
    }

    fn status(&self, auction: &Auction) -> Status {
        if self.is_over(auction) {
            Status::Over(self.outcome(auction))
        } else {
            Status::ToMove(Seat::new(auction.covered.len()))
        }
    }

    fn legal_actions(&self, auction: &Auction, out: &mut Vec<Bid>) {
        out.clear();
        if let Status::ToMove(seat) = self.status(auction) {
            out.extend(cards(self.hand(auction, seat)).map(Bid));
        }
    }

    fn apply_into<R: Records<Trick>>(&self, auction: &mut Auction, bid: Bid, records: &mut R) {
        debug_assert!(self.is_legal(auction, bid));
        auction.covered.push(bid.0);
        if auction.covered.len() < self.seats.get() {
            return;
        }
        let (prize, bids) = (auction.prizes[auction.past.len()], std::mem::take(&mut auction.covered));
        auction.past.push(bids.clone());
        if R::READ {
            let (points, scores) = (self.points(prize, &bids), self.scores(auction));
            let winners = self.is_over(auction).then(|| self.outcome(auction).winners);
            records.put(Trick { prize, bids, points, scores, winners });
        }
    }

    fn scores(&self, auction: &Auction) -> SeatMap<i32> {
        let mut scores = SeatMap::from_fn(self.seats, |_| 0);
        for (bids, &prize) in auction.past.iter().zip(&auction.prizes) {
            if let Some(taker) = Self::taker(bids) {
                scores[taker] += i32::from(prize);
            }
        }
        scores
    }

    /// A bid is hidden until the last one turns all of them up.
    fn view_action(&self, auction: &Auction, bid: Bid, witness: Seat) -> ActionView<Bid> {
        let mover = Seat::new(auction.covered.len());
        if auction.covered.len() + 1 == self.seats.get() {
            let all = auction.covered.iter().chain([&bid.0]);
            return ActionView::Covered(all.fold(1, |seen, &bid| seen << 4 | u64::from(bid)));
        }
        if witness == mover { ActionView::Open(bid) } else { ActionView::Covered(0) }
    }

    fn observe(&self, auction: &Auction, seat: Seat) -> AuctionSeen {
        let up = (auction.past.len() + 1).min(auction.prizes.len());
        AuctionSeen {
            seat,
            prizes: auction.prizes[..up].iter().copied().collect(),
            bids: auction.past.clone(),
            covered: (auction.covered.len(), auction.covered.get(seat.index()).copied()),
        }
    }

    /// A face-down bid of another seat is any card that seat has. Future prizes are in any order the rules allow.
    fn determinize(&self, seen: &AuctionSeen, rng: &mut Rng) -> Auction {
        let mut auction = self.deal(rng);
        if self.order == Order::Random {
            auction.prizes.retain(|prize| !seen.prizes.contains(prize));
            let rest = std::mem::replace(&mut auction.prizes, seen.prizes.clone());
            auction.prizes.extend(rest);
        }
        auction.past = seen.bids.clone();
        for seat in self.seats.iter().take(seen.covered.0) {
            let own = seen.covered.1.filter(|_| seat == seen.seat);
            let hand = self.hand(&auction, seat);
            let guess = |rng: &mut Rng| cards(hand).nth(below(rng, hand.count_ones()) as usize);
            auction.covered.push(own.or_else(|| guess(rng)).expect("a card of the bidder"));
        }
        auction
    }

    fn redraw(&self, auction: &mut Auction, rng: &mut Rng) {
        if self.order == Order::Random {
            let up = (auction.past.len() + 1).min(auction.prizes.len());
            shuffle(rng, &mut auction.prizes[up..]);
        }
    }

    fn is_legal(&self, auction: &Auction, bid: Bid) -> bool {
        match self.status(auction) {
            Status::ToMove(seat) => bid.0 <= self.cards && self.hand(auction, seat) & 1 << bid.0 != 0,
            Status::Over(_) => false,
        }
    }
}

/// Ids are the cards, from 0 for the lowest.
impl Numbering<Bid> for Goofspiel {
    fn families(&self) -> Vec<(&'static str, usize)> {
        vec![("bid", self.cards.into())]
    }

    fn id(&self, bid: Bid) -> usize {
        usize::from(bid.0) - 1
    }

    fn action(&self, id: usize) -> Option<Bid> {
        (id < self.cards.into()).then(|| Bid(id as u8 + 1))
    }
}

impl EnumerableDeals for Goofspiel {
    fn deals(&self, most: usize) -> Option<Vec<Auction>> {
        let mut orders: Vec<Cards> = match self.order {
            Order::Random => vec![Cards::new()],
            Order::Descending => vec![(1..=self.cards).rev().collect()],
            Order::Ascending => vec![(1..=self.cards).collect()],
        };
        while orders.len() <= most && orders[0].len() < usize::from(self.cards) {
            let longer = |order: Cards| {
                let next = (1..=self.cards).filter(|prize| !order.contains(prize)).collect::<Cards>();
                next.into_iter().map(move |prize| order.iter().copied().chain([prize]).collect::<Cards>())
            };
            orders = orders.into_iter().flat_map(longer).collect();
        }
        let auction = |prizes| Auction { prizes, past: ArrayVec::new(), covered: Bids::new() };
        (orders.len() <= most).then(|| orders.into_iter().map(auction).collect())
    }
}

impl Configurable for Goofspiel {
    const NAME: &'static str = "goofspiel";
    const ABOUT: &'static str = "simultaneous bids for prizes; a toy with face-down actions";
    const SEATS: (usize, usize) = (2, MAX_SEATS);

    fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec::int("cards", 5, 1, MOST_CARDS as i64, "cards of each seat, and prizes"),
            OptionSpec::one_of("order", ORDERS, "order of the prizes"),
            OptionSpec::one_of("returns", RETURNS, "return of a match: 1 for a win and -1 for a loss, or points"),
        ]
    }

    fn configure(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let all = given.checked(&Self::options())?;
        let order = match all.text("order") {
            "descending" => Order::Descending,
            "ascending" => Order::Ascending,
            _ => Order::Random,
        };
        Ok(Goofspiel { seats, cards: all.int("cards") as u8, order, by_points: all.text("returns") == RETURNS[1] })
    }

    fn settings(&self) -> Settings {
        let word = |words: &[&'static str], at: usize| Value::from(words[at]);
        Settings::from([
            ("cards", Value::Int(self.cards.into())),
            ("order", word(ORDERS, self.order as usize)),
            ("returns", word(RETURNS, self.by_points.into())),
        ])
    }

    fn largest_margin(&self) -> u32 {
        u32::from(self.cards) * u32::from(self.cards + 1) / 2
    }
}

impl RoundRecord for Trick {
    const ROUND_COLUMNS: &'static [&'static str] = &[
        "starter", "turns", "ended_by", "prize", "points_1", "points_2", "points_3", "points_4", "points_5",
        "points_6", "score_1", "score_2", "score_3", "score_4", "score_5", "score_6", "winner",
    ];
    const SEAT_COLUMNS: &'static [&'static str] = &["bid", "points", "score", "fault"];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        field(1.into());
        field(self.bids.len().into());
        field(if Goofspiel::taker(&self.bids).is_some() { "highest bid" } else { "tie" }.into());
        field(self.prize.into());
        for values in [&self.points, &self.scores] {
            (0..MAX_SEATS).for_each(|seat| field(values.get(Seat::new(seat)).copied().into()));
        }
        let winners = self.winners.iter().flat_map(|winners| winners.entries().filter(|(_, won)| **won));
        field(Field::Text(&winners.map(|(seat, _)| seat.to_string()).collect::<Vec<_>>().join("+")));
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        field(self.bids[seat.index()].into());
        field(self.points[seat].into());
        field(self.scores[seat].into());
        field("".into());
    }

    fn turns(&self) -> u32 {
        self.bids.len() as u32
    }

    fn points(&self) -> SeatMap<i32> {
        self.points.clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.scores.clone()
    }
}
