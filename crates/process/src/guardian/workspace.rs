//! The memory that a guardian works on.

use super::members::Members;
use super::shared::Shared;
use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

/// All that a guardian has: what it is to do, buffers, and its stack.
#[repr(C)]
pub(super) struct Workspace {
    pub plan: Plan,
    pub members: Members,
    /// Entries of a directory.
    pub entries: Buffer<{ 32 * 1024 }>,
    /// The text of a file.
    pub text: Buffer<{ 64 * 1024 }>,
    /// The path of a file.
    pub path: Buffer<{ 4 * 1024 }>,
    stack: Buffer<{ 64 * 1024 }>,
}

/// Aligned for what the kernel writes, and for a stack.
#[repr(C, align(64))]
pub(super) struct Buffer<const LENGTH: usize>(pub [u8; LENGTH]);

/// What a guardian is to do.
#[repr(C)]
pub(super) struct Plan {
    pub parent: i32,
    pub signal: i32,
    pub shared: *const Shared,
    /// Where the C library has what belongs to the thread that makes the guardian. The kernel
    /// writes there too (`rseq(2)`).
    pub thread: usize,
    mark: [u8; 64],
    mark_length: usize,
    group: [u8; 1024],
    group_length: usize,
}

impl Plan {
    /// What the environment of a contained process has: the name of a variable and `=`.
    pub fn mark(&self) -> &[u8] {
        self.mark.get(..self.mark_length).unwrap_or_default()
    }

    /// The path of the control group; empty where there is none.
    pub fn group(&self) -> &[u8] {
        self.group.get(..self.group_length).unwrap_or_default()
    }

    /// One whose path is very long is left alone.
    pub fn set_group(&mut self, path: Option<&Path>) {
        let path = path.map_or(&[][..], |path| path.as_os_str().as_bytes());
        if let Some(place) = self.group.get_mut(..path.len()) {
            place.copy_from_slice(path);
            self.group_length = path.len();
        }
    }

    pub fn shared(&self) -> &Shared {
        // SAFETY: set by `prepare`; the guardian has this mapping as long as it runs, and what is
        // in it are atomics.
        unsafe { &*self.shared }
    }
}

impl Workspace {
    /// # Errors
    /// `EINVAL` for a mark that is too long.
    pub fn prepare(&mut self, mark: &[u8], signal: i32, shared: &Mapping<Shared>) -> Result<(), Errno> {
        let plan = &mut self.plan;
        plan.mark
            .get_mut(..mark.len())
            .ok_or(Errno::INVAL)?
            .copy_from_slice(mark);
        plan.mark_length = mark.len();
        plan.signal = signal;
        plan.shared = shared.address();
        // SAFETY: it has no preconditions.
        let thread = unsafe { libc::pthread_self() };
        // A pointer, which has an integer's type in glibc.
        #[cfg(target_env = "gnu")]
        let thread = usize::try_from(thread).map_err(|_| Errno::INVAL)?;
        #[cfg(not(target_env = "gnu"))]
        let thread = thread.addr();
        plan.thread = thread;
        plan.parent = i32::try_from(std::process::id()).map_err(|_| Errno::INVAL)?;
        Ok(())
    }

    /// One past the highest address: stacks grow down.
    pub fn top_of_stack(&mut self) -> *mut c_void {
        self.stack.0.as_mut_ptr_range().end.cast()
    }
}

/// A mapping of memory that is zero at first, of a type for which that is a value.
#[derive(Debug)]
pub(super) struct Mapping<T> {
    address: *mut c_void,
    of: PhantomData<T>,
}

/// What may be all zero.
pub(super) trait Zeroed {}
impl Zeroed for Shared {}
impl Zeroed for Workspace {}

// SAFETY: the mapping belongs to the value, not to a thread; what is shared are atomics.
unsafe impl Send for Mapping<Shared> {}
// SAFETY: as above.
unsafe impl Sync for Mapping<Shared> {}

impl<T: Zeroed> Mapping<T> {
    /// Memory that stays shared with processes made later.
    pub fn shared() -> Result<Self, Errno> {
        Self::map(MapFlags::SHARED)
    }

    /// Memory of which processes made later have copies.
    pub fn private() -> Result<Self, Errno> {
        Self::map(MapFlags::PRIVATE | MapFlags::NORESERVE)
    }

    fn map(flags: MapFlags) -> Result<Self, Errno> {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: a null hint lets the kernel choose a place that nothing else uses.
        let address = unsafe { mmap_anonymous(ptr::null_mut(), size_of::<T>(), access, flags) }?;
        Ok(Self {
            address,
            of: PhantomData,
        })
    }

    pub fn address(&self) -> *mut T {
        self.address.cast()
    }
}

impl Mapping<Shared> {
    pub fn get(&self) -> &Shared {
        // SAFETY: mapped as long as this value lives, aligned to a page, and a value from the start
        // (`Zeroed`). Others change what is atomic only.
        unsafe { &*self.address() }
    }
}

impl<T> Drop for Mapping<T> {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own. A guardian has its own mapping of it.
        let _ = unsafe { munmap(self.address, size_of::<T>()) };
    }
}
