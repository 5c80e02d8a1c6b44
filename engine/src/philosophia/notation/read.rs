//! Parsing of states: complete ones, or excerpts in which missing values are 0, empty or untouched.
//!
//! Missing decks hold the cards that no player holds. A deck given as a number holds that many cards in an arbitrary
//! order. Nothing may occur twice. A state that gives its supply is complete, and nothing may be missing from it.

use std::collections::BTreeMap;
use std::fmt::Display;

use ergo_core::rng::{Seed, shuffle};
use ergo_core::seat::MAX_SEATS;

use super::conserved::{check_answerable, check_counts};
use super::deal::{parse, read_all, read_once};
use super::written::{CardsText, MoiraiText, Pending, PlayerText, StateText};
use crate::philosophia::action::Action;
use crate::philosophia::card::{Card, Hand};
use crate::philosophia::condition::Condition;
use crate::philosophia::data::Item;
use crate::philosophia::moves::list;
use crate::philosophia::names::{disk_named, philosopher_named, request_named};
use crate::philosophia::oracle::{Oracle, of_bits};
use crate::philosophia::phase::{EndedBy, Node};
use crate::philosophia::place::{Place, Places};
use crate::philosophia::player::{BUILDERS, CUBES, NONE, Player, SCHOOLS, THREE};
use crate::philosophia::rules::Rules;
use crate::philosophia::score::all_scores;
use crate::philosophia::stack::Stack;
use crate::philosophia::state::{DECK, Debate, OPEN, State};

/// An upper bound on the number of turns.
const MOST_TURNS: u32 = 1_000_000;
/// An upper bound on the number of times a player consults one oracle.
const MOST_CONSULTED: u8 = 100;
/// An upper bound on the coins of a player.
const MOST_COINS: usize = 30_000;

/// Parses a word. An error names the key.
fn read<T, E: Display>(key: &str, word: &str, read: impl Fn(&str) -> Result<T, E>) -> Result<T, String> {
    read(word).map_err(|error| format!("{key}: {error}"))
}

/// The state being parsed, and the rules.
struct Reader<'a> {
    rules: &'a Rules,
    state: State,
}

impl StateText {
    /// Returns the state. Its further chance comes from a fixed seed.
    ///
    /// # Errors
    ///
    /// If a word is unknown or the state is impossible. The message names the key.
    pub fn read(&self, rules: &Rules) -> Result<State, String> {
        let mut reader = Reader { rules, state: State::bare(Seed::master(0)) };
        reader.players(&self.players)?;
        reader.turn(self)?;
        reader.board(self)?;
        reader.pending(&self.pending)?;
        reader.decks(self)?;
        reader.moirai(self.moirai.as_ref())?;
        let mut state = reader.state;
        // Only a complete state gives its supply. Much can be missing from an excerpt.
        check_counts(rules, &state, self.supply.is_some())?;
        check_answerable(rules, &state)?;
        state.fresh_memories(rules);
        if state.node == Node::Take {
            let who = state.to_move.into();
            state.look(rules, who);
        }
        state.before = all_scores(rules, &state);
        let mut legal = Vec::new();
        list(rules, &state, &mut legal);
        match legal.is_empty() && state.node != Node::Over {
            true => Err(format!("node \"{}\": no action is legal", state.node.word())),
            false => Ok(state),
        }
    }
}

