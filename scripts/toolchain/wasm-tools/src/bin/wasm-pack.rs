//! `wasm-pack`, without its check for newer versions and its installer.

use clap::Parser;
use std::process::ExitCode;
use wasm_pack::command::run_wasm_pack;
use wasm_pack::{Cli, PBAR};

fn main() -> ExitCode {
    let cli = Cli::parse();
    PBAR.set_log_level(cli.log_level);
    if cli.quiet {
        PBAR.set_quiet(true);
    }
    match run_wasm_pack(cli.cmd) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("Error: {error:?}");
            ExitCode::FAILURE
        }
    }
}
