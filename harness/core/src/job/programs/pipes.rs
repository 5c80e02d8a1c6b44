//! The three pipes of a program, with bounded waiting times.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::Instant;

use ergo_agents::process::lines::LONGEST_LINE;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::tail::Tail;

/// Bytes read at once.
const CHUNK: usize = 16 << 10;

/// The pipes with unsent output and unread input. Unread bytes stay in the pipe, and the program blocks when it is
/// full, so it cannot fill memory here.
pub(super) struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    outbox: Vec<u8>,
    inbox: Vec<u8>,
    tail: Tail,
    chunk: Box<[u8; CHUNK]>,
}

/// The state of the first line that a program wrote.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LineState {
    /// The line is complete.
    Whole,
    /// The line has no end yet.
    Unfinished,
    /// The line is longer than permitted.
    TooLong,
}

impl Pipes {
    /// Takes the pipes of `child`, which must have been started with all three.
    pub(super) fn new(child: &mut Child) -> io::Result<Self> {
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        if let (Some(stdin), Some(stdout), Some(stderr)) = (&stdin, &stdout, &stderr) {
            rustix::io::ioctl_fionbio(stdin, true)?;
            rustix::io::ioctl_fionbio(stdout, true)?;
            rustix::io::ioctl_fionbio(stderr, true)?;
        }
        let (outbox, inbox, tail) = (Vec::new(), Vec::new(), Tail::default());
        Ok(Pipes { stdin, stdout, stderr, outbox, inbox, tail, chunk: Box::new([0; CHUNK]) })
    }

    /// Queues `bytes` for sending.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        if self.stdin.is_some() {
            self.outbox.extend_from_slice(bytes);
        }
    }

    /// Returns true if bytes are still queued.
    pub(super) fn sending(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// Returns true if the program has closed its output.
    pub(super) fn ended(&self) -> bool {
        self.stdout.is_none()
    }

    /// Returns the unread output.
    pub(super) fn unread(&self) -> &[u8] {
        &self.inbox
    }

    /// Discards the unread output and returns its length.
    pub(super) fn clear(&mut self) -> usize {
        let length = self.inbox.len();
        self.inbox.clear();
        length
    }

    /// Closes the program's input.
    pub(super) fn close(&mut self) {
        self.stdin = None;
        self.outbox.clear();
    }

    /// Returns the new end of standard error since the last call.
    pub(super) fn errors(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.tail).text()
    }

    /// Moves the first line, without its end, to `line`.
    pub(super) fn take_line(&mut self, line: &mut Vec<u8>) -> LineState {
        let Some(end) = self.inbox.iter().position(|byte| *byte == b'\n') else {
            return if self.inbox.len() > LONGEST_LINE { LineState::TooLong } else { LineState::Unfinished };
        };
        if end > LONGEST_LINE {
            return LineState::TooLong;
        }
        line.clear();
        line.extend_from_slice(&self.inbox[..end]);
        self.inbox.drain(..=end);
        LineState::Whole
    }

    /// Waits until a pipe is ready, at most until `until`, then sends and reads without blocking. Returns true if a
    /// pipe was ready.
    pub(super) fn pump(&mut self, until: Instant) -> bool {
        let (sends, reads) = (self.sending(), self.inbox.len() <= LONGEST_LINE);
        let mut wanted = Vec::with_capacity(3);
        if let Some(stdin) = self.stdin.as_ref().filter(|_| sends) {
            wanted.push(PollFd::new(stdin, PollFlags::OUT));
        }
        if let Some(stdout) = self.stdout.as_ref().filter(|_| reads) {
            wanted.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.stderr {
            wanted.push(PollFd::new(stderr, PollFlags::IN));
        }
        let left = until.saturating_duration_since(Instant::now());
        let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
        if matches!(poll(&mut wanted, Some(&timeout)), Ok(0) | Err(_)) {
            return false;
        }
        drop(wanted);
        self.write();
        if reads {
            self.read();
        }
        self.read_errors();
        true
    }

    fn write(&mut self) {
        let Some(stdin) = self.stdin.as_mut().filter(|_| !self.outbox.is_empty()) else { return };
        match stdin.write(&self.outbox) {
            Ok(sent) => drop(self.outbox.drain(..sent)),
            Err(error) if passing(&error) => {}
            // The program does not read any more; its answers show if that matters.
            Err(_) => self.close(),
        }
    }

    fn read(&mut self) {
        let Some(stdout) = &mut self.stdout else { return };
        match stdout.read(&mut self.chunk[..]) {
            Ok(0) => self.stdout = None,
            Ok(length) => self.inbox.extend_from_slice(&self.chunk[..length]),
            Err(error) if passing(&error) => {}
            Err(_) => self.stdout = None,
        }
    }

    fn read_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        match stderr.read(&mut self.chunk[..]) {
            Ok(0) => self.stderr = None,
            Ok(length) => self.tail.push(&self.chunk[..length]),
            Err(error) if passing(&error) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// Reads the rest of standard error, at most the size of one pipe.
    pub(super) fn drain_errors(&mut self) {
        for _ in 0..(1 << 20) / CHUNK {
            self.read_errors();
        }
    }
}

fn passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
