//! The descriptor plan: what each descriptor of the child is.

use super::error::SpawnStep;
use super::pipe::{self, Pipe};
use super::system;
use super::wide::{of, with_nul};
use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle, FromRawHandle, OwnedHandle};
use std::sync::Arc;
use windows_sys::Win32::Foundation::{
    DUPLICATE_SAME_ACCESS, DuplicateHandle, ERROR_NOT_SUPPORTED, HANDLE, INVALID_HANDLE_VALUE,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_GENERIC_READ, FILE_GENERIC_WRITE, FILE_READ_ATTRIBUTES, FILE_SHARE_READ, FILE_SHARE_WRITE,
    FILE_TYPE_DISK, FILE_TYPE_PIPE, GetFileType,
};
use windows_sys::Win32::System::Console::{
    GetStdHandle, STD_ERROR_HANDLE, STD_INPUT_HANDLE, STD_OUTPUT_HANDLE,
};
use windows_sys::Win32::System::Threading::GetCurrentProcess;

/// What the C runtime knows of a descriptor: it is open, it is a pipe, it is a device.
const OPEN: u8 = 0x01;
const PIPE: u8 = 0x08;
const DEVICE: u8 = 0x40;

/// The most descriptors that the table for the child can have, as in libuv.
pub(super) const MOST_DESCRIPTORS: usize = 255;

/// What one descriptor of the child is. The system knows descriptors 0, 1 and 2 as the standard
/// handles; the others reach programs whose C runtime is Microsoft's or does the same.
///
/// An [`OwnedHandle`] or a [`File`] becomes one by `into()`.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum ChildDescriptor {
    /// As nothing was said. For 0, 1 and 2: this process's standard handle, and in
    /// [`Command::capture`](crate::Command::capture) the null device (or, with input, a pipe) for
    /// 0, and pipes for 1 and 2. Elsewhere: not open.
    #[default]
    Default,
    /// The null device, `NUL`: read-only as descriptor 0, write-only as 1 and 2, both elsewhere.
    NullDevice,
    /// Not open. At 0, 1 and 2 the null device takes its place.
    Closed,
    /// One end of a new pipe; [`Child::take_pipe`](crate::Child::take_pipe) gives the other.
    Pipe,
    /// The same for a child that reads and writes at once: its end is overlapped, too.
    Channel,
    /// This handle, which is closed here with the last command that has it.
    Owned(Arc<OwnedHandle>),
}

impl ChildDescriptor {
    /// The same open file as `handle`, which the command then has a handle of its own of, until it
    /// is dropped.
    ///
    /// # Errors
    /// Those of `DuplicateHandle`.
    pub fn duplicate(handle: impl AsHandle) -> io::Result<Self> {
        Ok(handle.as_handle().try_clone_to_owned()?.into())
    }
}

impl From<OwnedHandle> for ChildDescriptor {
    fn from(handle: OwnedHandle) -> Self {
        Self::Owned(Arc::new(handle))
    }
}

impl From<File> for ChildDescriptor {
    fn from(file: File) -> Self {
        OwnedHandle::from(file).into()
    }
}

/// A descriptor of a child that is being started.
struct Opened {
    handle: OwnedHandle,
    flags: u8,
}

/// The child's descriptors, opened so that it can inherit them.
pub(super) struct Stdio(Vec<Option<Opened>>);

impl Stdio {
    /// Opens what the plan asks for. This process's ends of pipes go into `ends`, also when a later
    /// step fails.
    pub fn open(
        plan: &[ChildDescriptor],
        ends: &mut Vec<Option<Pipe>>,
    ) -> Result<Self, (SpawnStep, io::Error)> {
        if plan.len() > MOST_DESCRIPTORS {
            return Err((SpawnStep::Descriptors, system::error(ERROR_NOT_SUPPORTED)));
        }
        let mut opened = Vec::with_capacity(plan.len());
        for (position, descriptor) in plan.iter().enumerate() {
            let mut end = None;
            opened.push(open_one(position, descriptor, &mut end)?);
            ends.push(end);
        }
        Ok(Self(opened))
    }

    /// The handle of a descriptor, for the system; none: `INVALID_HANDLE_VALUE`.
    pub fn handle(&self, position: usize) -> HANDLE {
        let opened = self.0.get(position).and_then(Option::as_ref);
        opened.map_or(INVALID_HANDLE_VALUE, |opened| opened.handle.as_raw_handle())
    }

    /// All handles that the child is to inherit.
    pub fn handles(&self) -> Vec<HANDLE> {
        self.0
            .iter()
            .flatten()
            .map(|opened| opened.handle.as_raw_handle())
            .collect()
    }

    /// The table that the C runtime of the child reads (`lpReserved2`): the number of descriptors,
    /// a byte of each, a handle of each.
    pub fn table(&self) -> Vec<u8> {
        let count = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        let mut table = count.to_ne_bytes().to_vec();
        table.extend(
            self.0
                .iter()
                .map(|opened| opened.as_ref().map_or(0, |opened| opened.flags)),
        );
        for position in 0..self.0.len() {
            table.extend(self.handle(position).addr().to_ne_bytes());
        }
        table
    }
}

