//! Play in a terminal: lines of at most 80 columns.

mod screen;

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use self::screen::{Paint, Screen};
use super::session::Session;
use super::view::{Choice, Phase, View};

/// Turns of the list that are shown together.
const PAGE: usize = 12;
/// Bytes of a line that are read.
const LONGEST: u64 = 4096;
/// How long others may think before a line says so.
const PATIENCE: Duration = Duration::from_millis(400);

const HELP: &str = "\
  12          picks turn 12 of the list
  A|B / ~C    picks a turn by its text in brackets
  A|5, -C     picks these actions, in the notation that replay prints
  (nothing)   plays the picked turn
  u           takes the picked turn back
  l           shows more of the list
  l TEXT      shows the turns that contain TEXT
  ?           gives a hint
  s           shows the table again
  h           shows this help
  q           leaves the match; the transcript is kept
";

/// A session in a terminal.
pub(crate) struct Terminal<R, W> {
    input: R,
    screen: Screen<W>,
    echo: bool,
    /// The number of turns that were shown.
    shown: usize,
}

/// The style of the output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Whether to use colours.
    pub colour: bool,
    /// Whether to repeat the input, because no terminal shows it.
    pub echo: bool,
}

/// The reason why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionEnd {
    /// The match is over.
    Over,
    /// The person left before its end.
    Left,
}

impl<R: BufRead, W: Write> Terminal<R, W> {
    /// Reads from `input` and writes to `out`.
    pub(crate) fn new(input: R, out: W, style: Style) -> Self {
        Terminal { input, screen: Screen::new(out, style.colour), echo: style.echo, shown: 0 }
    }

    /// Plays the match of `session` to its end, or until the person leaves or the input or output ends.
    ///
    /// # Errors
    ///
    /// Fails if the match cannot go on.
    pub(crate) fn play(&mut self, session: &mut Session) -> Result<SessionEnd, String> {
        let end = self.play_turns(session);
        if !matches!(end, Ok(SessionEnd::Over)) {
            session.leave();
        }
        match end {
            Err(PlayError::Match(what) | PlayError::Command(what)) => Err(what),
            Err(PlayError::Closed) => Ok(SessionEnd::Left),
            Ok(end) => Ok(end),
        }
    }

    fn play_turns(&mut self, session: &mut Session) -> Result<SessionEnd, PlayError> {
        // What was shown of the events before a round ended.
        let mut shown = 0;
        loop {
            if session.wait(PATIENCE)? == Phase::Others {
                self.screen.line("The others think …", Some(Paint::Dim))?;
                while session.wait(Duration::from_secs(60))? == Phase::Others {}
            }
            let view = session.view();
            self.screen.events(view.happened.get(shown..).unwrap_or_default())?;
            if let Some(end) = &view.round_end {
                self.screen.line(&format!("The table at the end of round {}:", end.number), Some(Paint::Bold))?;
                self.screen.scene(&end.scene)?;
                shown = view.happened.len();
            }
            if let Some(end) = &view.end {
                self.screen.line("", None)?;
                self.screen.line(&end.text, Some(Paint::Bold))?;
                return Ok(SessionEnd::Over);
            }
            if view.phase == Phase::Round {
                session.go_on_after_round()?;
                continue;
            }
            shown = 0;
            self.screen.scene(&view.scene)?;
            self.shown = 0;
            self.more(&view.turns)?;
            if !self.turn(session)? {
                return Ok(SessionEnd::Left);
            }
        }
    }

    /// Lets the person choose one turn, and returns whether it was played.
    fn turn(&mut self, session: &mut Session) -> Result<bool, PlayError> {
        loop {
            let view = session.view();
            let prompt =
                if view.complete { "play it (Enter), or u to take it back > " } else { "your turn (h: help) > " };
            let Some(typed) = self.ask(prompt)? else {
                self.screen.line("", None)?;
                return Ok(false);
            };
            match typed.as_str() {
                "" if view.complete => {
                    session.commit()?;
                    return Ok(true);
                }
                "q" | "quit" => return Ok(false),
                typed => match self.execute(session, &view, typed) {
                    Err(PlayError::Command(what)) => self.screen.line(&what, None)?,
                    done => done?,
                },
            }
        }
    }

