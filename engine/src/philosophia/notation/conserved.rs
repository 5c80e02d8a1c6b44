//! Consistency of a parsed state: each card, token and disk is in one place, and the players still to be asked can
//! answer.

use std::collections::BTreeMap;

use crate::philosophia::action::Action;
use crate::philosophia::card::Card;
use crate::philosophia::condition::Condition;
use crate::philosophia::data::{Bonus, COLOURS, Reward};
use crate::philosophia::moves::with_targets;
use crate::philosophia::oracle::of_bits;
use crate::philosophia::phase::Node;
use crate::philosophia::place::Places;
use crate::philosophia::player::{NONE, Player, THREE};
use crate::philosophia::rules::Rules;
use crate::philosophia::state::{OPEN, State};

/// Checks that no component in `state` occurs more often than it exists or, if the state is `whole`, less often. The
/// error names the component.
pub(super) fn check_counts(rules: &Rules, state: &State, whole: bool) -> Result<(), String> {
    let (data, players) = (&*rules.data, &state.players[..rules.players]);
    let people = || players.iter().enumerate().filter(|(who, _)| !rules.is_moirai(*who)).map(|(_, player)| player);
    let all = |of: &dyn Fn(&Player) -> Places| players.iter().flat_map(|player| of(player).iter()).collect::<Vec<_>>();

    let named = players.iter().map(|player| &data.philosophers[usize::from(player.philosopher)].name);
    count("players.philosopher", named, data.philosophers.iter().map(|one| &one.name), false)?;
    let asked: Vec<u8> = people().map(|player| player.request).filter(|request| *request != NONE).collect();
    let name = |request: &u8| &data.requests[usize::from(*request)].name;
    count("players.request", asked.iter().map(name), data.requests.iter().map(|one| &one.name), false)?;
    if whole && asked.len() < people().count() {
        return Err("players.request: missing".to_owned());
    }
    if usize::from(state.next_number) > rules.players + 1 {
        return Err(format!("next_number: {}, expected {} or less", state.next_number, rules.players + 1));
    }
    count("players.number", players.iter().filter_map(Player::number), 1..state.next_number, whole)?;
    count("players.schools", all(&|player| player.schools), rules.towns.iter(), false)?;

    let held = |kind: usize| players.iter().map(move |player| usize::from(player.holdings()[kind])).sum::<usize>();
    for (kind, what) in ["builders", "sophists", "study tokens"].into_iter().enumerate() {
        let (found, there) = (held(kind) + usize::from(state.supply[kind]), usize::from(rules.supply[kind]));
        if found > there || whole && found < there {
            return Err(format!("supply and players: {found} {what}, expected {there}"));
        }
    }

    let hands = players.iter().map(|player| player.arguments).chain(state.debate.piles);
    let hands: Vec<Card> = hands.flat_map(|hand| hand.cards().collect::<Vec<_>>()).collect();
    let decks = state.sophistry.items().iter().chain(state.syllogism.items()).copied();
    let arguments = hands.iter().copied().chain(state.debate.led).chain(decks).chain(state.moirai_stack());
    let (divine, arguments): (Vec<Card>, Vec<Card>) = arguments.partition(|card| *card == Card::DIVINE);
    count("arguments", arguments, rules.deck.cards(), whole)?;
    if state.sophistry.items().iter().any(|card| !card.is_sophistry())
        || state.syllogism.items().iter().any(|card| !card.is_syllogism())
    {
        return Err("sophistry, syllogism: a card in the wrong deck".to_owned());
    }

    for (oracle, deck) in state.oracle_decks.iter().enumerate() {
        if let Some(card) = deck.items().iter().find(|card| data.oracles[card.index()].deck != oracle) {
            return Err(format!("oracle_decks.{}: {card} is not of that oracle", data.oracle_places[oracle].name()));
        }
    }
    let held = players.iter().map(|player| player.oracles).chain([state.gone]).flat_map(of_bits);
    let decks = state.oracle_decks.iter().flat_map(|deck| deck.items().iter().copied());
    let played = divine.iter().flat_map(|_| of_bits(1 << data.divine));
    count("oracle cards", held.chain(decks).chain(played), of_bits(rules.oracles()), whole)?;

    let disk = |disk: u8| &data.disks[usize::from(disk)];
    let kept = rules.disks().filter(|one| disk(*one).reward == Reward::Favour);
    let kept: Vec<u8> =
        kept.flat_map(|one| players.iter().filter(|who| who.unknown_oracle).map(move |_| one)).collect();
    let found = state.disks.items().iter().copied().chain(kept);
    count("disks", found.map(|one| &disk(one).name), rules.disks().map(|one| &disk(one).name), whole)?;

    let tokens = || state.tokens.iter().chain(all(&|player| player.tokens));
    count("tokens", tokens(), rules.towns.iter(), false)?;
    for (colour, word) in COLOURS.into_iter().enumerate() {
        let here: Vec<_> = tokens().filter(|place| data.colour(*place) == Some(colour)).collect();
        let (found, there) = (here.len(), usize::from(state.placed[colour]));
        if whole && found != there {
            return Err(format!("tokens: {found} of colour {word}, expected {there}"));
        }
        if whole {
            let bonuses = here.iter().map(|place| state.bonus[place.index()].to_string());
            count(
                &format!("tokens of colour {word}"),
                bonuses,
                data.tokens[colour].iter().map(Bonus::to_string),
                false,
            )?;
        }
    }

    let fates = state.moirai.deck.items().iter().chain(state.moirai.discards.items());
    let there = data.fates.iter().map(|fate| fate.place).filter(|_| rules.solo());
    count("moirai.deck and moirai.discards", fates.copied(), there, whole)
}

