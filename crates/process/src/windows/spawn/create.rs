//! The call that creates a process, and the job of this process.

use super::super::attributes::Attributes;
use super::super::error::SpawnStep;
use super::super::system::{self, check, code};
use super::prepare::Prepared;
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;
use windows_sys::Win32::Foundation::{ERROR_ACCESS_DENIED, HANDLE};
use windows_sys::Win32::System::JobObjects::AssignProcessToJobObject;
use windows_sys::Win32::System::Threading::{
    CREATE_SUSPENDED, CreateProcessW, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, PROC_THREAD_ATTRIBUTE_JOB_LIST,
    PROCESS_INFORMATION, ResumeThread, STARTF_USESHOWWINDOW, STARTF_USESTDHANDLES, STARTUPINFOEXW,
    TerminateProcess,
};

/// How a window is shown (`ShowWindow`): not at all, or as the program likes.
const HIDE: u16 = 0;
const SHOW_DEFAULT: u16 = 10;

/// A process that was just created.
pub(super) struct Created {
    pub(super) process: OwnedHandle,
    thread: OwnedHandle,
    pub(super) pid: u32,
}

/// Creates a process that does not run before it is in the job.
pub(super) fn create_and_assign(prepared: &Prepared, job: HANDLE) -> Result<Created, (SpawnStep, io::Error)> {
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

/// Creates a process in the given jobs.
pub(super) fn create(
    prepared: &Prepared,
    jobs: &[HANDLE],
    suspended: bool,
) -> Result<Created, (SpawnStep, io::Error)> {
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
