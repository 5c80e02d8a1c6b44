//! The presentation of ERGO in transcripts and on pages.

use std::collections::BTreeMap;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Symbol, Tile};
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::round::verdict_word;
use ergo_engine::ergo::state::FallacyStatus;
use ergo_engine::ergo::truth::{Verdict, judge};
use ergo_engine::ergo::turn::{Outcome, each_way};
use ergo_engine::seat::Seat;
use serde_json::{Value, json};

use super::line::line;
use crate::registry::arena::presentation::{ActionDescription, Presentation, Turn};

pub(super) fn presentation() -> Presentation<Ergo> {
    Presentation {
        seat: |_, seat| letter(seat).to_string(),
        view,
        fields: &[
            ("tiles", "Proof"),
            ("standing", "Now"),
            ("own", "Hand"),
            ("seats", ""),
            ("pile", "Pile"),
            ("under", "Under it"),
            ("discards", "Discarded"),
            ("legend", "Signs"),
        ],
        describe: |_, seen, action| ActionDescription { words: deed(&seen.proof, action), places: places(action) },
        turns,
        after,
        style: include_str!("drawn.css"),
        script: include_str!("drawn.js"),
        example,
        ..Presentation::default()
    }
}

/// Returns the variable of a seat.
fn letter(seat: Seat) -> char {
    Symbol::VARIABLES[seat.index()].letter()
}

fn letters(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(Card::letter).collect()
}

