//! How Cogito is shown to a person who plays it.

use ergo_agents::news::RoundNews;
use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::candidates::candidates;
use ergo_engine::cogito::card::{Card, Cards, Placed};
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::observe::Observation;
use ergo_engine::cogito::phase::{Phase, Window};
use ergo_engine::seat::Seat;

use crate::arena::scene::{Names, Piece, Scene, Showing, Turn};

/// How it is shown.
pub(super) fn showing() -> Showing<Cogito> {
    Showing {
        scene,
        turns,
        says,
        places,
        since: |game, seen, names| Some(since(game, seen, names)),
        ended,
        ..Showing::generic()
    }
}

/// Every Self that the seat may still be.
pub(super) fn may_be(game: &Cogito, seen: &Observation) -> Cards {
    candidates(&game.0, seen)
}

/// A card as people write it.
fn title(card: Card) -> String {
    let mut letters = card.name().chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn listed(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(title).collect::<Vec<_>>().join(", ")
}

/// A card as it lies in a field.
fn lies(placed: &Placed) -> String {
    let side = if placed.red { " red" } else { " blue" };
    format!("{}{}", title(placed.card), if placed.card == Card::Dream { "" } else { side })
}

fn is_or_are(names: &Names<'_>, seat: Seat) -> String {
    if seat == names.own { "you are".to_owned() } else { format!("{} is", names.of(seat)) }
}

fn scene(game: &Cogito, seen: &Observation, names: &Names<'_>) -> Scene {
    let asked = match seen.phase {
        Phase::Play => "play a card",
        Phase::Trade => "give a card to your left neighbour",
        Phase::Window(Window::Deal) => "declare what you are, or say nothing, before the first card",
        Phase::Window(Window::Play) => "declare what you are, or say nothing, after the card",
        Phase::Window(Window::Draw) => "declare what you are, or say nothing, after all have drawn",
        Phase::Window(Window::Trade) => "declare what you are, or say nothing, after all have given",
        Phase::Window(Window::End) => "declare what you are, or say nothing: nobody has a card left",
        Phase::Over => "over",
    };
    let may = may_be(game, seen);
    let mut facts = vec![("You may be".to_owned(), listed(may.iter()))];
    for seat in game.0.seats.iter() {
        let mut told = Vec::new();
        told.extend(seen.selves[seat].map(|own| format!("is {}", title(own))));
        match seen.lost[seat] {
            Some(_) => told.push("is lost".to_owned()),
            None => {
                let field: Vec<String> = seen.fields[seat].iter().map(lies).collect();
                told.push(format!("field {}", if field.is_empty() { "empty".to_owned() } else { field.join(", ") }));
                if seat != seen.seat {
                    told.push(format!("{} in hand", seen.hand_sizes[seat]));
                }
            }
        }
        let who = if seat == names.own { "You".to_owned() } else { names.of(seat) };
        facts.push((who, told.join("; ")));
    }
    facts.push(("Pile".to_owned(), format!("{} cards", seen.pile)));
    if game.0.games > 1 {
        facts.push(("Scores".to_owned(), names.each(seen.scores.iter())));
    }
    let piece = |card: &Card| Piece { sign: title(*card), name: card.name(), kind: kind(*card), place: None };
    let number = if game.0.games > 1 { format!("Game {}, lap", seen.game) } else { "Lap".to_owned() };
    Scene {
        heading: format!("{number} {}: {asked}", seen.lap),
        hand: seen.hand.cards().iter().map(piece).collect(),
        facts,
        ..Scene::default()
    }
}

fn kind(card: Card) -> u8 {
    match card {
        Card::Dream | Card::Ego => 2,
        card if card.is_category() => 1,
        _ => 0,
    }
}

fn turns(game: &Cogito, seen: &Observation, legal: &[Action]) -> Vec<Turn<Action>> {
    let may = may_be(game, seen);
    let turn = |action: &Action| Turn {
        actions: vec![*action],
        line: action.to_string(),
        effect: effect(game, seen, may, *action),
        cards: match action {
            Action::Play(card) | Action::Give(card) => vec![card.name().to_owned()],
            _ => Vec::new(),
        },
        group: String::new(),
    };
    legal.iter().map(turn).collect()
}

/// The effect of an action, given the cards that the seat may still be.
fn effect(game: &Cogito, seen: &Observation, may: Cards, action: Action) -> String {
    match action {
        Action::Cogito(card) if !may.contains(card) => "you know that you are not".to_owned(),
        Action::Cogito(_) if may.len() == 1 => "certain".to_owned(),
        Action::Cogito(_) => format!("one of {} that you may be", may.len()),
        Action::Play(card) => {
            let reds = may.iter().filter(|own| game.0.diagram.members(card).contains(*own)).count();
            let has_red = seen.fields[seen.seat].iter().any(|placed| placed.red);
            match (card, has_red) {
                (Card::Dream, _) => "sweeps all fields".to_owned(),
                (Card::Ego, true) => "a second red card: lost".to_owned(),
                (Card::Ego, false) => "red for certain".to_owned(),
                _ if !card.is_category() => "blue for certain".to_owned(),
                (_, true) => format!("lost if you are one of {reds} in {}", may.len()),
                (_, false) => format!("red if you are one of {reds} in {}", may.len()),
            }
        }
        Action::Pass => format!("you may still be one of {}", may.len()),
        Action::Give(_) => String::new(),
    }
}

fn says(_: &Cogito, _: &Observation, actions: &[Action]) -> String {
    let said = |action: &Action| match action {
        Action::Pass => "says nothing".to_owned(),
        Action::Cogito(card) => format!("declares: Cogito! I am {}", title(*card)),
        Action::Play(Card::Dream) => "plays Dream: life is but a dream".to_owned(),
        Action::Play(card) => format!("plays {0}: I am not {0}", title(*card)),
        Action::Give(card) => format!("gives {} to the left neighbour", title(*card)),
    };
    actions.iter().map(said).collect::<Vec<_>>().join(", ")
}

fn places(_: &Cogito, _: &Observation, action: Action) -> Vec<String> {
    vec![match action {
        Action::Pass => "pass".to_owned(),
        Action::Cogito(card) => format!("self:{card}"),
        Action::Play(card) | Action::Give(card) => format!("hand:{card}"),
    }]
}

/// The events since the seat's own last card, or since the game began.
fn since(_: &Cogito, seen: &Observation, names: &Names<'_>) -> Vec<String> {
    let own = |event: &Event| matches!(event, Event::Played { seat, .. } if *seat == seen.seat);
    let begin = seen.events.iter().rposition(own).unwrap_or(0);
    seen.events[begin..].iter().flat_map(|event| told(seen, event, names)).collect()
}

/// One thing that happened, in words; windows in which nobody declares are passed over.
fn told(seen: &Observation, event: &Event, names: &Names<'_>) -> Vec<String> {
    match event {
        Event::Played { seat, placed } => {
            let verb = if *seat == names.own { "play" } else { "plays" };
            let how = match placed.card {
                Card::Dream => ": every other card in a field goes under the pile".to_owned(),
                Card::Ego => ", which lies red".to_owned(),
                card if placed.red => {
                    format!(": that is false, {} {}, so it lies red", is_or_are(names, *seat), title(card))
                }
                card => format!(": {} not {}, so it stays blue", is_or_are(names, *seat), title(card)),
            };
            vec![format!("{} {verb} {}{how}", names.of(*seat), title(placed.card))]
        }
        Event::Opened { answers, .. } => {
            let told = |(index, answer): (usize, &Option<Action>)| {
                let Some(Action::Cogito(card)) = answer else { return None };
                let seat = Seat::new(index);
                let verb = if seat == names.own { "declare" } else { "declares" };
                let lost = if seen.lost[seat].is_some() { ", and is wrong" } else { "" };
                Some(format!("{} {verb}: Cogito! I am {}{lost}", names.of(seat), title(*card)))
            };
            answers.iter().enumerate().filter_map(told).collect()
        }
        Event::Drew { cards, .. } => {
            let own = cards[seen.seat.index()].map(|card| format!("All draw a card; yours is {}.", title(card)));
            own.into_iter().collect()
        }
        Event::Traded { givers, given } => {
            let own = seen.seat.index();
            let giver = (1..given.len()).map(|step| (own + given.len() - step) % given.len());
            let giver = giver.into_iter().find(|index| givers >> index & 1 == 1);
            let received = giver.and_then(|index| given[index]);
            let told = given[own].zip(received);
            let told = told.map(|(gave, got)| format!("You gave {}, and were given {}.", title(gave), title(got)));
            told.into_iter().collect()
        }
    }
}

fn ended(game: &Cogito, news: &RoundNews<'_, Cogito>, names: &Names<'_>) -> Vec<String> {
    let seen = news.observation();
    let (mover, action) = news.last;
    let mut told = since(game, &seen, names);
    if mover != names.own && matches!(action, Action::Play(_)) {
        told.push(format!("{} {}", names.of(mover), says(game, &seen, &[action])));
    }
    let (mut how, mut victor) = (String::new(), None);
    news.columns(&mut |name: &'static str, value: &dyn std::fmt::Display| match name {
        "ended_by" => how = value.to_string(),
        "victor" => victor = value.to_string().parse::<usize>().ok().map(|seat| Seat::new(seat - 1)),
        _ => {}
    });
    let game = if game.0.games > 1 { format!("Game {}: ", news.number) } else { String::new() };
    told.push(match (victor, how.as_str()) {
        (Some(seat), _) if seat == names.own => format!("{game}you declare rightly what you are, and win."),
        (Some(seat), _) => {
            let own = seen.selves[seat].map_or(String::new(), |own| format!(": {}", title(own)));
            format!("{game}{} declares rightly{own}, and wins.", names.of(seat))
        }
        (None, "all_lost") => format!("{game}everybody is lost: a tie."),
        (None, "no_cards") => format!("{game}nobody has a card left: a tie of all."),
        (None, how) => format!("{game}over by {how}."),
    });
    told.push(format!("Scores: {}.", names.each(news.scores().iter())));
    told
}