/// Checks that the player to move and those asked after that player can answer. The error gives the reason.
pub(super) fn check_answerable(rules: &Rules, state: &State) -> Result<(), String> {
    let (rest, node) = (state.rest.items(), state.node.word());
    let wrong = |what: &str| Err(format!("node \"{node}\": {what}"));
    if rest.iter().any(|who| usize::from(*who) >= rules.seats.get()) {
        return wrong("a player still to be asked is not a seat");
    }
    let finishes = |who: &u8| state.players[usize::from(*who)].labyrinth >= THREE;
    let turn_of = &state.players[usize::from(state.turn_of)];
    match state.node {
        Node::Retract | Node::Bid if rest.contains(&state.to_move) => {
            wrong("the player to move is also among those still to be asked")
        }
        Node::Retract => {
            let mut legal = false;
            let before = State { to_move: state.turn_of, ..state.clone() };
            if let Some(Action::Card(card, _)) = state.card {
                with_targets(rules, &before, card, &mut |action| legal |= Some(action) == state.card);
            }
            if legal { Ok(()) } else { wrong("pending.card has no legal target") }
        }
        Node::Bid => {
            let waits = |who: u8| who == state.to_move || rest.contains(&who);
            let bid = |who: u8| state.bids[usize::from(who)];
            let paid = |who: u8| bid(who) <= state.players[usize::from(who)].coins;
            match (0..rules.seats.get() as u8).find(|who| if waits(*who) { bid(*who) != OPEN } else { !paid(*who) }) {
                Some(who) => {
                    wrong(&format!("the bid of {} is missing, premature, or more than the player can pay", who + 1))
                }
                None => Ok(()),
            }
        }
        Node::Return if state.left > state.mover().cards() => wrong("more cards to return than the player has"),
        Node::Judge if turn_of.has_claimed(Condition::Learn) || turn_of.labyrinth >= THREE => {
            wrong("the condition \"learn\" was already collected for")
        }
        Node::Buy if state.stopped.items().iter().any(|who| rest.contains(who)) => {
            wrong("a player who has stopped buying is still in the order")
        }
        Node::Buy if !rest.iter().all(finishes) => wrong("a buyer has not finished"),
        Node::Lead | Node::Reply | Node::Lay
            if state.debate.is_final && !state.debate.circle.items().iter().all(finishes) =>
        {
            wrong("a player in the final debate has not finished")
        }
        _ => Ok(()),
    }
}

fn count<T: ToString>(
    what: &str,
    found: impl IntoIterator<Item = T>,
    there: impl IntoIterator<Item = T>,
    whole: bool,
) -> Result<(), String> {
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    found.into_iter().for_each(|one| counts.entry(one.to_string()).or_default()[0] += 1);
    there.into_iter().for_each(|one| counts.entry(one.to_string()).or_default()[1] += 1);
    let wrong = counts.into_iter().find(|(_, [found, there])| found > there || whole && found < there);
    wrong.map_or(Ok(()), |(one, [found, there])| Err(format!("{what}: {found} of {one} in all, expected {there}")))
}
