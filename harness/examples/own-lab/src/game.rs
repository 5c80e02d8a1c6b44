//! A trick-taking game with a shuffled deck and hidden hands; [`RULES`] is the text for players.

use ergo_lab::prelude::*;

/// The rules that `ergo rules` prints.
const RULES: &str = "\
# How to play

Every card has a different rank. Each seat holds a hand that the others do not see; the other cards are a face-down pile.

- The leader of a trick plays a card. Every other seat then plays one card in turn.
- The highest card wins the trick, which is worth one point. Its player leads the next trick.
- After a trick every seat draws a card, the winner first, while the pile has a card for each.
- The match ends when all hands are empty. The most points win.
";

/// The rules of one match.
#[derive(Clone, Debug)]
pub struct HighCard {
    seats: SeatCount,
    /// Number of cards of the deck, with ranks from 1 up.
    pub cards: u8,
    hand: usize,
}

/// What a person sees of an observation, and the titles.
const FIELDS: &[(&str, &str)] = &[("trick", "Trick"), ("hand", "Hand"), ("points", "Points"), ("pile_size", "Pile")];

/// The leader of a trick and its cards so far, in the order of play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(crate = "ergo_lab::serde")]
pub struct Trick {
    pub leader: Seat,
    pub cards: Vec<u8>,
}

/// Everything that all seats see.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(crate = "ergo_lab::serde")]
pub struct Public {
    /// The trick that is being played.
    pub trick: Trick,
    pub earlier: Vec<Trick>,
    pub points: SeatMap<i32>,
    pub hand_sizes: SeatMap<usize>,
    pub pile_size: usize,
}

/// A position, with hidden cards and the future order of the pile.
#[derive(Clone, Debug)]
pub struct Position {
    public: Public,
    /// The cards of each seat, in ascending order.
    hands: SeatMap<Vec<u8>>,
    /// The face-down cards; the last one is drawn first.
    pile: Vec<u8>,
}

/// What one seat knows. External programs receive it as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(crate = "ergo_lab::serde")]
pub struct Observation {
    pub seat: Seat,
    pub hand: Vec<u8>,
    #[serde(flatten)]
    pub public: Public,
}

impl Public {
    fn to_move(&self) -> Seat {
        Seat::new((self.trick.leader.index() + self.trick.cards.len()) % self.points.seats().get())
    }
}

impl Observation {
    /// Returns the cards that are in other hands or in the pile, in ascending order.
    pub fn unseen(&self, game: &HighCard) -> Vec<u8> {
        let Public { trick, earlier, .. } = &self.public;
        let was_played = |card: &u8| earlier.iter().chain([trick]).any(|trick| trick.cards.contains(card));
        (1..=game.cards).filter(|card| !self.hand.contains(card) && !was_played(card)).collect()
    }
}

impl HighCard {
    /// Returns every seat once, beginning with `first`.
    fn turn_order(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats;
        std::iter::successors(Some(first), move |seat| Some(seats.after(*seat))).take(seats.get())
    }
}

/// Registers the game with the search agents for games with hidden information. They search in positions that
/// [`Game::determinize`] samples.
pub fn registration() -> Registration<HighCard> {
    let options = SearchOptions { aims: &["win", "margin", "points"], has_evaluator: false, hides_actions: false };
    let presentation = Presentation { fields: FIELDS, ..Presentation::default() };
    Registration::new(standard_agents(options)).with_rules_text(RULES).with_presentation(presentation)
}

impl Game for HighCard {
    type State = Position;
    /// The rank of the card to play.
    type Action = u8;
    type Observation = Observation;
    /// There are no rows of rounds; the result of a match is enough.
    type Round = ();

