//! Luck or skill: what decides who wins. Every match is played a second time, with the same deal and the same seats, where nothing
//! but the chance of the bots' own is drawn anew: what the two differ by is that chance, and what is left when skill, seat and
//! deal are taken out as well is what these players make of this deal ([`ergo_stats::components`]).

mod found;
mod rows;
mod section;

use ergo_engine::seat::Seat;

use crate::arena::{Ending, Records, Unwatched};
use crate::probe::{Files, Findings, Kind, Match, Out, Probe, Watch};
use crate::report::facts::{Facts, Part};

use crate::rows::read::RowsError;

/// The file of rows.
const SKILL: &str = "skill.csv";
/// Its columns.
const COLUMNS: &str = "arm,match,deal,rotation,seat,entrant,share,again";

/// Parts the variance of who wins.
pub(super) struct Skill;

impl Probe for Skill {
    fn name(&self) -> &'static str {
        "skill"
    }

    fn needs_transcript(&self) -> bool {
        true
    }

    fn plays_again(&self) -> bool {
        true
    }

    fn file(&self) -> Option<&'static str> {
        Some(SKILL)
    }

    fn header(&self, _: &Records) -> String {
        format!("{COLUMNS}\n")
    }

    fn watch(&self, _: u32, _: &Records) -> Option<Box<dyn Watch>> {
        Some(Box::new(Twice))
    }

    fn findings(&self, files: &Files<'_>) -> Result<Option<Box<dyn Findings>>, RowsError> {
        Ok(Some(Box::new(Parts(found::read(&files(SKILL))?))))
    }
}

/// Plays every match twice.
struct Twice;

impl Watch for Twice {
    fn end(&mut self, played: &Match<'_>, ending: &Ending, out: &mut Out<'_>) {
        let Some(transcript) = played.transcript else { return };
        let seed = transcript.seed.derive("skill", &[played.slot.number]);
        let again = played.rules.play(transcript.seed, &played.table.anew(&seed), None, &mut Unwatched);
        let [one, other] =
            [ending, &again].map(|ending| crate::rows::found(played.arm, played.slot, played.entrants, ending).seats);
        for (seat, (one, other)) in one.iter().zip(&other).enumerate() {
            let mut line = out.begin(played.heading);
            line.value(Seat::new(seat));
            line.field(one.entrant.as_str());
            line.field(&one.share);
            line.field(&other.share);
            line.end();
        }
    }
}

struct Parts(Vec<found::Found>);

impl Findings for Parts {
    fn kind(&self) -> Kind {
        Kind::Luck
    }

    fn claim(&self, facts: &Facts<'_>) -> Option<String> {
        found::answer(&self.0, facts)
    }

    fn section(&self, facts: &Facts<'_>) -> Option<Part> {
        section::section(&self.0, facts)
    }
}
