//! The command line.

use crate::runners::With;
use lexopt::prelude::*;
use std::num::NonZero;
use std::path::PathBuf;

/// What to do.
pub enum Task {
    Generate(usize),
    Run(Arguments),
}

/// What to run, and how.
pub struct Arguments {
    pub file: PathBuf,
    pub at_a_time: NonZero<usize>,
    pub with: With,
    pub time: bool,
    /// None: everything.
    pub goals: Vec<String>,
}

pub fn parse(mut parser: lexopt::Parser) -> Result<Task, lexopt::Error> {
    let mut arguments = Arguments {
        file: PathBuf::from("Jobs"),
        at_a_time: NonZero::<usize>::MIN,
        with: With::Ours,
        time: false,
        goals: Vec::new(),
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Short('f') | Long("file") => arguments.file = parser.value()?.into(),
            Short('j') | Long("jobs") => arguments.at_a_time = parser.value()?.parse()?,
            Long("with") => arguments.with = parser.value()?.parse()?,
            Long("time") => arguments.time = true,
            Long("generate") => return Ok(Task::Generate(parser.value()?.parse()?)),
            Value(goal) => arguments.goals.push(goal.string()?),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Task::Run(arguments))
}
