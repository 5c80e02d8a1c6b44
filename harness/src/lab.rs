//! The whole program as a value: the games of the house, and what others add to them.
//!
//! ```no_run
//! use ergo_agents::random::RandomAgent;
//! use ergo_agents::registry::Entry;
//! use ergo_engine::ergo::Ergo;
//! use ergo_lab::Lab;
//!
//! fn main() -> std::process::ExitCode {
//!     let mine = Entry::<Ergo>::new("mine", "plays as it likes", |place| RandomAgent::new(place.seed));
//!     Lab::standard().agent(mine).main()
//! }
//! ```

use std::any::TypeId;
use std::process::ExitCode;

use clap::Parser;
use ergo_agents::registry::{Entry, Registry};
use ergo_engine::options::Configurable;

use crate::cli::{Cli, one_line};
use crate::commands::{CheckFailed, execute};
use crate::games;
use crate::shelf::{And, Shelf, Shelved};

/// A shelf of games with the command line.
pub struct Lab<S> {
    shelf: S,
    wrong: Option<String>,
}

impl Lab<()> {
    /// The games of the house.
    pub fn standard() -> Lab<impl Shelf> {
        Lab { shelf: games::standard(), wrong: None }
    }
}

impl<S: Shelf> Lab<S> {
    /// The same with one game more. It takes the place of one with its name.
    pub fn game<G: Configurable>(self, game: Shelved<G>) -> Lab<And<S, G>> {
        Lab { shelf: And::new(self.shelf, game), wrong: self.wrong }
    }

    /// The same with one agent more for a game that is there. It takes the place of one with its name.
    pub fn agent<G: Configurable>(mut self, agent: Entry<G>) -> Self {
        let agents = self.shelf.agents_of(TypeId::of::<G>()).and_then(|agents| agents.downcast_mut::<Registry<G>>());
        match agents {
            Some(agents) => agents.add(agent),
            None => {
                let what = format!("an agent for {}, which is not on the shelf, expected its game before it", G::NAME);
                self.wrong.get_or_insert(what);
            }
        }
        self
    }

    /// The command line: does what it asks, prints an error once in one line, and gives the exit code of `ergo`: 0 done, 1 a check
    /// failed, 2 bad input.
    pub fn main(self) -> ExitCode {
        if let Some(wrong) = &self.wrong {
            return fail(wrong, 2);
        }
        let cli = match Cli::try_parse() {
            Ok(cli) => cli,
            Err(error) if error.use_stderr() => return fail(&one_line(&error), 2),
            Err(help) => {
                // Help and version; a reader that went away is no error.
                let _ = help.print();
                return ExitCode::SUCCESS;
            }
        };
        match execute(&cli, &self.shelf) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&error.to_string(), if error.is::<CheckFailed>() { 1 } else { 2 }),
        }
    }
}

/// Says what went wrong in one line, whatever the message is made of.
fn fail(message: &str, status: u8) -> ExitCode {
    use std::io::Write;
    let words: Vec<&str> = message.split(char::is_whitespace).filter(|word| !word.is_empty()).collect();
    let line: String = words.join(" ").chars().filter(|c| !c.is_control()).collect();
    let _ = writeln!(std::io::stderr(), "ergo: {line}");
    ExitCode::from(status)
}