impl Reader<'_> {
    /// Returns the 0-based index of a player counted from 1.
    fn who(&self, key: &str, number: usize) -> Result<u8, String> {
        match (1..=self.rules.players).contains(&number) {
            true => Ok(number as u8 - 1),
            false => Err(format!("{key}: {number}, expected 1 to {}", self.rules.players)),
        }
    }

    fn row(&self, key: &str, numbers: Option<&Vec<usize>>) -> Result<Stack<u8, MAX_SEATS>, String> {
        let numbers = numbers.map_or(&[] as &[usize], |all| all);
        if numbers.len() > MAX_SEATS {
            return Err(format!("{key}: {} seats, expected {MAX_SEATS} or fewer", numbers.len()));
        }
        let mut row = Stack::default();
        for &number in numbers {
            match self.who(key, number)? {
                who if row.items().contains(&who) => return Err(format!("{key}: {number} occurs twice")),
                who => row.push(who),
            }
        }
        Ok(row)
    }

    fn places(&self, key: &str, words: &[String]) -> Result<Places, String> {
        let all: Places = read_once(key, words, parse::<Place>)?.into_iter().collect();
        match all.without(self.rules.towns).iter().next() {
            Some(place) => Err(format!("{key}: {place} is not a town in play")),
            None => Ok(all),
        }
    }

    fn tokens(&mut self, key: &str, tokens: &BTreeMap<String, String>) -> Result<Places, String> {
        let mut all = Places::NONE;
        for (place, bonus) in tokens {
            let place = read(key, place, parse::<Place>)?;
            self.state.bonus[place.index()] = read(key, bonus, parse)?;
            all.add(place);
        }
        match all.without(self.rules.towns).iter().next() {
            Some(place) => Err(format!("{key}: {place} cannot have a token")),
            None => Ok(all),
        }
    }

    fn players(&mut self, players: &[PlayerText]) -> Result<(), String> {
        if players.len() != self.rules.players {
            return Err(format!("players: {} of them, expected {}", players.len(), self.rules.players));
        }
        let mut philosophers = Vec::new();
        for (who, text) in players.iter().enumerate() {
            let player = self.player(who, text)?;
            philosophers.push(player.philosopher);
            self.state.players[who] = player;
        }
        let at: Places = self.state.players[..players.len()].iter().map(|player| player.at).collect();
        if at.len() != players.len() {
            return Err("players.at: two players are at the same place".to_owned());
        }
        self.state.placed = self.rules.placed(&philosophers);
        let numbers = self.state.players.iter().map(|player| player.number).max();
        self.state.next_number = numbers.unwrap_or(0) + 1;
        Ok(())
    }

    fn player(&mut self, who: usize, text: &PlayerText) -> Result<Player, String> {
        let data = &*self.rules.data;
        let philosopher = read("players.philosopher", &text.philosopher, philosopher_named)?;
        let at = match &text.at {
            Some(word) => read("players.at", word, parse::<Place>)?,
            None => data.philosophers[usize::from(philosopher)].start,
        };
        if !self.rules.places.contains(at) {
            return Err(format!("players.at: {at} is not in play with these rules"));
        }
        let claimed = read_once("players.claimed", &text.claimed, parse::<Condition>)?;
        let tokens_by_claims = if claimed.contains(&Condition::Olympic) { THREE } else { claimed.len() as u8 };
        let mut player = Player {
            philosopher,
            at,
            coins: text.coins,
            builders: text.builders,
            sophists: text.sophists,
            study: text.study,
            wisdom: text.wisdom,
            followings: self.places("players.followings", &text.followings)?,
            schools: self.places("players.schools", &text.schools)?,
            tokens: self.tokens("players.tokens", &text.tokens)?,
            debates: text.debates,
            request: match &text.request {
                Some(word) => read("players.request", word, request_named)?,
                None => NONE,
            },
            labyrinth: text.labyrinth.unwrap_or(tokens_by_claims),
            number: text.number.unwrap_or(0),
            unknown_oracle: text.unknown_oracle,
            claimed: claimed.into_iter().collect(),
            ..Player::default()
        };
        for (key, found, most) in [
            ("coins", usize::from(player.coins), MOST_COINS),
            ("builders", player.builders.into(), BUILDERS.into()),
            ("sophists", player.sophists.into(), 100),
            ("study", player.study.into(), 1),
            ("wisdom", player.wisdom.into(), THREE.into()),
            ("debates", player.debates.into(), THREE.into()),
            ("labyrinth", player.labyrinth.into(), THREE.into()),
            ("number", player.number.into(), MAX_SEATS),
            ("followings", player.followings.len(), CUBES.into()),
            ("schools", player.schools.len(), SCHOOLS.into()),
        ] {
            if found > most {
                return Err(format!("players.{key}: {found}, expected {most} or fewer"));
            }
        }
        let cards = self.cards("players.arguments", &text.arguments)?;
        for &card in &cards {
            player.counts[usize::from(card.is_syllogism())] += 1;
        }
        match self.rules.is_moirai(who) {
            true => self.state.moirai.stack = cards.into_iter().map(|card| (card, false)).collect(),
            false => player.arguments = cards.into_iter().collect(),
        }
        for card in read_once("players.oracles", &text.oracles, parse::<Oracle>)? {
            player.oracles |= card.bit();
        }
        player.oracle_count = player.oracles.count_ones() as u8;
        if player.has_claimed(Condition::Oracles) {
            player.shown = player.oracles & data.favours;
        }
        for (name, times) in &text.consulted {
            let oracle =
                data.oracle_named(name).ok_or_else(|| format!("players.consulted: \"{name}\" is not an oracle"))?;
            if *times > MOST_CONSULTED {
                return Err(format!("players.consulted.{name}: {times}, expected {MOST_CONSULTED} or fewer"));
            }
            player.consulted[oracle] = *times;
        }
        Ok(player)
    }

    /// Parses argument cards of these rules, up to the size of the deck.
    fn cards(&self, key: &str, words: &[String]) -> Result<Vec<Card>, String> {
        let cards = read_all(key, words, parse::<Card>)?;
        if let Some(card) = cards.iter().find(|&&card| self.rules.deck.count(card) == 0) {
            return Err(format!("{key}: {card} is not in the decks of these rules"));
        }
        match cards.len() > self.rules.deck.len() {
            true => Err(format!("{key}: {} cards, expected {} or fewer", cards.len(), self.rules.deck.len())),
            false => Ok(cards),
        }
    }

    fn turn(&mut self, text: &StateText) -> Result<(), String> {
        let players = self.rules.players as u32;
        let turn_of = self.who("turn_of", text.turn_of)?;
        let to_move = text.to_move.map(|number| self.who("to_move", number)).transpose()?;
        let node = read("node", &text.node, parse)?;
        if text.round == 0 {
            return Err("round: 0, expected 1 or more".to_owned());
        }
        if text.turn.is_some_and(|turn| turn > MOST_TURNS) {
            return Err(format!("turn: expected {MOST_TURNS} or less"));
        }
        let last = self.rules.data.timeline.len() as u8 - 1;
        if text.timeline > last {
            return Err(format!("timeline: {}, expected 0 to {last}", text.timeline));
        }
        let state = &mut self.state;
        state.round = text.round;
        state.turn = text.turn.unwrap_or((u32::from(text.round) - 1) * players + u32::from(turn_of) + 1);
        state.turn_of = turn_of;
        state.turns = turn_of;
        state.to_move = to_move.unwrap_or(turn_of);
        state.node = node;
        state.timeline = text.timeline;
        state.next_number = text.next_number.unwrap_or(state.next_number);
        if let Some(word) = &text.turn_token {
            state.turn_token = Some(read("turn_token", word, parse)?);
        }
        if let Some(result) = &text.result {
            state.ended = Some(read("result.ended_by", &result.ended_by, parse)?);
        }
        if state.ended.is_some() != (node == Node::Over) {
            return Err("node and result: expected a result exactly if the node is over".to_owned());
        }
        let asked = usize::from(state.to_move) < self.rules.seats.get();
        if node != Node::Over && !asked {
            return Err(format!("to_move: {} is not a seat", state.to_move + 1));
        }
        Ok(())
    }

    fn board(&mut self, text: &StateText) -> Result<(), String> {
        self.state.tokens = self.tokens("tokens", &text.tokens)?;
        self.state.tokens_seen = self.places("tokens_seen", &text.tokens_seen)?.within(self.state.tokens);
        let at = self.state.mover().at;
        if self.state.node == Node::Token {
            if !self.state.tokens.contains(at) {
                return Err(format!("tokens: none at {at}, expected one for node \"token\""));
            }
            self.state.tokens_seen.add(at);
        }
        let players = &self.state.players[..self.rules.players];
        let sum =
            |what: &dyn Fn(&Player) -> u8| players.iter().map(|player| u16::from(what(player))).sum::<u16>() as u8;
        let held = [sum(&|player| player.builders), sum(&|player| player.sophists), sum(&|player| player.study)];
        self.state.supply = match &text.supply {
            Some(supply) => [supply.builders, supply.sophists, supply.study],
            None => std::array::from_fn(|kind| self.rules.supply[kind].saturating_sub(held[kind])),
        };
        let kept = self.state.players.iter().any(|player| player.unknown_oracle);
        let kept = disk_named("unknown_oracle").ok().filter(|_| kept);
        let disks = match &text.disks {
            Some(words) => read_once("disks", words, disk_named)?,
            None => self.rules.disks().filter(|disk| Some(*disk) != kept).collect(),
        };
        self.state.disks = disks.into_iter().collect();
        let top = self.state.top_disk();
        let seen = read_once("disks_seen", text.disks_seen.as_deref().unwrap_or_default(), disk_named)?;
        self.state.disks_seen = seen.into_iter().chain(top).map(|disk| 1 << disk).fold(0, |all, bit: u16| all | bit);
        self.state.disks_seen |= kept.map_or(0, |disk| 1 << disk);
        for card in read_once("box", &text.gone, parse::<Oracle>)? {
            self.state.gone |= card.bit();
        }
        Ok(())
    }

    fn pending(&mut self, pending: &Pending) -> Result<(), String> {
        let node = self.state.node;
        let missing = |key: &str| format!("pending.{key} is missing, expected for node \"{}\"", node.word());
        self.state.left = pending.left.unwrap_or(0);
        match node {
            Node::Retract => {
                let card = format!("card:{}", pending.card.as_ref().ok_or_else(|| missing("card"))?);
                let action: Action = read("pending.card", &card, parse)?;
                self.state.card = Some(action);
                self.state.rest = self.row("pending.rest", pending.rest.as_ref())?;
                // The card is in the box while others may cancel it.
                if let Action::Card(card, _) = action {
                    self.state.gone |= card.bit();
                }
            }
            Node::Return | Node::Place if self.state.left == 0 => return Err(missing("left")),
            Node::Bid => {
                self.state.offered_by = self.who("pending.by", pending.by.ok_or_else(|| missing("by"))?)?;
                self.state.rest = self.row("pending.rest", pending.rest.as_ref())?;
                let bids = pending.bids.as_deref().unwrap_or_default();
                for (who, bid) in bids.iter().take(MAX_SEATS).enumerate() {
                    self.state.bids[who] = bid.unwrap_or(OPEN);
                }
            }
            Node::Buy => {
                self.state.rest = self.row("pending.order", pending.order.as_ref())?;
                self.state.stopped = self.row("pending.stopped", pending.stopped.as_ref())?;
                if self.state.rest.items().first() != Some(&self.state.to_move) {
                    return Err("pending.order: expected the player to move first".to_owned());
                }
            }
            Node::Lead | Node::Reply | Node::Lay => self.debate(pending, &missing)?,
            Node::Over if self.state.ended == Some(EndedBy::FinalDebate) => {
                self.state.debate.is_final = true;
                self.piles(pending)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn piles(&mut self, pending: &Pending) -> Result<(), String> {
        for (number, words) in pending.piles.iter().flatten() {
            let wrong = || format!("pending.piles: \"{number}\" is not a seat");
            let who = usize::from(self.who("pending.piles", number.parse().map_err(|_| wrong())?)?);
            self.state.debate.parties |= 1 << who;
            if words.len() > self.rules.deck.len() {
                return Err(format!("pending.piles: {} cards, more than the deck has", words.len()));
            }
            self.state.debate.piles[who] = read_all("pending.piles", words, parse::<Card>)?.into_iter().collect();
        }
        Ok(())
    }

    fn debate(&mut self, pending: &Pending, missing: &dyn Fn(&str) -> String) -> Result<(), String> {
        let attacker = self.who("pending.attacker", pending.attacker.ok_or_else(|| missing("attacker"))?)?;
        let initiator = pending.initiator.map(|number| self.who("pending.initiator", number)).transpose()?;
        let debate = Debate {
            is_final: pending.is_final.unwrap_or(false),
            initiator: initiator.unwrap_or(0),
            circle: self.row("pending.circle", pending.circle.as_ref())?,
            led: pending.led.as_ref().map(|word| read("pending.led", word, parse)).transpose()?,
            attacker,
            defender: pending.defender.map(|number| self.who("pending.defender", number)).transpose()?,
            must: pending.must.unwrap_or(false),
            ..Debate::default()
        };
        self.state.debate = debate;
        self.piles(pending)?;
        let node = self.state.node;
        let in_circle = |who: u8| debate.circle.items().contains(&who);
        let attacks = match node {
            Node::Lay => debate.circle.items() == [attacker],
            _ => debate.circle.len() > 1 && in_circle(attacker) && debate.defender.is_some_and(in_circle),
        };
        let asked = if node == Node::Reply { debate.defender } else { Some(attacker) };
        if !attacks || asked != Some(self.state.to_move) || (node == Node::Reply) != debate.led.is_some() {
            return Err("pending: circle, attacker, defender, led and to_move contradict each other".to_owned());
        }
        let parties = debate.circle.items().iter().map(|who| 1 << who).fold(0, |all, bit: u8| all | bit);
        self.state.debate.parties |= parties | initiator.map_or(0, |who| 1 << who);
        if !debate.is_final && (initiator.is_none() || self.state.debate.parties.count_ones() != 2) {
            return Err("pending: expected an initiator and one opponent in a public debate".to_owned());
        }
        Ok(())
    }

    fn decks(&mut self, text: &StateText) -> Result<(), String> {
        let state = &self.state;
        let mut left = self.rules.deck;
        let hands = state.players.iter().map(|player| player.arguments).chain(state.debate.piles);
        let known = hands.flat_map(|hand| hand.cards().collect::<Vec<_>>());
        known.chain(state.moirai_stack()).chain(state.debate.led).for_each(|card| left.take(card));
        self.state.sophistry = self.deck("sophistry", text.sophistry.as_ref(), &left, Card::is_sophistry)?;
        self.state.syllogism = self.deck("syllogism", text.syllogism.as_ref(), &left, Card::is_syllogism)?;
        let held = self.state.players.iter().fold(self.state.gone, |all, player| all | player.oracles);
        let played = self.state.debate.led.into_iter().chain(self.state.debate.piles.iter().flat_map(Hand::kinds));
        let divine = u32::from(played.into_iter().any(|card| card == Card::DIVINE)) << self.rules.data.divine;
        for oracle in 0..self.state.oracle_decks.len() {
            let name = self.rules.data.oracle_places[oracle].name();
            let cards = match text.oracle_decks.as_ref().and_then(|decks| decks.get(name)) {
                Some(words) => read_once("oracle_decks", words, parse::<Oracle>)?,
                None => {
                    let free = of_bits(self.rules.oracles() & !held & !divine);
                    free.filter(|card| self.rules.data.oracles[card.index()].deck == oracle).collect()
                }
            };
            self.state.oracle_decks[oracle] = cards.into_iter().rev().collect();
        }
        Ok(())
    }

    /// Parses a deck of arguments, the top card last.
    fn deck(
        &self,
        key: &str,
        cards: Option<&CardsText>,
        left: &Hand,
        fits: impl Fn(Card) -> bool,
    ) -> Result<Stack<Card, DECK>, String> {
        let mut free: Vec<Card> = left.cards().filter(|card| fits(*card)).collect();
        let cards = match cards {
            Some(CardsText::List(words)) => {
                let mut cards = self.cards(key, words)?;
                cards.reverse();
                cards
            }
            Some(CardsText::Count(count)) if *count > free.len() => {
                return Err(format!("{key}: {count} cards, but only {} are free", free.len()));
            }
            count => {
                shuffle(&mut Seed::master(0).derive(key, &[]).rng(), &mut free);
                free.truncate(match count {
                    Some(CardsText::Count(count)) => *count,
                    _ => free.len(),
                });
                free
            }
        };
        match cards.len() > DECK {
            true => Err(format!("{key}: {} cards, expected {DECK} or fewer", cards.len())),
            false => Ok(cards.into_iter().collect()),
        }
    }

    fn moirai(&mut self, text: Option<&MoiraiText>) -> Result<(), String> {
        let data = &*self.rules.data;
        if !self.rules.solo() {
            return match text {
                Some(_) => Err("moirai: expected only in solo".to_owned()),
                None => Ok(()),
            };
        }
        let Some(text) = text else {
            self.state.moirai.deck = data.fates.iter().map(|fate| fate.place).collect();
            return Ok(());
        };
        let deck = read_once("moirai.deck", &text.deck, parse::<Place>)?;
        let discards = read_once("moirai.discards", &text.discards, parse::<Place>)?;
        let mut all = deck.iter().chain(&discards);
        if let Some(card) = all.find(|card| data.fates.iter().all(|fate| fate.place != **card)) {
            return Err(format!("moirai: no card of theirs leads to {card}"));
        }
        let items = data.fates.iter().chain(&data.double_sided).flat_map(|fate| fate.boxes.iter().flatten());
        let items: Vec<Item> = items.copied().collect();
        let item = |word: &str| {
            let found = items.iter().copied().find(|item| item.written() == word);
            found.ok_or_else(|| format!("\"{word}\" is nothing they are given"))
        };
        let side = data.double_sided.iter().position(|side| side.place.name() == text.side);
        let moirai = &mut self.state.moirai;
        moirai.side = side.ok_or_else(|| format!("moirai.side: \"{}\" is not a side", text.side))? as u8;
        moirai.deck = deck.into_iter().rev().collect();
        moirai.discards = discards.into_iter().collect();
        let queue = read_all("moirai.queue", &text.queue, item)?;
        if queue.len() > 8 {
            return Err(format!("moirai.queue: {} things, expected 8 or fewer", queue.len()));
        }
        moirai.queue = queue.into_iter().collect();
        Ok(())
    }
}