type OpenResult = Result<Option<Opened>, (SpawnStep, io::Error)>;

fn open_one(position: usize, descriptor: &ChildDescriptor, end: &mut Option<Pipe>) -> OpenResult {
    let failed = |error| (SpawnStep::Descriptors, error);
    match descriptor {
        ChildDescriptor::Pipe | ChildDescriptor::Channel => {
            let is_channel = matches!(descriptor, ChildDescriptor::Channel);
            let (ours, handle) = pipe::pair(is_channel).map_err(|error| (SpawnStep::Pipes, error))?;
            *end = Some(ours);
            Ok(Some(Opened {
                handle,
                flags: OPEN | PIPE,
            }))
        }
        ChildDescriptor::Owned(handle) => inherit(handle.as_raw_handle()).map(Some).map_err(failed),
        ChildDescriptor::NullDevice => null_device(position).map(Some).map_err(failed),
        ChildDescriptor::Closed if position < 3 => null_device(position).map(Some).map_err(failed),
        ChildDescriptor::Default if position < 3 => {
            let standard = [STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE][position];
            // SAFETY: it takes any number.
            let handle = unsafe { GetStdHandle(standard) };
            // One that this process does not have, the child does not get.
            Ok(inherit(handle).ok())
        }
        ChildDescriptor::Default | ChildDescriptor::Closed => Ok(None),
    }
}

fn null_device(position: usize) -> io::Result<Opened> {
    let access = match position {
        0 => FILE_GENERIC_READ,
        1 | 2 => FILE_GENERIC_WRITE | FILE_READ_ATTRIBUTES,
        _ => FILE_GENERIC_READ | FILE_GENERIC_WRITE,
    };
    let handle = pipe::open(
        &with_nul(&of("NUL")),
        access,
        FILE_SHARE_READ | FILE_SHARE_WRITE,
        0,
    )?;
    Ok(Opened {
        handle,
        flags: OPEN | DEVICE,
    })
}

/// A duplicate of a handle that the child can inherit.
fn inherit(handle: HANDLE) -> io::Result<Opened> {
    let mut duplicate: *mut c_void = std::ptr::null_mut();
    // Small negative numbers stand for the process itself and the like.
    if handle.is_null() || isize::try_from(handle.addr()).is_err() {
        return Err(system::error(
            windows_sys::Win32::Foundation::ERROR_INVALID_HANDLE,
        ));
    }
    // SAFETY: the number of a handle that is not open is an error. The pseudo-handle of this
    // process needs no closing.
    let handle = unsafe {
        let process = GetCurrentProcess();
        let result = DuplicateHandle(
            process,
            handle,
            process,
            &raw mut duplicate,
            0,
            1,
            DUPLICATE_SAME_ACCESS,
        );
        system::check(result)?;
        OwnedHandle::from_raw_handle(duplicate)
    };
    // SAFETY: the handle is open.
    let flags = match unsafe { GetFileType(handle.as_raw_handle()) } {
        FILE_TYPE_DISK => OPEN,
        FILE_TYPE_PIPE => OPEN | PIPE,
        _ => OPEN | DEVICE,
    };
    Ok(Opened { handle, flags })
}

#[cfg(test)]
mod tests {
    use super::{ChildDescriptor, SpawnStep, Stdio};

    #[test]
    fn the_table_has_a_count_flags_and_handles() {
        let plan = [
            ChildDescriptor::NullDevice,
            ChildDescriptor::Pipe,
            ChildDescriptor::Closed,
            ChildDescriptor::Closed,
            ChildDescriptor::Channel,
        ];
        let mut ends = Vec::new();
        let stdio = Stdio::open(&plan, &mut ends).unwrap();
        let taken: Vec<bool> = ends.iter().map(Option::is_some).collect();
        assert_eq!(taken, [false, true, false, false, true]);
        let table = stdio.table();
        assert_eq!(table.len(), 4 + 5 + 5 * 8);
        assert_eq!(table[..4], 5_u32.to_ne_bytes());
        assert_eq!(table[4..9], [0x41, 0x09, 0x41, 0, 0x09]);
        for (position, bytes) in table[9..].chunks(8).enumerate() {
            let handle = usize::from_ne_bytes(bytes.try_into().unwrap());
            assert_eq!(handle, stdio.handle(position).addr());
            assert_eq!(handle == usize::MAX, position == 3);
        }
        assert_eq!(stdio.handles().len(), 4);
    }

    #[test]
    fn a_plan_of_256_is_refused() {
        let plan = vec![ChildDescriptor::Closed; 256];
        let (step, error) = Stdio::open(&plan, &mut Vec::new()).err().unwrap();
        assert_eq!((step, error.raw_os_error()), (SpawnStep::Descriptors, Some(50)));
    }
}
