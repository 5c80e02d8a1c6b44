//! Cogito for two, solved under short piles: decks of the nine Selves and Dreams, no categories.
//!
//! There all Selves are alike but for their names, so that every deal with the Dreams in the same places is the same game, and who
//! does not know yet is each Self it never saw named with the same chance. The engine plays; what is kept of each moment is what
//! each seat knows, Selves numbered in the order in which it first saw them. The tree is then small enough for
//! [`crate::search::cfr`].
//!
//! Three things are left out that gain nothing: to pass when certain or in the last window, to declare a Self that was seen or that
//! the other, who knows better, declared; and, for who is alone in the game, everything but passing until the last window, since
//! no card of such a deck tells its player anything. Tests let it try.

use std::collections::BTreeMap;

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::card::Card;
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::notation::Deal;
use ergo_engine::cogito::phase::{Phase, Window};
use ergo_engine::cogito::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::seat::Seat;

use crate::search::cfr::{NodeId, SetId, Strategy, Tree};

/// A decision of a seat where it has a choice, for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Asked {
    /// The seat, 0 or 1.
    pub seat: usize,
    /// The kind of decision.
    pub what: What,
    /// The lap.
    pub lap: u16,
    /// Who it can still be.
    pub candidates: usize,
}

/// The kinds of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// Pass, or a declaration.
    Window(Window),
    /// A card to play.
    Play,
    /// A card to give.
    Give,
}

/// A deck as a tree.
pub struct Solved {
    /// The game as a tree; its values are shares of the win of seat 1, which starts.
    pub tree: Tree,
    /// Where it begins.
    pub root: NodeId,
    /// The decision in each set of moments.
    pub asked: Vec<Asked>,
}

/// A seat's knowledge as a key, and the Selves it has seen named, in the order it first saw them.
struct Known {
    key: Vec<u8>,
    named: Vec<Card>,
}

/// Card numbers below stand for Selves.
const DREAM: u8 = 100;

impl Known {
    fn of(game: &Cogito, state: &State, seat: Seat) -> Known {
        let seen = game.observe(state, seat);
        let mut known = Known { key: vec![seat.index() as u8], named: Vec::new() };
        seen.selves.iter().flatten().chain(seen.dealt.cards()).for_each(|&card| known.see(card));
        for event in &seen.events {
            known.key.push(200);
            match event {
                Event::Played { seat, placed } => {
                    known.key.push(seat.index() as u8);
                    known.see(placed.card);
                }
                Event::Opened { answers, .. } => answers.iter().for_each(|answer| match answer {
                    Some(Action::Cogito(card)) => known.see(*card),
                    _ => known.key.push(201),
                }),
                Event::Drew { cards, .. } => cards.iter().for_each(|card| known.see_if(*card)),
                Event::Traded { given, .. } => given.iter().for_each(|card| known.see_if(*card)),
            }
        }
        known
    }

    fn see_if(&mut self, card: Option<Card>) {
        match card {
            Some(card) => self.see(card),
            None => self.key.push(202),
        }
    }

    fn see(&mut self, card: Card) {
        if card == Card::Dream {
            return self.key.push(DREAM);
        }
        let place = self.named.iter().position(|named| *named == card).unwrap_or(self.named.len());
        if place == self.named.len() {
            self.named.push(card);
        }
        self.key.push(place as u8);
    }

    /// Who it can still be: the Selves it never saw named.
    fn candidates(&self, game: &Cogito) -> Vec<Card> {
        game.0.diagram.selves.iter().filter(|card| !self.named.contains(card)).collect()
    }
}

/// The tree under construction.
struct Builder<'g> {
    game: &'g Cogito,
    /// Whether who is alone in the game may choose, too.
    lets_survivors_choose: bool,
    tree: Tree,
    sets: BTreeMap<Vec<u8>, SetId>,
    asked: Vec<Asked>,
}

