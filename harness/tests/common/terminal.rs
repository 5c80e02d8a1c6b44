//! A program at a pseudo-terminal of 80 columns. Tests read up to a prompt and type lines.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Longest time to wait for output.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program at a terminal.
pub struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// All output so far.
    pub seen: String,
    /// Number of bytes of `seen` that `until` has returned.
    read: usize,
}

impl Terminal {
    /// Starts `command` at a pseudo-terminal that echoes its input.
    pub fn start(mut command: Command) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        // It must not become the terminal of the test program.
        let no_own = OFlags::NOCTTY.bits() as i32;
        let slave = OpenOptions::new().read(true).write(true).custom_flags(no_own).open(name).unwrap();
        tcsetwinsize(&slave, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let (input, output) = (slave.try_clone().unwrap(), slave.try_clone().unwrap());
        let child = command.stdin(input).stdout(output).stderr(slave).spawn().unwrap();
        // Drop our copy of the other end, so that reading ends with the program.
        drop(command);
        let keyboard = File::from(master);
        let mut eyes = keyboard.try_clone().unwrap();
        let (shown, screen) = channel();
        std::thread::spawn(move || {
            let mut room = [0; 4096];
            // An error means that the other end is closed.
            while let Ok(length @ 1..) = eyes.read(&mut room) {
                if shown.send(room[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { child, keyboard, screen, seen: String::new(), read: 0 }
    }

    /// Waits until the output ends with one of `ends` or the program ends. Returns the new output.
    pub fn until(&mut self, ends: &[&str]) -> String {
        let late = Instant::now() + PATIENCE;
        loop {
            let new = &self.seen[self.read..];
            if ends.iter().any(|end| new.ends_with(end)) {
                break;
            }
            match self.screen.recv_timeout(late.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes).replace("\r\n", "\n"),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                Err(_) => panic!("none of {ends:?} after {}", self.seen),
            }
        }
        let new = self.seen[self.read..].to_owned();
        self.read = self.seen.len();
        new
    }

    /// Types a line.
    pub fn type_line(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Presses Ctrl-D, which ends the input.
    pub fn end_input(&mut self) {
        self.keyboard.write_all(&[4]).unwrap();
    }

    /// Waits for the program to end.
    pub fn wait(&mut self) -> ExitStatus {
        self.until(&[]);
        self.child.wait().unwrap()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // After a failed test the program may still wait for input.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Removes colour codes.
pub fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once('m').expect("a colour ends with m").1).collect::<String>()
}
