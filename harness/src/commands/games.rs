//! `ergo games`: the list of games.

use clap::Args;
use std::fmt::Write;

use ergo_engine::options::{OptionSpec, Settings};
use ergo_engine::seat::SeatCount;
use ergo_harness::arena::DynGame;
use ergo_harness::columns;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::measure::{MeasureKey, Measures, SubjectKind, Unit};

use super::shared::print;
use super::verb::{BuildCommand, RunVerb};

/// List the games and their rule options, with defaults and ranges
#[derive(Args)]
pub(super) struct GamesArgs {
    /// Describe the columns of all results files instead
    #[arg(long)]
    pub columns: bool,
    /// Print the column types as JSON; only with --columns
    #[arg(long, requires = "columns")]
    pub json: bool,
}

impl RunVerb for GamesArgs {
    const NAME: &'static str = "games";
    const EXAMPLE: &'static str = "ergo games\nergo games --columns";

    /// Lists the games, or describes the columns of results files.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        if self.columns {
            let games: Vec<_> =
                registry.games().map(|game| (game.name(), game.description().columns.clone())).collect();
            return print(&if self.json { columns::types(&games) } else { columns::page(&games) });
        }
        print(&registry.games().map(|game| described(&**game)).collect::<String>())
    }
}

/// Describes a game with its options and measures.
fn described(game: &dyn DynGame) -> String {
    let seats = match game.seats() {
        (1, 1) => "1 seat".to_owned(),
        (fewest, most) if fewest == most => format!("{most} seats"),
        (fewest, most) => format!("{fewest} to {most} seats"),
    };
    // Facts of the default rules with the fewest seats.
    let rules = game.configure(SeatCount::new(game.seats().0), &Settings::default());
    let facts = rules.map_or_else(|_| String::new(), |rules| format!("; {}", rules.info().words()));
    let options = option_lines("game.rules.", &game.options());
    let mut measures = measure_lines(&game.measures());
    if game.seats().1 > 1 {
        let measure = MeasureKey::seat_deviation().measure;
        measures += &format!(
            "  measure {}  (share, over {})  {}; in [targets] only\n",
            measure.name,
            measure.per.word(),
            measure.said
        );
    }
    format!("{}: {}; {seats}{facts}\n{options}{measures}\n", game.name(), game.description().about)
}

/// Describes each measure in a line: subject, name, unit and meaning.
fn measure_lines(measures: &Measures) -> String {
    let mut text = String::new();
    for measure in measures.iter() {
        let of = match &measure.of {
            SubjectKind::All => String::new(),
            SubjectKind::Entrants => "<entrant> ".to_owned(),
            SubjectKind::Seats => "seat <n> ".to_owned(),
            SubjectKind::At(place) => format!("{} ", place.name),
            SubjectKind::Before(place) => format!("{} [- <n>] ", place.name),
        };
        let unit = match &measure.unit {
            Unit::Share => "share",
            Unit::Amount(unit) => unit,
        };
        let (name, said) = (measure.name.replace('*', "<word>"), measure.said.replace('*', "<word>"));
        writeln!(text, "  measure {of}{name}  ({unit}, over {})  {said}", measure.per.word())
            .expect("writing to a String cannot fail");
    }
    text
}

/// Describes each option in a line: key, default, range and meaning.
pub(super) fn option_lines(prefix: &str, options: &[OptionSpec]) -> String {
    let mut text = String::new();
    for option in options {
        let OptionSpec { key, default, range, meaning } = option;
        writeln!(text, "  {prefix}{key} = {default}  ({range})  {meaning}").expect("writing to a String cannot fail");
    }
    text
}