/// Solves the deck of `game`, which is for two seats and has no categories; `None` if it has. `lets_survivors_choose`: also what
/// gains nothing to who is alone in the game.
pub fn tree(game: &Cogito, lets_survivors_choose: bool) -> Option<Solved> {
    let selves: Vec<Card> = game.0.diagram.selves.iter().collect();
    if game.seats().get() != 2 || game.0.cards() != selves.len() + usize::from(game.0.dreams) {
        return None;
    }
    let mut builder =
        Builder { game, lets_survivors_choose, tree: Tree::default(), sets: BTreeMap::new(), asked: Vec::new() };
    // The places of cards that are no stands: two hands of two, then the pile.
    let places = game.0.cards() - 2;
    let all = (0_u32..1 << places).filter(|set| set.count_ones() == u32::from(game.0.dreams)).collect::<Vec<_>>();
    let mut deals = Vec::new();
    for dreams in &all {
        let mut rest = selves[2..].iter();
        let card = |place: usize| if dreams & 1 << place != 0 { Some(Card::Dream) } else { rest.next().copied() };
        let cards: Vec<Card> = (0..places).map_while(card).collect();
        let deal = Deal {
            selves: selves[..2].to_vec(),
            hands: vec![cards[..2].to_vec(), cards[2..4].to_vec()],
            pile: cards[4..].to_vec(),
        };
        let state = deal.begin(&game.0, Seat::new(0)).ok()?;
        deals.push((1.0 / all.len() as f64, builder.node(&state)));
    }
    let root = builder.tree.chance(deals);
    Some(Solved { tree: builder.tree, root, asked: builder.asked })
}

impl Builder<'_> {
    fn node(&mut self, state: &State) -> NodeId {
        let seat = match self.game.status(state) {
            Status::Over(outcome) => return self.tree.end(outcome.returns[Seat::new(0)]),
            Status::ToMove(seat) => seat,
        };
        let other = Seat::new(1 - seat.index());
        if !state.is_active(other) {
            return self.alone(state, seat);
        }
        match state.phase() {
            Phase::Window(window) => self.window(state, window, [seat, other]),
            Phase::Trade => {
                let options = |at: Seat| distinct(state.hand(at)).into_iter().map(Action::Give).collect::<Vec<_>>();
                let (own, others) = (options(seat), options(other));
                let mut ways = Vec::new();
                for &gives in &own {
                    let replies = others.iter().map(|&given| self.after(state, &[gives, given])).collect();
                    ways.push(self.choice(state, other, What::Give, replies));
                }
                self.choice(state, seat, What::Give, ways)
            }
            _ => {
                let cards = distinct(state.hand(seat));
                let ways = cards.into_iter().map(|card| self.after(state, &[Action::Play(card)])).collect();
                self.choice(state, seat, What::Play, ways)
            }
        }
    }

    fn after(&mut self, state: &State, actions: &[Action]) -> NodeId {
        let mut next = state.clone();
        actions.iter().for_each(|&action| self.game.apply(&mut next, action));
        self.node(&next)
    }

    /// The seat chooses among `ways`; where there is one it goes on.
    fn choice(&mut self, state: &State, seat: Seat, what: What, ways: Vec<NodeId>) -> NodeId {
        if ways.len() == 1 {
            return ways[0];
        }
        let known = Known::of(self.game, state, seat);
        let candidates = known.candidates(self.game).len();
        let mut key = known.key;
        key.push(match what {
            What::Window(_) => 203,
            What::Play => 204,
            What::Give => 205,
        });
        let set = match self.sets.get(&key) {
            Some(&set) => set,
            None => {
                let set = self.tree.set(seat.index(), ways.len());
                self.asked.push(Asked { seat: seat.index(), what, lap: state.lap(), candidates });
                self.sets.insert(key, set);
                set
            }
        };
        self.tree.choice(set, ways)
    }

    /// A window for both, asked in this order.
    fn window(&mut self, state: &State, window: Window, seats: [Seat; 2]) -> NodeId {
        let candidates = seats.map(|seat| Known::of(self.game, state, seat).candidates(self.game));
        // Who is certain declares, and in the last window everybody does.
        let options = candidates.each_ref().map(|left| match left.len() {
            1 => vec![true],
            _ if window == Window::End => vec![true],
            _ => vec![false, true],
        });
        let mut ways = Vec::new();
        for &first in &options[0] {
            let mut replies = Vec::new();
            for &second in &options[1] {
                replies.push(self.answers(state, seats, &candidates, [first, second]));
            }
            ways.push(self.choice(state, seats[1], What::Window(window), replies));
        }
        self.choice(state, seats[0], What::Window(window), ways)
    }

    /// The node that these answers lead to: who declares names any of his candidates, each as often.
    fn answers(&mut self, state: &State, seats: [Seat; 2], candidates: &[Vec<Card>; 2], declares: [bool; 2]) -> NodeId {
        if declares == [false, false] {
            return self.after(state, &[Action::Pass, Action::Pass]);
        }
        let named = |at: usize| -> Vec<(f64, Action)> {
            let all = &candidates[at];
            let share = 1.0 / all.len() as f64;
            if !declares[at] {
                return vec![(1.0, Action::Pass)];
            }
            if declares == [true, true] {
                // The game ends: which wrong one is named does not matter.
                let own = state.own(seats[at]);
                let wrong = all.iter().find(|card| **card != own).map(|&card| (1.0 - share, Action::Cogito(card)));
                return [(share, Action::Cogito(own))].into_iter().chain(wrong).collect();
            }
            all.iter().map(|&card| (share, Action::Cogito(card))).collect()
        };
        let (firsts, seconds) = (named(0), named(1));
        let mut ways = Vec::new();
        for &(one, first) in &firsts {
            for &(other, second) in &seconds {
                ways.push((one * other, self.after(state, &[first, second])));
            }
        }
        self.tree.chance(ways)
    }

    /// The rest of the game for who is alone in it.
    fn alone(&mut self, state: &State, seat: Seat) -> NodeId {
        let window = match state.phase() {
            Phase::Window(window) => window,
            _ if self.lets_survivors_choose => {
                let cards = distinct(state.hand(seat));
                let ways = cards.into_iter().map(|card| self.after(state, &[Action::Play(card)])).collect();
                return self.choice(state, seat, What::Play, ways);
            }
            _ => return self.after(state, &[Action::Play(state.hand(seat)[0])]),
        };
        let candidates = Known::of(self.game, state, seat).candidates(self.game);
        let must = candidates.len() == 1 || window == Window::End;
        if !must && !self.lets_survivors_choose {
            return self.after(state, &[Action::Pass]);
        }
        // Right or wrong, the game is over; which wrong one is named does not matter.
        let (own, share) = (state.own(seat), 1.0 / candidates.len() as f64);
        let wrong = candidates.iter().find(|card| **card != own).map(|&card| (1.0 - share, card));
        let mut named = vec![(share, own)];
        named.extend(wrong);
        let ways =
            named.into_iter().map(|(chance, card)| (chance, self.after(state, &[Action::Cogito(card)]))).collect();
        let declares = self.tree.chance(ways);
        if must {
            return declares;
        }
        let passes = self.after(state, &[Action::Pass]);
        self.choice(state, seat, What::Window(window), vec![passes, declares])
    }
}

