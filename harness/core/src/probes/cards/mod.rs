//! The value of cards, by cause: a moment of a match is played on by the same bots with one thing changed, and the same
//! moment without the change is what it is held against. All worths are points of lead in the round: what a seat won of it less
//! the mean of what the others won.
//!
//! - *Draw*: of all cards drawn in a match from the second turn of a round on, some are picked at random. Each is exchanged for
//!   a card of every kind that lies face down, and the round is played on. The worth of a kind is the lead with it, less the mean
//!   lead over all cards that could have been drawn. No deck is changed, so nothing else is.
//! - *Access*: a round is played from its beginning, and again where one seat may not play the cards of a group, but only discard
//!   them. The worth is what it lost by that.
//! - *Drawn* and *undrawn*: the lead of all seats in rounds in which a kind came to them, and in which none did. That is what one
//!   reads off played games, and it is no worth: long rounds draw more of everything, and who loses them is another matter.

mod asked;
mod found;
mod replay;
mod rows;
mod section;
#[cfg(test)]
mod tests;

use crate::arena::{DynGame, Ending, Records};
use crate::probe::{Files, Findings, Match, Out, Probe, Watch};
use crate::report::facts::{Facts, Part};
use crate::rows::millionths;
use crate::rows::read::RowsError;
use asked::Finding;

/// The file of rows.
const CARDS: &str = "cards.csv";
/// Its columns.
const COLUMNS: &str = "arm,match,deal,rotation,table,entrant,asked,card,lap,value,weight";

/// Takes matches up again with other cards.
pub(super) struct Cards;

impl Probe for Cards {
    fn name(&self) -> &'static str {
        "cards"
    }

    fn most(&self) -> u32 {
        100
    }

    fn fits(&self, game: &dyn DynGame) -> Result<(), String> {
        match game.records().cards {
            [] => Err(format!("{} has no cards whose worth could be found, expected 0", game.name())),
            _ => Ok(()),
        }
    }

    fn needs_transcript(&self) -> bool {
        true
    }

    fn plays_again(&self) -> bool {
        true
    }

    fn file(&self) -> Option<&'static str> {
        Some(CARDS)
    }

    fn header(&self, _: &Records) -> String {
        format!("{COLUMNS}\n")
    }

    fn watch(&self, draws: u32, _: &Records) -> Option<Box<dyn Watch>> {
        Some(Box::new(Again(draws)))
    }

    fn findings(&self, files: &Files<'_>) -> Result<Option<Box<dyn Findings>>, RowsError> {
        let found = found::read(&files(CARDS))?;
        Ok((!found.is_empty()).then(|| Box::new(Worths(found)) as Box<dyn Findings>))
    }
}

/// So many draws of every match.
struct Again(u32);

impl Watch for Again {
    fn end(&mut self, played: &Match<'_>, _: &Ending, out: &mut Out<'_>) {
        let Some(transcript) = played.transcript else { return };
        match replay::findings(played.rules, played.records, transcript, self.0, played.table) {
            Ok(found) => found.iter().for_each(|finding| write(finding, played, out)),
            Err(why) => out.refuse(why),
        }
    }
}

/// Adds a row.
fn write(finding: &Finding, played: &Match<'_>, out: &mut Out<'_>) {
    let mut line = out.begin(played.heading);
    // What goes before has a comma at its end.
    line.value(played.heading.table());
    line.field(played.entrants[finding.seat]);
    line.field(finding.asked.word());
    line.field(finding.card);
    line.field(finding.lap);
    line.field(format!("{:.6}", millionths(finding.value)).as_str());
    line.field(&finding.weight);
    line.end();
}

struct Worths(Vec<found::Found>);

impl Findings for Worths {
    fn claim(&self, _: &Facts<'_>) -> Option<String> {
        Some(found::answer(&self.0))
    }

    fn section(&self, facts: &Facts<'_>) -> Option<Part> {
        section::section(&self.0, facts)
    }
}
