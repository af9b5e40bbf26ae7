//! Who runs a command: the contestants.

use std::fmt;
use std::io;
use std::str::FromStr;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum With {
    Ours,
    OursAsync,
    Std,
    Tokio,
}

/// The result of a command or a job.
pub struct Ran {
    pub succeeded: bool,
    pub written: Vec<u8>,
}

const NAMES: [(With, &str); 4] = [
    (With::Ours, "ours"),
    (With::OursAsync, "ours-async"),
    (With::Std, "std"),
    (With::Tokio, "tokio"),
];

impl fmt::Display for With {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(with, _)| with == self);
        formatter.write_str(name.map_or("", |(_, name)| name))
    }
}

impl FromStr for With {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found
            .map(|(with, _)| *with)
            .ok_or_else(|| "it is one of ours, ours-async, std, tokio".to_owned())
    }
}

impl With {
    pub fn is_async(self) -> bool {
        matches!(self, Self::OursAsync | Self::Tokio)
    }

    /// Runs commands one after the other, until one fails.
    pub fn run(self, commands: &[Vec<String>]) -> Ran {
        let run = match self {
            Self::Std | Self::Tokio => by_the_standard_library,
            Self::Ours | Self::OursAsync => by_rt_process,
        };
        let mut all = Ran::nothing();
        for command in commands {
            if !all.add(command, run(&command[0], &command[1..])) {
                break;
            }
        }
        all
    }

    /// The same on the event loop of tokio.
    pub async fn run_async(self, commands: &[Vec<String>]) -> Ran {
        let mut all = Ran::nothing();
        for command in commands {
            let (program, arguments) = (&command[0], &command[1..]);
            let ran = match self {
                Self::Std | Self::Tokio => by_tokio_process(program, arguments).await,
                Self::Ours | Self::OursAsync => by_rt_process_async(program, arguments).await,
            };
            if !all.add(command, ran) {
                break;
            }
        }
        all
    }
}

impl Ran {
    fn nothing() -> Self {
        Self {
            succeeded: true,
            written: Vec::new(),
        }
    }

    /// Adds the result of a command. Returns whether to go on.
    fn add(&mut self, command: &[String], ran: io::Result<Self>) -> bool {
        match ran {
            Ok(ran) => {
                self.succeeded = ran.succeeded;
                self.written.extend(ran.written);
            }
            Err(error) => {
                self.succeeded = false;
                self.written
                    .extend(format!("jobs: {}: {error}\n", command[0]).bytes());
            }
        }
        self.succeeded
    }

    fn of(succeeded: bool, output: &[u8], errors: &[u8]) -> Self {
        Self {
            succeeded,
            written: [output, errors].concat(),
        }
    }
}

fn by_rt_process(program: &str, arguments: &[String]) -> io::Result<Ran> {
    let output = rt_process::Command::new(program).args(arguments).output()?;
    Ok(Ran::of(output.success(), output.stdout(), output.stderr()))
}

fn by_the_standard_library(program: &str, arguments: &[String]) -> io::Result<Ran> {
    let output = std::process::Command::new(program).args(arguments).output()?;
    Ok(Ran::of(output.status.success(), &output.stdout, &output.stderr))
}

async fn by_rt_process_async(program: &str, arguments: &[String]) -> io::Result<Ran> {
    let mut command = rt_process::Command::new(program);
    let output = command.args(arguments).capture().run_async().await?;
    Ok(Ran::of(output.success(), output.stdout(), output.stderr()))
}

async fn by_tokio_process(program: &str, arguments: &[String]) -> io::Result<Ran> {
    let output = tokio::process::Command::new(program)
        .args(arguments)
        .output()
        .await?;
    Ok(Ran::of(output.status.success(), &output.stdout, &output.stderr))
}
