//! The text form of a state: complete, or as one seat sees it, with `?` for unknown components.

use std::collections::BTreeMap;
use std::fmt::Display;

use ergo_core::seat::MAX_SEATS;
use serde::Serialize;

use super::deal::words;
use super::written::{CardsText, MoiraiText, PlayerText, ResultText, StateText, Supply};
use crate::maps::map_of;
use crate::philosophia::action::Action;
use crate::philosophia::card::Card;
use crate::philosophia::data::{Data, Item, data};
use crate::philosophia::oracle::of_bits;
use crate::philosophia::phase::{EndedBy, Node};
use crate::philosophia::place::Places;
use crate::philosophia::player::{HIDDEN, NONE, Player};
use crate::philosophia::rules::Rules;
use crate::philosophia::score::{all_scores, outcome};
use crate::philosophia::stack::Stack;
use crate::philosophia::state::{Debate, OPEN, SEALED, State};

/// The short name of [`PhilosophiaStateView`] within `philosophia`.
pub use self::PhilosophiaStateView as StateView;

/// A state as text.
pub type PhilosophiaStateView = StateText<PendingView>;

/// Details of the pending choice.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[allow(missing_docs, private_interfaces)]
pub enum PendingView {
    Token { bonus: String },
    Retract { card: String, by: u8, rest: Vec<u8> },
    Left { left: u8 },
    Bid { by: u8, bids: Vec<BidView>, rest: Vec<u8> },
    Buy { order: Vec<u8>, stopped: Vec<u8> },
    Debate(Box<DebateView>),
    Piles { piles: BTreeMap<u8, Vec<String>> },
    Nothing {},
}

/// A bid: `null` if open, `?` if sealed.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum BidView {
    Open(()),
    Sealed(&'static str),
    Made(u16),
}

#[derive(Clone, Debug, Serialize)]
struct DebateView {
    #[serde(rename = "final")]
    is_final: bool,
    initiator: Option<u8>,
    circle: Vec<u8>,
    piles: BTreeMap<u8, Vec<String>>,
    led: Option<String>,
    attacker: u8,
    defender: Option<u8>,
    must: bool,
}

/// Returns seats counted from 1.
fn numbers(seats: &Stack<u8, MAX_SEATS>) -> Vec<u8> {
    seats.items().iter().map(|who| who + 1).collect()
}

pub(super) fn bids(state: &State, players: usize) -> Vec<BidView> {
    let bid = |bid: &u16| match *bid {
        OPEN => BidView::Open(()),
        SEALED => BidView::Sealed("?"),
        made => BidView::Made(made),
    };
    state.bids[..players].iter().map(bid).collect()
}

impl Item {
    /// Returns the notation of the item.
    pub fn written(self) -> String {
        match self {
            Item::Coins(amount) => format!("c{amount}"),
            Item::Following => "F".to_owned(),
            Item::FollowingAnywhere => "F*".to_owned(),
            Item::School => "S".to_owned(),
            Item::Wisdom => "W".to_owned(),
            Item::Sophistry => "so".to_owned(),
            Item::Syllogism => "sy".to_owned(),
            Item::Timeline => "T".to_owned(),
            Item::Auction => "A".to_owned(),
            Item::Debate => "D".to_owned(),
        }
    }
}

/// Facts that a view shows and that are not part of the state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ViewContext {
    /// Number of players, including the Moirai.
    pub(crate) players: u8,
    /// True if the last player is the Moirai.
    pub(crate) solo: bool,
    pub(crate) scores: [i32; MAX_SEATS],
    /// The winners, one bit per seat.
    pub(crate) winners: u8,
}

impl ViewContext {
    /// Returns the context of `state`.
    pub(crate) fn new(rules: &Rules, state: &State) -> Self {
        let over = state.node == Node::Over;
        let winners = over.then(|| outcome(rules, state).winners);
        let bits = winners.iter().flat_map(|all| all.entries().filter(|(_, won)| **won)).map(|(at, _)| 1 << at.index());
        ViewContext {
            players: rules.players as u8,
            solo: rules.solo(),
            scores: all_scores(rules, state),
            winners: bits.sum(),
        }
    }
}

impl StateView {
    /// Returns the text form of `state`.
    pub fn from_state(rules: &Rules, state: &State) -> Self {
        StateView::around(&ViewContext::new(rules, state), state)
    }

    pub(super) fn around(around: &ViewContext, state: &State) -> Self {
        let (data, players) = (data(), usize::from(around.players));
        let disk = |disk: &u8| if *disk == HIDDEN { "?" } else { &data.disks[usize::from(*disk)].name };
        let scores = around.scores[..players].to_vec();
        let deck = |cards: &[Card]| words(cards.iter().rev());
        let seen = (0..data.disks.len() as u8).filter(|disk| state.disks_seen & 1 << disk != 0);
        let oracles = data.oracle_places.iter().zip(&state.oracle_decks);
        StateView {
            round: state.round,
            turn: Some(state.turn),
            turn_of: usize::from(state.turn_of) + 1,
            to_move: (state.node != Node::Over).then_some(usize::from(state.to_move) + 1),
            node: state.node.to_string(),
            turn_token: state.turn_token.map(|token| token.to_string()),
            timeline: state.timeline,
            next_number: Some(state.next_number),
            supply: Some(Supply { builders: state.supply[0], sophists: state.supply[1], study: state.supply[2] }),
            players: (0..players).map(|who| player(data, around, state, who)).collect(),
            tokens: tokens(state, state.tokens),
            tokens_seen: words(state.tokens_seen.names()),
            sophistry: Some(match around.solo {
                true => CardsText::List(deck(state.sophistry.items())),
                false => CardsText::Count(state.sophistry.len()),
            }),
            syllogism: Some(CardsText::List(deck(state.syllogism.items()))),
            oracle_decks: Some(map_of(
                oracles.map(|(place, deck)| (place.to_string(), words(deck.items().iter().rev()))),
            )),
            disks: Some(words(state.disks.items().iter().map(disk))),
            disks_seen: Some(sorted(seen.map(|seen| disk(&seen)))),
            gone: sorted(of_bits(state.gone)),
            moirai: around.solo.then(|| moirai(data, state)),
            result: state.ended.map(|ended| ResultText {
                ended_by: ended.to_string(),
                winners: (0..MAX_SEATS).filter(|at| around.winners & 1 << at != 0).map(|at| at + 1).collect(),
                scores: scores.clone(),
            }),
            scores,
            pending: pending(state, players),
        }
    }