/// The kinds of cards in a hand.
fn distinct(hand: &[Card]) -> Vec<Card> {
    let mut kinds = hand.to_vec();
    kinds.dedup();
    kinds
}

impl Solved {
    /// How often a window finds a declaration, by what is asked, among moments in which `strategy` comes there: the chance to come
    /// there, and the chance to declare then. For all windows with a choice, in order.
    pub fn declarations(&self, strategy: &Strategy) -> BTreeMap<Asked, (f64, f64)> {
        let reached = self.tree.reached(self.root, strategy);
        let mut all = BTreeMap::new();
        for (set, asked) in self.asked.iter().enumerate().filter(|(_, asked)| matches!(asked.what, What::Window(_))) {
            let (comes, declares) = all.entry(*asked).or_insert((0.0, 0.0));
            *comes += reached[set];
            *declares += reached[set] * strategy.0[set][1];
        }
        all.values_mut().for_each(|(comes, declares)| *declares /= f64::max(*comes, f64::MIN_POSITIVE));
        all
    }

    /// The strategy that declares with so many candidates or fewer, and is even about cards.
    pub fn declaring_at(&self, most: usize) -> Strategy {
        let mut strategy = self.tree.even();
        for (chances, asked) in strategy.0.iter_mut().zip(&self.asked) {
            if let What::Window(_) = asked.what {
                let declares = f64::from(u8::from(asked.candidates <= most));
                *chances = vec![1.0 - declares, declares];
            }
        }
        strategy
    }
}
