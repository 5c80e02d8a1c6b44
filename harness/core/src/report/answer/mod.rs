//! The answer: a claim of at most 25 words for each part of the question, by its [`Kind`], each in a file of its own. It speaks of what
//! was asked for, or of what stands out after a correction for all that was looked at; never of the largest of many as if it
//! had been chosen beforehand.
//!
//! The main point stands first, and each value has its half width, which is that of 95 %; a list of results shows the first claim whole
//! ([`brief`]). Differences of shares are in percentage points, `pp`.

mod alone;
mod best;
mod bots;
mod brief;
mod change;
mod course;
mod cut;
mod favoured;
mod greatest;
mod levels;
mod margin;
mod nearness;
mod pooled;
mod said;
mod setting;
mod turn;
mod value;
mod which;

use super::asked::Asked;
use super::kept::Kept;
use super::lineup::{LineUp, arms};
use super::responses::{Response, responses};
use super::scale::Scale;
use crate::experiment::kind::Kind;
use crate::measure::{Key, Of};
use crate::rows::read::RowsError;

use alone::wins_by_arm;
use course::from_first_to_last;
use which::{between_arms, which_arms};

pub use brief::brief;

pub(crate) use cut::short;
pub(crate) use cut::{MOST_WORDS, listed};
pub(crate) use greatest::common;
pub(super) use levels::levels;
pub(crate) use pooled::changes_by_arm;
pub(super) use said::Said;
pub(crate) use said::{amount, apart, figure, widest};

/// The most blocks that are held in memory. Of more, each table has power enough by itself.
const MOST_BLOCKS: u64 = 500_000;

/// The measures asked for, deal by deal, where there are arms.
pub(super) fn courses(lineups: &[LineUp], kept: &mut Kept, asked: &Asked) -> Result<Vec<Response>, RowsError> {
    by_deal(lineups, kept, &asked.keys, if is_of_greatest(asked) { 1 } else { 2 })
}

/// Whether it is asked which of several measures is greatest.
fn is_of_greatest(asked: &Asked) -> bool {
    asked.aim.kinds == [Kind::Best] && asked.keys.len() > 1
}

/// Those of targets, where it is asked which arm is best by them.
pub(super) fn goals(lineups: &[LineUp], kept: &mut Kept, asked: &Asked) -> Result<Vec<Response>, RowsError> {
    match asked.aim.kinds.contains(&Kind::Setting) {
        true => by_deal(lineups, kept, &nearness::wanted(&asked.targets, lineups), 2),
        false => Ok(Vec::new()),
    }
}

/// Nothing where there are fewer arms.
fn by_deal(lineups: &[LineUp], kept: &mut Kept, keys: &[Key], fewest: usize) -> Result<Vec<Response>, RowsError> {
    let arms = arms(lineups);
    let blocks: u64 = lineups.iter().map(|lineup| lineup.blocks).sum();
    if arms.len() < fewest || keys.is_empty() || blocks > MOST_BLOCKS {
        return Ok(Vec::new());
    }
    responses(kept, lineups, arms.len(), keys)
}

/// The kinds of the question: as the experiment says, else as its shape suggests.
pub(super) fn kinds(said: &Said<'_>) -> Vec<Kind> {
    let Said { lineups, asked, .. } = said;
    if !asked.aim.kinds.is_empty() {
        return asked.aim.kinds.clone();
    }
    let arms = arms(lineups);
    vec![match (arms.len(), &asked.keys[..]) {
        _ if asked.design.is_some() => Kind::Matters,
        (0 | 1, []) if lineups.iter().all(LineUp::is_of_copies) => Kind::Favoured,
        (0 | 1, []) => Kind::Best,
        (0 | 1, _) => Kind::Value,
        (_, []) if lineups.iter().all(|lineup| lineup.table.len() == 1) => Kind::Value,
        (_, keys) if keys.iter().any(|key| alone::by_arm(lineups, &arms, key).is_some()) => Kind::Value,
        (_, keys) if !keys.is_empty() && keys.iter().all(|key| key.measure.of == Of::Seats) => Kind::Value,
        (2, _) => Kind::Change,
        _ if Scale::of(&arms, &asked.words).is_some_and(|scale| scale.is_ascending()) => Kind::Change,
        _ => Kind::Matters,
    }]
}

/// The answer that the rows give: a claim for each kind of question, and of each measure if any is asked for.
pub(super) fn answer(said: &Said<'_>, kinds: &[Kind]) -> String {
    if said.lineups.is_empty() {
        return "Nothing was played.".to_owned();
    }
    let keys = &said.asked.keys;
    if is_of_greatest(said.asked)
        && let Some(claims) = greatest::greatest(said, keys)
    {
        return claims;
    }
    let claims: Vec<String> = match keys.is_empty() {
        true => kinds.iter().map(|kind| of_all(said, *kind)).collect(),
        false => kinds.iter().flat_map(|kind| keys.iter().map(|key| of_one(said, *kind, key))).collect(),
    };
    let text = claims.join(" ");
    // Of several, each half width stands at its value.
    if claims.len() > 1 { text.replace(" ± ", "±") } else { text }
}

/// The claim about one measure.
fn of_one(said: &Said<'_>, kind: Kind, key: &Key) -> String {
    let lineups = said.lineups;
    let arms = arms(lineups);
    let one = said.asked.keys.len() == 1;
    let ordered = || arms.len() == 2 || Scale::of(&arms, &said.asked.words).is_some_and(|scale| scale.is_ascending());
    match kind {
        Kind::Best | Kind::Favoured | Kind::Luck => of_all(said, kind),
        Kind::Value if arms.len() > 1 => {
            alone::by_arm(lineups, &arms, key).unwrap_or_else(|| match key.measure.of == Of::Seats {
                true => value::by_arm_of_first(lineups, &arms, key),
                false => value::of_first_arm(lineups, &arms, key),
            })
        }
        Kind::Value => value::everywhere(&lineups.iter().collect::<Vec<_>>(), key, one),
        Kind::Setting => setting::best(said, &arms, Some(key)).unwrap_or_else(|| which_arms(said, &arms, key)),
        Kind::Change if ordered() => from_first_to_last(said, &arms, key),
        Kind::Change | Kind::Matters => which_arms(said, &arms, key),
    }
}

/// The claim where no measure was asked for.
fn of_all(said: &Said<'_>, kind: Kind) -> String {
    let lineups = said.lineups;
    let arms = arms(lineups);
    if arms.len() > 1 {
        let best = || if kind == Kind::Setting { setting::best(said, &arms, None) } else { None };
        return wins_by_arm(lineups, &arms).or_else(best).unwrap_or_else(|| between_arms(lineups));
    }
    match kind {
        Kind::Favoured if lineups.iter().all(LineUp::is_of_copies) => favoured::by_seat(lineups),
        _ => best::best(said),
    }
}
