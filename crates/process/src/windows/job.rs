//! The job of this process: what is in it ends when this process ends, however it ends.

use super::system::{self, check};
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;
use std::sync::OnceLock;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_BREAKAWAY_OK,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectExtendedLimitInformation, SetInformationJobObject,
};
use windows_sys::Win32::System::Threading::GetCurrentProcess;

/// The job of this process, which is made by the first call. Its one handle is closed when this
/// process ends, which ends what is in it. What its members start is not in it, unless it is put
/// there. The limits are those of libuv's job.
///
/// # Errors
/// That with which the first call failed.
pub(super) fn of_this_process() -> io::Result<HANDLE> {
    static JOB: OnceLock<Result<OwnedHandle, i32>> = OnceLock::new();
    let made = JOB.get_or_init(|| make().map_err(|error| error.raw_os_error().unwrap_or_default()));
    match made {
        Ok(job) => Ok(job.as_raw_handle()),
        Err(code) => Err(io::Error::from_raw_os_error(*code)),
    }
}

fn make() -> io::Result<OwnedHandle> {
    // SAFETY: neither attributes nor a name are given.
    let job = unsafe { CreateJobObjectW(null(), null()) };
    if job.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was just made, and belongs to nobody else.
    let job = unsafe { OwnedHandle::from_raw_handle(job) };
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_BREAKAWAY_OK
        | JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK
        | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
        | JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    // SAFETY: the structure is of the class that is named, and of the size that is given.
    let result = unsafe {
        SetInformationJobObject(
            job.as_raw_handle(),
            JobObjectExtendedLimitInformation,
            (&raw const limits).cast(),
            system::size::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>(),
        )
    };
    check(result)?;
    // A job whose first member is a program of the Windows Store takes no others: libuv makes its
    // own process the first, too. A process that is in a job without nesting cannot be.
    // SAFETY: both handles are open.
    let _ = unsafe { AssignProcessToJobObject(job.as_raw_handle(), GetCurrentProcess()) };
    Ok(job)
}
