//! The `ergo` program: the games of the house and the command line.

use std::process::ExitCode;

use ergo_lab::Lab;

fn main() -> ExitCode {
    Lab::standard().main()
}