    /// Returns the result, if the match is over.
    pub fn result(&self) -> Option<&ResultText> {
        self.result.as_ref()
    }
}

fn sorted<T: Display>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut names = words(all);
    names.sort_unstable();
    names
}

fn tokens(state: &State, places: Places) -> BTreeMap<String, String> {
    map_of(places.iter().map(|place| (place.to_string(), state.bonus[place.index()].to_string())))
}

fn player(data: &'static Data, around: &ViewContext, state: &State, who: usize) -> PlayerText {
    let Player { philosopher, request, oracles, oracle_count, .. } = state.players[who];
    let player = &state.players[who];
    let hidden = usize::from(oracle_count).saturating_sub(oracles.count_ones() as usize);
    let mut held = sorted(of_bits(oracles));
    held.extend(std::iter::repeat_n("?".to_owned(), hidden));
    let consulted = data.oracle_places.iter().zip(player.consulted).filter(|(_, times)| *times > 0);
    PlayerText {
        philosopher: data.philosophers[usize::from(philosopher)].name.clone(),
        at: Some(player.at.to_string()),
        coins: player.coins,
        builders: player.builders,
        sophists: player.sophists,
        study: player.study,
        wisdom: player.wisdom,
        followings: words(player.followings.names()),
        schools: words(player.schools.names()),
        tokens: tokens(state, player.tokens),
        debates: player.debates,
        arguments: match around.solo && who == 1 {
            true => words(state.moirai_stack()),
            false => arguments(player),
        },
        oracles: held,
        consulted: map_of(consulted.map(|(place, times)| (place.to_string(), times))),
        request: match request {
            NONE => None,
            HIDDEN => Some("?".to_owned()),
            known => Some(data.requests[usize::from(known)].name.clone()),
        },
        claimed: words(player.claimed.items()),
        labyrinth: Some(player.labyrinth),
        number: player.number(),
        unknown_oracle: player.unknown_oracle,
    }
}

/// Returns the cards of a hand, with placeholders for cards that the observer does not see.
fn arguments(player: &Player) -> Vec<String> {
    let mut cards: Vec<Card> = player.arguments.cards().collect();
    for (unknown, count) in [(Card::SOPHISTRY, player.counts[0]), (Card::UNKNOWN, player.counts[1])] {
        let syllogism = unknown == Card::UNKNOWN;
        let known = player.arguments.cards().filter(|card| card.is_syllogism() == syllogism).count();
        cards.extend(std::iter::repeat_n(unknown, usize::from(count).saturating_sub(known)));
    }
    words(cards)
}

fn moirai(data: &'static Data, state: &State) -> MoiraiText {
    let moirai = &state.moirai;
    MoiraiText {
        deck: words(moirai.deck.items().iter().rev()),
        discards: words(moirai.discards.items()),
        side: data.double_sided[usize::from(moirai.side)].place.to_string(),
        queue: moirai.queue.items().iter().map(|item| item.written()).collect(),
    }
}

fn pending(state: &State, players: usize) -> PendingView {
    match state.node {
        Node::Token => PendingView::Token { bonus: state.bonus[state.mover().at.index()].to_string() },
        Node::Retract => {
            let card = state.card.map_or(String::new(), |card: Action| card.to_string());
            let card = card.strip_prefix("card:").unwrap_or(&card).to_owned();
            PendingView::Retract { card, by: state.turn_of + 1, rest: numbers(&state.rest) }
        }
        Node::Return | Node::Place => PendingView::Left { left: state.left },
        Node::Bid => {
            PendingView::Bid { by: state.offered_by + 1, bids: bids(state, players), rest: numbers(&state.rest) }
        }
        Node::Buy => PendingView::Buy { order: numbers(&state.rest), stopped: numbers(&state.stopped) },
        Node::Lead | Node::Reply | Node::Lay => PendingView::Debate(Box::new(debate(&state.debate))),
        Node::Over if state.ended == Some(EndedBy::FinalDebate) => PendingView::Piles { piles: piles(&state.debate) },
        _ => PendingView::Nothing {},
    }
}

fn piles(debate: &Debate) -> BTreeMap<u8, Vec<String>> {
    let parties = (0..MAX_SEATS as u8).filter(|who| debate.parties & 1 << who != 0);
    map_of(parties.map(|who| (who + 1, words(debate.piles[usize::from(who)].cards()))))
}

fn debate(debate: &Debate) -> DebateView {
    DebateView {
        is_final: debate.is_final,
        initiator: (!debate.is_final).then_some(debate.initiator + 1),
        circle: numbers(&debate.circle),
        piles: piles(debate),
        led: debate.led.map(|card| card.to_string()),
        attacker: debate.attacker + 1,
        defender: debate.defender.map(|who| who + 1),
        must: debate.must,
    }
}