    fn seats(&self) -> SeatCount {
        self.seats
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            utility: (0.0, 1.0),
            points: (0.0, self.largest_margin().into()),
            longest: self.cards.into(),
            information: Information::OpenActions,
            chance: true,
            adjudicates: false,
        }
    }

    /// All chance is in the order of the deck. `rng` comes from the seed of the experiment.
    fn deal(&self, rng: &mut Rng) -> Position {
        let mut pile: Vec<u8> = (1..=self.cards).collect();
        shuffle(rng, &mut pile);
        let hands = SeatMap::from_fn(self.seats, |_| draw(&mut pile, self.hand));
        let public = Public {
            trick: Trick { leader: Seat::new(0), cards: Vec::new() },
            earlier: Vec::new(),
            points: SeatMap::from_fn(self.seats, |_| 0),
            hand_sizes: SeatMap::from_fn(self.seats, |_| self.hand),
            pile_size: pile.len(),
        };
        Position { public, hands, pile }
    }

    fn status(&self, at: &Position) -> Status {
        let seat = at.public.to_move();
        match at.hands[seat].is_empty() {
            true => Status::Over(Outcome::highest_wins(self.scores(at))),
            false => Status::ToMove(seat),
        }
    }

    /// The list is empty exactly at the end of the match.
    fn legal_actions(&self, at: &Position, out: &mut Vec<u8>) {
        out.clear();
        out.extend(&at.hands[at.public.to_move()]);
    }

    fn apply_into<R: Records<()>>(&self, at: &mut Position, card: u8, _: &mut R) {
        let (seat, public) = (at.public.to_move(), &mut at.public);
        at.hands[seat].retain(|held| *held != card);
        public.hand_sizes[seat] -= 1;
        public.trick.cards.push(card);
        if public.trick.cards.len() < self.seats.get() {
            return;
        }
        let played = self.turn_order(public.trick.leader).zip(&public.trick.cards);
        let winner = played.max_by_key(|(_, card)| **card).map_or(seat, |(seat, _)| seat);
        public.points[winner] += 1;
        let next = Trick { leader: winner, cards: Vec::new() };
        public.earlier.push(std::mem::replace(&mut public.trick, next));
        if at.pile.len() >= self.seats.get() {
            for seat in self.turn_order(winner) {
                at.hands[seat].extend(at.pile.pop());
                at.hands[seat].sort_unstable();
                public.hand_sizes[seat] += 1;
            }
            public.pile_size = at.pile.len();
        }
    }

    fn scores(&self, at: &Position) -> SeatMap<i32> {
        at.public.points.clone()
    }

    /// Shows the hand of `seat` only, and only the number of cards in the pile.
    fn observe(&self, at: &Position, seat: Seat) -> Observation {
        Observation { seat, hand: at.hands[seat].clone(), public: at.public.clone() }
    }

    /// Deals the unseen cards to the other hands and to the pile.
    fn determinize(&self, seen: &Observation, rng: &mut Rng) -> Position {
        let mut pile = seen.unseen(self);
        shuffle(rng, &mut pile);
        let hands = SeatMap::from_fn(self.seats, |seat| match seat == seen.seat {
            true => seen.hand.clone(),
            false => draw(&mut pile, seen.public.hand_sizes[seat]),
        });
        Position { public: seen.public.clone(), hands, pile }
    }

    /// Only the order of the pile is future chance.
    fn redraw(&self, at: &mut Position, rng: &mut Rng) {
        shuffle(rng, &mut at.pile);
    }
}

/// Draws `count` cards and sorts them.
fn draw(pile: &mut Vec<u8>, count: usize) -> Vec<u8> {
    let mut hand = pile.split_off(pile.len() - count);
    hand.sort_unstable();
    hand
}

impl Configurable for HighCard {
    const NAME: &'static str = "own-game";
    const ABOUT: &'static str = "tricks with a shuffled deck; the highest card wins";
    const SEATS: (usize, usize) = (2, 4);

    fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec::int("cards", 24, 24, 60, "number of cards of the deck"),
            OptionSpec::int("hand", 3, 1, 6, "number of cards of a hand"),
        ]
    }

    fn configure(seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        let given = given.checked(&Self::options())?;
        Ok(HighCard { seats, cards: given.int("cards") as u8, hand: given.int("hand") as usize })
    }

    fn settings(&self) -> Settings {
        Settings::from([("cards", u32::from(self.cards)), ("hand", self.hand as u32)])
    }

    /// The number of tricks.
    fn largest_margin(&self) -> u32 {
        u32::from(self.cards) / self.seats.get() as u32
    }
}

#[cfg(test)]
mod tests {
    use ergo_lab::engine::laws::{check_laws, check_no_duplicates};

    use super::*;

    /// The laws check, among others, that legal actions are empty exactly after the end and that a position sampled by `determinize`
    /// looks the same to its seat.
    #[test]
    fn game_obeys_the_laws() {
        for seats in 2..=4 {
            for cards in [24_u32, 31] {
                let game = HighCard::configure(SeatCount::new(seats), &Settings::from([("cards", cards)])).unwrap();
                check_laws(&game, 1, 50, cards as usize);
                check_no_duplicates(&game, 2, 20, cards as usize);
            }
        }
    }

    /// The laws cannot find an observation that shows too much.
    #[test]
    fn observation_does_not_depend_on_hidden_cards() {
        let game = HighCard::configure(SeatCount::new(2), &Settings::default()).unwrap();
        let mut at = game.deal(&mut Seed::master(1).rng());
        let seen = game.observe(&at, Seat::new(0));
        std::mem::swap(&mut at.hands[Seat::new(1)][0], &mut at.pile[0]);
        at.pile.reverse();
        assert_eq!(game.observe(&at, Seat::new(0)), seen);
    }
}
