//! The front in a terminal: lines in, lines out, no wider than 80 columns; colour only where that is wanted.

mod screen;

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use self::screen::{Paint, Screen};
use super::session::Session;
use super::view::{Choice, Phase, View};

/// Turns of the list that are shown at once.
const PAGE: usize = 12;
/// Bytes of a line that are read; nobody types more.
const LONGEST: u64 = 4096;
/// How long others may think before that is said.
const PATIENCE: Duration = Duration::from_millis(400);

const HELP: &str = "\
  12          picks turn 12 of the list
  A|B / ~C    picks the turn that leaves this proof, or whatever the list says of a turn
  A|5, -C     picks these actions, in the notation that replay prints
  (nothing)   plays the turn that was picked
  u           takes it back
  l           more of the list
  l TEXT      those turns of it that hold TEXT
  ?           what would the adviser do?
  s           shows all of it again
  h           this help
  q           leaves; the transcript is kept
";

/// A person at a terminal.
pub(crate) struct Terminal<R, W> {
    input: R,
    screen: Screen<W>,
    echo: bool,
    /// How much of the list was shown.
    shown: usize,
}

/// How to write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// In colour.
    pub colour: bool,
    /// With an echo of the input: where no terminal shows it.
    pub echo: bool,
}

/// How the person came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parted {
    /// The match is over.
    Over,
    /// The person left before.
    Left,
}

impl<R: BufRead, W: Write> Terminal<R, W> {
    /// Reads from `input` and writes to `out`.
    pub(crate) fn new(input: R, out: W, manner: Manner) -> Self {
        Terminal { input, screen: Screen::new(out, manner.colour), echo: manner.echo, shown: 0 }
    }

    /// Plays the match of `session` to its end, or until the person leaves or the input ends. An error is one of the match; who
    /// reads no longer has left.
    pub(crate) fn play(&mut self, session: &mut Session) -> Result<Parted, String> {
        let parted = self.rounds(session);
        if !matches!(parted, Ok(Parted::Over)) {
            session.leave();
        }
        match parted {
            Err(Trouble::Match(what) | Trouble::Wrong(what)) => Err(what),
            Err(Trouble::Gone) => Ok(Parted::Left),
            Ok(parted) => Ok(parted),
        }
    }

    fn rounds(&mut self, session: &mut Session) -> Result<Parted, Trouble> {
        loop {
            if session.wait(PATIENCE)? == Phase::Others {
                self.screen.line("The others think …", Some(Paint::Dim))?;
                while session.wait(Duration::from_secs(60))? == Phase::Others {}
            }
            let view = session.view();
            self.screen.happened(&view)?;
            if let Some(end) = &view.end {
                self.screen.line("", None)?;
                self.screen.line(&end.text, Some(Paint::Bold))?;
                return Ok(Parted::Over);
            }
            self.screen.scene(&view)?;
            // Where nobody can say what turns are worth, they stand in the order of the game.
            let _ = session.rank();
            self.shown = 0;
            self.more(&session.view().turns)?;
            if !self.turn(session)? {
                return Ok(Parted::Left);
            }
        }
    }

