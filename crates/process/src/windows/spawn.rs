//! Creating the process.

use super::attributes::Attributes;
use super::child::Child;
use super::command::Command;
use super::command_line::command_line;
use super::environment::{self, own_variable};
use super::error::{SpawnError, SpawnStep};
use super::job;
use super::pipe::Pipe;
use super::program_search::{Search, is_batch_file};
use super::stdio::{ChildDescriptor, Stdio};
use super::system::{self, check, code};
use super::wide::with_nul;
use crate::ExitStatus;
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_DIRECTORY, ERROR_FILE_NOT_FOUND, ERROR_INVALID_PARAMETER, ERROR_NOT_SUPPORTED,
    HANDLE, MAX_PATH,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_DIRECTORY, GetFileAttributesW, GetShortPathNameW, INVALID_FILE_ATTRIBUTES,
};
use windows_sys::Win32::System::Environment::{GetCurrentDirectoryW, NeedCurrentDirectoryForExePathW};
use windows_sys::Win32::System::JobObjects::AssignProcessToJobObject;
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_SUSPENDED, CREATE_UNICODE_ENVIRONMENT, CreateProcessW,
    DETACHED_PROCESS, EXTENDED_STARTUPINFO_PRESENT, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
    PROC_THREAD_ATTRIBUTE_JOB_LIST, PROCESS_INFORMATION, ResumeThread, STARTF_USESHOWWINDOW,
    STARTF_USESTDHANDLES, STARTUPINFOEXW, TerminateProcess,
};

/// How a window is shown (`ShowWindow`): not at all, or as the program likes.
const HIDE: u16 = 0;
const SHOW_DEFAULT: u16 = 10;

/// How a child gets into the job of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Placement {
    /// Not at all: it may outlive this process.
    None,
    /// By an attribute that it is created with (`PROC_THREAD_ATTRIBUTE_JOB_LIST`, Windows 10).
    Attribute,
    /// It is created suspended, assigned, and resumed, as where there is no such attribute.
    #[cfg(test)]
    Assigned,
}

/// All that `CreateProcessW` is given.
struct Prepared {
    program: Vec<u16>,
    command_line: Vec<u16>,
    environment: Option<Vec<u16>>,
    directory: Vec<u16>,
    stdio: Stdio,
    flags: u32,
    is_hidden: bool,
}

impl Command {
    /// Starts the program.
    ///
    /// # Errors
    /// [`SpawnError`] says at which step it failed.
    pub fn spawn(&self) -> Result<Child, SpawnError> {
        let placement = if self.detached {
            Placement::None
        } else {
            Placement::Attribute
        };
        spawn_placed(self, placement)
    }

    /// Starts the program and waits until it ends.
    ///
    /// # Errors
    /// Those of [`spawn`](Self::spawn) and of [`Child::wait`].
    pub fn status(&self) -> io::Result<ExitStatus> {
        self.spawn()?.wait()
    }
}

fn spawn_placed(command: &Command, placement: Placement) -> Result<Child, SpawnError> {
    let mut pipes = Vec::new();
    let started = prepare(command, &mut pipes).and_then(|prepared| start(&prepared, command, placement));
    match started {
        Ok((process, pid)) => Ok(Child::new(process, pid, pipes, command.kill_on_drop)),
        Err((step, error)) => {
            let mut failure = SpawnError::at(step, error);
            failure.pipes = pipes;
            Err(failure)
        }
    }
}