    /// Executes a command other than playing and leaving.
    fn execute(&mut self, session: &mut Session, view: &View, typed: &str) -> Result<(), PlayError> {
        match typed {
            "" | "l" => self.more(&view.turns)?,
            "h" | "help" => self.screen.write(HELP)?,
            "s" => self.screen.scene(&view.scene)?,
            "u" | "undo" => {
                if !session.undo() {
                    return Err(PlayError::Command("nothing was picked that could be taken back".to_owned()));
                }
                self.screen.scene(&session.view().scene)?;
            }
            "?" => {
                session.advise().map_err(PlayError::Command)?;
                self.screen.advice(session.view().advice.as_ref())?;
            }
            typed => match typed.strip_prefix("l ") {
                Some(text) => self.filtered(&view.turns, text.trim())?,
                None => {
                    session.pick_typed(typed).map_err(PlayError::Command)?;
                    self.picked(&session.view())?;
                }
            },
        }
        Ok(())
    }

    /// Writes the steps picked, and the table after them.
    fn picked(&mut self, view: &View) -> io::Result<()> {
        self.screen.wrapped(&format!("Picked: {}", view.picked.join(", then ")), 0, 4, Some(Paint::Bold))?;
        self.screen.scene(&view.scene)?;
        if !view.complete {
            self.shown = 0;
            self.more(&view.turns)?;
        }
        Ok(())
    }

    /// Writes the next turns of the list.
    fn more(&mut self, turns: &[Choice]) -> io::Result<()> {
        if turns.is_empty() {
            return Ok(());
        }
        if self.shown >= turns.len() {
            self.shown = 0;
        }
        let from = self.shown;
        self.shown = (from + PAGE).min(turns.len());
        let title = format!("Turns {} to {} of {} (?: a hint):", from + 1, self.shown, turns.len());
        self.screen.line(&title, Some(Paint::Bold))?;
        self.screen.choices(&turns[from..self.shown])?;
        if self.shown < turns.len() {
            self.screen.line("   l: more turns; l TEXT: turns that contain TEXT", Some(Paint::Dim))?;
        }
        Ok(())
    }

    fn filtered(&mut self, turns: &[Choice], text: &str) -> io::Result<()> {
        let holds = |turn: &&Choice| [&turn.line, &turn.says, &turn.effect].into_iter().any(|part| part.contains(text));
        let found: Vec<&Choice> = turns.iter().filter(holds).collect();
        self.screen
            .line(&format!("{} of {} turns contain \"{text}\":", found.len(), turns.len()), Some(Paint::Bold))?;
        self.screen.choices(found.iter().copied().take(3 * PAGE))?;
        match found.len().saturating_sub(3 * PAGE) {
            0 => Ok(()),
            more => self.screen.line(&format!("   and {more} more; a longer text finds fewer"), Some(Paint::Dim)),
        }
    }

    /// Reads a line; `None` at the end of the input.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.screen.write(prompt)?;
        self.screen.flush()?;
        let mut bytes = Vec::new();
        let read = (&mut self.input).take(LONGEST).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && read as u64 == LONGEST {
            // The rest of a line that is too long is skipped.
            self.input.skip_until(b'\n')?;
        }
        let typed = String::from_utf8_lossy(&bytes).trim().to_owned();
        if self.echo {
            self.screen.line(&typed, None)?;
        }
        Ok(Some(typed))
    }
}

enum PlayError {
    /// The match cannot go on.
    Match(String),
    /// The typed command cannot be executed.
    Command(String),
    /// The input or the output is closed.
    Closed,
}

impl From<String> for PlayError {
    fn from(what: String) -> Self {
        PlayError::Match(what)
    }
}

impl From<io::Error> for PlayError {
    fn from(_: io::Error) -> Self {
        PlayError::Closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ask_line_too_long_is_one_line() {
        let input = "x".repeat(3 * LONGEST as usize) + "\nnext\nlast";
        let mut terminal = Terminal::new(input.as_bytes(), Vec::new(), Style { colour: false, echo: false });
        let mut asked = || terminal.ask("> ").unwrap();
        assert_eq!(asked().map(|line| line.len()), Some(LONGEST as usize));
        assert_eq!([asked(), asked(), asked()], [Some("next".to_owned()), Some("last".to_owned()), None]);
    }
}
