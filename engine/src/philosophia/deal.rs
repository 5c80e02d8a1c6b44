//! A deal: everything that is laid out by chance before the first turn. RULES.md P2, G-P48.

use ergo_core::rng::{Rng, shuffle};

use super::card::Card;
use super::data::{Bonus, Good, ORACLES};
use super::oracle::{Oracle, of_bits};
use super::place::Place;
use super::rules::{Cast, Rules};

/// The short name of [`PhilosophiaDeal`] within `philosophia`.
pub use self::PhilosophiaDeal as Deal;

/// The initial layout, before starting items are given. Decks begin with the top card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhilosophiaDeal {
    /// The philosopher of each player, by index in the table. In solo the Moirai are last.
    pub philosophers: Vec<u8>,
    /// The tokens on the board.
    pub tokens: Vec<(Place, Bonus)>,
    /// For each colour the tokens in the box.
    pub token_box: [Vec<Bonus>; 5],
    /// Disks by index in the table, the top one first.
    pub disks: Vec<u8>,
    /// Requests by index in the table: those of the seats, then the rest.
    pub requests: Vec<u8>,
    /// The Sophistry deck.
    pub sophistry: Vec<Card>,
    /// The Syllogism deck.
    pub syllogism: Vec<Card>,
    /// The deck of each oracle.
    pub oracles: [Vec<Oracle>; ORACLES],
    /// The deck of the Moirai; empty except in solo.
    pub moirai: Vec<Place>,
}

impl Deal {
    /// Samples a deal from `rng`.
    pub fn draw(rules: &Rules, rng: &mut Rng) -> Self {
        let data = &*rules.data;
        let mut philosophers: Vec<u8> = match &rules.cast {
            Cast::Named(named) => named.clone(),
            Cast::Random | Cast::Fixed => (0..data.philosophers.len() as u8).collect(),
        };
        if rules.cast == Cast::Random {
            shuffle(rng, &mut philosophers);
        }
        philosophers.truncate(rules.players);
        let (mut tokens, mut token_box) = (Vec::new(), [const { Vec::new() }; 5]);
        for (colour, rest) in token_box.iter_mut().enumerate() {
            let mut all = data.tokens[colour].clone();
            shuffle(rng, &mut all);
            let mut all = all.into_iter();
            tokens.extend(token_places(rules, &philosophers, colour).zip(all.by_ref()));
            rest.extend(all);
        }
        let mut disks: Vec<u8> = rules.disks().collect();
        shuffle(rng, &mut disks);
        let mut requests: Vec<u8> = (0..data.requests.len() as u8).collect();
        shuffle(rng, &mut requests);
        let (mut syllogism, mut sophistry): (Vec<Card>, Vec<Card>) =
            rules.deck.cards().partition(|card| card.is_syllogism());
        shuffle(rng, &mut syllogism);
        if rules.solo() {
            shuffle(rng, &mut sophistry);
        }
        let in_play = rules.oracles();
        let oracles = std::array::from_fn(|deck| {
            let of_deck = |card: &Oracle| data.oracles[card.index()].deck == deck;
            let mut cards: Vec<Oracle> = of_bits(in_play).filter(of_deck).collect();
            shuffle(rng, &mut cards);
            cards
        });
        let mut moirai: Vec<Place> = Vec::new();
        if rules.solo() {
            moirai.extend(data.fates.iter().map(|fate| fate.place));
            shuffle(rng, &mut moirai);
        }
        Deal { philosophers, tokens, token_box, disks, requests, sophistry, syllogism, oracles, moirai }
    }

    /// Checks that the deal has exactly the components of the tables.
    ///
    /// # Errors
    ///
    /// If a component is missing, duplicated or misplaced. The message names the key.
    pub fn check(&self, rules: &Rules) -> Result<(), String> {
        let (data, players) = (&*rules.data, rules.players);
        if self.philosophers.len() != players {
            return Err(format!("deal.philosophers: {} of them, expected {players}", self.philosophers.len()));
        }
        same("deal.philosophers", sorted(&self.philosophers), sorted_unique(&self.philosophers))?;
        for colour in 0..data.tokens.len() {
            let places: Vec<Place> = token_places(rules, &self.philosophers, colour).collect();
            let placed = usize::from(rules.placed(&self.philosophers)[colour]);
            let here = |(place, _): &&(Place, Bonus)| data.colour(*place) == Some(colour);
            let laid: Vec<&(Place, Bonus)> = self.tokens.iter().filter(here).collect();
            if laid.len() != placed || laid.iter().any(|(place, _)| !places.contains(place)) {
                return Err(format!(
                    "deal.tokens: {} {} tokens, expected {placed} on places other than starting places",
                    laid.len(),
                    super::data::COLOURS[colour]
                ));
            }
            let all = laid.iter().map(|(_, bonus)| *bonus).chain(self.token_box[colour].iter().copied());
            let key = |bonus: &Bonus| (bonus.good as u8, bonus.amount);
            let (mut all, mut expected): (Vec<Bonus>, _) = (all.collect(), data.tokens[colour].clone());
            all.sort_unstable_by_key(key);
            expected.sort_unstable_by_key(key);
            same("deal.tokens and deal.token_box", all, expected)?;
        }
        same("deal.disks", sorted(&self.disks), rules.disks().collect())?;
        same("deal.requests", sorted(&self.requests), (0..data.requests.len() as u8).collect())?;
        let both: Vec<Card> = self.sophistry.iter().chain(&self.syllogism).copied().collect();
        same("deal.sophistry and deal.syllogism", sorted(&both), rules.deck.cards().collect())?;
        if self.sophistry.iter().any(|card| !card.is_sophistry())
            || self.syllogism.iter().any(|card| !card.is_syllogism())
        {
            return Err("deal: a card in the wrong deck of arguments".to_owned());
        }
        for (deck, cards) in self.oracles.iter().enumerate() {
            let expected = of_bits(rules.oracles()).filter(|card| data.oracles[card.index()].deck == deck);
            same("deal.oracles", sorted(cards), expected.collect())?;
        }
        let fates = if rules.solo() { data.fates.iter().map(|fate| fate.place).collect() } else { Vec::new() };
        same("deal.moirai", sorted(&self.moirai), sorted(&fates))
    }

    /// Returns the bonus of the token at `place`, if there is one.
    pub fn token(&self, place: Place) -> Option<Bonus> {
        self.tokens.iter().find(|(at, _)| *at == place).map(|(_, bonus)| *bonus)
    }

    /// Returns the number of `good` that a philosopher starts with.
    pub(super) fn item(rules: &Rules, philosopher: u8, good: Good) -> u8 {
        rules.data.philosophers[usize::from(philosopher)].items[good as usize]
    }
}

/// Iterates over the places of a colour that get a token, in the order of the table.
fn token_places(rules: &Rules, philosophers: &[u8], colour: usize) -> impl Iterator<Item = Place> {
    let starts = philosophers.iter().map(|&one| rules.data.philosophers[usize::from(one)].start).collect();
    rules.data.by_colour[colour].within(rules.towns).without(starts).iter()
}

fn sorted<T: Ord + Copy>(all: &[T]) -> Vec<T> {
    let mut all = all.to_vec();
    all.sort_unstable();
    all
}

fn sorted_unique(all: &[u8]) -> Vec<u8> {
    let mut all = sorted(all);
    all.dedup();
    all
}

fn same<T: PartialEq>(what: &str, found: Vec<T>, expected: Vec<T>) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => {
            Err(format!("{what}: not each card of the tables once, {} found, expected {}", found.len(), expected.len()))
        }
    }
}