fn prepare(command: &Command, pipes: &mut Vec<Option<Pipe>>) -> Result<Prepared, (SpawnStep, io::Error)> {
    if command.has_nul {
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

fn start(
    prepared: &Prepared,
    command: &Command,
    placement: Placement,
) -> Result<(OwnedHandle, u32), (SpawnStep, io::Error)> {
    let job = if placement == Placement::None {
        Ok(None)
    } else {
        job::of_this_process().map(Some)
    };
    let job = job.map_err(|error| (SpawnStep::Create, error))?;
    let result = match (placement, job) {
        (Placement::Attribute, Some(job)) => match create(prepared, &[job], false) {
            // What systems say that do not know the attribute, or where this process is in a job
            // that cannot be nested.
            Err((_, error))
                if [ERROR_ACCESS_DENIED, ERROR_INVALID_PARAMETER, ERROR_NOT_SUPPORTED]
                    .contains(&code(&error)) =>
            {
                create_and_assign(prepared, job)
            }
            result => result,
        },
        #[cfg(test)]
        (Placement::Assigned, Some(job)) => create_and_assign(prepared, job),
        _ => create(prepared, &[], false),
    };
    let created = result.map_err(|(step, error)| match code(&error) {
        ERROR_DIRECTORY if command.working_directory.is_some() => (SpawnStep::WorkingDirectory, error),
        _ => (step, error),
    })?;
    Ok((created.process, created.pid))
}

struct Created {
    process: OwnedHandle,
    thread: OwnedHandle,
    pid: u32,
}

fn create_and_assign(prepared: &Prepared, job: HANDLE) -> Result<Created, (SpawnStep, io::Error)> {
    let created = create(prepared, &[], true)?;
    let process = created.process.as_raw_handle();
    // SAFETY: all three handles are open.
    let result = unsafe {
        match check(AssignProcessToJobObject(job, process)) {
            // In a job that cannot be nested: the child then outlives this process, as libuv's
            // does.
            Err(error) if code(&error) != ERROR_ACCESS_DENIED => Err(error),
            _ if ResumeThread(created.thread.as_raw_handle()) == u32::MAX => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    };
    result.map_err(|error| {
        // SAFETY: the handle is open, and the process has run no code of its own.
        unsafe { TerminateProcess(process, 1) };
        (SpawnStep::Create, error)
    })?;
    Ok(created)
}

fn create(prepared: &Prepared, jobs: &[HANDLE], suspended: bool) -> Result<Created, (SpawnStep, io::Error)> {
    let failed = |error| (SpawnStep::Create, error);
    let handles = prepared.stdio.handles();
    let mut attributes = Attributes::new(2).map_err(failed)?;
    if !handles.is_empty() {
        attributes
            .add(PROC_THREAD_ATTRIBUTE_HANDLE_LIST, &handles)
            .map_err(failed)?;
    }
    if !jobs.is_empty() {
        attributes
            .add(PROC_THREAD_ATTRIBUTE_JOB_LIST, jobs)
            .map_err(failed)?;
    }
    let mut table = prepared.stdio.table();
    let mut startup = STARTUPINFOEXW {
        lpAttributeList: attributes.as_mut_ptr(),
        ..STARTUPINFOEXW::default()
    };
    let info = &mut startup.StartupInfo;
    info.cb = system::size::<STARTUPINFOEXW>();
    info.dwFlags = STARTF_USESTDHANDLES | STARTF_USESHOWWINDOW;
    info.wShowWindow = if prepared.is_hidden { HIDE } else { SHOW_DEFAULT };
    info.hStdInput = prepared.stdio.handle(0);
    info.hStdOutput = prepared.stdio.handle(1);
    info.hStdError = prepared.stdio.handle(2);
    // At most 255 descriptors: 2,299 bytes.
    info.cbReserved2 = u16::try_from(table.len()).unwrap_or_default();
    info.lpReserved2 = table.as_mut_ptr();
    // The call writes to the command line.
    let mut command_line = prepared.command_line.clone();
    let mut process = PROCESS_INFORMATION::default();
    let flags = prepared.flags | if suspended { CREATE_SUSPENDED } else { 0 };
    // SAFETY: program, command line and directory end with a zero, and the environment with two;
    // the startup information is of the extended kind, as the flags say. All of it outlives the
    // call.
    let result = unsafe {
        CreateProcessW(
            prepared.program.as_ptr(),
            command_line.as_mut_ptr(),
            null(),
            null(),
            i32::from(!handles.is_empty()),
            flags,
            prepared
                .environment
                .as_ref()
                .map_or(null(), |block| block.as_ptr().cast()),
            prepared.directory.as_ptr(),
            (&raw const startup).cast(),
            &raw mut process,
        )
    };
    check(result).map_err(|error| (SpawnStep::Execute, error))?;
    // SAFETY: both handles were just made, and belong to nobody else.
    unsafe {
        Ok(Created {
            process: OwnedHandle::from_raw_handle(process.hProcess),
            thread: OwnedHandle::from_raw_handle(process.hThread),
            pid: process.dwProcessId,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Placement, job, spawn_placed};
    use crate::{ChildDescriptor, Command};
    use std::os::windows::io::{AsHandle, AsRawHandle};
    use windows_sys::Win32::System::JobObjects::IsProcessInJob;

    fn is_in_job(placement: Placement) -> bool {
        let mut command = Command::new("cmd");
        command
            .args(["/d", "/c", "pause"])
            .descriptors([ChildDescriptor::Pipe])
            .kill_on_drop(true);
        let child = spawn_placed(&command, placement).unwrap();
        let mut result = 0;
        let process = child.as_handle().as_raw_handle();
        // SAFETY: both handles are open.
        let asked = unsafe { IsProcessInJob(process, job::of_this_process().unwrap(), &raw mut result) };
        assert_ne!(asked, 0);
        result != 0
    }

    #[test]
    fn a_child_gets_into_the_job_in_both_ways() {
        assert!(is_in_job(Placement::Attribute));
        assert!(is_in_job(Placement::Assigned));
        assert!(!is_in_job(Placement::None));
    }
}
