//! Output in a terminal: lines of at most 80 columns.

use std::io::{self, Write};

use ergo_harness::arena::presentation::TextView;
use ergo_harness::printable::printable;
use ergo_harness::report::display_width;

use crate::play::view::{AdviceView, Candidate, Choice};

/// The width that every terminal has.
const WIDTH: usize = 80;

/// The output.
pub(super) struct Screen<W> {
    out: W,
    colour: bool,
}

/// Styles of text.
#[derive(Clone, Copy)]
pub(super) enum Paint {
    /// For titles.
    Bold,
    /// For less important text.
    Dim,
}

impl Paint {
    fn code(self) -> &'static str {
        match self {
            Paint::Bold => "1",
            Paint::Dim => "2",
        }
    }
}

impl<W: Write> Screen<W> {
    /// Writes to `out`, with colours or without.
    pub(super) fn new(out: W, colour: bool) -> Self {
        Screen { out, colour }
    }

    /// Writes events, one a line.
    pub(super) fn events(&mut self, events: &[String]) -> io::Result<()> {
        self.line("", None)?;
        for event in events {
            self.wrapped(event, 0, 4, None)?;
        }
        if !events.is_empty() {
            self.line("", None)?;
        }
        Ok(())
    }

    /// Writes the table.
    pub(super) fn scene(&mut self, scene: &TextView) -> io::Result<()> {
        let TextView { heading, drawing, facts } = scene;
        if !heading.is_empty() {
            self.line(heading, Some(Paint::Bold))?;
        }
        drawing.iter().try_for_each(|line| self.line(line, None))?;
        facts.iter().try_for_each(|(name, text)| self.wrapped(&format!("{name:<10} {text}"), 2, 13, None))
    }

    /// Writes turns of the list.
    pub(super) fn choices<'t>(&mut self, turns: impl IntoIterator<Item = &'t Choice>) -> io::Result<()> {
        turns.into_iter().try_for_each(|turn| self.choice(turn))
    }

    /// Writes a turn of the list: what it does, its effect, and its text in brackets.
    fn choice(&mut self, turn: &Choice) -> io::Result<()> {
        const INDENT: usize = 7;
        let (says, typed) = (format!("{:>5}  {}", turn.number, turn.says), format!("[{}]", turn.line));
        let together = format!("{says}  {typed}");
        if turn.line == turn.says || display_width(&together) + display_width(&turn.effect) + 2 <= WIDTH {
            let text = if turn.line == turn.says { says } else { together };
            return self.wrapped(&two_columns(&text, &turn.effect), 0, INDENT + 2, None);
        }
        self.wrapped(&two_columns(&says, &turn.effect), 0, INDENT + 2, None)?;
        self.wrapped(&typed, INDENT, INDENT + 1, Some(Paint::Dim))
    }

    /// Writes the answer of the adviser.
    pub(super) fn advice(&mut self, advice: Option<&AdviceView>) -> io::Result<()> {
        let Some(AdviceView { adviser, best, reason, candidates, more }) = advice else { return Ok(()) };
        self.wrapped(&format!("{adviser} would play {}", named(best)), 0, 4, Some(Paint::Bold))?;
        if !reason.is_empty() {
            self.wrapped(reason, 2, 2, None)?;
        }
        for candidate in candidates {
            let value = candidate.value.map_or("-".to_owned(), |value| format!("{value:.3}"));
            self.wrapped(&format!("{value:>9}  {}", named(candidate)), 0, 13, None)?;
        }
        match more {
            0 => Ok(()),
            more => self.line(
                &format!("           and {more} more; estimates of {adviser}, higher is better"),
                Some(Paint::Dim),
            ),
        }
    }

    /// Writes a text in lines, those after the first indented by `further`.
    pub(super) fn wrapped(
        &mut self,
        text: &str,
        indent: usize,
        further: usize,
        paint: Option<Paint>,
    ) -> io::Result<()> {
        wrap(text, indent, further).iter().try_for_each(|line| self.line(line, paint))
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: &str, paint: Option<Paint>) -> io::Result<()> {
        // Names and typed texts must not control the terminal.
        let text = printable(text).replace(['\n', '\t'], "\u{fffd}");
        let text = paint.map_or_else(|| text.clone(), |paint| self.painted(&text, paint));
        self.write(&format!("{text}\n"))
    }

    fn painted(&self, text: &str, paint: Paint) -> String {
        if !self.colour || text.trim().is_empty() {
            return text.to_owned();
        }
        let bare = text.trim_end();
        format!("\x1b[{}m{bare}\x1b[0m{}", paint.code(), &text[bare.len()..])
    }

    /// Writes a text.
    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Flushes the output.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn named(candidate: &Candidate) -> String {
    candidate.number.map_or_else(|| candidate.says.clone(), |number| format!("{number}: {}", candidate.says))
}

/// Two texts on a line, the second at its right end if there is room.
fn two_columns(left: &str, right: &str) -> String {
    let (one, other) = (display_width(left), display_width(right));
    match WIDTH.checked_sub(one + other) {
        Some(gap) if gap >= 2 && other > 0 => format!("{left}{:gap$}{right}", ""),
        _ if other == 0 => left.to_owned(),
        _ => format!("{left}  {right}"),
    }
}

/// Breaks `text` into lines of at most [`WIDTH`] columns, indented by `indent`, those after the first by `further`.
fn wrap(text: &str, indent: usize, further: usize) -> Vec<String> {
    let whole = format!("{:indent$}{text}", "");
    let mut rest = whole;
    let mut lines = Vec::new();
    while display_width(&rest) > WIDTH {
        // At the last space that leaves something on the line; a word that is too long is cut.
        let begin = if lines.is_empty() { indent } else { further };
        let fits = |at: &usize| display_width(&rest[..*at]) <= WIDTH;
        let ends = || rest.char_indices().map(|(at, _)| at).skip(begin + 1).take_while(fits);
        let at = ends().filter(|at| rest[*at..].starts_with(' ')).last().or(ends().last()).unwrap_or(rest.len());
        lines.push(rest[..at].trim_end().to_owned());
        rest = format!("{:further$}{}", "", rest[at..].trim_start());
    }
    lines.push(rest);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces_and_no_wider_than_the_terminal() {
        let text = "word ".repeat(40) + &"x".repeat(200);
        let lines = wrap(&text, 2, 6);
        assert!(lines.iter().all(|line| display_width(line) <= WIDTH), "{lines:?}");
        assert!(lines[0].starts_with("  word") && lines[1].starts_with("      word"));
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        assert_eq!(wrap("short", 2, 6), ["  short"]);
        let wide = wrap(&"証明 ".repeat(40), 2, 6);
        assert!(
            wide.iter().all(|line| (70..=WIDTH).contains(&display_width(line)) || line == &wide[wide.len() - 1]),
            "{wide:?}"
        );
        assert_eq!(two_columns("left", "right").len(), WIDTH);
        assert_eq!(two_columns(&"l".repeat(78), "right"), "l".repeat(78) + "  right");
    }
}
