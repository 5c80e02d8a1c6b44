//! How much decisions matter: at some decisions of a match, picked at random, every choice is played on by the same bots, and the
//! question is how far the worths of the choices lie apart. Worths are points of lead in the round: what a seat won of it less
//! the mean of what the others won; where a game writes down no rounds but tricks or whole matches, in those.
//!
//! The seat that chooses does not know what is hidden, and neither does the worth of a choice. So `WORLDS` worlds are drawn that
//! fit what the seat knows ([`Game::determinize`](ergo_engine::game::Game::determinize), as searches do), and in each of them each
//! choice is played, by bots seated anew. In a world all choices meet the same cards and the same streams of chance; another
//! world has streams of its own, or a quirk of one stream would pass for worth. Of more than `MOST` legal actions so many are
//! tried, each as likely as any other. More worlds make one decision surer and leave time for fewer of them: in ERGO,
//! for the same time, intervals were about equally wide with 3, 4 and 6 worlds and wider with 2.
//!
//! Leads are the cells of a table of choices by worlds, and the variance of a lead comes apart into two ([`ergo_stats::two_way`]):
//! what lies *between* the worths of the choices, one of them picked at random, with the noise of so few worlds taken out; and
//! what one choice leads to in one world or another, which lies *within*: hidden cards, cards to come, and what bots leave to chance. At a
//! decision that is forced nothing lies between.

mod found;
mod replay;
mod rows;
mod section;
#[cfg(test)]
mod tests;

use ergo_engine::seat::Seat;

use crate::arena::{Ending, Records};
use crate::probe::{Files, Findings, Match, Out, Probe, Watch};
use crate::report::facts::{Facts, Part};
use crate::rows::millionths;
use crate::rows::read::RowsError;
use replay::Decided;

/// The file of rows.
const AGENCY: &str = "agency.csv";
/// Its columns.
const COLUMNS: &str = "arm,match,deal,rotation,table,seat,entrant,round,lap,options,tried,between,within";

/// Takes matches up again at some decisions.
pub(super) struct Agency;

impl Probe for Agency {
    fn name(&self) -> &'static str {
        "agency"
    }

    fn most(&self) -> u32 {
        100
    }

    fn needs_transcript(&self) -> bool {
        true
    }

    fn plays_again(&self) -> bool {
        true
    }

    fn file(&self) -> Option<&'static str> {
        Some(AGENCY)
    }

    fn header(&self, _: &Records) -> String {
        format!("{COLUMNS}\n")
    }

    fn watch(&self, decisions: u32, _: &Records) -> Option<Box<dyn Watch>> {
        Some(Box::new(Again(decisions)))
    }

    fn findings(&self, files: &Files<'_>) -> Result<Option<Box<dyn Findings>>, RowsError> {
        let found = found::read(&files(AGENCY))?;
        Ok((!found.is_empty()).then(|| Box::new(Choices(found)) as Box<dyn Findings>))
    }
}

/// So many decisions of every match.
struct Again(u32);

impl Watch for Again {
    fn end(&mut self, played: &Match<'_>, _: &Ending, out: &mut Out<'_>) {
        let Some(transcript) = played.transcript else { return };
        match replay::decided(played.rules, transcript, self.0, played.table) {
            Ok(found) => found.iter().for_each(|one| write(one, played, out)),
            Err(why) => out.refuse(why),
        }
    }
}

/// Adds a row.
fn write(one: &Decided, played: &Match<'_>, out: &mut Out<'_>) {
    let mut line = out.begin(played.heading);
    line.value(played.heading.table());
    line.field(Seat::new(one.seat));
    line.field(played.entrants[one.seat]);
    line.field(one.round);
    line.field(one.lap);
    line.field(one.options);
    line.field(one.tried);
    line.field(format!("{:.6}", millionths(one.found.between)).as_str());
    line.field(format!("{:.6}", millionths(one.found.within)).as_str());
    line.end();
}

struct Choices(Vec<found::Agency>);

impl Findings for Choices {
    fn claim(&self, _: &Facts<'_>) -> Option<String> {
        Some(found::answer(&self.0))
    }

    fn section(&self, facts: &Facts<'_>) -> Option<Part> {
        section::section(&self.0, facts)
    }
}
