//! A line of `transcripts.jsonl` with the rules of its game: its match in words and as a page.

use std::sync::Arc;

use ergo_engine::seat::SeatCount;

use crate::games::game_registry::GameRegistry;
use crate::registry::arena::DynRules;
use crate::registry::arena::narrate::{MatchRecord, Narration, in_words};
use crate::registry::settings::settings_from_json;
pub use crate::rows::transcript_line::{RecordedFault, RecordedMatch};
use crate::view::replay::{ReplayInput, page};

impl RecordedMatch {
    /// Returns the rules of its game, which must be in `registry`.
    ///
    /// # Errors
    ///
    /// Fails if the game, its rules or the number of seats is unknown.
    pub fn rules_on(&self, registry: &GameRegistry) -> Result<Arc<dyn DynRules>, String> {
        let game = registry.game(&self.game).map_err(|error| error.to_string())?;
        let (fewest, most) = game.seats();
        if !(fewest..=most).contains(&self.seats.len()) {
            return Err(format!("{} seats, expected {fewest} to {most}", self.seats.len()));
        }
        let rules = settings_from_json(&self.rules).map_err(|error| format!("rules: {error}"))?;
        game.configure(SeatCount::new(self.seats.len()), &rules).map_err(|error| format!("rules: {error}"))
    }

    /// Renders its match as a replay page without estimates.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be replayed.
    pub fn page(&self, registry: &GameRegistry) -> Result<String, String> {
        let (rules, transcript) = (self.rules_on(registry)?, self.transcript()?);
        let columns = registry.game(&self.game).map_err(|error| error.to_string())?.records().round;
        let ending_text = self.ending_text(registry)?;
        let (number, seats, explained) = (self.number, self.seats.as_slice(), &[][..]);
        let (ending_text, notes, mistakes_of) = (ending_text.as_str(), "", None);
        let shown = ReplayInput { number, seats, transcript: &transcript, ending_text, explained, notes, mistakes_of };
        page(&*rules, columns, &shown, None).map_err(|error| format!("actions: {error}"))
    }

    /// Describes how the match ended.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be replayed.
    pub fn ending_text(&self, registry: &GameRegistry) -> Result<String, String> {
        let words = self.narrated(registry)?.words;
        Ok(words.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned())
    }

    /// Describes its match as text and as JSON.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be replayed.
    pub fn narrated(&self, registry: &GameRegistry) -> Result<Narration, String> {
        let rules = self.rules_on(registry)?;
        let columns = registry.game(&self.game).map_err(|error| error.to_string())?.records().round;
        let fault = self.fault()?;
        let transcript = self.transcript()?;
        let record = MatchRecord { number: self.number, seats: &self.seats, transcript: &transcript, fault };
        let narration =
            rules.expand(&record).and_then(|json| Ok(Narration { json, words: in_words(&*rules, columns, &record)? }));
        narration.map_err(|error| format!("actions: {error}"))
    }
}
