//! Philosophia on the page of a match: the map, the players' boards, offerings and debates.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::data::{COLOURS, Data, Disk, Good, NAMED, Request, Reward, Use};
use ergo_engine::philosophia::notation::view::StateView;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::Seed;
use serde_json::{Value, json};

use crate::arena::drawn::Drawn;

/// How it is drawn.
pub(super) fn drawn() -> Drawn<Philosophia> {
    Drawn {
        style: include_str!("drawn.css"),
        script: include_str!("drawn.js"),
        table,
        state: |game: &Philosophia, state: &State| json!(StateView::of(&game.0, state)),
        seen: |_, seen| serde_json::to_value(seen).expect("observations are written as JSON"),
        example: |game| json!(StateView::of(&game.0, &game.deal(&mut Seed::master(1).rng()))),
    }
}

/// The tables as far as a reader needs them.
fn table(game: &Philosophia) -> Value {
    let data = &game.0.data;
    let place = |place| {
        let info = &data.places[usize::from(place)];
        json!([info.name, kind(info.purpose)])
    };
    json!({
        "places": game.0.places.iter().map(|at| place(at.index() as u8)).collect::<Vec<_>>(),
        "timeline": data.timeline,
        "disks": data.disks.iter().map(|disk| (disk.name.clone(), gives(data, disk))).collect::<Vec<_>>(),
        "requests": data.requests.iter().map(|request| (request.name.clone(), asks(request))).collect::<Vec<_>>(),
        "reconstructed": data.provenance,
    })
}

/// The colour of a place, or what is done there.
fn kind(purpose: Use) -> &'static str {
    match purpose {
        Use::Colour(colour) => COLOURS[colour],
        Use::Progress => "progress",
        Use::Observe => "observe",
        Use::Offering => "offering",
        Use::Debate => "debate",
    }
}

/// The reward of a disk, in words.
fn gives(data: &Data, disk: &Disk) -> String {
    let amount = disk.amount;
    match disk.reward {
        Reward::Followings => format!("{amount} followings anywhere"),
        Reward::Study => "a study token, or a wisdom card for it".to_owned(),
        Reward::Oracle(deck) => {
            let place = data.oracle_places[deck];
            format!("the top oracle card of {}", data.places[place.index()].name)
        }
        Reward::Good(good @ (Good::Builder | Good::Sophist)) if amount > 1 => format!("{amount} {}s", good.word()),
        Reward::Good(good) => format!("{amount} {}", good.word()),
        Reward::Favour => "a favour".to_owned(),
        Reward::Reset => "the timeline may be set back".to_owned(),
    }
}

/// The demands of a request, in words.
fn asks(request: &Request) -> String {
    let tokens = COLOURS.iter().zip(request.tokens).map(|(colour, count)| (format!("{colour} tokens"), count));
    let needs = NAMED.iter().zip(request.needs).map(|(named, count)| ((*named).to_owned(), count));
    let asked = tokens.chain(needs).filter(|(_, count)| *count > 0);
    asked.map(|(what, count)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
}
