//! `transcripts.jsonl`: one line per match, from which it can be replayed.

use ergo_engine::options::Settings;

use crate::probes::probe::{MatchObserver, Probe, RowWriter, WatchedMatch};
use crate::registry::arena::{Ending, Records};
use crate::rows::{TRANSCRIPTS, TranscriptLine};

/// Writes the transcript of every match.
pub(super) struct Transcripts;

impl Probe for Transcripts {
    fn name(&self) -> &'static str {
        "transcripts"
    }

    fn needs_transcript(&self) -> bool {
        true
    }

    fn file(&self) -> Option<&'static str> {
        Some(TRANSCRIPTS)
    }

    fn watch(&self, _: u32, _: &Records) -> Option<Box<dyn MatchObserver>> {
        Some(Box::new(Writer(None)))
    }
}

/// With the settings of the last written match, their arm and number of seats.
struct Writer(Option<((usize, usize), Settings)>);

impl MatchObserver for Writer {
    fn end(&mut self, played: &WatchedMatch<'_>, ending: &Ending, out: &mut RowWriter<'_>) {
        let Some(transcript) = played.transcript else { return };
        let key = (played.slot.arm, played.entrants.len());
        let (_, settings) = match self.0.take() {
            Some(known) if known.0 == key => self.0.insert(known),
            _ => self.0.insert((key, played.rules.settings())),
        };
        let game = (played.rules.name(), &*settings);
        let line = TranscriptLine::new(game, played.arm, played.slot, played.entrants, transcript, Some(ending));
        let is_record = played.table.chairs.iter().any(|chair| chair.seated.unrepeatable().is_some());
        let text = if is_record { line.text_with_digest() } else { line.text() };
        out.bytes.extend_from_slice(text.as_bytes());
        out.bytes.push(b'\n');
        *out.count += 1;
    }
}
