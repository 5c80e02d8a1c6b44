//! `ergo completions`: completions for a shell, and pages of the manual.

use super::shared::print;
use super::verb::{Act, Whole};
use anyhow::{anyhow, bail};
use clap::{Args, Command as Cli, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use ergo_harness::shelf::Shelf;

/// Print completions for a shell, or a page of the manual
#[derive(Args)]
pub(super) struct CompletionsArgs {
    /// The shell; or man for a page of the manual, such as that of ergo run: ergo completions man run > ergo-run.1
    #[arg(value_name = "SHELL")]
    pub reader: Reader,
    /// With man: the verb whose page it is [default: the page of ergo]
    #[arg(value_name = "VERB")]
    pub verb: Vec<String>,
}

/// Who reads what is printed.
#[derive(Clone, Copy, ValueEnum)]
#[allow(missing_docs)]
pub(super) enum Reader {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
    Man,
}

impl Act for CompletionsArgs {
    const NAME: &'static str = "completions";

    /// Prints them. They are made in memory first, because the generator panics where a reader goes away.
    fn act(&self, _: &Shelf, whole: Whole) -> anyhow::Result<()> {
        let shell = match self.reader {
            Reader::Man => return print(&manual(whole(), &self.verb)?),
            Reader::Bash => Shell::Bash,
            Reader::Elvish => Shell::Elvish,
            Reader::Fish => Shell::Fish,
            Reader::Powershell => Shell::PowerShell,
            Reader::Zsh => Shell::Zsh,
        };
        if let Some(verb) = self.verb.first() {
            bail!("completions: unexpected \"{verb}\", expected a verb after man only");
        }
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut whole(), "ergo", &mut text);
        print(&String::from_utf8_lossy(&text))
    }
}

/// The page of the verb of these words; that of `ergo` if there is none.
fn manual(mut whole: Cli, verb: &[String]) -> anyhow::Result<String> {
    whole.build();
    let mut page = &whole;
    for word in verb {
        page = page
            .find_subcommand(word)
            .ok_or_else(|| anyhow!("completions: no verb \"{}\", expected one of ergo --help", verb.join(" ")))?;
    }
    let mut text = Vec::new();
    Man::new(page.clone()).manual("Ergo Lab").render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
