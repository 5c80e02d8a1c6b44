//! The program `ergo`: the standard games with the command line.

use std::process::ExitCode;

use ergo_lab::Lab;

fn main() -> ExitCode {
    Lab::standard().main()
}
