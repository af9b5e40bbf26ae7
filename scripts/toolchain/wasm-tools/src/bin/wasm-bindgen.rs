//! `wasm-bindgen` with the options that wasm-pack passes, on the library of the real command. The
//! real command also has a test runner with a web server and TLS, which take longer to compile than
//! the rest.

use lexopt::{Arg, Parser, ValueExt};
use std::path::PathBuf;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    match run(Parser::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Parser) -> Result<(), Failure> {
    let mut bindgen = Bindgen::new();
    let mut out_dir = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('V') | Arg::Long("version") => {
                println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
                return Ok(());
            }
            Arg::Value(input) => {
                bindgen.input_path(PathBuf::from(input));
            }
            Arg::Long("out-dir") => out_dir = Some(PathBuf::from(arguments.value()?)),
            Arg::Long("out-name") => {
                bindgen.out_name(&arguments.value()?.string()?);
            }
            Arg::Long("target") => {
                let target = arguments.value()?.string()?;
                if target != "web" {
                    return Err(format!("the target is {target}; this build of wasm-bindgen knows web only").into());
                }
                bindgen.web(true)?;
            }
            Arg::Long("typescript") => {
                bindgen.typescript(true);
            }
            Arg::Long("no-typescript") => {
                bindgen.typescript(false);
            }
            Arg::Long("debug") => {
                bindgen.debug(true);
            }
            Arg::Long("no-demangle") => {
                bindgen.demangle(false);
            }
            Arg::Long("keep-debug") => {
                bindgen.keep_debug(true);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let out_dir = out_dir.ok_or("--out-dir is missing")?;
    bindgen.generate(out_dir)?;
    Ok(())
}