    /// Lets the person choose one turn; whether it was played.
    fn turn(&mut self, session: &mut Session) -> Result<bool, Trouble> {
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
                typed => match self.obey(session, &view, typed) {
                    Err(Trouble::Wrong(what)) => self.screen.line(&what, None)?,
                    done => done?,
                },
            }
        }
    }

    /// Does what is typed, but for playing and leaving.
    fn obey(&mut self, session: &mut Session, view: &View, typed: &str) -> Result<(), Trouble> {
        match typed {
            "" | "l" => self.more(&view.turns)?,
            "h" | "help" => self.screen.write(HELP)?,
            "s" => self.screen.scene(view)?,
            "u" | "undo" => {
                if !session.undo() {
                    return Err(Trouble::Wrong("nothing was picked that could be taken back".to_owned()));
                }
                self.screen.scene(&session.view())?;
            }
            "?" => {
                session.advise().map_err(Trouble::Wrong)?;
                self.screen.advice(session.view().advice.as_ref())?;
            }
            typed => match typed.strip_prefix("l ") {
                Some(text) => self.filtered(&view.turns, text.trim())?,
                None => {
                    session.pick_typed(typed).map_err(Trouble::Wrong)?;
                    self.picked(&session.view())?;
                }
            },
        }
        Ok(())
    }

    /// Writes the steps picked, and what there is then.
    fn picked(&mut self, view: &View) -> io::Result<()> {
        self.screen.wrapped(&format!("Picked: {}", view.picked.join(", then ")), 0, 4, Some(Paint::Bold))?;
        self.screen.scene(view)?;
        if !view.complete {
            self.shown = 0;
            self.more(&view.turns)?;
        }
        Ok(())
    }

    /// The next turns of the list.
    fn more(&mut self, turns: &[Choice]) -> io::Result<()> {
        if turns.is_empty() {
            return Ok(());
        }
        if self.shown >= turns.len() {
            self.shown = 0;
        }
        let from = self.shown;
        self.shown = (from + PAGE).min(turns.len());
        let order = if turns.iter().any(|turn| turn.worth.is_some()) { ", best first" } else { "" };
        let title = format!("Turns {} to {} of {}{order}:", from + 1, self.shown, turns.len());
        self.screen.line(&title, Some(Paint::Bold))?;
        self.screen.choices(&turns[from..self.shown])?;
        if self.shown < turns.len() {
            self.screen.line("   l: more of them; l TEXT: those that hold TEXT", Some(Paint::Dim))?;
        }
        Ok(())
    }

    fn filtered(&mut self, turns: &[Choice], text: &str) -> io::Result<()> {
        let holds = |turn: &&Choice| [&turn.line, &turn.says, &turn.effect].into_iter().any(|part| part.contains(text));
        let found: Vec<&Choice> = turns.iter().filter(holds).collect();
        self.screen.line(&format!("{} of {} turns hold \"{text}\":", found.len(), turns.len()), Some(Paint::Bold))?;
        self.screen.choices(found.iter().copied().take(3 * PAGE))?;
        match found.len().saturating_sub(3 * PAGE) {
            0 => Ok(()),
            more => self.screen.line(&format!("   and {more} more, which a longer text leaves out"), Some(Paint::Dim)),
        }
    }

    /// Asks for a line; nothing where there are no more.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.screen.write(prompt)?;
        self.screen.flush()?;
        let mut bytes = Vec::new();
        let read = (&mut self.input).take(LONGEST).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && read as u64 == LONGEST {
            // The rest of a line that is too long is no other line.
            self.input.skip_until(b'\n')?;
        }
        let typed = String::from_utf8_lossy(&bytes).trim().to_owned();
        if self.echo {
            self.screen.line(&typed, None)?;
        }
        Ok(Some(typed))
    }
}

/// An error while a match is played.
enum Trouble {
    /// The match cannot go on.
    Match(String),
    /// The typed command cannot be done.
    Wrong(String),
    /// Nobody reads any more, or the input is broken.
    Gone,
}

impl From<String> for Trouble {
    fn from(what: String) -> Self {
        Trouble::Match(what)
    }
}

impl From<io::Error> for Trouble {
    fn from(_: io::Error) -> Self {
        Trouble::Gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_one_line() {
        let input = "x".repeat(3 * LONGEST as usize) + "\nnext\nlast";
        let mut terminal = Terminal::new(input.as_bytes(), Vec::new(), Manner { colour: false, echo: false });
        let mut asked = || terminal.ask("> ").unwrap();
        assert_eq!(asked().map(|line| line.len()), Some(LONGEST as usize));
        assert_eq!([asked(), asked(), asked()], [Some("next".to_owned()), Some("last".to_owned()), None]);
    }
}
