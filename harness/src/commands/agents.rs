//! `ergo agents`: who there is to play.

use ergo_agents::roster::Roster;
use ergo_engine::options::Configurable;

use super::games::option_lines;
use super::print;
use crate::games::{GameVisitor, NAMES, with_game};
use crate::players;

/// Lists every kind of agent of every game with its settings.
pub fn agents() -> anyhow::Result<()> {
    let mut text = String::new();
    for name in NAMES {
        text += &with_game(name, Describe)?;
    }
    print(&text)
}

struct Describe;

impl GameVisitor for Describe {
    type Out = String;

    fn visit<G: Configurable + Roster>(self) -> String {
        let kind = |kind: &ergo_agents::spec::Kind| {
            let settings = option_lines("  ", &(kind.options)());
            format!("  kind = \"{}\"  {}\n{settings}", kind.name, kind.about)
        };
        let kinds: Vec<String> = players::kinds::<G>().iter().map(kind).collect();
        format!("agents of {}:\n{}\n", G::NAME, kinds.concat())
    }
}
