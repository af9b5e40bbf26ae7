//! The file that says what is to be run: a line `name: what it needs`, and behind it a line for
//! each command, which begins with a tab. Lines that are empty or begin with `#` are nothing. A
//! command is words that are separated by spaces, or, when it has a character that is special to
//! it, a line for the shell.
//!
//! ```text
//! all: greet
//! name:
//! <tab>id -un > name
//! greet: name
//! <tab>cat name
//! ```

use std::collections::HashMap;
use std::fmt::{self, Write as _};

/// A job of a file.
#[derive(Debug)]
pub struct Job {
    pub name: String,
    pub commands: Vec<Vec<String>>,
    /// Positions of the jobs that it needs.
    pub needs: Vec<usize>,
}

/// The jobs of a file, in its order.
#[derive(Debug)]
pub struct JobsFile {
    jobs: Vec<Job>,
    positions: HashMap<String, usize>,
}

/// What is wrong with a file.
#[derive(Debug)]
pub enum FileError {
    NotAJob { line: usize },
    WithoutJob { line: usize },
    Twice { line: usize, name: String },
    Unknown { name: String, needed_by: Option<String> },
    Circle { name: String },
}

impl fmt::Display for FileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAJob { line } => write!(
                formatter,
                "line {line} is neither `name: needs` nor a command behind a tab"
            ),
            Self::WithoutJob { line } => write!(formatter, "line {line}: a command before any job"),
            Self::Twice { line, name } => write!(formatter, "line {line}: there is a {name} before"),
            Self::Unknown {
                name,
                needed_by: None,
            } => write!(formatter, "there is no {name}"),
            Self::Unknown {
                name,
                needed_by: Some(job),
            } => write!(formatter, "there is no {name}, which {job} needs"),
            Self::Circle { name } => write!(formatter, "{name} needs itself"),
        }
    }
}

impl std::error::Error for FileError {}

impl JobsFile {
    pub fn parse(text: &str) -> Result<Self, FileError> {
        let mut file = Self {
            jobs: Vec::new(),
            positions: HashMap::new(),
        };
        let mut needs: Vec<Vec<&str>> = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            if let Some(command) = content.strip_prefix('\t') {
                let job = file.jobs.last_mut().ok_or(FileError::WithoutJob { line })?;
                job.commands.push(words(command));
            } else if !content.trim().is_empty() && !content.starts_with('#') {
                let (name, needed) = content.split_once(':').ok_or(FileError::NotAJob { line })?;
                let name = name.trim().to_owned();
                if file.positions.insert(name.clone(), file.jobs.len()).is_some() {
                    return Err(FileError::Twice { line, name });
                }
                file.jobs.push(Job {
                    name,
                    commands: Vec::new(),
                    needs: Vec::new(),
                });
                needs.push(needed.split_whitespace().collect());
            }
        }
        for (position, names) in needs.into_iter().enumerate() {
            let found = names.into_iter().map(|name| file.position(name, Some(position)));
            let found = found.collect::<Result<_, _>>()?;
            file.jobs[position].needs = found;
        }
        Ok(file)
    }

    fn position(&self, name: &str, needed_by: Option<usize>) -> Result<usize, FileError> {
        self.positions
            .get(name)
            .copied()
            .ok_or_else(|| FileError::Unknown {
                name: name.to_owned(),
                needed_by: needed_by.map(|position| self.jobs[position].name.clone()),
            })
    }

    /// What these goals need, and they themselves, each behind all that it needs; everything when
    /// there are none.
    pub fn needed_for(mut self, goals: &[String]) -> Result<Vec<Job>, FileError> {
        let wanted: Vec<usize> = if goals.is_empty() {
            (0..self.jobs.len()).collect()
        } else {
            let wanted = goals.iter().map(|goal| self.position(goal, None));
            wanted.collect::<Result<_, _>>()?
        };
        let mut visits = vec![Visit::NotYet; self.jobs.len()];
        let mut order = Vec::new();
        for goal in wanted {
            // The jobs from the goal down to the one that is looked at, and how many of its needs
            // were.
            let mut path = vec![(goal, 0)];
            while let Some((job, looked_at)) = path.last_mut() {
                let job = *job;
                let need = self.jobs[job].needs.get(*looked_at).copied();
                *looked_at += 1;
                match (visits[job], need) {
                    (Visit::Over(_), _) => {
                        path.pop();
                    }
                    (_, None) => {
                        visits[job] = Visit::Over(order.len());
                        order.push(job);
                        path.pop();
                    }
                    (_, Some(need)) => {
                        visits[job] = Visit::Begun;
                        match visits[need] {
                            Visit::NotYet => path.push((need, 0)),
                            Visit::Begun => {
                                let name = self.jobs.swap_remove(need).name;
                                return Err(FileError::Circle { name });
                            }
                            Visit::Over(_) => {}
                        }
                    }
                }
            }
        }
        let place = |job: &usize| match visits[*job] {
            Visit::Over(place) => place,
            _ => unreachable!("what a job needs is visited before it"),
        };
        let planned = order.iter().map(|&job| Job {
            name: std::mem::take(&mut self.jobs[job].name),
            commands: std::mem::take(&mut self.jobs[job].commands),
            needs: self.jobs[job].needs.iter().map(place).collect(),
        });
        Ok(planned.collect())
    }
}

/// How far the search for what is needed has come with a job.
#[derive(Clone, Copy)]
enum Visit {
    NotYet,
    Begun,
    /// With its place in the order.
    Over(usize),
}

/// What the shell does more with than to split words.
const SPECIAL: &[char] = &[
    '|', '&', ';', '<', '>', '(', ')', '$', '`', '\\', '"', '\'', '*', '?', '[', '#', '~', '=', '%', '!', '{',
];

fn words(command: &str) -> Vec<String> {
    if command.contains(SPECIAL) {
        return ["/bin/sh", "-c", command].map(str::to_owned).into();
    }
    command.split_whitespace().map(str::to_owned).collect()
}

/// So many jobs of a generated file can run at a time.
const WIDTH: usize = 64;

/// A file of so many jobs that each write their number; each needs the one that stands 64 before
/// it.
pub fn generate(count: usize) -> String {
    (1..=count).fold(String::new(), |mut text, number| {
        let _ = match number.checked_sub(WIDTH) {
            Some(needed @ 1..) => writeln!(text, "job{number}: job{needed}"),
            _ => writeln!(text, "job{number}:"),
        };
        let _ = writeln!(text, "\t/bin/echo {number}");
        text
    })
}
