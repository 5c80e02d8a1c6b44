//! Describes the actions of ERGO in words, and says by which places of the drawing they are picked.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Tile};
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;

use super::names::{letter, named, word};

/// A turn in words.
pub(super) fn says(_: &Ergo, seen: &Observation, actions: &[Action]) -> String {
    let mut proof = seen.proof;
    let told: Vec<String> = actions
        .iter()
        .map(|action| {
            let told = deed(&proof, *action);
            proof.play(*action);
            told
        })
        .collect();
    told.join(", then ")
}

/// The effect of an action on `proof`, in words.
pub(super) fn deed(proof: &Proof, action: Action) -> String {
    let at = |place: u8| {
        let place = usize::from(place);
        format!("{} (tile {})", word(proof.tile(place).symbol()), place + 1)
    };
    match action {
        Action::Discard { card } => format!("discards {}", named(card).0),
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
        Action::TakeBack { card } => format!("lays {} and takes it back", named(card).0),
        Action::Swap { first, second } => format!("swaps {} with {}", at(first), at(second)),
        Action::Fallacy { target } => format!("lays a Fallacy before {}", letter(target)),
        Action::Justification { card: Card::Justification } => "plays a Justification".to_owned(),
        Action::Justification { card } => format!("plays a {} as a Justification", named(card).0),
        Action::Ergo { card: Card::Ergo } => "plays Ergo: the round ends".to_owned(),
        Action::Ergo { card } => format!("plays a {} as an Ergo: the round ends", named(card).0),
    }
}

/// A tile as it is laid.
fn laid(tile: Tile) -> String {
    let word = word(tile.symbol());
    if tile.is_wild() { format!("a wild card as {word}") } else { word.to_owned() }
}

/// The cards of the hand it takes, and where they go.
pub(super) fn places(_: &Ergo, _: &Observation, action: Action) -> Vec<String> {
    let mut places: Vec<String> = action.cards().iter().map(|card| format!("hand:{}", card.letter())).collect();
    let stands_for = |tile: Tile| tile.is_wild().then(|| format!("as:{}", tile.symbol().letter()));
    let tile = |place: u8| format!("tile:{}", place + 1);
    match action {
        Action::Discard { .. } => places.push("discard".to_owned()),
        Action::Premise { tile } => places.extend(stands_for(tile).into_iter().chain(["new".to_owned()])),
        Action::Negate { tile: not, before } => places.extend(stands_for(not).into_iter().chain([tile(before)])),
        Action::JoinBefore { variable, operator, before } => {
            places.extend(stands_for(variable).into_iter().chain(stands_for(operator)));
            places.push(format!("before:{}", before + 1));
        }
        Action::JoinAfter { operator, variable, after } => {
            places.extend(stands_for(operator).into_iter().chain(stands_for(variable)));
            places.push(format!("after:{}", after + 1));
        }
        Action::Parenthesise { before, after } => {
            places.extend([format!("before:{}", before + 1), format!("after:{}", after + 1)]);
        }
        Action::Remove { place } => places.push(tile(place)),
        Action::RemoveTwo { first, second } | Action::Swap { first, second } => {
            places.extend([tile(first), tile(second)]);
        }
        Action::Replace { place, tile: new } => places.extend(stands_for(new).into_iter().chain([tile(place)])),
        Action::TakeBack { .. } => places.push("back".to_owned()),
        Action::Fallacy { target } => places.push(format!("seat:{}", letter(target))),
        Action::Justification { .. } => places.push("own".to_owned()),
        Action::Ergo { .. } => places.push("end".to_owned()),
    }
    places
}
