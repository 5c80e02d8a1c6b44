//! Action ids of Philosophia. For two seats there are 65,753, of which 65,536 are bids, because coins are limited only
//! by their counter.
//!
//! | family | ids | order |
//! | --- | ---: | --- |
//! | go, place | places of this side | in the order of the table; `place` without the Acropolis |
//! | word | 23 | actions of one word, from `bonus` to `pass`, then `stop` |
//! | card | depends on the effects | card, then its targets: none, a player, a town, both, or a player and a loss |
//! | use_sophist, debate | players | player; in solo the Moirai are the second |
//! | collect | 7 | condition |
//! | observe, buy | 2 | kind of argument |
//! | take | oracle cards | in the order of the table |
//! | return, play, lay | 15 | argument card, the divine one last |
//! | bid | 65,536 | coins |

use std::collections::BTreeMap;

use ergo_core::numbering::Numbering;

use super::action::{Action, Kind, Loss, PLAIN, PlayerIndex, Target};
use super::card::{CARDS, Card};
use super::condition::Condition;
use super::data::Effect;
use super::oracle::Oracle;
use super::rules::Rules;
use crate::maps::map_of;

const BIDS: usize = u16::MAX as usize + 1;

/// The short name of [`PhilosophiaActionIds`] within `philosophia`.
pub use self::PhilosophiaActionIds as Ids;

/// The numbering of actions under some rules.
#[derive(Clone, Debug)]
pub struct PhilosophiaActionIds {
    families: Vec<(&'static str, usize)>,
    /// All actions except bids, whose ids come last.
    actions: Vec<Action>,
    ids: BTreeMap<Action, usize>,
}

impl Ids {
    /// Returns the numbering for `rules`.
    pub fn new(rules: &Rules) -> Self {
        let whos = || (0..rules.players as u8).map(PlayerIndex);
        let cards = || (0..CARDS as u8 - 1).map(Card);
        let oracles = || (0..rules.data.oracles.len() as u8).map(Oracle);
        let kinds = [Kind::Sophistry, Kind::Syllogism];
        let words = PLAIN.iter().map(|(_, action)| *action).chain([Action::Stop]);
        let played = oracles().flat_map(|card| targets(rules, card).into_iter().map(move |on| Action::Card(card, on)));
        let lists: [(&'static str, Vec<Action>); 13] = [
            ("go", rules.places.iter().map(Action::Go).collect()),
            ("word", words.collect()),
            ("card", played.collect()),
            ("return", cards().map(Action::Return).collect()),
            ("use_sophist", whos().map(Action::UseSophist).collect()),
            ("collect", Condition::ALL.map(Action::Collect).to_vec()),
            ("observe", kinds.map(Action::Observe).to_vec()),
            ("debate", whos().map(Action::Debate).collect()),
            ("take", oracles().map(Action::Take).collect()),
            ("place", rules.towns.iter().map(Action::Place).collect()),
            ("play", cards().map(Action::Play).collect()),
            ("lay", cards().map(Action::Lay).collect()),
            ("buy", kinds.map(Action::Buy).to_vec()),
        ];
        let families = lists.iter().map(|(name, list)| (*name, list.len())).chain([("bid", BIDS)]).collect();
        let actions: Vec<Action> = lists.into_iter().flat_map(|(_, list)| list).collect();
        let ids = map_of(actions.iter().enumerate().map(|(id, action)| (*action, id)));
        Ids { families, actions, ids }
    }
}

/// Returns all possible targets of `card`.
fn targets(rules: &Rules, card: Oracle) -> Vec<Target> {
    let whos = || (0..rules.players as u8).map(PlayerIndex);
    let things = |losses: [Loss; 2]| whos().flat_map(|who| losses.map(|loss| Target::Thing(who, loss))).collect();
    match rules.data.oracles[card.index()].effect {
        Effect::Favour | Effect::Argument | Effect::Retraction => Vec::new(),
        Effect::Good(_) | Effect::Study | Effect::BothThisTurn | Effect::Tutor => vec![Target::None],
        Effect::Followings => rules.towns.iter().map(Target::Place).collect(),
        Effect::SeeArguments | Effect::ReturnArguments | Effect::Steal => whos().map(Target::Player).collect(),
        Effect::Desertion => {
            whos().flat_map(|who| rules.towns.iter().map(move |town| Target::Following(who, town))).collect()
        }
        Effect::LoseHelper => things([Loss::Builder, Loss::Sophist]),
        Effect::LoseStudyOrCoins => things([Loss::Study, Loss::Coins]),
    }
}

impl Numbering<Action> for Ids {
    fn families(&self) -> Vec<(&'static str, usize)> {
        self.families.clone()
    }

    fn ids(&self) -> usize {
        self.actions.len() + BIDS
    }

    fn id(&self, action: Action) -> usize {
        match action {
            Action::Bid(coins) => self.actions.len() + usize::from(coins),
            other => self.ids.get(&other).copied().unwrap_or_default(),
        }
    }

    fn action(&self, id: usize) -> Option<Action> {
        match id.checked_sub(self.actions.len()) {
            None => Some(self.actions[id]),
            Some(coins) => u16::try_from(coins).ok().map(Action::Bid),
        }
    }
}
