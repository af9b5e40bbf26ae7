//! What a process is created of.

use super::super::command::Command;
use super::super::command_line::command_line;
use super::super::environment::{self, own_variable};
use super::super::error::SpawnStep;
use super::super::pipe::Pipe;
use super::super::program_search::{Search, is_batch_file};
use super::super::stdio::{ChildDescriptor, Stdio};
use super::super::system;
use super::super::wide::with_nul;
use std::io;
use windows_sys::Win32::Foundation::{
    ERROR_FILE_NOT_FOUND, ERROR_INVALID_PARAMETER, ERROR_NOT_SUPPORTED, MAX_PATH,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_DIRECTORY, GetFileAttributesW, GetShortPathNameW, INVALID_FILE_ATTRIBUTES,
};
use windows_sys::Win32::System::Environment::{GetCurrentDirectoryW, NeedCurrentDirectoryForExePathW};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_UNICODE_ENVIRONMENT, DETACHED_PROCESS,
    EXTENDED_STARTUPINFO_PRESENT,
};

/// All that `CreateProcessW` is given.
pub(super) struct Prepared {
    pub(super) program: Vec<u16>,
    pub(super) command_line: Vec<u16>,
    pub(super) environment: Option<Vec<u16>>,
    pub(super) directory: Vec<u16>,
    pub(super) stdio: Stdio,
    pub(super) flags: u32,
    pub(super) is_hidden: bool,
}

/// Makes all of it, and opens the descriptors.
///
/// `pipes` gets this process's ends, also where it fails.
pub(super) fn prepare(
    command: &Command,
    pipes: &mut Vec<Option<Pipe>>,
) -> Result<Prepared, (SpawnStep, io::Error)> {
    if command.has_nul.anywhere() {
        return Err((SpawnStep::Strings, system::error(ERROR_INVALID_PARAMETER)));
    }
    if command.bad_number {
        return Err((SpawnStep::Descriptors, system::error(ERROR_NOT_SUPPORTED)));
    }
    let environment = command.environment.block();
    let directory = directory(command).map_err(|error| (SpawnStep::WorkingDirectory, error))?;
    let path = environment
        .as_deref()
        .and_then(environment::path)
        .map(<[u16]>::to_vec);
    let path = path.or_else(|| own_variable("PATH")).unwrap_or_default();
    let stdio = Stdio::open(&command.descriptors, pipes)?;
    let program = find(&command.program, &directory, &path).map_err(|error| {
        let is_missing = command.working_directory.is_some() && !is_directory(&directory);
        let step = if is_missing {
            SpawnStep::WorkingDirectory
        } else {
            SpawnStep::Execute
        };
        (step, error)
    })?;
    let mut flags = CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT;
    if command.detached {
        flags |= DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP;
    } else if command.hidden && command.descriptors.iter().all(is_new) {
        flags |= CREATE_NO_WINDOW;
    }
    Ok(Prepared {
        program: with_nul(&program),
        command_line: with_nul(&command_line(&command.arguments, command.verbatim)),
        environment,
        directory: with_nul(&directory),
        stdio,
        flags,
        is_hidden: command.hidden,
    })
}

/// A descriptor that is none of this process's: one that is may be its console.
fn is_new(descriptor: &ChildDescriptor) -> bool {
    !matches!(descriptor, ChildDescriptor::Default | ChildDescriptor::Owned(_))
}

/// The child's working directory, by a short name when it is too long for the system.
fn directory(command: &Command) -> io::Result<Vec<u16>> {
    let directory = match &command.working_directory {
        Some(directory) => directory.clone(),
        // SAFETY: the buffer has the size that is given with it.
        None => system::text(|buffer, size| unsafe { GetCurrentDirectoryW(size, buffer) })?,
    };
    if directory.len() < MAX_PATH as usize {
        return Ok(directory);
    }
    let long = with_nul(&directory);
    // SAFETY: the path ends with a zero, and the buffer has the size that is given with it.
    system::text(|buffer, size| unsafe { GetShortPathNameW(long.as_ptr(), buffer, size) })
}

fn find(program: &[u16], directory: &[u16], path: &[u16]) -> io::Result<Vec<u16>> {
    // SAFETY: the name ends with a zero.
    let directory_first = unsafe { NeedCurrentDirectoryForExePathW([0].as_ptr()) } != 0;
    let search = Search {
        directory,
        path,
        directory_first,
    };
    let found = if is_batch_file(program) {
        None
    } else {
        search.find(program, &mut is_file)
    };
    if is_batch_file(found.as_deref().unwrap_or(program)) {
        return Err(system::error(ERROR_INVALID_PARAMETER));
    }
    found.ok_or_else(|| system::error(ERROR_FILE_NOT_FOUND))
}

fn is_file(path: &[u16]) -> bool {
    attributes(path).is_some_and(|attributes| attributes & FILE_ATTRIBUTE_DIRECTORY == 0)
}

fn is_directory(path: &[u16]) -> bool {
    attributes(path).is_some_and(|attributes| attributes & FILE_ATTRIBUTE_DIRECTORY != 0)
}

/// `None` when there is no such file.
fn attributes(path: &[u16]) -> Option<u32> {
    let path = with_nul(path);
    // SAFETY: the path ends with a zero.
    let attributes = unsafe { GetFileAttributesW(path.as_ptr()) };
    (attributes != INVALID_FILE_ATTRIBUTES).then_some(attributes)
}