fn spaced(letters: &str) -> String {
    letters.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

fn view(game: &Ergo, seen: &Observation) -> Value {
    let proof = &seen.proof;
    let verdict = judge(proof, game.0.reading);
    let word = |index| verdict_word(verdict, index);
    let seat = |seat: Seat| {
        let own = seat == seen.seat;
        json!({
            "variable": letter(seat).to_string(),
            "hand": own.then(|| letters(seen.hand.cards())),
            "cards": seen.hand_sizes[seat],
            "shown": if own { String::new() } else { letters(seen.shown[seat].cards()) },
            "fallacy": seen.before[seat].fallacy,
            "immune": seen.before[seat].immune,
            "score": seen.scores[seat],
            "verdict": word(seat.index()),
        })
    };
    let verdicts: Vec<_> = Symbol::VARIABLES
        .iter()
        .enumerate()
        .map(|(index, symbol)| (symbol.letter().to_string(), word(index)))
        .collect();
    let plays = match seen.plays_left {
        0 => String::new(),
        1 => ", 1 card to play".to_owned(),
        more => format!(", {more} cards to play"),
    };
    let last = if seen.last_turn { ", the last of the round" } else { "" };
    let told = verdicts.iter().map(|(letter, word)| format!("{letter} {word}")).collect::<Vec<_>>().join(", ");
    let premise = |(start, length): (usize, usize)| {
        (start..start + length).map(|place| format!("{}{}", place + 1, proof.tile(place))).collect::<Vec<_>>().join(" ")
    };
    json!({
        "heading": format!("Round {}, turn {}{plays}{last}", seen.round, seen.turn),
        "round": seen.round,
        "turn": seen.turn,
        "left": seen.plays_left,
        "last_turn": seen.last_turn,
        "to_move": seen.winners.is_none().then(|| seen.to_move.number()),
        "pile": seen.pile,
        "under": letters(seen.pile_known.iter().copied()),
        "discards": letters(seen.discards.cards()),
        "seats": game.0.seats.iter().map(seat).collect::<Vec<_>>(),
        "own": spaced(&letters(seen.hand.cards())),
        "was": before_the_others(seen).to_string(),
        "proof": proof.to_string(),
        "tiles": proof.spans().map(premise).collect::<Vec<_>>().join(" / "),
        "standing": if verdict.is_paradox() { "a paradox: no seat would score".to_owned() } else { told },
        "paradox": verdict.is_paradox(),
        "verdicts": verdicts,
        "worth": proof.len(),
        "models": models(verdict),
        "legend": legend(seen),
    })
}

/// The assignments that make all premises true: the values of A, B, C and D in each.
fn models(verdict: Verdict) -> Vec<String> {
    let value = |assignment: u16, index: u16| if assignment >> index & 1 == 1 { 'T' } else { 'F' };
    let holds = (0..16).filter(|assignment| verdict.0.0 >> assignment & 1 == 1);
    holds.map(|assignment| (0..4).map(|index| value(assignment, index)).collect()).collect()
}

/// The meaning of every sign in the proof and in the cards that the seat sees.
fn legend(seen: &Observation) -> String {
    let shown = seen.shown.iter().flat_map(|hand| hand.cards());
    let cards = seen.hand.cards().chain(seen.proof.tiles().map(Tile::card)).chain(shown).chain(seen.discards.cards());
    let mut signs: Vec<Card> = cards.filter(|card| !"ABCD".contains(card.letter())).collect();
    signs.extend(seen.pile_known.iter().copied().filter(|card| !"ABCD".contains(card.letter())));
    signs.sort_unstable();
    signs.dedup();
    let mut legend: Vec<_> = signs.into_iter().map(|card| format!("{} {}", card.letter(), name(card))).collect();
    if seen.proof.tiles().any(|tile| tile.is_wild()) {
        legend.push("* laid with a wild card".to_owned());
    }
    legend.join(", ")
}

/// The proof after the seat's own last play.
fn before_the_others(seen: &Observation) -> Proof {
    let (mut proof, mut then) = (Proof::default(), Proof::default());
    for event in &seen.events {
        if let Event::Played(seat, action) = *event {
            proof.play(action);
            if seat == seen.seat {
                then = proof;
            }
        }
    }
    then
}

/// Returns an example position with two premises that prove B: A, and A implies B.
fn example(game: &Ergo) -> Value {
    use ergo_engine::game::Game;
    use ergo_engine::rng::Seed;
    let (Ok(proof), Ok(hand)) = ("A>B / A / C|~D".parse::<Proof>(), "B&~T(FE".parse::<Hand>()) else {
        return Value::Null;
    };
    let seen = game.observe(&game.deal(&mut Seed::master(1).rng()), Seat::new(0));
    let seen = Observation { turn: 5, to_move: seen.seat, plays_left: 2, pile: 35, proof, hand, ..seen };
    view(game, &seen)
}

/// Returns every distinct outcome of the turn, in the order of `ergo moves`.
fn turns(game: &Ergo, seen: &Observation, _: &[Action]) -> Vec<Turn<Action>> {
    let mut ways: BTreeMap<Outcome, Vec<Action>> = BTreeMap::new();
    each_way(&seen.move_generator(&game.0), &mut |actions, outcome| {
        ways.entry(*outcome).or_insert_with(|| actions.to_vec());
    });
    let turn = |(outcome, actions)| Turn { line: line(&outcome), effect: effect(game, seen.seat, &outcome), actions };
    ways.into_iter().map(turn).collect()
}

/// Returns which seats would score, and how much, if the round ended with this turn.
fn effect(game: &Ergo, own: Seat, outcome: &Outcome) -> String {
    let verdict = judge(&outcome.proof, game.0.reading);
    if verdict.is_paradox() {
        return "paradox".to_owned();
    }
    let seats = game.0.seats.iter().filter(|seat| verdict.proves(seat.index()));
    let paid: Vec<_> =
        seats.map(|seat| if seat == own { "you".to_owned() } else { letter(seat).to_string() }).collect();
    if paid.is_empty() { String::new() } else { format!("{} for {}", outcome.proof.len(), paid.join(" and ")) }
}

/// Until a turn ends, a seat sees nothing new but the cards that are laid.
fn after(game: &Ergo, seen: &Observation, action: Action) -> (Observation, Vec<Action>) {
    let mut seen = seen.clone();
    let actor = seen.to_move;
    for card in action.cards() {
        if actor == seen.seat {
            seen.hand.remove(card);
        }
        seen.hand_sizes[actor] -= 1;
        let shown = &mut seen.shown[actor];
        if shown.has(card) {
            shown.remove(card);
        }
    }
    seen.proof.play(action);
    match action {
        Action::Fallacy { target } => seen.before[target].fallacy = Some(game.0.fallacy_turns),
        Action::Justification { .. } => seen.before[actor] = FallacyStatus { fallacy: None, immune: true },
        _ => {}
    }
    seen.plays_left -= action.plays();
    if matches!(action, Action::Ergo { .. }) {
        seen.plays_left = 0;
    }
    let mut legal = Vec::new();
    if seen.plays_left > 0 && actor == seen.seat {
        seen.move_generator(&game.0).list(&mut legal);
    }
    (seen, legal)
}

fn word(symbol: Symbol) -> String {
    match symbol {
        Symbol::And => "AND".to_owned(),
        Symbol::Or => "OR".to_owned(),
        Symbol::Then => "THEN".to_owned(),
        Symbol::Not => "NOT".to_owned(),
        Symbol::Open => "opening parenthesis".to_owned(),
        Symbol::Close => "closing parenthesis".to_owned(),
        variable => variable.letter().to_string(),
    }
}

fn name(card: Card) -> String {
    match card {
        Card::And => "AND",
        Card::Or => "OR",
        Card::Then => "THEN",
        Card::Not => "NOT",
        Card::Parenthesis => "parenthesis",
        Card::Fallacy => "Fallacy",
        Card::Justification => "Justification",
        Card::TabulaRasa => "Tabula Rasa",
        Card::Revolution => "Revolution",
        Card::VariableWild => "wild variable",
        Card::OperatorWild => "wild operator",
        Card::Ergo => "Ergo",
        Card::Inert => "inert card",
        variable => return variable.letter().to_string(),
    }
    .to_owned()
}

/// Returns the name of a tile as it is placed.
fn laid(tile: Tile) -> String {
    let word = word(tile.symbol());
    if tile.is_wild() { format!("a wild card as {word}") } else { word }
}

/// Describes the effect of an action on `proof`.
fn deed(proof: &Proof, action: Action) -> String {
    let at = |place: u8| {
        let place = usize::from(place);
        format!("{} (tile {})", word(proof.tile(place).symbol()), place + 1)
    };
    match action {
        Action::Discard { card } => format!("discards {}", name(card)),
        Action::Premise { tile } => format!("lays {} as a new premise", laid(tile)),
        Action::Negate { tile, before } => format!("lays {} before {}", laid(tile), at(before)),
        Action::JoinBefore { variable, operator, before } => {
            format!("lays {} {} before {}", laid(variable), laid(operator), at(before))
        }
        Action::JoinAfter { operator, variable, after } => {
            format!("lays {} {} after {}", laid(operator), laid(variable), at(after))
        }
        Action::Parenthesise { before, after } if before == after => format!("puts {} in parentheses", at(before)),
        Action::Parenthesise { before, after } => {
            format!("puts parentheses round tiles {} to {}", before + 1, after + 1)
        }
        Action::Remove { place } => format!("takes out {}", at(place)),
        Action::RemoveTwo { first, second } => format!("takes out {} and {}", at(first), at(second)),
        Action::Replace { place, tile } => format!("puts {} in place of {}", laid(tile), at(place)),
        Action::TakeBack { card } => format!("lays {} and takes it back", name(card)),
        Action::Swap { first, second } => format!("swaps {} with {}", at(first), at(second)),
        Action::Fallacy { target } => format!("lays a Fallacy before {}", letter(target)),
        Action::Justification { card: Card::Justification } => "plays a Justification".to_owned(),
        Action::Justification { card } => format!("plays a {} as a Justification", name(card)),
        Action::Ergo { card: Card::Ergo } => "plays Ergo: the round ends".to_owned(),
        Action::Ergo { card } => format!("plays a {} as an Ergo: the round ends", name(card)),
    }
}

/// Returns the cards and tiles that an action touches, as place names of the page.
fn places(action: Action) -> Vec<String> {
    let mut places: Vec<String> = action.cards().iter().map(|card| format!("hand:{}", card.letter())).collect();
    places.extend(
        action.tiles().iter().filter(|tile| tile.is_wild()).map(|tile| format!("as:{}", tile.symbol().letter())),
    );
    let tile = |place: u8| format!("tile:{}", place + 1);
    let before = |place: u8| format!("before:{}", place + 1);
    let after = |place: u8| format!("after:{}", place + 1);
    match action {
        Action::Discard { .. } => places.push("discard".to_owned()),
        Action::Premise { .. } => places.push("new".to_owned()),
        Action::Negate { before, .. } => places.push(tile(before)),
        Action::JoinBefore { before: place, .. } => places.push(before(place)),
        Action::JoinAfter { after: place, .. } => places.push(after(place)),
        Action::Parenthesise { before: first, after: last } => places.extend([before(first), after(last)]),
        Action::Remove { place } | Action::Replace { place, .. } => places.push(tile(place)),
        Action::RemoveTwo { first, second } | Action::Swap { first, second } => {
            places.extend([tile(first), tile(second)]);
        }
        Action::TakeBack { .. } => places.push("back".to_owned()),
        Action::Fallacy { target } => places.push(format!("seat:{}", letter(target))),
        Action::Justification { .. } => places.push("own".to_owned()),
        Action::Ergo { .. } => places.push("end".to_owned()),
    }
    places
}
